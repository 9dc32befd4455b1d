#include "source/severity.h"

static const char *const names[] = {"none", "note", "warning", "error"};

const char *aml_severity_name(aml_severity severity) {
  return names[severity];
}

aml_severity aml_severity_of(aml_sv name) {
  for (aml_severity i = AML_SEVERITY_NOTE; i <= AML_SEVERITY_ERROR; i++) {
    if (aml_sv_ieq(name, aml_sv_of(names[i]))) {
      return i;
    }
  }
  return AML_SEVERITY_NONE;
}
