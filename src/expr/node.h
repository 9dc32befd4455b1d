/* Private to src/expr: how nodes end, by the makers and by the parser. Inline, as there are many of them. */
#ifndef AMLINT_EXPR_NODE_H
#define AMLINT_EXPR_NODE_H

#include "base/limits.h"
#include "expr/expr.h"

_Static_assert(AML_LIMIT_EXPR_DEPTH <= UINT8_MAX, "the height of a node is a byte");

/* Sets the height of a node that has got its parts; false where that is over AML_LIMIT_EXPR_DEPTH. */
static inline bool aml_expr_end(aml_expr *node) {
  unsigned height = node->base != NULL ? node->base->height : 0;
  for (size_t i = 0; i < node->arg_count; i++) {
    height = node->args[i]->height > height ? node->args[i]->height : height;
  }
  node->height = (uint8_t)(height + 1);
  return height < AML_LIMIT_EXPR_DEPTH;
}

/* What is said of a tree that is too high. */
#define AML_EXPR_TOO_DEEP "An expression is nested more than %d levels deep."

#endif
