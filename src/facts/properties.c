/* Which API version knows which property. */
#include "facts/store.h"

bool aml_facts_property(const aml_facts *facts, aml_sv key, aml_property_fact *out) {
  aml_sv row;
  if (!aml_facts_find(facts, AML_FACTS_PROPERTIES, key, &row)) {
    return false;
  }
  aml_sv fields[7];
  aml_row_split(row, fields, 7);
  *out = (aml_property_fact){.first = fields[1],
      .first_stable = fields[2],
      .last = fields[3],
      .absent_in = fields[4],
      .source = fields[5],
      .as_of = fields[6]};
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
