#include "source/forms.h"

#include "source/paths.h"

enum { SCRIPT = 4, WORKFLOW = 5 };

static const aml_form forms[] = {
    {"bicep", "Bicep file", ".bicep .bicepparam",
        "Check the template that 'az bicep build' makes: a Bicep file counts as read when its template lies "
        "beside it under the same name and is in the run.",
        false},
    {"terraform", "Terraform file", ".tf .tfvars .tf.json .tfvars.json .tofu .hcl",
        "Terraform is not read: review these files by hand, and say 'unread: note' in amlint.yml to accept "
        "that they are not checked.",
        false},
    {"python", "Python file", ".py .pyw",
        "Define the compute in a YAML file, which 'load_compute' of the SDK takes and amlint reads; or say "
        "'unread: note' in amlint.yml to accept that it is not checked.",
        false},
    {"notebook", "notebook", ".ipynb",
        "Define the compute in a YAML file, which 'load_compute' of the SDK takes and amlint reads; or say "
        "'unread: note' in amlint.yml to accept that it is not checked.",
        false},
    [SCRIPT] = {"script", "script",
        ".sh .bash .zsh .ksh .ps1 .psm1 .azcli .cmd .bat .mk makefile gnumakefile",
        "Define the compute in a YAML file, which 'az ml compute create --file' takes and amlint reads; or "
        "say 'unread: note' in amlint.yml to accept that it is not checked.",
        false},
    [WORKFLOW] = {"workflow", "workflow", "",
        "Define the compute in a YAML file, which 'az ml compute create --file' takes and amlint reads; or "
        "say 'unread: note' in amlint.yml to accept that it is not checked.",
        true},
};

const aml_form *aml_form_at(size_t i) {
  return i < sizeof forms / sizeof forms[0] ? &forms[i] : NULL;
}

static bool has_ending(aml_sv name, aml_sv endings) {
  while (endings.len > 0) {
    aml_sv ending = aml_sv_split(&endings, ' ');
    if (ending.data[0] == '.' ? aml_sv_iends(name, ending) : aml_sv_ieq(name, ending)) {
      return true;
    }
  }
  return false;
}

const aml_form *aml_form_of_name(aml_sv path) {
  aml_sv name = aml_path_name(path);
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    if (has_ending(name, aml_sv_of(forms[i].endings))) {
      return &forms[i];
    }
  }
  return NULL;
}

bool aml_form_hangs_on_bytes(aml_sv path) {
  return aml_sv_find_char(aml_path_name(path), '.', 0) == AML_NPOS && aml_form_of_name(path) == NULL;
}

const aml_form *aml_form_of_scripts(void) {
  return &forms[SCRIPT];
}

const aml_form *aml_form_of_yaml(void) {
  return &forms[WORKFLOW];
}

typedef enum mark_place {
  ANYWHERE,
  IN_WORDS,       /* at the start of a word: "AmlCompute" in "createAmlCompute", not in "YamlComputer" */
  AFTER_AZ_ML,    /* "az ml" stands before it, on the command line or in a list of arguments */
  BESIDE_THE_SDK, /* IN_WORDS, in a text that names the SDK too */
} mark_place;

static const struct {
  aml_sv text; /* in lower case */
  mark_place place;
} marks[] = {
    {AML_SV_CONST("microsoft.machinelearningservices"), IN_WORDS},
    {AML_SV_CONST("azurerm_machine_learning_"), IN_WORDS},
    {AML_SV_CONST("avm/res/machine-learning-services"), ANYWHERE}, /* verified modules of Bicep */
    {AML_SV_CONST("avm-res-machinelearningservices"), ANYWHERE},   /* and of Terraform */
    {AML_SV_CONST("amlcompute"), IN_WORDS}, {AML_SV_CONST("computeinstance"), BESIDE_THE_SDK},
    {AML_SV_CONST("compute"), AFTER_AZ_ML},
    {AML_SV_CONST("-azmlworkspacecompute"), ANYWHERE}, /* of PowerShell: New-, Update-, ... */
};

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

/* The start of `word` where it ends at `at` after something between arguments; else AML_NPOS. */
static size_t find_before(aml_sv text, size_t at, aml_sv word) {
  size_t end = skip_back(text, at);
  bool is_there = end < at && end >= word.len && aml_sv_ends(aml_sv_slice(text, 0, end), word);
  return is_there ? end - word.len : AML_NPOS;
}

/* Where "az ml" begins before the "compute" at `at`; AML_NPOS where it does not stand there. `lower` is in
 * lower case. */
static size_t find_command(aml_sv lower, size_t at, size_t end) {
  bool ends = end == lower.len || !aml_ascii_alnum(lower.data[end]);
  if (!ends && !aml_sv_starts(aml_sv_slice(lower, end, lower.len), AML_SV("target"))) {
    return AML_NPOS;
  }
  size_t ml = find_before(lower, at, AML_SV("ml"));
  size_t az = ml == AML_NPOS ? AML_NPOS : find_before(lower, ml, AML_SV("az"));
  bool is_word = az != AML_NPOS && (az == 0 || !aml_ascii_alnum(lower.data[az - 1]));
  return is_word ? az : AML_NPOS;
}

static bool names_sdk(aml_sv lower) {
  return aml_sv_find(lower, AML_SV("azure.ai.ml"), 0) != AML_NPOS ||
         aml_sv_find(lower, AML_SV("azureml"), 0) != AML_NPOS;
}

/* Where the occurrence [at, end) counts, the mark's start; else AML_NPOS. */
static size_t judge(aml_sv text, aml_sv lower, size_t at, size_t end, mark_place place) {
  if (place == AFTER_AZ_ML) {
    return find_command(lower, at, end);
  }
  return place == ANYWHERE || begins_word(text, at) ? at : AML_NPOS;
}

bool aml_form_find_mark(aml_arena *scratch, const aml_form *form, aml_sv text, size_t *begin, size_t *end) {
  aml_sv lower = aml_sv_lower(scratch, text);
  *begin = AML_NPOS;
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    bool is_command = marks[i].place == AFTER_AZ_ML;
    if (form->only_commands && !is_command) {
      continue;
    }
    aml_sv word = marks[i].text;
    size_t at = aml_sv_find(lower, word, 0);
    if (at != AML_NPOS && marks[i].place == BESIDE_THE_SDK && !names_sdk(lower)) {
      continue;
    }
    for (; at != AML_NPOS && at < *begin; at = aml_sv_find(lower, word, at + word.len)) {
      size_t start = judge(text, lower, at, at + word.len, marks[i].place);
      if (start < *begin) {
        *begin = start;
        *end = at + word.len;
        break;
      }
    }
  }
  return *begin != AML_NPOS;
}
