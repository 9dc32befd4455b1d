/* Generated inputs for benchmarks: n of one kind of thing that a run may have many of. */
#ifndef AMLINT_BENCH_SAMPLES_H
#define AMLINT_BENCH_SAMPLES_H

#include <stddef.h>

typedef struct sample {
  const char *name;
  void (*make)(const char *folder, size_t n); /* writes files below a folder that is empty */
  size_t n;                                   /* for tests of growth: the smallest size */
  const char *options[3];                     /* of amlint, up to a NULL */
} sample;

/* All whose growth is measured, up to one without a name. */
extern const sample samples_growing[];

/* Clusters of the CLI, each a file of its own, with findings. */
void samples_clusters(const char *folder, size_t n);
/* The same among seven times as many files of other kinds: what a repository of examples looks like. */
void samples_examples(const char *folder, size_t n);
/* One template of clusters with findings: some 300 bytes each, or 2.6 KB in one line with expressions over
 * parameters and variables, and with properties that no rule looks at. */
void samples_template(const char *folder, size_t n);
void samples_wide_template(const char *folder, size_t n);

/* Writes a file, with the folders that lead to it. */
__attribute__((format(printf, 3, 4))) void samples_write(
    const char *folder, const char *name, const char *format, ...);

#endif
