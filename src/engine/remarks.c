#include "engine/remarks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/secret.h"

aml_notice *aml_engine_notice(
    aml_remarks *remarks, aml_severity severity, aml_sv path, const char *format, ...) {
  char text[AML_ERROR_TEXT_MAX];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(text, sizeof text, format, args);
  va_end(args);
  aml_notice notice = {.severity = severity,
      .path = path,
      .message = aml_secret_mask(remarks->arena, aml_sv_dup(remarks->arena, aml_sv_of(text)))};
  AML_VEC_PUSH(remarks->arena, &remarks->notices, notice);
  return &remarks->notices.items[remarks->notices.count - 1];
}

bool aml_engine_sees(aml_remarks *remarks, aml_sv path, aml_presence presence) {
  char reason[128];
  if (presence.error_number != 0) {
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, path, "'%.*s' cannot be opened: %s.", AML_SV_ARG(path),
        strerror_r(presence.error_number, reason, sizeof reason));
    remarks->is_incomplete = true;
  }
  return presence.is_there;
}
