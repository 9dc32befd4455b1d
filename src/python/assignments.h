/* Statements that assign. Private to python/. */
#ifndef AMLINT_PYTHON_ASSIGNMENTS_H
#define AMLINT_PYTHON_ASSIGNMENTS_H

#include "python/follow.h"

/* The expression that tokens [first, past) are. */
const aml_py_expr *aml_py_read_from(aml_py_run *run, uint32_t first, uint32_t past);

/* Binds what a target names to a value, part by part where it names several; `depth` is of such parts in each
 * other. */
void aml_py_assign(aml_py_run *run, const aml_py_expr *target, const aml_py_value *value, unsigned depth);

/* What the name holds that an expression is, or takes an item of, is changed in place. */
void aml_py_change_named(aml_py_run *run, const aml_py_expr *target);

/* "a = b = value", "a: type = value", "a += value", or an expression alone. */
void aml_py_run_assignment(aml_py_run *run, const aml_py_line *line);

#endif
