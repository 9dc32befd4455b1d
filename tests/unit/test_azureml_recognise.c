#include "azureml/azureml.h"

#include "test.h"
#include "yaml_case.h"

#define SCHEMA "$schema: https://azuremlschemas.azureedge.net/latest/"

static void recognises_files(void **state) {
  static const struct {
    const char *text;
    aml_yaml_kind kind;
  } cases[] = {
      {SCHEMA "amlCompute.schema.json \nname: c\ntype: amlcompute", AML_YAML_AMLCOMPUTE},
      {"name: c\ntype: AmlCompute", AML_YAML_AMLCOMPUTE},
      {"type: amlcompute", AML_YAML_NONE},
      {"type: amlcompute\ncolour: red", AML_YAML_NONE},
      {"type: amlcompute\nsize: Standard_D2s_v3", AML_YAML_AMLCOMPUTE},
      {SCHEMA "compute.schema.json\nname: c\ntype: AmlCompute\npriority: LowPriority", AML_YAML_AMLCOMPUTE},
      {SCHEMA "amlCompute.schema.json\nname: c", AML_YAML_AMLCOMPUTE},
      {SCHEMA "amlCompute.schema.json\nname: c\ntype: computeinstance", AML_YAML_COMPUTE_INSTANCE},
      {SCHEMA "amlCompute.schema.json\nname: c\ntype: amlcompte", AML_YAML_AMLCOMPUTE},
      {"name: i\ntype: computeinstance", AML_YAML_COMPUTE_INSTANCE},
      {"name: k\ntype: kubernetes\nresource_id: /subscriptions/x", AML_YAML_KUBERNETES},
      {"name: k\ntype: kubernetes", AML_YAML_NONE},
      {"$schema: http://azureml/sdk-2-0/KubernetesCompute.json\nname: k\ntype: kubernetes",
          AML_YAML_KUBERNETES},
      {"name: v\ntype: virtualmachine\nresource_id: /subscriptions/x", AML_YAML_VIRTUAL_MACHINE},
      {"name: s\ntype: synapsespark\nresource_id: /subscriptions/x", AML_YAML_SYNAPSE_SPARK},
      {SCHEMA "workspace.schema.json\nname: w", AML_YAML_WORKSPACE},
      {"name: w\nmanaged_network:\n  isolation_mode: disabled", AML_YAML_WORKSPACE},
      {SCHEMA "commandJob.schema.json\ncommand: ls\nenvironment: azureml:e:1", AML_YAML_JOB},
      {SCHEMA "pipelineJob.schema.json\ntype: pipeline\njobs: {}", AML_YAML_JOB},
      {"type: pipeline\njobs:\n  a:\n    type: command\n    component: ./c.yml", AML_YAML_JOB},
      {"command: ls\nenvironment: azureml:e:1\ncompute: azureml:c", AML_YAML_JOB},
      {"type: command\ncommand: ls\nenvironment: azureml:e:1\nname: x\nversion: 1", AML_YAML_NONE},
      {SCHEMA "commandComponent.schema.json\ntype: command\ncommand: ls", AML_YAML_NONE},
      {"type: sweep\ntrial:\n  command: ls", AML_YAML_JOB},
      {SCHEMA "schedule.schema.json\nname: s", AML_YAML_SCHEDULE},
      {"name: s\ntrigger:\n  type: cron\n  expression: 0 1 * * *\ncreate_job: azureml:j", AML_YAML_SCHEDULE},
      {"name: e\nauth_mode: key", AML_YAML_ONLINE_ENDPOINT},
      {"name: e\nauth_mode: aad_token\ndefaults:\n  deployment_name: d", AML_YAML_BATCH_ENDPOINT},
      {"{\"name\": \"e\", \"sub_type\": \"online\", \"auth_mode\": \"AMLTokenAuth\"}", AML_YAML_NONE},
      {"name: d\nendpoint_name: e\ninstance_type: Standard_DS3_v2", AML_YAML_ONLINE_DEPLOYMENT},
      {"name: d\nendpoint_name: e\ncompute: azureml:c", AML_YAML_BATCH_DEPLOYMENT},
      {"computes:\n- {name: a, type: amlcompute}\n- {name: b, type: computeinstance}", AML_YAML_LIST},
      {"- {name: a, type: amlcompute}", AML_YAML_LIST},
      {"- {name: a, type: amlcompute}\n- {name: b}", AML_YAML_NONE},
      /* deployments, by what only one kind of them has */
      {"name: d\nendpoint_name: e", AML_YAML_NONE},
      {"endpoint_name: e\ntraffic: {d: 100}\ninstance_type: x", AML_YAML_NONE},
      {"name: d\nendpoint_name: e\nmini_batch_size: 10", AML_YAML_BATCH_DEPLOYMENT},
      {"name: d\nendpoint_name: e\njob_definition: azureml:j", AML_YAML_BATCH_DEPLOYMENT},
      {"name: d\nendpoint_name: e\ncomponent: azureml:c", AML_YAML_BATCH_DEPLOYMENT},
      {"name: d\nendpoint_name: e\ntype: kubernetes", AML_YAML_ONLINE_DEPLOYMENT},
      {"name: d\nendpoint_name: e\ntype: managed", AML_YAML_ONLINE_DEPLOYMENT},
      {"name: d\nendpoint_name: e\ncode_configuration: {code: src}", AML_YAML_ONLINE_DEPLOYMENT},
      /* endpoints */
      {"name: e\nauth_mode: aml_token", AML_YAML_ONLINE_ENDPOINT},
      {"name: e\nauth_mode: none", AML_YAML_NONE},
      {"auth_mode: key", AML_YAML_NONE},
      {"name: e\ntype: x\nauth_mode: key", AML_YAML_NONE},
      {"name: e\nauth_mode: key\ndefaults: x", AML_YAML_ONLINE_ENDPOINT},
      /* jobs, and components, which run nowhere */
      {SCHEMA "autoMLForecastingJob.schema.json\nname: j", AML_YAML_JOB},
      {SCHEMA "autoMLForecasting.schema.json\nname: j", AML_YAML_NONE},
      {"type: command\nis_deterministic: true\ncommand: ls\nenvironment: e\ncompute: c", AML_YAML_NONE},
      {"type: command\ncommand: ls\nenvironment: e\nversion: 1\ncompute: c", AML_YAML_JOB},
      {"type: command\ncommand: ls\nenvironment: e\nresources: {instance_count: 1}", AML_YAML_JOB},
      {"type: command\ncommand: ls\nenvironment: e\nqueue_settings: {job_tier: spot}", AML_YAML_JOB},
      {"type: command\ncommand: ls\nenvironment: e\nexperiment_name: x", AML_YAML_JOB},
      {"type: command\ncommand: ls\nenvironment: e", AML_YAML_NONE},
      {"type: command\ncommand: ls\ncompute: c", AML_YAML_NONE},
      {"type: command\nenvironment: e\ncompute: c", AML_YAML_NONE},
      {"command: ls\nenvironment: e", AML_YAML_NONE},
      {"type: pipeline\njobs: {}", AML_YAML_NONE},
      {"type: pipeline\njobs: [a]", AML_YAML_NONE},
      {"type: pipeline\njobs: {a: {steps: []}}", AML_YAML_NONE},
      {"type: pipeline\njobs: {a: {command: ls}}", AML_YAML_JOB},
      {"type: pipeline\njobs: {a: {trial: {command: ls}}}", AML_YAML_JOB},
      {"type: pipeline\njobs: {a: {task: forecasting}}", AML_YAML_JOB},
      {"type: sweep\ncommand: ls", AML_YAML_NONE},
      {"type: spark\nentry: {file: a.py}\ncompute: c", AML_YAML_JOB},
      {"type: spark\nentry: {file: a.py}\nresources: {instance_type: x}", AML_YAML_JOB},
      {"type: spark\nentry: {file: a.py}", AML_YAML_NONE},
      {"type: spark\ncompute: c", AML_YAML_NONE},
      {"type: automl\ntask: forecasting", AML_YAML_JOB},
      {"type: automl\nname: x", AML_YAML_NONE},
      {"type: finetuning\ntraining_data: {path: x}\nmodel: {path: m}", AML_YAML_JOB},
      {"type: finetuning\nmodel: {path: m}", AML_YAML_NONE},
      {"type: finetuning\ntraining_data: {path: x}", AML_YAML_NONE},
      /* schedules */
      {"trigger: {type: recurrence}\ncreate_monitor: {compute: x}", AML_YAML_SCHEDULE},
      {"trigger: {type: cron}\nimport_data: {path: x}", AML_YAML_SCHEDULE},
      {"trigger: {type: cron}\nname: s", AML_YAML_NONE},
      {"trigger: {type: push}\ncreate_job: x", AML_YAML_NONE},
      {"trigger: cron\ncreate_job: x", AML_YAML_NONE},
      /* workspaces and datastores */
      {"name: w\nhbi_workspace: true", AML_YAML_WORKSPACE},
      {"name: w\nimage_build_compute: c", AML_YAML_WORKSPACE},
      {"name: w\nstorage_account: s\nkey_vault: k", AML_YAML_WORKSPACE},
      {"name: w\nstorage_account: s", AML_YAML_NONE},
      {"name: w\nkey_vault: s", AML_YAML_NONE},
      {"name: w\nmanaged_network: {outbound: x}", AML_YAML_NONE},
      {"name: w\ntype: x\nhbi_workspace: true", AML_YAML_NONE},
      {"hbi_workspace: true", AML_YAML_NONE},
      {"name: d\ntype: azure_data_lake_gen1\nstore_name: s", AML_YAML_DATASTORE},
      {"name: d\ntype: one_lake\none_lake_workspace_name: s", AML_YAML_DATASTORE},
      {"type: azure_blob\naccount_name: a", AML_YAML_NONE},
      {"name: d\ntype: s3\naccount_name: a", AML_YAML_NONE},
      {"name: c\ntype: api_key\ncredentials: x", AML_YAML_NONE},
      {"type: api_key\napi_key: x", AML_YAML_NONE},
      /* lists */
      {"computes:\n- {name: a, type: amlcompute}\n- {name: v, type: datafactory}", AML_YAML_LIST},
      {"computes:\n- {name: v, type: datafactory}", AML_YAML_NONE},
      {"computes:\n- {name: a, type: amlcompute}\n- {name: v}", AML_YAML_NONE},
      {"computes:\n- {name: a, type: amlcompute}\n- {type: datafactory}", AML_YAML_NONE},
      {"computes:\n- {name: a, type: amlcompute}\n- v", AML_YAML_NONE},
      {"computes: x", AML_YAML_NONE},
      {"computes:\n- {name: a, type: amlcompute}\nother: 1", AML_YAML_NONE},
      {"- {name: a, type: amlcompute}\n- {name: v, type: datafactory}", AML_YAML_NONE},
      /* other tools' files */
      {"name: ci\non: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps: []", AML_YAML_NONE},
      {"parameters:\n- name: size\n  type: string\nsteps: []", AML_YAML_NONE},
      {"COMPUTE_TYPE: AmlCompute\nCOMPUTE_CONFIG:\n  vm_size: STANDARD_DS2_V2", AML_YAML_NONE},
      {"name: DemoRegistry\nlocation: eastus\nreplication_locations:\n- location: eastus", AML_YAML_NONE},
      {"name: project_environment\ndependencies:\n- python=3.8", AML_YAML_NONE},
      {"apiVersion: v1\nkind: Service\nmetadata: {name: x}", AML_YAML_NONE},
      {SCHEMA "azureBlob.schema.json\nname: d\ntype: azure_blob", AML_YAML_DATASTORE},
      {"name: d\ntype: azure_blob\naccount_name: a\ncontainer_name: c", AML_YAML_DATASTORE},
      {"name: d\ntype: azure_blob", AML_YAML_NONE},
      {"name: c\ntype: azure_open_ai\nendpoint: e\napi_key: k", AML_YAML_CONNECTION},
      {"name: c\ntype: custom\nsecrets: {a: b}", AML_YAML_CONNECTION},
      {"name: c\ntype: git\ncredentials: {type: pat, pat: x}", AML_YAML_CONNECTION},
      {"name: c\ntype: kafka\ncredentials: {type: pat, pat: x}", AML_YAML_NONE},
      {"name: c\ntype: custom", AML_YAML_NONE},
      {"just text", AML_YAML_NONE},
      {"- a\n- b", AML_YAML_NONE},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_yaml_kind kind = aml_azureml_recognise(test_read_yaml(*state, cases[i].text));
    if (kind != cases[i].kind) {
      fail_msg("'%s' is %s", cases[i].text, aml_azureml_kind_name(kind));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(recognises_files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
