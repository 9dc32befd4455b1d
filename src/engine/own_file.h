/* Files of amlint's own: configurations, rules, exceptions, baselines. */
#ifndef AMLINT_ENGINE_OWN_FILE_H
#define AMLINT_ENGINE_OWN_FILE_H

#include "engine/engine.h"

/* An absolute path as it is shown: relative to the root where it is inside. */
aml_sv aml_engine_shown_path(aml_engine *engine, aml_sv absolute);

/* Reads the file at an absolute path into the engine's arena: the root of its first document. NULL, with an
 * AML012 diagnostic, where it cannot be read or holds nothing. *out (which may be NULL) becomes its source,
 * in any case; the source's path is the shown one. */
const aml_value *aml_engine_read_own_file(aml_engine *engine, aml_sv open_as, aml_source **out);

/* The same, but NULL also for what is not well-formed: half a rule is none, and to judge it would only repeat
 * that. */
const aml_value *aml_engine_read_whole_file(aml_engine *engine, aml_sv open_as);

/* The text of the regular file at a path relative to the root and inside it; false where there is none that
 * can be read. */
bool aml_engine_read_own_text(aml_engine *engine, aml_sv path, size_t max, aml_sv *out);

typedef void aml_own_file_visit(void *ctx, const aml_found *found);

/* Calls visit(ctx, found) for each file that the paths name, or that lies in the folders that they name, in
 * the order of their paths. `folder`, absolute, is what the paths are relative to. A path that cannot be
 * walked is an error notice about the `noun` ("Rule file") and makes the run incomplete. */
void aml_engine_walk_own_files(aml_engine *engine, const aml_texts *paths, aml_sv folder, const char *noun,
    aml_own_file_visit *visit, void *ctx);

#endif
