/* One file on its way from YAML to ARM. Private to azureml/. */
#ifndef AMLINT_AZUREML_TRANSLATION_H
#define AMLINT_AZUREML_TRANSLATION_H

#include "azureml/cli_schema.h"
#include "source/diag_cap.h"
#include "tree/draft.h"

typedef struct aml_translation {
  aml_arena *arena; /* of the resource */
  aml_diags *diags;
  const aml_schema *schema;
  aml_strictness strictness; /* of the schema, unless the file is only like the CLI's */
  const aml_azureml_context *context;
  const aml_value *root;
  aml_span name_span; /* where defaults stand */
  aml_draft *draft;
  aml_diag_cap dropped; /* arguments that the SDK drops */
} aml_translation;

typedef struct aml_entry { /* a member of the file with its row */
  const aml_key *key;
  const aml_member *member; /* NULL for the item of a list */
  aml_sv shown;             /* its path in the file, for messages */
  const aml_value *value;
} aml_entry;

/* Checks the type of a value against its row (AML006, AML008, AML009). Returns it as the CLI reads it: "2"
 * where an integer is wanted is 2, a placeholder is unknown, and so is a value of the wrong type. */
const aml_value *aml_translation_check(aml_translation *t, const aml_entry *entry);

/* AML007 at `span` for an environment that is written out without an image and a build, as the CLI refuses it
 * before it sends anything (validate() of azure-ai-ml's entities/_assets/environment.py). `shown` is what
 * stands before its keys in messages: "environment." or nothing. */
void aml_translation_check_environment(
    aml_translation *t, const aml_value *value, aml_sv shown, aml_span span);

/* The value in ARM's form, at the same place; NULL when ARM is told nothing. */
const aml_value *aml_translation_convert(aml_translation *t, const aml_entry *entry, const aml_value *value);

/* What messages call a key, given as the path in the file: an option of a command, or the key itself. */
aml_sv aml_translation_shown(const aml_translation *t, aml_sv key);
const char *aml_translation_noun(const aml_translation *t); /* "Key" */
const char *aml_translation_tool(const aml_translation *t); /* "the CLI" */

/* The whole file, checked and put into t->draft. */
void aml_translation_walk(aml_translation *t);

#endif
