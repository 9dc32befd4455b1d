/* The files of a run: each read, parsed and recognised on its own, in an arena of its own. */
#ifndef AMLINT_ENGINE_FILES_H
#define AMLINT_ENGINE_FILES_H

#include "arm/template.h"
#include "azureml/azureml.h"
#include "config/config.h"
#include "source/diag.h"
#include "source/forms.h"
#include "tree/read.h"

typedef enum aml_file_kind {
  AML_FILE_OTHER,      /* of no kind that we know */
  AML_FILE_TEMPLATE,   /* an ARM template */
  AML_FILE_PARAMETERS, /* a parameter file */
  AML_FILE_CLI,        /* Azure ML CLI YAML, or JSON of the same fields */
} aml_file_kind;

typedef enum aml_file_state {
  AML_FILE_READ,   /* all of it */
  AML_FILE_BROKEN, /* in part: a syntax error or a bound */
  AML_FILE_FAILED, /* not at all */
} aml_file_state;

/* One expansion of a file: of a template with at most one parameter file, or of all documents of a YAML file.
 */
typedef struct aml_expansion {
  aml_arena arena;
  struct aml_file *file;
  struct aml_file *parameters; /* NULL for none */
  aml_resources resources;
  aml_diags diags;
  aml_arm_stats stats;
  aml_status status; /* AML_OK, or why not all resources are there: no memory, or the budget */
} aml_expansion;

typedef struct aml_file {
  aml_source *source;
  aml_arena arena;
  bool is_loaded;
  bool is_context; /* nobody asked for it: read because another file needs it */
  bool is_given;   /* its bytes came from the caller */
  aml_sv given;
  aml_file_kind kind;
  aml_file_state state;
  aml_budget budget;               /* of reading; `finish` is set by who adds the file */
  aml_status status;               /* AML_OK, or why reading was given up: no memory, or the budget */
  aml_tree *tree;                  /* NULL where FAILED, or of a form that is not read */
  const aml_form *form;            /* kind OTHER: the form that its name or text shows; NULL for none */
  bool is_marked;                  /* it speaks of Azure ML compute in that form, or cannot be searched */
  aml_sv unsearched;               /* why it cannot; empty */
  aml_sv left_out_by;              /* as in aml_found, or the path of a configuration */
  const aml_yaml_kind *yaml_kinds; /* kind CLI: one for each document */
  aml_diags diags;
  const aml_config *config;
  const aml_placeholder_styles *placeholders; /* that the text may have; NULL: the usual ones */
  AML_VEC(aml_expansion *) expansions;        /* in the order of the parameter files' paths */
} aml_file;

/* Reads, parses and recognises, or, of a form that is not read, searches for its marks and gives the bytes
 * back; never fails: what is wrong is in state, status and diags. The arena must be
 * initialised. Uses nothing but the file, so files can be loaded
 * by several threads at once. */
void aml_file_load(aml_file *file);
/* Frees all that was made for the file and its expansions. */
void aml_file_release(aml_file *file);

/* Whether the text speaks of Azure ML at all, so that its syntax errors are worth a finding even where it
 * lies in a searched folder. */
bool aml_file_is_of_interest(const aml_file *file);

/* The mark of a marked file, whose bytes are read again into the arena where they were not kept; the file's
 * start where it is there no more. */
aml_span aml_file_find_mark(aml_file *file, aml_arena *arena);

/* The root value of the first document; a null value where there is none. */
const aml_value *aml_file_root(const aml_file *file);

#endif
