/* Values of resources as templates give them, for the tests of the graph. */
#ifndef AMLINT_TESTS_UNIT_GRAPH_VALUE_H
#define AMLINT_TESTS_UNIT_GRAPH_VALUE_H

#include "expr_lifted.h"
#include "test.h"
#include "tree/value.h"

/* A text; "[expression]" is an unknown one that came from that expression. */
static inline const aml_value *make_text(aml_arena *arena, const char *text) {
  aml_span span = {1, 0, 0};
  if (text[0] != '[') {
    return aml_value_string(arena, aml_sv_of(text), span);
  }
  const aml_value *unknown = aml_value_unknown(arena, AML_SV("no value"), 1U << AML_STRING, span);
  const aml_value *expression = lift_text(arena, aml_sv_of(text), span);
  return aml_value_moved(arena, unknown, span, aml_origin_of_expression(arena, expression, NULL), 0);
}

#endif
