/* How to speak of what CLI files say. */
#include "azureml/azureml.h"
#include "base/strbuf.h"

/* "instanceType" as the CLI writes it: "instance_type". */
static aml_sv snake_case(aml_arena *arena, aml_sv name) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < name.len; i++) {
    bool is_upper = aml_ascii_lower(name.data[i]) != name.data[i];
    aml_strbuf_add(&out, is_upper && i > 0 ? AML_SV("_") : AML_SV(""));
    aml_strbuf_add_char(&out, aml_ascii_lower(name.data[i]));
  }
  return aml_strbuf_view(&out);
}

static aml_sv key_for(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  aml_sv key = aml_azureml_yaml_path(aml_azureml_kind_of(resource), path);
  size_t dot = aml_sv_rfind_char(path, '.');
  return key.len > 0 ? key : snake_case(arena, aml_sv_slice(path, dot == AML_NPOS ? 0 : dot + 1, path.len));
}

#define SIZE       "properties.properties.vmSize"
#define MOST_NODES "properties.properties.scaleSettings.maxNodeCount"

const aml_silence aml_silences_of_cli[] = {
    {"AmlCompute", "size", SIZE, "STANDARD_DS3_V2", 0, "the CLI's default size (as of 2026-07)"},
    {"ComputeInstance", "size", SIZE, "STANDARD_DS3_V2", 0, "the CLI's default size (as of 2026-07)"},
    {"AmlCompute", "max_instances", MOST_NODES, NULL, 1,
        "the CLI's default of one node at most (as of 2026-07)"},
    {NULL, NULL, NULL, NULL, 0, NULL},
};

const aml_resource_form aml_form_cli_yaml = {
    .name = "yaml",
    .key_for = key_for,
    .silences = aml_silences_of_cli,
    .fix_words = AML_FIX_IN_CLI_KEYS,
    .is_checked = true,
    .is_open_where_unread = true,
    .has_ids_of_own_group = true,
    .where_to_name_scope = AML_SCOPE_OF_WORKSPACE,
};
