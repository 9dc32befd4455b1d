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
  bool (*is_right)(aml_sv cell); /* NULL: any text is */
  const char *wanted;
} kinds[] = {
    [AML_COLUMN_TEXT] = {NULL, NULL},
    [AML_COLUMN_WHOLE] = {is_whole, "a whole number"},
    [AML_COLUMN_SHARE] = {is_share, "a whole number, or a share such as '1/6'"},
    [AML_COLUMN_NUMBER] = {is_number, "a number"},
    [AML_COLUMN_DATE] = {is_date, "a date, YYYY-MM-DD"},
    [AML_COLUMN_VERSION] = {is_version, "an API version"},
    [AML_COLUMN_PATTERN] = {aml_size_pattern_is_valid, "a pattern of names"},
    [AML_COLUMN_FLAG] = {is_flag, "'true' or 'false'"},
};

static const struct {
  aml_sv name;
  aml_column_kind kind;
} columns[] = {
#define AML_FACTS_COLUMN(name, kind) {AML_SV_CONST(#name), AML_COLUMN_##kind},
#include "facts/tables.def"
#undef AML_FACTS_COLUMN
};

aml_column_kind aml_column_kind_of(aml_sv column) {
  for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
    if (aml_sv_eq(column, columns[i].name)) {
      return columns[i].kind;
    }
  }
  return AML_COLUMN_TEXT;
}

const char *aml_column_wanted(aml_sv column, aml_sv cell) {
  aml_column_kind kind = aml_column_kind_of(column);
  return cell.len == 0 || kind == AML_COLUMN_TEXT || kinds[kind].is_right(cell) ? NULL : kinds[kind].wanted;
}
