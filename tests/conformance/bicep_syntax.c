/* The lexer and the parser of Bicep over public files: valid ones are read without a word, whose tokens,
 * comments and blanks are every byte of them; of wrong ones the errors stand on the lines of Bicep's own.
 *
 * usage: bicep_syntax SHARED_FOLDER [-v] */
#include <string.h>

#include "bicep/syntax_bicep.h"
#include "shared_data.h"
#include "source/lines.h"

typedef struct tally {
  aml_arena *arena;
  aml_sv folder;
  bool is_verbose;
  size_t files, sound, tiled;
  size_t wrong, first_on_line, lines, lines_met, silent, silent_met;
} tally;

/* Whether bytes between tokens are blanks only, and all of the text is covered. */
static bool is_tiled(const aml_bicep_tokens *tokens) {
  size_t at = 0;
  size_t trivia = 0;
  for (size_t i = 0; i < tokens->list.count; i++) {
    const aml_bicep_token *token = &tokens->list.items[i];
    while (at < token->begin) {
      if (trivia < tokens->trivia.count && tokens->trivia.items[trivia].begin == at) {
        at = tokens->trivia.items[trivia++].end;
      } else if (tokens->text.data[at] == ' ' || tokens->text.data[at] == '\t') {
        at++;
      } else {
        return false;
      }
    }
    if (at != token->begin || token->end < token->begin) {
      return false;
    }
    at = token->end;
  }
  return at == tokens->text.len && trivia == tokens->trivia.count;
}

static bool is_bicep_file(aml_sv name) {
  return aml_sv_ends(name, AML_SV(".bicep")) || aml_sv_ends(name, AML_SV(".bicepparam"));
}

static size_t line_of(aml_sv text, size_t at) {
  size_t line = 1;
  for (size_t i = 0; i < at && i < text.len; i++) {
    line += text.data[i] == '\n' || (text.data[i] == '\r' && (i + 1 == text.len || text.data[i + 1] != '\n'));
  }
  return line;
}

static void visit_valid(void *ctx, aml_sv path, aml_sv name) {
  tally *t = ctx;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_source *source;
  bool is_wrong = aml_sv_find(path, AML_SV("/Invalid_"), 0) != AML_NPOS; /* and compared below */
  if (is_bicep_file(name) && !is_wrong && read_bytes(&arena, aml_sources_new(&arena), path, &source)) {
    aml_bicep_syntax syntax;
    aml_bicep_parse(&syntax, &arena, source->bytes, aml_sv_ends(name, AML_SV(".bicepparam")));
    t->files++;
    t->sound += syntax.tokens.errors.count == 0;
    t->tiled += is_tiled(&syntax.tokens);
    for (size_t i = 0; i < syntax.tokens.errors.count && i < 3; i++) {
      const aml_bicep_error *error = &syntax.tokens.errors.items[i];
      (void)printf("%.*s:%zu: %.*s\n", AML_SV_ARG(path), line_of(source->bytes, error->begin),
          AML_SV_ARG(error->message));
    }
    if (!is_tiled(&syntax.tokens)) {
      (void)printf("%.*s: tokens do not tile it\n", AML_SV_ARG(path));
    }
  }
  aml_arena_release(&arena);
}

enum { LINES_MAX = 4096 };

/* Marks the lines of Bicep's own syntax errors in a file; how many there are. */
static size_t mark_lines(tally *t, aml_sv table_text, aml_sv path, bool wanted[LINES_MAX]) {
  csv table = csv_open(t->arena, table_text);
  csv_row row;
  size_t count = 0;
  while (csv_next(&table, &row)) {
    if (aml_sv_eq(csv_cell(&table, &row, "path"), path) &&
        aml_sv_eq(csv_cell(&table, &row, "is_syntax"), AML_SV("yes"))) {
      size_t line = strtoul(aml_sv_cstr(t->arena, csv_cell(&table, &row, "line")), NULL, 10);
      count += line < LINES_MAX && !wanted[line];
      wanted[line % LINES_MAX] = true;
    }
  }
  return count;
}

static void hold_against(
    tally *t, aml_sv path, const aml_bicep_syntax *syntax, const bool wanted[LINES_MAX]) {
  bool met[LINES_MAX] = {false};
  size_t first = 0;
  while (first < LINES_MAX && !wanted[first]) {
    first++;
  }
  for (size_t i = 0; i < syntax->tokens.errors.count; i++) {
    const aml_bicep_error *error =
        &syntax->tokens.errors.items[i]; /* the table has the line where one ends */
    met[line_of(syntax->text, error->end > error->begin ? error->end - 1 : error->begin) % LINES_MAX] = true;
  }
  size_t own = 0;
  while (own < LINES_MAX && !met[own]) {
    own++;
  }
  t->wrong++;
  t->first_on_line += own == first;
  if (own != first) {
    (void)printf("%.*s: the first error is on line %zu, Bicep's on %zu\n", AML_SV_ARG(path), own, first);
  }
  for (size_t line = 0; line < LINES_MAX; line++) {
    t->lines += wanted[line];
    t->lines_met += wanted[line] && met[line];
    if (t->is_verbose && wanted[line] != met[line]) {
      (void)printf("%.*s:%zu: %s\n", AML_SV_ARG(path), line, met[line] ? "ours alone" : "Bicep's alone");
    }
  }
}

static void compare_invalid(tally *t, aml_sv table_text, csv *files, const csv_row *row) {
  static const aml_sv base = AML_SV_CONST("src/Bicep.Core.Samples/Files/");
  aml_sv path = csv_cell(files, row, "path");
  aml_sv file = aml_sv_format(t->arena, "%.*s/invalid/%.*s", AML_SV_ARG(t->folder),
      AML_SV_ARG(aml_sv_slice(path, aml_sv_starts(path, base) ? base.len : 0, path.len)));
  aml_source *source;
  if (!read_bytes(t->arena, aml_sources_new(t->arena), file, &source)) {
    (void)printf("%.*s: cannot be read\n", AML_SV_ARG(file));
    return;
  }
  bool wanted[LINES_MAX] = {false};
  aml_bicep_syntax syntax;
  aml_bicep_parse(&syntax, t->arena, source->bytes, aml_sv_ends(path, AML_SV(".bicepparam")));
  if (mark_lines(t, table_text, path, wanted) > 0) {
    hold_against(t, path, &syntax, wanted);
    return;
  }
  t->silent++;
  t->silent_met += syntax.tokens.errors.count == 0;
  if (syntax.tokens.errors.count > 0) {
    (void)printf("%.*s:%zu: Bicep takes it, we say: %.*s\n", AML_SV_ARG(path),
        line_of(source->bytes, syntax.tokens.errors.items[0].begin),
        AML_SV_ARG(syntax.tokens.errors.items[0].message));
  }
}

static bool compare_all_invalid(tally *t) {
  aml_source *files;
  aml_source *diagnostics;
  aml_sources *sources = aml_sources_new(t->arena);
  if (!read_bytes(
          t->arena, sources, aml_sv_join(t->arena, t->folder, AML_SV("/invalid-files.csv")), &files) ||
      !read_bytes(t->arena, sources, aml_sv_join(t->arena, t->folder, AML_SV("/invalid-diagnostics.csv")),
          &diagnostics)) {
    return false;
  }
  csv table = csv_open(t->arena, files->bytes);
  csv_row row;
  while (csv_next(&table, &row)) {
    compare_invalid(t, diagnostics->bytes, &table, &row);
  }
  return true;
}

int main(int argc, char **argv) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  tally t = {.arena = &arena, .is_verbose = argc > 2 && strcmp(argv[2], "-v") == 0};
  t.folder = aml_sv_format(&arena, "%s/conformance/bicep", argc > 1 ? argv[1] : "../shared");
  aml_sv handed = aml_sv_join(&arena, t.folder, AML_SV("/handed"));
  if (!visit_folder(&arena, handed, AML_SV(""), visit_valid, &t) || t.files == 0) {
    (void)printf("skipped: %.*s is not there\n", AML_SV_ARG(t.folder));
    return SKIPPED;
  }
  (void)visit_folder(&arena, aml_sv_join(&arena, t.folder, AML_SV("/params")), AML_SV(""), visit_valid, &t);
  bool is_complete = compare_all_invalid(&t);
  (void)printf(
      "valid files: %zu of %zu without an error, %zu tiled by their tokens\n"
      "wrong files: first error on Bicep's line in %zu of %zu; %zu of %zu lines with syntax errors met\n"
      "files that are wrong in type only: %zu of %zu without an error\n",
      t.sound, t.files, t.tiled, t.first_on_line, t.wrong, t.lines_met, t.lines, t.silent_met, t.silent);
  bool is_good = is_complete && t.sound == t.files && t.tiled == t.files && t.first_on_line == t.wrong &&
                 t.lines_met * 10 >= t.lines * 9 && t.silent_met == t.silent;
  aml_arena_release(&arena);
  return is_good ? 0 : 1;
}
