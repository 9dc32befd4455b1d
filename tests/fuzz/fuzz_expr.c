/* Arbitrary bytes as an expression, and as the source of a string that holds one.
 *
 * What must hold: no crash; failures and spans lie within the text; the work is bounded whatever the text. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/limits.h"
#include "expr/eval.h"
#include "expr/value_text.h"
#include "tree/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 20000 };
#define MEMORY ((size_t)512 << 20)

static void check(bool holds) {
  if (!holds) {
    abort();
  }
}

static const aml_value *answer(void *ctx, aml_eval *eval, const aml_expr *call) {
  (void)ctx;
  if (aml_sv_ieq(call->name, AML_SV("parameters")) && call->arg_count == 1) {
    const aml_value *name = aml_eval_arg(eval, call, 0);
    const aml_value *secret = aml_value_string(eval->arena, aml_value_text(name), AML_NO_SPAN);
    return aml_value_moved(eval->arena, secret, AML_NO_SPAN, NULL, AML_VALUE_SECURE);
  }
  if (aml_sv_ieq(call->name, AML_SV("variables"))) {
    return aml_value_unknown_text(eval->arena, AML_SV("not known"), AML_SV("ab"), AML_SV("yz"), AML_NO_SPAN);
  }
  return NULL;
}

static void check_failure(void *ctx, aml_eval *eval, aml_span span, aml_sv message) {
  (void)ctx;
  check(message.len > 0);
  aml_span whole = eval->expression->span;
  check(span.source == whole.source && whole.begin <= span.begin && span.begin <= span.end &&
        span.end <= whole.end);
}

typedef struct input {
  aml_arena *arena;
  aml_sv bytes;
} input;

static void evaluate(const input *in, const aml_value *value, const aml_sources *sources, bool is_policy) {
  aml_scope scope = {.call = answer, .fail = check_failure, .is_policy = is_policy};
  aml_lifter lifter = {.arena = in->arena, .sources = sources, .remembers = true};
  aml_eval eval = {.arena = in->arena, .scope = &scope, .lifter = &lifter, .steps_left = STEPS};
  const aml_value *result = aml_eval_tree(&eval, value);
  check(eval.depth == 0 && eval.silence == 0 && eval.bindings == NULL && eval.expression == NULL);
  (void)aml_value_show(in->arena, result, 100);
}

static void run(void *ctx) {
  const input *in = ctx;
  aml_sources *sources = aml_sources_new(in->arena);
  aml_source *source = aml_sources_add(sources, AML_SV("input"), AML_SV(""));
  source->bytes = in->bytes;
  aml_sv text = aml_sv_format(in->arena, "[%.*s]", AML_SV_ARG(in->bytes));
  evaluate(in, aml_value_string(in->arena, text, (aml_span){source->id, 0, (uint32_t)in->bytes.len}), sources,
      false);
  evaluate(in, aml_value_string(in->arena, text, AML_NO_SPAN), NULL, true);

  aml_diags diags;
  aml_diags_init(&diags, in->arena);
  const aml_tree *tree = aml_tree_read(source, in->arena, &diags);
  for (size_t i = 0; i < tree->documents.count; i++) {
    evaluate(in, tree->documents.items[i].root, sources, false);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  aml_arena arena;
  aml_arena_init(&arena, MEMORY);
  input in = {.arena = &arena, .bytes = {(const char *)data, size}};
  (void)aml_guard_run(&arena, run, &in);
  aml_arena_release(&arena);
  return 0;
}
