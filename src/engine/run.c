/* One run: the stages in their order, each within what is left of the run's budget. The calls say what each
 * of them reads and what it fills. */
#include "engine/apply.h"
#include "engine/check_resources.h"
#include "engine/conclude.h"
#include "engine/configure.h"
#include "engine/engine.h"
#include "engine/evidence.h"
#include "engine/weakening.h"

/* ---- what is read ---- */

static void discover(aml_engine *run) {
  aml_engine_discover(&run->request, &run->inputs, &run->remarks);
}

static void find_changes(aml_engine *run) {
  aml_engine_find_changes(&run->request, &run->inputs, &run->changes, &run->remarks);
}

static void apply_view(aml_engine *run) {
  aml_engine_apply_view(&run->request, &run->inputs);
}

static void configure(aml_engine *run) {
  aml_engine_configure(&run->request, &run->reader, &run->criteria, &run->inputs, &run->remarks);
}

static void find_renames(aml_engine *run) {
  aml_engine_find_renames(&run->request, &run->inputs, &run->changes);
}

static void find_weakenings(aml_engine *run) {
  aml_engine_find_weakenings(&run->bounds, &run->request, &run->inputs, &run->changes, &run->remarks);
}

static aml_reading reading_of(aml_engine *run) {
  return (aml_reading){.request = &run->request,
      .bounds = &run->bounds,
      .criteria = &run->criteria,
      .inputs = &run->inputs,
      .remarks = &run->remarks};
}

static void load(aml_engine *run) {
  aml_reading reading = reading_of(run);
  aml_engine_load(&reading);
}

static void group(aml_engine *run) {
  aml_reading reading = reading_of(run);
  aml_engine_group(&reading);
}

static void expand(aml_engine *run) {
  aml_reading reading = reading_of(run);
  aml_engine_expand(&reading);
}

/* ---- what is found ---- */

static void link_resources(aml_engine *run) {
  aml_engine_link(&run->request, &run->criteria, &run->inputs, &run->estate, &run->remarks);
}

static void check(aml_engine *run) {
  const aml_checking checking = {.request = &run->request,
      .criteria = &run->criteria,
      .inputs = &run->inputs,
      .estate = &run->estate,
      .reach = &run->reach,
      .bounds = &run->bounds,
      .findings = &run->findings,
      .remarks = &run->remarks};
  aml_engine_check(&checking);
}

/* ---- what is reported ---- */

/* What the input itself makes joins what rules have found. */
static void complete_findings(aml_engine *run) {
  aml_reading reading = reading_of(run);
  aml_engine_collect_waivers(
      &run->request, &run->reader, &run->criteria, &run->inputs, &run->acceptance, &run->remarks);
  aml_engine_check_waived_resources(&run->criteria, &run->estate, &run->acceptance, &run->findings);
  aml_engine_add_unread(&run->criteria, &run->inputs, &run->findings, &run->result.unread, &run->remarks);
  aml_engine_add_input_findings(
      &run->bounds, &run->criteria, &run->inputs, &run->findings, &run->result.counts, &run->remarks);
  aml_engine_tell_left_out(&run->inputs, &run->remarks);
  aml_findings_sort(&run->findings, run->inputs.sources);
  aml_engine_merge_parameter_sets(&run->findings);
  aml_engine_withdraw_fixes(&reading, &run->findings);
}

/* What somebody accepts is marked; what is off, or not of the change, is left out. */
static void judge_findings(aml_engine *run) {
  const aml_applying applying = {.request = &run->request,
      .changes = &run->changes,
      .reader = &run->reader,
      .criteria = &run->criteria,
      .inputs = &run->inputs,
      .estate = &run->estate,
      .acceptance = &run->acceptance,
      .findings = &run->findings,
      .remarks = &run->remarks};
  aml_engine_apply_waivers(&applying);
  aml_engine_apply_severities(&run->criteria, run->inputs.sources, &run->findings, &run->remarks);
  aml_findings_sort(&run->findings, run->inputs.sources);
  aml_engine_apply_baseline(&applying);
  aml_engine_find_narrowed(&run->request, &run->inputs, &run->changes, &run->remarks, &run->former);
  aml_engine_keep_changes(
      &run->request, &run->inputs, &run->changes, &run->remarks, &run->findings, &run->former);
}

/* What else is told, with the findings. */
static void collect_told(aml_engine *run) {
  aml_findings more =
      aml_engine_collect_told(&run->request, &run->criteria, &run->inputs, &run->acceptance, &run->findings);
  aml_engine_keep_changes(&run->request, &run->inputs, &run->changes, &run->remarks, &more, NULL);
  run->result.told = aml_engine_join_told(run->inputs.sources, &run->findings, &more);
}

static void conclude(aml_engine *run) {
  aml_engine_note_conclusion(run);
  complete_findings(run);
  judge_findings(run);
  if (run->request.is_compared) {
    return;
  }
  aml_engine_fill_run(run); /* whether the run is complete is settled by now */
  collect_told(run);
  run->result.run.told = &run->result.told;
}

/* ---- all of it ---- */

typedef struct stage {
  void (*run)(aml_engine *run);
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
static bool is_within(const aml_bounds *bounds, aml_status status) {
  bool is_end = bounds->budget.end != AML_BUDGET_OPEN;
  if (status != AML_OK && (status != AML_ERR_LIMIT || !is_end)) {
    aml_arena_give_up(bounds->arena, status);
  }
  return !is_end;
}

/* False where the run ended. */
static bool run_list(aml_engine *engine, const stage *stages, size_t count, bool is_anew) {
  bool is_open = true;
  for (size_t i = 0; is_open && i < count; i++) {
    running self = {engine, &stages[i]};
    aml_engine_renew_budget(&engine->bounds, is_anew && i == 0);
    aml_status status = aml_guard_run(&engine->arena, run_stage, &self);
    is_open = is_within(&engine->bounds, status);
    if (!is_open) {
      aml_engine_conclude_briefly(engine, stages[i].what);
    }
  }
  engine->arena.budget = NULL;
  return is_open;
}

bool aml_engine_read_stages(aml_engine *engine) {
  static const stage stages[] = {{discover, "Searching for files"}, {find_changes, "Searching for changes"},
      {apply_view, "Reading what is staged"}, {configure, "Reading the configuration"},
      {find_renames, "Searching for files that were renamed"},
      {find_weakenings, "Comparing the configuration with that before the change"},
      {load, "Reading the files"}, {group, "Searching for parameter files"}, {expand, "Expanding the files"},
      {link_resources, "Linking the resources"}};
  if (engine->bounds.finish == 0) { /* else that of the run that this one is a part of */
    engine->bounds.finish = aml_budget_clock() + (int64_t)engine->bounds.timeout * 1000000000;
  }
  return run_list(engine, stages, sizeof stages / sizeof stages[0], true);
}

void aml_engine_judge_stages(aml_engine *engine) {
  static const stage stages[] = {{aml_engine_narrow, "Comparing the resources with those before the change"},
      {check, "Checking the resources"}, {conclude, "Applying exceptions and severities"}};
  (void)run_list(engine, stages, sizeof stages / sizeof stages[0], false);
}

void aml_engine_run_stages(aml_engine *engine) {
  engine->former =
      (aml_former){.after = engine, .read = aml_engine_read_stages, .judge = aml_engine_judge_stages};
  if (aml_engine_read_stages(engine)) {
    aml_engine_judge_stages(engine);
  }
  engine->has_run = true;
}
