/* The expression language that ARM templates and Azure Policy share: text to syntax tree.
 *
 * A string is an expression when it begins with '[' and not with '[[', and ends with ']'. "[[" stands for a
 * literal '[' where the string would else be an expression. Grammar: literals ('it''s', 42, -1), calls
 * f(a, b), namespaced calls ns.f(a), property access .name and .?name, index access [e] and [?e], blanks and
 * line ends anywhere between tokens. The bare words true, false and null are read as calls with `is_bare`:
 * policies may write them so, templates not. */
#ifndef AMLINT_EXPR_EXPR_H
#define AMLINT_EXPR_EXPR_H

#include "source/source.h"
#include "tree/value.h"

typedef enum aml_expr_kind {
  AML_EXPR_STRING,
  AML_EXPR_INT,
  AML_EXPR_FLOAT,
  AML_EXPR_CALL,     /* name, args */
  AML_EXPR_PROPERTY, /* base . name */
  AML_EXPR_INDEX,    /* base [ args[0] ] */
} aml_expr_kind;

typedef struct aml_expr aml_expr;
struct aml_expr {
  aml_expr_kind kind;
  bool is_safe;        /* .?name and [?e]: null where absent */
  bool is_bare;        /* CALL: true, false or null without parentheses */
  uint16_t height;     /* of the tree below, itself included; at most AML_LIMIT_EXPR_DEPTH */
  uint32_t begin, end; /* byte offsets in the expression's text; of the whole with its base and arguments */
  uint32_t name_begin, name_end; /* CALL, PROPERTY: of the name alone; INDEX: of the brackets */
  aml_sv name; /* CALL: "concat" or "ns.concat"; PROPERTY: the name; STRING: the value, unescaped */
  int64_t integer;
  double number;
  const aml_expr *base;
  const aml_expr *const *args;
  size_t arg_count;
  const struct aml_function *function; /* CALL: private to expr/: what the name means there; NULL: nothing */
  const void *meaning;                 /* CALL: what aml_expr_names said of it; NULL where it was not asked */
};

/* What calls mean to whoever evaluates the expression, beyond the functions of templates: asked once for each
 * call, when its arguments are known. What is returned must live as long as the expression. */
typedef struct aml_expr_names {
  void *ctx;
  const void *(*find)(void *ctx, const aml_expr *call);
} aml_expr_names;

typedef struct aml_expr_error {
  uint32_t at;    /* byte offset in the text where reading failed */
  aml_sv message; /* one sentence */
} aml_expr_error;

/* Whether a string value of a template is an expression. */
bool aml_expr_is(aml_sv text);

/* What a string that is no expression stands for: "[[x]" gives "[x]", all else itself. */
aml_sv aml_expr_unescape(aml_sv text);

/* Whether an expression hands on a parameter, a variable or a part of one as it is: "[parameters('x').size]".
 * Its brackets may be missing. */
bool aml_expr_hands_on(aml_sv text);

/* Parses the whole text including its brackets, at most AML_LIMIT_EXPR_LENGTH characters. NULL with *error
 * filled where it is ill-formed or over a bound. Texts are borrowed from `text`. */
const aml_expr *aml_expr_parse(aml_arena *arena, aml_sv text, aml_expr_error *error);
/* The same; names may be NULL. */
const aml_expr *aml_expr_parse_with(
    aml_arena *arena, aml_sv text, const aml_expr_names *names, aml_expr_error *error);

#endif
