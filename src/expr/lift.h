/* Texts to expressions: the one place that knows how JSON and YAML write them.
 *
 * In a template, or a policy, a text is an expression when it begins with '[' and not with '[[', and ends
 * with ']'; "[[" stands for a literal '[' where the text would else be one. To lift a value is to make of it
 * what it means: a value of the kind AML_EXPRESSION, with its tree, or the literal text. Whoever reads values
 * of templates or policies lifts them, or has the evaluator do it on its way (aml_eval.lifter); nobody else
 * looks at brackets.
 *
 * Grammar: literals ('it''s', 42, -1, 2.5), calls f(a, b), namespaced calls ns.f(a), property access .name
 * and
 * .?name, index access [e] and [?e], blanks and line ends anywhere between tokens. The bare words true, false
 * and null are read as calls with `is_bare`: policies may write them so, templates not. */
#ifndef AMLINT_EXPR_LIFT_H
#define AMLINT_EXPR_LIFT_H

#include "expr/expr.h"

/* What calls mean to whoever evaluates the expression, beyond the functions of templates: asked once for each
 * call, when its arguments are known. What is returned must live as long as the expression. */
typedef struct aml_expr_names {
  void *ctx;
  const void *(*find)(void *ctx, const aml_expr *call);
} aml_expr_names;

typedef struct aml_lifter {
  aml_arena *arena;            /* of all that is made */
  const aml_sources *sources;  /* may be NULL: nodes then stand where the whole text stands */
  const aml_expr_names *names; /* may be NULL */
  bool
      remembers; /* asked again for the same text at the same place, it gives the same: each is parsed once */
  aml_map *known; /* private: what was lifted before; start with NULL */
} aml_lifter;

/* What a value means. A text that is an expression becomes an AML_EXPRESSION at the same span, with the same
 * flags, whose nodes are places inside of it, through the escapes of JSON and YAML; one that is ill-formed,
 * or has more than AML_LIMIT_EXPR_LENGTH characters, has the node for that. An escaped text becomes the
 * literal. All else, containers too, is returned as it is. */
const aml_value *aml_lift(aml_lifter *lifter, const aml_value *value);

/* The name of a member: NULL where it is what it says, else a string or an AML_EXPRESSION at the name's span.
 */
const aml_value *aml_lift_name(aml_lifter *lifter, const aml_member *member);

/* A whole tree: every value and name in it lifted; the value itself where nothing in it needs that. An object
 * with computed names becomes an AML_EXPRESSION. Depth is bounded by the readers. */
const aml_value *aml_lift_tree(aml_lifter *lifter, const aml_value *value);

/* Whether lifting would give an expression, where only that is asked. False for NULL. */
bool aml_lift_gives_expression(const aml_value *value);

/* The text of an expression for which the brackets may have been left out, with them. */
aml_sv aml_lift_bracketed(aml_arena *arena, aml_sv text);

#endif
