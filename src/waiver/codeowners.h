/* CODEOWNERS: whose approval a change of a file needs, as GitHub and GitLab read it. */
#ifndef AMLINT_WAIVER_CODEOWNERS_H
#define AMLINT_WAIVER_CODEOWNERS_H

#include "base/sv.h"

typedef struct aml_codeowners aml_codeowners;

/* Never NULL. Lines that cannot be read own nothing. */
aml_codeowners *aml_codeowners_parse(aml_arena *arena, aml_sv text);

/* Whether the file (relative to the root) has an owner. The last pattern that matches decides, in each
 * section of GitLab's on its own; an entry without owners takes those of its section, and outside of sections
 * means none. GitLab's optional sections ask nobody, so they do not count. *line becomes that of the entry
 * that left it without owner, from 1; 0 where no pattern matches. */
bool aml_codeowners_has_owner(const aml_codeowners *owners, aml_sv path, size_t *line);

#endif
