/* What a program in Python makes, with nothing known around it. */
#ifndef AMLINT_TESTS_UNIT_PYTHON_MADE_H
#define AMLINT_TESTS_UNIT_PYTHON_MADE_H

#include "guest_writer.h"

#include "python/program.h"

typedef struct made {
  aml_resources resources;
  aml_diags diags;
} made;

static inline void run(aml_arena *arena, const char *text, made *out) {
  aml_diags_init(&out->diags, arena);
  aml_resources_init(&out->resources, arena);
  const aml_guest *program = aml_guest_whole(arena, source_of(arena, "main.py", aml_sv_of(text)));
  const aml_py_tokens tokens = aml_py_read_tokens(arena, program->text, 0, program->text.len);
  aml_py_run *of = AML_NEW(arena, aml_py_run);
  aml_py_follow(of, arena, program, &tokens, &out->diags);
  const aml_azureml_context around = {.file = AML_SV("main.py"),
      .name = aml_value_unknown(arena, AML_SV("no workspace"), 1U << AML_STRING, AML_NO_SPAN),
      .location = aml_value_unknown(arena, AML_SV("no location"), 1U << AML_STRING, AML_NO_SPAN),
      .scope = {.has_resource_group = true, .is_uncertain = true}};
  aml_py_resources(of, &around, &out->resources, &out->diags);
}

#endif
