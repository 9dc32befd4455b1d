/* The classes and functions of the SDKs that define resources, and their arguments. Private to python/.
 *
 * One table for both versions, in the keys of the CLI's YAML: version 2 has these keys as its arguments;
 * version 1 has words of its own, in an order of its own.
 *
 * Sources: azure-ai-ml's entities (commit 066f201e) and its reference; the reference of azureml-core's
 * AmlCompute and Workspace (read 2026-11). */
#ifndef AMLINT_PYTHON_CLASSES_H
#define AMLINT_PYTHON_CLASSES_H

#include "azureml/azureml.h"

typedef enum aml_py_sdk { AML_PY_SDK_1, AML_PY_SDK_2 } aml_py_sdk;

typedef enum aml_py_role {
  AML_PY_DEFINES, /* what it makes is a resource */
  AML_PY_PART,    /* of another one, as one of its arguments */
  AML_PY_CREATES, /* gives what another call has made a name: ComputeTarget.create */
} aml_py_role;

typedef struct aml_py_argument {
  const char *name;
  const char *key; /* of the CLI's YAML; NULL: none says it, or several together do */
} aml_py_argument;

typedef struct aml_py_class {
  const char *name; /* "AmlCompute", "AmlCompute.provisioning_configuration" */
  aml_py_sdk sdk;
  aml_py_role role;
  aml_yaml_kind kind;
  const char *type;  /* of the CLI's YAML: "amlcompute"; NULL for none */
  const char *needs; /* an argument without which it defines nothing that is known; NULL for none */
  const aml_py_argument
      *arguments; /* in the order of their positions; NULL: keys, and none without its name */
  size_t count;
} aml_py_class;

/* The one that a dotted path names, "azure.ai.ml.entities.AmlCompute"; NULL for others. */
const aml_py_class *aml_py_class_find(aml_sv path);
/* The one of a name alone, of one version, for programs that do not show from where it comes. */
const aml_py_class *aml_py_class_named(aml_sv name, aml_py_sdk sdk);

/* Which SDK a dotted path belongs to; false for none. */
bool aml_py_sdk_of(aml_sv path, aml_py_sdk *out);

/* The argument by which a class says what a key says; empty for none. */
aml_sv aml_py_argument_of_key(const aml_py_class *class, aml_sv key);

#endif
