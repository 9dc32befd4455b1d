#include "engine/embedded.h"

#include "base/embed.h"

AML_EMBEDDED(aml_schema_of_config)
AML_EMBEDDED(aml_schema_of_exceptions)
AML_EMBEDDED(aml_schema_of_rules)
AML_EMBEDDED(aml_example_config)

static aml_sv view(const unsigned char *bytes, size_t size) {
  return (aml_sv){(const char *)bytes, size};
}

bool aml_embedded_schema_at(size_t index, aml_embedded_schema *out) {
  const aml_embedded_schema schemas[] = {
      {"config", view(aml_schema_of_config, aml_schema_of_config_size)},
      {"exceptions", view(aml_schema_of_exceptions, aml_schema_of_exceptions_size)},
      {"rule", view(aml_schema_of_rules, aml_schema_of_rules_size)},
  };
  if (index >= sizeof schemas / sizeof schemas[0]) {
    return false;
  }
  *out = schemas[index];
  return true;
}

aml_sv aml_embedded_example(void) {
  return view(aml_example_config, aml_example_config_size);
}
