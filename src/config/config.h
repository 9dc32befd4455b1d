/* amlint.yml: found upwards from each input, read strictly. */
#ifndef AMLINT_CONFIG_CONFIG_H
#define AMLINT_CONFIG_CONFIG_H

#include "base/date.h"
#include "base/placeholder.h"
#include "graph/resource.h"
#include "source/diag.h"
#include "tree/value.h"

typedef struct aml_config_severity { /* one line of `severity:` or of an override */
  aml_sv rule;                       /* id, id prefix ("AML3"), name or category */
  aml_severity severity;             /* NONE: off */
  aml_span span;
} aml_config_severity;

typedef AML_VEC(aml_config_severity) aml_config_severities;
typedef struct aml_config_workspace {
  aml_sv key;                                                       /* name, unless `key` is given */
  const aml_value *name, *resource_group, *subscription, *location; /* strings or NULL */
  const aml_value *network_resource_group; /* of the virtual network; string or NULL */
  const aml_value *value;                  /* the whole entry, for rules */
  const aml_value *paths;                  /* array of glob patterns relative to the config file, or NULL */
  aml_span span;
  aml_sv place; /* aml_scope_path.deployment of what goes to the workspace's group when it has no name */
} aml_config_workspace;

enum { AML_CONFIG_MAX_AGE_DAYS = 30 }; /* of evidence, where nobody says it */

typedef struct aml_config_evidence { /* exports of what runs */
  aml_sv path;
  aml_day exported;      /* AML_DAY_NONE: nobody says it */
  aml_sv by;             /* who exported it; may be empty */
  aml_truth is_complete; /* MAYBE: nobody says it */
} aml_config_evidence;

typedef struct aml_config_override {
  const aml_value *paths; /* globs */
  aml_sv profile;         /* empty: that of the configuration */
  aml_config_severities severities;
  const aml_value *parameters; /* {rule: {parameter: value}} or NULL */
  aml_span span;
} aml_config_override;

typedef struct aml_config {
  aml_sv path;   /* as shown; empty for the defaults */
  aml_sv folder; /* as opened, of the file; paths inside are relative to it */
  aml_source_id source;
  const aml_value *root; /* the file's tree; NULL for the defaults */
  /* Every key in force, of the file and of those it extends, without what is wrong, for those who show it:
   * the members below say the same. Each value stands where it is written, names of files as they are written
   * there. NULL for the defaults. */
  const aml_value *settings;
  aml_sv profile; /* default, strict, minimal */
  aml_texts select, ignore;
  aml_config_severities severities;
  const aml_value *parameters; /* {rule: {parameter: value}}; NULL for none */
  AML_VEC(aml_config_workspace) workspaces;
  AML_VEC(aml_config_override) overrides;
  AML_VEC(aml_config_evidence) evidence;
  aml_texts rules, policies, exceptions, exclude; /* paths and globs */
  aml_texts parameter_files;           /* that templates and folders of Terraform are evaluated with */
  aml_placeholder_styles placeholders; /* besides the usual ones */
  aml_texts drift_ignore, ignore_tags; /* settings and tags that are not compared with evidence */
  int32_t max_age_days;                /* of evidence */
  aml_texts secret_names;              /* of members whose text no output shows */
  const aml_value *context;            /* {subscription: {...}, resourceGroup: {...}, ...} or NULL */
  const aml_value *governance;         /* rules for exceptions; NULL for the defaults */
  const aml_value *template_links;
  const aml_value *bicep; /* {cache, modules} or NULL */
  aml_sv baseline, facts;
  aml_severity fail_on; /* NONE: not set, or "never" */
  bool has_fail_on;
  aml_severity unread; /* of files of forms that are not read: ERROR, which makes a run incomplete, NOTE, or
                          NONE: only counted */
  bool documents;      /* commands in documents are checked */
  /* What the files that this one extends say, where they lock `severity`: no rule is less severe than there,
   * nor than by its own floor. NULL: no bound. */
  const struct aml_config *floor;
  const struct aml_map *secret_name_map;      /* whose keys are `secret_names`; NULL: there are none */
  const struct aml_config_patterns *patterns; /* see config/path_patterns.h; NULL: there are none */
} aml_config;

/* The defaults. */
aml_config *aml_config_new(aml_arena *arena);

/* Where `extends` gets its files from, and which files the keys of a configuration may name. */
typedef struct aml_config_file {
  const aml_value *root;
  aml_sv path, folder; /* as in aml_config */
} aml_config_file;
typedef struct aml_config_files {
  void *ctx;
  /* The file at `relative` to the file shown as `from`; false when it is not there or outside the root. */
  bool (*open)(void *ctx, aml_sv from, aml_sv relative, aml_config_file *out);
  /* Whether the file or folder `name`, seen from the absolute `folder` (empty: the root), may be opened;
   * NULL: every one may. */
  bool (*may_open)(void *ctx, aml_sv folder, aml_sv name);
} aml_config_files;

/* Whether a tree is a configuration at all: empty, or an object most of whose keys are ours. */
bool aml_config_recognise(const aml_value *root);

/* Reads a config from its tree. Unknown keys and wrong types are diagnostics (AML012) with is_incomplete set
 * and a suggestion; what is right is still taken. */
aml_config *aml_config_read(
    aml_arena *arena, const aml_value *root, aml_sv path, aml_sv folder, aml_diags *diags);

/* The same, following `extends` (AML_LIMIT_CONFIG_FILES at most): the file extended is read first, lists are
 * added to, maps are merged, other values replaced. Paths of files in an extended file stay relative to that
 * file; globs hold from the folder of the file that extends. Without `files` an `extends` is a diagnostic. */
aml_config *aml_config_read_with(
    aml_arena *arena, const aml_config_file *file, const aml_config_files *files, aml_diags *diags);

/* The place of resources that go to a workspace's resource group. */
aml_scope_path aml_config_workspace_scope(const aml_config_workspace *workspace);

/* The form of what only a configuration tells of. */
extern const aml_resource_form aml_form_configured;

/* What the config says to exist besides the files: workspaces, their locks, storage accounts, registries, key
 * vaults and private endpoints, as existing resources (aml_form_configured). Bodies are open: the config
 * tells a part. */
void aml_config_resources(const aml_config *config, aml_resources *resources);

#endif
