/* Which rules found nothing on the resources checked so far, and what of these that hung on. A rule finds
 * nothing again where all of that is the same: most clusters of a project differ in little but their names.
 *
 * While a rule runs, whatever reads something of the resource says so, or says that it read what is not kept
 * here: a name, a place, another resource. Only what the resource holds is compared, and only what is
 * certain. One thread at a time. */
#ifndef AMLINT_CONDITION_VERDICTS_H
#define AMLINT_CONDITION_VERDICTS_H

#include "condition/context.h"
#include "condition/field_values.h"

typedef struct aml_verdicts aml_verdicts;

/* What a verdict may hang on. */
typedef enum aml_thing_kind {
  AML_THING_FIELD, /* what a field stands for that is kept (condition/field_values.h) */
  AML_THING_WRITTEN,
  AML_THING_TYPE, /* the member of that name */
  AML_THING_API_VERSION,
  AML_THING_INEFFECTIVE,
  AML_THING_WORKSPACE,
} aml_thing_kind;

/* In that arena, which must outlive it, as must the rules and resources that it is told of. `rules` is above
 * the number of each. */
aml_verdicts *aml_verdicts_new(aml_arena *arena, size_t rules);

/* The next resource, and what else a verdict hangs on: the rules that run on it are of that group. `fields`
 * are those of the resource, and live as long as it is checked. */
void aml_verdicts_begin(
    aml_verdicts *verdicts, const aml_check_context *context, const void *group, aml_field_values *fields);

/* Whether the rule certainly finds nothing on the resource. */
bool aml_verdicts_is_passed(aml_verdicts *verdicts, size_t rule);

/* Begins to watch a rule run on the resource; false where that has not been worth while. */
bool aml_verdicts_watch(aml_verdicts *verdicts, size_t rule);
/* Ends it; `found` says whether the rule found anything. */
void aml_verdicts_end(aml_verdicts *verdicts, size_t rule, bool found);

/* What the rule that is watched reads; `verdicts` may be NULL: none is. A field is that of the resource, and
 * is borrowed; of one with [*] that is the list. Text: the keys of what is written. */
void aml_verdicts_saw_field(aml_verdicts *verdicts, const aml_field *field);
void aml_verdicts_saw(aml_verdicts *verdicts, aml_thing_kind kind, aml_sv text);
void aml_verdicts_saw_other(aml_verdicts *verdicts);

#endif
