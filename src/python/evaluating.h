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

/* What a chain of operators, or a prefix, makes of known values, exactly as Python does; NULL where that is
 * not known, or would not fit (folding.c). `values` are those of the items. */
const aml_value *aml_py_fold(aml_py_run *run, const aml_py_expr *expr, const aml_py_value *const *values);
/* list[2], "text"[-1]; NULL where that is not known. */
const aml_value *aml_py_item_at(aml_py_run *run, const aml_value *of, const aml_value *key, aml_span span);

/* Whether it gives variables of the environment: os.environ, os.getenv. */
bool aml_py_is_environment(aml_sv path);
/* os.environ["X"], and os.environ.get("X", "default"); `key` and `otherwise` may be NULL. */
const aml_py_value *aml_py_environment(
    aml_py_run *run, const aml_py_expr *expr, const aml_py_expr *key, const aml_py_expr *otherwise);

/* "[x for x in y]": what its loops bind is bound in it only. */
const aml_py_value *aml_py_evaluate_comprehension(aml_py_run *run, const aml_py_expr *expr);

const aml_py_value *aml_py_evaluate_call(aml_py_run *run, const aml_py_expr *expr);

#endif
