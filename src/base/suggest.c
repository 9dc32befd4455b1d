#include "base/suggest.h"

enum { MAX_WORD = 64, MOST_SLIPS = 3, LETTERS_A_SLIP = 4 };

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

/* The table of distances between beginnings of two words, of which three rows suffice. */
typedef struct table {
  aml_sv a, b;
  size_t most;
  size_t rows[3][MAX_WORD + 1];
} table;

/* Fills in the row of the first `i` letters, as far as a distance of `most` reaches from the diagonal;
 * returns its least distance. Optimal string alignment. */
static size_t fill_row(table *t, size_t i) {
  enum { FAR = 2 * MAX_WORD };
  size_t *row = t->rows[i % 3];
  const size_t *above = t->rows[(i + 2) % 3];
  const size_t *before = t->rows[(i + 1) % 3];
  size_t from = i > t->most ? i - t->most : 1;
  size_t to = least(i + t->most, t->b.len);
  char x = aml_ascii_lower(t->a.data[i - 1]);
  row[from - 1] = from == 1 ? i : FAR;
  size_t lowest = row[from - 1];
  for (size_t j = from; j <= to; j++) {
    char y = aml_ascii_lower(t->b.data[j - 1]);
    row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (x == y ? 0 : 1));
    bool is_swap =
        i > 1 && j > 1 && x == aml_ascii_lower(t->b.data[j - 2]) && aml_ascii_lower(t->a.data[i - 2]) == y;
    if (is_swap) {
      row[j] = least(row[j], before[j - 2] + 1);
    }
    lowest = least(lowest, row[j]);
  }
  if (to < t->b.len) {
    row[to + 1] = FAR;
  }
  return lowest;
}

/* Takes off what both begin and end with, which changes no distance. */
static void strip_common(aml_sv *a, aml_sv *b) {
  size_t shorter = least(a->len, b->len);
  size_t same = 0;
  while (same < shorter && aml_ascii_lower(a->data[same]) == aml_ascii_lower(b->data[same])) {
    same++;
  }
  *a = aml_sv_slice(*a, same, a->len);
  *b = aml_sv_slice(*b, same, b->len);
  while (a->len > 0 && b->len > 0 &&
         aml_ascii_lower(a->data[a->len - 1]) == aml_ascii_lower(b->data[b->len - 1])) {
    a->len--;
    b->len--;
  }
}

size_t aml_edit_distance(aml_sv a, aml_sv b, size_t most) {
  size_t difference = a.len > b.len ? a.len - b.len : b.len - a.len;
  if (a.len > MAX_WORD || b.len > MAX_WORD || difference > most) {
    return SIZE_MAX;
  }
  strip_common(&a, &b);
  table t = {.a = a, .b = b, .most = least(most, MAX_WORD)};
  for (size_t j = 0; j <= b.len; j++) {
    t.rows[0][j] = j;
  }
  size_t above = 0; /* the least of the row before: a swap looks over one row */
  for (size_t i = 1; i <= a.len; i++) {
    size_t lowest = fill_row(&t, i);
    if (lowest > t.most && above > t.most) {
      return SIZE_MAX;
    }
    above = lowest;
  }
  size_t distance = t.rows[a.len % 3][b.len];
  return distance > most ? SIZE_MAX : distance;
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
    size_t distance = aml_edit_distance(word, candidate, bound);
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
  size_t distance =
      known.len == 0 ? SIZE_MAX
      : aml_same_word(spelling->written, compared)
          ? 0
          : aml_edit_distance(spelling->written, compared, least(spelling->distance, MOST_SLIPS));
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
