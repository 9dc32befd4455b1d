#include "base/secret_memo.h"

#include <string.h>

/* A few bytes tell most texts apart. Two that lead to the same place cost only a search. */
static aml_sv *place_of(aml_secret_memo *memo, aml_sv text) {
  uint64_t first = 0;
  uint64_t last = 0;
  memcpy(&first, text.data, sizeof first);
  memcpy(&last, text.data + text.len - sizeof last, sizeof last);
  uint64_t mixed = (first ^ (last << 1) ^ text.len) * UINT64_C(0x9E3779B97F4A7C15); /* 2^64 / golden ratio */
  return &memo->clean[(mixed >> 32) % AML_SECRET_MEMO];
}

aml_sv aml_secret_memo_mask(aml_secret_memo *memo, aml_arena *arena, aml_sv text) {
  if (text.len < sizeof(uint64_t)) {
    return aml_secret_mask(arena, text);
  }
  aml_sv *place = place_of(memo, text);
  if (place->data == text.data ? place->len == text.len : aml_sv_eq(*place, text)) {
    return text;
  }
  aml_sv masked = aml_secret_mask(arena, text);
  *place = masked.data == text.data ? text : *place;
  return masked;
}
