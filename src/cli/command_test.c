/* amlint test: runs the test cases inside rule files. */
#include "cli/app.h"
#include "engine/rule_test.h"
#include "rule/builtin.h"
#include "source/discover.h"
#include "tree/read.h"

typedef struct tester {
  aml_app *app;
  aml_facts *facts;
  aml_day as_of;
  size_t passed, failed;
  bool has_trouble;
} tester;

/* One case, in an arena of its own: a thousand of them need no more memory than one. */
typedef struct test_case {
  tester *tester;
  aml_arena arena;
  const aml_value *root;
  const aml_rule_test *test;
  aml_rule_test_result result;
} test_case;

static void run_case(void *ctx) {
  test_case *self = ctx;
  self->result =
      aml_rule_test_run(&self->arena, self->root, self->test, self->tester->facts, self->tester->as_of);
}

static aml_sv id_of(const aml_value *root) {
  const aml_value *id = aml_object_find(root, AML_SV("id"));
  return id == NULL ? AML_SV("?") : aml_value_text(id);
}

static void run_test(tester *self, const aml_value *root, const aml_rule_test *test) {
  test_case one = {.tester = self, .root = root, .test = test};
  aml_arena_init(&one.arena, SIZE_MAX);
  aml_sv id = id_of(root);
  if (aml_guard_run(&one.arena, run_case, &one) != AML_OK) {
    self->has_trouble = true;
    (void)aml_app_complain(self->app, "Out of memory in the test case '%.*s'.", AML_SV_ARG(test->name));
  } else if (one.result.has_passed) {
    self->passed++;
    if (aml_has(&self->app->arguments, AML_OPT_VERBOSE)) {
      aml_app_print_safe(self->app,
          aml_sv_format(self->app->arena, "ok   %.*s %.*s", AML_SV_ARG(id), AML_SV_ARG(test->name)));
      aml_app_print(self->app, AML_SV("\n"));
    }
  } else {
    self->failed++;
    aml_app_print_safe(self->app, aml_sv_format(self->app->arena, "FAIL %.*s %.*s: %.*s", AML_SV_ARG(id),
                                      AML_SV_ARG(test->name), AML_SV_ARG(one.result.problem)));
    aml_app_print(self->app, AML_SV("\n"));
  }
  aml_arena_release(&one.arena);
}

static void run_tests(tester *self, const aml_value *root) {
  aml_rule_tests tests = aml_rule_tests_of(self->app->arena, root);
  for (size_t i = 0; i < tests.count; i++) {
    run_test(self, root, &tests.items[i]);
  }
}

static bool run_builtin(tester *self, aml_sv wanted) {
  bool is_found = false;
  for (size_t i = 0; i < aml_builtin_rule_count; i++) {
    const aml_builtin_rule *rule = &aml_builtin_rules[i];
    bool is_wanted =
        wanted.len == 0 || aml_sv_ieq(rule->rule.id, wanted) || aml_sv_ieq(rule->rule.name, wanted);
    if (!is_wanted || rule->whole.len == 0) {
      is_found = is_found || is_wanted;
      continue;
    }
    size_t error_at;
    const aml_value *root = aml_json_text_read(self->app->arena, rule->whole, AML_NO_SPAN, &error_at);
    if (root != NULL) {
      is_found = true;
      run_tests(self, root);
    }
  }
  return is_found;
}

/* Whether the file is one of ours whose findings come from elsewhere in the program: there is nothing to run.
 */
static bool has_texts_alone(const aml_value *root) {
  for (size_t i = 0; i < aml_builtin_rule_count; i++) {
    if (aml_sv_ieq(aml_builtin_rules[i].rule.id, id_of(root))) {
      return !aml_builtin_rules[i].has_condition && aml_object_find(root, AML_SV("if")) == NULL;
    }
  }
  return false;
}

static void run_file(tester *self, const char *path) {
  aml_sources *sources = aml_sources_new(self->app->arena);
  const aml_value *root = aml_app_read_tree(self->app, sources, path, NULL);
  if (root == NULL) {
    self->has_trouble = true;
    return;
  }
  if (has_texts_alone(root)) {
    return;
  }
  aml_ruleset *rules = AML_NEW(self->app->arena, aml_ruleset);
  *rules = (aml_ruleset){.arena = self->app->arena, .sources = sources};
  aml_diags diags;
  aml_diags_init(&diags, self->app->arena);
  aml_ruleset_add(rules, root, AML_RULE_USER, &diags);
  if (diags.list.count > 0) {
    self->has_trouble = true;
    (void)aml_app_complain_of(self->app, sources, &diags);
    return;
  }
  run_tests(self, root);
}

static void run_paths(tester *self, aml_sv path) {
  aml_discovery found;
  aml_discover_options how = {.working_folder = aml_app_folder(self->app), .no_ignore_files = true};
  if (how.working_folder.len == 0) {
    self->has_trouble = true;
    (void)aml_app_complain(self->app, "The working folder was not found.");
    return;
  }
  aml_discover(&found, self->app->arena, &path, 1, &how);
  for (size_t i = 0; i < found.files.count; i++) {
    run_file(self, aml_sv_cstr(self->app->arena, found.files.items[i].file));
  }
  for (size_t i = 0; i < found.troubles.count; i++) {
    self->has_trouble = true;
    (void)aml_app_complain(self->app, "'%.*s' %.*s.", AML_SV_ARG(found.troubles.items[i].path),
        AML_SV_ARG(found.troubles.items[i].text));
  }
}

int aml_command_test(aml_app *app) {
  tester self = {.app = app};
  aml_error error;
  self.facts = aml_facts_new(app->arena, (aml_sv){NULL, 0}, &error);
  if (self.facts == NULL) {
    return aml_app_complain(app, "%s", error.text);
  }
  if (!aml_app_read_day(app, self.facts, &self.as_of)) {
    return AML_EXIT_TROUBLE;
  }
  const aml_words *operands = &app->arguments.operands;
  if (operands->count == 0) {
    (void)run_builtin(&self, (aml_sv){NULL, 0});
  }
  for (size_t i = 0; i < operands->count; i++) {
    if (!run_builtin(&self, aml_sv_of(operands->items[i]))) {
      run_paths(&self, aml_sv_of(operands->items[i]));
    }
  }
  aml_app_printf(app, "%zu passed, %zu failed\n", self.passed, self.failed);
  return self.has_trouble ? AML_EXIT_TROUBLE : self.failed > 0 ? AML_EXIT_FINDINGS : AML_EXIT_CLEAN;
}
