/* What may stand in each kind of CLI v2 file, and where it goes in ARM. Private to azureml/, except for
 * tests.
 *
 * One table a kind says everything: which keys there are, their types and allowed values, which are required,
 * which are secret, the ARM property each becomes and how. Translation, its reverse and the checks AML005 to
 * AML009 read the same rows.
 *
 * Source of the rows: the CLI's own schema classes (azure-ai-ml, read 2026-11 in the versions from 2023-01 to
 * 2026-07), the YAML reference pages of Azure Machine Learning, and facts/amlcompute-schema.yml. */
#ifndef AMLINT_AZUREML_CLI_SCHEMA_H
#define AMLINT_AZUREML_CLI_SCHEMA_H

#include "azureml/azureml.h"

typedef enum aml_key_type {
  AML_KEY_STRING,
  AML_KEY_INT,
  AML_KEY_BOOL,
  AML_KEY_ENUM,        /* a string out of `choices`, compared as the CLI does: see aml_is_word_of_cli */
  AML_KEY_SECONDS,     /* an integer, 0 or more */
  AML_KEY_DURATION,    /* an ISO 8601 duration */
  AML_KEY_OBJECT,      /* its members have rows of their own */
  AML_KEY_LIST,        /* its items have rows of their own, below "path[]" */
  AML_KEY_MAP,         /* names of the user's choice, to plain values */
  AML_KEY_ANY,         /* taken as it is */
  AML_KEY_ENVIRONMENT, /* the name of an environment, or one that is written out: it has an image or a build
                        */
  AML_KEY_DATA,        /* MAP of inputs or outputs: plain values, or blocks with a `type` out of `choices` and
                          a `mode` */
} aml_key_type;

typedef enum aml_key_flags {
  AML_KEY_REQUIRED = 1,
  AML_KEY_SECRET = 2,
  AML_KEY_READ_ONLY = 4, /* the CLI accepts and drops it */
  AML_KEY_OPEN = 8,      /* OBJECT: members without a row go to ARM under their names in camel case */
  AML_KEY_ALSO = 16,     /* a second place for a key that has a row above: no checks */
  AML_KEY_TEXT = 32,     /* free text, in which "$(x)" is no placeholder */
  AML_KEY_LOOSE = 128,   /* OBJECT: the name of one, or a file, may stand instead and is taken as it is */
  AML_KEY_STRICT = 64,   /* ENUM: compared in lower case, where other rows take "systemAssigned", too */
} aml_key_flags;

typedef enum aml_convert {
  AML_CONVERT_COPY,
  AML_CONVERT_CHOICE,       /* the ARM spelling of an enum value */
  AML_CONVERT_SECONDS,      /* 120 to "PT120S" */
  AML_CONVERT_MINUTES,      /* 15 to "PT15M" */
  AML_CONVERT_ENABLED,      /* true to "Enabled" */
  AML_CONVERT_CAMEL,        /* all member names below to camel case */
  AML_CONVERT_IDENTITIES,   /* a list of {resource_id} to an object keyed by id */
  AML_CONVERT_SUBNET,       /* a name or an id to an id */
  AML_CONVERT_AT_LEAST_ONE, /* 0 to 1 */
  AML_CONVERT_COMPUTE,      /* "azureml:name" to the id of a compute of the workspace */
} aml_convert;

typedef struct aml_choice { /* the last one has no yaml */
  const char *yaml, *arm;
} aml_choice;

typedef struct aml_key {
  const char
      *path; /* "ssh_settings.admin_username"; "jobs.*.compute"; "schedules.compute_start_stop[].action" */
  aml_key_type type;
  unsigned flags;  /* aml_key_flags */
  const char *arm; /* with the same stars as path; NULL: nowhere */
  aml_convert convert;
  const aml_choice *choices; /* ENUM */
} aml_key;

typedef struct aml_fixed { /* what a file of this kind always means; the last one has no arm */
  const char *arm, *value;
} aml_fixed;

typedef enum aml_strictness {
  AML_KEYS_CLOSED, /* the CLI refuses every other key, and the table holds them all */
  AML_KEYS_KNOWN,  /* other keys may be newer than the table: only misspelt ones are reported */
} aml_strictness;

typedef struct aml_schema {
  const char *name; /* for messages: "amlcompute" */
  const char *arm_type;
  const aml_key *keys;
  size_t key_count;
  const aml_fixed *fixed;
  aml_strictness strictness;
} aml_schema;

/* The table for a file, by kind and, for jobs and deployments, by what its `type` says. Never NULL for a kind
 * other than AML_YAML_NONE and AML_YAML_LIST. */
const aml_schema *aml_schema_of(aml_yaml_kind kind, const aml_value *root);
const aml_schema *aml_schema_of_kind(aml_yaml_kind kind);

/* Row i for a path whose member names and positions are already replaced by the stars of the table; NULL past
 * the last. Several rows may have one path. */
const aml_key *aml_schema_find(const aml_schema *schema, aml_sv path);

/* Whether the CLI takes the text for the word, which is in snake case. Its schema classes compare in one of
 * two ways: strict rows after lower(), so that "LowPriority" is no "low_priority"; the others after its
 * camel_to_snake(), for which "systemAssigned" and "SYSTEM_ASSIGNED" are "system_assigned", and
 * "systemassigned" is not. Source: StringTransformedEnum and camel_to_snake of azure-ai-ml
 * (_schema/core/fields.py, _utils/utils.py), read 2026-11. */
bool aml_is_word_of_cli(aml_arena *arena, aml_sv text, aml_sv word, bool is_strict);

/* AML005 for a template's resource: properties that are misspelt, stand in the wrong object, or are the CLI's
 * words. What resembles no known name may be newer than the tables and is passed over. */
void aml_azureml_check_names(const aml_resource *resource, aml_yaml_kind kind, aml_diags *diags);

/* The array of computes in a value of kind AML_YAML_LIST; NULL for other values. */
const aml_value *aml_azureml_computes(const aml_value *root);

#endif
