/* One evaluation of one rule on one resource: what conditions and expressions see, and what they found out.
 */
#ifndef AMLINT_CONDITION_CHECK_H
#define AMLINT_CONDITION_CHECK_H

#include "condition/answers.h"
#include "condition/condition.h"
#include "condition/context.h"
#include "condition/field_values.h"
#include "condition/policy_functions.h"
#include "condition/verdicts.h"
#include "expr/eval.h"
#include "tree/reason.h"

enum { AML_EVIDENCE_MAX = 32 }; /* later pieces are dropped */

/* A value that a verdict rests on. */
typedef struct aml_evidence {
  const aml_path *path; /* NULL: no property of the resource */
  aml_sv prefix;
  aml_hit hit;
  const aml_resource *resource;
} aml_evidence;

typedef struct aml_frame aml_frame;
struct aml_frame { /* an item that count, each or a query is at */
  const aml_frame *outer;
  aml_sv name;
  const aml_value *value;
  const aml_path *path; /* FIELD ranges: the array's path; NULL else */
  aml_hit hit;
  bool changes_subject; /* RELATED: fields below are those of another resource */
};

typedef struct aml_let { /* a named expression of a rule, evaluated when first asked for */
  aml_sv name;
  aml_operand operand;
  const aml_range *query;  /* an object with `related`, `field` or `value`: the array of items that match */
  bool takes_first;        /* `first:` instead of `each:`: one item or null */
  struct aml_later *later; /* the let with all but its name (base/codec.h); NULL: it is this one */
} aml_let;

struct aml_check {
  aml_arena *arena; /* scratch */
  const aml_check_context *context;
  aml_dialect dialect;
  const aml_aliases *aliases;
  const aml_resource *root;       /* the rule's subject */
  const aml_resource *subject;    /* whose fields are looked at now */
  const aml_frame *frame;         /* innermost item */
  const aml_frame *root_frame;    /* the item of the rule's own `each`, which lets see too; NULL else */
  const aml_value *parameters;    /* object: name to value */
  const aml_value *policy;        /* what policy() answers; NULL: unknown */
  const aml_map *targets;         /* by type: aml_targets; NULL: made when asked for */
  aml_answers *answers;           /* of the facts, so far; NULL: none are kept */
  aml_field_values *field_values; /* fields of the root, so far; NULL: none are kept */
  aml_verdicts *verdicts;         /* told what is read; NULL: nobody wants to know */
  const aml_let *lets;
  const aml_value **let_values; /* NULL: not evaluated yet */
  size_t let_count;
  aml_eval eval;
  aml_scope scope;
  aml_evidence *evidence; /* room for AML_EVIDENCE_MAX; made by aml_check_begin where NULL */
  size_t evidence_count;
  aml_sv reason; /* what is not known, for the first test that came out unknown */
  aml_sv doubt;  /* why a list may lack something that a query made or a field holds; of the last such list */
};

/* `check` is zeroed but for arena, context, dialect, aliases, parameters, policy, answers, field_values,
 * verdicts, lets and let_count. */
void aml_check_begin(aml_check *check, const aml_resource *resource);

/* The functions of policy expressions; ctx is the aml_check. */
aml_scope aml_check_scope(aml_check *check);
/* Sets the item of the rule's `each`; lets are forgotten. */
void aml_check_enter(aml_check *check, const aml_frame *item);

/* Whether the condition holds; evidence and reason are those of the last call. */
aml_truth aml_check_condition(aml_check *check, const aml_condition_node *node);

/* Never NULL; may be unknown. */
const aml_value *aml_check_operand(aml_check *check, const aml_operand *operand);
const aml_value *aml_check_let(aml_check *check, size_t i);
/* The let of that name, ignoring case; AML_NPOS when there is none. */
size_t aml_check_find_let(const aml_check *check, aml_sv name);

/* What a field stands for now, taking the items at hand into account. *path and *prefix (may be NULL) tell
 * which path was walked; *path is NULL for name, type and id. */
void aml_check_field(aml_check *check, const aml_field *field, aml_walk_absent absent, aml_hits *hits,
    bool *is_open, const aml_path **path, aml_sv *prefix);

/* The same for a field that is kept for the resource (condition/field_values.h), of which there is one value,
 * NULL where it is absent: it joins the evidence, if there is room. False for another field. */
bool aml_check_kept_value(aml_check *check, const aml_field *field, const aml_value **value);

/* What a reader knows the property as: the key of a CLI YAML file, else the last part of its path. */
aml_sv aml_check_key(aml_check *check, const aml_path *path, aml_sv prefix, const aml_hit *hit);

/* How many of the path's leading [*] the items at hand stand for. */
size_t aml_check_chosen(const aml_check *check, const aml_path *path);

/* The only value of a field without [*]; NULL when absent. */
const aml_value *aml_check_field_value(aml_check *check, const aml_field *field);

/* Walks a range. `visit` is called for each item with the frame in force and with whether `where` holds (TRUE
 * or MAYBE); it returns false to stop. Returns whether more items may exist than were shown. */
bool aml_check_range(aml_check *check, const aml_range *range,
    bool (*visit)(void *ctx, const aml_frame *item, aml_truth holds), void *ctx);

/* An unknown made in the scratch arena. */
__attribute__((format(printf, 2, 3))) const aml_value *aml_check_unknown(
    aml_check *check, const char *format, ...);

/* Remembers why something is unknown, the first time. */
void aml_check_note(aml_check *check, const aml_value *value);

#endif
