/* Machine edits that mend a finding. Private to rule/ and policy/. */
#ifndef AMLINT_RULE_MEND_H
#define AMLINT_RULE_MEND_H

#include "rule/body.h"
#include "rule/finding.h"

/* Fills finding->fixes from the rule's `mend`, where every edit can be made with certainty; else leaves none.
 */
void aml_mend_apply(aml_check *check, const aml_rule_body *body, aml_arena *arena, aml_finding *finding);

#endif
