/* Functions on numbers. */
#include <math.h>

#include "hcl/arithmetic.h"
#include "hcl/function_bodies.h"
#include "tree/reason.h"

/* What was computed with doubles, in HCL as well, but by another library. */
static const aml_value *near(const aml_hcl_call *call, double number, bool is_exact) {
  if (isnan(number)) {
    return aml_hcl_call_fail(call, AML_NPOS, "The result is not a number.");
  }
  if (isinf(number)) {
    return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_FLOAT), "the result is infinite; correct it");
  }
  const aml_value *made = aml_hcl_number(call->eval, number);
  return is_exact && aml_hcl_is_dyadic(made) ? made : aml_hcl_near(call->eval, number);
}

const aml_value *aml_hcl_fn_abs(const aml_hcl_call *call) {
  return aml_hcl_number(call->eval, fabs(aml_hcl_double(call->args[0])));
}

const aml_value *aml_hcl_fn_ceil(const aml_hcl_call *call) {
  return aml_hcl_whole_part(call->eval, call->args[0], ceil(aml_hcl_double(call->args[0])));
}

const aml_value *aml_hcl_fn_floor(const aml_hcl_call *call) {
  return aml_hcl_whole_part(call->eval, call->args[0], floor(aml_hcl_double(call->args[0])));
}

/* Logarithms of powers of two are in all libraries those of two, times a small whole number. */
const aml_value *aml_hcl_fn_log(const aml_hcl_call *call) {
  double number = aml_hcl_double(call->args[0]);
  double base = aml_hcl_double(call->args[1]);
  int exponent = 0;
  bool is_power = !(frexp(number, &exponent) > 0.5) && number >= 1;
  bool is_two = !(base < 2) && !(base > 2);
  return near(call, log(number) / log(base), is_power && is_two);
}

const aml_value *aml_hcl_fn_pow(const aml_hcl_call *call) {
  const aml_value *power = call->args[1];
  bool is_whole = power->kind == AML_INT && aml_hcl_is_dyadic(call->args[0]);
  return near(call, pow(aml_hcl_double(call->args[0]), aml_hcl_double(power)), is_whole);
}

const aml_value *aml_hcl_fn_signum(const aml_hcl_call *call) {
  double number = aml_hcl_double(call->args[0]);
  return aml_make_int(call->eval, (number > 0) - (number < 0));
}

static const aml_value *extreme(const aml_hcl_call *call, int sign) {
  if (call->count == 0) {
    return aml_hcl_call_fail(call, AML_NPOS, "At least one number is required.");
  }
  const aml_value *best = call->args[0];
  for (size_t i = 1; i < call->count; i++) {
    int order = 0;
    if (!aml_hcl_order(call->args[i], best, &order)) {
      return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_FLOAT), AML_HCL_TOO_NEAR);
    }
    best = order * sign > 0 ? call->args[i] : best;
  }
  return best;
}

const aml_value *aml_hcl_fn_max(const aml_hcl_call *call) {
  return extreme(call, 1);
}

const aml_value *aml_hcl_fn_min(const aml_hcl_call *call) {
  return extreme(call, -1);
}

const aml_value *aml_hcl_fn_parseint(const aml_hcl_call *call) {
  aml_sv text = call->args[0]->as.string;
  int64_t base = call->args[1]->as.integer;
  bool is_negative = aml_sv_starts(text, AML_SV("-"));
  int64_t value = 0;
  bool has_sign = is_negative || aml_sv_starts(text, AML_SV("+"));
  aml_sv digits = aml_sv_slice(text, has_sign ? 1 : 0, text.len);
  bool is_right = digits.len > 0 && base >= 2 && base <= 62;
  for (size_t i = 0; i < digits.len && is_right; i++) {
    bool is_large = base > 36 && digits.data[i] >= 'A' && digits.data[i] <= 'Z'; /* past the small letters */
    char c = aml_ascii_lower(digits.data[i]);
    int digit = aml_ascii_digit(c) ? c - '0' : aml_ascii_alpha(c) ? c - 'a' + (is_large ? 36 : 10) : 99;
    is_right = digit < base && !__builtin_mul_overflow(value, base, &value) &&
               !__builtin_add_overflow(value, digit, &value);
  }
  return is_right ? aml_make_int(call->eval, is_negative ? -value : value)
                  : aml_hcl_call_fail(call, 0, "The string is not a number in base %lld.", (long long)base);
}

const aml_value *aml_hcl_fn_sum(const aml_hcl_call *call) {
  const aml_value *sum = aml_make_int(call->eval, 0);
  const aml_value *list = call->args[0];
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *number = aml_hcl_to_number(call->eval, list->as.array.items[i]);
    if (number == NULL || number->kind == AML_NULL) {
      return aml_hcl_call_fail(call, 0, "All items must be numbers.");
    }
    sum = aml_hcl_sum(call->eval, sum, number);
    if (sum->kind == AML_UNKNOWN) {
      return sum;
    }
  }
  return list->as.array.count == 0 ? aml_hcl_call_fail(call, 0, "There is nothing to add up.") : sum;
}

/* Sums may end a hair before or behind the end, so that there is one more or less than `most` - 1. */
static const aml_value *count_up(const aml_hcl_call *call, double step, size_t most) {
  const aml_value **items = AML_NEW_ARRAY(call->eval->arena, const aml_value *, most);
  const aml_value *at = call->count > 1 ? call->args[0] : aml_make_int(call->eval, 0);
  const aml_value *end = call->args[call->count > 1 ? 1 : 0];
  const aml_value *by = call->count > 2 ? call->args[2] : aml_make_int(call->eval, step < 0 ? -1 : 1);
  size_t count = 0;
  int order = 0;
  while (count < most && at->kind != AML_UNKNOWN) {
    if (!aml_hcl_order(at, end, &order)) {
      return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_ARRAY), AML_HCL_TOO_NEAR);
    }
    if (step > 0 ? order >= 0 : order <= 0) {
      break;
    }
    items[count++] = at;
    at = aml_hcl_sum(call->eval, at, by);
  }
  return at->kind == AML_UNKNOWN ? aml_unknown_because(call->eval, at, AML_KIND_BIT(AML_ARRAY))
                                 : aml_make_array(call->eval, items, count,
                                       (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_NUMBERS);
}

/* At most 1024 numbers, as cty has it. */
const aml_value *aml_hcl_fn_range(const aml_hcl_call *call) {
  enum { RANGE_MAX = 1024 };
  double start = call->count > 1 ? aml_hcl_double(call->args[0]) : 0;
  double end = aml_hcl_double(call->args[call->count > 1 ? 1 : 0]);
  double step = call->count > 2 ? aml_hcl_double(call->args[2]) : end < start ? -1 : 1;
  if (!(step < 0) && !(step > 0)) {
    return aml_hcl_call_fail(call, 2, "The step must not be zero.");
  }
  if ((step > 0 && end < start) || (step < 0 && end > start)) {
    return call->count > 2
               ? aml_hcl_call_fail(call, 2, "The step leads away from the end.")
               : aml_make_array(call->eval, NULL, 0, (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_NUMBERS);
  }
  double wanted = ceil((end - start) / step);
  if (!(wanted <= RANGE_MAX)) {
    return aml_hcl_call_fail(call, AML_NPOS, "A range has at most %d numbers.", RANGE_MAX);
  }
  if (!aml_eval_spend(call->eval, (size_t)wanted)) {
    return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_ARRAY), AML_REASON_LIMIT);
  }
  return count_up(call, step, (size_t)wanted + 1);
}
