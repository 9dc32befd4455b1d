/* What following a program may take, and what is given up where that is not enough. Private to python/.
 *
 * A statement may take most of the memory that is left: so one that is too large takes nothing from those
 * after it, and each of several is told. What it names is not known afterwards. */
#ifndef AMLINT_PYTHON_ROOM_H
#define AMLINT_PYTHON_ROOM_H

#include "python/follow.h"

void aml_py_room_init(aml_py_run *run);

typedef struct aml_py_statement { /* private: what is followed at the moment */
  uint32_t first, past;           /* its tokens */
  aml_arena_mark mark;
} aml_py_statement;

/* Between the two, expressions are read and evaluated; they die with the second. */
aml_py_statement aml_py_statement_begin(aml_py_run *run, uint32_t first, uint32_t past);
void aml_py_statement_end(aml_py_run *run, const aml_py_statement *statement);

/* How much the expressions of the statement may take, of the arena that they are read into. */
size_t aml_py_room_to_read(const aml_py_run *run);
/* The statement is not followed any further: what it holds is not known. */
void aml_py_give_up(aml_py_run *run);

/* Whether the statement that is followed takes no more. */
static inline bool aml_py_is_full(const aml_py_run *run) {
  return run->room.is_given_up || run->arena->used + run->syntax->used > run->room.until;
}
/* What stands for the rest of such a statement. */
const aml_py_value *aml_py_rest_of_statement(aml_py_run *run);

#endif
