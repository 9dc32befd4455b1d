/* A word being read. Private to script/. */
#ifndef AMLINT_SCRIPT_PIECES_H
#define AMLINT_SCRIPT_PIECES_H

#include "script/script_reader.h"

typedef struct aml_word_builder {
  aml_shell_reader *reader;
  AML_VEC(aml_piece) pieces;
  bool is_quoted;   /* what is added now is */
  bool never_split; /* nothing is split at blanks, quotes or not */
} aml_word_builder;

/* A piece from `begin` to where the reader is. */
void aml_word_add_piece(aml_word_builder *word, aml_piece_kind kind, aml_sv text, size_t begin);
/* The bytes [begin, end) as they stand; one piece with those right before them. */
void aml_word_add_text(aml_word_builder *word, size_t begin, size_t end);
/* What is only known when it runs, from `begin` to where the reader is. */
void aml_word_add_unknown(aml_word_builder *word, size_t begin);

/* In shells: the next part of a word; false where it ends. What is in double quotes, from behind the first to
 * the second. $'...'. What '$' begins. "$( )" and "` `", of which `opening` bytes are before the commands. */
bool aml_word_read_next(aml_word_builder *word);
void aml_word_read_quoted(aml_word_builder *word);
void aml_word_read_ansi(aml_word_builder *word);
void aml_word_read_dollar(aml_word_builder *word);
void aml_word_read_substitution(aml_word_builder *word, size_t opening);

/* What the host fills in at the reader, whatever quotes are around it; false for nothing. */
bool aml_word_read_hosted(aml_word_builder *word);

/* The text of a here-document, with what a shell puts in: places are those of its own text. */
aml_word aml_word_of_heredoc(aml_arena *arena, const aml_guest *body);

#endif
