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

#endif
