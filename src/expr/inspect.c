/* Looks inside containers.
 *
 * Computed values share their parts, so that a small value may stand for a huge tree. Every walk here ends
 * after AML_LIMIT_VALUE_NODES nodes and AML_LIMIT_DEPTH levels. */
#include "expr/function.h"

typedef struct walk {
  size_t nodes_left;
  const aml_value *found;
} walk;

/* Whether the walk goes on below a value. Where it ends for its size, the value counts as found. */
static bool enter(walk *w, const aml_value *value, size_t depth) {
  if (w->nodes_left == 0 || depth > AML_LIMIT_VALUE_DEPTH) {
    w->found = value;
    return false;
  }
  w->nodes_left--;
  return w->found == NULL && (value->kind == AML_ARRAY || value->kind == AML_OBJECT);
}

static size_t count_of(const aml_value *container) {
  return container->kind == AML_ARRAY ? container->as.array.count : container->as.object.count;
}

static const aml_value *child_of(const aml_value *container, size_t i) {
  return container->kind == AML_ARRAY ? container->as.array.items[i] : container->as.object.members[i].value;
}

static void find_unknown(walk *w, const aml_value *value, size_t depth) {
  if (value->kind == AML_UNKNOWN) {
    w->found = value;
    return;
  }
  if (!enter(w, value, depth)) {
    return;
  }
  size_t count = count_of(value);
  for (size_t i = 0; i < count && w->found == NULL; i++) {
    find_unknown(w, child_of(value, i), depth + 1);
  }
  if (w->found == NULL && aml_value_has(value, AML_VALUE_OPEN)) {
    w->found = value;
  }
}

const aml_value *aml_find_unknown(const aml_value *value) {
  walk w = {.nodes_left = AML_LIMIT_VALUE_NODES};
  find_unknown(&w, value, 0);
  return w.found;
}

static void find_secret(walk *w, const aml_value *value, size_t depth) {
  if (aml_value_has(value, AML_VALUE_SECURE)) {
    w->found = value;
    return;
  }
  if (!enter(w, value, depth)) {
    return;
  }
  size_t count = count_of(value);
  for (size_t i = 0; i < count && w->found == NULL; i++) {
    find_secret(w, child_of(value, i), depth + 1);
  }
}

bool aml_holds_secret(const aml_value *value) {
  walk w = {.nodes_left = AML_LIMIT_VALUE_NODES};
  find_secret(&w, value, 0);
  return w.found != NULL;
}

static void measure(walk *w, const aml_value *value, size_t depth) {
  if (!enter(w, value, depth)) {
    return;
  }
  size_t count = count_of(value);
  for (size_t i = 0; i < count && w->found == NULL; i++) {
    measure(w, child_of(value, i), depth + 1);
  }
}

const aml_value *aml_check_size(aml_eval *eval, const aml_value *value) {
  if (value->kind != AML_ARRAY && value->kind != AML_OBJECT) {
    return value;
  }
  walk w = {.nodes_left = AML_LIMIT_VALUE_NODES};
  measure(&w, value, 0);
  if (w.found != NULL) {
    return w.nodes_left == 0 ? aml_eval_limit(eval, "%d values in a computed value", AML_LIMIT_VALUE_NODES)
                             : aml_eval_limit(eval, "%d levels in a computed value", AML_LIMIT_VALUE_DEPTH);
  }
  aml_eval_spend(eval, (AML_LIMIT_VALUE_NODES - w.nodes_left) / 64);
  return value;
}
