#include "base/secret_markup.h"

#include "base/secret_extent.h"
#include "base/secret_word.h"

enum { REACH = 160 };

static bool is_one_of(aml_sv name, const aml_sv *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (name.len == words[i].len && aml_sv_ieq(name, words[i])) {
      return true;
    }
  }
  return false;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What names a thing beside its value. */
static bool is_naming(aml_sv name) {
  static const aml_sv words[] = {AML_SV_CONST("name"), AML_SV_CONST("key"), AML_SV_CONST("id"),
      AML_SV_CONST("variable"), AML_SV_CONST("parameter"), AML_SV_CONST("property"), AML_SV_CONST("n")};
  size_t colon = aml_sv_rfind_char(name, ':');
  return is_one_of(colon == AML_NPOS ? name : aml_sv_slice(name, colon + 1, name.len), words, COUNT(words));
}

/* The word that is given behind a separator, within quotation marks or not. */
static aml_sv read_word(aml_sv text, size_t at) {
  aml_secret_range quoted;
  at = aml_extent_skip_blanks(text, at);
  if (aml_extent_quote(text, at) > 0 && aml_secret_read_quoted(text, at, &quoted)) {
    return aml_sv_slice(text, quoted.begin, quoted.end);
  }
  size_t end = at;
  while (end < text.len && (aml_secret_is_name_char(text.data[end]) || text.data[end] == '/')) {
    end++;
  }
  return aml_sv_slice(text, at, end);
}

/* Whether one of the pairs in the text gives a telling name. */
static bool names_secret(aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] != '=' && text.data[i] != ':') {
      continue;
    }
    size_t end = i;
    while (end > 0 && (aml_extent_is_blank(text.data[end - 1]) || text.data[end - 1] == '\\')) {
      end--;
    }
    while (
        end > 0 && (text.data[end - 1] == '"' || text.data[end - 1] == '\'' || text.data[end - 1] == '\\')) {
      end--;
    }
    if (is_naming(aml_secret_name_before(text, end)) && aml_secret_is_named(read_word(text, i + 1))) {
      return true;
    }
  }
  return false;
}

/* The tag whose '>' is at `at`, without its brackets; empty where none is. */
static aml_sv tag_before(aml_sv text, size_t at) {
  for (size_t i = at; i > 0 && at - i < REACH && text.data[i - 1] != '>'; i--) {
    if (text.data[i - 1] == '<') {
      return aml_sv_slice(text, i, at);
    }
  }
  return (aml_sv){NULL, 0};
}

static aml_sv name_of_tag(aml_sv tag) {
  size_t end = 0;
  while (end < tag.len && !aml_ascii_space(tag.data[end]) && tag.data[end] != '/') {
    end++;
  }
  aml_sv name = aml_sv_slice(tag, 0, end);
  size_t colon = aml_sv_rfind_char(name, ':');
  return colon == AML_NPOS ? name : aml_sv_slice(name, colon + 1, name.len);
}

/* "<key>Password</key><string>", "<setting name='Password'><value>": what stands before a tag that says
 * nothing of its own. */
static bool is_named_before(aml_sv text, size_t open) {
  aml_sv before = aml_sv_trim(aml_sv_slice(text, open > REACH ? open - REACH : 0, open));
  if (before.len == 0 || before.data[before.len - 1] != '>') {
    return false;
  }
  aml_sv tag = tag_before(before, before.len - 1);
  if (tag.len == 0 || tag.data[0] != '/') {
    return names_secret(tag);
  }
  size_t close = before.len - tag.len - 2;
  size_t begin = close;
  while (begin > 0 && before.data[begin - 1] != '>') {
    begin--;
  }
  return is_naming(aml_sv_slice(tag, 1, tag.len)) &&
         aml_secret_is_named(aml_sv_trim(aml_sv_slice(before, begin, close)));
}

static bool is_nameless(aml_sv name) {
  static const aml_sv words[] = {AML_SV_CONST("value"), AML_SV_CONST("default"), AML_SV_CONST("defaultValue"),
      AML_SV_CONST("string"), AML_SV_CONST("val"), AML_SV_CONST("secretValue"), AML_SV_CONST("content")};
  return is_one_of(name, words, COUNT(words));
}

bool aml_secret_find_element(aml_sv text, size_t at, aml_secret_range *out) {
  size_t begin = at + 1;
  if (begin >= text.len || text.data[begin] == '<' || aml_extent_is_blank(text.data[begin])) {
    return false;
  }
  aml_sv tag = tag_before(text, at);
  if (tag.len == 0 || !aml_ascii_alpha(tag.data[0]) || tag.data[tag.len - 1] == '/') {
    return false;
  }
  size_t end = begin;
  while (end < text.len && end - begin < REACH * 2 && text.data[end] != '<') {
    end++;
  }
  bool is_closed = end + 1 < text.len && text.data[end] == '<' && text.data[end + 1] == '/';
  aml_sv name = name_of_tag(tag);
  size_t open = (size_t)(tag.data - text.data) - 1;
  bool is_secret =
      aml_secret_is_named(name) || names_secret(tag) || (is_nameless(name) && is_named_before(text, open));
  *out = (aml_secret_range){begin, end};
  return is_closed && is_secret && end > begin && !aml_secret_is_reference(aml_sv_slice(text, begin, end));
}

/* 'variable "db_password" {': the line before the bracket. */
static bool opens_block_of_secret(aml_sv text, size_t bracket) {
  size_t end = bracket;
  while (end > 0 && aml_extent_is_blank(text.data[end - 1])) {
    end--;
  }
  bool is_quoted = end > 1 && text.data[end - 1] == '"';
  return is_quoted && aml_secret_is_named(aml_secret_name_before(text, end));
}

/* Whether a line opens an item of a list. */
static bool begins_item(aml_sv text, size_t line) {
  size_t at = aml_extent_skip_blanks(text, line);
  return at + 1 < text.len && text.data[at] == '-' && aml_extent_is_blank(text.data[at + 1]);
}

/* Where the object or the tag begins that holds what stands at `at`, and whether its head names a secret. */
static size_t begin_of_object(aml_sv text, size_t at, bool *is_secret) {
  size_t begin = at;
  while (begin > 0 && at - begin < REACH) {
    char c = text.data[begin - 1];
    if (c == '{') {
      *is_secret = opens_block_of_secret(text, begin - 1);
    }
    if (c == '{' || c == '<' || c == '}' || c == '>' || (c == '\n' && begins_item(text, begin))) {
      break;
    }
    begin--;
  }
  return begin;
}

bool aml_secret_is_named_beside(aml_sv text, size_t begin, size_t end) {
  if (!is_nameless(aml_sv_slice(text, begin, end))) {
    return false;
  }
  bool is_secret = false;
  size_t from = begin_of_object(text, begin, &is_secret);
  if (is_secret || names_secret(aml_sv_slice(text, from, begin))) {
    return true;
  }
  size_t to = end;
  while (to < text.len && to - end < REACH && text.data[to] != '}' && text.data[to] != '>' &&
         text.data[to] != '{' && !(text.data[to] == '\n' && begins_item(text, to + 1))) {
    to++;
  }
  return names_secret(aml_sv_slice(text, end, to));
}
