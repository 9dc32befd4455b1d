/* What is known about the world: VM sizes and series, regions, latencies, limits. Data lives in rules/facts
 * (each record with source and date), is compiled into the library, and may be added to or overridden by
 * newer records.
 *
 * Look-ups ignore case and, for regions, blanks. They read sorted tables in place: opening costs nothing, a
 * look-up is O(log n). After aml_facts_new nothing is written, so any number of threads may ask. Status is
 * never stored: it follows from the dates and the day a caller asks for. Views live as long as the facts. */
#ifndef AMLINT_FACTS_FACTS_H
#define AMLINT_FACTS_FACTS_H

#include "base/date.h"
#include "base/sv.h"
#include "facts/columns.h"
#include "facts/table.h"
#include "source/agreed.h"

typedef struct aml_facts aml_facts;

/* The facts compiled in. Records of files of the same names in `folder`, where that is not empty, win over
 * those of the same key; other records stay. NULL when the folder cannot be read or a file in it is wrong:
 * *error says which, and at which line. */
aml_facts *aml_facts_new(aml_arena *arena, aml_sv folder, aml_error *error);
/* The same of a folder of `agreed`. */
aml_facts *aml_facts_new_agreed(aml_arena *arena, aml_sv folder, aml_agreed *agreed, aml_error *error);

/* The names of the files that the folder may hold; NULL past the last. */
const char *aml_facts_file_at(size_t i);

typedef enum aml_facts_table {
#define AML_FACTS_TABLE(symbol, name, file) AML_FACTS_##symbol,
#include "facts/tables.def"
#undef AML_FACTS_TABLE
  AML_FACTS_TABLES
} aml_facts_table;

/* A table's name, as its file has it without the ending; empty past the last. */
aml_sv aml_facts_table_name(size_t i);
/* The table of that name; false when there is none. */
bool aml_facts_table_parse(aml_sv name, aml_facts_table *out);

/* The record of a key in any letter case, an override first, to be read by the names of its columns; false
 * when there is none. */
bool aml_facts_record(const aml_facts *facts, aml_facts_table table, aml_sv key, aml_record *out);

/* A digest (SHA-256) of all tables, those that are replaced included. */
aml_sv aml_facts_digest(aml_arena *arena, const aml_facts *facts);

/* Whether both hold the same records over those compiled in. */
bool aml_facts_are_same(const aml_facts *a, const aml_facts *b);

typedef struct aml_size_fact {
  aml_record record;       /* what it was read from: all columns */
  aml_sv name, series;     /* canonical spelling */
  int vcpus, usable_vcpus; /* 0 when unknown */
  double memory_gib;       /* 0 when unknown; some sources round down to whole GiB */
  aml_sv gpu_count;        /* "4", "1/6", "0", "" when unknown */
  aml_sv architecture;
  aml_sv constrained_from; /* the size with all its cores, or "" */
} aml_size_fact;

typedef enum aml_aml_support {
  AML_SUPPORT_UNLISTED, /* not in Azure ML's table, which is no proof that it does not work */
  AML_SUPPORT_CLUSTERS_AND_INSTANCES,
  AML_SUPPORT_OTHER
} aml_aml_support;

typedef struct aml_series_fact {
  aml_record record; /* what it was read from: all columns */
  aml_sv key, pattern;
  aml_day announced, retires; /* AML_DAY_NONE when not */
  aml_sv retires_in_region;   /* "usgovvirginia=2026-06-30 ...", or "" */
  aml_sv retires_in_cloud;    /* the only cloud the date holds for, or "" for all */
  aml_sv successors;          /* keys separated by blanks, as announced */
  aml_sv aml_documented;      /* the source's words; "" when not listed */
} aml_series_fact;

/* The size of that name in any letter case; false when it is not in the table. */
bool aml_facts_size(const aml_facts *facts, aml_sv name, aml_size_fact *out);
/* The series that a size belongs to, by the table or else by the series' patterns; false when none. */
bool aml_facts_series_of(const aml_facts *facts, aml_sv size, aml_series_fact *out);
/* By key, as aml_series_fact.key has it, in any letter case; false when there is none. */
bool aml_facts_series(const aml_facts *facts, aml_sv key, aml_series_fact *out);
/* What Azure ML's table of supported series says, by aml_documented. */
aml_aml_support aml_facts_support(const aml_series_fact *series);
/* The day on which the series ends in a region (empty: the public cloud's regions); AML_DAY_NONE when it is
 * not known to. */
aml_day aml_facts_retires_in(const aml_facts *facts, const aml_series_fact *series, aml_sv region);
/* Successors without an end announced by `as_of`, following others to theirs: those documented for Azure ML
 * where there are any, else the first four; keys joined by ", "; empty when none is known. */
aml_sv aml_facts_successors(const aml_facts *facts, aml_arena *arena, aml_sv series, aml_day as_of);
/* The smallest size of these successors with at least the vCPUs and GPUs of `size`; empty when there is none.
 */
aml_sv aml_facts_successor_size(const aml_facts *facts, aml_sv size, aml_day as_of);
/* Whether it is the quota family of a known size, letter case aside; else *near is the nearest one, or empty.
 */
bool aml_facts_family(const aml_facts *facts, aml_sv name, aml_sv *near);

/* The known size name nearest to a misspelt one, or the empty view. */
aml_sv aml_facts_suggest_size(const aml_facts *facts, aml_sv name);
/* The one size that a misspelt name certainly stands for (base/suggest.h), or the empty view. */
aml_sv aml_facts_respell_size(const aml_facts *facts, aml_sv name);

typedef struct aml_region_fact {
  aml_sv name, paired, cloud;
  aml_sv availability; /* public, restricted-access, sovereign, logical (no place for compute), ... */
} aml_region_fact;

/* "West US" and "westus" are one region: lower case, no blanks. */
aml_sv aml_region_normalise(aml_arena *arena, aml_sv region);
/* By either form of its name; false when it is not in the table. */
bool aml_facts_region_record(const aml_facts *facts, aml_sv name, aml_record *out);
bool aml_facts_region(const aml_facts *facts, aml_sv name, aml_region_fact *out);
/* The known region name nearest to a misspelt one, or the empty view. */
aml_sv aml_facts_suggest_region(const aml_facts *facts, aml_sv name);
/* The one region, where nodes can be, that a misspelt name certainly stands for, or the empty view. */
aml_sv aml_facts_respell_region(const aml_facts *facts, aml_sv name);

/* The round trip between two regions, as it was measured from the one to the other; false where it was not.
 */
bool aml_facts_latency(const aml_facts *facts, aml_sv from, aml_sv to, aml_record *out);

/* Since when Azure's description of a resource type has a property. A version is one that was read, or else
 * nothing is known of it. */
typedef struct aml_property_fact {
  aml_record record;
  aml_sv first;     /* the oldest version that has it */
  aml_sv last;      /* the newest that has it, where newer ones have been read; else "" */
  aml_sv absent_in; /* versions between first and last without it, separated by blanks */
} aml_property_fact;

/* By "<type below the provider> <kind, or '-'> <path>": "workspaces/computes AmlCompute properties.vmSize".
 */
bool aml_facts_property(const aml_facts *facts, aml_sv key, aml_property_fact *out);
/* Whether an API version ("2024-04-01", "2020-05-15-preview") is one of those read. */
bool aml_facts_api_version(const aml_facts *facts, aml_sv version);
/* Whether a version that was read has it. Of one date, the preview is the older one. */
bool aml_property_is_in(const aml_property_fact *property, aml_sv version);

/* A whole number of a field; 0 where there is none, which stands for "not known" in the tables. */
int aml_facts_int(aml_sv field);

/* Newest date of the data, for evidence: "2026-09-25", followed by " with overrides" where a folder added
 * records. */
aml_sv aml_facts_version(const aml_facts *facts);

/* Whether a clock that says `today` can be right: not where the facts are of a later day. */
AML_MUST_USE aml_status aml_facts_admit(const aml_facts *facts, aml_day today, aml_error *error);

#endif
