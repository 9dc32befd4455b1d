#include "tree/respell.h"

void aml_respell_value(
    aml_diags *diags, aml_diag *diag, const aml_value *value, aml_sv written, aml_sv meant) {
  aml_respelling respelling = {.written = written, .meant = meant, .way = value->origin};
  if (meant.len > 0 && aml_value_written_at(value, &respelling.span)) {
    aml_diags_respell(diags, diag, &respelling);
  }
}

void aml_respell_key(
    aml_diags *diags, aml_diag *diag, const aml_value *holder, const aml_member *member, aml_sv meant) {
  const aml_member *right = meant.len == 0 ? member : aml_object_member(holder, meant);
  bool is_free = meant.len > 0 && (right == NULL || right == member);
  bool is_merged = member->value->origin != NULL && member->value->origin->step == AML_STEP_MERGE;
  aml_respelling respelling = {.span = member->name_span,
      .written = member->name,
      .meant = meant,
      .holder = holder->span,
      .way = holder->origin};
  aml_span unused;
  if (is_free && !is_merged && aml_value_written_at(holder, &unused)) {
    aml_diags_respell(diags, diag, &respelling);
  }
}
