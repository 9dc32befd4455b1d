/* Drift as one HTML page. */
#include "report/drift_report.h"
#include "report/html_page.h"

enum { COLUMN_STATE = 0 };

static const char *tone_of(const aml_drift_entry *entry) {
  bool is_bad = entry->state == AML_DRIFT_DIFFERS || entry->state == AML_DRIFT_UNDECLARED;
  return is_bad ? "bad" : entry->state == AML_DRIFT_IN_STEP ? "good" : "warn";
}

typedef struct printing {
  aml_out *out;
  const aml_drift_report *report;
  const aml_drift_marks *marks;
  size_t order; /* what the state sorts by, so that the worst come first */
} printing;

static void print_row(printing *p, const aml_drift_entry *entry, const aml_drift_row *row) {
  const aml_drift_report *report = p->report;
  aml_out *out = p->out;
  aml_out_str(out, "<tr");
  if (p->marks != NULL) {
    p->marks->print(p->marks->ctx, out, entry, row);
  }
  aml_out_char(out, '>');
  for (size_t c = 0; c < AML_DRIFT_COLUMNS; c++) {
    aml_sv text = aml_drift_cell(report, entry, row, c);
    aml_out_str(out, "<td data-label=\"");
    aml_out_str(out, aml_drift_column(c));
    aml_out_str(out, "\" data-sort=\"");
    aml_html_text(
        out, report->arena, c == COLUMN_STATE ? aml_sv_format(report->arena, "%06zu", p->order) : text);
    aml_out_str(out, "\">");
    if (c == COLUMN_STATE) {
      aml_out_str(out, "<span class=\"");
      aml_out_str(out, tone_of(entry));
      aml_out_str(out, "\">");
      aml_html_text(out, report->arena, text);
      aml_out_str(out, "</span>");
    } else {
      aml_html_breakable(out, report->arena, text);
    }
    aml_out_str(out, "</td>");
  }
  aml_out_str(out, "</tr>\n");
  p->order++;
}

void aml_drift_html_entries(aml_out *out, const aml_drift_report *report, const aml_drift_marks *marks) {
  aml_html_begin_wide(out, "Declared and actual");
  aml_out_str(out, "\n<table class=\"entries\">\n<caption>Every setting, the resources "
                   "that differ first</caption>\n<thead><tr>");
  for (size_t c = 0; c < AML_DRIFT_COLUMNS; c++) {
    aml_out_str(out, "<th scope=\"col\"");
    aml_out_str(out, c == COLUMN_STATE ? " aria-sort=\"ascending\">" : ">");
    aml_out_str(out, aml_drift_column(c));
    aml_out_str(out, "</th>");
  }
  aml_out_str(out, "</tr></thead>\n<tbody>\n");
  printing p = {out, report, marks, 0};
  for (size_t i = 0; i < report->entries.count; i++) {
    const aml_drift_entry *entry = &report->entries.items[i];
    for (size_t k = 0; k < entry->rows.count; k++) {
      print_row(&p, entry, &entry->rows.items[k]);
    }
    if (entry->rows.count == 0) {
      print_row(&p, entry, NULL);
    }
  }
  aml_out_str(out, "</tbody>\n</table>\n</div>\n");
}

void aml_drift_html_states(aml_out *out, const aml_drift_report *report) {
  for (size_t i = 0; i < report->entries.count; i++) {
    aml_drift_state state = report->entries.items[i].state;
    if (i == 0 || state != report->entries.items[i - 1].state) {
      aml_html_option(out, report->arena, aml_sv_of(aml_drift_state_name(state)));
    }
  }
}

bool aml_drift_write_html(
    const aml_drift_report *report, const aml_drift_options *options, aml_write write, void *ctx) {
  (void)options;
  aml_out out;
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(report->as_of, day);
  aml_out_init(&out, write, ctx);
  aml_html_begin(&out, report->arena, "Drift");
  aml_out_str(&out, "<h1>Drift</h1>\n<p>As of ");
  aml_out_str(&out, day);
  aml_out_str(&out, ": ");
  aml_html_text(&out, report->arena, aml_drift_headline(report));
  aml_out_str(&out, "</p>\n");
  if (report->entries.count > 0) {
    aml_html_begin_filter(&out);
    aml_html_begin_select(&out, "state", "State");
    aml_drift_html_states(&out, report);
    aml_html_end_select(&out);
    aml_html_end_filter(&out);
    aml_drift_html_entries(&out, report, NULL);
  }
  aml_html_end(&out, report->entries.count > 0 ? AML_HTML_WITH_ENTRIES : AML_HTML_WITHOUT_ENTRIES);
  return aml_out_finish(&out);
}
