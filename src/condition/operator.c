#include "condition/operator.h"

#include "base/date.h"
#include "base/limits.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "condition/fold.h"

static const aml_operator operators[] = {
    {"equals", AML_OP_EQUALS, false, false},
    {"notEquals", AML_OP_EQUALS, true, false},
    {"like", AML_OP_LIKE, false, false},
    {"notLike", AML_OP_LIKE, true, false},
    {"match", AML_OP_MATCH, false, false},
    {"notMatch", AML_OP_MATCH, true, false},
    {"matchInsensitively", AML_OP_MATCH_FOLDED, false, false},
    {"notMatchInsensitively", AML_OP_MATCH_FOLDED, true, false},
    {"contains", AML_OP_CONTAINS, false, false},
    {"notContains", AML_OP_CONTAINS, true, false},
    {"in", AML_OP_IN, false, false},
    {"notIn", AML_OP_IN, true, false},
    {"containsKey", AML_OP_CONTAINS_KEY, false, false},
    {"notContainsKey", AML_OP_CONTAINS_KEY, true, false},
    {"less", AML_OP_LESS, false, false},
    {"lessOrEquals", AML_OP_LESS_OR_EQUALS, false, false},
    {"greater", AML_OP_GREATER, false, false},
    {"greaterOrEquals", AML_OP_GREATER_OR_EQUALS, false, false},
    {"exists", AML_OP_EXISTS, false, false},
    {"matches", AML_OP_MATCHES, false, true},
    {"notMatches", AML_OP_MATCHES, true, true},
};

const aml_operator *aml_operator_at(size_t i) {
  return i < sizeof operators / sizeof operators[0] ? &operators[i] : NULL;
}

const aml_operator *aml_operator_find(aml_sv name) {
  char first = name.len > 0 ? aml_ascii_lower(name.data[0]) : '\0';
  for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
    if (first == operators[i].name[0] && aml_sv_ieq(name, aml_sv_of(operators[i].name))) {
      return &operators[i];
    }
  }
  return NULL;
}

static bool is_null(const aml_value *value) {
  return value == NULL || value->kind == AML_NULL;
}

static bool is_number(const aml_value *value) {
  return value->kind == AML_INT || value->kind == AML_FLOAT;
}

static double number_of(const aml_value *value) {
  return value->kind == AML_INT ? (double)value->as.integer : value->as.number;
}

/* The number that a value is or that its text spells. */
static bool read_number(const aml_value *value, double *out) {
  if (is_number(value)) {
    *out = number_of(value);
    return true;
  }
  return value->kind == AML_STRING && aml_double_parse(aml_sv_trim(value->as.string), out);
}

/* Text of a scalar for the operators that look at text; false for arrays, objects and null. */
static bool read_text(aml_arena *arena, const aml_value *value, aml_sv *out) {
  if (is_null(value)) {
    return false;
  }
  char buffer[AML_NUMBER_TEXT_SIZE];
  switch (value->kind) {
  case AML_STRING:
    *out = value->as.string;
    return true;
  case AML_BOOL:
    *out = value->as.boolean ? AML_SV("true") : AML_SV("false");
    return true;
  case AML_INT:
    *out = aml_sv_format(arena, "%lld", (long long)value->as.integer);
    return true;
  case AML_FLOAT:
    *out = aml_sv_dup(arena, (aml_sv){buffer, aml_double_text(value->as.number, buffer)});
    return true;
  case AML_NULL:
  case AML_ARRAY:
  case AML_OBJECT:
  case AML_UNKNOWN:
  case AML_EXPRESSION:
    break;
  }
  return false;
}

static bool is_scalar(const aml_value *value) {
  return value->kind != AML_ARRAY && value->kind != AML_OBJECT;
}

/* What is known of an unknown may rule equality out. */
static aml_truth equal_unknown(aml_arena *arena, const aml_value *unknown, const aml_value *other) {
  const aml_unknown *what = unknown->as.unknown;
  const aml_kinds containers = (1U << AML_ARRAY) | (1U << AML_OBJECT);
  if (is_null(other)) {
    return (what->kinds & (1U << AML_NULL)) != 0 ? AML_MAYBE : AML_FALSE;
  }
  if (other->kind == AML_UNKNOWN) {
    return AML_MAYBE;
  }
  if (is_scalar(other) ? (what->kinds & ~containers) == 0 : (what->kinds & (1U << other->kind)) == 0) {
    return AML_FALSE;
  }
  aml_sv text;
  if (what->kinds == (1U << AML_STRING) && read_text(arena, other, &text)) {
    aml_sv folded = aml_fold_text(arena, text);
    if ((folded.len == 0 && what->is_filled) || !aml_sv_starts(folded, aml_fold_text(arena, what->prefix)) ||
        !aml_sv_ends(folded, aml_fold_text(arena, what->suffix))) {
      return AML_FALSE;
    }
  }
  return AML_MAYBE;
}

static aml_truth equal_arrays(aml_arena *arena, const aml_value *a, const aml_value *b) {
  if (aml_value_has(a, AML_VALUE_OPEN) || aml_value_has(b, AML_VALUE_OPEN)) {
    return AML_MAYBE;
  }
  if (a->as.array.count != b->as.array.count) {
    return AML_FALSE;
  }
  aml_truth all = AML_TRUE;
  for (size_t i = 0; i < a->as.array.count && all != AML_FALSE; i++) {
    aml_truth one = aml_policy_equal(arena, a->as.array.items[i], b->as.array.items[i]);
    all = one == AML_TRUE ? all : one;
  }
  return all;
}

static aml_truth equal_objects(aml_arena *arena, const aml_value *a, const aml_value *b) {
  if (aml_value_has(a, AML_VALUE_OPEN) || aml_value_has(b, AML_VALUE_OPEN)) {
    return AML_MAYBE;
  }
  if (a->as.object.count != b->as.object.count) {
    return AML_FALSE;
  }
  aml_truth all = AML_TRUE;
  for (size_t i = 0; i < a->as.object.count && all != AML_FALSE; i++) {
    const aml_member *member = &a->as.object.members[i];
    const aml_value *other = aml_object_find(b, member->name);
    aml_truth one = other == NULL ? AML_FALSE : aml_policy_equal(arena, member->value, other);
    all = one == AML_TRUE ? all : one;
  }
  return all;
}

aml_truth aml_policy_equal(aml_arena *arena, const aml_value *a, const aml_value *b) {
  if (a != NULL && a->kind == AML_UNKNOWN) {
    return equal_unknown(arena, a, b);
  }
  if (b != NULL && b->kind == AML_UNKNOWN) {
    return equal_unknown(arena, b, a);
  }
  if (a == NULL || b == NULL || a->kind == AML_NULL || b->kind == AML_NULL) {
    return is_null(a) && is_null(b) ? AML_TRUE : AML_FALSE;
  }
  if (a->kind == AML_STRING && b->kind == AML_STRING) {
    return aml_fold_eq(arena, a->as.string, b->as.string) ? AML_TRUE : AML_FALSE;
  }
  if (a->kind == AML_ARRAY && b->kind == AML_ARRAY) {
    return equal_arrays(arena, a, b);
  }
  if (a->kind == AML_OBJECT && b->kind == AML_OBJECT) {
    return equal_objects(arena, a, b);
  }
  if (a->kind == AML_BOOL || b->kind == AML_BOOL) {
    aml_sv x;
    aml_sv y;
    bool are_texts = !is_number(a) && !is_number(b) && read_text(arena, a, &x) && read_text(arena, b, &y);
    return are_texts && aml_sv_ieq(x, y) ? AML_TRUE : AML_FALSE;
  }
  double x;
  double y;
  bool are_numbers = read_number(a, &x) && read_number(b, &y);
  return are_numbers && x <= y && x >= y ? AML_TRUE : AML_FALSE;
}

typedef enum comparison { LESS, SAME, GREATER, INCOMPARABLE } comparison;

static comparison compare_numbers(double x, double y) {
  return x < y ? LESS : x > y ? GREATER : SAME;
}

/* Numbers by value where one side is a number; points in time where both are; texts else. */
static comparison compare(aml_arena *arena, const aml_value *a, const aml_value *b) {
  double x;
  double y;
  if (is_number(a) || is_number(b)) {
    return read_number(a, &x) && read_number(b, &y) ? compare_numbers(x, y) : INCOMPARABLE;
  }
  if (a->kind != AML_STRING || b->kind != AML_STRING) {
    return INCOMPARABLE;
  }
  aml_instant s;
  aml_instant t;
  if (aml_instant_parse(a->as.string, &s) && aml_instant_parse(b->as.string, &t)) {
    return s.ticks < t.ticks ? LESS : s.ticks > t.ticks ? GREATER : SAME;
  }
  int order = aml_fold_cmp(arena, a->as.string, b->as.string);
  return order < 0 ? LESS : order > 0 ? GREATER : SAME;
}

/* What does not compare is neither less nor greater, nor equal. */
static aml_truth apply_order(
    aml_arena *arena, aml_operation operation, const aml_value *left, const aml_value *right) {
  if (is_null(left) || is_null(right)) {
    return AML_FALSE;
  }
  if (left->kind == AML_UNKNOWN || right->kind == AML_UNKNOWN) {
    return AML_MAYBE;
  }
  comparison found = compare(arena, left, right);
  if (found == INCOMPARABLE) {
    return AML_FALSE;
  }
  bool holds = operation == AML_OP_LESS             ? found == LESS
               : operation == AML_OP_LESS_OR_EQUALS ? found != GREATER
               : operation == AML_OP_GREATER        ? found == GREATER
                                                    : found != LESS;
  return holds ? AML_TRUE : AML_FALSE;
}

static aml_truth any_equal(aml_arena *arena, const aml_value *array, const aml_value *wanted) {
  aml_truth any = aml_value_has(array, AML_VALUE_OPEN) ? AML_MAYBE : AML_FALSE;
  for (size_t i = 0; i < array->as.array.count; i++) {
    aml_truth one = aml_policy_equal(arena, array->as.array.items[i], wanted);
    if (one == AML_TRUE) {
      return AML_TRUE;
    }
    any = one == AML_MAYBE ? AML_MAYBE : any;
  }
  return any;
}

/* An unknown string with a known beginning or end. */
static aml_truth contains_in_part(aml_arena *arena, const aml_value *left, aml_sv part) {
  const aml_unknown *what = left->as.unknown;
  bool is_sure = what->kinds == (1U << AML_STRING) && (aml_fold_contains(arena, what->prefix, part) ||
                                                          aml_fold_contains(arena, what->suffix, part));
  return is_sure ? AML_TRUE : AML_MAYBE;
}

static aml_truth apply_contains(aml_arena *arena, const aml_value *left, const aml_value *right) {
  aml_sv part;
  if (is_null(left)) {
    return AML_FALSE;
  }
  if (left->kind == AML_ARRAY) {
    return any_equal(arena, left, right);
  }
  if (left->kind == AML_OBJECT || is_null(right)) {
    return AML_FALSE;
  }
  if (right->kind == AML_UNKNOWN) {
    return AML_MAYBE;
  }
  if (!read_text(arena, right, &part)) {
    return AML_FALSE;
  }
  if (left->kind == AML_UNKNOWN) {
    return contains_in_part(arena, left, part);
  }
  aml_sv text;
  return read_text(arena, left, &text) && aml_fold_contains(arena, text, part) ? AML_TRUE : AML_FALSE;
}

static aml_truth apply_contains_key(aml_arena *arena, const aml_value *left, const aml_value *right) {
  if (is_null(left) || is_null(right)) {
    return AML_FALSE;
  }
  if (right->kind == AML_UNKNOWN) {
    return left->kind == AML_OBJECT || left->kind == AML_UNKNOWN ? AML_MAYBE : AML_FALSE;
  }
  if (left->kind == AML_UNKNOWN) {
    return (left->as.unknown->kinds & (1U << AML_OBJECT)) != 0 ? AML_MAYBE : AML_FALSE;
  }
  aml_sv key;
  if (left->kind != AML_OBJECT || !read_text(arena, right, &key)) {
    return AML_FALSE;
  }
  for (size_t i = 0; i < left->as.object.count; i++) {
    if (aml_fold_eq(arena, left->as.object.members[i].name, key)) {
      return AML_TRUE;
    }
  }
  return aml_value_has(left, AML_VALUE_OPEN) ? AML_MAYBE : AML_FALSE;
}

static aml_truth apply_in(aml_arena *arena, const aml_value *left, const aml_value *right) {
  if (is_null(right) || (right->kind != AML_ARRAY && right->kind != AML_UNKNOWN)) {
    return AML_FALSE;
  }
  return right->kind == AML_UNKNOWN ? AML_MAYBE : any_equal(arena, right, left);
}

static aml_truth apply_exists(const aml_value *left, const aml_value *right) {
  if (right != NULL && right->kind == AML_UNKNOWN) {
    return AML_MAYBE;
  }
  bool wanted = right == NULL || right->kind != AML_BOOL ? !aml_sv_ieq(aml_value_text(right), AML_SV("false"))
                                                         : right->as.boolean;
  if (left != NULL && left->kind == AML_UNKNOWN && (left->as.unknown->kinds & (1U << AML_NULL)) != 0) {
    return AML_MAYBE;
  }
  return !is_null(left) == wanted ? AML_TRUE : AML_FALSE;
}

/* A pattern whose only star is its last character asks for a beginning, which may be known. */
static aml_truth like_in_part(aml_arena *arena, const aml_value *left, aml_sv pattern) {
  const aml_unknown *what = left->as.unknown;
  size_t special = 0;
  while (special < pattern.len && pattern.data[special] != '*' && pattern.data[special] != '?') {
    special++;
  }
  aml_sv literal = aml_fold_text(arena, aml_sv_slice(pattern, 0, special));
  aml_sv prefix = aml_fold_text(arena, what->prefix);
  if (what->kinds != (1U << AML_STRING)) {
    return AML_MAYBE;
  }
  if (special + 1 == pattern.len && pattern.data[special] == '*' && aml_sv_starts(prefix, literal)) {
    return AML_TRUE;
  }
  return aml_sv_starts(prefix, literal) || aml_sv_starts(literal, prefix) ? AML_MAYBE : AML_FALSE;
}

static aml_truth match_regex(aml_arena *arena, aml_sv text, aml_sv pattern, const aml_regex *regex) {
  if (regex == NULL) { /* a pattern that was computed serves once */
    regex = aml_regex_new(arena, pattern, AML_REGEX_BRIEF, NULL);
  }
  if (regex == NULL) {
    return AML_MAYBE;
  }
  aml_regex_answer answer = aml_regex_match(regex, arena, text);
  return answer == AML_REGEX_LIMIT ? AML_MAYBE : answer == AML_REGEX_YES ? AML_TRUE : AML_FALSE;
}

static aml_truth apply_pattern(aml_arena *arena, aml_operation operation, const aml_value *left,
    const aml_value *right, const aml_regex *regex) {
  if (is_null(left) || is_null(right)) {
    return AML_FALSE;
  }
  aml_sv pattern;
  aml_sv text;
  if (right->kind == AML_UNKNOWN) {
    return AML_MAYBE;
  }
  if (!read_text(arena, right, &pattern)) {
    return AML_FALSE;
  }
  if (left->kind == AML_UNKNOWN) {
    return operation == AML_OP_LIKE ? like_in_part(arena, left, pattern) : AML_MAYBE;
  }
  if (!read_text(arena, left, &text)) {
    return AML_FALSE;
  }
  if (operation == AML_OP_MATCHES) {
    return match_regex(arena, text, pattern, regex);
  }
  bool holds = operation == AML_OP_LIKE ? aml_fold_like(arena, text, pattern)
                                        : aml_fold_match(arena, text, pattern,
                                              operation == AML_OP_MATCH ? AML_MATCH_EXACT : AML_MATCH_FOLDED);
  return holds ? AML_TRUE : AML_FALSE;
}

/* The value with blanks taken out of its strings: names of regions. */
static const aml_value *squeeze(aml_arena *arena, const aml_value *value) {
  if (value == NULL || (value->kind != AML_STRING && value->kind != AML_ARRAY)) {
    return value;
  }
  if (value->kind == AML_ARRAY) {
    const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, value->as.array.count);
    for (size_t i = 0; i < value->as.array.count; i++) {
      const aml_value *item = value->as.array.items[i];
      items[i] = item->kind == AML_STRING ? squeeze(arena, item) : item;
    }
    aml_value *copy = AML_NEW(arena, aml_value);
    *copy = *value;
    copy->as.array.items = items;
    return copy;
  }
  if (aml_sv_find_char(value->as.string, ' ', 0) == AML_NPOS) {
    return value;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < value->as.string.len; i++) {
    if (value->as.string.data[i] != ' ') {
      aml_strbuf_add_char(&out, value->as.string.data[i]);
    }
  }
  return aml_value_string(arena, aml_strbuf_view(&out), value->span);
}

static aml_truth apply_base(aml_arena *arena, aml_operation operation, const aml_value *left,
    const aml_value *right, const aml_regex *regex) {
  switch (operation) {
  case AML_OP_EQUALS:
    return aml_policy_equal(arena, left, right);
  case AML_OP_CONTAINS:
    return apply_contains(arena, left, right);
  case AML_OP_IN:
    return apply_in(arena, left, right);
  case AML_OP_CONTAINS_KEY:
    return apply_contains_key(arena, left, right);
  case AML_OP_EXISTS:
    return apply_exists(left, right);
  case AML_OP_LIKE:
  case AML_OP_MATCH:
  case AML_OP_MATCH_FOLDED:
  case AML_OP_MATCHES:
    return apply_pattern(arena, operation, left, right, regex);
  case AML_OP_LESS:
  case AML_OP_LESS_OR_EQUALS:
  case AML_OP_GREATER:
  case AML_OP_GREATER_OR_EQUALS:
    break;
  }
  return apply_order(arena, operation, left, right);
}

aml_truth aml_operator_apply(aml_arena *arena, const aml_operator *op, aml_operand_style style,
    const aml_value *left, const aml_value *right, const aml_regex *regex) {
  if (style == AML_OPERANDS_REGIONS) {
    left = squeeze(arena, left);
    right = squeeze(arena, right);
  }
  aml_truth holds = apply_base(arena, op->operation, left, right, regex);
  return op->is_negated ? aml_truth_not(holds) : holds;
}
