/* Command lines put together out of the texts, sums and lists that a program writes them as, with their
 * places. Private to python/. */
#ifndef AMLINT_PYTHON_COMPOSED_COMMANDS_H
#define AMLINT_PYTHON_COMPOSED_COMMANDS_H

#include "python/follow.h"

struct aml_py_command { /* as a shell would read it: known parts are where they are written, others are
                           variables that nothing sets */
  const aml_guest *guest;
  const aml_guest_part *parts; /* that it is put together from */
  size_t count;
  const aml_guest_range *literals; /* where parts of it are written that are read by their names */
  size_t literal_count;
  aml_span span;
  bool is_taken; /* a call runs it */
  bool is_part;  /* another one holds it */
  bool is_shown; /* to somebody who reads it */
};

/* The same text or words in other forms: "az ...".split(), shlex.split("az ..."), dedent("az ..."),
 * "az ...".strip(), " ".join(["az", ...]), "az ...".format(x); itself else. */
const aml_py_expr *aml_py_text_in(const aml_py_expr *of);

/* What can be evaluated again, since it calls nothing; NULL for others. */
const aml_py_value *aml_py_value_again(aml_py_run *run, const aml_py_expr *of);

/* What an expression writes; `value`, where that is of a name, is what it stands for. NULL where there is
 * nothing, or too much, or no command that is looked at. */
aml_py_command *aml_py_compose(aml_py_run *run, const aml_py_expr *written, const aml_py_value *value);
aml_py_command *aml_py_compose_text(aml_py_run *run, const aml_py_expr *text);

#endif
