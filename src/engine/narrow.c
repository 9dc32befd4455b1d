/* Where only changes are reported, only what a change reaches need be judged. That is found out where it can
 * be told beforehand: not where everything counts as changed, where something is asked for besides, or where
 * what is known of findings hangs on findings elsewhere (exceptions, baselines, exports). */
#include "base/limits.h"
#include "engine/apply.h"
#include "engine/engine.h"
#include "engine/evidence.h"

enum { MOST_RESOURCES = 20000 /* of which a rule may look at each without coming near its own bound */ };

/* Such files also say how to judge, and are read only when findings are. */
static bool has_late_files(const aml_config *config) {
  return config->exceptions.count > 0 || config->baseline.len > 0 || config->evidence.count > 0 ||
         config->governance != NULL;
}

static bool is_configured_plainly(const aml_engine *run) {
  const aml_engine_options *options = &run->request.options;
  const aml_config *last = aml_engine_config_for(&run->criteria, (aml_sv){NULL, 0});
  bool is_plain = options->exceptions.count == 0 && options->baseline.len == 0 &&
                  options->evidence.count == 0 && !has_late_files(last);
  for (size_t i = 0; is_plain && i < run->inputs.files.count; i++) {
    const aml_config *config = run->inputs.files.items[i]->config;
    is_plain = config == NULL || config == last || !has_late_files(config);
    last = config == NULL ? last : config;
  }
  return is_plain;
}

/* Whether checking all of it comes to an end, for which each resource is given what many take. */
static bool is_small_enough(const aml_engine *run) {
  size_t count = aml_graph_count(run->estate.declared);
  const aml_means means = aml_engine_means(&run->bounds, 1, 0);
  return count <= MOST_RESOURCES && count * AML_RUN_STEPS_FOR_A_RESOURCE <= means.steps;
}

static bool can_be_narrowed(const aml_engine *run) {
  const aml_request *request = &run->request;
  bool is_asked_for_more = request->options.keep_passed || request->options.keep_gone || request->is_recorded;
  return run->changes.is_asked && !is_asked_for_more && run->estate.running == NULL &&
         run->estate.quotas.count == 0 && !aml_engine_is_all_changed(request, &run->changes) &&
         is_configured_plainly(run) && !aml_engine_lacks_former(&run->inputs, &run->changes) &&
         is_small_enough(run);
}

/* Comments are about findings of their file, all of them. */
static void watch_waivers(const aml_inputs *inputs, aml_map *watched) {
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    if (aml_engine_speaks_of_waivers(file)) {
      (void)aml_map_put(watched, file->source->path, watched);
    }
  }
}

void aml_engine_narrow(aml_engine *engine) {
  if (!can_be_narrowed(engine)) {
    return;
  }
  bool has_before = aml_engine_may_be_affected(&engine->inputs, &engine->changes);
  aml_engine *former = has_before ? aml_former_read(&engine->former) : NULL;
  if (has_before && former == NULL) {
    return;
  }
  aml_map watched;
  aml_map_init(&watched, &engine->arena, AML_MAP_EXACT);
  aml_reach_search search = {.arena = &engine->arena,
      .after = {engine->estate.declared, engine->inputs.sources},
      .changed = &engine->changes.by_path,
      .watched = &watched};
  watch_waivers(&engine->inputs, &watched);
  if (has_before) {
    search.before = (aml_reach_side){former->estate.declared, former->inputs.sources};
    watch_waivers(&former->inputs, &watched);
  }
  aml_reach after;
  aml_reach before;
  if (!aml_reach_find(&search, &after, &before)) {
    return;
  }
  if (has_before) {
    former->reach = before;
  }
  engine->reach = !has_before || aml_former_judge(&engine->former) ? after : (aml_reach){0};
}
