#include "config/keys.h"

#include <stddef.h>

#define AML_CONFIG_WORDS(name, ...) static const char *const name[] = {__VA_ARGS__, NULL};
#include "config/keys.def"
#undef AML_CONFIG_WORDS

static const aml_config_key keys[] = {
#define AML_CONFIG_KEY(path, type, is_required, words, merged, group, absent, text)                          \
  {path, AML_CONFIG_##type, is_required, words, merged},
#include "config/keys.def"
#undef AML_CONFIG_KEY
};

const aml_config_key *aml_config_key_at(size_t i) {
  return i < sizeof keys / sizeof keys[0] ? &keys[i] : NULL;
}

const aml_config_key *aml_config_key_find(aml_sv path) {
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (aml_sv_eq(aml_sv_of(keys[i].path), path)) {
      return &keys[i];
    }
  }
  return NULL;
}
