/* Regions of memory whose blocks are given back all at once, and the guard that catches exhaustion.
 *
 * Ownership: whoever calls aml_arena_init calls aml_arena_release; every pointer into the arena dies then,
 * and what was registered with aml_arena_defer is closed, latest first. Failure: aml_arena_alloc never
 * returns NULL. When the system has no memory, or the arena's limit or its budget would be passed, control
 * goes back to the innermost aml_guard_run around the caller on this arena. Code between the two must
 * therefore hold nothing that is neither in an arena nor deferred. Threads: an arena serves one thread at a
 * time. */
#ifndef AMLINT_BASE_ARENA_H
#define AMLINT_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/budget.h"
#include "base/status.h"

typedef struct aml_arena_block aml_arena_block;
typedef struct aml_arena_deferred aml_arena_deferred;
typedef struct aml_guard aml_guard;

typedef struct aml_arena {
  char *at, *end;               /* private: the room that is left in the newest block */
  aml_arena_block *head;        /* private: newest block first */
  aml_arena_block *spare;       /* private: an empty block that a rewind left over; NULL for none */
  aml_arena_deferred *deferred; /* private */
  aml_guard *guard;             /* private: where exhaustion goes; NULL aborts */
  size_t used;                  /* bytes handed out; read only */
  size_t limit;                 /* most bytes it may hand out */
  aml_budget *budget;           /* charged for all that the arena holds; NULL for none; set by its owner */
  uint64_t map_seed[2];         /* private to base/map: drawn for the first map with a key */
} aml_arena;

/* limit in bytes; SIZE_MAX for none. Allocates nothing yet. */
void aml_arena_init(aml_arena *arena, size_t limit);
void aml_arena_release(aml_arena *arena); /* and it may be filled again, under the same limit and budget */

/* What an allocation that fails does: ends the body of the innermost guard with the status. For callers whose
 * work was refused memory by another arena. */
__attribute__((noreturn)) void aml_arena_give_up(aml_arena *arena, aml_status status);

/* Charges steps to the arena's budget, if it has one, and gives up where nothing is left. */
static inline void aml_arena_spend(aml_arena *arena, size_t steps) {
  aml_budget *budget = arena->budget;
  if (budget == NULL) {
    return;
  }
  if (steps < budget->turn) {
    budget->turn -= steps;
  } else if (!aml_budget_take_turn(budget, steps)) {
    aml_arena_give_up(arena, AML_ERR_LIMIT);
  }
}

/* Says what the work to come is about, so that it can be told where a budget ended. The place must live until
 * then, or until the next call. */
static inline void aml_arena_at(aml_arena *arena, const struct aml_span *place) {
  if (arena->budget != NULL) {
    arena->budget->place = place;
  }
}

/* aml_arena_take where the newest block has no room. */
void *aml_arena_take_block(aml_arena *arena, size_t size, size_t align);

/* What aml_arena_alloc gives, but not zeroed: for what is filled at once, such as what a file is read into.
 */
static inline void *aml_arena_take(aml_arena *arena, size_t size, size_t align) {
  size = size == 0 ? 1 : size;
  size_t skipped = -(uintptr_t)arena->at & (align - 1);
  size_t left = (size_t)(arena->end - arena->at);
  if (skipped > left || size > left - skipped || size > arena->limit - arena->used) {
    return aml_arena_take_block(arena, size, align);
  }
  char *object = arena->at + skipped;
  arena->at = object + size;
  arena->used += size;
  return object;
}

/* Zeroed memory, aligned for `align` (a power of two, at most 16). size 0 gives a unique pointer. Inline, as
 * most objects are small, of a size that is known, and there are many. */
static inline void *aml_arena_alloc(aml_arena *arena, size_t size, size_t align) {
  /* Here rather than for a whole block: most blocks are never filled. */
  return memset(aml_arena_take(arena, size, align), 0, size);
}

/* Like aml_arena_alloc for count objects; the product is checked for overflow. */
static inline void *aml_arena_alloc_array(aml_arena *arena, size_t count, size_t size, size_t align) {
  if (size != 0 && count > SIZE_MAX / size) {
    aml_arena_give_up(arena, AML_ERR_LIMIT);
  }
  return aml_arena_alloc(arena, count * size, align);
}

/* Makes an object of `size` bytes `wanted` bytes large where it stands, the new ones zeroed; false, with
 * nothing changed, unless it is the last that was handed out and its block has room. */
bool aml_arena_extend(aml_arena *arena, const void *object, size_t size, size_t wanted);

#define AML_NEW(arena, T)          ((T *)aml_arena_alloc((arena), sizeof(T), _Alignof(T)))
#define AML_NEW_ARRAY(arena, T, n) ((T *)aml_arena_alloc_array((arena), (n), sizeof(T), _Alignof(T)))

/* A point to go back to: scratch work between mark and rewind costs no memory in the end. Rewinding closes
 * what was deferred since, latest first, and every pointer handed out since dies. Marks nest. */
typedef struct aml_arena_mark { /* private */
  aml_arena_block *head, *next;
  aml_arena_deferred *deferred;
  char *at, *end;
  size_t used;
} aml_arena_mark;

aml_arena_mark aml_arena_set_mark(const aml_arena *arena);
void aml_arena_rewind(aml_arena *arena, const aml_arena_mark *mark);
/* Whether an object was handed out since the mark, and dies with a rewind. Looks at each block since. */
bool aml_arena_is_since(const aml_arena *arena, const aml_arena_mark *mark, const void *object);

/* Calls close(object) when the arena is released. */
void aml_arena_defer(aml_arena *arena, void (*close)(void *object), void *object);

/* From now on exhaustion of `arena` outside of any guard of its own ends the body of the guard that surrounds
 * the caller on `other`. For what is looked at while that body runs, and no longer. */
void aml_arena_share_guard(aml_arena *arena, const aml_arena *other);

/* An arena for what is needed only while something is made in `of`: under the same guard, limit and budget.
 * Ends with aml_arena_release, or with `of`; until then no body of another guard of `of` may use it. */
aml_arena *aml_arena_new_scratch(aml_arena *of);

/* What `part` holds belongs to `of` from now on, as if it had been taken there: `part` is empty. The budgets
 * are the caller's to settle; neither arena's limit is regarded. */
void aml_arena_adopt(aml_arena *of, aml_arena *part);

/* Runs body(ctx) so that exhaustion of `arena` inside it ends the body and is returned: AML_OK,
 * AML_ERR_MEMORY (the system refused) or AML_ERR_LIMIT (the arena's limit). Guards nest; the outer guard is
 * in force again afterwards. The arena stays usable for release and for reading what was completed before. */
aml_status aml_guard_run(aml_arena *arena, void (*body)(void *ctx), void *ctx);

#endif
