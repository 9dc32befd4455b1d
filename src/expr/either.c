/* What is certain of a value that is one of two: equal values are known, texts keep their common ends,
 * objects the members of both, arrays of one length their items. */
#include "expr/function.h"

typedef struct choice {
  aml_eval *eval;
  const aml_value *cause;
} choice;

static const aml_value *join_values(const choice *c, const aml_value *a, const aml_value *b, size_t depth);

static aml_kinds kinds_of(const aml_value *value) {
  return value->kind == AML_UNKNOWN ? value->as.unknown->kinds : AML_KIND_BIT(value->kind);
}

static aml_sv start_of(const aml_value *text) {
  return text->kind == AML_STRING ? text->as.string : text->as.unknown->prefix;
}

static aml_sv end_of(const aml_value *text) {
  return text->kind == AML_STRING ? text->as.string : text->as.unknown->suffix;
}

/* The least length that a text has: its known ends never overlap. */
static size_t least_length(const aml_value *text) {
  return text->kind == AML_STRING ? text->as.string.len
                                  : text->as.unknown->prefix.len + text->as.unknown->suffix.len;
}

static const aml_value *join_texts(const choice *c, const aml_value *a, const aml_value *b) {
  size_t least = least_length(a) < least_length(b) ? least_length(a) : least_length(b);
  aml_sv a_start = start_of(a);
  aml_sv b_start = start_of(b);
  size_t start = 0;
  while (start < a_start.len && start < b_start.len && a_start.data[start] == b_start.data[start]) {
    start++;
  }
  aml_sv a_end = end_of(a);
  aml_sv b_end = end_of(b);
  size_t end = 0;
  while (end < a_end.len && end < b_end.len && start + end < least &&
         a_end.data[a_end.len - 1 - end] == b_end.data[b_end.len - 1 - end]) {
    end++;
  }
  return aml_unknown_text(
      c->eval, c->cause, aml_sv_slice(a_start, 0, start), aml_sv_slice(a_end, a_end.len - end, a_end.len));
}

static const aml_value *join_objects(const choice *c, const aml_value *a, const aml_value *b, size_t depth) {
  aml_object_builder builder;
  aml_object_begin(&builder, c->eval->arena);
  size_t shared = 0;
  for (size_t i = 0; i < a->as.object.count; i++) {
    const aml_member *member = &a->as.object.members[i];
    const aml_value *other = aml_object_find(b, member->name);
    if (other != NULL && aml_object_member(a, member->name) == member) {
      aml_object_add(
          &builder, member->name, member->name_span, join_values(c, member->value, other, depth + 1));
      shared++;
    }
  }
  unsigned flags = (a->flags | b->flags) & (unsigned)AML_VALUE_OPEN;
  bool has_others = shared < a->as.object.count || shared < b->as.object.count;
  return aml_make_object(c->eval, &builder, has_others ? flags | (unsigned)AML_VALUE_OPEN : flags);
}

static const aml_value *join_arrays(const choice *c, const aml_value *a, const aml_value *b, size_t depth) {
  size_t count = a->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(c->eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = join_values(c, a->as.array.items[i], b->as.array.items[i], depth + 1);
  }
  return aml_make_array(c->eval, items, count, 0);
}

static bool is_whole_array(const aml_value *value) {
  return value->kind == AML_ARRAY && !aml_value_has(value, AML_VALUE_OPEN);
}

static const aml_value *join_unequal(const choice *c, const aml_value *a, const aml_value *b, size_t depth) {
  aml_kinds kinds = kinds_of(a) | kinds_of(b);
  if (kinds == AML_KIND_BIT(AML_STRING)) {
    return join_texts(c, a, b);
  }
  if (depth > AML_LIMIT_VALUE_DEPTH || !aml_eval_spend(c->eval, 1)) {
    return aml_unknown_because(c->eval, c->cause, kinds);
  }
  if (a->kind == AML_OBJECT && b->kind == AML_OBJECT) {
    return join_objects(c, a, b, depth);
  }
  if (is_whole_array(a) && is_whole_array(b) && a->as.array.count == b->as.array.count) {
    return join_arrays(c, a, b, depth);
  }
  return aml_unknown_because(c->eval, c->cause, kinds);
}

static const aml_value *join_values(const choice *c, const aml_value *a, const aml_value *b, size_t depth) {
  if (a->kind <= AML_STRING && b->kind <= AML_STRING && aml_value_equal(a, b) == AML_TRUE) {
    return a;
  }
  const aml_value *joint = join_unequal(c, a, b, depth);
  unsigned secrecy = (a->flags | b->flags) & (unsigned)AML_VALUE_SECURE;
  return secrecy == 0
             ? joint
             : aml_value_moved(c->eval->arena, joint, joint->span, joint->origin, joint->flags | secrecy);
}

const aml_value *aml_either(aml_eval *eval, const aml_value *cause, const aml_value *a, const aml_value *b) {
  choice c = {eval, cause};
  return aml_value_equal(a, b) == AML_TRUE ? a : join_values(&c, a, b, 0);
}
