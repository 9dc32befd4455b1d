/* How fast Bicep is lexed and parsed, against the floor of looking at each of its bytes once.
 *
 * usage: bench_bicep SHARED [PROGRAM]      PROGRAM is not used; skips (77) where SHARED holds no Bicep
 *
 * What is measured is processor time, the best of several runs in turns, over all valid files together. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/strbuf.h"
#include "bicep/syntax_bicep.h"

enum { SKIPPED = 77, RUNS = 15 };

typedef AML_VEC(aml_sv) texts;

typedef struct bench {
  aml_arena arena;
  texts files;
  size_t bytes, folded, declarations;
} bench;

static double now(void) {
  struct timespec time = {0};
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void load(bench *b, const char *path) {
  FILE *in = fopen(path, "rb");
  char buffer[1 << 16];
  aml_strbuf out;
  aml_strbuf_init(&out, &b->arena, SIZE_MAX);
  for (size_t n; in != NULL && (n = fread(buffer, 1, sizeof buffer, in)) > 0;) {
    aml_strbuf_add(&out, (aml_sv){buffer, n});
  }
  if (in != NULL) {
    (void)fclose(in);
  }
  aml_sv text = aml_strbuf_view(&out);
  b->bytes += text.len;
  AML_VEC_PUSH(&b->arena, &b->files, text);
}

static void look_at_bytes(bench *b) {
  for (size_t i = 0; i < b->files.count; i++) {
    for (size_t k = 0; k < b->files.items[i].len; k++) {
      b->folded = b->folded * 31 + (unsigned char)b->files.items[i].data[k];
    }
  }
}

static void parse(bench *b) {
  for (size_t i = 0; i < b->files.count; i++) {
    aml_arena *scratch = aml_arena_new_scratch(&b->arena);
    aml_bicep_syntax syntax;
    aml_bicep_parse(&syntax, scratch, b->files.items[i], false);
    b->declarations += syntax.count;
    aml_arena_release(scratch);
  }
}

static double best_of(bench *b, void (*work)(bench *b), double best) {
  double begin = now();
  work(b);
  double took = now() - begin;
  return took < best ? took : best;
}

int main(int argc, char **argv) {
  bench b = {0};
  char line[4096];
  aml_arena_init(&b.arena, SIZE_MAX);
  aml_sv find = aml_sv_format(&b.arena,
      "find '%s/corpus/bicep' '%s/conformance/bicep/handed' -name '*.bicep' -not -path '*invalid*' 2> "
      "/dev/null",
      argc > 1 ? argv[1] : "", argc > 1 ? argv[1] : "");
  FILE *names = popen(find.data, "r"); /* the shell is that of whoever runs benchmarks */
  while (names != NULL && fgets(line, sizeof line, names) != NULL) {
    aml_sv path = aml_sv_trim(aml_sv_of(line));
    load(&b, aml_sv_cstr(&b.arena, path));
  }
  if (names != NULL) {
    (void)pclose(names);
  }
  double floor = 1e9, ours = 1e9;
  for (int i = 0; b.bytes > 0 && i < RUNS; i++) {
    floor = best_of(&b, look_at_bytes, floor);
    ours = best_of(&b, parse, ours);
  }
  double megabytes = (double)b.bytes / 1e6;
  if (b.bytes == 0) {
    printf("skipped: there is no Bicep\n");
  } else {
    printf(
        "%zu files, %.1f MB: bytes %.0f MB/s, lexing and parsing %.0f MB/s, %.1f times as long (%zu, %zu)\n",
        b.files.count, megabytes, megabytes / floor, megabytes / ours, ours / floor, b.declarations / RUNS,
        b.folded);
  }
  aml_arena_release(&b.arena);
  return b.bytes == 0 ? SKIPPED : EXIT_SUCCESS;
}
