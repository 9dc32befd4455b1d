/* A finding: one rule's verdict on one place, with its evidence. */
#ifndef AMLINT_RULE_FINDING_H
#define AMLINT_RULE_FINDING_H

#include "base/date.h"
#include "graph/resource.h"
#include "rule/rule.h"
#include "source/text_edit.h"

typedef enum aml_finding_status {
  AML_ACTIVE,
  AML_SUPPRESSED,
  AML_UNDECIDED,
  /* What is no finding, for reports that are asked to tell it: */
  AML_PASSED,         /* the rule holds for the resource */
  AML_NOT_APPLICABLE, /* the rule leaves the resource out */
  AML_GONE,           /* known from the baseline, and not there any more */
} aml_finding_status;

typedef struct aml_related { /* a second place, explained: a step of the chain of origins, the lock, the
                                workspace */
  aml_span span;
  aml_sv text;
} aml_related;

typedef struct aml_fix { /* alternatives are separate fixes; edits of one fix belong together, disjoint, in
                            order */
  aml_sv description;
  bool is_safe;
  const aml_edit *edits;
  size_t edit_count;
  const aml_origin *shared; /* how the value comes that is edited outside of the resource; NULL: none is */
} aml_fix;

typedef enum aml_suppression_kind {
  AML_IN_SOURCE,
  AML_EXTERNAL,
  AML_BASELINE,
  AML_EXEMPTION
} aml_suppression_kind;

typedef struct aml_suppression {
  aml_suppression_kind kind;
  aml_sv id, owner, approver, reason, ticket;
  aml_day until; /* AML_DAY_NONE for none */
  aml_span span;
  struct aml_suppression *next;
} aml_suppression;

typedef struct aml_finding {
  const aml_rule *rule;
  aml_severity severity;
  aml_finding_status status;
  aml_span span;
  aml_span whole; /* the text that the span is a part of, and that comments stand at; AML_NO_SPAN: span */
  const aml_resource *resource; /* NULL for findings on a whole file */
  aml_sv property;     /* "properties.properties.scaleSettings.minNodeCount", or the YAML key path; empty: the
                          resource */
  aml_sv value;        /* the offending value, normalised text, for fingerprints; a secret's is a digest */
  aml_message message; /* sentences */
  const aml_related *related;
  size_t related_count;
  const aml_fix *fixes;
  size_t fix_count;
  aml_sv help;             /* how to fix this very case; may be empty: then the rule's */
  aml_sv cli;              /* the az command with this resource's names; may be empty */
  aml_sv condition;        /* holds only where this expression is true; empty for always */
  aml_sv undecided_reason; /* status UNDECIDED: what is not known */
  const aml_sv
      *parameter_files; /* shown names of the parameter files under which it holds; none for no file */
  size_t parameter_file_count;
  const aml_value *secret; /* of a rule that finds secrets: the secret, with its origins; else NULL */
  bool is_secret;          /* the span holds a secret: no report shows its text */
  bool is_incomplete;      /* something was not checked: exit status 2 */
  bool is_absence;         /* it only says that `property` is absent */
  bool is_baselined;       /* known from the baseline; also suppressed */
  bool is_as_before;       /* where a change is reported: the same was found before it */
  aml_sv fingerprint;      /* 64 hex digits, by aml_findings_fingerprint; empty before that */
  aml_suppression *suppressions;
} aml_finding;

typedef struct aml_pass { /* a rule that found nothing on a resource */
  const aml_rule *rule;
  bool is_concerned; /* false: the rule leaves the resource out */
} aml_pass;

typedef struct aml_passes { /* all of one resource: one list, since there are as many as rules */
  const aml_resource *resource;
  const aml_pass *items;
  size_t count;
} aml_passes;

typedef struct aml_findings {
  aml_arena *arena;
  AML_VEC(aml_finding *) list;
  bool keeps_passes;
  AML_VEC(aml_passes) passes; /* where they are kept */
  bool has_fingerprints;      /* each finding of the list has its own */
  size_t jobs;                /* threads that work on all of them may use; 0 is 1; set by the owner */
} aml_findings;

/* Who lets a finding pass, for people: the id of the exception, "the baseline" or "a comment". */
aml_sv aml_suppression_name(const aml_suppression *suppression);

void aml_findings_init(aml_findings *findings, aml_arena *arena);
aml_finding *aml_findings_add(aml_findings *findings); /* zeroed, appended */

/* Gives back all that was taken from the findings' arena since the mark, but for the findings added since,
 * which are moved; those that lead to values, and unusually many or long ones, stay where they are, with all
 * that was taken. Nothing else may point at what was taken. */
typedef struct aml_findings_mark { /* private */
  aml_arena_mark arena;
  aml_finding **items;
  size_t count;
} aml_findings_mark;

aml_findings_mark aml_findings_set_mark(aml_findings *findings);
/* `others`, which may be NULL, will end before the findings do: texts in it are copied. False where findings
 * stayed as they are. */
bool aml_findings_keep(aml_findings *findings, const aml_findings_mark *mark, const aml_arena *others);

/* Status, reason, message and help of a finding that could not be decided on its resource. `reason` says what
 * is not known, with or without a full stop; the help says how to make it known, where that is plain. */
void aml_finding_undecide(aml_finding *finding, aml_arena *arena, aml_sv reason);
/* The same with a message that was begun. */
void aml_finding_undecide_by(aml_finding *finding, aml_message_writer *message, aml_sv reason);

/* Order: path, start offset, end, rule id, message, resource order, then the order of adding: total, so
 * output never varies. */
void aml_findings_sort(aml_findings *findings, const aml_sources *sources);

/* Gives each finding of a sorted list its fingerprint, which survives edits elsewhere in the file: the
 * SHA-256 of rule id, path, resource type and name, property and value, separated by NUL, and for the second
 * and later findings with the same of these, their ordinal. Neither position nor message counts. This is
 * version 1 of the recipe, "resourceProperty/v1" in SARIF. */
void aml_findings_fingerprint(aml_findings *findings, const aml_sources *sources);

#endif
