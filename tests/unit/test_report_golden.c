/* Every format over the sample run, byte for byte against tests/golden. AMLINT_UPDATE_GOLDEN=1 rewrites the
 * files; what they hold was read through by people, and the formats' own tests check it against outside
 * definitions. */
#include <stdio.h>
#include <sys/stat.h>

#include "base/strbuf.h"
#include "kept_bytes.h"
#include "sample_run.h"
#include "test.h"

typedef struct variant {
  const char *format, *name, *suffix;
  sample_kind kind;
  aml_report_options options;
  bool has_environment;
} variant;

#define EVERYTHING .show_undecided = true, .show_suppressed = true, .is_verbose = true

static const variant variants[] = {
    {"text", "default", "txt", SAMPLE_FULL, {.width = 100}, false},
    {"text", "everything", "txt", SAMPLE_FULL, {EVERYTHING}, false},
    {"text", "narrow-color", "txt", SAMPLE_FULL, {.width = 40, .color = AML_COLOR_ON, EVERYTHING}, false},
    {"text", "clean", "txt", SAMPLE_CLEAN, {.width = 80}, false},
    {"text", "nothing", "txt", SAMPLE_NOTHING, {.width = 80}, false},
    {"compact", "everything", "txt", SAMPLE_FULL, {EVERYTHING}, false},
    {"grouped", "default", "txt", SAMPLE_FULL, {.width = 100}, false},
    {"grouped", "everything", "txt", SAMPLE_FULL, {.color = AML_COLOR_ON, EVERYTHING}, false},
    {"grouped", "nothing", "txt", SAMPLE_NOTHING, {.width = 80}, false},
    {"sarif", "default", "sarif", SAMPLE_FULL, {.category = AML_SV_CONST("clusters")}, true},
    {"sarif", "everything", "sarif", SAMPLE_FULL, {EVERYTHING, .embed = true}, true},
    {"sarif", "told", "sarif", SAMPLE_TOLD, {EVERYTHING, .embed = true}, true},
    {"sarif", "azure-devops", "sarif", SAMPLE_CLEAN, {.profile = AML_SV_CONST("azure-devops")}, true},
    {"sarif", "clean", "sarif", SAMPLE_CLEAN, {.width = 0}, true},
    {"sarif", "nothing", "sarif", SAMPLE_NOTHING, {.width = 0}, true},
    {"json", "default", "json", SAMPLE_FULL, {.width = 0}, false},
    {"json", "everything", "json", SAMPLE_FULL, {EVERYTHING}, false},
    {"json", "clean", "json", SAMPLE_CLEAN, {.width = 0}, false},
    {"json", "nothing", "json", SAMPLE_NOTHING, {.width = 0}, false},
    {"jsonl", "everything", "jsonl", SAMPLE_FULL, {EVERYTHING}, false},
    {"jsonl", "clean", "jsonl", SAMPLE_CLEAN, {.width = 0}, false},
    {"github", "default", "txt", SAMPLE_FULL, {.width = 0}, false},
    {"github", "everything", "txt", SAMPLE_FULL, {EVERYTHING}, false},
    {"github", "clean", "txt", SAMPLE_CLEAN, {.width = 0}, false},
    {"github", "nothing", "txt", SAMPLE_NOTHING, {.width = 0}, false},
    {"gitlab", "default", "json", SAMPLE_FULL, {.width = 0}, false},
    {"gitlab", "everything", "json", SAMPLE_FULL, {EVERYTHING}, false},
    {"gitlab", "clean", "json", SAMPLE_CLEAN, {.width = 0}, false},
    {"gitlab", "nothing", "json", SAMPLE_NOTHING, {.width = 0}, false},
    {"azure", "default", "txt", SAMPLE_FULL, {.width = 0}, false},
    {"azure", "everything", "txt", SAMPLE_FULL, {EVERYTHING}, false},
    {"azure", "clean", "txt", SAMPLE_CLEAN, {.width = 0}, false},
    {"azure", "nothing", "txt", SAMPLE_NOTHING, {.width = 0}, false},
    {"junit", "default", "xml", SAMPLE_FULL, {.width = 0}, false},
    {"junit", "everything", "xml", SAMPLE_FULL, {EVERYTHING}, false},
    {"junit", "told", "xml", SAMPLE_TOLD, {EVERYTHING}, false},
    {"junit", "clean", "xml", SAMPLE_CLEAN, {.width = 0}, false},
    {"junit", "nothing", "xml", SAMPLE_NOTHING, {.width = 0}, false},
    {"markdown", "default", "md", SAMPLE_FULL, {.width = 0}, false},
    {"markdown", "everything", "md", SAMPLE_FULL, {EVERYTHING}, false},
    {"markdown", "links", "md", SAMPLE_FULL, {.width = 0}, true},
    {"markdown", "clean", "md", SAMPLE_CLEAN, {.width = 0}, false},
    {"markdown", "nothing", "md", SAMPLE_NOTHING, {.width = 0}, false},
    {"checkstyle", "default", "xml", SAMPLE_FULL, {.width = 0}, false},
    {"checkstyle", "everything", "xml", SAMPLE_FULL, {EVERYTHING}, false},
    {"checkstyle", "clean", "xml", SAMPLE_CLEAN, {.width = 0}, false},
    {"checkstyle", "nothing", "xml", SAMPLE_NOTHING, {.width = 0}, false},
    {"rdjson", "default", "json", SAMPLE_FULL, {.width = 0}, false},
    {"rdjson", "everything", "json", SAMPLE_FULL, {EVERYTHING}, false},
    {"rdjson", "clean", "json", SAMPLE_CLEAN, {.width = 0}, false},
    {"rdjson", "nothing", "json", SAMPLE_NOTHING, {.width = 0}, false},
    {"compact", "quiet", "txt", SAMPLE_CLEAN, {.is_quiet = true}, false},
};

static aml_sv render(aml_arena *arena, const variant *v) {
  const aml_run *run = sample_run_new(arena, v->kind);
  const aml_reporter *reporter = aml_reporter_find(aml_sv_of(v->format));
  assert_non_null(reporter);
  aml_report_options options = v->options;
  options.environment = v->has_environment ? sample_environment(arena) : NULL;
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  assert_true(reporter->write(run, &options, keep, &text));
  return aml_strbuf_view(&text);
}

static aml_sv read_golden(aml_arena *arena, const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    fail_msg("%s is missing", path);
  }
  enum { MOST = 1 << 22 };
  char *bytes = AML_NEW_ARRAY(arena, char, MOST);
  size_t n = fread(bytes, 1, MOST, file);
  assert_int_equal(fclose(file), 0);
  return (aml_sv){bytes, n};
}

static void write_golden(const char *folder, const char *path, aml_sv text) {
  (void)mkdir(folder, 0777); /* most often it exists */
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text.data, 1, text.len, file), text.len);
  assert_int_equal(fclose(file), 0);
}

static void fail_at_first_difference(const char *path, aml_sv actual, aml_sv expected) {
  size_t at = 0;
  size_t line = 1;
  while (at < actual.len && at < expected.len && actual.data[at] == expected.data[at]) {
    line += actual.data[at++] == '\n';
  }
  aml_sv got = aml_sv_slice(actual, at, at + 80);
  aml_sv wanted = aml_sv_slice(expected, at, at + 80);
  fail_msg("%s:%zu: got\n%.*s\nwanted\n%.*s", path, line, AML_SV_ARG(got), AML_SV_ARG(wanted));
}

static void every_format_is_as_agreed(void **state) {
  bool is_update = getenv("AMLINT_UPDATE_GOLDEN") != NULL;
  for (size_t i = 0; i < COUNT(variants); i++) {
    const variant *v = &variants[i];
    aml_sv text = render(*state, v);
    const char *folder = aml_sv_format(*state, "%s/tests/golden/%s", AMLINT_SOURCE_DIR, v->format).data;
    const char *path = aml_sv_format(*state, "%s/%s.%s", folder, v->name, v->suffix).data;
    if (is_update) {
      write_golden(folder, path, text);
    }
    aml_sv expected = read_golden(*state, path);
    if (!aml_sv_eq(text, expected)) {
      fail_at_first_difference(path, text, expected);
    }
  }
}

/* A scheduler or an address must not be able to change a report. */
static void rendering_twice_gives_the_same(void **state) {
  for (size_t i = 0; i < COUNT(variants); i++) {
    assert_sv_equal(render(*state, &variants[i]), render(*state, &variants[i]));
  }
}

static bool refuse(void *ctx, const char *bytes, size_t n) {
  (void)ctx;
  (void)bytes;
  (void)n;
  return false;
}

static void every_format_tells_of_a_refusing_sink(void **state) {
  const aml_run *run = sample_run_new(*state, SAMPLE_FULL);
  const aml_report_options options = {.width = 80};
  for (size_t i = 0; aml_reporter_at(i) != NULL; i++) {
    assert_false(aml_reporter_at(i)->write(run, &options, refuse, NULL));
  }
}

static void every_format_has_a_golden_file(void **state) {
  (void)state;
  for (size_t i = 0; aml_reporter_at(i) != NULL; i++) {
    bool has_one = false;
    for (size_t j = 0; j < COUNT(variants); j++) {
      has_one = has_one || strcmp(variants[j].format, aml_reporter_at(i)->name) == 0;
    }
    assert_true(has_one);
    assert_ptr_equal(aml_reporter_find(aml_sv_of(aml_reporter_at(i)->name)), aml_reporter_at(i));
  }
  assert_null(aml_reporter_find(AML_SV("Text")));
}

/* A password that a finding points at is in none of them. */
static void no_format_shows_a_secret(void **state) {
  for (size_t i = 0; i < COUNT(variants); i++) {
    aml_sv text = render(*state, &variants[i]);
    if (aml_sv_find(text, AML_SV("hunter2"), 0) != AML_NPOS) {
      fail_msg("%s shows the secret", variants[i].format);
    }
  }
}

static bool begins_command(aml_sv line) {
  aml_sv text = aml_sv_trim(line);
  return aml_sv_starts(text, AML_SV("::")) || aml_sv_find(text, AML_SV("##["), 0) != AML_NPOS ||
         aml_sv_ifind(text, AML_SV("##vso["), 0) != AML_NPOS;
}

/* Agents obey lines that begin with "::" and lines that hold "##[" or "##vso[" anywhere: none may come from a
 * file. */
static void no_format_lets_a_command_through(void **state) {
  for (size_t i = 0; i < COUNT(variants); i++) {
    aml_sv rest = render(*state, &variants[i]);
    while (rest.len > 0) {
      aml_sv line = aml_sv_split(&rest, '\n');
      bool is_own = (strcmp(variants[i].format, "github") == 0 && aml_sv_starts(line, AML_SV("::")));
      if (strcmp(variants[i].format, "azure") == 0 && aml_sv_starts(line, AML_SV("##vso[task.logissue "))) {
        is_own = true;
        line = aml_sv_slice(line, 6, line.len);
      }
      is_own = is_own && aml_sv_find(line, AML_SV("##"), 0) == AML_NPOS;
      if (!is_own && begins_command(line)) {
        fail_msg("%s/%s: '%.*s'", variants[i].format, variants[i].name, AML_SV_ARG(line));
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(every_format_is_as_agreed),
      TEST_CASE(rendering_twice_gives_the_same),
      TEST_CASE(every_format_tells_of_a_refusing_sink),
      TEST_CASE(every_format_has_a_golden_file),
      TEST_CASE(no_format_shows_a_secret),
      TEST_CASE(no_format_lets_a_command_through),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
