/* Python's tokens, with lines and brackets told apart. Private to python/.
 *
 * Nothing is refused: a quote without an end costs its line, a bracket that nothing closes reaches up to the
 * next line that stands no deeper than its own, and what a notebook's magics and shell lines hold is no
 * Python. A line that begins with a form feed ends everything that is open: so the cells of a notebook are
 * kept apart (script/notebook.h).
 *
 * Source: the Python language reference, chapter 2, of 3.12 (read 2026-11), and IPython's of its magics. */
#ifndef AMLINT_PYTHON_TOKENS_H
#define AMLINT_PYTHON_TOKENS_H

#include "base/vec.h"

typedef enum aml_py_kind {
  AML_PY_NAME, /* keywords too */
  AML_PY_NUMBER,
  AML_PY_STRING,   /* with its prefix and quotes */
  AML_PY_OPERATOR, /* brackets and all other signs; "=" is no part of "==" */
  AML_PY_LINE_END,
  AML_PY_BREAK, /* the end of a line behind which a new cell begins */
} aml_py_kind;

typedef struct aml_py_token {
  aml_py_kind kind : 8;
  bool is_first;  /* of its line; then `column` is how deep it stands, tabs to multiples of 8 */
  bool is_closed; /* an opening bracket that one of its kind closes */
  uint32_t begin, end;
  uint32_t column;
  uint32_t close; /* of an opening bracket: the token that closes it, or the first one behind what it holds */
} aml_py_token;

typedef struct aml_py_comment { /* from "#" to the end of the line */
  uint32_t begin, end;
  bool is_alone; /* nothing stands before it in its line */
} aml_py_comment;

typedef struct aml_py_tokens {
  aml_sv text;
  const aml_py_token *items; /* the last one is a LINE_END or a BREAK */
  uint32_t count;
  const aml_py_comment *comments; /* those that name this program */
  uint32_t comment_count;
} aml_py_tokens;

/* Reads [begin, end) of a text; offsets are those of all of it. O(length). */
aml_py_tokens aml_py_read_tokens(aml_arena *arena, aml_sv text, size_t begin, size_t end);

static inline aml_sv aml_py_text(const aml_py_tokens *tokens, uint32_t i) {
  return aml_sv_slice(tokens->text, tokens->items[i].begin, tokens->items[i].end);
}

/* Whether token i, if there is one, is this name or sign. */
bool aml_py_is(const aml_py_tokens *tokens, uint32_t i, const char *text);

/* Whether token i, if there is one, assigns: "=", "+=" and their like, no comparison. */
bool aml_py_is_assignment(const aml_py_tokens *tokens, uint32_t i);

/* Whether token i, which exists, is a whole line by which the names of another program or notebook come into
 * this one: "%run ./setup". */
bool aml_py_brings_names(const aml_py_tokens *tokens, uint32_t i);

/* Where what a string holds begins behind its prefix and quotes; *quotes is how many there are, 1 or 3.
 * *prefix gets the letters before them. */
size_t aml_py_string_begin(aml_sv written, size_t *quotes, aml_sv *prefix);

#endif
