/* Writing to the file system: buffered output whose first error is kept, and files replaced whole or not at
 * all.
 */
#ifndef AMLINT_BASE_FILE_OUTPUT_H
#define AMLINT_BASE_FILE_OUTPUT_H

#include <sys/types.h>

#include "base/sink.h"
#include "base/sv.h"

/* Buffered writing to a descriptor, which stays the caller's. The first error sticks: later writes do nothing
 * and aml_output_finish reports it, so that a full disk never looks like success. */
typedef struct aml_output {
  int fd;
  int error_number; /* errno of the first failed write, EPIPE for a reader who went away; 0 while all is well
                     */
  size_t buffered;  /* private */
  char buffer[16384];
} aml_output;

/* `fd` is open for writing, and is not closed here. */
void aml_output_init(aml_output *output, int fd);
/* An aml_write whose ctx is the aml_output. */
bool aml_output_write(void *output, const char *bytes, size_t n);
/* Sends what is buffered. `name` is for the error's text. */
AML_MUST_USE aml_status aml_output_finish(aml_output *output, aml_sv name, aml_error *error);

/* The system calls of a replacement, so that a test can make each of them fail. */
typedef struct aml_file_calls {
  int (*open_new)(const char *path, unsigned mode); /* exclusive, for writing; -1 and errno */
  ssize_t (*write)(int fd, const void *bytes, size_t n);
  int (*set_mode)(int fd, unsigned mode);
  int (*sync)(int fd); /* of the file, and then of its folder, where a failure is passed over */
  int (*close)(int fd);
  int (*rename)(const char *from, const char *to);
  int (*unlink)(const char *path);
} aml_file_calls;
extern const aml_file_calls aml_file_system;

/* Whether an errno says that there is no such file, rather than that nobody can tell. */
bool aml_error_is_absence(int error_number);

/* A file being replaced: what is written goes to a temporary file in the same folder, which takes the old
 * one's place when all of it has reached the disk. Whatever fails, the name holds either all of the old bytes
 * or all of the new ones. An existing file keeps its permissions, and is left alone where they forbid
 * writing; a symbolic link keeps pointing where it did, and what it points at is replaced. What is no regular
 * file (a terminal, a pipe, /dev/null) is simply written to. */
typedef struct aml_replacement aml_replacement;

/* Starts. Lives in the arena; one that was neither committed nor abandoned when the arena is released is
 * abandoned. NULL on failure. */
aml_replacement *aml_replacement_new(
    aml_arena *arena, const aml_file_calls *calls, aml_sv path, aml_error *error);
/* An aml_write whose ctx is the replacement. */
bool aml_replacement_write(void *replacement, const char *bytes, size_t n);
/* Puts the new file in place. On failure the old one is still there and the temporary one is gone. */
AML_MUST_USE aml_status aml_replacement_commit(aml_replacement *replacement, aml_error *error);
/* Removes the temporary file and leaves the old one. Does nothing after a commit or an earlier call. */
void aml_replacement_abandon(aml_replacement *replacement);

/* Makes a file that is not there yet, whole or not at all. One that is there, even one that somebody makes
 * at the same time, is kept, and the call fails; on file systems that cannot rename without replacing (the
 * flag RENAME_NOREPLACE of renameat2(2)) only one that was there before the call. */
AML_MUST_USE aml_status aml_file_create(aml_arena *scratch, aml_sv path, aml_sv bytes, aml_error *error);

/* Makes the folders of a file that is to be written, where they are missing. */
AML_MUST_USE aml_status aml_file_make_folders(aml_arena *scratch, aml_sv path, aml_error *error);

/* Adds to the end of a file, which is made where it is missing; in one write, so that what others add at the
 * same time stays whole. */
AML_MUST_USE aml_status aml_file_append(aml_arena *scratch, aml_sv path, aml_sv bytes, aml_error *error);

/* All three steps of a replacement in one call. */
AML_MUST_USE aml_status aml_file_replace(aml_arena *scratch, aml_sv path, aml_sv bytes, aml_error *error);

#endif
