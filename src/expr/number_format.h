/* Private to src/expr: numbers in the formats of .NET's composite formatting, in the invariant culture. */
#ifndef AMLINT_EXPR_NUMBER_FORMAT_H
#define AMLINT_EXPR_NUMBER_FORMAT_H

#include "base/strbuf.h"
#include "tree/value.h"

typedef enum aml_format_status {
  AML_FORMAT_OK,
  AML_FORMAT_INVALID,     /* .NET refuses it too */
  AML_FORMAT_UNSUPPORTED, /* .NET knows it, this does not */
} aml_format_status;

/* Appends `number`, an AML_INT or AML_FLOAT, in the standard format ("N2", "D5", "X") or the custom one
 * ("000", "#,##0.00") that `format` is; empty for the general one. Precision up to 99. */
aml_format_status aml_number_format(aml_strbuf *out, const aml_value *number, aml_sv format);

#endif
