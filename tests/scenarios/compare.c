/* Compares what was printed with what was expected, and shows where they part. */
#include <stdio.h>

#include "scenarios/scenario.h"

/* Whether `actual` is `expected`, in which each "[...]" stands for any text. */
static bool line_matches(aml_sv expected, aml_sv actual) {
  const aml_sv gap = AML_SV("[...]");
  size_t cut = aml_sv_find(expected, gap, 0);
  if (cut == AML_NPOS) {
    return aml_sv_eq(expected, actual);
  }
  if (!aml_sv_starts(actual, aml_sv_slice(expected, 0, cut))) {
    return false;
  }
  actual = aml_sv_slice(actual, cut, actual.len);
  expected = aml_sv_slice(expected, cut + gap.len, expected.len);
  /* The first place is as good as any for the pieces between gaps; the last piece stands at the end. */
  for (cut = aml_sv_find(expected, gap, 0); cut != AML_NPOS; cut = aml_sv_find(expected, gap, 0)) {
    size_t found = aml_sv_find(actual, aml_sv_slice(expected, 0, cut), 0);
    if (found == AML_NPOS) {
      return false;
    }
    actual = aml_sv_slice(actual, found + cut, actual.len);
    expected = aml_sv_slice(expected, cut + gap.len, expected.len);
  }
  return aml_sv_ends(actual, expected);
}

static bool is_gap(aml_sv line) {
  return aml_sv_eq(aml_sv_trim(line), AML_SV("..."));
}

bool lines_match(const line_list *expected, const line_list *actual) {
  size_t e = 0;
  size_t a = 0;
  size_t gap = AML_NPOS; /* the last "..." passed, to come back to */
  size_t resume = 0;     /* where its match would end next */
  while (a < actual->count) {
    if (e < expected->count && is_gap(expected->items[e])) {
      gap = e++;
      resume = a;
    } else if (e < expected->count && line_matches(expected->items[e], actual->items[a])) {
      e++;
      a++;
    } else if (gap != AML_NPOS) {
      e = gap + 1;
      a = ++resume;
    } else {
      return false;
    }
  }
  while (e < expected->count && is_gap(expected->items[e])) {
    e++;
  }
  return e == expected->count;
}

static void print_lines(char mark, const line_list *lines, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++) {
    printf("    %c %.*s\n", mark, AML_SV_ARG(lines->items[i]));
  }
}

void lines_show_difference(const char *title, const line_list *expected, const line_list *actual) {
  size_t least = expected->count < actual->count ? expected->count : actual->count;
  size_t head = 0;
  while (head < least && line_matches(expected->items[head], actual->items[head])) {
    head++;
  }
  size_t tail = 0;
  while (tail < least - head &&
         line_matches(expected->items[expected->count - 1 - tail], actual->items[actual->count - 1 - tail])) {
    tail++;
  }
  printf("  %s differs (- expected, + printed):\n", title);
  print_lines(' ', actual, head > 3 ? head - 3 : 0, head);
  print_lines('-', expected, head, expected->count - tail);
  print_lines('+', actual, head, actual->count - tail);
  print_lines(' ', actual, actual->count - tail, actual->count - tail + (tail < 3 ? tail : 3));
}
