/* Machine edits that mend a finding. Private to policy/. */
#ifndef AMLINT_POLICY_MEND_H
#define AMLINT_POLICY_MEND_H

#include "policy/body.h"
#include "policy/finding.h"

/* Fills finding->fixes from the rule's `mend`, where every edit can be made with certainty; else leaves none.
 */
void aml_mend_apply(aml_check *check, const aml_rule_body *body, aml_arena *arena, aml_finding *finding);

#endif
