/* Files are grouped into units by the rows that read them, which the engine lists folders and opens files
 * for. */
#include "base/limits.h"
#include "engine/unit.h"
#include "source/paths.h"

static const aml_texts *list_folder(void *ctx, aml_sv folder) {
  return aml_engine_list_read(ctx, folder);
}

static const aml_folder_names *list_all(void *ctx, aml_sv folder) {
  return aml_engine_list_all(ctx, folder);
}

static aml_file *open_file(void *ctx, aml_sv path) {
  return aml_engine_open_file(ctx, path);
}

static aml_file *open_cached(void *ctx, aml_sv path) {
  return aml_engine_open_cached(ctx, path);
}

static aml_file *find_file(void *ctx, aml_sv path) {
  return aml_engine_find_file(ctx, path);
}

aml_front_host aml_engine_host(aml_engine *engine) {
  return (aml_front_host){.ctx = engine,
      .sources = engine->inputs.sources,
      .facts = engine->criteria.facts,
      .open = open_file,
      .list_all = list_all,
      .open_cached = open_cached,
      .find = find_file};
}

static void load_given(aml_engine *engine, aml_sv open_as, aml_file_list *out) {
  aml_sv path = aml_engine_shown_path(engine, open_as);
  for (size_t i = 0; i < out->count; i++) {
    if (aml_sv_eq(out->items[i]->source->path, path)) {
      return;
    }
  }
  aml_file *file = aml_engine_add_file(engine, path, open_as, true);
  file->is_context = true;
  if (file->tree == NULL) {
    aml_file_load(file);
  }
  if (file->front != NULL && file->front->gives_parameters) {
    AML_VEC_PUSH(&engine->arena, out, file);
  } else if (file->state == AML_FILE_READ) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, file->source->path,
        "'%.*s' is not a deployment parameter file, so it was not used.", AML_SV_ARG(file->source->path))
        ->is_configuration = true;
    engine->remarks.is_incomplete = true;
  }
}

/* Those of the command line, and those that a configuration of one of the files names. */
static void load_all_given(aml_engine *engine, aml_file_list *out) {
  aml_arena *arena = &engine->arena;
  for (size_t i = 0; i < engine->request.options.parameters.count; i++) {
    load_given(engine,
        aml_path_join(arena, engine->request.options.folder, engine->request.options.parameters.items[i]),
        out);
  }
  const aml_config *last = NULL;
  size_t count = engine->inputs.files.count;
  for (size_t i = 0; i < count; i++) {
    const aml_config *config = engine->inputs.files.items[i]->config;
    for (size_t k = 0; config != NULL && config != last && k < config->parameter_files.count; k++) {
      load_given(engine, aml_path_join(arena, config->folder, config->parameter_files.items[k]), out);
    }
    last = config;
  }
}

void aml_engine_group(aml_engine *engine) {
  aml_file_list given = {0};
  aml_front_host host = aml_engine_host(engine);
  host.arena = &engine->arena;
  host.list = list_folder;
  host.given = &given;
  load_all_given(engine, &given);
  size_t count = engine->inputs.files.count; /* opening adds files; only the run's own are asked here */
  for (size_t i = 0; i < count; i++) {
    aml_file *file = engine->inputs.files.items[i];
    if (file->front != NULL && file->front->bring != NULL && !file->is_context) {
      file->front->bring(&host, file);
    }
  }
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    aml_file *file = engine->inputs.files.items[i];
    if (file->config == NULL) {
      file->config = aml_engine_config_for(engine, file->source->path);
    }
    if ((!file->is_context || file->is_evidence) && file->front != NULL) {
      aml_unit_group(&host, file);
    }
  }
}
