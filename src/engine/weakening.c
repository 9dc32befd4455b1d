#include "engine/weakening.h"

#include "engine/apply.h"
#include "engine/configure.h"
#include "engine/engine.h"

static void close_standing(void *object) {
  aml_engine_release(object);
}

typedef struct standing_up {
  aml_engine *engine;
  const aml_map *changed; /* paths */
} standing_up;

static void stand(void *ctx) {
  const standing_up *self = ctx;
  aml_engine *engine = self->engine;
  aml_inputs *inputs = &engine->inputs;
  aml_engine_begin(engine);
  aml_engine_discover(&engine->request, inputs, &engine->remarks);
  aml_engine_configure(&engine->request, &engine->reader, &engine->criteria, inputs, &engine->remarks);
  aml_engine_begin_reading(&engine->bounds, 3);
  for (size_t i = 0; i < inputs->files.count; i++) {
    aml_file *file = inputs->files.items[i];
    if (aml_map_find(self->changed, file->source->path) != NULL &&
        (inputs->texts == NULL || file->is_given)) {
      const aml_allowance rest = aml_engine_allow_reading(&engine->bounds, 1);
      aml_file_load(file, &rest);
      (void)aml_engine_charge_reading(&engine->bounds, file);
    }
  }
  aml_engine_collect_waivers(
      &engine->request, &engine->reader, &engine->criteria, inputs, &engine->acceptance, &engine->remarks);
}

/* Whether all is known of it that the run knows. */
static aml_status check_standing(const aml_engine *engine, const aml_inputs *run, aml_error *error) {
  bool is_now = engine->request.options.config_from.len == 0;
  size_t troubles = engine->inputs.discovery.troubles.count;
  bool is_blind = !is_now && engine->inputs.view.agreed == NULL;
  bool has_failed =
      troubles > run->discovery.troubles.count || (is_now && troubles != run->discovery.troubles.count);
  if (is_blind || has_failed) {
    const aml_notices *notices = &engine->remarks.notices;
    aml_sv why = notices->count == 0 ? (aml_sv){NULL, 0} : notices->items[0].message;
    return aml_fail(error, AML_ERR_IO, "%.*s", AML_SV_ARG(why));
  }
  return AML_OK;
}

/* `revision`: empty for the working tree. texts: of changed files; NULL: those of the working tree. */
static aml_status stand_up(
    const aml_weakening *w, aml_sv revision, const aml_map *texts, aml_standing *out, aml_error *error) {
  aml_engine *engine = AML_NEW(w->inputs->arena, aml_engine);
  engine->request = (aml_request){
      .options = w->request->options, .paths = w->request->paths, .kept_rules = w->request->kept_rules};
  engine->request.options.config_from = revision;
  engine->request.options.changed_since = (aml_sv){NULL, 0};
  engine->inputs.front_ends = w->inputs->front_ends;
  engine->inputs.texts = texts;
  aml_engine_init(engine);
  aml_arena_defer(w->inputs->arena, close_standing, engine);
  engine->bounds.finish = w->bounds->finish;
  engine->bounds.held_beside = aml_engine_memory_held(w->bounds);
  standing_up self = {engine, &w->changes->by_path};
  *out = (aml_standing){&engine->inputs, &engine->criteria, &engine->acceptance};
  aml_status status = aml_guard_run(&engine->arena, stand, &self);
  w->bounds->held_beside += aml_engine_memory_held(&engine->bounds) - engine->bounds.held_beside;
  if (status != AML_OK || aml_engine_ran_out(&engine->inputs, &engine->remarks)) {
    return aml_fail(error, AML_ERR_MEMORY, "Out of memory.");
  }
  return check_standing(engine, w->inputs, error);
}

/* What changed files held before; those that are new are not in it. */
static void collect_texts_before(const aml_inputs *inputs, const aml_changes *changes, aml_map *texts) {
  for (size_t i = 0; i < changes->by_path.count; i++) {
    aml_change *change = changes->by_path.entries[i].value;
    if (change->object.len > 0 && aml_engine_reads(inputs, change->path)) {
      aml_map_put(texts, change->path, &change->before);
    }
  }
}

static bool has_overrides(const aml_weakening *w) {
  return w->was->overrides.count + w->is->overrides.count > 0;
}

/* A pair without overrides rules the same for each of its files. */
static void compare_pair(aml_weakening *w, aml_map *seen, aml_sv path) {
  w->was = aml_engine_config_for(w->before.criteria, path);
  w->is = aml_engine_config_for(w->after.criteria, path);
  aml_sv key = aml_sv_format(w->inputs->arena, "%p %p", (const void *)w->was, (const void *)w->is);
  bool is_new = aml_map_find(seen, key) == NULL;
  aml_map_put(seen, key, seen);
  if (is_new || has_overrides(w)) {
    aml_weakening_of_rules(w, path);
  }
  if (is_new) {
    aml_weakening_of_settings(w);
    aml_weakening_of_governance(w);
  }
}

static void compare(aml_weakening *w) {
  aml_map seen;
  aml_map_init(&seen, w->inputs->arena, AML_MAP_EXACT);
  compare_pair(w, &seen, (aml_sv){NULL, 0});
  for (size_t i = 0; i < w->after.inputs->files.count; i++) {
    compare_pair(w, &seen, w->after.inputs->files.items[i]->source->path);
  }
  aml_weakening_of_waivers(w);
  aml_weakening_of_baseline(w);
  aml_weakening_of_facts(w);
  aml_weakening_of_files(w);
}

typedef struct comparing {
  aml_weakening *w;
  aml_status status;
} comparing;

static void compare_all(void *ctx) {
  compare(ctx);
}

static void compare_with_after(void *ctx) {
  comparing *self = ctx;
  self->status = aml_guard_run(self->w->after.inputs->arena, compare_all, self->w);
}

/* What holds for a rule is noted where the configuration lives when it is first asked for. */
static aml_status compare_guarded(aml_weakening *w, aml_error *error) {
  comparing self = {.w = w};
  aml_status status = aml_guard_run(w->before.inputs->arena, compare_with_after, &self);
  bool is_whole = status == AML_OK && self.status == AML_OK;
  return is_whole ? AML_OK : aml_fail(error, AML_ERR_MEMORY, "Out of memory.");
}

static aml_status find(aml_weakening *w, aml_error *error) {
  aml_changes *changes = w->changes;
  if (changes->lacks_before) {
    return aml_fail(error, AML_ERR_IO, "The former content of changed files is not known.");
  }
  if (changes->by_path.count == 0) {
    return AML_OK;
  }
  aml_map texts;
  aml_map_init(&texts, w->inputs->arena, AML_MAP_EXACT);
  collect_texts_before(w->inputs, changes, &texts);
  aml_map_init(&w->files->by_path, w->inputs->arena, AML_MAP_EXACT);
  aml_status status = stand_up(w, changes->base, &texts, &w->before, error);
  status = status == AML_OK ? stand_up(w, (aml_sv){NULL, 0}, NULL, &w->after, error) : status;
  return status == AML_OK ? compare_guarded(w, error) : status;
}

void aml_engine_find_weakenings(aml_bounds *bounds, const aml_request *request, aml_inputs *inputs,
    aml_changes *changes, aml_remarks *remarks) {
  const aml_engine_options *options = &request->options;
  aml_error error = {0};
  aml_weakening_files files;
  aml_weakening w = {.bounds = bounds,
      .request = request,
      .inputs = inputs,
      .changes = changes,
      .remarks = remarks,
      .files = &files};
  if (options->fail_on_weakening && options->changed_since.len == 0) {
    (void)aml_fail(&error, AML_ERR_INPUT, "--fail-on-weakening needs --changed-since.");
  } else if (options->changed_since.len == 0 || options->isolated ||
             !changes->is_asked || /* git has failed, which is told */
             find(&w, &error) == AML_OK) {
    return;
  }
  aml_engine_notice(remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
      "Whether the change weakens the checks could not be determined. %s", error.text)
      ->is_configuration = true;
  remarks->is_incomplete = true;
}
