/* Expressions of texts, for tests. */
#ifndef AMLINT_TESTS_UNIT_EXPR_LIFTED_H
#define AMLINT_TESTS_UNIT_EXPR_LIFTED_H

#include "expr/lift.h"

/* The expression "[...]" at a place of no source that is at hand. */
static inline const aml_value *lift_text(aml_arena *arena, aml_sv text, aml_span span) {
  aml_lifter lifter = {.arena = arena};
  return aml_lift(&lifter, aml_value_string(arena, text, span));
}

#endif
