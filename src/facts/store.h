/* The tables behind the facts, for the files of this folder only. */
#ifndef AMLINT_FACTS_STORE_H
#define AMLINT_FACTS_STORE_H

#include "facts/facts.h"
#include "facts/table.h"

typedef enum aml_facts_table {
  AML_FACTS_SIZES,
  AML_FACTS_SERIES,
  AML_FACTS_REGIONS,
  AML_FACTS_LATENCY,
  AML_FACTS_LIMITS,
  AML_FACTS_SOURCES,
  AML_FACTS_PROPERTIES,
  AML_FACTS_API_VERSIONS,
  AML_FACTS_TABLES
} aml_facts_table;

struct aml_facts {
  aml_sv built_in[AML_FACTS_TABLES];
  aml_sv overrides[AML_FACTS_TABLES]; /* empty where none */
  aml_sv version;
};

/* The record of a key, an override first. */
bool aml_facts_find(const aml_facts *facts, aml_facts_table table, aml_sv key, aml_sv *row);

/* The record of either table with the key nearest to `word`, at a distance of at most a third of its length;
 * empty when none. */
aml_sv aml_facts_nearest(const aml_facts *facts, aml_facts_table table, aml_sv word);
/* The key that a misspelt one certainly stands for (base/suggest.h), or the empty view. */
aml_sv aml_facts_respell(const aml_facts *facts, aml_facts_table table, aml_sv word);

/* A whole number of a field; 0 where there is none, as the records say "unknown". */
int aml_facts_int(aml_sv field);

#endif
