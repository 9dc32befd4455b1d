#include "engine/front_ends.h"

#include "arm/front_arm.h"
#include "azureml/front_azureml.h"
#include "bicep/front_bicep.h"
#include "front/unread.h"
#include "inventory/export.h"
#include "python/front_python.h"
#include "script/front_script.h"
#include "terraform/front_terraform.h"

static const aml_front_end *const rows[] = {
    &aml_front_template,
    &aml_front_parameters,
    &aml_front_bicep,
    &aml_front_bicepparam,
    &aml_front_cli_yaml,
    &aml_front_provisioner, /* before those who know its text by name */
    &aml_front_script,
    &aml_front_workflow,
    &aml_front_notebook,
    &aml_front_document,
    &aml_front_container,
    &aml_front_makefile,
    &aml_front_tasks,
    &aml_front_python,
    &aml_front_terraform,
    &aml_front_tfvars,
    &aml_front_terraform_lock,
    &aml_front_terraform_test,
    &aml_front_terraform_record,
    &aml_unread_tfstate,
    &aml_front_evidence,
    &aml_front_unnamed_export,
    &aml_unread_hcl,
    &aml_unread_python,
    &aml_unread_notebook,
    &aml_unread_script,
    &aml_unread_workflow,
    &aml_unread_runconfig,
    &aml_unread_rest,
    &aml_unread_payload,
    &aml_unread_program,
    &aml_unread_text_template,
};

const aml_front_ends aml_all_front_ends = {rows, sizeof rows / sizeof rows[0]};
