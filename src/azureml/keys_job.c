#include "azureml/keys.h"

static const aml_choice type_command[] = {{"command", "Command"}, {NULL, NULL}};
static const aml_fixed fixed_command[] = {{"properties.jobType", "Command"}, {NULL, NULL}};
static const aml_choice type_sweep[] = {{"sweep", "Sweep"}, {NULL, NULL}};
static const aml_fixed fixed_sweep[] = {{"properties.jobType", "Sweep"}, {NULL, NULL}};
static const aml_choice type_pipeline[] = {{"pipeline", "Pipeline"}, {NULL, NULL}};
static const aml_fixed fixed_pipeline[] = {{"properties.jobType", "Pipeline"}, {NULL, NULL}};
static const aml_choice type_spark[] = {{"spark", "Spark"}, {NULL, NULL}};
static const aml_fixed fixed_spark[] = {{"properties.jobType", "Spark"}, {NULL, NULL}};
static const aml_choice type_automl[] = {{"automl", "AutoML"}, {NULL, NULL}};
static const aml_fixed fixed_automl[] = {{"properties.jobType", "AutoML"}, {NULL, NULL}};
static const aml_choice type_other[] = {{"import", "Import"}, {"finetuning", "FineTuning"},
    {"distillation", "Distillation"}, {"data_transfer", "DataTransfer"}, {"parallel", "Parallel"},
    {NULL, NULL}};
static const aml_fixed fixed_other[] = {{NULL, NULL}};
static const aml_choice job_identities[] = {{"managed_identity", "Managed"}, {"managed", "Managed"},
    {"aml_token", "AMLToken"}, {"user_identity", "UserIdentity"}, {NULL, NULL}};
static const aml_choice distributions[] = {
    {"mpi", "Mpi"}, {"pytorch", "PyTorch"}, {"tensorflow", "TensorFlow"}, {"ray", "Ray"}, {NULL, NULL}};
static const aml_choice job_tiers[] = {{"spot", "Spot"}, {"basic", "Basic"}, {"standard", "Standard"},
    {"premium", "Premium"}, {"null", "Null"}, {NULL, NULL}};

#define JOB_ROWS                                                                                             \
  {"name", AML_KEY_STRING, 0, NULL, AML_CONVERT_COPY, NULL},                                                 \
      {"experiment_name", AML_KEY_STRING, 0, "properties.experimentName", AML_CONVERT_COPY, NULL},           \
      {"parent_job_name", AML_KEY_STRING, 0, NULL, AML_CONVERT_COPY, NULL},                                  \
      {"id", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},                                  \
      {"status", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},                              \
      {"creation_context", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},                    \
      {"log_files", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},                           \
      {"parameters", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},                          \
      {"compute", AML_KEY_ANY, 0, "properties.computeId", AML_CONVERT_COMPUTE, NULL},                        \
      {"resources", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.resources", AML_CONVERT_COPY, NULL},           \
      {"resources.instance_count", AML_KEY_INT, 0, "properties.resources.instanceCount", AML_CONVERT_COPY,   \
          NULL},                                                                                             \
      {"resources.instance_type", AML_KEY_ANY, 0, "properties.resources.instanceType", AML_CONVERT_COPY,     \
          NULL},                                                                                             \
      {"resources.max_instance_count", AML_KEY_INT, 0, "properties.resources.maxInstanceCount",              \
          AML_CONVERT_COPY, NULL},                                                                           \
      {"distribution", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.distribution", AML_CONVERT_COPY, NULL},     \
      {"distribution.type", AML_KEY_ENUM, 0, "properties.distribution.distributionType", AML_CONVERT_CHOICE, \
          distributions},                                                                                    \
      {"distribution.process_count_per_instance", AML_KEY_INT, 0,                                            \
          "properties.distribution.processCountPerInstance", AML_CONVERT_COPY, NULL},                        \
      {"environment", AML_KEY_ANY, 0, "properties.environmentId", AML_CONVERT_CAMEL, NULL},                  \
      {"environment_variables", AML_KEY_MAP, 0, "properties.environmentVariables", AML_CONVERT_COPY, NULL},  \
      {"command", AML_KEY_STRING, AML_KEY_TEXT, "properties.command", AML_CONVERT_COPY, NULL},               \
      {"code", AML_KEY_ANY, 0, "properties.codeId", AML_CONVERT_COPY, NULL},                                 \
      {"inputs", AML_KEY_ANY, 0, "properties.inputs", AML_CONVERT_COPY, NULL},                               \
      {"outputs", AML_KEY_ANY, 0, "properties.outputs", AML_CONVERT_COPY, NULL},                             \
      {"limits", AML_KEY_ANY, 0, "properties.limits", AML_CONVERT_CAMEL, NULL},                              \
      {"services", AML_KEY_ANY, 0, "properties.services", AML_CONVERT_CAMEL, NULL},                          \
      {"queue_settings", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.queueSettings", AML_CONVERT_COPY, NULL},  \
      {"queue_settings.job_tier", AML_KEY_ENUM, 0, "properties.queueSettings.jobTier", AML_CONVERT_CHOICE,   \
          job_tiers},                                                                                        \
      {"identity", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.identity", AML_CONVERT_COPY, NULL},             \
      {"identity.type", AML_KEY_ENUM, 0, "properties.identity.identityType", AML_CONVERT_CHOICE,             \
          job_identities},                                                                                   \
      {"display_name", AML_KEY_STRING, AML_KEY_TEXT, "properties.displayName", AML_CONVERT_COPY, NULL},      \
      {"description", AML_KEY_STRING, AML_KEY_TEXT, "properties.description", AML_CONVERT_COPY, NULL},       \
      {"tags", AML_KEY_MAP, 0, "properties.tags", AML_CONVERT_COPY, NULL}, {                                 \
    "properties", AML_KEY_MAP, 0, "properties.properties", AML_CONVERT_COPY, NULL                            \
  }

static const aml_key command_job[] = {
    AML_KEYS_SCHEMA,
    JOB_ROWS,
    {"type", AML_KEY_ENUM, 0, NULL, AML_CONVERT_COPY, type_command},
    {"component", AML_KEY_ANY, 0, "properties.componentId", AML_CONVERT_COPY, NULL},
};

static const aml_key sweep_job[] = {
    AML_KEYS_SCHEMA,
    JOB_ROWS,
    {"type", AML_KEY_ENUM, AML_KEY_REQUIRED, NULL, AML_CONVERT_COPY, type_sweep},
    {"trial", AML_KEY_OBJECT, AML_KEY_OPEN | AML_KEY_REQUIRED, "properties.trial", AML_CONVERT_COPY, NULL},
    {"trial.compute", AML_KEY_ANY, 0, "properties.trial.computeId", AML_CONVERT_COMPUTE, NULL},
    {"trial.resources", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.trial.resources", AML_CONVERT_COPY, NULL},
    {"trial.resources.instance_count", AML_KEY_INT, 0, "properties.trial.resources.instanceCount",
        AML_CONVERT_COPY, NULL},
    {"trial.resources.instance_type", AML_KEY_ANY, 0, "properties.trial.resources.instanceType",
        AML_CONVERT_COPY, NULL},
    {"trial.resources.max_instance_count", AML_KEY_INT, 0, "properties.trial.resources.maxInstanceCount",
        AML_CONVERT_COPY, NULL},
    {"trial.distribution", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.trial.distribution", AML_CONVERT_COPY,
        NULL},
    {"trial.distribution.type", AML_KEY_ENUM, 0, "properties.trial.distribution.distributionType",
        AML_CONVERT_CHOICE, distributions},
    {"trial.distribution.process_count_per_instance", AML_KEY_INT, 0,
        "properties.trial.distribution.processCountPerInstance", AML_CONVERT_COPY, NULL},
    {"trial.environment", AML_KEY_ANY, 0, "properties.trial.environmentId", AML_CONVERT_CAMEL, NULL},
    {"trial.environment_variables", AML_KEY_MAP, 0, "properties.trial.environmentVariables", AML_CONVERT_COPY,
        NULL},
    {"trial.command", AML_KEY_STRING, AML_KEY_TEXT, "properties.trial.command", AML_CONVERT_COPY, NULL},
    {"trial.code", AML_KEY_ANY, 0, "properties.trial.codeId", AML_CONVERT_COPY, NULL},
    {"trial.inputs", AML_KEY_ANY, 0, "properties.trial.inputs", AML_CONVERT_COPY, NULL},
    {"trial.outputs", AML_KEY_ANY, 0, "properties.trial.outputs", AML_CONVERT_COPY, NULL},
    {"trial.limits", AML_KEY_ANY, 0, "properties.trial.limits", AML_CONVERT_CAMEL, NULL},
    {"trial.services", AML_KEY_ANY, 0, "properties.trial.services", AML_CONVERT_CAMEL, NULL},
    {"trial.queue_settings", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.trial.queueSettings", AML_CONVERT_COPY,
        NULL},
    {"trial.queue_settings.job_tier", AML_KEY_ENUM, 0, "properties.trial.queueSettings.jobTier",
        AML_CONVERT_CHOICE, job_tiers},
    {"trial.identity", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.trial.identity", AML_CONVERT_COPY, NULL},
    {"trial.identity.type", AML_KEY_ENUM, 0, "properties.trial.identity.identityType", AML_CONVERT_CHOICE,
        job_identities},
    {"trial.display_name", AML_KEY_STRING, AML_KEY_TEXT, "properties.trial.displayName", AML_CONVERT_COPY,
        NULL},
    {"trial.description", AML_KEY_STRING, AML_KEY_TEXT, "properties.trial.description", AML_CONVERT_COPY,
        NULL},
    {"trial.tags", AML_KEY_MAP, 0, "properties.trial.tags", AML_CONVERT_COPY, NULL},
    {"trial.properties", AML_KEY_MAP, 0, "properties.trial.properties", AML_CONVERT_COPY, NULL},
    {"search_space", AML_KEY_ANY, 0, "properties.searchSpace", AML_CONVERT_CAMEL, NULL},
    {"sampling_algorithm", AML_KEY_ANY, 0, "properties.samplingAlgorithm", AML_CONVERT_CAMEL, NULL},
    {"objective", AML_KEY_ANY, 0, "properties.objective", AML_CONVERT_CAMEL, NULL},
    {"early_termination", AML_KEY_ANY, 0, "properties.earlyTermination", AML_CONVERT_CAMEL, NULL},
};

static const aml_key pipeline_job[] = {
    AML_KEYS_SCHEMA,
    JOB_ROWS,
    {"type", AML_KEY_ENUM, AML_KEY_REQUIRED, NULL, AML_CONVERT_COPY, type_pipeline},
    {"settings", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.settings", AML_CONVERT_COPY, NULL},
    {"settings.default_compute", AML_KEY_ANY, 0, "properties.settings.default_compute", AML_CONVERT_COMPUTE,
        NULL},
    {"settings.default_datastore", AML_KEY_ANY, 0, "properties.settings.default_datastore", AML_CONVERT_COPY,
        NULL},
    {"jobs", AML_KEY_OBJECT, 0, "properties.jobs", AML_CONVERT_COPY, NULL},
    {"jobs.*", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.jobs.*", AML_CONVERT_COPY, NULL},
    {"jobs.*.compute", AML_KEY_ANY, 0, "properties.jobs.*.computeId", AML_CONVERT_COMPUTE, NULL},
    {"jobs.*.resources", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.jobs.*.resources", AML_CONVERT_COPY, NULL},
    {"jobs.*.resources.instance_count", AML_KEY_INT, 0, "properties.jobs.*.resources.instanceCount",
        AML_CONVERT_COPY, NULL},
    {"jobs.*.resources.instance_type", AML_KEY_ANY, 0, "properties.jobs.*.resources.instanceType",
        AML_CONVERT_COPY, NULL},
    {"jobs.*.resources.max_instance_count", AML_KEY_INT, 0, "properties.jobs.*.resources.maxInstanceCount",
        AML_CONVERT_COPY, NULL},
    {"jobs.*.distribution", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.jobs.*.distribution", AML_CONVERT_COPY,
        NULL},
    {"jobs.*.distribution.type", AML_KEY_ENUM, 0, "properties.jobs.*.distribution.distributionType",
        AML_CONVERT_CHOICE, distributions},
    {"jobs.*.distribution.process_count_per_instance", AML_KEY_INT, 0,
        "properties.jobs.*.distribution.processCountPerInstance", AML_CONVERT_COPY, NULL},
    {"jobs.*.environment", AML_KEY_ANY, 0, "properties.jobs.*.environmentId", AML_CONVERT_CAMEL, NULL},
    {"jobs.*.environment_variables", AML_KEY_MAP, 0, "properties.jobs.*.environmentVariables",
        AML_CONVERT_COPY, NULL},
    {"jobs.*.command", AML_KEY_STRING, AML_KEY_TEXT, "properties.jobs.*.command", AML_CONVERT_COPY, NULL},
    {"jobs.*.code", AML_KEY_ANY, 0, "properties.jobs.*.codeId", AML_CONVERT_COPY, NULL},
    {"jobs.*.inputs", AML_KEY_ANY, 0, "properties.jobs.*.inputs", AML_CONVERT_COPY, NULL},
    {"jobs.*.outputs", AML_KEY_ANY, 0, "properties.jobs.*.outputs", AML_CONVERT_COPY, NULL},
    {"jobs.*.limits", AML_KEY_ANY, 0, "properties.jobs.*.limits", AML_CONVERT_CAMEL, NULL},
    {"jobs.*.services", AML_KEY_ANY, 0, "properties.jobs.*.services", AML_CONVERT_CAMEL, NULL},
    {"jobs.*.queue_settings", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.jobs.*.queueSettings",
        AML_CONVERT_COPY, NULL},
    {"jobs.*.queue_settings.job_tier", AML_KEY_ENUM, 0, "properties.jobs.*.queueSettings.jobTier",
        AML_CONVERT_CHOICE, job_tiers},
    {"jobs.*.identity", AML_KEY_OBJECT, AML_KEY_OPEN, "properties.jobs.*.identity", AML_CONVERT_COPY, NULL},
    {"jobs.*.identity.type", AML_KEY_ENUM, 0, "properties.jobs.*.identity.identityType", AML_CONVERT_CHOICE,
        job_identities},
    {"jobs.*.display_name", AML_KEY_STRING, AML_KEY_TEXT, "properties.jobs.*.displayName", AML_CONVERT_COPY,
        NULL},
    {"jobs.*.description", AML_KEY_STRING, AML_KEY_TEXT, "properties.jobs.*.description", AML_CONVERT_COPY,
        NULL},
    {"jobs.*.tags", AML_KEY_MAP, 0, "properties.jobs.*.tags", AML_CONVERT_COPY, NULL},
    {"jobs.*.properties", AML_KEY_MAP, 0, "properties.jobs.*.properties", AML_CONVERT_COPY, NULL},
};

static const aml_key spark_job[] = {
    AML_KEYS_SCHEMA,
    JOB_ROWS,
    {"type", AML_KEY_ENUM, AML_KEY_REQUIRED, NULL, AML_CONVERT_COPY, type_spark},
    {"entry", AML_KEY_ANY, 0, "properties.entry", AML_CONVERT_CAMEL, NULL},
    {"conf", AML_KEY_ANY, 0, "properties.conf", AML_CONVERT_COPY, NULL},
    {"resources.runtime_version", AML_KEY_ANY, 0, "properties.resources.runtimeVersion", AML_CONVERT_COPY,
        NULL},
};

static const aml_key automl_job[] = {
    AML_KEYS_SCHEMA,
    JOB_ROWS,
    {"type", AML_KEY_ENUM, AML_KEY_REQUIRED, NULL, AML_CONVERT_COPY, type_automl},
};

static const aml_key other_job[] = {
    AML_KEYS_SCHEMA,
    JOB_ROWS,
    {"type", AML_KEY_ENUM, AML_KEY_REQUIRED, NULL, AML_CONVERT_COPY, type_other},
};

static const aml_key schedule[] = {
    AML_KEYS_SCHEMA,
    {"name", AML_KEY_STRING, AML_KEY_REQUIRED, NULL, AML_CONVERT_COPY, NULL},
    {"display_name", AML_KEY_STRING, AML_KEY_TEXT, "properties.displayName", AML_CONVERT_COPY, NULL},
    {"description", AML_KEY_STRING, AML_KEY_TEXT, "properties.description", AML_CONVERT_COPY, NULL},
    {"tags", AML_KEY_MAP, 0, "properties.tags", AML_CONVERT_COPY, NULL},
    {"properties", AML_KEY_MAP, 0, "properties.properties", AML_CONVERT_COPY, NULL},
    {"trigger", AML_KEY_ANY, AML_KEY_REQUIRED, "properties.trigger", AML_CONVERT_CAMEL, NULL},
    {"create_job", AML_KEY_ANY, 0, "properties.action.jobDefinition", AML_CONVERT_CAMEL, NULL},
    {"create_monitor", AML_KEY_ANY, 0, "properties.action.monitorDefinition", AML_CONVERT_CAMEL, NULL},
    {"import_data", AML_KEY_ANY, 0, "properties.action.dataImportDefinition", AML_CONVERT_CAMEL, NULL},
    {"is_enabled", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"provisioning_state", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
    {"creation_context", AML_KEY_ANY, AML_KEY_READ_ONLY, NULL, AML_CONVERT_COPY, NULL},
};

const aml_schema aml_schema_command_job = {"command job", "Microsoft.MachineLearningServices/workspaces/jobs",
    command_job, AML_KEYS_COUNT(command_job), fixed_command, AML_KEYS_KNOWN};

const aml_schema aml_schema_sweep_job = {"sweep job", "Microsoft.MachineLearningServices/workspaces/jobs",
    sweep_job, AML_KEYS_COUNT(sweep_job), fixed_sweep, AML_KEYS_KNOWN};

const aml_schema aml_schema_pipeline_job = {"pipeline job",
    "Microsoft.MachineLearningServices/workspaces/jobs", pipeline_job, AML_KEYS_COUNT(pipeline_job),
    fixed_pipeline, AML_KEYS_KNOWN};

const aml_schema aml_schema_spark_job = {"spark job", "Microsoft.MachineLearningServices/workspaces/jobs",
    spark_job, AML_KEYS_COUNT(spark_job), fixed_spark, AML_KEYS_KNOWN};

const aml_schema aml_schema_automl_job = {"automl job", "Microsoft.MachineLearningServices/workspaces/jobs",
    automl_job, AML_KEYS_COUNT(automl_job), fixed_automl, AML_KEYS_KNOWN};

const aml_schema aml_schema_other_job = {"job", "Microsoft.MachineLearningServices/workspaces/jobs",
    other_job, AML_KEYS_COUNT(other_job), fixed_other, AML_KEYS_KNOWN};

const aml_schema aml_schema_schedule = {"schedule", "Microsoft.MachineLearningServices/workspaces/schedules",
    schedule, AML_KEYS_COUNT(schedule), fixed_other, AML_KEYS_KNOWN};
