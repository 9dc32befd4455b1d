/* Which assignment of a script a variable has its value from. Private to script/. */
#ifndef AMLINT_SCRIPT_ASSIGNED_H
#define AMLINT_SCRIPT_ASSIGNED_H

#include "script/shell.h"
#include "tree/value.h"

typedef struct aml_assigned {
  aml_sv name;
  uint32_t command;
  bool is_local;         /* to its function */
  bool appends;          /* to what is before */
  const aml_word *value; /* never NULL */
  aml_sv reason;         /* why nobody knows what is assigned; empty else */
  const aml_value *text; /* for variables.c: what the word stands for; NULL before it was asked for */
} aml_assigned;

typedef struct aml_assigned_list {
  aml_arena *arena;
  const aml_shell *shell;
  AML_VEC(aml_assigned) list; /* by name, then by command */
  AML_VEC(uint32_t) barriers; /* commands that may assign anything */
} aml_assigned_list;

void aml_assigned_collect(aml_assigned_list *assigned, aml_arena *arena, const aml_shell *shell);

typedef enum aml_assigned_answer {
  AML_ASSIGNED_NOT,     /* the script assigns nothing before */
  AML_ASSIGNED_SURELY,  /* *out was the last */
  AML_ASSIGNED_PERHAPS, /* *out may have been, or one before it */
  AML_ASSIGNED_UNCLEAR, /* *doubt says why, as a reason for people */
} aml_assigned_answer;

/* What a variable has its value from where the command reads it, before it assigns anything itself. */
aml_assigned_answer aml_assigned_before(
    aml_assigned_list *assigned, uint32_t command, aml_sv name, aml_assigned **out, aml_sv *doubt);

#endif
