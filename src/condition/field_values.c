#include "condition/field_values.h"

#include "base/placeholder.h"

enum { TRIED = 4 }; /* places for a field, beginning with the one that its hash names */

/* In the language of rules the text says all about a field, but in that of Azure aliases do. */
void aml_field_set_hash(aml_field *field) {
  bool is_kept = (field->kind == AML_FIELD_PATH || field->kind == AML_FIELD_SHORT) &&
                 field->path.wildcards == 0 && field->path.count > 0;
  field->hash = is_kept ? (uint32_t)(aml_sv_mix(0, field->text) >> 32) | 1U << 31 : 0;
}

static size_t place_of(const aml_field *field, size_t i) {
  return (field->hash + i) % AML_FIELD_VALUES;
}

static bool is_taken(const aml_field_values *values, size_t at) {
  return (values->taken >> at & 1) != 0;
}

bool aml_field_values_get(
    const aml_field_values *values, const aml_field *field, aml_hit *hit, aml_sv *prefix) {
  for (size_t i = 0; i < TRIED && is_taken(values, place_of(field, i)); i++) {
    const aml_field_value *kept = &values->fields[place_of(field, i)];
    if (kept->hash == field->hash && aml_sv_eq(kept->text, field->text)) {
      *hit = (aml_hit){.value = kept->value, .nearest = kept->nearest, .depth = kept->depth};
      *prefix = kept->prefix;
      return true;
    }
  }
  return false;
}

void aml_field_values_put(
    aml_field_values *values, const aml_field *field, const aml_hit *hit, aml_sv prefix) {
  /* Others were made on the way, or say more than their value: that not all of it is known. */
  bool is_held =
      hit->value == NULL || (hit->value == hit->nearest && !aml_value_has(hit->value, AML_VALUE_OPEN));
  if (!is_held || hit->is_hidden) {
    return;
  }
  for (size_t i = 0; i < TRIED; i++) {
    size_t at = place_of(field, i);
    if (!is_taken(values, at)) {
      values->taken |= (uint64_t)1 << at;
      values->fields[at] = (aml_field_value){.text = field->text,
          .hash = field->hash,
          .depth = (uint32_t)hit->depth,
          .value = hit->value,
          .nearest = hit->nearest,
          .prefix = prefix};
      return;
    }
  }
}

static aml_field_below find_below(const aml_resource *subject, bool is_outer) {
  aml_sv prefix = aml_alias_prefix_below(subject->type, is_outer);
  const aml_value *root = subject->body;
  for (size_t levels = aml_alias_prefix_levels(prefix); levels > 0; levels--) {
    root = aml_object_find(root, AML_SV("properties"));
  }
  return (aml_field_below){
      aml_sv_slice(prefix, 0, prefix.len - 1), aml_value_is(root, AML_OBJECT) ? root : NULL};
}

/* Where a field begins; NULL where that is not simply an object. */
static const aml_value *root_of(aml_field_values *kept, const aml_field *field, aml_sv *prefix) {
  *prefix = (aml_sv){0};
  if (kept->of->form->is_bare) {
    return NULL;
  }
  if (field->kind == AML_FIELD_PATH) {
    return kept->of->body;
  }
  aml_field_below *below = &kept->below[field->is_outer];
  if (below->prefix.len == 0) {
    *below = find_below(kept->of, field->is_outer);
  }
  *prefix = below->prefix;
  return below->root;
}

/* The usual case of aml_path_walk: objects on objects, of which all is known. False in all others. */
static bool walk_objects(const aml_path *path, const aml_value *at, aml_hit *hit) {
  size_t i = 0;
  const aml_value *next = at;
  for (; next != NULL && i < path->count; i += next != NULL) {
    if (at->kind != AML_OBJECT || aml_value_has(at, AML_VALUE_OPEN) ||
        path->segments[i].kind != AML_SEGMENT_NAME) {
      return false;
    }
    next = aml_object_find(at, path->segments[i].name);
    at = next != NULL ? next : at;
  }
  *hit = (aml_hit){.value = next, .nearest = at, .depth = i};
  return next == NULL || !aml_value_has(next, AML_VALUE_OPEN);
}

bool aml_field_values_find(aml_field_values *values, const aml_field *field, aml_hit *hit, aml_sv *prefix) {
  if (aml_field_values_get(values, field, hit, prefix)) {
    return true;
  }
  const aml_value *root = root_of(values, field, prefix);
  bool is_found = root != NULL && walk_objects(&field->path, root, hit);
  if (is_found) {
    aml_field_values_put(values, field, hit, *prefix);
  }
  return is_found;
}

const aml_value *aml_written_value(const aml_resource *resource, aml_sv keys) {
  const aml_value *at = resource->written;
  while (keys.len > 0 && aml_value_is(at, AML_OBJECT)) {
    at = aml_object_find_exact(at, aml_sv_split(&keys, '.'));
  }
  bool is_there = keys.len == 0 || (aml_value_is(at, AML_STRING) && aml_is_placeholder(at->as.string));
  return is_there ? at : NULL;
}
