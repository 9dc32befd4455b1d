/* Whether a run checked everything that a waiver may cover. */
#ifndef AMLINT_ENGINE_WAIVER_CHECKED_H
#define AMLINT_ENGINE_WAIVER_CHECKED_H

#include "engine/apply.h"

typedef struct aml_checked {
  const aml_applying *on;
  aml_map unchecked; /* rule id to the files that it did not run on; filled as rules are asked for */
  bool has_looked;   /* at where the resources are, which sets the next two */
  bool lacks_subscription, lacks_group; /* of some resource nobody says it */
} aml_checked;

void aml_engine_begin_checked(aml_checked *self, const aml_applying *on);

/* For an aml_waiver_checker whose context is an aml_checked: true where each rule of the waiver was on, and
 * ran, in every file that the waiver may lie in, whatever option or line of a configuration decides that, and
 * where it is known of every resource whether it lies in the waiver's scope. */
bool aml_engine_was_checked(void *ctx, const aml_waiver *waiver);

/* Whether a file that is no part of the run exists all the same, or may exist, by its shown path. */
bool aml_engine_is_left_out(const aml_inputs *inputs, aml_sv path);

/* Whether the rule ran on the file of this shown path; of one that does not exist, nothing is left to check.
 */
bool aml_engine_ran_on_path(
    const aml_criteria *criteria, const aml_inputs *inputs, aml_sv path, const aml_rule *rule);

/* Whether the run looked at whole folders, and not only at files that were named. */
bool aml_engine_is_whole(const aml_inputs *inputs);

#endif
