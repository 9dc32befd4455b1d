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
#include "expr/lift.h"

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

/* What a scope does when a tree is evaluated, beyond what holds for every tree; `ctx` is the scope's. */
typedef struct aml_tree_rules {
  /* Before a value is evaluated. False where that would be too much: *instead stands for it then. */
  bool (*enter)(void *ctx, aml_eval *eval, const aml_value *value, const aml_value **instead);
  void (*leave)(void *ctx, aml_eval *eval); /* after an array or object that was entered */
  /* The value of a text that is no expression; `written` is the same before it was lifted. */
  const aml_value *(*text)(void *ctx, aml_eval *eval, const aml_value *written, const aml_value *literal);
  /* The value of an expression; by aml_eval_value in the end. */
  const aml_value *(*expression)(void *ctx, aml_eval *eval, const aml_value *expression);
  /* What a member of that name holds, of which this is the value. */
  const aml_value *(*member)(void *ctx, aml_eval *eval, aml_sv name, const aml_value *value);
  /* Whether a member stands for others or for any: its value is not evaluated for its own sake then. */
  bool (*is_special)(void *ctx, const aml_member *member);
  /* Adds what it stands for; *flags gets AML_VALUE_OPEN where not all of that is known. */
  void (*add_special)(
      void *ctx, aml_eval *eval, const aml_member *member, aml_object_builder *builder, unsigned *flags);
} aml_tree_rules;

/* What the surroundings of an expression offer. */
typedef struct aml_scope {
  void *ctx;
  /* A call of a function that expr/ does not define or whose meaning depends on where it stands. Returns the
   * value, or NULL when the scope does not know the name. Arguments are evaluated on demand with
   * aml_eval_arg. The result's `origin`, if any, is kept and the evaluator puts an EXPRESSION step before it.
   */
  const aml_value *(*call)(void *ctx, aml_eval *eval, const aml_expr *call);
  /* A failure at a place of the expression that is being evaluated. May be NULL: failures are then silent
   * unknowns. */
  void (*fail)(void *ctx, aml_eval *eval, aml_span span, aml_sv message);
  /* Policy's language: its additions (addDays, ipRangeContains, bare true and false, numbers with fractions)
   * are known. field and such come through call anyway. */
  bool is_policy;
  aml_absent absent;
  /* The ids that resource ids begin with, for the resourceId family; a string, or an unknown, or NULL where
   * the scope cannot say. May be NULL: subscription().id, resourceGroup().id and managementGroup().id are
   * then asked for through `call`. */
  const aml_value *(*base_id)(void *ctx, aml_eval *eval, aml_base_id which);
  const aml_tree_rules *tree; /* may be NULL */
  /* What base.name and base[key] are, in place of what templates mean by them; NULL: as in templates. */
  const aml_value *(*access)(
      void *ctx, aml_eval *eval, const aml_expr *expr, const aml_value *base, const aml_value *key);
} aml_scope;

enum { AML_EVAL_SECRETS = 16 };

struct aml_eval {
  aml_arena *arena;
  const aml_scope *scope;
  aml_lifter *lifter;          /* of texts and names in trees; NULL where they are what they say */
  size_t steps_left;           /* set by the caller, e.g. AML_LIMIT_EVAL_STEPS; 0 makes everything unknown */
  size_t depth;                /* private; start with 0 */
  bool hit_limit;              /* set when steps or depth or a size bound ended an evaluation */
  aml_sv limit_text;           /* which, for AML003: "4194304 evaluation steps" */
  const aml_value *expression; /* under evaluation, NULL outside of one; read only */
  bool is_unreadable;          /* while `fail` is called: it is a syntax error; read only */
  size_t failures;             /* so far, those on trial too; read only */
  const struct aml_binding *bindings;      /* private: lambda variables */
  const struct aml_binding *tree_bindings; /* those that expressions of a tree see: NULL where a tree of its
                                              own is evaluated on the way, such as a variable's */
  size_t
      silence; /* failures are not reported while it is above 0: on trial, in an arm that may not be taken */
  const aml_value *secrets[AML_EVAL_SECRETS]; /* private: the last secret texts, which no failure quotes */
  size_t secret_count;                        /* private: all of them so far */
};

/* The value of an expression, which is a value of that kind. It stands at the expression's span, with the
 * origin EXPRESSION followed by where the value came from. What is ill-formed goes to scope->fail and gives
 * an unknown. */
const aml_value *aml_eval_value(aml_eval *eval, const aml_value *expression);

/* A whole tree: expressions in values and names are evaluated, texts lifted before where the evaluation has a
 * lifter, and what the scope's rules say is done; other values are shared unchanged. */
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

/* The same for a reason that is a text as it is, which is borrowed. */
const aml_value *aml_eval_unknown_as(aml_eval *eval, aml_kinds kinds, aml_sv reason);

/* Whether expr/ itself defines a function of that name, for suggestions; i from 0, NULL past the end. */
const char *aml_expr_function_name(size_t i);

#endif
