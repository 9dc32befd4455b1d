/* What the form of a resource says: words, ways, and what its silence means. */
#include "expr/value_text.h"
#include "graph/resource.h"
#include "tree/read.h"

#include "test.h"

static const aml_silence silences[] = {
    {.type = "Cluster",
        .key = "size",
        .path = "properties.vmSize",
        .text = "Small",
        .whose = "the default size"},
    {.type = "Cluster", .key = "idle", .path = "properties.idle", .number = 120, .whose = "the default time"},
    {.type = "Instance",
        .key = "size",
        .path = "properties.kind",
        .text = "Own",
        .whose = "the default size"},
    {0},
};

static aml_sv call_key(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  (void)arena;
  (void)resource;
  return aml_sv_eq(path, AML_SV("properties.vmSize")) ? AML_SV("size") : (aml_sv){0};
}

static const aml_value *read_json(aml_arena *arena, const char *text) {
  size_t error_at = 0;
  const aml_value *value = aml_json_text_read(arena, aml_sv_of(text), (aml_span){1, 0, 1}, &error_at);
  assert_non_null(value);
  return value;
}

/* A default stands in only for what is not written, and only in what it is about: graph/form.h. */
static void fills_in_what_the_file_leaves_out(void **state) {
  static const struct {
    const char *type, *written, *body;
  } cases[] = {
      {"Cluster", "{}", "{\"properties\":{\"vmSize\":\"Small\",\"idle\":120}}"},
      {"Cluster", "{\"size\":\"Big\"}", "{\"properties\":{\"idle\":120}}"},
      {"Cluster", "{\"idle\":null}", "{\"properties\":{\"vmSize\":\"Small\"}}"},
      {"Cluster", "{\"size\":\"Big\",\"idle\":1}", "{}"},
      {"Cluster", "{\"Size\":\"Big\",\"idle\":1}", "{\"properties\":{\"vmSize\":\"Small\"}}"},
      {"Instance", "{}", "{\"properties\":{\"kind\":\"Own\"}}"},
      {"Instance", "{\"idle\":1}", "{\"properties\":{\"kind\":\"Own\"}}"},
      {"Instance", "{\"size\":\"Big\"}", "{}"},
      {"Other", "{}", "{}"},
      {"Other", "{\"size\":\"Big\"}", "{}"},
  };
  const aml_resource_form form = {.name = "toy", .silences = silences};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_arena *arena = *state;
    const aml_value *written = read_json(arena, cases[i].written);
    aml_draft *draft = aml_draft_new(arena);
    aml_form_put_silences(&form, arena, draft, aml_sv_of(cases[i].type), written, (aml_span){1, 4, 7});
    aml_sv body = aml_value_json(arena, aml_draft_finish(draft, written), false);
    if (!aml_sv_eq(body, aml_sv_of(cases[i].body))) {
      fail_msg("%s of '%s' gives %.*s", cases[i].written, cases[i].type, AML_SV_ARG(body));
    }
  }
}

/* The value stands where the file says what it is about, and says whose default it is. */
static void says_whose_default_it_is(void **state) {
  aml_arena *arena = *state;
  const aml_resource_form form = {.name = "toy", .silences = silences};
  aml_draft *draft = aml_draft_new(arena);
  const aml_value *written = read_json(arena, "{}");
  aml_form_put_silences(&form, arena, draft, AML_SV("Cluster"), written, (aml_span){1, 4, 7});
  const aml_value *properties = aml_object_find(aml_draft_finish(draft, written), AML_SV("properties"));
  const aml_value *size = aml_object_find(properties, AML_SV("vmSize"));
  assert_int_equal(size->span.begin, 4);
  assert_int_equal(size->span.end, 7);
  assert_int_equal(size->origin->step, AML_STEP_SERVICE_DEFAULT);
  assert_true(aml_sv_eq(size->origin->name, AML_SV("the default size")));
}

static void has_no_defaults_where_the_form_has_none(void **state) {
  aml_arena *arena = *state;
  aml_draft *draft = aml_draft_new(arena);
  const aml_value *written = read_json(arena, "{}");
  aml_form_put_silences(&aml_form_arm, arena, draft, AML_SV("Cluster"), written, (aml_span){1, 4, 7});
  assert_int_equal(aml_draft_finish(draft, written)->as.object.count, 0);
}

static void calls_a_property_as_the_file_does(void **state) {
  static const struct {
    bool has_words;
    const char *path, *key;
  } cases[] = {
      {false, "properties.vmSize", "vmSize"},
      {false, "location", "location"},
      {true, "properties.vmSize", "size"},
      {true, "properties.idle", "idle"},
      {true, "location", "location"},
  };
  const aml_resource_form own = {.name = "toy", .key_for = call_key};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const aml_resource resource = {.form = cases[i].has_words ? &own : &aml_form_arm};
    aml_sv key = aml_form_key(*state, &resource, aml_sv_of(cases[i].path));
    assert_true(aml_sv_eq(key, aml_sv_of(cases[i].key)));
  }
}

static void has_the_ways_of_templates_unless_it_has_its_own(void **state) {
  (void)state;
  static const aml_way_words own = {"input", "file of inputs", "local", "call", "module"};
  const aml_resource_form toy = {.name = "toy", .ways = &own};
  assert_ptr_equal(aml_form_ways(&toy), &own);
  assert_string_equal(aml_form_ways(&aml_form_arm)->parameter, "parameter");
  assert_string_equal(aml_form_ways(NULL)->caller, "deployment");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(fills_in_what_the_file_leaves_out),
      TEST_CASE(says_whose_default_it_is),
      TEST_CASE(has_no_defaults_where_the_form_has_none),
      TEST_CASE(calls_a_property_as_the_file_does),
      TEST_CASE(has_the_ways_of_templates_unless_it_has_its_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
