/* What is declared against what runs, by what it means. tests/data/drift lists bodies with what differs:
 * `type` computes or workspaces, `declared` and `runs` (bodies; absent: there is none), the settings that are
 * the `same`, that `differ`, that are `unknown` or `left` alone, `settings` and `tags` that somebody leaves
 * alone, `ignored` by the tool that declares; and `says`, why. In bodies "?" is a value that is not known,
 * and a member "..." says that there may be others. */
#include <glob.h>

#include "base/strbuf.h"
#include "drift/drift.h"
#include "test.h"
#include "tree/draft.h"
#include "yaml_case.h"

#include "read_text.h"

#define COMPUTES "Microsoft.MachineLearningServices/workspaces/computes"
#define PP       "properties.properties."

static aml_resource resource_with(aml_arena *arena, const char *path, const aml_value *value) {
  aml_draft *draft = aml_draft_new(arena);
  const aml_value *like = aml_value_object(arena, NULL, 0, AML_NO_SPAN, NULL, NULL);
  if (value != NULL) {
    aml_draft_put(draft, aml_sv_of(path), NULL, AML_NO_SPAN, value);
  }
  return (aml_resource){
      .form = &aml_form_arm, .type = AML_SV(COMPUTES), .body = aml_draft_finish(draft, like)};
}

/* How the two differ at the path: TRUE, FALSE, or MAYBE where it is not known. */
static aml_truth differ(
    aml_arena *arena, const char *path, const aml_value *declared, const aml_value *actual) {
  const aml_resource a = resource_with(arena, path, declared);
  const aml_resource b = resource_with(arena, path, actual);
  aml_drift_settings found = {0};
  aml_drift_compare(arena, &a, &b, NULL, &found);
  assert_true(found.count <= 1);
  return found.count == 0 ? AML_FALSE : found.items[0].differs;
}

static const aml_value *text(aml_arena *arena, const char *value) {
  return aml_value_string(arena, aml_sv_of(value), AML_NO_SPAN);
}

static void values_compare_by_meaning(void **state) {
  (void)state;
  static const struct {
    const char *path, *declared, *actual;
    aml_truth differs;
  } cases[] = {
      {PP "vmSize", "Standard_DS3_v2", "STANDARD_DS3_V2", AML_FALSE},
      {PP "vmSize", "Standard_DS3_v2", "STANDARD_DS4_V2", AML_TRUE},
      {PP "vmPriority", "LowPriority", "low_priority", AML_FALSE},
      {"location", "West Europe", "westeurope", AML_FALSE},
      {PP "scaleSettings.nodeIdleTimeBeforeScaleDown", "PT120S", "PT2M", AML_FALSE},
      {PP "scaleSettings.nodeIdleTimeBeforeScaleDown", "PT120S", "PT30M", AML_TRUE},
      {PP "scaleSettings.nodeIdleTimeBeforeScaleDown", "soon", "PT30M", AML_MAYBE},
      {PP "subnet.id", "/subscriptions/A/x", "/SUBSCRIPTIONS/a/X", AML_FALSE},
      {"identity.type", "SystemAssigned, UserAssigned", "userassigned,systemassigned", AML_FALSE},
      {"identity.type", "SystemAssigned", "SystemAssigned,UserAssigned", AML_TRUE},
      {"identity.type", "SystemAssigned, SystemAssigned", "SystemAssigned,UserAssigned", AML_TRUE},
      {PP "scaleSettings.minNodeCount", "2", "2", AML_FALSE},
      {"identity.type", "None", "SystemAssigned", AML_FALSE},
      {"identity.type", "SystemAssigned", "None", AML_TRUE},
      {"tags.Team", "research", "Research", AML_TRUE},
      {"properties.description", "", "anything", AML_FALSE},
      {PP "remoteLoginPortPublicAccess", "NotSpecified", "Enabled", AML_FALSE},
      {PP "remoteLoginPortPublicAccess", "Disabled", "Enabled", AML_TRUE},
  };
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    aml_truth differs =
        differ(&arena, cases[i].path, text(&arena, cases[i].declared), text(&arena, cases[i].actual));
    assert_int_equal(differs, cases[i].differs);
  }
  aml_arena_release(&arena);
}

static void seconds_are_durations_and_defaults_are_not_declared(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  const char *idle = PP "scaleSettings.nodeIdleTimeBeforeScaleDown";
  assert_int_equal(
      differ(&arena, idle, text(&arena, "PT2M"), aml_value_float(&arena, 120.0, AML_NO_SPAN)), AML_FALSE);
  const aml_value *one = aml_value_int(&arena, 1, AML_NO_SPAN);
  const aml_origin *origin =
      aml_origin_new(&arena, AML_STEP_SERVICE_DEFAULT, AML_SV("a default"), AML_NO_SPAN, NULL);
  const aml_value *unsaid = aml_value_moved(&arena, one, AML_NO_SPAN, origin, 0);
  const char *most = PP "scaleSettings.maxNodeCount";
  assert_int_equal(differ(&arena, most, unsaid, aml_value_int(&arena, 4, AML_NO_SPAN)), AML_FALSE);
  assert_int_equal(differ(&arena, most, one, aml_value_int(&arena, 4, AML_NO_SPAN)), AML_TRUE);
  assert_int_equal(differ(&arena, most, one, NULL), AML_MAYBE);
  assert_int_equal(differ(&arena, PP "subnet.id", text(&arena, "/subnets/a"), NULL), AML_TRUE);
  assert_int_equal(differ(&arena, most, NULL, one), AML_FALSE);
  assert_int_equal(differ(&arena, most, text(&arena, "1"), one), AML_FALSE);
  assert_int_equal(differ(&arena, "tags.cost", one, text(&arena, "1")), AML_FALSE);
  const aml_value *unknown = aml_value_unknown(&arena, AML_SV("no value"), AML_KINDS_ANY, AML_NO_SPAN);
  assert_int_equal(differ(&arena, most, unknown, one), AML_MAYBE);
  assert_int_equal(differ(&arena, most, one, unknown), AML_MAYBE);
  aml_arena_release(&arena);
}

/* Side by side stands also what only one of them has; nothing differs there. */
static void what_only_one_has_is_listed(void **state) {
  (void)state;
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  const char *most = PP "scaleSettings.maxNodeCount";
  const aml_resource one = resource_with(&arena, most, aml_value_int(&arena, 4, AML_NO_SPAN));
  aml_drift_settings declared = {0};
  aml_drift_settings running = {0};
  aml_drift_compare(&arena, &one, NULL, NULL, &declared);
  aml_drift_compare(&arena, NULL, &one, NULL, &running);
  assert_int_equal(declared.count, 1);
  assert_non_null(declared.items[0].declared);
  assert_null(declared.items[0].actual);
  assert_int_equal(declared.items[0].differs, AML_FALSE);
  assert_int_equal(running.count, 1);
  assert_null(running.items[0].declared);
  assert_non_null(running.items[0].actual);
  assert_int_equal(running.items[0].differs, AML_FALSE);
  aml_arena_release(&arena);
}

static const aml_value *with_unknowns(aml_arena *arena, const aml_value *value) {
  if (aml_sv_eq(aml_value_text(value), AML_SV("?"))) {
    return aml_value_unknown(arena, AML_SV("the test does not say it"), AML_KINDS_ANY, value->span);
  }
  if (value->kind != AML_OBJECT) {
    return value;
  }
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  bool is_open = false;
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    bool is_rest = aml_sv_eq(member->name, AML_SV("..."));
    is_open = is_open || is_rest;
    if (!is_rest) {
      aml_object_add(&builder, member->name, member->name_span, with_unknowns(arena, member->value));
    }
  }
  return aml_object_end(&builder, value->span, is_open ? AML_VALUE_OPEN : 0);
}

static aml_texts texts_at(aml_arena *arena, const aml_value *test, const char *key) {
  aml_texts texts = {0};
  const aml_value *list = aml_object_find(test, aml_sv_of(key));
  for (size_t i = 0; list != NULL && i < list->as.array.count; i++) {
    AML_VEC_PUSH(arena, &texts, aml_value_text(list->as.array.items[i]));
  }
  return texts;
}

static aml_resource *resource_at(aml_arena *arena, const aml_value *test, const char *key) {
  const aml_value *body = aml_object_find(test, aml_sv_of(key));
  if (body == NULL) {
    return NULL;
  }
  aml_resource *resource = AML_NEW(arena, aml_resource);
  bool is_workspace = aml_sv_eq(aml_value_text(aml_object_find(test, AML_SV("type"))), AML_SV("workspaces"));
  *resource = (aml_resource){.form = &aml_form_arm,
      .type = is_workspace ? AML_SV("Microsoft.MachineLearningServices/workspaces") : AML_SV(COMPUTES),
      .body = with_unknowns(arena, body)};
  return resource;
}

static const char *result_of(const aml_drift_setting *setting) {
  return setting->is_left                ? "left"
         : setting->differs == AML_MAYBE ? "unknown"
         : setting->differs == AML_TRUE  ? "differ"
         : setting->declared == NULL     ? "only runs"
         : setting->actual == NULL       ? "only declared"
                                         : "same";
}

static const char *const results[] = {"same", "differ", "unknown", "left", "only runs", "only declared"};

/* "same: a b; differ: c; ...": what the case says. */
static aml_sv expected_of(aml_arena *arena, const aml_value *test) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t r = 0; r < COUNT(results); r++) {
    aml_strbuf_addf(&out, "%s:", results[r]);
    const aml_texts paths = texts_at(arena, test, results[r]);
    for (size_t i = 0; i < paths.count; i++) {
      aml_strbuf_addf(&out, " %.*s", AML_SV_ARG(paths.items[i]));
    }
    aml_strbuf_add(&out, AML_SV("; "));
  }
  return aml_strbuf_view(&out);
}

/* The same of what came out. */
static aml_sv outcome_of(aml_arena *arena, const aml_drift_settings *found) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t r = 0; r < COUNT(results); r++) {
    aml_strbuf_addf(&out, "%s:", results[r]);
    for (size_t i = 0; i < found->count; i++) {
      if (strcmp(result_of(&found->items[i]), results[r]) == 0) {
        aml_strbuf_addf(&out, " %.*s", AML_SV_ARG(found->items[i].path));
      }
    }
    aml_strbuf_add(&out, AML_SV("; "));
  }
  return aml_strbuf_view(&out);
}

static bool check_case(aml_arena *arena, const aml_value *test) {
  aml_resource *declared = resource_at(arena, test, "declared");
  const aml_resource *runs = resource_at(arena, test, "runs");
  if (declared != NULL) {
    declared->ignored = texts_at(arena, test, "ignored");
  }
  const aml_texts settings = texts_at(arena, test, "settings");
  const aml_texts tags = texts_at(arena, test, "tags");
  const aml_drift_leaves leaves = {&settings, &tags};
  aml_drift_settings found = {0};
  aml_drift_compare(arena, declared, runs, &leaves, &found);
  aml_sv expected = expected_of(arena, test);
  aml_sv is = outcome_of(arena, &found);
  bool is_right = aml_sv_eq(expected, is) && aml_value_text(aml_object_find(test, AML_SV("says"))).len > 0;
  for (size_t i = 0; i < found.count; i++) {
    is_right = is_right && (found.items[i].differs == AML_MAYBE) == (found.items[i].reason.len > 0);
  }
  if (!is_right) {
    print_error("%.*s\n  gives    %.*s\n  expected %.*s\n",
        AML_SV_ARG(aml_value_text(aml_object_find(test, AML_SV("says")))), AML_SV_ARG(is),
        AML_SV_ARG(expected));
  }
  return is_right;
}

static void differs_as_the_data_says(void **state) {
  aml_arena *arena = *state;
  glob_t files;
  assert_int_equal(glob(AMLINT_SOURCE_DIR "/tests/data/drift/*.yml", 0, NULL, &files), 0);
  size_t bad = 0;
  for (size_t f = 0; f < files.gl_pathc; f++) {
    const aml_value *cases =
        test_read_yaml(arena, aml_sv_cstr(arena, read_text(arena, aml_sv_of(files.gl_pathv[f]))));
    assert_true(aml_value_is(cases, AML_ARRAY) && cases->as.array.count > 0);
    for (size_t i = 0; i < cases->as.array.count; i++) {
      bad += !check_case(arena, cases->as.array.items[i]);
    }
  }
  globfree(&files);
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(differs_as_the_data_says),
      cmocka_unit_test(values_compare_by_meaning),
      cmocka_unit_test(seconds_are_durations_and_defaults_are_not_declared),
      cmocka_unit_test(what_only_one_has_is_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
