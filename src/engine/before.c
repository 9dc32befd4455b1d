#include "engine/before.h"

#include "engine/conclude.h"
#include "engine/counterpart.h"
#include "engine/engine.h"
#include "engine/same_resource.h"
#include "expr/value_text.h"
#include "source/paths.h"

struct aml_before {
  aml_engine engine;
  aml_counterpart other;
  bool is_read;      /* up to where it is linked; else it ended, or was not possible */
  bool is_whole;     /* as far as it went */
  size_t held;       /* bytes that the run after the change knows of */
  aml_map findings;  /* key of a finding to itself */
  aml_map resources; /* key of a resource to an aml_sv: what it comes to */
};

static void release(void *object) {
  aml_before *self = object;
  aml_engine_release(&self->engine);
}

static aml_sv join_names(aml_arena *arena, const aml_finding *finding) {
  aml_sv out = {NULL, 0};
  for (size_t i = 0; i < finding->parameter_file_count; i++) {
    out = aml_sv_format(arena, "%.*s\n%.*s", AML_SV_ARG(out), AML_SV_ARG(finding->parameter_files[i]));
  }
  return out;
}

/* All that a report tells, but for the place: lines move. */
static aml_sv key_of_finding(aml_arena *arena, const aml_finding *finding) {
  return aml_sv_format(arena, "%.*s %d %d %.*s\n%.*s\n%.*s", AML_SV_ARG(finding->fingerprint),
      (int)finding->status, (int)finding->severity, AML_SV_ARG(finding->message.text),
      AML_SV_ARG(finding->condition), AML_SV_ARG(join_names(arena, finding)));
}

static aml_sv value_of(aml_arena *arena, const aml_resource *resource) {
  aml_sv body = resource->body == NULL ? (aml_sv){NULL, 0} : aml_value_json(arena, resource->body, false);
  return aml_sv_format(arena, "%d %.*s %.*s", (int)resource->condition, AML_SV_ARG(resource->condition_text),
      AML_SV_ARG(body));
}

static bool is_reached(const aml_engine *engine, const aml_resource *resource) {
  return engine->reach.resources == NULL || engine->reach.resources[resource->order] == AML_REACHED;
}

static void index_resource(aml_before *self, const aml_resource *resource) {
  aml_engine *engine = &self->engine;
  if (is_reached(engine, resource)) {
    aml_sv *value = AML_NEW(&engine->arena, aml_sv);
    *value = value_of(&engine->arena, resource);
    (void)aml_map_put(
        &self->resources, aml_resource_key(&engine->arena, engine->inputs.sources, resource), value);
  }
}

static void index_run(aml_before *self) {
  aml_engine *engine = &self->engine;
  aml_arena *arena = &engine->arena;
  aml_engine_fingerprint(&engine->findings, engine->inputs.sources);
  for (size_t i = 0; i < engine->findings.list.count; i++) {
    aml_finding *finding = engine->findings.list.items[i];
    (void)aml_map_put(&self->findings, key_of_finding(arena, finding), finding);
  }
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    for (size_t k = 0; k < engine->inputs.files.items[i]->units.count; k++) {
      const aml_resources *resources = &engine->inputs.files.items[i]->units.items[k]->resources;
      for (size_t r = 0; r < resources->list.count; r++) {
        index_resource(self, resources->list.items[r]);
      }
    }
  }
}

/* What the caller gave was not there before: the file on disk was, if any. */
static void view_before(aml_view *view, const aml_view *after, const aml_changes *changes) {
  for (size_t i = 0; i < after->texts.count; i++) {
    const aml_view_text *text = after->texts.entries[i].value;
    aml_engine_set_view(view, after->texts.entries[i].key, text->is_absent, text->text);
  }
  for (size_t i = 0; i < changes->by_path.count; i++) {
    const aml_change *change = changes->by_path.entries[i].value;
    aml_engine_set_view(view, change->path, change->object.len == 0, change->before);
  }
}

static void read_it(void *ctx) {
  const aml_former *former = ctx;
  aml_before *before = former->before;
  aml_engine *engine = &before->engine;
  aml_engine_begin(engine);
  aml_sources_follow(engine->inputs.sources, former->after->inputs.sources);
  aml_map_init(&before->findings, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&before->resources, &engine->arena, AML_MAP_EXACT);
  view_before(&engine->inputs.view, &former->after->inputs.view, &former->after->changes);
  before->is_read = former->read(engine);
}

static void judge_it(void *ctx) {
  const aml_former *former = ctx;
  aml_before *before = former->before;
  if (before->is_read) {
    former->judge(&before->engine);
  }
  index_run(before);
}

/* Of the run of the change, what is the same of the one before it. */
static void prepare(aml_before *before, const aml_engine *after) {
  aml_engine *engine = &before->engine;
  aml_engine_options options = after->request.options;
  options.changed_since = (aml_sv){NULL, 0};
  options.staged = options.keep_passed = options.keep_gone = false;
  engine->request = (aml_request){.options = options,
      .paths = after->request.paths,
      .kept_rules = after->request.kept_rules,
      .is_compared = true};
  before->other = (aml_counterpart){.inputs = &after->inputs, .changed = &after->changes.by_path};
  bool is_judged_alike = !aml_engine_is_all_changed(&after->request, &after->changes);
  engine->inputs.other = is_judged_alike ? &before->other : NULL;
  engine->inputs.front_ends = after->inputs.front_ends;
  engine->inputs.view.agreed = after->inputs.view.agreed;
  engine->inputs.view.index = after->inputs.view.index;
  engine->bounds.finish = after->bounds.finish;
  engine->bounds.held_beside = aml_engine_memory_held(&after->bounds);
  aml_engine_init(engine);
}

/* A folder that could not be walked before, and can be now, may have held anything. */
static bool has_new_trouble(const aml_former *former) {
  return former->before->engine.inputs.discovery.troubles.count >
         former->after->inputs.discovery.troubles.count;
}

/* Once. */
static void tell_unknown(aml_former *former) {
  aml_engine *after = former->after;
  const aml_before *before = former->before;
  const aml_discovery *discovery = &before->engine.inputs.discovery;
  if (former->is_told) {
    return;
  }
  former->is_told = true;
  bool is_whole = before->is_whole;
  const aml_trouble *trouble = is_whole ? &discovery->troubles.items[discovery->troubles.count - 1] : NULL;
  aml_engine_notice(&after->remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
      "The findings before the change are not known, so everything is reported: %s%.*s%s%.*s.",
      is_whole ? "'" : "memory ran out", AML_SV_ARG(is_whole ? trouble->path : (aml_sv){0}),
      is_whole ? "' " : "", AML_SV_ARG(is_whole ? trouble->text : (aml_sv){0}));
  after->remarks.is_incomplete = true;
}

/* Marks the run before where that did not work, or some of it is missing. */
static void do_part(aml_former *former, void (*part)(void *ctx)) {
  aml_before *before = former->before;
  aml_engine *engine = &before->engine;
  aml_bounds *after = &former->after->bounds;
  before->is_whole = aml_guard_run(&engine->arena, part, former) == AML_OK &&
                     !aml_engine_ran_out(&engine->inputs, &engine->remarks);
  size_t held = aml_engine_memory_held(&engine->bounds) - engine->bounds.held_beside;
  after->held_beside += held - before->held;
  before->held = held;
  if (!before->is_whole || has_new_trouble(former)) {
    tell_unknown(former);
  }
}

aml_engine *aml_former_read(aml_former *former) {
  aml_engine *after = former->after;
  if (former->before == NULL) {
    former->before = AML_NEW(&after->arena, aml_before);
    prepare(former->before, after);
    aml_arena_defer(&after->arena, release, former->before);
    do_part(former, read_it);
  }
  bool is_good = former->before->is_whole && former->before->is_read;
  return is_good ? &former->before->engine : NULL;
}

bool aml_former_judge(aml_former *former) {
  (void)aml_former_read(former);
  aml_before *before = former->before;
  if (!former->is_judged && before->is_whole) {
    do_part(former, judge_it);
  }
  former->is_judged = true;
  return before->is_whole && !has_new_trouble(former) && !before->engine.remarks.has_ended;
}

/* NULL where that run was not possible, which is told. */
static const aml_before *before_of(aml_former *former) {
  (void)aml_former_judge(former);
  return former->is_told ? NULL : former->before;
}

const aml_inputs *aml_former_inputs(aml_former *former) {
  const aml_before *before = before_of(former);
  return before == NULL ? NULL : &before->engine.inputs;
}

/* What the change does not reach is the same. */
static bool is_same_resource(
    const aml_before *before, const aml_engine *after, const aml_resource *resource) {
  aml_arena *arena = after->inputs.arena;
  if (!is_reached(after, resource)) {
    return true;
  }
  const aml_sv *value =
      aml_map_find(&before->resources, aml_resource_key(arena, after->inputs.sources, resource));
  return value != NULL && aml_sv_eq(*value, value_of(arena, resource));
}

bool aml_former_has(aml_former *former, const aml_finding *finding) {
  const aml_before *before = before_of(former);
  const aml_engine *after = former->after;
  if (before != NULL && finding->is_as_before) {
    return true;
  }
  if (before == NULL ||
      aml_map_find(&before->findings, key_of_finding(after->inputs.arena, finding)) == NULL) {
    return false;
  }
  return finding->resource == NULL || after->request.options.touched == AML_TOUCHED_LINE ||
         finding->resource->form->is_configured || is_same_resource(before, after, finding->resource);
}
