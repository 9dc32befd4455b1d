/* Writes JSON to a sink: one order, two-space indentation or none, no trailing blanks, LF, numbers in the
 * shortest form that reads back the same. Nothing is kept in memory but a small buffer. Ill-formed UTF-8 and
 * NUL come out as U+FFFD; "##[" and "##vso[", which build agents obey wherever a log shows them, with the
 * bracket as an escape, and secrets by their form as AML_SECRET_MASK. Nesting beyond AML_JSON_DEPTH counts as
 * a failed write. */
#ifndef AMLINT_BASE_JSON_H
#define AMLINT_BASE_JSON_H

#include "base/date.h"
#include "base/sink.h"
#include "base/sv.h"

typedef enum aml_json_style { AML_JSON_PRETTY, AML_JSON_COMPACT } aml_json_style;

enum { AML_JSON_DEPTH = 512, AML_JSON_BUFFER = 4096 };

typedef struct aml_json_buffer { /* private: text on its way to a sink */
  aml_write write;
  void *ctx;
  bool is_refused;
  size_t count;
  char bytes[AML_JSON_BUFFER];
} aml_json_buffer;

typedef struct aml_json { /* private */
  aml_json_style style;
  int depth;
  bool is_too_deep, after_key;
  bool shows_secrets; /* for texts that go back into the program; a caller sets it after aml_json_init */
  uint64_t has_items[AML_JSON_DEPTH / 64]; /* a bit for each open level */
  aml_json_buffer *watch;                  /* gets all but the layout; NULL: nobody looks on */
  aml_json_buffer out;
} aml_json;

/* Goes to write(ctx, ...), which is borrowed until aml_json_finish. */
void aml_json_init(aml_json *json, aml_write write, void *ctx, aml_json_style style);
/* From here on, until aml_json_unwatch, the compact form of what is written goes to another sink as well,
 * which does not refuse. `watch` is borrowed until then. */
void aml_json_watch(aml_json *json, aml_json_buffer *watch, aml_write write, void *ctx);
void aml_json_unwatch(aml_json *json);
/* The caller keeps the grammar: in an object each value follows its key, and every begin has its end. A
 * refused write sticks: later calls do nothing. */
void aml_json_begin_object(aml_json *json);
void aml_json_end_object(aml_json *json);
void aml_json_begin_array(aml_json *json);
void aml_json_end_array(aml_json *json);
void aml_json_key(aml_json *json, aml_sv key);
void aml_json_string(aml_json *json, aml_sv text);
void aml_json_int(aml_json *json, int64_t number);
void aml_json_double(aml_json *json, double number);
void aml_json_bool(aml_json *json, bool value);
void aml_json_null(aml_json *json);

/* An ellipsis without quotes in the place of a value, an item or a member. What holds it is for people, and
 * no JSON any more. */
void aml_json_ellipsis(aml_json *json);

/* key and value in one call. The key is a word of ours, which needs no escape. */
void aml_json_member_string(aml_json *json, const char *key, aml_sv text);
void aml_json_member_word(aml_json *json, const char *key, const char *word); /* the value is one, too */
void aml_json_member_int(aml_json *json, const char *key, int64_t number);
void aml_json_member_bool(aml_json *json, const char *key, bool value);
/* The same, and null for an empty text and for AML_DAY_NONE: the member is always there. */
void aml_json_member_text(aml_json *json, const char *key, aml_sv text);
void aml_json_member_day(aml_json *json, const char *key, aml_day day);

/* A writer of items of the array that is open in `of`, for another thread to use: of those behind its first
 * ones where `has_items`. Ended by aml_json_end_items; what it wrote is added by aml_json_add_items, in parts
 * of any size, in order. Nobody watches `of` meanwhile. */
void aml_json_begin_items(aml_json *json, const aml_json *of, bool has_items, aml_write write, void *ctx);
AML_MUST_USE bool aml_json_end_items(aml_json *json);
void aml_json_add_items(aml_json *json, aml_sv items);

/* Ends the text with a line end (pretty) and sends what is buffered; false when any write failed. */
AML_MUST_USE bool aml_json_finish(aml_json *json);

#endif
