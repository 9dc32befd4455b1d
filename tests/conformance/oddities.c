/* Reads every JSON and YAML file of the public corpus and prints a table: what was read, what was broken and
 * with how many diagnostics. Every file that oddities.csv lists must be among them.
 *
 * usage: oddities SHARED_FOLDER [-v]      -v lists the diagnostics
 *
 * Fails when a tree is not sound (see unit/tree_check.h), when a listed file is missing, or when a file that
 * the list does not call invalid is broken. */
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/map.h"
#include "source/lines.h"
#include "tree_check.h"

enum { SKIPPED = 77, KINDS_MAX = 16 };

typedef struct row {
  char kind[32];
  size_t files, bytes, values, broken, diagnostics, violations, surprises;
} row;

typedef struct survey {
  aml_arena *arena;
  aml_sv corpus;
  aml_map listed; /* path below the corpus to the words about it */
  row rows[KINDS_MAX];
  size_t row_count;
  size_t seen; /* of the listed ones */
  bool is_verbose;
} survey;

static bool is_read(aml_sv path) {
  return aml_sv_iends(path, AML_SV(".json")) || aml_sv_iends(path, AML_SV(".jsonc")) ||
         aml_sv_iends(path, AML_SV(".yml")) || aml_sv_iends(path, AML_SV(".yaml"));
}

/* split,kind,file,bytes,oddities; no field holds a comma. */
static void read_list(survey *s) {
  aml_source list = {.id = 1, .path = AML_SV("oddities.csv")};
  list.file = aml_sv_format(s->arena, "%.*s/oddities.csv", AML_SV_ARG(s->corpus));
  if (aml_source_read(&list, s->arena, AML_LIMIT_FILE_BYTES, NULL, NULL) != AML_OK) {
    return;
  }
  aml_sv rest = list.bytes;
  (void)aml_sv_split(&rest, '\n');
  while (rest.len > 0) {
    aml_sv line = aml_sv_split(&rest, '\n');
    (void)aml_sv_split(&line, ',');
    (void)aml_sv_split(&line, ',');
    aml_sv file = aml_sv_split(&line, ',');
    (void)aml_sv_split(&line, ',');
    aml_sv *words = AML_NEW(s->arena, aml_sv);
    *words = line;
    if (is_read(file)) {
      (void)aml_map_put(&s->listed, file, words);
    }
  }
}

static row *row_of(survey *s, aml_sv path) {
  aml_sv kind = aml_sv_split(&path, '/');
  for (size_t i = 0; i < s->row_count; i++) {
    if (aml_sv_eq(aml_sv_of(s->rows[i].kind), kind)) {
      return &s->rows[i];
    }
  }
  if (s->row_count == KINDS_MAX) {
    return &s->rows[KINDS_MAX - 1];
  }
  row *added = &s->rows[s->row_count++];
  (void)snprintf(added->kind, sizeof added->kind, "%.*s", AML_SV_ARG(kind));
  return added;
}

static void print_diags(const aml_source *source, const aml_diags *diags) {
  for (size_t i = 0; i < diags->list.count; i++) {
    const aml_diag *diag = &diags->list.items[i];
    aml_position at = aml_source_locate(source, diag->span.begin);
    printf("%.*s:%u:%u: %s %.*s\n", AML_SV_ARG(source->path), at.line, at.column, diag->rule,
        AML_SV_ARG(diag->message.text));
  }
}

static void read_one(survey *s, aml_sv path, const char *file) {
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_source source = {.id = 1, .path = path, .file = aml_sv_of(file)};
  aml_diags diags;
  aml_diags_init(&diags, &arena);
  row *kind = row_of(s, path);
  const aml_sv *words = aml_map_find(&s->listed, path);
  s->seen += words != NULL ? 1U : 0U;
  kind->files++;
  if (aml_source_read(&source, &arena, AML_LIMIT_FILE_BYTES, NULL, NULL) != AML_OK) {
    kind->violations++;
    printf("%s: cannot be read\n", file);
  } else {
    const aml_tree *tree = aml_tree_read(&source, &arena, &diags);
    aml_source_index_lines(&source, &arena);
    tree_check check = check_tree(&source, tree, &diags, true);
    kind->bytes += source.bytes.len;
    kind->values += check.values;
    kind->broken += tree->is_broken ? 1U : 0U;
    kind->diagnostics += diags.list.count;
    kind->violations += check.violations;
    if (check.violations > 0) {
      printf("%.*s: %s\n", AML_SV_ARG(path), check.first);
    }
    /* The list calls a file invalid in these words; YAML with placeholders of a template engine is as well.
     */
    bool is_expected = words != NULL && (aml_sv_find(*words, AML_SV("invalid-even-relaxed"), 0) != AML_NPOS ||
                                            aml_sv_find(*words, AML_SV("pyyaml-rejects"), 0) != AML_NPOS ||
                                            aml_sv_find(*words, AML_SV("placeholder"), 0) != AML_NPOS);
    if (tree->is_broken && !is_expected) {
      kind->surprises++;
      printf("%.*s: broken, though it is not listed as invalid\n", AML_SV_ARG(path));
    }
    if (s->is_verbose || (tree->is_broken && !is_expected)) {
      print_diags(&source, &diags);
    }
  }
  aml_arena_release(&arena);
}

static int compare_entries(const FTSENT **a, const FTSENT **b) {
  return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool read_all(survey *s, char *folder) {
  char *roots[] = {folder, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, compare_entries);
  if (walk == NULL) {
    return false;
  }
  for (const FTSENT *entry = fts_read(walk); entry != NULL; entry = fts_read(walk)) {
    aml_sv path = aml_sv_slice(aml_sv_of(entry->fts_path), s->corpus.len + 1, AML_NPOS);
    if (entry->fts_info == FTS_F && is_read(path)) {
      read_one(s, path, entry->fts_path);
    }
  }
  return fts_close(walk) == 0;
}

static bool print_table(const survey *s) {
  row sum = {.kind = "all"};
  printf("%-16s %6s %10s %9s %7s %12s %10s\n", "kind", "files", "bytes", "values", "broken", "diagnostics",
      "violations");
  for (size_t i = 0; i <= s->row_count; i++) {
    const row *r = i < s->row_count ? &s->rows[i] : &sum;
    printf("%-16s %6zu %10zu %9zu %7zu %12zu %10zu\n", r->kind, r->files, r->bytes, r->values, r->broken,
        r->diagnostics, r->violations);
    sum.files += r->files;
    sum.bytes += r->bytes;
    sum.values += r->values;
    sum.broken += r->broken;
    sum.diagnostics += r->diagnostics;
    sum.violations += r->violations;
    sum.surprises += r->surprises;
  }
  printf("%zu of %zu listed files read\n", s->seen, s->listed.count);
  return sum.violations == 0 && sum.surprises == 0 && s->seen == s->listed.count && s->listed.count > 0;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    (void)fprintf(stderr, "usage: oddities SHARED_FOLDER [-v]\n");
    return EXIT_FAILURE;
  }
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  survey s = {.arena = &arena, .is_verbose = argc > 2 && strcmp(argv[2], "-v") == 0};
  s.corpus = aml_sv_format(&arena, "%s/corpus", argv[1]);
  struct stat about;
  if (stat(s.corpus.data, &about) != 0) {
    printf("skipped: '%s' is not there\n", s.corpus.data);
    aml_arena_release(&arena);
    return SKIPPED;
  }
  aml_map_init(&s.listed, &arena, AML_MAP_EXACT);
  read_list(&s);
  char *folder = strdup(s.corpus.data);
  bool is_good = folder != NULL && read_all(&s, folder) && print_table(&s);
  free(folder);
  aml_arena_release(&arena);
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
