/* Whatever text a file, a rule or a waiver holds, every format keeps its structure: compared with the same
 * run in plain words, there are as many lines, elements and members, and no line that a build agent would
 * obey. */
#include <cjson/cJSON.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "engine/front_ends.h"
#include "kept_bytes.h"
#include "report/report.h"
#include "test.h"

enum { LONG = 10 * 1024 };

/* ---- a run with the text in every place that is not amlint's own ---- */

static const char file_bytes[] = "name: a\nsize: b\nmax: 'c'\n";

typedef struct stage {
  aml_arena *arena;
  aml_sv text;
  aml_source *source;
} stage;

static aml_rule *make_rule(const stage *s, aml_rule_origin origin) {
  aml_rule *rule = AML_NEW(s->arena, aml_rule);
  aml_link *link = AML_NEW(s->arena, aml_link);
  *link = (aml_link){s->text, aml_sv_join(s->arena, AML_SV("https://a.example/"), s->text)};
  aml_mapping *mapping = AML_NEW(s->arena, aml_mapping);
  *mapping = (aml_mapping){AML_SV("CWE"), s->text, s->text, AML_SV("https://a.example/")};
  *rule = (aml_rule){.id = origin == AML_RULE_BUILT_IN ? AML_SV("AML101") : s->text,
      .name = s->text,
      .title = s->text,
      .category = s->text,
      .severity = AML_SEVERITY_ERROR,
      .effective = AML_SEVERITY_ERROR,
      .origin = origin,
      .message = s->text,
      .why = s->text,
      .help = s->text,
      .help_cli = s->text,
      .links = link,
      .link_count = 1,
      .mappings = mapping,
      .mapping_count = 1,
      .precision = AML_SV("high")};
  return rule;
}

static void add_finding(const stage *s, aml_findings *findings, const aml_rule *rule, aml_severity severity) {
  aml_finding *finding = aml_findings_add(findings);
  aml_resource *resource = AML_NEW(s->arena, aml_resource);
  resource->form = &aml_form_arm;
  resource->type = AML_SV("Microsoft.MachineLearningServices/workspaces/computes");
  resource->shown_name = s->text;
  aml_related *related = AML_NEW_ARRAY(s->arena, aml_related, 2);
  related[0] = (aml_related){{s->source->id, 0, 4}, s->text};
  related[1] = (aml_related){AML_NO_SPAN, s->text};
  aml_edit *edit = AML_NEW(s->arena, aml_edit);
  *edit = (aml_edit){{s->source->id, 14, 15}, s->text};
  aml_fix *fix = AML_NEW(s->arena, aml_fix);
  *fix = (aml_fix){.description = s->text, .is_safe = true, .edits = edit, .edit_count = 1};
  aml_suppression *waiver = AML_NEW(s->arena, aml_suppression);
  *waiver = (aml_suppression){
      AML_EXTERNAL, s->text, s->text, s->text, s->text, s->text, AML_DAY_NONE, {s->source->id, 0, 7}, NULL};
  aml_sv *parameters = AML_NEW(s->arena, aml_sv);
  *parameters = s->text;
  finding->rule = rule;
  finding->severity = severity;
  finding->span = (aml_span){s->source->id, 14, 15};
  finding->resource = resource;
  finding->property = s->text;
  finding->value = s->text;
  finding->message = aml_message_of(s->arena, "Hostile: '%.*s'.", AML_SV_ARG(s->text));
  finding->related = related;
  finding->related_count = 2;
  finding->fixes = fix;
  finding->fix_count = 1;
  finding->help = s->text;
  finding->cli = s->text;
  finding->condition = s->text;
  finding->undecided_reason = aml_message_argument(&finding->message, 0);
  finding->parameter_files = parameters;
  finding->parameter_file_count = 1;
  finding->suppressions = waiver;
}

static aml_run *make_run(aml_arena *arena, aml_sv text) {
  aml_run *run = AML_NEW(arena, aml_run);
  run->front_ends = &aml_all_front_ends;
  run->arena = AML_NEW(arena, aml_arena);
  aml_arena_init(run->arena, SIZE_MAX);
  run->sources = aml_sources_new(arena);
  stage s = {arena, text, aml_sources_add(run->sources, text, text)};
  s.source->bytes = aml_sv_of(file_bytes);
  aml_ruleset *rules = AML_NEW(arena, aml_ruleset);
  aml_rule *built_in = make_rule(&s, AML_RULE_BUILT_IN);
  aml_rule *policy = make_rule(&s, AML_RULE_AZURE_POLICY);
  AML_VEC_PUSH(arena, &rules->list, built_in);
  AML_VEC_PUSH(arena, &rules->list, policy);
  aml_findings *findings = AML_NEW(arena, aml_findings);
  aml_findings_init(findings, arena);
  add_finding(&s, findings, built_in, AML_SEVERITY_ERROR);
  add_finding(&s, findings, policy, AML_SEVERITY_WARNING);
  add_finding(&s, findings, built_in, AML_SEVERITY_NOTE);
  findings->list.items[1]->status = AML_SUPPRESSED;
  findings->list.items[2]->status = AML_UNDECIDED;
  aml_findings_fingerprint(findings, run->sources);
  aml_notice *notices = AML_NEW_ARRAY(arena, aml_notice, 2);
  notices[0] = (aml_notice){AML_SEVERITY_WARNING, text, {s.source->id, 0, 1}, AML_SV(""), false, false};
  notices[1] = (aml_notice){AML_SEVERITY_ERROR, text, AML_NO_SPAN, text, true, false};
  run->rules = rules;
  run->findings = findings;
  run->notices = notices;
  run->notice_count = 2;
  run->counts.errors = run->counts.suppressed = run->counts.undecided = run->counts.files_checked = 1;
  run->as_of = AML_DAY_NONE;
  run->root = run->home = AML_SV("/nonexistent");
  run->version = AML_SV("1.2.3");
  run->facts_version = text;
  run->config_path = text;
  return run;
}

static aml_sv render(aml_arena *arena, const char *format, aml_sv text, aml_color color) {
  const aml_report_options options = {.color = color,
      .width = 100,
      .show_undecided = true,
      .show_suppressed = true,
      .is_verbose = true,
      .embed = true,
      .category = text};
  aml_run *run = make_run(arena, text);
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  assert_true(aml_reporter_find(aml_sv_of(format))->write(run, &options, keep, &out));
  aml_arena_release(run->arena);
  return aml_strbuf_view(&out);
}

/* ---- the texts ---- */

static const aml_sv short_texts[] = {
    AML_SV_CONST("::error::x"),
    AML_SV_CONST("a\n::error file=a::x\nb"),
    AML_SV_CONST("a\r::add-mask::x"),
    AML_SV_CONST("  ::stop-commands::x"),
    AML_SV_CONST("##vso[task.setvariable variable=a]b"),
    AML_SV_CONST("a\n##vso[task.complete result=Succeeded;]\nb"),
    AML_SV_CONST("a\r\n##[error]b"),
    AML_SV_CONST("###VSO[a"),
    AML_SV_CONST("%0A::error::x %0D %25 %3A %AZP25"),
    AML_SV_CONST("\x1b[31mred\x1b]8;;http://evil\x1b\\x\x1b[0m\x07\x08\x7f"),
    AML_SV_CONST("\xFF\xFE \xC3 \xC0\xAF \xED\xA0\x80 \xF5\x80\x80\x80"),
    AML_SV_CONST("a\0b"),
    AML_SV_CONST("\xC2\x85\xC2\x9B\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAE\xEF\xBB\xBF\xEF\xBF\xBE\xEF\xBF\xBF"),
    AML_SV_CONST("\"><failure message='x'/> ]]> <!-- --> <![CDATA[ &amp; &#0; &bogus"),
    AML_SV_CONST("<script>alert(1)</script></details><img src=x>"),
    AML_SV_CONST("[a](http://evil) ![b](c) <http://evil> www.evil.example @team #1 GH-1"),
    AML_SV_CONST("| a | b |\n| - | - |\n# c\n- d\n```\ne\n~~~"),
    AML_SV_CONST("\\\" \\u0000 {\"a\": [1]} \\"),
    AML_SV_CONST("{0} {{1}} '{2}' {x} } { ''"),
    AML_SV_CONST("a/../b/./c;d,e:f]g[h"),
    AML_SV_CONST("What? Did you mean '::error::'?"),
    AML_SV_CONST("\t\v\f\n\r"),
};

static aml_sv repeat(aml_arena *arena, aml_sv piece) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  while (aml_strbuf_view(&out).len < LONG) {
    aml_strbuf_add(&out, piece);
  }
  return aml_strbuf_view(&out);
}

static const aml_sv pieces[] = {AML_SV_CONST("a"), AML_SV_CONST("'"), AML_SV_CONST("<"), AML_SV_CONST("\n"),
    AML_SV_CONST("{"), AML_SV_CONST("["), AML_SV_CONST("::"), AML_SV_CONST("##vso["), AML_SV_CONST("\xFF"),
    AML_SV_CONST("\xF0\x9F\x98\x80"), AML_SV_CONST("e\xCC\x81"), AML_SV_CONST("'{0}' "), AML_SV_CONST("www."),
    AML_SV_CONST("\x1b["), AML_SV_CONST("'[f("), AML_SV_CONST("did you mean ")};

enum { TEXTS = COUNT(short_texts) + COUNT(pieces) };

static aml_sv text_at(aml_arena *arena, size_t i) {
  return i < COUNT(short_texts) ? short_texts[i] : repeat(arena, pieces[i - COUNT(short_texts)]);
}

/* ---- what must hold ---- */

static size_t count_char(aml_sv text, char c) {
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++) {
    count += text.data[i] == c;
  }
  return count;
}

static bool is_command(const char *format, aml_sv line) {
  aml_sv text = aml_sv_trim(line);
  bool is_github = strcmp(format, "github") == 0 && aml_sv_starts(line, AML_SV("::"));
  if (is_github) {
    return false;
  }
  if (strcmp(format, "azure") == 0 && aml_sv_starts(line, AML_SV("##vso[task.logissue type="))) {
    text = aml_sv_slice(text, 6, text.len);
  }
  return aml_sv_starts(text, AML_SV("::")) || aml_sv_find(text, AML_SV("##["), 0) != AML_NPOS ||
         aml_sv_ifind(text, AML_SV("##vso["), 0) != AML_NPOS;
}

static void check_lines(const char *format, aml_sv report) {
  assert_int_equal(aml_utf8_find_invalid(report), AML_NPOS);
  for (size_t i = 0; i < report.len; i++) {
    unsigned char c = (unsigned char)report.data[i];
    if (c < ' ' && c != '\n') { /* DEL is allowed in JSON and XML */
      fail_msg("%s: byte %u", format, c);
    }
  }
  for (aml_sv rest = report; rest.len > 0;) {
    aml_sv line = aml_sv_split(&rest, '\n');
    if (is_command(format, line)) {
      fail_msg("%s: '%.*s'", format, AML_SV_ARG(line));
    }
  }
}

/* Members, items and kinds are those of the plain report. */
static bool has_shape(const cJSON *a, const cJSON *b) {
  if (a == NULL || b == NULL || a->type != b->type) {
    return a == b;
  }
  const cJSON *y = b->child;
  for (const cJSON *x = a->child; x != NULL; x = x->next) {
    bool is_same_name = y != NULL && (cJSON_IsArray(a) || strcmp(x->string, y->string) == 0);
    if (!is_same_name || !has_shape(x, y)) {
      return false;
    }
    y = y->next;
  }
  return y == NULL;
}

/* Places differ with the text; each message is one form with one argument. */
static void check_sarif(const cJSON *log) {
  const cJSON *run = cJSON_GetArrayItem(cJSON_GetObjectItem(log, "runs"), 0);
  const cJSON *results = cJSON_GetObjectItem(run, "results");
  assert_int_equal(cJSON_GetArraySize(results), 3);
  const char *id = NULL;
  const cJSON *result;
  cJSON_ArrayForEach(result, results) {
    const cJSON *message = cJSON_GetObjectItem(result, "message");
    id = id == NULL ? cJSON_GetObjectItem(message, "id")->valuestring : id;
    assert_string_equal(cJSON_GetObjectItem(message, "id")->valuestring, id);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(message, "arguments")), 1);
  }
}

static void check_json(const char *format, aml_sv report, aml_sv plain) {
  cJSON *a = cJSON_ParseWithLength(report.data, report.len);
  cJSON *b = cJSON_ParseWithLength(plain.data, plain.len);
  assert_non_null(a);
  if (strcmp(format, "sarif") == 0) {
    check_sarif(a);
  } else if (!has_shape(a, b)) {
    fail_msg("%s has another shape: %.300s", format, report.data);
  }
  cJSON_Delete(a);
  cJSON_Delete(b);
}

static void check_xml(const char *format, aml_sv report, aml_sv plain) {
  static const char marks[] = "<>\"";
  for (const char *c = marks; *c != '\0'; c++) {
    if (count_char(report, *c) != count_char(plain, *c)) {
      fail_msg("%s: another number of '%c'", format, *c);
    }
  }
  static const char *const references[] = {
      "&amp;", "&lt;", "&gt;", "&quot;", "&#9;", "&#10;", "&#13;", "&#91;"};
  for (size_t at = aml_sv_find_char(report, '&', 0); at != AML_NPOS;
       at = aml_sv_find_char(report, '&', at + 1)) {
    bool is_known = false;
    for (size_t i = 0; i < COUNT(references); i++) {
      is_known = is_known || aml_sv_starts(aml_sv_slice(report, at, report.len), aml_sv_of(references[i]));
    }
    assert_true(is_known);
  }
}

static bool is_one_of(const char *format, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(format, names[i]) == 0) {
      return true;
    }
  }
  return false;
}

static void check_format(aml_arena *arena, const char *format, aml_sv text) {
  static const char *const json[] = {"sarif", "json", "gitlab", "rdjson"};
  static const char *const xml[] = {"junit", "checkstyle"};
  static const char *const by_line[] = {"compact", "jsonl", "github", "azure", "markdown"};
  aml_sv report = render(arena, format, text, AML_COLOR_OFF);
  aml_sv plain = render(arena, format, AML_SV("plain"), AML_COLOR_OFF);
  check_lines(format, report);
  if (is_one_of(format, json, COUNT(json))) {
    check_json(format, report, plain);
  } else if (is_one_of(format, xml, COUNT(xml))) {
    check_xml(format, report, plain);
  } else if (is_one_of(format, by_line, COUNT(by_line))) {
    assert_int_equal(count_char(report, '\n'), count_char(plain, '\n'));
  }
}

static void keeps_its_structure(void **state) {
  for (size_t i = 0; i < TEXTS; i++) {
    aml_arena arena;
    aml_arena_init(&arena, SIZE_MAX);
    aml_sv text = text_at(&arena, i);
    for (size_t k = 0; aml_reporter_at(k) != NULL; k++) {
      check_format(&arena, aml_reporter_at(k)->name, text);
    }
    aml_arena_release(&arena);
  }
  (void)state;
}

/* Each line of jsonl is JSON by itself. */
static void lines_of_json_stand_alone(void **state) {
  for (size_t i = 0; i < TEXTS; i++) {
    aml_sv rest = render(*state, "jsonl", text_at(*state, i), AML_COLOR_OFF);
    while (rest.len > 0) {
      aml_sv line = aml_sv_split(&rest, '\n');
      cJSON *finding = cJSON_ParseWithLength(line.data, line.len);
      assert_non_null(finding);
      cJSON_Delete(finding);
    }
  }
}

/* With colour, the only escapes are amlint's own. */
static void adds_no_escapes(void **state) {
  static const char *const formats[] = {"text", "compact"};
  for (size_t i = 0; i < TEXTS; i++) {
    aml_sv text = text_at(*state, i);
    bool is_one_line = aml_sv_find_char(text, '\n', 0) == AML_NPOS; /* a fix shows each line of its text */
    for (size_t k = 0; k < COUNT(formats); k++) {
      aml_sv report = render(*state, formats[k], text, AML_COLOR_ON);
      aml_sv plain = render(*state, formats[k], AML_SV("plain"), AML_COLOR_ON);
      assert_int_equal(aml_utf8_find_invalid(report), AML_NPOS);
      if (is_one_line || k > 0) {
        assert_int_equal(count_char(report, '\x1b'), count_char(plain, '\x1b'));
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(keeps_its_structure),
      TEST_CASE(lines_of_json_stand_alone),
      TEST_CASE(adds_no_escapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
