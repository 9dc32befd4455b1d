#include "azureml/key_tables.h"

static const aml_choice type_command[] = {{"command", "Command"}, {NULL, NULL}};
static const aml_choice type_sweep[] = {{"sweep", "Sweep"}, {NULL, NULL}};
static const aml_choice type_pipeline[] = {{"pipeline", "Pipeline"}, {NULL, NULL}};
static const aml_choice type_spark[] = {{"spark", "Spark"}, {NULL, NULL}};
static const aml_choice type_automl[] = {{"automl", "AutoML"}, {NULL, NULL}};
static const aml_choice type_other[] = {{"command", "Command"}, {"pipeline", "Pipeline"}, {"sweep", "Sweep"},
    {"automl", "AutoML"}, {"spark", "Spark"}, {"import", "Import"}, {"finetuning", "FineTuning"},
    {"distillation", "Distillation"}, {"data_transfer", "DataTransfer"}, {"parallel", "Parallel"},
    {NULL, NULL}};
static const aml_fixed fixed_command[] = {{"properties.jobType", "Command"}, {NULL, NULL}};
static const aml_fixed fixed_sweep[] = {{"properties.jobType", "Sweep"}, {NULL, NULL}};
static const aml_fixed fixed_pipeline[] = {{"properties.jobType", "Pipeline"}, {NULL, NULL}};
static const aml_fixed fixed_spark[] = {{"properties.jobType", "Spark"}, {NULL, NULL}};
static const aml_fixed fixed_automl[] = {{"properties.jobType", "AutoML"}, {NULL, NULL}};
static const aml_fixed fixed_none[] = {{NULL, NULL}};
static const aml_choice identities[] = {{"managed_identity", "Managed"}, {"managed", "Managed"},
    {"aml_token", "AMLToken"}, {"user_identity", "UserIdentity"}, {NULL, NULL}};
static const aml_choice distributions[] = {
    {"mpi", "Mpi"}, {"pytorch", "PyTorch"}, {"tensorflow", "TensorFlow"}, {"ray", "Ray"}, {NULL, NULL}};
static const aml_choice job_tiers[] = {{"spot", "Spot"}, {"basic", "Basic"}, {"standard", "Standard"},
    {"premium", "Premium"}, {"null", "Null"}, {NULL, NULL}};

static const aml_choice data_types[] = {{"uri_folder", NULL}, {"uri_file", NULL}, {"mltable", NULL},
    {"custom_model", NULL}, {"mlflow_model", NULL}, {"triton_model", NULL}, {NULL, NULL}};

#define ROW                             AML_ROW
#define ENUM(path, flags, arm, choices) AML_ROW_WORD(path, flags, arm, choices)
#define DATA(path, arm)                                                                                      \
  { path, AML_KEY_DATA, 0, arm, AML_CONVERT_COPY, data_types }
#define TYPE(flags, choices)                                                                                 \
  { "type", AML_KEY_ENUM, (flags) | AML_KEY_STRICT, NULL, AML_CONVERT_COPY, choices }
#define READ_ONLY AML_ROW_READ_ONLY

/* What every job has, at the root of its file (y "" and a "properties.") or inside another's. */
#define JOB_ROWS(y, a)                                                                                       \
  ROW(y "compute", STRING, 0, a "computeId", COMPUTE),                                                       \
      ROW(y "resources", OBJECT, AML_KEY_OPEN, a "resources", COPY),                                         \
      ROW(y "resources.instance_count", INT, 0, a "resources.instanceCount", COPY),                          \
      ROW(y "resources.instance_type", ANY, 0, a "resources.instanceType", COPY),                            \
      ROW(y "resources.max_instance_count", INT, 0, a "resources.maxInstanceCount", COPY),                   \
      ROW(y "distribution", OBJECT, AML_KEY_OPEN, a "distribution", COPY),                                   \
      ENUM(y "distribution.type", AML_KEY_STRICT, a "distribution.distributionType", distributions),         \
      ROW(y "distribution.process_count_per_instance", INT, 0, a "distribution.processCountPerInstance",     \
          COPY),                                                                                             \
      ROW(y "environment", ENVIRONMENT, 0, a "environmentId", CAMEL),                                        \
      ROW(y "environment_variables", MAP, 0, a "environmentVariables", COPY),                                \
      ROW(y "command", STRING, AML_KEY_TEXT, a "command", COPY), ROW(y "code", STRING, 0, a "codeId", COPY), \
      DATA(y "inputs", a "inputs"), DATA(y "outputs", a "outputs"),                                          \
      ROW(y "limits", MAP, 0, a "limits", CAMEL), ROW(y "services", MAP, 0, a "services", CAMEL),            \
      ROW(y "queue_settings", OBJECT, AML_KEY_OPEN, a "queueSettings", COPY),                                \
      ENUM(y "queue_settings.job_tier", AML_KEY_STRICT, a "queueSettings.jobTier", job_tiers),               \
      ROW(y "identity", OBJECT, AML_KEY_OPEN, a "identity", COPY),                                           \
      ENUM(y "identity.type", 0, a "identity.identityType", identities),                                     \
      ROW(y "display_name", STRING, AML_KEY_TEXT, a "displayName", COPY),                                    \
      ROW(y "description", STRING, AML_KEY_TEXT, a "description", COPY),                                     \
      ROW(y "tags", MAP, 0, a "tags", COPY), ROW(y "properties", MAP, 0, a "properties", COPY)

#define ROOT_ROWS                                                                                            \
  READ_ONLY("$schema"), JOB_ROWS("", "properties."), ROW("name", STRING, 0, NULL, COPY),                     \
      ROW("experiment_name", STRING, 0, "properties.experimentName", COPY),                                  \
      ROW("parent_job_name", STRING, 0, NULL, COPY), READ_ONLY("id"), READ_ONLY("status"),                   \
      READ_ONLY("creation_context"), READ_ONLY("log_files"), READ_ONLY("parameters")

/* The steps of a pipeline. */
#define PIPELINE_ROWS(y, a)                                                                                  \
  ROW(y "settings", OBJECT, AML_KEY_OPEN, a "settings", COPY),                                               \
      ROW(y "settings.default_compute", STRING, 0, a "settings.default_compute", COMPUTE),                   \
      ROW(y "settings.default_datastore", STRING, 0, a "settings.default_datastore", COPY),                  \
      ROW(y "jobs", OBJECT, 0, a "jobs", COPY), ROW(y "jobs.*", OBJECT, AML_KEY_OPEN, a "jobs.*", COPY),     \
      JOB_ROWS(y "jobs.*.", a "jobs.*.")

static const aml_key command_job[] = {
    ROOT_ROWS,
    TYPE(0, type_command),
    ROW("component", ANY, 0, "properties.componentId", COPY),
};

static const aml_key sweep_job[] = {
    ROOT_ROWS,
    TYPE(AML_KEY_REQUIRED, type_sweep),
    ROW("trial", OBJECT, AML_KEY_OPEN | AML_KEY_LOOSE | AML_KEY_REQUIRED, "properties.trial", COPY),
    JOB_ROWS("trial.", "properties.trial."),
    ROW("search_space", ANY, 0, "properties.searchSpace", CAMEL),
    ROW("sampling_algorithm", ANY, 0, "properties.samplingAlgorithm", CAMEL),
    ROW("objective", ANY, 0, "properties.objective", CAMEL),
    ROW("early_termination", ANY, 0, "properties.earlyTermination", CAMEL),
};

static const aml_key pipeline_job[] = {
    ROOT_ROWS,
    TYPE(AML_KEY_REQUIRED, type_pipeline),
    PIPELINE_ROWS("", "properties."),
};

static const aml_key spark_job[] = {
    ROOT_ROWS,
    TYPE(AML_KEY_REQUIRED, type_spark),
    ROW("entry", ANY, 0, "properties.entry", CAMEL),
    ROW("conf", ANY, 0, "properties.conf", COPY),
    ROW("resources.runtime_version", ANY, 0, "properties.resources.runtimeVersion", COPY),
};

static const aml_key automl_job[] = {ROOT_ROWS, TYPE(AML_KEY_REQUIRED, type_automl)};
static const aml_key other_job[] = {ROOT_ROWS, TYPE(AML_KEY_REQUIRED, type_other)};

static const aml_key schedule[] = {
    READ_ONLY("$schema"),
    ROW("name", STRING, 0, NULL, COPY),
    ROW("display_name", STRING, AML_KEY_TEXT, "properties.displayName", COPY),
    ROW("description", STRING, AML_KEY_TEXT, "properties.description", COPY),
    ROW("tags", MAP, 0, "properties.tags", COPY),
    ROW("properties", MAP, 0, "properties.properties", COPY),
    ROW("trigger", ANY, AML_KEY_REQUIRED, "properties.trigger", CAMEL),
    ROW("create_job", OBJECT, AML_KEY_OPEN | AML_KEY_LOOSE, "properties.action.jobDefinition", COPY),
    ROW("create_job.type", STRING, 0, "properties.action.jobDefinition.jobType", COPY),
    JOB_ROWS("create_job.", "properties.action.jobDefinition."),
    PIPELINE_ROWS("create_job.", "properties.action.jobDefinition."),
    ROW("create_monitor", ANY, 0, "properties.action.monitorDefinition", CAMEL),
    ROW("import_data", ANY, 0, "properties.action.dataImportDefinition", CAMEL),
    READ_ONLY("is_enabled"),
    READ_ONLY("provisioning_state"),
    READ_ONLY("creation_context"),
};

#define JOBS "Microsoft.MachineLearningServices/workspaces/jobs"
#define SCHEMA(type, keys, f)                                                                                \
  { type, JOBS, keys, AML_KEYS_COUNT(keys), f, AML_KEYS_KNOWN }

const aml_schema aml_schema_command_job = SCHEMA("command job", command_job, fixed_command);
const aml_schema aml_schema_sweep_job = SCHEMA("sweep job", sweep_job, fixed_sweep);
const aml_schema aml_schema_pipeline_job = SCHEMA("pipeline job", pipeline_job, fixed_pipeline);
const aml_schema aml_schema_spark_job = SCHEMA("spark job", spark_job, fixed_spark);
const aml_schema aml_schema_automl_job = SCHEMA("automl job", automl_job, fixed_automl);
const aml_schema aml_schema_other_job = SCHEMA("job", other_job, fixed_none);
const aml_schema aml_schema_schedule = {"schedule", "Microsoft.MachineLearningServices/workspaces/schedules",
    schedule, AML_KEYS_COUNT(schedule), fixed_none, AML_KEYS_KNOWN};
