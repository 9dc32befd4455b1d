/* Regions and the latencies between them. */
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

bool aml_facts_region_record(const aml_facts *facts, aml_sv name, aml_record *out) {
  char normal[REGION_NAME_MAX];
  return aml_facts_record(facts, AML_FACTS_REGIONS, normalise(name, normal), out);
}

bool aml_facts_region(const aml_facts *facts, aml_sv name, aml_region_fact *out) {
  aml_record record;
  if (!aml_facts_region_record(facts, name, &record)) {
    return false;
  }
  out->name = aml_record_cell(&record, AML_SV("name"));
  out->paired = aml_record_cell(&record, AML_SV("paired"));
  out->cloud = aml_record_cell(&record, AML_SV("cloud"));
  out->availability = aml_record_cell(&record, AML_SV("availability"));
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

bool aml_facts_latency(const aml_facts *facts, aml_sv from, aml_sv to, aml_record *out) {
  char pair[2 * REGION_NAME_MAX + 1];
  size_t len = normalise(from, pair).len;
  pair[len++] = '/';
  len += normalise(to, pair + len).len;
  return aml_facts_record(facts, AML_FACTS_LATENCY, (aml_sv){pair, len}, out);
}
