/* An engine that is used again: it answers as a new one would, and nothing of the last run is left. */
#include "test.h"

#include "base/codec.h"
#include "engine/core.h"
#include "rule/ruleset.h"

#define CLUSTER                                                                                              \
  "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\ntype: amlcompute\n"

static const char *const texts[] = {
    CLUSTER "name: a\nsize: Standard_NC6\nmin_instances: 2\nmax_instances: 4\n",
    "type: [unclosed\n",
    "{\"$schema\": \"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#\","
    "\"contentVersion\": \"1.0.0.0\", \"resources\": [{\"type\": "
    "\"Microsoft.MachineLearningServices/workspaces\","
    "\"apiVersion\": \"2024-04-01\", \"name\": \"w\", \"properties\": {\"publicNetworkAccess\": "
    "\"Enabled\"}}]}",
    CLUSTER "name: b\nsize: Standard_DS3_v2 # amlint: ignore[AML101]\nssh_public_access_enabled: true\n",
};

static amlint_engine *make_engine(void) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.as_of = "2026-11-27";
  options.isolated = true;
  amlint_engine *engine = amlint_engine_new(&options, NULL);
  assert_non_null(engine);
  return engine;
}

typedef struct buffer {
  char bytes[1 << 16];
  size_t size;
} buffer;

static bool append(void *context, const char *bytes, size_t size) {
  buffer *out = context;
  assert_true(size < sizeof out->bytes - out->size);
  memcpy(out->bytes + out->size, bytes, size);
  out->size += size;
  out->bytes[out->size] = '\0';
  return true;
}

static void lint(amlint_engine *engine, const char *text, buffer *out) {
  out->size = 0;
  assert_int_equal(amlint_add_text(engine, "in.yml", text, strlen(text), NULL), AMLINT_OK);
  assert_int_equal(amlint_run(engine, NULL), AMLINT_OK);
  assert_int_equal(amlint_report(engine, "json", NULL, append, out, NULL), AMLINT_OK);
}

static void answers_as_new_engines_do(void **state) {
  (void)state;
  static buffer again;
  static buffer fresh;
  amlint_engine *reused = make_engine();
  for (size_t i = 0; i < 3 * COUNT(texts); i++) {
    const char *text = texts[i % COUNT(texts)];
    amlint_engine *engine = make_engine();
    lint(engine, text, &fresh);
    lint(reused, text, &again);
    assert_string_equal(again.bytes, fresh.bytes);
    assert_int_equal(amlint_exit_status(reused), amlint_exit_status(engine));
    amlint_engine_free(engine);
    assert_int_equal(amlint_engine_reset(reused, NULL), AMLINT_OK);
  }
  amlint_engine_free(reused);
}

static void forgets_what_was_found(void **state) {
  (void)state;
  static buffer out;
  amlint_engine *engine = make_engine();
  lint(engine, texts[0], &out);
  assert_true(amlint_finding_count(engine) > 0);
  assert_int_equal(amlint_run(engine, NULL), AMLINT_ERROR_INPUT);
  assert_int_equal(amlint_engine_reset(engine, NULL), AMLINT_OK);
  assert_int_equal(amlint_finding_count(engine), 0);
  assert_int_equal(amlint_get_counts(engine).files_checked, 0);
  assert_int_equal(amlint_exit_status(engine), 2);
  amlint_notice notice;
  assert_false(amlint_notice_at(engine, 0, &notice));
  assert_int_equal(amlint_engine_reset(engine, NULL), AMLINT_OK);
  amlint_engine_free(engine);
}

/* What was half read when memory ran out is read anew. */
static void recovers_where_memory_for_rules_ran_out(void **state) {
  (void)state;
  static buffer before;
  static buffer after;
  amlint_engine *engine = make_engine();
  lint(engine, texts[0], &before);
  amlint_engine_free(engine);
  engine = make_engine();
  aml_arena *store = &aml_engine_core(engine)->request.kept_rules->store->arena;
  store->limit = store->used + 1000;
  assert_int_equal(amlint_add_text(engine, "in.yml", texts[0], strlen(texts[0]), NULL), AMLINT_OK);
  assert_int_equal(amlint_run(engine, NULL), AMLINT_ERROR_LIMIT);
  assert_int_equal(amlint_exit_status(engine), 2);
  assert_int_equal(amlint_engine_reset(engine, NULL), AMLINT_OK);
  store->limit = SIZE_MAX;
  lint(engine, texts[0], &after);
  assert_string_equal(after.bytes, before.bytes);
  amlint_engine_free(engine);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(answers_as_new_engines_do),
      TEST_CASE(forgets_what_was_found),
      TEST_CASE(recovers_where_memory_for_rules_ran_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
