/* Calls of the Azure CLI, read from the words of a command as its argparse does. */
#ifndef AMLINT_SCRIPT_AZ_H
#define AMLINT_SCRIPT_AZ_H

#include "script/variables.h"

/* How many words follow an option. */
typedef enum aml_az_shape {
  AML_AZ_ONE,
  AML_AZ_FLAG,     /* none */
  AML_AZ_OPTIONAL, /* one or none, which is "true" */
  AML_AZ_MANY,     /* all up to the next option */
} aml_az_shape;

typedef struct aml_az_option {
  const char *name; /* "--min-instances" */
  char letter;      /* 'n' for "-n"; NUL for none */
  aml_az_shape shape;
  const char *key; /* what it says in the vocabulary of the command's verb: a key of the CLI's YAML; NULL: how
                      the command is run */
} aml_az_option;

typedef enum aml_az_verb {
  AML_AZ_COMPUTE_CREATE,
  AML_AZ_COMPUTE_UPDATE,
  AML_AZ_COMPUTETARGET_CREATE, /* of the CLI's version 1 */
  AML_AZ_WORKSPACE_CREATE,
  AML_AZ_WORKSPACE_UPDATE,
  AML_AZ_ONLINE_ENDPOINT_CREATE,
  AML_AZ_BATCH_ENDPOINT_CREATE,
  AML_AZ_ONLINE_DEPLOYMENT_CREATE,
  AML_AZ_BATCH_DEPLOYMENT_CREATE,
  AML_AZ_JOB_CREATE,
  AML_AZ_LOCK_CREATE,
  AML_AZ_GROUP_CREATE,
  AML_AZ_DEFAULTS, /* configure, config set */
  AML_AZ_ACCOUNT_SET,
  AML_AZ_DEPLOYMENT_CREATE,
  AML_AZ_RESOURCE_CREATE,
  AML_AZ_RESOURCE_UPDATE,
  AML_AZ_REST,
  AML_AZ_CMDLET_CREATE, /* New-AzMLWorkspaceCompute (script/cmdlets.h) */
  AML_AZ_CMDLET_UPDATE,
} aml_az_verb;

/* Whether commands of this kind make resources, rather than say where later ones do. */
bool aml_az_makes(aml_az_verb verb);

typedef struct aml_az_command {
  const char *words; /* "ml compute create" */
  aml_az_verb verb;
  const aml_az_option *options;
  size_t count;
} aml_az_command;

/* The command that words name, in any number of words from the first on; NULL for one that is not looked at.
 * *used is how many words it has. */
const aml_az_command *aml_az_find(const aml_shell_arguments *arguments, size_t first, size_t *used);

/* The option by which a command, named by its words, says what a key says; NULL for none. */
const char *aml_az_option_of_key(const char *words, aml_sv key);

/* Options that every command has. NULL past the last. */
const aml_az_option *aml_az_common_option(size_t i);

typedef struct aml_az_given { /* an option with its words */
  const aml_az_option *option;
  aml_span span; /* of the option itself */
  const aml_shell_argument *values;
  size_t count;
} aml_az_given;

typedef struct aml_az_call {
  const aml_az_command *command;
  uint32_t index; /* of the shell's command */
  aml_span span;  /* from "az" to the last word */
  const aml_az_given *given;
  size_t count;
  const aml_value *open; /* an unknown word in whose place further options may stand; NULL for none */
} aml_az_call;

/* Reads command `index` of the variables' script; false where it is none of the CLI's that make resources, or
 * only asks for help. Mistakes are diagnostics: AML005 for an option that does not exist, AML006 for one
 * without its value, AML001 where a blank behind a backslash ends the command early. */
bool aml_az_read(aml_variables *variables, uint32_t index, aml_diags *diags, aml_az_call *out);

/* Whether the command is one of the CLI's, whichever; whether it only shows its words ("echo"). */
bool aml_az_is_call(const aml_command *command);
bool aml_az_only_shows(const aml_command *command);
/* Whether words of it are scripts themselves: "bash -c 'az ...'", "eval", "ssh host '...'". */
bool aml_az_runs_texts(const aml_command *command);

/* The option of that name as it was given last; NULL where it was not. */
const aml_az_given *aml_az_option_given(const aml_az_call *call, const char *name);
/* Its value, a string or an unknown one; NULL where it was not given. */
const aml_value *aml_az_value(const aml_az_call *call, const char *name);

/* What the options say, as an object in the keys of the CLI's YAML, each value where it is written and each
 * key at its option; texts as they are written, which the CLI reads as numbers where it wants some. Open
 * where call->open is. */
const aml_value *aml_az_settings(aml_arena *arena, const aml_az_call *call);

/* Whether a path of --set is one of plain keys. Others, such as "jobs[0].limits", change what nobody follows
 * here. */
bool aml_az_is_plain_path(aml_sv path);

/* Whether a command makes a lock of that level; NULL: it does not say. Says what the CLI refuses. */
bool aml_az_is_lock(const aml_az_call *call, const aml_value *level, aml_diags *diags);

#endif
