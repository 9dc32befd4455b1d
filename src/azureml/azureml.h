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
} aml_yaml_kind;

/* By $schema or by type and the keys beside it; conservative: a GitHub workflow, a conda file, a datastore is
 * NONE. */
aml_yaml_kind aml_azureml_recognise(const aml_value *root);
const char *aml_azureml_kind_name(aml_yaml_kind kind); /* "amlcompute", "command job" ... */

/* Which workspace a file belongs to, from the config: unknown where none is configured. */
typedef struct aml_azureml_context {
  aml_sv workspace_key;      /* the config's key; empty for none */
  const aml_value *name;     /* string or unknown */
  const aml_value *location; /* string or unknown */
  aml_scope_path scope;
} aml_azureml_context;

/* Adds the resource (and for schedules and pipelines the jobs inside) that the ARM API would show. The body's
 * values keep the spans of the YAML they were made from. */
void aml_azureml_translate(const aml_value *root, aml_yaml_kind kind, const aml_azureml_context *context,
    aml_resources *resources, aml_diags *diags);

/* The YAML key path that stands for an ARM path of a kind: "properties.properties.scaleSettings.minNodeCount"
 * gives "min_instances"; empty when there is none. For messages and fixes. */
aml_sv aml_azureml_yaml_path(aml_yaml_kind kind, aml_sv arm_path);

#endif
