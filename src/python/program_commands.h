/* Commands of shells that a program runs: os.system("az ..."), subprocess.run(["az", "ml", ...]). Private to
 * python/. */
#ifndef AMLINT_PYTHON_PROGRAM_COMMANDS_H
#define AMLINT_PYTHON_PROGRAM_COMMANDS_H

#include "python/follow.h"

struct aml_py_command { /* as a shell would read it: known parts are where they are written, others are
                           variables that nothing sets */
  const aml_guest *guest;
  const aml_guest_part *parts; /* that it is put together from */
  size_t count;
  aml_span span;
  bool is_taken; /* a call runs it */
  bool is_part;  /* another one begins with it */
};

/* Takes commands that calls run, or says that they are not read. Names in a command that a name is given are
 * what they are there. */
extern const aml_py_command_reader aml_py_reads_commands;

/* After the last statement: commands that names were given and no call was seen to run, where some call runs
 * what is not known: AML014. */
void aml_py_tell_named(aml_py_run *run);

/* Adds to run->commands those texts of several lines that are nothing but commands of "az", which a program
 * returns or gives a name. */
void aml_py_add_scripts(aml_py_run *run);

#endif
