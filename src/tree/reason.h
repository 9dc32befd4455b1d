/* Why something is not known, in the words of whoever reads a finding: first what is not known, then, after
 * "; ", what to do about it. "parameter 'nodes' has no value; give it one with '--parameters FILE'". A reason
 * begins like a part of a sentence and ends without a full stop. */
#ifndef AMLINT_TREE_REASON_H
#define AMLINT_TREE_REASON_H

#include "base/sv.h"

/* Reasons that several places give. */
#define AML_REASON_UNREAD "a part of the file could not be read; correct the error reported for it"
#define AML_REASON_PART   "a part of the value is not known; state it explicitly"
#define AML_REASON_LIMIT  "evaluating it reached a limit; see what AML003 reports"
#define AML_REASON_WORKSPACE                                                                                 \
  "no file checked declares its workspace; check that file too, or name the workspace under 'workspaces:' "  \
  "in amlint.yml"

/* What is not known, without what to do. */
aml_sv aml_reason_what(aml_sv reason);
/* What several reasons have in common: that a part of the file could not be read, whatever was looked for in
 * it; else the reason itself. */
aml_sv aml_reason_cause(aml_sv reason);

#endif
