/* Conditions, compiled: what `if`, `where`, `when` and an existenceCondition become. Immutable, shared by
 * threads.
 */
#ifndef AMLINT_CONDITION_CONDITION_H
#define AMLINT_CONDITION_CONDITION_H

#include "condition/alias.h"
#include "condition/operator.h"
#include "expr/expr.h"

typedef struct aml_condition_node aml_condition_node;

typedef enum aml_operand_kind {
  AML_OPERAND_LITERAL,    /* value as it stands */
  AML_OPERAND_EXPRESSION, /* value is an expression */
  AML_OPERAND_TREE,       /* an array or object with expressions inside */
} aml_operand_kind;

typedef struct aml_operand {
  aml_operand_kind kind;
  const aml_value *value; /* lifted */
} aml_operand;

typedef enum aml_field_kind {
  AML_FIELD_NAME,      /* the last segment of the resource's name */
  AML_FIELD_FULL_NAME, /* all of it */
  AML_FIELD_TYPE,
  AML_FIELD_ID,
  AML_FIELD_API_VERSION,
  AML_FIELD_PATH,       /* path from the resource's root */
  AML_FIELD_ALIAS,      /* alias (or path, by the general rule) of `type`; absent on other types */
  AML_FIELD_SHORT,      /* rule files: an alias of whatever type the resource is; not of the envelope */
  AML_FIELD_DYNAMIC,    /* the text is an expression */
  AML_FIELD_UNRESOLVED, /* no catalogue knows it: unknown */
} aml_field_kind;

typedef struct aml_field {
  aml_field_kind kind;
  aml_sv text;   /* as written */
  uint32_t hash; /* of the text, for what is kept of fields (condition/field_values.h); 0: nothing is */
  aml_path path;
  aml_sv type;            /* ALIAS */
  bool is_outer;          /* SHORT: computes of every kind have it; see aml_alias_is_outer */
  const aml_alias *alias; /* ALIAS from a catalogue; NULL by the general rule */
  aml_operand name;       /* DYNAMIC */
  aml_operand_style style;
} aml_field;

/* Which resources a count or query ranges over. */
typedef enum aml_relation {
  AML_RELATION_ANY,          /* all of the type in the run */
  AML_RELATION_CHILDREN,     /* childOf */
  AML_RELATION_COVERING,     /* covering: locks and the like whose scope holds the anchor */
  AML_RELATION_TARGETING,    /* targeting: some id inside names the anchor */
  AML_RELATION_GROUP,        /* inGroupOf: deployed to the same resource group */
  AML_RELATION_TWINS,        /* twinOf: of the anchor's own type and name, in the same place */
  AML_RELATION_LIKELY_TWINS, /* likelyTwinOf: the same, in a place that is not known to be another */
  AML_RELATION_NAMESAKES,    /* namesakeOf: the same last name, certainly below another parent */
} aml_relation;

typedef enum aml_query_anchor {
  AML_ANCHOR_THIS,
  AML_ANCHOR_WORKSPACE,
  AML_ANCHOR_PARENT,
  AML_ANCHOR_ID
} aml_query_anchor;

typedef struct aml_related_query {
  aml_sv type;
  aml_relation relation;
  aml_query_anchor anchor;
  aml_operand id; /* ANCHOR_ID: an expression that gives a resource id or a body */
} aml_related_query;

typedef enum aml_range_kind { AML_RANGE_FIELD, AML_RANGE_VALUE, AML_RANGE_RELATED } aml_range_kind;

/* What `count`, `each` and queries go through. */
typedef struct aml_range {
  aml_range_kind kind;
  aml_sv name; /* of current(name); empty for none */
  aml_field field;
  aml_operand value;
  aml_related_query related;
  const aml_condition_node *where; /* NULL: all */
} aml_range;

typedef enum aml_node_kind {
  AML_NODE_ALL,
  AML_NODE_ANY,
  AML_NODE_NOT,
  AML_NODE_FIELD,
  AML_NODE_VALUE,
  AML_NODE_COUNT,
} aml_node_kind;

struct aml_condition_node {
  aml_node_kind kind;
  aml_span span;
  const aml_condition_node *const *children; /* ALL, ANY, NOT */
  struct aml_later *
      *later; /* those of children that are NULL (base/codec.h), which are read when asked for */
  size_t child_count;
  const aml_field *field; /* FIELD */
  aml_operand value;      /* VALUE */
  const aml_range *range; /* COUNT */
  const aml_operator *op;
  aml_operand right;
  const aml_regex *regex; /* `matches` with a constant pattern */
};

/* The two languages: ours has all of Azure's. */
typedef enum aml_dialect { AML_DIALECT_AZURE, AML_DIALECT_RULE } aml_dialect;

/* Names that expressions may use, for "did you mean". */
typedef struct aml_names {
  const aml_sv *items;
  size_t count;
} aml_names;

/* What a rule looks at besides its own resource, as far as that can be said before it runs; where in doubt,
 * more. */
typedef struct aml_looks {
  aml_names types;   /* resources of these types */
  bool at_namesakes; /* those of the type that it is for, which have the last name of its resource */
  bool among_own;    /* all of the type that it is for */
  bool above;        /* the workspace and whatever else its resource lies in */
  bool anywhere;
  bool tells_name; /* of its resource, in every message */
} aml_looks;

typedef struct aml_compiler {
  aml_arena *arena;
  aml_diags *diags;
  const aml_sources *sources; /* for places inside strings; may be NULL */
  aml_dialect dialect;
  const aml_aliases *aliases; /* may be NULL */
  aml_names parameters, lets;
  bool checks_parameters;    /* false where no declarations go with the rule: a bare policyRule */
  size_t depth;              /* private: start with 0 */
  size_t errors;             /* counted; above 0 the rule is unusable */
  AML_VEC(aml_sv) targeting; /* types that `targeting` queries range over, as often as they do */
  AML_VEC(aml_sv) looked_at; /* those that any query ranges over */
  aml_looks looks;           /* but for its types, which are `looked_at` */
} aml_compiler;

/* Compiles a condition object; NULL after a mistake, which is a diagnostic. */
const aml_condition_node *aml_condition_compile(aml_compiler *compiler, const aml_value *tree);

/* Other parts of rules. Mistakes are diagnostics and counted. */
aml_operand aml_operand_compile(aml_compiler *compiler, const aml_value *value);
aml_field aml_field_compile(aml_compiler *compiler, const aml_value *text);
/* An object with `field`, `value` or `related` and optionally name, where. */
const aml_range *aml_range_compile(aml_compiler *compiler, const aml_value *tree);

/* A field named at run time; no diagnostics. */
aml_field aml_field_of(aml_arena *arena, aml_dialect dialect, const aml_aliases *aliases, aml_sv text);

/* Notes what a field that is compiled looks at: an id is made of what its resource lies in, and a name that
 * is computed may be that of the id. */
void aml_field_look(aml_compiler *compiler, const aml_field *field);

/* A mistake at a place, AML011; `help` may be empty. */
__attribute__((format(printf, 4, 5))) void aml_compile_error(
    aml_compiler *compiler, aml_span span, aml_sv help, const char *format, ...);
/* "Did you mean 'x'?" or the empty view. */
aml_sv aml_did_you_mean(aml_arena *arena, aml_sv word, const aml_sv *known, size_t count);

/* The resource types that a condition restricts itself to by `type equals` or `type in` in its outermost
 * allOf; count 0: any. */
aml_names aml_condition_types(aml_arena *arena, const aml_condition_node *node);

#endif
