/* The rows of scripts: those in files of their own, and those in steps of workflows and pipelines. */
#ifndef AMLINT_SCRIPT_FRONT_H
#define AMLINT_SCRIPT_FRONT_H

#include "front/front_end.h"

extern const aml_front_end aml_front_script, aml_front_workflow;

/* Part of both; see edit.c. */
extern const aml_editor aml_option_editor;

#endif
