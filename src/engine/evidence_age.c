/* Evidence that cannot be of what is declared: of another tenant or subscription, or of a day before the
 * declarations were written. All are told; what follows from it is for people to say. */
#include <stdio.h>

#include "engine/evidence.h"
#include "source/git.h"

/* ---- other tenants ---- */

/* The tenants of subscriptions, as exports of accounts say them. */
static void collect_accounts(const aml_file_list *files, aml_map *out) {
  for (size_t i = 0; i < files->count; i++) {
    const aml_export *export = files->items[i]->export;
    for (size_t k = 0; export->sort == AML_EXPORT_ACCOUNTS && k < export->count; k++) {
      aml_sv subscription = aml_value_text(aml_object_find(export->items[k], AML_SV("id")));
      if (aml_export_tenant(export->items[k]).len > 0) {
        (void)aml_map_put(out, subscription, (void *)(uintptr_t) export->items[k]);
      }
    }
  }
}

/* A tenant that the export says to be of and that is not `but`, the first one where that is empty: by itself,
 * or by the subscription of what it tells of. */
static aml_sv find_tenant(const aml_map *accounts, const aml_file *file, aml_sv but) {
  const aml_export *export = file->export;
  aml_sv found = export->tenant;
  for (size_t i = 0; i < export->count && (found.len == 0 || aml_sv_ieq(found, but)); i++) {
    found = aml_export_tenant(export->items[i]);
  }
  for (size_t k = 0; k < file->units.count && accounts->count > 0; k++) {
    const aml_resources *resources = &file->units.items[k]->resources;
    for (size_t i = 0; i < resources->list.count && (found.len == 0 || aml_sv_ieq(found, but)); i++) {
      const aml_value *account = aml_map_find(accounts, resources->list.items[i]->scope.subscription);
      found = account == NULL ? found : aml_export_tenant(account);
    }
  }
  return aml_sv_ieq(found, but) ? (aml_sv){NULL, 0} : found;
}

typedef struct tenancy { /* what exports are compared with */
  aml_sv tenant;         /* empty: nobody said one yet */
  aml_sv by;             /* the file that said it, as shown */
} tenancy;

/* What tenant() returns where the declarations are deployed. */
static tenancy tenancy_of(const aml_config *config) {
  aml_sv tenant = aml_value_text(aml_value_path(config->context, AML_SV("tenant.tenantId")));
  aml_sv also = aml_value_text(aml_value_path(config->context, AML_SV("subscription.tenantId")));
  return (tenancy){tenant.len > 0 ? tenant : also, config->path};
}

static void tell_tenant(tenancy *known, const aml_map *accounts, const aml_file *file, aml_remarks *remarks) {
  aml_sv path = file->source->path;
  if (known->tenant.len == 0) {
    *known = (tenancy){find_tenant(accounts, file, (aml_sv){NULL, 0}), path};
  }
  if (find_tenant(accounts, file, known->tenant).len == 0) {
    return;
  }
  if (aml_sv_eq(known->by, path)) {
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, path, "'%.*s' contains resources of several tenants.",
        AML_SV_ARG(path));
  } else {
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, path,
        "'%.*s' is of another tenant than '%.*s', so they cannot be about the same resources.",
        AML_SV_ARG(path), AML_SV_ARG(known->by));
  }
}

/* A list of accounts is of all tenants that somebody may enter. */
static void tell_tenants(const aml_criteria *criteria, const aml_inputs *inputs, const aml_file_list *files,
    aml_remarks *remarks) {
  aml_map accounts;
  tenancy known = tenancy_of(aml_engine_config_for(criteria, (aml_sv){NULL, 0}));
  aml_map_init(&accounts, inputs->arena, AML_MAP_IGNORE_CASE);
  collect_accounts(files, &accounts);
  for (size_t i = 0; i < files->count; i++) {
    const aml_export *export = files->items[i]->export;
    if (export->sort != AML_EXPORT_ACCOUNTS || !export->is_list) {
      tell_tenant(&known, &accounts, files->items[i], remarks);
    }
  }
}

/* ---- other subscriptions ---- */

/* The subscriptions of all declarations; false where there are none, or one does not say its own. */
static bool collect_subscriptions(const aml_estate *estate, aml_map *out) {
  aml_map_init(out, estate->arena, AML_MAP_IGNORE_CASE);
  for (size_t i = 0; i < aml_graph_count(estate->declared); i++) {
    const aml_resource *resource = aml_graph_at(estate->declared, i);
    if (aml_drift_is_declaration(resource)) {
      if (resource->scope.subscription.len == 0) {
        return false;
      }
      (void)aml_map_put(out, resource->scope.subscription, out);
    }
  }
  return out->count > 0;
}

/* The subscription of the file's first computes and workspaces; empty where one of them is declared in. */
static aml_sv foreign_subscription(const aml_map *declared, const aml_file *file) {
  aml_sv found = {NULL, 0};
  for (size_t k = 0; k < file->units.count; k++) {
    const aml_resources *resources = &file->units.items[k]->resources;
    for (size_t i = 0; i < resources->list.count; i++) {
      aml_sv own = resources->list.items[i]->scope.subscription;
      if (own.len == 0 || aml_map_find(declared, own) != NULL) {
        return (aml_sv){NULL, 0};
      }
      found = own;
    }
  }
  return found;
}

void aml_engine_tell_foreign_evidence(
    const aml_criteria *criteria, const aml_inputs *inputs, const aml_estate *estate, aml_remarks *remarks) {
  aml_map declared;
  aml_file_list files = aml_engine_evidence_files(inputs);
  tell_tenants(criteria, inputs, &files, remarks);
  if (!collect_subscriptions(estate, &declared)) {
    return;
  }
  for (size_t i = 0; i < files.count; i++) {
    aml_sv subscription = foreign_subscription(&declared, files.items[i]);
    if (subscription.len > 0) {
      aml_engine_notice(remarks, AML_SEVERITY_WARNING, files.items[i]->source->path,
          "'%.*s' is of the subscription '%.*s', in which nothing is declared.",
          AML_SV_ARG(files.items[i]->source->path), AML_SV_ARG(subscription));
    }
  }
}

/* ---- later declarations ---- */

typedef struct aging {
  const aml_inputs *inputs;
  const aml_estate *estate;
  aml_remarks *remarks;
  aml_git git;
  aml_day day;     /* that the changes are since */
  aml_map changed; /* paths */
  bool is_all;     /* there was no commit by then */
  bool is_known;   /* else git cannot tell */
} aging;

/* What was committed, or edited, after a day. */
static void look_back(aging *a, aml_day day) {
  aml_error error;
  aml_sv commit;
  aml_git_changes changes = {0};
  if (a->day == day) {
    return;
  }
  a->day = day;
  aml_map_init(&a->changed, a->inputs->arena, AML_MAP_EXACT);
  a->is_known = aml_git_commit_by(&a->git, day, &commit, &error) == AML_OK;
  a->is_all = a->is_known && commit.len == 0;
  a->is_known = a->is_known && (a->is_all || aml_git_changed(&a->git, commit, &changes, &error) == AML_OK);
  for (size_t i = 0; i < changes.count; i++) {
    (void)aml_map_put(&a->changed, changes.items[i].path, a);
  }
}

static aml_sv path_of(const aml_sources *sources, const aml_resource *resource) {
  return aml_span_is_none(resource->span) ? (aml_sv){NULL, 0}
                                          : aml_sources_get(sources, resource->span.source)->path;
}

/* The declarations that the export is compared with and that are later than it. */
static void tell_older(aging *a, const aml_file *file) {
  aml_map later;
  look_back(a, file->exported);
  aml_map_init(&later, a->inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; a->is_known && i < aml_graph_count(a->estate->declared); i++) {
    const aml_actual *actual = a->estate->drift->of_declared[i];
    aml_sv path = path_of(a->inputs->sources, aml_graph_at(a->estate->declared, i));
    bool is_compared = actual != NULL && actual->file == file && path.len > 0;
    if (is_compared && (a->is_all || aml_map_find(&a->changed, path) != NULL)) {
      (void)aml_map_put(&later, path, a);
    }
  }
  if (later.count > 0) {
    char day[AML_DAY_TEXT_SIZE];
    char more[64] = "";
    aml_day_text(file->exported, day);
    if (later.count > 1) {
      (void)snprintf(more, sizeof more, " and %zu other file%s", later.count - 1, later.count > 2 ? "s" : "");
    }
    aml_engine_notice(a->remarks, AML_SEVERITY_WARNING, file->source->path,
        "'%.*s' was exported on %s, but '%.*s'%s changed later: a difference may not be deployed yet.",
        AML_SV_ARG(file->source->path), day, AML_SV_ARG(later.entries[0].key), more);
  }
}

void aml_engine_tell_older_evidence(
    const aml_inputs *inputs, const aml_estate *estate, aml_remarks *remarks) {
  enum { DAYS_MAX = 16 }; /* each asks git anew */
  aging a = {.inputs = inputs, .estate = estate, .remarks = remarks, .day = AML_DAY_NONE};
  aml_error error;
  bool is_open = false;
  size_t days = 0;
  aml_file_list files = aml_engine_evidence_files(inputs);
  for (size_t i = 0; i < files.count && days < DAYS_MAX; i++) {
    const aml_file *file = files.items[i];
    if (file->exported == AML_DAY_NONE) {
      continue;
    }
    if (!is_open && aml_git_open(&a.git, inputs->arena, inputs->discovery.root, &error) != AML_OK) {
      return; /* no repository: nobody knows when a file was written */
    }
    is_open = true;
    days += file->exported != a.day;
    tell_older(&a, file);
  }
}
