/* How fast the program is against the floor of what any program would have to do, and how its time and memory
 * grow: one small file, public and generated sets, one changed file among many, and each kind of thing that a
 * run may have many of, at n, 2n and 4n.
 *
 * usage: bench_speed SHARED PROGRAM     run in the checkout; sets of SHARED that are not there are left out
 *        bench_speed --read FILE...     the floor: YAML as events of libyaml, JSON by our own reader
 *
 * yyjson, against which JSON could be measured, is not in Debian 12: the floor of JSON is our own reader.
 * Floor and program run in turn, and medians are printed; instructions are counted by valgrind.
 *
 * Exit status 1 where one small file takes more than 5 ms or 8 MiB, or four times as much of something takes
 * more than seven times as long: n log n would be under five, and the rest is noise. */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <yaml.h>

#include "base/limits.h"
#include "bench/number_of.h"
#include "bench/samples.h"
#include "tree/read.h"

enum { PATH_SIZE = 512, MOST_RUNS = 101, SET_RUNS = 5, GROWTH_RUNS = 3, STEPS = 3, MOST_OPTIONS = 16 };
enum { TIME_BUDGET_MS = 5, MEMORY_BUDGET_KIB = 8 * 1024 };
static const double worst_growth = 7.0;

#define COMMON "--isolated", "--as-of", "2026-11-28", "-q"

/* A command, the folder it runs in, and what its runs took. */
typedef struct command {
  const char *folder;
  const char *const *arguments;
  double clock[MOST_RUNS], processor[MOST_RUNS]; /* ms */
  double clock_ms, processor_ms;                 /* medians */
  double resident_mib;                           /* the most of any run */
  int status;                                    /* of the last run */
} command;

static double now_ms(void) {
  struct timespec time;
  (void)clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static double in_ms(struct timeval time) {
  return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a;
  double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* vfork: the time of copying this program's page tables is not the other program's. */
static void run_once(command *self, int quiet, size_t run) {
  struct rusage usage;
  int status = 0;
  double begin = now_ms();
  pid_t child = vfork();
  if (child == 0) {
    (void)dup2(quiet, STDOUT_FILENO);
    (void)dup2(quiet, STDERR_FILENO);
    if (chdir(self->folder) == 0) {
      execvp(self->arguments[0], (char *const *)(uintptr_t)self->arguments); /* which changes none */
    }
    _exit(127);
  }
  while (child < 0 || (wait4(child, &status, 0, &usage) < 0 && errno != EINTR)) {
    perror(self->arguments[0]);
    exit(2);
  }
  self->clock[run] = now_ms() - begin;
  self->processor[run] = in_ms(usage.ru_utime) + in_ms(usage.ru_stime);
  self->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  double resident = (double)usage.ru_maxrss / 1024;
  self->resident_mib = resident > self->resident_mib ? resident : self->resident_mib;
}

/* Runs all in turn, so that a busy moment of the machine is nobody's alone. */
static void run_in_turn(command *const *commands, size_t count, size_t runs) {
  int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
  for (size_t run = 0; run < runs; run++) {
    for (size_t i = 0; i < count; i++) {
      run_once(commands[i], quiet, run);
    }
  }
  (void)close(quiet);
  for (size_t i = 0; i < count; i++) {
    qsort(commands[i]->clock, runs, sizeof(double), by_value);
    qsort(commands[i]->processor, runs, sizeof(double), by_value);
    commands[i]->clock_ms = commands[i]->clock[runs / 2];
    commands[i]->processor_ms = commands[i]->processor[runs / 2];
    if (commands[i]->status > 2) {
      (void)fprintf(stderr, "%s: exit status %d\n", commands[i]->arguments[0], commands[i]->status);
      exit(2);
    }
  }
}

static void count_instructions(const char *name, const char *program, const char *file) {
  char line[4 * PATH_SIZE];
  (void)snprintf(line, sizeof line, "'%s' --isolated --as-of 2026-11-28 --jobs 1 -q %s", program, file);
  double count = instructions_of(".", line);
  (void)printf(count > 0 ? "  instructions, %s: %.2f M\n" : "  instructions, %s: not counted, no valgrind\n",
      name, count / 1e6);
}

/* Exit status 1 where it is over its budgets. */
static int measure_small(const char *program) {
  const char *const nothing[] = {"/bin/true", NULL};
  const char *const arguments[] = {program, COMMON, "fixtures/demo/gpu-train.yml", NULL};
  command floor = {.folder = ".", .arguments = nothing};
  command run = {.folder = ".", .arguments = arguments};
  run_in_turn((command *const[]){&floor, &run}, 2, MOST_RUNS);
  (void)printf("one small file (fixtures/demo/gpu-train.yml), %d runs\n", MOST_RUNS);
  (void)printf("  clock %.2f ms, best %.2f (budget %d); /bin/true %.2f: %.1f times\n", run.clock_ms,
      run.clock[0], TIME_BUDGET_MS, floor.clock_ms, run.clock_ms / floor.clock_ms);
  (void)printf("  processor %.2f ms; /bin/true %.2f: %.1f times\n", run.processor_ms, floor.processor_ms,
      run.processor_ms / floor.processor_ms);
  (void)printf("  memory %.1f MiB (budget %d); /bin/true %.1f\n", run.resident_mib, MEMORY_BUDGET_KIB / 1024,
      floor.resident_mib);
  count_instructions("/bin/true", "/bin/true", "");
  count_instructions("a cluster in YAML", program, "fixtures/demo/gpu-train.yml");
  count_instructions("a small template", program, "fixtures/templates/access.json");
  return run.clock_ms <= TIME_BUDGET_MS && run.resident_mib * 1024 <= MEMORY_BUDGET_KIB ? 0 : 1;
}

static void read_events(const aml_source *source) {
  yaml_parser_t parser;
  yaml_event_t event;
  if (!yaml_parser_initialize(&parser)) {
    return;
  }
  yaml_parser_set_input_string(&parser, (const unsigned char *)source->bytes.data, source->bytes.len);
  for (bool goes_on = true; goes_on && yaml_parser_parse(&parser, &event);) {
    goes_on = event.type != YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
}

typedef struct floor_reading {
  aml_arena arena;
  char **files;
  int count;
} floor_reading;

static void read_files(void *ctx) {
  floor_reading *self = ctx;
  for (int i = 0; i < self->count; i++) {
    aml_arena_mark mark = aml_arena_set_mark(&self->arena);
    aml_sources *sources = aml_sources_new(&self->arena);
    aml_source *source = aml_sources_add(sources, aml_sv_of(self->files[i]), aml_sv_of(self->files[i]));
    uint32_t bad_at;
    aml_diags diags;
    aml_diags_init(&diags, &self->arena);
    if (aml_source_read(source, &self->arena, AML_LIMIT_FILE_BYTES, &bad_at, NULL) != AML_OK) {
      continue;
    }
    if (aml_syntax_guess(source) == AML_SYNTAX_YAML) {
      read_events(source);
    } else {
      (void)aml_tree_read_as(source, AML_SYNTAX_JSON, &self->arena, &diags);
    }
    aml_arena_rewind(&self->arena, &mark);
  }
}

static int read_as_floor(char **files, int count) {
  floor_reading self = {.files = files, .count = count};
  aml_arena_init(&self.arena, SIZE_MAX);
  aml_status status = aml_guard_run(&self.arena, read_files, &self);
  aml_arena_release(&self.arena);
  return status == AML_OK ? 0 : 1;
}

typedef struct file_set {
  const char *name;
  AML_VEC(aml_sv) paths;
  double bytes;
} file_set;

static int by_name(const FTSENT **a, const FTSENT **b) {
  return strcmp((*a)->fts_name, (*b)->fts_name);
}

static file_set find_files(aml_arena *arena, const char *name, char *folder, const char *ending) {
  file_set set = {.name = name};
  char *const folders[] = {folder, NULL};
  FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
  for (FTSENT *entry; walk != NULL && (entry = fts_read(walk)) != NULL;) {
    if (entry->fts_info == FTS_F && aml_sv_ends(aml_sv_of(entry->fts_path), aml_sv_of(ending))) {
      AML_VEC_PUSH(arena, &set.paths, aml_sv_dup(arena, aml_sv_of(entry->fts_path)));
      set.bytes += (double)entry->fts_statp->st_size;
    }
  }
  if (walk != NULL) {
    (void)fts_close(walk);
  }
  return set;
}

/* The words, up to a NULL, and then the files. */
static const char *const *command_on(aml_arena *arena, const file_set *set, const char *const *words) {
  const char **all = AML_NEW_ARRAY(arena, const char *, MOST_OPTIONS + set->paths.count + 1);
  size_t count = 0;
  for (; words[count] != NULL; count++) {
    all[count] = words[count];
  }
  for (size_t i = 0; i < set->paths.count; i++) {
    all[count + i] = set->paths.items[i].data;
  }
  return all;
}

typedef struct programs {
  aml_arena arena;
  const char *floor, *amlint; /* the floor is this program */
} programs;

static void measure_set(programs *of, file_set set) {
  if (set.paths.count == 0) {
    (void)printf("%-32s left out: it is not there\n", set.name);
    return;
  }
  const char *const floor_words[] = {of->floor, "--read", NULL};
  const char *const one_words[] = {of->amlint, COMMON, "--jobs", "1", NULL};
  const char *const two_words[] = {of->amlint, COMMON, "--jobs", "2", NULL};
  command floor = {.folder = ".", .arguments = command_on(&of->arena, &set, floor_words)};
  command one = {.folder = ".", .arguments = command_on(&of->arena, &set, one_words)};
  command two = {.folder = ".", .arguments = command_on(&of->arena, &set, two_words)};
  run_in_turn((command *const[]){&floor, &one, &two}, 3, SET_RUNS);
  (void)printf("%-32s %6zu %6.1f %9.1f %9.1f %6.1f %9.1f %6.2f %7.1f %5.1f\n", set.name, set.paths.count,
      set.bytes / 1e6, floor.processor_ms, one.processor_ms, one.processor_ms / floor.processor_ms,
      two.clock_ms, two.clock_ms / one.clock_ms, one.resident_mib,
      one.resident_mib * 1024 * 1024 / set.bytes);
}

static void remove_folder(const char *folder) {
  char line[2 * PATH_SIZE];
  (void)snprintf(line, sizeof line, "rm -rf '%s'", folder);
  (void)number_of(line);
}

/* A new folder, and what is made in it. */
static void make_folder(char folder[PATH_SIZE], void (*make)(const char *folder, size_t n), size_t n) {
  (void)snprintf(folder, PATH_SIZE, "/tmp/bench-speed-XXXXXX");
  if (mkdtemp(folder) == NULL) {
    perror(folder);
    exit(2);
  }
  make(folder, n);
}

static void measure_made(programs *of, const char *name, const char *ending,
    void (*make)(const char *folder, size_t n), size_t n) {
  char folder[PATH_SIZE];
  make_folder(folder, make, n);
  measure_set(of, find_files(&of->arena, name, folder, ending));
  remove_folder(folder);
}

static void measure_sets(programs *of, const char *shared) {
  char handed[PATH_SIZE];
  char corpus[PATH_SIZE];
  (void)snprintf(handed, sizeof handed, "%s/conformance/bicep/handed", shared);
  (void)snprintf(corpus, sizeof corpus, "%s/corpus/yaml", shared);
  (void)printf(
      "\nsets, %d runs: processor time of the floor and of one thread, in ms, and their ratio; time of "
      "two threads on\nthe clock, and its part of that of one; memory of one thread in MiB, and for a "
      "byte of the input\n",
      SET_RUNS);
  (void)printf("%-32s %6s %6s %9s %9s %6s %9s %6s %7s %5s\n", "", "files", "MB", "floor", "1 thread", "times",
      "2 threads", "of 1", "memory", "times");
  measure_set(of, find_files(&of->arena, "main.json that Bicep made", handed, "/main.json"));
  measure_set(of, find_files(&of->arena, "public YAML of Azure ML", corpus, ".yml"));
  measure_made(of, "examples, 1 of 8 a cluster", ".yml", samples_examples, 140);
  measure_made(of, "5,000 small clusters", ".yml", samples_clusters, 5000);
  measure_made(of, "10,000 small clusters", ".yml", samples_clusters, 10000);
  measure_made(of, "20,000 in a template, in brief", ".json", samples_template, 20000);
  measure_made(of, "20,000 in a template of 53 MB", ".json", samples_wide_template, 20000);
}

static void change_one(const char *folder) {
  char line[2 * PATH_SIZE];
  (void)snprintf(line, sizeof line,
      "cd '%s' && git init -q . && git add . && git -c user.name=n -c user.email=e commit -q -m one && "
      "sed -i 's/min_instances: 2/min_instances: 3/' team0/c0.yml && git add . && echo 1",
      folder);
  if (number_of(line) != 1) {
    (void)printf("one changed file: not measured, no git\n");
  }
}

static void measure_change(const char *program) {
  enum { FILES = 4000 };
  char folder[PATH_SIZE];
  make_folder(folder, samples_clusters, FILES);
  change_one(folder);
  const char *const whole_words[] = {program, COMMON, "--jobs", "1", ".", NULL};
  const char *const since_words[] = {program, COMMON, "--jobs", "1", "--changed-since", "HEAD", ".", NULL};
  const char *const staged_words[] = {program, COMMON, "--jobs", "1", "--staged", NULL};
  command whole = {.folder = folder, .arguments = whole_words};
  command since = {.folder = folder, .arguments = since_words};
  command staged = {.folder = folder, .arguments = staged_words};
  run_in_turn((command *const[]){&whole, &since, &staged}, 3, SET_RUNS);
  (void)printf(
      "\none changed file among %d, processor time: whole tree %.1f ms, --changed-since %.1f (%.0f %%), "
      "--staged %.1f (%.0f %%)\n",
      FILES, whole.processor_ms, since.processor_ms, since.processor_ms / whole.processor_ms * 100,
      staged.processor_ms, staged.processor_ms / whole.processor_ms * 100);
  remove_folder(folder);
}

static void measure_size(const sample *of, size_t n, const char *program, command *run) {
  char folder[PATH_SIZE];
  const char *words[MOST_OPTIONS] = {program, "--as-of", "2026-11-28", "-q", "--jobs", "1"};
  size_t count = 6;
  for (size_t i = 0; of->options[i] != NULL; i++) {
    words[count++] = of->options[i];
  }
  words[count] = ".";
  make_folder(folder, of->make, n);
  *run = (command){.folder = folder, .arguments = words};
  run_in_turn(&run, 1, GROWTH_RUNS);
  remove_folder(folder);
}

/* Exit status 1 where something grows too fast. */
static int measure_growth(const char *program) {
  int status = 0;
  (void)printf("\ngrowth, processor time of one thread, %d runs: n, then 2n and 4n with the growth for twice "
               "as much\n",
      GROWTH_RUNS);
  for (const sample *of = samples_growing; of->name != NULL; of++) {
    double ms[STEPS];
    double mib[STEPS];
    for (size_t step = 0; step < STEPS; step++) {
      command run;
      measure_size(of, of->n << step, program, &run);
      ms[step] = run.processor_ms;
      mib[step] = run.resident_mib;
    }
    bool is_bad = ms[2] > ms[0] * worst_growth;
    (void)printf("%-20s n = %4zu %8.1f ms, %8.1f (%.2f), %8.1f (%.2f); memory %.1f, %.1f, %.1f MiB%s\n",
        of->name, of->n, ms[0], ms[1], ms[1] / ms[0], ms[2], ms[2] / ms[1], mib[0], mib[1], mib[2],
        is_bad ? "  grows too fast" : "");
    status = is_bad ? 1 : status;
  }
  return status;
}

int main(int argc, char **argv) {
  if (argc > 2 && strcmp(argv[1], "--read") == 0) {
    return read_as_floor(argv + 2, argc - 2);
  }
  if (argc != 3) {
    (void)fprintf(stderr, "usage: %s SHARED PROGRAM\n", argv[0]);
    return 2;
  }
  programs of = {.floor = realpath("/proc/self/exe", NULL), .amlint = realpath(argv[2], NULL)};
  if (of.floor == NULL || of.amlint == NULL) {
    perror(argv[2]);
    return 2;
  }
  aml_arena_init(&of.arena, SIZE_MAX);
  (void)setvbuf(stdout, NULL, _IOLBF, 0);
  int status = measure_small(of.amlint);
  measure_sets(&of, argv[1]);
  measure_change(of.amlint);
  status |= measure_growth(of.amlint);
  aml_arena_release(&of.arena);
  return status;
}
