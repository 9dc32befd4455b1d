/* The run over the files as they were before a change, under the same configuration, to tell what is new. */
#ifndef AMLINT_ENGINE_BEFORE_H
#define AMLINT_ENGINE_BEFORE_H

#include "rule/finding.h"

struct aml_engine;
struct aml_inputs;
typedef struct aml_before aml_before;

/* It is run when it is first asked for: up to where its resources are linked, or all of it. */
typedef struct aml_former {
  struct aml_engine *after;                 /* the run over the files as they are */
  bool (*read)(struct aml_engine *engine);  /* false where it ended, which is concluded */
  void (*judge)(struct aml_engine *engine); /* what is left of a run that was read */
  aml_before *before;                       /* NULL: not begun */
  bool is_judged, is_told;
} aml_former;

/* The run, linked; NULL where it was not possible, or ended before that. */
struct aml_engine *aml_former_read(aml_former *former);
/* The rest of it. False where it was not possible, or ended before its time. */
bool aml_former_judge(aml_former *former);

/* Whether the finding, or its resource, is in the run over the files before the change. */
bool aml_former_has(aml_former *former, const aml_finding *finding);
/* The inputs of that run; NULL where it was not possible. */
const struct aml_inputs *aml_former_inputs(aml_former *former);

#endif
