#include "report/line_hash.h"

#include "base/utf8.h"
#include "base/vec.h"

enum { WINDOW = 100, BASE = 37, END_UNIT = 0xFFFF, REPLACEMENT = 0xFFFD };

typedef AML_VEC(aml_line_hash) hash_list;

typedef struct roller {
  aml_arena *arena;
  hash_list hashes;
  uint64_t hash;            /* of the window */
  uint64_t weight_of_first; /* BASE to the WINDOW-th */
  uint16_t units[WINDOW];   /* a ring */
  bool begins_line[WINDOW]; /* whether the unit at this place of the ring is a line's first */
  size_t at;                /* of the oldest unit in the ring, which goes next */
  bool is_line_start;       /* the next unit kept begins a line */
} roller;

static void begin(roller *r, aml_arena *arena) {
  *r = (roller){.arena = arena, .weight_of_first = 1, .is_line_start = true};
  for (int i = 0; i < WINDOW; i++) {
    r->weight_of_first *= BASE;
  }
}

/* Puts one unit in and drops the oldest: hash = hash * BASE + unit - oldest * BASE^WINDOW. */
static void roll(roller *r, uint16_t unit, bool begins_line) {
  r->hash = r->hash * BASE + unit - r->weight_of_first * r->units[r->at];
  r->units[r->at] = unit;
  r->begins_line[r->at] = begins_line;
  r->at = (r->at + 1) % WINDOW;
  if (r->begins_line[r->at]) { /* the window now begins with a line's first unit */
    aml_line_hash hash = {r->hash, 0};
    AML_VEC_PUSH(r->arena, &r->hashes, hash);
  }
}

static void put_unit(roller *r, uint16_t unit) {
  roll(r, unit, r->is_line_start);
  r->is_line_start = unit == '\n';
}

/* How many bytes one U+FFFD stands for: the longest beginning of a well-formed sequence, as the web's
 * decoders and Python's take it. */
static size_t ill_formed_length(aml_sv bytes, size_t at) {
  unsigned char lead = (unsigned char)bytes.data[at];
  size_t wanted = lead >= 0xC2 && lead <= 0xDF   ? 1
                  : lead >= 0xE0 && lead <= 0xEF ? 2
                  : lead >= 0xF0 && lead <= 0xF4 ? 3
                                                 : 0;
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  size_t n = 1;
  for (; n <= wanted && at + n < bytes.len; n++) {
    unsigned char next = (unsigned char)bytes.data[at + n];
    if (next < low || next > high) {
      break;
    }
    low = 0x80;
    high = 0xBF;
  }
  return n;
}

static void put_code_point(roller *r, uint32_t c) {
  if (c >= 0x10000) {
    put_unit(r, (uint16_t)(0xD800 + ((c - 0x10000) >> 10)));
    put_unit(r, (uint16_t)(0xDC00 + ((c - 0x10000) & 0x3FF)));
  } else {
    put_unit(r, (uint16_t)c);
  }
}

static void put_text(roller *r, aml_sv bytes) {
  bool is_after_return = false;
  for (size_t at = 0; at < bytes.len;) {
    size_t begin_of_point = at;
    uint32_t c = aml_utf8_next(bytes, &at);
    if (c == AML_UTF8_INVALID) {
      at = begin_of_point + ill_formed_length(bytes, begin_of_point);
      c = REPLACEMENT;
    }
    bool is_second_half = c == '\n' && is_after_return; /* of CR LF */
    if (c == ' ' || c == '\t' || is_second_half) {
      is_after_return = false;
    } else {
      is_after_return = c == '\r';
      put_code_point(r, is_after_return ? '\n' : c);
    }
  }
}

/* Numbers the equal ones, by a table with open addressing. */
static void count_repeats(aml_arena *arena, hash_list *hashes) {
  size_t slots = 16;
  while (slots < hashes->count * 2) {
    slots *= 2;
  }
  aml_line_hash *table = AML_NEW_ARRAY(arena, aml_line_hash, slots);
  for (size_t i = 0; i < hashes->count; i++) {
    aml_line_hash *hash = &hashes->items[i];
    /* Hostile files could collide in the low bits of a polynomial; mixing spreads all of them. */
    uint64_t mixed = (hash->hash ^ (hash->hash >> 31)) * 0x9E3779B97F4A7C15U;
    size_t slot = (size_t)(mixed >> 20) & (slots - 1);
    while (table[slot].ordinal > 0 && table[slot].hash != hash->hash) {
      slot = (slot + 1) & (slots - 1);
    }
    table[slot].hash = hash->hash;
    hash->ordinal = ++table[slot].ordinal;
  }
}

const aml_line_hash *aml_line_hashes(aml_arena *arena, const aml_source *source, size_t *count) {
  roller r;
  begin(&r, arena);
  if (source->encoding == AML_ENCODING_UTF8_BOM) {
    put_unit(&r, 0xFEFF);
  }
  put_text(&r, source->bytes);
  put_unit(&r, END_UNIT);
  for (int i = 1; i < WINDOW; i++) {
    roll(&r, 0, false);
  }
  count_repeats(arena, &r.hashes);
  *count = r.hashes.count;
  return r.hashes.items;
}
