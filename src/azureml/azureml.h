/* Azure ML CLI v2 YAML: recognition and translation to ARM resources. */
#ifndef AMLINT_AZUREML_AZUREML_H
#define AMLINT_AZUREML_AZUREML_H

#include "graph/resource.h"
#include "source/diag.h"
#include "tree/read.h"

typedef enum aml_yaml_kind {
  AML_YAML_NONE,
  AML_YAML_AMLCOMPUTE,
  AML_YAML_COMPUTE_INSTANCE,
  AML_YAML_KUBERNETES,
  AML_YAML_VIRTUAL_MACHINE,
  AML_YAML_SYNAPSE_SPARK,
  AML_YAML_WORKSPACE,
  AML_YAML_JOB, /* command, sweep, spark, automl, import, pipeline */
  AML_YAML_SCHEDULE,
  AML_YAML_ONLINE_ENDPOINT,
  AML_YAML_BATCH_ENDPOINT,
  AML_YAML_ONLINE_DEPLOYMENT,
  AML_YAML_BATCH_DEPLOYMENT,
  AML_YAML_DATASTORE,
  AML_YAML_CONNECTION,
  AML_YAML_ENVIRONMENT,
  AML_YAML_LIST, /* several computes in one value: what `az ml compute list` prints, or {"computes": [...]} */
} aml_yaml_kind;

/* By $schema and type and the keys beside it; conservative: a GitHub workflow, a conda file is NONE. */
aml_yaml_kind aml_azureml_recognise(const aml_value *root);
/* The type of compute whose keys stand here, "amlcompute" or "computeinstance", among others that it does not
 * have, where `type` and $schema lack: a size, and keys that nothing else has. NULL for anything else. */
const char *aml_azureml_resembled(const aml_value *root);
const char *aml_azureml_kind_name(aml_yaml_kind kind); /* "amlcompute", "command job" ... */

/* What version 2 of the CLI sends where it is told nothing. */
extern const aml_silence aml_silences_of_cli[];
/* That of the resources that files of the CLI make. */
extern const aml_resource_form aml_form_cli_yaml;

typedef struct aml_azureml_parts { /* "network_settings", which NetworkSettings(...) makes */
  const char *key, *maker;
} aml_azureml_parts;

typedef struct aml_azureml_hint {
  const char *word; /* of another tool or version, in snake case */
  const char *key;  /* that it stands for; a class without that has another use for the word, or none */
  const char *note; /* what to write, where that is no mere renaming; NULL: it is the key */
} aml_azureml_hint;

/* How messages speak of what was read, where that is no YAML file: options of a command, arguments of a call.
 */
typedef struct aml_azureml_words {
  const char *noun;                              /* "Option", where a file has a "Key" */
  const char *holder;                            /* what must have it: "the command" */
  aml_sv (*shown)(aml_arena *arena, aml_sv key); /* "--min-instances" for "min_instances"; empty: it has no
             word, as what holds others never has */
  const char *tool;                              /* what reads it: "the SDK"; NULL: "the CLI" */
  const char *unknown; /* what becomes of a key that does not exist: "does not exist in AmlCompute, and the
                          SDK drops it"; NULL: a file's */
  bool drops_unknown;  /* such a key is as if it were not there */
  const aml_azureml_parts *parts; /* objects that hold others, up to the one without a key; NULL for none */
  const aml_azureml_hint *hints;  /* of words at the top level, up to the one without a word; NULL for none */
} aml_azureml_words;

/* Which workspace a file belongs to, from the config: unknown where none is configured. */
typedef struct aml_azureml_context {
  const aml_azureml_words *words; /* NULL: a file's */
  const aml_resource_form *form;  /* of the resources; NULL: aml_form_cli_yaml */
  aml_span place;                 /* where what is not said is said to be missing; AML_NO_SPAN: at the name */
  aml_sv file;                    /* what messages call a resource whose file names none; empty: its kind */
  aml_sv workspace_key;           /* the config's key; empty for none */
  const aml_value *name;          /* string or unknown */
  const aml_value *location;      /* string or unknown */
  aml_scope_path scope;
} aml_azureml_context;

/* Adds the resource that the ARM API would show; a pipeline or a schedule is one resource with its jobs
 * inside. The body's values keep the spans of the YAML they were made from; a default that the CLI itself
 * applies has the origin AML_STEP_SERVICE_DEFAULT and stands at the name. A text that something else fills in
 * before the file is used ("${{ variables.size }}", "<NAME>") is unknown. Mistakes are diagnostics: AML005
 * unknown key, AML006 wrong type, AML007 missing key, AML008 unknown enum value, AML009 invalid duration;
 * what is wrong is unknown in the body. */
void aml_azureml_translate(const aml_value *root, aml_yaml_kind kind, const aml_azureml_context *context,
    aml_resources *resources, aml_diags *diags);

/* The kind of file that a resource comes from or could be written as; AML_YAML_NONE for other resources. */
aml_yaml_kind aml_azureml_kind_of(const aml_resource *resource);

/* What a word of other tools, of older versions or of ARM is called in CLI files, both in snake case: "tier"
 * for "vm_priority"; empty for none. */
aml_sv aml_azureml_alias(aml_sv key);
/* "minNodeCount" as the CLI and the SDKs would write it: "min_node_count". */
aml_sv aml_azureml_snake(aml_arena *arena, aml_sv camel);

/* "min_node_count" to "minNodeCount". */
aml_sv aml_camel(aml_arena *arena, aml_sv snake);

/* The YAML key path that stands for an ARM path of a kind: "properties.properties.scaleSettings.minNodeCount"
 * gives "min_instances"; empty when there is none. For messages and fixes. */
aml_sv aml_azureml_yaml_path(aml_yaml_kind kind, aml_sv arm_path);

/* The checks AML005 to AML009 on the body of a compute or workspace in ARM's vocabulary: misspelt and
 * misplaced properties, types, enum values, required properties, durations. For template resources; translate
 * has done the like for YAML. Values that are not known are not judged. What is of a wrong type, or blank
 * where a word is wanted, is unknown in the body afterwards, which then lives in the arena of the
 * diagnostics. */
void aml_azureml_check_arm(aml_resource *resource, aml_diags *diags);

#endif
