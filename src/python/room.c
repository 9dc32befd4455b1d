#include "python/room.h"

#include "python/unseen.h"

/* Less than a file may take that is checked alone, with what becomes of what it defines. */
enum {
  ROOM = 72 << 20, /* bytes, for a program however short it is */
  ROOM_WHILE_READING = 20 << 20,
  ROOM_FOR_A_BYTE = 64,
  ROOM_LEAST = 1 << 20, /* that must be left for a statement */
  PARTS = 8             /* of what is left, of which a statement may take all but one */
};

void aml_py_room_init(aml_py_run *run) {
  const size_t room = run->is_read ? ROOM : ROOM_WHILE_READING;
  run->syntax = aml_arena_new_scratch(run->arena);
  run->room = (aml_py_room){
      .most = run->arena->used + room + ROOM_FOR_A_BYTE * run->tokens.text.len, .until = SIZE_MAX};
}

static size_t left(const aml_py_run *run) {
  return run->arena->used < run->room.most ? run->room.most - run->arena->used : 0;
}

aml_py_statement aml_py_statement_begin(aml_py_run *run, uint32_t first, uint32_t past) {
  const size_t room = left(run);
  run->room.until = run->arena->used + (room - room / PARTS);
  run->room.is_given_up = false;
  run->room.rest = NULL;
  return (aml_py_statement){first, past, aml_arena_set_mark(run->syntax)};
}

size_t aml_py_room_to_read(const aml_py_run *run) {
  return run->room.until < run->arena->used ? 0 : run->room.until - run->arena->used;
}

void aml_py_give_up(aml_py_run *run) {
  run->room.is_given_up = true;
}

static aml_span place_of(const aml_py_run *run, const aml_py_statement *statement) {
  const aml_py_token *token = &run->tokens.items[statement->first];
  return aml_py_span(run, token->begin, token->end);
}

/* Where nothing is left for what follows, that is said once. */
static void tell(aml_py_run *run, aml_span place) {
  static const char *const help = "Move generated data out of the program that defines compute.";
  run->room.is_over = left(run) < ROOM_LEAST;
  aml_diag *diag = aml_diags_add(run->diags, "AML003", place,
      run->room.is_over
          ? "Following the program up to here takes all memory that it may; what comes from here "
            "on was not checked."
          : "This statement is too large to be followed, so it was not checked.");
  diag->is_incomplete = true;
  diag->help = aml_sv_of(help);
}

void aml_py_statement_end(aml_py_run *run, const aml_py_statement *statement) {
  bool is_full = aml_py_is_full(run);
  aml_arena_rewind(run->syntax, &statement->mark);
  run->room.until = SIZE_MAX;
  run->room.is_given_up = false;
  if (!is_full || run->room.is_over) {
    return;
  }
  const aml_span place = place_of(run, statement);
  run->room.is_cut = true;
  tell(run, place);
  if (run->room.is_over) {
    aml_py_forget_names(run, place, (aml_sv){NULL, 0});
  } else {
    aml_py_forget_named(run, statement->first, statement->past, place);
  }
  aml_py_forget_outer_names(run, place);
}

const aml_py_value *aml_py_rest_of_statement(aml_py_run *run) {
  if (run->room.rest == NULL) {
    run->room.rest = aml_py_unknown(run->arena, AML_NO_SPAN,
        "it is part of a statement that is too large to be followed; write it in one of its own");
  }
  return run->room.rest;
}
