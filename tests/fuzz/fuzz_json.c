/* Any bytes read as JSON, as a file and as a text inside a value. */
#include "fuzz/fuzz_tree.h"

static void read_inside(void *ctx) {
  fuzz_run *run = ctx;
  size_t error_at = 0;
  if (aml_json_text_read(run->arena, run->text, AML_NO_SPAN, &error_at) == NULL && error_at > run->text.len) {
    abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_tree(data, size, AML_SYNTAX_JSON);
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  fuzz_run run = {&arena, {(const char *)data, size}, AML_SYNTAX_JSON};
  aml_status status = aml_guard_run(&arena, read_inside, &run);
  aml_arena_release(&arena);
  if (status != AML_OK) {
    abort();
  }
  return 0;
}
