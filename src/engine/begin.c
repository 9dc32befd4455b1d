#include "engine/engine.h"

static void begin_inputs(aml_inputs *inputs, aml_arena *arena) {
  inputs->arena = inputs->view.arena = arena;
  inputs->sources = aml_sources_new(arena);
  aml_map *maps[] = {&inputs->files_by_path, &inputs->folders, &inputs->full_folders, &inputs->view.texts,
      &inputs->view.folders};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
    aml_map_init(maps[i], arena, AML_MAP_EXACT);
  }
}

static void begin_changes(aml_changes *changes, aml_arena *arena) {
  changes->arena = arena;
  aml_map_init(&changes->by_path, arena, AML_MAP_EXACT);
  aml_map_init(&changes->roles, arena, AML_MAP_EXACT);
}

static void begin_bounds(aml_engine *engine) {
  aml_bounds *bounds = &engine->bounds;
  bounds->arena = &engine->arena;
  bounds->inputs = &engine->inputs;
  bounds->estate = &engine->estate;
  bounds->max_memory = engine->request.options.max_memory;
  bounds->timeout = engine->request.options.timeout;
  aml_map_init(&bounds->own_paths, &engine->arena, AML_MAP_EXACT);
}

static void begin_criteria(aml_engine *engine) {
  aml_criteria *criteria = &engine->criteria;
  criteria->arena = &engine->arena;
  criteria->configs = AML_NEW(&engine->arena, aml_config_store);
  criteria->configs->reader = &engine->reader;
  aml_map_init(&criteria->configs->by_folder, &engine->arena, AML_MAP_EXACT);
  criteria->levels = aml_levels_store_new(&engine->arena, &engine->request.options);
}

void aml_engine_begin(aml_engine *engine) {
  aml_arena *arena = &engine->arena;
  engine->remarks.arena = engine->estate.arena = engine->result.arena = arena;
  aml_diags_init(&engine->remarks.diags, arena);
  begin_inputs(&engine->inputs, arena);
  begin_changes(&engine->changes, arena);
  begin_bounds(engine);
  engine->reader = (aml_own_reader){
      arena, &engine->request, &engine->inputs, &engine->bounds, &engine->changes, &engine->remarks};
  begin_criteria(engine);
  engine->acceptance.arena = arena;
  aml_map_init(&engine->acceptance.waivers_by_config, arena, AML_MAP_EXACT);
}
