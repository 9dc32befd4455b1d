/* What a checkout says of itself, read from the files of .git without running git. */
#ifndef AMLINT_REPORT_REPOSITORY_H
#define AMLINT_REPORT_REPOSITORY_H

#include "tree/value.h"

typedef struct aml_repository { /* empty where not known */
  aml_sv url;                   /* absolute, without user, password, query or fragment */
  aml_sv revision;              /* hexadecimal */
  aml_sv branch;
} aml_repository;

/* Reads HEAD, the reference it names (loose or packed) and the remote "origin" or else the first one; follows
 * the pointers of linked worktrees. A remote that is a path of this machine is left out. */
aml_repository aml_repository_read(aml_arena *arena, aml_sv root);

/* The same from the variables that GitHub Actions, Azure Pipelines and GitLab CI set; `environment` is an
 * object of strings or NULL. */
aml_repository aml_repository_of_ci(aml_arena *arena, const aml_value *environment);

/* A remote as git writes it, as an absolute address without credentials; empty for what is none. */
aml_sv aml_repository_url(aml_arena *arena, aml_sv remote);

#endif
