/* Calls of functions that the program itself defines, as far as they change what they are given. Private to
 * python/. */
#ifndef AMLINT_PYTHON_LOCAL_CALLS_H
#define AMLINT_PYTHON_LOCAL_CALLS_H

#include "python/follow.h"

/* Keeps in mind what a function is called and where it stands; `body->head` is the line of its "def". */
void aml_py_note_function(aml_py_run *run, aml_sv name, const aml_py_body *body);

/* What a call of such a function may have changed is not known from here on: the attributes that its body
 * sets of a parameter, and lists and dictionaries that it changes by a parameter's name. Of any other call
 * nothing. Each body is read once; a call costs steps for what was found in it. */
void aml_py_note_local_call(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values);

#endif
