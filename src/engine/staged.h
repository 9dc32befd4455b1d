/* --staged: what the index holds stands in the place of the working tree's texts. */
#ifndef AMLINT_ENGINE_STAGED_H
#define AMLINT_ENGINE_STAGED_H

#include "engine/engine.h"
#include "source/git.h"

/* Part of aml_engine_find_changes: gives the run its view, and what the command line names to it although it
 * is not tracked. `staged`: what differs from HEAD. */
AML_MUST_USE aml_status aml_engine_view_staged(
    aml_engine *engine, const aml_git *git, const aml_git_changes *staged, aml_error *error);

#endif
