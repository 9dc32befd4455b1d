/* YAML texts as trees, for unit tests. */
#ifndef AMLINT_TESTS_UNIT_YAML_CASE_H
#define AMLINT_TESTS_UNIT_YAML_CASE_H

#include "tree/read.h"

/* The first document of a text, which must be well-formed. */
static inline const aml_value *test_read_yaml(aml_arena *arena, const char *text) {
  aml_sources *sources = aml_sources_new(arena);
  aml_source *source = aml_sources_add(sources, AML_SV("test.yml"), (aml_sv){0});
  uint32_t bad_at;
  aml_error error;
  assert_int_equal(aml_source_fill(source, arena, aml_sv_of(text), SIZE_MAX, &bad_at, &error), AML_OK);
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_YAML, arena, &diags);
  assert_int_equal(diags.list.count, 0);
  assert_true(tree->documents.count > 0);
  return tree->documents.items[0].root;
}

#endif
