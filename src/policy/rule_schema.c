#include "policy/rule_schema.h"

/* Embedded from rule.schema.json. */
extern const unsigned char aml_rule_schema_json[];
extern const size_t aml_rule_schema_json_size;

aml_sv aml_rule_schema(void) {
  return (aml_sv){(const char *)aml_rule_schema_json, aml_rule_schema_json_size};
}
