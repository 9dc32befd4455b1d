/* Renders a finished run. Every format takes the same record and none looks at anything else. */
#ifndef AMLINT_REPORT_REPORT_H
#define AMLINT_REPORT_REPORT_H

#include "base/sink.h"
#include "front/front_end.h"
#include "rule/finding.h"
#include "rule/ruleset.h"
#include "source/discover.h"

typedef struct aml_counts {
  size_t files_checked, files_passed_over, files_failed;
  size_t errors, warnings, notes; /* active findings */
  size_t suppressed, undecided, baselined;
} aml_counts;

typedef struct aml_notice { /* what is to be said besides findings: "nothing was checked", an unreadable
                               folder */
  aml_severity severity;
  aml_sv message;
  aml_span span;
  aml_sv path;
  bool is_configuration; /* about options and files of ours, not about what was checked */
  bool is_in_summary;    /* the summary counts it already: for programs, and for people who ask for more */
} aml_notice;

typedef struct aml_unread { /* a file that holds Azure ML compute in a form that is not read */
  aml_sv path;              /* as shown */
  const aml_front_end *form;
  bool is_ignored; /* the configuration says so: programs are told, people where they ask for more */
} aml_unread;
typedef AML_VEC(aml_unread) aml_unread_list;

typedef struct aml_run { /* everything a report may show; immutable */
  aml_arena *arena;      /* scratch for the reporter, which rewinds it: a sink must not allocate from it */
  const aml_front_ends *front_ends;
  aml_sources *sources;
  const aml_ruleset *rules;
  const aml_findings *findings; /* sorted, suppressed and undecided ones included */
  const aml_findings *told;     /* these, and in their order what passed and what is gone, where a report is
                                   to tell it; NULL: there is none */
  const aml_graph *graph;
  const aml_notice *notices;
  size_t notice_count;
  const aml_left_out *left_out; /* files that the tree itself keeps from being read; sorted */
  size_t left_out_count;
  const aml_unread *unread; /* sorted by path */
  size_t unread_count;
  aml_counts counts;
  aml_day as_of;
  aml_sv root;    /* absolute */
  aml_sv home;    /* absolute: what addresses of files begin at for programs: the root, or, where no file that
                     was checked lies in it and all lie in one other repository, the top of that one */
  aml_sv folder;  /* the working folder, seen from the root; empty where it is the root */
  aml_sv version; /* of amlint */
  aml_sv facts_version;
  aml_sv config_path;        /* as shown; empty */
  const aml_value *settings; /* parameters of rules that the configuration sets: {id: {name: value}}; may be
                                NULL */
  bool has_baseline;         /* findings were compared with a baseline */
  bool is_incomplete;        /* something could not be checked */
  int exit_status;           /* 0, 1 or 2, as the program will end */
  const aml_span *secrets; /* places whose text no report shows, of the files that findings point at: sorted,
                              apart from each other */
  size_t secret_count;
  size_t jobs; /* threads that a report may use; 0 is 1 */
} aml_run;

/* How many files of a form were not read; `with_ignored`: those too of which no finding tells. */
size_t aml_run_unread(const aml_run *run, const aml_front_end *form, bool with_ignored);

/* Sorts and joins the spans in place; the run borrows them. */
void aml_run_set_secrets(aml_run *run, aml_span *spans, size_t count);
/* The first secret of the source that ends behind `offset`; NULL when there is none. */
const aml_span *aml_run_secret_at(const aml_run *run, aml_source_id source, uint32_t offset);

typedef enum aml_color { AML_COLOR_OFF, AML_COLOR_ON } aml_color;

typedef struct aml_report_options {
  aml_color color;
  int width; /* of the terminal; 0 for no limit */
  bool show_undecided;
  bool show_suppressed;
  bool is_quiet; /* no summary */
  bool is_verbose;
  bool has_statistics;          /* text, compact, grouped: counts by rule instead of findings */
  aml_sv profile;               /* SARIF: "", "github", "azure-devops" */
  aml_sv category;              /* SARIF automationDetails.id */
  bool embed;                   /* SARIF: artifact contents */
  const aml_value *environment; /* SARIF provenance: an object of CI variables the caller read; may be NULL */
} aml_report_options;

typedef struct aml_reporter {
  const char *name;        /* the value of --format */
  const char *summary;     /* one line for --help and completions */
  bool takes_fingerprints; /* the run's findings must have theirs */
  bool takes_all_secrets;  /* the run must know those of files that no finding points at */
  /* False when the sink refused. */
  AML_MUST_USE bool (*write)(
      const aml_run *run, const aml_report_options *options, aml_write write, void *ctx);
} aml_reporter;

/* What a format that knows of passed rules tells. */
static inline const aml_findings *aml_run_told(const aml_run *run) {
  return run->told != NULL ? run->told : run->findings;
}

/* How many results a SARIF log leaves out, for services reject logs beyond a limit. */
size_t aml_sarif_left_out(const aml_run *run, const aml_report_options *options);

/* The CI variables that options.environment may hold; NULL past the end. */
const char *aml_report_variable_at(size_t i);

/* All formats, in the order of --help; NULL past the end. */
const aml_reporter *aml_reporter_at(size_t i);
/* NULL when no format has that name. */
const aml_reporter *aml_reporter_find(aml_sv name);

#endif
