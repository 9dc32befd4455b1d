#include "bicep/edit_bicep.h"

#include "base/strbuf.h"

/* How an object is written. */
typedef struct style {
  bool is_inline;
  aml_sv line_end; /* "\n" or "\r\n" */
  aml_sv indent;   /* of its members */
  aml_sv unit;     /* how much further what is inside of them stands */
} style;

/* ---- values ---- */

static void write_text(aml_strbuf *out, aml_sv text) {
  aml_strbuf_add_char(out, '\'');
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool is_hole = c == '$' && i + 1 < text.len && text.data[i + 1] == '{';
    switch (c) {
    case '\n':
      aml_strbuf_add(out, AML_SV("\\n"));
      break;
    case '\r':
      aml_strbuf_add(out, AML_SV("\\r"));
      break;
    case '\t':
      aml_strbuf_add(out, AML_SV("\\t"));
      break;
    default:
      if (c == '\'' || c == '\\' || is_hole) {
        aml_strbuf_add_char(out, '\\');
      }
      aml_strbuf_add_char(out, c);
    }
  }
  aml_strbuf_add_char(out, '\'');
}

static void write_name(aml_strbuf *out, aml_sv name) {
  bool is_plain = name.len > 0 && (aml_ascii_alpha(name.data[0]) || name.data[0] == '_');
  for (size_t i = 0; i < name.len; i++) {
    is_plain = is_plain && (aml_ascii_alnum(name.data[i]) || name.data[i] == '_');
  }
  if (is_plain) {
    aml_strbuf_add(out, name);
  } else {
    write_text(out, name);
  }
}

static bool write_value(aml_strbuf *out, const aml_value *value);

static bool write_items(aml_strbuf *out, const aml_value *array) {
  bool is_written = true;
  aml_strbuf_add_char(out, '[');
  for (size_t i = 0; i < array->as.array.count; i++) {
    aml_strbuf_add(out, i > 0 ? AML_SV(", ") : AML_SV(""));
    is_written = write_value(out, array->as.array.items[i]) && is_written;
  }
  aml_strbuf_add_char(out, ']');
  return is_written;
}

static bool write_members(aml_strbuf *out, const aml_value *object) {
  bool is_written = true;
  aml_strbuf_add(out, object->as.object.count > 0 ? AML_SV("{ ") : AML_SV("{"));
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    aml_strbuf_add(out, i > 0 ? AML_SV(", ") : AML_SV(""));
    write_name(out, member->name);
    aml_strbuf_add(out, AML_SV(": "));
    is_written = write_value(out, member->value) && is_written;
  }
  aml_strbuf_add(out, object->as.object.count > 0 ? AML_SV(" }") : AML_SV("}"));
  return is_written;
}

/* On one line. False where Bicep has no literal for it: fractions, and what is not known. As deep as rules
 * write values. */
static bool write_value(aml_strbuf *out, const aml_value *value) {
  switch ((unsigned)value->kind) {
  case AML_NULL:
    aml_strbuf_add(out, AML_SV("null"));
    return true;
  case AML_BOOL:
    aml_strbuf_add(out, value->as.boolean ? AML_SV("true") : AML_SV("false"));
    return true;
  case AML_INT:
    aml_strbuf_add_int(out, value->as.integer);
    return true;
  case AML_STRING:
    write_text(out, value->as.string);
    return true;
  case AML_ARRAY:
    return write_items(out, value);
  case AML_OBJECT:
    return write_members(out, value);
  default:
    return false;
  }
}

/* A value that was computed, a text with holes and one in three quotes differ from what is written for it. */
static bool replace(const aml_edit_text *text, aml_span literal, const aml_value *old, const aml_value *value,
    aml_edit *out) {
  aml_strbuf before, after;
  aml_strbuf_init(&before, text->arena, SIZE_MAX);
  aml_strbuf_init(&after, text->arena, SIZE_MAX);
  return write_value(&before, old) &&
         aml_sv_eq(aml_span_text(text->sources, literal), aml_strbuf_view(&before)) &&
         write_value(&after, value) && aml_edit_put(text, literal, aml_strbuf_view(&after), out);
}

/* ---- members ---- */

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static size_t past_blanks(aml_sv text, size_t at) {
  while (at < text.len && is_blank(text.data[at])) {
    at++;
  }
  return at;
}

static size_t line_end_at(aml_sv text, size_t at) {
  aml_sv rest = aml_sv_slice(text, at, text.len);
  return aml_sv_starts(rest, AML_SV("\r\n")) ? 2 : aml_sv_starts(rest, AML_SV("\n")) ? 1 : 0;
}

/* The blanks that the line of an offset begins with. */
static aml_sv indent_of_line(aml_sv text, size_t at) {
  size_t begin = at;
  while (begin > 0 && text.data[begin - 1] != '\n') {
    begin--;
  }
  return aml_sv_slice(text, begin, past_blanks(text, begin));
}

/* The style of the object whose brace stands at `open`, and where its first member begins: on the same line,
 * or on the next. False where a comment leaves that open. */
static bool read_style(aml_sv text, size_t open, aml_arena *arena, style *out, size_t *first) {
  size_t at = past_blanks(text, open + 1);
  *out = (style){.is_inline = true, .line_end = AML_SV("\n"), .unit = AML_SV("  ")};
  *first = open + 1;
  if (aml_sv_starts(aml_sv_slice(text, at, text.len), AML_SV("//"))) {
    while (at < text.len && line_end_at(text, at) == 0) {
      at++;
    }
  }
  size_t line_end = at < text.len ? line_end_at(text, at) : 0;
  if (line_end == 0) {
    return at < text.len && text.data[at] != '/';
  }
  *out = (style){.line_end = aml_sv_slice(text, at, at + line_end), .unit = AML_SV("  ")};
  *first = at + line_end;
  size_t member = past_blanks(text, *first);
  for (size_t more; member < text.len && (more = line_end_at(text, member)) > 0;) {
    member = past_blanks(text, member + more);
  }
  aml_sv outer = indent_of_line(text, open);
  aml_sv inner = member < text.len ? indent_of_line(text, member) : outer;
  out->unit = outer.len > 0 && outer.data[0] == '\t' ? AML_SV("\t") : out->unit;
  if (inner.len > outer.len && aml_sv_starts(inner, outer)) {
    out->unit = aml_sv_slice(inner, outer.len, inner.len);
    out->indent = inner;
  } else {
    out->indent = aml_sv_format(arena, "%.*s%.*s", AML_SV_ARG(outer), AML_SV_ARG(out->unit));
  }
  return true;
}

/* "a.b": a member with an object in it. */
static bool write_path(aml_strbuf *out, const style *s, aml_sv path, const aml_value *value) {
  size_t depth = 0;
  while (path.len > 0) {
    write_name(out, aml_sv_split(&path, '.'));
    aml_strbuf_add(out, AML_SV(": "));
    if (path.len > 0) {
      depth++;
      aml_strbuf_add(out, s->is_inline ? AML_SV("{ ") : AML_SV("{"));
      aml_strbuf_add(out, s->is_inline ? AML_SV("") : s->line_end);
      aml_strbuf_add(out, s->indent);
      for (size_t i = 0; i < depth && !s->is_inline; i++) {
        aml_strbuf_add(out, s->unit);
      }
    }
  }
  bool is_written = write_value(out, value);
  for (; depth > 0; depth--) {
    aml_strbuf_add(out, s->is_inline ? AML_SV(" ") : s->line_end);
    aml_strbuf_add(out, s->indent);
    for (size_t i = 1; i < depth && !s->is_inline; i++) {
      aml_strbuf_add(out, s->unit);
    }
    aml_strbuf_add_char(out, '}');
  }
  return is_written;
}

static bool insert(
    const aml_edit_text *text, aml_span object, aml_sv path, const aml_value *value, aml_edit *out) {
  aml_sv bytes = aml_sources_get(text->sources, object.source)->bytes;
  style s;
  size_t first;
  if (object.begin >= bytes.len || bytes.data[object.begin] != '{' ||
      !read_style(bytes, object.begin, text->arena, &s, &first)) {
    return false;
  }
  aml_strbuf member;
  aml_strbuf_init(&member, text->arena, SIZE_MAX);
  size_t end = past_blanks(bytes, first);
  bool is_empty = s.is_inline && bytes.data[end] == '}';
  aml_strbuf_add(&member, s.is_inline ? AML_SV(" ") : s.indent);
  if (!write_path(&member, &s, path, value)) {
    return false;
  }
  aml_strbuf_add(&member, !s.is_inline ? s.line_end : is_empty ? AML_SV(" ") : AML_SV(","));
  const aml_span place = {object.source, (uint32_t)first, (uint32_t)(is_empty ? end : first)};
  return aml_edit_put(text, place, aml_strbuf_view(&member), out);
}

/* With its lines where it has them for itself, else with a comma. What stands between the name and the value,
 * or behind that, keeps it: parentheses, comments. */
static bool remove_member(const aml_edit_text *text, const aml_member *member, aml_edit *out) {
  aml_span name = member->name_span;
  aml_span value = member->value->span;
  if (aml_span_is_none(name) || value.source != name.source || value.begin < name.end) {
    return false;
  }
  aml_sv bytes = aml_sources_get(text->sources, name.source)->bytes;
  aml_sv between = aml_sv_trim(aml_sv_slice(bytes, name.end, value.begin));
  size_t begin = name.begin;
  size_t end = past_blanks(bytes, value.end);
  while (begin > 0 && is_blank(bytes.data[begin - 1])) {
    begin--;
  }
  bool has_line = begin == 0 || bytes.data[begin - 1] == '\n';
  size_t line_end = end < bytes.len ? line_end_at(bytes, end) : 0;
  bool has_comma = end < bytes.len && bytes.data[end] == ',';
  bool is_last = end < bytes.len && bytes.data[end] == '}';
  if (!aml_sv_eq(between, AML_SV(":"))) {
    return false;
  }
  if (has_line && line_end > 0) {
    return aml_edit_put(
        text, (aml_span){name.source, (uint32_t)begin, (uint32_t)(end + line_end)}, (aml_sv){NULL, 0}, out);
  }
  if (has_line || !(has_comma || is_last)) {
    return false;
  }
  begin -= is_last && begin > 0 && bytes.data[begin - 1] == ',';
  const aml_span place = {name.source, (uint32_t)begin, (uint32_t)(has_comma ? end + 1 : value.end)};
  return aml_edit_put(text, place, (aml_sv){NULL, 0}, out);
}

const aml_editor aml_bicep_editor = {.replace = replace, .insert = insert, .remove = remove_member};
