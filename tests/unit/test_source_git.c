/* Questions to a real git repository. */
#include "source/git.h"

#include <stdio.h>
#include <unistd.h>

#include "test.h"

typedef struct repository {
  aml_arena *arena;
  char path[48];
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

static aml_git open_git(const repository *r) {
  aml_git git;
  aml_error error = {0};
  if (aml_git_open(&git, r->arena, aml_sv_of(r->path), &error) != AML_OK) {
    fail_msg("%s", error.text);
  }
  return git;
}

/* "+ path", "- path", "/ path" of a repository, "* path" of a text that is there before and after. */
static aml_sv join(aml_arena *arena, const aml_git_changes *changes) {
  aml_sv out = {NULL, 0};
  for (size_t i = 0; i < changes->count; i++) {
    const aml_git_change *change = &changes->items[i];
    char mark = change->after.is_folder         ? '/'
                : change->is_deleted            ? '-'
                : change->before.object.len > 0 ? '*'
                                                : '+';
    out = aml_sv_format(arena, "%.*s%c%.*s|", AML_SV_ARG(out), mark, AML_SV_ARG(change->path));
  }
  return out;
}

static aml_sv changed_since(const repository *r, const char *revision) {
  aml_git_changes changes = {0};
  aml_error error = {0};
  aml_sv commit;
  aml_git git = open_git(r);
  if (aml_git_merge_base(&git, aml_sv_of(revision), &commit, &error) != AML_OK ||
      aml_git_changed(&git, commit, &changes, &error) != AML_OK) {
    fail_msg("%s", error.text);
  }
  return join(r->arena, &changes);
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
  assert_sv_equal(changed_since(&r, "HEAD"), AML_SV("*a.yml|-b.yml|+.gitignore|+n \xC3\xA9w\"\n.yml|"));
  run(&r, "git checkout -qb topic && git add -A && git commit -qm two && git checkout -q main && echo 3 "
          ">c.yml && "
          "git commit -qam three && git checkout -q topic");
  /* What main did since is not ours: the merge base counts. */
  assert_sv_equal(changed_since(&r, "main"), AML_SV("+.gitignore|*a.yml|-b.yml|+n \xC3\xA9w\"\n.yml|"));
  /* A rename is a deletion and an addition. */
  run(&r, "git mv a.yml d.yml && git init -q inner && touch inner/e.yml");
  assert_sv_equal(changed_since(&r, "HEAD"), AML_SV("-a.yml|+d.yml|/inner|"));
  run(&r, "git -C inner add . && git -C inner commit -qm one && git add inner");
  assert_sv_equal(changed_since(&r, "HEAD"), AML_SV("-a.yml|+d.yml|/inner|"));
  run(&r, "rm -rf inner");
  remove_repository(&r);
}

static aml_sv staged_in(const repository *r) {
  aml_git_changes changes = {0};
  aml_git git = open_git(r);
  assert_int_equal(aml_git_staged(&git, &changes, NULL), AML_OK);
  return join(r->arena, &changes);
}

static void tells_staged_from_unstaged(void **state) {
  if (!has_git()) {
    skip();
  }
  repository r = make_repository(*state);
  run(&r, "git init -q -b main . && echo staged >a.yml && git add a.yml");
  assert_sv_equal(staged_in(&r), AML_SV("+a.yml|")); /* before the first commit */
  run(&r, "git commit -qm one && echo staged2 >a.yml && echo s >b.yml && git add . && echo work >a.yml && rm "
          "b.yml");
  aml_git_changes unstaged = {0};
  aml_git git = open_git(&r);
  assert_int_equal(aml_git_unstaged(&git, &unstaged, NULL), AML_OK);
  assert_sv_equal(staged_in(&r), AML_SV("*a.yml|+b.yml|"));
  assert_sv_equal(join(*state, &unstaged), AML_SV("*a.yml|-b.yml|"));
  remove_repository(&r);
}

static void reads_texts_by_one_process(void **state) {
  if (!has_git()) {
    skip();
  }
  repository r = make_repository(*state);
  run(&r, "git init -q . && printf one >a && printf 'two\n\nmissing\n' >'b\tb' && : >c && ln -s a d && git "
          "add . && git commit -qm one");
  aml_git git = open_git(&r);
  aml_git_entries index = {0};
  aml_git_entries tree = {0};
  assert_int_equal(aml_git_index(&git, &index, NULL), AML_OK);
  assert_int_equal(aml_git_tree(&git, AML_SV("HEAD"), &tree, NULL), AML_OK);
  assert_int_equal(index.count, 4);
  assert_int_equal(tree.count, 4);
  aml_sv objects[5] = {{NULL, 0}};
  for (size_t i = 0; i < 4; i++) {
    assert_sv_equal(index.items[i].path, tree.items[i].path);
    assert_sv_equal(index.items[i].object, tree.items[i].object);
    objects[i] = tree.items[i].object;
  }
  assert_sv_equal(index.items[1].path, AML_SV("b\tb"));
  assert_true(index.items[3].is_link);
  aml_sv texts[5];
  assert_int_equal(aml_git_texts(&git, objects, 5, texts, NULL), AML_OK);
  assert_sv_equal(texts[0], AML_SV("one"));
  assert_sv_equal(texts[1], AML_SV("two\n\nmissing\n"));
  assert_sv_equal(texts[2], AML_SV(""));
  assert_sv_equal(texts[3], AML_SV("a"));
  assert_sv_equal(texts[4], AML_SV(""));
  objects[0] = AML_SV("0123456789012345678901234567890123456789");
  aml_error error;
  assert_int_equal(aml_git_texts(&git, objects, 5, texts, &error), AML_ERR_IO);
  assert_string_equal(
      error.text, "The object 0123456789012345678901234567890123456789 is not in this repository.");
  remove_repository(&r);
}

static void knows_where_the_tree_begins(void **state) {
  if (!has_git()) {
    skip();
  }
  repository r = make_repository(*state);
  aml_git git;
  aml_error error;
  assert_int_equal(aml_git_open(&git, *state, aml_sv_of(r.path), &error), AML_ERR_IO);
  assert_true(strncmp(error.text, "git says: fatal: not a git repository", 37) == 0);
  run(&r, "git init -q . && mkdir below");
  assert_int_equal(aml_git_open(&git, *state, aml_sv_of(r.path), &error), AML_OK);
  aml_sv below = aml_sv_format(*state, "%s/below", r.path);
  assert_int_equal(aml_git_open(&git, *state, below, &error), AML_ERR_INPUT);
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
          "git config diff.x.textconv \"$PWD/evil\" && git config diff.x.command \"$PWD/evil\" && "
          "echo '*.yml diff=x filter=y' >.gitattributes && git config filter.y.required true && "
          "git config filter.y.clean \"$PWD/evil\" && git config filter.y.smudge \"$PWD/evil\" && "
          "git config filter.y.process \"$PWD/evil\" && cp evil .git/hooks/post-index-change");
  assert_sv_equal(changed_since(&r, "HEAD"), AML_SV("*a.yml|+.gitattributes|+evil|"));
  assert_sv_equal(staged_in(&r), AML_SV(""));
  aml_git_changes unstaged = {0};
  aml_git git = open_git(&r);
  assert_int_equal(aml_git_unstaged(&git, &unstaged, NULL), AML_OK);
  aml_sv text;
  assert_int_equal(aml_git_texts(&git, &unstaged.items[0].before.object, 1, &text, NULL), AML_OK);
  assert_sv_equal(text, AML_SV("1\n"));
  assert_int_equal(access(aml_sv_format(*state, "%s/owned", r.path).data, F_OK), -1);
  run(&r, "rm .gitattributes");
  remove_repository(&r);
}

/* A partial clone lacks what was before a rename: nothing is fetched for it. */
static void reaches_no_network(void **state) {
  if (!has_git()) {
    skip();
  }
  repository r = make_repository(*state);
  run(&r, "git init -q -b main from && cd from && git config uploadpack.allowFilter true && echo 1 >a.yml && "
          "git add . && git commit -qm one && echo 2 >a.yml && git commit -qam two && cd .. && git clone -q "
          "--no-local --filter=blob:none \"file://$PWD/from\" to && cd to && git mv a.yml b.yml && "
          "printf '#!/bin/sh\ntouch %s/fetched\n' \"$PWD/..\" >../evil && chmod +x ../evil && "
          "git config remote.origin.uploadpack \"$PWD/../evil\"");
  repository clone = {.arena = *state};
  (void)snprintf(clone.path, sizeof clone.path, "%.40s/to", r.path);
  assert_sv_equal(changed_since(&clone, "HEAD~1"), AML_SV("-a.yml|+b.yml|"));
  assert_sv_equal(staged_in(&clone), AML_SV("-a.yml|+b.yml|"));
  aml_git git = open_git(&clone);
  aml_git_changes changes = {0};
  assert_int_equal(aml_git_changed(&git, AML_SV("HEAD~1"), &changes, NULL), AML_OK);
  aml_sv text;
  assert_int_equal(aml_git_texts(&git, &changes.items[0].before.object, 1, &text, NULL), AML_ERR_IO);
  assert_int_equal(access(aml_sv_format(*state, "%s/fetched", r.path).data, F_OK), -1);
  run(&r, "rm -rf from to evil");
  run(&r, "mkdir .git");
  remove_repository(&r);
}

static aml_sv join_paths(aml_arena *arena, const aml_texts *paths) {
  aml_sv out = {NULL, 0};
  for (size_t i = 0; i < paths->count; i++) {
    out = aml_sv_format(arena, "%.*s%.*s|", AML_SV_ARG(out), AML_SV_ARG(paths->items[i]));
  }
  return out;
}

static void knows_what_is_passed_over(void **state) {
  if (!has_git()) {
    skip();
  }
  repository r = make_repository(*state);
  run(&r, "git init -q -b main . && mkdir in 'o ut' && echo 1 >a.yml && echo 2 >in/b.yml && echo 3 >'o "
          "ut/c\n.yml' && "
          "echo 4 >d.yml && git init -q sub && git -C sub commit -q --allow-empty -m s && git add . && "
          "git commit -qm one && touch untracked.yml && git update-index --assume-unchanged d.yml && "
          "git sparse-checkout set --no-cone '/*' '!/o ut'");
  aml_git git = open_git(&r);
  aml_git_entries unwatched = {0};
  assert_int_equal(aml_git_unwatched(&git, &unwatched, NULL), AML_OK);
  assert_int_equal(unwatched.count, 3);
  assert_sv_equal(unwatched.items[0].path, AML_SV("d.yml"));
  assert_sv_equal(unwatched.items[1].path, AML_SV("o ut/c\n.yml"));
  assert_sv_equal(unwatched.items[2].path, AML_SV("sub"));
  assert_false(unwatched.items[1].is_folder);
  assert_true(unwatched.items[2].is_folder);
  aml_sv text;
  assert_int_equal(aml_git_texts(&git, &unwatched.items[1].object, 1, &text, NULL), AML_OK);
  assert_sv_equal(text, AML_SV("3\n"));
  aml_texts skipped = {0};
  assert_int_equal(aml_git_skipped(*state, git.top, &skipped, NULL), AML_OK);
  assert_sv_equal(join_paths(*state, &skipped), AML_SV("o ut/c\n.yml|"));
  aml_texts tracked = {0};
  assert_int_equal(aml_git_tracked(*state, git.top, &tracked, NULL), AML_OK);
  assert_sv_equal(join_paths(*state, &tracked), AML_SV("a.yml|d.yml|in/b.yml|o ut/c\n.yml|sub|"));
  tracked = (aml_texts){0}; /* below a folder, relative to it */
  assert_int_equal(aml_git_tracked(*state, aml_sv_format(*state, "%s/in", r.path), &tracked, NULL), AML_OK);
  assert_sv_equal(join_paths(*state, &tracked), AML_SV("b.yml|"));
  run(&r, "git sparse-checkout disable");
  skipped = (aml_texts){0};
  assert_int_equal(aml_git_skipped(*state, git.top, &skipped, NULL), AML_OK);
  assert_int_equal(skipped.count, 0);
  run(&r, "rm -rf .git");
  aml_error error = {0};
  assert_int_not_equal(aml_git_skipped(*state, git.top, &skipped, &error), AML_OK);
  assert_true(aml_sv_starts(aml_sv_of(error.text), AML_SV("git says: fatal: ")));
  remove_repository(&r);
}

static void refuses_what_is_no_revision(void **state) {
  static const struct {
    const char *revision, *beginning;
  } cases[] = {{"", "'' is not a revision."}, {"--output=/tmp/x", "'--output=/tmp/x' is not a revision."},
      {"-", "'-' is not a revision."}, {"nowhere", "git says: fatal: "}};
  repository r = make_repository(*state);
  const aml_git git = {.arena = *state, .top = aml_sv_of(r.path)};
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_error error = {0};
    aml_sv commit;
    assert_int_not_equal(aml_git_merge_base(&git, aml_sv_of(cases[i].revision), &commit, &error), AML_OK);
    if (has_git() || i < 3) {
      assert_true(aml_sv_starts(aml_sv_of(error.text), aml_sv_of(cases[i].beginning)));
    }
  }
  assert_int_equal(rmdir(r.path), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(tells_what_changed), TEST_CASE(tells_staged_from_unstaged),
      TEST_CASE(reads_texts_by_one_process), TEST_CASE(knows_where_the_tree_begins),
      TEST_CASE(runs_nothing_of_the_repository), TEST_CASE(reaches_no_network),
      TEST_CASE(knows_what_is_passed_over), TEST_CASE(refuses_what_is_no_revision)};
  return cmocka_run_group_tests_name("source_git", tests, NULL, NULL);
}
