/* What the run before a change takes from the run after it, and what it makes anew. */
#include "engine/counterpart.h"

#include "test.h"

static const aml_front_end of_values = {.makes_values_only = true, .expands_alone = true};
static const aml_front_end of_more = {.makes_values_only = false, .expands_alone = true};
static const aml_front_end of_files = {.makes_values_only = true, .expands_alone = false};

typedef struct runs { /* of one file, x.yml, which the other run has read and expanded */
  aml_arena *arena;
  aml_inputs after;
  aml_map changed;
  aml_counterpart other;
  aml_file *file, *same; /* of the run before, and after */
  aml_unit *unit, *same_unit;
} runs;

static aml_file *make_file(aml_arena *arena, const char *config) {
  aml_sources *sources = aml_sources_new(arena);
  aml_file *file = AML_NEW(arena, aml_file);
  aml_config *of = AML_NEW(arena, aml_config);
  of->path = aml_sv_of(config);
  file->config = of;
  file->source = aml_sources_add(sources, AML_SV("x.yml"), AML_SV("/r/x.yml"));
  file->diags = &file->own_diags;
  aml_diags_init(file->diags, arena);
  return file;
}

static void release_unit(void *unit) {
  aml_arena_release(&((aml_unit *)unit)->arena);
}

static aml_unit *make_unit(aml_arena *arena, aml_file *file) {
  aml_unit *unit = AML_NEW(arena, aml_unit);
  unit->file = file;
  aml_arena_init(&unit->arena, SIZE_MAX);
  aml_arena_defer(arena, release_unit, unit);
  aml_resources_init(&unit->resources, arena);
  aml_diags_init(&unit->diags, arena);
  AML_VEC_PUSH(arena, &file->units, unit);
  return unit;
}

static runs *make_runs(aml_arena *arena, const aml_front_end *front) {
  runs *self = AML_NEW(arena, runs);
  self->arena = arena;
  self->same = make_file(arena, "amlint.yml");
  self->same->is_loaded = true;
  self->same->front = front;
  self->same->content = front;
  self->same->tree = AML_NEW(arena, aml_tree);
  self->same->source->bytes = AML_SV("a: 1\n");
  self->same_unit = make_unit(arena, self->same);
  aml_resource *resource = aml_resource_new(&self->same_unit->resources);
  resource->body = resource->name = aml_value_null(arena, AML_NO_SPAN);
  resource->order = 7;
  aml_resources_add(&self->same_unit->resources, resource);
  self->file = make_file(arena, "amlint.yml");
  self->unit = make_unit(arena, self->file);
  aml_map_init(&self->after.files_by_path, arena, AML_MAP_EXACT);
  (void)aml_map_put(&self->after.files_by_path, AML_SV("x.yml"), self->same);
  aml_map_init(&self->changed, arena, AML_MAP_EXACT);
  self->other = (aml_counterpart){&self->after, &self->changed};
  return self;
}

static bool is_taken(runs *self) {
  return aml_counterpart_load(&self->other, self->file);
}

static void takes_what_is_the_same(void **state) {
  runs *self = make_runs(*state, &of_values);
  assert_true(is_taken(self));
  assert_true(self->file->is_loaded);
  assert_ptr_equal(self->file->tree, self->same->tree);
  assert_ptr_equal(self->file->content, self->same->content);
  assert_ptr_equal(self->file->front, self->same->front);
  assert_sv_equal(self->file->source->bytes, self->same->source->bytes);
}

/* Each for a reason of its own. */
static void reads_anew_what_may_differ(void **state) {
  runs *changed = make_runs(*state, &of_values);
  (void)aml_map_put(&changed->changed, AML_SV("x.yml"), changed);
  assert_false(is_taken(changed));
  runs *leads_on = make_runs(*state, &of_more);
  assert_false(is_taken(leads_on));
  runs *given = make_runs(*state, &of_values);
  given->file->is_given = true;
  assert_false(is_taken(given));
  runs *broken = make_runs(*state, &of_values);
  broken->same->state = AML_FILE_BROKEN;
  assert_false(is_taken(broken));
  runs *remarked = make_runs(*state, &of_values);
  (void)aml_diags_add(remarked->same->diags, "AML001", AML_NO_SPAN, "a remark");
  assert_false(is_taken(remarked));
  runs *context = make_runs(*state, &of_values);
  context->same->is_context = true;
  assert_false(is_taken(context));
  runs *moved = make_runs(*state, &of_values);
  moved->same->source->id++;
  assert_false(is_taken(moved));
  runs *configured = make_runs(*state, &of_values);
  configured->file->config = make_file(*state, "sub/amlint.yml")->config;
  assert_false(is_taken(configured));
  runs *unread = make_runs(*state, &of_values);
  unread->same->is_loaded = false;
  assert_false(is_taken(unread));
}

/* Each run numbers its resources; their values are the same ones. */
static void copies_resources(void **state) {
  runs *self = make_runs(*state, &of_values);
  assert_true(is_taken(self));
  assert_true(aml_counterpart_expand(&self->other, self->unit));
  assert_int_equal(self->unit->resources.list.count, 1);
  aml_resource *copy = self->unit->resources.list.items[0];
  const aml_resource *original = self->same_unit->resources.list.items[0];
  assert_ptr_not_equal(copy, original);
  assert_ptr_equal(copy->body, original->body);
  copy->order = 1;
  assert_int_equal(original->order, 7);
}

static bool is_expanded(runs *self) {
  return is_taken(self) && aml_counterpart_expand(&self->other, self->unit);
}

static void expands_anew_what_hangs_on_more(void **state) {
  static const aml_use use = {.by = AML_SV_CONST("run.sh")};
  assert_false(is_expanded(make_runs(*state, &of_files)));
  runs *unread = make_runs(*state, &of_values);
  unread->file->front = &of_values; /* read by itself, so its tree is another one */
  unread->file->tree = AML_NEW(*state, aml_tree);
  assert_false(aml_counterpart_expand(&unread->other, unread->unit));
  runs *used = make_runs(*state, &of_values);
  used->unit->use = &use;
  assert_false(is_expanded(used));
  runs *used_after = make_runs(*state, &of_values);
  used_after->same_unit->use = &use;
  assert_false(is_expanded(used_after));
  runs *twice = make_runs(*state, &of_values);
  (void)make_unit(*state, twice->same);
  assert_false(is_expanded(twice));
  runs *ended = make_runs(*state, &of_values);
  ended->same_unit->status = AML_ERR_LIMIT;
  assert_false(is_expanded(ended));
  runs *nested = make_runs(*state, &of_values);
  nested->same_unit->resources.list.items[0]->parent = nested->same_unit->resources.list.items[0];
  assert_false(is_expanded(nested));
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(takes_what_is_the_same), TEST_CASE(reads_anew_what_may_differ),
      TEST_CASE(copies_resources), TEST_CASE(expands_anew_what_hangs_on_more)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
