/* Calls that only show texts, so that a command among them is not run. Private to python/. */
#ifndef AMLINT_PYTHON_SHOWN_H
#define AMLINT_PYTHON_SHOWN_H

#include "python/syntax_python.h"

/* What a call does with a text that it is given. */
typedef enum aml_py_use {
  AML_PY_RUNS,  /* nobody knows: perhaps it runs it */
  AML_PY_SHOWS, /* to somebody who reads it */
  AML_PY_MAKES, /* another text, or a list, of it */
} aml_py_use;

aml_py_use aml_py_use_of_argument(const aml_py_expr *call, uint32_t argument);

#endif
