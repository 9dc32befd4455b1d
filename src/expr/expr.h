/* The expression language that ARM templates and Azure Policy share: text to syntax tree.
 *
 * A string is an expression when it begins with '[' and not with '[[', and ends with ']'. "[[" stands for a
 * literal '['. Grammar: literals ('it''s', 42, -1, true... as functions), calls f(a, b), namespaced calls
 * ns.f(a), property access .name and .?name, index access [e] and [?e], any depth, blanks and line ends
 * anywhere between tokens. */
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
  uint32_t begin, end; /* byte offsets in the expression's text */
  aml_sv name;         /* CALL: "concat" or "ns.concat"; PROPERTY: the name; STRING: the value, unescaped */
  int64_t integer;
  double number;
  const aml_expr *base;
  const aml_expr *const *args;
  size_t arg_count;
};

typedef struct aml_expr_error {
  uint32_t at; /* byte offset in the text where reading failed */
  aml_sv message;
} aml_expr_error;

/* Whether a string value of a template is an expression. */
bool aml_expr_is(aml_sv text);

/* What a string that is no expression stands for: "[[x]" gives "[x]", all else itself. */
aml_sv aml_expr_unescape(aml_sv text);

/* Parses the whole text including its brackets. NULL with *error filled where it is ill-formed or over a
 * bound. */
const aml_expr *aml_expr_parse(aml_arena *arena, aml_sv text, aml_expr_error *error);

/* The span in the source for bytes [begin, end) of the text of a string value whose span is `string`: exact
 * where the source text has no escapes before it, else found by walking them; the whole string where that
 * cannot be done. `text` is the unescaped text. */
aml_span aml_expr_span(const aml_sources *sources, const aml_value *string, uint32_t begin, uint32_t end);

#endif
