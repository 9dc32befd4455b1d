/* Drift as JSON, for programs. */
#include "base/json.h"
#include "report/drift_report.h"

static void member_place(aml_json *json, const char *key, aml_sv file, uint32_t line) {
  aml_json_key(json, aml_sv_of(key));
  if (file.len == 0) {
    aml_json_null(json);
    return;
  }
  aml_json_begin_object(json);
  aml_json_member_string(json, "file", file);
  aml_json_member_int(json, "line", line);
  aml_json_end_object(json);
}

static void write_row(aml_json *json, const aml_drift_entry *entry, const aml_drift_row *row) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "setting", row->setting);
  aml_json_member_string(json, "property", row->property);
  aml_json_member_text(json, "declared", row->declared);
  aml_json_member_text(json, "actual", row->actual);
  aml_json_member_string(json, "result", aml_drift_row_result(entry, row));
  aml_json_member_bool(json, "security", row->is_security);
  aml_json_member_text(json, "reason", row->reason);
  aml_json_member_text(json, "acceptedBy", row->accepted_by);
  aml_json_end_object(json);
}

void aml_drift_json_members(aml_json *json, const aml_drift_entry *entry) {
  aml_json_member_string(json, "name", entry->name);
  aml_json_member_string(json, "kind", entry->kind);
  aml_json_member_word(json, "state", aml_drift_state_name(entry->state));
  aml_json_member_text(json, "workspace", entry->workspace);
  aml_json_member_text(json, "resourceGroup", entry->resource_group);
  aml_json_member_text(json, "subscription", entry->subscription);
  member_place(json, "declared", entry->declared_file, entry->declared_line);
  member_place(json, "evidence", entry->evidence_file, entry->evidence_line);
  aml_json_member_day(json, "exported", entry->exported);
  aml_json_member_text(json, "created", entry->created);
  aml_json_member_text(json, "why", entry->why);
  aml_json_member_text(json, "acceptedBy", entry->accepted_by);
  aml_json_key(json, AML_SV("settings"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < entry->rows.count; i++) {
    write_row(json, entry, &entry->rows.items[i]);
  }
  aml_json_end_array(json);
}

bool aml_drift_write_json(
    const aml_drift_report *report, const aml_drift_options *options, aml_write write, void *ctx) {
  (void)options;
  aml_json json;
  aml_json_init(&json, write, ctx, AML_JSON_PRETTY);
  aml_json_begin_object(&json);
  aml_json_member_int(&json, "version", 1);
  aml_json_member_day(&json, "asOf", report->as_of);
  aml_json_member_bool(&json, "complete", !report->is_incomplete);
  aml_json_member_string(&json, "summary", aml_drift_headline(report));
  aml_json_key(&json, AML_SV("resources"));
  aml_json_begin_array(&json);
  for (size_t i = 0; i < report->entries.count; i++) {
    aml_json_begin_object(&json);
    aml_drift_json_members(&json, &report->entries.items[i]);
    aml_json_end_object(&json);
  }
  aml_json_end_array(&json);
  aml_json_end_object(&json);
  return aml_json_finish(&json);
}
