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
  AML_ENTRY_CAUSE,    /* rules and resources that are not decided for one reason */
} aml_entry_kind;
enum { AML_ENTRY_KINDS = AML_ENTRY_CAUSE + 1 };

typedef struct aml_entry {
  aml_entry_kind kind;
  AML_VEC(const aml_told *) told; /* ONE: one; of a RESOURCE the worst first; of a CAUSE in the run's order */
} aml_entry;

typedef struct aml_entries {
  AML_VEC(aml_entry *) list;
} aml_entries;

/* What the options ask for: first, in the order of the run, what is told by itself, then LINES, RULE and
 * RESOURCE entries, of each kind the worst first, and CAUSE entries. Gathered are undecided findings and
 * active ones that are no errors; into RULE entries only notes and what says that a property is absent.
 * Nothing is where the options are verbose. All of it lives in the run's arena. */
aml_entries aml_gather(const aml_run *run, const aml_report_options *options);

/* What the options ask for in the order of the run, for reports of lines: the copies of a loop are told once,
 * and so is what is not decided of one resource for one reason, at its first place. The latter is not where
 * the options are verbose. */
aml_entries aml_gather_lines(const aml_run *run, const aml_report_options *options);

/* What a CAUSE entry says: "3 rules are not decided for 'a' and 2 other resources: ...". */
aml_sv aml_cause_text(aml_arena *arena, const aml_entry *entry);

/* What an entry of aml_gather_lines says, in one line. */
aml_sv aml_entry_line(aml_arena *arena, const aml_entry *entry);

/* The ids of the rules of an entry, each once, sorted. */
typedef struct aml_rule_ids {
  AML_VEC(aml_sv) list;
} aml_rule_ids;
aml_rule_ids aml_entry_rules(aml_arena *arena, const aml_entry *entry);

/* The first of an entry's findings on each of its resources. */
typedef struct aml_told_list {
  AML_VEC(const aml_told *) list;
} aml_told_list;
aml_told_list aml_entry_resources(aml_arena *arena, const aml_entry *entry);

#endif
