/* Pages of the documentation, for the tests that keep them in step with the code. */
#ifndef AMLINT_TESTS_UNIT_PAGE_H
#define AMLINT_TESTS_UNIT_PAGE_H

#include <stdio.h>

#include "base/strbuf.h"

static inline aml_sv test_read_page(aml_arena *arena, const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  char part[4096];
  size_t n;
  while ((n = fread(part, 1, sizeof part, file)) > 0) {
    aml_strbuf_add(&text, (aml_sv){part, n});
  }
  fclose(file);
  return aml_strbuf_view(&text);
}

#endif
