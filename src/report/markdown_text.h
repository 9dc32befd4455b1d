/* Text from files inside Markdown. */
#ifndef AMLINT_REPORT_MARKDOWN_TEXT_H
#define AMLINT_REPORT_MARKDOWN_TEXT_H

#include "report/out.h"

/* Writes one byte between its neighbours (0 for none) so that Markdown, HTML and the services that show it
 * read it as itself: no emphasis, links, mentions, references to issues, emoji, mathematics or cells. What
 * means nothing where it stands, such as '_' inside a word, is written as it is, for those who read the
 * source. */
void aml_markdown_byte(aml_out *out, char before, char c, char after);

/* The same for a whole text that is safe already (see aml_text_safe). */
void aml_markdown_text(aml_out *out, aml_sv text);

#endif
