#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/secret.h"
#include "base/utf8.h"

static const char replacement[] = "\xEF\xBF\xBD";

/* A refused write sticks. */
static void flush(aml_json_buffer *buffer) {
  if (buffer->count > 0 && !buffer->is_refused) {
    buffer->is_refused = !buffer->write(buffer->ctx, buffer->bytes, buffer->count);
  }
  buffer->count = 0;
}

static void add_and_flush(aml_json_buffer *buffer, const char *bytes, size_t n) {
  while (n > 0) {
    size_t room = sizeof buffer->bytes - buffer->count;
    size_t part = n < room ? n : room;
    memcpy(buffer->bytes + buffer->count, bytes, part);
    buffer->count += part;
    bytes += part;
    n -= part;
    if (part == room) {
      flush(buffer);
    }
  }
}

/* Most pieces are of a few bytes, of which the compiler often knows how many. */
static inline void add(aml_json_buffer *buffer, const char *bytes, size_t n) {
  if (n >= sizeof buffer->bytes - buffer->count) {
    add_and_flush(buffer, bytes, n);
    return;
  }
  memcpy(buffer->bytes + buffer->count, bytes, n);
  buffer->count += n;
}

/* Layout: blanks that a compact text does not have. */
static inline void put_blanks(aml_json *json, const char *bytes, size_t n) {
  add(&json->out, bytes, n);
}

static inline void put(aml_json *json, const char *bytes, size_t n) {
  add(&json->out, bytes, n);
  if (json->watch != NULL) {
    add(json->watch, bytes, n);
  }
}

static inline void put_char(aml_json *json, char c) {
  put(json, &c, 1);
}

static void break_line(aml_json *json) {
  static const char line[] = "\n                "; /* of eight levels */
  if (json->style == AML_JSON_COMPACT) {
    return;
  }
  size_t blanks = 2 * (size_t)json->depth;
  size_t first = blanks < sizeof line - 2 ? blanks : sizeof line - 2;
  put_blanks(json, line, 1 + first);
  for (blanks -= first; blanks > 0; blanks -= 2) {
    put_blanks(json, "  ", 2);
  }
}

/* The bit that says whether the innermost open level has an item yet; NULL at the top or past the bound. */
static uint64_t *level_word(aml_json *json, uint64_t *bit) {
  if (json->depth == 0 || json->depth > AML_JSON_DEPTH) {
    return NULL;
  }
  unsigned level = (unsigned)json->depth - 1;
  *bit = (uint64_t)1 << (level % 64);
  return &json->has_items[level / 64];
}

/* What stands before a value or a key: nothing after a key, else a comma where needed and a new line. */
static void begin_item(aml_json *json) {
  if (json->after_key) {
    json->after_key = false;
    return;
  }
  uint64_t bit;
  uint64_t *word = level_word(json, &bit);
  if (word == NULL) {
    return;
  }
  if (*word & bit) {
    put_char(json, ',');
  }
  *word |= bit;
  break_line(json);
}

static void open_level(aml_json *json, char bracket) {
  begin_item(json);
  put_char(json, bracket);
  json->depth++;
  uint64_t bit;
  uint64_t *word = level_word(json, &bit);
  if (word == NULL) {
    json->is_too_deep = true;
    return;
  }
  *word &= ~bit;
}

static void close_level(aml_json *json, char bracket) {
  assert(json->depth > 0 && !json->after_key);
  uint64_t bit = 0;
  uint64_t *word = level_word(json, &bit);
  bool has_items = word != NULL && (*word & bit) != 0;
  json->depth--;
  if (has_items) {
    break_line(json);
  }
  put_char(json, bracket);
}

static void begin_buffer(aml_json_buffer *buffer, aml_write write, void *ctx) {
  buffer->write = write;
  buffer->ctx = ctx;
  buffer->is_refused = false;
  buffer->count = 0;
}

void aml_json_init(aml_json *json, aml_write write, void *ctx, aml_json_style style) {
  begin_buffer(&json->out, write, ctx);
  json->style = style;
  json->depth = 0;
  json->is_too_deep = false;
  json->after_key = false;
  json->shows_secrets = false;
  json->watch = NULL;
  memset(json->has_items, 0, sizeof json->has_items);
}

void aml_json_watch(aml_json *json, aml_json_buffer *watch, aml_write write, void *ctx) {
  begin_buffer(watch, write, ctx);
  json->watch = watch;
}

void aml_json_unwatch(aml_json *json) {
  flush(json->watch);
  json->watch = NULL;
}

void aml_json_begin_object(aml_json *json) {
  open_level(json, '{');
}

void aml_json_end_object(aml_json *json) {
  close_level(json, '}');
}

void aml_json_begin_array(aml_json *json) {
  open_level(json, '[');
}

void aml_json_end_array(aml_json *json) {
  close_level(json, ']');
}

static void put_control(aml_json *json, unsigned char c) {
  static const char named[] = "\bb\ff\nn\rr\tt";
  for (size_t i = 0; i + 1 < sizeof named; i += 2) {
    if ((unsigned char)named[i] == c) {
      put_char(json, '\\');
      put_char(json, named[i + 1]);
      return;
    }
  }
  if (c == 0) {
    put(json, replacement, sizeof replacement - 1);
    return;
  }
  char text[8];
  int n = snprintf(text, sizeof text, "\\u%04x", c);
  put(json, text, (size_t)n);
}

/* Whether text up to and with the bracket at `at` is what an agent would obey. */
static bool ends_command(aml_sv text, size_t at) {
  aml_sv before = aml_sv_slice(text, 0, at);
  return aml_sv_ends(before, AML_SV("##")) || aml_sv_iends(before, AML_SV("##vso"));
}

static bool is_plain_byte(unsigned char c) {
  return c >= ' ' && c < 0x80 && c != '"' && c != '\\' && c != '[';
}

static void put_escaped(aml_json *json, aml_sv text) {
  size_t sent = 0;
  for (size_t at = 0; at < text.len;) {
    if (is_plain_byte((unsigned char)text.data[at])) {
      at++;
      continue;
    }
    size_t begin = at;
    uint32_t c = aml_utf8_next(text, &at);
    bool is_plain = c != AML_UTF8_INVALID && c >= ' ' && c != '"' && c != '\\';
    if (is_plain && !(c == '[' && ends_command(text, begin))) {
      continue;
    }
    put(json, text.data + sent, begin - sent);
    sent = at;
    if (c == AML_UTF8_INVALID) {
      put(json, replacement, sizeof replacement - 1);
    } else if (c < ' ' || c == '[') {
      put_control(json, (unsigned char)c);
    } else {
      put_char(json, '\\');
      put_char(json, (char)c);
    }
  }
  if (sent < text.len) {
    put(json, text.data + sent, text.len - sent);
  }
}

/* Between quotes as it is: nothing in it has to be escaped, and it is no secret. */
static void put_known(aml_json *json, aml_sv text) {
  put_char(json, '"');
  put(json, text.data, text.len);
  put_char(json, '"');
}

static void put_quoted(aml_json *json, aml_sv text) {
  put_char(json, '"');
  aml_secret_scan scan = {.text = text};
  aml_secret_range secret;
  size_t at = 0;
  while (!json->shows_secrets && aml_secret_next(&scan, &secret)) {
    put_escaped(json, aml_sv_slice(text, at, secret.begin));
    put(json, AML_SECRET_MASK, sizeof AML_SECRET_MASK - 1);
    at = secret.end;
  }
  put_escaped(json, aml_sv_slice(text, at, text.len));
  put_char(json, '"');
}

static void begin_key(aml_json *json) {
  assert(json->depth > 0 && !json->after_key);
  begin_item(json);
}

static void end_key(aml_json *json) {
  put_char(json, ':');
  if (json->style == AML_JSON_PRETTY) {
    put_blanks(json, " ", 1);
  }
  json->after_key = true;
}

void aml_json_key(aml_json *json, aml_sv key) {
  begin_key(json);
  put_quoted(json, key);
  end_key(json);
}

/* The key of a member, which is a word of ours. */
static void put_name(aml_json *json, const char *key) {
  begin_key(json);
  put_known(json, aml_sv_of(key));
  end_key(json);
}

void aml_json_string(aml_json *json, aml_sv text) {
  begin_item(json);
  put_quoted(json, text);
}

void aml_json_int(aml_json *json, int64_t number) {
  char text[AML_NUMBER_TEXT_SIZE];
  begin_item(json);
  put(json, text, aml_int_text(number, text));
}

void aml_json_double(aml_json *json, double number) {
  if (!isfinite(number)) {
    aml_json_null(json); /* JSON has no word for it */
    return;
  }
  char text[AML_NUMBER_TEXT_SIZE];
  size_t n = aml_double_text(number, text);
  begin_item(json);
  put(json, text, n);
}

void aml_json_bool(aml_json *json, bool value) {
  begin_item(json);
  put(json, value ? "true" : "false", value ? 4 : 5);
}

void aml_json_null(aml_json *json) {
  begin_item(json);
  put(json, "null", 4);
}

void aml_json_ellipsis(aml_json *json) {
  static const char ellipsis[] = "\xE2\x80\xA6";
  begin_item(json);
  put(json, ellipsis, sizeof ellipsis - 1);
}

void aml_json_member_string(aml_json *json, const char *key, aml_sv text) {
  put_name(json, key);
  aml_json_string(json, text);
}

void aml_json_member_word(aml_json *json, const char *key, const char *word) {
  put_name(json, key);
  begin_item(json);
  put_known(json, aml_sv_of(word));
}

void aml_json_member_int(aml_json *json, const char *key, int64_t number) {
  put_name(json, key);
  aml_json_int(json, number);
}

void aml_json_member_bool(aml_json *json, const char *key, bool value) {
  put_name(json, key);
  aml_json_bool(json, value);
}

void aml_json_member_text(aml_json *json, const char *key, aml_sv text) {
  put_name(json, key);
  if (text.len > 0) {
    aml_json_string(json, text);
  } else {
    aml_json_null(json);
  }
}

void aml_json_member_day(aml_json *json, const char *key, aml_day day) {
  char text[AML_DAY_TEXT_SIZE] = "";
  if (day != AML_DAY_NONE) {
    aml_day_text(day, text);
  }
  aml_json_member_text(json, key, aml_sv_of(text));
}

void aml_json_begin_items(aml_json *json, const aml_json *of, bool has_items, aml_write write, void *ctx) {
  assert(of->depth > 0 && !of->after_key && of->watch == NULL);
  *json = (aml_json){.style = of->style, .depth = of->depth, .shows_secrets = of->shows_secrets};
  begin_buffer(&json->out, write, ctx);
  uint64_t bit = 0;
  uint64_t *word = level_word(json, &bit);
  if (word != NULL && has_items) {
    *word |= bit;
  }
}

bool aml_json_end_items(aml_json *json) {
  flush(&json->out);
  return !json->is_too_deep && !json->out.is_refused;
}

void aml_json_add_items(aml_json *json, aml_sv items) {
  uint64_t bit = 0;
  uint64_t *word = level_word(json, &bit);
  if (word != NULL && items.len > 0) {
    *word |= bit;
  }
  put(json, items.data, items.len);
}

bool aml_json_finish(aml_json *json) {
  assert(json->depth == 0 || json->is_too_deep || json->out.is_refused);
  if (json->style == AML_JSON_PRETTY) {
    put_blanks(json, "\n", 1);
  }
  flush(&json->out);
  return !json->is_too_deep && !json->out.is_refused;
}
