#include "engine/counterpart.h"

/* Spans say in which source they are, so it has to be the same in both runs. */
static bool is_same_source(const aml_source *a, const aml_source *b) {
  return a->id == b->id && a->is_named == b->is_named && aml_sv_eq(a->path, b->path) &&
         aml_sv_eq(a->file, b->file);
}

/* How texts are read is up to the configuration. */
static bool is_read_alike(const aml_file *a, const aml_file *b) {
  return a->config != NULL && b->config != NULL && aml_sv_eq(a->config->path, b->config->path) &&
         a->config->source == b->config->source && a->config->documents == b->config->documents;
}

static bool is_usual(const aml_file *file) {
  return !file->is_given && !file->is_context && !file->is_evidence && file->host == NULL;
}

/* Read whole, to nothing but values, and without a remark. */
static bool is_plain(const aml_file *file) {
  bool is_of_values = file->front == NULL || file->front->makes_values_only;
  return is_usual(file) && file->is_loaded && file->status == AML_OK && file->state == AML_FILE_READ &&
         is_of_values && file->guests.count == 0 && file->folders.count == 0 && file->export == NULL &&
         file->unread_as == NULL && !file->is_marked && file->own_diags.list.count == 0 &&
         file->own_diags.dropped == 0;
}

static const aml_file *find_same(const aml_counterpart *self, const aml_file *file) {
  const aml_file *same = aml_map_find(&self->inputs->files_by_path, file->source->path);
  bool is_same = same != NULL && is_same_source(file->source, same->source) && is_read_alike(file, same) &&
                 is_usual(file) && is_plain(same) && aml_map_find(self->changed, file->source->path) == NULL;
  return is_same ? same : NULL;
}

bool aml_counterpart_load(const aml_counterpart *self, aml_file *file) {
  const aml_file *same = find_same(self, file);
  if (same == NULL) {
    return false;
  }
  file->is_loaded = true;
  file->is_unmarked = same->is_unmarked;
  file->front = same->front;
  file->content = same->content;
  file->tree = same->tree;
  file->edited = same->edited;
  file->stretches = same->stretches;
  aml_source_share(file->source, same->source);
  return true;
}

/* Of which nothing is known but its file. */
static bool is_alone(const aml_unit *unit) {
  return unit->file->units.count == 1 && unit->file->part_of == NULL && unit->parameters == NULL &&
         unit->others.count == 0 && unit->use == NULL;
}

static bool has_parents(const aml_resources *resources) {
  bool is_any = false;
  for (size_t i = 0; i < resources->list.count && !is_any; i++) {
    is_any = resources->list.items[i]->parent != NULL;
  }
  return is_any;
}

/* The unit of the other run that comes to the same, since neither looks at any other file. */
static const aml_unit *find_same_unit(const aml_counterpart *self, const aml_unit *unit) {
  const aml_file *file = unit->file;
  bool is_of_file = file->front->expands_alone && is_alone(unit);
  const aml_file *same = is_of_file ? aml_map_find(&self->inputs->files_by_path, file->source->path) : NULL;
  bool is_shared = same != NULL && file->tree != NULL && same->tree == file->tree && same->units.count == 1;
  const aml_unit *one = is_shared ? same->units.items[0] : NULL;
  bool is_whole = one != NULL && one->file == same && is_alone(one) && one->status == AML_OK &&
                  one->diags.list.count == 0 && one->diags.dropped == 0 && !has_parents(&one->resources);
  return is_whole ? one : NULL;
}

bool aml_counterpart_expand(const aml_counterpart *self, aml_unit *unit) {
  const aml_unit *same = find_same_unit(self, unit);
  if (same == NULL) {
    return false;
  }
  aml_resources_init(&unit->resources, &unit->arena);
  aml_diags_init(&unit->diags, &unit->arena);
  unit->diags.most = SIZE_MAX;
  for (size_t i = 0; i < same->resources.list.count; i++) {
    aml_resource *copy = AML_NEW(&unit->arena, aml_resource); /* each run gives it an order of its own */
    *copy = *same->resources.list.items[i];
    aml_resources_add(&unit->resources, copy);
  }
  return true;
}
