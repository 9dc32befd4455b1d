#include "base/file_output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"

typedef struct folder {
  char path[64];
} folder;

static folder make_folder(void) {
  folder f = {"/tmp/amlint-file-XXXXXX"};
  assert_non_null(mkdtemp(f.path));
  return f;
}

static aml_sv in_folder(aml_arena *arena, const folder *f, const char *name) {
  return aml_sv_format(arena, "%s/%s", f->path, name);
}

static void write_file(aml_sv path, const char *text) {
  FILE *file = fopen(path.data, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static aml_sv read_file(aml_arena *arena, aml_sv path) {
  FILE *file = fopen(path.data, "r");
  assert_non_null(file);
  char *bytes = AML_NEW_ARRAY(arena, char, 1 << 20);
  size_t n = fread(bytes, 1, 1 << 20, file);
  assert_int_equal(fclose(file), 0);
  return (aml_sv){bytes, n};
}

/* Removes the folder and all in it; how many files there were. */
static size_t remove_folder(aml_arena *arena, const folder *f) {
  DIR *dir = opendir(f->path);
  assert_non_null(dir);
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      count++;
      assert_int_equal(unlink(in_folder(arena, f, entry->d_name).data), 0);
    }
  }
  assert_int_equal(closedir(dir), 0);
  assert_int_equal(rmdir(f->path), 0);
  return count;
}

static void replaces_and_keeps_the_mode(void **state) {
  folder f = make_folder();
  aml_sv path = in_folder(*state, &f, "a.yml");
  write_file(path, "old");
  assert_int_equal(chmod(path.data, 0640), 0);
  assert_int_equal(aml_file_replace(*state, path, AML_SV("new"), NULL), AML_OK);
  assert_sv_equal(read_file(*state, path), AML_SV("new"));
  struct stat about;
  assert_int_equal(stat(path.data, &about), 0);
  assert_int_equal(about.st_mode & 07777, 0640);
  assert_int_equal(remove_folder(*state, &f), 1);
}

static unsigned mode_asked_for; /* the system's calls know no context */

static int open_and_note(const char *path, unsigned mode) {
  mode_asked_for = mode;
  return aml_file_system.open_new(path, mode);
}

static void shows_a_private_file_to_nobody_while_it_is_written(void **state) {
  folder f = make_folder();
  aml_sv path = in_folder(*state, &f, "a.yml");
  write_file(path, "old");
  assert_int_equal(chmod(path.data, 0600), 0);
  aml_file_calls calls = aml_file_system;
  calls.open_new = open_and_note;
  aml_replacement *r = aml_replacement_new(*state, &calls, path, NULL);
  assert_non_null(r);
  assert_int_equal(mode_asked_for & 0077, 0);
  assert_int_equal(aml_replacement_commit(r, NULL), AML_OK);
  assert_int_equal(remove_folder(*state, &f), 1);
}

static void makes_new_files_under_the_umask(void **state) {
  folder f = make_folder();
  aml_sv path = in_folder(*state, &f, "new.yml");
  mode_t mask = umask(027);
  assert_int_equal(aml_file_replace(*state, path, AML_SV(""), NULL), AML_OK);
  (void)umask(mask);
  struct stat about;
  assert_int_equal(stat(path.data, &about), 0);
  assert_int_equal(about.st_mode & 07777, 0640);
  assert_int_equal(about.st_size, 0);
  assert_int_equal(remove_folder(*state, &f), 1);
}

static void replaces_what_a_link_points_at(void **state) {
  folder f = make_folder();
  aml_sv path = in_folder(*state, &f, "a.yml");
  aml_sv link = in_folder(*state, &f, "link.yml");
  write_file(path, "old");
  assert_int_equal(symlink("a.yml", link.data), 0);
  assert_int_equal(aml_file_replace(*state, link, AML_SV("new"), NULL), AML_OK);
  assert_sv_equal(read_file(*state, path), AML_SV("new"));
  struct stat about;
  assert_int_equal(lstat(link.data, &about), 0);
  assert_true(S_ISLNK(about.st_mode));
  assert_int_equal(remove_folder(*state, &f), 2);
}

static void appends(void **state) {
  folder f = make_folder();
  aml_sv path = in_folder(*state, &f, "summary");
  assert_int_equal(aml_file_append(*state, path, AML_SV("one\n"), NULL), AML_OK);
  assert_int_equal(aml_file_append(*state, path, AML_SV("two\n"), NULL), AML_OK);
  assert_sv_equal(read_file(*state, path), AML_SV("one\ntwo\n"));
  aml_error error;
  aml_sv missing = in_folder(*state, &f, "missing/file");
  assert_int_equal(aml_file_append(*state, missing, AML_SV("x"), &error), AML_ERR_IO);
  assert_int_equal(aml_file_append(*state, AML_SV("/dev/full"), AML_SV("x"), &error), AML_ERR_IO);
  assert_int_equal(remove_folder(*state, &f), 1);
}

static void makes_missing_folders(void **state) {
  folder f = make_folder();
  aml_error error;
  aml_sv path = in_folder(*state, &f, "one/two/file");
  assert_int_equal(aml_file_make_folders(*state, path, &error), AML_OK);
  assert_int_equal(aml_file_make_folders(*state, path, &error), AML_OK);
  assert_int_equal(rmdir(in_folder(*state, &f, "one/two").data), 0);
  assert_int_equal(rmdir(in_folder(*state, &f, "one").data), 0);
  assert_int_equal(aml_file_make_folders(*state, AML_SV("file"), &error), AML_OK);
  assert_int_equal(aml_file_make_folders(*state, AML_SV("/dev/null/x/file"), &error), AML_ERR_IO);
  assert_string_equal(error.text, "'/dev/null/x/file' cannot be written: Not a directory.");
  assert_int_equal(remove_folder(*state, &f), 0);
}

static void says_what_the_system_says(void **state) {
  aml_error error = {0};
  aml_sv path = AML_SV("/nonexistent-folder/a.yml");
  assert_int_equal(aml_file_replace(*state, path, AML_SV("x"), &error), AML_ERR_IO);
  assert_string_equal(error.text,
      "'/nonexistent-folder/a.yml' cannot be written: the folder '/nonexistent-folder' does not exist.");
  path = AML_SV("/dev/null/a.yml");
  assert_int_equal(aml_file_replace(*state, path, AML_SV("x"), &error), AML_ERR_IO);
  assert_string_equal(error.text, "'/dev/null/a.yml' cannot be written: Not a directory.");
}

static void writes_to_devices_directly(void **state) {
  aml_error error = {0};
  assert_int_equal(aml_file_replace(*state, AML_SV("/dev/null"), AML_SV("x"), &error), AML_OK);
  assert_int_equal(aml_file_replace(*state, AML_SV("/dev/full"), AML_SV("x"), &error), AML_ERR_IO);
  assert_string_equal(error.text, "'/dev/full' cannot be written: No space left on device.");
}

static void keeps_the_first_error_of_an_output(void **state) {
  (void)state;
  aml_output output;
  int fd = open("/dev/full", O_WRONLY);
  assert_true(fd >= 0);
  aml_output_init(&output, fd);
  static const char block[10000];
  assert_true(aml_output_write(&output, block, sizeof block)); /* still in the buffer */
  assert_false(aml_output_write(&output, block, sizeof block));
  assert_false(aml_output_write(&output, block, sizeof block));
  assert_int_equal(output.error_number, ENOSPC);
  aml_error error = {0};
  assert_int_equal(aml_output_finish(&output, AML_SV("standard output"), &error), AML_ERR_IO);
  assert_string_equal(error.text, "'standard output' cannot be written: No space left on device.");
  assert_int_equal(close(fd), 0);
}

/* Each call in turn is made to fail. */
static int fail_open(const char *path, unsigned mode) {
  (void)path;
  (void)mode;
  errno = EACCES;
  return -1;
}

static ssize_t fail_write(int fd, const void *bytes, size_t n) {
  (void)bytes;
  (void)n;
  errno = fd < 0 ? EBADF : ENOSPC;
  return -1;
}

/* At most a hundred bytes a call, and one where the number is odd: a slow but honest system. */
static ssize_t write_slowly(int fd, const void *bytes, size_t n) {
  size_t most = n % 2 == 1 ? 1 : 100;
  return write(fd, bytes, n < most ? n : most);
}

static int fail_mode(int fd, unsigned mode) {
  (void)mode;
  errno = fd < 0 ? EBADF : EPERM;
  return -1;
}

static int fail_sync(int fd) {
  errno = fd < 0 ? EBADF : EIO;
  return -1;
}

static int fail_close(int fd) {
  (void)close(fd);
  errno = EIO;
  return -1;
}

static int fail_rename(const char *from, const char *to) {
  (void)from;
  (void)to;
  errno = EXDEV;
  return -1;
}

static void leaves_the_old_file_whatever_fails(void **state) {
  static const struct {
    const char *what;
    aml_file_calls calls;
    const char *text;
  } cases[] = {
      {"open", {fail_open, write, fail_mode, fsync, close, rename, unlink}, "Permission denied"},
      {"write", {NULL, fail_write, fail_mode, fsync, close, rename, unlink}, "No space left on device"},
      {"mode", {NULL, write, fail_mode, fsync, close, rename, unlink}, "Operation not permitted"},
      {"sync", {NULL, write, NULL, fail_sync, close, rename, unlink}, "Input/output error"},
      {"close", {NULL, write, NULL, fsync, fail_close, rename, unlink}, "Input/output error"},
      {"rename", {NULL, write, NULL, fsync, close, fail_rename, unlink}, "Invalid cross-device link"},
  };
  static char bytes[50000];
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_file_calls calls = cases[i].calls;
    calls.open_new = calls.open_new == NULL ? aml_file_system.open_new : calls.open_new;
    calls.set_mode = calls.set_mode == NULL ? aml_file_system.set_mode : calls.set_mode;
    folder f = make_folder();
    aml_sv path = in_folder(*state, &f, "a.yml");
    write_file(path, "old");
    aml_error error = {0};
    aml_replacement *r = aml_replacement_new(*state, &calls, path, &error);
    if (r != NULL) {
      (void)aml_replacement_write(r, bytes, sizeof bytes);
      assert_int_equal(aml_replacement_commit(r, &error), AML_ERR_IO);
    }
    if (strstr(error.text, cases[i].text) == NULL) {
      fail_msg("%s: '%s'", cases[i].what, error.text);
    }
    assert_sv_equal(read_file(*state, path), AML_SV("old"));
    assert_int_equal(remove_folder(*state, &f), 1); /* nothing is left lying about */
  }
}

static void survives_short_writes(void **state) {
  static char bytes[50001];
  memset(bytes, 'x', sizeof bytes);
  folder f = make_folder();
  aml_sv path = in_folder(*state, &f, "a.yml");
  aml_file_calls calls = aml_file_system;
  calls.write = write_slowly;
  aml_replacement *r = aml_replacement_new(*state, &calls, path, NULL);
  assert_non_null(r);
  assert_true(aml_replacement_write(r, bytes, sizeof bytes));
  assert_int_equal(aml_replacement_commit(r, NULL), AML_OK);
  assert_sv_equal(read_file(*state, path), ((aml_sv){bytes, sizeof bytes}));
  assert_int_equal(remove_folder(*state, &f), 1);
}

static void abandons_with_the_arena(void **state) {
  folder f = make_folder();
  aml_sv path = in_folder(*state, &f, "a.yml");
  aml_arena arena;
  aml_arena_init(&arena, SIZE_MAX);
  aml_replacement *r = aml_replacement_new(&arena, &aml_file_system, path, NULL);
  assert_non_null(r);
  assert_true(aml_replacement_write(r, "x", 1));
  aml_arena_release(&arena);
  assert_int_equal(remove_folder(*state, &f), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(replaces_and_keeps_the_mode),
      TEST_CASE(shows_a_private_file_to_nobody_while_it_is_written),
      TEST_CASE(makes_new_files_under_the_umask),
      TEST_CASE(replaces_what_a_link_points_at),
      TEST_CASE(appends),
      TEST_CASE(makes_missing_folders),
      TEST_CASE(says_what_the_system_says),
      TEST_CASE(writes_to_devices_directly),
      TEST_CASE(keeps_the_first_error_of_an_output),
      TEST_CASE(leaves_the_old_file_whatever_fails),
      TEST_CASE(survives_short_writes),
      TEST_CASE(abandons_with_the_arena),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
