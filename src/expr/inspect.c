/* Looks inside containers.
 *
 * Computed values share their parts, so that a small value may stand for a huge tree. Every walk here ends
 * after AML_LIMIT_VALUE_NODES nodes and AML_LIMIT_DEPTH levels. */
#include "expr/function.h"

typedef struct walk {
  bool (*is_sought)(const aml_value *value); /* NULL: only measure */
  bool seeks_open;                           /* an open container is sought too, after what is in it */
  size_t nodes_left;
  const aml_value *found;
} walk;

static size_t count_of(const aml_value *container) {
  return container->kind == AML_ARRAY ? container->as.array.count : container->as.object.count;
}

static const aml_value *child_of(const aml_value *container, size_t i) {
  return container->kind == AML_ARRAY ? container->as.array.items[i] : container->as.object.members[i].value;
}

/* Where the walk ends for the size of the value, it counts as found. */
static void look(walk *w, const aml_value *value, size_t depth) {
  bool is_too_large = w->nodes_left == 0 || depth > AML_LIMIT_VALUE_DEPTH;
  if (is_too_large || (w->is_sought != NULL && w->is_sought(value))) {
    w->found = value;
    return;
  }
  w->nodes_left--;
  if (value->kind != AML_ARRAY && value->kind != AML_OBJECT) {
    return;
  }
  size_t count = count_of(value);
  for (size_t i = 0; i < count && w->found == NULL; i++) {
    look(w, child_of(value, i), depth + 1);
  }
  if (w->found == NULL && w->seeks_open && aml_value_has(value, AML_VALUE_OPEN)) {
    w->found = value;
  }
}

static bool is_unknown(const aml_value *value) {
  return value->kind == AML_UNKNOWN;
}

const aml_value *aml_find_unknown(const aml_value *value) {
  walk w = {.is_sought = is_unknown, .seeks_open = true, .nodes_left = AML_LIMIT_VALUE_NODES};
  look(&w, value, 0);
  return w.found;
}

static bool is_secret(const aml_value *value) {
  return aml_value_has(value, AML_VALUE_SECURE);
}

bool aml_holds_secret(const aml_value *value) {
  walk w = {.is_sought = is_secret, .nodes_left = AML_LIMIT_VALUE_NODES};
  look(&w, value, 0);
  return w.found != NULL;
}

size_t aml_count_values(const aml_value *value) {
  walk w = {.nodes_left = AML_LIMIT_VALUE_NODES};
  look(&w, value, 0);
  return w.found != NULL ? 0 : AML_LIMIT_VALUE_NODES - w.nodes_left;
}

const aml_value *aml_check_container(aml_eval *eval, const aml_value *container) {
  walk w = {.nodes_left = AML_LIMIT_VALUE_NODES};
  look(&w, container, 0);
  if (w.found != NULL) {
    return w.nodes_left == 0 ? aml_eval_limit(eval, "%d values in a computed value", AML_LIMIT_VALUE_NODES)
                             : aml_eval_limit(eval, "%d levels in a computed value", AML_LIMIT_VALUE_DEPTH);
  }
  aml_eval_spend(eval, (AML_LIMIT_VALUE_NODES - w.nodes_left) / 64);
  return container;
}
