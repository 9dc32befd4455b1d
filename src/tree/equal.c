#include <math.h>

#include "tree/value.h"

enum { MAX_DEPTH = 1024 }; /* deeper values are not told apart */

static aml_truth truth_of(bool condition) {
  return condition ? AML_TRUE : AML_FALSE;
}

static bool is_number(const aml_value *value) {
  return value->kind == AML_INT || value->kind == AML_FLOAT;
}

/* Exact: no integer is rounded to a double. */
static bool is_same_int(int64_t integer, double number) {
  return number >= -0x1p63 && number < 0x1p63 && floor(number) == number && (int64_t)number == integer;
}

static bool is_same_number(const aml_value *a, const aml_value *b) {
  if (a->kind == AML_INT) {
    return b->kind == AML_INT ? a->as.integer == b->as.integer : is_same_int(a->as.integer, b->as.number);
  }
  return b->kind == AML_INT ? is_same_int(b->as.integer, a->as.number) : a->as.number == b->as.number;
}

static aml_kinds kinds_of(const aml_value *value) {
  enum { NUMBERS = 1U << AML_INT | 1U << AML_FLOAT };
  aml_kinds kinds = value->kind == AML_UNKNOWN ? value->as.unknown->kinds : 1U << value->kind;
  return (kinds & NUMBERS) != 0 ? kinds | NUMBERS : kinds;
}

/* Whether `text` could be what the unknown stands for. */
static bool is_possible(const aml_unknown *unknown, aml_sv text) {
  return text.len >= unknown->prefix.len && text.len >= unknown->suffix.len &&
         (text.len > 0 || !unknown->is_filled) && aml_sv_starts(text, unknown->prefix) &&
         aml_sv_ends(text, unknown->suffix);
}

static aml_truth compare_unknown(const aml_value *a, const aml_value *b) {
  if ((kinds_of(a) & kinds_of(b)) == 0) {
    return AML_FALSE;
  }
  bool is_left = a->kind == AML_UNKNOWN;
  const aml_value *other = is_left ? b : a;
  if (other->kind == AML_STRING && !is_possible(is_left ? a->as.unknown : b->as.unknown, other->as.string)) {
    return AML_FALSE;
  }
  return AML_MAYBE;
}

static aml_truth compare(const aml_value *a, const aml_value *b, int depth);

static aml_truth compare_arrays(const aml_value *a, const aml_value *b, int depth) {
  bool is_open_a = aml_value_has(a, AML_VALUE_OPEN);
  bool is_open_b = aml_value_has(b, AML_VALUE_OPEN);
  size_t n = a->as.array.count;
  size_t m = b->as.array.count;
  if ((n > m && !is_open_b) || (n < m && !is_open_a)) {
    return AML_FALSE;
  }
  if (is_open_a || is_open_b) {
    return AML_MAYBE; /* what is missing may stand anywhere */
  }
  aml_truth result = AML_TRUE;
  for (size_t i = 0; i < n && result != AML_FALSE; i++) {
    aml_truth item = compare(a->as.array.items[i], b->as.array.items[i], depth + 1);
    result = item == AML_TRUE ? result : item;
  }
  return result;
}

/* Whether b holds every member of a with an equal value. *count is how many names a has. */
static aml_truth compare_members(const aml_value *a, const aml_value *b, size_t *count, int depth) {
  aml_truth result = AML_TRUE;
  *count = 0;
  for (size_t i = 0; i < a->as.object.count && result != AML_FALSE; i++) {
    const aml_member *member = &a->as.object.members[i];
    if (aml_object_member(a, member->name) != member) {
      continue; /* a later one of that name counts */
    }
    ++*count;
    const aml_value *other = aml_object_find(b, member->name);
    aml_truth equal = other != NULL                      ? compare(member->value, other, depth + 1)
                      : aml_value_has(b, AML_VALUE_OPEN) ? AML_MAYBE
                                                         : AML_FALSE;
    result = equal == AML_TRUE ? result : equal;
  }
  return result;
}

static size_t count_names(const aml_value *object) {
  size_t count = 0;
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    count += aml_object_member(object, member->name) == member ? 1U : 0U;
  }
  return count;
}

/* Whether b has a name that a certainly lacks. */
static bool has_more_names(const aml_value *b, const aml_value *a) {
  for (size_t i = 0; i < b->as.object.count; i++) {
    if (aml_object_member(a, b->as.object.members[i].name) == NULL) {
      return true;
    }
  }
  return false;
}

static aml_truth compare_objects(const aml_value *a, const aml_value *b, int depth) {
  size_t count;
  aml_truth result = compare_members(a, b, &count, depth);
  bool is_open_a = aml_value_has(a, AML_VALUE_OPEN);
  bool is_open_b = aml_value_has(b, AML_VALUE_OPEN);
  if (result == AML_FALSE || (!is_open_a && !is_open_b && count != count_names(b)) ||
      (!is_open_a && is_open_b && has_more_names(b, a))) {
    return AML_FALSE;
  }
  return is_open_a || is_open_b ? AML_MAYBE : result;
}

static aml_truth compare(const aml_value *a, const aml_value *b, int depth) {
  if (depth > MAX_DEPTH) {
    return AML_MAYBE;
  }
  if (a->kind == AML_UNKNOWN || b->kind == AML_UNKNOWN) {
    return compare_unknown(a, b);
  }
  if (a->kind == AML_EXPRESSION || b->kind == AML_EXPRESSION) {
    return AML_MAYBE;
  }
  if (is_number(a) && is_number(b)) {
    return truth_of(is_same_number(a, b));
  }
  if (a->kind != b->kind) {
    return AML_FALSE;
  }
  switch (a->kind) {
  case AML_BOOL:
    return truth_of(a->as.boolean == b->as.boolean);
  case AML_STRING:
    return truth_of(aml_sv_eq(a->as.string, b->as.string));
  case AML_ARRAY:
    return compare_arrays(a, b, depth);
  case AML_OBJECT:
    return compare_objects(a, b, depth);
  case AML_NULL:
  case AML_INT:
  case AML_FLOAT:
  case AML_UNKNOWN:
  case AML_EXPRESSION:
    break;
  }
  return AML_TRUE; /* null equals null; the others went before */
}

aml_truth aml_value_equal(const aml_value *a, const aml_value *b) {
  return compare(a, b, 0);
}
