/* Questions to a real git repository. */
#include "source/git.h"

#include <stdio.h>
#include <unistd.h>

#include "test.h"

typedef struct repository {
  aml_arena *arena;
  char path[32];
} repository;

/* Runs a shell command inside the repository. */
static void run(const repository *r, const char *command) {
  aml_sv line = aml_sv_format(r->arena,
      "cd %s && export HOME=%s GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.com "
      "GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.com && { %s; } >/dev/null 2>&1",
      r->path, r->path, command);
  if (system(line.data) != 0) { /* NOLINT(cert-env33-c): the test's own commands */
    fail_msg("%s", command);
  }
}

static repository make_repository(aml_arena *arena) {
  repository r = {.arena = arena, .path = "/tmp/amlint-git-XXXXXX"};
  assert_non_null(mkdtemp(r.path));
  return r;
}

static void remove_repository(const repository *r) {
  run(r, "rm -rf .git ./* .gitignore");
  assert_int_equal(rmdir(r->path), 0);
}

static bool has_git(void) {
  return system("git --version >/dev/null 2>&1") == 0; /* NOLINT(cert-env33-c) */
}

static aml_sv join(aml_arena *arena, const aml_texts *paths) {
  aml_sv out = {NULL, 0};
  for (size_t i = 0; i < paths->count; i++) {
    out = aml_sv_format(arena, "%.*s%.*s|", AML_SV_ARG(out), AML_SV_ARG(paths->items[i]));
  }
  return out;
}

static aml_sv changed_since(const repository *r, const char *revision) {
  aml_texts paths = {0};
  aml_error error = {0};
  if (aml_git_changed(r->arena, aml_sv_of(r->path), aml_sv_of(revision), &paths, &error) != AML_OK) {
    fail_msg("%s", error.text);
  }
  return join(r->arena, &paths);
}

static void tells_what_changed(void **state) {
  if (!has_git()) {
    skip();
  }
  repository r = make_repository(*state);
  run(&r, "git init -q -b main . && echo 1 >a.yml && echo 1 >b.yml && echo 1 >c.yml && git add . && git "
          "commit -qm one");
  assert_sv_equal(changed_since(&r, "HEAD"), AML_SV(""));
  run(&r,
      "echo 2 >a.yml && rm b.yml && echo 1 >'n \xC3\xA9w\"\n.yml' && echo x.tmp >.gitignore && touch x.tmp");
  assert_sv_equal(changed_since(&r, "HEAD"), AML_SV("a.yml|.gitignore|n \xC3\xA9w\"\n.yml|"));
  run(&r, "git checkout -qb topic && git add -A && git commit -qm two && git checkout -q main && echo 3 "
          ">c.yml && "
          "git commit -qam three && git checkout -q topic");
  /* What main did since is not ours: the merge base counts. */
  assert_sv_equal(changed_since(&r, "main"), AML_SV(".gitignore|a.yml|n \xC3\xA9w\"\n.yml|"));
  remove_repository(&r);
}

static void tells_staged_from_unstaged(void **state) {
  if (!has_git()) {
    skip();
  }
  repository r = make_repository(*state);
  aml_sv top = aml_sv_of(r.path);
  aml_texts before = {0};
  run(&r, "git init -q -b main . && echo staged >a.yml && git add a.yml");
  assert_int_equal(aml_git_staged(*state, top, &before, NULL), AML_OK); /* before the first commit */
  assert_sv_equal(join(*state, &before), AML_SV("a.yml|"));
  run(&r, "git commit -qm one && echo staged2 >a.yml && echo s >b.yml && git add . && echo work >a.yml");
  aml_texts staged = {0};
  aml_texts unstaged = {0};
  assert_int_equal(aml_git_staged(*state, top, &staged, NULL), AML_OK);
  assert_int_equal(aml_git_unstaged(*state, top, &unstaged, NULL), AML_OK);
  assert_sv_equal(join(*state, &staged), AML_SV("a.yml|b.yml|"));
  assert_sv_equal(join(*state, &unstaged), AML_SV("a.yml|"));
  aml_sv text = {NULL, 0};
  assert_int_equal(aml_git_staged_text(*state, top, AML_SV("a.yml"), 100, &text, NULL), AML_OK);
  assert_sv_equal(text, AML_SV("staged2\n"));
  aml_error error = {0};
  assert_int_equal(aml_git_staged_text(*state, top, AML_SV("a.yml"), 3, &text, &error), AML_ERR_LIMIT);
  assert_string_equal(error.text, "The answer of git is longer than the limit of 3 bytes.");
  assert_int_equal(aml_git_staged_text(*state, top, AML_SV("none.yml"), 100, &text, &error), AML_ERR_IO);
  assert_true(strncmp(error.text, "git says: fatal:", 16) == 0);
  remove_repository(&r);
}

static void runs_nothing_of_the_repository(void **state) {
  if (!has_git()) {
    skip();
  }
  repository r = make_repository(*state);
  run(&r, "git init -q -b main . && echo 1 >a.yml && git add . && git commit -qm one && echo 2 >a.yml && "
          "printf '#!/bin/sh\\ntouch %s/owned\\n' \"$PWD\" >evil && chmod +x evil && "
          "git config core.fsmonitor \"$PWD/evil\" && git config diff.external \"$PWD/evil\" && "
          "git config core.pager \"$PWD/evil\" && echo '*.yml diff=x' >.gitattributes && "
          "git config diff.x.textconv \"$PWD/evil\" && git config diff.x.command \"$PWD/evil\"");
  (void)changed_since(&r, "HEAD");
  aml_texts staged = {0};
  assert_int_equal(aml_git_staged(*state, aml_sv_of(r.path), &staged, NULL), AML_OK);
  assert_int_equal(access(aml_sv_format(*state, "%s/owned", r.path).data, F_OK), -1);
  run(&r, "rm .gitattributes");
  remove_repository(&r);
}

static void refuses_what_is_no_revision(void **state) {
  static const struct {
    const char *revision, *beginning;
  } cases[] = {{"", "'' is no revision."}, {"--output=/tmp/x", "'--output=/tmp/x' is no revision."},
      {"-", "'-' is no revision."}, {"nowhere", "git says: fatal: "}};
  repository r = make_repository(*state);
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_texts paths = {0};
    aml_error error = {0};
    assert_int_not_equal(
        aml_git_changed(*state, aml_sv_of(r.path), aml_sv_of(cases[i].revision), &paths, &error), AML_OK);
    if (has_git() || i < 3) {
      assert_true(aml_sv_starts(aml_sv_of(error.text), aml_sv_of(cases[i].beginning)));
    }
  }
  assert_int_equal(rmdir(r.path), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(tells_what_changed), TEST_CASE(tells_staged_from_unstaged),
      TEST_CASE(runs_nothing_of_the_repository), TEST_CASE(refuses_what_is_no_revision)};
  return cmocka_run_group_tests_name("source_git", tests, NULL, NULL);
}
