/* The fix of a misspelt word in a file as written, YAML or JSON. */
#ifndef AMLINT_RULE_RESPELL_FIX_H
#define AMLINT_RULE_RESPELL_FIX_H

#include "rule/finding.h"

/* Offers the fix. None where the file does not hold the word as it was read: it is escaped, folded, or has an
 * anchor or a tag. Never safe: what a file says with the word in place was not so before. */
void aml_respell_apply(
    aml_arena *arena, const aml_sources *sources, const aml_respelling *respelling, aml_finding *finding);

#endif
