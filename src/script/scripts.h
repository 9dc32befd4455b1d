/* The scripts of one file, whatever holds them. Private to script/. */
#ifndef AMLINT_SCRIPT_SCRIPTS_H
#define AMLINT_SCRIPT_SCRIPTS_H

#include "front/front_end.h"
#include "script/hosts.h"
#include "script/variables.h"

typedef struct aml_script {
  const aml_shell *shell;
  const aml_hosted_scope *scope; /* what is set around it; NULL for nothing */
  unsigned run;                  /* scripts of one run, one after the other, see the same defaults */
  bool goes_on;                  /* in the shell of the one before it */
  bool names_files;              /* a command takes what it makes from a file */
} aml_script;

typedef struct aml_scripts { /* the content of a file */
  AML_VEC(aml_script) list;
  size_t makers; /* how many of them make something, or name a file that says what there is */
} aml_scripts;

typedef struct aml_script_source {
  const aml_guest *text;
  aml_script_language language;
  unsigned flags; /* aml_shell_flags */
  const aml_hosted_scope *scope;
  unsigned run;
  bool goes_on, is_kept; /* `is_kept`: whatever it holds, for those that go on */
  aml_diags *diags;
} aml_script_source;

/* What the words of the scripts stand for, one after the other: begins as 0 but for `arena`, in which all
 * of it lives. */
typedef struct aml_scripts_reading {
  aml_arena *arena;
  aml_environment *environment; /* what surrounds them, where no scope says it; NULL: nothing more does */
  const void *host;             /* of the environment */
  aml_variables *before;        /* private: of the script before */
} aml_scripts_reading;

aml_variables *aml_scripts_next(aml_scripts_reading *reading, const aml_script *script);

/* `read` of rows whose files are scripts of a shell or PowerShell as a whole; flags are aml_shell_flags. */
bool aml_scripts_read(aml_file *file, unsigned flags);

/* Reads a script, and those that stand in its words ("bash -c '...'"); keeps what makes resources, or names
 * files that do. Files that it writes out of here-documents become guests of the file. The script where
 * anything was kept; NULL else. */
const aml_shell *aml_scripts_add(aml_file *file, aml_scripts *all, const aml_script_source *from);

/* The same of one that was read in another way. */
void aml_scripts_add_shell(aml_file *file, aml_scripts *all, const aml_shell *shell,
    const aml_hosted_scope *scope, aml_diags *diags);

/* The tree of a file that holds no values. */
aml_tree *aml_scripts_tree(aml_file *file);

/* Adds, in the order of the file, the comments that name this program and so may waive: those of its scripts,
 * or those that are lines of a text in it. Its tree is there. O(n log n) each. */
void aml_scripts_add_comments(aml_file *file, const aml_scripts *all);
void aml_scripts_add_line_comments(aml_file *file, const aml_guest *text);

/* `expand` of every row whose content is aml_scripts. */
void aml_scripts_expand(const aml_front_host *host, aml_unit *unit);

/* Adds to the unit what a file of such content makes, which need not be the unit's own, with what its host
 * knows of the variables around it. */
void aml_scripts_expand_in(const aml_front_host *host, aml_unit *unit, const aml_file *file,
    aml_environment *environment, const void *ctx);

#endif
