/* Any text as governance, and behind a line of "====" as a file with comments or metadata that waive, and a
 * third as an exceptions file; applied to a finding on each of the first lines. Exceptions are never
 * excepted. */
#include "waiver/exceptions.h"
#include "waiver/govern.h"

#include "fuzz_documents.h"

enum { LINES = 16 };

typedef struct judged {
  aml_ruleset *rules;
  aml_resource resource;
  aml_findings findings;
} judged;

/* The built-in rules, made once. */
static aml_ruleset *get_rules(void) {
  static aml_arena arena;
  static aml_ruleset *rules;
  if (rules == NULL) {
    aml_arena_init(&arena, SIZE_MAX);
    rules = aml_ruleset_new(&arena);
  }
  return rules;
}

static void add_findings(fuzz_documents *documents, judged *self, const aml_source *source) {
  self->rules = get_rules();
  self->resource = (aml_resource){.type = AML_SV("Microsoft.MachineLearningServices/workspaces/computes"),
      .shown_name = AML_SV("gpu"),
      .span = {source->id, 0, (uint32_t)source->bytes.len},
      .scope = {.subscription = AML_SV("sub-1"), .resource_group = AML_SV("rg-ml")}};
  aml_findings_init(&self->findings, documents->arena);
  for (uint32_t line = 1; line <= LINES && line <= source->line_count; line++) {
    uint32_t begin = source->line_starts[line - 1];
    aml_finding *finding = aml_findings_add(&self->findings);
    finding->rule = aml_ruleset_find(self->rules, line % 4 == 0 ? AML_SV("AML902") : AML_SV("AML101"));
    finding->resource = &self->resource;
    finding->span = (aml_span){source->id, begin, begin};
    finding->property = AML_SV("properties.scaleSettings.minNodeCount");
    finding->value = AML_SV("2");
    finding->severity = AML_SEVERITY_WARNING;
    finding->message = AML_SV("m");
  }
}

static void check_findings(const judged *self) {
  for (size_t i = 0; i < self->findings.list.count; i++) {
    const aml_finding *finding = self->findings.list.items[i];
    bool is_suppressed = finding->status == AML_SUPPRESSED;
    fuzz_check(is_suppressed == (finding->suppressions != NULL));
    fuzz_check(!is_suppressed || !aml_sv_starts(finding->rule->id, AML_SV("AML9")));
    fuzz_check(finding->message.len > 0);
  }
}

static bool say_checked(void *ctx, const aml_waiver *waiver) {
  (void)ctx;
  (void)waiver;
  return true;
}

static void waive(fuzz_documents *documents) {
  const aml_day as_of = aml_day_of(2026, 11, 27);
  aml_sv rest = documents->bytes;
  const aml_value *said = fuzz_root(fuzz_read(documents, AML_SV("g.yml"), fuzz_next_part(&rest)));
  const aml_tree *file = fuzz_read(documents, AML_SV("a.yml"), fuzz_next_part(&rest));
  const aml_source *source = documents->source;
  if (file == NULL) {
    return;
  }
  judged self;
  add_findings(documents, &self, source);
  aml_waivers waivers;
  aml_waivers_init(&waivers, documents->arena);
  aml_waivers_read_comments(&waivers, source, file, &documents->diags);
  if (fuzz_root(file) != NULL) {
    aml_waivers_read_metadata(&waivers, source, fuzz_root(file), &documents->diags);
  }
  const aml_value *list = fuzz_root(fuzz_read(documents, AML_SV("e.yml"), rest));
  if (list != NULL) {
    aml_exceptions_read(&waivers, list, AML_SV("e.yml"), (aml_sv){NULL, 0}, &documents->diags);
  }
  aml_governance governance;
  aml_governance_read(&governance, documents->arena, aml_value_is(said, AML_OBJECT) ? said : NULL);
  aml_waivers_judge(&waivers, &governance, self.rules, as_of);
  aml_waivers_apply(&waivers, &self.findings, documents->sources);
  const aml_waiver_checker checker = {say_checked, NULL};
  aml_waivers_report(&waivers, &governance, self.rules, &checker, as_of, &self.findings);
  check_findings(&self);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, waive);
  return 0;
}
