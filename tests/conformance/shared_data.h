/* What the programs over the shared data have in common: files as bytes or as trees, folders, tables. */
#ifndef AMLINT_TESTS_CONFORMANCE_SHARED_DATA_H
#define AMLINT_TESTS_CONFORMANCE_SHARED_DATA_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "tree/read.h"

enum { SKIPPED = 77 /* the status of a test that had nothing to run on */, COLUMNS_MAX = 32 };

/* The bytes of a file, registered with the sources; false where it cannot be read. */
static inline bool read_bytes(aml_arena *arena, aml_sources *sources, aml_sv path, aml_source **out) {
  uint32_t bad_at;
  *out = aml_sources_add(sources, path, path);
  return aml_source_read(*out, arena, SIZE_MAX, &bad_at, NULL) == AML_OK;
}

/* The root of a file's first document; NULL where it cannot be read. */
static inline const aml_value *read_root(aml_arena *arena, aml_sources *sources, aml_sv path) {
  aml_source *source;
  if (!read_bytes(arena, sources, path, &source)) {
    return NULL;
  }
  aml_diags diags;
  aml_diags_init(&diags, arena);
  const aml_tree *tree = aml_tree_read(source, arena, &diags);
  return tree->documents.count == 0 ? NULL : tree->documents.items[0].root;
}

typedef void visit_file(void *ctx, aml_sv path, aml_sv name);

/* Calls visit for each file below a folder whose name has the ending, in the order of their names; false
 * where there is no such folder. */
static inline bool visit_folder(
    aml_arena *arena, aml_sv folder, aml_sv ending, visit_file *visit, void *ctx) {
  struct dirent **entries;
  int count = scandir(aml_sv_cstr(arena, folder), &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    aml_sv name = aml_sv_dup(arena, aml_sv_of(entries[i]->d_name));
    aml_sv path = aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(folder), AML_SV_ARG(name));
    if (entries[i]->d_type == DT_DIR && name.data[0] != '.') {
      (void)visit_folder(arena, path, ending, visit, ctx);
    } else if (aml_sv_ends(name, ending)) {
      visit(ctx, path, name);
    }
    free(entries[i]);
  }
  if (count >= 0) {
    free(entries);
  }
  return count >= 0;
}

/* A table with a header, as RFC 4180 writes them. */
typedef struct csv {
  aml_arena *arena;
  aml_sv rest;
  aml_sv names[COLUMNS_MAX];
} csv;

typedef struct csv_row {
  aml_sv cells[COLUMNS_MAX];
} csv_row;

/* The next field; *is_last where a line end follows. */
static inline aml_sv take_field(csv *table, bool *is_last) {
  aml_sv text = table->rest;
  size_t i = 0;
  bool is_quoted = false;
  while (i < text.len && (is_quoted || (text.data[i] != ',' && text.data[i] != '\n'))) {
    is_quoted = text.data[i] == '"' ? !is_quoted : is_quoted;
    i++;
  }
  *is_last = i == text.len || text.data[i] == '\n';
  table->rest = aml_sv_slice(text, i < text.len ? i + 1 : i, text.len);
  aml_sv field = aml_sv_trim(aml_sv_slice(text, 0, i));
  if (!aml_sv_starts(field, AML_SV("\""))) {
    return field;
  }
  char *out = AML_NEW_ARRAY(table->arena, char, field.len);
  size_t n = 0;
  for (size_t k = 1; k + 1 < field.len; k++) {
    out[n++] = field.data[k];
    k += field.data[k] == '"' ? 1 : 0; /* stands for the two of them */
  }
  return (aml_sv){out, n};
}

/* False past the last row. */
static inline bool csv_next(csv *table, csv_row *row) {
  *row = (csv_row){0};
  bool is_last = table->rest.len == 0;
  bool is_row = !is_last;
  for (size_t i = 0; !is_last && i < COLUMNS_MAX; i++) {
    row->cells[i] = take_field(table, &is_last);
  }
  return is_row;
}

static inline csv csv_open(aml_arena *arena, aml_sv text) {
  csv table = {.arena = arena, .rest = text};
  csv_row header;
  (void)csv_next(&table, &header);
  for (size_t i = 0; i < COLUMNS_MAX; i++) {
    table.names[i] = header.cells[i];
  }
  return table;
}

/* A table without the column would make every comparison with it meaningless: the program ends. */
static inline aml_sv csv_cell(const csv *table, const csv_row *row, const char *column) {
  for (size_t i = 0; i < COLUMNS_MAX; i++) {
    if (aml_sv_eq(table->names[i], aml_sv_of(column))) {
      return row->cells[i];
    }
  }
  (void)fprintf(stderr, "The table has no column '%s'.\n", column);
  abort();
}

#endif
