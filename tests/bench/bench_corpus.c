/* The whole of the public corpus in one run against the floor of merely reading and parsing the same bytes
 * into our tree: processor time with one thread, which other work on the machine hardly changes, and time on
 * the clock with all processors.
 *
 * usage: bench_corpus SHARED PROGRAM       PROGRAM is not used; skips (77) where SHARED holds no corpus
 *
 * The corpus is small, so each measurement is the best of several, taken in turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "amlint/amlint.h"
#include "base/limits.h"
#include "source/discover.h"
#include "tree/read.h"

enum { RUNS = 9 };

typedef struct moment { /* in seconds */
  double clock, processor;
} moment;

static double read_clock(clockid_t id) {
  struct timespec time = {0};
  (void)clock_gettime(id, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static moment now(void) {
  return (moment){read_clock(CLOCK_MONOTONIC), read_clock(CLOCK_PROCESS_CPUTIME_ID)};
}

static double lesser(double a, double b) {
  return a < b ? a : b;
}

/* Keeps the least that passed since `begin`, of each kind by itself. */
static void keep_best(moment *best, moment begin) {
  moment end = now();
  best->clock = lesser(best->clock, end.clock - begin.clock);
  best->processor = lesser(best->processor, end.processor - begin.processor);
}

typedef struct floor_run {
  aml_arena arena;
  const char *folder;
  size_t files, bytes;
} floor_run;

static void read_and_parse(void *ctx) {
  floor_run *self = ctx;
  aml_discovery found;
  aml_sv folder = aml_sv_of(self->folder);
  aml_discover_options how = {.working_folder = folder};
  aml_sv dot = AML_SV(".");
  aml_discover(&found, &self->arena, &dot, 1, &how);
  aml_sources *sources = aml_sources_new(&self->arena);
  for (size_t i = 0; i < found.files.count; i++) {
    aml_source *source = aml_sources_add(sources, found.files.items[i].path, found.files.items[i].file);
    uint32_t bad_at;
    aml_diags diags;
    aml_diags_init(&diags, &self->arena);
    if (aml_source_read(source, &self->arena, AML_LIMIT_FILE_BYTES, &bad_at, NULL) == AML_OK) {
      (void)aml_tree_read(source, &self->arena, &diags);
      self->files++;
      self->bytes += source->bytes.len;
    }
  }
}

static void measure_floor(const char *folder, moment *best, floor_run *last) {
  floor_run run = {.folder = folder};
  aml_arena_init(&run.arena, SIZE_MAX);
  moment begin = now();
  if (aml_guard_run(&run.arena, read_and_parse, &run) != AML_OK) {
    exit(2);
  }
  keep_best(best, begin);
  aml_arena_release(&run.arena);
  *last = run;
}

static void measure_engine(const char *folder, unsigned jobs, moment *best, size_t *findings) {
  amlint_options options = AMLINT_OPTIONS_INIT;
  options.folder = folder;
  options.jobs = jobs;
  options.isolated = true;
  moment begin = now();
  amlint_engine *engine = amlint_engine_new(&options, NULL);
  if (engine == NULL || amlint_add_path(engine, ".", NULL) != AMLINT_OK ||
      amlint_run(engine, NULL) != AMLINT_OK) {
    exit(2);
  }
  keep_best(best, begin);
  *findings = amlint_finding_count(engine);
  amlint_engine_free(engine);
}

static void print_line(const char *what, double time, double floor_time, size_t files) {
  printf("%-42s %8.1f ms  %8.0f files/s  %4.0f %% of the floor's speed\n", what, time * 1e3,
      (double)files / time, floor_time / time * 100);
}

int main(int argc, char **argv) {
  char folder[4096];
  struct stat status;
  if (argc < 2 || snprintf(folder, sizeof folder, "%s/corpus", argv[1]) >= (int)sizeof folder ||
      stat(folder, &status) != 0) {
    printf("skipped: there is no corpus beside the checkout\n");
    return 77;
  }
  moment floor_time = {1e9, 1e9};
  moment alone = floor_time;
  moment together = floor_time;
  floor_run last = {0};
  size_t findings = 0;
  for (int i = 0; i < RUNS; i++) {
    measure_floor(folder, &floor_time, &last);
    measure_engine(folder, 1, &alone, &findings);
    measure_engine(folder, 0, &together, &findings);
  }
  printf("%zu files, %.1f MB, %zu findings\n", last.files, (double)last.bytes / 1e6, findings);
  print_line("floor: read and parse, processor", floor_time.processor, floor_time.processor, last.files);
  print_line("amlint, one thread, processor", alone.processor, floor_time.processor, last.files);
  print_line("amlint, all processors, clock", together.clock, floor_time.clock, last.files);
  return 0;
}
