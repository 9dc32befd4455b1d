#include "tree/same_value.h"

#include <string.h>

static bool are_same_items(const aml_value *a, const aml_value *b, const aml_same_more *more) {
  bool is_same = a->as.array.count == b->as.array.count;
  for (size_t i = 0; is_same && i < a->as.array.count; i++) {
    is_same = aml_same_value(a->as.array.items[i], b->as.array.items[i], more);
  }
  return is_same;
}

static bool are_same_members(const aml_value *a, const aml_value *b, const aml_same_more *more) {
  bool is_same = a->as.object.count == b->as.object.count;
  for (size_t i = 0; is_same && i < a->as.object.count; i++) {
    const aml_member *x = &a->as.object.members[i];
    const aml_member *y = &b->as.object.members[i];
    is_same = aml_sv_eq(x->name, y->name) && (more->of_member == NULL || more->of_member(more->ctx, x, y)) &&
              aml_same_value(x->value, y->value, more);
  }
  return is_same;
}

static bool is_same_unknown(const aml_unknown *a, const aml_unknown *b) {
  return a->kinds == b->kinds && a->lacks_subscription == b->lacks_subscription &&
         a->is_filled == b->is_filled && aml_sv_eq(a->prefix, b->prefix) && aml_sv_eq(a->suffix, b->suffix) &&
         aml_sv_eq(a->reason, b->reason);
}

static uint64_t bits_of(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static bool is_same_content(const aml_value *a, const aml_value *b, const aml_same_more *more) {
  switch (a->kind) {
  case AML_NULL:
    return true;
  case AML_BOOL:
    return a->as.boolean == b->as.boolean;
  case AML_INT:
    return a->as.integer == b->as.integer;
  case AML_FLOAT:
    return bits_of(a->as.number) == bits_of(b->as.number);
  case AML_STRING:
    return aml_sv_eq(a->as.string, b->as.string);
  case AML_ARRAY:
    return are_same_items(a, b, more);
  case AML_OBJECT:
    return are_same_members(a, b, more);
  case AML_UNKNOWN:
    return is_same_unknown(a->as.unknown, b->as.unknown);
  case AML_EXPRESSION:
    return aml_sv_eq(a->as.expression.text, b->as.expression.text);
  }
  return false;
}

bool aml_same_value(const aml_value *a, const aml_value *b, const aml_same_more *more) {
  if (a == NULL || b == NULL || a == b) {
    return a == b;
  }
  return a->kind == b->kind && a->flags == b->flags &&
         (more->of_value == NULL || more->of_value(more->ctx, a, b)) && is_same_content(a, b, more);
}
