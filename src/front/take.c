/* Which row takes which file, by its name. */
#include <string.h>

#include "front/front_end.h"
#include "source/paths.h"

/* This is asked of each file for each row, so it looks for the last letter of the name alone, which few
 * endings have. */
static bool has_ending(aml_sv name, const char *endings) {
  char last = name.len == 0 ? ' ' : aml_ascii_lower(name.data[name.len - 1]);
  const char *at = last == ' ' ? NULL : strchr(endings, last);
  for (; at != NULL; at = strchr(at + 1, last)) {
    if (at[1] != ' ' && at[1] != '\0') {
      continue;
    }
    const char *begin = at;
    while (begin > endings && begin[-1] != ' ') {
      begin--;
    }
    aml_sv ending = {begin, (size_t)(at + 1 - begin)};
    if (*begin == '.' ? aml_sv_iends(name, ending) : aml_sv_ieq(name, ending)) {
      return true;
    }
  }
  return false;
}

bool aml_front_end_takes_name(const aml_front_end *row, aml_sv name) {
  return has_ending(name, row->endings);
}

bool aml_front_end_takes(const aml_front_end *row, aml_sv path) {
  return has_ending(aml_path_name(path), row->endings);
}

const aml_front_end *aml_front_ends_of_name(const aml_front_ends *table, aml_sv path, bool is_read) {
  aml_sv name = aml_path_name(path);
  for (size_t i = 0; i < table->count; i++) {
    const aml_front_end *row = table->rows[i];
    if ((row->read != NULL) == is_read && has_ending(name, row->endings)) {
      return row;
    }
  }
  return NULL;
}

aml_take aml_front_ends_take(const aml_front_ends *table, aml_sv path) {
  aml_sv name = aml_path_name(path);
  aml_take take = aml_sv_find_char(name, '.', 0) == AML_NPOS ? AML_TAKE_BY_BYTES : AML_TAKE_NONE;
  for (size_t i = 0; i < table->count; i++) {
    const aml_front_end *row = table->rows[i];
    if (!has_ending(name, row->endings)) {
      continue;
    }
    if (row->read != NULL) {
      return AML_TAKE_READ;
    }
    take = AML_TAKE_SEARCH;
  }
  return take;
}

aml_take aml_front_ends_take_bytes(const aml_front_ends *table, aml_sv path, aml_sv text) {
  if (aml_front_ends_of_bytes(table, path, text, true) != NULL) {
    return AML_TAKE_READ;
  }
  return aml_front_ends_of_bytes(table, path, text, false) != NULL ? AML_TAKE_SEARCH : AML_TAKE_NONE;
}

const aml_front_end *aml_front_ends_of_bytes(
    const aml_front_ends *table, aml_sv path, aml_sv text, bool is_read) {
  bool has_ending_itself = aml_sv_find_char(aml_path_name(path), '.', 0) != AML_NPOS;
  if (has_ending_itself || aml_front_ends_take(table, path) != AML_TAKE_BY_BYTES) {
    return NULL;
  }
  for (size_t i = 0; i < table->count; i++) {
    const char *first = table->rows[i]->first_bytes;
    if (first != NULL && (table->rows[i]->read != NULL) == is_read && aml_sv_starts(text, aml_sv_of(first))) {
      return table->rows[i];
    }
  }
  return NULL;
}

static aml_take take_path(const void *table, aml_sv path) {
  return aml_front_ends_take(table, path);
}

static aml_take take_bytes(const void *table, aml_sv path, aml_sv text) {
  return aml_front_ends_take_bytes(table, path, text);
}

aml_taker aml_front_ends_taker(const aml_front_ends *table) {
  return (aml_taker){.table = table, .take = take_path, .take_bytes = take_bytes};
}
