#include "source/diag_cap.h"

enum { NAMES_MAX = 50 };

bool aml_diag_cap_take(aml_diag_cap *cap, aml_span span) {
  cap->count++;
  if (cap->count == NAMES_MAX + 1) {
    cap->next = span;
  }
  return cap->count <= NAMES_MAX;
}

void aml_diag_cap_end(const aml_diag_cap *cap, aml_diags *diags, const char *rule, const char *what) {
  if (cap->count > NAMES_MAX) {
    aml_diags_add(
        diags, rule, cap->next, "From here on, %s are only counted: %zu more.", what, cap->count - NAMES_MAX);
  }
}
