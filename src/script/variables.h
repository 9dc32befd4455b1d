/* What the words of a script's commands stand for, as far as that is certain without running it.
 *
 * A variable is known where a command reads it if one assignment of a known text certainly was the last
 * before: straight lines, and branches that assign the same. What a loop, a function, a branch or another
 * file may have changed is unknown, with a reason for people (tree/reason.h). */
#ifndef AMLINT_SCRIPT_VARIABLES_H
#define AMLINT_SCRIPT_VARIABLES_H

#include "script/shell.h"
#include "tree/value.h"

typedef struct aml_asked { /* what a script has of what surrounds it */
  aml_sv name;             /* as the script writes it, or the expression */
  bool is_outer;           /* the host fills it in, by a name that may differ from that in the script */
  aml_span span;           /* where it is asked for; AML_NO_SPAN for nowhere */
} aml_asked;

/* What holds where the script assigns nothing: a string or an unknown, of the host's `env:` say; NULL for
 * nothing. What the host fills in and is unknown but not empty (aml_unknown.is_filled) is one word. */
typedef const aml_value *aml_environment(const void *host, const aml_asked *asked);

typedef struct aml_variables aml_variables;

/* In the arena of the script; `environment` may be NULL. O(n log n) in the script's commands. */
aml_variables *aml_variables_new(
    aml_arena *arena, const aml_shell *shell, aml_environment *environment, const void *host);

/* What a variable holds behind the last command, as an aml_environment has it; NULL where neither the script
 * nor its environment sets it. */
const aml_value *aml_variables_at_end(aml_variables *variables, aml_sv name);

const aml_shell *aml_variables_shell(const aml_variables *variables); /* as given */
aml_arena *aml_variables_arena(const aml_variables *variables);       /* as given */

typedef struct aml_shell_argument { /* a word as the command gets it */
  const aml_value *value;           /* a string, or an unknown one; stands at the word */
  bool is_open;         /* unknown and without quotes: there may be any number of words in its place */
  const aml_word *word; /* NULL where it is one of several that a word stands for */
} aml_shell_argument;

typedef struct aml_shell_arguments {
  AML_VEC(aml_shell_argument) list;
} aml_shell_arguments;

/* Adds the words that a word of the command with that index stands for: none, one or several. */
void aml_variables_expand(
    aml_variables *variables, uint32_t command, const aml_word *word, aml_shell_arguments *out);

/* The word's text as one, as in an assignment. Never NULL. */
const aml_value *aml_variables_text(aml_variables *variables, uint32_t command, const aml_word *word);

/* What a word is made of, piece by piece, where its text as one would not say which part is unknown. */
typedef struct aml_word_part {
  const aml_value *value;  /* a string, or an unknown one */
  aml_guest_range written; /* in the text of the script */
} aml_word_part;

typedef struct aml_word_parts {
  AML_VEC(aml_word_part) list;
} aml_word_parts;

/* Adds the parts of a word of the command with that index, in order. */
void aml_variables_parts(
    aml_variables *variables, uint32_t command, const aml_word *word, aml_word_parts *out);

/* Of a word that is nothing but a variable which one plain assignment certainly set: the word that was
 * assigned, and in *command where; else the word itself. */
const aml_word *aml_variables_follow(aml_variables *variables, uint32_t *command, const aml_word *word);

/* What is behind the first bytes, which are known, of a text that is known or that is known to begin so. */
const aml_value *aml_shell_value_after(aml_arena *arena, const aml_value *value, size_t bytes);

/* The argument without its first `bytes`, which are known. It stands at what is left of the word, where that
 * is one. */
aml_shell_argument aml_shell_argument_after(
    aml_variables *variables, uint32_t command, const aml_shell_argument *argument, size_t bytes);

#endif
