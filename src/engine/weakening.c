#include "engine/weakening.h"

static void close_standing(void *object) {
  aml_engine *standing = object;
  for (size_t i = 0; i < standing->inputs.files.count; i++) {
    aml_file_release(standing->inputs.files.items[i]);
  }
  (void)pthread_mutex_destroy(&standing->inputs.lock);
  aml_arena_release(&standing->arena);
}

typedef struct standing_up {
  aml_engine *engine;
  const aml_map *changed; /* paths */
} standing_up;

static void stand(void *ctx) {
  const standing_up *self = ctx;
  aml_engine *engine = self->engine;
  aml_engine_begin(engine);
  aml_engine_discover(engine);
  aml_engine_configure(engine);
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    aml_file *file = engine->inputs.files.items[i];
    if (aml_map_find(self->changed, file->source->path) != NULL &&
        (engine->inputs.texts == NULL || file->is_given)) {
      aml_file_load(file);
    }
  }
  aml_engine_collect_waivers(engine);
}

/* texts: of changed files; NULL: those of the working tree. NULL where not all is known that the run knows.
 */
static aml_engine *stand_up(
    aml_engine *run, aml_sv revision, const aml_map *changed, const aml_map *texts, aml_error *error) {
  aml_engine *engine = AML_NEW(&run->arena, aml_engine);
  engine->request.options = run->request.options;
  engine->request.options.config_from = revision;
  engine->request.options.changed_since = (aml_sv){NULL, 0};
  engine->inputs.front_ends = run->inputs.front_ends;
  engine->request.kept_rules = run->request.kept_rules;
  engine->request.paths = run->request.paths;
  engine->inputs.texts = texts;
  aml_arena_init(&engine->arena, SIZE_MAX);
  (void)pthread_mutex_init(&engine->inputs.lock, NULL);
  aml_arena_defer(&run->arena, close_standing, engine);
  standing_up self = {engine, changed};
  if (aml_guard_run(&engine->arena, stand, &self) != AML_OK || aml_engine_ran_out(engine)) {
    (void)aml_fail(error, AML_ERR_MEMORY, "Out of memory.");
    return NULL;
  }
  bool is_blind = revision.len > 0 && engine->inputs.view.agreed == NULL;
  bool has_failed =
      engine->inputs.discovery.troubles.count > run->inputs.discovery.troubles.count ||
      (revision.len == 0 && engine->inputs.discovery.troubles.count != run->inputs.discovery.troubles.count);
  if (is_blind || has_failed) {
    aml_sv why =
        engine->remarks.notices.count == 0 ? (aml_sv){NULL, 0} : engine->remarks.notices.items[0].message;
    (void)aml_fail(error, AML_ERR_IO, "%.*s", AML_SV_ARG(why));
    return NULL;
  }
  return engine;
}

/* What changed files held before; those that are new are not in it. */
static void collect_texts_before(const aml_engine *run, aml_map *texts) {
  for (size_t i = 0; i < run->changes.by_path.count; i++) {
    aml_change *change = run->changes.by_path.entries[i].value;
    if (change->object.len > 0 && aml_engine_reads(run, change->path)) {
      aml_map_put(texts, change->path, &change->before);
    }
  }
}

static bool has_overrides(const aml_weakening *w) {
  return w->was->overrides.count + w->is->overrides.count > 0;
}

/* A pair without overrides rules the same for each of its files. */
static void compare_pair(aml_weakening *w, aml_map *seen, aml_sv path) {
  w->was = aml_engine_config_for(w->before, path);
  w->is = aml_engine_config_for(w->after, path);
  aml_sv key = aml_sv_format(&w->run->arena, "%p %p", (const void *)w->was, (const void *)w->is);
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
  aml_map_init(&seen, &w->run->arena, AML_MAP_EXACT);
  compare_pair(w, &seen, (aml_sv){NULL, 0});
  for (size_t i = 0; i < w->after->inputs.files.count; i++) {
    compare_pair(w, &seen, w->after->inputs.files.items[i]->source->path);
  }
  aml_weakening_of_waivers(w);
  aml_weakening_of_baseline(w);
  aml_weakening_of_facts(w);
  aml_weakening_of_files(w);
}

static aml_status find(aml_engine *run, aml_error *error) {
  const aml_changes *changes = &run->changes;
  if (changes->lacks_before) {
    return aml_fail(error, AML_ERR_IO, "The former content of changed files is not known.");
  }
  if (changes->by_path.count == 0) {
    return AML_OK;
  }
  aml_map texts;
  aml_map_init(&texts, &run->arena, AML_MAP_EXACT);
  collect_texts_before(run, &texts);
  aml_weakening_files files;
  aml_map_init(&files.by_path, &run->arena, AML_MAP_EXACT);
  aml_weakening w = {
      .run = run, .files = &files, .before = stand_up(run, changes->base, &changes->by_path, &texts, error)};
  w.after = w.before == NULL ? NULL : stand_up(run, (aml_sv){NULL, 0}, &changes->by_path, NULL, error);
  if (w.after == NULL) {
    return AML_ERR_IO;
  }
  compare(&w);
  return AML_OK;
}

void aml_engine_find_weakenings(aml_engine *engine) {
  aml_error error = {0};
  if (engine->request.options.fail_on_weakening && engine->request.options.changed_since.len == 0) {
    (void)aml_fail(&error, AML_ERR_INPUT, "--fail-on-weakening needs --changed-since.");
  } else if (engine->request.options.changed_since.len == 0 || engine->request.options.isolated ||
             !engine->changes.is_asked || /* git has failed, which is told */
             find(engine, &error) == AML_OK) {
    return;
  }
  aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
      "Whether the change weakens the checks could not be determined. %s", error.text)
      ->is_configuration = true;
  engine->remarks.is_incomplete = true;
}
