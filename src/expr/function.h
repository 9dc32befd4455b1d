/* Private to src/expr: the table of functions and what their bodies share.
 *
 * A function is a row of a table: its name, the types of its arguments, the types of its result and its body.
 * The caller in eval.c checks the number and the types of arguments, answers unknown where an argument is
 * unknown (unless the function takes unknowns itself), and spreads secrecy; bodies see arguments that fit. */
#ifndef AMLINT_EXPR_FUNCTION_H
#define AMLINT_EXPR_FUNCTION_H

#include "base/limits.h"
#include "base/strbuf.h"
#include "expr/eval.h"

typedef enum aml_function_flags {
  AML_FUNCTION_EAGER = 0,
  AML_FUNCTION_PARTIAL = 1,    /* the body is given unknown arguments too */
  AML_FUNCTION_LAZY = 2,       /* the body evaluates its arguments itself: args are NULL */
  AML_FUNCTION_ASKS_SCOPE = 4, /* the scope's answer goes first; the body is what is said without one */
  AML_FUNCTION_POLICY = 8,     /* of policies, not of templates */
  AML_FUNCTION_BUILDS = 16,    /* puts its arguments into a container, so that these keep their secrecy */
} aml_function_flags;

typedef struct aml_function aml_function;

typedef struct aml_call {
  aml_eval *eval;
  const aml_function *function;
  const aml_expr *expr;
  const aml_value *const *args; /* NULL when lazy */
  size_t count;
} aml_call;

typedef const aml_value *(*aml_function_body)(const aml_call *call);

struct aml_function {
  aml_sv name;
  /* One letter for each argument: s string, i integer, n number, b boolean, a array, o object, z null, x
   * anything, c string or array, m array or object, e string, array, object or null, t text-like (string,
   * integer, float or boolean), l lambda. '?' before a letter: it and what follows may be left out. '*' after
   * the last: any number of these, none included. */
  const char *args;
  const char *returns; /* letters as above, for what an unknown result may turn out to be */
  aml_function_body body;
  unsigned flags;
};

/* The tables, one for each file of bodies; all sorted by name ignoring case within functions.c's index. */
typedef struct aml_function_table {
  const aml_function *functions;
  size_t count;
} aml_function_table;

extern const aml_function_table aml_functions_array, aml_functions_cidr, aml_functions_date,
    aml_functions_json, aml_functions_lambda, aml_functions_logical, aml_functions_numeric,
    aml_functions_object, aml_functions_resource, aml_functions_string, aml_functions_uri;

/* By name ignoring case; NULL where there is none. Policy's additions only when is_policy. */
const aml_function *aml_function_find(aml_sv name, bool is_policy);

/* The kinds that a type letter stands for. */
aml_kinds aml_function_kinds(char letter);
aml_kinds aml_function_result_kinds(const aml_function *function);

/* What eval.c offers to bodies. */

/* Makers at the place of the expression under evaluation. */
const aml_value *aml_make_null(aml_eval *eval);
const aml_value *aml_make_bool(aml_eval *eval, bool boolean);
const aml_value *aml_make_int(aml_eval *eval, int64_t integer);
const aml_value *aml_make_float(aml_eval *eval, double number);
const aml_value *aml_make_string(aml_eval *eval, aml_sv string);
const aml_value *aml_make_array(
    aml_eval *eval, const aml_value *const *items, size_t count, unsigned flags);
/* Ends a builder at the place of the expression. */
const aml_value *aml_make_object(aml_eval *eval, aml_object_builder *builder, unsigned flags);

/* An unknown for the same reason as `cause`, which is an unknown or an open container. */
const aml_value *aml_unknown_because(aml_eval *eval, const aml_value *cause, aml_kinds kinds);
/* A string of which only the ends are known. */
const aml_value *aml_unknown_text(aml_eval *eval, const aml_value *cause, aml_sv prefix, aml_sv suffix);
/* True, false, or unknown because of `cause`. */
const aml_value *aml_make_truth(aml_eval *eval, aml_truth truth, const aml_value *cause);

/* Counts n steps of work; false when the bound is reached, after which bodies return what they have. */
bool aml_eval_spend(aml_eval *eval, size_t n);
/* Marks that a bound was reached and gives the unknown that says so. */
__attribute__((format(printf, 2, 3))) const aml_value *aml_eval_limit(aml_eval *eval, const char *format, ...);

/* Fails at the i-th argument of the call, or at its name where i is AML_NPOS. */
__attribute__((format(printf, 3, 4))) const aml_value *aml_call_fail(
    const aml_call *call, size_t i, const char *format, ...);

/* Fails unless the value is of one of the kinds; unknowns pass. */
bool aml_call_expects(const aml_call *call, size_t i, const aml_value *value, aml_kinds kinds);

/* A string with a bound on its size, for results: NULL data with a limit when it overflowed. */
void aml_text_begin(const aml_call *call, aml_strbuf *buf);
const aml_value *aml_text_end(const aml_call *call, aml_strbuf *buf);

/* The first unknown of an array's items or an object's members, however deep; NULL where all is known. An
 * open container is its own answer. */
const aml_value *aml_find_unknown(const aml_value *value);
/* Whether a secret is inside. */
bool aml_holds_secret(const aml_value *value);

/* What `.name` or `[name]` of a container gives; NULL when it is certainly absent. */
const aml_value *aml_access_member(aml_eval *eval, const aml_value *object, aml_sv name);
const aml_value *aml_access_item(aml_eval *eval, const aml_value *array, int64_t index);

/* A value as it stands inside a new container: at the expression, with the way it came. */
const aml_value *aml_stand_here(aml_eval *eval, const aml_value *value);

/* Ordering as .NET's invariant culture does for text of letters, digits and marks. */
int aml_culture_compare(aml_sv a, aml_sv b);

typedef struct aml_binding { /* of a lambda variable */
  aml_sv name;
  const aml_value *value;
  const struct aml_binding *outer;
} aml_binding;

#endif
