#include "facts/store.h"

#include "base/embed.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "source/source.h"

#define AML_FACTS_TABLE(symbol, name, file) AML_EMBEDDED(aml_facts_##name)
#include "facts/tables.def"
#undef AML_FACTS_TABLE

static const struct {
  const char *file;
  const unsigned char *bytes;
  const size_t *size;
  const unsigned char *digest;
} tables[AML_FACTS_TABLES] = {
#define AML_FACTS_TABLE(symbol, name, file)                                                                  \
  [AML_FACTS_##symbol] = {file, aml_facts_##name, &aml_facts_##name##_size, aml_facts_##name##_sha256},
#include "facts/tables.def"
#undef AML_FACTS_TABLE
};

enum { OVERRIDE_BYTES_MAX = 16 << 20 };

typedef struct opening {
  aml_arena *arena;
  aml_sv folder;
  aml_agreed *agreed;
} opening;

/* Reads the override of one table where the folder has one; false when it is wrong. */
static bool read_override(aml_facts *facts, const opening *from, aml_facts_table table, aml_error *error) {
  aml_arena *arena = from->arena;
  aml_sv path = aml_sv_format(arena, "%.*s/%s", AML_SV_ARG(from->folder), tables[table].file);
  if (!aml_agreed_exists(from->agreed, arena, path)) {
    return true;
  }
  aml_source *source = aml_sources_add(aml_sources_new(arena), path, path);
  uint32_t bad_at = 0;
  if (aml_agreed_read(from->agreed, source, arena, OVERRIDE_BYTES_MAX, &bad_at, error) != AML_OK) {
    return false;
  }
  aml_sv rest = facts->built_in[table];
  char note[AML_TABLE_NOTE_MAX];
  if (!aml_table_read(arena, source->bytes, aml_sv_split(&rest, '\n'), &facts->overrides[table], note)) {
    aml_fail(error, AML_ERR_INPUT, "'%.*s' is not a table of facts: %s.", AML_SV_ARG(path), note);
    return false;
  }
  return true;
}

aml_facts *aml_facts_new(aml_arena *arena, aml_sv folder, aml_error *error) {
  return aml_facts_new_agreed(arena, folder, NULL, error);
}

aml_facts *aml_facts_new_agreed(aml_arena *arena, aml_sv folder, aml_agreed *agreed, aml_error *error) {
  const opening from = {arena, folder, agreed};
  aml_facts *facts = AML_NEW(arena, aml_facts);
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    facts->built_in[i] = (aml_sv){(const char *)tables[i].bytes, *tables[i].size};
  }
  if (folder.len > 0 && !aml_agreed_exists(agreed, arena, folder)) {
    aml_fail(error, AML_ERR_IO, "The folder of facts '%.*s' was not found.", AML_SV_ARG(folder));
    return NULL;
  }
  bool is_overridden = false;
  for (size_t i = 0; i < AML_FACTS_TABLES && folder.len > 0; i++) {
    if (!read_override(facts, &from, (aml_facts_table)i, error)) {
      return NULL;
    }
    is_overridden |= facts->overrides[i].len > 0;
  }
  if (folder.len > 0 && !is_overridden) {
    aml_fail(error, AML_ERR_INPUT, "'%.*s' contains no facts: it has no file such as '%s'.",
        AML_SV_ARG(folder), tables[AML_FACTS_SIZES].file);
    return NULL;
  }
  aml_record version;
  if (aml_facts_record(facts, AML_FACTS_LIMITS, AML_SV("facts.version"), &version)) {
    facts->version = aml_record_cell(&version, AML_SV("value"));
  }
  if (is_overridden) {
    facts->version = aml_sv_join(arena, facts->version, AML_SV(" with overrides"));
  }
  return facts;
}

const char *aml_facts_file_at(size_t i) {
  return i < AML_FACTS_TABLES ? tables[i].file : NULL;
}

bool aml_facts_table_parse(aml_sv name, aml_facts_table *out) {
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    if (aml_sv_eq(name, aml_facts_table_name(i))) {
      *out = (aml_facts_table)i;
      return true;
    }
  }
  return false;
}

aml_sv aml_facts_table_name(size_t i) {
  aml_sv file = i < AML_FACTS_TABLES ? aml_sv_of(tables[i].file) : (aml_sv){NULL, 0};
  return aml_sv_slice(file, 0, aml_sv_find_char(file, '.', 0));
}

bool aml_facts_are_same(const aml_facts *a, const aml_facts *b) {
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    if (!aml_sv_eq(a->overrides[i], b->overrides[i])) {
      return false;
    }
  }
  return true;
}

/* The digests of what is built in come from the build. */
aml_sv aml_facts_digest(aml_arena *arena, const aml_facts *facts) {
  aml_strbuf all;
  aml_strbuf_init(&all, arena, SIZE_MAX);
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    unsigned char digest[AML_SHA256_SIZE];
    aml_sha256(facts->overrides[i], digest);
    aml_strbuf_add(&all, (aml_sv){(const char *)digest, sizeof digest});
    aml_strbuf_add(&all, (aml_sv){(const char *)tables[i].digest, AML_SHA256_SIZE});
  }
  return aml_sha256_hex(arena, aml_strbuf_view(&all));
}

bool aml_facts_find(const aml_facts *facts, aml_facts_table table, aml_sv key, aml_sv *row) {
  return aml_table_find(facts->overrides[table], key, row) ||
         aml_table_find(facts->built_in[table], key, row);
}

aml_record aml_facts_record_of(const aml_facts *facts, aml_facts_table table, aml_sv row) {
  aml_sv rest = facts->built_in[table];
  return aml_record_new(aml_sv_split(&rest, '\n'), row);
}

bool aml_facts_record(const aml_facts *facts, aml_facts_table table, aml_sv key, aml_record *out) {
  aml_sv row;
  if (!aml_facts_find(facts, table, key, &row)) {
    return false;
  }
  *out = aml_facts_record_of(facts, table, row);
  return true;
}

static void find_nearer(aml_sv table, aml_sv word, size_t *least, aml_sv *nearest) {
  aml_sv rest = aml_table_records(table);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    size_t distance = aml_edit_distance(word, aml_row_field(row, 0), *least - 1);
    if (distance < *least) {
      *least = distance;
      *nearest = row;
    }
  }
}

aml_sv aml_facts_nearest(const aml_facts *facts, aml_facts_table table, aml_sv word) {
  size_t least = (word.len / 3 > 1 ? word.len / 3 : 1) + 1;
  aml_sv nearest = {0};
  find_nearer(facts->overrides[table], word, &least, &nearest);
  find_nearer(facts->built_in[table], word, &least, &nearest);
  return nearest;
}

static void consider_rows(aml_sv table, aml_spelling *spelling) {
  aml_sv rest = aml_table_records(table);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    aml_spelling_consider(spelling, aml_row_field(row, 0), (aml_sv){0});
  }
}

aml_sv aml_facts_respell(const aml_facts *facts, aml_facts_table table, aml_sv word) {
  aml_spelling spelling = aml_spelling_of(word);
  consider_rows(facts->overrides[table], &spelling);
  consider_rows(facts->built_in[table], &spelling);
  return aml_spelling_result(&spelling);
}

aml_sv aml_facts_version(const aml_facts *facts) {
  return facts->version;
}

aml_status aml_facts_admit(const aml_facts *facts, aml_day today, aml_error *error) {
  aml_day newest = 0;
  char text[AML_DAY_TEXT_SIZE];
  aml_sv date = aml_sv_slice(facts->version, 0, AML_DAY_TEXT_SIZE - 1);
  if (!aml_day_parse(date, &newest) || today >= newest) {
    return AML_OK;
  }
  aml_day_text(today, text);
  return aml_fail(error, AML_ERR_INPUT,
      "The system clock says '%s', but the facts are from '%.*s': correct the clock, or give the date with "
      "'--as-of'.",
      text, AML_SV_ARG(date));
}

int aml_facts_int(aml_sv field) {
  int64_t number = 0;
  return aml_int_parse(field, &number) && number >= 0 && number <= INT32_MAX ? (int)number : 0;
}
