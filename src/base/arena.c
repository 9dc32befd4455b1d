#include "base/arena.h"

#include <assert.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A block is a quarter as large as all before it together: of many small arenas no more than a fifth is
 * empty, and large ones make few system calls. */
enum { FIRST_BLOCK = 1024, SMALLEST_BLOCK = 256, LARGEST_BLOCK = 1 << 20, ALIGNMENT = 16 };

/* Under AddressSanitizer each object is a block of its own, so that an overrun inside a block is seen. */
#if defined(__SANITIZE_ADDRESS__)
#  define ONE_OBJECT_PER_BLOCK 1
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define ONE_OBJECT_PER_BLOCK 1
#  endif
#endif
#ifndef ONE_OBJECT_PER_BLOCK
#  define ONE_OBJECT_PER_BLOCK 0
#endif

struct aml_arena_block {
  aml_arena_block *next;
  size_t size;
  _Alignas(ALIGNMENT) char bytes[];
};

struct aml_arena_deferred {
  aml_arena_deferred *next;
  void (*close)(void *object);
  void *object;
};

struct aml_guard {
  jmp_buf env;
  volatile aml_status status;
};

void aml_arena_init(aml_arena *arena, size_t limit) {
  *arena = (aml_arena){.limit = limit};
}

static void free_block(aml_arena *arena, aml_arena_block *block) {
  if (arena->budget != NULL) {
    arena->budget->memory += block->size;
  }
  free(block);
}

void aml_arena_release(aml_arena *arena) {
  for (aml_arena_deferred *d = arena->deferred; d != NULL; d = d->next) {
    d->close(d->object);
  }
  for (aml_arena_block *block = arena->head; block != NULL;) {
    aml_arena_block *next = block->next;
    free_block(arena, block);
    block = next;
  }
  if (arena->spare != NULL) {
    free_block(arena, arena->spare);
  }
  *arena = (aml_arena){.limit = arena->limit, .budget = arena->budget};
}

aml_arena_mark aml_arena_set_mark(const aml_arena *arena) {
  return (aml_arena_mark){.head = arena->head,
      .next = arena->head == NULL ? NULL : arena->head->next,
      .deferred = arena->deferred,
      .at = arena->at,
      .end = arena->end,
      .used = arena->used};
}

/* Keeps one block for the next time: work at the edge of a block would else go to the system again and again.
 */
static void give_back(aml_arena *arena, aml_arena_block *block) {
  if (arena->spare != NULL || block->size > LARGEST_BLOCK || ONE_OBJECT_PER_BLOCK) {
    free_block(arena, block);
    return;
  }
  arena->spare = block;
}

static aml_arena_block *free_until(aml_arena *arena, aml_arena_block *block, const aml_arena_block *end) {
  while (block != end) {
    aml_arena_block *next = block->next;
    give_back(arena, block);
    block = next;
  }
  return block;
}

/* What is given back was work all the same. */
void aml_arena_rewind(aml_arena *arena, const aml_arena_mark *mark) {
  for (; arena->deferred != mark->deferred; arena->deferred = arena->deferred->next) {
    arena->deferred->close(arena->deferred->object);
  }
  arena->head = free_until(arena, arena->head, mark->head);
  if (arena->head != NULL) {
    arena->head->next = free_until(arena, arena->head->next, mark->next);
  }
  arena->at = mark->at;
  arena->end = mark->end;
  arena->used = mark->used;
}

/* Addresses of different objects are compared as numbers. */
static bool is_between(const char *begin, const char *end, const void *object) {
  return (uintptr_t)object >= (uintptr_t)begin && (uintptr_t)object < (uintptr_t)end;
}

static bool is_in_any(const aml_arena_block *block, const aml_arena_block *end, const void *object) {
  for (; block != end; block = block->next) {
    if (is_between(block->bytes, block->bytes + block->size, object)) {
      return true;
    }
  }
  return false;
}

bool aml_arena_is_since(const aml_arena *arena, const aml_arena_mark *mark, const void *object) {
  if (is_in_any(arena->head, mark->head, object)) {
    return true;
  }
  return mark->head != NULL &&
         (is_between(mark->at, mark->end, object) || is_in_any(mark->head->next, mark->next, object));
}

void aml_arena_give_up(aml_arena *arena, aml_status status) {
  if (arena->guard == NULL) {
    abort(); /* an unguarded arena is a mistake of ours */
  }
  arena->guard->status = status;
  longjmp(arena->guard->env, 1);
}

static aml_arena_block *take_spare(aml_arena *arena, size_t size) {
  aml_arena_block *spare = arena->spare;
  if (spare == NULL || spare->size < size) {
    return NULL;
  }
  arena->spare = NULL;
  return spare;
}

static aml_arena_block *new_block(aml_arena *arena, size_t wanted) {
  size_t size = (arena->used / 4 + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  size_t least = arena->used == 0 ? FIRST_BLOCK : SMALLEST_BLOCK;
  size = size < least ? least : size > LARGEST_BLOCK ? LARGEST_BLOCK : size;
  if (wanted > size || ONE_OBJECT_PER_BLOCK) {
    size = wanted;
  }
  if (size > SIZE_MAX - sizeof(aml_arena_block)) {
    aml_arena_give_up(arena, AML_ERR_MEMORY);
  }
  aml_arena_block *block = take_spare(arena, size);
  if (block == NULL) {
    if (arena->budget != NULL && !aml_budget_take_memory(arena->budget, size)) {
      aml_arena_give_up(arena, AML_ERR_LIMIT);
    }
    block = malloc(sizeof *block + size);
    if (block == NULL) {
      aml_arena_give_up(arena, AML_ERR_MEMORY);
    }
    block->size = size;
  }
  return block;
}

void *aml_arena_take_block(aml_arena *arena, size_t size, size_t align) {
  assert(align > 0 && align <= ALIGNMENT && (align & (align - 1)) == 0);
  (void)align; /* a block is aligned for all */
  if (size > arena->limit || arena->used > arena->limit - size) {
    aml_arena_give_up(arena, AML_ERR_LIMIT);
  }
  aml_arena_block *block = new_block(arena, size);
  arena->used += size;
  /* An object larger than a usual block goes behind the current one, whose free space stays in use. */
  if (arena->head != NULL && size >= LARGEST_BLOCK && !ONE_OBJECT_PER_BLOCK) {
    block->next = arena->head->next;
    arena->head->next = block;
  } else {
    block->next = arena->head;
    arena->head = block;
    arena->at = block->bytes + size;
    arena->end = ONE_OBJECT_PER_BLOCK ? arena->at : block->bytes + block->size;
  }
  return block->bytes;
}

bool aml_arena_extend(aml_arena *arena, const void *object, size_t size, size_t wanted) {
  size_t more = wanted - size;
  bool is_last = size > 0 && arena->at != NULL && (const char *)object == arena->at - size;
  if (!is_last || more > (size_t)(arena->end - arena->at) || more > arena->limit - arena->used) {
    return false;
  }
  memset(arena->at, 0, more);
  arena->at += more;
  arena->used += more;
  return true;
}

void aml_arena_defer(aml_arena *arena, void (*close)(void *object), void *object) {
  aml_arena_deferred *d = AML_NEW(arena, aml_arena_deferred);
  *d = (aml_arena_deferred){.next = arena->deferred, .close = close, .object = object};
  arena->deferred = d;
}

void aml_arena_share_guard(aml_arena *arena, const aml_arena *other) {
  arena->guard = other->guard;
}

/* The budget may have ended before `of` does. */
static void release_scratch(void *object) {
  aml_arena *scratch = object;
  scratch->budget = NULL;
  aml_arena_release(scratch);
}

aml_arena *aml_arena_new_scratch(aml_arena *of) {
  aml_arena *scratch = AML_NEW(of, aml_arena);
  *scratch = (aml_arena){.guard = of->guard, .limit = of->limit, .budget = of->budget};
  aml_arena_defer(of, release_scratch, scratch);
  return scratch;
}

/* Behind the newest block, whose free space stays in use; so a rewind of `of` finds them. */
static void adopt_blocks(aml_arena *of, const aml_arena *part) {
  if (of->head == NULL) {
    of->head = part->head;
    of->at = part->at;
    of->end = part->end;
    return;
  }
  aml_arena_block *last = part->head;
  while (last->next != NULL) {
    last = last->next;
  }
  last->next = of->head->next;
  of->head->next = part->head;
}

void aml_arena_adopt(aml_arena *of, aml_arena *part) {
  if (part->head != NULL) {
    adopt_blocks(of, part);
  }
  if (part->deferred != NULL) {
    aml_arena_deferred *last = part->deferred;
    while (last->next != NULL) {
      last = last->next;
    }
    last->next = of->deferred;
    of->deferred = part->deferred;
  }
  if (part->spare != NULL) {
    free_block(of, part->spare);
  }
  of->used += part->used;
  *part = (aml_arena){.limit = part->limit};
}

aml_status aml_guard_run(aml_arena *arena, void (*body)(void *ctx), void *ctx) {
  aml_guard guard; /* whose long part setjmp fills */
  guard.status = AML_OK;
  aml_guard *volatile outer = arena->guard;
  if (setjmp(guard.env) == 0) { /* NOLINT(cert-err52-cpp): the one place; see docs/design.md, Memory */
    arena->guard = &guard;
    body(ctx);
  }
  arena->guard = outer;
  return guard.status;
}
