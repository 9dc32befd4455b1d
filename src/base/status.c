#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

aml_status aml_fail(aml_error *error, aml_status status, const char *format, ...) {
  if (error != NULL) {
    va_list args;
    va_start(args, format);
    error->status = status;
    (void)vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
  }
  return status;
}
