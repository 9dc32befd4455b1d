/* What people are told of findings, in fewer entries: the copies of one loop once, what a rule says of many
 * resources together, and together what is absent from one resource. Programs are told every finding. */
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
  AML_ENTRY_LINES,    /* a rule on several places, in words that differ */
  AML_ENTRY_RULE,     /* a rule on several places, in words that differ by the resource's name only */
  AML_ENTRY_RESOURCE, /* what several rules find absent at one place */
} aml_entry_kind;
enum { AML_ENTRY_KINDS = AML_ENTRY_RESOURCE + 1 };

typedef struct aml_entry {
  aml_entry_kind kind;
  AML_VEC(aml_told) told; /* ONE: one; of a RESOURCE the worst first */
} aml_entry;

typedef struct aml_entries {
  AML_VEC(aml_entry *) list;
} aml_entries;

/* What the options ask for: first, in the order of the run, what is told by itself, then LINES, RULE and
 * RESOURCE entries, of each kind the worst first. Gathered are active findings that are no errors; into RULE
 * entries only notes and what says that a property is absent. Nothing is where the options are verbose. All
 * of it lives in the run's arena. */
aml_entries aml_gather(const aml_run *run, const aml_report_options *options);

/* What the options ask for, the copies of a loop told once and nothing else gathered. */
aml_entries aml_gather_copies(const aml_run *run, const aml_report_options *options);

#endif
