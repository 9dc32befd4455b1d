/* Commands of shells in programs that are notebooks: of Databricks, and of jupytext. */
#ifndef AMLINT_PYTHON_MAGICS_H
#define AMLINT_PYTHON_MAGICS_H

#include "front/front_end.h"

/* Hands the scripts that stand in the comments of such a program to whoever reads them, as guests of the
 * file:
 * "# MAGIC %sh" with the lines that follow it, "# MAGIC !az ...", "# !az ...", and cells in the language
 * bash. Nothing of programs that are no notebooks. O(length of the text). */
void aml_py_add_magics(aml_file *file, const aml_guest *text);

#endif
