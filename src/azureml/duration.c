#include "azureml/duration.h"

#include "base/date.h"
#include "base/strbuf.h"

static aml_sv to_upper(aml_arena *arena, aml_sv text) {
  char *upper = aml_arena_alloc(arena, text.len + 1, 1);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    upper[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
  }
  return (aml_sv){upper, text.len};
}

/* The letter of ISO 8601; a lower-case "m" is minutes in every notation that has it, a capital may be months.
 */
static char letter_of_unit(aml_sv word) {
  static const struct {
    aml_sv word;
    char letter;
  } units[] = {{AML_SV_CONST("s"), 'S'}, {AML_SV_CONST("sec"), 'S'}, {AML_SV_CONST("secs"), 'S'},
      {AML_SV_CONST("second"), 'S'}, {AML_SV_CONST("seconds"), 'S'}, {AML_SV_CONST("min"), 'M'},
      {AML_SV_CONST("mins"), 'M'}, {AML_SV_CONST("minute"), 'M'}, {AML_SV_CONST("minutes"), 'M'},
      {AML_SV_CONST("h"), 'H'}, {AML_SV_CONST("hr"), 'H'}, {AML_SV_CONST("hrs"), 'H'},
      {AML_SV_CONST("hour"), 'H'}, {AML_SV_CONST("hours"), 'H'}, {AML_SV_CONST("d"), 'D'},
      {AML_SV_CONST("day"), 'D'}, {AML_SV_CONST("days"), 'D'}};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    if (aml_sv_ieq(word, units[i].word)) {
      return units[i].letter;
    }
  }
  return aml_sv_eq(word, AML_SV("m")) ? 'M' : '\0';
}

/* The length of the run at `at` of digits, or of letters. */
static size_t run_length(aml_sv text, size_t at, bool (*is_of_run)(char c)) {
  size_t end = at;
  while (end < text.len && is_of_run(text.data[end])) {
    end++;
  }
  return end - at;
}

static size_t skip_blanks(aml_sv text, size_t at) {
  while (at < text.len && text.data[at] == ' ') {
    at++;
  }
  return at;
}

/* "1h30m" to "PT1H30M"; empty where something else stands in it. */
static aml_sv read_words(aml_arena *arena, aml_sv text) {
  aml_strbuf iso;
  aml_strbuf_init(&iso, arena, SIZE_MAX);
  aml_strbuf_add(&iso, AML_SV("P"));
  bool is_time = false;
  for (size_t at = skip_blanks(text, 0); at < text.len; at = skip_blanks(text, at)) {
    size_t digits = run_length(text, at, aml_ascii_digit);
    size_t word = skip_blanks(text, at + digits);
    size_t letters = run_length(text, word, aml_ascii_alpha);
    char letter = letter_of_unit(aml_sv_slice(text, word, word + letters));
    if (digits == 0 || letter == '\0') {
      return (aml_sv){0};
    }
    bool is_first = letter != 'D' && !is_time;
    is_time = is_time || letter != 'D';
    aml_strbuf_addf(
        &iso, "%s%.*s%c", is_first ? "T" : "", AML_SV_ARG(aml_sv_slice(text, at, at + digits)), letter);
    at = word + letters;
  }
  return aml_strbuf_view(&iso);
}

aml_sv aml_respell_duration(aml_arena *arena, aml_sv text) {
  aml_duration unused;
  aml_sv upper = to_upper(arena, text);
  if (aml_duration_parse(upper, &unused)) {
    return aml_sv_eq(upper, text) ? (aml_sv){0} : upper;
  }
  aml_sv iso = read_words(arena, text);
  return aml_duration_parse(iso, &unused) ? iso : (aml_sv){0};
}
