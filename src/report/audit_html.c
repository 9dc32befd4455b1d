/* The audit as one HTML page. */
#include "report/audit.h"
#include "report/html_page.h"
#include "report/place.h"

/* How the state reads at a glance; the word itself says it too. */
static const char *tone_of(aml_sv state) {
  if (aml_sv_eq(state, AML_SV("active"))) {
    return "good";
  }
  static const aml_sv mild[] = {AML_SV_CONST("ends soon"), AML_SV_CONST("blanket"), AML_SV_CONST("unused"),
      AML_SV_CONST("gone"), AML_SV_CONST("too long"), AML_SV_CONST("review overdue"),
      AML_SV_CONST("overlapping"), AML_SV_CONST("not checked"), AML_SV_CONST("revoked")};
  for (size_t i = 0; i < sizeof mild / sizeof mild[0]; i++) {
    if (aml_sv_eq(state, mild[i])) {
      return "warn";
    }
  }
  return "bad";
}

static void print_state(aml_out *out, const aml_audit *audit, aml_sv state) {
  aml_out_str(out, "<span class=\"");
  aml_out_str(out, tone_of(state));
  aml_out_str(out, "\">");
  aml_html_text(out, audit->arena, state);
  aml_out_str(out, "</span>");
}

static void print_findings(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry) {
  aml_out_str(out, "<details><summary>");
  aml_out_int(out, (int64_t)entry->finding_count);
  aml_out_str(out, entry->finding_count == 1 ? " finding</summary><ul>" : " findings</summary><ul>");
  for (size_t i = 0; i < entry->finding_count; i++) {
    const aml_audit_cover *finding = &entry->findings[i];
    aml_out_str(out, "<li>");
    aml_html_breakable(out, audit->arena, finding->file);
    aml_out_char(out, ':');
    aml_out_int(out, finding->line);
    aml_out_str(out, " <strong>");
    aml_html_text(out, audit->arena, finding->rule);
    aml_out_str(out, "</strong> ");
    aml_html_text(out, audit->arena, finding->message);
    aml_out_str(out, "</li>");
  }
  aml_out_str(out, "</ul></details>");
}

static void print_details(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry) {
  aml_audit_detail detail;
  for (size_t i = 0; aml_audit_detail_at(audit, entry, i, &detail); i++) {
    aml_out_str(out, "<p><strong>");
    aml_out_str(out, detail.label);
    aml_out_str(out, ":</strong> ");
    aml_html_breakable(out, audit->arena, detail.text);
    aml_out_str(out, "</p>");
  }
}

/* What it covers, why, and the findings: what is long stands in one column, the widest. */
static void print_covers(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry, aml_sv text) {
  aml_html_breakable(out, audit->arena, text);
  print_details(out, audit, entry);
  if (entry->finding_count > 0) {
    print_findings(out, audit, entry);
  }
}

enum { COLUMN_STATE = 0, COLUMN_COVERS = 3 };

static void print_cell(aml_out *out, const aml_audit *audit, size_t row, size_t column) {
  const aml_audit_entry *entry = &audit->entries.items[row];
  aml_sv text = aml_audit_cell(audit, entry, column);
  aml_out_str(out, aml_audit_is_number(column) ? "<td class=\"number\" data-label=\"" : "<td data-label=\"");
  aml_out_str(out, aml_audit_column(column));
  aml_out_str(out, "\" data-sort=\"");
  if (column == COLUMN_STATE) { /* by its place: the worst come first */
    aml_html_text(out, audit->arena, aml_sv_format(audit->arena, "%06zu", row));
  } else {
    aml_html_text(out, audit->arena, text);
  }
  aml_out_str(out, "\">");
  if (column == COLUMN_STATE) {
    print_state(out, audit, text);
  } else if (column == COLUMN_COVERS) {
    print_covers(out, audit, entry, text);
  } else {
    aml_html_breakable(out, audit->arena, text);
  }
  aml_out_str(out, "</td>");
}

/* For the filter: who owns it, which rules it waives, how severe they are. */
static void print_marks(aml_out *out, const aml_audit *audit, const aml_audit_entry *entry) {
  aml_html_mark(out, audit->arena, "owner", entry->owner);
  aml_out_str(out, " data-rule=\"");
  for (size_t i = 0; i < entry->rule_list.count; i++) {
    aml_out_str(out, i == 0 ? "" : "|");
    aml_html_text(out, audit->arena, entry->rule_list.items[i].id);
  }
  aml_out_char(out, '"');
  aml_html_mark(out, audit->arena, "severity", aml_sv_of(aml_severity_name(entry->severity)));
}

void aml_audit_html_entries(aml_out *out, const aml_audit *audit) {
  aml_html_begin_wide(out, "Exceptions");
  aml_out_str(out, "\n<table class=\"entries\">\n<caption>Every exception, worst "
                   "first</caption>\n<thead><tr>");
  for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
    aml_out_str(out, "<th scope=\"col\"");
    aml_out_str(out, c == COLUMN_STATE ? " aria-sort=\"ascending\"" : "");
    aml_out_str(out, aml_audit_is_number(c) ? " class=\"number\">" : ">");
    aml_out_str(out, aml_audit_column(c));
    aml_out_str(out, "</th>");
  }
  aml_out_str(out, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < audit->entries.count; i++) {
    aml_out_str(out, "<tr");
    print_marks(out, audit, &audit->entries.items[i]);
    aml_out_char(out, '>');
    for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
      print_cell(out, audit, i, c);
    }
    aml_out_str(out, "</tr>\n");
  }
  aml_out_str(out, "</tbody>\n</table>\n</div>\n");
}

/* Behind the last entry that has the state of the entry at `begin`. */
static size_t end_of_state(const aml_audit *audit, size_t begin) {
  size_t end = begin + 1;
  while (end < audit->entries.count &&
         aml_sv_eq(audit->entries.items[end].state, audit->entries.items[begin].state)) {
    end++;
  }
  return end;
}

/* How many there are of each state, worst first. */
static void print_tally(aml_out *out, const aml_audit *audit) {
  aml_out_str(out, "<ul class=\"tally\">");
  for (size_t i = 0, end; i < audit->entries.count; i = end) {
    aml_sv state = audit->entries.items[i].state;
    end = end_of_state(audit, i);
    aml_out_str(out, "<li>");
    aml_out_int(out, (int64_t)(end - i));
    aml_out_char(out, ' ');
    print_state(out, audit, state);
    aml_out_str(out, "</li>");
  }
  aml_out_str(out, "</ul>\n");
}

static const char *meaning_of(aml_sv state) {
  static const struct {
    aml_sv state;
    const char *meaning;
  } all[] = {
      {AML_SV_CONST("malformed"), "It cannot be read, so it is ignored."},
      {AML_SV_CONST("expired"), "Its last day has passed, so it no longer waives anything."},
      {AML_SV_CONST("not permitted"), "The rule may never be waived, its approver is not on the list, or "
                                      "comments are switched off; it is ignored."},
      {AML_SV_CONST("incomplete"),
          "A required field is missing or invalid, or its rule does not exist; it is ignored."},
      {AML_SV_CONST("unjustified wildcard"),
          "It uses a wildcard without confirming it and giving a reason; it is ignored."},
      {AML_SV_CONST("ends soon"), "It is in effect, and its last day is near."},
      {AML_SV_CONST("too long"), "It is in effect, but for longer than is allowed."},
      {AML_SV_CONST("unused"), "What it waived has been fixed, moved or renamed."},
      {AML_SV_CONST("review overdue"), "It is in effect, but the date of its review has passed."},
      {AML_SV_CONST("overlapping"), "It waives what another exception waives, too."},
      {AML_SV_CONST("not checked"),
          "It waives nothing here, but not all of its rules ran on everything that it may cover."},
      {AML_SV_CONST("revoked"), "It was ended before its last day and remains only as a record."},
      {AML_SV_CONST("gone"), "An entry of the baseline whose finding is gone."},
      {AML_SV_CONST("blanket"), "It uses a wildcard, with a reason."},
      {AML_SV_CONST("active"), "It is in effect, and nothing is wrong with it."},
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    if (aml_sv_eq(all[i].state, state)) {
      return all[i].meaning;
    }
  }
  return "";
}

static void print_legend(aml_out *out, const aml_audit *audit) {
  aml_out_str(out, "<h2>What the states mean</h2>\n<dl>\n");
  for (size_t i = 0; i < audit->entries.count; i = end_of_state(audit, i)) {
    aml_out_str(out, "<dt>");
    print_state(out, audit, audit->entries.items[i].state);
    aml_out_str(out, "</dt><dd>");
    aml_out_str(out, meaning_of(audit->entries.items[i].state));
    aml_out_str(out, "</dd>\n");
  }
  aml_out_str(out, "</dl>\n");
}

void aml_audit_html_totals(
    aml_out *out, const aml_audit *audit, const char *title, const aml_audit_totals *totals) {
  aml_out_str(out, "<table><thead><tr><th scope=\"col\">");
  aml_out_str(out, title);
  aml_out_str(out, "</th><th scope=\"col\" class=\"number\">Exceptions</th><th scope=\"col\" "
                   "class=\"number\">Findings</th><th scope=\"col\" class=\"number\">Would waive</th>"
                   "</tr></thead><tbody>\n");
  for (size_t i = 0; i < totals->count; i++) {
    aml_out_str(out, "<tr><td>");
    aml_html_text(
        out, audit->arena, totals->items[i].key.len > 0 ? totals->items[i].key : AML_SV("(nobody)"));
    aml_out_str(out, "</td><td class=\"number\">");
    aml_out_int(out, (int64_t)totals->items[i].entries);
    aml_out_str(out, "</td><td class=\"number\">");
    aml_out_int(out, (int64_t)totals->items[i].findings);
    aml_out_str(out, "</td><td class=\"number\">");
    aml_out_int(out, (int64_t)totals->items[i].would_cover);
    aml_out_str(out, "</td></tr>\n");
  }
  aml_out_str(out, "</tbody></table>\n");
}

static void print_evidence(aml_out *out, const aml_audit *audit, aml_sv day) {
  aml_out_str(out, "<h2>Evidence</h2>\n");
  aml_html_begin_wide(out, "Evidence");
  aml_out_str(out, "<table><tbody>\n");
  aml_html_pair(out, audit->arena, "As of", day);
  aml_html_pair(out, audit->arena, "Commit", audit->commit);
  aml_html_pair(out, audit->arena, "amlint", audit->version);
  aml_html_pair(out, audit->arena, "Rules (SHA-256)", audit->rules_digest);
  aml_html_pair(out, audit->arena, "Facts", audit->facts_version);
  aml_html_pair(out, audit->arena, "Configuration", audit->config_path);
  aml_html_pair(out, audit->arena, "Configuration (SHA-256)", audit->config_digest);
  aml_out_str(out, "</tbody></table></div>\n");
}

static void print_paragraph(aml_out *out, const aml_audit *audit, aml_sv text) {
  if (text.len > 0) {
    aml_out_str(out, "<p class=\"soft\">");
    aml_html_text(out, audit->arena, text);
    aml_out_str(out, "</p>\n");
  }
}

static void print_intro(aml_out *out, const aml_audit *audit, aml_sv day) {
  aml_out_str(out, "<h1>Exceptions audit</h1>\n<p>As of ");
  aml_out_text(out, day);
  aml_out_str(out, ": ");
  aml_html_text(out, audit->arena, aml_audit_headline(audit));
  aml_out_str(out, "</p>\n");
  for (size_t i = 0; i < AML_AUDIT_OUTLOOK; i++) {
    print_paragraph(out, audit, aml_audit_outlook_text(audit, i));
  }
  print_paragraph(out, audit, aml_audit_trend_text(audit));
}

static void print_exceptions(aml_out *out, const aml_audit *audit) {
  print_tally(out, audit);
  aml_html_begin_filter(out);
  aml_html_begin_select(out, "state", "State");
  for (size_t i = 0; i < audit->by_state.count; i++) {
    aml_html_option(out, audit->arena, audit->by_state.items[i].key);
  }
  aml_html_end_select(out);
  aml_html_end_filter(out);
  aml_audit_html_entries(out, audit);
  print_legend(out, audit);
  aml_out_str(out, "<h2>Totals</h2>\n<div class=\"totals\">\n");
  aml_audit_html_totals(out, audit, "State", &audit->by_state);
  aml_audit_html_totals(out, audit, "Owner", &audit->by_owner);
  aml_audit_html_totals(out, audit, "Rule", &audit->by_rule);
  aml_audit_html_totals(out, audit, "Severity", &audit->by_severity);
  aml_out_str(out, "</div>\n");
}

bool aml_audit_write_html(const aml_audit *audit, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  char text[AML_DAY_TEXT_SIZE];
  aml_day_text(audit->as_of, text);
  aml_sv day = aml_sv_of(text);
  aml_html_begin(&out, audit->arena, "Exceptions audit");
  print_intro(&out, audit, day);
  if (audit->entries.count > 0) {
    print_exceptions(&out, audit);
  } else {
    aml_out_str(&out, "<p>Nothing is waived: there are no exceptions and no baseline entries.</p>\n");
  }
  print_evidence(&out, audit, day);
  aml_html_end(&out, audit->entries.count > 0 ? AML_HTML_WITH_ENTRIES : AML_HTML_WITHOUT_ENTRIES);
  return aml_out_finish(&out);
}
