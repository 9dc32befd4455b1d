/* 1,000 files that have nothing to do with Azure ML: instructions that the program takes for a byte, against
 * those of grep, which searches the same bytes for one word, and for four of the words by which programs with
 * the SDKs are known. Valgrind counts both, so that other work on the
 * machine does not matter. The files are copies of the Python library and of the scripts of this machine.
 *
 * usage: bench_unmarked SHARED PROGRAM       skips (77) without PROGRAM, valgrind, python3 or scripts */
#include "base/sv.h"
#include "bench/number_of.h"

enum { SKIPPED = 77, FILES = 1000 };

typedef struct bench {
  aml_arena arena;
  const char *program, *work;
} bench;

/* False where `list` prints no files. They are copied again and again until there are enough. */
static bool measure(bench *b, const char *folder, const char *ending, const char *list, const char *word) {
  aml_sv make = aml_sv_format(&b->arena,
      "mkdir %s/%s && cd %s/%s && files=$(%s) && [ -n \"$files\" ] && i=0 && while [ $i -lt %d ]; do for f "
      "in "
      "$files; do [ $i -lt %d ] && cp -L \"$f\" f$i%s && i=$((i + 1)); done; done; find . -type f -print0 | "
      "xargs -0 cat | wc -c",
      b->work, folder, b->work, folder, list, (int)FILES, (int)FILES, ending);
  double bytes = number_of(make.data);
  if (bytes < FILES) {
    return false;
  }
  aml_sv path = aml_sv_format(&b->arena, "%s/%s", b->work, folder);
  aml_sv search = aml_sv_format(&b->arena, "grep -rlF '%s' .", word);
  const char *several = "grep -rlF -e AmlCompute -e ComputeInstance -e azure.ai.ml -e azureml .";
  aml_sv lint =
      aml_sv_format(&b->arena, "%s --jobs 1 -q --no-ignore --isolated --as-of 2026-11-28 .", b->program);
  double ours = instructions_of(path.data, lint.data);
  double floor = instructions_of(path.data, search.data);
  double floor_of_several = instructions_of(path.data, several);
  printf(
      "%-8s %d files %10.0f bytes: %6.2f instructions for a byte; searching for a word %5.2f, ratio %5.2f; "
      "for four %5.2f, ratio %5.2f\n",
      folder, (int)FILES, bytes, ours / bytes, floor / bytes, floor > 0 ? ours / floor : 0,
      floor_of_several / bytes, floor_of_several > 0 ? ours / floor_of_several : 0);
  return true;
}

int main(int argc, char **argv) {
  char work[] = "/tmp/bench_unmarked.XXXXXX";
  bench b = {.program = argc > 2 ? argv[2] : ""};
  aml_arena_init(&b.arena, SIZE_MAX);
  aml_sv is_there = aml_sv_format(&b.arena,
      "command -v valgrind > /dev/null && command -v python3 > /dev/null && [ -x '%s' ] && echo 1",
      b.program);
  if (number_of(is_there.data) < 1 || mkdtemp(work) == NULL) {
    printf("skipped: there is no valgrind, no python3 or no program\n");
    return SKIPPED;
  }
  b.work = work;
  bool has_programs = measure(&b, "python", ".py",
      "d=$(python3 -c 'import os; print(os.path.dirname(os.__file__))'); find $d -maxdepth 3 -name '*.py' "
      "-size "
      "+1k | xargs grep -LEi 'amlcompute|azure' | sort | head -500",
      "AmlCompute");
  bool has_scripts = measure(&b, "scripts", ".sh",
      "find /usr/bin /usr/sbin /usr/share /usr/lib /etc -type f -size +1k -size -200k 2> /dev/null | xargs "
      "grep "
      "-lI -m1 -E '^#! ?/bin/(ba)?sh' 2> /dev/null | xargs grep -Lwi az | sort | head -500",
      "az ml");
  aml_sv clean = aml_sv_format(&b.arena, "rm -rf %s; echo 1", work);
  (void)number_of(clean.data);
  aml_arena_release(&b.arena);
  return has_programs && has_scripts ? EXIT_SUCCESS : SKIPPED;
}
