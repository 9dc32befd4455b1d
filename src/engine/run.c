/* One run: the stages in their order. */
#include "engine/engine.h"

void aml_engine_begin(aml_engine *engine) {
  engine->sources = aml_sources_new(&engine->arena);
  aml_map_init(&engine->files_by_path, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->configs, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->waivers_by_config, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->folders, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->view, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->view_folders, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->changes.by_path, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&engine->changes.roles, &engine->arena, AML_MAP_EXACT);
  aml_diags_init(&engine->diags, &engine->arena);
}

void aml_engine_run_stages(aml_engine *engine) {
  engine->finish = aml_budget_clock() + (int64_t)engine->options.timeout * 1000000000;
  aml_engine_discover(engine);
  aml_engine_find_changes(engine);
  aml_engine_apply_view(engine);
  aml_engine_configure(engine);
  aml_engine_find_renames(engine);
  aml_engine_find_weakenings(engine);
  aml_engine_load(engine);
  aml_engine_pair_parameters(engine);
  aml_engine_expand(engine);
  aml_engine_link(engine);
  aml_engine_check(engine);
  aml_engine_conclude(engine);
  engine->has_run = true;
}
