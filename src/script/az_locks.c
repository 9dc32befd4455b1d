/* What the CLI refuses of locks. Source: Microsoft's reference of `az lock create` (read 2026-11). */
#include "base/suggest.h"
#include "script/az.h"

static const char *const levels[] = {"CanNotDelete", "ReadOnly"};

static aml_sv level_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(levels[i]);
}

static void refuse_level(const aml_value *level, aml_diags *diags) {
  enum { SHOWN = 60 };
  aml_sv shown = aml_sv_shorten(diags->arena, level->as.string, SHOWN);
  aml_diag *diag = aml_diags_add(diags, "AML008", level->span,
      "'--lock-type' is '%.*s'; the CLI accepts only 'CanNotDelete', 'ReadOnly'.", AML_SV_ARG(shown));
  size_t near = aml_suggest(level->as.string, sizeof levels / sizeof levels[0], level_at, NULL);
  if (near != AML_NPOS) {
    diag->help = aml_sv_format(diags->arena, "Did you mean '%s'?", levels[near]);
  }
}

bool aml_az_is_lock(const aml_az_call *call, const aml_value *level, aml_diags *diags) {
  if (level == NULL) {
    if (call->open == NULL) {
      aml_diags_add(diags, "AML007", call->span, "Option '--lock-type' is missing: the command needs it.");
    }
    return false;
  }
  bool is_level = level->kind != AML_STRING;
  for (size_t i = 0; i < sizeof levels / sizeof levels[0] && !is_level; i++) {
    is_level = aml_sv_ieq(level->as.string, aml_sv_of(levels[i]));
  }
  if (!is_level) {
    refuse_level(level, diags);
  }
  return is_level;
}
