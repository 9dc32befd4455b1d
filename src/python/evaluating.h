/* For the files that evaluate expressions. Private to python/. */
#ifndef AMLINT_PYTHON_EVALUATING_H
#define AMLINT_PYTHON_EVALUATING_H

#include "python/follow.h"

/* The value of what is not followed, with the expression in its reason. */
const aml_py_value *aml_py_unknown_expression(aml_py_run *run, const aml_py_expr *expr);
/* Evaluates what an expression holds, for what its calls do. */
void aml_py_evaluate_items(aml_py_run *run, const aml_py_expr *expr);
/* Something that was imported; a constant of the SDKs is the text that it stands for. */
const aml_py_value *aml_py_imported_here(aml_py_run *run, aml_sv path, aml_span span);

/* Whether it gives variables of the environment: os.environ, os.getenv. */
bool aml_py_is_environment(aml_sv path);
/* os.environ["X"], and os.environ.get("X", "default"); `key` and `otherwise` may be NULL. */
const aml_py_value *aml_py_environment(
    aml_py_run *run, const aml_py_expr *expr, const aml_py_expr *key, const aml_py_expr *otherwise);

const aml_py_value *aml_py_evaluate_call(aml_py_run *run, const aml_py_expr *expr);

#endif
