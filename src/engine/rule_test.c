#include "engine/rule_test.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/sort.h"
#include "base/strbuf.h"
#include "config/config.h"
#include "edit/edit.h"
#include "engine/unit.h"
#include "expr/value_text.h"
#include "rule/builtin.h"
#include "source/lines.h"
#include "source/paths.h"

typedef struct bench { /* one case under way */
  aml_arena *arena;
  const aml_value *test;
  aml_sources *sources;
  aml_resources resources;
  aml_diags diags;
  aml_file_list files, given; /* those that declare, and the parameter file */
  aml_surroundings around;
  const aml_fix *fix; /* the files are read as it leaves them; NULL: as they are */
  aml_sv first_file;  /* the text that `fixed` is about */
  aml_source_id first_id;
} bench;

aml_rule_tests aml_rule_tests_of(aml_arena *arena, const aml_value *root) {
  const aml_value *list = aml_object_find(root, AML_SV("tests"));
  size_t count = aml_value_is(list, AML_ARRAY) ? list->as.array.count : 0;
  aml_rule_test *items = AML_NEW_ARRAY(arena, aml_rule_test, count);
  for (size_t i = 0; i < count; i++) {
    items[i].tree = list->as.array.items[i];
    items[i].name = aml_value_text(aml_object_find(items[i].tree, AML_SV("name")));
  }
  return (aml_rule_tests){items, count};
}

static const aml_value *part(const bench *b, const char *key) {
  return aml_object_find(b->test, aml_sv_of(key));
}

static bool append(void *ctx, const char *bytes, size_t n) {
  aml_strbuf_add(ctx, (aml_sv){bytes, n});
  return true;
}

/* A template that is written as YAML in the rule file becomes a JSON text, so that places in it can be asked
 * for. */
static aml_sv text_of(aml_arena *arena, const aml_value *file) {
  if (file->kind == AML_STRING) {
    return file->as.string;
  }
  aml_strbuf text;
  aml_json json;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  aml_json_init(&json, append, &text, AML_JSON_PRETTY);
  json.shows_secrets = true;
  aml_value_write_json(&json, file, false);
  return aml_json_finish(&json) ? aml_strbuf_view(&text) : (aml_sv){0};
}

/* NULL where the text is none. */
static aml_file *add_file(bench *b, aml_sv path, const aml_value *written) {
  aml_source *source = aml_sources_add(b->sources, path, (aml_sv){0});
  aml_sv text = text_of(b->arena, written);
  if (b->fix != NULL) {
    text = aml_edits_apply(b->arena, text, source->id, b->fix->edits, b->fix->edit_count);
  }
  return aml_unit_read(b->arena, source, text, &b->diags);
}

static void add_declaring(bench *b, aml_sv path, const aml_value *written) {
  aml_file *file = add_file(b, path, written);
  if (file == NULL) {
    return;
  }
  if (b->files.count == 0) {
    b->first_id = file->source->id;
    b->first_file = file->source->bytes;
  }
  AML_VEC_PUSH(b->arena, &b->files, file);
}

static void add_files(bench *b) {
  const aml_value *yaml = part(b, "yaml");
  const aml_value *template_ = part(b, "template");
  const aml_value *files = part(b, "files");
  if (yaml != NULL) {
    add_declaring(b, AML_SV("test.yml"), yaml);
  }
  if (template_ != NULL) {
    add_declaring(b, AML_SV("test.json"), template_);
  }
  for (size_t i = 0; aml_value_is(files, AML_OBJECT) && i < files->as.object.count; i++) {
    add_declaring(b, files->as.object.members[i].name, files->as.object.members[i].value);
  }
}

static aml_file *open_file(void *ctx, aml_sv path) {
  const bench *b = ctx;
  for (size_t i = 0; i < b->files.count; i++) {
    if (aml_sv_eq(b->files.items[i]->name, path)) {
      return b->files.items[i];
    }
  }
  return NULL;
}

static int compare_names(const void *a, const void *b) {
  return aml_sv_icmp(*(const aml_sv *)a, *(const aml_sv *)b);
}

static const aml_texts *list_folder(void *ctx, aml_sv folder) {
  bench *b = ctx;
  aml_texts *names = AML_NEW(b->arena, aml_texts);
  for (size_t i = 0; i < b->files.count; i++) {
    if (aml_sv_eq(aml_path_folder(b->files.items[i]->name), folder)) {
      AML_VEC_PUSH(b->arena, names, aml_path_name(b->files.items[i]->name));
    }
  }
  aml_sort(b->arena, names->items, names->count, sizeof *names->items, compare_names);
  return names;
}

static void release_arena(void *arena) {
  aml_arena_release(arena);
}

static void expand_file(bench *b, const aml_front_host *host, aml_file *file) {
  aml_unit_group(host, file);
  for (size_t i = 0; i < file->units.count; i++) {
    aml_unit *unit = file->units.items[i];
    aml_arena_defer(b->arena, release_arena, &unit->arena);
    aml_arena_share_guard(&unit->arena, b->arena);
    aml_unit_expand(host, unit, &b->around);
    for (size_t k = 0; k < unit->resources.list.count; k++) {
      aml_resources_add(&b->resources, unit->resources.list.items[k]);
    }
    for (size_t k = 0; k < unit->diags.list.count; k++) {
      AML_VEC_PUSH(b->arena, &b->diags.list, unit->diags.list.items[k]);
    }
  }
}

/* The files become resources as those of a run do. */
static void expand_files(bench *b, const aml_facts *facts) {
  const aml_value *parameters = part(b, "parameterFile");
  aml_file *given = parameters == NULL ? NULL : add_file(b, AML_SV("parameterFile"), parameters);
  if (given != NULL) {
    AML_VEC_PUSH(b->arena, &b->given, given);
  }
  const aml_front_host host = {.ctx = b,
      .sources = b->sources,
      .facts = facts,
      .arena = b->arena,
      .given = &b->given,
      .open = open_file,
      .list = list_folder};
  for (size_t i = 0; i < b->files.count; i++) {
    if (b->files.items[i]->front != NULL) {
      expand_file(b, &host, b->files.items[i]);
    }
  }
}

/* The workspace that a configuration would tell of; a resource of its own, as the engine makes one. */
static void add_workspace(bench *b) {
  const aml_value *given = part(b, "workspace");
  if (given == NULL) {
    return;
  }
  const aml_value *name = aml_object_find(given, AML_SV("name"));
  const aml_value *location = aml_object_find(given, AML_SV("location"));
  b->around.has_workspace = true;
  b->around.workspace_key = aml_value_text(name);
  b->around.workspace = name;
  b->around.workspace_location = location;
  b->around.workspace_scope =
      (aml_scope_path){.resource_group = aml_value_text(aml_object_find(given, AML_SV("resourceGroup"))),
          .subscription = aml_value_text(aml_object_find(given, AML_SV("subscription"))),
          .has_resource_group = true,
          .deployment = AML_SV("test")};
  aml_object_builder body;
  aml_object_begin(&body, b->arena);
  const aml_sv type = AML_SV("Microsoft.MachineLearningServices/workspaces");
  aml_object_add(&body, AML_SV("type"), AML_NO_SPAN, aml_value_string(b->arena, type, AML_NO_SPAN));
  aml_object_add(&body, AML_SV("name"), AML_NO_SPAN, name);
  if (location != NULL) {
    aml_object_add(&body, AML_SV("location"), AML_NO_SPAN, location);
  }
  aml_resource *workspace = aml_resource_new(&b->resources);
  workspace->form = &aml_form_configured;
  workspace->type = type;
  workspace->name = name;
  workspace->shown_name = aml_value_text(name);
  workspace->body = aml_object_end(&body, AML_NO_SPAN, AML_VALUE_OPEN);
  workspace->scope = b->around.workspace_scope;
  workspace->workspace_key = b->around.workspace_key;
  workspace->is_existing = true;
  aml_resources_add(&b->resources, workspace);
}

static aml_sv line_of(const bench *b, aml_span span) {
  if (aml_span_is_none(span)) {
    return (aml_sv){0};
  }
  const aml_source *source = aml_sources_get(b->sources, span.source);
  return aml_source_line(source, aml_source_locate(source, span.begin).line, NULL);
}

static aml_rule_test_result passed(void) {
  return (aml_rule_test_result){.has_passed = true};
}

__attribute__((format(printf, 2, 3))) static aml_rule_test_result failed(bench *b, const char *format, ...) {
  aml_strbuf text;
  char buffer[AML_ERROR_TEXT_MAX * 4];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(buffer, sizeof buffer, format, args);
  va_end(args);
  aml_strbuf_init(&text, b->arena, SIZE_MAX);
  aml_strbuf_add(&text, aml_sv_of(buffer));
  return (aml_rule_test_result){.problem = aml_strbuf_view(&text)};
}

static aml_rule_test_result compare_finding(bench *b, const aml_finding *finding, const aml_value *broken) {
  aml_sv wanted = aml_value_text(broken);
  aml_sv line = aml_sv_trim(line_of(b, finding->span));
  if (aml_sv_find(line, wanted, 0) == AML_NPOS) {
    return failed(b, "The finding is at '%.*s', not at '%.*s'.", AML_SV_ARG(line), AML_SV_ARG(wanted));
  }
  aml_sv message = aml_value_text(part(b, "message"));
  if (aml_sv_find(finding->message.text, message, 0) == AML_NPOS) {
    return failed(b, "The message is: %.*s", AML_SV_ARG(finding->message.text));
  }
  aml_sv severity = aml_value_text(part(b, "severity"));
  if (severity.len > 0 && !aml_sv_eq(severity, aml_sv_of(aml_severity_name(finding->severity)))) {
    return failed(
        b, "The severity is '%s', not '%.*s'.", aml_severity_name(finding->severity), AML_SV_ARG(severity));
  }
  const aml_value *fixed = part(b, "fixed");
  if (fixed == NULL) {
    return passed();
  }
  if (finding->fix_count == 0) {
    return failed(b, "No fix is offered.");
  }
  aml_sv text = aml_edits_apply(
      b->arena, b->first_file, b->first_id, finding->fixes[0].edits, finding->fixes[0].edit_count);
  return aml_sv_eq(aml_sv_trim(text), aml_sv_trim(text_of(b->arena, fixed)))
             ? passed()
             : failed(b, "The fix gives: %.*s", AML_SV_ARG(text));
}

static aml_rule_test_result compare_broken(bench *b, const aml_findings *findings, const aml_value *broken) {
  size_t wanted = broken->kind == AML_ARRAY ? broken->as.array.count : 1;
  size_t at = 0;
  for (size_t i = 0; i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    if (finding->status != AML_ACTIVE) {
      continue;
    }
    if (at < wanted) {
      aml_rule_test_result result =
          compare_finding(b, finding, broken->kind == AML_ARRAY ? broken->as.array.items[at] : broken);
      if (!result.has_passed) {
        return result;
      }
    }
    at++;
  }
  if (at == 0 && findings->list.count > 0) {
    return failed(b, "It is undecided: %.*s.", AML_SV_ARG(findings->list.items[0]->undecided_reason));
  }
  return at == wanted ? passed() : failed(b, "There are %zu findings, not %zu.", at, wanted);
}

static aml_rule_test_result compare(bench *b, const aml_findings *findings) {
  const aml_value *broken = part(b, "broken");
  const aml_value *undecided = part(b, "undecided");
  if (broken != NULL) {
    return compare_broken(b, findings, broken);
  }
  const aml_finding *first = findings->list.count > 0 ? findings->list.items[0] : NULL;
  if (undecided != NULL) {
    if (first == NULL || first->status != AML_UNDECIDED) {
      return failed(b, "It is %s, not undecided.", first == NULL ? "clean" : "broken");
    }
    return aml_sv_find(first->undecided_reason, aml_value_text(undecided), 0) != AML_NPOS
               ? passed()
               : failed(b, "The reason is: %.*s.", AML_SV_ARG(first->undecided_reason));
  }
  if (part(b, "clean") == NULL) {
    return failed(b, "The case says neither 'broken' nor 'clean' nor 'undecided'.");
  }
  if (first == NULL) {
    return passed();
  }
  return first->status == AML_UNDECIDED
             ? failed(b, "It is undecided: %.*s.", AML_SV_ARG(first->undecided_reason))
             : failed(b, "It is broken: %.*s", AML_SV_ARG(first->message.text));
}

static const aml_value *make_settings(bench *b, aml_sv id) {
  const aml_value *parameters = part(b, "parameters");
  aml_object_builder settings;
  if (parameters == NULL) {
    return NULL;
  }
  aml_object_begin(&settings, b->arena);
  aml_object_add(&settings, id, AML_NO_SPAN, parameters);
  return aml_object_end(&settings, AML_NO_SPAN, 0);
}

/* A rule and what it is judged by. */
typedef struct court {
  const aml_value *root;
  aml_facts *facts;
  aml_day as_of;
  bool is_built_in; /* as the build compiled it, and not from `root` */
} court;

/* The rule alone; none when it cannot be read. */
static aml_ruleset *load_rule(bench *b, const court *c) {
  if (!c->is_built_in) {
    aml_ruleset *rules = AML_NEW(b->arena, aml_ruleset);
    rules->arena = b->arena;
    aml_ruleset_add(rules, c->root, AML_RULE_USER, &b->diags);
    return rules;
  }
  aml_sv id = aml_value_text(aml_object_find(c->root, AML_SV("id")));
  aml_ruleset *rules = aml_ruleset_new(b->arena);
  rules->list.items[0] = aml_ruleset_find(rules, id);
  rules->list.count = 1;
  return rules;
}

static aml_rule_test_result find(bench *b, const court *c, aml_findings *findings) {
  add_workspace(b);
  add_files(b);
  expand_files(b, c->facts);
  aml_sv problem = b->diags.list.count > 0 ? b->diags.list.items[0].message.text : (aml_sv){0};
  if (b->resources.list.count == 0) {
    return failed(b, "No resource was found in the case's files%s%.*s", b->diags.list.count > 0 ? ": " : ".",
        AML_SV_ARG(problem));
  }
  aml_graph *graph = aml_graph_new(b->arena);
  aml_graph_add(graph, b->resources.list.items, b->resources.list.count);
  aml_graph_link(graph, 1);
  aml_ruleset *rules = load_rule(b, c);
  if (rules->list.count == 0) {
    return failed(b, "The rule cannot be read.");
  }
  aml_check_context context = {.sources = b->sources, .graph = graph, .facts = c->facts, .as_of = c->as_of};
  context.settings = make_settings(b, rules->list.items[0]->id);
  size_t said = b->diags.list.count;
  aml_rules_prepare(rules, &context, &b->diags);
  if (b->diags.list.count > said) {
    return failed(b, "%.*s", AML_SV_ARG(b->diags.list.items[said].message.text));
  }
  aml_findings_init(findings, b->arena);
  for (size_t i = 0; i < aml_graph_count(graph); i++) {
    aml_rules_check(rules, &context, i, findings);
  }
  return passed();
}

static bench set_up(aml_arena *arena, const aml_value *test, const aml_fix *fix) {
  bench b = {.arena = arena, .test = test, .sources = aml_sources_new(arena), .fix = fix};
  aml_resources_init(&b.resources, arena);
  aml_diags_init(&b.diags, arena);
  return b;
}

/* Makes the fix and judges again: one finding less, or more where one edit fixes several. */
static aml_rule_test_result try_fix(
    bench *b, const court *c, const aml_findings *before, const aml_fix *fix) {
  bench again = set_up(b->arena, b->test, fix);
  aml_findings after;
  aml_rule_test_result result = find(&again, c, &after);
  if (!result.has_passed) {
    return failed(b, "After the fix: %.*s", AML_SV_ARG(result.problem));
  }
  return after.list.count < before->list.count
             ? passed()
             : failed(b, "The fix '%.*s' does not fix what was found.", AML_SV_ARG(fix->description));
}

static aml_rule_test_result try_fixes(bench *b, const court *c, const aml_findings *findings) {
  aml_rule_test_result result = passed();
  for (size_t i = 0; result.has_passed && i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    for (size_t k = 0; result.has_passed && k < finding->fix_count; k++) {
      result = try_fix(b, c, findings, &finding->fixes[k]);
    }
  }
  return result;
}

/* Whether the file is the one that the program was built with. */
static bool is_built_in(aml_arena *arena, const aml_value *root) {
  const aml_builtin_rule *ours = aml_builtin_find(aml_value_text(aml_object_find(root, AML_SV("id"))));
  return ours != NULL && ours->has_condition && aml_sv_eq(ours->whole, aml_value_json(arena, root, false));
}

static aml_rule_test_result judge(bench *b, const court *c, aml_findings *findings) {
  *findings = (aml_findings){0};
  aml_rule_test_result result = find(b, c, findings);
  result = result.has_passed ? compare(b, findings) : result;
  return result.has_passed ? try_fixes(b, c, findings) : result;
}

aml_rule_test_result aml_rule_test_run(
    aml_arena *arena, const aml_value *root, const aml_rule_test *test, aml_facts *facts, aml_day as_of) {
  bench b = set_up(arena, test->tree, NULL);
  court c = {root, facts, as_of, false};
  aml_sv day = aml_value_text(part(&b, "asOf"));
  if (day.len > 0 && !aml_day_parse(day, &c.as_of)) {
    return failed(&b, "Invalid date for 'asOf': '%.*s'.", AML_SV_ARG(day));
  }
  aml_findings *findings = AML_NEW(arena, aml_findings);
  aml_rule_test_result result = judge(&b, &c, findings);
  if (result.has_passed && is_built_in(arena, root)) {
    bench again = set_up(arena, test->tree, NULL);
    aml_findings other;
    c.is_built_in = true;
    result = judge(&again, &c, &other);
    if (!result.has_passed) {
      result = failed(&b, "Only as compiled by the build: %.*s", AML_SV_ARG(result.problem));
    }
  }
  result.findings = findings;
  result.sources = b.sources;
  return result;
}
