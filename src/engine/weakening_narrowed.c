/* Files that a change takes out of the way by what it puts beside them. */
#include "engine/weakening.h"
#include "source/paths.h"

static bool is_part(const aml_file *file) {
  return file->part_of != NULL && !file->source->is_named;
}

static bool is_with_defaults(const aml_unit *unit) {
  const aml_use *use = unit->use;
  bool is_plain =
      use == NULL || (use->parameters == NULL && (use->settings == NULL || aml_use_is_plain(use)));
  return unit->parameters == NULL && is_plain;
}

static bool is_beside(const aml_file *file, const aml_file *other) {
  return other->front == file->front &&
         aml_sv_eq(aml_path_folder(other->source->path), aml_path_folder(file->source->path));
}

/* Whether the unit evaluates the file at a path by itself, or with the others of its folder, as its defaults
 * say. */
static bool is_own(const aml_inputs *inputs, const aml_unit *unit, aml_sv path) {
  const aml_file *file = aml_map_find(&inputs->files_by_path, path);
  bool is_here = file != NULL && !is_part(file) && is_with_defaults(unit);
  return is_here && (aml_sv_eq(unit->file->source->path, path) || is_beside(unit->file, file));
}

static const aml_file *find_changed(const aml_inputs *inputs, const aml_changes *changes, aml_sv path) {
  const aml_change *change = aml_map_find(&changes->by_path, path);
  return change == NULL || change->is_deleted ? NULL : aml_map_find(&inputs->files_by_path, path);
}

/* The file of the change that has the unit evaluated as it is; NULL: none. */
static const aml_file *cause_of(const aml_inputs *inputs, const aml_changes *changes, const aml_unit *unit) {
  aml_sv by = unit->parameters != NULL  ? unit->parameters->source->path
              : !is_with_defaults(unit) ? unit->use->by
                                        : unit->file->source->path;
  return find_changed(inputs, changes, by);
}

/* Files that declare what a run makes: those that are evaluated as their defaults say, and what other way the
 * change has all others evaluated in. */
typedef struct making {
  aml_map own;    /* paths */
  aml_map caused; /* path to the file of the change */
} making;

static void collect_unit(
    const aml_inputs *inputs, const aml_changes *changes, const aml_unit *unit, making *out) {
  const aml_file *cause = cause_of(inputs, changes, unit);
  aml_source_id last = 0;
  for (size_t i = 0; i < unit->resources.list.count; i++) {
    const aml_resource *resource = unit->resources.list.items[i];
    if (aml_span_is_none(resource->span) || resource->span.source == last) {
      continue;
    }
    last = resource->span.source;
    aml_sv path = aml_sources_get(inputs->sources, last)->path;
    if (is_own(inputs, unit, path)) {
      (void)aml_map_put(&out->own, path, (void *)(uintptr_t)unit);
    } else if (cause != NULL && aml_map_find(&out->caused, path) == NULL) {
      (void)aml_map_put(&out->caused, path, (void *)(uintptr_t)cause);
    }
  }
}

static making collect(const aml_inputs *inputs, const aml_changes *changes) {
  making out;
  aml_map_init(&out.own, inputs->arena, AML_MAP_EXACT);
  aml_map_init(&out.caused, inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    for (size_t k = 0; k < file->units.count && !file->is_evidence; k++) {
      collect_unit(inputs, changes, file->units.items[k], &out);
    }
  }
  return out;
}

static void tell(const aml_weakening *w, aml_sv path, const aml_file *cause) {
  const aml_weakening_spot spot = {.span = {cause->source->id, 0, 0}, .path = cause->source->path};
  bool is_given = cause->front != NULL && cause->front->gives_parameters;
  aml_weakening_tell(w, spot, "limits the check of '%.*s' to %s '%.*s'; its defaults are no longer checked",
      AML_SV_ARG(path), is_given ? "the values from" : "its use in", AML_SV_ARG(cause->source->path));
}

void aml_engine_find_narrowed(const aml_request *request, aml_inputs *inputs, aml_changes *changes,
    aml_remarks *remarks, aml_former *former) {
  const aml_engine_options *options = &request->options;
  if (!changes->is_asked || options->changed_since.len == 0 || options->isolated ||
      options->parameters.count > 0) {
    return;
  }
  const aml_weakening w = {.request = request, .inputs = inputs, .changes = changes, .remarks = remarks};
  const making now = collect(inputs, changes);
  const aml_inputs *before = now.caused.count == 0 ? NULL : aml_former_inputs(former);
  if (before == NULL) {
    return;
  }
  const making was = collect(before, changes);
  for (size_t i = 0; i < now.caused.count; i++) {
    aml_sv path = now.caused.entries[i].key;
    if (aml_map_find(&now.own, path) == NULL && aml_map_find(&was.own, path) != NULL) {
      tell(&w, path, now.caused.entries[i].value);
    }
  }
}
