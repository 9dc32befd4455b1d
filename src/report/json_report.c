/* The tool's own formats for programs: "json", one object for a run, and "jsonl", one object for each
 * finding. The fields and what they promise are in docs/output-formats.md; docs/report.schema.json is their
 * JSON schema. */
#include "base/json.h"
#include "base/shorten.h"
#include "report/format_writers.h"
#include "report/pieces_out.h"
#include "report/place.h"

enum { FORMAT_VERSION = 1, MOST_SNIPPET = 4096 };

static void write_count(aml_json *json, const char *key, size_t count) {
  aml_json_member_int(json, key, (int64_t)count);
}

/* file, line, column, endLine, endColumn, offset, endOffset; all null where there is no file. */
static void write_place(aml_json *json, const aml_run *run, aml_span span) {
  static const char *const keys[] = {"line", "column", "endLine", "endColumn", "offset", "endOffset"};
  aml_place place = aml_place_of(run, span);
  const int64_t numbers[] = {
      place.begin.line, place.begin.column, place.end.line, place.end.column, span.begin, span.end};
  bool has_file = !aml_span_is_none(span);
  aml_json_member_text(json, "file", place.path);
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    aml_json_key(json, aml_sv_of(keys[i]));
    if (has_file) {
      aml_json_int(json, numbers[i]);
    } else {
      aml_json_null(json);
    }
  }
}

static void write_resource(aml_json *json, const aml_run *run, const aml_finding *finding) {
  aml_json_key(json, AML_SV("resource"));
  if (finding->resource == NULL) {
    aml_json_null(json);
    return;
  }
  aml_json_begin_object(json);
  aml_json_member_string(json, "type", aml_shorten(run->arena, finding->resource->type));
  aml_json_member_string(json, "name", aml_finding_resource_name(run->arena, finding));
  aml_json_end_object(json);
}

/* The text of the span, null where it may not be shown or is too long to be of use. */
static void write_snippet(aml_json *json, const aml_run *run, const aml_secrets *secrets, aml_span span) {
  const aml_span *secret = aml_secrets_find(secrets, span.source, span.begin);
  bool is_shown = span.end - span.begin <= MOST_SNIPPET && (secret == NULL || secret->begin >= span.end);
  aml_json_member_text(json, "snippet", is_shown ? aml_span_text(run->sources, span) : AML_SV(""));
}

/* What is said of a place, or is to be put there. */
static void write_placed(aml_json *json, const aml_run *run, const char *key, aml_sv text, aml_span span) {
  aml_json_begin_object(json);
  aml_json_member_string(json, key, text);
  write_place(json, run, span);
  aml_json_end_object(json);
}

static void write_related(aml_json *json, const aml_run *run, const aml_finding *finding) {
  aml_json_key(json, AML_SV("related"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < finding->related_count; i++) {
    write_placed(json, run, "message", finding->related[i].text, finding->related[i].span);
  }
  aml_json_end_array(json);
}

static void write_edits(aml_json *json, const aml_run *run, const aml_fix *fix) {
  aml_json_key(json, AML_SV("edits"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < fix->edit_count; i++) {
    write_placed(json, run, "text", fix->edits[i].text, fix->edits[i].span);
  }
  aml_json_end_array(json);
}

static void write_fixes(aml_json *json, const aml_run *run, const aml_finding *finding) {
  aml_json_key(json, AML_SV("fixes"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < finding->fix_count; i++) {
    const aml_fix *fix = &finding->fixes[i];
    aml_json_begin_object(json);
    aml_json_member_text(json, "description", fix->description);
    aml_json_member_bool(json, "safe", fix->is_safe);
    write_edits(json, run, fix);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static const char *suppression_name(aml_suppression_kind kind) {
  static const char *const names[] = {"inSource", "external", "baseline", "exemption"};
  return names[kind];
}

static void write_suppressions(aml_json *json, const aml_run *run, const aml_finding *finding) {
  aml_json_key(json, AML_SV("suppressions"));
  aml_json_begin_array(json);
  for (const aml_suppression *s = finding->suppressions; s != NULL; s = s->next) {
    aml_json_begin_object(json);
    aml_json_member_string(json, "kind", aml_sv_of(suppression_name(s->kind)));
    aml_json_member_text(json, "id", s->id);
    aml_json_member_text(json, "owner", s->owner);
    aml_json_member_text(json, "approver", s->approver);
    aml_json_member_text(json, "reason", s->reason);
    aml_json_member_text(json, "ticket", s->ticket);
    aml_json_member_day(json, "until", s->until);
    write_place(json, run, s->span);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_parameter_files(aml_json *json, const aml_finding *finding) {
  aml_json_key(json, AML_SV("parameterFiles"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < finding->parameter_file_count; i++) {
    aml_json_string(json, finding->parameter_files[i]);
  }
  aml_json_end_array(json);
}

static const char *status_name(aml_finding_status status) {
  static const char *const names[] = {"active", "suppressed", "undecided"};
  return names[status];
}

static void write_finding(
    aml_json *json, const aml_run *run, const aml_secrets *secrets, const aml_finding *finding) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "rule", finding->rule->id);
  aml_json_member_string(json, "name", finding->rule->name);
  aml_json_member_text(json, "category", finding->rule->category);
  aml_json_member_string(json, "severity", aml_sv_of(aml_severity_name(finding->severity)));
  aml_json_member_string(json, "status", aml_sv_of(status_name(finding->status)));
  aml_json_member_string(json, "message", finding->message.text);
  write_place(json, run, finding->span);
  write_snippet(json, run, secrets, finding->span);
  write_resource(json, run, finding);
  aml_json_member_text(json, "property", finding->property);
  aml_json_member_string(json, "fingerprint", finding->fingerprint);
  write_related(json, run, finding);
  aml_json_member_text(json, "help", aml_finding_help(finding));
  aml_json_member_text(json, "command", finding->cli);
  write_fixes(json, run, finding);
  aml_json_member_text(json, "condition", finding->condition);
  aml_json_member_text(json, "undecidedReason", finding->undecided_reason);
  write_parameter_files(json, finding);
  write_suppressions(json, run, finding);
  aml_json_member_bool(json, "baselined", finding->is_baselined);
  aml_json_member_bool(json, "incomplete", finding->is_incomplete);
  aml_json_end_object(json);
}

static void write_unread_counts(aml_json *json, const aml_run *run) {
  aml_json_key(json, AML_SV("unread"));
  aml_json_begin_object(json);
  for (size_t i = 0; i < run->front_ends->count; i++) {
    const aml_front_end *form = run->front_ends->rows[i];
    if (form->read == NULL) {
      write_count(json, form->name, aml_run_unread(run, form, true));
    }
  }
  aml_json_end_object(json);
}

static void write_summary(aml_json *json, const aml_run *run) {
  const aml_counts *counts = &run->counts;
  aml_json_key(json, AML_SV("summary"));
  aml_json_begin_object(json);
  aml_json_key(json, AML_SV("files"));
  aml_json_begin_object(json);
  write_count(json, "checked", counts->files_checked);
  write_count(json, "passedOver", counts->files_passed_over);
  write_count(json, "failed", counts->files_failed);
  write_count(json, "leftOut", run->left_out_count);
  aml_json_end_object(json);
  aml_json_key(json, AML_SV("findings"));
  aml_json_begin_object(json);
  write_count(json, "error", counts->errors);
  write_count(json, "warning", counts->warnings);
  write_count(json, "note", counts->notes);
  aml_json_end_object(json);
  write_count(json, "suppressed", counts->suppressed);
  write_count(json, "undecided", counts->undecided);
  write_count(json, "baselined", counts->baselined);
  write_unread_counts(json, run);
  aml_json_end_object(json);
}

static void write_left_out(aml_json *json, const aml_run *run) {
  aml_json_key(json, AML_SV("leftOut"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < run->left_out_count; i++) {
    aml_json_begin_object(json);
    aml_json_member_string(json, "path", aml_path_at_home(run, run->left_out[i].path));
    aml_json_member_string(json, "by", run->left_out[i].by);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_unread(aml_json *json, const aml_run *run) {
  aml_json_key(json, AML_SV("unread"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < run->unread_count; i++) {
    aml_json_begin_object(json);
    aml_json_member_string(json, "path", aml_path_at_home(run, run->unread[i].path));
    aml_json_member_string(json, "form", aml_sv_of(run->unread[i].form->name));
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_notice(aml_json *json, const aml_run *run, const aml_notice *notice) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "severity", aml_sv_of(aml_severity_name(notice->severity)));
  aml_json_member_string(json, "message", notice->message);
  aml_json_member_text(json, "path", aml_path_at_home(run, notice->path));
  write_place(json, run, notice->span);
  aml_json_end_object(json);
}

static void write_notices(aml_json *json, const aml_run *run) {
  aml_json_key(json, AML_SV("notices"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < run->notice_count; i++) {
    write_notice(json, run, &run->notices[i]);
  }
  aml_json_end_array(json);
}

static void write_head(aml_json *json, const aml_run *run) {
  aml_json_member_int(json, "version", FORMAT_VERSION);
  aml_json_key(json, AML_SV("tool"));
  aml_json_begin_object(json);
  aml_json_member_string(json, "name", AML_SV("amlint"));
  aml_json_member_string(json, "version", run->version);
  aml_json_member_text(json, "facts", run->facts_version);
  aml_json_end_object(json);
  aml_json_member_day(json, "asOf", run->as_of);
  aml_json_member_text(json, "config", run->config_path);
  aml_json_member_bool(json, "complete", !run->is_incomplete);
  aml_json_member_int(json, "exitStatus", run->exit_status);
}

/* A program decides for itself: what is waived is always there, with its status. */
static bool is_told(const aml_report_options *options, const aml_finding *finding) {
  return finding->status == AML_SUPPRESSED || aml_report_shows(options, finding);
}

/* What the report tells of findings, in pieces. */
typedef struct telling {
  aml_json *json;
  const aml_secrets *secrets;
  AML_VEC(const aml_finding *) told;
} telling;

static bool write_piece(const void *ctx, const aml_run *run, size_t i, aml_write write, void *sink) {
  const telling *self = ctx;
  aml_json json;
  aml_json_begin_items(&json, self->json, i > 0, write, sink);
  for (size_t k = i * AML_PIECE; k < self->told.count && k < (i + 1) * AML_PIECE; k++) {
    write_finding(&json, run, self->secrets, self->told.items[k]);
  }
  return aml_json_end_items(&json);
}

static void join_piece(void *to, aml_sv text) {
  aml_json_add_items(to, text);
}

static void meet_places(const aml_run *run, const aml_finding *finding) {
  (void)aml_place_source(run, finding->span);
  for (size_t i = 0; i < finding->related_count; i++) {
    (void)aml_place_source(run, finding->related[i].span);
  }
  for (size_t i = 0; i < finding->fix_count; i++) {
    for (size_t k = 0; k < finding->fixes[i].edit_count; k++) {
      (void)aml_place_source(run, finding->fixes[i].edits[k].span);
    }
  }
  for (const aml_suppression *s = finding->suppressions; s != NULL; s = s->next) {
    (void)aml_place_source(run, s->span);
  }
}

static bool write_findings(
    aml_json *json, const aml_run *run, const aml_report_options *options, const aml_secrets *secrets) {
  telling self = {.json = json, .secrets = secrets};
  aml_json_key(json, AML_SV("findings"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < run->findings->list.count; i++) {
    const aml_finding *finding = run->findings->list.items[i];
    if (is_told(options, finding)) {
      meet_places(run, finding);
      AML_VEC_PUSH(run->arena, &self.told, finding);
    }
  }
  const aml_pieces pieces = {
      (self.told.count + AML_PIECE - 1) / AML_PIECE, write_piece, &self, join_piece, json};
  bool is_written = aml_pieces_write(run, &pieces);
  aml_json_end_array(json);
  return is_written;
}

bool aml_report_json(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_json json;
  aml_json_init(&json, write, ctx, AML_JSON_PRETTY);
  aml_secrets secrets = aml_secrets_of(run);
  aml_json_begin_object(&json);
  write_head(&json, run);
  write_summary(&json, run);
  bool is_written = write_findings(&json, run, options, &secrets);
  write_left_out(&json, run);
  write_unread(&json, run);
  write_notices(&json, run);
  aml_json_end_object(&json);
  return aml_json_finish(&json) && is_written;
}

static bool end_line(aml_json *json, aml_write write, void *ctx) {
  return aml_json_finish(json) && write(ctx, "\n", 1);
}

bool aml_report_jsonl(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_secrets secrets = aml_secrets_of(run);
  aml_json json;
  for (size_t i = 0; i < run->findings->list.count; i++) {
    const aml_finding *finding = run->findings->list.items[i];
    if (!is_told(options, finding)) {
      continue;
    }
    aml_json_init(&json, write, ctx, AML_JSON_COMPACT);
    write_finding(&json, run, &secrets, finding);
    if (!end_line(&json, write, ctx)) {
      return false;
    }
  }
  for (size_t i = 0; i < run->notice_count; i++) {
    aml_json_init(&json, write, ctx, AML_JSON_COMPACT);
    write_notice(&json, run, &run->notices[i]);
    if (!end_line(&json, write, ctx)) {
      return false;
    }
  }
  return true;
}
