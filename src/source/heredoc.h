/* Here-documents of POSIX shells: "cat <<EOF", "<<-'EOF'". */
#ifndef AMLINT_SOURCE_HEREDOC_H
#define AMLINT_SOURCE_HEREDOC_H

#include "source/guest.h"

typedef struct aml_heredoc {
  aml_sv delimiter; /* without its quotes */
  bool is_quoted;   /* the text is taken as it stands: neither "$x" nor backslashes mean anything */
  bool strips_tabs; /* "<<-": tabs at the beginning of lines are no part of the text */
} aml_heredoc;

/* Reads an operator with its word, which begins at *at, and moves behind it. False where none stands there:
 * "<<<" is another operator. The word lies in the arena. O(length of the word). */
bool aml_heredoc_open(aml_arena *arena, aml_sv text, size_t *at, aml_heredoc *out);

/* The text of a here-document whose first line begins at *at of the host's, which is behind the line with the
 * operator, or behind the here-document before it; moves behind the delimiter's line. NULL where that is
 * missing: the rest is its text then, and what it holds is not certain. In an unquoted one the backslash of
 * "\$", "\`" and "\\" is no part of the text, nor is one before a line end, with that; what "$x" and "`x`"
 * stand for is the shell's, so they are in the text as they are, and aml_heredoc_is_expanded tells them
 * apart. */
const aml_guest *aml_heredoc_guest(
    aml_arena *arena, const aml_guest *host, const aml_heredoc *heredoc, size_t *at);

/* Whether the '$' or '`' at the offset of its text is the shell's, rather than one that stands for itself. */
bool aml_heredoc_is_expanded(const aml_guest *heredoc, size_t offset);

#endif
