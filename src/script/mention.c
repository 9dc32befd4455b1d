#include "script/mention.h"

#include "front/marks.h"

/* Blanks, joined lines, and the escapes of both in strings of JSON. */
static size_t skip_gap(aml_sv text, size_t at) {
  while (at < text.len && (aml_ascii_space(text.data[at]) || text.data[at] == '\\' || text.data[at] == '`')) {
    at += text.data[at] == '\\' && at + 1 < text.len && text.data[at + 1] == 'n' ? 2 : 1;
  }
  return at;
}

static bool begins_command(aml_sv text, size_t at) {
  static const char *const words[] = {"ml ", "ml\\", "ml\n", "ml\t", "lock ", "deployment ", "resource ",
      "rest ", "group lock ", "account lock ", "group deployment "};
  aml_sv rest = aml_sv_slice(text, at, text.len);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_starts(rest, aml_sv_of(words[i]))) {
      return true;
    }
  }
  return false;
}

/* "AZ=az", "AZ='az ml'", "AZ=(az ml)": a variable that holds it may be what runs later. */
static bool is_assigned(aml_sv text, size_t at) {
  bool is_quoted = at > 1 && aml_sv_find_char(AML_SV("\"'("), text.data[at - 1], 0) != AML_NPOS;
  return at > 0 && text.data[at - (is_quoted ? 2 : 1)] == '=' &&
         aml_sv_find_char(AML_SV("\"' )\r\n;"), text.data[at + 2], 0) != AML_NPOS;
}

static bool is_between(aml_sv text, size_t at, aml_sv before, aml_sv word) {
  return aml_sv_starts(aml_sv_slice(text, at, text.len), word) &&
         aml_sv_ends(aml_sv_slice(text, 0, at), before);
}

typedef struct looking {
  aml_mentions found;
  bool is_any, is_assigned, is_listed; /* "az" is there; as the value of a variable; between quotes */
  bool has_cmdlet; /* that makes computes or locks, in the usual letter case but for "ML" */
} looking;

/* At "az" in any letter case: what is looked for begins with it, or holds it as cmdlets do. */
static void look_at_az(looking *l, aml_sv text, size_t at) {
  char before = at > 0 ? text.data[at - 1] : '\0';
  char after = at + 2 < text.len ? text.data[at + 2] : '\0';
  bool is_word =
      text.data[at] == 'a' && text.data[at + 1] == 'z' && !aml_ascii_alnum(before) && at + 2 < text.len;
  size_t gap = is_word ? skip_gap(text, at + 2) : at + 2;
  l->is_any = true;
  l->found.commands = l->found.commands || (gap > at + 2 && begins_command(text, gap));
  l->is_assigned = l->is_assigned || (is_word && is_assigned(text, at));
  l->is_listed = l->is_listed || ((before == '"' || before == '\'') && (after == before || after == '.'));
  l->has_cmdlet = l->has_cmdlet || is_between(text, at, AML_SV("New-"), AML_SV("AzResourceLock"));
}

static bool begins_package(aml_sv text, size_t at) {
  static const char *const packages[] = {"azure.ai.ml", "azureml", "azure.mgmt.machinelearningservices"};
  aml_sv rest = aml_sv_slice(text, at, text.len);
  for (size_t i = 0; i < sizeof packages / sizeof packages[0]; i++) {
    if (aml_sv_starts(rest, aml_sv_of(packages[i]))) {
      return true;
    }
  }
  return false;
}

static void look_at(looking *l, aml_sv text, size_t at, aml_anchor anchor) {
  switch (anchor) {
  case AML_ANCHOR_AZ:
    look_at_az(l, text, at);
    l->found.sdk = l->found.sdk || begins_package(text, at);
    break;
  case AML_ANCHOR_COMPUTE:
    l->found.anchors = true;
    l->found.sdk = l->found.sdk || is_between(text, at, AML_SV("Aml"), AML_SV("Compute"));
    l->has_cmdlet = l->has_cmdlet || is_between(text, at, AML_SV("Workspace"), AML_SV("Compute"));
    l->found.commands =
        l->found.commands || (l->is_assigned && is_between(text, at, AML_SV(" "), AML_SV("compute ")));
    break;
  case AML_ANCHOR_MACHINE:
    l->found.anchors = true;
    l->found.sdk = l->found.sdk || is_between(text, at, (aml_sv){0}, AML_SV("MachineLearningServices"));
    break;
  }
}

/* Up to where all is known that is asked for. */
static aml_mentions look(aml_sv text, aml_mentions asked) {
  looking l = {0};
  bool is_open = true;
  aml_anchor anchor;
  for (size_t at = aml_marks_next_anchor(text, 0, &anchor); at != AML_NPOS && is_open;
       at = aml_marks_next_anchor(text, at + 2, &anchor)) {
    look_at(&l, text, at, anchor);
    l.found.commands = l.found.commands || (l.is_any && l.has_cmdlet);
    is_open = (asked.commands && !l.found.commands) || (asked.sdk && !l.found.sdk) || asked.lists;
  }
  l.found.lists = asked.lists && l.is_listed;
  return l.found;
}

aml_mentions aml_script_look(aml_sv text) {
  return look(text, (aml_mentions){.commands = true, .lists = true, .sdk = true});
}

bool aml_script_mentions(aml_sv text) {
  bool has_az = aml_sv_ifind(text, AML_SV("az"), 0) != AML_NPOS; /* most of many small texts have none */
  return has_az && look(text, (aml_mentions){.commands = true}).commands;
}

bool aml_script_mentions_sdk(aml_sv text) {
  return look(text, (aml_mentions){.sdk = true}).sdk;
}

bool aml_script_speaks(aml_sv text) {
  static const char *const words[] = {
      "az configure ", "az config set ", "az account set ", "az group create "};
  bool is_any = aml_script_mentions(text);
  for (size_t i = 0; i < sizeof words / sizeof words[0] && !is_any; i++) {
    is_any = aml_sv_find(text, aml_sv_of(words[i]), 0) != AML_NPOS;
  }
  return is_any;
}

static bool holds_any(aml_sv text, const char *const *marks, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_ifind(text, aml_sv_of(marks[i]), 0) != AML_NPOS) {
      return true;
    }
  }
  return false;
}

bool aml_script_holds_requests(aml_sv text) {
  static const char *const marks[] = {
      "New-AzMLWorkspace", "Microsoft.MachineLearningServices/workspaces/computes", "computeType"};
  return holds_any(text, marks, sizeof marks / sizeof marks[0]);
}

bool aml_script_holds_others(aml_sv text) {
  static const char *const marks[] = {"AmlCompute(", "AmlCompute.", "ComputeInstance(", "ComputeInstance.",
      "ComputeTarget.create", "load_compute", "compute.begin_create"};
  return holds_any(text, marks, sizeof marks / sizeof marks[0]) || aml_script_holds_requests(text);
}
