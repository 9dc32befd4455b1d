#include "edit/editor.h"

#include "edit/edit.h"
#include "expr/value_text.h"

static bool is_within(aml_span inner, aml_span outer) {
  return inner.source == outer.source && inner.begin >= outer.begin && inner.end <= outer.end;
}

/* The last stretch that begins at or before an offset; NULL for none. */
static const aml_edited *find_last(const aml_edited_list *edited, uint32_t offset) {
  size_t low = 0;
  size_t high = edited == NULL ? 0 : edited->list.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (edited->list.items[middle]->span.begin <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? NULL : edited->list.items[low - 1];
}

const aml_editor *aml_editor_at(const aml_sources *sources, aml_span span, const aml_guest **guest) {
  *guest = NULL;
  if (sources == NULL || aml_span_is_none(span)) {
    return NULL;
  }
  const aml_edited *at = find_last(aml_sources_get(sources, span.source)->edited, span.begin);
  while (at != NULL && !is_within(span, at->span)) {
    at = at->outer;
  }
  for (const aml_edited *outer = at; outer != NULL; outer = outer->outer) {
    if (outer->is_closed) {
      return NULL;
    }
  }
  *guest = at == NULL ? NULL : at->guest;
  return at == NULL ? NULL : at->editor;
}

bool aml_edit_put(const aml_edit_text *text, aml_span span, aml_sv replacement, aml_edit *out) {
  if (text->guest == NULL) {
    *out = (aml_edit){span, replacement};
    return true;
  }
  aml_guest_range range;
  return aml_guest_find(text->guest, span, &range) &&
         aml_guest_edit(text->guest, text->arena, range, replacement, out);
}

/* A value that was computed differs from what stands where it comes from. */
static bool replace_json(const aml_edit_text *text, aml_span literal, const aml_value *old,
    const aml_value *value, aml_edit *out) {
  aml_sv written = aml_span_text(text->sources, literal);
  aml_edit plain;
  return aml_sv_eq(written, aml_value_json(text->arena, old, false)) &&
         aml_edit_json_scalar(text->arena, text->sources, literal, value, &plain) &&
         aml_edit_put(text, plain.span, plain.text, out);
}

static bool insert_json(
    const aml_edit_text *text, aml_span object, aml_sv path, const aml_value *value, aml_edit *out) {
  return text->guest == NULL && aml_edit_json_insert(text->arena, text->sources, object, path, value, out);
}

static bool remove_json(const aml_edit_text *text, const aml_member *member, aml_edit *out) {
  return text->guest == NULL && aml_edit_json_remove(text->sources, member, out);
}

const aml_editor aml_json_editor = {.replace = replace_json, .insert = insert_json, .remove = remove_json};

static bool set_yaml_key(
    const aml_edit_text *text, const aml_value *written, aml_sv path, const aml_value *value, aml_edit *out) {
  return text->guest == NULL && aml_edit_yaml(text->arena, text->sources, written, path, value, out);
}

const aml_editor aml_yaml_editor = {.set_key = set_yaml_key};
