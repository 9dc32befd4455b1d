/* The whole of the public corpus in one run: files for each second, against the floor of merely reading and
 * parsing the same bytes into our tree; with one thread and with all processors.
 *
 * usage: bench_corpus SHARED PROGRAM       PROGRAM is not used; skips (77) where SHARED holds no corpus
 *
 * The corpus is small, so each measurement is the best of several. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "amlint/amlint.h"
#include "base/limits.h"
#include "source/discover.h"
#include "tree/read.h"

enum { RUNS = 7 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
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

static double measure_floor(const char *folder, size_t *files, size_t *bytes) {
  double best = 1e9;
  for (int i = 0; i < RUNS; i++) {
    floor_run run = {.folder = folder};
    aml_arena_init(&run.arena, SIZE_MAX);
    double begin = now();
    if (aml_guard_run(&run.arena, read_and_parse, &run) != AML_OK) {
      exit(2);
    }
    double time = now() - begin;
    aml_arena_release(&run.arena);
    best = time < best ? time : best;
    *files = run.files;
    *bytes = run.bytes;
  }
  return best;
}

static double measure_engine(const char *folder, unsigned jobs, size_t *findings) {
  double best = 1e9;
  for (int i = 0; i < RUNS; i++) {
    amlint_options options = AMLINT_OPTIONS_INIT;
    options.folder = folder;
    options.jobs = jobs;
    options.isolated = true;
    double begin = now();
    amlint_engine *engine = amlint_engine_new(&options, NULL);
    if (engine == NULL || amlint_add_path(engine, ".", NULL) != AMLINT_OK ||
        amlint_run(engine, NULL) != AMLINT_OK) {
      exit(2);
    }
    double time = now() - begin;
    *findings = amlint_finding_count(engine);
    amlint_engine_free(engine);
    best = time < best ? time : best;
  }
  return best;
}

int main(int argc, char **argv) {
  char folder[4096];
  struct stat status;
  if (argc < 2 || snprintf(folder, sizeof folder, "%s/corpus", argv[1]) >= (int)sizeof folder ||
      stat(folder, &status) != 0) {
    printf("skipped: there is no corpus beside the checkout\n");
    return 77;
  }
  size_t files = 0;
  size_t bytes = 0;
  double floor_time = measure_floor(folder, &files, &bytes);
  printf("%zu files, %.1f MB\n", files, (double)bytes / 1e6);
  printf("%-34s %8.1f ms  %8.0f files/s\n", "floor: read and parse, one thread", floor_time * 1e3,
      (double)files / floor_time);
  static const unsigned threads[] = {1, 0};
  for (size_t i = 0; i < 2; i++) {
    size_t findings = 0;
    double time = measure_engine(folder, threads[i], &findings);
    printf("%-34s %8.1f ms  %8.0f files/s  %4.0f %% of the floor's speed  (%zu findings)\n",
        threads[i] == 1 ? "amlint, one thread" : "amlint, all processors", time * 1e3, (double)files / time,
        floor_time / time * 100, findings);
  }
  return 0;
}
