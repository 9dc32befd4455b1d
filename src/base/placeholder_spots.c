/* Placeholders in the styles of a configuration: found in a whole text at once, before it is parsed. */
#include "base/placeholder.h"
#include "base/sort.h"

static bool find_of_style(const aml_regex *style, aml_arena *arena, aml_sv text, aml_placeholder_spots *out) {
  for (size_t at = 0; at < text.len;) {
    aml_placeholder_spot spot;
    aml_regex_answer answer = aml_regex_find(style, arena, text, at, &spot.begin, &spot.end);
    if (answer != AML_REGEX_YES) {
      return answer == AML_REGEX_NO;
    }
    bool is_line = spot.begin < spot.end &&
                   aml_sv_find_char(aml_sv_slice(text, spot.begin, spot.end), '\n', 0) == AML_NPOS;
    if (is_line) {
      AML_VEC_PUSH(arena, &out->list, spot);
    }
    at = spot.end > at ? spot.end : at + 1; /* "\\K" may end a match before where it began */
    while (at < text.len && ((unsigned char)text.data[at] & 0xC0) == 0x80) {
      at++;
    }
  }
  return true;
}

static int compare_spots(const void *left, const void *right) {
  const aml_placeholder_spot *a = left;
  const aml_placeholder_spot *b = right;
  return (a->begin > b->begin) - (a->begin < b->begin);
}

static void join(aml_placeholder_spots *spots) {
  size_t kept = 0;
  for (size_t i = 0; i < spots->list.count; i++) {
    aml_placeholder_spot spot = spots->list.items[i];
    if (kept > 0 && spots->list.items[kept - 1].end > spot.begin) {
      aml_placeholder_spot *last = &spots->list.items[kept - 1];
      last->end = spot.end > last->end ? spot.end : last->end;
    } else {
      spots->list.items[kept++] = spot;
    }
  }
  spots->list.count = kept;
}

bool aml_placeholder_spots_find(
    const aml_placeholder_styles *styles, aml_arena *arena, aml_sv text, aml_placeholder_spots *out) {
  *out = (aml_placeholder_spots){0};
  bool is_whole = true;
  for (size_t i = 0; i < styles->list.count; i++) {
    is_whole = find_of_style(styles->list.items[i], arena, text, out) && is_whole;
  }
  if (out->list.count > 1) {
    aml_sort(arena, out->list.items, out->list.count, sizeof *out->list.items, compare_spots);
    join(out);
  }
  return is_whole;
}

/* The first spot that ends behind `at`. */
static size_t find_from(const aml_placeholder_spots *spots, size_t at) {
  size_t low = 0;
  size_t high = spots->list.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (spots->list.items[middle].end <= at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

size_t aml_placeholder_spots_end(const aml_placeholder_spots *spots, size_t at) {
  size_t i = find_from(spots, at);
  bool begins = i < spots->list.count && spots->list.items[i].begin == at;
  return begins ? spots->list.items[i].end : 0;
}

bool aml_placeholder_spots_fill(const aml_placeholder_spots *spots, aml_sv text, size_t begin, size_t end) {
  if (spots->list.count == 0) {
    return false;
  }
  size_t i = find_from(spots, begin);
  bool is_found = false;
  for (size_t at = begin; at < end;) {
    bool is_spot = i < spots->list.count && spots->list.items[i].begin <= at;
    if (!is_spot && aml_ascii_space(text.data[at])) {
      return false;
    }
    at = is_spot ? spots->list.items[i].end : at + 1;
    i += is_spot ? 1 : 0;
    is_found = is_found || is_spot;
  }
  return is_found;
}
