/* Drift as one HTML page. */
#include "report/drift_report.h"
#include "report/html_page.h"

enum { COLUMN_STATE = 0 };

static const char *tone_of(const aml_drift_entry *entry) {
  bool is_bad = entry->state == AML_DRIFT_DIFFERS || entry->state == AML_DRIFT_UNDECLARED;
  return is_bad ? "bad" : entry->state == AML_DRIFT_IN_STEP ? "good" : "warn";
}

/* `order`: what the state sorts by, so that the worst come first. */
static void print_row(aml_out *out, const aml_drift_report *report, const aml_drift_entry *entry,
    const aml_drift_row *row, size_t order) {
  aml_out_str(out, "<tr>");
  for (size_t c = 0; c < AML_DRIFT_COLUMNS; c++) {
    aml_sv text = aml_drift_cell(report, entry, row, c);
    aml_out_str(out, "<td data-label=\"");
    aml_out_str(out, aml_drift_column(c));
    aml_out_str(out, "\" data-sort=\"");
    aml_html_text(
        out, report->arena, c == COLUMN_STATE ? aml_sv_format(report->arena, "%06zu", order) : text);
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
}

static void print_entries(aml_out *out, const aml_drift_report *report) {
  aml_out_str(out, "<div class=\"wide\">\n<table class=\"entries\">\n<caption>Every setting, the resources "
                   "that differ first</caption>\n<thead><tr>");
  for (size_t c = 0; c < AML_DRIFT_COLUMNS; c++) {
    aml_out_str(out, "<th scope=\"col\"");
    aml_out_str(out, c == COLUMN_STATE ? " aria-sort=\"ascending\">" : ">");
    aml_out_str(out, aml_drift_column(c));
    aml_out_str(out, "</th>");
  }
  aml_out_str(out, "</tr></thead>\n<tbody>\n");
  size_t order = 0;
  for (size_t i = 0; i < report->entries.count; i++) {
    const aml_drift_entry *entry = &report->entries.items[i];
    for (size_t k = 0; k < entry->rows.count; k++) {
      print_row(out, report, entry, &entry->rows.items[k], order++);
    }
    if (entry->rows.count == 0) {
      print_row(out, report, entry, NULL, order++);
    }
  }
  aml_out_str(out, "</tbody>\n</table>\n</div>\n");
}

/* The states that are there, each once: the entries are sorted by them. */
static void print_filter(aml_out *out, const aml_drift_report *report) {
  aml_html_begin_filter(out);
  for (size_t i = 0; i < report->entries.count; i++) {
    aml_drift_state state = report->entries.items[i].state;
    if (i == 0 || state != report->entries.items[i - 1].state) {
      aml_html_option(out, report->arena, aml_sv_of(aml_drift_state_name(state)));
    }
  }
  aml_html_end_filter(out);
}

void aml_drift_html_entries(aml_out *out, const aml_drift_report *report) {
  if (report->entries.count > 0) {
    print_filter(out, report);
    print_entries(out, report);
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
  aml_drift_html_entries(&out, report);
  aml_html_end(&out, report->entries.count > 0 ? AML_HTML_WITH_ENTRIES : AML_HTML_WITHOUT_ENTRIES);
  return aml_out_finish(&out);
}
