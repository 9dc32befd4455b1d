#include <stdarg.h>

#include "arm/template_expansion.h"
#include "base/suggest.h"
#include "source/paths.h"

/* Where a report goes that has been made before: written to, never read. */
static aml_diag *get_scratch(aml_arm_run *run) {
  return AML_NEW(run->arena, aml_diag);
}

static bool is_first(aml_arm_run *run, aml_sv key) {
  return aml_map_put(&run->reported, key, run) == NULL;
}

aml_diag *aml_arm_report(aml_arm_run *run, const char *rule, aml_span span, const char *format, ...) {
  aml_sv key = aml_sv_format(run->arena, "%s %u %u %u", rule, span.source, span.begin, span.end);
  if (run->silence > 0 || !is_first(run, key)) {
    return get_scratch(run);
  }
  va_list args;
  va_start(args, format);
  aml_diag *diag = aml_diags_vadd(run->diags, rule, span, format, args);
  va_end(args);
  return diag;
}

aml_sv aml_arm_frame_noun(const aml_arm_frame *frame) {
  return aml_sv_format(frame->run->arena, "%s'%.*s'", frame->is_lowered ? "" : "the template ",
      AML_SV_ARG(aml_path_name(frame->path)));
}

aml_span aml_arm_opening(const aml_value *container) {
  aml_span span = container->span;
  span.end = span.begin < span.end ? span.begin + 1 : span.end;
  return span;
}

void aml_arm_report_limit(aml_arm_run *run, aml_span span, aml_sv what) {
  if (is_first(run, what)) {
    aml_diag *diag = aml_diags_add(run->diags, "AML003", span,
        "Expanding this %s takes more than the limit of %.*s; the rest is unknown.",
        aml_value_has(run->input->template_, AML_VALUE_LOWERED) ? "file" : "template", AML_SV_ARG(what));
    diag->is_incomplete = true;
  }
}

void aml_arm_fail(void *ctx, aml_eval *eval, aml_span span, aml_sv message) {
  aml_arm_frame *frame = ctx;
  aml_arm_run *run = frame->run;
  run->failures++;
  if (eval->expression == NULL) {
    return;
  }
  const char *rule = eval->is_unreadable ? "AML001" : "AML013";
  aml_diag *diag = aml_arm_report(run, rule, span, "%.*s", AML_SV_ARG(message));
  diag->is_incomplete = eval->is_unreadable;
}

static aml_sv key_at(const void *ctx, size_t i) {
  const aml_map *map = ctx;
  return map->entries[i].key;
}

/* Comparing every wrong name with every right one would be quadratic: past a few, nobody reads them. */
enum { SUGGESTIONS = 1000, SUGGEST_AMONG = 500 };

aml_sv aml_arm_suggest(aml_arm_run *run, aml_sv name, const aml_map *among) {
  if (among->count > SUGGEST_AMONG || run->failures > SUGGESTIONS) {
    return AML_SV(".");
  }
  size_t i = aml_suggest(name, among->count, key_at, among);
  if (i == AML_NPOS) {
    return AML_SV(".");
  }
  return aml_sv_format(run->arena, "; did you mean '%.*s'?", AML_SV_ARG(among->entries[i].key));
}

aml_sv aml_arm_respell(const aml_arm_run *run, aml_sv name, const aml_map *among) {
  bool is_too_much = among->count > SUGGEST_AMONG || run->failures > SUGGESTIONS;
  size_t i = is_too_much ? AML_NPOS : aml_respell(name, among->count, key_at, among);
  return i == AML_NPOS ? (aml_sv){0} : among->entries[i].key;
}
