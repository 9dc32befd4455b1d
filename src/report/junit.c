/* JUnit's XML as CI servers read it: a suite for each file, a case for each finding that fails the run or
 * might, and an error for what kept the run from checking all. A run without any has one case that passes,
 * since servers take a report without cases for a mistake. */
#include "report/format_writers.h"
#include "report/place.h"
#include "report/summary.h"
#include "report/xml.h"

typedef struct suite { /* the findings [first, last) of one file that are shown */
  size_t first, last;
  size_t tests, failures, errors, skipped;
} suite;

static bool is_failure(const aml_finding *finding) {
  return finding->status == AML_ACTIVE;
}

static bool is_skipped(const aml_finding *finding) {
  return finding->status == AML_SUPPRESSED || finding->status == AML_UNDECIDED ||
         finding->status == AML_NOT_APPLICABLE;
}

static bool is_case(const aml_report_options *options, const aml_finding *finding) {
  return aml_report_shows(options, finding) && finding->status != AML_GONE;
}

/* Gathers from `first` on what stands in the same file. */
static suite find_suite(const aml_run *run, const aml_report_options *options, size_t first) {
  suite s = {.first = first, .last = first};
  aml_source_id source = aml_run_told(run)->list.items[first]->span.source;
  for (; s.last < aml_run_told(run)->list.count; s.last++) {
    const aml_finding *finding = aml_run_told(run)->list.items[s.last];
    if (finding->span.source != source) {
      break;
    }
    if (is_case(options, finding)) {
      s.tests++;
      s.failures += is_failure(finding);
      s.skipped += is_skipped(finding);
    }
  }
  return s;
}

static void write_counts(aml_out *out, const suite *s) {
  aml_xml_number(out, "tests", (int64_t)s->tests);
  aml_xml_number(out, "failures", (int64_t)s->failures);
  aml_xml_number(out, "errors", (int64_t)s->errors);
  aml_xml_number(out, "skipped", (int64_t)s->skipped);
}

static void write_failure(aml_out *out, const aml_run *run, const aml_finding *finding) {
  aml_place place = aml_place_of(run, finding->span);
  aml_out_str(out, "      <failure");
  aml_xml_attribute(out, "type", aml_sv_of(aml_severity_name(finding->severity)));
  aml_xml_attribute(out, "message", finding->message.text);
  aml_out_char(out, '>');
  aml_xml_text(out, place.path);
  aml_out_str(out, ", line ");
  aml_out_int(out, place.begin.line);
  aml_out_str(out, ", column ");
  aml_out_int(out, place.begin.column);
  aml_sv help = aml_finding_help(finding);
  if (help.len > 0) {
    aml_out_str(out, "&#10;");
    aml_xml_text(out, help);
  }
  aml_out_str(out, "</failure>\n");
}

/* "clusters/gpu" of "clusters/gpu.yml": servers group by it. */
static aml_sv class_of(aml_sv path) {
  size_t slash = aml_sv_rfind_char(path, '/');
  size_t dot = aml_sv_rfind_char(path, '.');
  bool has_suffix = dot != AML_NPOS && dot > 0 && (slash == AML_NPOS || dot > slash + 1);
  return has_suffix ? aml_sv_slice(path, 0, dot) : path;
}

static void write_skipped(aml_out *out, const aml_finding *finding) {
  const aml_suppression *waiver = finding->suppressions;
  aml_sv reason = finding->status == AML_UNDECIDED ? finding->undecided_reason
                  : waiver == NULL                 ? AML_SV("")
                                                   : waiver->reason;
  aml_out_str(out, "      <skipped message=\"");
  aml_xml_text(out, aml_sv_of(aml_finding_label(finding)));
  aml_out_str(out, reason.len > 0 ? ": " : "");
  aml_xml_text(out, reason);
  aml_out_str(out, "\"/>\n");
}

static void write_case(aml_out *out, const aml_run *run, const aml_finding *finding) {
  aml_place place = aml_place_of(run, finding->span);
  aml_out_str(out, "    <testcase");
  aml_xml_attribute(out, "classname", place.path.len > 0 ? class_of(place.path) : AML_SV("amlint"));
  aml_out_str(out, " name=\"");
  aml_xml_text(out, finding->rule->id);
  aml_out_char(out, ' ');
  aml_xml_text(out, finding->rule->name);
  aml_out_str(out, ", line ");
  aml_out_int(out, place.begin.line);
  if (finding->status == AML_PASSED) {
    aml_out_str(out, "\"/>\n");
    return;
  }
  aml_out_str(out, "\">\n");
  if (is_failure(finding)) {
    write_failure(out, run, finding);
  } else {
    write_skipped(out, finding);
  }
  aml_out_str(out, "    </testcase>\n");
}

static void write_suite(aml_out *out, const aml_run *run, const aml_report_options *options, const suite *s) {
  aml_place place = aml_place_of(run, aml_run_told(run)->list.items[s->first]->span);
  aml_out_str(out, "  <testsuite");
  aml_xml_attribute(out, "name", place.path.len > 0 ? place.path : AML_SV("amlint"));
  write_counts(out, s);
  aml_out_str(out, ">\n");
  for (size_t i = s->first; i < s->last; i++) {
    if (is_case(options, aml_run_told(run)->list.items[i])) {
      write_case(out, run, aml_run_told(run)->list.items[i]);
    }
  }
  aml_out_str(out, "  </testsuite>\n");
}

static bool is_error(const aml_notice *notice) {
  return notice->severity == AML_SEVERITY_ERROR;
}

/* What the run itself met: each thing that kept it from checking all is an error, and a run that has nothing
 * to say is one case that passes. */
static suite find_own_suite(const aml_run *run, const suite *total) {
  suite own = {0};
  for (size_t i = 0; i < run->notice_count; i++) {
    own.errors += is_error(&run->notices[i]);
  }
  bool is_clean = total->tests == 0 && own.errors == 0;
  own.tests = is_clean ? 1 : own.errors;
  return own;
}

static void write_notice(aml_out *out, const aml_run *run, const aml_notice *notice) {
  aml_sv path = aml_notice_path(run, notice);
  aml_out_str(out, "    <testcase classname=\"amlint\" name=\"");
  aml_xml_text(out, path.len > 0 ? path : AML_SV("run"));
  aml_out_str(out, "\">\n      <error type=\"error\"");
  aml_xml_attribute(out, "message", notice->message);
  aml_out_str(out, "/>\n    </testcase>\n");
}

static void write_own_suite(aml_out *out, const aml_run *run, const suite *own) {
  if (own->tests == 0 && run->left_out_count == 0) {
    return;
  }
  aml_out_str(out, "  <testsuite name=\"amlint\"");
  write_counts(out, own);
  aml_out_str(out, ">\n");
  if (run->left_out_count > 0) {
    aml_out_str(out, "    <properties>\n      <property name=\"filesLeftOut\" value=\"");
    aml_out_int(out, (int64_t)run->left_out_count);
    aml_out_str(out, "\"/>\n    </properties>\n");
  }
  for (size_t i = 0; i < run->notice_count; i++) {
    if (is_error(&run->notices[i])) {
      write_notice(out, run, &run->notices[i]);
    }
  }
  if (own->tests > own->errors) {
    aml_out_str(out, "    <testcase classname=\"amlint\" name=\"");
    aml_summary_sentence(out, run);
    aml_out_str(out, "\"/>\n");
  }
  aml_out_str(out, "  </testsuite>\n");
}

bool aml_report_junit(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  suite total = {0};
  for (size_t i = 0; i < aml_run_told(run)->list.count;) {
    suite s = find_suite(run, options, i);
    total.tests += s.tests;
    total.failures += s.failures;
    total.skipped += s.skipped;
    i = s.last;
  }
  suite own = find_own_suite(run, &total);
  total.tests += own.tests;
  total.errors = own.errors;
  aml_out_str(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"amlint\"");
  write_counts(&out, &total);
  aml_out_str(&out, ">\n");
  for (size_t i = 0; i < aml_run_told(run)->list.count;) {
    suite s = find_suite(run, options, i);
    if (s.tests > 0) {
      write_suite(&out, run, options, &s);
    }
    i = s.last;
  }
  write_own_suite(&out, run, &own);
  aml_out_str(&out, "</testsuites>\n");
  return aml_out_finish(&out);
}
