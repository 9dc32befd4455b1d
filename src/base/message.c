#include "base/message.h"

#include <stdio.h>
#include <string.h>

#include "base/secret.h"
#include "base/shorten.h"

void aml_message_begin(aml_message_writer *writer, aml_arena *arena) {
  *writer = (aml_message_writer){0};
  aml_strbuf_init(&writer->out, arena, SIZE_MAX);
}

/* Past the bound an ellipsis ends the text, and nothing follows. */
static void put(aml_message_writer *writer, aml_sv text) {
  size_t room = AML_SHOWN_TEXT - writer->out.len;
  if (writer->is_cut) {
    return;
  }
  if (text.len <= room) {
    aml_strbuf_add(&writer->out, text);
    return;
  }
  while (room > 0 && ((unsigned char)text.data[room] & 0xC0) == 0x80) {
    room--; /* not inside of a code point */
  }
  aml_strbuf_add(&writer->out, aml_sv_slice(text, 0, room));
  aml_strbuf_add(&writer->out, AML_SV("…"));
  writer->is_cut = true;
}

static void mark(aml_message_writer *writer, size_t begin, aml_argument_kind kind, bool is_next) {
  const aml_argument argument = {(uint32_t)begin, (uint32_t)writer->out.len, kind, is_next};
  AML_VEC_PUSH(writer->out.arena, &writer->arguments, argument);
}

void aml_message_add(aml_message_writer *writer, aml_sv text) {
  put(writer, text);
}

/* Masked before it is cut: of a secret that is cut the form is gone. */
static aml_sv show(const aml_message_writer *writer, aml_sv text, bool is_quoted) {
  aml_arena *arena = writer->out.arena;
  aml_sv masked =
      writer->mask == NULL ? aml_secret_mask(arena, text) : writer->mask(writer->mask_ctx, arena, text);
  return is_quoted ? aml_shorten(arena, masked) : aml_shorten_quoted(arena, masked);
}

static void add_marked(aml_message_writer *writer, aml_argument_kind kind, aml_sv text, bool is_next) {
  bool is_quoted = kind == AML_ARGUMENT_TEXT;
  aml_sv shown = show(writer, text, is_quoted);
  put(writer, is_quoted ? AML_SV("'") : AML_SV(""));
  if (writer->is_cut) {
    return;
  }
  size_t begin = writer->out.len;
  put(writer, shown);
  mark(writer, begin, kind, is_next);
  put(writer, is_quoted ? AML_SV("'") : AML_SV(""));
}

void aml_message_add_argument(aml_message_writer *writer, aml_argument_kind kind, aml_sv text) {
  add_marked(writer, kind, text, false);
}

void aml_message_add_item(aml_message_writer *writer, aml_argument_kind kind, size_t i, aml_sv text) {
  put(writer, i == 0 ? AML_SV("") : AML_SV(", "));
  add_marked(writer, kind, text, i > 0);
}

void aml_message_append(aml_message_writer *writer, const aml_message *message) {
  size_t base = writer->out.len;
  put(writer, message->text);
  for (size_t i = 0; i < message->argument_count && base + message->arguments[i].end <= writer->out.len;
       i++) {
    aml_argument argument = message->arguments[i];
    argument.begin += (uint32_t)base;
    argument.end += (uint32_t)base;
    AML_VEC_PUSH(writer->out.arena, &writer->arguments, argument);
  }
}

aml_message aml_message_end(aml_message_writer *writer) {
  return (aml_message){aml_strbuf_view(&writer->out), writer->arguments.items, writer->arguments.count};
}

aml_sv aml_message_argument(const aml_message *message, size_t i) {
  return aml_sv_slice(message->text, message->arguments[i].begin, message->arguments[i].end);
}

aml_sv aml_message_without(aml_arena *arena, const aml_message *message, aml_sv name) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  size_t from = 0;
  for (size_t i = 0; i < message->argument_count; i++) {
    if (aml_sv_eq(aml_message_argument(message, i), name)) {
      aml_strbuf_add(&out, aml_sv_slice(message->text, from, message->arguments[i].begin));
      aml_strbuf_add_char(&out, '\n');
      from = message->arguments[i].end;
    }
  }
  aml_strbuf_add(&out, aml_sv_slice(message->text, from, message->text.len));
  return aml_strbuf_view(&out);
}

/* ---- formats ---- */

typedef enum conversion {
  VIEW,
  STRING,
  CHARACTER,
  INT,
  UNSIGNED,
  SIZE,
  LONG_LONG,
  BYTE,
  CODE_POINT,
  PERCENT,
  CONVERSIONS,
} conversion;

static const char *const spellings[CONVERSIONS] = {
    "%.*s", "%s", "%c", "%d", "%u", "%zu", "%lld", "%02X", "%04X", "%%"};

static conversion conversion_at(const char *format) {
  conversion which = 0;
  while (which < CONVERSIONS && strncmp(format, spellings[which], strlen(spellings[which])) != 0) {
    which++;
  }
  return which;
}

static bool is_known(const char *format) {
  for (const char *at = strchr(format, '%'); at != NULL; at = strchr(at, '%')) {
    conversion which = conversion_at(at);
    if (which == CONVERSIONS) {
      return false;
    }
    at += strlen(spellings[which]);
  }
  return true;
}

typedef struct formatting {
  aml_message_writer *writer;
  va_list args;
  bool is_in_quotes;
  bool has_value;      /* something was converted between these quotes */
  size_t quoted_begin; /* where they begin, in the text */
} formatting;

/* The value as text; a view or a string keeps its own bytes, anything else is written to `room`. */
static aml_sv take(formatting *f, conversion which, char *room, size_t size) {
  int length = 0;
  switch (which) {
  case VIEW:
    length = va_arg(f->args, int);
    return (aml_sv){va_arg(f->args, const char *), (size_t)length};
  case STRING:
    return aml_sv_of(va_arg(f->args, const char *));
  case CHARACTER:
    length = snprintf(room, size, "%c", va_arg(f->args, int));
    break;
  case INT:
    length = snprintf(room, size, "%d", va_arg(f->args, int));
    break;
  case UNSIGNED:
    length = snprintf(room, size, "%u", va_arg(f->args, unsigned));
    break;
  case SIZE:
    length = snprintf(room, size, "%zu", va_arg(f->args, size_t));
    break;
  case LONG_LONG:
    length = snprintf(room, size, "%lld", va_arg(f->args, long long));
    break;
  case BYTE:
    length = snprintf(room, size, "%02X", va_arg(f->args, unsigned));
    break;
  case CODE_POINT:
    length = snprintf(room, size, "%04X", va_arg(f->args, unsigned));
    break;
  case PERCENT:
  case CONVERSIONS:
    return AML_SV("%");
  }
  return (aml_sv){room, (size_t)length};
}

static bool is_letter(char c) {
  return aml_ascii_alnum(c) && !aml_ascii_digit(c);
}

static bool is_count(conversion which) {
  return which == INT || which == UNSIGNED || which == SIZE || which == LONG_LONG;
}

/* Adds what stands at `at`, a conversion; `before` is the character before it, or NUL. Returns its length. */
static size_t convert(formatting *f, const char *at, char before) {
  char room[32];
  conversion which = conversion_at(at);
  size_t length = strlen(spellings[which]);
  aml_sv value = take(f, which, room, sizeof room);
  size_t begin = f->writer->out.len;
  f->has_value = f->has_value || (f->is_in_quotes && which != PERCENT);
  put(f->writer, show(f->writer, value, f->is_in_quotes));
  bool is_in_word = is_letter(before) || is_letter(at[length]);
  if (!f->is_in_quotes && !f->writer->is_cut && is_count(which)) {
    mark(f->writer, begin, AML_ARGUMENT_COUNT, false);
  } else if (!f->is_in_quotes && !f->writer->is_cut && which == VIEW && !is_in_word) {
    mark(f->writer, begin, AML_ARGUMENT_WORDS, false);
  }
  return length;
}

/* A quotation mark is no apostrophe: a letter does not stand on both sides of it. */
static void add_quote(formatting *f, char before, char after) {
  if (f->is_in_quotes && !aml_ascii_alnum(after)) {
    if (f->has_value && !f->writer->is_cut) {
      mark(f->writer, f->quoted_begin, AML_ARGUMENT_TEXT, false);
    }
    f->is_in_quotes = false;
  } else if (!f->is_in_quotes && !aml_ascii_alnum(before)) {
    f->is_in_quotes = true;
    f->has_value = false;
    f->quoted_begin = f->writer->out.len + 1;
  }
  put(f->writer, AML_SV("'"));
}

static void add_format(formatting *f, const char *format) {
  for (const char *at = format; *at != '\0';) {
    char before = at == format ? '\0' : at[-1];
    if (*at == '%') {
      at += convert(f, at, before);
    } else if (*at == '\'') {
      add_quote(f, before, at[1]);
      at++;
    } else {
      size_t length = strcspn(at, "%'");
      put(f->writer, (aml_sv){at, length});
      at += length;
    }
  }
}

__attribute__((format(printf, 2, 0))) static void add_all(
    aml_message_writer *writer, const char *format, va_list args) {
  formatting f = {.writer = writer};
  if (!is_known(format)) {
    put(writer, aml_shorten_quoted(writer->out.arena, aml_sv_vformat(writer->out.arena, format, args)));
    return;
  }
  va_copy(f.args, args);
  add_format(&f, format);
  va_end(f.args);
}

void aml_message_addf(aml_message_writer *writer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_all(writer, format, args);
  va_end(args);
}

aml_message aml_message_vof(aml_arena *arena, const char *format, va_list args) {
  aml_message_writer writer;
  aml_message_begin(&writer, arena);
  add_all(&writer, format, args);
  return aml_message_end(&writer);
}

aml_message aml_message_of(aml_arena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  aml_message message = aml_message_vof(arena, format, args);
  va_end(args);
  return message;
}

/* ---- changes ---- */

/* Piece 2i is what stands before argument i, piece 2i+1 the argument; the last one is the rest. */
static aml_sv piece_of(const aml_message *message, size_t i) {
  if (i % 2 == 1) {
    return aml_message_argument(message, i / 2);
  }
  size_t begin = i == 0 ? 0 : message->arguments[i / 2 - 1].end;
  size_t end = i / 2 == message->argument_count ? message->text.len : message->arguments[i / 2].begin;
  return aml_sv_slice(message->text, begin, end);
}

/* Most messages stay as they are, and cost nothing. */
static bool changes_any(
    aml_arena *arena, const aml_message *message, aml_message_change change, const void *ctx) {
  bool is_changed = false;
  for (size_t i = 0; i <= 2 * message->argument_count && !is_changed; i++) {
    aml_sv piece = piece_of(message, i);
    aml_sv changed = change(ctx, arena, piece);
    is_changed = changed.data != piece.data || changed.len != piece.len;
  }
  return is_changed;
}

aml_message aml_message_changed(
    aml_arena *arena, const aml_message *message, aml_message_change change, const void *ctx) {
  if (!changes_any(arena, message, change, ctx)) {
    return *message;
  }
  aml_message_writer writer;
  aml_message_begin(&writer, arena);
  for (size_t i = 0; i <= 2 * message->argument_count; i++) {
    size_t begin = writer.out.len;
    put(&writer, change(ctx, arena, piece_of(message, i)));
    if (i % 2 == 1) {
      mark(&writer, begin, message->arguments[i / 2].kind, message->arguments[i / 2].is_next);
    }
  }
  return aml_message_end(&writer);
}
