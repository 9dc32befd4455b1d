#include "base/map.h"

#include <assert.h>
#include <string.h>
#include <sys/random.h>

enum { FIRST_SLOTS = 16 };

static uint64_t rotate(uint64_t x, int bits) {
  return (x << bits) | (x >> (64 - bits));
}

static void mix(uint64_t v[4]) {
  v[0] += v[1];
  v[1] = rotate(v[1], 13) ^ v[0];
  v[0] = rotate(v[0], 32);
  v[2] += v[3];
  v[3] = rotate(v[3], 16) ^ v[2];
  v[0] += v[3];
  v[3] = rotate(v[3], 21) ^ v[0];
  v[2] += v[1];
  v[1] = rotate(v[1], 17) ^ v[2];
  v[2] = rotate(v[2], 32);
}

static void absorb(uint64_t v[4], uint64_t word) {
  v[3] ^= word;
  mix(v);
  v[0] ^= word;
}

/* SipHash-1-3 (Aumasson, Bernstein 2012) but for its padding: words of eight bytes, with the length in the
 * state that they begin with, which saves a round for each key. ASCII letters are folded where the map
 * ignores case. Bytes are taken in the machine's order: no hash leaves it. */
static uint64_t hash_key(const aml_map *map, aml_sv key) {
  uint64_t v[4] = {map->seed[0] ^ 0x736f6d6570736575U, map->seed[1] ^ 0x646f72616e646f6dU ^ key.len,
      map->seed[0] ^ 0x6c7967656e657261U, map->seed[1] ^ 0x7465646279746573U};
  for (size_t i = 0; i < key.len; i += sizeof(uint64_t)) {
    uint64_t word = aml_load8(key.data + i, key.len - i);
    absorb(v, map->keys == AML_MAP_IGNORE_CASE ? aml_ascii_lower8(word) : word);
  }
  v[2] ^= 0xFF;
  mix(v);
  mix(v);
  mix(v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

void aml_map_init(aml_map *map, aml_arena *arena, aml_map_case keys) {
  *map = (aml_map){.arena = arena, .keys = keys};
}

/* All maps of an arena share one seed, which is drawn when the first of them gets a key: entropy costs a
 * system call. */
static void take_seed(aml_map *map) {
  uint64_t *seed = map->arena->map_seed;
  if (seed[0] == 0 && seed[1] == 0 &&
      getrandom(seed, 2 * sizeof *seed, GRND_NONBLOCK) != (ssize_t)(2 * sizeof *seed)) {
    /* Without entropy an address that the loader randomised must do. */
    seed[0] = (uint64_t)(uintptr_t)map;
    seed[1] = (uint64_t)(uintptr_t)&aml_map_find;
  }
  map->seed[0] = seed[0];
  map->seed[1] = seed[1];
}

static bool is_same_key(const aml_map *map, aml_sv a, aml_sv b) {
  return map->keys == AML_MAP_IGNORE_CASE ? aml_sv_ieq(a, b) : aml_sv_eq(a, b);
}

/* The slot that holds the key, or the free one where it belongs. slot_count must not be 0. */
static size_t find_slot(const aml_map *map, aml_sv key) {
  size_t at = (size_t)hash_key(map, key) & (map->slot_count - 1);
  while (map->slots[at] != 0 && !is_same_key(map, map->entries[map->slots[at] - 1].key, key)) {
    at = (at + 1) & (map->slot_count - 1);
  }
  return at;
}

void *aml_map_find(const aml_map *map, aml_sv key) {
  if (map->count == 0) {
    return NULL;
  }
  uint32_t index = map->slots[find_slot(map, key)];
  return index == 0 ? NULL : map->entries[index - 1].value;
}

static void resize(aml_map *map, size_t slot_count) {
  if (map->slots == NULL) {
    take_seed(map);
  }
  size_t capacity = slot_count / 4 * 3;
  aml_map_entry *entries = AML_NEW_ARRAY(map->arena, aml_map_entry, capacity);
  uint32_t *slots = AML_NEW_ARRAY(map->arena, uint32_t, slot_count);
  if (map->count > 0) {
    memcpy(entries, map->entries, map->count * sizeof *entries);
  }
  map->entries = entries;
  map->capacity = capacity;
  map->slots = slots;
  map->slot_count = slot_count;
  for (size_t i = 0; i < map->count; i++) {
    map->slots[find_slot(map, map->entries[i].key)] = (uint32_t)i + 1;
  }
}

void aml_map_reserve(aml_map *map, size_t count) {
  size_t slot_count = map->slot_count == 0 ? FIRST_SLOTS : map->slot_count;
  while (slot_count / 4 * 3 < count) {
    slot_count *= 2;
  }
  if (slot_count > map->slot_count) {
    resize(map, slot_count);
  }
}

void *aml_map_put(aml_map *map, aml_sv key, void *value) {
  assert(value != NULL);
  if (map->count == map->capacity) {
    aml_map_reserve(map, map->count + 1);
  }
  size_t slot = find_slot(map, key);
  if (map->slots[slot] != 0) {
    aml_map_entry *entry = &map->entries[map->slots[slot] - 1];
    void *former = entry->value;
    entry->value = value;
    return former;
  }
  map->entries[map->count] = (aml_map_entry){key, value};
  map->count++;
  map->slots[slot] = (uint32_t)map->count;
  return NULL;
}
