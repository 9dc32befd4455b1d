/* The positioned value tree: what files hold, what expressions evaluate to, and what rules look at.
 *
 * Values are immutable once built, live in an arena and are shared freely. Pointers to values are never NULL
 * unless a comment says so. */
#ifndef AMLINT_TREE_VALUE_H
#define AMLINT_TREE_VALUE_H

#include "base/map.h"
#include "base/vec.h"
#include "source/source.h"

typedef enum aml_kind {
  AML_NULL,
  AML_BOOL,
  AML_INT,
  AML_FLOAT,
  AML_STRING,
  AML_ARRAY,
  AML_OBJECT,
  AML_UNKNOWN,
  AML_EXPRESSION, /* what is to be computed; only in what was read: evaluation replaces it */
} aml_kind;

typedef enum aml_value_flags {
  AML_VALUE_SECURE = 1, /* a secret or computed from one: never printed */
  AML_VALUE_OPEN = 2,   /* array or object: holds at least these items or members, perhaps more */
  AML_VALUE_PLAIN = 4,  /* a YAML scalar without quotes */
  AML_VALUE_BLOCK =
      8, /* a YAML block scalar, or a value whose text at the span is not its source text one to one */
  AML_VALUE_CUT = 16,     /* open, as a part of its text could not be read */
  AML_VALUE_LOWERED = 32, /* the root of a template whose reader made its expressions values: its texts are
                             what they say, and none is lifted (expr/lift.h) */
} aml_value_flags;

/* How a value came to be where it stands, from the place where it is used to the place where it is written.
 */
typedef enum aml_step {
  AML_STEP_EXPRESSION,      /* of `expression`; no name */
  AML_STEP_PARAMETER,       /* name of the parameter; span of its declaration */
  AML_STEP_DEFAULT,         /* the parameter's default; span of that value */
  AML_STEP_PARAMETER_FILE,  /* the value in a parameter file */
  AML_STEP_ARGUMENT,        /* the value passed to a nested or linked deployment */
  AML_STEP_VARIABLE,        /* name of the variable; span of its value */
  AML_STEP_COPY,            /* name: "loop[3]"; span of the copy element */
  AML_STEP_OUTPUT,          /* an output of a nested deployment */
  AML_STEP_LOADED,          /* out of a file that an expression loads; span of the value in that file */
  AML_STEP_ALIAS,           /* a YAML alias; span of the anchored value */
  AML_STEP_MERGE,           /* a YAML merge key */
  AML_STEP_SERVICE_DEFAULT, /* not written: what the service or the CLI takes; name says whose default */
  AML_STEP_CONFIG,          /* from amlint.yml */
  AML_STEP_COMMAND,         /* an option of the command that uses the file; name of what it sets */
  AML_STEP_RESOURCE,        /* a property of another resource; name: its address; span of its declaration */
} aml_step;

typedef struct aml_value aml_value;
typedef struct aml_origin aml_origin;
struct aml_origin {
  aml_step step : 8;
  bool has_ending; /* it begins a composed text, and what follows the last '/' came another way: `ending` */
  aml_span span;   /* AML_NO_SPAN where nothing is written */
  aml_sv name;
  const aml_value *expression; /* EXPRESSION: what was evaluated, of that kind; NULL else */
  const aml_origin *from;      /* the next step towards the place where it is written; NULL at the end */
  const aml_origin *ending;    /* NULL: it is written in the expression itself */
};

typedef struct aml_member {
  aml_sv name;
  aml_span name_span;
  const aml_value *value;
} aml_member;

/* The kinds that an unknown value may turn out to be: bits 1 << aml_kind. */
typedef unsigned aml_kinds;
#define AML_KINDS_ANY ((1U << AML_UNKNOWN) - 1U)

typedef struct aml_unknown {
  aml_sv reason; /* why, for people: "parameter 'size' has no value" */
  aml_kinds kinds;
  bool lacks_subscription; /* an id of which the rest is known: that is between the two, and is the one that
                              everything beside it is deployed to */
  bool is_filled;          /* a string: not the empty one */
  aml_sv prefix;           /* a string: begins with this; empty where nothing is known */
  aml_sv suffix;           /* a string: ends with this */
} aml_unknown;

struct aml_value {
  aml_kind kind : 8;        /* packed: trees of large files are mostly these structs */
  unsigned flags : 24;      /* aml_value_flags */
  aml_span span;            /* where it stands; AML_NO_SPAN for made-up values */
  const aml_origin *origin; /* NULL for a value as written at its span */
  union {
    bool boolean;
    int64_t integer;
    double number;
    aml_sv string;
    struct {
      const aml_value *const *items;
      size_t count;
    } array;
    struct {
      const aml_member
          *members; /* in order; a name may occur twice as read from a file, the last one counts */
      size_t count;
      const aml_map *index; /* private: by name ignoring case, where there are many */
    } object;
    const aml_unknown *unknown;
    struct {
      const struct aml_expr *tree; /* expr/expr.h */
      aml_sv text;                 /* as written, with its brackets; empty where it was made without a text */
    } expression;
  } as;
};

/* The last member of that name, ignoring case, as ARM does; NULL when absent or when `object` is no object.
 * Sets nothing; safe from several threads. */
const aml_member *aml_object_member(const aml_value *object, aml_sv name);
const aml_value *aml_object_find(const aml_value *object, aml_sv name);
/* The same, minding case, as YAML keys want it. */
const aml_member *aml_object_member_exact(const aml_value *object, aml_sv name);
const aml_value *aml_object_find_exact(const aml_value *object, aml_sv name);
/* aml_object_find over a dotted path of plain names: "properties.scaleSettings". No indexes, no dots inside
 * names. */
const aml_value *aml_value_path(const aml_value *from, aml_sv dotted);

/* The text of a string value, or the empty view for every other kind. */
aml_sv aml_value_text(const aml_value *value);
static inline bool aml_value_is(const aml_value *value, aml_kind kind) { /* NULL is no kind */
  return value != NULL && value->kind == kind;
}
static inline bool aml_value_has(const aml_value *value, unsigned flags) {
  return (value->flags & flags) == flags;
}
/* "string", "integer", "object" ...: ARM's words. */
const char *aml_kind_name(aml_kind kind);

/* Makers. span is where the value stands, or AML_NO_SPAN. Texts, items and members are borrowed and must
 * outlive the value. */
const aml_value *aml_value_null(aml_arena *arena, aml_span span);
const aml_value *aml_value_bool(aml_arena *arena, bool boolean, aml_span span);
const aml_value *aml_value_int(aml_arena *arena, int64_t integer, aml_span span);
const aml_value *aml_value_float(aml_arena *arena, double number, aml_span span);
const aml_value *aml_value_string(aml_arena *arena, aml_sv string, aml_span span);
const aml_value *aml_value_array(
    aml_arena *arena, const aml_value *const *items, size_t count, aml_span span);
const aml_value *aml_value_unknown(aml_arena *arena, aml_sv reason, aml_kinds kinds, aml_span span);
/* An unknown string of which the beginning or the end is known. */
const aml_value *aml_value_unknown_text(
    aml_arena *arena, aml_sv reason, aml_sv prefix, aml_sv suffix, aml_span span);

/* The same unknown string, which is not empty. */
const aml_value *aml_value_filled(aml_arena *arena, const aml_value *value);

/* An expression that stands at `span`; the text is that of the value's member, and may be empty. */
const aml_value *aml_value_expression(
    aml_arena *arena, const struct aml_expr *tree, aml_sv text, aml_span span);

/* An object of members that are all there, in order. `clash`, where not NULL, is told of each member whose
 * name occurred before, ignoring case. O(count). */
typedef void aml_object_clash(void *ctx, const aml_member *former, const aml_member *latter);
const aml_value *aml_value_object(aml_arena *arena, const aml_member *members, size_t count, aml_span span,
    aml_object_clash *clash, void *ctx);

/* Collects members. Duplicates are kept by _add; _set replaces the earlier value (ignoring case), keeping its
 * place. */
typedef struct aml_object_builder {
  aml_arena *arena;
  AML_VEC(aml_member) members;
  aml_map index;
  bool is_indexed;
} aml_object_builder;

void aml_object_begin(aml_object_builder *builder, aml_arena *arena);
/* The same with room for `count` members, which then costs one allocation. */
void aml_object_begin_sized(aml_object_builder *builder, aml_arena *arena, size_t count);
void aml_object_add(aml_object_builder *builder, aml_sv name, aml_span name_span, const aml_value *value);
void aml_object_set(aml_object_builder *builder, aml_sv name, aml_span name_span, const aml_value *value);
/* Sets each member of an object; none where it is NULL or of another kind. */
void aml_object_set_all(aml_object_builder *builder, const aml_value *object);
/* The builder is spent afterwards. */
const aml_value *aml_object_end(aml_object_builder *builder, aml_span span, unsigned flags);

/* A shallow copy with another span, origin and flags; children are shared. */
const aml_value *aml_value_moved(
    aml_arena *arena, const aml_value *value, aml_span span, const aml_origin *origin, unsigned flags);

/* Where a value is written that was only handed on, by parameters and variables. False where more was done to
 * it on the way, and for YAML aliases; whether it was composed, the text there tells. */
bool aml_value_written_at(const aml_value *value, aml_span *span);

/* The way of what follows the last '/' of a text; `origin` itself where all of it came one way. */
const aml_origin *aml_origin_of_ending(aml_arena *arena, const aml_origin *origin);
const aml_origin *aml_origin_new(
    aml_arena *arena, aml_step step, aml_sv name, aml_span span, const aml_origin *from);
/* The step of a value that an expression was evaluated to, at the expression's span. */
const aml_origin *aml_origin_of_expression(
    aml_arena *arena, const aml_value *expression, const aml_origin *from);

/* Deep equality of known values, as ARM's equals(): strings by bytes, numbers by value (1 equals 1.0),
 * objects without regard to order, names ignoring case. AML_MAYBE as soon as the answer hangs on something
 * unknown or on an expression. */
typedef enum aml_truth { AML_FALSE, AML_TRUE, AML_MAYBE } aml_truth;
aml_truth aml_value_equal(const aml_value *a, const aml_value *b);

static inline aml_truth aml_truth_not(aml_truth truth) {
  return truth == AML_MAYBE ? AML_MAYBE : truth == AML_TRUE ? AML_FALSE : AML_TRUE;
}

#endif
