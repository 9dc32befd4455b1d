/* Runs scenarios and the examples of Markdown pages.
 *
 * usage: run [--update] PROGRAM SOURCE FILE...
 *
 * PROGRAM is the amlint to test, SOURCE the checkout. --update writes what the commands print into the files,
 * for a person to read and judge before it is committed. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "scenarios/scenario.h"

typedef enum run_mode { RUN_CHECK, RUN_UPDATE } run_mode;

typedef struct test_tally {
  size_t passed, failed;
} test_tally;

static bool is_as_expected(const test_step *step, const test_outcome *outcome, scenario_format format) {
  return lines_match(&step->out, &outcome->out) && lines_match(&step->err, &outcome->err) &&
         (format == SCENARIO_MARKDOWN || step->status == outcome->status);
}

static void report(const test_scenario *scenario, const test_step *step, const test_outcome *outcome) {
  printf("%s:%zu: $ %.*s\n", scenario->path, step->line, AML_SV_ARG(step->command));
  if (!lines_match(&step->out, &outcome->out)) {
    lines_show_difference("standard output", &step->out, &outcome->out);
  }
  if (!lines_match(&step->err, &outcome->err)) {
    lines_show_difference("standard error", &step->err, &outcome->err);
  }
  if (scenario->format == SCENARIO_TEXT && step->status != outcome->status) {
    printf("  exit status is %d, expected %d\n", outcome->status, step->status);
  }
}

static void add_lines(aml_strbuf *text, const char *mark, const line_list *lines) {
  for (size_t i = 0; i < lines->count; i++) {
    aml_sv line = lines->items[i];
    aml_strbuf_addf(text, "%s%s%.*s\n", mark, line.len > 0 && mark[0] != '\0' ? " " : "", AML_SV_ARG(line));
  }
}

/* The expectation of one command as its file would state it. */
static void add_outcome(aml_strbuf *text, const test_outcome *outcome, scenario_format format) {
  if (format == SCENARIO_MARKDOWN) {
    add_lines(text, "", &outcome->out);
    return;
  }
  add_lines(text, ">", &outcome->out);
  add_lines(text, "!", &outcome->err);
  if (outcome->status != 0) {
    aml_strbuf_addf(text, "? %d\n", outcome->status);
  }
}

static void write_file(const char *path, aml_sv text) {
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(text.data, 1, text.len, file) != text.len || fclose(file) != 0) {
    perror(path);
    exit(2);
  }
}

static void copy_source(aml_strbuf *text, const test_scenario *scenario, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++) {
    aml_strbuf_add(text, scenario->source.items[i]);
    aml_strbuf_add_char(text, '\n');
  }
}

/* One file, each of its commands a test. */
static void run_file(const test_stage *place, const char *path, run_mode mode, test_tally *tally) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  test_scenario scenario;
  if (!scenario_read(&arena, path, &scenario)) {
    exit(2);
  }
  if (scenario.steps.count == 0) { /* a page without examples */
    aml_arena_release(&arena);
    return;
  }
  test_stage stage = *place;
  stage_open(&stage, scenario.format);
  aml_strbuf updated;
  aml_strbuf_init(&updated, &arena, SIZE_MAX);
  size_t copied = 0;
  int status = 0;
  for (size_t i = 0; i < scenario.steps.count; i++) {
    const test_step *step = &scenario.steps.items[i];
    if (step->kind == STEP_FILE) {
      stage_write(&arena, &stage, step);
      continue;
    }
    test_outcome outcome = stage_run(&arena, &stage, step, scenario.format, status);
    status = outcome.status;
    if (is_as_expected(step, &outcome, scenario.format)) {
      tally->passed++;
      continue;
    }
    tally->failed++;
    report(&scenario, step, &outcome);
    copy_source(&updated, &scenario, copied, step->begin);
    add_outcome(&updated, &outcome, scenario.format);
    copied = step->end;
  }
  stage_close(&stage);
  if (mode == RUN_UPDATE && copied > 0) {
    copy_source(&updated, &scenario, copied, scenario.source.count);
    write_file(path, aml_strbuf_view(&updated));
  }
  aml_arena_release(&arena);
}

int main(int argc, char **argv) {
  run_mode mode = argc > 1 && strcmp(argv[1], "--update") == 0 ? RUN_UPDATE : RUN_CHECK;
  int first = mode == RUN_UPDATE ? 2 : 1;
  if (argc < first + 3) {
    fprintf(stderr, "usage: %s [--update] PROGRAM SOURCE FILE...\n", argv[0]);
    return 2;
  }
  char program[PATH_MAX];
  char source[PATH_MAX];
  if (realpath(argv[first], program) == NULL || realpath(argv[first + 1], source) == NULL) {
    perror(argv[first]);
    return 2;
  }
  test_stage place = {.program = program, .source = source};
  test_tally tally = {0};
  for (int i = first + 2; i < argc; i++) {
    run_file(&place, argv[i], mode, &tally);
  }
  printf("%zu passed, %zu failed\n", tally.passed, tally.failed);
  return tally.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
