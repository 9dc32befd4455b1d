#include "base/temporary.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_output.h"
#include "test.h"

typedef struct place { /* a folder with a target in it */
  char folder[64];
  const char *target;
} place;

static place make_place(aml_arena *arena, const char *name) {
  place p = {"/tmp/amlint-temporary-XXXXXX", NULL};
  assert_non_null(mkdtemp(p.folder));
  p.target = aml_sv_format(arena, "%s/%s", p.folder, name).data;
  return p;
}

static int make_file(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  assert_true(fd >= 0);
  return fd;
}

static bool is_there(const char *path) {
  return access(path, F_OK) == 0;
}

static void names_files_beside_the_target(void **state) {
  const char *name = aml_temporary_name(*state, "some/folder/out.sarif", 0);
  assert_true(aml_sv_starts(aml_sv_of(name), AML_SV("some/folder/.out.sarif.")));
  assert_true(aml_sv_ends(aml_sv_of(name), AML_SV(".tmp")));
  assert_string_not_equal(name, aml_temporary_name(*state, "some/folder/out.sarif", 0));
  assert_true(aml_sv_starts(aml_sv_of(aml_temporary_name(*state, "c.yml", 0)), AML_SV(".c.yml.")));
}

static void sweeps_what_nobody_writes(void **state) {
  place p = make_place(*state, "c.yml");
  const char *stale = aml_temporary_name(*state, p.target, 0);
  const char *alive = aml_temporary_name(*state, p.target, 1);
  assert_int_equal(close(make_file(stale)), 0);
  int fd = make_file(alive);
  assert_true(aml_temporary_lock(fd));
  assert_true(aml_temporary_sweep(p.folder, p.target));
  assert_false(is_there(stale));
  assert_true(is_there(alive));
  assert_int_equal(close(fd), 0); /* as at the end of a process, however it ends */
  assert_true(aml_temporary_sweep(p.folder, p.target));
  assert_false(is_there(alive));
  assert_int_equal(rmdir(p.folder), 0);
}

static void keeps_what_is_not_its_own(void **state) {
  static const char *const names[] = {"c.yml", ".c.yml.tmp", ".c.yml.0123456789abcdef.tmp~",
      ".c.yml.0123456789abcde.tmp", ".c.yml.0123456789ABCDEF.tmp", ".c.yml.0123456789abcdeg.tmp",
      "c.yml.0123456789abcdef.tmp", ".d.yml.0123456789abcdef.tmp", ".c.yml.0123456789abcdef0.tmp",
      ".x.c.yml.0123456789abcdef.tmp", ".c.yml-0123456789abcdef.tmp"};
  place p = make_place(*state, "c.yml");
  for (size_t i = 0; i < COUNT(names); i++) {
    assert_int_equal(close(make_file(aml_sv_format(*state, "%s/%s", p.folder, names[i]).data)), 0);
  }
  const char *folder = aml_temporary_name(*state, p.target, 0);
  const char *link = aml_temporary_name(*state, p.target, 1);
  assert_int_equal(mkdir(folder, 0700), 0);
  assert_int_equal(symlink(p.target, link), 0);
  assert_true(aml_temporary_sweep(p.folder, p.target));
  assert_int_equal(rmdir(folder), 0);
  assert_int_equal(unlink(link), 0);
  for (size_t i = 0; i < COUNT(names); i++) {
    assert_int_equal(unlink(aml_sv_format(*state, "%s/%s", p.folder, names[i]).data), 0);
  }
  assert_int_equal(rmdir(p.folder), 0);
}

static void tells_that_a_file_was_swept_before_its_lock(void **state) {
  place p = make_place(*state, "c.yml");
  const char *name = aml_temporary_name(*state, p.target, 0);
  int fd = make_file(name);
  assert_true(aml_temporary_sweep(p.folder, p.target));
  assert_false(aml_temporary_lock(fd)); /* gone */
  assert_int_equal(close(fd), 0);
  fd = make_file(name);
  int sweeper = open(name, O_RDWR);
  assert_int_equal(flock(sweeper, LOCK_EX), 0);
  assert_false(aml_temporary_lock(fd)); /* about to go */
  assert_int_equal(close(sweeper), 0);
  assert_int_equal(close(fd), 0);
  assert_int_equal(unlink(name), 0);
  assert_int_equal(rmdir(p.folder), 0);
}

static void removes_what_is_watched(void **state) {
  enum { FILES = 10, WATCHED = 8 };
  place p = make_place(*state, "c.yml");
  const char *names[FILES];
  for (unsigned i = 0; i < FILES; i++) {
    names[i] = aml_temporary_name(*state, p.target, i);
    aml_temporary_watch(names[i]);
    assert_int_equal(close(make_file(names[i])), 0);
  }
  aml_temporary_unwatch(names[3]);
  aml_temporary_remove_all();
  for (size_t i = 0; i < FILES; i++) {
    assert_int_equal(is_there(names[i]), i == 3 || i >= WATCHED);
    aml_temporary_unwatch(names[i]);
  }
  assert_true(aml_temporary_sweep(p.folder, p.target));
  assert_int_equal(rmdir(p.folder), 0);
}

static void is_done_by_replacements(void **state) {
  place p = make_place(*state, "c.yml");
  const char *stale = aml_temporary_name(*state, p.target, 0);
  assert_int_equal(close(make_file(stale)), 0);
  aml_replacement *first = aml_replacement_new(*state, &aml_file_system, aml_sv_of(p.target), NULL);
  aml_replacement *second = aml_replacement_new(*state, &aml_file_system, aml_sv_of(p.target), NULL);
  assert_non_null(first);
  assert_non_null(second); /* and the first one's file is still there */
  assert_false(is_there(stale));
  assert_int_equal(aml_replacement_commit(first, NULL), AML_OK);
  assert_int_equal(aml_replacement_commit(second, NULL), AML_OK);
  aml_replacement *third = aml_replacement_new(*state, &aml_file_system, aml_sv_of(p.target), NULL);
  assert_non_null(third);
  aml_temporary_remove_all(); /* a signal */
  assert_int_equal(unlink(p.target), 0);
  assert_int_equal(rmdir(p.folder), 0); /* nothing else is in it */
  aml_replacement_abandon(third);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(names_files_beside_the_target),
      TEST_CASE(sweeps_what_nobody_writes),
      TEST_CASE(keeps_what_is_not_its_own),
      TEST_CASE(tells_that_a_file_was_swept_before_its_lock),
      TEST_CASE(removes_what_is_watched),
      TEST_CASE(is_done_by_replacements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
