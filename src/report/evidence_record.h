/* What a reviewer files: what was looked at, what runs, what every rule says of it, and who accepted what.
 * The same inputs give the same bytes. */
#ifndef AMLINT_REPORT_EVIDENCE_RECORD_H
#define AMLINT_REPORT_EVIDENCE_RECORD_H

#include "report/audit.h"
#include "report/drift_report.h"

typedef struct aml_record_file {
  aml_sv path, digest; /* SHA-256 of the bytes on disk, in hexadecimal */
  aml_sv kind;         /* "evidence": of which command; else "declaration", "exceptions", "configuration",
                          "baseline" */
  aml_sv scope, by;    /* of evidence; may be empty */
  aml_sv commit; /* of inputs: the commit that has the file with these bytes; empty: it has others, or none */
  aml_day exported;
  bool is_complete; /* evidence: it tells every compute of its workspaces */
  size_t resources; /* evidence: that it tells of */
} aml_record_file;

typedef AML_VEC(aml_record_file) aml_record_files;

/* What a rule says of a resource, from good to bad. */
typedef enum aml_record_judgement {
  AML_RECORD_CLEAN,
  AML_RECORD_UNDECIDED,
  AML_RECORD_ACCEPTED,
  AML_RECORD_BROKEN,
} aml_record_judgement;
enum { AML_RECORD_JUDGEMENTS = AML_RECORD_BROKEN + 1 };

typedef struct aml_record_grounds { /* either may be empty */
  aml_sv accepted_by, reason;
} aml_record_grounds;

typedef struct aml_record_verdict {
  const aml_rule *rule;
  aml_severity severity;
  aml_record_judgement judgement;
  const aml_record_grounds *grounds; /* NULL: it is clean, which most are */
} aml_record_verdict;

/* "clean", "undecided" ...: for people and programs. */
const char *aml_record_judgement_name(aml_record_judgement judgement);

typedef AML_VEC(aml_record_verdict) aml_record_verdicts;

typedef struct aml_evidence_record {
  const aml_drift_report *drift;
  const aml_audit *audit;
  const aml_record_verdicts *verdicts; /* for each entry of the drift; by rule */
  aml_record_files evidence, inputs;   /* by path */
  aml_sv facts_digest;
  size_t errors, warnings, notes, accepted, undecided;
} aml_evidence_record;

/* Private to the page: what filters its rows; how many verdicts of which kind there are of each rule, with
 * its reason; who owns how many exceptions; and when exceptions end. */
void aml_record_html_filter(aml_out *out, const aml_evidence_record *record);
void aml_record_html_sums(aml_out *out, const aml_evidence_record *record);
void aml_record_html_timeline(aml_out *out, const aml_audit *audit);

/* False when the sink refused. */
AML_MUST_USE bool aml_record_write_json(const aml_evidence_record *record, aml_write write, void *ctx);
AML_MUST_USE bool aml_record_write_html(const aml_evidence_record *record, aml_write write, void *ctx);

#endif
