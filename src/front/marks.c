#include "front/marks.h"

#include <limits.h>

typedef enum mark_place {
  ANYWHERE,
  IN_WORDS,       /* at the start of a word: "AmlCompute" in "createAmlCompute", not in "YamlComputer" */
  AFTER_AZ_ML,    /* "az ml" stands before it, on the command line or in a list of arguments */
  BESIDE_THE_SDK, /* IN_WORDS, in a text that names the SDK too */
  AS_KEY,         /* of a member whose value is a type of compute */
} mark_place;

static const struct {
  aml_sv text; /* in lower case */
  mark_place place;
} marks[] = {
    {AML_SV_CONST("microsoft.machinelearningservices"), IN_WORDS},
    {AML_SV_CONST("machinelearningservices"), IN_WORDS}, /* of Pulumi */
    {AML_SV_CONST("azurerm_machine_learning_"), IN_WORDS},
    {AML_SV_CONST("avm/res/machine-learning-services"), ANYWHERE}, /* verified modules of Bicep */
    {AML_SV_CONST("avm-res-machinelearningservices"), ANYWHERE},   /* and of Terraform */
    {AML_SV_CONST("arm-machinelearning"), IN_WORDS},               /* libraries of JavaScript, */
    {AML_SV_CONST("armmachinelearning"), IN_WORDS},                /* Go, */
    {AML_SV_CONST("resourcemanager.machinelearning"), ANYWHERE},   /* .NET and Java */
    {AML_SV_CONST("amlcompute"), IN_WORDS}, {AML_SV_CONST("computeinstance"), BESIDE_THE_SDK},
    {AML_SV_CONST("compute"), AFTER_AZ_ML},
    {AML_SV_CONST("-azmlworkspacecompute"), ANYWHERE}, /* of PowerShell: New-, Update-, ... */
    {AML_SV_CONST("computetype"), AS_KEY},             /* as requests to Azure have it */
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

/* What the last byte of a word that is looked for may stand at next: Horspool's table, for both cases. */
typedef struct finder {
  aml_sv word; /* in lower case */
  size_t skips[UCHAR_MAX + 1];
} finder;

static void begin_finding(finder *self, aml_sv word) {
  self->word = word;
  for (size_t i = 0; i <= UCHAR_MAX; i++) {
    self->skips[i] = word.len;
  }
  for (size_t i = 0; i + 1 < word.len; i++) {
    char c = word.data[i];
    self->skips[(unsigned char)c] = word.len - 1 - i;
    if (c >= 'a' && c <= 'z') {
      self->skips[(unsigned char)(c - 'a' + 'A')] = word.len - 1 - i;
    }
  }
}

/* As aml_sv_ifind, of a text that may be large. */
static size_t find_word(const finder *self, aml_sv text, size_t from) {
  size_t length = self->word.len;
  for (size_t at = from; at + length <= text.len;) {
    bool may_end_here = aml_ascii_lower(text.data[at + length - 1]) == self->word.data[length - 1];
    if (may_end_here && aml_sv_ieq(aml_sv_slice(text, at, at + length), self->word)) {
      return at;
    }
    at += self->skips[(unsigned char)text.data[at + length - 1]];
  }
  return AML_NPOS;
}

static bool holds(aml_sv text, aml_sv word) {
  finder self;
  begin_finding(&self, word);
  return find_word(&self, text, 0) != AML_NPOS;
}

static bool names_sdk(aml_sv text) {
  return holds(text, AML_SV("azure.ai.ml")) || holds(text, AML_SV("azureml"));
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

bool aml_marks_find(aml_sv text, bool only_commands, size_t *begin, size_t *end) {
  *begin = AML_NPOS;
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    if (only_commands && marks[i].place != AFTER_AZ_ML) {
      continue;
    }
    finder self;
    begin_finding(&self, marks[i].text);
    size_t at = find_word(&self, text, 0);
    if (at != AML_NPOS && marks[i].place == BESIDE_THE_SDK && !names_sdk(text)) {
      continue;
    }
    for (; at != AML_NPOS && at < *begin; at = find_word(&self, text, at + self.word.len)) {
      size_t start = judge(text, at, at + self.word.len, marks[i].place);
      if (start < *begin) {
        *begin = start;
        *end = at + self.word.len;
        break;
      }
    }
  }
  return *begin != AML_NPOS;
}
