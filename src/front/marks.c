#include "front/marks.h"

#include "base/runs.h"

typedef enum mark_place {
  ANYWHERE,
  IN_WORDS,       /* at the start of a word: "AmlCompute" in "createAmlCompute", not in "YamlComputer" */
  AFTER_AZ_ML,    /* "az ml" stands before it, on the command line or in a list of arguments */
  BESIDE_THE_SDK, /* IN_WORDS, in a text that names the SDK too */
  AS_KEY,         /* of a member whose value is a type of compute */
} mark_place;

#define AZ                                                                                                   \
  { AML_SV_CONST("az"), 1 }
#define COMPUTE                                                                                              \
  { AML_SV_CONST("compute"), 4 }
#define MACHINE                                                                                              \
  { AML_SV_CONST("machine"), 2 }

static const aml_run_needle anchors[AML_RUN_NEEDLES] = {
    [AML_ANCHOR_COMPUTE] = COMPUTE, [AML_ANCHOR_MACHINE] = MACHINE, [AML_ANCHOR_AZ] = AZ};

/* Those that marks hold; of needles that are the same the first is found. */
static const aml_run_needle anchors_of_marks[AML_RUN_NEEDLES] = {
    [AML_ANCHOR_COMPUTE] = COMPUTE, [AML_ANCHOR_MACHINE] = MACHINE, [AML_ANCHOR_AZ] = MACHINE};

static const struct {
  aml_sv before; /* the anchor, and behind it; in lower case */
  aml_anchor anchor;
  aml_sv after;
  mark_place place;
} marks[] = {
    {AML_SV_CONST("microsoft."), AML_ANCHOR_MACHINE, AML_SV_CONST("learningservices"), IN_WORDS},
    {AML_SV_CONST(""), AML_ANCHOR_MACHINE, AML_SV_CONST("learningservices"), IN_WORDS}, /* of Pulumi */
    {AML_SV_CONST("azurerm_"), AML_ANCHOR_MACHINE, AML_SV_CONST("_learning_"), IN_WORDS},
    {AML_SV_CONST("avm/res/"), AML_ANCHOR_MACHINE, AML_SV_CONST("-learning-services"),
        ANYWHERE}, /* modules of Bicep */
    {AML_SV_CONST("avm-res-"), AML_ANCHOR_MACHINE, AML_SV_CONST("learningservices"),
        ANYWHERE}, /* and Terraform */
    {AML_SV_CONST("arm-"), AML_ANCHOR_MACHINE, AML_SV_CONST("learning"),
        IN_WORDS}, /* libraries of JavaScript, */
    {AML_SV_CONST("arm"), AML_ANCHOR_MACHINE, AML_SV_CONST("learning"), IN_WORDS}, /* Go, */
    {AML_SV_CONST("resourcemanager."), AML_ANCHOR_MACHINE, AML_SV_CONST("learning"),
        ANYWHERE}, /* .NET and Java */
    {AML_SV_CONST("aml"), AML_ANCHOR_COMPUTE, AML_SV_CONST(""), IN_WORDS},
    {AML_SV_CONST(""), AML_ANCHOR_COMPUTE, AML_SV_CONST("instance"), BESIDE_THE_SDK},
    {AML_SV_CONST(""), AML_ANCHOR_COMPUTE, AML_SV_CONST(""), AFTER_AZ_ML},
    {AML_SV_CONST("-azmlworkspace"), AML_ANCHOR_COMPUTE, AML_SV_CONST(""),
        ANYWHERE},                                                        /* PowerShell: New-, Update-, ... */
    {AML_SV_CONST(""), AML_ANCHOR_COMPUTE, AML_SV_CONST("type"), AS_KEY}, /* as requests to Azure have it */
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

/* Whether a mark around the anchor at the place counts; that which begins first is kept. */
static bool take_marks(search *s, aml_anchor anchor, size_t at) {
  size_t behind = at + anchors[anchor].word.len;
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

static size_t next_of(
    const aml_run_needle needles[AML_RUN_NEEDLES], aml_sv text, size_t at, aml_anchor *anchor) {
  size_t which;
  size_t place = aml_run_ifind_any(text, at, needles, &which);
  *anchor = (aml_anchor)which;
  return place;
}

size_t aml_marks_next_anchor(aml_sv text, size_t at, aml_anchor *anchor) {
  return next_of(anchors, text, at, anchor);
}

bool aml_marks_find(aml_sv text, bool only_commands, size_t *begin, size_t *end) {
  search s = {.text = text, .only_commands = only_commands, .begin = AML_NPOS};
  aml_anchor anchor;
  size_t at = next_of(anchors_of_marks, text, 0, &anchor);
  while (at != AML_NPOS && !take_marks(&s, anchor, at)) {
    at = next_of(anchors_of_marks, text, at + 1, &anchor);
  }
  *begin = s.begin;
  *end = s.end;
  return s.begin != AML_NPOS;
}
