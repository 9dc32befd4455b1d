/* What all HTML pages share. Each needs nothing else: no request leaves it, it prints, it reads without
 * scripts, and all text from files is escaped. The script only sorts and filters the rows of tables of class
 * "entries", whose first column is a state. */
#ifndef AMLINT_REPORT_HTML_PAGE_H
#define AMLINT_REPORT_HTML_PAGE_H

#include "report/out.h"

/* Up to the beginning of the page's content, and from its end. The title is ours. */
void aml_html_begin(aml_out *out, aml_arena *arena, const char *title);
typedef enum aml_html_entries { AML_HTML_WITHOUT_ENTRIES, AML_HTML_WITH_ENTRIES } aml_html_entries;
void aml_html_end(aml_out *out, aml_html_entries entries);

/* A text of files, made safe and escaped. */
void aml_html_text(aml_out *out, aml_arena *arena, aml_sv text);
/* The same; it may go on in the next line behind a slash. */
void aml_html_breakable(aml_out *out, aml_arena *arena, aml_sv text);

/* The filter of the entries, with selects in between, which have options in between. A select shows the rows
 * that are marked with its id and its text; rows without such a mark are shown whatever it says, but "state",
 * which is then the text of the first column. */
void aml_html_begin_filter(aml_out *out);
void aml_html_begin_select(aml_out *out, const char *id, const char *label);
void aml_html_option(aml_out *out, aml_arena *arena, aml_sv text);
void aml_html_end_select(aml_out *out);
void aml_html_end_filter(aml_out *out);
/* Begins what is scrolled sideways where it is too wide, also by keys; it ends with "</div>". */
void aml_html_begin_wide(aml_out *out, const char *label);
/* The mark of a row, inside of its tag; several texts are joined by '|'. */
void aml_html_mark(aml_out *out, aml_arena *arena, const char *name, aml_sv text);

/* A row of a table of names and texts; nothing for an empty text. */
void aml_html_pair(aml_out *out, aml_arena *arena, const char *name, aml_sv text);

#endif
