#include "rule/profile.h"

static const char *const names[] = {"minimal", "default", "strict"};

const char *aml_profile_name(aml_profile profile) {
  return names[profile];
}

aml_profile aml_profile_of(aml_sv name) {
  for (aml_profile i = AML_PROFILE_MINIMAL; i <= AML_PROFILE_STRICT; i++) {
    if (aml_sv_ieq(name, aml_sv_of(names[i]))) {
      return i;
    }
  }
  return AML_PROFILE_DEFAULT;
}
