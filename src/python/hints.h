/* What was meant by words that no table of a class has. Private to python/. */
#ifndef AMLINT_PYTHON_HINTS_H
#define AMLINT_PYTHON_HINTS_H

#include "azureml/azureml.h"
#include "python/classes.h"

/* Words of other tools and versions that are more than another spelling; up to the one without a word. */
extern const aml_azureml_hint aml_py_hints[];

/* The argument of a class of version 1 that was meant by another version's, or another tool's, word; empty
 * where none is known. */
aml_sv aml_py_argument_meant(const aml_py_class *class, aml_sv written);

#endif
