/* What exports of what runs tell of, and what they lend to the declarations. */
#include "engine/evidence.h"
#include "base/sort.h"

static void tell_of_export(aml_remarks *remarks, const aml_file *file) {
  const aml_export *export = file->export;
  if (export->is_truncated && export->count > 0) {
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, file->source->path,
        "'%.*s' is only part of an export, perhaps its first page: nothing is concluded from what it lacks.",
        AML_SV_ARG(file->source->path));
  } else if (export->untold > 0) {
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, file->source->path,
        "'%.*s' says of %zu resource%s that %s there, but not how: nothing is concluded from that.",
        AML_SV_ARG(file->source->path), export->untold, export->untold == 1 ? "" : "s",
        export->untold == 1 ? "it is" : "they are");
  } else if (export->sort == AML_EXPORT_EXEMPTIONS) {
    aml_engine_notice(remarks, AML_SEVERITY_NOTE, file->source->path,
        "'%.*s' lists exemptions of Azure Policy, which only have an effect with '--policy'.",
        AML_SV_ARG(file->source->path));
  } else if (export->count + export->absent_count == 0 && export->by == NULL && !export->is_truncated) {
    aml_engine_notice(remarks, AML_SEVERITY_NOTE, file->source->path,
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

static const aml_config_workspace *find_configured(const aml_inputs *inputs, const aml_resource *workspace) {
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_config *config = inputs->files.items[i]->config;
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
static const aml_value *with_configured(const aml_inputs *inputs, const aml_resource *resource) {
  bool is_workspace = aml_sv_ieq(resource->type, AML_SV("Microsoft.MachineLearningServices/workspaces"));
  const aml_config_workspace *one = is_workspace ? find_configured(inputs, resource) : NULL;
  if (one == NULL || one->network_resource_group == NULL) {
    return resource->body;
  }
  aml_object_builder body;
  aml_object_begin(&body, inputs->arena);
  aml_object_set_all(&body, resource->body);
  aml_object_set(&body, AML_SV("networkResourceGroup"), one->span, one->network_resource_group);
  return aml_object_end(&body, resource->body->span, resource->body->flags);
}

/* What runs beside the computes surrounds the declared ones: it exists, and is no subject of a finding. */
static void lend(const aml_inputs *inputs, aml_estate *estate) {
  aml_resources lent;
  aml_resources_init(&lent, inputs->arena);
  for (size_t i = 0; i < estate->drift->actual.count; i++) {
    const aml_resource *resource = estate->drift->actual.items[i]->resource;
    if (!is_compute(resource) && is_told(resource)) {
      aml_resource *copy = aml_resource_new(&lent);
      *copy = *resource;
      copy->is_existing = true;
      copy->body = with_configured(inputs, resource);
      aml_resources_add(&lent, copy);
    }
  }
  aml_graph_add(estate->declared, lent.list.items, lent.list.count);
}

static void tell_disagreements(const aml_estate *estate, aml_remarks *remarks) {
  for (size_t i = 0; i < estate->drift->disagreements.count; i++) {
    const aml_disagreement *one = &estate->drift->disagreements.items[i];
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, one->other_file->source->path,
        "'%.*s' and '%.*s' disagree on '%.*s'; the first one is used. Set 'exported' for both to use the "
        "later "
        "one.",
        AML_SV_ARG(one->used_file->source->path), AML_SV_ARG(one->other_file->source->path),
        AML_SV_ARG(one->used->shown_name));
  }
}

/* What only the service and `az` write shows that a file was exported: an id, with a state or the group. */
static bool looks_exported(aml_arena *arena, const aml_file *file) {
  aml_export export;
  aml_sv why;
  if (file->export != NULL && !file->is_evidence) {
    return file->export->sort == AML_EXPORT_RESOURCES;
  }
  bool is_read = !file->is_evidence && !file->is_context && file->front != NULL && file->tree != NULL &&
                 file->state == AML_FILE_READ && file->tree->documents.count == 1;
  const aml_value *root = is_read ? file->tree->documents.items[0].root : NULL;
  bool is_some = aml_value_is(root, AML_ARRAY) || aml_object_find(root, AML_SV("id")) != NULL;
  if (!is_some || !aml_export_recognise(arena, root, &export, &why) || export.count == 0) {
    return false;
  }
  return aml_object_find(export.items[0], AML_SV("provisioning_state")) != NULL ||
         aml_object_find(export.items[0], AML_SV("resourceGroup")) != NULL;
}

/* Such a file is checked, and never fixed: what runs does not change by an edit of what was exported. */
static void tell_unnamed(const aml_inputs *inputs, aml_remarks *remarks) {
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    if (looks_exported(inputs->arena, file)) {
      file->edited->editor = NULL;
      aml_engine_notice(remarks, AML_SEVERITY_NOTE, file->source->path,
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

aml_file_list aml_engine_evidence_files(const aml_inputs *inputs) {
  aml_file_list list = {0};
  for (size_t i = 0; i < inputs->files.count; i++) {
    aml_file *file = inputs->files.items[i];
    if (file->is_evidence && file->front != NULL && file->export != NULL) {
      AML_VEC_PUSH(inputs->arena, &list, file);
    }
  }
  aml_sort(inputs->arena, list.items, list.count, sizeof *list.items, compare_files);
  return list;
}

/* Azure counts virtual machines and computes of Azure ML by different quotas. */
static void tell_useless_quotas(aml_remarks *remarks, const aml_file *file, size_t count) {
  if (count == 0 && file->is_evidence) {
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, file->source->path,
        "'%.*s' contains no quota of Microsoft.MachineLearningServices in a region, so it has no effect.",
        AML_SV_ARG(file->source->path));
  }
}

/* Quotas declare nothing, so nobody has to name them; but where somebody does, no other file counts. */
static void collect_quotas(const aml_inputs *inputs, aml_estate *estate, aml_remarks *remarks) {
  for (int is_unnamed = 0; is_unnamed < 2 && estate->quotas.count == 0; is_unnamed++) {
    for (size_t i = 0; i < inputs->files.count; i++) {
      const aml_file *file = inputs->files.items[i];
      bool is_asked = file->export != NULL && file->is_evidence == (is_unnamed == 0);
      size_t before = estate->quotas.count;
      if (is_asked && file->export->sort == AML_EXPORT_QUOTAS) {
        aml_export_quotas(inputs->arena, file->export, &estate->quotas);
        tell_useless_quotas(remarks, file, estate->quotas.count - before);
      }
    }
  }
}

void aml_engine_collect_evidence(const aml_inputs *inputs, aml_estate *estate, aml_remarks *remarks) {
  aml_file_list files = aml_engine_evidence_files(inputs);
  tell_unnamed(inputs, remarks);
  collect_quotas(inputs, estate, remarks);
  for (size_t i = 0; i < files.count; i++) {
    const aml_file *file = files.items[i];
    if (estate->drift == NULL) {
      estate->drift = AML_NEW(inputs->arena, aml_drift);
      aml_drift_init(estate->drift, inputs->arena);
    }
    tell_of_export(remarks, file);
    for (size_t k = 0; k < file->units.count; k++) {
      aml_drift_add(estate->drift, file, &file->units.items[k]->resources);
    }
  }
  if (estate->drift != NULL) {
    tell_disagreements(estate, remarks);
    lend(inputs, estate);
  }
}

/* What the configuration of each declaration leaves out of the comparison. */
static const aml_drift_leaves *leaves_of(
    const aml_criteria *criteria, const aml_inputs *inputs, const aml_estate *estate) {
  size_t count = aml_graph_count(estate->declared);
  aml_drift_leaves *leaves = AML_NEW_ARRAY(inputs->arena, aml_drift_leaves, count);
  for (size_t i = 0; i < count; i++) {
    const aml_resource *resource = aml_graph_at(estate->declared, i);
    aml_sv path = aml_span_is_none(resource->span)
                      ? (aml_sv){NULL, 0}
                      : aml_sources_get(inputs->sources, resource->span.source)->path;
    const aml_config *config = aml_engine_config_for(criteria, path);
    leaves[i] = (aml_drift_leaves){&config->drift_ignore, &config->ignore_tags};
  }
  return leaves;
}

void aml_engine_link_evidence(
    const aml_criteria *criteria, const aml_inputs *inputs, aml_estate *estate, aml_remarks *remarks) {
  if (estate->drift == NULL) {
    return;
  }
  aml_drift_join(estate->drift, estate->declared);
  estate->drift->leaves = leaves_of(criteria, inputs, estate);
  aml_drift_compare_pairs(estate->drift, estate->declared);
  estate->running = aml_graph_new(inputs->arena);
  aml_resources all;
  aml_resources_init(&all, inputs->arena);
  for (size_t i = 0; i < estate->drift->actual.count; i++) {
    aml_resource *copy = aml_resource_new(&all); /* its place in the graph is its own */
    *copy = *estate->drift->actual.items[i]->resource;
    estate->drift->actual.items[i]->resource = copy;
    aml_resources_add(&all, copy);
  }
  aml_graph_add(estate->running, all.list.items, all.list.count);
  aml_engine_add_configured(inputs, estate->running);
  aml_graph_link(estate->running, 1);
  aml_engine_tell_foreign_evidence(criteria, inputs, estate, remarks);
  aml_engine_tell_older_evidence(inputs, estate, remarks);
}
