/* Operators on known values, exactly as Python computes them: integers within 64 bits, numbers with a
 * fraction as doubles where each step is one operation of IEEE 754. All else is not known.
 *
 * Source: the Python language reference, chapter 6, of 3.12 (read 2026-11). */
#include <math.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "python/evaluating.h"

typedef struct folding {
  aml_py_run *run;
  aml_arena *arena;
  const aml_py_expr *expr;
  const aml_py_value *const *values;
  aml_span span;
  uint32_t at; /* the next item */
} folding;

/* ---- Values ---- */

static const aml_value *of_int(const folding *f, int64_t integer) {
  return aml_value_int(f->arena, integer, f->span);
}

static const aml_value *of_bool(const folding *f, bool boolean) {
  return aml_value_bool(f->arena, boolean, f->span);
}

static const aml_value *of_double(const folding *f, double number) {
  return isfinite(number) ? aml_value_float(f->arena, number, f->span) : NULL;
}

/* True and False are the integers 1 and 0. */
static bool as_int(const aml_value *value, int64_t *out) {
  *out = value->kind == AML_BOOL ? (value->as.boolean ? 1 : 0) : value->as.integer;
  return value->kind == AML_BOOL || value->kind == AML_INT;
}

/* An integer that no double is makes no number here. */
static bool as_double(const aml_value *value, double *out) {
  const int64_t most = (int64_t)1 << 53;
  int64_t integer;
  if (value->kind == AML_FLOAT) {
    *out = value->as.number;
    return true;
  }
  bool is_int = as_int(value, &integer) && integer >= -most && integer <= most;
  *out = is_int ? (double)integer : 0.0;
  return is_int;
}

/* bool(value) */
static aml_truth truth_of(const aml_value *value) {
  int64_t integer;
  bool is_empty = value->kind == AML_NULL || (as_int(value, &integer) && integer == 0) ||
                  (value->kind == AML_FLOAT && value->as.number == 0.0) ||
                  (value->kind == AML_STRING && value->as.string.len == 0);
  if (value->kind == AML_ARRAY && value->as.array.count == 0) {
    return aml_value_has(value, AML_VALUE_OPEN) ? AML_MAYBE : AML_FALSE;
  }
  bool is_any = value->kind == AML_OBJECT || value->kind == AML_UNKNOWN || value->kind == AML_EXPRESSION;
  return is_empty ? AML_FALSE : is_any ? AML_MAYBE : AML_TRUE;
}

/* ---- Arithmetic ---- */

static bool power(int64_t base, int64_t exponent, int64_t *out) {
  *out = 1;
  for (int64_t i = 0; i < exponent; i++) {
    if (__builtin_mul_overflow(*out, base, out)) {
      return false;
    }
    if (base == 0 || base == 1 || (base == -1 && i >= 1)) { /* what follows does not grow */
      *out = base == -1 ? (exponent % 2 == 0 ? 1 : -1) : base;
      return true;
    }
  }
  return exponent >= 0;
}

/* Rounds down, as '//' and '%' do. */
static bool divide(int64_t a, int64_t b, int64_t *quotient, int64_t *rest) {
  if (b == 0 || (a == INT64_MIN && b == -1)) {
    return false;
  }
  *quotient = a / b;
  *rest = a % b;
  if (*rest != 0 && (*rest < 0) != (b < 0)) {
    *quotient -= 1;
    *rest += b;
  }
  return true;
}

static bool shift(int64_t a, int64_t b, bool is_left, int64_t *out) {
  bool is_far = b > 62;
  if (b < 0 || (is_left && is_far && a != 0)) {
    return false;
  }
  if (is_far) {
    *out = a < 0 ? -1 : 0;
    return true;
  }
  if (is_left) {
    return !__builtin_mul_overflow(a, (int64_t)1 << b, out);
  }
  *out = a >> b;
  return true;
}

static const aml_value *of_ints(const folding *f, aml_sv sign, int64_t a, int64_t b) {
  int64_t made = 0;
  int64_t other = 0;
  bool is_known = false;
  if (aml_sv_eq(sign, AML_SV("+"))) {
    is_known = !__builtin_add_overflow(a, b, &made);
  } else if (aml_sv_eq(sign, AML_SV("-"))) {
    is_known = !__builtin_sub_overflow(a, b, &made);
  } else if (aml_sv_eq(sign, AML_SV("*"))) {
    is_known = !__builtin_mul_overflow(a, b, &made);
  } else if (aml_sv_eq(sign, AML_SV("//"))) {
    is_known = divide(a, b, &made, &other);
  } else if (aml_sv_eq(sign, AML_SV("%"))) {
    is_known = divide(a, b, &other, &made);
  } else if (aml_sv_eq(sign, AML_SV("**"))) {
    is_known = power(a, b, &made);
  } else if (aml_sv_eq(sign, AML_SV("<<")) || aml_sv_eq(sign, AML_SV(">>"))) {
    is_known = shift(a, b, aml_sv_eq(sign, AML_SV("<<")), &made);
  } else if (aml_sv_eq(sign, AML_SV("&")) || aml_sv_eq(sign, AML_SV("|")) || aml_sv_eq(sign, AML_SV("^"))) {
    made = sign.data[0] == '&' ? (a & b) : sign.data[0] == '|' ? (a | b) : (a ^ b);
    is_known = true;
  }
  return is_known ? of_int(f, made) : NULL;
}

static const aml_value *of_doubles(const folding *f, aml_sv sign, double a, double b) {
  return aml_sv_eq(sign, AML_SV("+"))   ? of_double(f, a + b)
         : aml_sv_eq(sign, AML_SV("-")) ? of_double(f, a - b)
         : aml_sv_eq(sign, AML_SV("*")) ? of_double(f, a * b)
         : aml_sv_eq(sign, AML_SV("/")) ? b == 0.0 ? NULL : of_double(f, a / b)
                                        : NULL;
}

/* ---- Texts and lists ---- */

static const aml_value *repeat_text(const folding *f, aml_sv text, int64_t times) {
  enum { BYTES_MAX = 1 << 16 };
  aml_strbuf out;
  times = times < 0 || text.len == 0 ? 0 : times;
  if (times > BYTES_MAX / (int64_t)(text.len + 1) || !aml_py_may_copy(f->run, text.len * (size_t)times)) {
    return NULL;
  }
  aml_strbuf_init(&out, f->arena, BYTES_MAX);
  for (int64_t i = 0; i < times; i++) {
    aml_strbuf_add(&out, text);
  }
  return aml_value_string(f->arena, aml_strbuf_view(&out), f->span);
}

static const aml_value *repeat_list(const folding *f, const aml_value *list, int64_t times) {
  enum { ITEMS_MAX = 4096 };
  size_t count = list->as.array.count;
  times = times < 0 || count == 0 ? 0 : times;
  if (aml_value_has(list, AML_VALUE_OPEN) || times > ITEMS_MAX / (int64_t)(count + 1) ||
      !aml_py_may_copy(f->run, count * (size_t)times * sizeof list)) {
    return NULL;
  }
  const aml_value **items = AML_NEW_ARRAY(f->arena, const aml_value *, count *(size_t)times);
  for (size_t i = 0; i < count * (size_t)times; i++) {
    items[i] = list->as.array.items[i % count];
  }
  return aml_value_array(f->arena, items, count * (size_t)times, f->span);
}

/* Lists are not joined: some are tuples, and a list and a tuple are not. */
static const aml_value *of_containers(const folding *f, aml_sv sign, const aml_value *a, const aml_value *b) {
  int64_t times;
  bool is_product = aml_sv_eq(sign, AML_SV("*"));
  const aml_value *repeated = as_int(a, &times) ? b : as_int(b, &times) ? a : NULL;
  return !is_product || repeated == NULL ? NULL
         : repeated->kind == AML_STRING  ? repeat_text(f, repeated->as.string, times)
         : repeated->kind == AML_ARRAY   ? repeat_list(f, repeated, times)
                                         : NULL;
}

/* ---- Comparisons ---- */

static bool is_number(const aml_value *value) {
  return value->kind == AML_BOOL || value->kind == AML_INT || value->kind == AML_FLOAT;
}

/* The order of two numbers or texts; false where it is not known, or there is none. */
static bool order_of(const aml_value *a, const aml_value *b, int *order) {
  int64_t x, y;
  double p, q;
  if (a->kind == AML_STRING && b->kind == AML_STRING) { /* of bytes, which is that of code points */
    *order = aml_sv_cmp(a->as.string, b->as.string);
    return true;
  }
  if (as_int(a, &x) && as_int(b, &y)) {
    *order = (x > y) - (x < y);
    return true;
  }
  if (is_number(a) && is_number(b) && as_double(a, &p) && as_double(b, &q)) {
    *order = (p > q) - (p < q);
    return true;
  }
  return false;
}

/* a == b. Lists are left alone: some are tuples, which equal none. */
static aml_truth is_equal(const aml_value *a, const aml_value *b) {
  int order;
  bool is_scalar = a->kind != AML_ARRAY && b->kind != AML_ARRAY && a->kind != AML_OBJECT &&
                   b->kind != AML_OBJECT && a->kind != AML_UNKNOWN && b->kind != AML_UNKNOWN;
  if (!is_scalar) {
    return AML_MAYBE;
  }
  if (order_of(a, b, &order)) {
    return order == 0 ? AML_TRUE : AML_FALSE;
  }
  bool are_numbers = is_number(a) && is_number(b);
  return are_numbers ? AML_MAYBE : a->kind == b->kind ? AML_TRUE : AML_FALSE; /* None is None */
}

/* a in b */
static aml_truth is_in(const aml_value *a, const aml_value *b) {
  if (a->kind == AML_STRING && b->kind == AML_STRING) {
    return aml_sv_find(b->as.string, a->as.string, 0) != AML_NPOS ? AML_TRUE : AML_FALSE;
  }
  if (b->kind != AML_ARRAY) {
    return AML_MAYBE;
  }
  bool is_certain = !aml_value_has(b, AML_VALUE_OPEN);
  for (size_t i = 0; i < b->as.array.count; i++) {
    aml_truth one = is_equal(a, b->as.array.items[i]);
    if (one == AML_TRUE) {
      return AML_TRUE;
    }
    is_certain = is_certain && one == AML_FALSE;
  }
  return is_certain ? AML_FALSE : AML_MAYBE;
}

static aml_truth compare(aml_sv sign, const aml_value *a, const aml_value *b) {
  int order;
  if (aml_sv_eq(sign, AML_SV("==")) || aml_sv_eq(sign, AML_SV("!="))) {
    return sign.data[0] == '=' ? is_equal(a, b) : aml_truth_not(is_equal(a, b));
  }
  if (aml_sv_eq(sign, AML_SV("in")) || aml_sv_eq(sign, AML_SV("not in"))) {
    return sign.data[0] == 'i' ? is_in(a, b) : aml_truth_not(is_in(a, b));
  }
  if (aml_sv_eq(sign, AML_SV("is")) || aml_sv_eq(sign, AML_SV("is not"))) { /* of others, who knows */
    bool has_none = a->kind == AML_NULL || b->kind == AML_NULL;
    bool is_known = has_none && a->kind != AML_UNKNOWN && b->kind != AML_UNKNOWN;
    aml_truth is_same = !is_known ? AML_MAYBE : a->kind == b->kind ? AML_TRUE : AML_FALSE;
    return aml_sv_eq(sign, AML_SV("is")) ? is_same : aml_truth_not(is_same);
  }
  if (!order_of(a, b, &order)) {
    return AML_MAYBE;
  }
  bool is_or_equal = sign.len == 2;
  bool holds = sign.data[0] == '<' ? order < 0 : order > 0;
  return holds || (is_or_equal && order == 0) ? AML_TRUE : AML_FALSE;
}

/* ---- Chains ---- */

enum {
  LEVEL_OR = 1,
  LEVEL_AND,
  LEVEL_COMPARE,
  LEVEL_BIT_OR,
  LEVEL_BIT_XOR,
  LEVEL_BIT_AND,
  LEVEL_SHIFT,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_POWER,
  LEVEL_OPERAND
};

static int level_of(aml_sv sign) {
  static const struct {
    const char *sign;
    int level;
  } levels[] = {{"or", LEVEL_OR}, {"and", LEVEL_AND}, {"|", LEVEL_BIT_OR}, {"^", LEVEL_BIT_XOR},
      {"&", LEVEL_BIT_AND}, {"<<", LEVEL_SHIFT}, {">>", LEVEL_SHIFT}, {"+", LEVEL_SUM}, {"-", LEVEL_SUM},
      {"*", LEVEL_PRODUCT}, {"/", LEVEL_PRODUCT}, {"//", LEVEL_PRODUCT}, {"%", LEVEL_PRODUCT},
      {"@", LEVEL_PRODUCT}, {"**", LEVEL_POWER}};
  for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
    if (aml_sv_eq(sign, aml_sv_of(levels[i].sign))) {
      return levels[i].level;
    }
  }
  return LEVEL_COMPARE;
}

/* The operator before the next item; empty at the end. */
static aml_sv next_sign(const folding *f) {
  return f->at < f->expr->count ? f->expr->items[f->at].name : (aml_sv){NULL, 0};
}

static bool is_weak(const aml_py_expr *item, aml_sv sign) {
  int level = level_of(sign);
  bool is_not = item->form == AML_PY_PREFIX && aml_sv_eq(item->name, AML_SV("not"));
  bool is_sign = item->form == AML_PY_NEGATIVE || item->form == AML_PY_PREFIX;
  return (is_not && level > LEVEL_AND) || (is_sign && level == LEVEL_POWER);
}

/* An operand; NULL where it is not known, or where its prefix may be one of more than it: "not a == b". */
static const aml_value *fold_operand(folding *f) {
  const aml_py_expr *item = f->expr->items[f->at].value;
  const aml_py_value *value = f->values[f->at++];
  bool is_data = value != NULL && value->what == AML_PY_DATA && value->growing == NULL;
  bool is_apart = f->at < f->expr->count && is_weak(item, next_sign(f));
  return is_data && !is_apart && value->data->kind != AML_UNKNOWN ? value->data : NULL;
}

static const aml_value *secret_as(
    const folding *f, const aml_value *made, const aml_value *a, const aml_value *b) {
  unsigned secrecy = (a->flags | b->flags) & (unsigned)AML_VALUE_SECURE;
  unsigned flags = made->flags | secrecy | (unsigned)AML_VALUE_BLOCK;
  return aml_value_moved(f->arena, made, f->span, a->origin != NULL ? a->origin : b->origin, flags);
}

static const aml_value *apply(const folding *f, aml_sv sign, const aml_value *a, const aml_value *b) {
  int64_t x, y;
  double p, q;
  if (a == NULL || b == NULL) {
    return NULL;
  }
  const aml_value *made = NULL;
  bool are_ints = as_int(a, &x) && as_int(b, &y);
  bool are_bools = a->kind == AML_BOOL && b->kind == AML_BOOL;
  bool is_divided = aml_sv_eq(sign, AML_SV("/"));
  if (are_ints && !is_divided) {
    made = of_ints(f, sign, x, y);
    bool is_logical =
        are_bools && made != NULL && aml_sv_find_char(AML_SV("&|^"), sign.data[0], 0) != AML_NPOS;
    made = is_logical ? of_bool(f, made->as.integer != 0) : made;
  } else if (is_number(a) && is_number(b) && as_double(a, &p) && as_double(b, &q)) {
    made = of_doubles(f, sign, p, q);
  } else {
    made = of_containers(f, sign, a, b);
  }
  return made == NULL ? NULL : secret_as(f, made, a, b);
}

static const aml_value *fold_level(folding *f, int level);

/* "a" + "b" + "c" in one piece; NULL where one of them is no text, or all together are too much. */
static const aml_value *join_texts(folding *f, const aml_value *first) {
  aml_strbuf text;
  aml_strbuf_init(&text, f->arena, SIZE_MAX);
  const aml_origin *origin = first->origin;
  unsigned flags = first->flags | (unsigned)AML_VALUE_BLOCK;
  bool is_known = aml_py_may_copy(f->run, first->as.string.len);
  aml_strbuf_add(&text, is_known ? first->as.string : (aml_sv){NULL, 0});
  while (aml_sv_eq(next_sign(f), AML_SV("+"))) {
    const aml_value *next = fold_level(f, LEVEL_SUM + 1);
    is_known =
        is_known && next != NULL && next->kind == AML_STRING && aml_py_may_copy(f->run, next->as.string.len);
    if (is_known) {
      aml_strbuf_add(&text, next->as.string);
      origin = origin != NULL ? origin : next->origin;
      flags |= next->flags & (unsigned)AML_VALUE_SECURE;
    }
  }
  const aml_value *made = aml_value_string(f->arena, aml_strbuf_view(&text), f->span);
  return is_known ? aml_value_moved(f->arena, made, f->span, origin, flags) : NULL;
}

/* a < b < c: each pair in turn. */
static const aml_value *fold_comparisons(folding *f) {
  const aml_value *left = fold_level(f, LEVEL_COMPARE + 1);
  const aml_value *result = left;
  bool is_over = false;
  for (aml_sv sign = next_sign(f); sign.len > 0 && level_of(sign) == LEVEL_COMPARE; sign = next_sign(f)) {
    const aml_value *right = fold_level(f, LEVEL_COMPARE + 1);
    aml_truth truth = left == NULL || right == NULL ? AML_MAYBE : compare(sign, left, right);
    if (!is_over) {
      result = truth == AML_MAYBE ? NULL : secret_as(f, of_bool(f, truth == AML_TRUE), left, right);
      is_over = truth != AML_TRUE;
    }
    left = right;
  }
  return result;
}

/* a or b or c: the first that decides, or the last. */
static const aml_value *fold_logical(folding *f, int level) {
  const aml_value *result = fold_level(f, level + 1);
  for (aml_sv sign = next_sign(f); sign.len > 0 && level_of(sign) == level; sign = next_sign(f)) {
    const aml_value *other = fold_level(f, level + 1);
    aml_truth truth = result == NULL ? AML_MAYBE : truth_of(result);
    bool goes_on = truth == (level == LEVEL_OR ? AML_FALSE : AML_TRUE);
    result = truth == AML_MAYBE ? NULL : goes_on ? other : result;
  }
  return result;
}

/* Items from f->at on, with the operators between them that bind at least as the level does. Recursion is as
 * deep as there are levels, but for powers, which are as many as an expression is read. */
static const aml_value *fold_level(folding *f, int level) {
  if (level == LEVEL_OPERAND) {
    return fold_operand(f);
  }
  if (level == LEVEL_COMPARE) {
    return fold_comparisons(f);
  }
  if (level == LEVEL_OR || level == LEVEL_AND) {
    return fold_logical(f, level);
  }
  const aml_value *result = fold_level(f, level + 1);
  for (aml_sv sign = next_sign(f); sign.len > 0 && level_of(sign) == level; sign = next_sign(f)) {
    if (aml_sv_eq(sign, AML_SV("+")) && aml_value_is(result, AML_STRING)) {
      result = join_texts(f, result);
      continue;
    }
    const aml_value *other = fold_level(f, level + 1);
    bool is_repeated = level == LEVEL_POWER && next_sign(f).len > 0 && level_of(next_sign(f)) == level;
    result = is_repeated ? NULL : apply(f, sign, result, other); /* "a ** b ** c" goes from the right */
  }
  return result;
}

static const aml_value *fold_prefix(const folding *f) {
  const aml_py_value *of = f->values[0];
  bool is_data = of != NULL && of->what == AML_PY_DATA && of->growing == NULL;
  const aml_value *value = is_data && of->data->kind != AML_UNKNOWN ? of->data : NULL;
  int64_t integer;
  if (value == NULL) {
    return NULL;
  }
  const aml_value *made = NULL;
  if (aml_sv_eq(f->expr->name, AML_SV("not"))) {
    aml_truth truth = truth_of(value);
    made = truth == AML_MAYBE ? NULL : of_bool(f, truth == AML_FALSE);
  } else if (as_int(value, &integer)) {
    made = of_int(f, f->expr->name.data[0] == '~' ? ~integer : integer);
  } else if (value->kind == AML_FLOAT && f->expr->name.data[0] == '+') {
    made = value;
  }
  return made == NULL ? NULL : secret_as(f, made, value, value);
}

const aml_value *aml_py_fold(aml_py_run *run, const aml_py_expr *expr, const aml_py_value *const *values) {
  folding f = {
      .run = run, .arena = run->arena, .expr = expr, .values = values, .span = aml_py_span_of(run, expr)};
  return expr->form == AML_PY_PREFIX ? fold_prefix(&f) : fold_level(&f, LEVEL_OR);
}

/* ---- Items ---- */

/* The character at a place; NULL where there is none. */
static const aml_value *character_at(const folding *f, aml_sv text, int64_t index) {
  int64_t count = (int64_t)aml_utf8_length(text);
  index += index < 0 ? count : 0;
  if (index < 0 || index >= count) {
    return NULL;
  }
  size_t begin = 0;
  size_t end = 0;
  for (int64_t i = 0; i <= index; i++) {
    begin = end;
    (void)aml_utf8_next(text, &end);
  }
  return aml_value_string(f->arena, aml_sv_slice(text, begin, end), f->span);
}

const aml_value *aml_py_item_at(aml_py_run *run, const aml_value *of, const aml_value *key, aml_span span) {
  const folding f = {.run = run, .arena = run->arena, .span = span};
  int64_t index;
  const aml_value *made = NULL;
  if (!as_int(key, &index)) {
    return NULL;
  }
  if (of->kind == AML_STRING) {
    made = character_at(&f, of->as.string, index);
  } else if (of->kind == AML_ARRAY && !aml_value_has(of, AML_VALUE_OPEN)) {
    int64_t count = (int64_t)of->as.array.count;
    index += index < 0 ? count : 0;
    const aml_value *item = index >= 0 && index < count ? of->as.array.items[index] : NULL;
    bool is_plain = item != NULL && item->kind != AML_OBJECT && item->kind != AML_UNKNOWN;
    made = is_plain ? item : NULL; /* of others nobody knows here whether they are objects that were made */
  }
  return made == NULL ? NULL : secret_as(&f, made, of, made);
}
