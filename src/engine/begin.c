#include "engine/engine.h"

void aml_engine_begin(aml_engine *engine) {
  engine->sources = aml_sources_new(&engine->arena);
  aml_map_init(&engine->files_by_path, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->configs, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->waivers_by_config, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->folders, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->full_folders, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->view, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->view_folders, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->changes.by_path, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->changes.roles, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->own_paths, &engine->arena, AML_MAP_EXACT);
  engine->levels = aml_levels_store_new(&engine->arena);
  aml_diags_init(&engine->diags, &engine->arena);
}
