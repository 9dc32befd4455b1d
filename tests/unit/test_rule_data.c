/* Runs tests/data/rule: each file names a page of docs/ and lists cases that it answers.
 *
 * A case says in `says` which sentence of the page that is, and runs one rule over files:
 *   rule: members that take the place of those of the file's `given.rule`; null takes one out
 *   yaml, template, files, parameters, workspace, asOf: as in the tests of a rule file; also in `given`
 *   mistakes: of a rule that cannot be used, or of its parameters; of each a part
 *   findings: one object for each, in order, of which is compared what it states:
 *
 *     is (active or undecided), severity, property, value, message, reason, help, cli
 *     with: the parameter file
 *     at, whole: the first line of the text at its place, and of the text that this is a part of
 *     arguments: of the message, each "KIND: TEXT"
 *     related: its further places, each "TEXT AT THE PLACE: TEXT"
 *     fix, safe, edits, fixed: what it is said to do (null: none), how many edits it has, and the first file
 *       after it */
#include <glob.h>

#include "test.h"

#include "base/limits.h"
#include "edit/edit.h"
#include "engine/rule_test.h"
#include "expr/value_text.h"
#include "tree/read.h"

enum { RULES_FROM = 100 };

typedef struct desk { /* of one case */
  aml_arena *arena;
  aml_sources *sources;
  aml_facts *facts;
  const char *path;
  const aml_value *test, *given;
  const aml_rule_test_result *result;
  size_t bad, asked;
} desk;

static const aml_value *member(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find(object, aml_sv_of(name)) : NULL;
}

static void complain(desk *d, const char *what, aml_sv found) {
  print_error("%s: %.*s: %s: %.*s\n", strrchr(d->path, '/') + 1,
      AML_SV_ARG(aml_value_text(member(d->test, "name"))), what, AML_SV_ARG(found));
  d->bad++;
}

/* The members of `over` in place of those of `base`. */
static const aml_value *merge(aml_arena *arena, const aml_value *base, const aml_value *over) {
  aml_object_builder all;
  aml_object_builder kept;
  aml_object_begin(&all, arena);
  aml_object_set_all(&all, base);
  aml_object_set_all(&all, over);
  const aml_value *both = aml_object_end(&all, base->span, 0);
  aml_object_begin(&kept, arena);
  for (size_t i = 0; i < both->as.object.count; i++) {
    const aml_member *one = &both->as.object.members[i];
    if (one->value->kind != AML_NULL) {
      aml_object_add(&kept, one->name, one->name_span, one->value);
    }
  }
  return aml_object_end(&kept, base->span, 0);
}

/* The first line of what stands at a place of the case's files. */
static aml_sv text_at(const desk *d, aml_span span) {
  aml_sv text = aml_span_is_none(span)     ? AML_SV("nowhere")
                : span.source > RULES_FROM ? AML_SV("the rule")
                                           : aml_span_text(d->result->sources, span);
  return aml_sv_split(&text, '\n');
}

static void compare(desk *d, const aml_value *wanted, const char *key, aml_sv found) {
  const aml_value *value = member(wanted, key);
  aml_sv text = value == NULL               ? found
                : value->kind == AML_NULL   ? AML_SV("")
                : value->kind == AML_STRING ? value->as.string
                                            : aml_value_json(d->arena, value, false);
  if (!aml_sv_eq(text, found)) {
    complain(d, key, found);
  }
}

static void compare_list(desk *d, const aml_value *wanted, const char *key, const aml_texts *found) {
  const aml_value *list = member(wanted, key);
  for (size_t i = 0; list != NULL && i < found->count; i++) {
    if (i >= list->as.array.count || !aml_sv_eq(aml_value_text(list->as.array.items[i]), found->items[i])) {
      complain(d, key, found->items[i]);
    }
  }
  if (list != NULL && found->count < list->as.array.count) {
    complain(d, key, AML_SV("too few"));
  }
}

static void compare_arguments(desk *d, const aml_value *wanted, const aml_message *message) {
  static const char *const kinds[] = {
      [AML_ARGUMENT_TEXT] = "text", [AML_ARGUMENT_COUNT] = "count", [AML_ARGUMENT_WORDS] = "words"};
  aml_texts found = {0};
  for (size_t i = 0; i < message->argument_count; i++) {
    const aml_argument *one = &message->arguments[i];
    aml_sv text = aml_sv_slice(message->text, one->begin, one->end);
    aml_sv shown = aml_sv_format(d->arena, "%s: %.*s", kinds[one->kind], AML_SV_ARG(text));
    AML_VEC_PUSH(d->arena, &found, shown);
  }
  compare_list(d, wanted, "arguments", &found);
}

static void compare_related(desk *d, const aml_value *wanted, const aml_finding *finding) {
  aml_texts found = {0};
  for (size_t i = 0; i < finding->related_count; i++) {
    const aml_related *one = &finding->related[i];
    aml_sv place = text_at(d, one->span);
    aml_sv shown = aml_sv_format(d->arena, "%.*s: %.*s", AML_SV_ARG(place), AML_SV_ARG(one->text));
    AML_VEC_PUSH(d->arena, &found, shown);
  }
  compare_list(d, wanted, "related", &found);
}

static void compare_fix(desk *d, const aml_value *wanted, const aml_finding *finding) {
  const aml_value *fixed = member(wanted, "fixed");
  const aml_fix *fix = finding->fix_count > 0 ? &finding->fixes[0] : NULL;
  compare(d, wanted, "fix", fix == NULL ? AML_SV("") : fix->description);
  compare(d, wanted, "safe", fix != NULL && fix->is_safe ? AML_SV("true") : AML_SV("false"));
  compare(d, wanted, "edits", aml_sv_format(d->arena, "%zu", fix == NULL ? 0 : fix->edit_count));
  if (fixed != NULL && fix != NULL) {
    aml_source_id first = 1;
    aml_sv text = aml_edits_apply(
        d->arena, aml_sources_get(d->result->sources, first)->bytes, first, fix->edits, fix->edit_count);
    compare(d, wanted, "fixed", text);
  } else if (fixed != NULL) {
    complain(d, "fixed", AML_SV("no fix is offered"));
  }
}

static void compare_finding(desk *d, const aml_value *wanted, const aml_finding *finding) {
  d->asked++;
  compare(d, wanted, "is", finding->status == AML_UNDECIDED ? AML_SV("undecided") : AML_SV("active"));
  compare(d, wanted, "severity", aml_sv_of(aml_severity_name(finding->severity)));
  compare(d, wanted, "property", finding->property);
  compare(d, wanted, "value", finding->value);
  compare(d, wanted, "at", text_at(d, finding->span));
  compare(d, wanted, "whole", text_at(d, finding->whole));
  compare(d, wanted, "message", finding->message.text);
  compare(d, wanted, "reason", finding->undecided_reason);
  compare(d, wanted, "help", finding->help);
  compare(d, wanted, "cli", finding->cli);
  compare(d, wanted, "incomplete", finding->is_incomplete ? AML_SV("true") : AML_SV("false"));
  compare(d, wanted, "with", finding->parameter_file_count == 0 ? AML_SV("") : finding->parameter_files[0]);
  if (finding->parameter_file_count > 0 && finding->parameter_files[0].len == 0) {
    complain(d, "with", AML_SV("a parameter file without a name"));
  }
  compare_arguments(d, wanted, &finding->message);
  compare_related(d, wanted, finding);
  compare_fix(d, wanted, finding);
}

static void compare_all(desk *d, const aml_value *wanted) {
  const aml_findings *findings = d->result->findings;
  size_t count = findings->list.count;
  for (size_t i = 0; i < count && i < wanted->as.array.count; i++) {
    compare_finding(d, wanted->as.array.items[i], findings->list.items[i]);
  }
  if (count != wanted->as.array.count) {
    complain(d, "findings", count == 0 ? AML_SV("none") : findings->list.items[count - 1]->message.text);
  }
  d->asked += count == 0;
}

/* Whether the mistakes are those that the case expects. */
static bool check_mistakes(desk *d, const aml_diags *diags) {
  const aml_value *wanted = member(d->test, "mistakes");
  size_t count = wanted == NULL ? 0 : wanted->as.array.count;
  for (size_t i = 0; i < diags->list.count; i++) {
    aml_sv message = diags->list.items[i].message.text;
    if (i >= count || aml_sv_find(message, aml_value_text(wanted->as.array.items[i]), 0) == AML_NPOS) {
      complain(d, "mistakes", message);
    }
  }
  if (diags->list.count < count) {
    complain(d, "mistakes", AML_SV("too few"));
  }
  d->asked += count;
  return diags->list.count == 0;
}

/* Adds the rule to a set of its own, and gives it the case's parameters. */
static void load(desk *d, const aml_value *rule, const aml_value *test, aml_diags *diags) {
  aml_ruleset rules = {.arena = d->arena, .sources = d->sources};
  aml_object_builder settings;
  aml_diags_init(diags, d->arena);
  aml_ruleset_add(&rules, rule, AML_RULE_USER, diags);
  if (member(test, "parameters") != NULL) {
    aml_object_begin(&settings, d->arena);
    aml_object_add(&settings, aml_value_text(member(rule, "id")), AML_NO_SPAN, member(test, "parameters"));
    const aml_value *given = aml_object_end(&settings, AML_NO_SPAN, 0);
    aml_rules_check_settings(&rules, given, diags);
    aml_rules_check_settings(&rules, given, diags); /* of another file: the mistakes are the same */
  }
}

static void check_case(desk *d) {
  aml_diags diags;
  const aml_value *change = member(d->test, "rule");
  const aml_value *base = must_exist(member(d->given, "rule"));
  const aml_value *rule = change == NULL ? base : merge(d->arena, base, change);
  const aml_rule_test test = {.tree = merge(d->arena, d->given, d->test)};
  if (member(d->test, "name") == NULL || member(d->test, "says") == NULL) {
    complain(d, "the case lacks", AML_SV("a name, or what the page says"));
  }
  load(d, rule, test.tree, &diags);
  if (!check_mistakes(d, &diags)) {
    return;
  }
  aml_rule_test_result result = aml_rule_test_run(d->arena, rule, &test, d->facts, aml_day_of(2026, 11, 28));
  const aml_value *wanted = member(d->test, "findings");
  d->result = &result;
  if (result.findings == NULL || wanted == NULL) {
    complain(d, "no findings", result.problem);
  } else {
    compare_all(d, wanted);
  }
}

static void check_file(desk *d, const char *path) {
  aml_source *source = aml_sources_add(d->sources, aml_sv_of(path), aml_sv_of(path));
  aml_error error;
  aml_diags diags;
  uint32_t bad_at;
  aml_diags_init(&diags, d->arena);
  assert_int_equal(aml_source_read(source, d->arena, AML_LIMIT_FILE_BYTES, &bad_at, &error), AML_OK);
  const aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_YAML, d->arena, &diags);
  if (diags.list.count > 0) {
    fail_msg("%s at byte %u: %.*s", path, diags.list.items[0].span.begin,
        AML_SV_ARG(diags.list.items[0].message.text));
  }
  const aml_value *root = tree->documents.items[0].root;
  const aml_value *cases = member(root, "cases");
  assert_true(aml_sv_starts(aml_value_text(member(root, "page")), AML_SV("docs/")));
  d->path = path;
  d->given = must_exist(member(root, "given"));
  for (size_t i = 0; i < cases->as.array.count; i++) {
    d->test = cases->as.array.items[i];
    check_case(d);
  }
}

static void finds_what_the_pages_say(void **state) {
  glob_t files;
  aml_error error;
  desk d = {.arena = *state,
      .sources = aml_sources_new(*state),
      .facts = aml_facts_new(*state, (aml_sv){0}, &error)};
  for (int i = 0; i < RULES_FROM; i++) { /* no rule has the number of a case's file */
    (void)aml_sources_add(d.sources, AML_SV("none"), (aml_sv){0});
  }
  assert_int_equal(glob(AMLINT_SOURCE_DIR "/tests/data/rule/*.yml", 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    check_file(&d, files.gl_pathv[i]);
  }
  globfree(&files);
  print_message("%zu findings and mistakes\n", d.asked);
  assert_int_equal(d.bad, 0);
  assert_true(d.asked > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(finds_what_the_pages_say)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
