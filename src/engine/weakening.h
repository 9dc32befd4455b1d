/* What a change makes of the files that judge it: compared are those of before and after, read in full. */
#ifndef AMLINT_ENGINE_WEAKENING_H
#define AMLINT_ENGINE_WEAKENING_H

#include "engine/engine.h"

/* What would be in force, with the agreed files of a revision or of the working tree: configurations, rules,
 * facts, waivers; and which files would be read. Only files that the change touches are loaded, for their
 * comments. */
typedef struct aml_standing {
  aml_engine *engine; /* never run; its texts live as long as the run that it was made for */
} aml_standing;

/* For each pair of configurations that govern one file, or the root, before and after. */
typedef struct aml_weakening {
  aml_engine *run; /* gets a notice for each weakening, and counts them */
  aml_engine *before, *after;
  const aml_config *was, *is;
} aml_weakening;

/* A notice at `span` of the standing `after`, or about the file `path`. */
__attribute__((format(printf, 3, 4))) void aml_weakening_tell(
    const aml_weakening *w, aml_sv path, const char *format, ...);

/* Of one pair: rules that are off, less severe or not as strict. `path` is where severities are asked for. */
void aml_weakening_of_rules(const aml_weakening *w, aml_sv path);
void aml_weakening_of_settings(const aml_weakening *w);
void aml_weakening_of_governance(const aml_weakening *w);

/* Of the whole. */
void aml_weakening_of_waivers(const aml_weakening *w);
void aml_weakening_of_baseline(const aml_weakening *w);
void aml_weakening_of_facts(const aml_weakening *w);
void aml_weakening_of_files(const aml_weakening *w);

#endif
