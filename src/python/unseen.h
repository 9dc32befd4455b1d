/* What changes names and objects from places that are followed later, or not at all. Private to python/. */
#ifndef AMLINT_PYTHON_UNSEEN_H
#define AMLINT_PYTHON_UNSEEN_H

#include "python/follow.h"

/* Where a function is defined: the names outside of it that it says to bind. O(lines of the function). */
void aml_py_note_outer_names(aml_py_run *run, const aml_py_body *body);
/* Whether a call of `of` may run functions of the program: one of them, what nobody knows, or something that
 * is given one. */
bool aml_py_may_run_functions(const aml_py_run *run, const aml_py_value *of, const aml_py_expr *call);
/* A function may have run: the names that functions bind outside of themselves are not known from here on. */
void aml_py_forget_outer_names(aml_py_run *run, aml_span span);

/* globals(), locals(), vars() */
bool aml_py_is_namespace(const aml_py_expr *of);
/* A name of the program may have been set in a way that is not followed, by a text that runs, say; an empty
 * one: any. Each is looked at once, until it is set again. */
void aml_py_forget_names(aml_py_run *run, aml_span span, aml_sv name);
/* What a statement names that is not followed: tokens [first, past). O(tokens). */
void aml_py_forget_named(aml_py_run *run, uint32_t first, uint32_t past, aml_span span);
/* The names of another notebook come into this one: values may be others, objects stay as they are. */
void aml_py_forget_values(aml_py_run *run, aml_span span);

/* An object is returned, stored, or put into something else: other names may stand for it. */
void aml_py_leave_sight(const aml_py_value *value);
/* An attribute of an object is set; where the object is not known, it may be one that is out of sight. */
void aml_py_note_unseen(aml_py_run *run, const aml_py_value *of, aml_sv attribute);
/* After the last statement: of objects out of sight, what may have been set is unknown. */
void aml_py_settle_unseen(aml_py_run *run);

#endif
