/* Files that are copies of modules which are published elsewhere. */
#include <limits.h>
#include <stdlib.h>

#include "engine/reading.h"
#include "source/paths.h"

static bool is_below(aml_sv folder, aml_sv path) {
  return folder.len > 0 && aml_path_is_below(folder, path);
}

static aml_sv from_root(aml_arena *arena, const aml_value *path) {
  return aml_path_join(arena, (aml_sv){NULL, 0}, aml_value_text(path));
}

/* Whether a configuration says so: bicep.cache, bicep.modules. */
static bool is_configured(aml_arena *arena, const aml_config *config, aml_sv path) {
  const aml_value *bicep = config == NULL ? NULL : config->bicep;
  const aml_value *modules = aml_object_find(bicep, AML_SV("modules"));
  bool is_found = is_below(from_root(arena, aml_object_find(bicep, AML_SV("cache"))), path);
  for (size_t i = 0; !is_found && aml_value_is(modules, AML_OBJECT) && i < modules->as.object.count; i++) {
    is_found = aml_sv_eq(from_root(arena, modules->as.object.members[i].value), path);
  }
  return is_found;
}

/* Whether a bicepconfig.json that the run has opened says so. */
static bool is_bicep_configured(const aml_inputs *inputs, aml_sv path) {
  static const aml_sv name = AML_SV_CONST("bicepconfig.json");
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    aml_sv at = file->source->path;
    if (!aml_sv_ends(at, name) || !aml_sv_eq(aml_path_name(at), name) || file->tree == NULL) {
      continue;
    }
    aml_sv folder = aml_value_text(aml_object_find(aml_file_root(file), AML_SV("cacheRootDirectory")));
    if (folder.len > 0 && is_below(aml_path_join(inputs->arena, aml_path_folder(at), folder), path)) {
      return true;
    }
  }
  return false;
}

/* Whether --module-cache, or what stands for it, is above. */
static bool is_in_cache(const aml_reading *reading, aml_sv path) {
  char real[PATH_MAX];
  aml_sv folder = reading->request->options.module_cache;
  bool is_there = folder.len > 0 && realpath(aml_sv_cstr(reading->inputs->arena, folder), real) != NULL;
  return is_there && is_below(aml_engine_shown_path(reading->inputs, aml_sv_of(real)), path);
}

bool aml_engine_is_copy(const aml_reading *reading, const aml_file *file) {
  aml_arena *arena = reading->inputs->arena;
  const aml_config_store *configs = reading->criteria->configs;
  aml_sv path = file->source->path;
  bool is_copy = aml_path_is_cached(path) || is_in_cache(reading, path) ||
                 (aml_sv_starts(path, AML_SV("/")) && !file->source->is_named);
  for (size_t i = 0; !is_copy && i < configs->by_folder.count; i++) {
    is_copy = is_configured(arena, configs->by_folder.entries[i].value, path);
  }
  for (aml_sv folder = aml_path_folder(path); !is_copy; folder = aml_path_folder(folder)) {
    (void)aml_engine_open_file(reading, aml_path_join(arena, folder, AML_SV("bicepconfig.json")));
    if (folder.len == 0) {
      break;
    }
  }
  return is_copy || is_configured(arena, configs->fixed, path) || is_bicep_configured(reading->inputs, path);
}
