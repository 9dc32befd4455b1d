#include "base/interpolation.h"

size_t aml_interpolation_length(aml_sv text) {
  enum { DEPTH_MAX = 32 };
  char open[DEPTH_MAX] = {'{'}; /* braces and quotes, the innermost last */
  size_t depth = 1;
  for (size_t i = 2; i < text.len; i++) {
    char c = text.data[i];
    bool is_in_string = open[depth - 1] == '"';
    bool is_sequence = text.data[i - 1] == '$' || text.data[i - 1] == '%';
    bool opens = is_in_string ? c == '{' && is_sequence : c == '{' || c == '"';
    if (opens && depth == DEPTH_MAX) {
      return 0;
    }
    if (opens) {
      open[depth++] = c;
    } else if (c == (is_in_string ? '"' : '}') && --depth == 0) {
      return i + 1;
    }
    i += is_in_string && c == '\\' ? 1 : 0;
  }
  return 0;
}
