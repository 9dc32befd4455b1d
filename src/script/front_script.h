/* The rows of scripts: those in files of their own, in steps of workflows and pipelines, in cells of
 * notebooks, in blocks of documents, in instructions of container files, in recipes of makefiles and in tasks
 * of an editor. */
#ifndef AMLINT_SCRIPT_FRONT_SCRIPT_H
#define AMLINT_SCRIPT_FRONT_SCRIPT_H

#include "front/front_end.h"

extern const aml_front_end aml_front_script, aml_front_workflow, aml_front_notebook, aml_front_document,
    aml_front_container, aml_front_makefile, aml_front_tasks;

/* Part of all of them; see edit_script.c. */
extern const aml_editor aml_option_editor;

#endif
