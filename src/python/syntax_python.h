/* Python's expressions and statements, as far as they say what things are. Private to python/.
 *
 * Nothing is refused: what is not known is AML_PY_OTHER, with the expressions that were found in it.
 *
 * Source: the Python language reference, chapters 6 to 8, of 3.12 (read 2026-11). */
#ifndef AMLINT_PYTHON_SYNTAX_PYTHON_H
#define AMLINT_PYTHON_SYNTAX_PYTHON_H

#include "python/tokens.h"

typedef enum aml_py_form {
  AML_PY_OTHER, /* items: what stands in it */
  AML_PY_NUMERAL,
  AML_PY_TEXT,      /* items: its pieces, `name` for text and `value` for what a brace of an f-string holds */
  AML_PY_WORD,      /* name; True, False and None too */
  AML_PY_ATTRIBUTE, /* left.name */
  AML_PY_CALL,      /* left(items) */
  AML_PY_ITEM,      /* left[right] */
  AML_PY_LIST,      /* items; tuples and sets too */
  AML_PY_DICT,      /* items with keys; without one: "**value" */
  AML_PY_SUM,       /* items, all joined by "+" */
  AML_PY_PRODUCT,   /* items, all joined by "*" */
  AML_PY_CHAIN,     /* items, each but the first with the operator before it as its name */
  AML_PY_NEGATIVE,  /* -left */
  AML_PY_PREFIX,    /* items: one; name: "not", "+", "~" */
  AML_PY_CHOICE,    /* left if right else third */
  AML_PY_BINDING,   /* name := left */
  AML_PY_COMPREHENSION, /* items; `name` of those that its loops bind, without a value */
  AML_PY_LAMBDA,        /* left */
} aml_py_form;

typedef struct aml_py_expr aml_py_expr;

typedef struct aml_py_part { /* an item, an argument, a member, a piece of a text */
  aml_sv name;               /* of a keyword argument; empty for none */
  uint32_t name_begin;
  uint8_t stars;   /* before it: 0, 1, 2, or more */
  bool is_changed; /* a piece of an f-string that is formatted on the way */
  const aml_py_expr *key;
  const aml_py_expr *value; /* NULL: the piece of a text is `name` */
} aml_py_part;

struct aml_py_expr {
  aml_py_form form : 8; /* packed: there are as many of these as tokens */
  bool is_verbatim;     /* a text: one string in which each character stands for itself; a list: a tuple */
  uint32_t count;       /* items */
  uint32_t begin, end;  /* in the text that was read */
  aml_sv name;
  const aml_py_expr *left, *right, *third;
  const aml_py_part *items;
};

typedef struct aml_py_reader {
  aml_arena *arena;
  aml_arena *texts; /* of strings, which last longer */
  size_t room;      /* that the arena may hold in the end */
  bool is_full;     /* it holds more, so that nothing else was read, and what was read says nothing */
  const aml_py_tokens *tokens;
  uint32_t at, past;
  uint32_t last_end; /* where what was read last ends */
  bool is_inside;    /* of brackets, where ends of lines mean nothing */
  unsigned depth;
  bool is_too_deep; /* something was not read since it is deeper than AML_LIMIT_EXPR_DEPTH: */
  uint32_t deep_at; /* the first token of it */
} aml_py_reader;

/* Notes that what token `at` begins was not read, unless something before it was not. */
void aml_py_note_deep(aml_py_reader *reader, uint32_t at);

/* What stands at reader->at, up to reader->past at most: one expression, or several with commas, which are a
 * tuple. Never NULL: what is no expression is OTHER, and at least one token is passed over where there is
 * one. What is too deep is passed over up to the next comma. */
const aml_py_expr *aml_py_read_expression(aml_py_reader *reader);
const aml_py_expr *aml_py_read_expressions(aml_py_reader *reader);

/* For the two files that read expressions. */
const aml_py_expr *aml_py_read_text(aml_py_reader *reader);
aml_py_expr *aml_py_new(aml_py_reader *reader, aml_py_form form, uint32_t begin);
bool aml_py_at(const aml_py_reader *reader, const char *text);
void aml_py_step(aml_py_reader *reader); /* to the next token; there is one at reader->at */

typedef struct aml_py_line { /* a statement, or the head of a compound one */
  uint32_t first, past;      /* its tokens, without the colon of a head */
  uint32_t column;
  uint32_t next; /* the first line that stands no deeper, in the same cell */
  bool is_head;
  bool begins_cell;
} aml_py_line;

typedef struct aml_py_lines {
  const aml_py_line *items;
  uint32_t count;
} aml_py_lines;

/* Cuts tokens into statements: those of one line apart, those behind a colon one column deeper than their
 * head. O(tokens). */
aml_py_lines aml_py_read_lines(aml_arena *arena, const aml_py_tokens *tokens);

/* The first token from `from` on that is the sign, outside of brackets; `past` where there is none. */
uint32_t aml_py_find_sign(const aml_py_tokens *tokens, uint32_t from, uint32_t past, const char *sign);

#endif
