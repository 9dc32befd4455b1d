/* What the text report says once, of a rule or of a whole entry, is settled before its entries are printed:
 * so they can be printed side by side. */
#ifndef AMLINT_REPORT_TEXT_PLAN_H
#define AMLINT_REPORT_TEXT_PLAN_H

#include "report/gather.h"

typedef struct aml_planned {
  const aml_entry *entry;
  bool has_see;         /* it says where its rule is explained */
  bool has_one_help;    /* of LINES: the help differs by names only */
  const bool *has_help; /* of a RESOURCE, by finding: whether its help is printed */
  const aml_sv *places; /* of a RULE, by finding: its place, safe to print; the first is empty */
} aml_planned;

typedef struct aml_planned_part { /* findings [begin, end) of an entry: of LINES some, of all others all */
  const aml_planned *of;
  size_t begin, end;
} aml_planned_part;

typedef struct aml_text_plan {
  AML_VEC(aml_planned_part) parts;
  AML_VEC(size_t) pieces; /* where each begins among the parts, and where the last ends */
} aml_text_plan;

/* The entries that aml_gather makes, in parts, and these in pieces that take about as long as each other. All
 * of it lives in the run's arena, with the line tables of the sources that the entries show. */
aml_text_plan aml_text_plan_of(const aml_run *run, const aml_report_options *options);

/* "path:8:24 'name' (4 copies: ...)", safe to print. */
aml_sv aml_told_place(const aml_run *run, const aml_told *told);

#endif
