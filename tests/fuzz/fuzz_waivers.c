/* Any text as governance, and behind a line of "====" as a file with comments or metadata that waive, a
 * third as an exceptions file, and a fourth as CODEOWNERS; applied to a finding on each of the first lines.
 * Exceptions are never excepted. */
#include "waiver/codeowners.h"
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
    finding->message.text = AML_SV("m");
  }
}

static void check_findings(const judged *self) {
  for (size_t i = 0; i < self->findings.list.count; i++) {
    const aml_finding *finding = self->findings.list.items[i];
    bool is_suppressed = finding->status == AML_SUPPRESSED;
    fuzz_check(is_suppressed == (finding->suppressions != NULL));
    fuzz_check(!is_suppressed || !aml_sv_starts(finding->rule->id, AML_SV("AML9")));
    fuzz_check(finding->message.text.len > 0);
  }
}

static bool say_checked(void *ctx, const aml_waiver *waiver) {
  (void)ctx;
  (void)waiver;
  return true;
}

/* The entry that leaves a file without owner is one of the lines. */
static void check_owners(fuzz_documents *documents, aml_sv text) {
  static const aml_sv paths[] = {
      AML_SV_CONST("e.yml"), AML_SV_CONST("a b/\xC3\xBC.yml"), AML_SV_CONST(""), AML_SV_CONST("x/./e.yml")};
  const aml_codeowners *owners = aml_codeowners_parse(documents->arena, text);
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    size_t line = 0;
    bool has_owner = aml_codeowners_has_owner(owners, paths[i], &line);
    fuzz_check(has_owner || line <= text.len + 1);
    fuzz_check(!has_owner || text.len > 0);
  }
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
  const aml_value *list = fuzz_root(fuzz_read(documents, AML_SV("e.yml"), fuzz_next_part(&rest)));
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
  check_owners(documents, rest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, waive);
  return 0;
}
