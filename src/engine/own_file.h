/* Files of amlint's own: configurations, rules, exceptions, baselines. */
#ifndef AMLINT_ENGINE_OWN_FILE_H
#define AMLINT_ENGINE_OWN_FILE_H

#include "engine/changes.h"
#include "engine/run_budget.h"

/* What such files are read with: they count for the budget, and what a change of one of them does is
 * everything. */
typedef struct aml_own_reader {
  aml_arena *arena; /* of the run */
  const aml_request *request;
  aml_inputs *inputs; /* whose sources they join */
  aml_bounds *bounds;
  aml_changes *changes;
  aml_remarks *remarks;
  aml_map extended; /* what configurations extend, by path: many may extend one, which is read once */
} aml_own_reader;

/* What a file is meant to be. Of one that is something else (a key, a password file that somebody named) no
 * output shows any text: messages about it quote nothing, and its source is withheld. */
typedef struct aml_own_kind {
  const char *noun;                         /* "rule file" */
  const char *rule;                         /* what it is reported as, where it is something else */
  bool (*recognise)(const aml_value *root); /* of the first document, which may be half read */
  bool may_be_other;                        /* nobody named it: where it is well-formed, nothing is said */
} aml_own_kind;
extern const aml_own_kind aml_own_config, aml_own_found_config, aml_own_rule, aml_own_policy,
    aml_own_policy_in_folder, aml_own_exceptions, aml_own_baseline, aml_own_context, aml_own_aliases;

/* The may_open of aml_config_files, ctx an aml_own_reader: what a configuration that was found, not named,
 * may lead to: files and folders below the root, links resolved, and outside of .git. */
bool aml_engine_may_open(void *ctx, aml_sv folder, aml_sv name);

/* Reads the file at an absolute path into the run's arena: the root of its first document. NULL, with a
 * diagnostic, where it cannot be read or is of another kind; NULL also where it holds nothing. *out (which
 * may be NULL) becomes its source, in any case; the source's path is the shown one. */
const aml_value *aml_engine_read_own_file(
    const aml_own_reader *reader, aml_sv open_as, const aml_own_kind *kind, aml_source **out);

/* The same, but NULL also for what is not well-formed: half a rule is none, and to judge it would only repeat
 * that. */
const aml_value *aml_engine_read_whole_file(
    const aml_own_reader *reader, aml_sv open_as, const aml_own_kind *kind);

/* The text of the regular file at a path relative to the root and inside it; false where there is none that
 * can be read. */
bool aml_engine_read_own_text(const aml_own_reader *reader, aml_sv path, size_t max, aml_sv *out);

/* Remembers that the file or folder at an absolute path says how to judge, whether or not it is there. */
void aml_engine_note_role(const aml_own_reader *reader, aml_sv absolute);

typedef void aml_own_file_visit(void *ctx, const aml_found *found);

typedef struct aml_own_walk {
  const char *noun; /* "Rule file" */
  aml_own_file_visit *visit;
  void *ctx;
  aml_take (*take)(const void *table, aml_sv path); /* which files of a folder; NULL: JSON and YAML */
} aml_own_walk;

/* Calls visit(ctx, found) for each file that the paths name, or that lies in the folders that they name, in
 * the order of their paths. `folder`, absolute, is what the paths are relative to. A path that cannot be
 * walked, and a link out of the root in a folder, is an error notice about the `noun` and makes the run
 * incomplete. */
void aml_engine_walk_own_files(
    const aml_own_reader *reader, const aml_texts *paths, aml_sv folder, const aml_own_walk *how);

#endif
