/* Where a finding stands, and how the value came there. */
#ifndef AMLINT_RULE_SPOT_H
#define AMLINT_RULE_SPOT_H

#include "condition/check.h"
#include "rule/finding.h"

typedef struct aml_spot {
  aml_span span;          /* the innermost property written in the resource; else its name */
  aml_sv property;        /* full path, "properties.properties.vmSize"; empty: the resource */
  const aml_value *value; /* NULL: absent */
  const aml_value *outer; /* what is written at span; NULL: the name */
} aml_spot;

/* Whether nothing stands there: a property is named, and it is absent. */
static inline bool aml_spot_is_absence(const aml_spot *spot) {
  return spot->value == NULL && spot->property.len > 0;
}

/* The spot of a piece of evidence; texts go to the arena. */
aml_spot aml_spot_of(aml_arena *arena, const aml_evidence *evidence);
/* A value that is somewhere in the resource's body, as items of `each` are; the resource itself when it is
 * not. */
aml_spot aml_spot_of_value(aml_arena *arena, const aml_resource *resource, const aml_value *value);
/* The resource itself. */
aml_spot aml_spot_of_resource(const aml_resource *resource);

typedef AML_VEC(aml_related) aml_related_list;

/* The chain of origins of what stands at the spot, as related places with a text each. */
void aml_spot_explain(
    aml_arena *arena, const aml_resource *resource, const aml_spot *spot, aml_related_list *out);
/* The same for one value alone. */
void aml_origin_explain(
    aml_arena *arena, const aml_resource *resource, const aml_value *value, aml_related_list *out);

/* Text of a value for fingerprints: its JSON, a digest where it is a secret; empty for NULL. */
aml_sv aml_value_mark(aml_arena *arena, const aml_value *value);

/* A new finding of the rule on the resource, at the spot, with what holds of every finding there: the
 * condition and the parameter file of its resource. Severity, status and texts are the caller's. */
aml_finding *aml_spot_add_finding(
    aml_findings *findings, const aml_rule *rule, const aml_resource *resource, const aml_spot *spot);

#endif
