/* The record as one HTML page. */
#include "report/evidence_record.h"
#include "report/html_page.h"

static void begin_table(aml_out *out, const char *title, const char *const *columns, size_t count) {
  aml_out_str(out, "<h2>");
  aml_out_str(out, title);
  aml_out_str(out, "</h2>\n<div class=\"wide\"><table><thead><tr>");
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
  enum { COLUMNS = 8 };
  static const char *const columns[COLUMNS] = {
      "File", "Kind", "Exported", "By", "Scope", "Complete", "Resources", "SHA-256"};
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
        is_evidence ? aml_sv_format(audit->arena, "%zu", file->resources) : (aml_sv){NULL, 0}, file->digest};
    print_cells(out, audit->arena, cells, COLUMNS);
  }
  end_table(out);
}

/* Those that are clean are counted; the others say why. */
static void print_verdicts(aml_out *out, const aml_evidence_record *record) {
  enum { COLUMNS = 6 };
  static const char *const columns[COLUMNS] = {
      "Resource", "Rule", "Severity", "Verdict", "Accepted by", "Not known"};
  aml_arena *arena = record->drift->arena;
  size_t clean = 0;
  begin_table(out, "Rules", columns, COLUMNS);
  for (size_t i = 0; i < record->drift->entries.count; i++) {
    for (size_t k = 0; k < record->verdicts[i].count; k++) {
      const aml_record_verdict *one = &record->verdicts[i].items[k];
      if (aml_sv_eq(aml_sv_of(one->verdict), AML_SV("clean"))) {
        clean++;
        continue;
      }
      const aml_sv cells[COLUMNS] = {record->drift->entries.items[i].name, one->rule,
          aml_sv_of(aml_severity_name(one->severity)), aml_sv_of(one->verdict), one->accepted_by,
          one->reason};
      print_cells(out, arena, cells, COLUMNS);
    }
  }
  end_table(out);
  aml_out_str(out, "<p>Clean verdicts, which only the JSON lists: ");
  aml_out_int(out, (int64_t)clean);
  aml_out_str(out, ".</p>\n");
}

static void print_exceptions(aml_out *out, const aml_evidence_record *record) {
  const char *columns[AML_AUDIT_COLUMNS];
  const aml_audit *audit = record->audit;
  for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
    columns[c] = aml_audit_column(c);
  }
  begin_table(out, "Exceptions", columns, AML_AUDIT_COLUMNS);
  for (size_t i = 0; i < audit->entries.count; i++) {
    aml_sv cells[AML_AUDIT_COLUMNS];
    for (size_t c = 0; c < AML_AUDIT_COLUMNS; c++) {
      cells[c] = aml_audit_cell(audit, &audit->entries.items[i], c);
    }
    print_cells(out, audit->arena, cells, AML_AUDIT_COLUMNS);
  }
  end_table(out);
}

static void print_tool(aml_out *out, const aml_evidence_record *record) {
  const aml_audit *audit = record->audit;
  aml_out_str(out, "<h2>Made by</h2>\n<div class=\"wide\"><table><tbody>\n");
  aml_html_pair(out, audit->arena, "As of", aml_audit_day(audit, audit->as_of));
  aml_html_pair(out, audit->arena, "Commit", audit->commit);
  aml_html_pair(out, audit->arena, "amlint", audit->version);
  aml_html_pair(out, audit->arena, "Rules (SHA-256)", audit->rules_digest);
  aml_html_pair(out, audit->arena, "Facts", audit->facts_version);
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
  aml_drift_html_entries(&out, record->drift);
  print_verdicts(&out, record);
  print_exceptions(&out, record);
  print_files(&out, record);
  print_tool(&out, record);
  aml_html_end(&out, record->drift->entries.count > 0 ? AML_HTML_WITH_ENTRIES : AML_HTML_WITHOUT_ENTRIES);
  return aml_out_finish(&out);
}
