/* Scripts of POSIX shells and bash, read into the commands that they are made of.
 *
 * Nothing is run and nothing refused: what is not understood costs itself only. A script is a guest, so that
 * what is found in it stands at its place in the file that holds it. Offsets are bytes of the guest's text.
 * All of it lives in the arena and is immutable; texts are views of the guest's where they can be. */
#ifndef AMLINT_SCRIPT_SHELL_H
#define AMLINT_SCRIPT_SHELL_H

#include "source/diag.h"
#include "source/guest.h"

typedef enum aml_piece_kind {
  AML_PIECE_TEXT,     /* `text` itself, which is what stands at [begin, end) unless it was escaped */
  AML_PIECE_VARIABLE, /* $name, ${name}, ${name:-word}: `text` is the name */
  AML_PIECE_UNKNOWN,  /* what only running it tells: $(command), $1, ${name//a/b}; `text` is as written */
} aml_piece_kind;

typedef struct aml_word aml_word;

typedef struct aml_piece {
  aml_piece_kind kind;
  bool is_quoted; /* what it stands for is not split at blanks */
  bool is_list;   /* VARIABLE: "${name[@]}", as many words as it has items */
  bool is_inner;  /* VARIABLE: not one of what surrounds the script, which has another way of writing those */
  bool is_outer;  /* VARIABLE: one of those, which its host fills in before a shell sees the text */
  aml_sv text;
  const aml_word *otherwise; /* VARIABLE: the word of ${name:-word} and ${name:=word}; NULL */
  uint32_t begin, end;       /* of what writes it, without quotes around */
} aml_piece;

struct aml_word { /* no pieces: an empty text in quotes */
  const aml_piece *pieces;
  uint32_t count;
  bool is_array; /* NAME=(a b): `items` are the words in the parentheses, and the pieces what is before */
  const aml_word *items;
  uint32_t item_count;
  uint32_t begin, end; /* quotes included */
};

typedef struct aml_assignment { /* NAME=value, NAME+=value, NAME[i]=value */
  aml_sv name;
  bool appends;    /* NAME+=value */
  bool is_element; /* NAME[i]=value: which one is changed is not looked at */
  aml_word value;
} aml_assignment;

typedef struct aml_redirection {
  bool is_output, appends;
  aml_word target;       /* of a file; of a here-document, its delimiter */
  const aml_guest *body; /* of a here-document; NULL for other redirections, and where its end is missing */
} aml_redirection;

/* What surrounds a command. Block 0 is the script. */
typedef enum aml_block_kind {
  AML_BLOCK_SCRIPT, /* or a group in it: runs once */
  AML_BLOCK_BRANCH, /* runs once or not at all */
  AML_BLOCK_LOOP,   /* runs any number of times */
  AML_BLOCK_FUNCTION,
  AML_BLOCK_SUBSHELL, /* ( ), $( ), ` `: what it assigns is gone afterwards */
} aml_block_kind;

typedef struct aml_block {
  aml_block_kind kind;
  uint32_t parent;      /* itself for the script */
  uint32_t depth;       /* 0 for the script */
  uint32_t first, past; /* the commands in it, those of inner blocks included */
  char closer;          /* private */
} aml_block;

/* Of a loop "for", "select" the words are as written; of (( )) they are "((" and what stands in it; what
 * [[ ]] tests is left out. */
typedef struct aml_command {
  const aml_assignment *assignments; /* before the words, or alone */
  uint32_t assignment_count;
  const aml_word *words;
  uint32_t word_count;
  const aml_redirection *const *redirections;
  uint32_t redirection_count;
  uint32_t block;
  bool is_conditional; /* behind && or || */
  bool is_piped;       /* one of a pipeline's */
  uint32_t begin, end;
} aml_command;

typedef struct aml_shell_comment { /* from its '#' to the end of the line */
  uint32_t begin, end;
  bool is_alone; /* nothing else stands before it on its line */
} aml_shell_comment;

typedef struct aml_shell {
  const aml_guest *text;
  const aml_command *commands; /* in the order of the text, those of $( ) before the one that holds them */
  uint32_t count;
  const aml_block *blocks;
  uint32_t block_count;
  const aml_shell_comment *comments; /* those that name this program, in order */
  uint32_t comment_count;
} aml_shell;

/* How the host changes the language before a shell sees the text. */
typedef enum aml_shell_flags {
  AML_SHELL_MACROS = 1, /* Azure Pipelines: $(name) is a variable of the pipeline */
  AML_SHELL_BRACES = 2, /* IPython: {expression} is Python's */
  AML_SHELL_ANGLES = 4, /* documents: <name> is to be filled in */
  AML_SHELL_MAKE = 8,   /* makefiles: $(name) and ${name} are make's variables, and $$ is the shell's $ */
  AML_SHELL_TEMPLATE =
      16, /* Terraform: ${expression} is evaluated before a shell sees the text, and $${ is the shell's ${ */
} aml_shell_flags;

/* Reads a script. Where quotes or here-documents are left open the rest belongs to them, and a diagnostic
 * AML001 says so at the place where they open; nesting past AML_LIMIT_SHELL_DEPTH, or of blocks
 * past AML_LIMIT_DEPTH, ends the reading with AML003; both are incomplete. O(length of the text). */
const aml_shell *aml_shell_read(aml_arena *arena, const aml_guest *text, unsigned flags, aml_diags *diags);

/* The same of PowerShell, whose commands, plain assignments and blocks fit into the same picture. Names of
 * variables are in lower case, and those of the environment are as they are written. */
const aml_shell *aml_powershell_read(
    aml_arena *arena, const aml_guest *text, unsigned flags, aml_diags *diags);

/* The text of a word that has no variables and nothing unknown in it, as far as one view of it can be had
 * without work: of one piece or none. False for others. */
bool aml_word_literal(const aml_word *word, aml_sv *text);

/* The bytes at the beginning of the text that are the name of a variable; 0 for none. */
size_t aml_shell_name_length(aml_sv text);

/* Whether a word is NAME=value, NAME+=value or NAME[i]=value, and what it assigns. */
bool aml_word_assigns(aml_arena *arena, const aml_word *word, aml_assignment *out);

/* The word without the first `bytes` of its first piece, which has as many and is a text. */
aml_word aml_word_after(aml_arena *arena, const aml_word *word, size_t bytes);

#endif
