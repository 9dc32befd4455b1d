/* Lints a text from memory and walks the findings: what an editor or a service does with libamlint.
 *
 *   cc lint_buffer.c $(pkg-config --cflags --libs amlint) -o lint_buffer */
#include <amlint/amlint.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
                           "name: gpu-train\n"
                           "type: amlcompute\n"
                           "size: Standard_NC24ads_A100_v4\n"
                           "min_instances: 2\n"
                           "max_instances: 8\n";

static int fail(amlint_engine *engine, const amlint_error *error) {
  fprintf(stderr, "lint_buffer: %s\n", error->text);
  amlint_engine_free(engine);
  return 2;
}

int main(void) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.as_of = "2026-11-01"; /* the same verdict every day */
  options.isolated = true;      /* whatever amlint.yml lies around */

  amlint_error error;
  amlint_engine *engine = amlint_engine_new(&options, &error);
  if (engine == NULL) {
    return fail(NULL, &error);
  }
  if (amlint_add_text(engine, "gpu-train.yml", text, strlen(text), &error) != AMLINT_OK ||
      amlint_run(engine, &error) != AMLINT_OK) {
    return fail(engine, &error);
  }
  amlint_finding finding;
  for (size_t i = 0; amlint_finding_at(engine, i, &finding); i++) {
    printf("%s:%u:%u: %s %s\n", finding.location.file, (unsigned)finding.location.line,
        (unsigned)finding.location.column, finding.rule, finding.message);
  }
  int status = amlint_exit_status(engine);
  amlint_engine_free(engine);
  return status;
}
