/* The text of a file of the checkout, for tests of the engine. */
#ifndef AMLINT_TESTS_UNIT_READ_TEXT_H
#define AMLINT_TESTS_UNIT_READ_TEXT_H

#include "test.h"

#include "source/source.h"

static inline aml_sv read_text(aml_arena *arena, aml_sv path) {
  uint32_t bad_at = 0;
  aml_error error;
  aml_source *source = aml_sources_add(aml_sources_new(arena), path, path);
  assert_int_equal(aml_source_read(source, arena, SIZE_MAX, &bad_at, &error), AML_OK);
  return source->bytes;
}

#endif
