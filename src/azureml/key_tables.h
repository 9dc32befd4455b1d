/* The tables of azureml/cli_schema.h, one source for each group of kinds. Private to azureml/. */
#ifndef AMLINT_AZUREML_KEY_TABLES_H
#define AMLINT_AZUREML_KEY_TABLES_H

#include "azureml/cli_schema.h"

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
extern const aml_schema aml_schema_datastore;
extern const aml_schema aml_schema_connection;
extern const aml_schema aml_schema_environment;

extern const aml_choice aml_choices_identity[];

#define AML_KEYS_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Rows. The tables define short names for them: ROW, WORD, TYPE, READ_ONLY. */
#define AML_ROW(path, type, flags, arm, convert)                                                             \
  { path, AML_KEY_##type, flags, arm, AML_CONVERT_##convert, NULL }
#define AML_ROW_WORD(path, flags, arm, choices)                                                              \
  { path, AML_KEY_ENUM, flags, arm, AML_CONVERT_CHOICE, choices }
#define AML_ROW_READ_ONLY(path) AML_ROW(path, ANY, AML_KEY_READ_ONLY, NULL, COPY)

/* Rows that several tables share. */
#define AML_ROWS_IDENTITY                                                                                    \
  AML_ROW("identity", OBJECT, 0, "identity", COPY),                                                          \
      AML_ROW_WORD("identity.type", AML_KEY_REQUIRED, "identity.type", aml_choices_identity),                \
      AML_ROW("identity.user_assigned_identities", ANY, 0, "identity.userAssignedIdentities", IDENTITIES),   \
      AML_ROW_READ_ONLY("identity.principal_id"), AML_ROW_READ_ONLY("identity.tenant_id"),                   \
      AML_ROW_READ_ONLY("identity.client_id")

#endif
