/* Any bytes as a file, through the whole pipeline and out of a reporter. The last byte is no text: it chooses
 * the report. One engine serves all runs, so its rules are compiled once. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "amlint/amlint.h"
#include "base/stack.h"
#include "engine/core.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool count_bytes(void *context, const char *bytes, size_t size) {
  (void)bytes;
  *(size_t *)context += size;
  return true;
}

static void check(bool holds) {
  if (!holds) {
    abort();
  }
}

static amlint_engine *make_engine(void) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.as_of = "2026-11-01";
  options.isolated = true;
  options.jobs = 1;
  amlint_engine *engine = amlint_engine_new(&options, NULL);
  check(engine != NULL);
  return engine;
}

/* SARIF tells every rule, which takes as long as ten runs, so fewer bytes choose it. */
static const char *choose_format(uint8_t choice) {
  size_t formats = 0;
  while (amlint_format_at(formats) != NULL) {
    formats++;
  }
  const char *chosen = amlint_format_at(choice % formats);
  return strcmp(chosen, "sarif") == 0 && choice < 0xE0 ? "text" : chosen;
}

static void report(amlint_engine *engine, uint8_t choice) {
  amlint_report_options options = {.version = AMLINT_OPTIONS_VERSION,
      .show_undecided = true,
      .show_suppressed = true,
      .verbose = choice % 2 == 1};
  size_t written = 0;
  check(amlint_report(engine, choose_format(choice), &options, count_bytes, &written, NULL) == AMLINT_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static amlint_engine *engine;
  if (engine == NULL) {
    engine = make_engine();
  }
  if (size == 0) {
    return 0;
  }
  size--;
  check(amlint_add_text(engine, size > 0 && data[0] == '{' ? "a.json" : "a.yml", (const char *)data, size,
            NULL) == AMLINT_OK);
  aml_engine_core(engine)->request.has_stack =
      aml_stack_of_main_suffices(); /* as cli/main.c: no thread for each run */
  check(amlint_run(engine, NULL) == AMLINT_OK);
  report(engine, data[size]);
  check(amlint_engine_reset(engine, NULL) == AMLINT_OK);
  return 0;
}
