/* Commands of shells that a program runs: os.system("az ..."), subprocess.run(["az", "ml", ...]). Private to
 * python/. */
#ifndef AMLINT_PYTHON_PROGRAM_COMMANDS_H
#define AMLINT_PYTHON_PROGRAM_COMMANDS_H

#include "python/follow.h"

/* Takes commands that calls run, or says that they are not read. Names in a command that a name is given are
 * what they are there. */
extern const aml_py_command_reader aml_py_reads_commands;

/* After the last statement: commands that are written in the program, and that no call was seen to run and
 * none to show: AML014. Those that names were given also where they are shown, if some call runs what is not
 * known. */
void aml_py_tell_commands(aml_py_run *run);

/* Adds to run->commands those texts of several lines that are nothing but commands of "az", which a program
 * returns or gives a name. */
void aml_py_add_scripts(aml_py_run *run);

#endif
