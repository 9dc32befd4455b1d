/* Drift as text, with the two values side by side, and as CSV. */
#include "base/utf8.h"
#include "report/csv_cell.h"
#include "report/drift_report.h"
#include "report/out.h"

enum { WIDEST = 40 }; /* of a column; what is longer is printed whole */

typedef struct widths {
  size_t setting, declared;
} widths;

/* A cell as wide as it should be, or as its text is, with two blanks behind it. */
static void print_padded(aml_out *out, const aml_drift_report *report, aml_sv text, size_t width) {
  text = aml_text_safe(report->arena, text);
  size_t length = aml_utf8_length(text);
  aml_out_text(out, text);
  aml_out_fill(out, ' ', (length < width ? width - length : 0) + 2);
}

static void print_line(aml_out *out, const char *label, aml_sv text) {
  if (text.len > 0) {
    aml_out_str(out, label);
    aml_out_safe(out, text);
    aml_out_char(out, '\n');
  }
}

/* "cpu-train of ws-ml: differs" */
static void print_head(aml_out *out, const aml_drift_entry *entry) {
  aml_out_safe(out, entry->name);
  if (entry->workspace.len > 0 && !aml_sv_eq(entry->workspace, entry->name)) {
    aml_out_str(out, " of ");
    aml_out_safe(out, entry->workspace);
  }
  aml_out_str(out, ": ");
  aml_out_str(out, aml_drift_state_name(entry->state));
  if (entry->accepted_by.len > 0) {
    aml_out_str(out, ", accepted by ");
    aml_out_safe(out, entry->accepted_by);
  }
  aml_out_char(out, '\n');
}

static void print_evidence(aml_out *out, const aml_drift_report *report, const aml_drift_entry *entry) {
  aml_sv place = aml_drift_place(report, entry->evidence_file, entry->evidence_line);
  char day[AML_DAY_TEXT_SIZE];
  if (entry->exported != AML_DAY_NONE) {
    aml_day_text(entry->exported, day);
    place = aml_sv_format(report->arena, "%.*s, exported on %s", AML_SV_ARG(place), day);
  }
  print_line(out, "  runs:     ", place);
}

static bool is_shown(const aml_drift_row *row, const aml_drift_options *options) {
  return options->is_verbose || row->differs != AML_FALSE;
}

static aml_sv declared_of(const aml_drift_row *row) {
  return row->is_declared ? row->declared : AML_SV("-");
}

static void widen(size_t *width, const aml_drift_report *report, aml_sv text) {
  size_t length = aml_utf8_length(aml_text_safe(report->arena, text));
  *width = length > *width && length <= WIDEST ? length : *width;
}

static widths measure(
    const aml_drift_report *report, const aml_drift_options *options, const aml_drift_entry *entry) {
  widths all = {0, 0};
  widen(&all.setting, report, AML_SV("setting"));
  widen(&all.declared, report, AML_SV("declared"));
  for (size_t i = 0; i < entry->rows.count; i++) {
    if (is_shown(&entry->rows.items[i], options)) {
      widen(&all.setting, report, entry->rows.items[i].setting);
      widen(&all.declared, report, declared_of(&entry->rows.items[i]));
    }
  }
  return all;
}

static void print_row(
    aml_out *out, const aml_drift_report *report, const widths *all, const aml_drift_row *row) {
  aml_out_str(out, row->differs == AML_TRUE ? "  * " : "    ");
  print_padded(out, report, row->setting, all->setting);
  print_padded(out, report, declared_of(row), all->declared);
  aml_out_safe(out, row->actual.len > 0 ? row->actual : AML_SV("-"));
  if (row->differs == AML_MAYBE) {
    aml_out_str(out, "  (not known: ");
    aml_out_safe(out, row->reason);
    aml_out_char(out, ')');
  } else if (row->accepted_by.len > 0) {
    aml_out_str(out, "  (accepted by ");
    aml_out_safe(out, row->accepted_by);
    aml_out_char(out, ')');
  }
  aml_out_char(out, '\n');
}

static void print_rows(aml_out *out, const aml_drift_report *report, const aml_drift_options *options,
    const aml_drift_entry *entry) {
  widths all = measure(report, options, entry);
  bool has_head = false;
  for (size_t i = 0; i < entry->rows.count; i++) {
    if (!is_shown(&entry->rows.items[i], options)) {
      continue;
    }
    if (!has_head) {
      aml_out_str(out, "    ");
      print_padded(out, report, AML_SV("setting"), all.setting);
      print_padded(out, report, AML_SV("declared"), all.declared);
      aml_out_str(out, "runs\n");
      has_head = true;
    }
    print_row(out, report, &all, &entry->rows.items[i]);
  }
}

static void print_entry(aml_out *out, const aml_drift_report *report, const aml_drift_options *options,
    const aml_drift_entry *entry) {
  print_head(out, entry);
  print_line(out, "  declared: ", aml_drift_place(report, entry->declared_file, entry->declared_line));
  print_evidence(out, report, entry);
  print_line(out, "  why:      ", entry->why);
  print_rows(out, report, options, entry);
  aml_out_char(out, '\n');
}

bool aml_drift_write_text(
    const aml_drift_report *report, const aml_drift_options *options, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  for (size_t i = 0; i < report->entries.count; i++) {
    const aml_drift_entry *entry = &report->entries.items[i];
    if (options->is_verbose || entry->state != AML_DRIFT_IN_STEP) {
      print_entry(&out, report, options, entry);
    }
  }
  if (!options->is_quiet) {
    print_line(&out, "", aml_drift_headline(report));
  }
  return aml_out_finish(&out);
}

static void print_csv_line(
    aml_out *out, const aml_drift_report *report, const aml_drift_entry *entry, const aml_drift_row *row) {
  for (size_t c = 0; c < AML_DRIFT_COLUMNS; c++) {
    aml_out_str(out, c == 0 ? "" : ",");
    aml_csv_cell(out, report->arena, aml_drift_cell(report, entry, row, c));
  }
  aml_out_str(out, "\r\n");
}

bool aml_drift_write_csv(
    const aml_drift_report *report, const aml_drift_options *options, aml_write write, void *ctx) {
  (void)options;
  aml_out out;
  aml_out_init(&out, write, ctx);
  for (size_t c = 0; c < AML_DRIFT_COLUMNS; c++) {
    aml_out_str(&out, c == 0 ? "" : ",");
    aml_csv_cell(&out, report->arena, aml_sv_of(aml_drift_column(c)));
  }
  aml_out_str(&out, "\r\n");
  for (size_t i = 0; i < report->entries.count; i++) {
    const aml_drift_entry *entry = &report->entries.items[i];
    for (size_t k = 0; k < entry->rows.count; k++) {
      print_csv_line(&out, report, entry, &entry->rows.items[k]);
    }
    if (entry->rows.count == 0) {
      print_csv_line(&out, report, entry, NULL);
    }
  }
  return aml_out_finish(&out);
}
