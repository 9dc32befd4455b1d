/* What a command says, for benchmarks that let valgrind count. */
#ifndef AMLINT_TESTS_BENCH_NUMBER_OF_H
#define AMLINT_TESTS_BENCH_NUMBER_OF_H

#include <stdio.h>
#include <stdlib.h>

/* The number that a command prints last; 0 where it prints none. The shell is that of whoever runs
 * benchmarks. */
static inline double number_of(const char *command) {
  char line[512];
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

/* The instructions that a command takes in a folder; 0 where valgrind is missing. */
static inline double instructions_of(const char *folder, const char *command) {
  char line[4096];
  int length = snprintf(line, sizeof line,
      "cd '%s' && valgrind --tool=callgrind --callgrind-out-file=/dev/null %s 2>&1 > /dev/null | sed -n "
      "'s/.*Collected : //p'",
      folder, command);
  return length > 0 && (size_t)length < sizeof line ? number_of(line) : 0;
}

#endif
