/* Drives a libFuzzer target without libFuzzer: over every file named or found under a folder named, then over
 * mutations of it that are the same in every run. So gcc, valgrind and a plain ctest exercise the code that
 * the fuzz preset explores.
 *
 * usage: fuzz_<subject> [-runs=N] PATH...      N mutations of each file, 50 by default
 *
 * A crash is the failure; the name of the file at work is on the last line of standard error. */
#include <fts.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_LIMIT = 1 << 16, EDITS = 4 };

typedef struct random_state {
  uint64_t word;
} random_state;

/* xorshift64: repeatable, and good enough to pick positions. */
static uint64_t draw(random_state *random, uint64_t bound) {
  random->word ^= random->word << 13;
  random->word ^= random->word >> 7;
  random->word ^= random->word << 17;
  return random->word % bound;
}

/* One edit in place of a text of `size` bytes with room for INPUT_LIMIT; returns the new size. */
static size_t edit(random_state *random, uint8_t *bytes, size_t size) {
  static const char interesting[] = "{}[]()\"'\\:,#&*!|>%@`\n\r\t -?.~\0\x80\xff";
  if (size == 0) {
    return 0;
  }
  size_t at = (size_t)draw(random, size);
  size_t length = 1 + (size_t)draw(random, size - at);
  switch (draw(random, 5)) {
  case 0:
    bytes[at] ^= (uint8_t)(1U << draw(random, 8));
    return size;
  case 1:
    bytes[at] = (uint8_t)interesting[draw(random, sizeof interesting - 1)];
    return size;
  case 2:
    return at; /* cut short */
  case 3:
    memmove(bytes + at, bytes + at + length, size - at - length);
    return size - length;
  default:
    if (length > INPUT_LIMIT - size) {
      return size;
    }
    memmove(bytes + at + length, bytes + at, size - at);
    return size + length;
  }
}

/* libFuzzer hands over a block of exactly the right size, so that ASan sees one byte too far; so do we. */
static void run_once(const uint8_t *bytes, size_t size) {
  uint8_t *exact = malloc(size == 0 ? 1 : size);
  if (exact == NULL) {
    abort();
  }
  memcpy(exact, bytes, size);
  (void)LLVMFuzzerTestOneInput(exact, size);
  free(exact);
}

static void run_file(const char *path, unsigned long mutations) {
  static uint8_t original[INPUT_LIMIT];
  static uint8_t mutated[INPUT_LIMIT];
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  size_t size = fread(original, 1, sizeof original, file);
  (void)fclose(file);

  run_once(original, size);
  random_state random = {0x9E3779B97F4A7C15U ^ size};
  for (unsigned long i = 0; i < mutations; i++) {
    memcpy(mutated, original, size);
    size_t now = size;
    for (unsigned long n = 1 + draw(&random, EDITS); n > 0; n--) {
      now = edit(&random, mutated, now);
    }
    run_once(mutated, now);
  }
}

static int by_name(const FTSENT **a, const FTSENT **b) {
  return strcmp((*a)->fts_name, (*b)->fts_name);
}

int main(int argc, char **argv) {
  unsigned long mutations = 50;
  char **paths = argv + 1;
  if (argc > 1 && strncmp(argv[1], "-runs=", 6) == 0) {
    mutations = strtoul(argv[1] + 6, NULL, 10);
    paths++;
  }
  FTS *walk = *paths == NULL ? NULL : fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
  if (walk == NULL) {
    fprintf(stderr, "usage: %s [-runs=N] PATH...\n", argv[0]);
    return 2;
  }
  size_t files = 0;
  for (FTSENT *entry = fts_read(walk); entry != NULL; entry = fts_read(walk)) {
    if (entry->fts_info == FTS_F) {
      fprintf(stderr, "%s\n", entry->fts_path);
      run_file(entry->fts_path, mutations);
      files++;
    }
  }
  (void)fts_close(walk);
  printf("%zu files and %lu mutations of each\n", files, mutations);
  return files == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
