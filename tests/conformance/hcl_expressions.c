/* Expressions of HCL against the answers of another implementation in the shared folder.
 *
 * usage: hcl_expressions SHARED_FOLDER */
#include <stdio.h>
#include <string.h>

#include "conformance/shared_data.h"
#include "hcl_text.h"

/* Whether the value is what the other says: numbers to 15 digits, since there they have more. */
static bool is_same(aml_arena *arena, const aml_value *got, const aml_value *wanted) {
  if (got->kind == AML_FLOAT || wanted->kind == AML_FLOAT) {
    double a = aml_hcl_double(got);
    double b = aml_hcl_double(wanted);
    double difference = a > b ? a - b : b - a;
    return difference <= 1e-15 * (b < 0 ? -b : b);
  }
  return aml_sv_eq(aml_value_json(arena, got, false), aml_value_json(arena, wanted, false));
}

static bool check(const aml_value *row) {
  hcl_text t;
  hcl_text_init(&t);
  aml_sv text = aml_value_text(aml_object_find(row, AML_SV("expression")));
  const aml_value *error = aml_object_find(row, AML_SV("error"));
  const aml_value *value = aml_object_find(row, AML_SV("value"));
  const aml_value *got = hcl_text_value(&t, text);
  aml_sv type = aml_hcl_type_name(&t.arena, got);
  bool is_right = false;
  if (error != NULL) {
    bool is_syntax = aml_sv_eq(aml_value_text(error), AML_SV("syntax"));
    is_right = is_syntax ? t.diags.list.count > 0 : t.diags.list.count == 0 && t.failures > 0;
  } else {
    is_right = t.diags.list.count == 0 && t.failures == 0 && is_same(&t.arena, got, value) &&
               aml_sv_eq(type, aml_value_text(aml_object_find(row, AML_SV("type"))));
  }
  if (!is_right) {
    aml_sv shown = aml_value_json(&t.arena, got, false);
    aml_sv message = t.diags.list.count > 0 ? t.diags.list.items[0].message.text : t.message;
    aml_sv wanted = aml_value_json(&t.arena, row, false);
    printf("different: %.*s\n  got %.*s (%.*s) %.*s\n  wanted %.*s\n", AML_SV_ARG(text), AML_SV_ARG(shown),
        AML_SV_ARG(type), AML_SV_ARG(message), AML_SV_ARG(wanted));
  }
  aml_arena_release(&t.arena);
  return is_right;
}

int main(int argc, char **argv) {
  aml_arena arena;
  aml_source *source = NULL;
  aml_arena_init(&arena, SIZE_MAX);
  aml_sv path =
      aml_sv_format(&arena, "%s/conformance/terraform/hcl-expressions.jsonl", argc > 1 ? argv[1] : ".");
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
    if (row != NULL && row->kind == AML_OBJECT) {
      count++;
      right += check(row) ? 1 : 0;
    }
  }
  printf("%zu of %zu expressions\n", right, count);
  aml_arena_release(&arena);
  return right == count && count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
