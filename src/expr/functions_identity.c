/* uniqueString() and guid(), whose algorithms are public: reimplementations and Microsoft's own tests pin
 * them down. Values for both are in tests/data/expr. */
#include "base/hash.h"
#include "expr/functions.h"

/* The arguments joined with "-". */
static aml_sv join_arguments(const aml_call *call) {
  aml_strbuf joined;
  aml_text_begin(call, &joined);
  for (size_t i = 0; i < call->count; i++) {
    aml_strbuf_add(&joined, i == 0 ? AML_SV("") : AML_SV("-"));
    aml_strbuf_add(&joined, call->args[i]->as.string);
  }
  return aml_strbuf_view(&joined);
}

static uint32_t rotate(uint32_t x, unsigned by) {
  return x << by | x >> (32 - by);
}

/* Up to four bytes, the first the lowest. */
static uint32_t read_word(aml_sv bytes, size_t at, size_t count) {
  uint32_t word = 0;
  for (size_t i = 0; i < count; i++) {
    word |= (uint32_t)(unsigned char)bytes.data[at + i] << 8 * i;
  }
  return word;
}

enum { MURMUR_1 = 0x239B961B, MURMUR_3 = 0x561CCD1B, MURMUR_4 = 0x0BCAA747 };
static const uint32_t murmur_2 = 0xAB0E9789U;

static uint32_t mix_first(uint32_t k) {
  return rotate(k * MURMUR_1, 15) * murmur_2;
}

static uint32_t mix_second(uint32_t k) {
  return rotate(k * murmur_2, 17) * MURMUR_1;
}

static uint32_t finish(uint32_t h) {
  h ^= h >> 16;
  h *= 0x85EBCA6BU;
  h ^= h >> 13;
  h *= 0xC2B2AE35U;
  return h ^ h >> 16;
}

/* A 64-bit relative of MurmurHash3 with two lanes of 32 bits and seed 0. */
static uint64_t murmur(aml_sv bytes) {
  uint32_t h1 = 0;
  uint32_t h2 = 0;
  size_t at = 0;
  for (; bytes.len - at >= 8; at += 8) {
    h1 ^= mix_first(read_word(bytes, at, 4));
    h1 = (rotate(h1, 19) + h2) * 5 + MURMUR_3;
    h2 ^= mix_second(read_word(bytes, at + 4, 4));
    h2 = (rotate(h2, 13) + h1) * 5 + MURMUR_4;
  }
  size_t left = bytes.len - at;
  if (left > 0) {
    h1 ^= mix_first(read_word(bytes, at, left < 4 ? left : 4));
  }
  if (left > 4) {
    h2 ^= mix_second(read_word(bytes, at + 4, left - 4));
  }
  h1 ^= (uint32_t)bytes.len;
  h2 ^= (uint32_t)bytes.len;
  h1 += h2;
  h2 += h1;
  h1 = finish(h1);
  h2 = finish(h2);
  h1 += h2;
  h2 += h1;
  return (uint64_t)h2 << 32 | h1;
}

const aml_value *aml_fn_unique_string(const aml_call *call) {
  static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
  enum { LENGTH = 13 };
  uint64_t hash = murmur(join_arguments(call));
  char *text = AML_NEW_ARRAY(call->eval->arena, char, LENGTH);
  for (size_t i = 0; i < LENGTH; i++) {
    text[i] = alphabet[hash >> 59];
    hash <<= 5;
  }
  return aml_make_string(call->eval, (aml_sv){text, LENGTH});
}

const aml_value *aml_fn_guid(const aml_call *call) {
  /* 11fb06fb-712d-4ddd-98c7-e71bbd588830, which the documentation of guid() names */
  static const unsigned char space[AML_UUID_SIZE] = {
      0x11, 0xfb, 0x06, 0xfb, 0x71, 0x2d, 0x4d, 0xdd, 0x98, 0xc7, 0xe7, 0x1b, 0xbd, 0x58, 0x88, 0x30};
  return aml_make_string(call->eval, aml_uuid_of_name(call->eval->arena, space, join_arguments(call)));
}
