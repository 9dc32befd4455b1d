/* Texts of HCL, read and evaluated with nothing around. */
#ifndef AMLINT_TESTS_HCL_TEXT_H
#define AMLINT_TESTS_HCL_TEXT_H

#include "base/limits.h"
#include "expr/value_text.h"
#include "hcl/scope_hcl.h"
#include "hcl/type.h"

typedef struct hcl_text {
  aml_arena arena;
  aml_sources *sources;
  aml_source *source;
  aml_diags diags;
  aml_tree tree;
  aml_eval eval;
  aml_hcl_context context;
  aml_scope scope;
  size_t failures; /* that were reported */
  aml_sv message;  /* the first of them */
} hcl_text;

static inline void note_failure(void *ctx, aml_eval *eval, aml_span span, aml_sv message) {
  hcl_text *t = ctx;
  (void)eval;
  (void)span;
  t->message = t->failures++ == 0 ? message : t->message;
}

static inline void hcl_text_init(hcl_text *t) {
  *t = (hcl_text){0};
  aml_arena_init(&t->arena, SIZE_MAX);
  t->sources = aml_sources_new(&t->arena);
  aml_diags_init(&t->diags, &t->arena);
  t->context = (aml_hcl_context){.ctx = t, .fail = note_failure};
  t->scope = aml_hcl_scope(&t->context);
  t->eval = (aml_eval){.arena = &t->arena, .scope = &t->scope, .steps_left = AML_LIMIT_EVAL_STEPS};
}

static inline aml_hcl_input hcl_text_input(hcl_text *t, aml_sv text) {
  static const aml_hcl_dialect dialect = {AML_SV_CONST("var"), AML_SV_CONST("local")};
  uint32_t bad_at;
  t->source = aml_sources_add(t->sources, AML_SV("main.tf"), AML_SV(""));
  (void)!aml_source_fill(t->source, &t->arena, text, SIZE_MAX, &bad_at, NULL);
  return (aml_hcl_input){.arena = &t->arena,
      .text = aml_guest_whole(&t->arena, t->source),
      .diags = &t->diags,
      .dialect = &dialect,
      .tree = &t->tree};
}

static inline const aml_value *hcl_text_value(hcl_text *t, aml_sv text) {
  const aml_hcl_input input = hcl_text_input(t, text);
  return aml_hcl_eval(&t->eval, &t->scope, NULL, aml_hcl_read_expression(&input));
}

#endif
