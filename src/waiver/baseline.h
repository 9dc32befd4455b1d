/* Baselines: the findings that were there when the gate was put up. A file of fingerprints, sorted, so that
 * it merges and diffs well.
 *
 * A fingerprint is made of rule, path, resource, property and value: moving lines changes nothing, another
 * value is a new finding. */
#ifndef AMLINT_WAIVER_BASELINE_H
#define AMLINT_WAIVER_BASELINE_H

#include "base/json.h"
#include "rule/finding.h"

typedef struct aml_baseline_entry {
  aml_sv fingerprint, rule, file, resource, property, message;
  aml_day since;        /* when it was taken up */
  aml_span span;        /* in the baseline file */
  aml_finding *finding; /* that it covers in this run; NULL: gone, or not checked */
  bool is_unchecked;    /* its rule did not run on its file, so nobody knows whether it is gone */
} aml_baseline_entry;

static inline bool aml_baseline_is_gone(const aml_baseline_entry *entry) {
  return entry->finding == NULL && !entry->is_unchecked;
}

typedef struct aml_baseline {
  aml_arena *arena;
  AML_VEC(aml_baseline_entry *) list;
  aml_map by_fingerprint;
} aml_baseline;

/* Empty; what is read later lives in the arena. */
void aml_baseline_init(aml_baseline *baseline, aml_arena *arena);

/* Reads the tree of a baseline file. What is not of its form is AML902 with is_incomplete set, and the rest
 * is taken. */
void aml_baseline_read(aml_baseline *baseline, const aml_value *root, aml_diags *diags);

/* Marks the findings that the baseline knows: suppressed and baselined. Never broken input, nor findings on
 * exceptions (AML9xx). */
void aml_baseline_apply(aml_baseline *baseline, const aml_findings *findings);

/* Tells whether a file, by its shown path, still exists. */
typedef struct aml_file_oracle {
  bool (*exists)(void *ctx, aml_sv path);
  void *ctx;
} aml_file_oracle;

/* After aml_baseline_apply: an entry whose file does not exist any more stands for an unknown finding
 * elsewhere that is the same but for its path, so that renaming a file brings no new findings. Each entry
 * stands for one.
 */
void aml_baseline_follow_renames(
    aml_baseline *baseline, const aml_findings *findings, const aml_file_oracle *files);

typedef enum aml_baseline_change {
  AML_BASELINE_CREATE, /* all that is active now */
  AML_BASELINE_UPDATE, /* the known ones that are not gone, and the new ones */
  AML_BASELINE_PRUNE,  /* the known ones that are not gone */
} aml_baseline_change;

/* Writes the file that the change makes. Entries that stay keep their date; new ones get `as_of`. Returns how
 * many it holds. */
size_t aml_baseline_write(aml_json *json, const aml_baseline *baseline, aml_baseline_change change,
    const aml_findings *findings, const aml_sources *sources, aml_day as_of);

#endif
