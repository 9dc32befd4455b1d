/* A growing text in an arena, born with the most bytes it may hold.
 *
 * Passing that bound sets `overflowed` and drops the rest, so that a chain of appends is checked once, at the
 * end. */
#ifndef AMLINT_BASE_STRBUF_H
#define AMLINT_BASE_STRBUF_H

#include "base/sv.h"

typedef struct aml_strbuf {
  aml_arena *arena;
  char *data;
  size_t len, capacity, max;
  bool overflowed;
} aml_strbuf;

/* max in bytes; SIZE_MAX for none. */
void aml_strbuf_init(aml_strbuf *buf, aml_arena *arena, size_t max);
void aml_strbuf_add(aml_strbuf *buf, aml_sv text);
void aml_strbuf_add_char(aml_strbuf *buf, char c);        /* one byte */
void aml_strbuf_add_int(aml_strbuf *buf, int64_t number); /* decimal */
/* What stands between the single quotes of a shell's word to mean the text; the quotes are not added. */
void aml_strbuf_add_for_single_quotes(aml_strbuf *buf, aml_sv text);
__attribute__((format(printf, 2, 3))) void aml_strbuf_addf(aml_strbuf *buf, const char *format, ...);

/* The UTF-8 bytes of a code point; values that are no scalar value become U+FFFD. */
void aml_strbuf_add_code_point(aml_strbuf *buf, uint32_t code_point);

/* What was collected: borrowed from the buffer's arena, good until the next append. A NUL follows it that is
 * not counted. */
aml_sv aml_strbuf_view(aml_strbuf *buf);

#endif
