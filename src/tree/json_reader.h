/* Private to the JSON reader: json_read.c (values), json_token.c (blanks, comments, strings, numbers) and
 * json_error.c (wording). Offsets are into the text; `end` is its length. */
#ifndef AMLINT_TREE_JSON_READER_H
#define AMLINT_TREE_JSON_READER_H

#include "source/guest.h"
#include "tree/read.h"

typedef struct aml_json_reader {
  aml_arena *arena;
  const char *text;
  size_t at, end;
  aml_span fixed_span; /* what every value gets, where the text is itself part of a value */
  aml_source_id source;
  const aml_guest *guest; /* that the text is of; spans are of its file; NULL: the text is a source's */
  aml_tree *tree;         /* receives comments and is_broken; NULL for a text inside a value */
  aml_diags *diags;       /* NULL for a text inside a value */
  size_t error_at;        /* offset of the first error; AML_NPOS where there was none */
  size_t last_error_at;   /* of the latest: one place is complained about once */
  int open_objects, open_arrays;
  bool is_end_reported;        /* that the text ends too early was said */
  size_t spanning_string;      /* where the latest string with a line end in it begins; AML_NPOS */
  AML_VEC(aml_member) members; /* stacks of what belongs to the open objects and arrays */
  AML_VEC(const aml_value *) items;
} aml_json_reader;

typedef struct aml_json_string {
  aml_sv text;
  aml_span span;     /* with its quotes */
  bool is_rewritten; /* the text is not the source's bytes one to one */
} aml_json_string;

static inline aml_span aml_json_span(const aml_json_reader *reader, size_t begin, size_t end) {
  return reader->guest != NULL ? aml_guest_span(reader->guest, begin, end)
         : reader->source == 0 ? reader->fixed_span
                               : (aml_span){reader->source, (uint32_t)begin, (uint32_t)end};
}

/* The next byte, or a NUL at the end of the text (which holds no NUL itself). */
static inline char aml_json_peek(const aml_json_reader *reader) {
  return reader->at < reader->end ? reader->text[reader->at] : '\0';
}

/* json_token.c. Each moves `at` behind what it read. */
void aml_json_skip_blanks_at(aml_json_reader *reader); /* private */
static inline void aml_json_skip_blanks(aml_json_reader *reader) {
  char c = aml_json_peek(reader);
  if (c <= ' ' || c == '/') { /* a comment; and blanks */
    aml_json_skip_blanks_at(reader);
  }
}
aml_json_string aml_json_read_string(aml_json_reader *reader);
const aml_value *aml_json_read_number(aml_json_reader *reader);
/* Where the run of bytes ends that would be one word: up to a delimiter, a blank or a quote; at least one
 * character long. */
size_t aml_json_word_end(const aml_json_reader *reader, size_t from);
/* Moves over a string, a comment or one byte without making anything of it. */
void aml_json_skip_token(aml_json_reader *reader);

/* json_error.c. Adds AML001 at [begin, end), marks the tree as broken, and returns the diagnostic; NULL for a
 * text inside a value. */
__attribute__((format(printf, 4, 5))) aml_diag *aml_json_fail(
    aml_json_reader *reader, size_t begin, size_t end, const char *format, ...);
/* "Expected <expected>, found <what stands at `at`>." Does not move. At the end of the text it is said once.
 */
aml_diag *aml_json_fail_expected(aml_json_reader *reader, const char *expected);
/* The same for a container that began at `opened`. */
void aml_json_fail_in(aml_json_reader *reader, const char *expected, size_t opened);
/* AML003: deeper than AML_LIMIT_DEPTH. */
void aml_json_fail_depth(aml_json_reader *reader);

/* json_read.c: fills documents and comments of a tree whose syntax is set. `guest`: that the source's bytes
 * are the text of, or NULL. */
void aml_json_read(
    aml_tree *tree, const aml_source *source, const aml_guest *guest, aml_arena *arena, aml_diags *diags);

#endif
