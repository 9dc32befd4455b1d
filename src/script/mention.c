#include "script/mention.h"

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

/* Cmdlets of PowerShell that make computes or locks, in the usual letter case but for "ML". */
static bool mentions_cmdlet(aml_sv text) {
  return aml_sv_find(text, AML_SV("WorkspaceCompute"), 0) != AML_NPOS ||
         aml_sv_find(text, AML_SV("New-AzResourceLock"), 0) != AML_NPOS;
}

/* In any letter case: what is looked for begins with it, or holds it as cmdlets do. */
static size_t find_az(aml_sv text, size_t at) {
  return aml_sv_ifind(text, AML_SV("az"), at);
}

/* "AZ=az", "AZ='az ml'", "AZ=(az ml)": a variable that holds it may be what runs later. */
static bool is_assigned(aml_sv text, size_t at) {
  bool is_quoted = at > 1 && aml_sv_find_char(AML_SV("\"'("), text.data[at - 1], 0) != AML_NPOS;
  return at > 0 && text.data[at - (is_quoted ? 2 : 1)] == '=' &&
         (at + 2 == text.len || aml_sv_find_char(AML_SV("\"' )\r\n;"), text.data[at + 2], 0) != AML_NPOS);
}

bool aml_script_mentions(aml_sv text) {
  bool is_any = false;
  for (size_t at = find_az(text, 0); at != AML_NPOS; at = find_az(text, at + 2)) {
    is_any = true;
    bool is_word = aml_sv_starts(aml_sv_slice(text, at, text.len), AML_SV("az")) &&
                   (at == 0 || !aml_ascii_alnum(text.data[at - 1])) && at + 2 < text.len;
    size_t gap = is_word ? skip_gap(text, at + 2) : at + 2;
    bool begins = gap > at + 2 && begins_command(text, gap);
    if (begins ||
        (is_word && is_assigned(text, at) && aml_sv_find(text, AML_SV(" compute "), at) != AML_NPOS)) {
      return true;
    }
  }
  return is_any && mentions_cmdlet(text);
}

bool aml_script_lists(aml_sv text) {
  for (size_t at = find_az(text, 0); at != AML_NPOS; at = find_az(text, at + 2)) {
    char before = at > 0 ? text.data[at - 1] : '\0';
    char after = at + 2 < text.len ? text.data[at + 2] : '\0';
    if ((before == '"' || before == '\'') && (after == before || after == '.')) {
      return aml_sv_find(text, AML_SV("subprocess"), 0) != AML_NPOS;
    }
  }
  return false;
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

bool aml_script_mentions_sdk(aml_sv text) {
  static const char *const packages[] = {"azure.ai.ml", "azureml", "azure.mgmt.machinelearningservices"};
  for (size_t at = find_az(text, 0); at != AML_NPOS; at = find_az(text, at + 2)) {
    aml_sv rest = aml_sv_slice(text, at, text.len);
    for (size_t i = 0; i < sizeof packages / sizeof packages[0]; i++) {
      if (aml_sv_starts(rest, aml_sv_of(packages[i]))) {
        return true;
      }
    }
  }
  return aml_sv_find(text, AML_SV("AmlCompute"), 0) != AML_NPOS ||
         aml_sv_find(text, AML_SV("MachineLearningServices"), 0) != AML_NPOS;
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
