/* Private to src/hcl: arithmetic as HCL has it, with 512 bits.
 *
 * A number here is a double. With up to AML_HCL_DIGITS digits it stands for the decimal number that it shows,
 * as 512 bits have it; with more, for a number near it, whose text is not known. Results that HCL has a hair
 * off a short decimal number (2 - 1.2 is 0.79999...) are given as the next double on that side. Where it is
 * not known whether a result is a short one, it is unknown. */
#ifndef AMLINT_HCL_ARITHMETIC_H
#define AMLINT_HCL_ARITHMETIC_H

#include "hcl/type.h"

/* a and b are numbers; the symbol is one of + - * / %. Unknown where the result is not known or infinite.
 */
const aml_value *aml_hcl_compute(aml_eval *eval, char symbol, const aml_value *a, const aml_value *b);

/* a + b; whole numbers stay such. */
const aml_value *aml_hcl_sum(aml_eval *eval, const aml_value *a, const aml_value *b);

/* A double that was computed in some other way, which HCL may have a little off: unknown, unless it has too
 * many digits to be taken for another number. */
const aml_value *aml_hcl_near(aml_eval *eval, double number);

/* The whole number that is next to `number` in some way; unknown where that could be another one. */
const aml_value *aml_hcl_whole_part(aml_eval *eval, const aml_value *number, double part);

/* Whether it is a binary fraction that is exactly what it shows: 0.5, 3. */
bool aml_hcl_is_dyadic(const aml_value *number);

#endif
