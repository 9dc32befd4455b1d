/* One run: the stages in their order. */
#include "engine/engine.h"

void aml_engine_run_stages(aml_engine *engine) {
  engine->run_again = aml_engine_run_stages;
  engine->finish = aml_budget_clock() + (int64_t)engine->options.timeout * 1000000000;
  aml_engine_discover(engine);
  aml_engine_find_changes(engine);
  aml_engine_apply_view(engine);
  aml_engine_configure(engine);
  aml_engine_find_renames(engine);
  aml_engine_find_weakenings(engine);
  aml_engine_load(engine);
  aml_engine_group(engine);
  aml_engine_expand(engine);
  aml_engine_link(engine);
  aml_engine_check(engine);
  aml_engine_conclude(engine);
  engine->has_run = true;
}
