/* Any text as a body of HCL, as an expression and as a template; all that was read is evaluated.
 *
 * What must hold: no crash; places lie within the text; evaluation ends, whatever the text. */
#include "base/limits.h"
#include "expr/value_text.h"
#include "hcl/scope_hcl.h"

#include "fuzz_documents.h"

enum { STEPS = 20000 };

static const aml_hcl_dialect dialect = {AML_SV_CONST("var"), AML_SV_CONST("local")};

static const aml_value *find(void *ctx, aml_eval *eval, aml_hcl_path *path) {
  (void)ctx;
  path->used = path->count > 0 ? 1 : 0;
  return path->root.len % 2 == 0 ? NULL : aml_eval_unknown(eval, AML_KINDS_ANY, "not known");
}

static void check_failure(void *ctx, aml_eval *eval, aml_span span, aml_sv message) {
  const fuzz_documents *documents = ctx;
  (void)eval;
  fuzz_check(message.len > 0);
  fuzz_check(span.begin <= span.end && span.end <= documents->source->bytes.len);
}

static void evaluate(fuzz_documents *documents, const aml_value *value) {
  aml_hcl_context context = {.ctx = documents, .dialect = &dialect, .find = find, .fail = check_failure};
  const aml_scope scope = aml_hcl_scope(&context);
  aml_eval eval = {.arena = documents->arena, .scope = &scope, .steps_left = STEPS};
  const aml_value *result = aml_hcl_eval(&eval, &scope, NULL, value);
  fuzz_check(eval.depth == 0 && eval.silence == 0 && context.bindings == NULL);
  (void)aml_value_show(documents->arena, result, 100);
}

static void read_hcl(fuzz_documents *documents) {
  uint32_t bad_at;
  documents->source = aml_sources_add(documents->sources, AML_SV("fuzz.tf"), (aml_sv){0});
  if (aml_source_fill(documents->source, documents->arena, documents->bytes, AML_LIMIT_FILE_BYTES, &bad_at,
          NULL) != AML_OK) {
    return;
  }
  aml_tree tree = {0};
  const aml_hcl_input input = {.arena = documents->arena,
      .text = aml_guest_whole(documents->arena, documents->source),
      .diags = &documents->diags,
      .dialect = &dialect,
      .tree = &tree};
  const aml_value *root = aml_hcl_read(&input);
  fuzz_check(root->kind == AML_OBJECT);
  for (size_t i = 0; i < tree.comments.count; i++) {
    fuzz_check(tree.comments.items[i].span.end <= documents->source->bytes.len);
    fuzz_check(i == 0 || tree.comments.items[i - 1].span.end <= tree.comments.items[i].span.begin);
  }
  evaluate(documents, root);
  evaluate(documents, aml_hcl_read_expression(&input));
  evaluate(documents, aml_hcl_read_template(&input));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, read_hcl);
  return 0;
}
