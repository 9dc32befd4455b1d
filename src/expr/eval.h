/* Evaluates expressions: pure functions here, functions of the surroundings (parameters, variables, field
 * ...) by the caller's scope.
 *
 * Unknown values travel through every operation, and what is certain is kept: length of an array with an
 * unknown item, the prefix of a string with an unknown end, `and` with one false. Failures (a wrong argument,
 * an unknown function) are reported once through `fail` and the result is unknown with that reason. Nothing
 * is evaluated that the result does not need: if, and, or, coalesce take their arguments one at a time. */
#ifndef AMLINT_EXPR_EVAL_H
#define AMLINT_EXPR_EVAL_H

#include "base/date.h"
#include "expr/expr.h"

typedef struct aml_eval aml_eval;

/* What ids are relative to. */
typedef enum aml_base_id {
  AML_BASE_DEPLOYMENT,      /* where the deployment goes, which resourceId() without scope means: a resource
                               group's id, a subscription's, or "" for management groups and the tenant */
  AML_BASE_SUBSCRIPTION,    /* "/subscriptions/..." */
  AML_BASE_RESOURCE_GROUP,  /* "/subscriptions/.../resourceGroups/..." */
  AML_BASE_MANAGEMENT_GROUP /* "/providers/Microsoft.Management/managementGroups/..." */
} aml_base_id;

/* What a member is that a known object lacks, or an item past the end of an array. */
typedef enum aml_absent {
  AML_ABSENT_FAILS, /* as in templates */
  AML_ABSENT_EMPTY, /* Azure Policy: a member, and a member of that, is the empty text */
  AML_ABSENT_NULL   /* rules: null, and so is what is read of null */
} aml_absent;

/* What the surroundings of an expression offer. */
typedef struct aml_scope {
  void *ctx;
  /* A call of a function that expr/ does not define or whose meaning depends on where it stands. Returns the
   * value, or NULL when the scope does not know the name. Arguments are evaluated on demand with
   * aml_eval_arg. The result's `origin`, if any, is kept and the evaluator puts an EXPRESSION step before it.
   */
  const aml_value *(*call)(void *ctx, aml_eval *eval, const aml_expr *call);
  /* A failure at bytes [begin, end) of the expression that is being evaluated. May be NULL: failures are then
   * silent unknowns. */
  void (*fail)(void *ctx, aml_eval *eval, uint32_t begin, uint32_t end, aml_sv message);
  /* Policy's language: its additions (addDays, ipRangeContains, bare true and false, numbers with fractions)
   * are known. field and such come through call anyway. */
  bool is_policy;
  aml_absent absent;
  /* The ids that resource ids begin with, for the resourceId family; a string, or an unknown, or NULL where
   * the scope cannot say. May be NULL: subscription().id, resourceGroup().id and managementGroup().id are
   * then asked for through `call`. */
  const aml_value *(*base_id)(void *ctx, aml_eval *eval, aml_base_id which);
} aml_scope;

enum { AML_EVAL_SECRETS = 16 };

struct aml_eval {
  aml_arena *arena;
  const aml_sources *sources; /* may be NULL: spans inside strings are then those of the string */
  const aml_scope *scope;
  size_t steps_left;       /* set by the caller, e.g. AML_LIMIT_EVAL_STEPS; 0 makes everything unknown */
  size_t depth;            /* private; start with 0 */
  bool hit_limit;          /* set when steps or depth or a size bound ended an evaluation */
  aml_sv limit_text;       /* which, for AML003: "4194304 evaluation steps" */
  const aml_value *string; /* the string value under evaluation, NULL outside of one; read only */
  bool is_unreadable;      /* while `fail` is called: it is a syntax error; read only */
  const struct aml_binding *bindings; /* private: lambda variables */
  aml_map *parsed;                    /* private: syntax trees by text, made on demand */
  size_t
      silence; /* failures are not reported while it is above 0: on trial, in an arm that may not be taken */
  const aml_value *secrets[AML_EVAL_SECRETS]; /* private: the last secret texts, which no failure quotes */
  size_t secret_count;                        /* private: all of them so far */
};

/* The value of a string that is an expression; `string` must satisfy aml_expr_is. The result stands at
 * string's span, with the origin EXPRESSION followed by where the value came from. A syntax error goes to
 * scope->fail and gives an unknown. */
const aml_value *aml_eval_string(aml_eval *eval, const aml_value *string);

/* A whole tree: strings that are expressions are evaluated, escapes removed, names of members evaluated where
 * they are expressions; other values are shared unchanged. */
const aml_value *aml_eval_tree(aml_eval *eval, const aml_value *value);

/* A parsed expression and its i-th argument, for scopes. */
const aml_value *aml_eval_expr(aml_eval *eval, const aml_expr *expr);
const aml_value *aml_eval_arg(aml_eval *eval, const aml_expr *call, size_t i);

/* Reports through scope->fail, at the whole of `where`, and returns an unknown with that reason. */
__attribute__((format(printf, 3, 4))) const aml_value *aml_eval_fail(
    aml_eval *eval, const aml_expr *where, const char *format, ...);

/* An unknown for a reason outside the file; nothing is reported. */
__attribute__((format(printf, 3, 4))) const aml_value *aml_eval_unknown(
    aml_eval *eval, aml_kinds kinds, const char *format, ...);

/* Whether expr/ itself defines a function of that name, for suggestions; i from 0, NULL past the end. */
const char *aml_expr_function_name(size_t i);

#endif
