#include "engine/engine.h"

/* Takes no memory, so that whoever looks at a run that could not begin finds it whole. */
void aml_engine_init(aml_engine *engine) {
  aml_arena *arena = &engine->arena;
  aml_arena_init(arena, SIZE_MAX);
  (void)pthread_mutex_init(&engine->inputs.lock, NULL);
  engine->inputs.arena = engine->inputs.view.arena = engine->changes.arena = engine->remarks.arena = arena;
  engine->criteria.arena = engine->estate.arena = engine->acceptance.arena = engine->result.arena = arena;
  engine->bounds.arena = arena;
  engine->bounds.inputs = &engine->inputs;
  engine->bounds.estate = &engine->estate;
  engine->reader = (aml_own_reader){.arena = arena,
      .request = &engine->request,
      .inputs = &engine->inputs,
      .bounds = &engine->bounds,
      .changes = &engine->changes,
      .remarks = &engine->remarks};
}

static void begin_maps(aml_engine *engine) {
  aml_inputs *inputs = &engine->inputs;
  aml_map *maps[] = {&inputs->files_by_path, &inputs->folders, &inputs->full_folders, &inputs->view.texts,
      &inputs->view.folders, &engine->changes.by_path, &engine->changes.roles, &engine->bounds.own_paths,
      &engine->reader.extended, &engine->acceptance.waivers_by_config};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
    aml_map_init(maps[i], &engine->arena, AML_MAP_EXACT);
  }
}

static void begin_criteria(aml_engine *engine) {
  aml_criteria *criteria = &engine->criteria;
  criteria->configs = AML_NEW(&engine->arena, aml_config_store);
  criteria->configs->reader = &engine->reader;
  aml_map_init(&criteria->configs->by_folder, &engine->arena, AML_MAP_EXACT);
  criteria->levels = aml_levels_store_new(&engine->arena, &engine->request.options);
}

void aml_engine_begin(aml_engine *engine) {
  engine->inputs.sources = aml_sources_new(&engine->arena);
  aml_diags_init(&engine->remarks.diags, &engine->arena);
  engine->bounds.max_memory = engine->request.options.max_memory;
  engine->bounds.timeout = engine->request.options.timeout;
  begin_maps(engine);
  begin_criteria(engine);
}

void aml_engine_release(aml_engine *engine) {
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    aml_file_release(engine->inputs.files.items[i]);
  }
  (void)pthread_mutex_destroy(&engine->inputs.lock);
  aml_arena_release(&engine->arena);
}
