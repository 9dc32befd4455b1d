/* One run: the stages in their order, each within what is left of the run's budget. */
#include "engine/run_budget.h"

typedef struct stage {
  void (*run)(aml_engine *engine);
  const char *what; /* is done in it */
} stage;

typedef struct running {
  aml_engine *engine;
  const stage *stage;
} running;

static void run_stage(void *ctx) {
  const running *self = ctx;
  self->stage->run(self->engine);
}

/* Whether the budget lasted. What another status says is the caller's to know. */
static bool is_within(aml_engine *engine, aml_status status) {
  bool is_end = engine->bounds.budget.end != AML_BUDGET_OPEN;
  if (status != AML_OK && (status != AML_ERR_LIMIT || !is_end)) {
    aml_arena_give_up(&engine->arena, status);
  }
  return !is_end;
}

void aml_engine_run_stages(aml_engine *engine) {
  static const stage stages[] = {{aml_engine_discover, "Searching for files"},
      {aml_engine_find_changes, "Searching for changes"}, {aml_engine_apply_view, "Reading what is staged"},
      {aml_engine_configure, "Reading the configuration"},
      {aml_engine_find_renames, "Searching for files that were renamed"},
      {aml_engine_find_weakenings, "Comparing the configuration with that before the change"},
      {aml_engine_load, "Reading the files"}, {aml_engine_group, "Searching for parameter files"},
      {aml_engine_expand, "Expanding the files"}, {aml_engine_link, "Linking the resources"},
      {aml_engine_check, "Checking the resources"},
      {aml_engine_conclude, "Applying exceptions and severities"}};
  engine->run_again = aml_engine_run_stages;
  if (engine->bounds.finish == 0) { /* else that of the run that this one is a part of */
    engine->bounds.finish = aml_budget_clock() + (int64_t)engine->request.options.timeout * 1000000000;
  }
  for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
    running self = {engine, &stages[i]};
    aml_engine_renew_budget(engine, i == 0);
    aml_status status = aml_guard_run(&engine->arena, run_stage, &self);
    if (!is_within(engine, status)) {
      aml_engine_conclude_briefly(engine, stages[i].what);
      break;
    }
  }
  engine->arena.budget = NULL;
  engine->has_run = true;
}
