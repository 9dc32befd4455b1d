/* Sets of rules, the smallest first; larger ones hold what smaller ones hold. */
#ifndef AMLINT_RULE_PROFILE_H
#define AMLINT_RULE_PROFILE_H

#include "base/sv.h"

typedef enum aml_profile {
  AML_PROFILE_MINIMAL,
  AML_PROFILE_DEFAULT,
  AML_PROFILE_STRICT,
} aml_profile;

/* "minimal", "default", "strict". */
const char *aml_profile_name(aml_profile profile);

/* By name, in any letter case; DEFAULT for every other word. */
aml_profile aml_profile_of(aml_sv name);

#endif
