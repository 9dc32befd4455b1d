/* Commands of shells that a program runs: os.system("az ..."), subprocess.run(["az", "ml", ...]). Private to
 * python/. */
#ifndef AMLINT_PYTHON_PROGRAM_COMMANDS_H
#define AMLINT_PYTHON_PROGRAM_COMMANDS_H

#include "python/follow.h"

/* Whether a function of that name runs what it is given. */
bool aml_py_runs_commands(aml_sv name);

/* The command of a call, as a shell would read it: known parts are where they are written, others are
 * variables that nothing sets. NULL where the call runs none, or none that amlint reads. `values` are those
 * of the items. */
const aml_guest *aml_py_command_of(
    aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values);

/* Adds to run->commands those texts of several lines that are nothing but commands of "az", which a program
 * returns or gives a name. */
void aml_py_add_scripts(aml_py_run *run);

#endif
