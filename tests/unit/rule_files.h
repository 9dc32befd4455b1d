/* The rule files of the source tree, one after another. */
#ifndef AMLINT_TESTS_RULE_FILES_H
#define AMLINT_TESTS_RULE_FILES_H

#include <dirent.h>

#include "test.h"
#include "tree/read.h"

typedef void (*rule_file_visitor)(aml_arena *arena, const char *path, const aml_value *root, void *ctx);

/* Reads a rule file; fails the test where it is not clean YAML. */
static inline const aml_value *read_rule_file(aml_arena *arena, aml_sources *sources, const char *path) {
  uint32_t bad_at;
  aml_error error;
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), aml_sv_of(path));
  assert_int_equal(aml_source_read(source, arena, SIZE_MAX, &bad_at, &error), AML_OK);
  aml_tree *tree = aml_tree_read(source, arena, &diags);
  assert_int_equal(diags.list.count, 0);
  return tree->documents.items[0].root;
}

/* Calls `visit` for each AML*.yml in the folders of rules/; they are read into `sources`. */
static inline void for_each_rule_file(
    aml_arena *arena, aml_sources *sources, rule_file_visitor visit, void *ctx) {
  const char *top = AMLINT_SOURCE_DIR "/rules";
  DIR *folders = opendir(top);
  assert_non_null(folders);
  for (struct dirent *folder = readdir(folders); folder != NULL; folder = readdir(folders)) {
    const char *path = aml_sv_format(arena, "%s/%s", top, folder->d_name).data;
    DIR *files = folder->d_name[0] == '.' ? NULL : opendir(path);
    for (struct dirent *file = files == NULL ? NULL : readdir(files); file != NULL; file = readdir(files)) {
      if (aml_sv_starts(aml_sv_of(file->d_name), AML_SV("AML"))) {
        const char *name = aml_sv_format(arena, "%s/%s", path, file->d_name).data;
        visit(arena, name, read_rule_file(arena, sources, name), ctx);
      }
    }
    if (files != NULL) {
      (void)closedir(files);
    }
  }
  (void)closedir(folders);
}

#endif
