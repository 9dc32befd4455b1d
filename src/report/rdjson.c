/* Reviewdog's diagnostic format, which becomes review comments on many services. Its columns count bytes of
 * UTF-8, and it takes paths as seen from the working folder. */
#include "base/json.h"
#include "report/format_writers.h"
#include "report/link.h"
#include "report/place.h"

static void write_position(aml_json *json, const char *key, const aml_source *source, uint32_t offset) {
  aml_position at = aml_source_locate(source, offset);
  uint32_t line_begin;
  (void)aml_source_line(source, at.line, &line_begin);
  aml_json_key(json, aml_sv_of(key));
  aml_json_begin_object(json);
  aml_json_member_int(json, "line", at.line);
  aml_json_member_int(json, "column", (int64_t)offset - line_begin + 1);
  aml_json_end_object(json);
}

static void write_range(aml_json *json, const aml_source *source, aml_span span) {
  aml_json_key(json, AML_SV("range"));
  aml_json_begin_object(json);
  write_position(json, "start", source, span.begin);
  write_position(json, "end", source, span.end);
  aml_json_end_object(json);
}

/* path: where there is no span; may be empty. */
static void write_location(aml_json *json, const aml_run *run, aml_span span, aml_sv path) {
  const aml_source *source = aml_place_source(run, span);
  path = aml_path_shown(run->arena, aml_path_from_folder(run, source == NULL ? path : source->path));
  aml_json_key(json, AML_SV("location"));
  aml_json_begin_object(json);
  aml_json_member_string(json, "path", path.len > 0 ? path : AML_SV("."));
  if (source != NULL) {
    write_range(json, source, span);
  }
  aml_json_end_object(json);
}

/* Suggestions are applied one by one, so only a fix that is one edit of the same file can be one. */
static void write_suggestions(aml_json *json, const aml_run *run, const aml_finding *finding) {
  bool has_any = false;
  for (size_t i = 0; i < finding->fix_count; i++) {
    const aml_fix *fix = &finding->fixes[i];
    if (!fix->is_safe || fix->edit_count != 1 || fix->edits[0].span.source != finding->span.source) {
      continue;
    }
    if (!has_any) {
      aml_json_key(json, AML_SV("suggestions"));
      aml_json_begin_array(json);
      has_any = true;
    }
    aml_json_begin_object(json);
    write_range(json, aml_place_source(run, fix->edits[0].span), fix->edits[0].span);
    aml_json_member_string(json, "text", fix->edits[0].text);
    aml_json_end_object(json);
  }
  if (has_any) {
    aml_json_end_array(json);
  }
}

static void write_related(aml_json *json, const aml_run *run, const aml_finding *finding) {
  if (finding->related_count == 0) {
    return;
  }
  aml_json_key(json, AML_SV("related_locations"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < finding->related_count; i++) {
    aml_json_begin_object(json);
    aml_json_member_string(json, "message", finding->related[i].text);
    write_location(json, run, finding->related[i].span, (aml_sv){NULL, 0});
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static const char *const severities[] = {"INFO", "INFO", "WARNING", "ERROR"};

/* What the run says besides. */
static void write_notice(aml_json *json, const aml_run *run, const aml_notice *notice) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "message", notice->message);
  write_location(json, run, notice->span, notice->path);
  aml_json_member_string(json, "severity", aml_sv_of(severities[notice->severity]));
  aml_json_end_object(json);
}

static void write_diagnostic(aml_json *json, const aml_run *run, const aml_finding *finding) {
  bool is_active = finding->status == AML_ACTIVE;
  const aml_rule *rule = finding->rule;
  aml_json_begin_object(json);
  aml_json_member_string(json, "message", finding->message.text);
  write_location(json, run, finding->span, (aml_sv){NULL, 0});
  aml_json_member_string(
      json, "severity", aml_sv_of(severities[is_active ? finding->severity : AML_SEVERITY_NONE]));
  aml_json_key(json, AML_SV("code"));
  aml_json_begin_object(json);
  aml_json_member_string(json, "value", rule->id);
  aml_arena_mark mark = aml_arena_set_mark(run->arena);
  aml_sv page = aml_rule_page(run->arena, rule);
  if (page.len > 0) {
    aml_json_member_string(json, "url", page);
  }
  aml_arena_rewind(run->arena, &mark);
  aml_json_end_object(json);
  write_suggestions(json, run, finding);
  write_related(json, run, finding);
  aml_json_end_object(json);
}

bool aml_report_rdjson(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_json json;
  aml_json_init(&json, write, ctx, AML_JSON_PRETTY);
  aml_json_begin_object(&json);
  aml_json_key(&json, AML_SV("source"));
  aml_json_begin_object(&json);
  aml_json_member_string(&json, "name", AML_SV("amlint"));
  aml_json_end_object(&json);
  aml_json_key(&json, AML_SV("diagnostics"));
  aml_json_begin_array(&json);
  for (size_t i = 0; i < run->findings->list.count; i++) {
    const aml_finding *finding = run->findings->list.items[i];
    if (aml_report_shows(options, finding)) {
      write_diagnostic(&json, run, finding);
    }
  }
  for (size_t i = 0; i < run->notice_count; i++) {
    write_notice(&json, run, &run->notices[i]);
  }
  aml_json_end_array(&json);
  aml_json_end_object(&json);
  return aml_json_finish(&json);
}
