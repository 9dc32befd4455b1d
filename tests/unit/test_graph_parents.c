#include "graph/graph.h"

#include "expr_lifted.h"
#include "test.h"

#define WORKSPACES "Microsoft.MachineLearningServices/workspaces"
#define COMPUTES   "Microsoft.MachineLearningServices/workspaces/computes"

typedef struct world {
  aml_arena *arena;
  aml_graph *graph;
  AML_VEC(aml_resource *) list;
} world;

static world make_world(void **state) {
  return (world){.arena = *state, .graph = aml_graph_new(*state)};
}

/* A name in brackets is an expression nobody can evaluate. */
static const aml_value *make_name(aml_arena *arena, const char *text) {
  aml_span span = {1, 0, 0};
  if (text[0] != '[') {
    return aml_value_string(arena, aml_sv_of(text), span);
  }
  const aml_value *unknown = aml_value_unknown(arena, AML_SV("no value"), 1U << AML_STRING, span);
  const aml_origin *origin = aml_origin_of_expression(arena, lift_text(arena, aml_sv_of(text), span), NULL);
  return aml_value_moved(arena, unknown, span, origin, 0);
}

static aml_resource *add(world *w, const char *type, const char *name, const char *deployment) {
  aml_resource *resource = AML_NEW(w->arena, aml_resource);
  resource->form = &aml_form_arm;
  resource->type = aml_sv_of(type);
  resource->name = make_name(w->arena, name);
  resource->scope.has_resource_group = true;
  resource->scope.deployment = aml_sv_of(deployment);
  resource->frame = 1;
  resource->body = aml_value_null(w->arena, AML_NO_SPAN);
  AML_VEC_PUSH(w->arena, &w->list, resource);
  return resource;
}

static void link_all(world *w) {
  aml_graph_add(w->graph, w->list.items, w->list.count);
  aml_graph_link(w->graph, 1);
}

typedef enum expectation { CERTAIN, UNCERTAIN, ABSENT } expectation;

static void finds_parents_by_name(void **state) {
  static const struct {
    const char *parent, *child;
    expectation expected;
  } cases[] = {
      {"w", "w/c", CERTAIN}, {"W", "w/c", CERTAIN}, {"w", "v/c", ABSENT}, {"w", "c", ABSENT},
      {"[parameters('w')]", "[concat(parameters('w'), '/c')]", CERTAIN},
      {"[parameters('w')]", "[format('{0}/{1}', parameters('w'), 'c')]", CERTAIN},
      {"[parameters('w')]", "[format('{0}/{1}', parameters( 'W' ), parameters('c'))]", CERTAIN},
      {"[toLower(parameters('w'))]", "[concat(parameters('w'), '/', 'c')]", CERTAIN},
      {"[variables('w')]", "[concat(parameters('w'), '/c')]", UNCERTAIN},
      {"[parameters('w')]", "w/c", UNCERTAIN}, {"w", "[concat(parameters('w'), '/c')]", UNCERTAIN},
      {"[concat('mlw-', parameters('p'))]", "other/c", ABSENT},
      {"[concat('mlw-', parameters('p'))]", "mlw-x/c", UNCERTAIN},
      {"[concat('mlw-', uniqueString(resourceGroup().id))]",
          "[concat('mlw-', uniqueString(resourceGroup().id), '/c')]", CERTAIN},
      {"[concat('w', 1)]", "w1/c", CERTAIN},
      {"[substring(parameters('w'), 0, 2)]", "[concat(substring(parameters('w'),0,2), '/c')]", CERTAIN},
      {"[substring(parameters('w'), 0, 2)]", "[concat(substring(parameters('w'),0,3), '/c')]", UNCERTAIN},
      {"[parameters('o').name]", "[concat(parameters('o').name, '/c')]", CERTAIN},
      {"[parameters('o').name]", "[concat(parameters('o').other, '/c')]", UNCERTAIN},
      {"[parameters('o')[0]]", "[concat(parameters('o')[0], '/c')]", CERTAIN},
      {"[parameters('o')[0]]", "[concat(parameters('o')[1], '/c')]", UNCERTAIN},
      {"[format('{0:D2}', parameters('w'))]", "[concat(format('{0:D2}', parameters('w')), '/c')]", CERTAIN},
      {"[format('{0:D2}', parameters('w'))]", "[concat(format('{0:D3}', parameters('w')), '/c')]", UNCERTAIN},
      {"[concat('mlw-', parameters('p'), '-x')]", "mlw-a-y/c", ABSENT},
      {"[concat('mlw-', parameters('p'), '-x')]", "mlw-a-x/c", UNCERTAIN},
      {"[concat('mlw-', parameters('p'), '-x')]", "mlw-x/c", ABSENT}, /* too short for both ends */
      {"[concat('a', parameters('p'))]", "[concat('b', parameters('q'), '/c')]", ABSENT},
      {"[concat('a', parameters('p'))]", "[concat('ab', parameters('q'), '/c')]", UNCERTAIN},
      {"[concat(parameters('p'), 'a')]", "[concat(parameters('q'), 'b', '/c')]", ABSENT},
      {"[concat(parameters('p'), 'a')]", "[concat(parameters('q'), 'ba', '/c')]", UNCERTAIN},
      {"w\001", "w\001/c", CERTAIN}, /* the bytes that mark symbols are text where a file has them */
      {"w", "[parameters('whole')]", UNCERTAIN},
      {"[format('{0}', ]", "w/c", UNCERTAIN}, /* an expression that does not parse is unknown */
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    world w = make_world(state);
    const aml_resource *child = add(&w, COMPUTES, cases[i].child, "t.json");
    const aml_resource *parent = add(&w, WORKSPACES, cases[i].parent, "t.json");
    link_all(&w);
    bool is_certain = false;
    const aml_resource *found = aml_graph_parent(w.graph, child, &is_certain);
    if (found != (cases[i].expected == ABSENT ? NULL : parent) ||
        is_certain != (cases[i].expected != UNCERTAIN)) {
      fail_msg("parent '%s', child '%s'", cases[i].parent, cases[i].child);
    }
    assert_int_equal(aml_graph_children(w.graph, parent).count, cases[i].expected == CERTAIN ? 1 : 0);
  }
}

/* Of two in one place the one that is deployed there is the parent, in whatever order they come. */
static void prefers_what_is_declared(void **state) {
  for (int existing = 0; existing < 2; existing++) {
    world w = make_world(state);
    aml_resource *parents[] = {add(&w, WORKSPACES, "w", "t.json"), add(&w, WORKSPACES, "w", "t.json")};
    aml_resource *child = add(&w, COMPUTES, "w/c", "t.json");
    parents[existing]->is_existing = true;
    link_all(&w);
    bool is_certain = false;
    assert_ptr_equal(aml_graph_parent(w.graph, child, &is_certain), parents[1 - existing]);
    assert_true(is_certain);
  }
}

static aml_resource *add_in(
    world *w, const char *type, const char *name, const char *subscription, bool is_default) {
  aml_resource *resource = add(w, type, name, "t.json");
  resource->scope.subscription = aml_sv_of(subscription);
  resource->scope.resource_group = AML_SV("g");
  resource->scope.is_default_subscription = is_default;
  return resource;
}

/* A subscription that a deployment is set up with is that of those who name none, and not that of another
 * one. */
static void finds_parents_where_one_names_the_subscription(void **state) {
  static const struct {
    const char *parent, *child;
    bool is_parent_default, is_child_default, is_certain;
  } cases[] = {{"s", "", true, false, true}, {"", "s", false, true, true}, {"s", "s", true, true, true},
      {"s", "s", true, false, true}, {"s", "s", false, true, true}, {"s", "", false, false, false}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    world w = make_world(state);
    const aml_resource *child = add_in(&w, COMPUTES, "w/c", cases[i].child, cases[i].is_child_default);
    const aml_resource *parent = add_in(&w, WORKSPACES, "w", cases[i].parent, cases[i].is_parent_default);
    add_in(&w, WORKSPACES, "w", "other", false);
    link_all(&w);
    bool is_certain = false;
    const aml_resource *found = aml_graph_parent(w.graph, child, &is_certain);
    if (found != parent || is_certain != cases[i].is_certain) {
      fail_msg("case %zu", i);
    }
  }
  world w = make_world(state);
  aml_resource *children[] = {add_in(&w, COMPUTES, "w/c", "s", true), add_in(&w, COMPUTES, "w/c", "t", true)};
  aml_resource *parents[] = {add_in(&w, WORKSPACES, "w", "s", true), add_in(&w, WORKSPACES, "w", "t", true)};
  link_all(&w);
  for (size_t i = 0; i < 2; i++) {
    bool is_certain = false;
    assert_ptr_equal(aml_graph_parent(w.graph, children[i], &is_certain), parents[i]);
    assert_true(is_certain);
  }
}

/* A resource within one that a condition switched off: the graph does not hold that one. */
static void passes_over_parents_that_are_not_held(void **state) {
  world w = make_world(state);
  aml_resource *first =
      add(&w, WORKSPACES, "v", "t.json"); /* of the number that a resource has from the start */
  aml_resource *child = add(&w, COMPUTES, "w/c", "t.json");
  aml_resource *absent = AML_NEW(w.arena, aml_resource);
  *absent = *first;
  absent->name = make_name(w.arena, "w");
  child->parent = absent;
  link_all(&w);
  bool is_certain = false;
  assert_null(aml_graph_parent(w.graph, child, &is_certain));
  assert_true(is_certain);
}

/* What is written within a resource belongs to that one, whichever others have its name. */
static void holds_to_what_is_written_within(void **state) {
  world w = make_world(state);
  aml_resource *parents[] = {add(&w, WORKSPACES, "w", "t.json"), add(&w, WORKSPACES, "w", "t.json")};
  aml_resource *children[] = {add(&w, COMPUTES, "w/c", "t.json"), add(&w, COMPUTES, "w/d", "t.json")};
  for (size_t i = 0; i < 2; i++) {
    children[i]->parent = parents[i];
  }
  link_all(&w);
  for (size_t i = 0; i < 2; i++) {
    bool is_certain = false;
    assert_ptr_equal(aml_graph_parent(w.graph, children[i], &is_certain), parents[i]);
    assert_true(is_certain);
  }
}

static void uses_the_known_ends_of_unknown_names(void **state) {
  world w = make_world(state);
  aml_resource *child = add(&w, COMPUTES, "", "t.json");
  child->name = aml_value_unknown_text(w.arena, AML_SV("no value"), AML_SV("w/"), (aml_sv){0}, AML_NO_SPAN);
  const aml_resource *parent = add(&w, WORKSPACES, "w", "t.json");
  link_all(&w);
  bool is_certain = false;
  assert_ptr_equal(aml_graph_parent(w.graph, child, &is_certain), parent);
  assert_true(is_certain);
}

/* Equal texts in two frames are two values, unless the chains end at one declaration. */
static void tells_frames_apart(void **state) {
  world w = make_world(state);
  add(&w, WORKSPACES, "[parameters('name')]", "t.json");
  aml_resource *child = add(&w, COMPUTES, "[format('{0}/c', parameters('name'))]", "t.json");
  child->frame = 2;
  link_all(&w);
  bool is_certain = true;
  assert_non_null(aml_graph_parent(w.graph, child, &is_certain));
  assert_false(is_certain);
}

static const aml_value *make_chain(aml_arena *arena, const char *text, const aml_origin *from) {
  aml_span span = {1, 0, 0};
  const aml_origin *origin = aml_origin_of_expression(arena, lift_text(arena, aml_sv_of(text), span), from);
  return aml_value_moved(
      arena, aml_value_unknown(arena, AML_SV("no value"), 1U << AML_STRING, span), span, origin, 0);
}

static void follows_arguments_to_one_declaration(void **state) {
  world w = make_world(state);
  aml_span declared = {1, 100, 120};
  const aml_origin *outer = aml_origin_new(w.arena, AML_STEP_PARAMETER, AML_SV("ws"), declared, NULL);
  const aml_origin *passed = aml_origin_of_expression(
      w.arena, lift_text(w.arena, AML_SV("[parameters('ws')]"), (aml_span){1, 200, 220}), outer);
  const aml_origin *argument =
      aml_origin_new(w.arena, AML_STEP_ARGUMENT, AML_SV("name"), (aml_span){1, 200, 220}, passed);
  const aml_origin *inner =
      aml_origin_new(w.arena, AML_STEP_PARAMETER, AML_SV("name"), (aml_span){1, 300, 320}, argument);
  aml_resource *parent = add(&w, WORKSPACES, "", "t.json");
  parent->name = make_chain(w.arena, "[parameters('ws')]", outer);
  aml_resource *child = add(&w, COMPUTES, "", "t.json");
  child->name = make_chain(w.arena, "[format('{0}/c', parameters('name'))]", inner);
  child->frame = 2;
  link_all(&w);
  bool is_certain = false;
  assert_ptr_equal(aml_graph_parent(w.graph, child, &is_certain), parent);
  assert_true(is_certain);
}

static void keeps_deployments_apart(void **state) {
  world w = make_world(state);
  add(&w, WORKSPACES, "w", "a.json");
  const aml_resource *child = add(&w, COMPUTES, "w/c", "b.json");
  aml_resource *named = add(&w, WORKSPACES, "w", "c.json");
  named->scope.resource_group = AML_SV("rg");
  aml_resource *placed = add(&w, COMPUTES, "w/c", "d.json");
  placed->scope.resource_group = AML_SV("RG");
  aml_resource *elsewhere = add(&w, COMPUTES, "w/d", "e.json");
  elsewhere->scope.resource_group = AML_SV("rg2");
  link_all(&w);
  bool is_certain = true;
  assert_non_null(aml_graph_parent(w.graph, child, &is_certain));
  assert_false(is_certain);
  assert_ptr_equal(aml_graph_parent(w.graph, placed, &is_certain), named);
  assert_true(is_certain);
  assert_ptr_equal(aml_graph_parent(w.graph, elsewhere, &is_certain), w.list.items[0]);
  assert_false(is_certain);
}

static void lists_types_and_resources_in_order(void **state) {
  world w = make_world(state);
  const aml_resource *first = add(&w, COMPUTES, "w/b", "t.json");
  const aml_resource *workspace = add(&w, WORKSPACES, "w", "t.json");
  const aml_resource *second =
      add(&w, "microsoft.machinelearningservices/WORKSPACES/computes", "w/a", "t.json");
  link_all(&w);
  assert_int_equal(aml_graph_count(w.graph), 3);
  assert_ptr_equal(aml_graph_at(w.graph, 2), second);
  aml_resource_range computes =
      aml_graph_of_type(w.graph, AML_SV("MICROSOFT.machinelearningservices/workspaces/computes"));
  assert_int_equal(computes.count, 2);
  assert_ptr_equal(computes.items[0], first);
  assert_ptr_equal(computes.items[1], second);
  aml_resource_range types = aml_graph_types(w.graph);
  assert_int_equal(types.count, 2);
  assert_ptr_equal(types.items[1], workspace);
  assert_int_equal(aml_graph_children(w.graph, workspace).count, 2);
}

/* Of many namesakes no more are given than there is room for. */
static void gives_no_more_namesakes_than_asked_for(void **state) {
  world w = make_world(state);
  const aml_resource *one = add(&w, COMPUTES, "w/c", "t.json");
  for (int i = 0; i < 3; i++) {
    add(&w, COMPUTES, "w/c", "t.json");
  }
  link_all(&w);
  const aml_resource *out[4] = {NULL};
  for (size_t max = 0; max < COUNT(out); max++) {
    memset(out, 0, sizeof out);
    assert_int_equal(aml_graph_namesakes(w.graph, w.arena, one, AML_KIN_SAME, out, max), max);
    assert_null(out[max]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(finds_parents_by_name),
      TEST_CASE(prefers_what_is_declared),
      TEST_CASE(finds_parents_where_one_names_the_subscription),
      TEST_CASE(passes_over_parents_that_are_not_held),
      TEST_CASE(holds_to_what_is_written_within),
      TEST_CASE(uses_the_known_ends_of_unknown_names),
      TEST_CASE(tells_frames_apart),
      TEST_CASE(follows_arguments_to_one_declaration),
      TEST_CASE(keeps_deployments_apart),
      TEST_CASE(gives_no_more_namesakes_than_asked_for),
      TEST_CASE(lists_types_and_resources_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
