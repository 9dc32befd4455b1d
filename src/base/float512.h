/* Binary floating point with 512 bits, as HCL computes (Go's math/big, rounding to the nearest, ties to
 * even): only what is needed to tell whether a result is a decimal number of few digits. */
#ifndef AMLINT_BASE_FLOAT512_H
#define AMLINT_BASE_FLOAT512_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AML_WIDE_LIMBS = 64, AML_FLOAT512_BITS = 512, AML_FLOAT512_EXPONENT_MAX = 80 };

typedef struct aml_wide { /* a whole number of up to 2048 bits, the lowest limb first */
  uint32_t limbs[AML_WIDE_LIMBS];
} aml_wide;

typedef struct aml_float512 {
  aml_wide mantissa; /* of 512 bits with the highest one set, or 0 */
  int exponent;      /* of two */
  bool is_negative;
} aml_float512;

/* digits * 10^exponent, rounded. The exponent is within AML_FLOAT512_EXPONENT_MAX of 0. */
void aml_float512_decimal(uint64_t digits, int exponent, bool is_negative, aml_float512 *out);

/* Operations, rounded. False where the operands are too far apart to be computed here (or, of a quotient, the
 * divisor is 0). */
bool aml_float512_add(const aml_float512 *a, const aml_float512 *b, aml_float512 *out);
bool aml_float512_multiply(const aml_float512 *a, const aml_float512 *b, aml_float512 *out);
bool aml_float512_divide(const aml_float512 *a, const aml_float512 *b, aml_float512 *out);
/* a - b * the whole part of a / b, each step rounded, as cty has it. */
bool aml_float512_modulo(const aml_float512 *a, const aml_float512 *b, aml_float512 *out);

/* The nearest double, or the one beside it. */
double aml_float512_double(const aml_float512 *number);
/* Below 0, 0 or above 0. */
int aml_float512_compare(const aml_float512 *a, const aml_float512 *b);

#endif
