/* The tokens of Bicep: a list for a whole text, which blanks, comments and pragmas fill up to every byte of
 * it (Azure/bicep, src/Bicep.Core/Parsing/Lexer.cs, 2026-08). */
#ifndef AMLINT_BICEP_TOKEN_H
#define AMLINT_BICEP_TOKEN_H

#include "base/vec.h"

typedef enum aml_bicep_token_kind {
  AML_BICEP_END,      /* of the text */
  AML_BICEP_NEW_LINE, /* a run of line feeds and carriage returns */
  AML_BICEP_IDENTIFIER,
  AML_BICEP_INTEGER,
  AML_BICEP_STRING, /* without holes; else what stands before, between and behind them: */
  AML_BICEP_STRING_LEFT,
  AML_BICEP_STRING_MIDDLE,
  AML_BICEP_STRING_RIGHT,
  AML_BICEP_LEFT_BRACE,
  AML_BICEP_RIGHT_BRACE,
  AML_BICEP_LEFT_PAREN,
  AML_BICEP_RIGHT_PAREN,
  AML_BICEP_LEFT_SQUARE,
  AML_BICEP_RIGHT_SQUARE,
  AML_BICEP_AT,
  AML_BICEP_COMMA,
  AML_BICEP_DOT,
  AML_BICEP_ELLIPSIS,
  AML_BICEP_COLON,
  AML_BICEP_DOUBLE_COLON,
  AML_BICEP_SEMICOLON,
  AML_BICEP_ASSIGN,
  AML_BICEP_PLUS,
  AML_BICEP_MINUS,
  AML_BICEP_ASTERISK,
  AML_BICEP_SLASH,
  AML_BICEP_MODULO,
  AML_BICEP_EXCLAMATION,
  AML_BICEP_LESS,
  AML_BICEP_GREATER,
  AML_BICEP_LESS_OR_EQUAL,
  AML_BICEP_GREATER_OR_EQUAL,
  AML_BICEP_EQUAL,
  AML_BICEP_NOT_EQUAL,
  AML_BICEP_EQUAL_IGNORING_CASE,
  AML_BICEP_NOT_EQUAL_IGNORING_CASE,
  AML_BICEP_AND,
  AML_BICEP_OR,
  AML_BICEP_PIPE,
  AML_BICEP_QUESTION,
  AML_BICEP_COALESCE,
  AML_BICEP_ARROW,
  AML_BICEP_HAT,
  AML_BICEP_UNRECOGNISED
} aml_bicep_token_kind;

typedef struct aml_bicep_token {
  uint8_t kind;        /* aml_bicep_token_kind */
  bool is_many_lines;  /* a string in three quotes, or a piece of one */
  uint16_t dollars;    /* how many of them open a hole in it; 0: none */
  uint32_t begin, end; /* in the text */
} aml_bicep_token;

/* What stands between tokens and is no blank. */
typedef struct aml_bicep_trivia {
  uint32_t begin, end;
  bool is_alone;  /* nothing but blanks before it on its line */
  bool is_pragma; /* #disable-next-line and its like; else a comment */
} aml_bicep_trivia;

/* What is wrong with the text at a place, as one sentence. */
typedef struct aml_bicep_error {
  uint32_t begin, end;
  aml_sv message;
  bool is_limit; /* AML003, else AML001 */
} aml_bicep_error;

typedef struct aml_bicep_tokens {
  aml_arena *arena;
  aml_sv text;
  AML_VEC(aml_bicep_token) list; /* the last one is AML_BICEP_END */
  AML_VEC(aml_bicep_trivia) trivia;
  AML_VEC(aml_bicep_error) errors; /* in order */
} aml_bicep_tokens;

/* Reads all of the text, which is borrowed, at most 4 GB. What is wrong is an error, and reading goes on.
 * Past AML_LIMIT_BICEP_TOKENS the rest is left out, with an error that says so. O(length). */
void aml_bicep_tokens_read(aml_bicep_tokens *tokens, aml_arena *arena, aml_sv text);

/* The text that a string, or a piece of one, stands for: without quotes, with escapes replaced; borrowed from
 * the file where it says so one to one. Wrong escapes are kept as they are written. */
aml_sv aml_bicep_string_text(aml_arena *arena, aml_sv text, const aml_bicep_token *token);
/* The bytes between the quotes, or the marks of holes. */
aml_sv aml_bicep_string_inside(aml_sv text, const aml_bicep_token *token);

#endif
