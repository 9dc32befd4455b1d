/* Any bytes as a file of each kind, through the whole pipeline and out of every reporter. */
#include <stdint.h>
#include <stdlib.h>

#include "amlint/amlint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool count_bytes(void *context, const char *bytes, size_t size) {
  (void)bytes;
  *(size_t *)context += size;
  return true;
}

static void lint(const char *name, const uint8_t *data, size_t size) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.as_of = "2026-11-01";
  options.isolated = true;
  options.jobs = 1;
  amlint_engine *engine = amlint_engine_new(&options, NULL);
  if (engine == NULL) {
    abort();
  }
  if (amlint_add_text(engine, name, (const char *)data, size, NULL) == AMLINT_OK &&
      amlint_run(engine, NULL) == AMLINT_OK) {
    amlint_report_options report = {
        .version = AMLINT_OPTIONS_VERSION, .show_undecided = true, .show_suppressed = true};
    for (size_t i = 0; amlint_format_at(i) != NULL; i++) {
      size_t written = 0;
      if (amlint_report(engine, amlint_format_at(i), &report, count_bytes, &written, NULL) != AMLINT_OK) {
        abort();
      }
    }
  }
  amlint_engine_free(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lint("a.yml", data, size);
  lint("a.json", data, size);
  return 0;
}
