/* How bad it is. */
#ifndef AMLINT_SOURCE_SEVERITY_H
#define AMLINT_SOURCE_SEVERITY_H

#include "base/sv.h"

typedef enum aml_severity {
  AML_SEVERITY_NONE,
  AML_SEVERITY_NOTE,
  AML_SEVERITY_WARNING,
  AML_SEVERITY_ERROR
} aml_severity;

/* "none", "note", "warning", "error". */
const char *aml_severity_name(aml_severity severity);

/* By name, in any letter case; NONE for every other word, such as "off" and "never". */
aml_severity aml_severity_of(aml_sv name);

#endif
