/* Expressions of HCL against the answers of another implementation: those of the shared folder, or rows as
 * tests/data/hcl has them.
 *
 * usage: hcl_expressions SHARED_FOLDER [ANSWERS] */
#include <stdio.h>
#include <string.h>

#include "conformance/shared_data.h"
#include "hcl_answer.h"

static aml_sv text_of(const aml_value *row, const char *key) {
  return aml_value_text(aml_object_find(row, aml_sv_of(key)));
}

static bool check(const aml_value *row) {
  const hcl_answer answer = {.expression = text_of(row, "expression"),
      .type = text_of(row, "type"),
      .error = text_of(row, "error"),
      .value = aml_object_find(row, AML_SV("value"))};
  return hcl_check_answer(&answer, true);
}

int main(int argc, char **argv) {
  aml_arena arena;
  aml_source *source = NULL;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sv path = argc > 2 ? aml_sv_of(argv[2])
                         : aml_sv_format(&arena, "%s/conformance/terraform/hcl-expressions.jsonl",
                               argc > 1 ? argv[1] : ".");
  if (!read_bytes(&arena, aml_sources_new(&arena), path, &source)) {
    printf("skipped: there is no %.*s\n", AML_SV_ARG(path));
    return SKIPPED;
  }
  size_t right = 0;
  size_t count = 0;
  aml_sv rest = source->bytes;
  while (rest.len > 0) {
    size_t error_at = 0;
    aml_sv line = aml_sv_split(&rest, '\n');
    const aml_value *row = aml_json_text_read(&arena, line, AML_NO_SPAN, &error_at);
    if (row != NULL) {
      count++;
      right += (row->kind == AML_ARRAY ? hcl_check_row(row, false) : check(row)) ? 1 : 0;
    }
  }
  printf("%zu of %zu expressions\n", right, count);
  aml_arena_release(&arena);
  return right == count && count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
