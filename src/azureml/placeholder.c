#include "azureml/azureml.h"

typedef struct brackets {
  const char *open, *close;
} brackets;

static const brackets styles[] = {
    {"${{", "}}"}, /* GitHub, Azure Pipelines, and Azure ML's own binding expressions */
    {"$(", ")"},   /* Azure Pipelines */
    {"${", "}"},   /* shells, envsubst */
    {"{{", "}}"},  /* Jinja, cookiecutter, sed */
    {"#{", "}#"},  /* Replace Tokens */
};

/* "<RESOURCE_GROUP>", "<your-subscription>": a name between angle brackets. */
static bool has_angle_name(aml_sv text) {
  size_t open = aml_sv_find_char(text, '<', 0);
  while (open != AML_NPOS) {
    size_t at = open + 1;
    while (at < text.len && (aml_ascii_alnum(text.data[at]) || text.data[at] == '_' || text.data[at] == '-' ||
                                text.data[at] == ' ')) {
      at++;
    }
    if (at < text.len && text.data[at] == '>' && at > open + 1) {
      return true;
    }
    open = aml_sv_find_char(text, '<', open + 1);
  }
  return false;
}

/* "$LOCATION", as shells and envsubst write it: a dollar and a name of two letters or more, at the beginning
 * or after a separator. "Pa$sword" is none. */
static bool has_shell_name(aml_sv text) {
  for (size_t i = 0; i + 2 < text.len; i++) {
    bool is_apart = i == 0 || aml_sv_find_char(AML_SV("/-_.:=, "), text.data[i - 1], 0) != AML_NPOS;
    bool is_first = aml_ascii_alpha(text.data[i + 1]) || text.data[i + 1] == '_';
    bool is_second = aml_ascii_alnum(text.data[i + 2]) || text.data[i + 2] == '_';
    if (text.data[i] == '$' && is_apart && is_first && is_second) {
      return true;
    }
  }
  return false;
}

bool aml_azureml_is_placeholder(aml_sv text) {
  for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
    aml_sv open = aml_sv_of(styles[i].open);
    size_t at = aml_sv_find(text, open, 0);
    if (at != AML_NPOS && aml_sv_find(text, aml_sv_of(styles[i].close), at + open.len) != AML_NPOS) {
      return true;
    }
  }
  return has_shell_name(text) || has_angle_name(text);
}
