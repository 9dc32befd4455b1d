#include "facts/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "facts/columns.h"

static aml_sv key_of(aml_sv row) {
  return aml_sv_slice(row, 0, aml_sv_find_char(row, ',', 0));
}

static aml_sv line_at(aml_sv text, size_t begin) {
  return aml_sv_slice(text, begin, aml_sv_find_char(text, '\n', begin));
}

/* The beginning of the line that holds `offset`, not before `least`. */
static size_t line_begin(aml_sv text, size_t offset, size_t least) {
  const char *before = memrchr(text.data + least, '\n', offset - least);
  return before == NULL ? least : (size_t)(before - text.data) + 1;
}

/* How many whole words of eight bytes are the same at `at` and in the key. */
static size_t count_same(aml_sv table, size_t at, aml_sv key) {
  size_t same = 0;
  size_t most = table.len - at < key.len ? table.len - at : key.len;
  for (; same + sizeof(uint64_t) <= most; same += sizeof(uint64_t)) {
    uint64_t ours = aml_load8(table.data + at + same, sizeof ours);
    uint64_t wanted = aml_load8(key.data + same, sizeof wanted);
    if (ours != wanted && aml_ascii_lower8(ours) != aml_ascii_lower8(wanted)) {
      break;
    }
  }
  return same;
}

/* Orders the key that begins at `at` and ends before a comma against `key`, which has none, without looking
 * for its end first. */
static int compare_key(aml_sv table, size_t at, aml_sv key) {
  for (size_t i = count_same(table, at, key);; i++) {
    char c = at + i < table.len ? table.data[at + i] : '\n';
    if (c == ',' || c == '\n') {
      return i == key.len ? 0 : -1;
    }
    if (i == key.len) {
      return 1;
    }
    int order = (unsigned char)aml_ascii_lower(c) - (unsigned char)aml_ascii_lower(key.data[i]);
    if (order != 0) {
      return order;
    }
  }
}

/* Where the first record begins whose key, cut to the length of the prefix, is ordered above `most` (-1
 * before the prefix, 0 the same). */
static size_t find_above(aml_sv table, aml_sv prefix, int most) {
  size_t begin = table.len - aml_table_records(table).len;
  size_t end = table.len;
  while (begin < end) {
    size_t at = line_begin(table, begin + (end - begin) / 2, begin);
    if (aml_sv_icmp(aml_sv_slice(key_of(line_at(table, at)), 0, prefix.len), prefix) <= most) {
      begin = at + line_at(table, at).len + 1;
    } else {
      end = at;
    }
  }
  return begin;
}

aml_sv aml_table_range(aml_sv table, aml_sv prefix) {
  return aml_sv_slice(table, find_above(table, prefix, -1), find_above(table, prefix, 0));
}

bool aml_table_find(aml_sv table, aml_sv key, aml_sv *row) {
  if (aml_sv_find_char(key, ',', 0) != AML_NPOS || aml_sv_find_char(key, '\n', 0) != AML_NPOS) {
    return false; /* no key of a table holds one */
  }
  size_t begin = table.len - aml_table_records(table).len;
  size_t end = table.len;
  while (begin < end) {
    size_t at = line_begin(table, begin + (end - begin) / 2, begin);
    int order = compare_key(table, at, key);
    if (order == 0) {
      *row = line_at(table, at);
      return true;
    }
    if (order < 0) {
      begin = at + line_at(table, at).len + 1;
    } else {
      end = at;
    }
  }
  return false;
}

/* Cuts the first field off a row; a field in double quotes ends at the next double quote. */
static aml_sv take_field(aml_sv *rest) {
  if (rest->len == 0 || rest->data[0] != '"') {
    return aml_sv_split(rest, ',');
  }
  size_t close = aml_sv_find_char(*rest, '"', 1);
  aml_sv field = aml_sv_slice(*rest, 1, close);
  size_t after = close == AML_NPOS ? rest->len : close + 1;
  if (after < rest->len && rest->data[after] == ',') {
    after++;
  }
  *rest = aml_sv_slice(*rest, after, rest->len);
  return field;
}

aml_sv aml_row_field(aml_sv row, size_t column) {
  aml_sv field = {0};
  for (size_t i = 0; i <= column; i++) {
    field = take_field(&row);
  }
  return field;
}

aml_record aml_record_new(aml_sv header, aml_sv row) {
  return (aml_record){.header = header, .row = row, .names = header, .cells = row};
}

bool aml_record_next(aml_record *record, aml_sv *column, aml_sv *cell) {
  if (record->names.len == 0) {
    return false;
  }
  *column = take_field(&record->names);
  *cell = take_field(&record->cells);
  return true;
}

/* Whether the column is the next one. Names of columns are plain words, so they need no splitting. */
static bool is_next(const aml_record *record, aml_sv column) {
  return aml_sv_starts(record->names, column) &&
         (record->names.len == column.len || record->names.data[column.len] == ',');
}

static aml_sv take_cell(aml_record *record, size_t name_len) {
  record->names = aml_sv_slice(record->names, name_len + 1, record->names.len);
  return take_field(&record->cells);
}

aml_sv aml_record_cell(aml_record *record, aml_sv column) {
  for (int round = 0; round < 2; round++) { /* to the end, and from the beginning */
    while (record->names.len > 0) {
      bool is_found = is_next(record, column);
      size_t name_len = is_found ? column.len : key_of(record->names).len;
      aml_sv cell = take_cell(record, name_len);
      if (is_found) {
        return cell;
      }
    }
    record->names = record->header;
    record->cells = record->row;
  }
  return (aml_sv){0};
}

size_t aml_row_width(aml_sv row) {
  size_t width = 1;
  bool is_quoted = false;
  for (size_t i = 0; i < row.len; i++) {
    if (row.data[i] == '"') {
      is_quoted = !is_quoted;
    } else if (row.data[i] == ',' && !is_quoted) {
      width++;
    }
  }
  return width;
}

aml_sv aml_table_records(aml_sv table) {
  aml_sv_split(&table, '\n');
  return table;
}

bool aml_table_next(aml_sv *rest, aml_sv *row) {
  if (rest->len == 0) {
    return false;
  }
  *row = aml_sv_split(rest, '\n');
  return true;
}

static int compare_rows(const void *a, const void *b) {
  return aml_sv_icmp(key_of(*(const aml_sv *)a), key_of(*(const aml_sv *)b));
}

typedef struct table_reading {
  aml_sv header;
  char *note;
  int line;
} table_reading;

/* Says what is wrong with the line; false. */
__attribute__((format(printf, 2, 3))) static bool refuse(const table_reading *r, const char *format, ...) {
  va_list args;
  int used = snprintf(r->note, AML_TABLE_NOTE_MAX, "line %d: ", r->line);
  va_start(args, format);
  (void)vsnprintf(r->note + used, AML_TABLE_NOTE_MAX - (size_t)used, format, args);
  va_end(args);
  return false;
}

static bool check_cells(const table_reading *r, aml_sv row) {
  enum { SHOWN_MAX = 40 };
  aml_sv names = r->header;
  while (names.len > 0) {
    aml_sv name = take_field(&names);
    aml_sv cell = take_field(&row);
    const char *wanted = aml_column_wanted(name, cell);
    if (wanted != NULL) {
      aml_sv shown = aml_sv_slice(cell, 0, SHOWN_MAX);
      return refuse(r, "'%.*s' is '%.*s'; expected %s", AML_SV_ARG(name), AML_SV_ARG(shown), wanted);
    }
  }
  return true;
}

static bool check_row(const table_reading *r, aml_sv row) {
  if (aml_row_width(row) != aml_row_width(r->header)) {
    return refuse(r, "the number of columns differs from the header's");
  }
  if (key_of(row).len == 0 || row.data[0] == '"') {
    return refuse(r, "the first column must be a plain key");
  }
  return check_cells(r, row);
}

/* Collects the records of a text whose first line must be the header; false with a note otherwise. */
static bool collect(
    aml_arena *arena, aml_sv text, aml_sv header, aml_texts *rows, char note[AML_TABLE_NOTE_MAX]) {
  bool has_header = false;
  table_reading r = {header, note, 1};
  for (; text.len > 0; r.line++) {
    aml_sv line = aml_sv_trim(aml_sv_split(&text, '\n'));
    if (line.len == 0 || line.data[0] == '#') {
      continue;
    }
    if (!has_header) {
      has_header = true;
      if (!aml_sv_eq(line, header)) {
        return refuse(&r, "the header is not that of the built-in table");
      }
    } else if (check_row(&r, line)) {
      AML_VEC_PUSH(arena, rows, line);
    } else {
      return false;
    }
  }
  r.line = 1;
  return has_header || refuse(&r, "the header is missing");
}

bool aml_table_read(
    aml_arena *arena, aml_sv text, aml_sv header, aml_sv *table, char note[AML_TABLE_NOTE_MAX]) {
  aml_texts rows = {0};
  if (!collect(arena, text, header, &rows, note)) {
    return false;
  }
  aml_sort(arena, rows.items, rows.count, sizeof *rows.items, compare_rows);
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_add(&out, header);
  aml_strbuf_add_char(&out, '\n');
  for (size_t i = 0; i < rows.count; i++) {
    aml_sv key = key_of(rows.items[i]);
    if (i > 0 && aml_sv_ieq(key, key_of(rows.items[i - 1]))) {
      snprintf(
          note, AML_TABLE_NOTE_MAX, "'%.*s' appears twice", (int)(key.len < 80 ? key.len : 80), key.data);
      return false;
    }
    aml_strbuf_add(&out, rows.items[i]);
    aml_strbuf_add_char(&out, '\n');
  }
  *table = aml_strbuf_view(&out);
  return true;
}
