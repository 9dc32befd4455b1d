/* The rows of scripts: those in files of their own, in steps of workflows and pipelines, and in cells of
 * notebooks. */
#ifndef AMLINT_SCRIPT_FRONT_H
#define AMLINT_SCRIPT_FRONT_H

#include "front/front_end.h"

extern const aml_front_end aml_front_script, aml_front_workflow, aml_front_notebook;

/* Part of both; see edit.c. */
extern const aml_editor aml_option_editor;

#endif
