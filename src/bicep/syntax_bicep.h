/* The syntax tree of a Bicep file.
 *
 * One kind of node serves for declarations, expressions and types; what its parts are stands behind each
 * kind. A part that a form may lack is NULL. What could not be read is a node of the kind AML_BICEP_SKIPPED,
 * for which the list of errors has a sentence, or one around it. Nodes are immutable, live in an arena and
 * borrow the text; offsets are those of the text. */
#ifndef AMLINT_BICEP_SYNTAX_BICEP_H
#define AMLINT_BICEP_SYNTAX_BICEP_H

#include "bicep/token.h"

typedef enum aml_bicep_kind {
  AML_BICEP_SKIPPED, /* no parts */

  /* Expressions. */
  AML_BICEP_NULL,
  AML_BICEP_TRUE,
  AML_BICEP_FALSE,
  AML_BICEP_NUMBER,       /* integer */
  AML_BICEP_TEXT,         /* name: what it says */
  AML_BICEP_INTERPOLATED, /* text, hole, text, hole ... text */
  AML_BICEP_NAME,         /* name */
  AML_BICEP_CALL,         /* name; [0] what stands before the dot, NULL for none; then the arguments */
  AML_BICEP_MEMBER,       /* name; [0].name, is_safe: [0].?name, or [0] is */
  AML_BICEP_NESTED,       /* name; [0]::name */
  AML_BICEP_ITEM,         /* [0][[1]]; is_safe; is_from_end */
  AML_BICEP_ASSERTED,     /* [0]! */
  AML_BICEP_UNARY,        /* operation: MINUS or EXCLAMATION; [0] */
  AML_BICEP_BINARY,       /* operation: of its token; [0], [1] */
  AML_BICEP_TERNARY,      /* [0] ? [1] : [2] */
  AML_BICEP_GROUP,        /* ([0]) */
  AML_BICEP_OBJECT,       /* PROPERTY, SPREAD, RESOURCE or SKIPPED each */
  AML_BICEP_PROPERTY,     /* name where it is plain; [0] key: TEXT or INTERPOLATED; [1] value */
  AML_BICEP_SPREAD,       /* ...[0] */
  AML_BICEP_ARRAY,        /* expressions, SPREAD or SKIPPED */
  AML_BICEP_LOOP,         /* [0] the array, [1] the body, [2] item variable, [3] index variable or NULL */
  AML_BICEP_CONDITIONAL,  /* if ([0]) [1] */
  AML_BICEP_LAMBDA,       /* [0] the body, then NAME for each variable */

  /* Types. NULL to TEXT, INTERPOLATED, NAME, MEMBER, ASSERTED, UNARY and GROUP as above. */
  AML_BICEP_UNION,         /* types */
  AML_BICEP_NULLABLE,      /* [0]? */
  AML_BICEP_ARRAY_OF,      /* [0][] */
  AML_BICEP_TUPLE,         /* types, each with its decorators: TYPED or SKIPPED */
  AML_BICEP_OBJECT_TYPE,   /* TYPED or SKIPPED */
  AML_BICEP_TYPED,         /* name, or empty for `*` and for items of tuples; decorators; [1] the type */
  AML_BICEP_TYPE_ITEM,     /* [0][integer]; is_safe: [0][*] */
  AML_BICEP_TYPE_REST,     /* [0].* */
  AML_BICEP_TYPE_CALL,     /* name<...>: [0] what stands before the dot or NULL, then the arguments */
  AML_BICEP_RESOURCE_TYPE, /* resource '...': [0] the text or NULL */

  /* Declarations: name, and [0] decorators, a LIST of DECORATOR or NULL; further: */
  AML_BICEP_PARAMETER,        /* [1] type, [2] default; in a parameter file [2] the value alone */
  AML_BICEP_VARIABLE,         /* [1] type, [2] value */
  AML_BICEP_OUTPUT,           /* [1] type, [2] value */
  AML_BICEP_RESOURCE,         /* [1] the type's text, [2] body; is_existing */
  AML_BICEP_MODULE,           /* [1] the reference's text, [2] body */
  AML_BICEP_TYPE,             /* [1] type */
  AML_BICEP_FUNCTION,         /* [1] type of the result, [2] body, [3] LIST of TYPED, the parameters */
  AML_BICEP_METADATA,         /* [2] value */
  AML_BICEP_TARGET_SCOPE,     /* [2] value; no name */
  AML_BICEP_IMPORT,           /* [1] the reference's text, [2] LIST of IMPORTED; name of `* as name` */
  AML_BICEP_EXTENSION,        /* [1] NAME or text, [2] configuration; name: alias or NULL */
  AML_BICEP_EXTENSION_CONFIG, /* [2] configuration */
  AML_BICEP_ASSERT,           /* [2] value */
  AML_BICEP_TEST,             /* [1] the path's text, [2] body */
  AML_BICEP_USING,            /* [1] the path's text or NAME `none`, [2] configuration */
  AML_BICEP_EXTENDS,          /* [1] the path's text */
  AML_BICEP_IMPORTED,         /* name: what it is called here; [0] TEXT: what it is called there */
  AML_BICEP_DECORATOR,        /* [0] an expression: CALL */
  AML_BICEP_LIST              /* nodes */
} aml_bicep_kind;

typedef struct aml_bicep_node aml_bicep_node;
struct aml_bicep_node {
  uint8_t kind;      /* aml_bicep_kind */
  uint8_t operation; /* aml_bicep_token_kind */
  bool is_safe : 1, is_from_end : 1, is_existing : 1;
  bool has_error : 1;            /* of a declaration: something in it could not be read */
  uint16_t height;               /* of the tree below, itself included */
  uint32_t count;                /* of parts */
  uint32_t begin, end;           /* of the whole */
  uint32_t name_begin, name_end; /* of the name, quotes included */
  aml_sv name;
  uint64_t integer;
  const aml_bicep_node *const *parts;
};

/* Where declarations have what they have. */
enum { AML_BICEP_DECORATORS, AML_BICEP_WITH_TYPE, AML_BICEP_WITH_VALUE, AML_BICEP_WITH_PARAMETERS };

/* A part, or NULL where the node has none there. */
static inline const aml_bicep_node *aml_bicep_part(const aml_bicep_node *node, size_t i) {
  return i < node->count ? node->parts[i] : NULL;
}

typedef struct aml_bicep_syntax {
  aml_sv text;
  const aml_bicep_node *const *declarations;
  size_t count;
  aml_bicep_tokens tokens; /* with the errors, those of the grammar included, in order of their places */
} aml_bicep_syntax;

/* Reads a text, which is borrowed; `is_parameters`: of a .bicepparam file. Never fails: what is wrong is an
 * error, costs the declaration, the member or the item that it stands in, and reading goes on with the next
 * line. Nesting is bounded by AML_LIMIT_BICEP_DEPTH. O(length). */
void aml_bicep_parse(aml_bicep_syntax *syntax, aml_arena *arena, aml_sv text, bool is_parameters);

#endif
