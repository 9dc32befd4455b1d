/* Expressions: trees of what ARM templates, Azure Policy and the languages that are lowered to them compute.
 *
 * An expression is a kind of value (AML_EXPRESSION, tree/value.h) which holds a tree of nodes. Each node
 * knows where in its source it is written, whatever the language and however that writes it. Nodes are
 * immutable and shared freely; they live in an arena with the texts, values and nodes that they borrow.
 *
 * Where expressions are texts, as in JSON ("[add(1, 2)]"), lift.h makes them. A reader of a language with
 * expressions of its own makes them here, without a text:
 *
 *   // Bicep: size == 'big' ? { vm: 'x', tags: union(tags, extra) } : null
 *   const aml_value *vm = aml_value_string(arena, x, x_span);        // a literal: its own span, no
 * expression const aml_value *tags = aml_value_expression(arena, aml_expr_call(arena, union, args, 2), none,
 * tags_span); const aml_value *object = aml_object_end(&builder, object_span, 0);                     // of
 * the two const aml_expr *tree = aml_expr_if(arena, condition, aml_expr_value(arena, object), null,
 * whole_span); const aml_value *value = aml_value_expression(arena, tree, none, whole_span);
 *
 * The functions are those of templates, so operators are calls: a == b is equals(a, b), "a${b}" is
 * format('a{0}', b), a parameter or variable is parameters('x') or variables('x'). The reader gives the
 * object of the whole template the flag AML_VALUE_LOWERED: then no text in it is taken for an expression.
 *
 * Trees are at most AML_LIMIT_EXPR_DEPTH high, which is what bounds every walk over them. A maker whose tree
 * would be higher gives a node that is ill-formed and says so. */
#ifndef AMLINT_EXPR_EXPR_H
#define AMLINT_EXPR_EXPR_H

#include "base/strbuf.h"
#include "tree/value.h"

typedef enum aml_expr_kind {
  AML_EXPR_STRING,
  AML_EXPR_INT,
  AML_EXPR_FLOAT,
  AML_EXPR_VALUE,     /* any other literal, or an object or array, with expressions inside of it */
  AML_EXPR_OBJECT,    /* an object with computed names: args are name, value, name, value ... */
  AML_EXPR_CALL,      /* name, args */
  AML_EXPR_PROPERTY,  /* base . name */
  AML_EXPR_INDEX,     /* base [ args[0] ] */
  AML_EXPR_ILL_FORMED /* name: one sentence that says why; a syntax error (AML001) where it is evaluated */
} aml_expr_kind;

typedef struct aml_expr aml_expr;
struct aml_expr {
  aml_expr_kind kind : 8;
  bool is_safe;       /* .?name and [?e]: null where absent */
  bool is_bare;       /* CALL: true, false or null without parentheses; policies may write them so */
  bool fits;          /* CALL: the function of templates takes so many arguments; private to expr/ */
  uint8_t height;     /* of the tree below, itself included; at most AML_LIMIT_EXPR_DEPTH */
  aml_span span;      /* of the whole, with its base and arguments */
  aml_span name_span; /* CALL, PROPERTY: of the name alone; INDEX: of the brackets */
  aml_sv name; /* CALL: "concat" or "ns.concat"; PROPERTY: the name; STRING: the value; ILL_FORMED: why */
  union {
    int64_t integer;        /* INT */
    double number;          /* FLOAT */
    const aml_value *value; /* VALUE */
    const struct aml_function
        *function; /* CALL: private to expr/: what the name means there, NULL: nothing */
  } as;
  const void *meaning;  /* CALL: what aml_expr_names or aml_expr_call_of said of it; NULL else */
  const aml_expr *base; /* PROPERTY, INDEX; NULL else */
  const aml_expr *const *args;
  size_t arg_count; /* CALL, OBJECT, INDEX: 1; 0 else */
};

/* Makers (node.c). Spans are where the node is written, in whichever source; names are borrowed. */
const aml_expr *aml_expr_string(aml_arena *arena, aml_sv string, aml_span span);
const aml_expr *aml_expr_int(aml_arena *arena, int64_t integer, aml_span span);
const aml_expr *aml_expr_float(aml_arena *arena, double number, aml_span span);
/* null, a boolean, an object or an array, at the span of the value; its parts keep theirs. Expressions inside
 * of it see the lambda variables that the node sees. O(size of the value, without expressions inside). */
const aml_expr *aml_expr_value(aml_arena *arena, const aml_value *value);

/* A name with its place: of a function, a property, a variable. */
typedef struct aml_expr_name {
  aml_sv text;
  aml_span span;
} aml_expr_name;
typedef struct aml_expr_list {
  const aml_expr *const *items;
  size_t count;
} aml_expr_list;

const aml_expr *aml_expr_call(aml_arena *arena, aml_expr_name function, aml_expr_list args, aml_span span);
/* A call of what templates do not know under any name: `meaning` says to the scope what it is. */
const aml_expr *aml_expr_call_of(
    aml_arena *arena, const void *meaning, aml_expr_name function, aml_expr_list args, aml_span span);
/* base.name, base.?name where `is_safe`. */
const aml_expr *aml_expr_property(
    aml_arena *arena, const aml_expr *base, aml_expr_name name, bool is_safe, aml_span span);
/* base[index], base[?index] where `is_safe`; `brackets` is where failures of the access are shown. */
const aml_expr *aml_expr_index(aml_arena *arena, const aml_expr *base, const aml_expr *index,
    aml_span brackets, bool is_safe, aml_span span);
/* An object whose names may be computed: name, value, name, value ... The names are strings of templates; one
 * that is not known leaves the object open. */
const aml_expr *aml_expr_object(aml_arena *arena, aml_expr_list names_and_values, aml_span span);
/* condition ? yes : no */
const aml_expr *aml_expr_if(
    aml_arena *arena, const aml_expr *condition, const aml_expr *yes, const aml_expr *no, aml_span span);
/* (a, b) => body, for functions such as map() and filter(); and a variable of one. */
const aml_expr *aml_expr_lambda(
    aml_arena *arena, const aml_expr_name *names, size_t count, const aml_expr *body, aml_span span);
const aml_expr *aml_expr_lambda_variable(aml_arena *arena, aml_sv name, aml_span span);
/* What could not be read; evaluating it is reported there as AML001 with the sentence `why`. */
const aml_expr *aml_expr_ill_formed(aml_arena *arena, aml_sv why, aml_span span);

/* Traits (traits.c). All of them are O(size of the tree). */

/* Whether both compute the same: names of functions and properties without regard to letter case, texts with.
 * NULL equals NULL alone. */
bool aml_expr_equal(const aml_expr *a, const aml_expr *b);
/* parameters('x') or variables('x') and nothing more: *name is x. */
bool aml_expr_is_reference(const aml_expr *expr, aml_sv *name);
/* parameters('x') alone, or variables('x') alone, as `function` says: x; else empty. */
aml_sv aml_expr_referred(const aml_expr *expr, aml_sv function);
/* Whether it hands on a parameter, a variable or a part of one as it is: parameters('x').size[0]. */
bool aml_expr_hands_on(const aml_expr *expr);
/* function().property, without arguments: resourceGroup().name. */
bool aml_expr_is_property_of(const aml_expr *expr, aml_sv function, aml_sv property);
/* Whether the function is called anywhere in it. */
bool aml_expr_calls(const aml_expr *expr, aml_sv function);
/* Calls visit for each call in the tree, in values inside of it too, outer ones first. */
typedef void aml_expr_visit(void *ctx, const aml_expr *call);
void aml_expr_each_call(const aml_expr *expr, aml_expr_visit *visit, void *ctx);

/* Texts (print.c). */

/* One spelling for each meaning: no blanks, texts in single quotes; without brackets around it. */
void aml_expr_print(aml_strbuf *out, const aml_expr *expr);
/* An expression as it was written, "[add(1, 2)]"; as printed where it was made without a text. Empty for a
 * value of another kind and for NULL. */
aml_sv aml_expr_text(aml_arena *arena, const aml_value *expression);
/* The same without the brackets and the blanks inside of them. */
aml_sv aml_expr_inner_text(aml_arena *arena, const aml_value *expression);

#endif
