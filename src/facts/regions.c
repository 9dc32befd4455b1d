/* Regions, latencies, limits and sources. */
#include "facts/store.h"

enum { REGION_NAME_MAX = 48 };

/* Writes the normalised name to out, which has REGION_NAME_MAX bytes; an over-long name gives the empty view,
 * which is the name of no region. */
static aml_sv normalise(aml_sv region, char *out) {
  size_t len = 0;
  for (size_t i = 0; i < region.len; i++) {
    if (region.data[i] != ' ') {
      if (len == REGION_NAME_MAX) {
        return (aml_sv){0};
      }
      out[len++] = aml_ascii_lower(region.data[i]);
    }
  }
  return (aml_sv){out, len};
}

aml_sv aml_region_normalise(aml_arena *arena, aml_sv region) {
  char *out = aml_arena_alloc(arena, region.len + 1, 1);
  size_t len = 0;
  for (size_t i = 0; i < region.len; i++) {
    if (region.data[i] != ' ') {
      out[len++] = aml_ascii_lower(region.data[i]);
    }
  }
  return (aml_sv){out, len};
}

bool aml_facts_region(const aml_facts *facts, aml_sv name, aml_region_fact *out) {
  char normal[REGION_NAME_MAX];
  aml_sv row;
  if (!aml_facts_find(facts, AML_FACTS_REGIONS, normalise(name, normal), &row)) {
    return false;
  }
  *out = (aml_region_fact){
      .name = aml_row_field(row, 0),
      .display_name = aml_row_field(row, 1),
      .geography = aml_row_field(row, 2),
      .geography_group = aml_row_field(row, 3),
      .paired = aml_row_field(row, 4),
      .cloud = aml_row_field(row, 5),
      .availability = aml_row_field(row, 6),
      .zones = aml_facts_int(aml_row_field(row, 7)),
      .source = aml_row_field(row, 8),
      .as_of = aml_row_field(row, 9),
      .is_verified = aml_sv_eq(aml_row_field(row, 10), AML_SV("true")),
      .note = aml_row_field(row, 11),
  };
  return true;
}

aml_sv aml_facts_suggest_region(const aml_facts *facts, aml_sv name) {
  char normal[REGION_NAME_MAX];
  return aml_row_field(aml_facts_nearest(facts, AML_FACTS_REGIONS, normalise(name, normal)), 0);
}

aml_sv aml_facts_respell_region(const aml_facts *facts, aml_sv name) {
  char normal[REGION_NAME_MAX];
  aml_sv meant = aml_facts_respell(facts, AML_FACTS_REGIONS, normalise(name, normal));
  aml_region_fact fact;
  bool is_place = meant.len > 0 && aml_facts_region(facts, meant, &fact) &&
                  !aml_sv_eq(fact.availability, AML_SV("logical"));
  return is_place ? meant : (aml_sv){0};
}

bool aml_facts_latency(const aml_facts *facts, aml_sv from, aml_sv to, aml_latency_fact *out) {
  char pair[2 * REGION_NAME_MAX + 1];
  size_t len = normalise(from, pair).len;
  pair[len++] = '/';
  len += normalise(to, pair + len).len;
  aml_sv row;
  if (!aml_facts_find(facts, AML_FACTS_LATENCY, (aml_sv){pair, len}, &row)) {
    return false;
  }
  *out = (aml_latency_fact){
      .milliseconds = aml_facts_int(aml_row_field(row, 1)),
      .statistic = aml_row_field(row, 2),
      .source = aml_row_field(row, 3),
      .window_end = aml_row_field(row, 4),
  };
  return true;
}

bool aml_facts_limit(const aml_facts *facts, aml_sv key, aml_limit_fact *out) {
  aml_sv row;
  if (!aml_facts_find(facts, AML_FACTS_LIMITS, key, &row)) {
    return false;
  }
  *out = (aml_limit_fact){
      .key = aml_row_field(row, 0),
      .value = aml_row_field(row, 1),
      .unit = aml_row_field(row, 2),
      .statement = aml_row_field(row, 3),
      .source = aml_row_field(row, 4),
      .as_of = aml_row_field(row, 5),
      .is_verified = aml_sv_eq(aml_row_field(row, 6), AML_SV("true")),
  };
  return true;
}

bool aml_facts_source(const aml_facts *facts, aml_sv id, aml_source_fact *out) {
  aml_sv row;
  if (!aml_facts_find(facts, AML_FACTS_SOURCES, id, &row)) {
    return false;
  }
  *out = (aml_source_fact){
      .id = aml_row_field(row, 0), .as_of = aml_row_field(row, 1), .text = aml_row_field(row, 2)};
  return true;
}
