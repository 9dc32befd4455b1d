/* Order of texts and numbers.
 *
 * .NET's invariant culture orders by the Unicode collation algorithm: first by base letters, then by accents,
 * then by case, small letters first. Here ASCII and Latin-1 follow that order; other letters come after them
 * by code point, which keeps the order total and right within one script. */
#include "base/sort.h"
#include "base/utf8.h"
#include "expr/function.h"

/* ASCII marks in the order of the Unicode root collation, which precede digits and letters. */
static const char marks[] = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/* Base letters of U+00C0 to U+00FF; 0 for what has none. */
static const char latin_base[] = "aaaaaaaceeeeiiiidnooooo\0ouuuuytsaaaaaaaceeeeiiiidnooooo\0ouuuuyty";

enum { DIGITS_AT = 100, LETTERS_AT = 120, OTHERS_AT = 200 };

static uint32_t primary_weight(uint32_t c) {
  if (c < 0x80 && aml_ascii_alpha((char)c)) {
    return LETTERS_AT + (uint32_t)(aml_ascii_lower((char)c) - 'a');
  }
  if (c < 0x80 && aml_ascii_digit((char)c)) {
    return DIGITS_AT + (c - '0');
  }
  if (c < 0x80) {
    const char *mark = c != 0 ? strchr(marks, (int)c) : NULL;
    return mark != NULL ? 1 + (uint32_t)(mark - marks) : 0;
  }
  if (c >= 0xC0 && c <= 0xFF && latin_base[c - 0xC0] != 0) {
    return LETTERS_AT + (uint32_t)(latin_base[c - 0xC0] - 'a');
  }
  return OTHERS_AT + c;
}

static int compare_numbers(uint32_t a, uint32_t b) {
  return (a > b) - (a < b);
}

/* The first difference in primary weights, else in accents, else in case, else in length. Both texts are in
 * lower case where `folded` ones are given. */
static int compare_level(aml_sv a, aml_sv b, bool by_weight) {
  size_t a_at = 0;
  size_t b_at = 0;
  while (a_at < a.len && b_at < b.len) {
    uint32_t x = aml_utf8_next(a, &a_at);
    uint32_t y = aml_utf8_next(b, &b_at);
    int order = by_weight ? compare_numbers(primary_weight(x), primary_weight(y)) : compare_numbers(x, y);
    if (order != 0) {
      return order;
    }
  }
  return (a_at < a.len) - (b_at < b.len);
}

/* Two texts that differ in case alone: the one with the small letter at the first difference comes first. */
static int compare_case(aml_sv a, aml_sv b) {
  size_t at = 0;
  while (at < a.len && at < b.len && a.data[at] == b.data[at]) {
    at++;
  }
  if (at == a.len || at == b.len) {
    return (at < a.len) - (at < b.len);
  }
  bool is_ascii = (unsigned char)a.data[at] < 0x80;
  int order = compare_numbers((unsigned char)a.data[at], (unsigned char)b.data[at]);
  return is_ascii && aml_ascii_alpha(a.data[at]) ? -order : order;
}

int aml_culture_compare(aml_sv a, aml_sv b) {
  int order = compare_level(a, b, true);
  if (order != 0) {
    return order;
  }
  order = aml_utf8_icmp(a, b);
  return order != 0 ? order : compare_case(a, b);
}

int aml_number_compare(const aml_value *a, const aml_value *b) {
  if (a->kind == AML_INT && b->kind == AML_INT) {
    return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
  }
  double x = a->kind == AML_INT ? (double)a->as.integer : a->as.number;
  double y = b->kind == AML_INT ? (double)b->as.integer : b->as.number;
  return (x > y) - (x < y);
}

typedef struct keyed {
  const aml_member *member;
  size_t place;
} keyed;

static int compare_members(const void *left, const void *right) {
  const keyed *a = left;
  const keyed *b = right;
  int order = aml_culture_compare(a->member->name, b->member->name);
  return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

const aml_member **aml_members_sorted(aml_arena *arena, const aml_value *object, size_t *count) {
  size_t all = object->as.object.count;
  const aml_member *members = object->as.object.members;
  keyed *keys = AML_NEW_ARRAY(arena, keyed, all);
  *count = 0;
  for (size_t i = 0; i < all; i++) {
    if (aml_object_member_exact(object, members[i].name) == &members[i]) {
      keys[(*count)++] = (keyed){&members[i], i};
    }
  }
  aml_sort(arena, keys, *count, sizeof *keys, compare_members);
  const aml_member **sorted = AML_NEW_ARRAY(arena, const aml_member *, *count);
  for (size_t i = 0; i < *count; i++) {
    sorted[i] = keys[i].member;
  }
  return sorted;
}
