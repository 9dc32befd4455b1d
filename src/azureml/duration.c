#include "azureml/duration.h"

#include "base/date.h"

static aml_sv to_upper(aml_arena *arena, aml_sv text) {
  char *upper = aml_arena_alloc(arena, text.len + 1, 1);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    upper[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
  }
  return (aml_sv){upper, text.len};
}

static char letter_of_unit(aml_sv word) {
  static const struct {
    aml_sv word;
    char letter;
  } units[] = {{AML_SV_CONST("s"), 'S'}, {AML_SV_CONST("sec"), 'S'}, {AML_SV_CONST("secs"), 'S'},
      {AML_SV_CONST("second"), 'S'}, {AML_SV_CONST("seconds"), 'S'}, {AML_SV_CONST("min"), 'M'},
      {AML_SV_CONST("mins"), 'M'}, {AML_SV_CONST("minute"), 'M'}, {AML_SV_CONST("minutes"), 'M'},
      {AML_SV_CONST("h"), 'H'}, {AML_SV_CONST("hour"), 'H'}, {AML_SV_CONST("hours"), 'H'}};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    if (aml_sv_ieq(word, units[i].word)) {
      return units[i].letter;
    }
  }
  return '\0';
}

aml_sv aml_respell_duration(aml_arena *arena, aml_sv text) {
  aml_duration unused;
  aml_sv upper = to_upper(arena, text);
  if (aml_duration_parse(upper, &unused)) {
    return aml_sv_eq(upper, text) ? (aml_sv){0} : upper;
  }
  size_t digits = 0;
  while (digits < text.len && text.data[digits] >= '0' && text.data[digits] <= '9') {
    digits++;
  }
  char letter = letter_of_unit(aml_sv_trim(aml_sv_slice(text, digits, text.len)));
  if (digits == 0 || letter == '\0') {
    return (aml_sv){0};
  }
  aml_sv iso = aml_sv_format(arena, "PT%.*s%c", AML_SV_ARG(aml_sv_slice(text, 0, digits)), letter);
  return aml_duration_parse(iso, &unused) ? iso : (aml_sv){0};
}
