/* The public cases on how resources are flattened for policies. amlint does not flatten: its aliases reach
 * into the resource as it is. So each value of the flattened form must be what a policy reads from the
 * original by that name. Cases about the way back, and about the normaliser's own interface and data-plane
 * manifests, have no counterpart.
 *
 * usage: policy_normalise SHARED_FOLDER
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "expr/value_text.h"
#include "policy/policy_eval.h"
#include "shared_data.h"

typedef struct leaf { /* a value of the flattened form, or all values of one path with [*] */
  aml_sv path;
  bool has_wildcard;
  AML_VEC(const aml_value *) values;
} leaf;

typedef struct scene {
  aml_arena arena;
  aml_sources *sources;
  const aml_aliases *aliases;
  const aml_value *resource;
  aml_sv type;
  AML_VEC(leaf) leaves;
  size_t passed, failed, without;
} scene;

static const aml_value *part(const aml_value *object, const char *key) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find(object, aml_sv_of(key)) : NULL;
}

static void add_leaf(scene *s, aml_sv path, bool has_wildcard, const aml_value *value) {
  for (size_t i = 0; i < s->leaves.count; i++) {
    if (aml_sv_eq(s->leaves.items[i].path, path)) {
      AML_VEC_PUSH(&s->arena, &s->leaves.items[i].values, value);
      return;
    }
  }
  leaf fresh = {.path = path, .has_wildcard = has_wildcard};
  AML_VEC_PUSH(&s->arena, &fresh.values, value);
  AML_VEC_PUSH(&s->arena, &s->leaves, fresh);
}

static void collect(scene *s, aml_sv path, bool has_wildcard, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count; i++) {
      collect(s, aml_sv_format(&s->arena, "%.*s[*]", AML_SV_ARG(path)), true, value->as.array.items[i]);
    }
  } else if (value->kind == AML_OBJECT) {
    for (size_t i = 0; i < value->as.object.count; i++) {
      const aml_member *member = &value->as.object.members[i];
      bool is_plain = aml_sv_find_char(member->name, '.', 0) == AML_NPOS &&
                      aml_sv_find_char(member->name, '/', 0) == AML_NPOS;
      collect(s,
          aml_sv_format(&s->arena, is_plain ? "%.*s%s%.*s" : "%.*s%.0s['%.*s']", AML_SV_ARG(path),
              path.len > 0 ? "." : "", AML_SV_ARG(member->name)),
          has_wildcard, member->value);
    }
  } else {
    add_leaf(s, path, has_wildcard, value);
  }
}

/* The name a policy uses for a path of the flattened form. */
static aml_sv name_of(scene *s, aml_sv path) {
  aml_sv alias = aml_sv_format(&s->arena, "%.*s/%.*s", AML_SV_ARG(s->type), AML_SV_ARG(path));
  if (aml_alias_is_envelope(path)) {
    return path;
  }
  if (s->type.len > 0 && (s->aliases == NULL || aml_aliases_find(s->aliases, alias) != NULL)) {
    return alias;
  }
  return aml_sv_format(&s->arena, "properties.%.*s", AML_SV_ARG(path));
}

static void add(aml_object_builder *object, const char *name, const aml_value *value) {
  aml_object_add(object, aml_sv_of(name), AML_NO_SPAN, value);
}

/* {"if": {"field": NAME, "equals": VALUE}, "then": {"effect": "audit"}}, or the list of all items as a value.
 */
static const aml_value *make_policy(scene *s, const leaf *one) {
  aml_object_builder condition;
  aml_object_builder then;
  aml_object_builder policy;
  aml_sv name = name_of(s, one->path);
  aml_object_begin(&condition, &s->arena);
  if (one->has_wildcard) {
    aml_sv text = aml_sv_format(&s->arena, "[field('%.*s')]", AML_SV_ARG(name));
    add(&condition, "value", aml_value_string(&s->arena, text, AML_NO_SPAN));
    add(&condition, "equals", aml_value_array(&s->arena, one->values.items, one->values.count, AML_NO_SPAN));
  } else {
    add(&condition, "field", aml_value_string(&s->arena, name, AML_NO_SPAN));
    add(&condition, "equals", one->values.items[0]);
  }
  aml_object_begin(&then, &s->arena);
  add(&then, "effect", aml_value_string(&s->arena, AML_SV("audit"), AML_NO_SPAN));
  aml_object_begin(&policy, &s->arena);
  add(&policy, "if", aml_object_end(&condition, AML_NO_SPAN, 0));
  add(&policy, "then", aml_object_end(&then, AML_NO_SPAN, 0));
  return aml_object_end(&policy, AML_NO_SPAN, 0);
}

/* The path that differs; empty when all agree. */
static aml_sv find_difference(scene *s, aml_sv api_version) {
  for (size_t i = 0; i < s->leaves.count; i++) {
    aml_diags diags;
    aml_verdict verdict = {0};
    aml_diags_init(&diags, &s->arena);
    aml_policy_eval_input input = {.policy = make_policy(s, &s->leaves.items[i]),
        .resource = s->resource,
        .aliases = s->aliases,
        .api_version = api_version};
    if (!aml_policy_eval(&s->arena, &input, &diags, &verdict) || verdict.applies != AML_TRUE) {
      return s->leaves.items[i].path;
    }
  }
  return (aml_sv){0};
}

/* Some cases leave the type out, or have one that is none. */
static const aml_value *with_type(scene *s, const aml_value *test, const aml_value *input) {
  aml_sv own = aml_value_text(part(input, "type"));
  aml_sv given = aml_value_text(part(test, "resource_type"));
  s->type = own.len > 0 ? own : given;
  if (aml_sv_find_char(s->type, '/', 0) == AML_NPOS) {
    s->type = part(test, "sub_resource_arrays") != NULL ? AML_SV("Microsoft.Test/things") : (aml_sv){0};
  }
  if (s->type.len == 0 || own.len > 0) {
    return input;
  }
  aml_object_builder object;
  aml_object_begin(&object, &s->arena);
  for (size_t i = 0; i < input->as.object.count; i++) {
    aml_object_add(&object, input->as.object.members[i].name, AML_NO_SPAN, input->as.object.members[i].value);
  }
  aml_object_set(&object, AML_SV("type"), AML_NO_SPAN, aml_value_string(&s->arena, s->type, AML_NO_SPAN));
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

static void run_case(scene *s, const aml_value *root, const aml_value *test, const char *name) {
  const aml_value *input = part(test, "input");
  const aml_value *envelope = part(test, "expected_envelope");
  const aml_value *wanted = envelope != NULL ? part(envelope, "resource") : part(test, "expected_normalized");
  const aml_value *catalogue =
      part(test, "aliases_json") != NULL ? part(test, "aliases_json") : part(root, "aliases_json");
  size_t error_at;
  aml_diags diags;
  aml_diags_init(&diags, &s->arena);
  if (!aml_value_is(input, AML_OBJECT) || !aml_value_is(wanted, AML_OBJECT) ||
      part(test, "use_registry_api") != NULL) {
    s->without++;
    return;
  }
  s->aliases = NULL;
  if (aml_value_is(catalogue, AML_STRING)) {
    const aml_value *list = aml_json_text_read(&s->arena, catalogue->as.string, AML_NO_SPAN, &error_at);
    s->aliases = list == NULL ? NULL : aml_aliases_read(&s->arena, list, &diags);
  }
  s->resource = with_type(s, test, input);
  s->leaves.count = 0;
  collect(s, (aml_sv){0}, false, wanted);
  aml_sv difference = find_difference(s, aml_value_text(part(test, "api_version")));
  aml_sv note = aml_value_text(part(test, "note"));
  if (difference.len > 0) {
    (void)printf(
        "  not passed: %s %.*s: '%.*s' reads otherwise\n", name, AML_SV_ARG(note), AML_SV_ARG(difference));
    s->failed++;
  } else {
    s->passed++;
  }
}

static void run_file(void *ctx, aml_sv path, aml_sv name) {
  scene *s = ctx;
  const aml_value *root = read_root(&s->arena, s->sources, path);
  const aml_value *cases = part(root, "cases");
  for (size_t i = 0; aml_value_is(cases, AML_ARRAY) && i < cases->as.array.count; i++) {
    run_case(s, root, cases->as.array.items[i], name.data);
  }
}

int main(int argc, char **argv) {
  scene s = {0};
  aml_arena_init(&s.arena, SIZE_MAX);
  s.sources = aml_sources_new(&s.arena);
  aml_sv folder =
      aml_sv_format(&s.arena, "%s/conformance/azure-policy/normalization", argc > 1 ? argv[1] : "../shared");
  if (!visit_folder(&s.arena, folder, AML_SV(".yaml"), run_file, &s)) {
    (void)printf("skipped: there is no '%s'\n", folder.data);
    aml_arena_release(&s.arena);
    return SKIPPED;
  }
  (void)printf("%zu passed, %zu not passed, %zu without a counterpart\n", s.passed, s.failed, s.without);
  bool is_fine = s.failed == 0 && s.passed > 0;
  aml_arena_release(&s.arena);
  return is_fine ? 0 : 1;
}
