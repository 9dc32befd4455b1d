/* Private to src/expr: texts to trees. Others lift values (expr/lift.h). */
#ifndef AMLINT_EXPR_PARSE_H
#define AMLINT_EXPR_PARSE_H

#include "expr/lift.h"
#include "source/guest.h"

/* Where the bytes of a text are written. */
typedef struct aml_expr_place {
  aml_span whole;   /* of the text */
  bool is_verbatim; /* byte for byte from `begin` on in the source of `whole` */
  uint32_t begin;
  const aml_guest *guest; /* else: how it is written; NULL where nothing is known but the whole */
} aml_expr_place;

/* Parses the whole text with its brackets, which make it an expression. Where it is ill-formed or over a
 * bound, the root is a node that says so. Names may be NULL; texts are borrowed. */
const aml_expr *aml_expr_parse(
    aml_arena *arena, aml_sv text, const aml_expr_place *place, const aml_expr_names *names);

#endif
