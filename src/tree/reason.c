#include "tree/reason.h"

aml_sv aml_reason_what(aml_sv reason) {
  return aml_sv_slice(reason, 0, aml_sv_find(reason, AML_SV("; "), 0));
}

aml_sv aml_reason_cause(aml_sv reason) {
  return aml_sv_ends(reason, AML_SV(AML_REASON_UNREAD)) ? AML_SV(AML_REASON_UNREAD) : reason;
}
