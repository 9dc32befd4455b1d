/* Functions on numbers. */
#include <math.h>

#include "hcl/function_bodies.h"

static const aml_value *made(const aml_hcl_call *call, double number) {
  return isfinite(number) ? aml_hcl_number(call->eval, number)
                          : aml_hcl_call_fail(call, AML_NPOS, "The result is not a number.");
}

const aml_value *aml_hcl_fn_abs(const aml_hcl_call *call) {
  return made(call, fabs(aml_hcl_double(call->args[0])));
}

const aml_value *aml_hcl_fn_ceil(const aml_hcl_call *call) {
  return made(call, ceil(aml_hcl_double(call->args[0])));
}

const aml_value *aml_hcl_fn_floor(const aml_hcl_call *call) {
  return made(call, floor(aml_hcl_double(call->args[0])));
}

const aml_value *aml_hcl_fn_log(const aml_hcl_call *call) {
  return made(call, log(aml_hcl_double(call->args[0])) / log(aml_hcl_double(call->args[1])));
}

const aml_value *aml_hcl_fn_pow(const aml_hcl_call *call) {
  return made(call, pow(aml_hcl_double(call->args[0]), aml_hcl_double(call->args[1])));
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
    best = aml_number_compare(call->args[i], best) * sign > 0 ? call->args[i] : best;
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
  long double sum = 0;
  const aml_value *list = call->args[0];
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *number = aml_hcl_to_number(call->eval, list->as.array.items[i]);
    if (number == NULL || number->kind == AML_NULL) {
      return aml_hcl_call_fail(call, 0, "All items must be numbers.");
    }
    sum += number->kind == AML_INT ? (long double)number->as.integer : (long double)number->as.number;
  }
  return list->as.array.count == 0 ? aml_hcl_call_fail(call, 0, "There is nothing to add up.")
                                   : made(call, (double)sum);
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
  if (!(wanted <= RANGE_MAX) || !aml_eval_spend(call->eval, (size_t)wanted)) {
    return aml_hcl_call_fail(call, AML_NPOS, "A range has at most %d numbers.", RANGE_MAX);
  }
  size_t most = (size_t)wanted;
  const aml_value **items = AML_NEW_ARRAY(call->eval->arena, const aml_value *, most);
  size_t count = 0;
  double at = start;
  while (count < most && (step > 0 ? at < end : at > end)) {
    items[count++] = aml_hcl_number(call->eval, at);
    at += step;
  }
  return aml_make_array(call->eval, items, count, (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_NUMBERS);
}
