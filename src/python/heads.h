/* What the heads of statements bind and evaluate: "with", "except", "case", "def". Private to python/. */
#ifndef AMLINT_PYTHON_HEADS_H
#define AMLINT_PYTHON_HEADS_H

#include "python/follow.h"

/* What stands behind "as" is bound to something that is not known, which is `what`. */
void aml_py_bind_as(aml_py_run *run, const aml_py_line *line, const char *what);

/* Names in the pattern of a "case" that are bound, or may be, are not known any more. */
void aml_py_bind_captured(aml_py_run *run, const aml_py_line *line);

/* What is evaluated where a function is defined: what its parameters are by default, and calls in its
 * annotations. */
void aml_py_evaluate_parameters(aml_py_run *run, const aml_py_line *line);

#endif
