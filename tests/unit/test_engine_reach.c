/* How far a change reaches: from what it touches to all that shares a file with it, and no further. */
#include "engine/reach.h"

#include "test.h"

#define COMPUTES   "Microsoft.MachineLearningServices/workspaces/computes"
#define WORKSPACES "Microsoft.MachineLearningServices/workspaces"

typedef struct declared { /* a resource of one value; NULL ends a list */
  const char *file, *type, *name;
  const char *size, *from; /* the value, and the file that it comes from; NULL: its own */
} declared;

typedef struct reaching {
  aml_arena *arena;
  aml_map changed, watched;
  aml_reach after, before;
  bool is_bounded;
} reaching;

static aml_span span_in(aml_sources *sources, const char *file, uint32_t begin) {
  const aml_source *source = aml_sources_find(sources, aml_sv_of(file));
  source = source != NULL ? source : aml_sources_add(sources, aml_sv_of(file), AML_SV(""));
  return (aml_span){source->id, begin, begin + 1};
}

static aml_resource *make(aml_arena *arena, aml_sources *sources, const declared *from, uint32_t at) {
  aml_resource *resource = AML_NEW(arena, aml_resource);
  aml_object_builder body;
  aml_span size = span_in(sources, from->from != NULL ? from->from : from->file, at + 2);
  resource->form = &aml_form_arm;
  resource->type = aml_sv_of(from->type);
  resource->span = span_in(sources, from->file, at);
  resource->name = aml_value_string(arena, aml_sv_of(from->name), span_in(sources, from->file, at + 1));
  resource->shown_name = aml_sv_of(from->name);
  aml_object_begin(&body, arena);
  aml_object_add(&body, AML_SV("size"), size, aml_value_string(arena, aml_sv_of(from->size), size));
  resource->body = aml_object_end(&body, resource->span, 0);
  return resource;
}

static aml_reach_side side_of(aml_arena *arena, const declared *list) {
  aml_sources *sources = aml_sources_new(arena);
  aml_graph *graph = aml_graph_new(arena);
  for (uint32_t i = 0; list[i].file != NULL; i++) {
    aml_resource **one = AML_NEW(arena, aml_resource *);
    *one = make(arena, sources, &list[i], 10 * i);
    aml_graph_add(graph, one, 1);
  }
  aml_graph_link(graph, 1);
  return (aml_reach_side){graph, sources};
}

static reaching begin(aml_arena *arena) {
  reaching self = {.arena = arena};
  aml_map_init(&self.changed, arena, AML_MAP_EXACT);
  aml_map_init(&self.watched, arena, AML_MAP_EXACT);
  return self;
}

static void find(reaching *self, const declared *after, const declared *before) {
  const aml_reach_search search = {.arena = self->arena,
      .after = side_of(self->arena, after),
      .before = side_of(self->arena, before),
      .changed = &self->changed,
      .watched = &self->watched};
  self->is_bounded = aml_reach_find(&search, &self->after, &self->before);
}

static void put(aml_map *map, const char *path) {
  (void)aml_map_put(map, aml_sv_of(path), map);
}

static void reaches_nothing_where_nothing_differs(void **state) {
  static const declared all[] = {
      {"a.yml", COMPUTES, "w/a", "1", NULL}, {"b.yml", COMPUTES, "w/b", "1", NULL}, {.file = NULL}};
  reaching self = begin(*state);
  find(&self, all, all);
  assert_true(self.is_bounded);
  assert_int_equal(self.after.resources[0], AML_NOT_REACHED);
  assert_int_equal(self.after.resources[1], AML_NOT_REACHED);
  assert_int_equal(self.after.types.count, 0);
}

/* A file that is touched, and one of the same last name elsewhere. */
static void reaches_what_is_touched_and_tells_namesakes(void **state) {
  static const declared all[] = {{"a.yml", COMPUTES, "w/a", "1", NULL}, {"b.yml", COMPUTES, "w/b", "1", NULL},
      {"c.yml", COMPUTES, "v/A", "1", NULL}, {"d.yml", WORKSPACES, "a", "1", NULL}, {.file = NULL}};
  reaching self = begin(*state);
  put(&self.changed, "a.yml");
  find(&self, all, all);
  assert_true(self.is_bounded);
  assert_int_equal(self.after.resources[0], AML_REACHED);
  assert_int_equal(self.after.resources[1], AML_NOT_REACHED);
  assert_int_equal(self.after.resources[2], AML_NAMESAKE_REACHED);
  assert_int_equal(self.after.resources[3], AML_NOT_REACHED);
  assert_int_equal(self.before.resources[0], AML_REACHED);
  assert_int_equal(self.after.types.count, 1);
  assert_sv_equal(self.after.types.items[0], AML_SV(COMPUTES));
}

/* No file of its own changed: what it holds did. What stands beside it shares its file. */
static void reaches_what_became_another(void **state) {
  static const declared before[] = {{"a.yml", COMPUTES, "w/a", "1", NULL},
      {"a.yml", WORKSPACES, "w", "1", NULL}, {"b.yml", COMPUTES, "w/b", "1", NULL}, {.file = NULL}};
  static const declared after[] = {{"a.yml", COMPUTES, "w/a", "2", NULL},
      {"a.yml", WORKSPACES, "w", "1", NULL}, {"b.yml", COMPUTES, "w/b", "1", NULL}, {.file = NULL}};
  reaching self = begin(*state);
  find(&self, after, before);
  assert_true(self.is_bounded);
  assert_int_equal(self.after.resources[0], AML_REACHED);
  assert_int_equal(self.after.resources[1], AML_REACHED);
  assert_int_equal(self.after.resources[2], AML_NOT_REACHED);
  assert_int_equal(self.after.types.count, 1); /* the workspace is reached, and does not differ */
}

static void counts_types_of_what_is_gone(void **state) {
  static const declared before[] = {
      {"a.yml", COMPUTES, "w/a", "1", NULL}, {"w.yml", WORKSPACES, "w", "1", NULL}, {.file = NULL}};
  static const declared after[] = {{"a.yml", COMPUTES, "w/a", "1", NULL}, {.file = NULL}};
  reaching self = begin(*state);
  find(&self, after, before);
  assert_true(self.is_bounded);
  assert_int_equal(self.after.resources[0], AML_NOT_REACHED);
  assert_int_equal(self.before.resources[1], AML_REACHED);
  assert_int_equal(self.after.types.count, 1);
  assert_sv_equal(self.after.types.items[0], AML_SV(WORKSPACES));
}

/* A parameter file: all that takes values from it is reached where it is touched. */
static void reaches_through_a_file_of_values(void **state) {
  static const declared all[] = {{"a.json", COMPUTES, "w/a", "1", "p.json"},
      {"b.json", COMPUTES, "w/b", "1", "p.json"}, {"c.json", COMPUTES, "w/c", "1", NULL}, {.file = NULL}};
  reaching self = begin(*state);
  put(&self.changed, "p.json");
  find(&self, all, all);
  assert_true(self.is_bounded);
  assert_int_equal(self.after.resources[0], AML_REACHED);
  assert_int_equal(self.after.resources[1], AML_REACHED);
  assert_int_equal(self.after.resources[2], AML_NOT_REACHED);
}

/* Findings at the shared value are told apart by names only, so namesakes go together. */
static void joins_namesakes_in_a_file_of_values(void **state) {
  static const declared all[] = {{"a.json", COMPUTES, "w/a", "1", "p.json"},
      {"b.json", COMPUTES, "w/b", "1", "p.json"}, {"c.json", COMPUTES, "w/a", "1", "p.json"}, {.file = NULL}};
  reaching self = begin(*state);
  put(&self.changed, "a.json");
  find(&self, all, all);
  assert_true(self.is_bounded);
  assert_true(self.after.shares_places);
  assert_int_equal(self.after.resources[0], AML_REACHED);
  assert_int_equal(self.after.resources[1], AML_NOT_REACHED);
  assert_int_equal(self.after.resources[2], AML_REACHED);
}

static void reaches_what_holds_much_or_is_watched(void **state) {
  enum { MUCH = 5000 };
  static char text[MUCH + 1];
  for (size_t i = 0; i < MUCH; i++) {
    text[i] = 'x';
  }
  const declared all[] = {{"a.yml", COMPUTES, "w/a", "1", NULL}, {"b.yml", COMPUTES, "w/b", text, NULL},
      {"c.yml", COMPUTES, "w/c", "1", NULL}, {.file = NULL}};
  reaching self = begin(*state);
  put(&self.watched, "c.yml");
  find(&self, all, all);
  assert_true(self.is_bounded);
  assert_int_equal(self.after.resources[0], AML_NOT_REACHED);
  assert_int_equal(self.after.resources[1], AML_REACHED);
  assert_int_equal(self.after.resources[2], AML_REACHED);
  assert_int_equal(self.after.types.count, 0);
}

/* Nobody can tell which of two of one name is which. */
static void reaches_doubles(void **state) {
  static const declared all[] = {{"a.yml", COMPUTES, "w/a", "1", NULL}, {"a.yml", COMPUTES, "w/a", "2", NULL},
      {"b.yml", COMPUTES, "w/b", "1", NULL}, {.file = NULL}};
  reaching self = begin(*state);
  find(&self, all, all);
  assert_true(self.is_bounded);
  assert_int_equal(self.after.resources[0], AML_REACHED);
  assert_int_equal(self.after.resources[1], AML_REACHED);
  assert_int_equal(self.after.resources[2], AML_NOT_REACHED);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(reaches_nothing_where_nothing_differs),
      TEST_CASE(reaches_what_is_touched_and_tells_namesakes), TEST_CASE(reaches_what_became_another),
      TEST_CASE(counts_types_of_what_is_gone), TEST_CASE(reaches_through_a_file_of_values),
      TEST_CASE(joins_namesakes_in_a_file_of_values), TEST_CASE(reaches_what_holds_much_or_is_watched),
      TEST_CASE(reaches_doubles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
