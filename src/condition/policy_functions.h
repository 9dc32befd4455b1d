/* The functions that rule and policy expressions have besides those of templates. */
#ifndef AMLINT_CONDITION_POLICY_FUNCTIONS_H
#define AMLINT_CONDITION_POLICY_FUNCTIONS_H

#include "condition/condition.h"
#include "expr/eval.h"

typedef struct aml_check aml_check;

/* What a function looks at besides the resource that is judged, and evidence. */
typedef enum aml_look {
  AML_LOOK_NOWHERE,
  AML_LOOK_BY_NAME, /* at the field that it is given the name of */
  AML_LOOK_ABOVE,   /* the workspace, or the parent */
  AML_LOOK_ANYWHERE
} aml_look;

typedef struct aml_policy_function {
  aml_sv name;
  aml_dialect dialect; /* RULE: not in Azure Policy files */
  size_t least, most;  /* arguments */
  const aml_value *(*call)(aml_check *check, aml_eval *eval, const aml_expr *call);
  aml_look look;
  bool is_told; /* its answer hangs on its arguments, on what is the same for the whole run, and on what it
                   tells aml_check.verdicts of */
} aml_policy_function;

/* By name, ignoring case; NULL when there is none in that dialect. */
const aml_policy_function *aml_policy_function_find(aml_dialect dialect, aml_sv name);
const aml_policy_function *aml_policy_function_at(size_t i); /* NULL past the end */

/* What a call means, found when its expression is compiled rather than each time that it is evaluated:
 * aml_expr.meaning of all expressions that are compiled. */
typedef struct aml_policy_call {
  const aml_policy_function *function; /* NULL: it is one of the functions of templates */
  const aml_field *field;              /* of field('...') and the like with a constant; else NULL */
  size_t let;                          /* which of the rule's, of let('...') with a constant; AML_NPOS else */
} aml_policy_call;

const aml_policy_call *aml_policy_call_find(aml_compiler *compiler, const aml_expr *call);
/* What it finds for all functions of templates. */
extern const aml_policy_call aml_policy_call_of_template;

/* Template functions that Azure Policy refuses. */
bool aml_policy_function_is_refused(aml_sv name);

#endif
