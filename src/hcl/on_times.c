/* Times in the form of RFC 3339, as Go's package time and zclconf/go-cty's datetime.go have them. */
#include "base/date.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "hcl/function_bodies.h"

enum { DAY = 86400, HOUR = 3600, MINUTE = 60, SECOND = 1000000000 };

typedef struct moment {
  int64_t seconds; /* since 1970 */
  int64_t nanoseconds;
  int64_t offset; /* of the place from UTC, in seconds */
} moment;

/* The parts of a moment where it is. */
typedef struct parts {
  int year, month, day, weekday; /* 0: Sunday */
  int hour, minute, second;
} parts;

static const aml_value *not_known(const aml_hcl_call *call) {
  return aml_eval_unknown(
      call->eval, call->function->returns, "this time is not computed here; state the value");
}

/* ---- reading ---- */

/* So many digits at *at, and what stands behind them. */
static bool read_digits(aml_sv text, size_t *at, size_t count, const char *behind, int *out) {
  *out = 0;
  for (size_t i = 0; i < count; i++, ++*at) {
    if (*at >= text.len || !aml_ascii_digit(text.data[*at])) {
      return false;
    }
    *out = *out * 10 + (text.data[*at] - '0');
  }
  if (*behind == '\0') {
    return true;
  }
  bool is_there = *at < text.len && text.data[*at] == *behind;
  *at += is_there ? 1 : 0;
  return is_there;
}

/* ".123"; digits past the ninth do not count. */
static bool read_fraction(aml_sv text, size_t *at, moment *out) {
  if (*at >= text.len || text.data[*at] != '.') {
    return true;
  }
  size_t begin = ++*at;
  int64_t unit = SECOND;
  for (; *at < text.len && aml_ascii_digit(text.data[*at]); ++*at) {
    unit /= 10;
    out->nanoseconds += unit * (text.data[*at] - '0');
  }
  return *at > begin;
}

static bool read_offset(aml_sv text, size_t at, moment *out) {
  int hours = 0;
  int minutes = 0;
  if (at + 1 == text.len && text.data[at] == 'Z') {
    return true;
  }
  if (at >= text.len || (text.data[at] != '+' && text.data[at] != '-')) {
    return false;
  }
  bool is_behind = text.data[at] == '-';
  at++;
  bool is_read = read_digits(text, &at, 2, ":", &hours) && read_digits(text, &at, 2, "", &minutes);
  out->offset = (is_behind ? -1 : 1) * ((int64_t)hours * HOUR + (int64_t)minutes * MINUTE);
  return is_read && at == text.len && hours <= 24 && minutes < 60;
}

static bool read_moment(aml_sv text, moment *out) {
  size_t at = 10;
  aml_day day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  *out = (moment){0};
  bool is_read = text.len > at && text.data[at] == 'T' && aml_day_parse(aml_sv_slice(text, 0, at), &day);
  at++;
  is_read = is_read && read_digits(text, &at, 2, ":", &hour) && read_digits(text, &at, 2, ":", &minute) &&
            read_digits(text, &at, 2, "", &second) && hour < 24 && minute < 60 && second < 60 &&
            read_fraction(text, &at, out) && read_offset(text, at, out);
  out->seconds = (int64_t)day * DAY + (int64_t)hour * HOUR + (int64_t)minute * MINUTE + second - out->offset;
  return is_read;
}

/* Go takes some texts that are no times of RFC 3339, such as hours of one digit: of what looks like one, it
 * is not known. NULL where the time is read; else what the call gives. */
static const aml_value *take_moment(const aml_hcl_call *call, size_t i, moment *out) {
  aml_sv text = call->args[i]->as.string;
  if (read_moment(text, out)) {
    return NULL;
  }
  bool may_be = aml_sv_find_char(text, 'T', 0) != AML_NPOS && aml_sv_find_char(text, ':', 0) != AML_NPOS;
  return may_be ? not_known(call)
                : aml_hcl_call_fail(call, i, "'%.*s' is not a time such as '2026-11-28T08:00:00Z'.",
                      AML_SV_ARG(aml_sv_slice(text, 0, 60)));
}

/* "s", "ms" and the like at *at, in nanoseconds; 0 for none. */
static int64_t read_unit(aml_sv text, size_t *at) {
  static const struct {
    const char *name;
    int64_t size;
  } units[] = {{"ns", 1}, {"us", 1000}, {"\xC2\xB5s", 1000}, {"\xCE\xBCs", 1000}, {"ms", 1000000},
      {"s", SECOND}, {"m", (int64_t)MINUTE * SECOND}, {"h", (int64_t)HOUR * SECOND}};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    aml_sv name = aml_sv_of(units[i].name);
    if (aml_sv_starts(aml_sv_slice(text, *at, text.len), name)) {
      *at += name.len;
      return units[i].size;
    }
  }
  return 0;
}

/* "1.5h" at *at, in nanoseconds, added to *sum. */
static bool add_amount(aml_sv text, size_t *at, int64_t *sum) {
  int64_t whole = 0;
  double fraction = 0;
  double scale = 1;
  size_t begin = *at;
  size_t digits = 0;
  for (; *at < text.len && aml_ascii_digit(text.data[*at]); ++*at, digits++) {
    if (__builtin_mul_overflow(whole, 10, &whole) ||
        __builtin_add_overflow(whole, text.data[*at] - '0', &whole)) {
      return false;
    }
  }
  if (*at < text.len && text.data[*at] == '.') {
    for (++*at; *at < text.len && aml_ascii_digit(text.data[*at]); ++*at, digits++) {
      fraction = fraction * 10 + (text.data[*at] - '0');
      scale *= 10;
    }
  }
  int64_t unit = read_unit(text, at);
  return *at > begin && digits > 0 && digits < 18 && unit > 0 &&
         !__builtin_mul_overflow(whole, unit, &whole) && !__builtin_add_overflow(*sum, whole, sum) &&
         !__builtin_add_overflow(*sum, (int64_t)(fraction * ((double)unit / scale)), sum);
}

/* "-1h30m", in nanoseconds. */
static bool read_duration(aml_sv text, int64_t *out) {
  bool has_sign = text.len > 0 && (text.data[0] == '-' || text.data[0] == '+');
  size_t at = has_sign ? 1 : 0;
  bool is_read = at < text.len;
  *out = 0;
  if (aml_sv_eq(aml_sv_slice(text, at, text.len), AML_SV("0"))) {
    return true;
  }
  while (is_read && at < text.len) {
    is_read = add_amount(text, &at, out);
  }
  *out = has_sign && text.data[0] == '-' ? -*out : *out;
  return is_read;
}

/* ---- writing ---- */

/* False outside of the years 1 to 9999. */
static bool split(const moment *at, parts *out) {
  int64_t local = at->seconds + at->offset;
  int64_t day = local / DAY - (local % DAY < 0 ? 1 : 0);
  int second = (int)(local - day * DAY);
  if (day < aml_day_of(1, 1, 1) || day > aml_day_of(9999, 12, 31)) {
    return false;
  }
  aml_day_split((aml_day)day, &out->year, &out->month, &out->day);
  out->weekday = (int)(((day + 4) % 7 + 7) % 7); /* the first day of 1970 was a Thursday */
  out->hour = second / HOUR;
  out->minute = second % HOUR / MINUTE;
  out->second = second % MINUTE;
  return true;
}

/* "+0100", "+01:00" */
static void add_offset(aml_strbuf *out, int64_t offset, const char *between) {
  int64_t size = offset < 0 ? -offset : offset;
  aml_strbuf_addf(
      out, "%c%02d%s%02d", offset < 0 ? '-' : '+', (int)(size / HOUR), between, (int)(size % HOUR / MINUTE));
}

static void add_zone(aml_strbuf *out, int64_t offset) {
  if (offset == 0) {
    aml_strbuf_add_char(out, 'Z');
  } else {
    add_offset(out, offset, ":");
  }
}

const aml_value *aml_hcl_fn_timeadd(const aml_hcl_call *call) {
  moment at;
  parts p;
  int64_t duration = 0;
  const aml_value *failure = take_moment(call, 0, &at);
  if (failure != NULL) {
    return failure;
  }
  if (!read_duration(call->args[1]->as.string, &duration)) {
    return aml_hcl_call_fail(call, 1, "'%.*s' is not a duration such as '1h30m'.",
        AML_SV_ARG(aml_sv_slice(call->args[1]->as.string, 0, 60)));
  }
  int64_t nanoseconds = at.nanoseconds + duration % SECOND;
  at.seconds += duration / SECOND + (nanoseconds < 0 ? -1 : nanoseconds / SECOND);
  if (!split(&at, &p)) {
    return not_known(call);
  }
  aml_strbuf out;
  aml_strbuf_init(&out, call->eval->arena, SIZE_MAX);
  aml_strbuf_addf(&out, "%04d-%02d-%02dT%02d:%02d:%02d", p.year, p.month, p.day, p.hour, p.minute, p.second);
  add_zone(&out, at.offset);
  return aml_make_string(call->eval, aml_strbuf_view(&out));
}

const aml_value *aml_hcl_fn_timecmp(const aml_hcl_call *call) {
  moment a;
  moment b;
  const aml_value *failure = take_moment(call, 0, &a);
  failure = failure != NULL ? failure : take_moment(call, 1, &b);
  if (failure != NULL) {
    return failure;
  }
  int order = (a.seconds > b.seconds) - (a.seconds < b.seconds);
  order = order != 0 ? order : (a.nanoseconds > b.nanoseconds) - (a.nanoseconds < b.nanoseconds);
  return aml_make_int(call->eval, order);
}

/* ---- formatdate() ---- */

static void add_name(aml_strbuf *out, const char *name, size_t count) {
  aml_sv all = aml_sv_of(name);
  aml_strbuf_add(out, count == 3 ? aml_sv_slice(all, 0, 3) : all);
}

static void add_number(aml_strbuf *out, int number, size_t count) {
  aml_strbuf_addf(out, count == 1 ? "%d" : "%02d", number);
}

/* Letters that stand for the time of the day, once or twice. */
static bool add_clock(aml_strbuf *out, const parts *p, char letter, size_t count) {
  int noon = p->hour % 12;
  bool is_half = letter == 'A' || letter == 'a';
  if (count > 2 || (is_half && count != 2)) {
    return false;
  }
  if (is_half) {
    const char *const halves[] = {"AM", "PM", "am", "pm"};
    aml_strbuf_add(out, aml_sv_of(halves[(letter == 'a' ? 2 : 0) + (p->hour >= 12 ? 1 : 0)]));
    return true;
  }
  add_number(out,
      letter == 'h'   ? p->hour
      : letter == 'H' ? (noon == 0 ? 12 : noon)
      : letter == 'm' ? p->minute
                      : p->second,
      count);
  return true;
}

static bool add_date(aml_strbuf *out, const parts *p, char letter, size_t count) {
  static const char *const months[] = {"January", "February", "March", "April", "May", "June", "July",
      "August", "September", "October", "November", "December"};
  static const char *const days[] = {
      "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
  bool is_number = count <= 2;
  if (letter == 'Y' && (count == 2 || count == 4)) {
    aml_strbuf_addf(out, count == 2 ? "%02d" : "%04d", count == 2 ? p->year % 100 : p->year);
  } else if (letter == 'M' && count <= 4 && !is_number) {
    add_name(out, months[p->month - 1], count);
  } else if (letter == 'E' && (count == 3 || count == 4)) {
    add_name(out, days[p->weekday], count);
  } else if ((letter == 'M' || letter == 'D') && is_number) {
    add_number(out, letter == 'M' ? p->month : p->day, count);
  } else {
    return false;
  }
  return true;
}

static bool add_place(aml_strbuf *out, int64_t offset, size_t count) {
  if (count == 1) {
    add_zone(out, offset);
  } else if (count == 3 && offset == 0) {
    aml_strbuf_add(out, AML_SV("UTC"));
  } else if (count == 3 || count == 4) {
    add_offset(out, offset, "");
  } else if (count == 5) {
    add_offset(out, offset, ":");
  }
  return count != 2 && count <= 5;
}

/* A text in quotes, where '' is one, from `at` on. Behind it; AML_NPOS where it has no end. */
static size_t add_quoted(aml_strbuf *out, aml_sv format, size_t at) {
  if (at + 1 < format.len && format.data[at + 1] == '\'') {
    aml_strbuf_add_char(out, '\'');
    return at + 2;
  }
  for (at++; at < format.len; at++) {
    bool is_quote = format.data[at] == '\'';
    if (is_quote && (at + 1 >= format.len || format.data[at + 1] != '\'')) {
      return at + 1;
    }
    aml_strbuf_add_char(out, format.data[at]);
    at += is_quote ? 1 : 0;
  }
  return AML_NPOS;
}

static bool add_verb(aml_strbuf *out, const moment *at, const parts *p, char letter, size_t count) {
  return letter == 'Z'                                               ? add_place(out, at->offset, count)
         : aml_sv_find_char(AML_SV("hHAams"), letter, 0) != AML_NPOS ? add_clock(out, p, letter, count)
                                                                     : add_date(out, p, letter, count);
}

const aml_value *aml_hcl_fn_formatdate(const aml_hcl_call *call) {
  moment when;
  parts p;
  aml_sv format = call->args[0]->as.string;
  const aml_value *failure = take_moment(call, 1, &when);
  if (failure != NULL) {
    return failure;
  }
  if (!split(&when, &p)) {
    return not_known(call);
  }
  aml_strbuf out;
  aml_strbuf_init(&out, call->eval->arena, AML_LIMIT_STRING);
  for (size_t at = 0; at < format.len && !out.overflowed;) {
    char letter = format.data[at];
    size_t begin = at;
    while (at < format.len && format.data[at] == letter) {
      at++;
    }
    if (letter == '\'') {
      at = add_quoted(&out, format, begin);
    } else if (!aml_ascii_alpha(letter)) {
      aml_strbuf_add(&out, aml_sv_slice(format, begin, at));
    } else if (!add_verb(&out, &when, &p, letter, at - begin)) {
      at = AML_NPOS;
    }
    if (at == AML_NPOS) {
      return aml_hcl_call_fail(
          call, 0, "The format has a quote without an end, or letters that mean nothing.");
    }
  }
  return out.overflowed ? aml_eval_limit(call->eval, "%d bytes in a computed string", AML_LIMIT_STRING)
                        : aml_make_string(call->eval, aml_strbuf_view(&out));
}
