#include "graph/graph.h"

#include "graph_value.h"

#define LOCKS      "Microsoft.Authorization/locks"
#define WORKSPACES "Microsoft.MachineLearningServices/workspaces"

static aml_scope_path parse_scope(const char *text) {
  /* "sub/group@deployment"; "-" for no group; "?" for an uncertain one, "g?" for one whose subscription is;
   * "=sub": that the deployment is set up with */
  aml_sv rest = aml_sv_of(text);
  aml_scope_path scope = {.has_resource_group = true};
  scope.is_default_subscription = aml_sv_starts(rest, AML_SV("="));
  rest = aml_sv_slice(rest, scope.is_default_subscription ? 1 : 0, rest.len);
  scope.subscription = aml_sv_split(&rest, '/');
  scope.resource_group = aml_sv_split(&rest, '@');
  scope.deployment = rest;
  if (aml_sv_eq(scope.resource_group, AML_SV("-"))) {
    scope.resource_group = (aml_sv){0};
    scope.has_resource_group = false;
  } else if (aml_sv_eq(scope.resource_group, AML_SV("?"))) {
    scope.resource_group = (aml_sv){0};
    scope.is_uncertain = true;
  } else if (aml_sv_ends(scope.resource_group, AML_SV("?"))) {
    scope.resource_group.len--;
    scope.is_uncertain = true;
  }
  return scope;
}

static void compares_groups(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    aml_truth expected;
  } cases[] = {
      {"s/g@", "S/G@", AML_TRUE},
      {"s/g@", "t/g@", AML_FALSE},
      {"s/g@", "s/h@", AML_FALSE},
      {"/g@a", "/g@b", AML_TRUE}, /* both in the subscription that is deployed to */
      {"s/g@", "/g@b", AML_MAYBE},
      {"/@a", "/@a", AML_TRUE},
      {"/@a", "/@b", AML_MAYBE},
      {"/@", "/@", AML_MAYBE},
      {"/@a", "/g@a", AML_MAYBE},
      {"s/@a", "t/g@a", AML_FALSE},
      {"/?@a#x", "/?@a#x", AML_TRUE}, /* the same computed group */
      {"/?@a#x", "/?@a#y", AML_MAYBE},
      {"/?@a#x", "/g@a", AML_MAYBE},
      {"/g?@a", "/g@b", AML_MAYBE}, /* perhaps of another subscription */
      {"/g?@a", "/g?@b", AML_MAYBE},
      {"/g?@a", "/h@b", AML_FALSE},
      {"/-@a", "/@a", AML_FALSE},
      {"s/-@", "s/-@", AML_TRUE},
      {"=s/g@a", "/g@b", AML_TRUE}, /* who names none deploys to the same, as far as anybody says */
      {"=s/g@a", "s/g@b", AML_TRUE},
      {"=s/g@a", "=t/g@b", AML_FALSE},
      {"=s/g@a", "t/g@b", AML_FALSE},
      {"=s/g@a", "/g?@b", AML_MAYBE},
      {"=s/g@a", "/h@b", AML_FALSE},
      {"=s/-@a", "/-@b", AML_MAYBE},
      {"=s/-@a", "=s/-@b", AML_TRUE},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_scope_path a = parse_scope(cases[i].a);
    aml_scope_path b = parse_scope(cases[i].b);
    if (aml_scope_same_group(&a, &b) != cases[i].expected ||
        aml_scope_same_group(&b, &a) != cases[i].expected) {
      fail_msg("'%s' and '%s'", cases[i].a, cases[i].b);
    }
  }
}

static aml_resource *make(
    aml_arena *arena, const char *type, const char *name, const char *scope, const char *extends) {
  aml_resource *resource = AML_NEW(arena, aml_resource);
  resource->form = &aml_form_arm;
  resource->type = aml_sv_of(type);
  resource->name = make_text(arena, name);
  resource->scope = parse_scope(scope);
  resource->extends = extends == NULL ? NULL : make_text(arena, extends);
  resource->frame = 1;
  return resource;
}

/* What an expression gave, whose value came by `from`. */
static const aml_origin *step_of(aml_arena *arena, const char *text, const aml_origin *from) {
  return aml_origin_of_expression(arena, lift_text(arena, aml_sv_of(text), (aml_span){1, 0, 0}), from);
}

/* The variable that "[variables('NAME')…" names. */
static const aml_origin *variable_of(aml_arena *arena, const char *text, const aml_origin *from) {
  aml_sv rest = aml_sv_of(text);
  (void)aml_sv_split(&rest, '\'');
  return aml_origin_new(arena, AML_STEP_VARIABLE, aml_sv_split(&rest, '\''), AML_NO_SPAN, from);
}

typedef struct lock_case {
  const char *type, *name, *scope, *extends;
  aml_truth covers, is_wide;
} lock_case;

static void says_what_locks_cover(void **state) {
  /* Against the cluster "w/c" in the group that t.json is deployed to. */
  static const lock_case cases[] = {
      {LOCKS, "l", "/@t.json", NULL, AML_TRUE, AML_TRUE},
      {LOCKS, "l", "/@other.json", NULL, AML_MAYBE, AML_TRUE},
      {LOCKS, "l", "/g@t.json", NULL, AML_MAYBE, AML_TRUE},
      {LOCKS, "l", "/-@t.json", NULL, AML_TRUE, AML_TRUE},
      {LOCKS, "l", "s/-@other.json", NULL, AML_MAYBE, AML_TRUE},
      {LOCKS, "l", "/@t.json", WORKSPACES "/w", AML_TRUE, AML_FALSE},
      {LOCKS, "l", "/@t.json", WORKSPACES "/w/computes/c", AML_TRUE, AML_FALSE},
      {LOCKS, "l", "/@t.json", WORKSPACES "/w/computes/d", AML_FALSE, AML_FALSE},
      {LOCKS, "l", "/@t.json", WORKSPACES "/v", AML_FALSE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "Microsoft.Storage/storageAccounts/w", AML_FALSE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[resourceId('" WORKSPACES "', 'w')]", AML_TRUE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[resourceId('" WORKSPACES "', parameters('x'))]", AML_MAYBE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[resourceId('rg2', '" WORKSPACES "', 'w')]", AML_MAYBE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[format('" WORKSPACES "/{0}', 'w')]", AML_TRUE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[format('Microsoft.Web/sites/{0}', parameters('x'))]", AML_FALSE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[parameters('scope')]", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "[resourceGroup().id]", AML_TRUE, AML_TRUE},
      {LOCKS, "l", "/@t.json", "[subscription().id]", AML_TRUE, AML_TRUE},
      {LOCKS, "l", "/@t.json", "/subscriptions/s/resourceGroups/g/providers/" WORKSPACES "/w", AML_MAYBE,
          AML_FALSE},
      {LOCKS, "l", "/@t.json", "/subscriptions/s/resourceGroups/g/providers/" WORKSPACES "/v", AML_FALSE,
          AML_FALSE},
      {LOCKS, "l", "/@t.json", "/subscriptions/s/resourceGroups/g", AML_MAYBE, AML_TRUE},
      {LOCKS, "l", "/@t.json", "/providers/Microsoft.Management/managementGroups/m", AML_MAYBE, AML_TRUE},
      {LOCKS, "l", "/@t.json", "/providers/Microsoft.Web/sites/x", AML_FALSE, AML_FALSE}, /* of the tenant */
      {LOCKS, "l", "/@t.json", "[resourceId('s', 'g', '" WORKSPACES "', 'w')]", AML_MAYBE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[resourceId(parameters('s'), parameters('g'), '" WORKSPACES "', 'v')]",
          AML_FALSE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[subscriptionResourceId(parameters('s'), 'Microsoft.Web/sites', 'x')]",
          AML_FALSE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[subscriptionResourceId('Microsoft.Web/sites', 'x')]", AML_FALSE, AML_FALSE},
      {LOCKS, "l", "/@t.json", "[concat(parameters('scope'), '/providers/" WORKSPACES "/w')]", AML_MAYBE,
          AML_FALSE},
      {LOCKS, "l", "/@t.json", "[concat(parameters('scope'), '/providers/Microsoft.Web/sites/x')]", AML_FALSE,
          AML_FALSE},
      {LOCKS, "l", "/@t.json", "[format('{0}/{1}', 'Microsoft.Web/sites', 1)]", AML_FALSE, AML_FALSE},
      /* What is no id, or is made by a call that cannot be read, may be anything. */
      {LOCKS, "l", "/@t.json", "[resourceId(parameters('type'), 'w')]", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "[resourceId('a', 'b', 'c', '" WORKSPACES "', 'v')]", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "[tenantResourceId('" WORKSPACES "', 'v')]", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "[format('{0', '" WORKSPACES "/v')]", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "[format('{1}', '" WORKSPACES "/v')]", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "[format('{x}', '" WORKSPACES "/v')]", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "[format(parameters('f'), '" WORKSPACES "/v')]", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "/nowhere/v", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "/subscriptions", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "/subscriptions/", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "/subscriptions/s/resourceGroups/", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "/subscriptions/s/resourceGroups", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "/providers/Microsoft.Management/managementGroups", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "/subscriptions/s/resourceGroups/g/v", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "Microsoft.Web/sites", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "Microsoft.Web/sites/v/config", AML_MAYBE, AML_MAYBE},
      {LOCKS, "l", "/@t.json", "", AML_MAYBE, AML_MAYBE},
      {WORKSPACES "/providers/locks", "w/Microsoft.Authorization/l", "/@t.json", NULL, AML_TRUE, AML_FALSE},
      {WORKSPACES "/providers/locks", "v/Microsoft.Authorization/l", "/@t.json", NULL, AML_FALSE, AML_FALSE},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_resource *resources[] = {
        make(*state, WORKSPACES "/computes", "w/c", "/@t.json", NULL),
        make(*state, cases[i].type, cases[i].name, cases[i].scope, cases[i].extends),
    };
    aml_graph *graph = aml_graph_new(*state);
    aml_graph_add(graph, resources, COUNT(resources));
    aml_graph_link(graph, 1);
    aml_truth covers = aml_graph_scope_covers(graph, resources[1], resources[0]);
    aml_truth is_wide = aml_graph_is_scope_wide(graph, resources[1]);
    if (covers != cases[i].covers || is_wide != cases[i].is_wide) {
      fail_msg("lock %zu (%s) covers %d, wide %d", i, cases[i].extends, covers, is_wide);
    }
    assert_int_equal(aml_graph_of_type(graph, AML_SV(LOCKS)).count, 1);
  }
}

static void knows_where_known_groups_are(void **state) {
  aml_resource *resources[] = {
      make(*state, WORKSPACES "/computes", "w/c", "s/g@", NULL),
      make(*state, LOCKS, "l", "s/g@", NULL),
      make(*state, LOCKS, "m", "/@t.json", "/subscriptions/S/resourceGroups/G/providers/" WORKSPACES "/W"),
      make(*state, LOCKS, "n", "s/-@", NULL),
  };
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, COUNT(resources));
  aml_graph_link(graph, 1);
  for (size_t i = 1; i < COUNT(resources); i++) {
    assert_int_equal(aml_graph_scope_covers(graph, resources[i], resources[0]), AML_TRUE);
  }
}

/* The group that a call of resourceId() names, whose subscription is the one that is deployed to. */
static void knows_groups_of_calls(void **state) {
  static const struct {
    const char *group, *extends;
    aml_truth covers;
  } cases[] = {
      {"/g@t.json", "[resourceId('g', '" WORKSPACES "', parameters('w'))]", AML_MAYBE},
      {"/h@t.json", "[resourceId('g', '" WORKSPACES "', parameters('w'))]", AML_FALSE},
      {"/h@t.json", "[resourceId('g', '" WORKSPACES "', 'w')]", AML_FALSE},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_resource *resources[] = {make(*state, WORKSPACES "/computes", "w/c", cases[i].group, NULL),
        make(*state, LOCKS, "l", cases[i].group, cases[i].extends)};
    aml_graph *graph = aml_graph_new(*state);
    aml_graph_add(graph, resources, COUNT(resources));
    aml_graph_link(graph, 1);
    aml_truth covers = aml_graph_scope_covers(graph, resources[1], resources[0]);
    if (covers != cases[i].covers) {
      fail_msg("%zu: %d", i, covers);
    }
  }
}

/* Of one name and type: in a group, and in its subscription. */
static void keeps_levels_apart(void **state) {
  for (int level = 0; level < 2; level++) {
    aml_resource *a = make(*state, LOCKS, "l", "/@t.json", NULL);
    aml_resource *b = make(*state, LOCKS, "l", "/@t.json", NULL);
    b->scope = a->scope; /* the very texts */
    b->scope.has_resource_group = level == 0;
    aml_resource *resources[] = {a, b};
    const aml_resource *same[2];
    aml_graph *graph = aml_graph_new(*state);
    aml_graph_add(graph, resources, COUNT(resources));
    aml_graph_link(graph, 1);
    assert_int_equal(aml_graph_namesakes(graph, *state, a, AML_KIN_SAME, same, 2), level == 0 ? 1 : 0);
  }
}

/* Two deployments to subscriptions that nobody knows. */
static void keeps_deployments_apart(void **state) {
  aml_resource *resources[] = {
      make(*state, LOCKS, "l", "/-@a.json", NULL), make(*state, LOCKS, "l", "/-@b.json", NULL)};
  const aml_resource *same[2];
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, COUNT(resources));
  aml_graph_link(graph, 1);
  assert_int_equal(aml_graph_namesakes(graph, *state, resources[0], AML_KIN_SAME, same, 2), 0);
}

/* A group of this name in a subscription that nobody knows is perhaps another one. */
static void keeps_uncertain_places_apart(void **state) {
  for (int order = 0; order < 2; order++) {
    aml_resource *cluster = make(*state, WORKSPACES "/computes", "w/c", "/g@t.json", NULL);
    aml_resource *workspace = make(*state, WORKSPACES, "w", "/g@t.json", NULL);
    workspace->scope = cluster->scope;
    bool is_certain = false;
    for (int uncertain = 0; uncertain < 2; uncertain++) {
      workspace->scope.is_uncertain = uncertain == 1;
      aml_resource *resources[] = {order == 0 ? cluster : workspace, order == 0 ? workspace : cluster};
      aml_graph *graph = aml_graph_new(*state);
      aml_graph_add(graph, resources, COUNT(resources));
      aml_graph_link(graph, 1);
      assert_ptr_equal(aml_graph_parent(graph, cluster, &is_certain), workspace);
      assert_int_equal(is_certain, uncertain == 0);
    }
  }
}

/* An id that variables hand on is the one that the expression at their end makes. */
static void covers_by_ids_that_variables_hand_on(void **state) {
  static const char *const ways[][2] = {{"[variables('id')]", NULL}, {"[variables('ids').mine]", NULL},
      {"[variables('alias')]", "[variables('id')]"}, {"[variables('alias')]", "[variables('ids')[0]]"}};
  static const char *const made[] = {
      "[resourceId('" WORKSPACES "', parameters('w'))]", "[resourceId('" WORKSPACES "', parameters('v'))]"};
  const aml_origin *parameters[] = {
      aml_origin_new(*state, AML_STEP_PARAMETER, AML_SV("w"), (aml_span){1, 100, 120}, NULL),
      aml_origin_new(*state, AML_STEP_PARAMETER, AML_SV("v"), (aml_span){1, 200, 220}, NULL)};
  for (size_t i = 0; i < 2 * COUNT(ways); i++) {
    const aml_origin *chain = step_of(*state, made[i % 2], parameters[i % 2]);
    for (size_t k = 2; k-- > 0;) {
      const char *text = ways[i / 2][k];
      chain = text == NULL ? chain : step_of(*state, text, variable_of(*state, text, chain));
    }
    aml_resource *cluster = make(*state, WORKSPACES "/computes", "", "/@t.json", NULL);
    aml_resource *lock = make(*state, LOCKS, "l", "/@t.json", NULL);
    const aml_value *unknown = aml_value_unknown(*state, AML_SV("no value"), 1U << AML_STRING, AML_NO_SPAN);
    lock->extends = aml_value_moved(*state, unknown, AML_NO_SPAN, chain, 0);
    chain = step_of(*state, "[format('{0}/c', parameters('w'))]", parameters[0]);
    cluster->name = aml_value_moved(*state, unknown, AML_NO_SPAN, chain, 0);
    aml_resource *resources[] = {cluster, lock};
    aml_graph *graph = aml_graph_new(*state);
    aml_graph_add(graph, resources, COUNT(resources));
    aml_graph_link(graph, 1);
    assert_int_equal(aml_graph_scope_covers(graph, lock, cluster), i % 2 == 0 ? AML_TRUE : AML_MAYBE);
    assert_int_equal(aml_graph_is_scope_wide(graph, lock), AML_FALSE);
  }
}

/* Other calls are not looked for behind a variable: what is written differently may be different. */
static void looks_for_ids_alone(void **state) {
  const aml_origin *parameter =
      aml_origin_new(*state, AML_STEP_PARAMETER, AML_SV("w"), (aml_span){1, 100, 120}, NULL);
  const char *made = "[concat('" WORKSPACES "/', parameters('w'))]";
  for (int is_direct = 0; is_direct < 2; is_direct++) {
    const aml_value *unknown = aml_value_unknown(*state, AML_SV("no value"), 1U << AML_STRING, AML_NO_SPAN);
    const aml_origin *chain = step_of(*state, made, parameter);
    const char *alias = "[variables('id')]";
    chain = is_direct == 1 ? chain : step_of(*state, alias, variable_of(*state, alias, chain));
    aml_resource *cluster = make(*state, WORKSPACES "/computes", "", "/@t.json", NULL);
    aml_resource *lock = make(*state, LOCKS, "l", "/@t.json", NULL);
    lock->extends = aml_value_moved(*state, unknown, AML_NO_SPAN, chain, 0);
    chain = step_of(*state, "[format('{0}/c', parameters('w'))]", parameter);
    cluster->name = aml_value_moved(*state, unknown, AML_NO_SPAN, chain, 0);
    aml_resource *resources[] = {cluster, lock};
    aml_graph *graph = aml_graph_new(*state);
    aml_graph_add(graph, resources, COUNT(resources));
    aml_graph_link(graph, 1);
    assert_int_equal(aml_graph_scope_covers(graph, lock, cluster), is_direct == 1 ? AML_TRUE : AML_MAYBE);
  }
}

static void covers_what_is_nested_below(void **state) {
  aml_resource *workspace = make(*state, WORKSPACES, "[parameters('w')]", "/@t.json", NULL);
  aml_resource *cluster = make(*state, WORKSPACES "/computes", "[parameters('full')]", "/@t.json", NULL);
  aml_resource *lock = make(*state, LOCKS, "l", "/@t.json", NULL);
  cluster->parent = workspace;
  lock->parent = workspace;
  aml_resource *beside = make(*state, WORKSPACES "/computes", "[parameters('full')]", "/@t.json", NULL);
  aml_resource *web = make(*state, "Microsoft.Web/sites", "s", "/@t.json", NULL);
  aml_resource *resources[] = {workspace, cluster, lock, beside, web};
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, COUNT(resources));
  aml_graph_link(graph, 1);
  assert_int_equal(aml_graph_scope_covers(graph, lock, cluster), AML_TRUE);
  assert_int_equal(aml_graph_scope_covers(graph, lock, workspace), AML_TRUE);
  assert_int_equal(aml_graph_scope_covers(graph, lock, beside), AML_MAYBE);
  assert_int_equal(aml_graph_scope_covers(graph, lock, web), AML_FALSE);
  assert_int_equal(aml_graph_is_scope_wide(graph, lock), AML_FALSE);
}

/* Locks are inherited: what extends a locked resource is locked with it. */
static void covers_what_extends_the_covered(void **state) {
  aml_resource *resources[] = {
      make(*state, LOCKS, "l", "/@t.json", WORKSPACES "/w"),
      make(*state, "Microsoft.Insights/diagnosticSettings", "d", "/@t.json", WORKSPACES "/w"),
      make(*state, "Microsoft.Insights/diagnosticSettings", "e", "/@t.json", WORKSPACES "/w/computes/c"),
      make(*state, "Microsoft.Insights/diagnosticSettings", "f", "/@t.json", WORKSPACES "/v"),
      make(*state, "Microsoft.Insights/diagnosticSettings", "g", "/@t.json",
          "[resourceId('" WORKSPACES "', parameters('p'))]"),
      make(*state, "Microsoft.Insights/diagnosticSettings", "h", "/@t.json", "[resourceGroup().id]"),
  };
  static const aml_truth expected[] = {AML_TRUE, AML_TRUE, AML_FALSE, AML_MAYBE, AML_FALSE};
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, COUNT(resources));
  aml_graph_link(graph, 1);
  for (size_t i = 0; i < COUNT(expected); i++) {
    assert_int_equal(aml_graph_scope_covers(graph, resources[0], resources[i + 1]), expected[i]);
  }
}

/* Which subscriptions a management group holds stands in no file, so a lock on one covers for certain only
 * what is deployed to that same group. */
static void holds_management_groups_apart(void **state) {
  aml_resource *resources[] = {
      make(*state, LOCKS, "l", "/-@", NULL),
      make(*state, "Microsoft.Authorization/policyAssignments", "m", "/-@", NULL),
      make(*state, "Microsoft.Authorization/policyAssignments", "n", "/-@", NULL),
      make(*state, WORKSPACES, "w", "s/g@", NULL),
  };
  resources[0]->scope.management_group = AML_SV("mg");
  resources[1]->scope.management_group = AML_SV("MG");
  resources[2]->scope.management_group = AML_SV("other");
  static const aml_truth expected[] = {AML_TRUE, AML_MAYBE, AML_MAYBE};
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, COUNT(resources));
  aml_graph_link(graph, 1);
  assert_int_equal(aml_graph_is_scope_wide(graph, resources[0]), AML_TRUE);
  for (size_t i = 0; i < COUNT(expected); i++) {
    assert_int_equal(aml_graph_scope_covers(graph, resources[0], resources[i + 1]), expected[i]);
  }
  const aml_value *same = make_text(*state, "/providers/Microsoft.Management/managementGroups/mg");
  const aml_value *other = make_text(*state, "/subscriptions/s/resourceGroups/g");
  assert_int_equal(aml_graph_scope_covers_id(graph, *state, resources[0], resources[3], same), AML_TRUE);
  assert_int_equal(aml_graph_scope_covers_id(graph, *state, resources[0], resources[3], other), AML_MAYBE);
}

static void judges_what_ids_name(void **state) {
  aml_resource *resources[] = {
      make(*state, LOCKS, "a", "/@t.json", "Microsoft.Network/virtualNetworks/v"),
      make(*state, LOCKS, "b", "s/g@", NULL),
      make(*state, LOCKS, "c", "s/g@",
          "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v"),
      make(*state, WORKSPACES "/computes", "w/c", "s/h@", NULL),
      make(*state, LOCKS, "d", "s/-@", NULL),
      make(*state, LOCKS, "e", "s/g@", "[parameters('where')]"),
  };
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, COUNT(resources));
  aml_graph_link(graph, 1);
  const aml_value *subnet = make_text(
      *state, "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/n");
  const aml_value *other =
      make_text(*state, "/subscriptions/s/resourceGroups/h/providers/Microsoft.Network/virtualNetworks/w");
  static const struct {
    size_t lock;
    aml_truth subnet, other, group;
  } cases[] = {{0, AML_MAYBE, AML_FALSE, AML_FALSE}, {1, AML_TRUE, AML_FALSE, AML_TRUE},
      {2, AML_TRUE, AML_FALSE, AML_FALSE}, {4, AML_TRUE, AML_TRUE, AML_TRUE},
      {5, AML_MAYBE, AML_MAYBE, AML_MAYBE}};
  const aml_value *group = make_text(*state, "/subscriptions/s/resourceGroups/g");
  const aml_value *unknown = make_text(*state, "[parameters('id')]");
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_resource *lock = resources[cases[i].lock];
    assert_int_equal(aml_graph_scope_covers_id(graph, *state, lock, resources[3], subnet), cases[i].subnet);
    assert_int_equal(aml_graph_scope_covers_id(graph, *state, lock, resources[3], other), cases[i].other);
    assert_int_equal(aml_graph_scope_covers_id(graph, *state, lock, resources[3], group), cases[i].group);
    assert_int_equal(aml_graph_scope_covers_id(graph, *state, lock, resources[3], unknown), AML_MAYBE);
  }
}

static void finds_computes_of_cli_files(void **state) {
  static const aml_resource_form own_group = {.has_ids_of_own_group = true};
  aml_resource *cluster = make(*state, WORKSPACES "/computes", "w/c", "/@amlint.yml#w", NULL);
  aml_resource *job = make(*state, WORKSPACES "/jobs", "w/j", "/@amlint.yml#w", NULL);
  job->form = &own_group;
  aml_resource *resources[] = {cluster, job};
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, COUNT(resources));
  aml_graph_link(graph, 1);
  const aml_value *id = aml_value_unknown_text(*state, AML_SV("the subscription is not known"),
      AML_SV("/subscriptions/"), AML_SV("/providers/" WORKSPACES "/w/computes/c"), AML_NO_SPAN);
  aml_truth certainty;
  assert_ptr_equal(aml_graph_by_reference(graph, *state, job, id, &certainty), cluster);
  assert_int_equal(certainty, AML_TRUE);
}

static void resolves_references(void **state) {
  aml_resource *resources[] = {
      make(*state, "Microsoft.Network/virtualNetworks", "v", "/@t.json", NULL),
      make(*state, "Microsoft.Network/virtualNetworks", "[parameters('v2')]", "/@t.json", NULL),
      make(*state, "Microsoft.Storage/storageAccounts", "st", "s/g@", NULL),
      make(*state, WORKSPACES, "w", "/@t.json", NULL),
      make(*state, "Microsoft.Authorization/policyAssignments", "p", "/-@t.json", NULL),
  };
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, COUNT(resources));
  aml_graph_link(graph, 1);
  static const struct {
    const char *id;
    int found; /* -1: none */
    aml_truth certainty;
  } cases[] = {
      {"Microsoft.Network/virtualNetworks/v", 0, AML_TRUE},
      {"microsoft.network/VIRTUALNETWORKS/V", 0, AML_TRUE},
      {"[resourceId('Microsoft.Network/virtualNetworks', 'v')]", 0, AML_TRUE},
      {"[resourceId('Microsoft.Network/virtualNetworks', parameters('v2'))]", 1, AML_TRUE},
      {"[resourceId('Microsoft.Network/virtualNetworks', parameters('v3'))]", 0, AML_MAYBE},
      {"Microsoft.Network/virtualNetworks/other", 1, AML_MAYBE},
      {"/subscriptions/s/resourceGroups/G/providers/Microsoft.Storage/storageAccounts/ST", 2, AML_TRUE},
      {"/subscriptions/t/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/st", -1, AML_FALSE},
      /* of the subscription, not of a group in it */
      {"[subscriptionResourceId('Microsoft.Authorization/policyAssignments', 'p')]", 4, AML_TRUE},
      {"[resourceId('Microsoft.Authorization/policyAssignments', 'p')]", -1, AML_FALSE},
      {"[subscriptionResourceId('Microsoft.Network/virtualNetworks', 'v')]", -1, AML_FALSE},
      {"[parameters('id')]", -1, AML_MAYBE},
      {"nonsense", -1, AML_FALSE},
      {"", -1, AML_FALSE},
      {"/subscriptions/s/resourceGroups/g", -1, AML_FALSE},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_truth certainty;
    const aml_resource *found =
        aml_graph_by_reference(graph, *state, resources[3], make_text(*state, cases[i].id), &certainty);
    const aml_resource *expected = cases[i].found < 0 ? NULL : resources[cases[i].found];
    if (found != expected || certainty != cases[i].certainty) {
      fail_msg("'%s' is %s with %d", cases[i].id, found == NULL ? "absent" : "found", certainty);
    }
  }
  assert_ptr_equal(
      aml_graph_by_id(graph, *state, resources[3], AML_SV("Microsoft.Network/virtualNetworks/v")),
      resources[0]);
  assert_null(
      aml_graph_by_id(graph, *state, resources[3], AML_SV("Microsoft.Network/virtualNetworks/other")));
  aml_truth certainty = AML_TRUE;
  const aml_value *number = aml_value_int(*state, 7, AML_NO_SPAN);
  assert_null(aml_graph_by_reference(graph, *state, resources[3], number, &certainty));
  assert_int_equal(certainty, AML_FALSE);
  const aml_value *subnet = make_text(*state, "Microsoft.Network/virtualNetworks/v/subnets/n");
  assert_ptr_equal(
      aml_graph_parent_by_reference(graph, *state, resources[3], subnet, &certainty), resources[0]);
  assert_int_equal(certainty, AML_TRUE);
  const aml_value *unnamed = make_text(*state, "/subscriptions/s/resourceGroups/g");
  assert_null(aml_graph_parent_by_reference(graph, *state, resources[3], unnamed, &certainty));
  assert_int_equal(certainty, AML_FALSE);
}

/* Ids as Azure writes them:
 * https://learn.microsoft.com/azure/azure-resource-manager/templates/template-functions-resource
 */
static void writes_ids(void **state) {
  static const struct {
    const char *type, *name, *scope, *extends;
    const char *id, *suffix; /* of an unknown one: how it begins, and how it ends */
  } cases[] = {
      {WORKSPACES "/computes", "w/c", "s/g@", NULL,
          "/subscriptions/s/resourceGroups/g/providers/" WORKSPACES "/w/computes/c", NULL},
      {WORKSPACES "/computes", "w/c", "/@t.json", NULL, "/subscriptions/",
          "/providers/" WORKSPACES "/w/computes/c"},
      {WORKSPACES, "w", "s/@t.json", NULL, "/subscriptions/s/resourceGroups/", "/providers/" WORKSPACES "/w"},
      {LOCKS, "l", "s/-@", NULL, "/subscriptions/s/providers/" LOCKS "/l", NULL},
      {LOCKS, "l", "/-@m", NULL, "/providers/Microsoft.Management/managementGroups/m/providers/" LOCKS "/l",
          NULL},
      {"Microsoft.Resources/resourceGroups", "g", "s/-@", NULL, "/subscriptions/s/resourceGroups/g", NULL},
      {"Microsoft.Resources/subscriptions/resourceGroups", "g", "s/-@", NULL,
          "/subscriptions/s/resourceGroups/g", NULL},
      {"Microsoft.Resources/resourceGroups", "", "s/-@", NULL, "/subscriptions/s", ""},
      {"Microsoft.Resources/resourceGroups", "[parameters('g')]", "s/-@", NULL, "/subscriptions/s", ""},
      {LOCKS, "l", "s/g@", "Microsoft.Web/sites/x",
          "/subscriptions/s/resourceGroups/g/providers/Microsoft.Web/sites/x/providers/" LOCKS "/l", NULL},
      {LOCKS, "l", "s/g@", "/subscriptions/t/resourceGroups/h/providers/Microsoft.Web/sites/x",
          "/subscriptions/t/resourceGroups/h/providers/Microsoft.Web/sites/x/providers/" LOCKS "/l", NULL},
      {LOCKS, "l", "/@t.json", "Microsoft.Web/sites/x", "/subscriptions/", "/providers/" LOCKS "/l"},
      {LOCKS, "l", "s/g@", "[parameters('where')]", "", "/providers/" LOCKS "/l"},
      {LOCKS, "l", "s/g@", "[resourceGroup().id]", "/subscriptions/s/resourceGroups/g/providers/" LOCKS "/l",
          NULL},
      {WORKSPACES "/computes", "[parameters('full')]", "s/g@", NULL, "/subscriptions/s/resourceGroups/g", ""},
      {WORKSPACES "/computes", "c", "s/g@", NULL, "/subscriptions/s/resourceGroups/g", ""},
      {WORKSPACES, "w/c", "s/g@", NULL, "/subscriptions/s/resourceGroups/g", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_resource *resource = make(*state, cases[i].type, cases[i].name, cases[i].scope, cases[i].extends);
    if (strcmp(cases[i].scope, "/-@m") == 0) {
      resource->scope.management_group = AML_SV("m");
    }
    aml_graph *graph = aml_graph_new(*state);
    aml_graph_add(graph, &resource, 1);
    aml_graph_link(graph, 1);
    const aml_value *id = aml_graph_id(graph, *state, resource);
    bool is_known = id->kind == AML_STRING;
    assert_int_equal(is_known, cases[i].suffix == NULL);
    assert_sv_equal(is_known ? id->as.string : id->as.unknown->prefix, aml_sv_of(cases[i].id));
    if (!is_known) {
      assert_sv_equal(id->as.unknown->suffix, aml_sv_of(cases[i].suffix));
      assert_true(id->as.unknown->reason.len > 0);
    }
  }
}

static void writes_ids_of_what_is_nested(void **state) {
  aml_resource *resources[] = {
      make(*state, WORKSPACES, "w", "s/g@", NULL),
      make(*state, LOCKS, "l", "s/g@", NULL),
      make(*state, WORKSPACES "/computes", "w/c", "s/g@", NULL),
  };
  resources[1]->parent = resources[0];
  resources[2]->parent = resources[0];
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, COUNT(resources));
  aml_graph_link(graph, 1);
  assert_sv_equal(aml_value_text(aml_graph_id(graph, *state, resources[1])),
      AML_SV("/subscriptions/s/resourceGroups/g/providers/" WORKSPACES "/w/providers/" LOCKS "/l"));
  assert_sv_equal(aml_value_text(aml_graph_id(graph, *state, resources[2])),
      AML_SV("/subscriptions/s/resourceGroups/g/providers/" WORKSPACES "/w/computes/c"));
}

/* Many equal names must not make linking quadratic: this takes minutes when it is. */
static void links_many_equal_names(void **state) {
  enum { MANY = 20000 };
  aml_resource **resources = AML_NEW_ARRAY(*state, aml_resource *, MANY);
  for (size_t i = 0; i < MANY; i++) {
    aml_sv scope = aml_sv_format(*state, "/@t%zu.json", i);
    resources[i] = make(
        *state, i % 2 == 0 ? WORKSPACES : WORKSPACES "/computes", i % 2 == 0 ? "w" : "v/c", scope.data, NULL);
  }
  aml_graph *graph = aml_graph_new(*state);
  aml_graph_add(graph, resources, MANY);
  aml_graph_link(graph, 1);
  assert_int_equal(aml_graph_of_type(graph, AML_SV(WORKSPACES)).count, MANY / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(compares_groups),
      TEST_CASE(says_what_locks_cover),
      TEST_CASE(knows_where_known_groups_are),
      TEST_CASE(keeps_uncertain_places_apart),
      TEST_CASE(covers_by_ids_that_variables_hand_on),
      TEST_CASE(knows_groups_of_calls),
      TEST_CASE(keeps_levels_apart),
      TEST_CASE(keeps_deployments_apart),
      TEST_CASE(looks_for_ids_alone),
      TEST_CASE(covers_what_is_nested_below),
      TEST_CASE(covers_what_extends_the_covered),
      TEST_CASE(holds_management_groups_apart),
      TEST_CASE(judges_what_ids_name),
      TEST_CASE(finds_computes_of_cli_files),
      TEST_CASE(resolves_references),
      TEST_CASE(writes_ids),
      TEST_CASE(writes_ids_of_what_is_nested),
      TEST_CASE(links_many_equal_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
