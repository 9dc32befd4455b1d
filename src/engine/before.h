/* The run over the files as they were before a change, under the same configuration, to tell what is new. */
#ifndef AMLINT_ENGINE_BEFORE_H
#define AMLINT_ENGINE_BEFORE_H

#include "rule/finding.h"

struct aml_engine;
struct aml_inputs;
typedef struct aml_before aml_before;

/* It is run when it is first asked for. */
typedef struct aml_former {
  struct aml_engine *after;               /* the run over the files as they are */
  void (*run)(struct aml_engine *engine); /* all stages */
  aml_before *before;                     /* NULL: not run, or not possible: then everything counts as new */
  bool is_run;
} aml_former;

/* Whether the finding, or its resource, is in the run over the files before the change. */
bool aml_former_has(aml_former *former, const aml_finding *finding);
/* The inputs of that run; NULL where it was not possible. */
const struct aml_inputs *aml_former_inputs(aml_former *former);

#endif
