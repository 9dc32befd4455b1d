/* Answers to questions of people: what is known about a size, a series, a region, a pair of regions or a
 * limit, with the sources. */
#ifndef AMLINT_FACTS_QUERY_H
#define AMLINT_FACTS_QUERY_H

#include "facts/facts.h"

typedef enum aml_query_kind {
  AML_QUERY_SIZE,
  AML_QUERY_SERIES, /* by key, as "NCv3", or by one of its sizes */
  AML_QUERY_REGION,
  AML_QUERY_LATENCY,
  AML_QUERY_LIMIT,
  AML_QUERY_RECORD /* of any table, by its key */
} aml_query_kind;

typedef struct aml_query {
  aml_query_kind kind;
  aml_facts_table table; /* AML_QUERY_RECORD */
  aml_sv name;
  aml_sv other;  /* AML_QUERY_LATENCY: the region at the other end */
  aml_day as_of; /* the day that status is told for */
} aml_query;

/* "size", "series", "region", "latency", "limit", and then the names of tables; empty past the end. */
aml_sv aml_query_kind_name(size_t i);
/* Puts what the name asks for, in any letter case, into kind and table; false for no such name. */
bool aml_query_kind_parse(aml_sv name, aml_query *out);

typedef enum aml_query_format { AML_QUERY_TEXT, AML_QUERY_JSON, AML_QUERY_MARKDOWN } aml_query_format;

/* Puts the answer into *out, in the arena: lines "key: value", one JSON object, or a table; ended by a line
 * end. False when nothing is known: *out is then one sentence, with a suggestion where a known name is near.
 */
bool aml_facts_query(
    const aml_facts *facts, aml_arena *arena, const aml_query *query, aml_query_format format, aml_sv *out);

#endif
