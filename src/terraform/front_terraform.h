/* The front ends of Terraform (and OpenTofu, which reads the same files). */
#ifndef AMLINT_TERRAFORM_FRONT_TERRAFORM_H
#define AMLINT_TERRAFORM_FRONT_TERRAFORM_H

#include "front/front_end.h"

extern const aml_front_end aml_front_terraform;        /* .tf, .tf.json: a folder of them is a module */
extern const aml_front_end aml_front_provisioner;      /* a command in one of those, which expands it */
extern const aml_front_end aml_front_tfvars;           /* .tfvars: values of the variables of a root module */
extern const aml_front_end aml_front_terraform_test;   /* .tftest.hcl: declares nothing */
extern const aml_front_end aml_front_terraform_lock;   /* .terraform.lock.hcl: versions of providers */
extern const aml_front_end aml_front_terraform_record; /* plans and states in JSON */
extern const aml_front_end aml_front_terraform_state;  /* states alone, whoever named them: of no table */
extern const aml_front_end aml_unread_tfstate;         /* .tfstate that nobody named */

#endif
