/* Any text as a baseline: read, applied to findings, and written anew in each way. What is written reads back
 * without a complaint and holds as many entries as it says. */
#include "base/strbuf.h"
#include "waiver/baseline.h"

#include "fuzz_documents.h"

static const aml_rule rules[] = {{.id = AML_SV_CONST("AML101")}, {.id = AML_SV_CONST("AML901")}};

static void add_findings(fuzz_documents *documents, aml_findings *findings) {
  static const aml_sv values[] = {AML_SV_CONST("1"), AML_SV_CONST("2"), AML_SV_CONST("1")};
  aml_findings_init(findings, documents->arena);
  for (size_t i = 0; i < 6; i++) {
    aml_finding *finding = aml_findings_add(findings);
    finding->rule = &rules[i % 2];
    finding->span = (aml_span){documents->source->id, 0, 0};
    finding->property = AML_SV("minNodeCount");
    finding->value = values[i / 2];
    finding->message.text = AML_SV("m");
  }
  aml_findings_sort(findings, documents->sources);
  aml_findings_fingerprint(findings, documents->sources);
}

static bool append(void *ctx, const char *bytes, size_t n) {
  aml_strbuf_add(ctx, (aml_sv){bytes, n});
  return true;
}

static void write_and_read(fuzz_documents *documents, const aml_baseline *baseline,
    aml_baseline_change change, const aml_findings *findings) {
  aml_strbuf text;
  aml_json json;
  aml_strbuf_init(&text, documents->arena, SIZE_MAX);
  aml_json_init(&json, append, &text, AML_JSON_PRETTY);
  size_t count =
      aml_baseline_write(&json, baseline, change, findings, documents->sources, aml_day_of(2026, 11, 27));
  fuzz_check(aml_json_finish(&json));
  size_t told = documents->diags.list.count;
  aml_baseline again;
  aml_baseline_init(&again, documents->arena);
  const aml_value *root = fuzz_root(fuzz_read(documents, AML_SV("again.json"), aml_strbuf_view(&text)));
  fuzz_check(root != NULL);
  aml_baseline_read(&again, root, &documents->diags);
  fuzz_check(documents->diags.list.count == told && again.list.count == count);
}

static void use_baseline(fuzz_documents *documents) {
  const aml_value *root = fuzz_root(documents->tree);
  if (root == NULL) {
    return;
  }
  aml_findings findings;
  add_findings(documents, &findings);
  aml_baseline baseline;
  aml_baseline_init(&baseline, documents->arena);
  aml_baseline_read(&baseline, root, &documents->diags);
  aml_baseline_apply(&baseline, &findings);
  size_t known = 0;
  for (size_t i = 0; i < findings.list.count; i++) {
    const aml_finding *finding = findings.list.items[i];
    fuzz_check(finding->rule == &rules[0] || finding->status == AML_ACTIVE);
    known += finding->is_baselined ? 1 : 0;
  }
  for (size_t i = 0; i < baseline.list.count; i++) {
    known -= baseline.list.items[i]->finding != NULL ? 1 : 0;
  }
  fuzz_check(known == 0);
  for (int change = AML_BASELINE_CREATE; change <= AML_BASELINE_PRUNE; change++) {
    write_and_read(documents, &baseline, (aml_baseline_change)change, &findings);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_with(data, size, use_baseline);
  return 0;
}
