/* docs/cli-files.md lists every row of the tables, and nothing else. */
#include "azureml/key_tables.h"

#include "test.h"

#include "page.h"

static const aml_schema *const schemas[] = {&aml_schema_amlcompute, &aml_schema_compute_instance,
    &aml_schema_kubernetes, &aml_schema_virtual_machine, &aml_schema_synapse_spark, &aml_schema_workspace,
    &aml_schema_command_job, &aml_schema_sweep_job, &aml_schema_pipeline_job, &aml_schema_spark_job,
    &aml_schema_automl_job, &aml_schema_schedule, &aml_schema_online_endpoint, &aml_schema_batch_endpoint,
    &aml_schema_managed_deployment, &aml_schema_kubernetes_deployment, &aml_schema_batch_deployment,
    &aml_schema_datastore, &aml_schema_connection, &aml_schema_environment};

static const char *type_name(aml_key_type type) {
  static const char *const names[] = {"string", "integer", "boolean", "word", "seconds", "ISO 8601 duration",
      "object", "list", "map", "any", "name or object", "map of inputs or outputs"};
  return names[type];
}

static void add_row(aml_strbuf *out, const aml_key *key) {
  bool is_required = (key->flags & AML_KEY_REQUIRED) != 0;
  aml_strbuf_addf(out, "| `%s` | %s%s", key->path, type_name(key->type), is_required ? ", required" : "");
  for (size_t i = 0; key->choices != NULL && key->choices[i].yaml != NULL; i++) {
    aml_strbuf_addf(out, "%s `%s`", i == 0 ? ":" : ",", key->choices[i].yaml);
  }
  const char *quote = key->arm == NULL ? "" : "`";
  aml_strbuf_addf(out, " | %s%s%s |\n", quote, key->arm == NULL ? "" : key->arm, quote);
}

/* The jobs repeat each other's rows: each lists its own, after the command job's. */
static bool is_of_command_job(const aml_schema *schema, const aml_key *key) {
  bool is_job =
      aml_sv_ends(aml_sv_of(schema->arm_type), AML_SV("/jobs")) && schema != &aml_schema_command_job;
  return is_job && aml_schema_find(&aml_schema_command_job, aml_sv_of(key->path)) != NULL &&
         !aml_sv_eq(aml_sv_of(key->path), AML_SV("type"));
}

static aml_sv write_tables(aml_arena *arena) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < COUNT(schemas); i++) {
    const aml_schema *schema = schemas[i];
    aml_strbuf_addf(&out, "\n## %s\n\n`%s`\n\n| key | value | ARM property |\n| --- | --- | --- |\n",
        schema->name, schema->arm_type);
    for (size_t k = 0; k < schema->key_count; k++) {
      const aml_key *key = &schema->keys[k];
      if ((key->flags & AML_KEY_READ_ONLY) == 0 && !is_of_command_job(schema, key)) {
        add_row(&out, key);
      }
    }
  }
  return aml_strbuf_view(&out);
}

static void page_ends_with_the_tables(void **state) {
  aml_sv page = test_read_page(*state, AMLINT_SOURCE_DIR "/docs/cli-files.md");
  aml_sv tables = write_tables(*state);
  aml_sv tail = aml_sv_slice(page, page.len > tables.len ? page.len - tables.len : 0, page.len);
  if (!aml_sv_eq(tail, tables)) {
    printf("docs/cli-files.md must end with:\n%.*s<<<\n", AML_SV_ARG(tables));
    fail();
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(page_ends_with_the_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
