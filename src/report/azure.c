/* Logging commands of Azure Pipelines, which list issues on the page of a run. There are errors and warnings
 * only, so notes are warnings. */
#include "report/copies.h"
#include "report/format_writers.h"
#include "report/place.h"

/* The agent's escapes: percent everywhere, and what ends a property in properties. aml_safe_next leaves no
 * line end. */
static void write_escaped(aml_out *out, aml_sv text, bool is_property) {
  for (size_t at = 0; at < text.len;) {
    char piece[AML_SAFE_MAX];
    size_t n = aml_safe_next(text, &at, piece);
    for (size_t i = 0; i < n; i++) {
      if (piece[i] == '%') {
        aml_out_str(out, "%AZP25");
      } else if (is_property && piece[i] == ';') {
        aml_out_str(out, "%3B");
      } else if (is_property && piece[i] == ']') {
        aml_out_str(out, "%5D");
      } else {
        aml_out_char(out, piece[i]);
      }
    }
  }
}

static void begin_issue(aml_out *out, aml_severity severity) {
  aml_out_str(out, "##vso[task.logissue type=");
  aml_out_str(out, severity == AML_SEVERITY_ERROR ? "error" : "warning");
  aml_out_char(out, ';');
}

static void write_place(aml_out *out, const aml_place *place) {
  if (place->path.len == 0) {
    return;
  }
  aml_out_str(out, "sourcepath=");
  write_escaped(out, place->path, true);
  aml_out_str(out, ";linenumber=");
  aml_out_int(out, place->begin.line);
  aml_out_str(out, ";columnnumber=");
  aml_out_int(out, place->begin.column);
  aml_out_char(out, ';');
}

static void write_issue(aml_out *out, const aml_run *run, const aml_finding *finding, aml_sv copies) {
  aml_place place = aml_place_of(run, finding->span);
  begin_issue(out, finding->status == AML_ACTIVE ? finding->severity : AML_SEVERITY_NOTE);
  write_place(out, &place);
  aml_out_str(out, "code=");
  write_escaped(out, finding->rule->id, true);
  aml_out_str(out, ";]");
  if (finding->status != AML_ACTIVE) {
    aml_out_str(out, aml_finding_label(finding));
    aml_out_str(out, ": ");
  }
  write_escaped(out, finding->message.text, false);
  write_escaped(out, copies, false);
  aml_out_char(out, '\n');
}

bool aml_report_azure(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  for (size_t i = 0, copies; i < run->findings->list.count; i += copies) {
    const aml_finding *finding = run->findings->list.items[i];
    copies = aml_copies_count(run->findings, i);
    if (aml_report_shows(options, finding)) {
      write_issue(&out, run, finding, aml_copies_text(run->arena, run->findings, i, copies));
    }
  }
  for (size_t i = 0; i < run->notice_count; i++) {
    const aml_notice *notice = &run->notices[i];
    if (notice->severity < AML_SEVERITY_WARNING && !notice->is_in_summary) {
      continue;
    }
    aml_place place = aml_place_of(run, notice->span);
    begin_issue(&out, notice->severity);
    write_place(&out, &place);
    aml_out_char(&out, ']');
    if (place.path.len == 0 && notice->path.len > 0) {
      write_escaped(&out, aml_notice_path(run, notice), false);
      aml_out_str(&out, ": ");
    }
    write_escaped(&out, notice->message, false);
    aml_out_char(&out, '\n');
  }
  return aml_out_finish(&out);
}
