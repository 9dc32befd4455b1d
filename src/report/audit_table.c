/* The audit as tables of text: for a terminal, as CSV, as Markdown. */

#include <string.h>

#include "base/map.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "report/audit.h"
#include "report/csv_cell.h"
#include "report/markdown_text.h"
#include "report/out.h"
#include "report/place.h"

/* Widths in code points; a cell is cut where it is longer, except in the last text column. */
enum { WIDEST = 40 };
enum { CSV_MORE = 14 }; /* columns behind those of all tables */

static size_t cell_width(aml_sv text) {
  size_t width = aml_utf8_length(text);
  return width > WIDEST ? WIDEST : width;
}

static void measure(const aml_audit *audit, size_t widths[AML_AUDIT_COLUMNS]) {
  for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
    widths[c] = aml_sv_of(aml_audit_column(c)).len;
    for (size_t i = 0; i < audit->entries.count; i++) {
      aml_sv cell = aml_text_safe(audit->arena, aml_audit_cell(audit, &audit->entries.items[i], c));
      size_t width = cell_width(cell);
      widths[c] = width > widths[c] ? width : widths[c];
    }
  }
}

static aml_sv cut(const aml_audit *audit, aml_sv text) {
  if (aml_utf8_length(text) <= WIDEST) {
    return text;
  }
  size_t at = 0;
  for (size_t n = 0; n + 1 < WIDEST; n++) {
    (void)aml_utf8_next(text, &at);
  }
  return aml_sv_join(audit->arena, aml_sv_slice(text, 0, at), AML_SV("\xE2\x80\xA6"));
}

static void print_cell(aml_out *out, const aml_audit *audit, aml_sv text, size_t width, size_t column) {
  text = cut(audit, aml_text_safe(audit->arena, text));
  size_t missing = width - cell_width(text);
  bool is_number = aml_audit_is_number(column);
  aml_out_fill(out, ' ', is_number ? missing : 0);
  aml_out_text(out, text);
  aml_out_fill(out, ' ', is_number || column + 1 == AML_AUDIT_COLUMNS ? 0 : missing);
  aml_out_str(out, column + 1 == AML_AUDIT_COLUMNS ? "\n" : "  ");
}

static void print_totals(aml_out *out, const char *title, const aml_audit_totals *totals) {
  if (totals->count == 0) {
    return;
  }
  aml_out_str(out, title);
  for (size_t i = 0; i < totals->count; i++) {
    aml_out_str(out, i == 0 ? " " : ", ");
    aml_out_safe(out, totals->items[i].key.len > 0 ? totals->items[i].key : AML_SV("(nobody)"));
    aml_out_char(out, ' ');
    aml_out_int(out, (int64_t)totals->items[i].entries);
  }
  aml_out_char(out, '\n');
}

static void print_evidence(aml_out *out, const aml_audit *audit) {
  char day[AML_DAY_TEXT_SIZE];
  aml_day_text(audit->as_of, day);
  aml_out_str(out, "As of ");
  aml_out_str(out, day);
  aml_out_str(out, "; amlint ");
  aml_out_text(out, audit->version);
  aml_out_str(out, ", facts of ");
  aml_out_text(out, audit->facts_version);
  aml_out_str(out, ", rules ");
  aml_out_text(out, aml_sv_slice(audit->rules_digest, 0, 12));
  if (audit->config_digest.len > 0) {
    aml_out_str(out, ", configuration ");
    aml_out_text(out, aml_sv_slice(audit->config_digest, 0, 12));
  }
  if (audit->commit.len > 0) {
    aml_out_str(out, ", commit ");
    aml_out_safe(out, aml_sv_slice(audit->commit, 0, 12));
  }
  aml_out_str(out, ".\n");
}

static void print_line(aml_out *out, aml_sv text) {
  if (text.len > 0) {
    aml_out_safe(out, text);
    aml_out_char(out, '\n');
  }
}

/* The headline, and what ends next. */
static void print_summary(aml_out *out, const aml_audit *audit) {
  print_line(out, aml_audit_headline(audit));
  for (size_t i = 0; i < AML_AUDIT_OUTLOOK; i++) {
    print_line(out, aml_audit_outlook_text(audit, i));
  }
}

static void print_finding(aml_out *out, const aml_audit_cover *finding) {
  aml_out_str(out, "  ");
  aml_out_safe(out, finding->file);
  aml_out_char(out, ':');
  aml_out_int(out, finding->line);
  aml_out_str(out, ": ");
  aml_out_safe(out, finding->rule);
  aml_out_char(out, ' ');
  aml_out_safe(out, finding->message);
  aml_out_char(out, '\n');
}

/* What does not fit in a column, and every finding, so that a reader can go and look. */
static void print_details(aml_out *out, const aml_audit *audit) {
  for (size_t i = 0; i < audit->entries.count; i++) {
    const aml_audit_entry *entry = &audit->entries.items[i];
    aml_out_safe(out, aml_audit_name(audit, entry));
    aml_out_str(out, " (");
    aml_out_text(out, entry->state);
    aml_out_str(out, ")\n");
    aml_audit_detail detail;
    for (size_t k = 0; aml_audit_detail_at(audit, entry, k, &detail); k++) {
      aml_out_str(out, "  ");
      aml_out_str(out, detail.label);
      aml_out_str(out, ": ");
      print_line(out, detail.text);
    }
    for (size_t k = 0; k < entry->finding_count; k++) {
      print_finding(out, &entry->findings[k]);
    }
  }
  aml_out_str(out, audit->entries.count > 0 ? "\n" : "");
}

bool aml_audit_write_text(const aml_audit *audit, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  size_t widths[AML_AUDIT_COLUMNS];
  measure(audit, widths);
  print_summary(&out, audit);
  aml_out_char(&out, '\n');
  for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
    print_cell(&out, audit, aml_sv_of(aml_audit_column(c)), widths[c], c);
  }
  for (size_t i = 0; i < audit->entries.count; i++) {
    for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
      print_cell(&out, audit, aml_audit_cell(audit, &audit->entries.items[i], c), widths[c], c);
    }
  }
  aml_out_char(&out, '\n');
  print_details(&out, audit);
  print_totals(&out, "By state:", &audit->by_state);
  print_totals(&out, "By owner:", &audit->by_owner);
  print_totals(&out, "By rule:", &audit->by_rule);
  print_totals(&out, "By severity:", &audit->by_severity);
  print_line(&out, aml_audit_trend_text(audit));
  print_evidence(&out, audit);
  return aml_out_finish(&out);
}

/* "a.yml:5 AML101; b.yml:7 AML102" */
static aml_sv covered_text(const aml_audit *audit, const aml_audit_entry *entry) {
  aml_strbuf text;
  aml_strbuf_init(&text, audit->arena, SIZE_MAX);
  for (size_t i = 0; i < entry->finding_count; i++) {
    const aml_audit_cover *finding = &entry->findings[i];
    aml_strbuf_addf(&text, "%s%.*s:%u %.*s", i == 0 ? "" : "; ", AML_SV_ARG(finding->file), finding->line,
        AML_SV_ARG(finding->rule));
  }
  return aml_strbuf_view(&text);
}

static void put_changes(aml_map *changes, const aml_texts *names, const aml_sv *change) {
  for (size_t i = 0; i < names->count; i++) {
    aml_map_put(changes, names->items[i], (void *)(uintptr_t)change);
  }
}

/* What became of each name since the earlier audit. */
static void collect_changes(aml_map *changes, const aml_audit *audit) {
  static const aml_sv added = AML_SV_CONST("added"), renewed = AML_SV_CONST("renewed"),
                      changed = AML_SV_CONST("changed");
  aml_map_init(changes, audit->arena, AML_MAP_EXACT);
  if (audit->trend != NULL) {
    put_changes(changes, &audit->trend->added, &added);
    put_changes(changes, &audit->trend->renewed, &renewed);
    put_changes(changes, &audit->trend->changed, &changed);
  }
}

/* Those of the earlier audit that are there no more: nothing but their names is known. */
static void print_csv_removed(aml_out *out, const aml_audit *audit, aml_sv name) {
  enum { FILLED = 3, BETWEEN = AML_AUDIT_COLUMNS + CSV_MORE - FILLED };
  aml_csv_cell(out, audit->arena, AML_SV("removed"));
  aml_out_char(out, ',');
  aml_csv_cell(out, audit->arena, name);
  for (size_t i = 0; i < BETWEEN; i++) {
    aml_out_str(out, ",\"\"");
  }
  aml_out_str(out, ",\"removed\"\r\n");
}

/* The details that have no column of their own in the other tables. */
static void print_csv_details(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry) {
  static const char *const labels[] = {"Rules", "Problem", "Evidence", "Created", "Review", "Revoked"};
  aml_out_char(out, ',');
  aml_csv_cell(out, audit->arena, aml_sv_of(aml_severity_name(entry->severity)));
  for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
    aml_audit_detail detail;
    aml_sv text = {NULL, 0};
    for (size_t k = 0; text.len == 0 && aml_audit_detail_at(audit, entry, k, &detail); k++) {
      text = strcmp(detail.label, labels[i]) == 0 ? detail.text : text;
    }
    aml_out_char(out, ',');
    aml_csv_cell(out, audit->arena, text);
  }
}

bool aml_audit_write_csv(const aml_audit *audit, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  aml_map changes;
  collect_changes(&changes, audit);
  for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
    aml_csv_cell(&out, audit->arena, aml_sv_of(aml_audit_column(c)));
    aml_out_char(&out, ',');
  }
  aml_out_str(&out, "\"Reason\",\"Risk\",\"Kind\",\"File\",\"Covered\",\"Line\",\"Severity\",\"Rule titles\","
                    "\"Problems\",\"Evidence\",\"Created\",\"Review\",\"Revoked\",\"Change\"\r\n");
  for (size_t i = 0; i < audit->entries.count; i++) {
    const aml_audit_entry *entry = &audit->entries.items[i];
    for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
      aml_csv_cell(&out, audit->arena, aml_audit_cell(audit, entry, c));
      aml_out_char(&out, ',');
    }
    aml_sv more[] = {entry->reason, entry->risk, entry->kind, entry->file, covered_text(audit, entry)};
    for (size_t k = 0; k < sizeof more / sizeof more[0]; k++) {
      aml_csv_cell(&out, audit->arena, more[k]);
      aml_out_char(&out, ',');
    }
    aml_csv_cell(&out, audit->arena, aml_sv_format(audit->arena, "%u", entry->line));
    print_csv_details(&out, audit, entry);
    const aml_sv *change = aml_map_find(&changes, aml_audit_name(audit, entry));
    aml_out_char(&out, ',');
    aml_csv_cell(&out, audit->arena, change == NULL ? (aml_sv){NULL, 0} : *change);
    aml_out_str(&out, "\r\n");
  }
  for (size_t i = 0; audit->trend != NULL && i < audit->trend->removed.count; i++) {
    print_csv_removed(&out, audit, audit->trend->removed.items[i]);
  }
  return aml_out_finish(&out);
}

static void print_markdown_safe(aml_out *out, const aml_audit *audit, aml_sv text) {
  aml_markdown_text(out, aml_text_safe(audit->arena, text));
}

/* One item for each exception, with its details and findings as items below it. */
static void print_markdown_details(aml_out *out, const aml_audit *audit) {
  aml_out_str(out, "\n## Each exception\n\n");
  for (size_t i = 0; i < audit->entries.count; i++) {
    const aml_audit_entry *entry = &audit->entries.items[i];
    aml_out_str(out, "- ");
    print_markdown_safe(out, audit, aml_audit_name(audit, entry));
    aml_out_str(out, " (");
    aml_out_text(out, entry->state);
    aml_out_str(out, ")\n");
    aml_audit_detail detail;
    for (size_t k = 0; aml_audit_detail_at(audit, entry, k, &detail); k++) {
      aml_out_str(out, "  - ");
      aml_out_str(out, detail.label);
      aml_out_str(out, ": ");
      print_markdown_safe(out, audit, detail.text);
      aml_out_char(out, '\n');
    }
    for (size_t k = 0; k < entry->finding_count; k++) {
      const aml_audit_cover *finding = &entry->findings[k];
      aml_out_str(out, "  - ");
      print_markdown_safe(out, audit, finding->file);
      aml_out_char(out, ':');
      aml_out_int(out, finding->line);
      aml_out_char(out, ' ');
      print_markdown_safe(out, audit, finding->rule);
      aml_out_char(out, ' ');
      print_markdown_safe(out, audit, finding->message);
      aml_out_char(out, '\n');
    }
  }
}

static void print_markdown_paragraph(aml_out *out, const aml_audit *audit, aml_sv text) {
  if (text.len > 0) {
    print_markdown_safe(out, audit, text);
    aml_out_str(out, "\n\n");
  }
}

bool aml_audit_write_markdown(const aml_audit *audit, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  aml_out_str(&out, "# Exceptions\n\n");
  print_markdown_paragraph(&out, audit, aml_audit_headline(audit));
  for (size_t i = 0; i < AML_AUDIT_OUTLOOK; i++) {
    print_markdown_paragraph(&out, audit, aml_audit_outlook_text(audit, i));
  }
  for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
    aml_out_str(&out, "| ");
    aml_out_str(&out, aml_audit_column(c));
    aml_out_char(&out, ' ');
  }
  aml_out_str(&out, "|\n");
  for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
    aml_out_str(&out, aml_audit_is_number(c) ? "| ---: " : "| --- ");
  }
  aml_out_str(&out, "|\n");
  for (size_t i = 0; i < audit->entries.count; i++) {
    for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
      aml_out_str(&out, "| ");
      print_markdown_safe(&out, audit, aml_audit_cell(audit, &audit->entries.items[i], c));
      aml_out_char(&out, ' ');
    }
    aml_out_str(&out, "|\n");
  }
  print_markdown_details(&out, audit);
  aml_out_char(&out, '\n');
  print_markdown_paragraph(&out, audit, aml_audit_trend_text(audit));
  print_evidence(&out, audit);
  return aml_out_finish(&out);
}
