#include "report/repository.h"

#include <stdio.h>
#include <sys/stat.h>

#include "test.h"

static const char revision[] = "0123456789abcdef0123456789abcdef01234567";

static void write_file(aml_arena *arena, const char *root, const char *name, const char *text) {
  aml_sv path = aml_sv_format(arena, "%s/%s", root, name);
  for (size_t at = strlen(root) + 1; (at = aml_sv_find_char(path, '/', at)) != AML_NPOS; at++) {
    (void)mkdir(aml_sv_cstr(arena, aml_sv_slice(path, 0, at)), 0777);
  }
  FILE *file = fopen(path.data, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

typedef struct root_folder {
  char path[64];
} root_folder;

static root_folder make_root(void) {
  root_folder root = {"/tmp/amlint-repo-XXXXXX"};
  assert_non_null(mkdtemp(root.path));
  return root;
}

static void remove_root(aml_arena *arena, const root_folder *root) {
  assert_int_equal(system(aml_sv_format(arena, "rm -r '%s'", root->path).data), 0);
}

static void reads_loose_references(void **state) {
  root_folder root = make_root();
  write_file(*state, root.path, ".git/HEAD", "ref: refs/heads/feature/a\n");
  write_file(*state, root.path, ".git/refs/heads/feature/a", "0123456789abcdef0123456789abcdef01234567\n");
  write_file(*state, root.path, ".git/config",
      "[core]\n\tbare = false\n[remote \"fork\"]\n\turl = https://host.example/fork.git\n"
      "[remote \"origin\"]\n\tfetch = +refs/heads/*\n\turl = https://user:pass@host.example/org/repo.git\n");
  aml_repository got = aml_repository_read(*state, aml_sv_of(root.path));
  assert_sv_equal(got.url, AML_SV("https://host.example/org/repo.git"));
  assert_sv_equal(got.branch, AML_SV("feature/a"));
  assert_sv_equal(got.revision, aml_sv_of(revision));
  remove_root(*state, &root);
}

static void reads_packed_references_of_linked_worktrees(void **state) {
  root_folder root = make_root();
  write_file(*state, root.path, "main/.git/packed-refs",
      "# pack-refs with: peeled fully-peeled sorted\n"
      "ffffffffffffffffffffffffffffffffffffffff refs/heads/mai\n"
      "0123456789abcdef0123456789abcdef01234567 refs/heads/main\n"
      "^eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\n");
  write_file(*state, root.path, "main/.git/config", "[remote \"up\"]\nurl=git@host.example:org/repo\n");
  write_file(*state, root.path, "main/.git/worktrees/w/HEAD", "ref: refs/heads/main\n");
  write_file(*state, root.path, "main/.git/worktrees/w/commondir", "../..\n");
  write_file(*state, root.path, "w/.git", "gitdir: ../main/.git/worktrees/w\n");
  aml_repository got = aml_repository_read(*state, aml_sv_format(*state, "%s/w", root.path));
  assert_sv_equal(got.url, AML_SV("ssh://host.example/org/repo"));
  assert_sv_equal(got.branch, AML_SV("main"));
  assert_sv_equal(got.revision, aml_sv_of(revision));
  remove_root(*state, &root);
}

static void survives_what_is_no_repository(void **state) {
  root_folder root = make_root();
  aml_repository got = aml_repository_read(*state, aml_sv_of(root.path));
  assert_int_equal(got.url.len + got.revision.len + got.branch.len, 0);
  static const char *const heads[] = {"", "ref: ../../etc/passwd", "ref: refs/../../x",
      "ref: refs/heads/none", "not a revision", "ref: refs/loop", "0123456789abcdef0123456789abcdef0123456g",
      "0123456789abcdef0123456789abcdef0123456"};
  write_file(*state, root.path, ".git/refs/loop", "ref: refs/loop\n");
  for (size_t i = 0; i < COUNT(heads); i++) {
    write_file(*state, root.path, ".git/HEAD", heads[i]);
    got = aml_repository_read(*state, aml_sv_of(root.path));
    assert_int_equal(got.revision.len, 0);
  }
  remove_root(*state, &root);
}

static void cleans_addresses(void **state) {
  static const char *const cases[][2] = {
      {"https://host.example/a/b.git", "https://host.example/a/b.git"},
      {"https://token@host.example/a b?x=secret#y", "https://host.example/a%20b"},
      {"HTTPS://user:p@ss@host.example:8443/a", "https://host.example:8443/a"},
      {"ssh://git@host.example:22/a", "ssh://host.example:22/a"},
      {"git@host.example:a/b.git", "ssh://host.example/a/b.git"},
      {"host.example:/a/b.git", "ssh://host.example/a/b.git"},
      {"/srv/git/a.git", ""},
      {"../a.git", ""},
      {"C:/git/a.git", ""},
      {"file:///srv/git/a.git", ""},
      {"javascript://host/a", ""},
      {"https://ho st/a", ""},
      {"https:///a", ""},
      {"", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    assert_sv_equal(aml_repository_url(*state, aml_sv_of(cases[i][0])), aml_sv_of(cases[i][1]));
  }
}

static const aml_value *make_object(aml_arena *arena, const char *const (*pairs)[2], size_t count) {
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  for (size_t i = 0; i < count; i++) {
    const aml_value *value = aml_value_string(arena, aml_sv_of(pairs[i][1]), AML_NO_SPAN);
    aml_object_add(&builder, aml_sv_of(pairs[i][0]), AML_NO_SPAN, value);
  }
  return aml_object_end(&builder, AML_NO_SPAN, 0);
}

static void reads_the_variables_of_services(void **state) {
  static const char *const github[][2] = {{"GITHUB_SERVER_URL", "https://github.example"},
      {"GITHUB_REPOSITORY", "org/repo"}, {"GITHUB_SHA", "0123456789abcdef0123456789abcdef01234567"},
      {"GITHUB_REF_NAME", "main"}};
  static const char *const azure[][2] = {{"BUILD_REPOSITORY_URI", "https://org@dev.example/org/_git/repo"},
      {"BUILD_SOURCEVERSION", "0123456789abcdef0123456789abcdef01234567"},
      {"BUILD_SOURCEBRANCHNAME", "main"}};
  static const char *const gitlab[][2] = {{"CI_PROJECT_URL", "https://gitlab.example/org/repo"},
      {"CI_COMMIT_SHA", "short"}, {"CI_COMMIT_REF_NAME", "main"}};
  aml_repository got = aml_repository_of_ci(*state, make_object(*state, github, COUNT(github)));
  assert_sv_equal(got.url, AML_SV("https://github.example/org/repo"));
  assert_sv_equal(got.revision, aml_sv_of(revision));
  assert_sv_equal(got.branch, AML_SV("main"));
  got = aml_repository_of_ci(*state, make_object(*state, azure, COUNT(azure)));
  assert_sv_equal(got.url, AML_SV("https://dev.example/org/_git/repo"));
  assert_sv_equal(got.revision, aml_sv_of(revision));
  got = aml_repository_of_ci(*state, make_object(*state, gitlab, COUNT(gitlab)));
  assert_sv_equal(got.url, AML_SV("https://gitlab.example/org/repo"));
  assert_int_equal(got.revision.len, 0);
  got = aml_repository_of_ci(*state, NULL);
  assert_int_equal(got.url.len, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(reads_loose_references),
      TEST_CASE(reads_packed_references_of_linked_worktrees),
      TEST_CASE(survives_what_is_no_repository),
      TEST_CASE(cleans_addresses),
      TEST_CASE(reads_the_variables_of_services),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
