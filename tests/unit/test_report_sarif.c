/* What the validators do not look at: the log read back by cJSON and compared with the run it came from. */
#include <cjson/cJSON.h>
#include <stdio.h>

#include "base/utf8.h"
#include "kept_bytes.h"
#include "report/sarif.h"
#include "sample_run.h"
#include "source/lines.h"
#include "test.h"

static cJSON *render(aml_arena *arena, const aml_run *run, const aml_report_options *options) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  assert_true(aml_reporter_find(AML_SV("sarif"))->write(run, options, keep, &text));
  cJSON *log = cJSON_Parse(aml_strbuf_view(&text).data);
  assert_non_null(log);
  return log;
}

/* The item at a path of member names and, for arrays, numbers: "runs/0/results". NULL when it is not there.
 */
static const cJSON *at(const cJSON *item, const char *path) {
  for (aml_sv rest = aml_sv_of(path); rest.len > 0 && item != NULL;) {
    char name[64];
    aml_sv part = aml_sv_split(&rest, '/');
    (void)snprintf(name, sizeof name, "%.*s", AML_SV_ARG(part));
    item = cJSON_IsArray(item) ? cJSON_GetArrayItem(item, (int)strtol(name, NULL, 10))
                               : cJSON_GetObjectItemCaseSensitive(item, name);
  }
  return item;
}

static const char *text_at(const cJSON *item, const char *path) {
  const cJSON *found = at(item, path);
  if (!cJSON_IsString(found)) {
    fail_msg("no text at %s", path);
  }
  return found->valuestring;
}

static int int_at(const cJSON *item, const char *path) {
  const cJSON *found = at(item, path);
  if (!cJSON_IsNumber(found)) {
    fail_msg("no number at %s", path);
  }
  return found->valueint;
}

static const aml_report_options everything = {.show_suppressed = true, .show_undecided = true, .embed = true};

typedef void check(aml_arena *arena, const aml_run *run, const cJSON *log, const cJSON *result);

static void for_each_result(aml_arena *arena, check *body) {
  const aml_run *run = sample_run_new(arena, SAMPLE_FULL);
  cJSON *log = render(arena, run, &everything);
  const cJSON *results = at(log, "runs/0/results");
  assert_int_equal(cJSON_GetArraySize(results), (int)run->findings->list.count);
  const cJSON *result;
  cJSON_ArrayForEach(result, results) {
    body(arena, run, log, result);
  }
  cJSON_Delete(log);
}

/* ---- messages ---- */

static aml_sv fill(aml_arena *arena, const char *string, const cJSON *arguments) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (const char *p = string; *p != '\0'; p++) {
    if ((p[0] == '{' && p[1] == '{') || (p[0] == '}' && p[1] == '}')) {
      aml_strbuf_add_char(&out, *p++);
    } else if (p[0] == '{') {
      char *end;
      const cJSON *argument = cJSON_GetArrayItem(arguments, (int)strtol(p + 1, &end, 10));
      assert_true(cJSON_IsString(argument) && *end == '}');
      aml_strbuf_add(&out, aml_sv_of(argument->valuestring));
      p = end;
    } else {
      aml_strbuf_add_char(&out, *p);
    }
  }
  return aml_strbuf_view(&out);
}

static void check_message(aml_arena *arena, const aml_run *run, const cJSON *log, const cJSON *result) {
  (void)run;
  const cJSON *rule = cJSON_GetArrayItem(at(log, "runs/0/tool/driver/rules"), int_at(result, "ruleIndex"));
  assert_string_equal(text_at(rule, "id"), text_at(result, "ruleId"));
  const cJSON *string =
      cJSON_GetObjectItemCaseSensitive(at(rule, "messageStrings"), text_at(result, "message/id"));
  assert_non_null(string);
  aml_sv filled = fill(arena, text_at(string, "text"), at(result, "message/arguments"));
  aml_sv text = aml_sv_of(text_at(result, "message/text"));
  aml_sv rest = aml_sv_slice(text, filled.len, text.len);
  bool is_link = aml_sv_starts(rest, AML_SV(" See [")) && at(result, "relatedLocations/0/id") != NULL;
  if (!aml_sv_starts(text, filled) || (rest.len > 0 && !is_link)) {
    fail_msg("'%.*s' is not made of '%.*s'", AML_SV_ARG(text), AML_SV_ARG(filled));
  }
}

static void messages_are_their_strings_filled(void **state) {
  for_each_result(*state, check_message);
}

static void converts_message_templates(void **state) {
  static const struct {
    const char *message, *string;
  } cases[] = {
      {"Cluster '{name}' keeps '{a.b}' nodes.", "Cluster '{0}' keeps '{1}' nodes."},
      {"Size {size} retires on {date}", "Size '{0}' retires on '{1}'."},
      {"'{a}{b}'", "''{0}''{1}''."},
      {"{a}!", "'{0}'."},
      {"Write {{x}} as '{value}'.", "Write {{x}} as '{0}'."},
      {"A tag is missing.", "A tag is missing: '{0}'."},
      {"A lock is in the way", "A lock is in the way: '{0}'."},
      {"No '{a}'. Did you mean '{b}'?", "No '{0}'. Did you mean '{1}'."},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(
        aml_sarif_message_string(*state, aml_sv_of(cases[i].message)), aml_sv_of(cases[i].string));
  }
}

/* Whatever the values hold, the form is the same. */
static void forms_do_not_depend_on_values(void **state) {
  static const char *const hostile[] = {"a", "x' nodes of 'y", "'", "''", "{0}", "{{1}}", "a](b)",
      "[concat('a', 'b')]", "did you mean 'z'?", "Cluster 'a' keeps 2 nodes of 'b'."};
  const aml_rule rule = {
      .id = AML_SV("AML001"), .message = AML_SV("Cluster '{name}' keeps {n} of '{size}'.")};
  aml_sarif s = {.arena = *state, .run = sample_run_new(*state, SAMPLE_CLEAN)};
  aml_sarif_rule entry = {.rule = &rule, .message = aml_sarif_message_string(*state, rule.message)};
  assert_sv_equal(entry.message, AML_SV("Cluster '{0}' keeps '{1}' of '{2}'."));
  for (size_t i = 0; i < COUNT(hostile); i++) {
    aml_finding finding = {.rule = &rule,
        .message = aml_message_of(*state, "Cluster '%s' keeps %zu of '%s'.", hostile[i], i, hostile[i])};
    assert_int_equal(aml_sarif_classify(&s, &entry, &finding), 0);
    finding.message =
        aml_message_of(*state, "Cluster '%s' is odd: %.*s.", hostile[i], AML_SV_ARG(aml_sv_of(hostile[i])));
    assert_int_equal(aml_sarif_classify(&s, &entry, &finding), 1);
  }
  assert_int_equal(entry.forms.count, 1);
  assert_sv_equal(entry.forms.items[0], AML_SV("Cluster '{0}' is odd: '{1}'."));
}

static void names_forms_by_what_they_say(void **state) {
  aml_sv id = aml_sarif_form_id(*state, AML_SV("Cluster '{0}' is odd."));
  assert_true(aml_sv_starts(id, AML_SV("form-")));
  assert_int_equal(id.len, 13);
  assert_sv_equal(aml_sarif_form_id(*state, AML_SV("Cluster '{0}' is odd.")), id);
  assert_false(aml_sv_eq(aml_sarif_form_id(*state, AML_SV("Cluster '{0}' is even.")), id));
}

static void bounds_the_forms_of_a_rule(void **state) {
  const aml_rule rule = {.id = AML_SV("AML001"), .message = AML_SV("'{a}'"), .name = AML_SV("x")};
  aml_sarif s = {.arena = *state, .run = sample_run_new(*state, SAMPLE_CLEAN)};
  aml_sarif_rule entry = {.rule = &rule};
  for (int i = 0; i < 100; i++) {
    aml_finding finding = {.rule = &rule,
        .message = aml_message_of(*state, "Number %c%c of '%d'.", 'a' + i / 26, 'a' + i % 26, i)};
    uint32_t form = aml_sarif_classify(&s, &entry, &finding);
    assert_int_equal(form, i + 1 < AML_SARIF_MOST_FORMS ? i + 1 : AML_SARIF_MOST_FORMS);
  }
  assert_int_equal(entry.forms.count, AML_SARIF_MOST_FORMS);
  assert_sv_equal(entry.forms.items[AML_SARIF_MOST_FORMS - 1], AML_SV("Reported: '{0}'."));
}

static void makes_pascal_names(void **state) {
  static const char *const cases[][2] = {
      {"idle-nodes", "IdleNodes"},
      {"public-ip-address", "PublicIpAddress"},
      {"PublicIPAddress", "Publicipaddress"},
      {"vm-2-sizes", "Vm2Sizes"},
      {"a-b-c", "AbC0"},
      {"x", "X0"},
      {"3d", "Rule3d"},
      {"Azure ML should use VNet (v2)", "AzureMlShouldUseVnetV2"},
      {"\xC3\xA4", "Rule"},
      {"", "Rule"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(aml_sarif_pascal(*state, aml_sv_of(cases[i][0])), aml_sv_of(cases[i][1]));
  }
}

/* ---- places ---- */

/* Byte offset of a line and a column, counted here without help of the code under test. */
static size_t offset_of(aml_sv bytes, int line, int column) {
  size_t i = 0;
  while (line > 1 && i < bytes.len) {
    bool is_crlf = bytes.data[i] == '\r' && i + 1 < bytes.len && bytes.data[i + 1] == '\n';
    line -= bytes.data[i] == '\n' || (bytes.data[i] == '\r' && !is_crlf);
    i++;
  }
  assert_int_equal(line, 1);
  while (column > 1) {
    assert_true(i < bytes.len);
    (void)aml_utf8_next(bytes, &i);
    column--;
  }
  return i;
}

static aml_span span_at(aml_sv bytes, const cJSON *region) {
  size_t begin = offset_of(bytes, int_at(region, "startLine"), int_at(region, "startColumn"));
  size_t end = offset_of(bytes, int_at(region, "endLine"), int_at(region, "endColumn"));
  assert_true(begin <= end);
  return (aml_span){1, (uint32_t)begin, (uint32_t)end};
}

static void check_snippet(aml_sv bytes, const cJSON *region) {
  aml_span span = span_at(bytes, region);
  aml_sv snippet = aml_sv_of(text_at(region, "snippet/text"));
  aml_sv text = aml_sv_slice(bytes, span.begin, span.end);
  bool is_special = aml_sv_find(snippet, AML_SV(AML_SECRET_MASK), 0) != AML_NPOS ||
                    aml_utf8_find_invalid(text) != AML_NPOS || aml_sv_find_char(text, '\0', 0) != AML_NPOS;
  if (!is_special) {
    assert_sv_equal(snippet, text);
  }
}

static void check_place(aml_arena *arena, const aml_run *run, const cJSON *log, const cJSON *result) {
  (void)arena;
  const cJSON *place = at(result, "locations/0/physicalLocation");
  size_t index = 0;
  for (const cJSON *earlier = at(log, "runs/0/results/0"); earlier != result; earlier = earlier->next) {
    index++;
  }
  const aml_finding *finding = run->findings->list.items[index];
  aml_sv bytes = aml_sources_get(run->sources, finding->span.source)->bytes;
  const cJSON *region = at(place, "region");
  assert_int_equal(span_at(bytes, region).begin, finding->span.begin);
  check_snippet(bytes, region);
  const cJSON *context = at(place, "contextRegion");
  assert_non_null(context);
  if (bytes.len > 0) {
    check_snippet(bytes, context);
    aml_span inner = span_at(bytes, region);
    aml_span outer = span_at(bytes, context);
    assert_true(outer.begin <= inner.begin && outer.end >= inner.end);
    assert_true(outer.end - outer.begin > inner.end - inner.begin);
  }
}

static void snippets_are_the_bytes_of_their_regions(void **state) {
  for_each_result(*state, check_place);
}

static void check_uri(aml_arena *arena, const aml_run *run, const cJSON *log, const cJSON *result) {
  (void)run;
  const cJSON *artifact = at(result, "locations/0/physicalLocation/artifactLocation");
  const char *uri = text_at(artifact, "uri");
  const cJSON *entry = cJSON_GetArrayItem(at(log, "runs/0/artifacts"), int_at(artifact, "index"));
  assert_string_equal(text_at(entry, "location/uri"), uri);
  for (const char *p = uri; *p != '\0'; p++) {
    if (!aml_ascii_alnum(*p) && strchr("-._~/%", *p) == NULL) {
      fail_msg("'%c' in '%s'", *p, uri);
    }
  }
  (void)arena;
}

static void addresses_are_encoded_and_indexed(void **state) {
  for_each_result(*state, check_uri);
}

/* ---- results as a whole ---- */

static void check_level(aml_arena *arena, const aml_run *run, const cJSON *log, const cJSON *result) {
  (void)arena;
  (void)log;
  bool is_open = strcmp(text_at(result, "kind"), "open") == 0;
  assert_int_equal(is_open, strcmp(text_at(result, "level"), "none") == 0);
  assert_true(cJSON_IsArray(at(result, "suppressions")));
  assert_non_null(at(result, "baselineState"));
  assert_true(run->has_baseline);
}

static void states_are_all_or_none(void **state) {
  for_each_result(*state, check_level);
  const aml_report_options defaults = {.width = 0};
  aml_run *run = sample_run_new(*state, SAMPLE_FULL);
  run->has_baseline = false;
  cJSON *log = render(*state, run, &defaults);
  const cJSON *result;
  cJSON_ArrayForEach(result, at(log, "runs/0/results")) {
    assert_null(at(result, "suppressions"));
    assert_null(at(result, "baselineState"));
    assert_string_equal(text_at(result, "kind"), "fail");
  }
  assert_null(at(log, "runs/0/artifacts"));
  assert_null(at(log, "runs/0/results/0/locations/0/physicalLocation/artifactLocation/index"));
  assert_string_equal(text_at(log, "runs/0/columnKind"), "unicodeCodePoints");
  cJSON_Delete(log);
}

/* 3.20.21: a notification at level error means that the run failed. */
static void success_agrees_with_notifications(void **state) {
  static const sample_kind kinds[] = {SAMPLE_FULL, SAMPLE_CLEAN, SAMPLE_NOTHING};
  for (size_t i = 0; i < COUNT(kinds); i++) {
    cJSON *log = render(*state, sample_run_new(*state, kinds[i]), &everything);
    const cJSON *notes = at(log, "runs/0/invocations/0/toolExecutionNotifications");
    bool has_error = false;
    const cJSON *note;
    cJSON_ArrayForEach(note, notes) {
      has_error = has_error || strcmp(text_at(note, "level"), "error") == 0;
      const cJSON *descriptor =
          cJSON_GetArrayItem(at(log, "runs/0/tool/driver/notifications"), int_at(note, "descriptor/index"));
      assert_string_equal(text_at(descriptor, "id"), text_at(note, "descriptor/id"));
    }
    assert_int_equal(cJSON_IsTrue(at(log, "runs/0/invocations/0/executionSuccessful")), !has_error);
    assert_int_equal(has_error, kinds[i] == SAMPLE_FULL);
    assert_true(cJSON_IsArray(at(log, "runs/0/results")));
    cJSON_Delete(log);
  }
}

static void tells_of_changed_severities(void **state) {
  cJSON *log = render(*state, sample_run_new(*state, SAMPLE_CLEAN), &everything);
  const cJSON *overrides = at(log, "runs/0/invocations/0/ruleConfigurationOverrides");
  assert_int_equal(cJSON_GetArraySize(overrides), 2);
  assert_string_equal(text_at(overrides, "0/descriptor/id"), "AML201");
  assert_string_equal(text_at(overrides, "0/configuration/level"), "warning");
  assert_true(cJSON_IsFalse(at(overrides, "1/configuration/enabled")));
  cJSON_Delete(log);
}

/* A parameter alone is an override too; its rule keeps its level. */
static void tells_of_changed_parameters(void **state) {
  aml_run *run = sample_run_new(*state, SAMPLE_CLEAN);
  aml_object_builder settings;
  aml_object_builder parameters;
  aml_object_begin(&parameters, *state);
  aml_object_add(&parameters, AML_SV("most"), AML_NO_SPAN, aml_value_int(*state, 3, AML_NO_SPAN));
  aml_object_begin(&settings, *state);
  aml_object_add(&settings, AML_SV("idle-nodes"), AML_NO_SPAN, aml_object_end(&parameters, AML_NO_SPAN, 0));
  run->settings = aml_object_end(&settings, AML_NO_SPAN, 0);
  cJSON *log = render(*state, run, &everything);
  const cJSON *overrides = at(log, "runs/0/invocations/0/ruleConfigurationOverrides");
  assert_int_equal(cJSON_GetArraySize(overrides), 3);
  assert_string_equal(text_at(overrides, "0/descriptor/id"), "AML101");
  assert_string_equal(text_at(overrides, "0/configuration/level"), "warning");
  assert_int_equal(int_at(overrides, "0/configuration/parameters/most"), 3);
  cJSON_Delete(log);
}

static void never_embeds_a_file_with_a_secret(void **state) {
  cJSON *log = render(*state, sample_run_new(*state, SAMPLE_FULL), &everything);
  const cJSON *artifact;
  size_t embedded = 0;
  cJSON_ArrayForEach(artifact, at(log, "runs/0/artifacts")) {
    bool is_secret = strcmp(text_at(artifact, "location/uri"), "odd/secret.yml") == 0;
    bool has_contents = at(artifact, "contents/text") != NULL;
    assert_false(is_secret && has_contents);
    embedded += has_contents;
  }
  assert_true(embedded >= 10);
  /* sha256sum of the file's bytes, mark included: printf '\xef\xbb\xbftype: amlcompute\nmin_instances: 1\n'
   */
  assert_string_equal(text_at(log, "runs/0/artifacts/3/location/uri"), "odd/bom.yml");
  assert_string_equal(text_at(log, "runs/0/artifacts/3/hashes/sha-256"),
      "d9698a0d9731e8a989b4eff215675b2f67fa1b4f649658d70f3349b5c35a4d60");
  cJSON_Delete(log);
}

/* The edits of a fix, applied to the file by line and column only. */
static void fixes_apply(void **state) {
  const aml_run *run = sample_run_new(*state, SAMPLE_FULL);
  cJSON *log = render(*state, run, &everything);
  size_t applied = 0;
  const cJSON *result;
  cJSON_ArrayForEach(result, at(log, "runs/0/results")) {
    const cJSON *replacements = at(result, "fixes/0/artifactChanges/0/replacements");
    if (replacements == NULL || strcmp(text_at(result, "ruleId"), "AML401") != 0) {
      continue;
    }
    aml_sv bytes = aml_sources_find(run->sources, AML_SV("clusters/gpu cluster #1%[a] \xC3\xA9.yml"))->bytes;
    aml_strbuf out;
    aml_strbuf_init(&out, *state, SIZE_MAX);
    size_t from = 0;
    const cJSON *replacement;
    cJSON_ArrayForEach(replacement, replacements) {
      aml_span span = span_at(bytes, at(replacement, "deletedRegion"));
      aml_strbuf_add(&out, aml_sv_slice(bytes, from, span.begin));
      aml_strbuf_add(&out, aml_sv_of(text_at(replacement, "insertedContent/text")));
      from = span.end;
    }
    aml_strbuf_add(&out, aml_sv_slice(bytes, from, bytes.len));
    aml_sv text = aml_strbuf_view(&out);
    assert_true(
        aml_sv_find(text, AML_SV("owner: vision\n  environment: dev\n  purpose: |\n"), 0) != AML_NPOS);
    assert_true(aml_sv_ends(text, AML_SV("enabled: true\n# checked\n")));
    applied++;
  }
  assert_int_equal(applied, 1);
  cJSON_Delete(log);
}

static void keeps_the_most_severe_below_the_limit(void **state) {
  aml_run *run = sample_run_new(*state, SAMPLE_CLEAN);
  aml_source *source = aml_sources_add(run->sources, AML_SV("a.yml"), AML_SV(""));
  source->bytes = AML_SV("a: b\nc: d\n");
  aml_findings findings;
  aml_findings_init(&findings, *state);
  enum { NOTES = 20000, WARNINGS = 10000 };
  for (uint32_t i = 0; i < NOTES + WARNINGS; i++) {
    aml_finding *finding = aml_findings_add(&findings);
    finding->rule = run->rules->list.items[0];
    finding->severity = i < NOTES ? AML_SEVERITY_NOTE : AML_SEVERITY_WARNING;
    finding->span = (aml_span){source->id, 3, 4};
    finding->message.text = AML_SV("Value 'b' is odd.");
  }
  run->findings = &findings;
  cJSON *log = render(*state, run, &everything);
  size_t notes = 0;
  size_t warnings = 0;
  const cJSON *result;
  cJSON_ArrayForEach(result, at(log, "runs/0/results")) {
    bool is_note = strcmp(text_at(result, "level"), "note") == 0;
    notes += is_note;
    warnings += !is_note;
  }
  assert_int_equal(warnings, WARNINGS);
  assert_int_equal(notes + warnings, AML_SARIF_MOST_RESULTS);
  const cJSON *note = at(log, "runs/0/invocations/0/toolExecutionNotifications/0");
  assert_string_equal(text_at(note, "message/text"), "'5000' less severe results were left out.");
  cJSON_Delete(log);
}

/* A definition of Azure Policy is named by a GUID, its texts may be anything, and it stands in no file. */
static void takes_rules_of_any_make(void **state) {
  aml_run *run = sample_run_new(*state, SAMPLE_CLEAN);
  aml_source *source = aml_sources_add(run->sources, AML_SV("../other/a b.yml"), AML_SV(""));
  source->bytes = AML_SV("a: b\n");
  const aml_rule policy = {
      .id = AML_SV("7804b5c7/01dc"), .name = AML_SV(""), .title = AML_SV("Use {VNet} [here](x)")};
  aml_findings findings;
  aml_findings_init(&findings, *state);
  for (int i = 0; i < 40; i++) {
    aml_finding *finding = aml_findings_add(&findings);
    finding->rule = &policy;
    finding->severity = AML_SEVERITY_WARNING;
    finding->span = i == 0 ? AML_NO_SPAN : (aml_span){source->id, 3, 4};
    finding->message.text = aml_sv_format(*state, "Number %d says {x} and '[click](http://evil)'.", i);
  }
  run->findings = &findings;
  cJSON *log = render(*state, run, &everything);
  assert_int_equal(cJSON_GetArraySize(at(log, "runs/0/results")), 39);
  const cJSON *result;
  cJSON_ArrayForEach(result, at(log, "runs/0/results")) {
    check_message(*state, run, log, result);
    assert_null(strstr(text_at(result, "message/text"), "[click]("));
    assert_string_equal(text_at(result, "locations/0/physicalLocation/artifactLocation/uri"),
        "file:///nonexistent/other/a%20b.yml");
  }
  assert_string_equal(text_at(log, "runs/0/results/0/ruleId"), "7804b5c7-01dc");
  assert_string_equal(
      text_at(log, "runs/0/invocations/0/toolExecutionNotifications/0/descriptor/id"), "NOTICE");
  cJSON_Delete(log);
}

/* A region of many lines is reported as its first one: the code host shows few. */
static void reports_the_first_line_of_many(void **state) {
  enum { LINES = 20 };
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  for (int i = 0; i < LINES; i++) {
    aml_strbuf_add(&text, AML_SV("twelve bytes\n"));
  }
  aml_source source = {.id = 1, .bytes = aml_strbuf_view(&text)};
  aml_source_index_lines(&source, *state);
  aml_span span = aml_sarif_reported(&source, (aml_span){1, 15, 13 * 15});
  assert_int_equal(span.begin, 15);
  assert_int_equal(span.end, 25);
  span = aml_sarif_reported(&source, (aml_span){1, 15, 13 * 5});
  assert_int_equal(span.end, 13 * 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(reports_the_first_line_of_many),
      TEST_CASE(messages_are_their_strings_filled),
      TEST_CASE(converts_message_templates),
      TEST_CASE(forms_do_not_depend_on_values),
      TEST_CASE(names_forms_by_what_they_say),
      TEST_CASE(bounds_the_forms_of_a_rule),
      TEST_CASE(makes_pascal_names),
      TEST_CASE(snippets_are_the_bytes_of_their_regions),
      TEST_CASE(addresses_are_encoded_and_indexed),
      TEST_CASE(states_are_all_or_none),
      TEST_CASE(success_agrees_with_notifications),
      TEST_CASE(tells_of_changed_severities),
      TEST_CASE(tells_of_changed_parameters),
      TEST_CASE(never_embeds_a_file_with_a_secret),
      TEST_CASE(fixes_apply),
      TEST_CASE(keeps_the_most_severe_below_the_limit),
      TEST_CASE(takes_rules_of_any_make),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
