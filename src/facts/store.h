/* The tables behind the facts, for the files of this folder only. */
#ifndef AMLINT_FACTS_STORE_H
#define AMLINT_FACTS_STORE_H

#include "facts/facts.h"
#include "facts/table.h"

struct aml_facts {
  aml_sv built_in[AML_FACTS_TABLES];
  aml_sv overrides[AML_FACTS_TABLES]; /* empty where none */
  aml_sv version;
};

/* Whether the table has the key, an override first; *row is its line. */
bool aml_facts_find(const aml_facts *facts, aml_facts_table table, aml_sv key, aml_sv *row);
/* A line of that table as a record. */
aml_record aml_facts_record_of(const aml_facts *facts, aml_facts_table table, aml_sv row);

/* The record of either table with the key nearest to `word`, at a distance of at most a third of its length;
 * empty when none. */
aml_sv aml_facts_nearest(const aml_facts *facts, aml_facts_table table, aml_sv word);
/* The key that a misspelt one certainly stands for (base/suggest.h), or the empty view. */
aml_sv aml_facts_respell(const aml_facts *facts, aml_facts_table table, aml_sv word);

#endif
