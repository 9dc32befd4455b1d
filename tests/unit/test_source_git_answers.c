/* Answers of git that are cut short or of another form are refused, never half believed. */
#include "source/git_run.h"

#include "test.h"

static aml_sv answer;

/* In place of that of git_run.c, which is then not linked. */
aml_status aml_git_run(const aml_git_command *command, aml_sv *out, aml_error *error) {
  (void)command;
  (void)error;
  *out = answer;
  return AML_OK;
}

typedef aml_status list(const aml_git *git);

static aml_status list_tree(const aml_git *git) {
  aml_git_entries out = {0};
  aml_error error;
  return aml_git_tree(git, AML_SV("main"), &out, &error);
}

static aml_status list_index(const aml_git *git) {
  aml_git_entries out = {0};
  aml_error error;
  return aml_git_index(git, &out, &error);
}

static aml_status list_unstaged(const aml_git *git) {
  aml_git_changes out = {0};
  aml_error error;
  return aml_git_unstaged(git, &out, &error);
}

static aml_status read_text(const aml_git *git) {
  const aml_sv object = AML_SV("a1");
  aml_sv out;
  aml_error error;
  return aml_git_texts(git, &object, 1, &out, &error);
}

#define ANSWER(text) AML_SV_CONST(text)

static void refuses_what_it_does_not_understand(void **state) {
  static const struct {
    list *list;
    aml_sv answer;
    bool is_whole;
  } cases[] = {{list_tree, ANSWER("100644 blob a1\ta.yml\0"), true},
      {list_tree, ANSWER("100644 blob a1\t"), false}, {list_tree, ANSWER("100644 blob\ta.yml\0"), false},
      {list_tree, ANSWER("100644 blob a1\0"), false}, {list_index, ANSWER("100644 a1 0\ta.yml\0"), true},
      {list_index, ANSWER("100644 a1 0"), false}, {list_index, ANSWER("\ta.yml\0"), false},
      {list_index, ANSWER("100644 a1\ta.yml\0"), false},
      {list_unstaged, ANSWER(":100644 100644 a1 b2 M\0a.yml\0"), true},
      {list_unstaged, ANSWER(":100644 100644 a1 b2 M\0"), false},
      {list_unstaged, ANSWER(":100644 100644 a1\0a.yml\0"), false},
      {list_unstaged, ANSWER("100644 100644 a1 b2 M\0a.yml\0"), false},
      {read_text, ANSWER("a1 blob 2\nab\n"), true}, {read_text, ANSWER("a1 blob 3\nab\n"), false},
      {read_text, ANSWER("a1 blob -1\nab\n"), false}, {read_text, ANSWER("a1 missing\n"), false},
      {read_text, ANSWER(""), false}};
  const aml_git git = {.arena = *state, .top = AML_SV("/top")};
  for (size_t i = 0; i < COUNT(cases); i++) {
    answer = cases[i].answer;
    if ((cases[i].list(&git) == AML_OK) != cases[i].is_whole) {
      fail_msg("case %zu", i);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(refuses_what_it_does_not_understand)};
  return cmocka_run_group_tests_name("source_git_answers", tests, NULL, NULL);
}
