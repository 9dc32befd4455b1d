/* Evaluating what is written in HCL: an aml_scope over names that the language in HCL defines. */
#ifndef AMLINT_HCL_SCOPE_HCL_H
#define AMLINT_HCL_SCOPE_HCL_H

#include "hcl/function_row.h"
#include "hcl/syntax_hcl.h"

/* A name that is referred to: var.x.y is the root "var" with "x" and "y" behind it. */
typedef struct aml_hcl_path {
  aml_sv root;
  const aml_expr *const *names; /* string nodes */
  size_t count;
  size_t used; /* how many of the names the value stands for; 0 before */
  const aml_expr *where;
} aml_hcl_path;

typedef struct aml_hcl_context {
  void *ctx;
  const aml_hcl_dialect *dialect; /* of the reader; may be NULL */
  /* The value of the root with the first path->used of its names. NULL: there is no such name. May be NULL.
   */
  const aml_value *(*find)(void *ctx, aml_eval *eval, aml_hcl_path *path);
  /* A failure, as in aml_scope. May be NULL. */
  void (*fail)(void *ctx, aml_eval *eval, aml_span span, aml_sv message);
  /* Functions of the surroundings, such as reading files; NULL where it has none of that name, or the call is
   * one of another's. May be NULL. */
  const aml_value *(*call)(void *ctx, const aml_hcl_call *call);
  const aml_hcl_binding *bindings; /* private; start with NULL */
} aml_hcl_context;

/* A scope of the context, which must live as long. */
aml_scope aml_hcl_scope(aml_hcl_context *context);

/* A value of a body in the scope: expressions are evaluated, also those inside of blocks. Of the names that
 * loops have bound, it sees `bindings` alone, which may be NULL. */
const aml_value *aml_hcl_eval(
    aml_eval *eval, const aml_scope *scope, const aml_hcl_binding *bindings, const aml_value *value);

#endif
