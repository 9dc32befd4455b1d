#include "base/file_output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/temporary.h"

enum {
  DEFAULT_MODE = 0666,
  PRIVATE_MODE = 0600, /* until it is known whom the whole file may be shown to */
  MOST_ATTEMPTS = 100,
};

static aml_status fail_write(aml_error *error, aml_sv name, int error_number) {
  char text[128];
  const char *reason = strerror_r(error_number, text, sizeof text);
  return aml_fail(error, AML_ERR_IO, "'%.*s' cannot be written: %s.", AML_SV_ARG(name), reason);
}

/* The folder of a file, without its last slash; empty for one in the working folder, or in the root. */
static aml_sv folder_of(aml_sv path) {
  size_t slash = aml_sv_rfind_char(path, '/');
  return aml_sv_slice(path, 0, slash == AML_NPOS ? 0 : slash);
}

static bool is_there(aml_arena *scratch, aml_sv path) {
  struct stat about;
  return path.len == 0 || stat(aml_sv_cstr(scratch, path), &about) == 0;
}

/* A new file that cannot be opened for want of its folder is told so. */
static aml_status fail_open(aml_arena *scratch, aml_error *error, aml_sv path, int error_number) {
  aml_sv folder = folder_of(path);
  if (error_number == ENOENT && !is_there(scratch, folder)) {
    return aml_fail(error, AML_ERR_IO, "'%.*s' cannot be written: the folder '%.*s' does not exist.",
        AML_SV_ARG(path), AML_SV_ARG(folder));
  }
  return fail_write(error, path, error_number);
}

aml_status aml_file_make_folders(aml_arena *scratch, aml_sv path, aml_error *error) {
  aml_sv folder = folder_of(path);
  for (size_t end = 0; !is_there(scratch, folder) && end < folder.len;) {
    size_t slash = aml_sv_find_char(folder, '/', end + 1);
    end = slash == AML_NPOS ? folder.len : slash;
    if (mkdir(aml_sv_cstr(scratch, aml_sv_slice(folder, 0, end)), S_IRWXU | S_IRWXG | S_IRWXO) != 0 &&
        errno != EEXIST) {
      return fail_write(error, path, errno);
    }
  }
  return AML_OK;
}

static int open_new(const char *path, unsigned mode) {
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)mode);
}

static int set_mode(int fd, unsigned mode) {
  return fchmod(fd, (mode_t)mode);
}

const aml_file_calls aml_file_system = {open_new, write, set_mode, fsync, close, rename, unlink};

bool aml_error_is_absence(int error_number) {
  return error_number == ENOENT || error_number == ENOTDIR || error_number == ELOOP ||
         error_number == ENAMETOOLONG;
}

typedef ssize_t write_call(int fd, const void *bytes, size_t n);

/* All of the bytes, whatever the pieces; 0 or errno. */
static int write_all(write_call *call, int fd, const char *bytes, size_t n) {
  while (n > 0) {
    ssize_t sent = call(fd, bytes, n);
    if (sent < 0 && errno == EINTR) {
      continue;
    }
    if (sent <= 0) {
      return sent == 0 ? EIO : errno;
    }
    bytes += sent;
    n -= (size_t)sent;
  }
  return 0;
}

static void send_buffer(aml_output *output, write_call *call) {
  if (output->error_number == 0 && output->buffered > 0) {
    output->error_number = write_all(call, output->fd, output->buffer, output->buffered);
  }
  output->buffered = 0;
}

static bool add_to_buffer(aml_output *output, write_call *call, const char *bytes, size_t n) {
  while (n > 0 && output->error_number == 0) {
    size_t room = sizeof output->buffer - output->buffered;
    size_t part = n < room ? n : room;
    memcpy(output->buffer + output->buffered, bytes, part);
    output->buffered += part;
    bytes += part;
    n -= part;
    if (output->buffered == sizeof output->buffer) {
      send_buffer(output, call);
    }
  }
  return output->error_number == 0;
}

void aml_output_init(aml_output *output, int fd) {
  output->fd = fd;
  output->error_number = 0;
  output->buffered = 0;
}

bool aml_output_write(void *output, const char *bytes, size_t n) {
  return add_to_buffer(output, write, bytes, n);
}

aml_status aml_output_finish(aml_output *output, aml_sv name, aml_error *error) {
  send_buffer(output, write);
  return output->error_number == 0 ? AML_OK : fail_write(error, name, output->error_number);
}

struct aml_replacement {
  const aml_file_calls *calls;
  aml_sv name;           /* as the caller gave it, for messages */
  const char *target;    /* what is replaced, links resolved */
  const char *folder;    /* of the target */
  const char *temporary; /* NULL: written to directly */
  int lock;              /* keeps the temporary locked from its end to the exchange; -1 for none */
  bool is_open;
  bool has_mode;
  unsigned mode;
  aml_output output;
};

/* Resolves links, and finds out what stands at the path. False: it is no regular file and exists. The target
 * is NULL, and errno says why, where that cannot be found out: a link must not be replaced itself. */
static bool prepare_target(aml_replacement *r, aml_arena *arena, const char *path) {
  struct stat about;
  r->target = path;
  if (stat(path, &about) != 0) { /* a new file, or nobody can tell what is there */
    r->target = aml_error_is_absence(errno) ? path : NULL;
    return true;
  }
  char resolved[PATH_MAX];
  r->target = realpath(path, resolved) == NULL ? NULL : aml_sv_cstr(arena, aml_sv_of(resolved));
  r->has_mode = true;
  r->mode = about.st_mode & 07777;
  return S_ISREG(about.st_mode);
}

static const char *name_folder(aml_arena *arena, const char *target) {
  aml_sv path = aml_sv_of(target);
  size_t slash = aml_sv_rfind_char(path, '/');
  return slash == AML_NPOS ? "." : aml_sv_cstr(arena, aml_sv_slice(path, 0, slash + 1));
}

/* The file under this name, locked; -1 and errno, and it is not there. */
static int open_locked(aml_replacement *r, const char *name) {
  aml_temporary_watch(name); /* before it is there: a signal may come at once */
  int fd = r->calls->open_new(name, r->has_mode ? PRIVATE_MODE : DEFAULT_MODE);
  if (fd >= 0 && !aml_temporary_lock(fd)) {
    (void)close(fd);
    fd = -1;
    errno = EEXIST;
  }
  if (fd < 0) {
    aml_temporary_unwatch(name);
  }
  return fd;
}

static int open_temporary(aml_replacement *r, aml_arena *arena) {
  int fd = -1;
  r->folder = name_folder(arena, r->target);
  if (!aml_temporary_sweep(r->folder, r->target)) {
    aml_arena_give_up(arena, AML_ERR_MEMORY);
  }
  errno = EEXIST;
  for (unsigned attempt = 0; fd < 0 && errno == EEXIST && attempt < MOST_ATTEMPTS; attempt++) {
    const char *name = aml_temporary_name(arena, r->target, attempt);
    fd = open_locked(r, name);
    r->temporary = fd < 0 ? NULL : name;
  }
  return fd;
}

/* The temporary has the target's name by now, or is gone. */
static void forget_temporary(aml_replacement *r) {
  aml_temporary_unwatch(r->temporary);
  r->temporary = NULL;
  if (r->lock >= 0) {
    (void)close(r->lock);
    r->lock = -1;
  }
}

static void abandon_replacement(void *object) {
  aml_replacement_abandon(object);
}

aml_replacement *aml_replacement_new(
    aml_arena *arena, const aml_file_calls *calls, aml_sv path, aml_error *error) {
  aml_replacement *r = AML_NEW(arena, aml_replacement);
  *r = (aml_replacement){.calls = calls, .name = aml_sv_dup(arena, path), .lock = -1};
  aml_arena_defer(arena, abandon_replacement, r);
  const char *file = aml_sv_cstr(arena, path);
  bool is_replaced = prepare_target(r, arena, file);
  /* A rename would not ask for leave. */
  if (r->target == NULL || (r->has_mode && access(r->target, W_OK) != 0)) {
    (void)fail_write(error, path, errno);
    return NULL;
  }
  int fd = is_replaced ? open_temporary(r, arena) : open(file, O_WRONLY | O_CLOEXEC);
  if (fd < 0) {
    (void)fail_open(arena, error, path, errno);
    return NULL;
  }
  r->lock = r->temporary == NULL ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 0);
  aml_output_init(&r->output, fd);
  r->is_open = true;
  return r;
}

bool aml_replacement_write(void *replacement, const char *bytes, size_t n) {
  aml_replacement *r = replacement;
  return add_to_buffer(&r->output, r->calls->write, bytes, n);
}

/* The folder's own entry has to reach the disk too. Not every file system can do that, so it is only tried.
 */
static void sync_folder(const aml_replacement *r) {
  int fd = open(r->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) {
    (void)r->calls->sync(fd);
    (void)close(fd);
  }
}

/* Everything up to the exchange; 0 or errno. */
static int settle(aml_replacement *r) {
  const aml_file_calls *calls = r->calls;
  send_buffer(&r->output, calls->write);
  int error_number = r->output.error_number;
  bool is_temporary = r->temporary != NULL;
  if (error_number == 0 && is_temporary && r->has_mode && calls->set_mode(r->output.fd, r->mode) != 0) {
    error_number = errno;
  }
  if (error_number == 0 && is_temporary && calls->sync(r->output.fd) != 0) {
    error_number = errno;
  }
  r->is_open = false;
  if (calls->close(r->output.fd) != 0 && error_number == 0) {
    error_number = errno;
  }
  if (error_number == 0 && is_temporary && calls->rename(r->temporary, r->target) != 0) {
    error_number = errno;
  }
  return error_number;
}

aml_status aml_replacement_commit(aml_replacement *r, aml_error *error) {
  int error_number = settle(r);
  if (error_number != 0) {
    aml_replacement_abandon(r);
    return fail_write(error, r->name, error_number);
  }
  if (r->temporary != NULL) {
    forget_temporary(r);
    sync_folder(r);
  }
  return AML_OK;
}

void aml_replacement_abandon(aml_replacement *r) {
  if (r->is_open) {
    (void)r->calls->close(r->output.fd);
    r->is_open = false;
  }
  if (r->temporary != NULL) {
    (void)r->calls->unlink(r->temporary);
    forget_temporary(r);
  }
}

static aml_status write_whole(
    aml_arena *scratch, const aml_file_calls *calls, aml_sv path, aml_sv bytes, aml_error *error) {
  aml_replacement *r = aml_replacement_new(scratch, calls, path, error);
  if (r == NULL) {
    return AML_ERR_IO;
  }
  (void)aml_replacement_write(r, bytes.data, bytes.len); /* a failure sticks until commit */
  return aml_replacement_commit(r, error);
}

aml_status aml_file_replace(aml_arena *scratch, aml_sv path, aml_sv bytes, aml_error *error) {
  return write_whole(scratch, &aml_file_system, path, bytes, error);
}

/* EINVAL: the file system does not know the flag. */
static int rename_new(const char *from, const char *to) {
  int result = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
  return result != 0 && errno == EINVAL ? rename(from, to) : result;
}

aml_status aml_file_create(aml_arena *scratch, aml_sv path, aml_sv bytes, aml_error *error) {
  static const aml_file_calls calls = {open_new, write, set_mode, fsync, close, rename_new, unlink};
  struct stat about;
  if (lstat(aml_sv_cstr(scratch, path), &about) == 0) { /* a link that points nowhere is there, too */
    return aml_fail(error, AML_ERR_IO, "'%.*s' cannot be created: it already exists.", AML_SV_ARG(path));
  }
  return write_whole(scratch, &calls, path, bytes, error);
}

aml_status aml_file_append(aml_arena *scratch, aml_sv path, aml_sv bytes, aml_error *error) {
  const char *name = aml_sv_cstr(scratch, path);
  int fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, (mode_t)DEFAULT_MODE);
  if (fd < 0) {
    return fail_write(error, path, errno);
  }
  int error_number = write_all(write, fd, bytes.data, bytes.len);
  if (close(fd) != 0 && error_number == 0) {
    error_number = errno;
  }
  return error_number == 0 ? AML_OK : fail_write(error, path, error_number);
}
