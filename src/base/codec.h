/* Structs to bytes and back, by one description of each type for both ways.
 *
 * The function that describes a type hands each member to the codec and keeps what it gets: while writing
 * that is the member itself, whose bytes were added; while reading it is what the bytes hold.
 *
 *   static void code_range(aml_codec *codec, aml_range *range) {
 *     range->name = aml_codec_text(codec, range->name);
 *     range->count = aml_codec_word(codec, range->count);
 *     aml_item *items = AML_CODEC_ITEMS(codec, aml_item, range->items, range->count);
 *     for (size_t i = 0; i < range->count; i++) {
 *       code_item(codec, &items[i]);
 *     }
 *     range->items = items;
 *   }
 *
 * A part that few need (aml_codec_later) has its length in front of it, so that a reader with a store passes
 * it by, and reads it when somebody first asks for it.
 *
 * The bytes hold no address and no layout of a machine. They are for a program to read what its own build
 * wrote, and are trusted: whoever changes a description writes anew what it is to read. */
#ifndef AMLINT_BASE_CODEC_H
#define AMLINT_BASE_CODEC_H

#include <pthread.h>

#include "base/strbuf.h"

/* What is read later, by whichever thread. */
typedef struct aml_codec_store {
  pthread_mutex_t lock; /* private: guards the arena */
  aml_arena arena;      /* of what is read */
  bool is_brief; /* of what is read from now on, as in the codec; set while one thread uses the store */
} aml_codec_store;

typedef struct aml_codec {
  aml_arena *arena;        /* of what is read; of copies while writing */
  aml_strbuf *out;         /* what is written is added here; NULL: it reads */
  const unsigned char *at; /* reading: the next byte, which the codec moves on */
  aml_codec_store *store;  /* reading: for parts that are read later; NULL: all is read at once */
  bool is_brief;           /* what is read is used a few times only: not worth much preparation */
} aml_codec;

enum { AML_CODEC_LONG = 0x80 }; /* numbers below are one byte: the number itself */
/* aml_codec_word for a number that is written, or is long. */
uint64_t aml_codec_long_word(aml_codec *codec, uint64_t word);

/* A number; small ones are short. Enumerations and truth values are numbers too. */
static inline uint64_t aml_codec_word(aml_codec *codec, uint64_t word) {
  return codec->out == NULL && *codec->at < AML_CODEC_LONG ? *codec->at++ : aml_codec_long_word(codec, word);
}
/* Bit by bit: what is read is what was written. */
double aml_codec_float(aml_codec *codec, double number);
/* A text that is read borrows the bytes that hold it. */
static inline aml_sv aml_codec_text(aml_codec *codec, aml_sv text) {
  size_t len = (size_t)aml_codec_word(codec, text.len);
  if (codec->out != NULL) {
    aml_strbuf_add(codec->out, text);
    return text;
  }
  const char *data = (const char *)codec->at;
  codec->at += len;
  return (aml_sv){data, len};
}

/* Room for `count` objects that are to be described: while reading, zeroed; while writing, a copy of those
 * `from`, where there are any. NULL where count is 0. */
static inline void *aml_codec_room(
    aml_codec *codec, const void *from, size_t count, size_t size, size_t align) {
  if (count == 0) {
    return NULL;
  }
  void *room = aml_arena_alloc_array(codec->arena, count, size, align);
  return codec->out == NULL || from == NULL ? room : memcpy(room, from, count * size);
}
#define AML_CODEC_ITEMS(codec, T, from, count)                                                               \
  ((T *)aml_codec_room((codec), (from), (count), sizeof(T), _Alignof(T)))
/* The same for what a pointer leads to, which may be NULL. */
#define AML_CODEC_ONE(codec, T, from)                                                                        \
  AML_CODEC_ITEMS(codec, T, from, (size_t)aml_codec_word((codec), (from) != NULL))

/* Describes an object as a function of its own: what is read; while writing, what was handed in. */
typedef const void *aml_codec_part(aml_codec *codec, const void *from);

/* A part that is still bytes, or was read since. */
typedef struct aml_later aml_later;

/* The part; or NULL with *later set, where it is to be read later. */
const void *aml_codec_later(aml_codec *codec, const void *from, aml_codec_part *part, aml_later **later);
/* Reads it when it is first asked for; any thread may ask. Where there is no memory, `asking` gives up. */
const void *aml_later_get(aml_later *later, aml_arena *asking);

/* It lives as long as `owner`. */
aml_codec_store *aml_codec_store_new(aml_arena *owner);
/* Calls read(ctx, codec) with a codec into the store that begins at `at`; one thread at a time. Where there
 * is no memory, `asking` gives up. */
void aml_codec_store_read(aml_codec_store *store, aml_arena *asking, const unsigned char *at,
    void (*read)(void *ctx, aml_codec *codec), void *ctx);

#endif
