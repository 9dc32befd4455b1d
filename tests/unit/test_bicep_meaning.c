/* Runs tests/data/bicep: each case is a Bicep file, with others beside it where it needs them, what its
 * resources hold by the language's own pages, and what is said of it. */
#include <glob.h>

#include "expand_bench.h"

/* The resource of a symbolic name, or "symbol[3]" of a loop. */
static const aml_resource *find_resource(const bench *b, aml_sv name) {
  for (size_t i = 0; i < b->resources.list.count; i++) {
    const aml_resource *resource = b->resources.list.items[i];
    if (aml_sv_eq(resource->iteration.len > 0 ? resource->iteration : resource->symbolic_name, name)) {
      return resource;
    }
  }
  return NULL;
}

static size_t check_values(const bench *b, aml_sv title, const aml_value *wants) {
  size_t bad = 0;
  for (size_t i = 0; wants != NULL && i < wants->as.object.count; i++) {
    const aml_member *want = &wants->as.object.members[i];
    aml_sv path = want->name;
    size_t dot = aml_sv_find_char(path, '.', 0);
    const aml_resource *resource = find_resource(b, aml_sv_slice(path, 0, dot < path.len ? dot : path.len));
    aml_sv rest = dot < path.len ? aml_sv_slice(path, dot + 1, path.len) : (aml_sv){0};
    const aml_value *value = resource == NULL ? NULL
                             : rest.len == 0  ? resource->body
                                              : bench_value(b, resource, rest);
    bool is_absent = rest.len == 0 && want->value->kind == AML_NULL;
    if (is_absent ? resource != NULL : resource == NULL || !bench_is_wanted(value, want->value)) {
      aml_sv found = value == NULL ? AML_SV("nothing") : aml_value_json(b->arena, value, false);
      print_error("%.*s: %.*s gives %.*s\n", AML_SV_ARG(title), AML_SV_ARG(path), AML_SV_ARG(found));
      bad++;
    }
  }
  return bad;
}

static size_t check_case(aml_arena *arena, const aml_value *test) {
  bench b = {.arena = arena, .sources = aml_sources_new(arena)};
  aml_diags_init(&b.diags, arena);
  aml_sv title = aml_value_text(aml_object_find(test, AML_SV("name")));
  const aml_value *files = aml_object_find(test, AML_SV("files"));
  const aml_value *text = aml_object_find(test, AML_SV("bicep"));
  if (text != NULL) {
    bench_add(&b, AML_SV("main.bicep"), text->as.string);
  }
  for (size_t i = 0; files != NULL && i < files->as.object.count; i++) {
    const aml_member *file = &files->as.object.members[i];
    bench_add(&b, file->name, file->value->as.string);
  }
  bench_expand(&b);
  return check_values(&b, title, aml_object_find(test, AML_SV("want"))) +
         bench_check_diags(&b, title, aml_object_find(test, AML_SV("says")));
}

static void means_what_the_sources_say(void **state) {
  glob_t files;
  assert_int_equal(glob(AMLINT_SOURCE_DIR "/tests/data/bicep/*.yml", 0, NULL, &files), 0);
  size_t bad = 0;
  size_t count = 0;
  for (size_t i = 0; i < files.gl_pathc; i++) {
    const aml_value *cases = aml_object_find(bench_read(*state, files.gl_pathv[i]), AML_SV("cases"));
    for (size_t k = 0; k < cases->as.array.count; k++) {
      const aml_value *test = cases->as.array.items[k];
      if (aml_value_text(aml_object_find(test, AML_SV("source"))).len == 0) {
        fail_msg("%s: case %zu has no source", files.gl_pathv[i], k);
      }
      bad += check_case(*state, test);
      count++;
    }
  }
  globfree(&files);
  print_message("%zu cases\n", count);
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(means_what_the_sources_say)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
