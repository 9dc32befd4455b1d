/* Notebooks: commands in lines that begin with '!' and in cells of shells, files that cells write, and the
 * program that all other cells are together, which is a guest for whoever reads Python.
 *
 * Source: the documentation of IPython's magics, and nbformat 3 and 4 (read 2026-11). */
#include <stdarg.h>

#include "script/front_script.h"
#include "script/mention.h"
#include "script/scripts.h"
#include "script/uses.h"
#include "source/parts.h"
#include "tree/guest_value.h"

typedef struct notebook {
  aml_file *file;
  aml_scripts *all;
  aml_diags diags;
  AML_VEC(const aml_guest *) cells; /* of Python */
  aml_parts *parts;
  unsigned number; /* of the cell at hand, from 1 */
} notebook;

static aml_sv line_at(aml_sv text, size_t at) {
  return aml_sv_slice(text, at, aml_sv_find_char(text, '\n', at));
}

static void add_range(notebook *book, const aml_guest *cell, aml_guest_range range,
    aml_script_language language, unsigned flags) {
  const aml_guest *text = aml_guest_slice(book->file->memory, cell, range);
  if (text != NULL && aml_script_speaks(text->text)) {
    const aml_script_source from = {
        .text = text, .language = language, .flags = flags, .diags = &book->diags};
    (void)aml_scripts_add(book->file, book->all, &from);
  }
}

/* The shell that a first line gives its cell to: "%%bash", "%%script --no-raise-error bash"; false for none.
 */
static bool is_shell_magic(aml_sv first, aml_script_language *language) {
  static const char *const shells[] = {
      "%%bash", "%%sh", "%sh", "%%shell", "%%system", "%%sx", "%%!", "%%zsh", "%%ksh", "%%pwsh", NULL};
  static const char *const names[] = {"bash", "sh", "zsh", "ksh", "/bin/bash", "/bin/sh", "pwsh", NULL};
  aml_sv magic = aml_sv_split(&first, ' ');
  bool is_shell = aml_sv_is_one_of(magic, shells);
  bool is_pwsh = aml_sv_eq(magic, AML_SV("%%pwsh"));
  while (aml_sv_eq(magic, AML_SV("%%script")) && first.len > 0 && !is_shell) {
    aml_sv word = aml_sv_split(&first, ' ');
    is_shell = aml_sv_is_one_of(word, names);
    is_pwsh = aml_sv_eq(word, AML_SV("pwsh"));
  }
  *language = is_pwsh ? AML_SCRIPT_POWERSHELL : AML_SCRIPT_SHELL;
  return is_shell;
}

/* The file that a cell with such a first line becomes: what "%%writefile" names, or a program that runs apart
 * from the others; empty for none. */
static aml_sv file_of_magic(aml_sv first) {
  static const char *const writers[] = {"%%writefile", "%%file", NULL};
  static const char *const programs[] = {"%%python", "%%python2", "%%python3", "%%pypy", NULL};
  aml_sv magic = aml_sv_split(&first, ' ');
  if (aml_sv_is_one_of(magic, programs)) {
    return AML_SV("cell.py");
  }
  aml_sv name = aml_sv_is_one_of(magic, writers) ? aml_sv_trim(first) : (aml_sv){NULL, 0};
  if (aml_sv_starts(name, AML_SV("-a ")) || aml_sv_starts(name, AML_SV("--append "))) {
    name = aml_sv_trim(aml_sv_slice(name, aml_sv_find_char(name, ' ', 0), name.len));
  }
  bool is_quoted = name.len > 1 && (name.data[0] == '"' || name.data[0] == '\'') &&
                   name.data[name.len - 1] == name.data[0];
  return is_quoted ? aml_sv_slice(name, 1, name.len - 1) : name;
}

/* What a cell is by its first line: a script, a file, or (false) Python. */
static bool add_cell_of_magic(notebook *book, const aml_guest *cell) {
  size_t begin = 0;
  while (begin < cell->text.len && aml_ascii_space(cell->text.data[begin])) {
    begin++;
  }
  aml_sv first = line_at(cell->text, begin);
  size_t next = begin + first.len + (begin + first.len < cell->text.len ? 1 : 0);
  const aml_guest_range rest = {next, cell->text.len};
  first = aml_sv_trim(first);
  aml_script_language language;
  if (is_shell_magic(first, &language)) {
    add_range(book, cell, rest, language, 0);
    return true;
  }
  aml_sv name = file_of_magic(first);
  const aml_guest *text = name.len == 0 ? NULL : aml_guest_slice(book->file->memory, cell, rest);
  if (text != NULL) {
    (void)aml_file_add_guest(book->file, text, name);
  }
  return name.len > 0;
}

/* Where the command of a line begins: behind "!", "!!", "%sx" and their like, or "x = !"; AML_NPOS for
 * Python.
 */
static size_t find_bang(aml_sv line) {
  static const char *const signs[] = {"!!", "!", "%system ", "%sx ", "%sh ", NULL};
  aml_sv rest = aml_sv_trim(line);
  size_t begin = rest.len == 0 ? 0 : (size_t)(rest.data - line.data);
  for (size_t i = 0; signs[i] != NULL; i++) {
    if (aml_sv_starts(rest, aml_sv_of(signs[i]))) {
      return begin + aml_sv_of(signs[i]).len;
    }
  }
  static const char *const assigned[] = {"= !", "= %system ", "= %sx ", NULL};
  for (size_t i = 0; assigned[i] != NULL; i++) {
    size_t at = aml_sv_find(line, aml_sv_of(assigned[i]), 0);
    if (at != AML_NPOS) {
      return at + aml_sv_of(assigned[i]).len;
    }
  }
  return AML_NPOS;
}

static void add_lines(notebook *book, const aml_guest *cell) {
  for (size_t at = 0; at < cell->text.len;) {
    aml_sv line = line_at(cell->text, at);
    size_t bang = find_bang(line);
    size_t end = at + line.len;
    while (bang != AML_NPOS && end > at && end < cell->text.len && cell->text.data[end - 1] == '\\') {
      end += 1 + line_at(cell->text, end + 1).len; /* IPython joins them as a shell does */
    }
    if (bang != AML_NPOS) {
      add_range(book, cell, (aml_guest_range){at + bang, end}, AML_SCRIPT_SHELL, AML_SHELL_BRACES);
    }
    at = end + 1;
  }
}

/* Whether the first line makes a cell another language's. What runs Python, and says how, does not. */
static bool is_foreign(aml_sv cell) {
  static const char *const magics[] = {"%%time", "%%timeit", "%%capture", "%%prun", "%%memit", "%%debug"};
  aml_sv first = aml_sv_trim(cell);
  first = aml_sv_slice(first, 0, aml_sv_find_char(first, '\n', 0));
  first = aml_sv_trim(aml_sv_split(&first, ' '));
  for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
    if (aml_sv_eq(first, aml_sv_of(magics[i]))) {
      return false;
    }
  }
  return aml_sv_starts(first, AML_SV("%%"));
}

/* What makes the file no notebook, or not all of one. */
__attribute__((format(printf, 3, 4))) static void say_unread(
    aml_file *file, aml_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  aml_diag *diag = aml_diags_vadd(file->diags, "AML001", span, format, args);
  va_end(args);
  diag->help = AML_SV("Save the notebook again with Jupyter, or check its code as a '.py' file.");
  diag->is_incomplete = true;
  file->state = AML_FILE_BROKEN;
}

static bool holds_any(const aml_value *value) {
  return value->kind == AML_OBJECT || (value->kind == AML_ARRAY && value->as.array.count > 0);
}

/* A file that mentions compute and has no cells to read it in. Its diagnostics from `before` on are about its
 * syntax. */
static void check_shape(aml_file *file, const aml_value *root, size_t before) {
  const aml_diags *syntax = file->diags;
  const aml_span start = aml_file_span(file, 0, 1);
  const aml_value *cells = aml_object_find_exact(root, AML_SV("cells"));
  const aml_value *sheets = aml_object_find_exact(root, AML_SV("worksheets"));
  for (size_t i = before; i < syntax->list.count; i++) {
    syntax->list.items[i].help = AML_SV(
        "The notebook is not valid JSON from here on, and cells behind this place were not read. Save it "
        "again with Jupyter.");
  }
  if (syntax->list.count > before) {
    return;
  }
  if (root->kind != AML_OBJECT && root->kind != AML_ARRAY) {
    say_unread(file, start, "The notebook is not JSON, so nothing of it was read.");
  } else if (root->kind == AML_ARRAY) {
    say_unread(
        file, start, "The notebook is a JSON list, not an object with cells, so nothing of it was read.");
  } else if (!aml_value_is(cells, AML_ARRAY) && !aml_value_is(sheets, AML_ARRAY)) {
    say_unread(file, start, "The notebook has no list of cells, so nothing of it was read.");
  }
}

/* A cell that is no object, and mentions compute. */
static void check_cell(const notebook *book, const aml_value *cell) {
  const aml_mentions mentions = aml_script_look(aml_value_text(cell));
  if (mentions.sdk || mentions.commands) {
    say_unread(
        book->file, cell->span, "Cell %u is a string, not an object, so it was not read.", book->number);
  }
}

static void add_cell(notebook *book, const aml_value *cell) {
  const aml_value *kind = aml_object_find_exact(cell, AML_SV("cell_type"));
  const aml_value *source = aml_object_find_exact(cell, AML_SV("source"));
  source = source != NULL ? source : aml_object_find_exact(cell, AML_SV("input")); /* nbformat 3 */
  if (source == NULL || !aml_sv_eq(kind == NULL ? AML_SV("code") : aml_value_text(kind), AML_SV("code"))) {
    return;
  }
  const aml_guest *host = aml_guest_whole(book->file->memory, book->file->source);
  const aml_guest *text = aml_guest_of_value(book->file->memory, host, AML_SYNTAX_JSON, source);
  if (text == NULL && holds_any(source) && !book->file->tree->is_broken) {
    say_unread(book->file, source->span,
        "The source of cell %u is neither a string nor a list of strings, so it was not read.", book->number);
  }
  if (text != NULL) {
    const aml_part part = {aml_sv_format(book->file->memory, "cell %u", book->number), text};
    AML_VEC_PUSH(book->file->memory, &book->parts->list, part);
  }
  if (text != NULL && !add_cell_of_magic(book, text)) {
    add_lines(book, text);
    if (text->text.len > 0 && !is_foreign(text->text)) {
      AML_VEC_PUSH(book->file->memory, &book->cells, text);
    }
  }
}

static void add_cells(notebook *book, const aml_value *holder) {
  const aml_value *cells = aml_object_find_exact(holder, AML_SV("cells"));
  for (size_t i = 0; aml_value_is(cells, AML_ARRAY) && i < cells->as.array.count; i++) {
    book->number++;
    check_cell(book, cells->as.array.items[i]);
    add_cell(book, cells->as.array.items[i]);
  }
}

/* The cells of Python as one program, in which a form feed begins each cell but the first. */
static const aml_guest *join_cells(const notebook *book) {
  return book->cells.count == 0
             ? NULL
             : aml_guest_join(book->file->memory, book->cells.items, book->cells.count, AML_SV("\n\f\n"));
}

static bool read_notebook(aml_file *file) {
  aml_sv text = aml_file_text(file);
  const aml_mentions mentions = aml_script_look(text);
  bool may_write = aml_sv_find(text, AML_SV("%%writefile"), 0) != AML_NPOS;
  file->is_unmarked = !mentions.anchors;
  if (file->guest != NULL || !(may_write || mentions.commands || mentions.sdk)) {
    return false;
  }
  notebook book = {
      .file = file, .all = AML_NEW(file->memory, aml_scripts), .parts = AML_NEW(file->memory, aml_parts)};
  aml_diags_init(&book.diags, file->memory);
  size_t before = file->diags->list.count;
  (void)aml_file_tree(file);
  const aml_value *root = aml_file_root(file);
  if (mentions.sdk || mentions.commands) {
    check_shape(file, root, before);
  }
  const aml_value *sheets = aml_object_find_exact(root, AML_SV("worksheets"));
  add_cells(&book, root);
  for (size_t i = 0; aml_value_is(sheets, AML_ARRAY) && i < sheets->as.array.count; i++) {
    add_cells(&book, sheets->as.array.items[i]);
  }
  const aml_guest *program = join_cells(&book);
  if (program != NULL && aml_file_add_guest(file, program, AML_SV("cells.py")) == NULL &&
      aml_script_holds_requests(program->text)) {
    return false;
  }
  if (book.all->makers == 0 && file->guests.count == 0) {
    return false;
  }
  aml_diags_take(file->diags, &book.diags);
  file->content = book.all;
  aml_scripts_add_comments(file, book.all);
  file->source->parts = book.parts;
  return true;
}

const aml_front_end aml_front_notebook = {
    .name = "cells",
    .noun = "notebook",
    .endings = ".ipynb",
    .read = read_notebook,
    .bring = aml_scripts_bring,
    .is_tolerant = true,
    .expand = aml_scripts_expand,
    .doing = "Reading",
    .is_closed = true,
};
