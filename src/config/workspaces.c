/* What a configuration says to exist, as resources: rules over the graph need no second way to ask. */
#include "config/config.h"

#define WORKSPACES "Microsoft.MachineLearningServices/workspaces"

typedef struct builder {
  aml_resources *resources;
  aml_arena *arena;
  const aml_config_workspace *workspace;
  aml_scope_path scope;
} builder;

static const aml_value *make_text(builder *b, aml_sv text) {
  return aml_value_string(b->arena, text, b->workspace->span);
}

/* A value of the configuration, marked as such. */
static const aml_value *mark(builder *b, const aml_value *value) {
  const aml_origin *origin =
      aml_origin_new(b->arena, AML_STEP_CONFIG, b->workspace->key, value->span, value->origin);
  return aml_value_moved(b->arena, value, value->span, origin, value->flags);
}

static const aml_value *find(const aml_value *object, const char *key) {
  return aml_object_find_exact(object, aml_sv_of(key));
}

static void add(aml_object_builder *object, builder *b, const char *name, const aml_value *value) {
  if (value != NULL) {
    aml_object_add(object, aml_sv_of(name), value->span, mark(b, value));
  }
}

/* A member that the configuration may state and that rules look at. */
static void add_stated(aml_object_builder *object, builder *b, const char *name, const aml_value *value) {
  if (value != NULL) {
    aml_object_add(object, aml_sv_of(name), value->span, mark(b, value));
    return;
  }
  aml_sv reason = aml_sv_format(b->arena,
      "'%s' of the workspace '%.*s' is not known; add it under 'workspaces:' in amlint.yml", name,
      AML_SV_ARG(b->workspace->key));
  aml_object_add(object, aml_sv_of(name), b->workspace->span,
      aml_value_unknown(b->arena, reason, AML_KINDS_ANY, b->workspace->span));
}

/* Closes a body: more may be true of the resource than the configuration tells. */
static const aml_value *end_open(aml_object_builder *object, const builder *b) {
  return aml_object_end(object, b->workspace->span, AML_VALUE_OPEN);
}

const aml_resource_form aml_form_configured = {
    .name = "configuration", .where_to_name_scope = AML_SCOPE_OF_WORKSPACE, .is_configured = true};

static aml_resource *make_resource(builder *b, const char *type, const aml_value *name, aml_sv shown) {
  aml_resource *resource = aml_resource_new(b->resources);
  resource->form = &aml_form_configured;
  resource->type = aml_sv_of(type);
  resource->name = name;
  resource->shown_name = shown;
  resource->span = b->workspace->span;
  resource->name_span = aml_span_is_none(name->span) ? b->workspace->span : name->span;
  resource->scope = b->scope;
  resource->workspace_key = b->workspace->key;
  resource->is_existing = true;
  return resource;
}

static void begin_body(aml_object_builder *object, builder *b, const aml_resource *resource) {
  aml_object_begin(object, b->arena);
  add(object, b, "type", make_text(b, resource->type));
  add(object, b, "name", resource->name);
}

/* Closes the body, and only then is the resource one of the run. */
static void finish_resource(builder *b, aml_resource *resource, aml_object_builder *body) {
  resource->body = end_open(body, b);
  aml_resources_add(b->resources, resource);
}

/* The id of something in the group, relative to it: the subscription may not be known. */
static const aml_value *make_id(builder *b, const char *type, aml_sv name, const aml_scope_path *scope) {
  if (scope->subscription.len == 0 || scope->resource_group.len == 0) {
    return make_text(b, aml_sv_format(b->arena, "%s/%.*s", type, AML_SV_ARG(name)));
  }
  return make_text(
      b, aml_sv_format(b->arena, "/subscriptions/%.*s/resourceGroups/%.*s/providers/%s/%.*s",
             AML_SV_ARG(scope->subscription), AML_SV_ARG(scope->resource_group), type, AML_SV_ARG(name)));
}

typedef struct part { /* an account that a workspace is made with */
  const char *key;    /* in the configuration, and in the workspace's properties */
  const char *type;
} part;

static const part parts[] = {
    {"storageAccount", "Microsoft.Storage/storageAccounts"},
    {"containerRegistry", "Microsoft.ContainerRegistry/registries"},
    {"keyVault", "Microsoft.KeyVault/vaults"},
};
enum { PART_COUNT = sizeof parts / sizeof parts[0] };

static aml_scope_path scope_of_part(const builder *b, const aml_value *entry) {
  aml_scope_path scope = b->scope;
  const aml_value *group = find(entry, "resourceGroup");
  if (group != NULL) {
    scope.resource_group = group->as.string;
  }
  return scope;
}

static void add_part(builder *b, const part *kind) {
  const aml_value *entry = find(b->workspace->value, kind->key);
  const aml_value *name = entry == NULL ? NULL : find(entry, "name");
  if (name == NULL) {
    return;
  }
  aml_resource *resource = make_resource(b, kind->type, mark(b, name), name->as.string);
  resource->scope = scope_of_part(b, entry);
  aml_object_builder body;
  begin_body(&body, b, resource);
  add(&body, b, "location", find(entry, "location"));
  finish_resource(b, resource, &body);
}

static const aml_value *make_managed_network(builder *b) {
  const aml_value *mode = find(b->workspace->value, "managedNetwork");
  if (mode == NULL) {
    return NULL;
  }
  aml_object_builder network;
  aml_object_begin(&network, b->arena);
  add(&network, b, "isolationMode", mode);
  return end_open(&network, b);
}

static const aml_value *make_properties(builder *b) {
  aml_object_builder properties;
  aml_object_begin(&properties, b->arena);
  add_stated(&properties, b, "publicNetworkAccess", find(b->workspace->value, "publicNetworkAccess"));
  add_stated(&properties, b, "managedNetwork", make_managed_network(b));
  for (size_t i = 0; i < PART_COUNT; i++) {
    const aml_value *entry = find(b->workspace->value, parts[i].key);
    const aml_value *name = entry == NULL ? NULL : find(entry, "name");
    aml_scope_path scope = entry == NULL ? b->scope : scope_of_part(b, entry);
    add_stated(&properties, b, parts[i].key,
        name == NULL ? NULL : make_id(b, parts[i].type, name->as.string, &scope));
  }
  return end_open(&properties, b);
}

static void add_workspace(builder *b) {
  const aml_config_workspace *workspace = b->workspace;
  const aml_value *name = workspace->name;
  if (name == NULL) {
    name = aml_value_unknown(b->arena,
        AML_SV(
            "the workspace has no name in the configuration; add 'name' under 'workspaces:' in amlint.yml"),
        1U << AML_STRING, workspace->span);
  }
  aml_resource *resource = make_resource(b, WORKSPACES, mark(b, name), workspace->key);
  aml_object_builder body;
  begin_body(&body, b, resource);
  add_stated(&body, b, "location", workspace->location);
  add(&body, b, "networkResourceGroup", workspace->network_resource_group);
  add(&body, b, "properties", make_properties(b));
  finish_resource(b, resource, &body);
}

/* Where a lock stands, by its word; false when the word names something that the entry does not. */
static bool place_lock(builder *b, aml_sv word, aml_resource *lock) {
  if (aml_sv_eq(word, AML_SV("subscription"))) {
    lock->scope.has_resource_group = false;
    lock->scope.resource_group = (aml_sv){0};
  } else if (aml_sv_eq(word, AML_SV("networkResourceGroup"))) {
    const aml_value *group = b->workspace->network_resource_group;
    lock->scope.resource_group = group == NULL ? (aml_sv){0} : group->as.string;
    return group != NULL;
  } else if (aml_sv_eq(word, AML_SV("workspace"))) {
    lock->extends =
        b->workspace->name == NULL ? NULL : make_id(b, WORKSPACES, b->workspace->name->as.string, &b->scope);
    return lock->extends != NULL;
  }
  return true;
}

static void add_lock(builder *b, const aml_value *entry) {
  const aml_value *level = find(entry, "level");
  const aml_value *scope = find(entry, "scope");
  const aml_value *name = find(entry, "name");
  aml_resource lock = {.scope = b->scope};
  aml_sv word = scope == NULL ? AML_SV("resourceGroup") : scope->as.string;
  if (level == NULL || !place_lock(b, word, &lock)) {
    return;
  }
  aml_sv shown = name == NULL ? aml_sv_format(b->arena, "lock of %.*s", AML_SV_ARG(word)) : name->as.string;
  const aml_value *known = name != NULL ? name
                                        : aml_value_unknown(b->arena,
                                              AML_SV("the lock has no name in the configuration; add 'name' "
                                                     "to it under 'locks:' in amlint.yml"),
                                              1U << AML_STRING, entry->span);
  aml_resource *resource = make_resource(b, "Microsoft.Authorization/locks", mark(b, known), shown);
  resource->span = entry->span;
  resource->name_span = name == NULL ? entry->span : name->span;
  resource->scope = lock.scope;
  resource->extends = lock.extends;
  aml_object_builder properties;
  aml_object_begin(&properties, b->arena);
  add(&properties, b, "level", level);
  aml_object_builder body;
  begin_body(&body, b, resource);
  add(&body, b, "properties", aml_object_end(&properties, entry->span, 0));
  finish_resource(b, resource, &body);
}

static const aml_value *wrap(builder *b, const char *name, const aml_value *value) {
  aml_object_builder object;
  aml_object_begin(&object, b->arena);
  add(&object, b, name, value);
  return end_open(&object, b);
}

static const aml_value *list_of_one(builder *b, const aml_value *item) {
  const aml_value **items = AML_NEW_ARRAY(b->arena, const aml_value *, 1);
  items[0] = item;
  return aml_value_array(b->arena, items, 1, item->span);
}

static void add_private_endpoint(builder *b) {
  const aml_value *has_one = find(b->workspace->value, "privateEndpoint");
  if (has_one == NULL || !has_one->as.boolean || b->workspace->name == NULL) {
    return;
  }
  const aml_value *name = aml_value_unknown(b->arena,
      AML_SV("the configuration does not name the private endpoint; check the file that declares it"),
      1U << AML_STRING, has_one->span);
  aml_resource *resource =
      make_resource(b, "Microsoft.Network/privateEndpoints", name, AML_SV("private endpoint"));
  aml_object_builder link;
  aml_object_begin(&link, b->arena);
  add(&link, b, "privateLinkServiceId", make_id(b, WORKSPACES, b->workspace->name->as.string, &b->scope));
  add(&link, b, "groupIds", list_of_one(b, make_text(b, AML_SV("amlworkspace"))));
  const aml_value *connections = list_of_one(b, wrap(b, "properties", end_open(&link, b)));
  aml_object_builder body;
  begin_body(&body, b, resource);
  add(&body, b, "properties", wrap(b, "privateLinkServiceConnections", connections));
  finish_resource(b, resource, &body);
}

void aml_config_resources(const aml_config *config, aml_resources *resources) {
  for (size_t i = 0; i < config->workspaces.count; i++) {
    builder b = {
        .resources = resources, .arena = resources->arena, .workspace = &config->workspaces.items[i]};
    b.scope = aml_config_workspace_scope(b.workspace);
    add_workspace(&b);
    for (size_t k = 0; k < PART_COUNT; k++) {
      add_part(&b, &parts[k]);
    }
    const aml_value *locks = find(b.workspace->value, "locks");
    for (size_t k = 0; locks != NULL && k < locks->as.array.count; k++) {
      add_lock(&b, locks->as.array.items[k]);
    }
    add_private_endpoint(&b);
  }
}
