/* Comments of YAML: libyaml drops them, so they are looked for in what lies between its tokens. */
#include <string.h>

#include "base/utf8.h"
#include "tree/yaml_reader.h"

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/* Whether the '#' at `at` begins a comment, in a gap that begins at `gap`: inside a tag or a directive it may
 * be a letter like others. */
static bool is_comment(aml_sv text, size_t gap, size_t at) {
  if (at == gap || at == 0) {
    return true;
  }
  char before = text.data[at - 1];
  return is_blank(before) || aml_utf8_break_before(text, at) > 0 || strchr(",[]{}", before) != NULL;
}

static bool is_first_on_line(aml_sv text, size_t at) {
  while (at > 0 && is_blank(text.data[at - 1])) {
    at--;
  }
  return at == 0 || aml_utf8_break_before(text, at) > 0;
}

/* Adds the comment at `at`; returns the end of its line. */
static size_t add_comment(aml_yaml_reader *reader, size_t at) {
  aml_sv text = reader->source->bytes;
  size_t line_end = at;
  while (line_end < text.len && aml_utf8_break(text, line_end) == 0) {
    line_end++;
  }
  size_t end = line_end;
  while (end > at + 1 && is_blank(text.data[end - 1])) {
    end--;
  }
  size_t begin = at;
  while (begin < end && text.data[begin] == '#') {
    begin++;
  }
  aml_comment comment = {.span = aml_yaml_span(reader, at, end),
      .text = aml_sv_trim(aml_sv_slice(text, begin, end)),
      .is_alone = is_first_on_line(text, at)};
  AML_VEC_PUSH(reader->arena, &reader->tree->comments, comment);
  return line_end;
}

static size_t find_hash(aml_sv text, size_t from) {
  const char *hit = from < text.len ? memchr(text.data + from, '#', text.len - from) : NULL;
  return hit == NULL ? text.len : (size_t)(hit - text.data);
}

void aml_yaml_collect_comments(aml_yaml_reader *reader, size_t begin, size_t end) {
  aml_sv text = reader->source->bytes;
  if (reader->next_hash < reader->comment_at || reader->comment_at == 0) {
    reader->next_hash = find_hash(text, reader->comment_at);
  }
  while (reader->next_hash < begin) {
    size_t at = reader->next_hash;
    size_t next = is_comment(text, reader->comment_at, at) ? add_comment(reader, at) : at + 1;
    reader->next_hash = find_hash(text, next);
  }
  reader->comment_at = end > reader->comment_at ? end : reader->comment_at;
}

void aml_yaml_collect_header_comment(aml_yaml_reader *reader, size_t begin, size_t end) {
  aml_sv text = reader->source->bytes;
  for (size_t at = begin; at < end && aml_utf8_break(text, at) == 0; at++) {
    if (text.data[at] == '#' && is_blank(text.data[at - 1])) {
      (void)add_comment(reader, at);
      return;
    }
  }
}
