#include "engine/copies_of_modules.h"

#include <limits.h>
#include <stdlib.h>

#include "source/paths.h"

static aml_sv from_root(aml_arena *arena, const aml_value *path) {
  return aml_path_join(arena, (aml_sv){NULL, 0}, aml_value_text(path));
}

static void add_cache(aml_copies *copies, aml_sv folder) {
  if (folder.len > 0) {
    AML_VEC_PUSH(copies->reading->inputs->arena, &copies->caches, folder);
  }
}

/* What a configuration says: bicep.cache, bicep.modules. */
static void add_configured(aml_copies *copies, const aml_config *config) {
  aml_arena *arena = copies->reading->inputs->arena;
  const aml_value *bicep = config == NULL ? NULL : config->bicep;
  const aml_value *modules = aml_object_find(bicep, AML_SV("modules"));
  add_cache(copies, from_root(arena, aml_object_find(bicep, AML_SV("cache"))));
  for (size_t i = 0; aml_value_is(modules, AML_OBJECT) && i < modules->as.object.count; i++) {
    (void)aml_map_put(&copies->modules, from_root(arena, modules->as.object.members[i].value), copies);
  }
}

/* --module-cache, or what stands for it. */
static void add_of_machine(aml_copies *copies) {
  const aml_reading *reading = copies->reading;
  char real[PATH_MAX];
  aml_sv folder = reading->request->options.module_cache;
  if (folder.len > 0 && realpath(aml_sv_cstr(reading->inputs->arena, folder), real) != NULL) {
    add_cache(copies, aml_engine_shown_path(reading->inputs, aml_sv_of(real)));
  }
}

void aml_copies_init(aml_copies *copies, const aml_reading *reading) {
  const aml_config_store *configs = reading->criteria->configs;
  *copies = (aml_copies){.reading = reading};
  aml_map_init(&copies->modules, reading->inputs->arena, AML_MAP_EXACT);
  aml_map_init(&copies->asked, reading->inputs->arena, AML_MAP_EXACT);
  add_of_machine(copies);
  add_configured(copies, configs->fixed);
  for (size_t i = 0; i < configs->by_folder.count; i++) {
    add_configured(copies, configs->by_folder.entries[i].value);
  }
}

/* The folders that the bicepconfig.json say which the run has opened since this was last asked. */
static void add_opened(aml_copies *copies) {
  const aml_inputs *inputs = copies->reading->inputs;
  for (; copies->files_seen < inputs->files.count; copies->files_seen++) {
    const aml_file *file = inputs->files.items[copies->files_seen];
    aml_sv path = file->source->path;
    if (file->tree != NULL && aml_sv_eq(aml_path_name(path), AML_SV("bicepconfig.json"))) {
      aml_sv folder = aml_value_text(aml_object_find(aml_file_root(file), AML_SV("cacheRootDirectory")));
      add_cache(
          copies, folder.len == 0 ? folder : aml_path_join(inputs->arena, aml_path_folder(path), folder));
    }
  }
}

static void open_above(aml_copies *copies, aml_sv path) {
  aml_arena *arena = copies->reading->inputs->arena;
  aml_sv folder = aml_path_folder(path);
  while (aml_map_find(&copies->asked, folder) == NULL) {
    (void)aml_map_put(&copies->asked, folder, copies);
    (void)aml_engine_open_file(copies->reading, aml_path_join(arena, folder, AML_SV("bicepconfig.json")));
    folder = aml_path_folder(folder);
  }
}

static bool is_in_cache(const aml_copies *copies, aml_sv path) {
  for (size_t i = 0; i < copies->caches.count; i++) {
    if (aml_path_is_below(copies->caches.items[i], path)) {
      return true;
    }
  }
  return false;
}

bool aml_copies_has(aml_copies *copies, const aml_file *file) {
  aml_sv path = file->source->path;
  if (aml_path_is_cached(path) || (aml_sv_starts(path, AML_SV("/")) && !file->source->is_named)) {
    return true;
  }
  open_above(copies, path);
  add_opened(copies);
  return aml_map_find(&copies->modules, path) != NULL || is_in_cache(copies, path);
}
