/* What a change makes of the files that judge it: compared are those of before and after, read in full. */
#ifndef AMLINT_ENGINE_WEAKENING_H
#define AMLINT_ENGINE_WEAKENING_H

#include "engine/acceptance.h"
#include "engine/before.h"
#include "engine/changes.h"
#include "engine/criteria.h"
#include "engine/run_budget.h"
#include "engine/weakening_spot.h"

/* --changed-since: a notice for each weakening. */
void aml_engine_find_weakenings(aml_bounds *bounds, const aml_request *request, aml_inputs *inputs,
    aml_changes *changes, aml_remarks *remarks);

/* A notice for each file that was checked by itself before the change, with its own defaults, and is only
 * checked as another file uses it now, or with the values of a parameter file. After all are expanded. */
void aml_engine_find_narrowed(const aml_request *request, aml_inputs *inputs, aml_changes *changes,
    aml_remarks *remarks, aml_former *former);

/* What files are judged by at one time, with the agreed files of a revision or of the working tree. Only
 * files that the change touches are loaded, for their comments; nothing is checked. */
typedef struct aml_standing {
  const aml_inputs *inputs;
  const aml_criteria *criteria;
  const aml_acceptance *acceptance;
} aml_standing;

/* For each pair of configurations that govern one file, or the root, before and after. */
typedef struct aml_weakening {
  aml_bounds *bounds; /* of the run, as the next four */
  const aml_request *request;
  aml_inputs *inputs;   /* whose sources the places are in */
  aml_changes *changes; /* counts the weakenings */
  aml_remarks *remarks; /* gets a notice for each */
  aml_standing before, after;
  const aml_config *was, *is;
  aml_weakening_files *files;
} aml_weakening;

/* A notice at the spot: "This change " and what it does, without full stop. */
__attribute__((format(printf, 3, 4))) void aml_weakening_tell(
    const aml_weakening *w, aml_weakening_spot spot, const char *format, ...);

/* What is told in one sentence for each spot, "This change WHAT: 'a', 'b' and 3 more.", in the order in which
 * names came. */
typedef struct aml_weakening_names {
  const aml_weakening *w;
  const char *what;
  aml_map by_spot; /* private */
} aml_weakening_names;
aml_weakening_names aml_weakening_names_begin(const aml_weakening *w, const char *what);
void aml_weakening_names_add(aml_weakening_names *names, aml_weakening_spot spot, aml_sv name);
/* `of`: "for 'c.yml'", where it is not empty. */
void aml_weakening_names_tell(const aml_weakening_names *names, aml_sv of);

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
