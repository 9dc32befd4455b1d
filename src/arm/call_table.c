/* Calls by the function's name, from a table of functions. */
#include "arm/template_expansion.h"

const aml_value *aml_arm_call_named(const aml_arm_named_call *rows, size_t count, aml_arm_frame *names,
    aml_eval *eval, const aml_expr *call) {
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_ieq(rows[i].name, call->name)) {
      return rows[i].call(names, eval, call);
    }
  }
  return NULL;
}
