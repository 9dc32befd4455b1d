/* Files are grouped into units by the rows that read them, which the engine lists folders and opens files
 * for. */
#include "base/limits.h"
#include "engine/reading.h"
#include "engine/unit.h"
#include "source/paths.h"

static const aml_texts *list_folder(void *ctx, aml_sv folder) {
  const aml_reading *reading = ctx;
  return aml_engine_list_read(reading->inputs, reading->remarks, folder);
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
  const aml_reading *reading = ctx;
  return aml_engine_find_file(reading->inputs, path);
}

aml_front_host aml_engine_host(aml_reading *reading) {
  return (aml_front_host){.ctx = reading,
      .sources = reading->inputs->sources,
      .facts = reading->criteria->facts,
      .open = open_file,
      .list_all = list_all,
      .open_cached = open_cached,
      .find = find_file};
}

static void load_given(const aml_reading *reading, aml_sv open_as, aml_file_list *out) {
  aml_sv path = aml_engine_shown_path(reading->inputs, open_as);
  for (size_t i = 0; i < out->count; i++) {
    if (aml_sv_eq(out->items[i]->source->path, path)) {
      return;
    }
  }
  aml_file *file = aml_engine_add_file(reading->inputs, path, open_as, true);
  file->is_context = true;
  if (file->tree == NULL) {
    aml_engine_load_more(reading, file);
  }
  if (file->front != NULL && file->front->gives_parameters) {
    AML_VEC_PUSH(reading->inputs->arena, out, file);
  } else if (file->state == AML_FILE_READ) {
    aml_engine_notice(reading->remarks, AML_SEVERITY_ERROR, file->source->path,
        "'%.*s' is not a deployment parameter file, so it was not used.", AML_SV_ARG(file->source->path))
        ->is_configuration = true;
    reading->remarks->is_incomplete = true;
  }
}

/* Those of the command line, and those that a configuration of one of the files names. */
static void load_all_given(const aml_reading *reading, aml_file_list *out) {
  aml_arena *arena = reading->inputs->arena;
  for (size_t i = 0; i < reading->request->options.parameters.count; i++) {
    load_given(reading,
        aml_path_join(arena, reading->request->options.folder, reading->request->options.parameters.items[i]),
        out);
  }
  const aml_config *last = NULL;
  size_t count = reading->inputs->files.count;
  for (size_t i = 0; i < count; i++) {
    const aml_config *config = reading->inputs->files.items[i]->config;
    for (size_t k = 0; config != NULL && config != last && k < config->parameter_files.count; k++) {
      load_given(reading, aml_path_join(arena, config->folder, config->parameter_files.items[k]), out);
    }
    last = config;
  }
}

void aml_engine_group(aml_reading *reading) {
  aml_file_list given = {0};
  aml_front_host host = aml_engine_host(reading);
  host.arena = reading->inputs->arena;
  host.list = list_folder;
  host.given = &given;
  aml_engine_begin_reading(reading->bounds, 2);
  load_all_given(reading, &given);
  size_t count = reading->inputs->files.count; /* opening adds files; only the run's own are asked here */
  for (size_t i = 0; i < count; i++) {
    aml_file *file = reading->inputs->files.items[i];
    if (file->front != NULL && file->front->bring != NULL && !file->is_context) {
      file->front->bring(&host, file);
    }
  }
  for (size_t i = 0; i < reading->inputs->files.count; i++) {
    aml_file *file = reading->inputs->files.items[i];
    if (file->config == NULL) {
      file->config = aml_engine_config_for(reading->criteria, file->source->path);
    }
    if ((!file->is_context || file->is_evidence) && file->front != NULL) {
      aml_unit_group(&host, file);
    }
  }
}
