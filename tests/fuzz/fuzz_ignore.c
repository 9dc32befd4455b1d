/* Any bytes as an ignore file, matched against paths made of its own lines; each line as a pattern against
 * the next. */
#include <stdint.h>
#include <stdlib.h>

#include "source/discover.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { LINES = 64 };
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sv text = {(const char *)data, size};
  const aml_ignore *ignore = aml_ignore_parse(&arena, text);
  aml_sv rest = text;
  aml_sv last = {NULL, 0};
  for (int i = 0; i < LINES && rest.len > 0; i++) {
    aml_sv line = aml_sv_split(&rest, '\n');
    int answer = aml_ignore_match(ignore, line, i % 2 == 0);
    if (answer < -1 || answer > 1) {
      abort();
    }
    (void)aml_glob_match(last, line);
    last = line;
  }
  /* What a pattern without wildcards says, it matches. */
  bool is_literal = aml_sv_find_char(text, '*', 0) == AML_NPOS &&
                    aml_sv_find_char(text, '?', 0) == AML_NPOS &&
                    aml_sv_find_char(text, '[', 0) == AML_NPOS && aml_sv_find_char(text, '\\', 0) == AML_NPOS;
  if (is_literal && !aml_glob_match(text, text)) {
    abort();
  }
  aml_arena_release(&arena);
  return 0;
}
