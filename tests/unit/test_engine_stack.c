/* What docs/library.md promises of stacks: 64 KB of the caller's are enough for every call, whatever the
 * files hold. Sanitizers make frames several times as large, and are given as much more. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "test.h"

#include "base/strbuf.h"

#include <amlint/amlint.h>

#if defined(__SANITIZE_ADDRESS__)
#  define FRAMES_GROW 8
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define FRAMES_GROW 8
#  endif
#endif
#ifndef FRAMES_GROW
#  define FRAMES_GROW 1
#endif

enum { STACK = 64 * 1024 * FRAMES_GROW };

static const char *const names[] = {
    "flow.yml", "list.json", "template.json", "amlint.yml", "policy.json", "exceptions.yml"};

/* A run, and what came of it: assertions are the main thread's. */
typedef struct lint {
  amlint_options options;
  const char *const *paths;
  size_t path_count;
  amlint_status status;
  int exit_status;
  size_t findings, formats, bytes;
} lint;

static bool count_bytes(void *ctx, const char *bytes, size_t size) {
  (void)bytes;
  *(size_t *)ctx += size;
  return true;
}

static void *call_all(void *ctx) {
  lint *self = ctx;
  self->status = AMLINT_ERROR_MEMORY;
  amlint_error error;
  amlint_engine *engine = amlint_engine_new(&self->options, &error);
  if (engine == NULL) {
    return NULL;
  }
  self->status = AMLINT_OK;
  for (size_t i = 0; i < self->path_count && self->status == AMLINT_OK; i++) {
    self->status = amlint_add_path(engine, self->paths[i], &error);
  }
  self->status = self->status == AMLINT_OK ? amlint_run(engine, &error) : self->status;
  self->exit_status = amlint_exit_status(engine);
  amlint_finding finding;
  while (self->status == AMLINT_OK && amlint_finding_at(engine, self->findings, &finding)) {
    self->findings++;
  }
  for (const char *format; self->status == AMLINT_OK && (format = amlint_format_at(self->formats)) != NULL;) {
    self->status = amlint_report(engine, format, NULL, count_bytes, &self->bytes, &error);
    self->formats++;
  }
  amlint_engine_free(engine);
  return NULL;
}

static void run_on_a_small_stack(lint *self) {
  pthread_attr_t attributes;
  pthread_t thread;
  assert_int_equal(pthread_attr_init(&attributes), 0);
  assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
  assert_int_equal(pthread_create(&thread, &attributes, call_all, self), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(pthread_attr_destroy(&attributes), 0);
  assert_int_equal(self->status, AMLINT_OK);
  assert_true(self->formats > 5 && self->bytes > 0 && self->findings > 0);
}

static void runs_over_the_fixtures(void **state) {
  (void)state;
  static const char *const paths[] = {"."};
  static const char *const folders[] = {AMLINT_SOURCE_DIR "/fixtures/estate",
      AMLINT_SOURCE_DIR "/fixtures/audit", AMLINT_SOURCE_DIR "/fixtures/templates",
      AMLINT_SOURCE_DIR "/fixtures/clusters"};
  for (size_t i = 0; i < COUNT(folders); i++) {
    lint self = {.options = AMLINT_OPTIONS_INIT, .paths = paths, .path_count = COUNT(paths)};
    self.options.as_of = "2026-11-27";
    self.options.folder = folders[i];
    run_on_a_small_stack(&self);
  }
}

static aml_sv repeat(aml_arena *arena, const char *begin, size_t count, const char *middle, const char *end) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < count; i++) {
    aml_strbuf_add(&out, aml_sv_of(begin));
  }
  aml_strbuf_add(&out, aml_sv_of(middle));
  for (size_t i = 0; i < count; i++) {
    aml_strbuf_add(&out, aml_sv_of(end));
  }
  return aml_strbuf_view(&out);
}

/* One text for each of the names. */
static aml_sv make_text(aml_arena *arena, const char *name, size_t depth) {
  aml_sv maps = repeat(arena, "{a: ", depth, "1", "}");
  if (strcmp(name, "flow.yml") == 0) {
    return aml_sv_format(arena, "name: c\ntype: amlcompute\ntags: %.*s\n", AML_SV_ARG(maps));
  }
  if (strcmp(name, "list.json") == 0) {
    return repeat(arena, "[", depth, "1", "]");
  }
  if (strcmp(name, "template.json") == 0) {
    aml_sv calls = repeat(arena, "not(empty(", depth / 2, "'x'", "))");
    aml_sv objects = repeat(arena, "{\"a\": ", depth, "1", "}");
    return aml_sv_format(arena,
        "{\"$schema\": \"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#\", "
        "\"contentVersion\": \"1.0.0.0\", \"resources\": [{\"type\": \"Microsoft.Test/a\", \"name\": "
        "\"[string(%.*s)]\", \"apiVersion\": \"2024-04-01\", \"properties\": %.*s}]}",
        AML_SV_ARG(calls), AML_SV_ARG(objects));
  }
  if (strcmp(name, "policy.json") == 0) {
    aml_sv condition = repeat(arena, "{\"not\": ", depth, "{\"field\": \"name\", \"equals\": \"c\"}", "}");
    return aml_sv_format(arena,
        "{\"properties\": {\"mode\": \"All\", \"policyRule\": {\"if\": %.*s, \"then\": {\"effect\": "
        "\"deny\"}}}}",
        AML_SV_ARG(condition));
  }
  const char *key = strcmp(name, "amlint.yml") == 0 ? "parameters" : "exceptions";
  return aml_sv_format(arena, "%s: %.*s\n", key, AML_SV_ARG(maps));
}

static void write_file(aml_arena *arena, const char *folder, const char *name, aml_sv text) {
  FILE *file = fopen(aml_sv_format(arena, "%s/%s", folder, name).data, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text.data, 1, text.len, file), text.len);
  assert_int_equal(fclose(file), 0);
}

/* As deep as files may be, nearly, and far deeper. */
static void runs_over_deep_files(void **state) {
  static const size_t depths[] = {30, 120, 240, 100000};
  static const char *const paths[] = {"flow.yml", "list.json", "template.json"};
  static const char *const policies[] = {"policy.json"};
  static const char *const exceptions[] = {"exceptions.yml"};
  aml_arena *arena = *state;
  char folder[] = "/tmp/amlint-stack-XXXXXX";
  assert_non_null(mkdtemp(folder));
  for (size_t i = 0; i < COUNT(depths); i++) {
    for (size_t k = 0; k < COUNT(names); k++) {
      write_file(arena, folder, names[k], make_text(arena, names[k], depths[i]));
    }
    lint self = {.options = AMLINT_OPTIONS_INIT, .paths = paths, .path_count = COUNT(paths)};
    self.options.as_of = "2026-11-27";
    self.options.folder = folder;
    self.options.policies = (amlint_list){policies, COUNT(policies)};
    self.options.exceptions = (amlint_list){exceptions, COUNT(exceptions)};
    run_on_a_small_stack(&self);
    assert_int_equal(self.exit_status, 2); /* such a configuration is wrong at any depth */
  }
  for (size_t k = 0; k < COUNT(names); k++) {
    assert_int_equal(unlink(aml_sv_format(arena, "%s/%s", folder, names[k]).data), 0);
  }
  assert_int_equal(rmdir(folder), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(runs_over_the_fixtures),
      TEST_CASE(runs_over_deep_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
