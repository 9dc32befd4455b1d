/* The audit as JSON: what another program reads, and what a later audit is compared with. */
#include "report/audit.h"
#include "report/place.h"

static void member_days(aml_json *json, const char *key, int32_t days) {
  aml_json_key(json, aml_sv_of(key));
  if (days == INT32_MIN) {
    aml_json_null(json);
  } else {
    aml_json_int(json, days);
  }
}

static void write_findings(aml_json *json, const aml_audit_entry *entry) {
  aml_json_key(json, AML_SV("findings"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < entry->finding_count; i++) {
    const aml_audit_cover *finding = &entry->findings[i];
    aml_json_begin_object(json);
    aml_json_member_string(json, "rule", finding->rule);
    aml_json_member_string(json, "severity", aml_sv_of(aml_severity_name(finding->severity)));
    aml_json_member_string(json, "file", finding->file);
    aml_json_member_int(json, "line", finding->line);
    aml_json_member_string(json, "resource", finding->resource);
    aml_json_member_string(json, "message", finding->message);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_rules(aml_json *json, const aml_audit_entry *entry) {
  aml_json_key(json, AML_SV("ruleList"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < entry->rule_list.count; i++) {
    const aml_audit_rule *rule = &entry->rule_list.items[i];
    aml_json_begin_object(json);
    aml_json_member_string(json, "id", rule->id);
    aml_json_member_string(json, "title", rule->title);
    aml_json_member_string(json, "severity", aml_sv_of(aml_severity_name(rule->severity)));
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_problems(aml_json *json, const aml_audit_entry *entry) {
  aml_json_key(json, AML_SV("problems"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < entry->problems.count; i++) {
    aml_json_begin_object(json);
    aml_json_member_string(json, "rule", entry->problems.items[i].rule);
    aml_json_member_string(json, "message", entry->problems.items[i].message);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_entry(aml_json *json, const aml_audit *audit, const aml_audit_entry *entry) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "state", entry->state);
  aml_json_member_string(json, "kind", entry->kind);
  aml_json_member_string(json, "id", entry->id);
  aml_json_member_string(json, "rules", entry->rules);
  aml_json_member_string(json, "covers", entry->covers);
  aml_json_member_string(json, "owner", entry->owner);
  aml_json_member_string(json, "approver", entry->approver);
  aml_json_member_string(json, "reason", entry->reason);
  aml_json_member_string(json, "ticket", entry->ticket);
  aml_json_member_string(json, "risk", entry->risk);
  aml_json_member_string(json, "evidence", entry->evidence);
  aml_json_member_day(json, "created", entry->created);
  aml_json_member_day(json, "until", entry->until);
  aml_json_member_day(json, "review", entry->review);
  aml_json_member_day(json, "revoked", entry->revoked);
  aml_json_member_string(json, "revokedBy", entry->revoked_by);
  aml_json_member_string(json, "revokedReason", entry->revoked_reason);
  member_days(json, "ageDays", aml_audit_age(audit, entry));
  member_days(json, "daysLeft", aml_audit_days_left(audit, entry));
  aml_json_member_string(json, "file", entry->file);
  aml_json_member_int(json, "line", entry->line);
  write_rules(json, entry);
  write_problems(json, entry);
  write_findings(json, entry);
  aml_json_end_object(json);
}

static void write_totals(aml_json *json, const char *key, const aml_audit_totals *totals) {
  aml_json_key(json, aml_sv_of(key));
  aml_json_begin_array(json);
  for (size_t i = 0; i < totals->count; i++) {
    aml_json_begin_object(json);
    aml_json_member_string(json, "key", totals->items[i].key);
    aml_json_member_int(json, "exceptions", (int64_t)totals->items[i].entries);
    aml_json_member_int(json, "findings", (int64_t)totals->items[i].findings);
    aml_json_member_int(json, "wouldCover", (int64_t)totals->items[i].would_cover);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_evidence(aml_json *json, const aml_audit *audit) {
  aml_json_key(json, AML_SV("evidence"));
  aml_json_begin_object(json);
  aml_json_member_string(json, "tool", AML_SV("amlint"));
  aml_json_member_string(json, "version", audit->version);
  aml_json_member_string(json, "rulesDigest", audit->rules_digest);
  aml_json_member_string(json, "factsVersion", audit->facts_version);
  aml_json_member_string(json, "config", audit->config_path);
  aml_json_member_string(json, "configDigest", audit->config_digest);
  aml_json_member_string(json, "commit", audit->commit);
  aml_json_member_day(json, "asOf", audit->as_of);
  aml_json_member_bool(json, "complete", !audit->is_incomplete);
  aml_json_end_object(json);
}

static void write_names(aml_json *json, const char *key, const aml_texts *names) {
  aml_json_key(json, aml_sv_of(key));
  aml_json_begin_array(json);
  for (size_t i = 0; i < names->count; i++) {
    aml_json_string(json, names->items[i]);
  }
  aml_json_end_array(json);
}

static void write_outlook(aml_json *json, const aml_audit *audit) {
  aml_json_key(json, AML_SV("outlook"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < AML_AUDIT_OUTLOOK; i++) {
    aml_json_begin_object(json);
    aml_json_member_int(json, "withinDays", audit->outlook[i].days);
    write_names(json, "exceptions", &audit->outlook[i].names);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_trend(aml_json *json, const aml_audit_trend *trend) {
  aml_json_key(json, AML_SV("trend"));
  if (trend == NULL) {
    aml_json_null(json);
    return;
  }
  aml_json_begin_object(json);
  aml_json_member_day(json, "since", trend->earlier);
  write_names(json, "added", &trend->added);
  write_names(json, "removed", &trend->removed);
  write_names(json, "renewed", &trend->renewed);
  write_names(json, "changed", &trend->changed);
  aml_json_member_int(json, "exceptionsBefore", (int64_t)trend->entries_before);
  aml_json_member_int(json, "findingsBefore", (int64_t)trend->findings_before);
  aml_json_end_object(json);
}

bool aml_audit_write_json(const aml_audit *audit, aml_write write, void *ctx) {
  aml_json json;
  aml_json_init(&json, write, ctx, AML_JSON_PRETTY);
  aml_json_begin_object(&json);
  aml_json_member_int(&json, "version", 1);
  write_evidence(&json, audit);
  aml_json_key(&json, AML_SV("totals"));
  aml_json_begin_object(&json);
  aml_json_member_int(&json, "covering", (int64_t)audit->covering);
  aml_json_member_int(&json, "coveredFindings", (int64_t)audit->covered_findings);
  aml_json_member_int(&json, "openFindings", (int64_t)audit->active_findings);
  write_totals(&json, "byState", &audit->by_state);
  write_totals(&json, "byOwner", &audit->by_owner);
  write_totals(&json, "byRule", &audit->by_rule);
  write_totals(&json, "bySeverity", &audit->by_severity);
  aml_json_end_object(&json);
  write_outlook(&json, audit);
  write_trend(&json, audit->trend);
  aml_json_key(&json, AML_SV("exceptions"));
  aml_json_begin_array(&json);
  for (size_t i = 0; i < audit->entries.count; i++) {
    write_entry(&json, audit, &audit->entries.items[i]);
  }
  aml_json_end_array(&json);
  aml_json_end_object(&json);
  return aml_json_finish(&json);
}
