/* Regular expressions, by PCRE2, under limits on matching steps, depth and heap. */
#ifndef AMLINT_BASE_REGEX_H
#define AMLINT_BASE_REGEX_H

#include "base/sv.h"

typedef struct aml_regex aml_regex;

typedef enum aml_regex_flags {
  AML_REGEX_DEFAULT = 0,
  AML_REGEX_IGNORE_CASE = 1,
  AML_REGEX_BRIEF = 2,     /* a few matches only: not worth the time of making machine code */
  AML_REGEX_TEXT_ENDS = 4, /* '$' is the end of the text, not also before a line end there */
} aml_regex_flags;
typedef enum aml_regex_answer { AML_REGEX_NO, AML_REGEX_YES, AML_REGEX_LIMIT } aml_regex_answer;

/* Compiles in UTF mode; the result lives as long as the arena. On failure returns NULL and says in *error
 * what is wrong and at which character. Unanchored: a rule writes ^ and $ itself. */
aml_regex *aml_regex_new(aml_arena *arena, aml_sv pattern, aml_regex_flags flags, aml_error *error);

/* Whether the pattern occurs in the text; AML_REGEX_LIMIT when a limit was reached, which is never to be read
 * as "no". The arena is charged for what the match took, the same on every machine. Where the system has no
 * memory, `arena` gives up. Safe to call from several threads on one regex, each with an arena of its own. */
aml_regex_answer aml_regex_match(const aml_regex *regex, aml_arena *arena, aml_sv text);

/* The same for the first place at or behind `from` (a boundary of code points); where it is, with YES. */
aml_regex_answer aml_regex_find(
    const aml_regex *regex, aml_arena *arena, aml_sv text, size_t from, size_t *begin, size_t *end);

/* Groups that the pattern has in parentheses, numbered from 1, and their names, which are empty where they
 * have none; they live as long as the regex. */
size_t aml_regex_groups(const aml_regex *regex);
aml_sv aml_regex_group_name(const aml_regex *regex, size_t group);

typedef struct aml_regex_range { /* half-open; begin is AML_NPOS where the group took no part */
  size_t begin, end;
} aml_regex_range;

/* As aml_regex_find, with the place of the whole match and of the first count - 1 groups. */
aml_regex_answer aml_regex_find_groups(
    const aml_regex *regex, aml_arena *arena, aml_sv text, size_t from, aml_regex_range *out, size_t count);

/* The version of the library that does the work. */
aml_sv aml_regex_library_version(aml_arena *arena);

#endif
