/* CODEOWNERS, by the examples of GitHub's and GitLab's pages on it. */
#include "waiver/codeowners.h"

#include "test.h"

typedef struct example {
  const char *text, *path;
  bool has_owner;
  size_t line;
} example;

static const example examples[] = {
    {"", "a.yml", false, 0}, {"* @a", "a.yml", true, 0}, {"*", "a.yml", false, 1},
    {"* @a\n/e.yml", "e.yml", false, 2}, {"/e.yml\n* @a", "e.yml", true, 0},
    {"*.yml person@example.com", "x/a.yml", true, 0}, {"*.yml nobody", "x/a.yml", false, 1},
    {"*.yml @", "x/a.yml", false, 1}, {"*.yml # @a", "x/a.yml", false, 1}, {"# * @a", "x/a.yml", false, 0},
    {"docs/* @a", "docs/a.yml", true, 0}, {"docs/* @a", "docs/deep/a.yml", false, 0},
    {"docs/ @a", "docs/deep/a.yml", true, 0}, {"/docs/ @a", "x/docs/a.yml", false, 0},
    {"apps/ @a", "x/apps/a.yml", true, 0}, {"/apps/one @a", "apps/one/deep/a.yml", true, 0},
    {"**/logs @a", "x/y/logs/deep/a.yml", true, 0}, {"/a/** @a", "a/deep/er.yml", true, 0},
    {"/with\\ blank.yml @a", "with blank.yml", true, 0}, {"\t/a.yml\t@a\r\n", "a.yml", true, 0},
    {"[All] @a\n*\n", "a.yml", true, 0}, {"[One]\n* @a\n[Two]\na.yml\n", "a.yml", true, 0},
    {"^[Maybe] @a\n*\n", "a.yml", false, 0}, {"[Maybe][0] @a\n*\n", "a.yml", false, 0},
    {"[Sure][2] @a\n*\n", "a.yml", true, 0}, {"[All]\n* @a\n!a.yml\n", "a.yml", false, 3},
    {"!", "a.yml", false, 0}, {"[", "a", false, 0},
    {"x].yml @a", "x].yml", true, 0}, /* no section: it does not begin with a bracket */
};

static void each_example_holds(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
    aml_arena arena;
    aml_arena_init(&arena, SIZE_MAX);
    size_t line = 99;
    const aml_codeowners *owners = aml_codeowners_parse(&arena, aml_sv_of(examples[i].text));
    bool has_owner = aml_codeowners_has_owner(owners, aml_sv_of(examples[i].path), &line);
    if (has_owner != examples[i].has_owner || (!has_owner && line != examples[i].line)) {
      print_error("%zu: %s\n", i, examples[i].text);
      fail();
    }
    aml_arena_release(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_example_holds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
