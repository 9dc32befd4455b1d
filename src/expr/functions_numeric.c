/* Arithmetic on 64-bit integers; in policies on numbers with fractions too. */
#include <math.h>

#include "base/number.h"
#include "expr/functions.h"

typedef enum operation { ADD, SUBTRACT, MULTIPLY } operation;

static double number_of(const aml_value *value) {
  return value->kind == AML_INT ? (double)value->as.integer : value->as.number;
}

static bool is_whole(const aml_call *call) {
  return call->args[0]->kind == AML_INT && call->args[1]->kind == AML_INT;
}

static const aml_value *fail_overflow(const aml_call *call) {
  return aml_call_fail(
      call, AML_NPOS, "The result of '%.*s' does not fit in 64 bits.", AML_SV_ARG(call->function->name));
}

static const aml_value *calculate(const aml_call *call, operation how) {
  if (!is_whole(call)) {
    double a = number_of(call->args[0]);
    double b = number_of(call->args[1]);
    return aml_make_float(call->eval, how == ADD ? a + b : how == SUBTRACT ? a - b : a * b);
  }
  int64_t a = call->args[0]->as.integer;
  int64_t b = call->args[1]->as.integer;
  int64_t result;
  bool has_overflowed = how == ADD        ? __builtin_add_overflow(a, b, &result)
                        : how == SUBTRACT ? __builtin_sub_overflow(a, b, &result)
                                          : __builtin_mul_overflow(a, b, &result);
  return has_overflowed ? fail_overflow(call) : aml_make_int(call->eval, result);
}

const aml_value *aml_fn_add(const aml_call *call) {
  return calculate(call, ADD);
}

const aml_value *aml_fn_sub(const aml_call *call) {
  return calculate(call, SUBTRACT);
}

const aml_value *aml_fn_mul(const aml_call *call) {
  return calculate(call, MULTIPLY);
}

/* Whether the division has a result; else *failure says why not. */
static bool can_divide(const aml_call *call, const aml_value **failure) {
  if (number_of(call->args[1]) < 0 || number_of(call->args[1]) > 0) {
    bool overflows =
        is_whole(call) && call->args[0]->as.integer == INT64_MIN && call->args[1]->as.integer == -1;
    *failure = overflows ? fail_overflow(call) : NULL;
    return !overflows;
  }
  *failure =
      aml_call_fail(call, 1, "The function '%.*s' cannot divide by zero.", AML_SV_ARG(call->function->name));
  return false;
}

const aml_value *aml_fn_div(const aml_call *call) {
  const aml_value *failure;
  if (!can_divide(call, &failure)) {
    return failure;
  }
  return is_whole(call) ? aml_make_int(call->eval, call->args[0]->as.integer / call->args[1]->as.integer)
                        : aml_make_float(call->eval, number_of(call->args[0]) / number_of(call->args[1]));
}

const aml_value *aml_fn_mod(const aml_call *call) {
  const aml_value *failure;
  if (!can_divide(call, &failure)) {
    return failure;
  }
  return is_whole(call)
             ? aml_make_int(call->eval, call->args[0]->as.integer % call->args[1]->as.integer)
             : aml_make_float(call->eval, fmod(number_of(call->args[0]), number_of(call->args[1])));
}

/* The whole part of a number as an integer; false where it does not fit. */
static bool truncate_number(double number, int64_t *out) {
  if (!(number >= -9223372036854775808.0 && number < 9223372036854775808.0)) {
    return false;
  }
  *out = (int64_t)number;
  return true;
}

const aml_value *aml_fn_int(const aml_call *call) {
  const aml_value *value = call->args[0];
  int64_t integer;
  if (value->kind == AML_INT) {
    return value;
  }
  if (value->kind == AML_FLOAT) {
    return truncate_number(value->as.number, &integer) ? aml_make_int(call->eval, integer)
                                                       : fail_overflow(call);
  }
  aml_sv text = aml_sv_trim(value->as.string);
  if (aml_int_parse(text, &integer)) {
    return aml_make_int(call->eval, integer);
  }
  double number;
  if (call->eval->scope->is_policy && aml_double_parse(text, &number) && truncate_number(number, &integer)) {
    return aml_make_int(call->eval, integer);
  }
  return aml_call_fail(call, 0, "The string '%.*s' is not an integer.", AML_SV_ARG(value->as.string));
}

const aml_value *aml_fn_float(const aml_call *call) {
  const aml_value *value = call->args[0];
  double number;
  if (value->kind == AML_FLOAT) {
    return value;
  }
  if (value->kind == AML_INT) {
    return aml_make_float(call->eval, (double)value->as.integer);
  }
  if (aml_double_parse(aml_sv_trim(value->as.string), &number)) {
    return aml_make_float(call->eval, number);
  }
  return aml_call_fail(call, 0, "The string '%.*s' is not a number.", AML_SV_ARG(value->as.string));
}

/* The numbers that min and max choose from: one array, or the arguments themselves. */
static const aml_value *choose(const aml_call *call, int sign) {
  bool is_array = call->count == 1 && call->args[0]->kind == AML_ARRAY;
  const aml_value *const *items = is_array ? call->args[0]->as.array.items : call->args;
  size_t count = is_array ? call->args[0]->as.array.count : call->count;
  const aml_value *unknown = is_array && aml_value_has(call->args[0], AML_VALUE_OPEN) ? call->args[0] : NULL;
  const aml_value *best = NULL;
  for (size_t i = 0; i < count; i++) {
    bool is_number =
        items[i]->kind == AML_INT || (items[i]->kind == AML_FLOAT && call->eval->scope->is_policy);
    if (items[i]->kind == AML_UNKNOWN) {
      unknown = unknown != NULL ? unknown : items[i];
    } else if (!is_number) {
      return aml_call_fail(call, is_array ? 0 : i,
          "The function '%.*s' takes integers or one array of integers.", AML_SV_ARG(call->function->name));
    } else if (best == NULL || aml_number_compare(items[i], best) * sign > 0) {
      best = items[i];
    }
  }
  if (unknown != NULL) {
    return aml_unknown_because(call->eval, unknown, AML_KIND_BIT(AML_INT));
  }
  return best != NULL
             ? best
             : aml_call_fail(call, 0, "The function '%.*s' has nothing to choose from: the array is empty.",
                   AML_SV_ARG(call->function->name));
}

const aml_value *aml_fn_min(const aml_call *call) {
  return choose(call, -1);
}

const aml_value *aml_fn_max(const aml_call *call) {
  return choose(call, 1);
}
