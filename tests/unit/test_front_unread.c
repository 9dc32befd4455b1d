#include "front/unread.h"

#include "base/strbuf.h"
#include "engine/front_ends.h"
#include "front/marks.h"

#include "test.h"

static const aml_front_ends *const table = &aml_all_front_ends;

static void names_show_forms(void **state) {
  (void)state;
  static const struct {
    const char *path, *key; /* key NULL: none */
  } cases[] = {
      {"a/main.bicep", NULL},
      {"MAIN.BICEP", NULL},
      {"a.bicepparam", NULL},
      {"terragrunt.hcl", "hcl"},
      {"a.py", "python"},
      {"a.ipynb", "notebook"},
      {"a.sh", "script"},
      {"a.PS1", "script"},
      {"a.azcli", "script"},
      {"a.cmd", "script"},
      {"a.bat", "script"},
      {"a.bash", "script"},
      {"sub/Makefile", "script"},
      {"Makefile/a.txt", NULL},
      {"a.md", NULL},
      {"a.json", NULL},
      {"a.yml", NULL},
      {".azureml/train.runconfig", "runconfig"},
      {"requests/create.http", "rest"},
      {"a.rest", "rest"},
      {"Program.cs", "program"},
      {"stack.ts", "program"},
      {"main.go", "program"},
      {"a.bicep.txt", NULL},
      {"atf", NULL},
      {"", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const aml_front_end *form = aml_front_ends_of_name(table, aml_sv_of(cases[i].path), false);
    if ((form == NULL) != (cases[i].key == NULL) ||
        (form != NULL && !aml_sv_eq(aml_sv_of(form->name), aml_sv_of(cases[i].key)))) {
      fail_msg("'%s' is taken for '%s'", cases[i].path, form == NULL ? "none" : form->name);
    }
  }
  assert_int_equal(aml_front_ends_take(table, AML_SV("bin/deploy")), AML_TAKE_BY_BYTES);
  assert_int_equal(aml_front_ends_take(table, AML_SV("Makefile")), AML_TAKE_READ);
  assert_int_equal(aml_front_ends_take(table, AML_SV(".profile")), AML_TAKE_NONE);
  assert_int_equal(aml_front_ends_take(table, AML_SV("main.tf.json")), AML_TAKE_READ);
  assert_int_equal(
      aml_front_ends_take_bytes(table, AML_SV("bin/deploy"), AML_SV("#!/bin/sh\n")), AML_TAKE_READ);
  assert_int_equal(aml_front_ends_take_bytes(table, AML_SV("bin/deploy"), AML_SV("#")), AML_TAKE_NONE);
}

static const aml_front_end *form_named(const char *name) {
  for (size_t i = 0; i < table->count; i++) {
    if (aml_sv_eq(aml_sv_of(table->rows[i]->name), aml_sv_of(name))) {
      return table->rows[i];
    }
  }
  fail_msg("there is no row '%s'", name);
  return NULL;
}

static void rows_are_whole(void **state) {
  (void)state;
  for (size_t i = 0; i < table->count; i++) {
    const aml_front_end *row = table->rows[i];
    assert_ptr_equal(form_named(row->name), row);
    assert_non_null(row->noun);
    assert_true(row->expand == NULL || row->doing != NULL);
    if (row->read == NULL) {
      assert_non_null(row->help);
      assert_non_null(row->find_mark);
    }
  }
}

/* Where the row finds its mark in a text, in bytes. */
static bool find_mark(const char *name, aml_sv text, size_t *begin, size_t *end) {
  aml_source source = {.bytes = text};
  aml_tree yaml = {.syntax = AML_SYNTAX_YAML};
  const aml_file file = {.source = &source, .tree = &yaml};
  aml_span mark = AML_NO_SPAN;
  const aml_front_end *row = must_exist(form_named(name));
  bool is_found = row->find_mark(&file, &mark);
  *begin = mark.begin;
  *end = mark.end;
  return is_found;
}

static void marks_are_found(void **state) {
  (void)state;
  static const struct {
    const char *form, *text, *mark; /* mark NULL: none */
  } cases[] = {
      {"rest", "x 'MICROSOFT.machinelearningservices/workspaces@1'", "MICROSOFT.machinelearningservices"},
      {"rest", "module w 'br/public:avm/res/machine-learning-services/workspace:0.1.0' = {}",
          "avm/res/machine-learning-services"},
      {"rest", "x 'Microsoft.MachineLearning/webServices@1'", NULL},
      {"hcl", "resource \"azurerm_machine_learning_workspace\"", "azurerm_machine_learning_"},
      {"hcl", "resource \"azurerm_storage_account\"", NULL},
      {"python", "AmlCompute.provisioning_configuration()", "AmlCompute"},
      {"python", "type='amlcompute'", "amlcompute"},
      {"python", "createAmlCompute()", "AmlCompute"},
      {"python", "make_amlcompute()", "amlcompute"},
      {"python", "YamlCompute()", NULL},
      {"python", "yamlcompute", NULL},
      {"python", "YAMLCOMPUTE", NULL},
      {"python", "ComputeInstance()", NULL},
      {"python", "from azure.ai.ml.entities import ComputeInstance", "ComputeInstance"},
      {"python", "from azureml.core import ComputeInstance", "ComputeInstance"},
      {"python", "['az', 'ml', 'compute']", "az', 'ml', 'compute"},
      {"notebook", "\"!az ml \\\\\\n\",\n \" compute list\\n\"", "az ml \\\\\\n\",\n \" compute"},
      {"script", "az  ml\tcompute create", "az  ml\tcompute"},
      {"script", "AZ ML COMPUTE create", "AZ ML COMPUTE"},
      {"script", "az ml \\\n  compute create", "az ml \\\n  compute"},
      {"script", "az ml ^\r\n  compute create", "az ml ^\r\n  compute"},
      {"script", "az ml `\n  compute create", "az ml `\n  compute"},
      {"script", "\"az\" \"ml\" \"compute\"", "az\" \"ml\" \"compute"},
      {"script", "az ml computetarget create", "az ml compute"},
      {"script", "az ml computer", NULL},
      {"script", "az mlcompute", NULL},
      {"script", "xaz ml compute", NULL},
      {"script", "az xml compute", NULL},
      {"script", "azml compute", NULL},
      {"script", "ml compute", NULL},
      {"script", "compute", NULL},
      {"script", "gcloud compute; az ml job; az ml compute", "az ml compute"},
      {"script", "New-AzMLWorkspaceCompute -Name c", "-AzMLWorkspaceCompute"},
      {"script", "az ml compute; AmlCompute", "az ml compute"},
      {"script", "", NULL},
      {"runconfig", "amlcompute:\n  vmSize: Standard_D2_v2", "amlcompute"},
      {"runconfig", "target: local", NULL},
      {"rest", "PUT https://h/providers/Microsoft.MachineLearningServices/workspaces/w/computes/c",
          "Microsoft.MachineLearningServices"},
      {"rest", "{\"properties\": {\"computeType\" : \"ComputeInstance\"}}", "computeType"},
      {"rest", "{\\\"computeType\\\": \\\"AmlCompute\\\"}", "computeType"},
      {"rest", "{\"computeType\": \"ec2\"}, computeType, computeType: Amlet", NULL},
      {"program", "new Pulumi.AzureNative.MachineLearningServices.Compute()", "MachineLearningServices"},
      {"program", "import * as ml from '@pulumi/azure-native/machinelearningservices'",
          "machinelearningservices"},
      {"program", "using Azure.ResourceManager.MachineLearning;", "ResourceManager.MachineLearning"},
      {"program", "import \"armmachinelearning/v4\"", "armmachinelearning"},
      {"program", "require('@azure/arm-machinelearning')", "arm-machinelearning"},
      {"program", "var farmmachinelearning, mymachinelearningservices", NULL},
      {"workflow", "run: az ml compute create", "az ml compute"},
      {"workflow", "id: Microsoft.MachineLearningServices, AmlCompute", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    size_t begin = 0;
    size_t end = 0;
    aml_sv text = aml_sv_of(cases[i].text);
    bool is_found = find_mark(cases[i].form, text, &begin, &end);
    aml_sv mark = is_found ? aml_sv_slice(text, begin, end) : (aml_sv){NULL, 0};
    if (!aml_sv_eq(mark, aml_sv_of(cases[i].mark))) {
      fail_msg("in '%s': '%.*s'", cases[i].text, AML_SV_ARG(mark));
    }
  }
}

/* A megabyte of what each check begins with, and of what is walked over backwards: in linear time. */
static void hostile_texts_take_linear_time(void **state) {
  static const char *const pieces[] = {
      "compute", "ml compute", "ml\n\n\n\n", "computeinstance", "az ml ", "\\n"};
  enum { SIZE = 1 << 20 };
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
    aml_strbuf text;
    aml_strbuf_init(&text, *state, SIZE_MAX);
    while (aml_strbuf_view(&text).len < SIZE) {
      aml_strbuf_add(&text, aml_sv_of(pieces[i]));
    }
    size_t begin, end;
    assert_false(find_mark("script", aml_strbuf_view(&text), &begin, &end));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(names_show_forms),
      TEST_CASE(rows_are_whole),
      TEST_CASE(marks_are_found),
      TEST_CASE(hostile_texts_take_linear_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
