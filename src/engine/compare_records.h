/* A record that was filed against the one of this run. */
#ifndef AMLINT_ENGINE_COMPARE_RECORDS_H
#define AMLINT_ENGINE_COMPARE_RECORDS_H

#include "tree/value.h"

/* Whether a tree has the outline of a record: its version, and the lists that are compared. */
bool aml_record_has_shape(const aml_value *record);

/* The day that the record was made as of, as written; empty where it has none. */
aml_sv aml_record_day(const aml_value *record);

/* Every value that differs, as a line: "resources['cpu'].state: 'differs' in the record, 'as declared' now".
 * Items of lists are the same by what they are called, wherever they stand. Signatures are not compared. */
aml_texts aml_record_differences(aml_arena *arena, const aml_value *filed, const aml_value *now);

/* What became of each resource and each exception since, as a line: "added: cluster 'gpu' (not declared)". */
aml_texts aml_record_changes(aml_arena *arena, const aml_value *earlier, const aml_value *now);

#endif
