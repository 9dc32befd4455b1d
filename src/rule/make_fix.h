/* Machine edits that fix a finding. Private to rule/ and policy/. */
#ifndef AMLINT_RULE_MAKE_FIX_H
#define AMLINT_RULE_MAKE_FIX_H

#include "rule/finding.h"
#include "rule/rule_body.h"

/* Fills finding->fixes from the rule's `fix`, where every edit can be made with certainty; else leaves none.
 */
void aml_rule_make_fix(aml_check *check, const aml_telling *telling, aml_arena *arena, aml_finding *finding);

#endif
