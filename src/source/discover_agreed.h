/* Finding files of a revision or of the index, as discovery finds those of the working tree. */
#ifndef AMLINT_SOURCE_DISCOVER_AGREED_H
#define AMLINT_SOURCE_DISCOVER_AGREED_H

#include "source/agreed.h"
#include "source/discover.h"

/* As aml_discover, where the paths name files of these; NULL stands for the working tree. */
void aml_discover_agreed(const aml_agreed *agreed, aml_discovery *out, aml_arena *arena,
    const aml_texts *paths, const aml_discover_options *options);

#endif
