#include "expr/date_format.h"

#include <string.h>

static const char *const month_names[] = {"January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December"};
static const char *const day_names[] = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

enum { TICKS_PER_SECOND = 10000000, DAYS_TO_1970 = 719162, FRACTION_DIGITS = 7 };

typedef struct clock_time {
  int year, month, day, weekday, hour, minute, second;
  int fraction; /* ticks */
} clock_time;

static clock_time split(aml_instant at) {
  clock_time c;
  int64_t seconds = at.ticks / TICKS_PER_SECOND;
  int64_t days = seconds / 86400;
  int second_of_day = (int)(seconds % 86400);
  aml_day_split((aml_day)(days - DAYS_TO_1970), &c.year, &c.month, &c.day);
  c.weekday = (int)((days + 1) % 7); /* 0001-01-01 was a Monday */
  c.hour = second_of_day / 3600;
  c.minute = second_of_day / 60 % 60;
  c.second = second_of_day % 60;
  c.fraction = (int)(at.ticks % TICKS_PER_SECOND);
  return c;
}

/* The custom format that a standard one stands for; NULL for none. */
static const char *expand(char letter) {
  static const struct {
    char letter;
    const char *format;
  } standard[] = {
      {'d', "MM/dd/yyyy"},
      {'D', "dddd, dd MMMM yyyy"},
      {'f', "dddd, dd MMMM yyyy HH:mm"},
      {'F', "dddd, dd MMMM yyyy HH:mm:ss"},
      {'g', "MM/dd/yyyy HH:mm"},
      {'G', "MM/dd/yyyy HH:mm:ss"},
      {'m', "MMMM dd"},
      {'M', "MMMM dd"},
      {'o', "yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'"},
      {'O', "yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'"},
      {'r', "ddd, dd MMM yyyy HH:mm:ss 'GMT'"},
      {'R', "ddd, dd MMM yyyy HH:mm:ss 'GMT'"},
      {'s', "yyyy-MM-dd'T'HH:mm:ss"},
      {'t', "HH:mm"},
      {'T', "HH:mm:ss"},
      {'u', "yyyy-MM-dd HH:mm:ss'Z'"},
      {'U', "dddd, dd MMMM yyyy HH:mm:ss"},
      {'y', "yyyy MMMM"},
      {'Y', "yyyy MMMM"},
  };
  for (size_t i = 0; i < sizeof standard / sizeof standard[0]; i++) {
    if (standard[i].letter == letter) {
      return standard[i].format;
    }
  }
  return NULL;
}

static void add_number(aml_strbuf *out, int number, size_t width) {
  aml_strbuf_addf(out, "%0*d", (int)width, number);
}

/* A number of one or two digits, a short name, or a long one. */
static void add_named(aml_strbuf *out, int number, size_t count, const char *name) {
  if (count <= 2) {
    add_number(out, number, count);
  } else {
    aml_strbuf_add(out, aml_sv_slice(aml_sv_of(name), 0, count == 3 ? 3 : AML_NPOS));
  }
}

/* f keeps zeros at the end, F drops them and the point before it. */
static bool add_fraction(aml_strbuf *out, int fraction, char letter, size_t count) {
  if (count > FRACTION_DIGITS) {
    return false;
  }
  for (size_t i = count; i < FRACTION_DIGITS; i++) {
    fraction /= 10;
  }
  for (; letter == 'F' && count > 0 && fraction % 10 == 0; count--) {
    fraction /= 10;
  }
  if (count > 0) {
    add_number(out, fraction, count);
  } else if (out->len > 0 && out->data[out->len - 1] == '.') {
    out->len--;
  }
  return true;
}

/* `count` letters of one kind; false where there is no such field. */
static bool add_field(aml_strbuf *out, const clock_time *c, char letter, size_t count) {
  size_t two = count > 2 ? 2 : count;
  switch (letter) {
  case 'd':
    add_named(out, c->day, count, day_names[c->weekday]);
    return true;
  case 'M':
    add_named(out, c->month, count, month_names[c->month - 1]);
    return true;
  case 'y':
    add_number(out, count <= 2 ? c->year % 100 : c->year, count);
    return true;
  case 'H':
    add_number(out, c->hour, two);
    return true;
  case 'h':
    add_number(out, c->hour % 12 == 0 ? 12 : c->hour % 12, two);
    return true;
  case 'm':
    add_number(out, c->minute, two);
    return true;
  case 's':
    add_number(out, c->second, two);
    return true;
  case 't':
    aml_strbuf_add(out, aml_sv_slice(c->hour < 12 ? AML_SV("AM") : AML_SV("PM"), 0, two));
    return true;
  case 'f':
  case 'F':
    return add_fraction(out, c->fraction, letter, count);
  case 'K':
    aml_strbuf_add(out, AML_SV("Z"));
    return true;
  case 'z':
    aml_strbuf_add(out, count == 1 ? AML_SV("+0") : count == 2 ? AML_SV("+00") : AML_SV("+00:00"));
    return true;
  case 'g':
    aml_strbuf_add(out, AML_SV("A.D."));
    return true;
  default:
    return false;
  }
}

/* A literal in quotes; the offset behind it, or AML_NPOS where it is not closed. */
static size_t add_quoted(aml_strbuf *out, aml_sv format, size_t at) {
  char quote = format.data[at++];
  for (; at < format.len; at++) {
    if (format.data[at] == quote) {
      return at + 1;
    }
    at += format.data[at] == '\\' && at + 1 < format.len ? 1 : 0;
    aml_strbuf_add_char(out, format.data[at]);
  }
  return AML_NPOS;
}

static bool is_field_letter(char c) {
  return c != '\0' && strchr("dMyHhmstfFKzg", c) != NULL;
}

static bool add_custom(aml_strbuf *out, const clock_time *c, aml_sv format) {
  for (size_t at = 0; at < format.len;) {
    char letter = format.data[at];
    size_t end = at + 1;
    if (is_field_letter(letter)) {
      while (end < format.len && format.data[end] == letter && letter != 'K') {
        end++;
      }
      if (!add_field(out, c, letter, end - at)) {
        return false;
      }
    } else if (letter == '\'' || letter == '"') {
      end = add_quoted(out, format, at);
      if (end == AML_NPOS) {
        return false;
      }
    } else if (letter == '\\') {
      if (end >= format.len) {
        return false;
      }
      aml_strbuf_add_char(out, format.data[end++]);
    } else if (letter == '%') {
      if (end >= format.len || format.data[end] == '%') {
        return false;
      }
    } else {
      aml_strbuf_add_char(out, letter);
    }
    at = end;
  }
  return true;
}

bool aml_instant_format(aml_strbuf *out, aml_instant at, aml_sv format) {
  clock_time c = split(at);
  if (format.len != 1) {
    return format.len > 0 && add_custom(out, &c, format);
  }
  const char *expanded = expand(format.data[0]);
  return expanded != NULL && add_custom(out, &c, aml_sv_of(expanded));
}

aml_sv aml_instant_iso(aml_arena *arena, aml_instant at) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  bool is_whole = at.ticks % TICKS_PER_SECOND == 0;
  (void)aml_instant_format(
      &text, at, is_whole ? AML_SV("yyyy-MM-dd'T'HH:mm:ss'Z'") : AML_SV("yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'"));
  return aml_strbuf_view(&text);
}
