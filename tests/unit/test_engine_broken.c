/* Files that end in the middle: whatever was not read, no message quotes what stands for it inside. */
#include "read_text.h"

#include <amlint/amlint.h>

#include "base/strbuf.h"
#include "source/discover.h"

static bool keep(void *text, const char *bytes, size_t n) {
  aml_strbuf_add(text, (aml_sv){bytes, n});
  return true;
}

static amlint_engine *start(void) {
  amlint_error error;
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.isolated = true;
  options.profile = "strict";
  options.as_of = "2026-11-27";
  amlint_engine *engine = amlint_engine_new(&options, &error);
  assert_non_null(engine);
  return engine;
}

static void add(amlint_engine *engine, aml_arena *arena, aml_sv name, aml_sv text) {
  amlint_error error;
  assert_int_equal(amlint_add_text(engine, aml_sv_cstr(arena, name), text.data, text.len, &error), AMLINT_OK);
}

/* Runs it, frees it, and gives back what it says in the format. */
static aml_sv report(aml_arena *arena, amlint_engine *engine, const char *format) {
  amlint_error error;
  const amlint_report_options options = {
      .version = AMLINT_OPTIONS_VERSION, .show_undecided = true, .show_suppressed = true, .verbose = true};
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  assert_int_equal(amlint_report(engine, format, &options, keep, &text, &error), AMLINT_OK);
  assert_true(aml_strbuf_view(&text).len > 0);
  return aml_strbuf_view(&text);
}

static void refuse_inner_words(aml_sv text) {
  static const aml_sv word = AML_SV_CONST("$unknown");
  size_t at = aml_sv_find(text, word, 0);
  if (at != AML_NPOS) {
    size_t from = at > 200 ? at - 200 : 0;
    fail_msg("%.*s", AML_SV_ARG(aml_sv_slice(text, from, at + word.len)));
  }
}

/* Every fixture, cut at so many sevenths of its length. */
static void test_cut_fixtures(void **state) {
  aml_arena *arena = *state;
  static const char *const formats[] = {"text", "json", "sarif"};
  aml_sv folder = AML_SV(AMLINT_SOURCE_DIR "/fixtures");
  aml_discovery found;
  const aml_discover_options how = {.working_folder = folder, .no_ignore_files = true};
  aml_discover(&found, arena, &folder, 1, &how);
  assert_true(found.files.count > 50);
  for (size_t part = 1; part < 7; part++) {
    amlint_engine *engine = start();
    amlint_error error;
    for (size_t i = 0; i < found.files.count; i++) {
      aml_sv text = read_text(arena, found.files.items[i].file);
      add(engine, arena, found.files.items[i].path, aml_sv_slice(text, 0, text.len * part / 7));
    }
    assert_int_equal(amlint_run(engine, &error), AMLINT_OK);
    for (size_t i = 0; i < COUNT(formats); i++) {
      refuse_inner_words(report(arena, engine, formats[i]));
    }
    amlint_engine_free(engine);
  }
}

static const struct {
  const char *name, *key; /* the file ends behind the key, within its value */
} openings[] = {
    {"a.yml", "type: amlcompute\nname: gpu-one\nsize: "},
    {"b.yml", "type: amlcompute\nname: gpu-one\nmin_instances: "},
    {"c.yml", "type: amlcompute\nname: gpu-one\ntier: "},
    {"d.yml", "type: amlcompute\nname: gpu-one\nidle_time_before_scale_down: "},
    {"e.yml", "type: amlcompute\nname: gpu-one\nenable_node_public_ip: "},
    {"f.yml", "type: amlcompute\nname: gpu-one\nidentity: "},
    {"g.json",
        "{\"$schema\": \"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#\", "
        "\"contentVersion\": \"1.0.0.0\", \"resources\": [{\"type\": "
        "\"Microsoft.MachineLearningServices/workspaces/computes\", \"apiVersion\": \"2024-04-01\", "
        "\"name\": \"ws/gpu-one\", \"properties\": {\"computeType\": \"AmlCompute\", \"properties\": "
        "{\"vmSize\": "},
};

/* What half a value is cannot be told: its type is no mistake, and what was not written is not quoted. */
static void test_half_values(void **state) {
  aml_arena *arena = *state;
  static const char *const halves[] = {"[", "[1, ", "{", "{a: 1, ", "[{\"a\": [", "{\"a\": {\"b\": 2, "};
  for (size_t i = 0; i < COUNT(openings); i++) {
    for (size_t k = 0; k < COUNT(halves); k++) {
      amlint_engine *engine = start();
      amlint_error error;
      aml_sv text = aml_sv_format(arena, "%s%s", openings[i].key, halves[k]);
      add(engine, arena, aml_sv_of(openings[i].name), text);
      assert_int_equal(amlint_run(engine, &error), AMLINT_OK);
      bool is_told = false;
      amlint_finding finding;
      for (size_t f = 0; amlint_finding_at(engine, f, &finding); f++) {
        bool is_type = strcmp(finding.rule, "AML006") == 0;
        if (is_type && strstr(openings[i].name, ".yml") != NULL) {
          fail_msg("'%.*s': %s", AML_SV_ARG(text), finding.message);
        }
        is_told = is_told || strcmp(finding.rule, "AML001") == 0;
      }
      assert_true(is_told);
      refuse_inner_words(report(arena, engine, "text"));
      refuse_inner_words(report(arena, engine, "json"));
      amlint_engine_free(engine);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(test_cut_fixtures),
      TEST_CASE(test_half_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
