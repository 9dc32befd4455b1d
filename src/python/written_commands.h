/* Texts and lists of a program that say commands: of those that nothing is seen to run it is told that they
 * were not checked. Private to python/. */
#ifndef AMLINT_PYTHON_WRITTEN_COMMANDS_H
#define AMLINT_PYTHON_WRITTEN_COMMANDS_H

#include "python/follow.h"

/* Whether an expression that has the value, which may be NULL, says a command line. */
bool aml_py_says_command_line(aml_py_run *run, const aml_py_expr *of, const aml_py_value *value);

/* Whether a text is a command line that makes or changes what is looked at, rather than a sentence that
 * mentions one: "az" stands where a shell looks for a command. */
bool aml_py_is_command_line(aml_sv text);

/* Takes note of an expression that is evaluated. */
void aml_py_note_written(aml_py_run *run, const aml_py_expr *of, const aml_py_value *value);

/* What stands there is read, or told already. */
void aml_py_note_covered(aml_py_run *run, aml_guest_range range);

/* After the last statement: AML014 for what was written, and is not covered. */
void aml_py_tell_written(aml_py_run *run);

#endif
