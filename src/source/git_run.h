/* Private to git.c: one run of the `git` program, of which nothing but plumbing is asked.
 *
 * Whatever the repository's configuration says, such a run reaches no network (no lazy fetch of a partial
 * clone either), and starts no hook, filter, file-system monitor, external diff, pager or prompt; it takes no
 * locks and writes nothing. */
#ifndef AMLINT_SOURCE_GIT_RUN_H
#define AMLINT_SOURCE_GIT_RUN_H

#include "source/git.h"

enum { AML_GIT_WORDS = 16 };

typedef struct aml_git_command {
  const aml_git *git;
  const char *words[AML_GIT_WORDS]; /* behind `git` and our own options; NULL ends */
  aml_sv input;                     /* standard input */
  size_t max;                       /* most bytes of an answer */
} aml_git_command;

/* Fails with git's own words, with AML_ERR_LIMIT where the answer is longer than `max`, and with
 * AML_ERR_INPUT where git ends with a status other than 0 and says nothing. */
AML_MUST_USE aml_status aml_git_run(const aml_git_command *command, aml_sv *out, aml_error *error);

#endif
