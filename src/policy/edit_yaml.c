#include "base/strbuf.h"
#include "expr/value_text.h"
#include "policy/edit.h"

typedef struct line { /* one line that holds a key */
  size_t begin, indent;
  size_t value, end; /* the value's text; empty where a block follows */
  size_t next;       /* start of the following line */
} line;

static size_t line_end(aml_sv text, size_t at) {
  size_t end = aml_sv_find_char(text, '\n', at);
  return end == AML_NPOS ? text.len : end;
}

static size_t count_indent(aml_sv text, size_t begin) {
  size_t at = begin;
  while (at < text.len && text.data[at] == ' ') {
    at++;
  }
  return at - begin;
}

static bool is_empty_line(aml_sv text, size_t begin) {
  size_t at = begin + count_indent(text, begin);
  return at >= text.len || text.data[at] == '\n' || text.data[at] == '\r' || text.data[at] == '#';
}

/* Where the value ends: before a comment and the blanks in front of it. Quotes may hold a '#'. */
static size_t find_value_end(aml_sv text, size_t from, size_t end) {
  char quote = from < end && (text.data[from] == '"' || text.data[from] == '\'') ? text.data[from] : '\0';
  size_t at = from;
  if (quote != '\0') {
    for (at = from + 1; at < end && text.data[at] != quote; at++) {
      at += quote == '"' && text.data[at] == '\\';
    }
    return at < end ? at + 1 : end;
  }
  while (at < end && !(text.data[at] == '#' && at > from && text.data[at - 1] == ' ')) {
    at++;
  }
  while (at > from && aml_ascii_space(text.data[at - 1])) {
    at--;
  }
  return at;
}

/* Reads the line at `begin` as "key: value"; false when it is none with this key. */
static bool read_line(aml_sv text, size_t begin, aml_sv key, line *out) {
  size_t indent = count_indent(text, begin);
  aml_sv rest = aml_sv_slice(text, begin + indent, line_end(text, begin));
  if (!aml_sv_starts(rest, key) || rest.len <= key.len || rest.data[key.len] != ':') {
    return false;
  }
  size_t end = line_end(text, begin);
  size_t value = begin + indent + key.len + 1;
  while (value < end && text.data[value] == ' ') {
    value++;
  }
  out->begin = begin;
  out->indent = indent;
  out->value = value;
  out->end = value < end && text.data[value] == '#' ? value : find_value_end(text, value, end);
  out->next = end < text.len ? end + 1 : end;
  return true;
}

/* The key among the lines [from, to) of one indentation. */
static bool find_key(aml_sv text, size_t from, size_t to, size_t indent, aml_sv key, line *out) {
  for (size_t at = from; at < to; at = line_end(text, at) + 1) {
    if (!is_empty_line(text, at) && count_indent(text, at) == indent && read_line(text, at, key, out)) {
      return true;
    }
  }
  return false;
}

/* Where the block below a key ends: at the next line that is not deeper. Trailing empty lines do not belong
 * to it. */
static size_t find_block_end(aml_sv text, const line *key, size_t to, size_t *indent) {
  size_t end = key->next;
  *indent = key->indent + 2;
  bool is_first = true;
  for (size_t at = key->next; at < to; at = line_end(text, at) + 1) {
    if (is_empty_line(text, at)) {
      continue;
    }
    if (count_indent(text, at) <= key->indent) {
      break;
    }
    *indent = is_first ? count_indent(text, at) : *indent;
    is_first = false;
    end = line_end(text, at) < text.len ? line_end(text, at) + 1 : text.len;
  }
  return end;
}

static bool is_plain(aml_sv text) {
  if (text.len == 0 || !(aml_ascii_alpha(text.data[0]) || text.data[0] == '_')) {
    return false;
  }
  static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_ieq(text, aml_sv_of(words[i]))) {
      return false;
    }
  }
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    if (!aml_ascii_alnum(c) && c != '_' && c != '-' && c != '.' && c != '/') {
      return false;
    }
  }
  return true;
}

static aml_sv write_value(aml_arena *arena, const aml_value *value, char quote) {
  if (value->kind == AML_STRING && quote == '\'' && aml_sv_find_char(value->as.string, '\'', 0) == AML_NPOS) {
    return aml_sv_format(arena, "'%.*s'", AML_SV_ARG(value->as.string));
  }
  if (value->kind == AML_STRING && quote == '\0' && is_plain(value->as.string)) {
    return value->as.string;
  }
  return aml_value_json(arena, value, false);
}

/* "a:\n  b: value" for the path a.b. */
static void write_key(
    aml_strbuf *out, aml_sv path, size_t indent, const aml_value *value, aml_sv line_break) {
  while (path.len > 0) {
    aml_sv key = aml_sv_split(&path, '.');
    for (size_t i = 0; i < indent; i++) {
      aml_strbuf_add_char(out, ' ');
    }
    aml_strbuf_add(out, key);
    aml_strbuf_add(out, path.len > 0 ? AML_SV(":") : AML_SV(": "));
    if (path.len == 0) {
      aml_strbuf_add(out, write_value(out->arena, value, '\0'));
    }
    aml_strbuf_add(out, line_break);
    indent += 2;
  }
}

static bool insert_key(aml_arena *arena, aml_sv text, aml_source_id source, size_t at, size_t indent,
    aml_sv path, const aml_value *value, aml_edit *out) {
  bool is_crlf = aml_sv_find(text, AML_SV("\r\n"), 0) != AML_NPOS;
  aml_sv line_break = is_crlf ? AML_SV("\r\n") : AML_SV("\n");
  aml_strbuf buffer;
  aml_strbuf_init(&buffer, arena, SIZE_MAX);
  if (at == text.len && at > 0 && text.data[at - 1] != '\n') {
    aml_strbuf_add(&buffer, line_break);
  }
  write_key(&buffer, path, indent, value, line_break);
  out->span = (aml_span){source, (uint32_t)at, (uint32_t)at};
  out->text = aml_strbuf_view(&buffer);
  return true;
}

static bool replace_value(aml_arena *arena, aml_sv text, aml_source_id source, const line *key,
    const aml_value *value, aml_edit *out) {
  aml_sv old = aml_sv_slice(text, key->value, key->end);
  if (old.len == 0 || aml_sv_find_char(AML_SV("|>&*!{["), old.data[0], 0) != AML_NPOS) {
    return false;
  }
  char quote = old.data[0] == '"' || old.data[0] == '\'' ? old.data[0] : '\0';
  out->span = (aml_span){source, (uint32_t)key->value, (uint32_t)key->end};
  out->text = write_value(arena, value, value->kind == AML_STRING ? quote : '\0');
  return true;
}

bool aml_edit_yaml(aml_arena *arena, const aml_sources *sources, aml_span span, aml_sv path,
    const aml_value *value, aml_edit *out) {
  aml_sv text = sources == NULL ? (aml_sv){0} : aml_sources_get(sources, span.source)->bytes;
  size_t from = span.begin;
  if (from >= text.len || text.data[from] == '{') {
    return false;
  }
  while (from > 0 && text.data[from - 1] == ' ') {
    from--;
  }
  size_t to = span.end;
  while (to < text.len && to > from && text.data[to - 1] != '\n') {
    to++;
  }
  size_t indent = count_indent(text, from);
  for (;;) {
    aml_sv rest = path;
    aml_sv key = aml_sv_split(&rest, '.');
    line found;
    if (!find_key(text, from, to, indent, key, &found)) {
      return value != NULL && insert_key(arena, text, span.source, to, indent, path, value, out);
    }
    if (rest.len == 0) {
      size_t child;
      if (value != NULL) {
        return replace_value(arena, text, span.source, &found, value, out);
      }
      out->span =
          (aml_span){span.source, (uint32_t)found.begin, (uint32_t)find_block_end(text, &found, to, &child)};
      out->text = (aml_sv){0};
      return true;
    }
    if (found.end > found.value) {
      return false; /* "a: something" has no block to go into */
    }
    from = found.next;
    to = find_block_end(text, &found, to, &indent);
    path = rest;
  }
}
