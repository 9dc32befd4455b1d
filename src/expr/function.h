/* The table of functions and what their bodies share. Private to src/expr and to languages that bring
 * functions of their own (hcl/function_row.h).
 *
 * A function is a row of the table in functions.c: its name, the types of its arguments, the types of its
 * result and its body. eval.c checks the number and the types of arguments, answers unknown where an argument
 * is unknown (unless the function takes unknowns itself), and spreads secrecy; bodies see arguments that fit.
 */
#ifndef AMLINT_EXPR_FUNCTION_H
#define AMLINT_EXPR_FUNCTION_H

#include "base/limits.h"
#include "base/strbuf.h"
#include "expr/eval.h"
#include "tree/reason.h"

typedef enum aml_function_flags {
  AML_FUNCTION_PARTIAL = 1,    /* the body is given unknown arguments too */
  AML_FUNCTION_LAZY = 2,       /* the body evaluates its arguments itself: args are NULL */
  AML_FUNCTION_ASKS_SCOPE = 4, /* the scope's answer goes first; the body is what is said without one */
  AML_FUNCTION_POLICY = 8,     /* of policies, not of templates */
  AML_FUNCTION_BUILDS = 16,    /* only puts its arguments into a container, where they keep their secrecy */
  AML_FUNCTION_PRINTS = 32,    /* makes text of containers: secrets inside them make the result secret */
  AML_FUNCTION_WALKS = 64,     /* looks at all that is inside its arguments, which counts as work */
} aml_function_flags;

typedef struct aml_function aml_function;

typedef struct aml_call {
  aml_eval *eval;
  const aml_function *function;
  const aml_expr *expr;
  const aml_value *const *args; /* NULL when lazy; NULL for a lambda */
  size_t count;
} aml_call;

typedef const aml_value *aml_function_body(const aml_call *call);

struct aml_function {
  aml_sv name;
  /* A letter for each argument: s string, i integer, n number (policies: with fraction too), b boolean,
   * a array, o object, z null, c string or array, k string, array or object, e the same or null, t string,
   * number or boolean, x anything, l lambda. '?' before a letter: this and what follows may be left out. '*'
   * after the last letter: any number of these, none included. */
  const char *args;
  const char
      *returns; /* letters as above: what an unknown result may turn out to be; several for any of them */
  aml_function_body *body;
  unsigned flags;
};

/* By name ignoring case, policy's additions too; NULL where there is none. */
const aml_function *aml_function_find(aml_sv name);
/* The function of a row of the table, and the row of one. */
const aml_function *aml_function_at(size_t row);
size_t aml_function_row(const aml_function *function);
/* Whether a function takes so many arguments; false for NULL. */
bool aml_function_takes(const aml_function *function, size_t count);
/* The kinds that a type letter, or several, stand for. */
aml_kinds aml_letter_kinds(char letter);
aml_kinds aml_function_kinds(const char *letters);

#define AML_KIND_BIT(kind) (1U << (kind))

/* Makers of values that stand at the expression under evaluation (make.c). */
aml_span aml_eval_here(const aml_eval *eval);
const aml_value *aml_make_null(aml_eval *eval);
const aml_value *aml_make_bool(aml_eval *eval, bool boolean);
const aml_value *aml_make_int(aml_eval *eval, int64_t integer);
const aml_value *aml_make_float(aml_eval *eval, double number);
const aml_value *aml_make_string(aml_eval *eval, aml_sv string);
const aml_value *aml_make_array(aml_eval *eval, const aml_value *const *items, size_t count, unsigned flags);
const aml_value *aml_make_object(aml_eval *eval, aml_object_builder *builder, unsigned flags);

/* An unknown for the same reason as `cause`, which is an unknown or holds one or is open. */
const aml_value *aml_unknown_because(aml_eval *eval, const aml_value *cause, aml_kinds kinds);
/* A string of which only the ends are known. */
const aml_value *aml_unknown_text(aml_eval *eval, const aml_value *cause, aml_sv prefix, aml_sv suffix);
/* True, false, or unknown because of `cause`. */
const aml_value *aml_make_truth(aml_eval *eval, aml_truth truth, const aml_value *cause);
/* The value as it stands inside a new container: at the expression, with the way it came. */
const aml_value *aml_stand_here(aml_eval *eval, const aml_value *value);

/* Counts n steps of work; false when the bound is reached, after which a body returns aml_eval_limit's
 * unknown or anything else: nothing further is evaluated. */
bool aml_eval_end_steps(aml_eval *eval); /* private to aml_eval_spend */
static inline bool aml_eval_spend(aml_eval *eval, size_t n) {
  aml_arena_spend(eval->arena, n);
  if (eval->steps_left < n) {
    return aml_eval_end_steps(eval);
  }
  eval->steps_left -= n;
  return true;
}
/* aml_suggest, at the price of steps: wrong names by the thousand, each compared with names by the thousand,
 * would be quadratic. AML_NPOS also on trial, among very many, and where the steps are used up. */
size_t aml_eval_suggest(
    aml_eval *eval, aml_sv word, size_t count, aml_sv (*at)(const void *ctx, size_t i), const void *ctx);
/* Marks that a bound was reached and gives the unknown that says so. */
__attribute__((format(printf, 2, 3))) const aml_value *aml_eval_limit(
    aml_eval *eval, const char *format, ...);

/* Fails at that place of the expression. */
__attribute__((format(printf, 3, 4))) const aml_value *aml_eval_fail_at(
    aml_eval *eval, aml_span span, const char *format, ...);
/* Fails at the i-th argument of the call, or at its name where i is AML_NPOS. */
__attribute__((format(printf, 3, 4))) const aml_value *aml_call_fail(
    const aml_call *call, size_t i, const char *format, ...);
/* "a string", "an integer", "a string or an array" for messages. */
aml_sv aml_kinds_text(aml_arena *arena, aml_kinds kinds);

/* UTF-16 code units, in which .NET counts, to bytes: the offset of unit `units`, or the text's length. A pair
 * of surrogates is not taken apart (text_pieces.c). */
size_t aml_utf16_offset(aml_sv text, size_t units);
/* A text as .NET's ordinal comparison without case sees it: every code point in its simple lower case. */
aml_sv aml_fold(aml_arena *arena, aml_sv text);

/* A text put together from pieces some of which may be unknown: what stands before the first unknown and
 * after the last is kept. */
typedef struct aml_pieces {
  const aml_call *call;
  aml_strbuf text; /* so far, or since the last unknown */
  aml_sv prefix;
  const aml_value *unknown; /* the first */
} aml_pieces;

void aml_pieces_begin(aml_pieces *pieces, const aml_call *call);
void aml_pieces_text(aml_pieces *pieces, aml_sv text);
/* A scalar as concat() prints it: True, 42, text; null is nothing. Containers as JSON with `quote` around
 * their texts. */
void aml_pieces_value(aml_pieces *pieces, const aml_value *value, char quote);
const aml_value *aml_pieces_end(aml_pieces *pieces);

/* A text under the bound on its size. */
void aml_text_begin(const aml_call *call, aml_strbuf *buf);
const aml_value *aml_text_end(const aml_call *call, aml_strbuf *buf);

/* What is known of a value that is one of two, and `cause` would say which: what both have in common
 * (either.c). */
const aml_value *aml_either(aml_eval *eval, const aml_value *cause, const aml_value *a, const aml_value *b);

/* Whether something inside is unknown: the first unknown, or the first open container; NULL where all is
 * known (inspect.c). */
const aml_value *aml_find_unknown(const aml_value *value);
/* Whether a secret is inside. */
bool aml_holds_secret(const aml_value *value);
/* How many values are in it, itself and shared ones each time; 0 where they are more than
 * AML_LIMIT_VALUE_NODES or deeper than AML_LIMIT_VALUE_DEPTH. */
size_t aml_count_values(const aml_value *value);
/* The value, or a limit's unknown where it is too large or too deep for others to walk. */
const aml_value *aml_check_container(aml_eval *eval, const aml_value *container); /* private */
static inline const aml_value *aml_check_size(aml_eval *eval, const aml_value *value) {
  bool is_container = value->kind == AML_ARRAY || value->kind == AML_OBJECT;
  return is_container ? aml_check_container(eval, value) : value;
}

/* What `.name` and `[index]` give; NULL where it is certainly absent. The way of the container is kept
 * (access.c). */
const aml_value *aml_access_member(aml_eval *eval, const aml_value *object, aml_sv name);
const aml_value *aml_access_item(aml_eval *eval, const aml_value *array, int64_t index);
/* base[key] for tryGet and safe access: null where it is absent or does not fit. */
const aml_value *aml_access_safely(aml_eval *eval, const aml_value *base, const aml_value *key);
const aml_value *aml_eval_access(aml_eval *eval, const aml_expr *expr);
/* The value of a VALUE node, and of an OBJECT node (tree.c). */
const aml_value *aml_eval_inside(aml_eval *eval, const aml_value *value);
const aml_value *aml_eval_object_node(aml_eval *eval, const aml_expr *expr);

/* Order of .NET's invariant culture for text; of two numbers, whole or not (compare.c). */
int aml_culture_compare(aml_sv a, aml_sv b);
int aml_number_compare(const aml_value *a, const aml_value *b);
/* Copies of the members in the order in which items() and objectKeys() give them. Names that differ
 * in case alone are two, as they are to the service here; of equal ones the last counts. */
const aml_member **aml_members_sorted(aml_arena *arena, const aml_value *object, size_t *count);

typedef struct aml_binding { /* of a lambda variable */
  aml_sv name;
  const aml_value *value;
  const struct aml_binding *outer;
} aml_binding;

#endif
