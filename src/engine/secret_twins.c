/* Values that are written at the place of a secret, and reached another way as well. */
#include "base/sort.h"
#include "engine/secret_names.h"
#include "tree/secret_values.h"

typedef struct twins {
  aml_arena *arena;
  AML_VEC(aml_span) places; /* of secrets; sorted once all are known */
} twins;

bool aml_engine_is_written_step(aml_step step) {
  return step == AML_STEP_DEFAULT || step == AML_STEP_PARAMETER_FILE || step == AML_STEP_ARGUMENT ||
         step == AML_STEP_VARIABLE || step == AML_STEP_ALIAS || step == AML_STEP_MERGE ||
         step == AML_STEP_COMMAND || step == AML_STEP_LOADED;
}

static int compare_spans(const void *a, const void *b) {
  const aml_span *x = a;
  const aml_span *y = b;
  if (x->source != y->source) {
    return x->source < y->source ? -1 : 1;
  }
  if (x->begin != y->begin) {
    return x->begin < y->begin ? -1 : 1;
  }
  return x->end == y->end ? 0 : x->end < y->end ? -1 : 1;
}

static void add_place(twins *self, aml_span span) {
  if (!aml_span_is_none(span)) {
    AML_VEC_PUSH(self->arena, &self->places, span);
  }
}

/* Whether an expression has made the value of what is written elsewhere: then the place of that expression,
 * at which other values are made as well, is none of the secret's. */
static bool is_made(const aml_value *secret) {
  bool is_computed = false;
  bool is_written = secret->kind == AML_UNKNOWN || secret->kind == AML_NULL; /* it has no text at all */
  for (const aml_origin *from = secret->origin; from != NULL; from = from->from) {
    is_computed = is_computed || from->step == AML_STEP_EXPRESSION;
    is_written = is_written || aml_engine_is_written_step(from->step);
  }
  return is_computed && is_written;
}

/* Where the secrets of a value are written. Values are as deep as the readers' bound, or that on expansion.
 */
static void collect(twins *self, const aml_value *value) {
  if (aml_value_has(value, AML_VALUE_SECURE)) {
    if (!is_made(value)) {
      add_place(self, value->span);
    }
    for (const aml_origin *from = value->origin; from != NULL; from = from->from) {
      if (aml_engine_is_written_step(from->step)) {
        add_place(self, from->span);
      }
    }
    return;
  }
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    collect(self, value->as.array.items[i]);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    collect(self, value->as.object.members[i].value);
  }
}

static bool is_place(const twins *self, aml_span span) {
  size_t low = 0;
  for (size_t high = self->places.count; low < high;) {
    size_t middle = low + (high - low) / 2;
    if (compare_spans(&self->places.items[middle], &span) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < self->places.count && compare_spans(&self->places.items[low], &span) == 0;
}

static bool is_twin(const twins *self, const aml_value *value) {
  bool is_found = is_place(self, value->span);
  for (const aml_origin *from = value->origin; from != NULL && !is_found; from = from->from) {
    is_found = aml_engine_is_written_step(from->step) && is_place(self, from->span);
  }
  return is_found;
}

static const aml_value *hide_below(const twins *self, const aml_value *value);

static const aml_value *hide_items(const twins *self, const aml_value *array) {
  const aml_value **items = AML_NEW_ARRAY(self->arena, const aml_value *, array->as.array.count);
  bool is_other = false;
  for (size_t i = 0; i < array->as.array.count; i++) {
    items[i] = hide_below(self, array->as.array.items[i]);
    is_other = is_other || items[i] != array->as.array.items[i];
  }
  if (!is_other) {
    return array;
  }
  const aml_value *made = aml_value_array(self->arena, items, array->as.array.count, array->span);
  return aml_value_moved(self->arena, made, array->span, array->origin, array->flags);
}

static const aml_value *hide_members(const twins *self, const aml_value *object) {
  aml_object_builder builder;
  bool is_other = false;
  aml_object_begin_sized(&builder, self->arena, object->as.object.count);
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    const aml_value *made = hide_below(self, member->value);
    is_other = is_other || made != member->value;
    aml_object_add(&builder, member->name, member->name_span, made);
  }
  if (!is_other) {
    return object;
  }
  const aml_value *made = aml_object_end(&builder, object->span, object->flags);
  return aml_value_moved(self->arena, made, object->span, object->origin, object->flags);
}

static const aml_value *hide_below(const twins *self, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    return hide_items(self, value);
  }
  if (value->kind == AML_OBJECT) {
    return hide_members(self, value);
  }
  return is_twin(self, value) ? aml_value_hide(self->arena, value) : value;
}

void aml_engine_hide_twins(aml_arena *arena, const aml_config *config, const aml_value *const *written,
    size_t count, aml_resources *resources) {
  twins self = {.arena = arena};
  for (size_t i = 0; i < count; i++) {
    const aml_value *hidden = aml_engine_hide_secrets(arena, config, written[i]);
    if (hidden != written[i]) {
      collect(&self, hidden);
    }
  }
  for (size_t i = 0; i < resources->list.count; i++) {
    collect(&self, resources->list.items[i]->body);
  }
  if (self.places.count == 0) {
    return;
  }
  aml_sort(arena, self.places.items, self.places.count, sizeof *self.places.items, compare_spans);
  for (size_t i = 0; i < resources->list.count; i++) {
    resources->list.items[i]->body = hide_below(&self, resources->list.items[i]->body);
  }
}
