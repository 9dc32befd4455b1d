/* Placeholders that break the syntax of YAML: "{{ x }}" begins a mapping, "%x%" and "@@x@@" may begin
 * nothing,
 * "#{x}#" is a comment. libyaml is given a copy in which those that begin a value are letters. */
#include <string.h>

#include "base/placeholder.h"
#include "base/utf8.h"
#include "tree/yaml_reader.h"

enum { MASK = 'x' };

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/* Whether a value may begin at `at`: behind a key, a dash, a bracket or a comma of the same line. */
static bool is_value_begin(aml_sv text, size_t at) {
  size_t before = at;
  while (before > 0 && is_blank(text.data[before - 1])) {
    before--;
  }
  if (before == 0 || aml_utf8_break_before(text, before) > 0) {
    return false;
  }
  char c = text.data[before - 1];
  return c == '[' || c == ',' || (before < at && (c == ':' || c == '-'));
}

/* Whether what stands before it on the line is a plain scalar of a flow collection, which a brace would end:
 * "[/rg/${x}]". */
static bool is_inside_plain(aml_sv text, size_t begin, size_t at) {
  size_t from = at;
  while (from > begin && strchr(" \t[]{},\"'#", text.data[from - 1]) == NULL) {
    from--;
  }
  char before = from > begin ? text.data[from - 1] : ' ';
  char mark = text.data[at];
  return from < at && (mark == '$' || mark == '{' || mark == '#') && before != '"' && before != '\'';
}

/* `is_flow`: inside brackets, where the braces of "${x}" are marks too. */
static bool is_breaking(aml_sv text, size_t at, bool is_flow) {
  char next = at + 1 < text.len ? text.data[at + 1] : '\0';
  char c = text.data[at];
  return (c == '{' && next == '{') || (c == '#' && next == '{') || (c == '@' && next == '@') || c == '%' ||
         (is_flow && c == '$' && next == '{');
}

/* Whether a line ends in the mark of a block scalar, "|" or ">" with its indicators. */
static bool opens_block(aml_sv line) {
  line = aml_sv_trim(line);
  size_t end = line.len;
  while (end > 0 && strchr("+-123456789", line.data[end - 1]) != NULL) {
    end--;
  }
  return end > 1 && (line.data[end - 1] == '|' || line.data[end - 1] == '>') && is_blank(line.data[end - 2]);
}

static size_t indent_of(aml_sv line) {
  size_t indent = 0;
  while (indent < line.len && line.data[indent] == ' ') {
    indent++;
  }
  return indent;
}

/* Where the placeholder ends that begins at `at` and breaks the syntax, or has a style of the configuration;
 * 0 where none does. */
static size_t end_of_mark(const aml_placeholder_spots *spots, aml_sv text, size_t at, bool is_flow) {
  size_t end = is_breaking(text, at, is_flow) ? aml_placeholder_end(text, at) : 0;
  return end != 0 || spots->list.count == 0 ? end : aml_placeholder_spots_end(spots, at);
}

/* Whether a line that opened brackets leaves them open on purpose. */
static bool ends_in_flow(aml_sv line) {
  line = aml_sv_trim(line);
  return line.len > 0 && strchr("[{,", line.data[line.len - 1]) != NULL;
}

/* `brackets` are open before the line; returns those behind it. */
static int mask_line(aml_sv text, const aml_placeholder_spots *spots, aml_sv line, int brackets, char *copy) {
  size_t begin = (size_t)(line.data - text.data);
  size_t end = begin + line.len;
  bool is_inside = brackets > 0;
  for (size_t at = begin; at < end; at++) {
    char c = text.data[at];
    size_t close = end_of_mark(spots, text, at, brackets > 0);
    bool is_inner = brackets > 0 && close != 0 && is_inside_plain(text, begin, at);
    if (close != 0 && (is_inner || is_value_begin(text, at))) {
      memset(copy + at, MASK, close - at);
    }
    at = close != 0 ? close - 1 : at;
    brackets += c == '[' || (c == '{' && close == 0) ? 1 : 0;
    brackets -= c == ']' || c == '}' ? 1 : 0;
  }
  return brackets > 0 && (is_inside || ends_in_flow(line)) ? brackets : 0;
}

static bool has_marks(aml_sv text) {
  static const aml_sv marks[] = {
      AML_SV_CONST("{{"), AML_SV_CONST("#{"), AML_SV_CONST("${"), AML_SV_CONST("%"), AML_SV_CONST("@@")};
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    if (aml_sv_find(text, marks[i], 0) != AML_NPOS) {
      return true;
    }
  }
  return false;
}

aml_sv aml_yaml_mask(aml_arena *arena, aml_sv text, const aml_placeholder_spots *spots) {
  if (spots->list.count == 0 && !has_marks(text)) {
    return text;
  }
  char *copy = aml_arena_alloc(arena, text.len + 1, 1);
  memcpy(copy, text.data, text.len);
  copy[text.len] = '\0';
  int brackets = 0;
  size_t block = AML_NPOS; /* the indentation of what opened a block scalar */
  for (size_t begin = 0; begin < text.len;) {
    size_t newline = aml_sv_find_char(text, '\n', begin);
    size_t end = newline == AML_NPOS ? text.len : newline;
    aml_sv line = aml_sv_slice(text, begin, end);
    bool is_inside = block != AML_NPOS && (aml_sv_trim(line).len == 0 || indent_of(line) > block);
    if (!is_inside) {
      brackets = mask_line(text, spots, line, brackets, copy);
      block = opens_block(line) ? indent_of(line) : AML_NPOS;
    }
    begin = end + 1;
  }
  return (aml_sv){copy, text.len};
}

bool aml_yaml_is_masked(const aml_yaml_reader *reader, size_t begin, size_t end) {
  aml_sv text = reader->source->bytes;
  return reader->input.data != text.data && begin < end && end <= text.len &&
         memcmp(reader->input.data + begin, text.data + begin, end - begin) != 0;
}
