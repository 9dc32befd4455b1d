/* Source: Unicode Standard Annex 15. Characters are taken apart, marks are put in order, and what has a
 * character of its own is put together. */
#include "base/normal_form.h"

#include <stdlib.h>

#include "base/sort.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/vec.h"

typedef struct apart {
  uint32_t code, first, second; /* second: 0 for none */
} apart;

typedef struct together {
  uint32_t first, second, code;
} together;

typedef struct classes {
  uint32_t from, to, order;
} classes;

static const apart parts_of[] = {
#define AML_NF_APART
#include "base/normal_form.def"
#undef AML_NF_APART
};
static const together whole_of[] = {
#define AML_NF_TOGETHER
#include "base/normal_form.def"
#undef AML_NF_TOGETHER
};
static const classes orders[] = {
#define AML_NF_CLASSES
#include "base/normal_form.def"
#undef AML_NF_CLASSES
};

/* Syllables of Hangul are computed. */
enum {
  SYLLABLES = 0xAC00,
  LEADS = 0x1100,
  VOWELS = 0x1161,
  TAILS = 0x11A7, /* one before the first of them: "no tail" */
  LEAD_COUNT = 19,
  VOWEL_COUNT = 21,
  TAIL_COUNT = 28,
  SYLLABLE_COUNT = LEAD_COUNT * VOWEL_COUNT * TAIL_COUNT,
  FIRST_MARK = 0x300, /* nothing before it is changed by what follows, unless that is a mark */
  FIRST_MARK_BYTE = 0xCC,
};

typedef struct letter {
  uint32_t code, order; /* order: its combining class; 0 begins a new character */
} letter;

typedef AML_VEC(letter) letters;

static int compare_with_range(const void *code, const void *row) {
  const classes *range = row;
  uint32_t wanted = *(const uint32_t *)code;
  return wanted < range->from ? -1 : wanted > range->to;
}

static uint32_t order_of(uint32_t code) {
  const classes *found =
      bsearch(&code, orders, sizeof orders / sizeof orders[0], sizeof orders[0], compare_with_range);
  return found == NULL ? 0 : found->order;
}

static int compare_with_parts(const void *code, const void *row) {
  uint32_t wanted = *(const uint32_t *)code;
  uint32_t found = ((const apart *)row)->code;
  return (wanted > found) - (wanted < found);
}

static const apart *find_apart(uint32_t code) {
  return bsearch(
      &code, parts_of, sizeof parts_of / sizeof parts_of[0], sizeof parts_of[0], compare_with_parts);
}

static void push(aml_arena *arena, letters *all, uint32_t code) {
  const letter one = {code, order_of(code)};
  AML_VEC_PUSH(arena, all, one);
}

/* Only the first part of a character may have parts itself. */
static void take_apart(aml_arena *arena, letters *all, uint32_t code) {
  enum { DEPTH_MAX = 8 };
  uint32_t behind[DEPTH_MAX];
  size_t count = 0;
  const apart *parts = find_apart(code);
  while (parts != NULL && count < DEPTH_MAX) {
    if (parts->second != 0) {
      behind[count++] = parts->second;
    }
    code = parts->first;
    parts = find_apart(code);
  }
  uint32_t syllable = code - SYLLABLES; /* wraps for what is before them */
  if (syllable < SYLLABLE_COUNT) {
    push(arena, all, LEADS + syllable / (VOWEL_COUNT * TAIL_COUNT));
    push(arena, all, VOWELS + syllable % (VOWEL_COUNT * TAIL_COUNT) / TAIL_COUNT);
    if (syllable % TAIL_COUNT != 0) {
      push(arena, all, TAILS + syllable % TAIL_COUNT);
    }
  } else {
    push(arena, all, code);
  }
  while (count > 0) {
    push(arena, all, behind[--count]);
  }
}

static int compare_orders(const void *a, const void *b) {
  uint32_t left = ((const letter *)a)->order;
  uint32_t right = ((const letter *)b)->order;
  return (left > right) - (left < right);
}

/* Marks of one character in the order of their classes. */
static void put_in_order(aml_arena *arena, letters *all) {
  for (size_t i = 0; i < all->count;) {
    size_t end = i;
    bool is_sorted = true;
    while (end < all->count && all->items[end].order != 0) {
      is_sorted = is_sorted && (end == i || all->items[end - 1].order <= all->items[end].order);
      end++;
    }
    if (!is_sorted) {
      aml_sort(arena, all->items + i, end - i, sizeof *all->items, compare_orders);
    }
    i = end + 1;
  }
}

static int compare_pairs(const void *wanted, const void *row) {
  const together *a = wanted;
  const together *b = row;
  return a->first != b->first ? (a->first > b->first) - (a->first < b->first)
                              : (a->second > b->second) - (a->second < b->second);
}

/* The character that the two make; 0 for none. */
static uint32_t whole(uint32_t first, uint32_t second) {
  uint32_t lead = first - LEADS;
  uint32_t vowel = second - VOWELS;
  if (lead < LEAD_COUNT && vowel < VOWEL_COUNT) {
    return SYLLABLES + (lead * VOWEL_COUNT + vowel) * TAIL_COUNT;
  }
  uint32_t syllable = first - SYLLABLES;
  uint32_t tail = second - TAILS;
  if (syllable < SYLLABLE_COUNT && syllable % TAIL_COUNT == 0 && tail > 0 && tail < TAIL_COUNT) {
    return first + tail;
  }
  const together wanted = {.first = first, .second = second};
  const together *found =
      bsearch(&wanted, whole_of, sizeof whole_of / sizeof whole_of[0], sizeof whole_of[0], compare_pairs);
  return found == NULL ? 0 : found->code;
}

static void put_together(letters *all) {
  size_t count = 0;
  size_t starter = SIZE_MAX; /* the last that what follows may join */
  uint32_t before = 0;       /* the order of what was kept last behind it */
  for (size_t i = 0; i < all->count; i++) {
    const letter one = all->items[i];
    bool is_next = starter != SIZE_MAX && starter + 1 == count;
    bool may_join = starter != SIZE_MAX && (is_next || (before != 0 && before < one.order));
    uint32_t made = may_join ? whole(all->items[starter].code, one.code) : 0;
    if (made != 0) {
      all->items[starter].code = made;
      continue;
    }
    starter = one.order == 0 ? count : starter;
    before = one.order;
    all->items[count++] = one;
  }
  all->count = count;
}

static const uint64_t NOT_ASCII = 0x8080808080808080U;

static bool may_change(aml_sv text) {
  size_t i = 0;
  while (i + sizeof(uint64_t) <= text.len && (aml_load8(text.data + i, sizeof(uint64_t)) & NOT_ASCII) == 0) {
    i += sizeof(uint64_t);
  }
  while (i < text.len && (unsigned char)text.data[i] < FIRST_MARK_BYTE) {
    i++;
  }
  return i < text.len;
}

aml_sv aml_normal_form(aml_arena *arena, aml_sv text) {
  if (!may_change(text)) {
    return text;
  }
  letters all = {0};
  for (size_t at = 0; at < text.len;) {
    uint32_t code = aml_utf8_next(text, &at);
    if (code == AML_UTF8_INVALID) {
      return text;
    }
    if (code < FIRST_MARK && find_apart(code) == NULL) {
      const letter one = {code, 0};
      AML_VEC_PUSH(arena, &all, one);
    } else {
      take_apart(arena, &all, code);
    }
  }
  put_in_order(arena, &all);
  put_together(&all);
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < all.count; i++) {
    aml_strbuf_add_code_point(&out, all.items[i].code);
  }
  aml_sv made = aml_strbuf_view(&out);
  return aml_sv_eq(made, text) ? text : made;
}
