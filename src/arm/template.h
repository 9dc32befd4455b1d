/* ARM deployment templates: recognition, parameter files, expansion to resources. */
#ifndef AMLINT_ARM_TEMPLATE_H
#define AMLINT_ARM_TEMPLATE_H

#include "graph/resource.h"
#include "source/diag.h"
#include "source/name_pattern.h"

typedef enum aml_arm_kind { AML_ARM_NONE, AML_ARM_TEMPLATE, AML_ARM_PARAMETERS } aml_arm_kind;

/* By content: $schema (any host, http or https, any letter case), or the shape (resources and contentVersion;
 * parameters with value). */
aml_arm_kind aml_arm_recognise(const aml_value *root);

/* Whether the reference of a module means one in a registry, or a template spec: "br:", "br/alias:", "ts:",
 * "ts/alias:". */
bool aml_arm_is_kept_elsewhere(aml_sv reference);

typedef struct aml_arm_loaded {
  aml_sv text;           /* data is NULL: the file is there, but is no text */
  const aml_value *root; /* of one in JSON or YAML; NULL else */
  bool is_json;          /* the root was read as JSON, else as YAML */
  bool is_broken;        /* it was read as such, and is not valid */
  bool is_verbatim;      /* the text has every byte of the file */
} aml_arm_loaded;

/* Where other files come from: linked templates and parameter files, by path relative to the template. */
typedef struct aml_arm_files {
  void *ctx;
  /* The tree at `path` (as shown: relative to the root, normalised), or NULL when it is not there or outside
   * the root. */
  const aml_value *(*open)(void *ctx, aml_sv path);
  /* What any file there holds; false where it is not there. May be NULL. */
  bool (*load)(void *ctx, aml_sv path, struct aml_arm_loaded *out);
  /* The path, as shown, of a module in a registry, seen from the file at `from`: "br:registry/name:tag".
   * Empty where it is not at hand. May be NULL. */
  aml_sv (*module)(void *ctx, aml_sv from, aml_sv reference);
  /* Names of the files in a folder, sorted, at most one more than AML_LIMIT_FOLDER_FILES; NULL where there is
   * no such folder in the root. May be NULL. */
  const aml_folder_names *(*list)(void *ctx, aml_sv folder);
} aml_arm_files;

/* What subscription(), resourceGroup() and so on answer; empty or NULL: unknown. Objects as the functions
 * return them; for the environment the text "AzureCloud" will do. */
typedef struct aml_arm_context {
  const aml_value *subscription, *resource_group, *management_group, *tenant, *deployment, *environment,
      *deployer;
  const aml_value *template_links; /* {"https://...": "relative/path"}; may be NULL */
  aml_sv deployment_key;           /* aml_scope_path.deployment of what is deployed to the default place */
} aml_arm_context;

typedef struct aml_arm_input {
  const aml_value *template_;
  aml_sv template_path;        /* as shown */
  const aml_value *parameters; /* a parameter file's root, or NULL */
  aml_sv parameters_path;
  const aml_value *options; /* what a command gives over the file, {name: {value: ...}}; open where it may
                               give more; NULL for none */
  aml_span command;         /* where it stands */
  const aml_sources *sources;
  const aml_arm_files *files;
  const aml_arm_context *context;
} aml_arm_input;

typedef struct aml_arm_stats { /* for the tables of the conformance programs */
  size_t evaluated, unknown, failed;
} aml_arm_stats;

/* Expands one template with at most one parameter file: adds its resources, nested deployments included, in
 * order of declaration. */
void aml_arm_expand(
    const aml_arm_input *input, aml_resources *resources, aml_diags *diags, aml_arm_stats *stats);

/* One expression outside any template, for `amlint eval`: the surroundings are the context alone. */
const aml_value *aml_arm_evaluate(const aml_arm_context *context, const aml_sources *sources,
    const aml_value *string, aml_arena *arena, aml_diags *diags);

/* Whether a parameter file belongs to a template by name: main.json with main.parameters.json,
 * main.parameters-dev.json, main.parameters.dev.json, parameters.main.json, azuredeploy.json with
 * azuredeploy.parameters.json, main.bicep with main.bicepparam and main.dev.bicepparam; both in one folder. A
 * `metadata.template` member in the parameter file, a relative path, wins; one of Bicep, which has it from
 * `using`, belongs to nothing without it. `parameters` may be NULL while the file is not read. */
bool aml_arm_parameters_belong(aml_sv template_path, aml_sv parameters_path, const aml_value *parameters);

#endif
