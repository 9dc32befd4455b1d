#include "base/strbuf.h"
#include "edit/edit.h"
#include "expr/value_text.h"

static aml_sv bytes_of(const aml_sources *sources, aml_span span) {
  return sources == NULL || aml_span_is_none(span) ? (aml_sv){0}
                                                   : aml_sources_get(sources, span.source)->bytes;
}

bool aml_edit_json_scalar(
    aml_arena *arena, const aml_sources *sources, aml_span span, const aml_value *value, aml_edit *out) {
  aml_sv old = aml_span_text(sources, span);
  if (old.len == 0 || old.data[0] == '{' || old.data[0] == '[') {
    return false;
  }
  out->span = span;
  out->text = aml_value_json(arena, value, false);
  return true;
}

static void write_member(aml_strbuf *out, aml_sv path, const aml_value *value) {
  size_t depth = 0;
  while (path.len > 0) {
    aml_sv key = aml_sv_split(&path, '.');
    aml_strbuf_addf(out, "\"%.*s\": %s", AML_SV_ARG(key), path.len > 0 ? "{ " : "");
    depth += path.len > 0;
  }
  aml_strbuf_add(out, aml_value_json(out->arena, value, false));
  for (; depth > 0; depth--) {
    aml_strbuf_add(out, AML_SV(" }"));
  }
}

bool aml_edit_json_insert(aml_arena *arena, const aml_sources *sources, aml_span span, aml_sv path,
    const aml_value *value, aml_edit *out) {
  aml_sv text = bytes_of(sources, span);
  if (span.begin >= text.len || text.data[span.begin] != '{') {
    return false;
  }
  size_t at = span.begin + 1;
  size_t end = at;
  while (end < span.end && aml_ascii_space(text.data[end])) {
    end++;
  }
  bool is_empty = end < text.len && text.data[end] == '}';
  if (!is_empty && (end >= text.len || text.data[end] != '"')) {
    return false; /* a comment stands first: where a member would go is not certain */
  }
  aml_strbuf buffer;
  aml_strbuf_init(&buffer, arena, SIZE_MAX);
  if (!is_empty) {
    aml_strbuf_add(&buffer, aml_sv_slice(text, at, end));
  }
  write_member(&buffer, path, value);
  if (!is_empty) {
    aml_strbuf_add_char(&buffer, ',');
  }
  out->span = (aml_span){span.source, (uint32_t)at, (uint32_t)(is_empty ? end : at)};
  out->text = aml_strbuf_view(&buffer);
  return true;
}

bool aml_edit_json_remove(const aml_sources *sources, const aml_member *member, aml_edit *out) {
  aml_sv text = bytes_of(sources, member->name_span);
  aml_span whole = aml_span_cover(member->name_span, member->value->span);
  if (text.len == 0 || member->value->span.source != member->name_span.source) {
    return false;
  }
  size_t end = whole.end;
  size_t begin = whole.begin;
  size_t after = end;
  while (after < text.len && aml_ascii_space(text.data[after])) {
    after++;
  }
  while (begin > 0 && aml_ascii_space(text.data[begin - 1])) {
    begin--;
  }
  if (after < text.len && text.data[after] == ',') {
    end = after + 1;
  } else if (after < text.len && text.data[after] == '}') {
    begin -= begin > 0 && text.data[begin - 1] == ',';
  } else {
    return false;
  }
  out->span = (aml_span){whole.source, (uint32_t)begin, (uint32_t)end};
  out->text = (aml_sv){0};
  return true;
}
