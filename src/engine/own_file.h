/* Files of amlint's own: configurations, rules, exceptions, baselines. */
#ifndef AMLINT_ENGINE_OWN_FILE_H
#define AMLINT_ENGINE_OWN_FILE_H

#include "engine/engine.h"

/* Reads one into the engine's arena; NULL, with an AML012 diagnostic, where it cannot be read. *out is set
 * in any case. */
const aml_value *aml_engine_read_own_file(aml_engine *engine, aml_sv path, aml_sv open_as, aml_source **out);

/* An absolute path as it is shown: relative to the root where it is inside. */
aml_sv aml_engine_shown_path(aml_engine *engine, aml_sv absolute);

#endif
