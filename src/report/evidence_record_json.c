/* The record as JSON, which a later run is held against. */
#include "base/hash.h"
#include "base/json.h"
#include "report/evidence_record.h"

static void begin_list(aml_json *json, const char *key) {
  aml_json_key(json, aml_sv_of(key));
  aml_json_begin_array(json);
}

static void write_files(aml_json *json, const aml_record_files *files, bool are_evidence) {
  begin_list(json, are_evidence ? "evidence" : "inputs");
  for (size_t i = 0; i < files->count; i++) {
    const aml_record_file *file = &files->items[i];
    aml_json_begin_object(json);
    aml_json_member_string(json, "path", file->path);
    aml_json_member_string(json, "sha256", file->digest);
    aml_json_member_string(json, "kind", file->kind);
    if (are_evidence) {
      aml_json_member_day(json, "exported", file->exported);
      aml_json_member_text(json, "by", file->by);
      aml_json_member_text(json, "scope", file->scope);
      aml_json_member_bool(json, "complete", file->is_complete);
      aml_json_member_int(json, "resources", (int64_t)file->resources);
    } else {
      aml_json_member_text(json, "commit", file->commit);
    }
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

const char *aml_record_judgement_name(aml_record_judgement judgement) {
  static const char *const names[AML_RECORD_JUDGEMENTS] = {"clean", "undecided", "accepted", "broken"};
  return names[judgement];
}

/* Of most rules there is nothing more to say than that they hold. */
static void write_verdicts(aml_json *json, const aml_record_verdicts *verdicts) {
  begin_list(json, "rules");
  for (size_t i = 0; i < verdicts->count; i++) {
    const aml_record_verdict *one = &verdicts->items[i];
    if (one->judgement == AML_RECORD_CLEAN) {
      continue;
    }
    aml_json_begin_object(json);
    aml_json_member_string(json, "rule", one->rule->id);
    aml_json_member_word(json, "severity", aml_severity_name(one->severity));
    aml_json_member_word(json, "verdict", aml_record_judgement_name(one->judgement));
    aml_json_member_text(json, "acceptedBy", one->grounds->accepted_by);
    aml_json_member_text(json, "reason", one->grounds->reason);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
  begin_list(json, "clean");
  for (size_t i = 0; i < verdicts->count; i++) {
    if (verdicts->items[i].judgement == AML_RECORD_CLEAN) {
      aml_json_string(json, verdicts->items[i].rule->id);
    }
  }
  aml_json_end_array(json);
}

static void write_exception(aml_json *json, const aml_audit *audit, const aml_audit_entry *entry) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "id", aml_audit_name(audit, entry));
  aml_json_member_string(json, "kind", entry->kind);
  aml_json_member_string(json, "state", entry->state);
  aml_json_member_text(json, "rules", entry->rules);
  aml_json_member_text(json, "covers", entry->covers);
  aml_json_member_text(json, "owner", entry->owner);
  aml_json_member_text(json, "approver", entry->approver);
  aml_json_member_text(json, "ticket", entry->ticket);
  aml_json_member_text(json, "reason", entry->reason);
  aml_json_member_text(json, "risk", entry->risk);
  aml_json_member_text(json, "evidence", entry->evidence);
  aml_json_member_day(json, "created", entry->created);
  aml_json_member_day(json, "expires", entry->until);
  aml_json_member_day(json, "review", entry->review);
  aml_json_member_day(json, "revoked", entry->revoked);
  aml_json_member_text(json, "revokedBy", entry->revoked_by);
  aml_json_member_string(json, "file", entry->file);
  aml_json_member_int(json, "line", entry->line);
  aml_json_member_int(json, "findings", (int64_t)entry->finding_count);
  aml_json_end_object(json);
}

static void write_tool(aml_json *json, const aml_evidence_record *record) {
  const aml_audit *audit = record->audit;
  aml_json_key(json, AML_SV("tool"));
  aml_json_begin_object(json);
  aml_json_member_string(json, "name", AML_SV("amlint"));
  aml_json_member_string(json, "version", audit->version);
  aml_json_member_string(json, "rules", audit->rules_digest);
  aml_json_member_string(json, "facts", audit->facts_version);
  aml_json_member_string(json, "factsDigest", record->facts_digest);
  aml_json_end_object(json);
  aml_json_member_day(json, "asOf", audit->as_of);
  aml_json_member_text(json, "commit", audit->commit);
  aml_json_member_bool(json, "complete", !audit->is_incomplete);
  aml_json_member_string(json, "summary", aml_drift_headline(record->drift));
}

static void write_totals(aml_json *json, const aml_evidence_record *record) {
  aml_json_key(json, AML_SV("totals"));
  aml_json_begin_object(json);
  aml_json_member_int(json, "errors", (int64_t)record->errors);
  aml_json_member_int(json, "warnings", (int64_t)record->warnings);
  aml_json_member_int(json, "notes", (int64_t)record->notes);
  aml_json_member_int(json, "accepted", (int64_t)record->accepted);
  aml_json_member_int(json, "undecided", (int64_t)record->undecided);
  aml_json_end_object(json);
}

/* For those who sign: a comparison of records leaves it out. */
static void write_signatures(aml_json *json) {
  static const char *const blanks[] = {"name", "role", "date", "signature"};
  begin_list(json, "signatures");
  aml_json_begin_object(json);
  for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
    aml_json_member_string(json, blanks[i], AML_SV(""));
  }
  aml_json_end_object(json);
  aml_json_end_array(json);
}

static void write_members(aml_json *json, const aml_evidence_record *record) {
  aml_json_member_int(json, "version", 1);
  write_tool(json, record);
  write_totals(json, record);
  write_files(json, &record->evidence, true);
  write_files(json, &record->inputs, false);
  begin_list(json, "resources");
  for (size_t i = 0; i < record->drift->entries.count; i++) {
    aml_json_begin_object(json);
    aml_drift_json_members(json, &record->drift->entries.items[i]);
    write_verdicts(json, &record->verdicts[i]);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
  begin_list(json, "exceptions");
  for (size_t i = 0; i < record->audit->entries.count; i++) {
    write_exception(json, record->audit, &record->audit->entries.items[i]);
  }
  aml_json_end_array(json);
}

static bool sign(void *ctx, const char *bytes, size_t n) {
  aml_sha256_add(ctx, (aml_sv){bytes, n});
  return true;
}

/* The digest is of the members without blanks between them: what is signed, and what a change of any member
 * changes. */
bool aml_record_write_json(const aml_evidence_record *record, aml_write write, void *ctx) {
  aml_json json;
  aml_json_buffer signed_text;
  unsigned char digest[AML_SHA256_SIZE];
  char text[AML_SHA256_HEX_SIZE];
  aml_arena *scratch = aml_arena_new_scratch(record->drift->arena);
  aml_sha256_stream *signature = aml_sha256_begin(scratch);
  aml_json_init(&json, write, ctx, AML_JSON_PRETTY);
  aml_json_watch(&json, &signed_text, sign, signature);
  aml_json_begin_object(&json);
  write_members(&json, record);
  aml_json_unwatch(&json);
  aml_sha256_add(signature, AML_SV("}"));
  aml_sha256_end(signature, digest);
  aml_sha256_text(digest, text);
  aml_json_member_string(&json, "digest", aml_sv_of(text));
  write_signatures(&json);
  aml_json_end_object(&json);
  aml_arena_release(scratch);
  return aml_json_finish(&json);
}
