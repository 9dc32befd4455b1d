/* The cases of Azure Policy's language from a public project: each is evaluated and compared with what it
 * wants. Then the built-in definitions: all must load.
 *
 * usage: azure_policy SHARED_FOLDER [-v]        -v lists the cases not passed, with the reason
 */
#include <stdio.h>
#include <string.h>

#include "expr/value_text.h"
#include "policy/policy_eval.h"
#include "policy/policy_shape.h"
#include "shared_data.h"

typedef struct tally {
  size_t passed, failed, skipped;
} tally;

typedef struct run {
  aml_arena arena; /* of paths */
  const char *shared;
  const char *folder; /* "cases" or "parser" */
  tally sum;
  size_t definitions, refused;
} run;

typedef struct scene { /* one file of cases */
  aml_arena arena;
  aml_sources *sources;
  const aml_value *root;
  const aml_aliases *aliases;
  const char *name;
} scene;

static const aml_value *part(const aml_value *object, const char *key) {
  return object == NULL || object->kind != AML_OBJECT ? NULL : aml_object_find(object, aml_sv_of(key));
}

static bool is_true(const aml_value *value) {
  return aml_value_is(value, AML_BOOL) && value->as.boolean;
}

/* JSON inside a string of the case; NULL where it is no JSON at all. */
static const aml_value *read_json(scene *s, const aml_value *text) {
  size_t error_at = 0;
  if (text == NULL || text->kind != AML_STRING) {
    return text;
  }
  return aml_json_text_read(&s->arena, text->as.string, AML_NO_SPAN, &error_at);
}

static const aml_value *find_policy(scene *s, const aml_value *test) {
  static const char *const keys[] = {"policy_rule", "policy_definition"};
  const aml_value *holders[] = {test, s->root};
  for (size_t h = 0; h < 2; h++) {
    for (size_t k = 0; k < 2; k++) {
      const aml_value *text = part(holders[h], keys[k]);
      if (text != NULL) {
        return read_json(s, text);
      }
    }
  }
  return NULL;
}

/* The resources that look-ups answer with. */
static const aml_value *make_related(scene *s, const aml_value *test) {
  const aml_value *answers = part(test, "host_await");
  AML_VEC(const aml_value *) list = {0};
  for (size_t i = 0; aml_value_is(answers, AML_ARRAY) && i < answers->as.array.count; i++) {
    const aml_value *response = part(answers->as.array.items[i], "response");
    if (aml_value_is(response, AML_OBJECT)) {
      AML_VEC_PUSH(&s->arena, &list, response);
    }
  }
  return aml_value_array(&s->arena, list.items, list.count, AML_NO_SPAN);
}

static const aml_value *make_context(scene *s, const aml_value *test) {
  static const char by_default[] =
      "{\"resourceGroup\": {\"name\": \"myResourceGroup\", \"location\": \"eastus\"}, "
      "\"subscription\": {\"subscriptionId\": \"00000000-0000-0000-0000-000000000000\"}}";
  size_t error_at;
  const aml_value *given = part(test, "context");
  const aml_value *request = part(test, "request_context");
  const aml_value *base =
      given != NULL ? given : aml_json_text_read(&s->arena, aml_sv_of(by_default), AML_NO_SPAN, &error_at);
  if (request == NULL) {
    return base;
  }
  aml_object_builder context;
  aml_object_begin(&context, &s->arena);
  for (size_t i = 0; i < base->as.object.count; i++) {
    aml_object_set(&context, base->as.object.members[i].name, AML_NO_SPAN, base->as.object.members[i].value);
  }
  aml_object_set(&context, AML_SV("requestContext"), AML_NO_SPAN, request);
  return aml_object_end(&context, AML_NO_SPAN, 0);
}

/* NULL when the case passes, else what came out instead. */
static const char *compare(scene *s, const aml_value *test, const aml_verdict *verdict) {
  static const char *const words[] = {
      [AML_FALSE] = "no effect", [AML_TRUE] = "effect", [AML_MAYBE] = "unknown"};
  const aml_value *effect = part(test, "want_effect");
  const aml_value *details = part(test, "want_details");
  bool wants_none = is_true(part(test, "want_undefined")) || aml_value_is(effect, AML_NULL);
  if (wants_none ? verdict->applies == AML_FALSE : effect == NULL) {
    return NULL;
  }
  if (wants_none || verdict->applies != AML_TRUE) {
    return aml_sv_format(&s->arena, "%s '%.*s' %.*s", words[verdict->applies],
        AML_SV_ARG(verdict->effect_text), AML_SV_ARG(verdict->reason))
        .data;
  }
  if (!aml_sv_eq(verdict->effect_text, aml_value_text(effect))) {
    return aml_sv_format(&s->arena, "effect '%.*s'", AML_SV_ARG(verdict->effect_text)).data;
  }
  if (details == NULL ||
      (verdict->details != NULL && aml_value_equal(details, verdict->details) == AML_TRUE)) {
    return NULL;
  }
  return verdict->details == NULL ? "no details" : aml_value_json(&s->arena, verdict->details, false).data;
}

static const char *run_case(scene *s, const aml_value *test) {
  aml_diags diags;
  aml_verdict verdict = {0};
  aml_diags_init(&diags, &s->arena);
  const aml_value *policy = find_policy(s, test);
  bool wants_refusal = is_true(part(test, "want_parse_error")) || is_true(part(test, "want_compile_error"));
  if (policy == NULL) {
    return wants_refusal ? NULL : "the policy is no JSON";
  }
  const aml_value *resource = read_json(s, part(test, "resource"));
  aml_object_builder empty;
  aml_object_begin(&empty, &s->arena);
  aml_policy_eval_input input = {.policy = policy,
      .resource = resource != NULL ? resource : aml_object_end(&empty, AML_NO_SPAN, 0),
      .parameters = read_json(s, part(test, "parameters")),
      .context = make_context(s, test),
      .related = make_related(s, test),
      .aliases = s->aliases,
      .api_version = aml_value_text(part(test, "api_version")),
      .as_of = aml_day_of(2026, 11, 27)};
  bool is_accepted = aml_policy_eval(&s->arena, &input, &diags, &verdict);
  if (wants_refusal) {
    return is_accepted ? "it is accepted" : NULL;
  }
  if (!is_accepted) {
    return diags.list.count > 0 ? aml_sv_dup(&s->arena, diags.list.items[0].message.text).data
                                : "it is refused";
  }
  return compare(s, test, &verdict);
}

static void run_file(void *ctx, aml_sv path, aml_sv name) {
  run *r = ctx;
  scene s = {.name = name.data};
  aml_arena_init(&s.arena, SIZE_MAX);
  s.sources = aml_sources_new(&s.arena);
  s.root = read_root(&s.arena, s.sources, path);
  const aml_value *cases = part(s.root, "cases");
  aml_sv aliases = aml_value_text(part(s.root, "aliases"));
  aml_diags diags;
  aml_diags_init(&diags, &s.arena);
  if (aliases.len > 0) {
    aml_sv file =
        aml_sv_format(&s.arena, "%s/conformance/azure-policy/aliases/%.*s", r->shared, AML_SV_ARG(aliases));
    s.aliases = aml_aliases_read(&s.arena, read_root(&s.arena, s.sources, file), &diags);
  }
  for (size_t i = 0; aml_value_is(cases, AML_ARRAY) && i < cases->as.array.count; i++) {
    const aml_value *test = cases->as.array.items[i];
    if (is_true(part(test, "skip"))) {
      r->sum.skipped++;
      continue;
    }
    const char *problem = run_case(&s, test);
    aml_sv note = aml_value_text(part(test, "note"));
    if (problem == NULL) {
      r->sum.passed++;
    } else {
      r->sum.failed++;
      (void)printf("  not passed: %s %.*s: %s\n", s.name, AML_SV_ARG(note), problem);
    }
  }
  aml_arena_release(&s.arena);
}

static void load_definition(void *ctx, aml_sv path, aml_sv name) {
  run *r = ctx;
  aml_arena arena;
  aml_diags diags;
  aml_arena_init(&arena, SIZE_MAX);
  aml_diags_init(&diags, &arena);
  aml_sources *sources = aml_sources_new(&arena);
  const aml_value *root = read_root(&arena, sources, path);
  r->definitions++;
  if (root == NULL ||
      !aml_policy_has_shape(&arena, aml_azure_schema(&arena), AML_POLICY_DEFINITION, root, &diags) ||
      aml_definition_read(&arena, sources, NULL, root, &diags) == NULL || diags.list.count > 0) {
    r->refused++;
    aml_sv problem = diags.list.count > 0 ? diags.list.items[0].message.text : AML_SV("it cannot be read");
    (void)printf("  refused: %.*s: %.*s\n", AML_SV_ARG(name), AML_SV_ARG(problem));
  }
  aml_arena_release(&arena);
}

static void run_cases(run *r, const char *folder) {
  aml_sv path = aml_sv_format(&r->arena, "%s/conformance/azure-policy/%s", r->shared, folder);
  r->sum = (tally){0};
  (void)visit_folder(&r->arena, path, AML_SV(".yaml"), run_file, r);
  (void)printf("%-12s %zu passed, %zu not passed, %zu left out\n", folder, r->sum.passed, r->sum.failed,
      r->sum.skipped);
}

int main(int argc, char **argv) {
  run r = {.shared = argc > 1 ? argv[1] : "../shared"};
  aml_arena_init(&r.arena, SIZE_MAX);
  aml_sv path = aml_sv_format(&r.arena, "%s/conformance/azure-policy/builtin", r.shared);
  if (!visit_folder(&r.arena, path, AML_SV(".json"), load_definition, &r)) {
    (void)printf("skipped: there is no '%s'\n", path.data);
    aml_arena_release(&r.arena);
    return SKIPPED;
  }
  (void)printf("%-12s %zu loaded, %zu refused\n", "definitions", r.definitions - r.refused, r.refused);
  size_t failed = r.refused;
  run_cases(&r, "cases");
  failed += r.sum.failed;
  run_cases(&r, "parser");
  failed += r.sum.failed;
  aml_arena_release(&r.arena);
  return failed == 0 && r.definitions > 0 && r.sum.passed > 0 ? 0 : 1;
}
