/* The row of Python: programs, and the cells of notebooks. */
#ifndef AMLINT_PYTHON_FRONT_PYTHON_H
#define AMLINT_PYTHON_FRONT_PYTHON_H

#include "front/front_end.h"

extern const aml_front_end aml_front_python;

/* Part of it; see edit_python.c. */
extern const aml_editor aml_argument_editor;

#endif
