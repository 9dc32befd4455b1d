/* What is known about the world: VM sizes and series, regions, latencies. Data lives in rules/facts (each
 * record with source and date), is compiled into the library, and may be replaced by newer files.
 *
 * Look-ups ignore case and, for regions, blanks. They read sorted tables in place: opening costs nothing, a
 * look-up is O(log n). */
#ifndef AMLINT_FACTS_FACTS_H
#define AMLINT_FACTS_FACTS_H

#include "base/date.h"
#include "base/sv.h"

typedef struct aml_facts aml_facts;

/* The facts compiled in, overridden by files of the same names in `folder` where not empty. */
aml_facts *aml_facts_new(aml_arena *arena, aml_sv folder, aml_error *error);

typedef struct aml_size_fact {
  aml_sv name, series;     /* canonical spelling */
  int vcpus, usable_vcpus; /* 0 when unknown */
  double memory_gib;
  aml_sv gpu_count; /* "4", "1/6", "" when unknown */
  aml_sv gpu_model, quota_family, architecture, source, as_of, note;
  bool is_verified;
} aml_size_fact;

typedef enum aml_aml_support {
  AML_SUPPORT_UNLISTED,
  AML_SUPPORT_CLUSTERS_AND_INSTANCES,
  AML_SUPPORT_OTHER
} aml_aml_support;

typedef struct aml_series_fact {
  aml_sv key, category, processor;
  aml_day announced, retires; /* AML_DAY_NONE when not */
  aml_sv retires_text;        /* as the source writes it */
  aml_sv capacity_restricted; /* "2026-07", or "" */
  aml_sv successors;          /* keys separated by blanks, as announced */
  aml_sv aml_documented;      /* the source's words */
  aml_sv note, source, as_of;
  bool is_verified;
} aml_series_fact;

/* The size of that name in any letter case; false when it is not in the table. */
bool aml_facts_size(const aml_facts *facts, aml_sv name, aml_size_fact *out);
/* The series that a size belongs to, by the table or else by the series' patterns; false when none. */
bool aml_facts_series_of(aml_facts *facts, aml_sv size, aml_series_fact *out);
bool aml_facts_series(const aml_facts *facts, aml_sv key, aml_series_fact *out);
/* Successors still current at `as_of`, following retired ones to theirs, those documented for Azure ML first;
 * keys joined by ", "; empty when none is known. */
aml_sv aml_facts_successors(aml_facts *facts, aml_arena *arena, aml_sv series, aml_day as_of);
/* The known size name nearest to a misspelt one, or the empty view. */
aml_sv aml_facts_suggest_size(const aml_facts *facts, aml_sv name);

typedef struct aml_region_fact {
  aml_sv name, display_name, geography, paired, cloud, source, as_of;
  bool is_verified;
} aml_region_fact;

/* "West US" and "westus" are one region: lower case, no blanks. */
aml_sv aml_region_normalise(aml_arena *arena, aml_sv region);
bool aml_facts_region(const aml_facts *facts, aml_sv name, aml_region_fact *out);
aml_sv aml_facts_suggest_region(const aml_facts *facts, aml_sv name);

typedef struct aml_latency_fact {
  int milliseconds; /* P95 round trip */
  aml_sv statistic, window_end, source;
} aml_latency_fact;

/* False where none was measured. */
bool aml_facts_latency(const aml_facts *facts, aml_sv from, aml_sv to, aml_latency_fact *out);

/* Date and version of the data, for evidence. */
aml_sv aml_facts_version(const aml_facts *facts);

#endif
