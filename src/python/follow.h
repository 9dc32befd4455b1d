/* A program followed from its first statement to its last, without running it. Private to python/. */
#ifndef AMLINT_PYTHON_FOLLOW_H
#define AMLINT_PYTHON_FOLLOW_H

#include "base/map.h"
#include "python/bindings.h"
#include "source/diag_cap.h"

typedef struct aml_py_body { /* of a function, which is followed when all around it has been */
  uint32_t head, past;       /* its lines; `head` is that of its "def" */
} aml_py_body;

typedef struct aml_py_sent { /* a body that a call gives to the management API; see management_bodies.h */
  const aml_py_value *body;
  const aml_value *name, *workspace, *group; /* of what it makes; NULL: not said */
  aml_sv type;                               /* below Microsoft.MachineLearningServices */
  aml_sv version;                            /* of the API; empty: not said */
  aml_span span;                             /* of what is called */
  bool is_change;                            /* what it does not say stays as it is */
} aml_py_sent;

/* What a name in a module of the same repository stands for; NULL where there is no such module, or it does
 * not say. */
typedef const aml_py_value *aml_py_look_up(void *ctx, aml_arena *arena, aml_sv module, aml_sv name);

/* What "from module import *" does to a name: false where it certainly leaves it as it is; else *value is
 * what it gives it, NULL where nobody knows. */
typedef bool aml_py_star(void *ctx, aml_arena *arena, aml_sv module, aml_sv name, const aml_py_value **value);

/* Of a command that the program runs: whether it is read, or is to be. */
struct aml_py_run;
typedef bool aml_py_take_command(struct aml_py_run *run, aml_py_command *command);

/* What looks for such commands (program_commands.h): after the arguments of a call were evaluated; of an
 * expression that a name is given, whose value it returns, with its command; and of every text, sum, list and
 * name that was evaluated. */
typedef struct aml_py_command_reader {
  void (*run)(struct aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values);
  const aml_py_value *(*name)(struct aml_py_run *run, const aml_py_expr *of, const aml_py_value *value);
  void (*note)(struct aml_py_run *run, const aml_py_expr *of, const aml_py_value *value);
} aml_py_command_reader;

typedef struct aml_py_room { /* private to room.c */
  size_t most;               /* bytes that the arena may hold in the end */
  size_t until;              /* that it may hold with the statement that is followed, and the expressions */
  bool is_given_up;          /* that statement */
  bool is_cut;               /* a statement was */
  bool is_over;              /* what is left does not suffice for any */
  const aml_py_value *rest;  /* what stands for the rest of that statement; NULL: it was not asked for */
} aml_py_room;

typedef struct aml_py_run {
  aml_arena *arena;
  aml_arena *syntax; /* expressions, of the statements that are followed */
  aml_py_room room;
  const aml_guest *text;
  aml_py_tokens tokens;
  aml_py_lines lines;
  aml_diags *diags;
  aml_diag_cap unread;     /* places of which it is said that they were not checked */
  bool is_read;            /* the file was: it is followed for what it defines, with more room */
  aml_py_look_up *look_up; /* NULL: none */
  aml_py_star *star;       /* NULL: nobody knows */
  const aml_py_command_reader *command_reader; /* NULL: none is looked for; and for its use: */
  aml_py_take_command *take_command;
  AML_VEC(const aml_guest *) commands; /* that are to be read (program_commands.h) */
  AML_VEC(aml_py_command *) named;     /* commands that names were given */
  size_t composed;                     /* bytes of commands that are written elsewhere */
  aml_map mentions;                    /* for program_commands.c alone: long texts, by their address */
  size_t looked_at;                    /* bytes of them */
  bool is_over_commands;               /* more than are read */
  bool runs_unknown;                   /* some call runs what is not known */
  bool is_showing;                     /* what is evaluated is shown to somebody, and does not run */
  AML_VEC(aml_guest_range) written;    /* for written_commands.c alone: what says commands, */
  AML_VEC(aml_guest_range) covered;    /* and of it what is read, or told */
  void *ctx;
  aml_texts stars;      /* modules of which all was imported, apart from those of the SDKs */
  aml_py_scope *module; /* the outermost scope */
  aml_py_scope *scope;
  const aml_py_block *block;
  unsigned depth;                   /* of statements in each other */
  uint64_t joins;                   /* that were made */
  size_t looks;                     /* for aml_py_star_binds alone */
  size_t copied;                    /* for aml_py_may_copy alone */
  bool has_sdk[2];                  /* imports something of it */
  bool has_star[2];                 /* and all of it */
  AML_VEC(aml_py_body) bodies;      /* that are still to be followed, of this scope */
  aml_map functions;                /* that were defined, by their names; for local_calls.c alone */
  aml_map changed;                  /* objects that were changed in place, for changed.c alone */
  aml_map arguments;                /* of the command line: aml_sv, the default as it is written, or empty */
  aml_map imports_set;              /* what was imported, by its path, of which the program sets the value */
  aml_map unseen;                   /* attributes that are set of objects that are not known */
  AML_VEC(aml_py_made *) made;      /* by calls that define resources, in their order */
  AML_VEC(aml_py_made *) set_again; /* blurred, and set attributes of afterwards */
  AML_VEC(aml_py_sent) sent;        /* in the order of the calls */
} aml_py_run;

/* What token `at` begins is not followed, since it is too deep: AML003. */
void aml_py_note_depth(aml_py_run *run, uint32_t at);

/* Follows a text. */
void aml_py_follow(
    aml_py_run *run, aml_arena *arena, const aml_guest *text, const aml_py_tokens *tokens, aml_diags *diags);

/* What an expression stands for; what its calls make is added to run->made. Never NULL. */
const aml_py_value *aml_py_evaluate(aml_py_run *run, const aml_py_expr *expr);
/* The same of a list that is written out; values[i], unless that is NULL, gets what its items stand for,
 * which are evaluated once. */
const aml_py_value *aml_py_evaluate_list(
    aml_py_run *run, const aml_py_expr *expr, const aml_py_value **values);
/* What a name or an attribute holds, of which `of` may be an item, or an item of an item, is changed by the
 * expression `by`, and not known afterwards. */
void aml_py_change_in_place(aml_py_run *run, const aml_py_expr *of, const aml_py_expr *by);

/* A list or dictionary is changed in place, in a way that is not followed: what its names, and whatever else
 * stands for it, say of it is not known from here on. */
void aml_py_mark_changed(aml_py_run *run, const aml_value *data);
/* The same of a value with all that it holds, and of what it may be. */
void aml_py_mark_all(aml_py_run *run, const aml_py_value *value);
/* A setting of an object may have been set again at the place; all of them; all of what a value may be. */
void aml_py_set_unknown(aml_py_run *run, aml_py_made *made, aml_sv name, aml_span span);
void aml_py_blur_one(aml_py_run *run, aml_py_made *made, aml_span span);
void aml_py_blur(aml_py_run *run, const aml_py_value *object, aml_span span);
/* Whether a value says no longer what its object holds. */
bool aml_py_is_changed(const aml_py_run *run, const aml_value *data);
/* A value that may be one of the others, or be what they may be. */
const aml_py_value *aml_py_may_be(
    aml_py_run *run, const aml_py_value *value, const aml_py_value *const *others, size_t count);

/* A dictionary with another member, to bind its name to; `name` may be NULL: not known. O(1), and once
 * O(members). */
const aml_py_value *aml_py_with_member(
    aml_py_run *run, const aml_py_value *of, const aml_value *name, const aml_value *value);

/* A dictionary of its own with the same items; other values as they are. */
const aml_py_value *aml_py_copy(aml_py_run *run, const aml_py_value *value, aml_span span);

/* After the last statement: what arguments and bodies say that is out of date becomes unknown. */
void aml_py_settle_all(aml_py_run *run);

/* Whether the program may put together another text, list or dictionary of as many bytes out of values that
 * it has: all together may be 8 MB, and more in a long program; what is small is not
 * counted. So a few lines do not take what the rest of the file needs: "x = x + x", again and again. */
bool aml_py_may_copy(aml_py_run *run, size_t bytes);
/* The value of what would be copied where that is refused. */
const aml_py_value *aml_py_too_much(aml_py_run *run, aml_span span);

/* A value where a name for it stands. */
const aml_py_value *aml_py_used(aml_py_run *run, const aml_py_value *value, aml_sv name, aml_span span);
/* A call, with what is called, of a known class; NULL for any other, of which nothing was evaluated. */
const aml_py_value *aml_py_call(aml_py_run *run, const aml_py_value *of, const aml_py_expr *call);

static inline aml_span aml_py_span(const aml_py_run *run, size_t begin, size_t end) {
  return aml_guest_span(run->text, begin, end);
}

static inline aml_span aml_py_span_of(const aml_py_run *run, const aml_py_expr *expr) {
  return aml_py_span(run, expr->begin, expr->end);
}

static inline aml_sv aml_py_written(const aml_py_run *run, const aml_py_expr *expr) {
  return aml_sv_slice(run->tokens.text, expr->begin, expr->end);
}

/* What run->star says; when it was asked too often, that nobody knows. */
bool aml_py_star_binds(aml_py_run *run, aml_sv module, aml_sv name, const aml_py_value **value);

/* The imports of a statement, of which the first token is "import" or "from". */
void aml_py_import(aml_py_run *run, const aml_py_line *line);

#endif
