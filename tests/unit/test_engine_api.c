/* The library's calls, wrongly used: each says what is wrong with what it was given, as
 * include/amlint/amlint.h promises, and gives nothing that could be used. */
#include <string.h>

#include "amlint/amlint.h"

#include "test.h"

static void refuse(const amlint_options *options, const char *part) {
  amlint_error error;
  assert_null(amlint_engine_new(options, &error));
  assert_int_equal(error.status, AMLINT_ERROR_INPUT);
  if (strstr(error.text, part) == NULL) {
    fail_msg("'%s' does not say '%s'", error.text, part);
  }
  assert_null(amlint_engine_new(options, NULL));
}

static void refuses_options(void **state) {
  (void)state;
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.version = AMLINT_OPTIONS_VERSION + 1;
  refuse(&options, "another version");
  options = (amlint_options)AMLINT_OPTIONS_INIT;
  options.folder = "/nowhere/at/all";
  refuse(&options, "'/nowhere/at/all'");
  options = (amlint_options)AMLINT_OPTIONS_INIT;
  options.fail_on = "fatal";
  refuse(&options, "'fatal'");
  options = (amlint_options)AMLINT_OPTIONS_INIT;
  options.as_of = "yesterday";
  refuse(&options, "yesterday");
  options = (amlint_options)AMLINT_OPTIONS_INIT;
  options.touched = "word";
  refuse(&options, "'word'");
  static const char *const wrong[] = {"AML101", "AML101=", "AML101=fatal"};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    options = (amlint_options)AMLINT_OPTIONS_INIT;
    options.severities = (amlint_list){&wrong[i], 1};
    refuse(&options, wrong[i]);
  }
}

static void takes_each_word(void **state) {
  (void)state;
  static const char *const levels[] = {"error", "warning", "note", "never", "off"};
  static const char *const units[] = {"line", "resource", "file", ""};
  for (size_t i = 0; i < COUNT(levels) * COUNT(units); i++) {
    amlint_options options = AMLINT_OPTIONS_INIT;
    options.isolated = true;
    options.fail_on = levels[i % COUNT(levels)];
    options.touched = units[i / COUNT(levels)];
    amlint_engine *engine = amlint_engine_new(&options, NULL);
    assert_non_null(engine);
    amlint_engine_free(engine);
  }
  amlint_engine *engine = amlint_engine_new(NULL, NULL); /* all by default */
  assert_non_null(engine);
  amlint_engine_free(engine);
  amlint_engine_free(NULL);
}

typedef struct kept {
  char bytes[1 << 22];
  size_t count;
  bool refuses;
} kept;

static bool keep(void *context, const char *bytes, size_t count) {
  kept *self = context;
  if (self->refuses) {
    return false;
  }
  assert_true(self->count + count < sizeof self->bytes);
  memcpy(self->bytes + self->count, bytes, count);
  self->count += count;
  self->bytes[self->count] = '\0';
  return true;
}

static const char cluster[] =
    "name: gpu-cluster\ntype: amlcompute\nsize: Standard_DS3_v2\nmin_instances: 1\nmax_instances: 2\n";

static void reports_when_it_has_run(void **state) {
  (void)state;
  static const char *const only[] = {"AML101"};
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.isolated = true;
  options.as_of = "2026-11-28";
  options.select = (amlint_list){only, 1};
  amlint_error error;
  amlint_engine *engine = amlint_engine_new(&options, &error);
  assert_non_null(engine);
  assert_int_equal(amlint_add_text(engine, "c.yml", cluster, sizeof cluster - 1, &error), AMLINT_OK);
  static kept out;
  assert_int_equal(amlint_report(engine, "json", NULL, keep, &out, &error), AMLINT_ERROR_INPUT);
  assert_int_equal(amlint_run(engine, &error), AMLINT_OK);
  assert_int_equal(amlint_exit_status(engine), 1);
  assert_int_equal(amlint_report(engine, "nonsense", NULL, keep, &out, &error), AMLINT_ERROR_INPUT);
  assert_non_null(strstr(error.text, "format"));
  assert_int_equal(out.count, 0);
  assert_int_equal(amlint_report(engine, "compact", NULL, keep, &out, &error), AMLINT_OK);
  assert_non_null(strstr(out.bytes, "c.yml:4:16: warning[AML101]"));
  out.refuses = true;
  assert_int_equal(amlint_report(engine, "compact", NULL, keep, &out, &error), AMLINT_ERROR_IO);
  static const char *const variables[] = {"SYSTEM_DEFINITIONID=12", "BUILD_DEFINITIONNAME=nightly", NULL};
  amlint_report_options how = {
      .version = AMLINT_OPTIONS_VERSION, .profile = "azure-devops", .variables = variables};
  out.count = 0;
  out.refuses = false;
  assert_int_equal(amlint_report(engine, "sarif", &how, keep, &out, &error), AMLINT_OK);
  assert_non_null(strstr(out.bytes, "nightly"));
  amlint_engine_free(engine);
}

static void lists_what_there_is(void **state) {
  (void)state;
  size_t formats = 0;
  for (; amlint_format_at(formats) != NULL; formats++) {
  }
  assert_true(formats > 10);
  assert_null(amlint_format_at(formats + 1));
  assert_non_null(amlint_variable_at(0));
  assert_true(strlen(amlint_version()) > 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(refuses_options),
      TEST_CASE(takes_each_word),
      TEST_CASE(reports_when_it_has_run),
      TEST_CASE(lists_what_there_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
