/* What operators, conditionals and templates of HCL mean. */
#include "hcl/arithmetic.h"

#define BOOL   AML_KIND_BIT(AML_BOOL)
#define NUMBER (AML_KIND_BIT(AML_INT) | AML_KIND_BIT(AML_FLOAT))
#define STRING AML_KIND_BIT(AML_STRING)

/* ---- logic ---- */

static const aml_value *junction(const aml_hcl_call *call, bool decides) {
  const aml_value *a = call->args[0];
  const aml_value *b = call->args[1];
  bool is_decided =
      (a->kind == AML_BOOL && a->as.boolean == decides) || (b->kind == AML_BOOL && b->as.boolean == decides);
  if (is_decided) {
    return aml_make_bool(call->eval, decides);
  }
  const aml_value *unknown = a->kind == AML_UNKNOWN ? a : b->kind == AML_UNKNOWN ? b : NULL;
  return unknown != NULL ? aml_unknown_because(call->eval, unknown, BOOL)
                         : aml_make_bool(call->eval, !decides);
}

static const aml_value *either(const aml_hcl_call *call) {
  return junction(call, true);
}

static const aml_value *all(const aml_hcl_call *call) {
  return junction(call, false);
}

static const aml_value *negation(const aml_hcl_call *call) {
  return aml_make_bool(call->eval, !call->args[0]->as.boolean);
}

static aml_truth is_same(const aml_hcl_call *call) {
  return aml_hcl_same(call->args[0], call->args[1]);
}

static const aml_value *cause(const aml_hcl_call *call) {
  const aml_value *first = aml_find_unknown(call->args[0]);
  const aml_value *second = first != NULL ? first : aml_find_unknown(call->args[1]);
  return second != NULL ? second : call->args[0];
}

static const aml_value *equal(const aml_hcl_call *call) {
  return aml_make_truth(call->eval, is_same(call), cause(call));
}

static const aml_value *not_equal(const aml_hcl_call *call) {
  aml_truth same = is_same(call);
  return aml_make_truth(call->eval,
      same == AML_MAYBE  ? same
      : same == AML_TRUE ? AML_FALSE
                         : AML_TRUE,
      cause(call));
}

/* Above 0 where the first is, below 0 or 0. NULL in *out, or what the comparison gives where that is not
 * known. */
static int order_of(const aml_hcl_call *call, const aml_value **out) {
  int order = 0;
  bool is_known = aml_hcl_order(call->args[0], call->args[1], &order);
  *out = is_known ? NULL : aml_eval_unknown(call->eval, BOOL, AML_HCL_TOO_NEAR);
  return order;
}

static const aml_value *less(const aml_hcl_call *call) {
  const aml_value *unknown = NULL;
  int order = order_of(call, &unknown);
  return unknown != NULL ? unknown : aml_make_bool(call->eval, order < 0);
}

static const aml_value *greater(const aml_hcl_call *call) {
  const aml_value *unknown = NULL;
  int order = order_of(call, &unknown);
  return unknown != NULL ? unknown : aml_make_bool(call->eval, order > 0);
}

static const aml_value *at_most(const aml_hcl_call *call) {
  const aml_value *unknown = NULL;
  int order = order_of(call, &unknown);
  return unknown != NULL ? unknown : aml_make_bool(call->eval, order <= 0);
}

static const aml_value *at_least(const aml_hcl_call *call) {
  const aml_value *unknown = NULL;
  int order = order_of(call, &unknown);
  return unknown != NULL ? unknown : aml_make_bool(call->eval, order >= 0);
}

/* ---- arithmetic ---- */

typedef bool whole_operation(int64_t a, int64_t b, int64_t *out);

static bool add_whole(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_add_overflow(a, b, out);
}

static bool subtract_whole(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_sub_overflow(a, b, out);
}

static bool multiply_whole(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_mul_overflow(a, b, out);
}

static bool is_zero(const aml_value *number) {
  return number->kind == AML_INT ? number->as.integer == 0
                                 : !(number->as.number < 0) && !(number->as.number > 0);
}

static bool is_negative(const aml_value *number) {
  return is_zero(number) ? aml_value_has(number, AML_HCL_MINUS) : aml_hcl_double(number) < 0;
}

static const aml_value *minus_zero(const aml_hcl_call *call) {
  const aml_value *zero = aml_make_int(call->eval, 0);
  return aml_value_moved(
      call->eval->arena, zero, zero->span, zero->origin, zero->flags | (unsigned)AML_HCL_MINUS);
}

/* Whether a result that is zero has a sign: that of IEEE 754. */
static bool has_minus(char operator, const aml_value * a, const aml_value *b) {
  bool left = is_negative(a);
  bool right = is_negative(b);
  return operator== '*' || operator== '/' ? left != right :
         operator== '+'                   ? left && right && is_zero(a)
         :
         operator== '-' ? left && !right && is_zero(a)
                        : false;
}

static const aml_value *compute(const aml_hcl_call *call, char operator, whole_operation * apply) {
  const aml_value *a = call->args[0];
  const aml_value *b = call->args[1];
  int64_t whole = 0;
  const aml_value *made =
      a->kind == AML_INT && b->kind == AML_INT && apply(a->as.integer, b->as.integer, &whole)
          ? aml_make_int(call->eval, whole)
          : aml_hcl_compute(call->eval, operator, a, b);
  bool is_minus = made->kind != AML_UNKNOWN && is_zero(made) && has_minus(operator, a, b);
  return is_minus ? minus_zero(call) : made;
}

static const aml_value *add(const aml_hcl_call *call) {
  return compute(call, '+', add_whole);
}

static const aml_value *subtract(const aml_hcl_call *call) {
  return compute(call, '-', subtract_whole);
}

static const aml_value *multiply(const aml_hcl_call *call) {
  return compute(call, '*', multiply_whole);
}

static bool divide_whole(int64_t a, int64_t b, int64_t *out) {
  bool fits = b != 0 && b != -1 && a % b == 0;
  *out = fits ? a / b : 0;
  return fits;
}

static bool modulo_whole(int64_t a, int64_t b, int64_t *out) {
  bool fits = b != 0 && b != -1;
  *out = fits ? a % b : 0;
  return fits;
}

/* Of what is not 0, the quotient is infinite: HCL has such numbers, and nobody means them. */
static const aml_value *divide(const aml_hcl_call *call) {
  if (is_zero(call->args[0]) && is_zero(call->args[1])) {
    return aml_hcl_call_fail(call, 1, "Zero cannot be divided by zero.");
  }
  return compute(call, '/', divide_whole);
}

static const aml_value *modulo(const aml_hcl_call *call) {
  return compute(call, '%', modulo_whole);
}

static const aml_value *negate(const aml_hcl_call *call) {
  const aml_value *number = call->args[0];
  int64_t whole = 0;
  if (is_zero(number)) {
    return aml_value_has(number, AML_HCL_MINUS) ? aml_make_int(call->eval, 0) : minus_zero(call);
  }
  return number->kind == AML_INT && subtract_whole(0, number->as.integer, &whole)
             ? aml_make_int(call->eval, whole)
             : aml_make_float(call->eval, -aml_hcl_double(number));
}

/* ---- conditionals ---- */

static const aml_value *one_of(aml_eval *eval, const aml_expr *expr, const aml_value *why) {
  eval->silence++;
  const aml_value *yes = aml_eval_arg(eval, expr, 1);
  const aml_value *no = aml_eval_arg(eval, expr, 2);
  eval->silence--;
  (void)aml_hcl_unify(eval, &yes, &no);
  return aml_either(eval, why, yes, no);
}

/* The arm that is taken, in the type that both have; the other one is evaluated on trial for that. */
static const aml_value *condition(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  const aml_value *asked = aml_eval_arg(eval, call->expr, 0);
  const aml_value *truth = aml_hcl_to_bool(eval, asked);
  if (truth == NULL || truth->kind == AML_NULL) {
    return aml_hcl_call_fail(call, 0, "A condition must be true or false.");
  }
  if (truth->kind == AML_UNKNOWN) {
    return one_of(eval, call->expr, truth);
  }
  const aml_value *taken = aml_eval_arg(eval, call->expr, truth->as.boolean ? 1 : 2);
  size_t failures = eval->failures;
  eval->silence++;
  const aml_value *other = aml_eval_arg(eval, call->expr, truth->as.boolean ? 2 : 1);
  eval->silence--;
  if (eval->failures == failures && !aml_hcl_unify(eval, &taken, &other)) {
    return aml_hcl_call_fail(call, AML_NPOS, "Both results of a conditional must have the same type.");
  }
  unsigned secrecy = truth->flags & (unsigned)AML_VALUE_SECURE;
  return secrecy == 0
             ? taken
             : aml_value_moved(eval->arena, taken, taken->span, taken->origin, taken->flags | secrecy);
}

/* ---- templates ---- */

static const aml_value *template(const aml_hcl_call *call) {
  const aml_call pieces_of = {.eval = call->eval, .expr = call->expr};
  aml_pieces pieces;
  const aml_origin *origin = NULL;
  unsigned secrecy = 0;
  aml_pieces_begin(&pieces, &pieces_of);
  for (size_t i = 0; i < call->expr->arg_count; i++) {
    const aml_value *part = aml_eval_arg(call->eval, call->expr, i);
    const aml_value *text = part->kind == AML_NULL ? NULL : aml_hcl_to_string(call->eval, part);
    if (text == NULL) {
      return aml_hcl_call_fail(call, i,
          part->kind == AML_NULL ? "A null value cannot be part of a string."
                                 : "Only strings, numbers and booleans can be part of a string.");
    }
    aml_pieces_value(&pieces, text, '"');
    origin = origin == NULL ? part->origin : origin;
    secrecy |= part->flags & (unsigned)AML_VALUE_SECURE;
  }
  const aml_value *made = aml_pieces_end(&pieces);
  return aml_value_moved(call->eval->arena, made, made->span, origin, made->flags | secrecy);
}

/* ---- constructors ---- */

static const aml_value *tuple(const aml_hcl_call *call) {
  size_t count = call->expr->arg_count;
  const aml_value **items = AML_NEW_ARRAY(call->eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = aml_eval_expr(call->eval, call->expr->args[i]);
  }
  return aml_value_array(call->eval->arena, items, count, call->expr->span);
}

static const aml_value *object(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  aml_object_builder builder;
  unsigned flags = 0;
  size_t count = call->expr->arg_count;
  aml_object_begin_sized(&builder, eval->arena, count / 2);
  for (size_t i = 0; i + 1 < count; i += 2) {
    const aml_expr *key = call->expr->args[i];
    const aml_value *value = aml_eval_expr(eval, call->expr->args[i + 1]);
    const aml_value *name = aml_hcl_to_string(eval, aml_eval_expr(eval, key));
    if (name == NULL || name->kind == AML_NULL) {
      return aml_hcl_call_fail(call, i, "The name of an attribute must be a string.");
    }
    if (name->kind == AML_STRING) {
      aml_object_add(&builder, name->as.string, key->span, value);
    } else {
      flags |= (unsigned)AML_VALUE_OPEN;
    }
  }
  return aml_hcl_ordered(eval, aml_object_end(&builder, call->expr->span, flags));
}

const aml_hcl_function aml_hcl_or = {AML_SV_CONST("||"), "bb", BOOL, either, AML_HCL_PARTIAL};
const aml_hcl_function aml_hcl_and = {AML_SV_CONST("&&"), "bb", BOOL, all, AML_HCL_PARTIAL};
const aml_hcl_function aml_hcl_not = {AML_SV_CONST("!"), "b", BOOL, negation, 0};
const aml_hcl_function aml_hcl_equal = {AML_SV_CONST("=="), "XX", BOOL, equal, AML_HCL_PARTIAL};
const aml_hcl_function aml_hcl_not_equal = {AML_SV_CONST("!="), "XX", BOOL, not_equal, AML_HCL_PARTIAL};
const aml_hcl_function aml_hcl_less = {AML_SV_CONST("<"), "nn", BOOL, less, 0};
const aml_hcl_function aml_hcl_greater = {AML_SV_CONST(">"), "nn", BOOL, greater, 0};
const aml_hcl_function aml_hcl_at_most = {AML_SV_CONST("<="), "nn", BOOL, at_most, 0};
const aml_hcl_function aml_hcl_at_least = {AML_SV_CONST(">="), "nn", BOOL, at_least, 0};
const aml_hcl_function aml_hcl_add = {AML_SV_CONST("+"), "nn", NUMBER, add, 0};
const aml_hcl_function aml_hcl_subtract = {AML_SV_CONST("-"), "nn", NUMBER, subtract, 0};
const aml_hcl_function aml_hcl_multiply = {AML_SV_CONST("*"), "nn", NUMBER, multiply, 0};
const aml_hcl_function aml_hcl_divide = {AML_SV_CONST("/"), "nn", NUMBER, divide, 0};
const aml_hcl_function aml_hcl_modulo = {AML_SV_CONST("%"), "nn", NUMBER, modulo, 0};
const aml_hcl_function aml_hcl_negate = {AML_SV_CONST("-"), "n", NUMBER, negate, 0};
const aml_hcl_function aml_hcl_conditional = {
    AML_SV_CONST("if"), "xxx", AML_KINDS_ANY, condition, AML_HCL_LAZY};
const aml_hcl_function aml_hcl_template = {AML_SV_CONST("template"), "x*", STRING, template, AML_HCL_LAZY};
const aml_hcl_function aml_hcl_tuple_of = {
    AML_SV_CONST("tuple"), "X*", AML_KIND_BIT(AML_ARRAY), tuple, AML_HCL_LAZY};
const aml_hcl_function aml_hcl_object_of = {
    AML_SV_CONST("object"), "X*", AML_KIND_BIT(AML_OBJECT), object, AML_HCL_LAZY};
