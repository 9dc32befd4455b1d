/* What people are told of findings, in fewer entries: the copies of one loop are told once, and findings that
 * only say that something is absent stand together. Programs are told every finding. */
#ifndef AMLINT_REPORT_GATHER_H
#define AMLINT_REPORT_GATHER_H

#include "report/report.h"

typedef struct aml_told { /* one finding, or the copies of one loop, which follow one another */
  const aml_finding *finding;
  aml_sv copies; /* " (4 copies: 'a', 'b', 'c', ...)"; empty for one finding */
  size_t count;  /* of findings */
} aml_told;

typedef enum aml_entry_kind {
  AML_ENTRY_ONE,      /* told by itself */
  AML_ENTRY_RULE,     /* one rule says the same of several resources, by their names */
  AML_ENTRY_RESOURCE, /* several rules of one place */
} aml_entry_kind;

typedef struct aml_entry {
  aml_entry_kind kind;
  AML_VEC(aml_told) told; /* ONE: one; of a RESOURCE the worst first */
} aml_entry;

typedef struct aml_entries {
  AML_VEC(aml_entry *) list;
} aml_entries;

/* What the options ask for, in the order of the run; behind it RULE entries, then RESOURCE entries, the worst
 * first. Only active findings are gathered that are no errors and bring no edit to show: into RULE entries
 * notes and what only says that a property is absent, into RESOURCE entries the latter. None is where the
 * options are verbose. All of it lives in the run's arena. */
aml_entries aml_gather(const aml_run *run, const aml_report_options *options);

/* What the options ask for, the copies of a loop told once and nothing else gathered. */
aml_entries aml_gather_copies(const aml_run *run, const aml_report_options *options);

#endif
