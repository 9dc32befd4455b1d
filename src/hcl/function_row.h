/* Functions and operators of HCL and of the languages in it, as rows. What the syntax means (an operator, a
 * template, a loop) is a row too, without a name that anybody can call.
 *
 * The dispatcher (scope_hcl.c) evaluates arguments, converts them, answers unknown where one is unknown
 * (unless the function takes unknowns itself) and spreads secrecy; bodies see arguments that fit. */
#ifndef AMLINT_HCL_FUNCTION_ROW_H
#define AMLINT_HCL_FUNCTION_ROW_H

#include "expr/function.h"

typedef enum aml_hcl_function_flags {
  AML_HCL_LAZY = 1,    /* the body evaluates its arguments itself: args are NULL */
  AML_HCL_PARTIAL = 2, /* the body is given unknown arguments too */
  AML_HCL_DEEP = 4,    /* unknown where anything inside of an argument is unknown */
} aml_hcl_function_flags;

typedef struct aml_hcl_function aml_hcl_function;

typedef struct aml_hcl_call {
  aml_eval *eval;
  const aml_hcl_function *function;
  const aml_expr *expr;
  const aml_value *const *args; /* NULL when lazy */
  size_t count;
} aml_hcl_call;

typedef const aml_value *aml_hcl_body(const aml_hcl_call *call);

struct aml_hcl_function {
  aml_sv name;
  /* A letter for each argument: s string, n number, i whole number, b boolean, l list, tuple or set, v the
   * same and made a list, w made a set, m map or object, x anything; a capital: null is taken, too. '?'
   * before a letter: this and what follows may be left out. '*' after the last letter: any number of these,
   * none included. */
  const char *args;
  aml_kinds returns; /* what an unknown result may turn out to be */
  aml_hcl_body *body;
  unsigned flags;
};

/* By name; NULL where there is none. */
const aml_hcl_function *aml_hcl_function_find(aml_sv name);

/* What the syntax means (operators.c, loops.c). The arguments are those of the node. */
extern const aml_hcl_function aml_hcl_or, aml_hcl_and, aml_hcl_equal, aml_hcl_not_equal, aml_hcl_less,
    aml_hcl_greater, aml_hcl_at_most, aml_hcl_at_least, aml_hcl_add, aml_hcl_subtract, aml_hcl_multiply,
    aml_hcl_divide, aml_hcl_modulo, aml_hcl_not, aml_hcl_negate;
extern const aml_hcl_function aml_hcl_conditional;  /* condition, yes, no */
extern const aml_hcl_function aml_hcl_template;     /* parts */
extern const aml_hcl_function aml_hcl_template_for; /* key name, value name, collection, body */
extern const aml_hcl_function aml_hcl_tuple_of;     /* items */
extern const aml_hcl_function aml_hcl_object_of;    /* name, value, name, value ... */
extern const aml_hcl_function aml_hcl_for_tuple;    /* key name, value name, collection, value, condition */
extern const aml_hcl_function aml_hcl_for_object;   /* the same, with the key after the collection */
extern const aml_hcl_function aml_hcl_for_groups;   /* the same, with "..." behind the value */
extern const aml_hcl_function aml_hcl_splat;        /* collection, what becomes of an item */
extern const aml_hcl_function aml_hcl_item;         /* the item of the splat around */
extern const aml_hcl_function aml_hcl_reference;    /* root, name, name ... */
extern const aml_hcl_function aml_hcl_spread;       /* the last argument of a call, with "..." behind it */
extern const aml_hcl_function aml_hcl_undefined;    /* a function that is not in the table */

/* Fails at the i-th argument of the call, or at all of it where i is AML_NPOS. */
__attribute__((format(printf, 3, 4))) const aml_value *aml_hcl_call_fail(
    const aml_hcl_call *call, size_t i, const char *format, ...);

/* What a name is bound to by a loop around. */
typedef struct aml_hcl_binding {
  aml_sv name;
  const aml_value *value;
  const struct aml_hcl_binding *outer;
} aml_hcl_binding;

/* Evaluates a node with one or two names bound; either may be empty. */
const aml_value *aml_hcl_eval_bound(
    aml_eval *eval, const aml_expr *node, const aml_hcl_binding *key, aml_hcl_binding *value);

/* base.name and base[key], as the language has it. */
const aml_value *aml_hcl_access(
    aml_eval *eval, const aml_value *base, const aml_value *key, const aml_expr *where);

/* Items of a list, tuple or set, or members of a map or object in their order of keys: key and value of the
 * i-th. */
size_t aml_hcl_count(const aml_value *collection);
void aml_hcl_element(
    aml_eval *eval, const aml_value *collection, size_t i, const aml_value **key, const aml_value **value);
/* The collection with its members in the order of their names; itself where it is no object. */
const aml_value *aml_hcl_ordered(aml_eval *eval, const aml_value *collection);

/* Numbers: a whole one within 64 bits is an AML_INT. */
double aml_hcl_double(const aml_value *number);
const aml_value *aml_hcl_number(aml_eval *eval, double number);

#endif
