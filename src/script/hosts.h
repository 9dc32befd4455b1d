/* Where scripts stand in files of other languages: the steps of workflows and pipelines. */
#ifndef AMLINT_SCRIPT_HOSTS_H
#define AMLINT_SCRIPT_HOSTS_H

#include "base/map.h"
#include "script/shell.h"
#include "tree/value.h"

typedef enum aml_script_language {
  AML_SCRIPT_SHELL,
  AML_SCRIPT_POWERSHELL,
  AML_SCRIPT_PYTHON, /* a guest for whoever reads that */
} aml_script_language;

typedef enum aml_hosted_kind {
  AML_HOSTED_NAMED,    /* scripts have them by their names */
  AML_HOSTED_PIPELINE, /* of Azure: in any letter case for $(name), in upper case for scripts */
  AML_HOSTED_INPUTS,   /* inputs and parameters, for "${{ inputs.name }}" only */
} aml_hosted_kind;

typedef struct aml_hosted_scope {       /* `env:` and `variables:` around a script */
  const struct aml_hosted_scope *outer; /* NULL for the outermost */
  const aml_value *variables;           /* {name: value}, or [{name: ..., value: ...}] */
  const struct aml_hosted_late *late;   /* NULL: nothing changes them */
  aml_hosted_kind kind;
} aml_hosted_scope;

typedef struct aml_hosted_late { /* variables that a step may set for later ones, while the host runs */
  aml_map names;
  const aml_value *doubt; /* what such a variable holds: unknown */
} aml_hosted_late;

typedef struct aml_hosted_script {
  const aml_value *text; /* a string, or an array of them: pieces that one shell runs, one after the other */
  const aml_value *before; /* pieces that it has run before, in the same way; NULL for none */
  aml_script_language language;
  unsigned flags; /* aml_shell_flags */
  const aml_hosted_scope *scope;
  unsigned run; /* number of the job, say, whose steps run one after the other */
} aml_hosted_script;

typedef struct aml_hosted_scripts {
  AML_VEC(aml_hosted_script) list;
  AML_VEC(aml_sv) folders;     /* that steps are run in */
  const aml_hosted_late *late; /* private, as the next: NULL for none */
  bool is_searched;
} aml_hosted_scripts;

/* Adds the scripts in a tree, one of those read from `text`, of GitHub Actions (workflows and composite
 * actions), Azure Pipelines (with templates) or GitLab CI, in the order of the file. What is deeper than such
 * files are is not looked at. O(size of the tree and the text). */
void aml_hosted_find(aml_arena *arena, aml_sv text, const aml_value *root, aml_hosted_scripts *out);

/* What a file's inputs hold, or the parameters of a template: unknown, with their defaults in the reason;
 * NULL where it has none. */
const aml_hosted_scope *aml_hosted_inputs_of(aml_arena *arena, const aml_value *root);

/* The variables that steps set for later ones, as far as the text tells; NULL for none. O(n). */
const aml_hosted_late *aml_hosted_late_of(aml_arena *arena, aml_sv text);

/* What a variable holds around a script: a string, or unknown where the host fills it in; NULL where nothing
 * sets it. O(variables). */
const aml_value *aml_hosted_variable(const aml_hosted_scope *scope, aml_sv name, bool is_outer);

#endif
