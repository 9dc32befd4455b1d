/* Whether a resource of one run is the very same in another run over almost the same files: what it holds,
 * how each value came there, and where all of that is written. */
#ifndef AMLINT_ENGINE_SAME_RESOURCE_H
#define AMLINT_ENGINE_SAME_RESOURCE_H

#include "graph/resource.h"

/* Work on one resource; more than this, and nobody knows. */
enum { AML_SAME_MOST = 1 << 16 };

typedef struct aml_same {
  const aml_source_id *files, *other_files; /* by id of a source, here and in the other run: the same number
                                               for the same file; 0 for none */
  const size_t *others; /* by order in this run: order + 1 of the one in the other run that it is
                           compared with; 0: there is none */
  size_t left;          /* private: of AML_SAME_MOST */
} aml_same;

/* What tells a resource from others, wherever in its file it stands: the file's path, type, name, iteration
 * and parameter file. Several may have the same one. */
aml_sv aml_resource_key(aml_arena *arena, const aml_sources *sources, const aml_resource *resource);

/* Whether rules that look at nothing else say the same of both. Both are in the graphs of their runs. */
bool aml_same_resource(aml_same *self, const aml_resource *resource, const aml_resource *other);

#endif
