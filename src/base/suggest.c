#include "base/suggest.h"

enum { MAX_WORD = 64, MOST_SLIPS = 3, LETTERS_A_SLIP = 4 };

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

size_t aml_edit_distance(aml_sv a, aml_sv b) {
  if (a.len > MAX_WORD || b.len > MAX_WORD) {
    return SIZE_MAX;
  }
  /* Optimal string alignment: three rows of the table suffice. */
  size_t rows[3][MAX_WORD + 1];
  for (size_t j = 0; j <= b.len; j++) {
    rows[0][j] = j;
  }
  for (size_t i = 1; i <= a.len; i++) {
    size_t *row = rows[i % 3];
    const size_t *above = rows[(i + 2) % 3];
    const size_t *before = rows[(i + 1) % 3];
    char x = aml_ascii_lower(a.data[i - 1]);
    row[0] = i;
    for (size_t j = 1; j <= b.len; j++) {
      char y = aml_ascii_lower(b.data[j - 1]);
      row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (x == y ? 0 : 1));
      bool is_swap =
          i > 1 && j > 1 && x == aml_ascii_lower(b.data[j - 2]) && aml_ascii_lower(a.data[i - 2]) == y;
      if (is_swap) {
        row[j] = least(row[j], before[j - 2] + 1);
      }
    }
  }
  return rows[a.len % 3][b.len];
}

static size_t skip_joints(aml_sv text, size_t at) {
  while (at < text.len && (text.data[at] == '_' || text.data[at] == '-' || text.data[at] == ' ')) {
    at++;
  }
  return at;
}

bool aml_same_word(aml_sv a, aml_sv b) {
  size_t i = skip_joints(a, 0);
  size_t k = skip_joints(b, 0);
  while (i < a.len && k < b.len) {
    if (aml_ascii_lower(a.data[i]) != aml_ascii_lower(b.data[k])) {
      return false;
    }
    i = skip_joints(a, i + 1);
    k = skip_joints(b, k + 1);
  }
  return i == a.len && k == b.len;
}

size_t aml_suggest(aml_sv word, size_t count, aml_sv (*at)(const void *ctx, size_t i), const void *ctx) {
  size_t bound = word.len / 3 > 1 ? word.len / 3 : 1;
  size_t nearest = AML_NPOS;
  for (size_t i = 0; i < count; i++) {
    aml_sv candidate = at(ctx, i);
    size_t least_distance = word.len > candidate.len ? word.len - candidate.len : candidate.len - word.len;
    size_t distance = least_distance > bound ? SIZE_MAX : aml_edit_distance(word, candidate);
    if (distance <= bound && (nearest == AML_NPOS || distance < bound)) {
      nearest = i;
      bound = distance;
    }
  }
  return nearest;
}

static bool next_digit(aml_sv text, size_t *at, char *digit) {
  while (*at < text.len && (text.data[*at] < '0' || text.data[*at] > '9')) {
    (*at)++;
  }
  *digit = *at < text.len ? text.data[(*at)++] : '\0';
  return *digit != '\0';
}

bool aml_same_digits(aml_sv a, aml_sv b) {
  size_t i = 0;
  size_t k = 0;
  char x;
  char y;
  while (next_digit(a, &i, &x) && next_digit(b, &k, &y) && x == y) {
  }
  return x == '\0' && !next_digit(b, &k, &y);
}

aml_spelling aml_spelling_of(aml_sv written) {
  return (aml_spelling){.written = written, .distance = SIZE_MAX};
}

void aml_spelling_consider(aml_spelling *spelling, aml_sv known, aml_sv part) {
  aml_sv compared = part.len > 0 ? part : known;
  size_t distance = known.len == 0 ? SIZE_MAX
                    : aml_same_word(spelling->written, compared)
                        ? 0
                        : aml_edit_distance(spelling->written, compared);
  if (distance < spelling->distance) {
    spelling->meant = known;
    spelling->distance = distance;
    spelling->is_rivalled = false;
  } else if (distance == spelling->distance && !aml_sv_ieq(known, spelling->meant)) {
    spelling->is_rivalled = true;
  }
}

aml_sv aml_spelling_result(const aml_spelling *spelling) {
  size_t most = least(spelling->written.len / LETTERS_A_SLIP, MOST_SLIPS);
  bool is_certain = spelling->distance <= most && !spelling->is_rivalled &&
                    aml_same_digits(spelling->written, spelling->meant);
  return is_certain ? spelling->meant : (aml_sv){0};
}

size_t aml_respell(aml_sv word, size_t count, aml_sv (*at)(const void *ctx, size_t i), const void *ctx) {
  aml_spelling spelling = aml_spelling_of(word);
  for (size_t i = 0; i < count; i++) {
    aml_spelling_consider(&spelling, at(ctx, i), (aml_sv){0});
  }
  aml_sv meant = aml_spelling_result(&spelling);
  for (size_t i = 0; i < count && meant.len > 0; i++) {
    if (aml_sv_eq(at(ctx, i), meant)) {
      return i;
    }
  }
  return AML_NPOS;
}
