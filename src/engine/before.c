#include "engine/before.h"

#include "engine/conclude.h"
#include "engine/engine.h"
#include "expr/value_text.h"
#include "source/paths.h"

struct aml_before {
  aml_engine engine;
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

static aml_sv key_of_resource(aml_arena *arena, const aml_sources *sources, const aml_resource *resource) {
  aml_sv path = {NULL, 0};
  if (!aml_span_is_none(resource->span)) {
    path = aml_sources_get(sources, resource->span.source)->path;
  }
  aml_sv name = resource->name == NULL ? resource->shown_name : aml_value_json(arena, resource->name, false);
  return aml_sv_format(arena, "%.*s\n%.*s\n%.*s\n%.*s\n%.*s", AML_SV_ARG(path), AML_SV_ARG(resource->type),
      AML_SV_ARG(name), AML_SV_ARG(resource->iteration), AML_SV_ARG(resource->parameters));
}

static aml_sv value_of(aml_arena *arena, const aml_resource *resource) {
  aml_sv body = resource->body == NULL ? (aml_sv){NULL, 0} : aml_value_json(arena, resource->body, false);
  return aml_sv_format(arena, "%d %.*s %.*s", (int)resource->condition, AML_SV_ARG(resource->condition_text),
      AML_SV_ARG(body));
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
        aml_sv *value = AML_NEW(arena, aml_sv);
        *value = value_of(arena, resources->list.items[r]);
        (void)aml_map_put(&self->resources,
            key_of_resource(arena, engine->inputs.sources, resources->list.items[r]), value);
      }
    }
  }
}

typedef struct running {
  aml_before *before;
  const aml_former *former;
} running;

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

static void run(void *ctx) {
  const running *self = ctx;
  aml_engine *engine = &self->before->engine;
  aml_engine_begin(engine);
  aml_map_init(&self->before->findings, &engine->arena, AML_MAP_EXACT);
  aml_map_init(&self->before->resources, &engine->arena, AML_MAP_EXACT);
  view_before(&engine->inputs.view, &self->former->after->inputs.view, &self->former->after->changes);
  self->former->run(engine);
  index_run(self->before);
}

/* Of the run of the change, what is the same of the one before it. */
static void prepare(aml_engine *engine, const aml_engine *after) {
  aml_engine_options options = after->request.options;
  options.changed_since = (aml_sv){NULL, 0};
  options.staged = options.keep_passed = options.keep_gone = false;
  engine->request = (aml_request){
      .options = options, .paths = after->request.paths, .kept_rules = after->request.kept_rules};
  engine->inputs.front_ends = after->inputs.front_ends;
  engine->inputs.view.agreed = after->inputs.view.agreed;
  engine->inputs.view.index = after->inputs.view.index;
  engine->bounds.finish = after->bounds.finish;
  engine->bounds.held_beside = aml_engine_memory_held(&after->bounds);
  aml_engine_init(engine);
}

/* NULL where that run was not possible. */
static aml_before *run_before(const aml_former *former) {
  aml_engine *after = former->after;
  aml_before *before = AML_NEW(&after->arena, aml_before);
  aml_engine *engine = &before->engine;
  prepare(engine, after);
  aml_arena_defer(&after->arena, release, before);
  running self = {before, former};
  bool is_whole = aml_guard_run(&engine->arena, run, &self) == AML_OK &&
                  !aml_engine_ran_out(&engine->inputs, &engine->remarks);
  after->bounds.held_beside += aml_engine_memory_held(&engine->bounds) - engine->bounds.held_beside;
  const aml_discovery *discovery = &engine->inputs.discovery;
  if (is_whole && discovery->troubles.count <= after->inputs.discovery.troubles.count) {
    return before;
  }
  const aml_trouble *trouble = is_whole ? &discovery->troubles.items[discovery->troubles.count - 1] : NULL;
  aml_engine_notice(&after->remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0},
      "The findings before the change are not known, so everything is reported: %s%.*s%s%.*s.",
      is_whole ? "'" : "memory ran out", AML_SV_ARG(is_whole ? trouble->path : (aml_sv){0}),
      is_whole ? "' " : "", AML_SV_ARG(is_whole ? trouble->text : (aml_sv){0}));
  after->remarks.is_incomplete = true;
  return NULL;
}

static bool is_same_resource(
    const aml_before *before, const aml_inputs *inputs, const aml_resource *resource) {
  aml_arena *arena = inputs->arena;
  const aml_sv *value = aml_map_find(&before->resources, key_of_resource(arena, inputs->sources, resource));
  return value != NULL && aml_sv_eq(*value, value_of(arena, resource));
}

static const aml_before *before_of(aml_former *former) {
  former->before = former->is_run ? former->before : run_before(former);
  former->is_run = true;
  return former->before;
}

const aml_inputs *aml_former_inputs(aml_former *former) {
  const aml_before *before = before_of(former);
  return before == NULL ? NULL : &before->engine.inputs;
}

bool aml_former_has(aml_former *former, const aml_finding *finding) {
  const aml_before *before = before_of(former);
  const aml_engine *after = former->after;
  if (before == NULL ||
      aml_map_find(&before->findings, key_of_finding(after->inputs.arena, finding)) == NULL) {
    return false;
  }
  return finding->resource == NULL || after->request.options.touched == AML_TOUCHED_LINE ||
         finding->resource->form->is_configured ||
         is_same_resource(before, &after->inputs, finding->resource);
}
