/* Which declaration is of which resource that runs. */
#include "drift/drift.h"

typedef struct namesake { /* resources that run and have one type and name */
  aml_actual *actual;
  struct namesake *next;
} namesake;

void aml_drift_init(aml_drift *drift, aml_arena *arena) {
  *drift = (aml_drift){.arena = arena};
  aml_map_init(&drift->by_name, arena, AML_MAP_IGNORE_CASE);
  aml_map_init(&drift->complete, arena, AML_MAP_IGNORE_CASE);
  aml_map_init(&drift->partial, arena, AML_MAP_IGNORE_CASE);
  aml_map_init(&drift->absent, arena, AML_MAP_IGNORE_CASE);
}

static aml_sv key_of(aml_arena *arena, const aml_resource *resource) {
  aml_sv name = aml_value_text(resource->name);
  return name.len == 0 || resource->extends != NULL
             ? (aml_sv){NULL, 0}
             : aml_sv_format(arena, "%.*s\n%.*s", AML_SV_ARG(resource->type), AML_SV_ARG(name));
}

static namesake *links_of(const aml_drift *drift, const aml_resource *resource) {
  aml_sv key = key_of(drift->arena, resource);
  return key.len == 0 ? NULL : aml_map_find(&drift->by_name, key);
}

static size_t says(const aml_resource *resource) {
  const aml_value *properties = aml_object_find(resource->body, AML_SV("properties"));
  return aml_value_is(properties, AML_OBJECT) ? properties->as.object.count : 0;
}

static bool disagree(aml_arena *arena, const aml_resource *one, const aml_resource *other) {
  aml_drift_settings all = {0};
  aml_drift_compare(arena, one, other, NULL, &all);
  for (size_t i = 0; i < all.count; i++) {
    if (all.items[i].differs == AML_TRUE) {
      return true;
    }
  }
  return false;
}

/* Two exports of one resource: a list without properties does not hide one with them. */
static void settle(aml_drift *drift, aml_actual *former, const aml_resource *resource, const aml_file *file) {
  bool is_poorer = says(resource) == 0 || says(former->resource) == 0;
  bool is_later = file->exported > former->file->exported;
  if (!is_poorer && file->exported == former->file->exported &&
      disagree(drift->arena, former->resource, resource)) {
    const aml_disagreement one = {former->resource, resource, former->file, file};
    AML_VEC_PUSH(drift->arena, &drift->disagreements, one);
  }
  if (is_poorer ? says(resource) > says(former->resource) : is_later) {
    former->resource = resource;
    former->file = file;
  }
}

static void add_one(aml_drift *drift, const aml_resource *resource, const aml_file *file) {
  namesake *first = links_of(drift, resource);
  for (namesake *at = first; at != NULL; at = at->next) {
    if (aml_scope_same_group(&at->actual->resource->scope, &resource->scope) == AML_TRUE) {
      settle(drift, at->actual, resource, file);
      return;
    }
  }
  aml_actual *actual = AML_NEW(drift->arena, aml_actual);
  *actual = (aml_actual){.resource = resource, .file = file};
  AML_VEC_PUSH(drift->arena, &drift->actual, actual);
  aml_sv key = key_of(drift->arena, resource);
  if (key.len > 0) {
    namesake *added = AML_NEW(drift->arena, namesake);
    *added = (namesake){.actual = actual, .next = first};
    aml_map_put(&drift->by_name, key, added);
  }
}

static bool is_compute(const aml_resource *resource) {
  return aml_sv_ieq(resource->type, AML_SV("Microsoft.MachineLearningServices/workspaces/computes"));
}

static aml_sv join_place(aml_arena *arena, aml_sv subscription, aml_sv group, aml_sv name) {
  return aml_sv_format(
      arena, "%.*s/%.*s/%.*s", AML_SV_ARG(subscription), AML_SV_ARG(group), AML_SV_ARG(name));
}

static aml_sv place_of(aml_arena *arena, const aml_resource *compute, aml_sv name) {
  return join_place(arena, compute->scope.subscription, compute->scope.resource_group, name);
}

static aml_sv workspace_of(aml_arena *arena, const aml_resource *compute) {
  aml_sv rest = aml_value_text(compute->name);
  aml_sv name = aml_sv_split(&rest, '/');
  return rest.len == 0 ? (aml_sv){NULL, 0} : place_of(arena, compute, name);
}

/* A list of computes is of a workspace, and tells all of them: ARM lists them in no other way. One without
 * properties, or of other things besides, is of a query that may have chosen. */
bool aml_drift_tells_all(const aml_file *file, const aml_resources *resources) {
  const aml_export *export = file->export;
  if (file->is_said_complete != AML_MAYBE) {
    return file->is_said_complete == AML_TRUE && !export->is_truncated;
  }
  bool is_all = export->is_list && !export->is_truncated && resources->list.count > 0;
  for (size_t i = 0; i < resources->list.count && is_all; i++) {
    is_all = is_compute(resources->list.items[i]) && says(resources->list.items[i]) > 0;
  }
  return is_all;
}

static void add_absent(aml_drift *drift, aml_sv text) {
  aml_azure_id id;
  if (aml_azure_id_read(drift->arena, text, &id) &&
      aml_sv_ieq(id.provider, AML_SV("Microsoft.MachineLearningServices")) &&
      aml_sv_ieq(id.types, AML_SV("workspaces/computes"))) {
    aml_map_put(
        &drift->absent, join_place(drift->arena, id.subscription, id.resource_group, id.names), drift);
  }
}

void aml_drift_add(aml_drift *drift, const aml_file *file, const aml_resources *resources) {
  const aml_export *export = file->export;
  for (size_t i = 0; i < export->absent_count; i++) {
    add_absent(drift, export->absent[i]);
  }
  bool is_all = aml_drift_tells_all(file, resources);
  for (size_t i = 0; i < resources->list.count; i++) {
    const aml_resource *resource = resources->list.items[i];
    add_one(drift, resource, file);
    bool is_counted =
        is_compute(resource) && (is_all || export->is_truncated || file->is_said_complete == AML_FALSE);
    aml_sv workspace = is_counted ? workspace_of(drift->arena, resource) : (aml_sv){NULL, 0};
    if (workspace.len > 0) {
      aml_map_put(is_all ? &drift->complete : &drift->partial, workspace, drift);
    }
  }
}

/* A declaration whose name is not known in full may be any that its known part fits. */
static bool fits(const aml_value *name, const aml_resource *actual) {
  aml_sv text = aml_value_text(actual->name);
  const aml_unknown *unknown = name->as.unknown;
  size_t known = unknown->prefix.len + unknown->suffix.len;
  return text.len >= known && aml_sv_istarts(text, unknown->prefix) && aml_sv_iends(text, unknown->suffix);
}

static void note_candidates(aml_drift *drift, const aml_resource *declared) {
  for (size_t i = 0; i < drift->actual.count; i++) {
    aml_actual *actual = drift->actual.items[i];
    if (actual->declared == NULL && actual->candidate == NULL &&
        aml_sv_ieq(actual->resource->type, declared->type) && fits(declared->name, actual->resource) &&
        aml_scope_same_group(&actual->resource->scope, &declared->scope) != AML_FALSE) {
      actual->candidate = declared;
    }
  }
}

/* By the whole id, or by names where only one fits. */
static void join_one(aml_drift *drift, const aml_resource *declared) {
  aml_actual *sure = NULL;
  aml_actual *possible = NULL;
  size_t count = 0;
  for (namesake *at = links_of(drift, declared); at != NULL; at = at->next) {
    aml_truth is_same = aml_scope_same_group(&at->actual->resource->scope, &declared->scope);
    sure = is_same == AML_TRUE ? at->actual : sure;
    possible = is_same == AML_MAYBE ? at->actual : possible;
    count += is_same == AML_MAYBE;
    if (is_same == AML_MAYBE && at->actual->candidate == NULL) {
      at->actual->candidate = declared;
    }
  }
  aml_actual *found = sure != NULL ? sure : count == 1 ? possible : NULL;
  if (found != NULL) {
    drift->of_declared[declared->order] = found;
    found->declared = found->declared == NULL ? declared : found->declared;
  }
}

void aml_drift_join(aml_drift *drift, const aml_graph *declared) {
  size_t count = aml_graph_count(declared);
  drift->of_declared = AML_NEW_ARRAY(drift->arena, const aml_actual *, count);
  for (size_t i = 0; i < count; i++) {
    const aml_resource *resource = aml_graph_at(declared, i);
    if (aml_drift_is_declaration(resource) && resource->name->kind == AML_STRING) {
      join_one(drift, resource);
    }
  }
  for (size_t i = 0; i < count; i++) {
    const aml_resource *resource = aml_graph_at(declared, i);
    if (aml_drift_is_declaration(resource) && resource->name->kind == AML_UNKNOWN) {
      note_candidates(drift, resource);
    }
  }
}

bool aml_drift_is_complete_for(const aml_drift *drift, const aml_resource *compute) {
  aml_sv workspace = workspace_of(drift->arena, compute);
  return workspace.len > 0 && aml_map_find(&drift->complete, workspace) != NULL &&
         aml_map_find(&drift->partial, workspace) == NULL;
}

bool aml_drift_is_absent(const aml_drift *drift, const aml_resource *compute) {
  aml_sv name = aml_value_text(compute->name);
  return drift->absent.count > 0 && name.len > 0 &&
         aml_map_find(&drift->absent, place_of(drift->arena, compute, name)) != NULL;
}

bool aml_drift_runs(const aml_drift *drift, aml_sv name) {
  for (size_t i = 0; i < drift->actual.count; i++) {
    const aml_resource *resource = drift->actual.items[i]->resource;
    if (is_compute(resource) && aml_sv_ieq(resource->shown_name, name)) {
      return true;
    }
  }
  return false;
}
