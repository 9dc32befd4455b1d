/* Texts in, waivers out: what the tests of src/waiver share. */
#ifndef AMLINT_TESTS_UNIT_WAIVER_TEXT_H
#define AMLINT_TESTS_UNIT_WAIVER_TEXT_H

#include "source/lines.h"
#include "test.h"
#include "tree/read.h"
#include "waiver/exceptions.h"
#include "waiver/govern.h"

typedef struct waiver_text {
  aml_sources *sources;
  aml_source *source;
  aml_tree *tree;
  aml_waivers waivers;
  aml_diags diags;
} waiver_text;

/* A file of that name and text, read, with no waivers yet. */
static inline waiver_text read_waiver_text(aml_arena *arena, const char *path, aml_sv text) {
  waiver_text out = {.sources = aml_sources_new(arena)};
  aml_diags_init(&out.diags, arena);
  aml_waivers_init(&out.waivers, arena);
  out.source = aml_sources_add(out.sources, aml_sv_of(path), AML_SV(""));
  uint32_t bad_at = 0;
  assert_int_equal(aml_source_fill(out.source, arena, text, SIZE_MAX, &bad_at, NULL), AML_OK);
  aml_source_index_lines(out.source, arena);
  out.tree = aml_tree_read(out.source, arena, &out.diags);
  return out;
}

static inline const aml_value *root_of(const waiver_text *text) {
  return text->tree->documents.count == 0 ? NULL : text->tree->documents.items[0].root;
}

static inline aml_day day_of(const char *text) {
  aml_day day = AML_DAY_NONE;
  assert_true(aml_day_parse(aml_sv_of(text), &day));
  return day;
}

#endif
