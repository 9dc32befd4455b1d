/* Which regular expressions RE2, which Terraform has, and PCRE2 read in the same way. */
#ifndef AMLINT_HCL_PATTERN_RE2_H
#define AMLINT_HCL_PATTERN_RE2_H

#include "base/sv.h"

/* Whether both find the same of the pattern in the text; false where that is not certain. */
bool aml_hcl_is_re2(aml_sv pattern, aml_sv text);

#endif
