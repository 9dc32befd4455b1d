/* The reviewer's view of drift: each declared resource and each that runs, with their settings side by side.
 */
#ifndef AMLINT_REPORT_DRIFT_REPORT_H
#define AMLINT_REPORT_DRIFT_REPORT_H

#include "base/date.h"
#include "base/json.h"
#include "base/sink.h"
#include "drift/drift.h"
#include "report/out.h"

typedef struct aml_drift_row { /* a setting */
  aml_sv setting;              /* in the words of the declaration, or of the evidence where there is none */
  aml_sv property;             /* its path in ARM's words */
  aml_sv declared, actual;     /* empty: absent, or not told */
  aml_truth differs;
  aml_sv reason;      /* MAYBE: what is not known */
  aml_sv accepted_by; /* the exception that lets the difference pass; empty: none */
  bool is_declared, is_security;
  bool is_left; /* the configuration says that it is not compared */
} aml_drift_row;

typedef struct aml_drift_entry { /* a resource */
  aml_drift_state state;
  const aml_resource *declared_as, *runs_as; /* NULL: nothing */
  aml_sv kind;                               /* Cluster, Compute, Workspace */
  aml_sv name, workspace, resource_group, subscription;
  aml_sv declared_file, evidence_file; /* empty: none */
  uint32_t declared_line, evidence_line;
  aml_day exported;
  aml_sv created;     /* when what runs was made, as the export says it; empty: it does not */
  aml_sv why;         /* how the two were joined, or what is not known; empty: nothing is to be said */
  aml_sv accepted_by; /* as of a row, for what concerns the whole resource */
  AML_VEC(aml_drift_row) rows;
} aml_drift_entry;

typedef struct aml_drift_report {
  aml_arena *arena;
  AML_VEC(aml_drift_entry) entries; /* worst state first, then by their place in Azure */
  aml_day as_of;
  bool is_incomplete; /* something could not be checked, or not all entries are listed */
} aml_drift_report;

typedef struct aml_drift_options {
  bool is_verbose; /* text: also the settings that run as declared */
  bool is_quiet;   /* text: no summary */
} aml_drift_options;

typedef struct aml_drift_format {
  const char *name;
  AML_MUST_USE bool (*write)(
      const aml_drift_report *report, const aml_drift_options *options, aml_write write, void *ctx);
} aml_drift_format;

/* text, json, csv, html; NULL past the end. */
const aml_drift_format *aml_drift_format_at(size_t i);

/* "3 resources: 1 differs, 2 as declared." */
aml_sv aml_drift_headline(const aml_drift_report *report);
/* "differs", "as declared", "not known", "not declared", "not compared", "nothing runs": what is to be said
 * of a row. */
aml_sv aml_drift_row_result(const aml_drift_entry *entry, const aml_drift_row *row);
/* "evidence/computes.json:5"; empty for no file. */
aml_sv aml_drift_place(const aml_drift_report *report, aml_sv file, uint32_t line);

/* Private to the formats: columns of tables with a line for each setting. A resource without settings has one
 * line, with row NULL. */
enum { AML_DRIFT_COLUMNS = 13 };
const char *aml_drift_column(size_t index);
aml_sv aml_drift_cell(
    const aml_drift_report *report, const aml_drift_entry *entry, const aml_drift_row *row, size_t index);

/* Private to the formats: what is of a resource inside of an object, and the table of all of them. */
void aml_drift_json_members(aml_json *json, const aml_drift_entry *entry);
typedef struct aml_drift_marks { /* what rows are marked with (report/html_page.h) */
  void *ctx;
  void (*print)(void *ctx, aml_out *out, const aml_drift_entry *entry, const aml_drift_row *row);
} aml_drift_marks;
void aml_drift_html_entries(aml_out *out, const aml_drift_report *report, const aml_drift_marks *marks);
/* An option for each state that is there, each once: the entries are sorted by them. */
void aml_drift_html_states(aml_out *out, const aml_drift_report *report);

/* The rows of aml_drift_format_at. False when the sink refused. */
bool aml_drift_write_text(
    const aml_drift_report *report, const aml_drift_options *options, aml_write write, void *ctx);
bool aml_drift_write_json(
    const aml_drift_report *report, const aml_drift_options *options, aml_write write, void *ctx);
bool aml_drift_write_csv(
    const aml_drift_report *report, const aml_drift_options *options, aml_write write, void *ctx);
bool aml_drift_write_html(
    const aml_drift_report *report, const aml_drift_options *options, aml_write write, void *ctx);

#endif
