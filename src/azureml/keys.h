/* The tables of azureml/schema.h, one source for each group of kinds. Private to azureml/. */
#ifndef AMLINT_AZUREML_KEYS_H
#define AMLINT_AZUREML_KEYS_H

#include "azureml/schema.h"

extern const aml_schema aml_schema_amlcompute;
extern const aml_schema aml_schema_compute_instance;
extern const aml_schema aml_schema_kubernetes;
extern const aml_schema aml_schema_virtual_machine;
extern const aml_schema aml_schema_synapse_spark;
extern const aml_schema aml_schema_workspace;
extern const aml_schema aml_schema_command_job;
extern const aml_schema aml_schema_sweep_job;
extern const aml_schema aml_schema_pipeline_job;
extern const aml_schema aml_schema_spark_job;
extern const aml_schema aml_schema_automl_job;
extern const aml_schema aml_schema_other_job;
extern const aml_schema aml_schema_schedule;
extern const aml_schema aml_schema_online_endpoint;
extern const aml_schema aml_schema_batch_endpoint;
extern const aml_schema aml_schema_managed_deployment;
extern const aml_schema aml_schema_kubernetes_deployment;
extern const aml_schema aml_schema_batch_deployment;

extern const aml_choice aml_choices_identity[];

/* Rows that several tables begin with. */
#define AML_KEYS_SCHEMA                                                                                      \
  { "$schema", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL }

#define AML_KEYS_COMPUTE(choices)                                                                            \
  AML_KEYS_SCHEMA, {"name", AML_KEY_STRING, AML_KEY_REQUIRED, NULL, AML_CONVERT_COPY, NULL},                 \
      {"type", AML_KEY_ENUM, AML_KEY_REQUIRED, NULL, AML_CONVERT_COPY, choices},                             \
      {"description", AML_KEY_STRING, AML_KEY_TEXT, "properties.description", AML_CONVERT_COPY, NULL},       \
      {"location", AML_KEY_STRING, 0, "location", AML_CONVERT_COPY, NULL},                                   \
      {"location", AML_KEY_STRING, AML_KEY_ALSO, "properties.computeLocation", AML_CONVERT_COPY, NULL},      \
      {"tags", AML_KEY_MAP, 0, "tags", AML_CONVERT_COPY, NULL},                                              \
      {"id", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},                                  \
      {"resourceGroup", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},                       \
      {"created_on", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},                          \
      {"provisioning_state", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL}, {                \
    "provisioning_errors", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL                      \
  }

#define AML_KEYS_IDENTITY                                                                                    \
  {"identity", AML_KEY_OBJECT, 0, "identity", AML_CONVERT_COPY, NULL},                                       \
      {"identity.type", AML_KEY_ENUM, 0, "identity.type", AML_CONVERT_CHOICE, aml_choices_identity},         \
      {"identity.user_assigned_identities", AML_KEY_ANY, 0, "identity.userAssignedIdentities",               \
          AML_CONVERT_IDENTITIES, NULL},                                                                     \
      {"identity.principal_id", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},               \
      {"identity.tenant_id", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL}, {                \
    "identity.client_id", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL                       \
  }

#define AML_KEYS_NETWORK                                                                                     \
  {"network_settings", AML_KEY_OBJECT, 0, NULL, AML_CONVERT_COPY, NULL},                                     \
      {"network_settings.vnet_name", AML_KEY_STRING, 0, NULL, AML_CONVERT_COPY, NULL},                       \
      {"network_settings.subnet", AML_KEY_STRING, 0, "properties.properties.subnet.id", AML_CONVERT_SUBNET,  \
          NULL},                                                                                             \
      {"network_settings.public_ip_address", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},  \
  {                                                                                                          \
    "network_settings.private_ip_address", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL      \
  }

#define AML_KEYS_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
