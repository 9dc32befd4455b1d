/* Where a definition may go on out of sight: classes that are handed on, objects and dictionaries that are
 * changed in ways that are not followed, programs and commands in texts. Private to python/.
 *
 * Each is said, so that nothing passes for clean: AML014 where a definition is not seen, an unknown where a
 * value may be another one. */
#ifndef AMLINT_PYTHON_ESCAPES_H
#define AMLINT_PYTHON_ESCAPES_H

#include "python/follow.h"

/* What an expression of the program creates is not checked, and why: AML014, of so many places each. */
void aml_py_tell_unread(aml_py_run *run, aml_span span, aml_sv written, const char *why, const char *help);
/* After the last statement: how many more there are. */
void aml_py_tell_more(aml_py_run *run);

/* A value that something else than a call takes: of a class that defines compute, AML014. */
void aml_py_escape(aml_py_run *run, const aml_py_value *value, const aml_py_expr *at);

/* A call of `of`, which is no known class: classes among its arguments, texts that it runs, what a class has
 * for itself only. */
void aml_py_check_call(
    aml_py_run *run, const aml_py_value *of, const aml_py_expr *call, const aml_py_value *const *values);

/* Whether a method of that name changes the list or dictionary that it is called of. */
bool aml_py_is_mutator(aml_sv method);

/* What a call changes of an object: setattr. */
void aml_py_note_changes(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values);

#endif
