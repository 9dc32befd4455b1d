/* The walk over locks that hold, against looking at each of them. */
#include "graph/graph_private.h"
#include "graph_value.h"

#define LOCKS      "Microsoft.Authorization/locks"
#define WORKSPACES "Microsoft.MachineLearningServices/workspaces"

/* A small linear congruential generator: the same cases in every run. */
static unsigned draw(unsigned *state, unsigned bound) {
  *state = *state * 1103515245U + 12345U;
  return (*state >> 16) % bound;
}

static aml_scope_path draw_scope(unsigned *state) {
  static const char *const subscriptions[] = {"", "s", "t"};
  static const char *const groups[] = {"", "", "g", "h"};
  static const char *const deployments[] = {"a.json", "b.json", ""};
  aml_scope_path scope = {.has_resource_group = draw(state, 6) != 0};
  scope.subscription = aml_sv_of(subscriptions[draw(state, COUNT(subscriptions))]);
  scope.resource_group =
      scope.has_resource_group ? aml_sv_of(groups[draw(state, COUNT(groups))]) : (aml_sv){0};
  scope.deployment = aml_sv_of(deployments[draw(state, COUNT(deployments))]);
  scope.is_default_subscription = scope.subscription.len > 0 && draw(state, 2) == 0;
  scope.is_uncertain = scope.has_resource_group && scope.resource_group.len == 0 && draw(state, 8) == 0;
  return scope;
}

static aml_resource *draw_resource(aml_arena *arena, unsigned *state) {
  static const char *const names[] = {
      "w/c", "v/c", "[format('{0}/c', parameters('p'))]", "[parameters('whole')]"};
  static const char *const targets[] = {NULL, NULL, WORKSPACES "/w", WORKSPACES "/w/computes/c",
      WORKSPACES "/v", "[resourceId('" WORKSPACES "', parameters('p'))]", "[parameters('scope')]",
      "Microsoft.Web/sites/x", "/subscriptions/s/resourceGroups/g",
      "/subscriptions/s/resourceGroups/g/providers/" WORKSPACES "/w", "[resourceGroup().id]",
      "/providers/Microsoft.Management/managementGroups/m"};
  aml_resource *resource = AML_NEW(arena, aml_resource);
  resource->form = &aml_form_arm;
  bool is_lock = draw(state, 2) == 0;
  resource->type = is_lock ? AML_SV(LOCKS) : AML_SV(WORKSPACES "/computes");
  resource->name = make_text(arena, is_lock ? "l" : names[draw(state, COUNT(names))]);
  resource->scope = draw_scope(state);
  resource->frame = 1;
  const char *target = targets[draw(state, COUNT(targets))];
  resource->extends = is_lock && target != NULL ? make_text(arena, target) : NULL;
  return resource;
}

typedef struct tally {
  size_t certain, possible;
  bool is_wrong; /* a certain one after a possible one, or a lock twice */
  const aml_resource *seen[256];
} tally;

static bool count(void *ctx, const aml_resource *resource, aml_truth holds) {
  tally *t = ctx;
  for (size_t i = 0; i < t->certain + t->possible; i++) {
    t->is_wrong = t->is_wrong || t->seen[i] == resource;
  }
  t->seen[t->certain + t->possible] = resource;
  t->certain += holds == AML_TRUE;
  t->possible += holds == AML_MAYBE;
  return true;
}

/* Whatever the resource: also one that is itself on another, such as a setting, which locks cover too. */
static void compare_walks(
    aml_arena *arena, const aml_graph *graph, const aml_resource *resource, aml_sv type, int round) {
  aml_resource_range all = aml_graph_of_type(graph, type);
  tally expected = {0};
  tally walked = {0};
  for (size_t k = 0; k < all.count; k++) {
    aml_truth holds =
        all.items[k] == resource ? AML_FALSE : aml_graph_scope_covers(graph, all.items[k], resource);
    expected.certain += holds == AML_TRUE;
    expected.possible += holds == AML_MAYBE;
  }
  aml_graph_walk_covering(graph, arena, type, resource, count, &walked);
  if (walked.certain != expected.certain || walked.possible != expected.possible || walked.is_wrong) {
    fail_msg("round %d, %zu: %zu and %zu '%.*s' walked, %zu and %zu expected", round, resource->order,
        walked.certain, walked.possible, AML_SV_ARG(type), expected.certain, expected.possible);
  }
}

static void agrees_with_looking_at_each(void **state) {
  unsigned seed = 1;
  for (int round = 0; round < 3000; round++) {
    enum { RESOURCES = 14 };
    aml_arena arena;
    aml_arena_init(&arena, SIZE_MAX);
    aml_resource *resources[RESOURCES];
    for (size_t i = 0; i < RESOURCES; i++) {
      resources[i] = draw_resource(&arena, &seed);
    }
    aml_graph *graph = aml_graph_new(&arena);
    aml_graph_add(graph, resources, RESOURCES);
    aml_graph_link(graph, 1);
    for (size_t i = 0; i < RESOURCES; i++) {
      compare_walks(&arena, graph, resources[i], AML_SV(LOCKS), round);
      compare_walks(&arena, graph, resources[i], AML_SV(WORKSPACES "/computes"), round);
      compare_walks(&arena, graph, resources[i], AML_SV("Microsoft.Web/sites"), round);
    }
    aml_arena_release(&arena);
  }
  (void)state;
}

static bool stop_at_once(void *ctx, const aml_resource *resource, aml_truth holds) {
  (void)resource;
  (void)holds;
  (*(size_t *)ctx)++;
  return false;
}

/* Of many unrelated locks none is looked at: this takes a minute when each is. */
static void passes_over_unrelated_locks(void **state) {
  enum { MANY = 20000 };
  aml_resource **resources = AML_NEW_ARRAY(*state, aml_resource *, 2 * MANY);
  for (size_t i = 0; i < MANY; i++) {
    aml_resource *lock = AML_NEW(*state, aml_resource);
    lock->form = &aml_form_arm;
    lock->type = AML_SV(LOCKS);
    lock->name = make_text(*state, "l");
    lock->scope.has_resource_group = true;
    lock->scope.resource_group = aml_sv_format(*state, "g%zu", i);
    aml_resource *cluster = AML_NEW(*state, aml_resource);
    cluster->form = &aml_form_arm;
    *cluster = *lock;
    cluster->type = AML_SV(WORKSPACES "/computes");
    cluster->name = make_text(*state, "w/c");
    resources[2 * i] = lock;
    resources[2 * i + 1] = cluster;
  }
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, 2 * (size_t)MANY);
  aml_graph_link(graph, 1);
  for (size_t i = 0; i < MANY; i++) {
    tally walked = {0};
    aml_graph_walk_covering(graph, *state, AML_SV(LOCKS), resources[2 * i + 1], count, &walked);
    assert_int_equal(walked.certain, 1);
    assert_int_equal(walked.possible, 0);
  }
  size_t calls = 0;
  aml_graph_walk_covering(graph, *state, AML_SV(LOCKS), resources[1], stop_at_once, &calls);
  assert_int_equal(calls, 1);
}

static bool count_all(void *ctx, const aml_resource *resource, aml_truth holds) {
  (void)resource;
  *(size_t *)ctx += holds == AML_TRUE;
  return true;
}

/* More locks on one place than a walk keeps in mind: each is told, once. */
static void count_many_locks(void **state, const char *locked, aml_scope_path scope) {
  enum { MANY = 1000 };
  aml_resource **resources = AML_NEW_ARRAY(*state, aml_resource *, MANY + 1);
  for (size_t i = 0; i <= MANY; i++) {
    resources[i] = AML_NEW(*state, aml_resource);
    resources[i]->form = &aml_form_arm;
    resources[i]->type = i == MANY ? aml_sv_of(locked) : AML_SV(LOCKS);
    resources[i]->name = make_text(*state, i == MANY ? "w/c" : aml_sv_format(*state, "l%zu", i).data);
    resources[i]->scope = scope;
  }
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, MANY + 1);
  aml_graph_link(graph, 1);
  size_t certain = 0;
  aml_graph_walk_covering(graph, *state, AML_SV(LOCKS), resources[MANY], count_all, &certain);
  assert_int_equal(certain, MANY);
}

static void tells_of_each_of_many_locks(void **state) {
  aml_scope_path scope = {
      .subscription = AML_SV("s"), .resource_group = AML_SV("g"), .has_resource_group = true};
  count_many_locks(state, WORKSPACES "/computes", scope);
  count_many_locks(
      state, "Microsoft.Resources/resourceGroups", (aml_scope_path){.subscription = AML_SV("s")});
}

/* The old form of an extension names its type in part in its name. */
static void types_of_extensions_in_their_old_form(void **state) {
  static const struct {
    const char *type, *name, *extension;
  } cases[] = {
      {WORKSPACES "/providers/locks", "w/Microsoft.Authorization/l", "microsoft.authorization/locks"},
      {WORKSPACES "/providers/locks", "[concat(parameters('w'), '/Microsoft.Authorization/l')]",
          "microsoft.authorization/locks"},
      {WORKSPACES "/providers/locks", "w", ""},
      {WORKSPACES "/providers/locks", "", ""},
      {WORKSPACES "/providers/locks", "[concat('w/', parameters('p'), '/l')]", ""},
      {WORKSPACES "/locks", "w/Microsoft.Authorization/l", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_resource *resource = AML_NEW(*state, aml_resource);
    resource->form = &aml_form_arm;
    resource->type = aml_sv_of(cases[i].type);
    resource->name = make_text(*state, cases[i].name);
    assert_sv_equal(aml_graph_extension_type(*state, resource), aml_sv_of(cases[i].extension));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(agrees_with_looking_at_each),
      TEST_CASE(passes_over_unrelated_locks), TEST_CASE(tells_of_each_of_many_locks),
      TEST_CASE(types_of_extensions_in_their_old_form)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
