/* The record as one HTML page. */
#include "base/map.h"
#include "report/evidence_record.h"
#include "report/html_page.h"

static void begin_table(aml_out *out, const char *title, const char *const *columns, size_t count) {
  aml_out_str(out, "<h2>");
  aml_out_str(out, title);
  aml_out_str(out, "</h2>\n");
  aml_html_begin_wide(out, title);
  aml_out_str(out, "<table><thead><tr>");
  for (size_t i = 0; i < count; i++) {
    aml_out_str(out, "<th scope=\"col\">");
    aml_out_str(out, columns[i]);
    aml_out_str(out, "</th>");
  }
  aml_out_str(out, "</tr></thead>\n<tbody>\n");
}

static void end_table(aml_out *out) {
  aml_out_str(out, "</tbody></table></div>\n");
}

static void print_cells(aml_out *out, aml_arena *arena, const aml_sv *cells, size_t count) {
  aml_out_str(out, "<tr>");
  for (size_t i = 0; i < count; i++) {
    aml_out_str(out, "<td>");
    aml_html_breakable(out, arena, cells[i]);
    aml_out_str(out, "</td>");
  }
  aml_out_str(out, "</tr>\n");
}

static void print_files(aml_out *out, const aml_evidence_record *record) {
  enum { COLUMNS = 9, SHORT_COMMIT = 12 };
  static const char *const columns[COLUMNS] = {
      "File", "Kind", "Exported", "By", "Scope", "Complete", "Resources", "Commit", "SHA-256"};
  const aml_audit *audit = record->audit;
  begin_table(out, "Files", columns, COLUMNS);
  for (size_t i = 0; i < record->evidence.count + record->inputs.count; i++) {
    bool is_evidence = i < record->evidence.count;
    const aml_record_file *file =
        is_evidence ? &record->evidence.items[i] : &record->inputs.items[i - record->evidence.count];
    const aml_sv cells[COLUMNS] = {file->path, file->kind, aml_audit_day(audit, file->exported), file->by,
        file->scope,
        aml_sv_of(!is_evidence        ? ""
                  : file->is_complete ? "yes"
                                      : "no"),
        is_evidence ? aml_sv_format(audit->arena, "%zu", file->resources) : (aml_sv){NULL, 0},
        aml_sv_slice(file->commit, 0, SHORT_COMMIT), file->digest};
    print_cells(out, audit->arena, cells, COLUMNS);
  }
  end_table(out);
}

/* ---- what rows are marked with, for the filter ---- */

typedef struct marking {
  const aml_evidence_record *record;
  aml_map owners; /* by the names of exceptions */
} marking;

static marking begin_marks(const aml_evidence_record *record) {
  marking m = {.record = record};
  const aml_audit *audit = record->audit;
  aml_map_init(&m.owners, record->drift->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < audit->entries.count; i++) {
    (void)aml_map_put(
        &m.owners, aml_audit_name(audit, &audit->entries.items[i]), &audit->entries.items[i].owner);
  }
  return m;
}

static aml_sv owner_of(const marking *m, aml_sv exception) {
  const aml_sv *owner = exception.len == 0 ? NULL : aml_map_find(&m->owners, exception);
  return owner == NULL ? (aml_sv){NULL, 0} : *owner;
}

/* The rule that says what is said of a row of drift. */
static aml_sv rule_of(const aml_drift_entry *entry, const aml_drift_row *row) {
  return row != NULL && row->differs != AML_FALSE ? AML_SV("AML801")
         : entry->state == AML_DRIFT_UNDECLARED || entry->state == AML_DRIFT_MAY_BE_UNDECLARED
             ? AML_SV("AML802")
         : entry->state == AML_DRIFT_MISSING ? AML_SV("AML803")
                                             : (aml_sv){NULL, 0};
}

/* As severe as the verdict of that rule is. */
static aml_sv severity_of(const marking *m, const aml_drift_entry *entry, aml_sv rule) {
  const aml_record_verdicts *all = &m->record->verdicts[entry - m->record->drift->entries.items];
  for (size_t i = 0; i < all->count && rule.len > 0; i++) {
    if (aml_sv_eq(all->items[i].rule->id, rule)) {
      return aml_sv_of(aml_severity_name(all->items[i].severity));
    }
  }
  return (aml_sv){NULL, 0};
}

static void mark_drift(void *ctx, aml_out *out, const aml_drift_entry *entry, const aml_drift_row *row) {
  const marking *m = ctx;
  aml_arena *arena = m->record->drift->arena;
  aml_sv rule = rule_of(entry, row);
  aml_sv accepted = row != NULL && row->accepted_by.len > 0 ? row->accepted_by : entry->accepted_by;
  aml_html_mark(out, arena, "workspace", entry->workspace);
  aml_html_mark(out, arena, "rule", rule);
  aml_html_mark(out, arena, "severity", severity_of(m, entry, rule));
  aml_html_mark(out, arena, "owner", owner_of(m, accepted));
}

/* ---- verdicts ---- */

enum { VERDICT_COLUMNS = 7 };

static void print_verdict(
    const marking *m, aml_out *out, const aml_drift_entry *entry, const aml_record_verdict *one) {
  static const char *const columns[VERDICT_COLUMNS] = {
      "Verdict", "Rule", "Resource", "Workspace", "Severity", "Accepted by", "Not known"};
  aml_arena *arena = m->record->drift->arena;
  const aml_sv cells[VERDICT_COLUMNS] = {aml_sv_of(aml_record_judgement_name(one->judgement)), one->rule->id,
      entry->name, entry->workspace, aml_sv_of(aml_severity_name(one->severity)), one->grounds->accepted_by,
      one->grounds->reason};
  aml_out_str(out, "<tr");
  aml_html_mark(out, arena, "workspace", entry->workspace);
  aml_html_mark(out, arena, "rule", one->rule->id);
  aml_html_mark(out, arena, "severity", cells[4]);
  aml_html_mark(out, arena, "owner", owner_of(m, one->grounds->accepted_by));
  aml_out_char(out, '>');
  for (size_t c = 0; c < VERDICT_COLUMNS; c++) {
    aml_out_str(out, "<td data-label=\"");
    aml_out_str(out, columns[c]);
    aml_out_char(out, '"');
    aml_html_mark(out, arena, "sort", cells[c]);
    aml_out_char(out, '>');
    aml_html_breakable(out, arena, cells[c]);
    aml_out_str(out, "</td>");
  }
  aml_out_str(out, "</tr>\n");
}

/* Those that are clean are counted; the others say why. */
static void print_verdicts(aml_out *out, const marking *m) {
  const aml_evidence_record *record = m->record;
  size_t clean = 0;
  aml_out_str(out, "<h2>Rules</h2>\n");
  aml_html_begin_wide(out, "Rules");
  aml_out_str(out, "<table class=\"entries\"><caption>Every verdict that is "
                   "not clean</caption><thead><tr><th scope=\"col\">Verdict</th><th scope=\"col\">Rule</th>"
                   "<th scope=\"col\">Resource</th><th scope=\"col\">Workspace</th><th scope=\"col\">Severity"
                   "</th><th scope=\"col\">Accepted by</th><th scope=\"col\">Not known</th></tr></thead>\n"
                   "<tbody>\n");
  for (size_t i = 0; i < record->drift->entries.count; i++) {
    for (size_t k = 0; k < record->verdicts[i].count; k++) {
      const aml_record_verdict *one = &record->verdicts[i].items[k];
      bool is_clean = one->judgement == AML_RECORD_CLEAN;
      clean += is_clean;
      if (!is_clean) {
        print_verdict(m, out, &record->drift->entries.items[i], one);
      }
    }
  }
  end_table(out);
  aml_out_str(out, "<p>Clean verdicts, which only the JSON lists: ");
  aml_out_int(out, (int64_t)clean);
  aml_out_str(out, ".</p>\n");
}

static void print_exceptions(aml_out *out, const aml_audit *audit) {
  if (audit->entries.count > 0) {
    aml_out_str(out, "<h2>Exceptions</h2>\n");
    aml_audit_html_entries(out, audit);
    aml_record_html_timeline(out, audit);
  }
}

static void print_tool(aml_out *out, const aml_evidence_record *record) {
  const aml_audit *audit = record->audit;
  aml_out_str(out, "<h2>Made by</h2>\n");
  aml_html_begin_wide(out, "Made by");
  aml_out_str(out, "<table><tbody>\n");
  aml_html_pair(out, audit->arena, "As of", aml_audit_day(audit, audit->as_of));
  aml_html_pair(out, audit->arena, "Commit", audit->commit);
  aml_html_pair(out, audit->arena, "amlint", audit->version);
  aml_html_pair(out, audit->arena, "Rules (SHA-256)", audit->rules_digest);
  aml_html_pair(out, audit->arena, "Facts", audit->facts_version);
  aml_html_pair(out, audit->arena, "Facts (SHA-256)", record->facts_digest);
  end_table(out);
  static const char *const columns[] = {"Name", "Role", "Date", "Signature"};
  begin_table(out, "Signatures", columns, sizeof columns / sizeof columns[0]);
  aml_out_str(out, "<tr><td>&nbsp;</td><td></td><td></td><td></td></tr>\n");
  end_table(out);
}

bool aml_record_write_html(const aml_evidence_record *record, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  aml_html_begin(&out, record->drift->arena, "Evidence record");
  aml_out_str(&out, "<h1>Evidence record</h1>\n<p>As of ");
  aml_out_text(&out, aml_audit_day(record->audit, record->audit->as_of));
  aml_out_str(&out, ": ");
  aml_html_text(&out, record->drift->arena, aml_drift_headline(record->drift));
  aml_out_str(&out, "</p>\n");
  marking m = begin_marks(record);
  const aml_drift_marks marks = {&m, mark_drift};
  bool has_entries = record->drift->entries.count > 0;
  if (has_entries) {
    aml_record_html_filter(&out, record);
    aml_out_str(&out, "<h2>Declared and actual</h2>\n");
    aml_drift_html_entries(&out, record->drift, &marks);
    print_verdicts(&out, &m);
  }
  print_exceptions(&out, record->audit);
  aml_record_html_sums(&out, record);
  print_files(&out, record);
  print_tool(&out, record);
  aml_html_end(&out, has_entries ? AML_HTML_WITH_ENTRIES : AML_HTML_WITHOUT_ENTRIES);
  return aml_out_finish(&out);
}
