/* What fields of a resource stand for, as far as it was found: most rules read the same few. Only of fields
 * without [*], and of values that the resource itself holds, or certainly lacks: all of that is the same
 * whoever asks, and lives as long as the resource. */
#ifndef AMLINT_CONDITION_FIELD_VALUES_H
#define AMLINT_CONDITION_FIELD_VALUES_H

#include "condition/condition.h"
#include "graph/resource.h"

enum { AML_FIELD_VALUES = 64 };

typedef struct aml_field_value { /* private */
  aml_sv text;
  uint32_t hash;
  uint32_t depth;
  const aml_value *value, *nearest;
  aml_sv prefix;
} aml_field_value;

typedef struct aml_field_below { /* private: where fields of rule files begin, but for the envelope's */
  aml_sv prefix;                 /* empty: not looked for yet */
  const aml_value *root;         /* an object; NULL: it is not that simple */
} aml_field_below;

typedef struct aml_field_values {
  const aml_resource *of;
  aml_field_below below[2]; /* private: by aml_field.is_outer */
  uint64_t taken;           /* private: bit i: fields[i] is one; the others are not even zeroed */
  aml_field_value fields[AML_FIELD_VALUES];
} aml_field_values;

static inline void aml_field_values_begin(aml_field_values *values, const aml_resource *of) {
  values->of = of;
  values->below[0] = values->below[1] = (aml_field_below){0};
  values->taken = 0;
}

/* Says of a field of rule files whether it may be kept what it stands for. */
void aml_field_set_hash(aml_field *field);

/* Fills in what the field stands for; false where it was not kept. */
bool aml_field_values_get(
    const aml_field_values *values, const aml_field *field, aml_hit *hit, aml_sv *prefix);
/* The same, looking for it in the resource where it was not kept; false where it is not simply there, or
 * absent of objects of which all is known. */
bool aml_field_values_find(aml_field_values *values, const aml_field *field, aml_hit *hit, aml_sv *prefix);
/* Keeps it, where it is such a value and there is room. */
void aml_field_values_put(
    aml_field_values *values, const aml_field *field, const aml_hit *hit, aml_sv prefix);

/* What the resource's file says in its own words at a path of keys, or the placeholder that stands for what
 * the path leads through; NULL where there is nothing, or the file has no words of its own. */
const aml_value *aml_written_value(const aml_resource *resource, aml_sv keys);

#endif
