/* How long one small file takes from start to end, and how much memory is resident, against the floor of
 * starting any program at all; and how many instructions small files and public sets take, which valgrind
 * counts whatever else the machine does.
 *
 * usage: bench_startup SHARED PROGRAM      run in the checkout; sets of SHARED that are not there are left
 * out
 *
 * Budgets: 5 ms and 8 MiB. Going over either makes the exit status 1. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 101, TIME_BUDGET_US = 5000, MEMORY_BUDGET_KIB = 8 * 1024 };

typedef struct measure {
  double median_us, best_us;
  double processor_us; /* median of user and system time */
  long resident_kib;   /* the most of any run */
  int status;          /* of the last run */
} measure;

static double now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static double in_us(struct timeval time) {
  return (double)time.tv_sec * 1e6 + (double)time.tv_usec;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a;
  double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* vfork: the time of copying this program's page tables is not the other program's. */
static void run_once(char *const *arguments, int quiet, struct rusage *usage, int *status) {
  pid_t child = vfork();
  if (child == 0) {
    dup2(quiet, STDOUT_FILENO);
    dup2(quiet, STDERR_FILENO);
    execv(arguments[0], arguments);
    _exit(127);
  }
  while (child < 0 || (wait4(child, status, 0, usage) < 0 && errno != EINTR)) {
    perror(arguments[0]);
    exit(2);
  }
}

static measure run_many(char *const *arguments) {
  double times[RUNS];
  double processor[RUNS];
  measure result = {0};
  int quiet = open("/dev/null", O_WRONLY);
  for (int i = 0; i < RUNS; i++) {
    struct rusage usage;
    int status = 0;
    double begin = now_us();
    run_once(arguments, quiet, &usage, &status);
    times[i] = now_us() - begin;
    processor[i] = in_us(usage.ru_utime) + in_us(usage.ru_stime);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (usage.ru_maxrss > result.resident_kib) {
      result.resident_kib = usage.ru_maxrss;
    }
  }
  (void)close(quiet);
  qsort(times, RUNS, sizeof times[0], by_value);
  qsort(processor, RUNS, sizeof processor[0], by_value);
  result.processor_us = processor[RUNS / 2];
  result.best_us = times[0];
  result.median_us = times[RUNS / 2];
  return result;
}

/* The shell is that of whoever runs benchmarks; 0 where the command prints no number. */
static double number_of(const char *command) {
  char line[128];
  double number = 0;
  FILE *out = popen(command, "r");
  while (out != NULL && fgets(line, sizeof line, out) != NULL) {
    number = strtod(line, NULL);
  }
  if (out != NULL) {
    (void)pclose(out);
  }
  return number;
}

/* What the program takes for the files below a folder that a shell's command prints. */
static void count_instructions(const char *name, const char *program, const char *root, const char *files) {
  char command[4096];
  int length = snprintf(command, sizeof command,
      "cd '%s' && files=$(%s) && [ -n \"$files\" ] && valgrind --tool=callgrind "
      "--callgrind-out-file=/dev/null '%s' --isolated --as-of 2026-11-28 --jobs 1 -q $files 2>&1 > /dev/null "
      "| sed -n 's/.*Collected : //p'",
      root, files, program);
  double count = length > 0 && (size_t)length < sizeof command ? number_of(command) : 0;
  if (count > 0) {
    printf("instructions, %s: %.0f\n", name, count);
  } else {
    printf("instructions, %s: not counted, as valgrind or the set is missing\n", name);
  }
}

static void count_all(const char *program, const char *shared) {
  count_instructions("a cluster in YAML", program, ".", "echo fixtures/demo/gpu-train.yml");
  count_instructions("a small template", program, ".", "echo fixtures/templates/access.json");
  count_instructions("public YAML", program, shared, "find corpus/yaml -name '*.y*ml' | sort");
  count_instructions(
      "public templates", program, shared, "find conformance/bicep/handed -name main.json | sort");
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s SHARED PROGRAM\n", argv[0]);
    return 2;
  }
  char floor_program[] = "/bin/true";
  char file[] = "fixtures/demo/gpu-train.yml";
  char *floor_arguments[] = {floor_program, NULL};
  char *arguments[] = {argv[2], file, NULL};
  measure floor = run_many(floor_arguments);
  measure run = run_many(arguments);
  if (run.status > 1) {
    fprintf(stderr, "%s %s: exit status %d\n", argv[2], file, run.status);
    return 2;
  }
  printf("start to end, one file, %d runs: median %.2f ms, best %.2f ms (budget %.0f ms); %.1f times "
         "/bin/true (%.2f ms)\n",
      RUNS, run.median_us / 1e3, run.best_us / 1e3, TIME_BUDGET_US / 1e3, run.median_us / floor.median_us,
      floor.median_us / 1e3);
  printf("processor time: median %.2f ms; /bin/true %.2f ms\n", run.processor_us / 1e3,
      floor.processor_us / 1e3);
  printf("resident at most: %.1f MiB (budget %d MiB); /bin/true %.1f MiB\n", (double)run.resident_kib / 1024,
      MEMORY_BUDGET_KIB / 1024, (double)floor.resident_kib / 1024);
  count_all(argv[2], argv[1]);
  return run.median_us <= TIME_BUDGET_US && run.resident_kib <= MEMORY_BUDGET_KIB ? EXIT_SUCCESS
                                                                                  : EXIT_FAILURE;
}
