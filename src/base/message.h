/* What a finding or a diagnostic says, in parts: sentences, and the ranges of them that are names, values and
 * counts. Reports for people print the text; those for machines take the form, in which each argument is a
 * placeholder, and the arguments. */
#ifndef AMLINT_BASE_MESSAGE_H
#define AMLINT_BASE_MESSAGE_H

#include <stdarg.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef enum aml_argument_kind {
  AML_ARGUMENT_TEXT,  /* a name or a value; stands between single quotes */
  AML_ARGUMENT_COUNT, /* a number, perhaps with its noun: "2 nodes"; stands bare */
  AML_ARGUMENT_WORDS, /* a part of the sentence that is not the same each time: a reason, "not set"; bare */
} aml_argument_kind;

typedef struct aml_argument { /* bytes [begin, end) of the text, without the quotes */
  uint32_t begin, end;
  aml_argument_kind kind;
  bool is_next; /* one more item of the list that the argument before it belongs to */
} aml_argument;

typedef struct aml_message {
  aml_sv text;
  const aml_argument *arguments; /* in order, apart from each other */
  size_t argument_count;
} aml_message;

/* The message of a printf format: what is converted between single quotes is one argument, all that stands
 * between them; a number elsewhere is a count, "%.*s" elsewhere words. "%s" elsewhere is the program's own
 * word, and so is what touches a letter ("%zu file%s"). Knows %s, %.*s, %c, %d, %u, %zu, %lld, %02X and %04X;
 * the text of a format with others is right, and has no arguments.
 * Secrets are masked by their form. Names and values are cut as base/shorten.h says, the whole at
 * AML_SHOWN_TEXT bytes. */
__attribute__((format(printf, 2, 3))) aml_message aml_message_of(aml_arena *arena, const char *format, ...);
__attribute__((format(printf, 2, 0))) aml_message aml_message_vof(
    aml_arena *arena, const char *format, va_list args);

/* What a text becomes in a message. */
typedef aml_sv (*aml_message_change)(const void *ctx, aml_arena *arena, aml_sv text);

/* Messages in pieces; the same bounds hold for them. */
typedef struct aml_message_writer {
  aml_strbuf out;
  AML_VEC(aml_argument) arguments;
  bool is_cut;
  aml_message_change mask; /* NULL: aml_secret_mask; may be set to one that gives the same, but knows more */
  const void *mask_ctx;
} aml_message_writer;

void aml_message_begin(aml_message_writer *writer, aml_arena *arena);
/* Text of the form; its quotes are no arguments. */
void aml_message_add(aml_message_writer *writer, aml_sv text);
/* As aml_message_of. */
__attribute__((format(printf, 2, 3))) void aml_message_addf(
    aml_message_writer *writer, const char *format, ...);
/* One argument; a TEXT gets its quotes here. */
void aml_message_add_argument(aml_message_writer *writer, aml_argument_kind kind, aml_sv text);
/* Item i of a list, from 0, in order: "'a'", then ", 'b'"; all of them together are one argument. */
void aml_message_add_item(aml_message_writer *writer, aml_argument_kind kind, size_t i, aml_sv text);
void aml_message_append(aml_message_writer *writer, const aml_message *message);
aml_message aml_message_end(aml_message_writer *writer);

/* The message with each argument, and what stands between them, as `change` makes it; the same message where
 * it changes nothing. */
aml_message aml_message_changed(
    aml_arena *arena, const aml_message *message, aml_message_change change, const void *ctx);

/* The text with a line end in place of each argument that is `name`: what two messages on two things share.
 */
aml_sv aml_message_without(aml_arena *arena, const aml_message *message, aml_sv name);

/* The argument, a view of the text. */
aml_sv aml_message_argument(const aml_message *message, size_t i);

#endif
