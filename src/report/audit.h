/* The auditor's view: every waiver and baseline entry with its state, owner, age, end and the findings that
 * it covers. */
#ifndef AMLINT_REPORT_AUDIT_H
#define AMLINT_REPORT_AUDIT_H

#include "base/date.h"
#include "base/json.h"
#include "base/vec.h"
#include "report/out.h"
#include "source/diag.h"

typedef struct aml_audit_cover { /* a finding that the entry covers, or would cover if it were not void */
  aml_sv rule, file, resource, message;
  uint32_t line;
  aml_severity severity;
  bool is_counted; /* the entry hides it, and nothing does before */
} aml_audit_cover;

typedef struct aml_audit_rule { /* a rule that the entry waives */
  aml_sv id, title;             /* the title is empty where no such rule is known */
  aml_severity severity;        /* its own */
} aml_audit_rule;

typedef struct aml_audit_problem { /* what a rule says of the entry */
  aml_sv rule, message;
} aml_audit_problem;

typedef struct aml_audit_entry {
  aml_sv kind;              /* comment, exception, exemption, baseline */
  aml_sv state;             /* active, ends soon, expired, unused ...: see waiver/govern.h */
  bool is_void;             /* it covers nothing, whatever it would cover */
  aml_sv id, rules, covers; /* rules joined by ", "; covers: what it is said to cover, in words */
  aml_sv owner, approver, reason, ticket, risk, evidence;
  aml_day created, until, review; /* AML_DAY_NONE: not given */
  aml_day revoked;                /* AML_DAY_NONE: it was not */
  aml_sv revoked_by, revoked_reason;
  aml_sv file;
  uint32_t line;
  aml_severity severity; /* the worst of its rules' own; NONE where no rule is known */
  AML_VEC(aml_audit_rule) rule_list;
  AML_VEC(aml_audit_problem) problems;
  const aml_audit_cover *findings;
  size_t finding_count;
  size_t counted; /* of the findings: those that it hides, and no entry before it */
} aml_audit_entry;

typedef struct aml_audit_total {
  aml_sv key;
  size_t entries;
  size_t findings;    /* that are hidden: these add up to covered_findings, each counted once */
  size_t would_cover; /* findings of entries that cover nothing */
} aml_audit_total;

typedef AML_VEC(aml_audit_total) aml_audit_totals;

typedef struct aml_audit_trend { /* against an earlier audit */
  aml_day earlier;
  size_t entries_before, findings_before;
  aml_texts added, removed; /* names of entries, in order */
  aml_texts renewed;        /* with a later end */
  aml_texts changed;        /* in anything else that was decided: rules, place, owner, approver, reason ... */
} aml_audit_trend;

enum { AML_AUDIT_OUTLOOK = 3 };
typedef struct aml_audit_outlook { /* effective entries that end within so many days, and not within fewer */
  int32_t days;
  aml_texts names; /* the soonest first */
} aml_audit_outlook;

typedef struct aml_audit {
  aml_arena *arena;
  AML_VEC(aml_audit_entry) entries; /* worst state first, then file and line */
  aml_audit_totals by_owner, by_rule, by_severity, by_state;
  aml_day as_of;
  aml_sv version, rules_digest, facts_version, config_path, config_digest, commit; /* the evidence */
  size_t active_findings;                                                          /* that nothing covers */
  size_t covered_findings;                                                         /* that something covers */
  size_t covering;    /* entries that cover a finding */
  bool is_incomplete; /* something could not be checked, or not all entries are listed */
  aml_audit_outlook outlook[AML_AUDIT_OUTLOOK];
  const aml_audit_trend *trend; /* NULL: no earlier audit was given */
} aml_audit;

typedef struct aml_audit_format {
  const char *name;
  AML_MUST_USE bool (*write)(const aml_audit *audit, aml_write write, void *ctx);
} aml_audit_format;

/* text, json, csv, markdown, html; NULL past the end. */
const aml_audit_format *aml_audit_format_at(size_t i);

/* Days from creation to the day of the audit and from there to the end; INT32_MIN where a date is not given.
 */
int32_t aml_audit_age(const aml_audit *audit, const aml_audit_entry *entry);
int32_t aml_audit_days_left(const aml_audit *audit, const aml_audit_entry *entry);

/* Private to the formats: the columns that all tables share, index below AML_AUDIT_COLUMNS. */
enum { AML_AUDIT_COLUMNS = 11 };
const char *aml_audit_column(size_t index);
/* The cell's text, as it is: formats escape it. Empty where nothing is known. */
aml_sv aml_audit_cell(const aml_audit *audit, const aml_audit_entry *entry, size_t index);
/* What the entry is called: its id, or the place of a comment. */
aml_sv aml_audit_name(const aml_audit *audit, const aml_audit_entry *entry);
/* A day as text, good as long as the audit; empty for none. */
aml_sv aml_audit_day(const aml_audit *audit, aml_day day);

/* Private to the pages: the table of all entries, and one of sums. */
void aml_audit_html_entries(aml_out *out, const aml_audit *audit);
void aml_audit_html_totals(
    aml_out *out, const aml_audit *audit, const char *title, const aml_audit_totals *totals);

/* What the audit says of an entry besides its columns: "Reason: ...", "Evidence: ...", one at a time. */
typedef struct aml_audit_detail {
  const char *label;
  aml_sv text;
} aml_audit_detail;
/* The detail at an index, those without a text left out; false past the end. */
bool aml_audit_detail_at(
    const aml_audit *audit, const aml_audit_entry *entry, size_t index, aml_audit_detail *out);

/* "12 of 29 exceptions waive 36 findings; 5 findings are open." */
aml_sv aml_audit_headline(const aml_audit *audit);
/* "Ends within 30 days: EX-1, EX-2." for each stretch of the outlook; empty where nothing ends in it. */
aml_sv aml_audit_outlook_text(const aml_audit *audit, size_t index);
/* "Since 2026-10-01: 1 added (EX-3), 0 removed, ..."; empty without an earlier audit. */
aml_sv aml_audit_trend_text(const aml_audit *audit);

/* Whether the column sorts by number. */
bool aml_audit_is_number(size_t column);

/* The rows of aml_audit_format_at. False when the sink refused. */
bool aml_audit_write_json(const aml_audit *audit, aml_write write, void *ctx);
bool aml_audit_write_text(const aml_audit *audit, aml_write write, void *ctx);
bool aml_audit_write_csv(const aml_audit *audit, aml_write write, void *ctx);
bool aml_audit_write_markdown(const aml_audit *audit, aml_write write, void *ctx);
bool aml_audit_write_html(const aml_audit *audit, aml_write write, void *ctx);

#endif
