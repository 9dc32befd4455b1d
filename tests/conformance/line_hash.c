/* GitHub's line hash of 3,000 generated files, held against the independent definition in the shared folder.
 *
 * usage: line_hash SHARED_FOLDER [SEED]
 *
 * The files are made of pieces that could go wrong: line ends of every kind and of none, blank lines, equal
 * lines past the window of the hash, byte order marks, NUL, what is no UTF-8, and characters of two UTF-16
 * units. The seed is printed, so that a failure can be had again. */
#include "report/line_hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "source/lines.h"

enum { SKIPPED = 77, FILES = 3000, MOST_PIECES = 300, EQUAL_LINES = 130 };

static const aml_sv pieces[] = {AML_SV_CONST("a"), AML_SV_CONST("size: x"), AML_SV_CONST(" "),
    AML_SV_CONST("\t"), AML_SV_CONST("\n"), AML_SV_CONST("\r"), AML_SV_CONST("\r\n"), AML_SV_CONST("\n\n"),
    AML_SV_CONST("\r \n"), AML_SV_CONST("\0"), AML_SV_CONST("\x0C"), AML_SV_CONST("\x7F"),
    AML_SV_CONST("\xC3\xA4"), AML_SV_CONST("\xC2\x85"), AML_SV_CONST("\xE2\x80\xA8"),
    AML_SV_CONST("\xE2\x80\xA9"), AML_SV_CONST("\xEF\xBB\xBF"), AML_SV_CONST("\xF0\x9F\x98\x80"),
    AML_SV_CONST("- name: x\n"), AML_SV_CONST("- name: x\r\n"),
    /* what is no UTF-8 */
    AML_SV_CONST("\xF0\x9F"), AML_SV_CONST("\xE2\x82"), AML_SV_CONST("\xFF"), AML_SV_CONST("\xED\xA0\x80"),
    AML_SV_CONST("\xF4\x90\x80\x80"), AML_SV_CONST("\xC0\xAF"), AML_SV_CONST("\xE0\x80")};

enum { PIECES = sizeof pieces / sizeof pieces[0], WELL_FORMED = PIECES - 7 };

static uint64_t next(uint64_t *random) {
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return *random >> 8;
}

static aml_sv pick(uint64_t *random, uint64_t choices) {
  return pieces[next(random) % choices];
}

static aml_sv make_file(aml_arena *arena, uint64_t *random) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  uint64_t choices = next(random) % 2 == 0 ? PIECES : WELL_FORMED;
  if (next(random) % 8 == 0) {
    aml_strbuf_add(&text, AML_SV("\xEF\xBB\xBF"));
  }
  bool is_monotonous = next(random) % 16 == 0;
  aml_sv line = pick(random, choices);
  aml_sv line_end = pick(random, choices);
  for (int i = 0; is_monotonous && i < EQUAL_LINES; i++) {
    aml_strbuf_add(&text, line);
    aml_strbuf_add(&text, line_end);
  }
  for (uint64_t n = next(random) % MOST_PIECES; n > 0; n--) {
    aml_strbuf_add(&text, pick(random, choices));
  }
  aml_sv made = aml_strbuf_view(&text);
  bool is_wide = made.len > 1 && (made.data[0] == '\0') != (made.data[1] == '\0');
  return is_wide ? aml_sv_join(arena, AML_SV("aa"), made) : made; /* else it would be read as UTF-16 */
}

/* Reads files that each follow their length; prints a line for each of theirs. */
static const char oracle[] = "import sys\n"
                             "sys.path.insert(0, sys.argv[1] + '/style')\n"
                             "from linehash import line_hashes\n"
                             "with open(sys.argv[2], 'rb') as files:\n"
                             "  while length := files.readline():\n"
                             "    for line, value in line_hashes(files.read(int(length))).items():\n"
                             "      print(line, value)\n";

typedef struct tally {
  size_t lines, differences, ill_formed; /* the last: files that are no UTF-8 */
} tally;

/* Holds one file's hashes against what the oracle prints next. */
static void compare(aml_arena *arena, aml_sv text, size_t number, FILE *wanted, tally *t) {
  aml_source source = {.id = 1, .path = AML_SV("generated")};
  aml_error error;
  bool is_text = aml_source_fill(&source, arena, text, SIZE_MAX, NULL, &error) == AML_OK;
  size_t count;
  const aml_line_hash *hashes = aml_line_hashes(arena, &source, &count);
  for (size_t i = 0; i < count; i++) {
    char expected[64] = "";
    char got[64];
    (void)snprintf(got, sizeof got, "%zu %" PRIx64 ":%u\n", i + 1, hashes[i].hash, hashes[i].ordinal);
    if (fgets(expected, sizeof expected, wanted) == NULL || strcmp(got, expected) != 0) {
      (void)printf("file %zu: got %swanted %s", number, got, expected[0] == '\0' ? "no more\n" : expected);
      t->differences++;
    }
  }
  t->lines += count;
  t->ill_formed += is_text ? 0 : 1;
}

static int compare_all(aml_arena *arena, const char *shared, uint64_t seed, const char *path, FILE *made) {
  aml_sv *files = AML_NEW_ARRAY(arena, aml_sv, FILES);
  uint64_t random = seed;
  for (size_t i = 0; i < FILES; i++) {
    files[i] = make_file(arena, &random);
    (void)fprintf(made, "%zu\n", files[i].len);
    (void)fwrite(files[i].data, 1, files[i].len, made);
  }
  aml_sv command = aml_sv_format(arena, "python3 -B -c \"%s\" '%s' '%s'", oracle, shared, path);
  FILE *wanted = fflush(made) == 0 ? popen(command.data, "r") : NULL;
  if (wanted == NULL) {
    perror("line_hash");
    return EXIT_FAILURE;
  }
  tally t = {0};
  for (size_t i = 0; i < FILES; i++) {
    compare(arena, files[i], i, wanted, &t);
  }
  bool has_more = fgetc(wanted) != EOF;
  bool has_ended_well = pclose(wanted) == 0;
  (void)printf("%d files (%zu no UTF-8), %zu lines, %zu differences; seed %" PRIu64 "\n", FILES, t.ill_formed,
      t.lines, t.differences, seed);
  return t.differences == 0 && !has_more && has_ended_well ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
  char path[] = "/tmp/amlint-hash-XXXXXX";
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  const char *shared = argc > 1 ? argv[1] : "../shared";
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20261128;
  aml_sv definition = aml_sv_format(&arena, "%s/style/linehash.py", shared);
  if (access(definition.data, R_OK) != 0 || system("python3 -c '' 2> /dev/null") != 0) {
    (void)printf("skipped: there is no python3, or no '%s'\n", definition.data);
    aml_arena_release(&arena);
    return SKIPPED;
  }
  int fd = mkstemp(path);
  FILE *made = fd < 0 ? NULL : fdopen(fd, "wb");
  int status = made == NULL ? EXIT_FAILURE : compare_all(&arena, shared, seed, path, made);
  if (made == NULL || fclose(made) != 0 || unlink(path) != 0) {
    perror(path);
    status = EXIT_FAILURE;
  }
  aml_arena_release(&arena);
  return status;
}
