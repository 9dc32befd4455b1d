#include "base/codec.h"

#include <stdatomic.h>

/* Seven bits of a number to a byte, low ones first; the eighth says that further ones follow. */
enum { SEVEN = 7, MORE = AML_CODEC_LONG };

static uint64_t read_word(aml_codec *codec) {
  const unsigned char *at = codec->at;
  uint64_t word = *at & (MORE - 1U);
  for (unsigned shift = SEVEN; (*at & MORE) != 0; shift += SEVEN) {
    at++;
    word |= (uint64_t)(*at & (MORE - 1U)) << shift;
  }
  codec->at = at + 1;
  return word;
}

uint64_t aml_codec_long_word(aml_codec *codec, uint64_t word) {
  if (codec->out == NULL) {
    return read_word(codec);
  }
  uint64_t rest = word;
  for (; rest >= MORE; rest >>= SEVEN) {
    aml_strbuf_add_char(codec->out, (char)(unsigned char)(rest | MORE));
  }
  aml_strbuf_add_char(codec->out, (char)rest);
  return word;
}

double aml_codec_float(aml_codec *codec, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  bits = aml_codec_word(codec, bits);
  memcpy(&number, &bits, sizeof bits);
  return number;
}

struct aml_later {
  aml_codec_store *store;
  aml_codec_part *part;
  const unsigned char *at;
  _Atomic(const void *) object; /* NULL: not read yet */
};

static void release_store(void *object) {
  aml_codec_store *store = object;
  aml_arena_release(&store->arena);
  (void)pthread_mutex_destroy(&store->lock);
}

aml_codec_store *aml_codec_store_new(aml_arena *owner) {
  aml_codec_store *store = AML_NEW(owner, aml_codec_store);
  (void)pthread_mutex_init(&store->lock, NULL);
  aml_arena_init(&store->arena, SIZE_MAX);
  aml_arena_defer(owner, release_store, store);
  return store;
}

typedef struct reading {
  aml_codec codec;
  void (*read)(void *ctx, aml_codec *codec);
  void *ctx;
} reading;

static void run_reading(void *ctx) {
  reading *self = ctx;
  self->read(self->ctx, &self->codec);
}

void aml_codec_store_read(aml_codec_store *store, aml_arena *asking, const unsigned char *at,
    void (*read)(void *ctx, aml_codec *codec), void *ctx) {
  reading self = {{.arena = &store->arena, .at = at, .store = store, .is_brief = store->is_brief}, read, ctx};
  (void)pthread_mutex_lock(&store->lock);
  aml_status status = aml_guard_run(&store->arena, run_reading, &self);
  (void)pthread_mutex_unlock(&store->lock);
  if (status != AML_OK) {
    aml_arena_give_up(asking, status);
  }
}

static void write_part(aml_codec *codec, const void *from, aml_codec_part *part) {
  aml_strbuf bytes;
  aml_codec inner = *codec;
  aml_strbuf_init(&bytes, codec->arena, SIZE_MAX);
  inner.out = &bytes;
  (void)part(&inner, from);
  (void)aml_codec_text(codec, aml_strbuf_view(&bytes));
}

const void *aml_codec_later(aml_codec *codec, const void *from, aml_codec_part *part, aml_later **later) {
  if (codec->out != NULL) {
    write_part(codec, from, part);
    return from;
  }
  size_t length = (size_t)aml_codec_word(codec, 0);
  if (codec->store == NULL) {
    return part(codec, NULL);
  }
  *later = AML_NEW(codec->arena, aml_later);
  **later = (aml_later){.store = codec->store, .part = part, .at = codec->at};
  codec->at += length;
  return NULL;
}

/* Another thread may have read it while this one waited. */
static void read_later(void *ctx, aml_codec *codec) {
  aml_later *later = ctx;
  if (atomic_load_explicit(&later->object, memory_order_relaxed) == NULL) {
    atomic_store_explicit(&later->object, later->part(codec, NULL), memory_order_release);
  }
}

const void *aml_later_get(aml_later *later, aml_arena *asking) {
  const void *object = atomic_load_explicit(&later->object, memory_order_acquire);
  if (object != NULL) {
    return object;
  }
  aml_codec_store_read(later->store, asking, later->at, read_later, later);
  return atomic_load_explicit(&later->object, memory_order_acquire);
}
