/* The classes and functions of the SDKs that define resources, and their arguments. Private to python/.
 *
 * One table for both versions, in the keys of the CLI's YAML: version 2 has most of these keys as its
 * arguments; version 1 has words of its own, in an order of its own.
 *
 * Sources: azure-ai-ml's entities and _builders (commit 066f201e) and its reference; the reference of
 * azureml-core's AmlCompute, ComputeInstance and Workspace; the models of azure-mgmt-machinelearningservices
 * (read 2026-11). */
#ifndef AMLINT_PYTHON_CLASSES_H
#define AMLINT_PYTHON_CLASSES_H

#include "azureml/azureml.h"

typedef enum aml_py_sdk { AML_PY_SDK_1, AML_PY_SDK_2, AML_PY_SDK_COUNT } aml_py_sdk;

typedef enum aml_py_role {
  AML_PY_DEFINES, /* what it makes is a resource */
  AML_PY_PART,    /* of another one, as one of its arguments */
  AML_PY_CREATES, /* gives what another call has made a name: ComputeTarget.create */
  AML_PY_LOADS,   /* reads it from a YAML file: load_compute */
  AML_PY_MODEL,   /* a body of the management API, or a part of one; see management_bodies.h */
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
  const aml_py_argument *arguments; /* of which the name is not the key, unless `has_positions` */
  size_t count;
  bool
      has_positions; /* `arguments` are all that it takes, in their order; else none comes without its name */
} aml_py_class;

/* The one that a dotted path names, "azure.ai.ml.entities.AmlCompute"; NULL for others. */
const aml_py_class *aml_py_class_find(aml_sv path);
/* The one of a name alone, of one version, for programs that do not show from where it comes. */
const aml_py_class *aml_py_class_named(aml_sv name, aml_py_sdk sdk);

/* Which SDK a dotted path belongs to; false for none. */
bool aml_py_sdk_of(aml_sv path, aml_py_sdk *out);

/* The argument by which a class says what a key says; empty for none. */
aml_sv aml_py_argument_of_key(const aml_py_class *class, aml_sv key);
/* The key that an argument stands for; empty where none is it alone. */
aml_sv aml_py_key_of_argument(const aml_py_class *class, aml_sv argument);

/* The text of a constant of the SDKs, "azure.ai.ml.constants.ManagedServiceIdentityType.SYSTEM_ASSIGNED", or
 * of its `.value`; false for none that is known. In the arena. */
bool aml_py_constant(aml_arena *arena, aml_sv path, aml_sv *out);

#endif
