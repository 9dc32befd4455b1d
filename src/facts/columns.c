#include "facts/columns.h"

#include "base/date.h"
#include "base/number.h"
#include "facts/pattern.h"

static bool is_whole(aml_sv cell) {
  int64_t number = 0;
  return aml_int_parse(cell, &number) && number >= 0 && number <= INT32_MAX;
}

/* GPUs come in parts, too: "1/6". */
static bool is_share(aml_sv cell) {
  aml_sv rest = cell;
  return is_whole(aml_sv_split(&rest, '/')) && (aml_sv_find_char(cell, '/', 0) == AML_NPOS || is_whole(rest));
}

static bool is_number(aml_sv cell) {
  double number = 0;
  return aml_double_parse(cell, &number) && number >= 0 && number <= INT32_MAX;
}

/* A year, a month or a day. */
static bool is_date(aml_sv cell) {
  static const char rest[] = "0000-01-01";
  enum { YEAR = 4, MONTH = 7, DAY = 10 };
  char whole[DAY];
  aml_day day;
  if (cell.len != YEAR && cell.len != MONTH && cell.len != DAY) {
    return false;
  }
  for (size_t i = 0; i < DAY; i++) {
    whole[i] = i < cell.len ? cell.data[i] : rest[i];
  }
  return aml_day_parse((aml_sv){whole, DAY}, &day);
}

static bool is_flag(aml_sv cell) {
  return aml_sv_eq(cell, AML_SV("true")) || aml_sv_eq(cell, AML_SV("false"));
}

/* Of an API: a date, and what kind of version it is: "2023-08-01-preview". */
static bool is_version(aml_sv cell) {
  enum { DAY = 10 };
  aml_sv kind = aml_sv_slice(cell, DAY, cell.len);
  return cell.len >= DAY && is_date(aml_sv_slice(cell, 0, DAY)) && (kind.len == 0 || kind.data[0] == '-');
}

static const struct {
  const char *column;
  bool (*is_right)(aml_sv cell);
  const char *wanted;
} columns[] = {
    {"vcpus", is_whole, "a whole number"},
    {"usable_vcpus", is_whole, "a whole number"},
    {"gpu_count", is_share, "a whole number, or a share such as '1/6',"},
    {"memory_gib", is_number, "a number"},
    {"milliseconds", is_whole, "a whole number"},
    {"as_of", is_date, "a date, YYYY-MM-DD,"},
    {"announced", is_date, "a date, YYYY-MM-DD,"},
    {"retires", is_date, "a date, YYYY-MM-DD,"},
    {"restricted_since", is_date, "a date, YYYY-MM-DD,"},
    {"closed_since", is_date, "a date, YYYY-MM-DD,"},
    {"first", is_version, "an API version"},
    {"first_stable", is_version, "an API version"},
    {"last", is_version, "an API version"},
    {"zones", is_whole, "a whole number"},
    {"pattern", aml_size_pattern_is_valid, "a pattern of names"},
    {"verified", is_flag, "'true' or 'false'"},
};

const char *aml_column_wanted(aml_sv column, aml_sv cell) {
  for (size_t i = 0; cell.len > 0 && i < sizeof columns / sizeof columns[0]; i++) {
    if (aml_sv_eq(column, aml_sv_of(columns[i].column)) && !columns[i].is_right(cell)) {
      return columns[i].wanted;
    }
  }
  return NULL;
}
