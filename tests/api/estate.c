/* libamlint as a service uses it: the estate of fixtures/audit, with its configuration, exceptions, policies
 * and baseline, linted by several threads at once, each with an engine of its own, in every format into
 * memory. All must get what the first one got. Then the calls that must fail. Prints the JSON report, which
 * tests/ci/test-library holds against the program's.
 *
 * usage: estate FOLDER */
#include <amlint/amlint.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 2, FORMATS_MAX = 32 };

typedef struct buffer {
  char *bytes;
  size_t size;
} buffer;

typedef struct job {
  const char *folder;
  buffer reports[FORMATS_MAX];
  size_t count;
} job;

static void need(bool holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "estate: this does not hold: %s\n", what);
    exit(3);
  }
}

static bool append(void *context, const char *bytes, size_t size) {
  buffer *to = context;
  char *grown = realloc(to->bytes, to->size + size + 1);
  need(grown != NULL, "there is memory");
  memcpy(grown + to->size, bytes, size);
  to->bytes = grown;
  to->size += size;
  grown[to->size] = 0;
  return true;
}

static bool refuse(void *context, const char *bytes, size_t size) {
  (void)context;
  (void)bytes;
  (void)size;
  return false;
}

static amlint_engine *lint(const char *folder) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.folder = folder;
  options.as_of = "2026-11-27";
  amlint_error error = {AMLINT_OK, ""};
  amlint_engine *engine = amlint_engine_new(&options, &error);
  need(engine != NULL, error.text);
  need(amlint_add_path(engine, ".", &error) == AMLINT_OK, error.text);
  need(amlint_run(engine, &error) == AMLINT_OK, error.text);
  return engine;
}

static void *work(void *context) {
  job *mine = context;
  for (int round = 0; round < ROUNDS; round++) {
    amlint_engine *engine = lint(mine->folder);
    for (mine->count = 0; amlint_format_at(mine->count) != NULL; mine->count++) {
      need(mine->count < FORMATS_MAX, "the formats fit");
      buffer *report = &mine->reports[mine->count];
      report->size = 0;
      amlint_error error;
      need(amlint_report(engine, amlint_format_at(mine->count), NULL, append, report, &error) == AMLINT_OK,
          error.text);
    }
    amlint_engine_free(engine);
  }
  return NULL;
}

static void compare(const job *first, const job *other) {
  need(first->count == other->count && first->count > 10, "all formats were rendered");
  for (size_t i = 0; i < first->count; i++) {
    const buffer *a = &first->reports[i];
    const buffer *b = &other->reports[i];
    need(a->size > 0 && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0, amlint_format_at(i));
  }
}

static void check_states(const char *folder) {
  amlint_engine *engine = lint(folder);
  amlint_counts counts = amlint_get_counts(engine);
  size_t active = 0;
  size_t suppressed = 0;
  size_t undecided = 0;
  amlint_finding finding;
  size_t i = 0;
  for (; amlint_finding_at(engine, i, &finding); i++) {
    active += finding.status == AMLINT_ACTIVE ? 1 : 0;
    suppressed += finding.status == AMLINT_SUPPRESSED ? 1 : 0;
    undecided += finding.status == AMLINT_UNDECIDED ? 1 : 0;
    need(finding.rule[0] != 0 && finding.message[0] != 0 && strlen(finding.fingerprint) == 64,
        "every finding has a rule, a message and a fingerprint");
    need(finding.location.line > 0 || finding.location.file[0] == 0, "lines count from 1");
  }
  need(i == amlint_finding_count(engine), "as many findings as counted");
  need(active > 0 && active == counts.errors + counts.warnings + counts.notes, "active findings add up");
  need(suppressed > 0 && suppressed == counts.suppressed, "exceptions and baseline hold, and add up");
  need(undecided == counts.undecided, "undecided findings add up");
  need(amlint_exit_status(engine) == 1, "the estate fails");
  amlint_engine_free(engine);
}

static void check_failures(const char *folder) {
  amlint_error error = {AMLINT_OK, ""};
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.fail_on = "everything";
  need(
      amlint_engine_new(&options, &error) == NULL && error.status == AMLINT_ERROR_INPUT && error.text[0] != 0,
      "a wrong option is refused");
  options = (amlint_options)AMLINT_OPTIONS_INIT;
  options.version = AMLINT_OPTIONS_VERSION + 1;
  need(amlint_engine_new(&options, NULL) == NULL, "options of a later version are refused");
  amlint_engine *engine = lint(folder);
  buffer nothing = {NULL, 0};
  need(
      amlint_report(engine, "txt", NULL, append, &nothing, &error) == AMLINT_ERROR_INPUT && nothing.size == 0,
      "an unknown format is refused");
  need(amlint_report(engine, "json", NULL, refuse, NULL, &error) == AMLINT_ERROR_IO,
      "a report that is not taken has failed");
  need(amlint_run(engine, &error) != AMLINT_OK, "an engine runs once");
  amlint_engine_free(engine);
  amlint_engine_free(NULL);
}

int main(int argc, char **argv) {
  need(argc == 2, "there is a folder");
  static job jobs[THREADS];
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++) {
    jobs[i].folder = argv[1];
    need(pthread_create(&threads[i], NULL, work, &jobs[i]) == 0, "a thread starts");
  }
  for (size_t i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  for (size_t i = 1; i < THREADS; i++) {
    compare(&jobs[0], &jobs[i]);
  }
  check_states(argv[1]);
  check_failures(argv[1]);
  for (size_t i = 0; i < jobs[0].count; i++) {
    if (strcmp(amlint_format_at(i), "json") == 0) {
      fputs(jobs[0].reports[i].bytes, stdout);
    }
  }
  for (size_t i = 0; i < THREADS; i++) {
    for (size_t j = 0; j < jobs[i].count; j++) {
      free(jobs[i].reports[j].bytes);
    }
  }
  return 0;
}
