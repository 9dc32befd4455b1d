#include "front/marks.h"

typedef enum mark_place {
  ANYWHERE,
  IN_WORDS,       /* at the start of a word: "AmlCompute" in "createAmlCompute", not in "YamlComputer" */
  AFTER_AZ_ML,    /* "az ml" stands before it, on the command line or in a list of arguments */
  BESIDE_THE_SDK, /* IN_WORDS, in a text that names the SDK too */
  AS_KEY,         /* of a member whose value is a type of compute */
} mark_place;

/* Every mark holds one of these, so that a text is searched for two words and not for each mark. */
typedef enum common_word { COMPUTE, MACHINE } common_word;

static const aml_sv anchors[] = {
    [COMPUTE] = AML_SV_CONST("compute"),
    [MACHINE] = AML_SV_CONST("machine"),
};

static const struct {
  aml_sv before; /* the anchor, and behind it; in lower case */
  common_word anchor;
  aml_sv after;
  mark_place place;
} marks[] = {
    {AML_SV_CONST("microsoft."), MACHINE, AML_SV_CONST("learningservices"), IN_WORDS},
    {AML_SV_CONST(""), MACHINE, AML_SV_CONST("learningservices"), IN_WORDS}, /* of Pulumi */
    {AML_SV_CONST("azurerm_"), MACHINE, AML_SV_CONST("_learning_"), IN_WORDS},
    {AML_SV_CONST("avm/res/"), MACHINE, AML_SV_CONST("-learning-services"), ANYWHERE}, /* modules of Bicep */
    {AML_SV_CONST("avm-res-"), MACHINE, AML_SV_CONST("learningservices"), ANYWHERE},   /* and Terraform */
    {AML_SV_CONST("arm-"), MACHINE, AML_SV_CONST("learning"), IN_WORDS}, /* libraries of JavaScript, */
    {AML_SV_CONST("arm"), MACHINE, AML_SV_CONST("learning"), IN_WORDS},  /* Go, */
    {AML_SV_CONST("resourcemanager."), MACHINE, AML_SV_CONST("learning"), ANYWHERE}, /* .NET and Java */
    {AML_SV_CONST("aml"), COMPUTE, AML_SV_CONST(""), IN_WORDS},
    {AML_SV_CONST(""), COMPUTE, AML_SV_CONST("instance"), BESIDE_THE_SDK},
    {AML_SV_CONST(""), COMPUTE, AML_SV_CONST(""), AFTER_AZ_ML},
    {AML_SV_CONST("-azmlworkspace"), COMPUTE, AML_SV_CONST(""),
        ANYWHERE},                                             /* PowerShell: New-, Update-, ... */
    {AML_SV_CONST(""), COMPUTE, AML_SV_CONST("type"), AS_KEY}, /* as requests to Azure have it */
};

static const aml_sv compute_types[] = {AML_SV_CONST("amlcompute"), AML_SV_CONST("computeinstance"),
    AML_SV_CONST("kubernetes"), AML_SV_CONST("aks"), AML_SV_CONST("virtualmachine"),
    AML_SV_CONST("databricks"), AML_SV_CONST("datafactory"), AML_SV_CONST("datalakeanalytics"),
    AML_SV_CONST("hdinsight"), AML_SV_CONST("synapsespark")};

static bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

/* A word begins behind what is no letter or digit, and at a capital behind a small letter. */
static bool begins_word(aml_sv text, size_t at) {
  return at == 0 || !aml_ascii_alnum(text.data[at - 1]) ||
         (is_upper(text.data[at]) && !is_upper(text.data[at - 1]));
}

/* Back over what may stand between two arguments: blanks, quotes, commas, line continuations of any shell,
 * and line ends as a notebook writes them ("\n"). */
static size_t skip_back(aml_sv text, size_t at) {
  while (at > 0) {
    char c = text.data[at - 1];
    bool is_escape = at > 1 && text.data[at - 2] == '\\' && (c == 'n' || c == 'r' || c == 't');
    if (!is_escape && !aml_ascii_space(c) && aml_sv_find_char(AML_SV("\"',\\^`"), c, 0) == AML_NPOS) {
      break;
    }
    at -= is_escape ? 2 : 1;
  }
  return at;
}

/* The start of `word`, in lower case, where it ends at `at` after something between arguments; else AML_NPOS.
 */
static size_t find_before(aml_sv text, size_t at, aml_sv word) {
  size_t end = skip_back(text, at);
  bool is_there = end < at && end >= word.len && aml_sv_ieq(aml_sv_slice(text, end - word.len, end), word);
  return is_there ? end - word.len : AML_NPOS;
}

/* Where "az ml" begins before the "compute" at `at`; AML_NPOS where it does not stand there. */
static size_t find_command(aml_sv text, size_t at, size_t end) {
  bool ends = end == text.len || !aml_ascii_alnum(text.data[end]);
  if (!ends && !aml_sv_istarts(aml_sv_slice(text, end, text.len), AML_SV("target"))) {
    return AML_NPOS;
  }
  size_t ml = find_before(text, at, AML_SV("ml"));
  size_t az = ml == AML_NPOS ? AML_NPOS : find_before(text, ml, AML_SV("az"));
  bool is_word = az != AML_NPOS && (az == 0 || !aml_ascii_alnum(text.data[az - 1]));
  return is_word ? az : AML_NPOS;
}

bool aml_marks_is_compute_type(aml_sv word) {
  for (size_t i = 0; i < sizeof compute_types / sizeof compute_types[0]; i++) {
    if (aml_sv_ieq(word, compute_types[i])) {
      return true;
    }
  }
  return false;
}

/* Past blanks and quotes, also where a notebook or a text escapes them. */
static size_t skip_quotes(aml_sv text, size_t at) {
  while (at < text.len && (aml_ascii_space(text.data[at]) ||
                              aml_sv_find_char(AML_SV("\"'\\"), text.data[at], 0) != AML_NPOS)) {
    at++;
  }
  return at;
}

/* Whether the word that ends at `end` is the key of a member that is a type of compute. */
static bool is_compute_type(aml_sv text, size_t end) {
  size_t colon = skip_quotes(text, end);
  if (colon == text.len || text.data[colon] != ':') {
    return false;
  }
  size_t begin = skip_quotes(text, colon + 1);
  size_t stop = begin;
  while (stop < text.len && aml_ascii_alnum(text.data[stop])) {
    stop++;
  }
  return aml_marks_is_compute_type(aml_sv_slice(text, begin, stop));
}

static bool names_sdk(aml_sv text) {
  return aml_sv_ifind(text, AML_SV("azure.ai.ml"), 0) != AML_NPOS ||
         aml_sv_ifind(text, AML_SV("azureml"), 0) != AML_NPOS;
}

/* Where the occurrence [at, end) counts, the mark's start; else AML_NPOS. */
static size_t judge(aml_sv text, size_t at, size_t end, mark_place place) {
  switch (place) {
  case AFTER_AZ_ML:
    return find_command(text, at, end);
  case AS_KEY:
    return is_compute_type(text, end) ? at : AML_NPOS;
  case IN_WORDS:
  case BESIDE_THE_SDK:
    return begins_word(text, at) ? at : AML_NPOS;
  case ANYWHERE:
    break;
  }
  return at;
}

typedef struct search {
  aml_sv text;
  bool only_commands;
  bool has_asked, names_sdk; /* whether the text names the SDK is asked once, where it matters */
  size_t begin, end;         /* of the first mark found */
} search;

static bool is_excluded(search *s, mark_place place) {
  if (place == BESIDE_THE_SDK && !s->has_asked) {
    s->has_asked = true;
    s->names_sdk = names_sdk(s->text);
  }
  return (s->only_commands && place != AFTER_AZ_ML) || (place == BESIDE_THE_SDK && !s->names_sdk);
}

/* Whether a mark around the anchor at the place counts; the first of several is kept. */
static bool take_marks(search *s, common_word anchor, size_t at) {
  size_t behind = at + anchors[anchor].len;
  bool is_found = false;
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    if (marks[i].anchor != anchor || !aml_sv_iends(aml_sv_slice(s->text, 0, at), marks[i].before) ||
        !aml_sv_istarts(aml_sv_slice(s->text, behind, s->text.len), marks[i].after) ||
        is_excluded(s, marks[i].place)) {
      continue;
    }
    size_t end = behind + marks[i].after.len;
    size_t begin = judge(s->text, at - marks[i].before.len, end, marks[i].place);
    is_found = is_found || begin != AML_NPOS;
    if (begin < s->begin) {
      s->begin = begin;
      s->end = end;
    }
  }
  return is_found;
}

static void find_first(search *s, common_word anchor) {
  size_t at = aml_sv_ifind(s->text, anchors[anchor], 0);
  while (at != AML_NPOS && at < s->begin && !take_marks(s, anchor, at)) {
    at = aml_sv_ifind(s->text, anchors[anchor], at + 1);
  }
}

bool aml_marks_find(aml_sv text, bool only_commands, size_t *begin, size_t *end) {
  search s = {.text = text, .only_commands = only_commands, .begin = AML_NPOS};
  find_first(&s, COMPUTE);
  if (!only_commands) {
    find_first(&s, MACHINE);
  }
  *begin = s.begin;
  *end = s.end;
  return s.begin != AML_NPOS;
}
