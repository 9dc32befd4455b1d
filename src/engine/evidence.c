/* Evidence: which files are exports of what runs, and what these lend to the declarations. */
#include "base/limits.h"
#include "base/sort.h"
#include "engine/own_file.h"
#include "source/discover_agreed.h"
#include "source/paths.h"

typedef struct naming {
  aml_engine *engine;
  const aml_config_evidence *entry; /* NULL: by an option */
} naming;

/* What the revision of --config-from has of it is what counts, as of all that files are judged by. */
static void take_agreed(aml_engine *engine, aml_file *file) {
  aml_sv below;
  aml_source copy = {.path = file->source->path, .file = file->source->file};
  uint32_t bad_at;
  aml_error error;
  bool is_agreed = engine->inputs.view.agreed != NULL && !file->is_given &&
                   aml_agreed_covers(engine->inputs.view.agreed, copy.file, &below);
  if (is_agreed && aml_agreed_read(engine->inputs.view.agreed, &copy, &engine->arena, AML_LIMIT_FILE_BYTES,
                       &bad_at, &error) == AML_OK) {
    file->is_given = true;
    file->given = copy.disk;
  }
}

/* A file that a search found as well is no declaration any more. */
static void name_file(void *ctx, const aml_found *found) {
  const naming *self = ctx;
  aml_engine *engine = self->engine;
  aml_sv path = aml_engine_shown_path(engine, found->file);
  aml_file *file = aml_engine_add_file(engine, aml_sv_dup(&engine->arena, path), found->file, false);
  bool is_new = !file->is_evidence;
  file->config = file->config != NULL ? file->config : aml_engine_config_for(engine, file->source->path);
  file->is_evidence = file->is_context = true;
  file->source->is_withheld = true; /* it may speak of people */
  if (is_new) {
    file->exported = AML_DAY_NONE;
    file->is_said_complete = AML_MAYBE;
    take_agreed(engine, file);
  }
  if (self->entry != NULL) {
    file->exported = self->entry->exported != AML_DAY_NONE ? self->entry->exported : file->exported;
    file->exported_by = self->entry->by.len > 0 ? self->entry->by : file->exported_by;
    file->is_said_complete =
        self->entry->is_complete != AML_MAYBE ? self->entry->is_complete : file->is_said_complete;
  }
}

/* In a folder, also the endings of exports that are not read, so that nobody believes that they were. */
static aml_take take(const void *table, aml_sv path) {
  static const char *const endings[] = {
      ".json", ".jsonc", ".yml", ".yaml", ".csv", ".tsv", ".xlsx", ".tfstate", ".jsonl", ".ndjson"};
  (void)table;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    if (aml_sv_iends(path, aml_sv_of(endings[i]))) {
      return AML_TAKE_READ;
    }
  }
  return AML_TAKE_NONE;
}

void aml_engine_name_evidence(aml_engine *engine, const aml_config *const *configs, size_t count) {
  naming self = {engine, NULL};
  const aml_own_walk how = {.noun = "Evidence", .visit = name_file, .ctx = &self, .take = take};
  aml_engine_walk_own_files(engine, &engine->request.options.evidence, engine->request.options.folder, &how);
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < configs[i]->evidence.count; k++) {
      const aml_config_evidence *one = &configs[i]->evidence.items[k];
      aml_texts paths = {0};
      AML_VEC_PUSH(&engine->arena, &paths, one->path);
      self.entry = one;
      aml_engine_walk_own_files(engine, &paths, configs[i]->folder, &how);
    }
  }
}

static void tell_of_export(aml_engine *engine, const aml_file *file) {
  const aml_export *export = file->export;
  if (export->is_truncated && export->count > 0) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_WARNING, file->source->path,
        "'%.*s' is only part of an export, perhaps its first page: nothing is concluded from what it lacks.",
        AML_SV_ARG(file->source->path));
  } else if (export->untold > 0) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_WARNING, file->source->path,
        "'%.*s' says of %zu resource%s that %s there, but not how: nothing is concluded from that.",
        AML_SV_ARG(file->source->path), export->untold, export->untold == 1 ? "" : "s",
        export->untold == 1 ? "it is" : "they are");
  } else if (export->sort == AML_EXPORT_EXEMPTIONS) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_NOTE, file->source->path,
        "'%.*s' lists exemptions of Azure Policy, which only have an effect with '--policy'.",
        AML_SV_ARG(file->source->path));
  } else if (export->count == 0 && export->by == NULL && !export->is_truncated) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_NOTE, file->source->path,
        "'%.*s' is an empty list that does not say of what: nothing is concluded from it.",
        AML_SV_ARG(file->source->path));
  }
}

static bool is_compute(const aml_resource *resource) {
  return aml_sv_iends(resource->type, AML_SV("/computes"));
}

/* Where exports list a resource without its properties, the configuration may know more. */
static bool is_told(const aml_resource *resource) {
  return aml_value_is(aml_object_find(resource->body, AML_SV("properties")), AML_OBJECT);
}

static const aml_config_workspace *find_configured(const aml_engine *engine, const aml_resource *workspace) {
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    const aml_config *config = engine->inputs.files.items[i]->config;
    for (size_t k = 0; config != NULL && k < config->workspaces.count; k++) {
      const aml_config_workspace *one = &config->workspaces.items[k];
      const aml_scope_path scope = aml_config_workspace_scope(one);
      if (one->name != NULL && aml_sv_ieq(one->name->as.string, aml_value_text(workspace->name)) &&
          aml_scope_same_group(&scope, &workspace->scope) != AML_FALSE) {
        return one;
      }
    }
  }
  return NULL;
}

/* What no export holds, but the configuration: where the network of a workspace is. */
static const aml_value *with_configured(aml_engine *engine, const aml_resource *resource) {
  bool is_workspace = aml_sv_ieq(resource->type, AML_SV("Microsoft.MachineLearningServices/workspaces"));
  const aml_config_workspace *one = is_workspace ? find_configured(engine, resource) : NULL;
  if (one == NULL || one->network_resource_group == NULL) {
    return resource->body;
  }
  aml_object_builder body;
  aml_object_begin(&body, &engine->arena);
  aml_object_set_all(&body, resource->body);
  aml_object_set(&body, AML_SV("networkResourceGroup"), one->span, one->network_resource_group);
  return aml_object_end(&body, resource->body->span, resource->body->flags);
}

/* What runs beside the computes surrounds the declared ones: it exists, and is no subject of a finding. */
static void lend(aml_engine *engine) {
  aml_resources lent;
  aml_resources_init(&lent, &engine->arena);
  for (size_t i = 0; i < engine->estate.drift->actual.count; i++) {
    const aml_resource *resource = engine->estate.drift->actual.items[i]->resource;
    if (!is_compute(resource) && is_told(resource)) {
      aml_resource *copy = aml_resource_new(&lent);
      *copy = *resource;
      copy->is_existing = true;
      copy->body = with_configured(engine, resource);
      aml_resources_add(&lent, copy);
    }
  }
  aml_graph_add(engine->estate.declared, lent.list.items, lent.list.count);
}

static void tell_disagreements(aml_engine *engine) {
  for (size_t i = 0; i < engine->estate.drift->disagreements.count; i++) {
    const aml_disagreement *one = &engine->estate.drift->disagreements.items[i];
    aml_engine_notice(&engine->remarks, AML_SEVERITY_WARNING, one->other_file->source->path,
        "'%.*s' and '%.*s' disagree on '%.*s'; the first one is used. Set 'exported' for both to use the "
        "later "
        "one.",
        AML_SV_ARG(one->used_file->source->path), AML_SV_ARG(one->other_file->source->path),
        AML_SV_ARG(one->used->shown_name));
  }
}

/* What only the service writes shows that a file was exported: an id, and a state. */
static bool looks_exported(aml_engine *engine, const aml_file *file) {
  aml_export export;
  aml_sv why;
  if (file->export != NULL && !file->is_evidence) {
    return file->export->sort == AML_EXPORT_RESOURCES;
  }
  bool is_read = !file->is_evidence && !file->is_context && file->front != NULL && file->tree != NULL &&
                 file->state == AML_FILE_READ && file->tree->documents.count == 1;
  const aml_value *root = is_read ? file->tree->documents.items[0].root : NULL;
  bool is_some = aml_value_is(root, AML_ARRAY) || aml_object_find(root, AML_SV("id")) != NULL;
  if (!is_some || !aml_export_recognise(&engine->arena, root, &export, &why) || export.count == 0) {
    return false;
  }
  return aml_object_find(export.items[0], AML_SV("provisioning_state")) != NULL;
}

static void tell_unnamed(aml_engine *engine) {
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    const aml_file *file = engine->inputs.files.items[i];
    if (looks_exported(engine, file)) {
      aml_engine_notice(&engine->remarks, AML_SEVERITY_NOTE, file->source->path,
          "'%.*s' looks like an export of what runs, but is checked as a declaration; use '--evidence' to "
          "compare it.",
          AML_SV_ARG(file->source->path));
    }
  }
}

static int compare_files(const void *a, const void *b) {
  const aml_file *const *x = a;
  const aml_file *const *y = b;
  return aml_sv_cmp((*x)->source->path, (*y)->source->path);
}

aml_file_list aml_engine_evidence_files(aml_engine *engine) {
  aml_file_list list = {0};
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    aml_file *file = engine->inputs.files.items[i];
    if (file->is_evidence && file->front != NULL && file->export != NULL) {
      AML_VEC_PUSH(&engine->arena, &list, file);
    }
  }
  aml_sort(&engine->arena, list.items, list.count, sizeof *list.items, compare_files);
  return list;
}

/* Azure counts virtual machines and computes of Azure ML by different quotas. */
static void tell_useless_quotas(aml_engine *engine, const aml_file *file, size_t count) {
  if (count == 0 && file->is_evidence) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_WARNING, file->source->path,
        "'%.*s' contains no quota of Microsoft.MachineLearningServices in a region, so it has no effect.",
        AML_SV_ARG(file->source->path));
  }
}

/* Quotas declare nothing, so nobody has to name them; but where somebody does, no other file counts. */
static void collect_quotas(aml_engine *engine) {
  for (int is_unnamed = 0; is_unnamed < 2 && engine->estate.quotas.count == 0; is_unnamed++) {
    for (size_t i = 0; i < engine->inputs.files.count; i++) {
      const aml_file *file = engine->inputs.files.items[i];
      bool is_asked = file->export != NULL && file->is_evidence == (is_unnamed == 0);
      size_t before = engine->estate.quotas.count;
      if (is_asked && file->export->sort == AML_EXPORT_QUOTAS) {
        aml_export_quotas(&engine->arena, file->export, &engine->estate.quotas);
        tell_useless_quotas(engine, file, engine->estate.quotas.count - before);
      }
    }
  }
}

void aml_engine_collect_evidence(aml_engine *engine) {
  aml_file_list files = aml_engine_evidence_files(engine);
  tell_unnamed(engine);
  collect_quotas(engine);
  for (size_t i = 0; i < files.count; i++) {
    const aml_file *file = files.items[i];
    if (engine->estate.drift == NULL) {
      engine->estate.drift = AML_NEW(&engine->arena, aml_drift);
      aml_drift_init(engine->estate.drift, &engine->arena);
    }
    tell_of_export(engine, file);
    for (size_t k = 0; k < file->units.count; k++) {
      aml_drift_add(engine->estate.drift, file, &file->units.items[k]->resources);
    }
  }
  if (engine->estate.drift != NULL) {
    tell_disagreements(engine);
    lend(engine);
  }
}

/* What the configuration of each declaration leaves out of the comparison. */
static const aml_drift_leaves *leaves_of(aml_engine *engine) {
  size_t count = aml_graph_count(engine->estate.declared);
  aml_drift_leaves *leaves = AML_NEW_ARRAY(&engine->arena, aml_drift_leaves, count);
  for (size_t i = 0; i < count; i++) {
    const aml_resource *resource = aml_graph_at(engine->estate.declared, i);
    aml_sv path = aml_span_is_none(resource->span)
                      ? (aml_sv){NULL, 0}
                      : aml_sources_get(engine->inputs.sources, resource->span.source)->path;
    const aml_config *config = aml_engine_config_for(engine, path);
    leaves[i] = (aml_drift_leaves){&config->drift_ignore, &config->ignore_tags};
  }
  return leaves;
}

void aml_engine_link_evidence(aml_engine *engine) {
  if (engine->estate.drift == NULL) {
    return;
  }
  aml_drift_join(engine->estate.drift, engine->estate.declared);
  engine->estate.drift->leaves = leaves_of(engine);
  engine->estate.running = aml_graph_new(&engine->arena);
  aml_resources all;
  aml_resources_init(&all, &engine->arena);
  for (size_t i = 0; i < engine->estate.drift->actual.count; i++) {
    aml_resource *copy = aml_resource_new(&all); /* its place in the graph is its own */
    *copy = *engine->estate.drift->actual.items[i]->resource;
    engine->estate.drift->actual.items[i]->resource = copy;
    aml_resources_add(&all, copy);
  }
  aml_graph_add(engine->estate.running, all.list.items, all.list.count);
  aml_engine_add_configured(engine, engine->estate.running);
  aml_graph_link(engine->estate.running);
  aml_engine_tell_foreign_evidence(engine);
  aml_engine_tell_older_evidence(engine);
}
