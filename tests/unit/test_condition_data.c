/* Runs tests/data/condition: each file names a page of docs/ and lists cases that it answers.
 *
 * A case says in `says` which sentence of the page that is, and puts conditions to one resource:
 *   body: the resource; in it {$unknown: KINDS, begins, ends, because} is a value that is not known, of the
 *     kinds named ("any" for all), {$open: VALUE} an object or a list that may hold more, {$secure: VALUE} a
 *     secret, {$default: VALUE} one that nobody wrote; `$in: {subscription, group}` says where it is deployed
 *   beside: other resources of the run; without it there is no run
 *   steps: how many the evaluation may take
 *   context: what resourceGroup() and the like answer
 *   dialect: azure or rule (when absent)
 *   true, false, unknown: conditions with that answer
 *   reason: a part of what is said about each that is unknown
 *   rests_on: the properties that the answer of each condition rests on, in order
 *   typed: conditions that are only for resources of the types that `types` lists
 *   refused: conditions that cannot be used; message, help: what the first mistake says */
#include <glob.h>

#include "test.h"

#include "base/limits.h"
#include "condition/check.h"
#include "expr/value_text.h"
#include "tree/read.h"

typedef struct desk { /* of one case */
  aml_arena *arena;
  aml_sources *sources;
  aml_facts *facts;
  const char *path;
  const aml_value *test, *given;
  size_t bad, asked;
} desk;

static const aml_value *part(const desk *d, const char *name) {
  const aml_value *found = aml_object_find(d->test, aml_sv_of(name));
  found = found == NULL && d->given != NULL ? aml_object_find(d->given, aml_sv_of(name)) : found;
  return aml_value_is(found, AML_NULL) ? NULL : found;
}

static aml_sv member_text(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_value_text(aml_object_find(object, aml_sv_of(name)))
                                          : (aml_sv){0};
}

static void complain(desk *d, const aml_value *condition, aml_sv problem) {
  aml_sv shown = condition == NULL ? AML_SV("") : aml_value_json(d->arena, condition, false);
  print_error("%s: %.*s: %.*s: %.*s\n", strrchr(d->path, '/') + 1, AML_SV_ARG(member_text(d->test, "name")),
      AML_SV_ARG(shown), AML_SV_ARG(problem));
  d->bad++;
}

static aml_kinds kinds_of(const aml_value *names) {
  static const struct {
    const char *name;
    aml_kinds kinds;
  } words[] = {{"any", AML_KINDS_ANY}, {"string", 1U << AML_STRING}, {"null", 1U << AML_NULL},
      {"array", 1U << AML_ARRAY}, {"object", 1U << AML_OBJECT}, {"integer", 1U << AML_INT}};
  aml_kinds kinds = 0;
  for (size_t i = 0; i < COUNT(words); i++) {
    bool is_named = aml_sv_eq(aml_value_text(names), aml_sv_of(words[i].name));
    for (size_t k = 0; names->kind == AML_ARRAY && k < names->as.array.count; k++) {
      is_named = is_named || aml_sv_eq(aml_value_text(names->as.array.items[k]), aml_sv_of(words[i].name));
    }
    kinds |= is_named ? words[i].kinds : 0;
  }
  assert_true(kinds != 0);
  return kinds;
}

static const aml_value *make(aml_arena *arena, const aml_value *value);

static const aml_value *make_unknown(aml_arena *arena, const aml_value *spec) {
  aml_unknown *what = AML_NEW(arena, aml_unknown);
  aml_sv reason = member_text(spec, "because");
  *what = (aml_unknown){.reason = reason.len > 0 ? reason : AML_SV("it is not known"),
      .kinds = kinds_of(aml_object_find(spec, AML_SV("$unknown"))),
      .prefix = member_text(spec, "begins"),
      .suffix = member_text(spec, "ends")};
  aml_value *value = AML_NEW(arena, aml_value);
  *value = (aml_value){.kind = AML_UNKNOWN, .span = spec->span, .as.unknown = what};
  return value;
}

/* What a marker stands for; NULL for an object that is none. */
static const aml_value *make_marked(aml_arena *arena, const aml_value *spec) {
  const aml_value *inner;
  if (aml_object_find(spec, AML_SV("$unknown")) != NULL) {
    return make_unknown(arena, spec);
  }
  if ((inner = aml_object_find(spec, AML_SV("$open"))) != NULL) {
    return aml_value_moved(arena, make(arena, inner), spec->span, NULL, AML_VALUE_OPEN);
  }
  if ((inner = aml_object_find(spec, AML_SV("$secure"))) != NULL) {
    return aml_value_moved(arena, make(arena, inner), spec->span, NULL, AML_VALUE_SECURE);
  }
  if ((inner = aml_object_find(spec, AML_SV("$default"))) != NULL) {
    const aml_origin *origin =
        aml_origin_new(arena, AML_STEP_SERVICE_DEFAULT, AML_SV("the default"), AML_NO_SPAN, NULL);
    return aml_value_moved(arena, make(arena, inner), spec->span, origin, 0);
  }
  return NULL;
}

/* A value of a case with its markers replaced by what they stand for. */
static const aml_value *make(aml_arena *arena, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, value->as.array.count);
    for (size_t i = 0; i < value->as.array.count; i++) {
      items[i] = make(arena, value->as.array.items[i]);
    }
    return aml_value_array(arena, items, value->as.array.count, value->span);
  }
  if (value->kind != AML_OBJECT) {
    return value;
  }
  const aml_value *marked = make_marked(arena, value);
  if (marked != NULL) {
    return marked;
  }
  aml_object_builder object;
  aml_object_begin(&object, arena);
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    if (!aml_sv_eq(member->name, AML_SV("$in"))) {
      aml_object_add(&object, member->name, member->name_span, make(arena, member->value));
    }
  }
  return aml_object_end(&object, value->span, 0);
}

static aml_resource *make_resource(aml_arena *arena, const aml_value *spec) {
  const aml_value *where = aml_object_find(spec, AML_SV("$in"));
  aml_sv type = member_text(spec, "type");
  aml_resource *resource = AML_NEW(arena, aml_resource);
  resource->form = &aml_form_arm;
  resource->body = make(arena, spec);
  resource->type = type.len > 0 ? type : AML_SV("Microsoft.MachineLearningServices/workspaces/computes");
  resource->name = aml_object_find(resource->body, AML_SV("name"));
  resource->shown_name = aml_value_text(resource->name);
  resource->api_version = member_text(spec, "apiVersion");
  resource->span = spec->span;
  resource->scope = (aml_scope_path){.subscription = member_text(where, "subscription"),
      .resource_group = member_text(where, "group"),
      .has_resource_group = true};
  return resource;
}

static const aml_graph *make_graph(const desk *d, aml_resource *root) {
  const aml_value *beside = part(d, "beside");
  aml_resources all;
  if (beside == NULL) {
    return NULL;
  }
  aml_resources_init(&all, d->arena);
  aml_resources_add(&all, root);
  for (size_t i = 0; i < beside->as.array.count; i++) {
    aml_resources_add(&all, make_resource(d->arena, beside->as.array.items[i]));
  }
  aml_graph *graph = aml_graph_new(d->arena);
  aml_graph_add(graph, all.list.items, all.list.count);
  aml_graph_link(graph, 1);
  return graph;
}

static aml_dialect dialect_of(const desk *d) {
  const aml_value *dialect = part(d, "dialect");
  return aml_sv_eq(aml_value_text(dialect), AML_SV("azure")) ? AML_DIALECT_AZURE : AML_DIALECT_RULE;
}

static const aml_condition_node *compile(const desk *d, const aml_value *condition, aml_diags *diags) {
  aml_compiler compiler = {
      .arena = d->arena, .diags = diags, .sources = d->sources, .dialect = dialect_of(d)};
  aml_diags_init(diags, d->arena);
  return aml_condition_compile(&compiler, condition);
}

/* Whether the answer rests on the properties that the case names. */
static void check_evidence(desk *d, const aml_check *check, const aml_value *condition) {
  const aml_value *wanted = part(d, "rests_on");
  aml_sv found = {0};
  assert_true(check->evidence_count <= AML_EVIDENCE_MAX);
  for (size_t i = 0; i < check->evidence_count; i++) {
    const aml_evidence *one = &check->evidence[i];
    aml_sv path =
        one->path == NULL ? AML_SV("-") : aml_path_text(d->arena, one->path, one->prefix, &one->hit);
    found = i == 0 ? path : aml_sv_format(d->arena, "%.*s %.*s", AML_SV_ARG(found), AML_SV_ARG(path));
  }
  if (wanted != NULL && !aml_sv_eq(found, aml_value_text(wanted))) {
    complain(d, condition, aml_sv_format(d->arena, "it rests on '%.*s'", AML_SV_ARG(found)));
  }
}

static void ask(desk *d, const aml_value *condition, aml_truth wanted) {
  static const char *const words[] = {[AML_FALSE] = "false", [AML_TRUE] = "true", [AML_MAYBE] = "unknown"};
  aml_diags diags;
  const aml_condition_node *node = compile(d, condition, &diags);
  if (node == NULL) {
    complain(d, condition, diags.list.items[0].message.text);
    return;
  }
  aml_resource *root = make_resource(d->arena, must_exist(part(d, "body")));
  aml_check_context context = {.sources = d->sources,
      .graph = make_graph(d, root),
      .facts = d->facts,
      .surroundings = part(d, "context"),
      .as_of = aml_day_of(2026, 11, 28)};
  aml_check *check = AML_NEW(d->arena, aml_check);
  *check = (aml_check){.arena = d->arena, .context = &context, .dialect = dialect_of(d)};
  aml_check_begin(check, root);
  const aml_value *steps = part(d, "steps");
  check->eval.steps_left = steps != NULL ? (size_t)steps->as.integer : check->eval.steps_left;
  aml_truth truth = aml_check_condition(check, node);
  d->asked++;
  if (truth != wanted) {
    complain(d, condition, aml_sv_format(d->arena, "it is %s, not %s", words[truth], words[wanted]));
    return;
  }
  const aml_value *reason = part(d, "reason");
  if (truth == AML_MAYBE &&
      (check->reason.len == 0 || aml_sv_find(check->reason, aml_value_text(reason), 0) == AML_NPOS)) {
    complain(d, condition, aml_sv_format(d->arena, "the reason is '%.*s'", AML_SV_ARG(check->reason)));
  }
  check_evidence(d, check, condition);
}

static void ask_all(desk *d, const char *key, aml_truth wanted) {
  const aml_value *list = part(d, key);
  for (size_t i = 0; list != NULL && i < list->as.array.count; i++) {
    ask(d, list->as.array.items[i], wanted);
  }
}

static void check_types(desk *d, const aml_value *condition) {
  aml_diags diags;
  const aml_value *wanted = must_exist(part(d, "types"));
  aml_names found = aml_condition_types(d->arena, must_exist(compile(d, condition, &diags)));
  bool is_same = found.count == wanted->as.array.count;
  for (size_t i = 0; i < found.count && is_same; i++) {
    is_same = aml_sv_eq(found.items[i], aml_value_text(wanted->as.array.items[i]));
  }
  d->asked++;
  if (!is_same) {
    complain(d, condition, found.count > 0 ? found.items[0] : AML_SV("no types"));
  }
}

static void refuse(desk *d, const aml_value *condition) {
  aml_diags diags;
  aml_sv message = aml_value_text(part(d, "message"));
  aml_sv help = aml_value_text(part(d, "help"));
  d->asked++;
  if (compile(d, condition, &diags) != NULL || diags.list.count == 0) {
    complain(d, condition, AML_SV("it can be used"));
  } else if (aml_sv_find(diags.list.items[0].message.text, message, 0) == AML_NPOS ||
             !aml_sv_eq(diags.list.items[0].help, help)) {
    complain(d, condition, diags.list.items[0].message.text);
  }
}

static void check_case(desk *d) {
  if (member_text(d->test, "name").len == 0 || member_text(d->test, "says").len == 0) {
    complain(d, NULL, AML_SV("a case lacks a name, or what the page says"));
    return;
  }
  ask_all(d, "true", AML_TRUE);
  ask_all(d, "false", AML_FALSE);
  ask_all(d, "unknown", AML_MAYBE);
  const aml_value *typed = part(d, "typed");
  for (size_t i = 0; typed != NULL && i < typed->as.array.count; i++) {
    check_types(d, typed->as.array.items[i]);
  }
  const aml_value *refused = part(d, "refused");
  for (size_t i = 0; refused != NULL && i < refused->as.array.count; i++) {
    refuse(d, refused->as.array.items[i]);
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
  const aml_value *cases = aml_object_find(root, AML_SV("cases"));
  assert_true(aml_sv_starts(member_text(root, "page"), AML_SV("docs/")));
  d->path = path;
  d->given = aml_object_find(root, AML_SV("given"));
  for (size_t i = 0; i < cases->as.array.count; i++) {
    d->test = cases->as.array.items[i];
    check_case(d);
  }
}

static void answers_as_the_pages_say(void **state) {
  glob_t files;
  aml_error error;
  desk d = {.arena = *state,
      .sources = aml_sources_new(*state),
      .facts = aml_facts_new(*state, (aml_sv){0}, &error)};
  assert_int_equal(glob(AMLINT_SOURCE_DIR "/tests/data/condition/*.yml", 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    check_file(&d, files.gl_pathv[i]);
  }
  globfree(&files);
  print_message("%zu conditions\n", d.asked);
  assert_int_equal(d.bad, 0);
  assert_true(d.asked > 200);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(answers_as_the_pages_say)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
