/* A hash map from text to pointer, in an arena; walks in the order of insertion.
 *
 * Keys are copied by reference: their bytes must outlive the map. Hashing is keyed with random bits, so
 * hostile keys cannot make it slow; nothing observable depends on the hash. */
#ifndef AMLINT_BASE_MAP_H
#define AMLINT_BASE_MAP_H

#include "base/sv.h"

typedef enum aml_map_case { AML_MAP_EXACT, AML_MAP_IGNORE_CASE } aml_map_case;

typedef struct aml_map_entry {
  aml_sv key;
  void *value;
} aml_map_entry;

typedef struct aml_map {
  aml_arena *arena;
  aml_map_case keys;
  uint64_t seed[2];       /* private */
  aml_map_entry *entries; /* in order of insertion; read only */
  size_t count;           /* read only */
  size_t capacity;        /* private */
  uint32_t *slots;        /* private: index + 1 into entries, 0 for free */
  size_t slot_count;      /* private: a power of two */
} aml_map;

void aml_map_init(aml_map *map, aml_arena *arena, aml_map_case keys); /* empty; ASCII letters fold */

/* Room for so many entries in all, so that it need not grow step by step. */
void aml_map_reserve(aml_map *map, size_t count);

/* The value stored for the key, or NULL. */
void *aml_map_find(const aml_map *map, aml_sv key);

/* Stores value under key. An earlier value for the key is replaced and returned; else NULL. value must not be
 * NULL. */
void *aml_map_put(aml_map *map, aml_sv key, void *value);

#endif
