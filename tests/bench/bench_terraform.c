/* Terraform against templates of ARM: instructions that the whole program takes for a byte, counted by
 * valgrind, so that other work on the machine does not matter. 2,000 files of Terraform and as many bytes of
 * templates are copies of the public corpus.
 *
 * usage: bench_terraform SHARED PROGRAM       skips (77) without either, or without valgrind */
#include "base/sv.h"
#include "bench/number_of.h"

enum { SKIPPED = 77, COPIES = 7 /* of 300 files */ };

typedef struct bench {
  aml_arena arena;
  const char *shared, *program, *work;
} bench;

/* Instructions for a byte of the folder's copies. */
static double measure(bench *b, const char *name, const char *copy) {
  aml_sv make = aml_sv_format(&b->arena,
      "mkdir -p %s/%s && cd %s/%s && %s; find . -type f -print0 | xargs -0 cat | wc -c", b->work, name,
      b->work, name, copy);
  double bytes = number_of(make.data);
  aml_sv folder = aml_sv_format(&b->arena, "%s/%s", b->work, name);
  aml_sv run =
      aml_sv_format(&b->arena, "%s --jobs 1 -q --no-ignore --isolated --as-of 2026-11-28 .", b->program);
  double instructions = instructions_of(folder.data, run.data);
  double ratio = bytes > 0 ? instructions / bytes : 0;
  printf("%-10s %12.0f bytes %15.0f instructions %8.1f for a byte\n", name, bytes, instructions, ratio);
  return ratio;
}

int main(int argc, char **argv) {
  char work[] = "/tmp/bench_terraform.XXXXXX";
  bench b = {.shared = argc > 1 ? argv[1] : "", .program = argc > 2 ? argv[2] : ""};
  aml_arena_init(&b.arena, SIZE_MAX);
  aml_sv is_there = aml_sv_format(&b.arena,
      "command -v valgrind > /dev/null && [ -d %s/corpus/forms/terraform ] && [ -x '%s' ] && echo 1",
      b.shared, b.program);
  if (number_of(is_there.data) < 1 || mkdtemp(work) == NULL) {
    printf("skipped: there is no valgrind, no corpus or no program\n");
    return SKIPPED;
  }
  b.work = work;
  aml_sv terraform = aml_sv_format(&b.arena,
      "for i in $(seq %d); do cp -r %s/corpus/forms/terraform/files c$i; done; find . -type f ! -name '*.tf' "
      "-delete",
      (int)COPIES, b.shared);
  aml_sv templates = aml_sv_format(&b.arena,
      "for i in 1 2; do mkdir c$i; grep -l deploymentTemplate.json %s/corpus/arm/*.json | xargs grep -l "
      "'\"resources\"' "
      "| xargs -I{} cp {} c$i; done",
      b.shared);
  double ours = measure(&b, "Terraform", terraform.data);
  double floor = measure(&b, "ARM", templates.data);
  printf("Terraform takes %.2f times the instructions of ARM\n", floor > 0 ? ours / floor : 0);
  aml_sv clean = aml_sv_format(&b.arena, "rm -rf %s; echo 1", work);
  (void)number_of(clean.data);
  aml_arena_release(&b.arena);
  return EXIT_SUCCESS;
}
