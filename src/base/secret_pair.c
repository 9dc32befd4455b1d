#include "base/secret_pair.h"

#include "base/secret_extent.h"
#include "base/secret_markup.h"
#include "base/secret_word.h"

static size_t skip_blanks_back(aml_sv text, size_t end) {
  size_t begin = end > AML_SECRET_LONGEST_NAME ? end - AML_SECRET_LONGEST_NAME : 0;
  while (end > begin && aml_extent_is_blank(text.data[end - 1])) {
    end--;
  }
  return end;
}

/* "param password string = 'x'", "password: str = 'x'", "@password nvarchar(20) = 'x'": where the name ends
 * before a type, of which `end` is the end. */
static size_t skip_type(aml_sv text, size_t end) {
  static const aml_sv types[] = {AML_SV_CONST(" string"), AML_SV_CONST(" str"), AML_SV_CONST(" &str"),
      AML_SV_CONST(" &'static str"), AML_SV_CONST(" SecureString"), AML_SV_CONST(" text"),
      AML_SV_CONST(" any"), AML_SV_CONST(" { get; set; }"), AML_SV_CONST(" { get; init; }"),
      AML_SV_CONST(" { get; }")};
  size_t begin = end > AML_SECRET_LONGEST_NAME ? end - AML_SECRET_LONGEST_NAME : 0;
  aml_sv before = aml_sv_slice(text, begin, end);
  size_t open = aml_sv_ends(before, AML_SV(")")) ? aml_sv_rfind_char(before, '(') : AML_NPOS;
  bool is_sized = open != AML_NPOS && aml_sv_iends(aml_sv_slice(before, 0, open), AML_SV("varchar"));
  size_t at = is_sized ? aml_sv_rfind_char(aml_sv_slice(before, 0, open), ' ') : AML_NPOS;
  for (size_t i = 0; at == AML_NPOS && i < sizeof types / sizeof types[0]; i++) {
    at = aml_sv_iends(before, types[i]) ? before.len - types[i].len : AML_NPOS;
  }
  if (at == AML_NPOS) {
    return end;
  }
  at = skip_blanks_back(text, begin + at);
  return at > 0 && text.data[at - 1] == ':' ? at - 1 : at;
}

/* Where the name ends before a separator: before "NAME := x", "NAME ?= x", "NAME ||= x", and a type. */
static size_t end_of_name(aml_sv text, size_t separator) {
  size_t end = separator;
  bool is_assigned = text.data[separator] == '=';
  while (is_assigned && end > 0 && separator - end < 2 &&
         (text.data[end - 1] == ':' || text.data[end - 1] == '?' || text.data[end - 1] == '|')) {
    end--;
  }
  size_t last = skip_blanks_back(text, end);
  if (is_assigned && last < end) {
    return skip_type(text, last);
  }
  bool is_alone =
      !is_assigned && last > 0 && text.data[last - 1] == '\n'; /* "? password", and ": x" below it */
  return is_alone ? last - 1 : last;
}

aml_secret_pair aml_secret_read_pair(aml_sv text, size_t separator) {
  size_t end = end_of_name(text, separator);
  end -= end > 0 && end < text.len && text.data[end - 1] == ']' ? 1 : 0; /* environ["NAME"] */
  char quote = end > 0 && (text.data[end - 1] == '"' || text.data[end - 1] == '\'') ? text.data[end - 1] : 0;
  end -= quote != 0 ? 1 : 0;
  end -=
      quote == '\'' && aml_sv_ends(aml_sv_slice(text, 0, end), AML_SV("\\'")) ? 1 : 0; /* of a shell's '\'' */
  while (quote != 0 && end > 0 && text.data[end - 1] == '\\') {
    end--;
  }
  end -= quote == '\'' && end > 0 && aml_extent_quote(text, end - 1) > 2 ? 1 : 0;
  size_t begin = end;
  while (begin > 0 && end - begin < AML_SECRET_LONGEST_NAME &&
         (aml_secret_is_name_char(text.data[begin - 1]) || (quote != 0 && text.data[begin - 1] == ' '))) {
    begin--;
  }
  return (aml_secret_pair){aml_sv_slice(text, begin, end), begin, separator, quote == '"'};
}

bool aml_secret_is_told_otherwise(aml_sv text, const aml_secret_pair *p) {
  enum { LEAST = 8 };
  aml_secret_range read;
  if (p->name.len == 0) {
    return false;
  }
  size_t at = aml_extent_skip_blanks(text, p->separator + 1);
  aml_sv before = aml_sv_slice(text, 0, p->name_begin);
  switch (aml_ascii_lower(p->name.data[p->name.len - 1])) {
  case 'h':
    if (aml_sv_iends(p->name, AML_SV("auth"))) {
      size_t quote = aml_extent_quote(text, at);
      return aml_secret_is_basic(aml_sv_slice(text, at + quote, text.len));
    }
    break;
  case 'y':
    if (aml_sv_ieq(p->name, AML_SV("key")) && aml_sv_iends(before, AML_SV("application "))) { /* of Kusto */
      return true;
    }
    break;
  case 'l':
  case 't':
    if (aml_sv_iends(p->name, AML_SV("credential")) || aml_sv_ieq(p->name, AML_SV("pat"))) {
      return aml_secret_read_quoted(text, at, &read) &&
             aml_secret_looks_random(aml_sv_slice(text, read.begin, read.end), LEAST);
    }
    break;
  default:
    break;
  }
  return aml_secret_is_named_beside(text, p->name_begin, p->name_begin + p->name.len);
}

/* Whether "str", "string", "Optional[str]" stands at `at`, with the ')' or ", " of a list of parameters
 * behind. */
static bool is_type_of_parameter(aml_sv text, size_t at) {
  static const aml_sv types[] = {AML_SV_CONST("str"), AML_SV_CONST("string"), AML_SV_CONST("String"),
      AML_SV_CONST("Optional[str]"), AML_SV_CONST("SecretStr"), AML_SV_CONST("&str"),
      AML_SV_CONST("str | None")};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    aml_sv behind = aml_sv_slice(text, at + types[i].len, at + types[i].len + 2);
    if (aml_sv_starts(aml_sv_slice(text, at, at + types[i].len), types[i]) &&
        (aml_sv_starts(behind, AML_SV(")")) || aml_sv_starts(behind, AML_SV(", ")))) {
      return true;
    }
  }
  return false;
}

/* "adminPassword", "admin_password": written as programs write names, not as a word. */
static bool is_compound(aml_sv name) {
  bool has_joint = false;
  for (size_t i = 1; i < name.len; i++) {
    bool is_hump = aml_ascii_lower(name.data[i]) != name.data[i] &&
                   aml_ascii_lower(name.data[i - 1]) == name.data[i - 1];
    has_joint = has_joint || is_hump || name.data[i] == '_';
  }
  return has_joint;
}

bool aml_secret_is_declaration(aml_sv text, const aml_secret_pair *p) {
  size_t begin = aml_extent_skip_blanks(text, p->separator + 1);
  if (text.data[p->separator] != ':' || begin >= text.len) {
    return false;
  }
  if (is_type_of_parameter(text, begin)) {
    return true;
  }
  size_t end = aml_extent_plain(text, begin, true);
  return is_compound(p->name) && aml_sv_eq(aml_sv_slice(text, begin, end), p->name) &&
         (aml_extent_ends_line(text, aml_extent_skip_blanks(text, end)) ||
             aml_sv_find_char(AML_SV(",})\"'\\"), text.data[end], 0) != AML_NPOS);
}
