/* Arithmetic with the digits that HCL has. */
#include "hcl/arithmetic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/float512.h"
#include "base/number.h"
#include "tree/reason.h"

enum { TEXT_SIZE = 64, COST = 512 }; /* steps: of arithmetic with 512 bits, which takes longer than other */

static const aml_value *not_known(aml_eval *eval) {
  return aml_eval_unknown(eval, AML_KIND_BIT(AML_INT) | AML_KIND_BIT(AML_FLOAT), AML_HCL_MORE_DIGITS);
}

/* ---- decimal numbers ---- */

/* The number with so many digits, which stands for a decimal one; false where that is out of range. */
static bool read_decimal(double number, int digits, aml_float512 *out) {
  char text[TEXT_SIZE];
  (void)snprintf(text, sizeof text, "%.*e", digits - 1, fabs(number)); /* "1.25000000000000e+00" */
  uint64_t all = 0;
  int64_t exponent = 0;
  const char *c = text;
  for (; *c != 'e' && *c != '\0'; c++) {
    all = *c == '.' ? all : all * 10 + (uint64_t)(*c - '0');
  }
  if (*c == '\0' || !aml_int_parse(aml_sv_of(c + 1), &exponent)) {
    return false;
  }
  exponent -= digits - 1;
  for (; all != 0 && all % 10 == 0; exponent++) {
    all /= 10;
  }
  if (exponent > AML_FLOAT512_EXPONENT_MAX || exponent < -AML_FLOAT512_EXPONENT_MAX) {
    return false;
  }
  aml_float512_decimal(all, (int)exponent, number < 0, out);
  return true;
}

static bool read_number(const aml_value *number, aml_float512 *out) {
  if (number->kind == AML_INT) {
    bool is_negative = number->as.integer < 0;
    uint64_t size = (uint64_t)number->as.integer;
    aml_float512_decimal(is_negative ? 0 - size : size, 0, is_negative, out);
    return true;
  }
  return aml_hcl_is_exact(number) && read_decimal(number->as.number, AML_HCL_DIGITS, out);
}

static double rounded(double number, int digits) {
  char text[TEXT_SIZE];
  (void)snprintf(text, sizeof text, "%.*e", digits - 1, number);
  return strtod(text, NULL);
}

/* ---- operations ---- */

static double approximate(char symbol, double a, double b) {
  return symbol == '+'   ? a + b
         : symbol == '-' ? a - b
         : symbol == '*' ? a * b
         : symbol == '/' ? a / b
                         : fmod(a, b);
}

static bool compute_exactly(char symbol, const aml_value *a, const aml_value *b, aml_float512 *out) {
  aml_float512 left;
  aml_float512 right;
  if (!read_number(a, &left) || !read_number(b, &right)) {
    return false;
  }
  right.is_negative = symbol == '-' ? !right.is_negative : right.is_negative;
  return symbol == '*'   ? aml_float512_multiply(&left, &right, out)
         : symbol == '/' ? aml_float512_divide(&left, &right, out)
         : symbol == '%' ? aml_float512_modulo(&left, &right, out)
                         : aml_float512_add(&left, &right, out);
}

/* HCL's result is known: the decimal number where it is one, the double beside where it only nearly is. */
static const aml_value *end_exact(aml_eval *eval, const aml_float512 *result) {
  double number = aml_float512_double(result);
  aml_float512 decimal;
  if (!isfinite(number)) {
    return not_known(eval);
  }
  double candidate = rounded(number, AML_HCL_DIGITS);
  if (!read_decimal(candidate, AML_HCL_DIGITS, &decimal)) {
    return aml_hcl_near(eval, number);
  }
  int side = aml_float512_compare(result, &decimal);
  if (side == 0) {
    return aml_hcl_number(eval, candidate);
  }
  bool is_off = aml_hcl_digits(number) <= AML_HCL_DIGITS;
  return aml_make_float(eval, is_off ? nextafter(number, side < 0 ? -HUGE_VAL : HUGE_VAL) : number);
}

/* Of numbers that are not known exactly. Differences of large ones have nothing left to know. */
static const aml_value *end_near(
    aml_eval *eval, char symbol, double number, const aml_value *a, const aml_value *b) {
  enum { LOST = 1000 };
  double size = fmax(fabs(aml_hcl_double(a)), fabs(aml_hcl_double(b)));
  double by = fabs(aml_hcl_double(b));
  double edge = by * AML_HCL_NEAR * LOST;
  bool is_sum = symbol == '+' || symbol == '-';
  bool is_lost = is_sum
                     ? fabs(number) * LOST < size
                     : symbol == '%' && (size > by * LOST || fabs(number) < edge || by - fabs(number) < edge);
  return is_lost ? not_known(eval) : aml_hcl_near(eval, number);
}

static bool is_zero(const aml_value *number) {
  return number->kind == AML_INT ? number->as.integer == 0
                                 : !(number->as.number < 0) && !(number->as.number > 0);
}

const aml_value *aml_hcl_compute(aml_eval *eval, char symbol, const aml_value *a, const aml_value *b) {
  if (symbol == '/' && is_zero(b)) {
    return aml_eval_unknown(eval, AML_KIND_BIT(AML_FLOAT), "a division by zero is infinite; correct it");
  }
  if (symbol == '%' && is_zero(b)) {
    return a; /* as cty has it */
  }
  if (!aml_eval_spend(eval, COST)) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, AML_REASON_LIMIT);
  }
  aml_float512 result;
  if (compute_exactly(symbol, a, b, &result)) {
    return end_exact(eval, &result);
  }
  double number = approximate(symbol, aml_hcl_double(a), aml_hcl_double(b));
  return isfinite(number) ? end_near(eval, symbol, number, a, b) : not_known(eval);
}

const aml_value *aml_hcl_sum(aml_eval *eval, const aml_value *a, const aml_value *b) {
  int64_t whole = 0;
  bool is_whole = a->kind == AML_INT && b->kind == AML_INT &&
                  !__builtin_add_overflow(a->as.integer, b->as.integer, &whole);
  return is_whole ? aml_make_int(eval, whole) : aml_hcl_compute(eval, '+', a, b);
}

const aml_value *aml_hcl_near(aml_eval *eval, double number) {
  enum { COMPARED = 12 };
  bool is_near = fabs(number - rounded(number, COMPARED)) <= fabs(number) * AML_HCL_NEAR;
  return is_near || aml_hcl_digits(number) <= AML_HCL_DIGITS ? not_known(eval) : aml_make_float(eval, number);
}

const aml_value *aml_hcl_whole_part(aml_eval *eval, const aml_value *number, double part) {
  enum { FRACTIONS_MAX = 1000000000 };
  bool is_known = aml_hcl_is_exact(number) || fabs(part) < FRACTIONS_MAX;
  return is_known ? aml_hcl_number(eval, part) : not_known(eval);
}

bool aml_hcl_is_dyadic(const aml_value *number) {
  enum { SHOWN = 40 }; /* no double is so near to a short decimal number without being it */
  if (number->kind == AML_INT) {
    return true;
  }
  char text[TEXT_SIZE];
  (void)snprintf(text, sizeof text, "%.*e", SHOWN, fabs(number->as.number));
  const char *c = text + 1 + AML_HCL_DIGITS; /* behind the first digits and their point */
  while (*c == '0') {
    c++;
  }
  return *c == 'e';
}
