/* A shell script being read. Private to script/. */
#ifndef AMLINT_SCRIPT_SCRIPT_READER_H
#define AMLINT_SCRIPT_SCRIPT_READER_H

#include "base/vec.h"
#include "script/shell.h"
#include "source/heredoc.h"

typedef struct aml_pending { /* a here-document whose text begins on the next line */
  aml_heredoc heredoc;
  aml_redirection *owner;
} aml_pending;

typedef struct aml_shell_reader {
  aml_arena *arena;
  aml_diags *diags;
  const aml_guest *script; /* its text is `text`, or goes on behind it */
  aml_sv text;             /* up to where reading ends: of the script, or of what stands in backticks */
  size_t at;
  unsigned flags;
  unsigned depth;         /* of what is in each other in words */
  bool has_recovered;     /* a quote without an end has cost its line */
  bool has_no_arithmetic; /* no "))" is ahead */
  bool has_no_test_end;   /* no "]]" is ahead */
  bool has_open_template; /* an interpolation that is ahead has no end */
  uint32_t block;         /* the innermost open one */
  AML_VEC(aml_command) commands;
  AML_VEC(aml_block) blocks;
  AML_VEC(aml_pending) pending;
  AML_VEC(aml_shell_comment) comments;
} aml_shell_reader;

static inline char aml_shell_peek(const aml_shell_reader *reader, size_t ahead) { /* NUL at the end */
  size_t at = reader->at + ahead;
  return at < reader->text.len ? reader->text.data[at] : '\0';
}

/* A reader at the beginning of a script; what it has read. */
aml_shell_reader aml_shell_begin(aml_arena *arena, const aml_guest *text, unsigned flags, aml_diags *diags);
const aml_shell *aml_shell_end(aml_shell_reader *reader);

/* Closers of blocks that are words. */
enum { AML_CLOSER_FI = 'f', AML_CLOSER_DONE = 'd', AML_CLOSER_ESAC = 'e', AML_CLOSER_PATTERN = 'p' };

static inline bool aml_shell_is_one_of(const aml_shell_reader *reader, const char *set) {
  char c = aml_shell_peek(reader, 0);
  return c != '\0' && aml_sv_find_char(aml_sv_of(set), c, 0) != AML_NPOS;
}

/* The variable that "${{ env.NAME }}" or "${{ variables.NAME }}" stands for, of which `expression` is what is
 * between the braces; of an input or a parameter with its context, "inputs.NAME", "parameters['NAME']"; empty
 * for other expressions. */
aml_sv aml_shell_outer_name(aml_sv expression);

/* The length of the macro "$(name)" at reader->at, where a pipeline replaces those; 0 for none. */
size_t aml_shell_macro_length(const aml_shell_reader *reader);

/* The length of the interpolation "${expression}" so many bytes ahead, where the host evaluates those; 0 for
 * none. */
size_t aml_shell_interpolation_length(aml_shell_reader *reader, size_t ahead);

/* Whether a text is one of the words, of which the last is NULL. */
bool aml_shell_is_among(aml_sv text, const char *const *words);

/* Passes over a comment, up to the end of its line, and keeps it where it names this program. */
void aml_shell_skip_comment(aml_shell_reader *reader);

/* Reads the word that begins at reader->at, where one does. */
aml_word aml_shell_read_word(aml_shell_reader *reader);

/* Behind the "))" that ends what begins with "((" at `at`; AML_NPOS where these are parentheses of subshells.
 */
size_t aml_shell_arithmetic_end(aml_shell_reader *reader, size_t at);

/* Reads commands up to `closer` (0: the end of the text), and behind it. */
void aml_shell_read_commands(aml_shell_reader *reader, char closer);

/* One level deeper in a word; false past AML_LIMIT_SHELL_DEPTH, which is said, and reading is at its end.
 * Whoever goes down takes one off `depth` in the end. */
AML_MUST_USE bool aml_shell_descend(aml_shell_reader *reader);

/* Enters a block that `closer` ends; leaves the innermost one. */
void aml_shell_enter(aml_shell_reader *reader, aml_block_kind kind, char closer);
void aml_shell_leave(aml_shell_reader *reader);

/* Something was opened at `begin` and not closed. */
void aml_shell_say_open(aml_shell_reader *reader, size_t begin, const char *what);

#endif
