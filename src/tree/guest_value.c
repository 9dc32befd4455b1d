#include "tree/guest_value.h"

#include "tree/guest_style.h"

/* Behind the blank lines that follow `end`: the beginning of the next line that holds something. */
static size_t skip_blank_lines(aml_sv text, size_t end) {
  size_t line = end;
  for (size_t at = end; at < text.len && aml_ascii_space(text.data[at]); at++) {
    line = text.data[at] == '\n' || text.data[at] == '\r' ? at + 1 : line;
    if (at + 1 == text.len) {
      return text.len;
    }
  }
  return line;
}

/* How deep the lines of a block stand, of which the text is known: what its first line that holds more than
 * blanks has in the file beyond what it has in the text. 0 where there is no such line, or it does not fit.
 */
static size_t find_indent(aml_sv written, aml_sv text) {
  size_t blanks = 0, kept = 0, at = aml_sv_find_char(written, '\n', 0);
  for (at = at == AML_NPOS ? written.len : at; at < written.len && aml_ascii_space(written.data[at]); at++) {
    blanks = written.data[at] == '\n' || written.data[at] == '\r' ? 0 : blanks + 1;
  }
  for (at = 0; at < text.len && aml_ascii_space(text.data[at]); at++) {
    kept = text.data[at] == '\n' ? 0 : kept + 1;
  }
  return blanks > kept ? blanks - kept : 0;
}

static bool has_width(aml_sv header) {
  for (size_t i = 1;
       i < header.len && header.data[i] != '\n' && header.data[i] != '\r' && header.data[i] != '#'; i++) {
    if (aml_ascii_digit(header.data[i])) {
      return true;
    }
  }
  return false;
}

/* Reads in one style; NULL where that does not give the text. */
static const aml_guest *try_style(
    aml_arena *arena, const aml_guest *host, const aml_guest_place *place, aml_sv text) {
  aml_arena_mark mark = aml_arena_set_mark(arena);
  const aml_guest *guest = aml_guest_new(arena, host, place);
  if (guest != NULL && aml_sv_eq(guest->text, text)) {
    return guest;
  }
  aml_arena_rewind(arena, &mark);
  return NULL;
}

/* Of a block; its indentation is known only together with the text, where the header says how wide it is. */
static const aml_guest *read_block(
    aml_arena *arena, const aml_guest *host, aml_guest_place place, aml_sv text) {
  place.style = &aml_guest_yaml_block;
  place.written.end = skip_blank_lines(host->text, place.written.end);
  aml_sv written = aml_sv_slice(host->text, place.written.begin, place.written.end);
  place.indent = has_width(written) ? find_indent(written, text) : 0;
  return try_style(arena, host, &place, text);
}

static const aml_guest *read_text(
    aml_arena *arena, const aml_guest *host, aml_guest_place place, aml_syntax syntax, aml_sv text) {
  char first = place.written.begin < host->text.len ? host->text.data[place.written.begin] : '\0';
  bool is_json = syntax == AML_SYNTAX_JSON;
  if (first == '|' || first == '>') {
    return is_json ? NULL : read_block(arena, host, place, text);
  }
  bool is_quoted = first == '"' || first == '\'';
  place.style = is_json ? &aml_guest_json : is_quoted ? &aml_guest_yaml_quoted : &aml_guest_yaml_plain;
  return try_style(arena, host, &place, text);
}

/* The texts of an array one behind the other; false where it holds anything else. */
static bool join_items(aml_arena *arena, const aml_value *array, aml_sv *out) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  for (size_t i = 0; i < array->as.array.count; i++) {
    if (array->as.array.items[i]->kind != AML_STRING) {
      return false;
    }
    aml_strbuf_add(&text, array->as.array.items[i]->as.string);
  }
  *out = aml_strbuf_view(&text);
  return true;
}

const aml_guest *aml_guest_of_value(
    aml_arena *arena, const aml_guest *host, aml_syntax syntax, const aml_value *value) {
  aml_span span = value->span;
  aml_guest_place place = {.written = {span.begin, span.end}};
  if (span.source != host->source || span.end > host->text.len) {
    return NULL;
  }
  if (value->kind == AML_STRING) {
    return read_text(arena, host, place, syntax, value->as.string);
  }
  aml_sv text;
  if (syntax != AML_SYNTAX_JSON || value->kind != AML_ARRAY || !join_items(arena, value, &text)) {
    return NULL;
  }
  place.style = &aml_guest_json_lines;
  return try_style(arena, host, &place, text);
}

const aml_guest *aml_guest_of_json(aml_arena *arena, const aml_guest *host, aml_guest_range written) {
  const aml_guest_place place = {.written = written, .style = &aml_guest_json};
  return aml_guest_new(arena, host, &place);
}

const aml_guest *aml_guest_of_written(aml_arena *arena, const aml_sources *sources, const aml_value *string) {
  if (sources == NULL || string->kind != AML_STRING || aml_span_is_none(string->span)) {
    return NULL;
  }
  const aml_guest *host = aml_guest_whole(arena, aml_sources_get(sources, string->span.source));
  const aml_guest *guest = aml_guest_of_value(arena, host, AML_SYNTAX_JSON, string);
  return guest != NULL ? guest : aml_guest_of_value(arena, host, AML_SYNTAX_YAML, string);
}

aml_span aml_value_part(
    aml_arena *scratch, const aml_sources *sources, const aml_value *string, aml_guest_range part) {
  aml_span whole = string->span;
  aml_arena_mark mark = aml_arena_set_mark(scratch);
  const aml_guest *guest = aml_guest_of_written(scratch, sources, string);
  aml_span span = guest == NULL ? whole : aml_guest_span(guest, part.begin, part.end);
  aml_arena_rewind(scratch, &mark);
  span.end = span.end > whole.end ? whole.end : span.end; /* without the line ends behind a block */
  span.begin = span.begin > span.end ? span.end : span.begin;
  return span;
}
