/* What a run says besides its findings, and whether it is whole: every stage may add to it. */
#ifndef AMLINT_ENGINE_REMARKS_H
#define AMLINT_ENGINE_REMARKS_H

#include "report/report.h"
#include "source/diag.h"

typedef AML_VEC(aml_notice) aml_notices;

typedef struct aml_remarks {
  aml_arena *arena; /* of the run */
  aml_notices notices;
  aml_diags
      diags; /* of amlint's own files: configurations, rules and so on; those of inputs are with these */
  bool is_incomplete; /* something could not be checked: the exit status will be 2 */
  bool has_ended;     /* before its time: the run's budget was spent */
  bool ran_out;       /* the system refused memory to work that a guard surrounds; see aml_engine_ran_out */
  bool lacks_rules;   /* a file of rules or policies could not be used, so a rule that is asked for may be one
                         of its */
} aml_remarks;

/* Returns the notice, good until the next one. */
__attribute__((format(printf, 4, 5))) aml_notice *aml_engine_notice(
    aml_remarks *remarks, aml_severity severity, aml_sv path, const char *format, ...);

/* Whether the file at a shown path is there. Where nobody can tell, it says so, and the run is incomplete. */
bool aml_engine_sees(aml_remarks *remarks, aml_sv path, aml_presence presence);

#endif
