/* What may stand in amlint.yml. One table, keys.def, for the reader and its messages, and for ci/config-keys,
 * which makes the schema and the tables of the pages of it. Private to config/. */
#ifndef AMLINT_CONFIG_KEYS_H
#define AMLINT_CONFIG_KEYS_H

#include "base/sv.h"

typedef enum aml_config_type {
  AML_CONFIG_TEXT,
  AML_CONFIG_TEXTS, /* a list of texts; a single text stands for a list of one */
  AML_CONFIG_FILE,  /* the name of a file or folder, from the folder of the configuration */
  AML_CONFIG_FILES, /* a list of them, or one */
  AML_CONFIG_LINK,  /* a file or folder, from the root of the run */
  AML_CONFIG_BOOL,
  AML_CONFIG_COUNT,   /* an integer, 0 or more */
  AML_CONFIG_WORD,    /* one of `words` */
  AML_CONFIG_WORDS,   /* a list of them */
  AML_CONFIG_REGEX,   /* a text that compiles */
  AML_CONFIG_REGEXES, /* a list of them, or one; none matches the empty text */
  AML_CONFIG_OBJECT,  /* members have rows */
  AML_CONFIG_LIST,    /* of objects, whose members have rows below "path[]" */
  AML_CONFIG_MAP,     /* names of the user's choice; values have the row "path.*" */
  AML_CONFIG_ANY,
} aml_config_type;

typedef struct aml_config_key {
  const char *path; /* "workspaces[].name" */
  aml_config_type type;
  bool is_required;
  const char *const *words; /* NULL at the end */
  int merged_levels; /* of names that are added to in the value of an extended file; 0: it is replaced */
} aml_config_key;

/* Row i; NULL past the last. */
const aml_config_key *aml_config_key_at(size_t i);
const aml_config_key *aml_config_key_find(aml_sv path);

#endif
