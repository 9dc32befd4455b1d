/* Which API version knows which property. */
#include "facts/store.h"

bool aml_facts_property(const aml_facts *facts, aml_sv key, aml_property_fact *out) {
  if (!aml_facts_record(facts, AML_FACTS_PROPERTIES, key, &out->record)) {
    return false;
  }
  out->first = aml_record_cell(&out->record, AML_SV("first"));
  out->last = aml_record_cell(&out->record, AML_SV("last"));
  out->absent_in = aml_record_cell(&out->record, AML_SV("absent_in"));
  return true;
}

bool aml_facts_api_version(const aml_facts *facts, aml_sv version) {
  aml_sv row;
  return aml_facts_find(facts, AML_FACTS_API_VERSIONS, version, &row);
}

/* By date; the preview of a day before its stable version. */
static int compare_versions(aml_sv a, aml_sv b) {
  enum { DATE = sizeof "2024-04-01" - 1 };
  int by_date = aml_sv_cmp(aml_sv_slice(a, 0, DATE), aml_sv_slice(b, 0, DATE));
  return by_date != 0 ? by_date : (a.len < b.len) - (a.len > b.len);
}

bool aml_property_is_in(const aml_property_fact *property, aml_sv version) {
  aml_sv rest = property->absent_in;
  while (rest.len > 0) {
    if (aml_sv_ieq(aml_sv_split(&rest, ' '), version)) {
      return false;
    }
  }
  return compare_versions(version, property->first) >= 0 &&
         (property->last.len == 0 || compare_versions(version, property->last) <= 0);
}
