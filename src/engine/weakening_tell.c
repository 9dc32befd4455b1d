#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"
#include "engine/weakening.h"

void aml_weakening_tell(const aml_weakening *w, aml_weakening_spot spot, const char *format, ...) {
  char text[AML_ERROR_TEXT_MAX];
  aml_sv before = {NULL, 0};
  va_list args;
  va_start(args, format);
  (void)vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (spot.line_before > 0) {
    bool is_gone = aml_span_is_none(spot.span);
    before = aml_sv_format(w->inputs->arena, " (%s%.*s%sline %u before the change)", is_gone ? "'" : "",
        AML_SV_ARG(is_gone ? spot.path : before), is_gone ? "', " : "", spot.line_before);
  }
  aml_severity severity = w->request->options.fail_on_weakening ? AML_SEVERITY_ERROR : AML_SEVERITY_WARNING;
  aml_sv about = spot.path.len == 0 ? spot.path : aml_sv_dup(w->inputs->arena, spot.path);
  aml_notice *notice =
      aml_engine_notice(w->remarks, severity, about, "This change %s%.*s.", text, AML_SV_ARG(before));
  notice->is_configuration = true;
  notice->span = spot.span;
  w->changes->weakening_count++;
}
