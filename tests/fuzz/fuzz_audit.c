/* Any text as the earlier audit that `amlint audit --earlier` compares with. The engine has run once; its
 * last byte, which is no text, chooses the format that is written. */
#include "engine/audit_record.h"
#include "engine/core.h"

#include "fuzz_documents.h"

static const char cluster[] = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
                              "# amlint: ignore[AML101] owner=a until=2027-06-30 reason=\"ten letters\"\n"
                              "name: gpu\ntype: amlcompute\nsize: Standard_NC6\nmin_instances: 2\n";

static aml_engine *get_engine(void) {
  static aml_engine *core;
  if (core == NULL) {
    amlint_options options = AMLINT_OPTIONS_INIT;
    options.as_of = "2026-11-01";
    options.isolated = true;
    options.jobs = 1;
    amlint_engine *engine = amlint_engine_new(&options, NULL);
    fuzz_check(engine != NULL &&
               amlint_add_text(engine, "a.yml", cluster, sizeof cluster - 1, NULL) == AMLINT_OK &&
               amlint_run(engine, NULL) == AMLINT_OK);
    core = aml_engine_core(engine);
  }
  return core;
}

static bool drop(void *ctx, const char *bytes, size_t n) {
  (void)bytes;
  *(size_t *)ctx += n;
  return true;
}

typedef struct auditing {
  aml_engine *core;
  const aml_value *earlier;
  unsigned char choice;
} auditing;

static void audit(void *ctx) {
  const auditing *self = ctx;
  aml_audit record;
  aml_error error = {.text = ""};
  if (aml_engine_audit(self->core, self->earlier, &record, &error) != AML_OK) {
    fuzz_check(error.text[0] != '\0');
    return;
  }
  size_t formats = 0;
  while (aml_audit_format_at(formats) != NULL) {
    formats++;
  }
  size_t written = 0;
  fuzz_check(aml_audit_format_at(self->choice % formats)->write(&record, drop, &written) && written > 0);
}

static void use_earlier(fuzz_documents *documents) {
  if (documents->bytes.len == 0) {
    return;
  }
  auditing self = {
      .core = get_engine(), .choice = (unsigned char)documents->bytes.data[documents->bytes.len - 1]};
  aml_sv text = aml_sv_slice(documents->bytes, 0, documents->bytes.len - 1);
  self.earlier = fuzz_root(fuzz_read(documents, AML_SV("earlier.json"), text));
  if (self.earlier != NULL) {
    aml_arena_mark mark = aml_arena_set_mark(&self.core->arena);
    fuzz_check(aml_guard_run(&self.core->arena, audit, &self) == AML_OK);
    aml_arena_rewind(&self.core->arena, &mark);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, use_earlier);
  return 0;
}
