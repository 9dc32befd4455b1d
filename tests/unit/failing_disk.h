/* A disk that fails at any call, and what a file that is being replaced must hold then. */
#ifndef AMLINT_TESTS_UNIT_FAILING_DISK_H
#define AMLINT_TESTS_UNIT_FAILING_DISK_H

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file_output.h"
#include "test.h"

enum { DISK_WRITES = 50 /* bytes that it takes at a time */ };

static size_t disk_calls_left; /* the system's calls know no context */

static bool is_disk_dead(void) {
  if (disk_calls_left == 0) {
    errno = EIO;
    return true;
  }
  disk_calls_left--;
  return false;
}

static int open_or_die(const char *path, unsigned mode) {
  return is_disk_dead() ? -1 : aml_file_system.open_new(path, mode);
}

static ssize_t write_or_die(int fd, const void *bytes, size_t n) {
  return is_disk_dead() ? -1 : write(fd, bytes, n < DISK_WRITES ? n : DISK_WRITES);
}

static int set_mode_or_die(int fd, unsigned mode) {
  return is_disk_dead() ? -1 : aml_file_system.set_mode(fd, mode);
}

static int sync_or_die(int fd) {
  return is_disk_dead() ? -1 : fsync(fd);
}

static int close_or_die(int fd) {
  bool is_dead = is_disk_dead();
  int status = close(fd);
  return is_dead ? -1 : status;
}

static int rename_or_die(const char *from, const char *to) {
  return is_disk_dead() ? -1 : rename(from, to);
}

static aml_sv read_whole(aml_arena *arena, aml_sv path) {
  enum { MOST = 1 << 16 };
  FILE *file = fopen(aml_sv_cstr(arena, path), "rb");
  assert_non_null(file);
  char *bytes = AML_NEW_ARRAY(arena, char, MOST);
  size_t n = fread(bytes, 1, MOST, file);
  assert_int_equal(fclose(file), 0);
  return (aml_sv){bytes, n};
}

/* Replaces a file that holds `old` by what write_new(file, ctx) writes, which is `new`, again and again; the
 * disk fails one call later each time, until nothing fails. The file must hold all of the old or all of the
 * new text, and at the end nothing lies beside it. */
static inline void replace_on_failing_disk(aml_arena *arena, aml_sv old, aml_sv new,
    bool (*write_new)(aml_replacement *file, void *ctx), void *ctx) {
  static const aml_file_calls calls = {
      open_or_die, write_or_die, set_mode_or_die, sync_or_die, close_or_die, rename_or_die, unlink};
  char folder[] = "/tmp/amlint-disk-XXXXXX";
  assert_non_null(mkdtemp(folder));
  aml_sv path = aml_sv_format(arena, "%s/f", folder);
  bool is_done = false;
  size_t failures = 0;
  for (size_t after = 0; !is_done; after++) {
    assert_int_equal(aml_file_replace(arena, path, old, NULL), AML_OK);
    disk_calls_left = after;
    aml_error error = {0};
    aml_replacement *file = aml_replacement_new(arena, &calls, path, &error);
    if (file != NULL) {
      bool is_written = write_new(file, ctx);
      is_done = aml_replacement_commit(file, &error) == AML_OK && disk_calls_left > 0;
      assert_true(is_written || !is_done);
    }
    aml_sv found = read_whole(arena, path);
    if (!aml_sv_eq(found, old) && !aml_sv_eq(found, new)) {
      fail_msg("torn after %zu calls", after);
    }
    failures += aml_sv_eq(found, old) ? 1 : 0;
  }
  assert_true(failures > new.len / DISK_WRITES); /* every write was made to fail */
  assert_sv_equal(read_whole(arena, path), new);
  assert_int_equal(unlink(path.data), 0);
  assert_int_equal(rmdir(folder), 0);
}

#endif
