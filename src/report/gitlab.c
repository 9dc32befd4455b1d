/* GitLab's code quality report: an array with one object for each finding. The widget on a merge request
 * compares fingerprints between branches, so they must not hang on lines and must be unique. */
#include "base/hash.h"
#include "base/json.h"
#include "base/map.h"
#include "base/number.h"
#include "report/format_writers.h"
#include "report/place.h"

static const char *severity_of(const aml_finding *finding) {
  static const char *const names[] = {"info", "minor", "major", "critical"};
  if (finding->status != AML_ACTIVE) {
    return "info";
  }
  double score = 0;
  bool is_worst = finding->severity == AML_SEVERITY_ERROR &&
                  aml_double_parse(finding->rule->security_severity, &score) && score >= 9.0;
  return is_worst ? "blocker" : names[finding->severity];
}

static void write_location(aml_json *json, aml_sv path, const aml_place *place) {
  aml_json_key(json, AML_SV("location"));
  aml_json_begin_object(json);
  aml_json_member_string(json, "path", path.len > 0 ? path : AML_SV("."));
  aml_json_key(json, AML_SV("lines"));
  aml_json_begin_object(json);
  aml_json_member_int(json, "begin", place->begin.line);
  aml_json_member_int(json, "end", aml_place_last_line(place));
  aml_json_end_object(json);
  aml_json_end_object(json);
}

static void write_finding(aml_json *json, const aml_run *run, const aml_finding *finding) {
  aml_place place = aml_place_of(run, finding->span);
  aml_arena_mark mark = aml_arena_set_mark(run->arena);
  aml_sv prefix = finding->status == AML_ACTIVE ? AML_SV("") : aml_sv_of(aml_finding_label(finding));
  aml_json_begin_object(json);
  /* The widget does not show check_name. */
  aml_json_member_string(json, "description",
      aml_sv_format(run->arena, "%.*s: %.*s%s%.*s", AML_SV_ARG(finding->rule->id), AML_SV_ARG(prefix),
          prefix.len > 0 ? ": " : "", AML_SV_ARG(finding->message.text)));
  aml_arena_rewind(run->arena, &mark);
  aml_json_member_string(json, "check_name", finding->rule->id);
  aml_json_member_string(json, "fingerprint", finding->fingerprint);
  aml_json_member_string(json, "severity", aml_sv_of(severity_of(finding)));
  write_location(json, place.path, &place);
  aml_json_end_object(json);
}

/* What the run says besides. Its fingerprint is of what it says, and where the same is said once more, of the
 * number of times. */
static void write_notice(aml_json *json, const aml_run *run, const aml_notice *notice, size_t times) {
  static const char *const severities[] = {"info", "info", "major", "critical"};
  aml_place place = aml_place_of(run, notice->span);
  aml_sv path = aml_notice_path(run, notice);
  aml_json_begin_object(json);
  aml_json_member_string(json, "description", notice->message);
  aml_json_member_string(json, "check_name", AML_SV("amlint"));
  aml_json_member_string(json, "fingerprint",
      aml_sha256_hex(run->arena, aml_sv_format(run->arena, "%zu\n%.*s\n%.*s", times, AML_SV_ARG(path),
                                     AML_SV_ARG(notice->message))));
  aml_json_member_string(json, "severity", aml_sv_of(severities[notice->severity]));
  write_location(json, path, &place);
  aml_json_end_object(json);
}

static void write_notices(aml_json *json, const aml_run *run) {
  aml_map seen;
  aml_map_init(&seen, run->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < run->notice_count; i++) {
    const aml_notice *notice = &run->notices[i];
    aml_sv key = aml_sv_format(
        run->arena, "%.*s\n%.*s", AML_SV_ARG(aml_notice_path(run, notice)), AML_SV_ARG(notice->message));
    size_t *times = aml_map_find(&seen, key);
    if (times == NULL) {
      times = AML_NEW(run->arena, size_t);
      (void)aml_map_put(&seen, key, times);
    }
    write_notice(json, run, notice, ++*times);
  }
}

bool aml_report_gitlab(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_json json;
  aml_json_init(&json, write, ctx, AML_JSON_PRETTY);
  aml_json_begin_array(&json);
  for (size_t i = 0; i < run->findings->list.count; i++) {
    const aml_finding *finding = run->findings->list.items[i];
    if (aml_report_shows(options, finding)) {
      write_finding(&json, run, finding);
    }
  }
  write_notices(&json, run);
  aml_json_end_array(&json);
  return aml_json_finish(&json);
}
