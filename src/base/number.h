/* Numbers to and from text, independent of any locale. */
#ifndef AMLINT_BASE_NUMBER_H
#define AMLINT_BASE_NUMBER_H

#include "base/sv.h"

/* Reads an optional minus (or plus) and decimal digits, all of the text; false on anything else or overflow.
 */
bool aml_int_parse(aml_sv text, int64_t *out);
/* Reads a JSON number, all of the text; false on anything else. Out of range gives infinity and false. */
bool aml_double_parse(aml_sv text, double *out);

#define AML_NUMBER_TEXT_SIZE 40
/* Decimal digits, behind a minus where it is one; returns their length. */
size_t aml_int_text(int64_t number, char out[AML_NUMBER_TEXT_SIZE]);
/* The shortest decimal text that reads back as the same double; terminated; returns its length. Whole values
 * below 1e15 have no fraction or exponent. */
size_t aml_double_text(double number, char out[AML_NUMBER_TEXT_SIZE]);

#endif
