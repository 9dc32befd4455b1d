/* Rules for waivers, from the configuration's `governance`, and what is found wrong by them. */
#ifndef AMLINT_WAIVER_GOVERN_H
#define AMLINT_WAIVER_GOVERN_H

#include "base/regex.h"
#include "rule/ruleset.h"
#include "waiver/waiver.h"

typedef struct aml_governance {
  aml_texts required;    /* fields that must be there: owner, reason, until, ticket, approver ... */
  int32_t most_days[4];  /* by aml_severity of the rule: longest run; 0: no bound */
  aml_texts never_waive; /* selectors of rules; see rule/ruleset.h */
  aml_texts approvers;   /* empty: anybody */
  bool forbids_comments;
  bool four_eyes;      /* the owner does not approve */
  bool code_owners;    /* each exceptions file has an owner in CODEOWNERS */
  int32_t warn_days;   /* before the end */
  size_t least_reason; /* code points */
  aml_regex *ticket;   /* NULL: anything */
  aml_sv ticket_pattern;
} aml_governance;

/* From the configuration's value (validated by config/), with the defaults where it is NULL or silent: owner,
 * reason and until are required, and an approver where approvers are named; 366 days at most, a reason of 10
 * characters, a warning 14 days before the end. */
void aml_governance_read(aml_governance *out, aml_arena *arena, const aml_value *governance);

/* Sets the flags of each waiver that do not depend on findings: INCOMPLETE, REVOKED, EXPIRED, NOT_PERMITTED,
 * WILD, BLANKET, ENDS_SOON, REVIEW_OVERDUE, TOO_LONG. Of policy exemptions, which Azure governs, only the end
 * is judged. */
void aml_waivers_judge(
    aml_waivers *waivers, const aml_governance *governance, const aml_ruleset *rules, aml_day as_of);

/* Marks as suppressed the findings that an effective waiver covers, and fills waiver->covered and may_cover.
 * Findings of AML9xx and undecided ones are never suppressed. Needs line indexes. n log n in findings and
 * waivers: entries are found by rule and the resource's name, path, folder before the first wildcard of a
 * path, or scope. Those that name none of these exactly are tried on each finding of their rules. */
void aml_waivers_apply(aml_waivers *waivers, const aml_findings *findings, const aml_sources *sources);

/* Tells whether all rules of a waiver ran on all that it covers, so that one that covers nothing is unused.
 */
typedef struct aml_waiver_checker {
  bool (*was_checked)(void *ctx, const aml_waiver *waiver);
  void *ctx;
} aml_waiver_checker;

/* Adds the AML9xx findings, records them as the waivers' problems, and sets the flags UNUSED, NOT_CHECKED and
 * OVERLAPPING; call it when every waiver of the run has been applied. */
void aml_waivers_report(const aml_waivers *waivers, const aml_governance *governance, aml_ruleset *rules,
    const aml_waiver_checker *checker, aml_day as_of, aml_findings *findings);

/* How many days it runs in all: from its creation, or from `as_of` where that is earlier or none is given. */
int32_t aml_waiver_days(const aml_waiver *waiver, aml_day as_of);

/* The first required field that is missing, or that is there but too short or of the wrong form; empty when
 * all is well. `arena` is for the match of a pattern; nothing stays in it. */
aml_sv aml_waiver_missing_field(aml_arena *arena, const aml_waiver *waiver, const aml_governance *governance);
/* Whether the ticket can not be held against the pattern within its limits: it is then taken for one that
 * fits, and the run is not complete. */
bool aml_waiver_has_unknown_ticket(
    aml_arena *arena, const aml_waiver *waiver, const aml_governance *governance);

/* The longest run in days that any of its rules allows; 0 for no bound. */
int32_t aml_waiver_most_days(
    const aml_waiver *waiver, const aml_governance *governance, const aml_ruleset *rules);

/* What is wrong with the field that aml_waiver_missing_field names, and what is asked for, in one sentence.
 */
aml_sv aml_waiver_field_advice(
    aml_arena *arena, const aml_waiver *waiver, const aml_governance *governance, aml_sv field);

/* "active", "ends soon", "expired" and so on: the worst of what is true of it, which an auditor reads first.
 */
const char *aml_waiver_state(const aml_waiver *waiver);
/* All states, worst first; NULL past the end. "gone" is a baseline entry's. */
const char *aml_waiver_state_at(size_t i);

#endif
