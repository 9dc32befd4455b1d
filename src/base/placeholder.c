#include "base/placeholder.h"

typedef struct style {
  const char *open, *close;
  bool holds_name; /* nothing but letters, digits and "_-. " between the marks */
} style;

static const style styles[] = {
    {"${{", "}}", false}, /* GitHub, Azure Pipelines, and Azure ML's own binding expressions */
    {"$(", ")", false},   /* Azure Pipelines */
    {"${", "}", false},   /* shells, envsubst */
    {"{{", "}}", false},  /* Jinja, cookiecutter, sed */
    {"#{", "}#", false},  /* Replace Tokens */
    {"__", "__", true},   /* Replace Tokens, older projects */
    {"%", "%", true},     /* cmd.exe, and tokens of older projects */
    {"@@", "@@", true},   /* CMake and the like */
    {"<", ">", true},     /* documentation: "<RESOURCE_GROUP>" */
};
enum { STYLE_COUNT = sizeof styles / sizeof styles[0], LONGEST = 200 };

static bool is_name(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool is_first = i == 0 || i + 1 == text.len;
    if (!aml_ascii_alnum(c) && (is_first || aml_sv_find_char(AML_SV("_-. "), c, 0) == AML_NPOS)) {
      return false;
    }
  }
  /* "50% or 60%": numbers between two marks are no name. */
  return text.len > 0 && !aml_ascii_digit(text.data[0]);
}

static size_t end_of_style(const style *s, aml_sv text, size_t at) {
  aml_sv open = aml_sv_of(s->open);
  aml_sv close = aml_sv_of(s->close);
  aml_sv rest = aml_sv_slice(text, at, at + LONGEST);
  rest = aml_sv_slice(rest, 0, aml_sv_find_char(rest, '\n', 0));
  size_t found = aml_sv_starts(rest, open) ? aml_sv_find(rest, close, open.len) : AML_NPOS;
  if (found == AML_NPOS) {
    return 0;
  }
  aml_sv inner = aml_sv_slice(rest, open.len, found);
  /* "__init__.py" is a file of Python's. */
  bool is_file =
      aml_sv_eq(open, AML_SV("__")) && aml_sv_starts(aml_sv_slice(rest, found + 2, rest.len), AML_SV(".py"));
  return s->holds_name && (!is_name(inner) || is_file) ? 0 : at + found + close.len;
}

/* Whether one of the styles opens with what is at `at`: nearly every text that is looked at ends here.
 * Objects of JSON come here, too, so for their bracket the second byte is looked at as well. */
static bool begins_placeholder(aml_sv text, size_t at) {
  char c = text.data[at];
  return c == '$' || (c == '{' && at + 1 < text.len && text.data[at + 1] == '{') || c == '#' || c == '_' ||
         c == '%' || c == '@' || c == '<';
}

size_t aml_placeholder_end(aml_sv text, size_t at) {
  size_t end = 0;
  if (at < text.len && begins_placeholder(text, at)) {
    for (size_t i = 0; i < STYLE_COUNT && end == 0; i++) {
      bool may_open =
          styles[i].open[0] == text.data[at] &&
          (styles[i].open[1] == '\0' || (at + 1 < text.len && styles[i].open[1] == text.data[at + 1]));
      end = may_open ? end_of_style(&styles[i], text, at) : 0;
    }
  }
  return end;
}

static bool holds_placeholder(aml_sv text) {
  for (size_t at = 0; at + 2 < text.len; at++) {
    if (aml_placeholder_end(text, at) != 0) {
      return true;
    }
  }
  return false;
}

/* "$LOCATION", as shells and envsubst write it: a dollar and a name of two letters or more, at the beginning
 * or after a separator. "Pa$sword" is none. */
static bool has_shell_name(aml_sv text) {
  for (size_t i = aml_sv_find_char(text, '$', 0); i != AML_NPOS && i + 2 < text.len;
       i = aml_sv_find_char(text, '$', i + 1)) {
    bool is_apart = i == 0 || aml_sv_find_char(AML_SV("/-_.:=, "), text.data[i - 1], 0) != AML_NPOS;
    bool is_first = aml_ascii_alpha(text.data[i + 1]) || text.data[i + 1] == '_';
    bool is_second = aml_ascii_alnum(text.data[i + 2]) || text.data[i + 2] == '_';
    if (is_apart && is_first && is_second) {
      return true;
    }
  }
  return false;
}

bool aml_is_placeholder(aml_sv text) {
  return holds_placeholder(text) || has_shell_name(text);
}

bool aml_is_lone_placeholder(aml_sv text) {
  text = aml_sv_trim(text);
  bool is_found = false;
  for (size_t at = 0; at < text.len;) {
    size_t end = begins_placeholder(text, at) ? aml_placeholder_end(text, at) : 0;
    if (end == 0 && aml_ascii_space(text.data[at])) {
      return false;
    }
    is_found = is_found || end != 0;
    at = end != 0 ? end : at + 1;
  }
  return is_found;
}
