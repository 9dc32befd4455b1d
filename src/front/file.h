/* The files of a run, as front ends read them, and the units that are made of them. */
#ifndef AMLINT_FRONT_FILE_H
#define AMLINT_FRONT_FILE_H

#include "base/budget.h"
#include "base/date.h"
#include "graph/resource.h"
#include "source/diag.h"
#include "source/guest.h"
#include "tree/read.h"

struct aml_config;
struct aml_export;
struct aml_front_end;
struct aml_front_ends;

typedef enum aml_file_state {
  AML_FILE_READ,   /* all of it */
  AML_FILE_BROKEN, /* in part: a syntax error or a bound */
  AML_FILE_FAILED, /* not at all */
} aml_file_state;

typedef struct aml_file aml_file;

typedef AML_VEC(aml_file *) aml_file_list;

/* What stands around a unit, as the configuration of its file tells it. Any of it may be NULL or empty. */
typedef struct aml_surroundings {
  const aml_value *context;        /* what subscription(), resourceGroup() and so on return, by name */
  const aml_value *template_links; /* {"https://...": "relative/path"} */
  const aml_value *bicep;          /* {cache, modules} of the configuration */
  bool has_workspace;              /* one is configured that the file belongs to: */
  aml_sv workspace_key;
  const aml_value *workspace, *workspace_location; /* its name, and its location */
  aml_scope_path workspace_scope;
} aml_surroundings;

/* A command that names a file, and may say more than the file does: one way in which the file is evaluated.
 * In the arena of the run. */
typedef struct aml_use {
  aml_sv by;                 /* the file that holds the command, as shown */
  aml_span span;             /* of the command */
  const aml_value *settings; /* what it says over the file, in the file's words; open where it may say more */
  const aml_value *parameters; /* of a template: the root of a parameter file; NULL for none */
} aml_use;

/* Whether it says no more than the file. */
static inline bool aml_use_is_plain(const aml_use *use) {
  return use->settings->as.object.count == 0 && !aml_value_has(use->settings, AML_VALUE_OPEN);
}

/* An evaluation unit: files that together make resources, in one way. A template is one by itself, and one
 * more with each of its parameter files; a folder of Terraform is one, and so is a file of several documents.
 */
typedef struct aml_unit {
  aml_arena arena;                /* of what expanding makes */
  aml_file *file;                 /* the one that it is named after; its row expands it */
  aml_file *parameters;           /* the one whose values it is evaluated with; NULL for none */
  aml_file_list others;           /* further files that belong to it */
  const aml_use *use;             /* the command that it is evaluated for; NULL for none */
  const aml_surroundings *around; /* while it is expanded; else NULL */
  aml_resources resources;
  aml_diags diags;
  aml_status status; /* AML_OK, or why not all resources are there: no memory, or the budget */
} aml_unit;

struct aml_file {
  aml_source *source;
  const aml_guest *guest; /* NULL: all of the source; else the text in it that this file is */
  aml_file *host;         /* of a guest: the file that holds it */
  aml_sv name;            /* what rows know it by: the source's path, or what its host calls a guest */
  const struct aml_front_ends *front_ends;
  aml_arena arena;   /* of a file that is no guest */
  aml_arena *memory; /* its own arena, or its host's: for all that is read from it */
  bool is_loaded;
  bool is_context;       /* nobody asked for it: read because another file needs it */
  bool is_evidence;      /* it tells what runs: no declaration, whatever it looks like; also context */
  bool is_given;         /* its bytes came from the caller */
  bool reads_documents;  /* of the configuration: 'documents: check' */
  bool is_bounded_alone; /* its budget of memory is the most that any one file may take */
  bool is_marked;        /* no row reads it: it speaks of Azure ML compute, or cannot be searched */
  bool is_unmarked;      /* its text has no mark of it (front/marks.h), as a row has seen in passing */
  aml_file_state state;
  aml_status status;          /* AML_OK, or why reading was given up: no memory, or the budget */
  aml_sv exported_by;         /* who exported it; may be empty */
  aml_truth is_said_complete; /* evidence: that it lists all there is; MAYBE: nobody says it */
  aml_day exported;           /* of evidence: the day of the export; AML_DAY_NONE where nobody says it */
  aml_file *part_of; /* the file of the run whose units it is evaluated in: it has none of its own, unless
                        somebody named it; NULL */
  aml_sv given;      /* those bytes */
  aml_budget budget; /* of reading */
  const aml_placeholder_styles *placeholders; /* that the text may have; NULL: the usual ones */

  /* What reading makes. */
  const struct aml_front_end *front; /* the row that reads it; NULL: none does */
  const void *content;               /* what its row made of it, for that row alone */
  struct aml_export *export;         /* of an export: what it is (inventory/export.h); NULL */
  aml_tree *tree; /* values as they stand in the text, for what looks at every file (secrets, comments); NULL
                     where FAILED, or not read */
  aml_diags own_diags;
  aml_diags *diags; /* a guest's are its host's */
  aml_file_list guests;
  struct aml_edited *edited; /* its stretch of the source, and all of them */
  struct aml_edited_list *stretches;

  /* Where no row reads it. */
  const struct aml_front_end *unread_as; /* the row of the form that its name or text shows; NULL for none */
  aml_sv unsearched;                     /* why it cannot be searched; empty */
  aml_sv left_out_by;                    /* as in aml_found, or the path of a configuration */

  AML_VEC(aml_sv)
  folders; /* that what it runs goes to, as it names them: paths in it may be seen from there */

  const struct aml_config *config;
  AML_VEC(aml_unit *) units; /* its own, and those of its guests */
};

/* The file of the run that a text inside of others stands in, at last; the file itself where it is no guest.
 */
const aml_file *aml_file_holder(const aml_file *file);

/* The text that is read. */
aml_sv aml_file_text(const aml_file *file);
/* The same, also of a file that was searched only, whose bytes were given back: they are read into the arena.
 * NULL data where it cannot be read as text. For any thread. */
aml_sv aml_file_text_again(const aml_file *file, aml_arena *arena);

/* The tree of a text in YAML or JSON, read when first asked for; the state says where it is broken. */
aml_tree *aml_file_tree(aml_file *file);

/* The root value of the first document; a null value where there is none. */
const aml_value *aml_file_root(const aml_file *file);

/* The place of the bytes [begin, end) of the file's text. */
aml_span aml_file_span(const aml_file *file, size_t begin, size_t end);

#endif
