/* Any text as the user's table of facts, of the kind that its first byte chooses, which is then asked for
 * what it holds and for what it does not. */
#include "facts/store.h"

#include "fuzz_documents.h"

enum { ROWS = 2 };

/* Everything that can be asked about one word. */
static void ask(aml_arena *arena, const aml_facts *facts, aml_sv word) {
  const aml_day day = aml_day_of(2026, 11, 27);
  aml_size_fact size;
  aml_series_fact series;
  aml_region_fact region;
  aml_record record;
  if (aml_facts_size(facts, word, &size)) {
    (void)aml_facts_successor_size(facts, size.name, day);
  }
  if (aml_facts_series(facts, word, &series) || aml_facts_series_of(facts, word, &series)) {
    (void)aml_facts_support(&series);
    (void)aml_facts_retires_in(facts, &series, word);
    (void)aml_facts_successors(facts, arena, series.key, day);
  }
  (void)aml_facts_region(facts, word, &region);
  (void)aml_facts_region(facts, aml_region_normalise(arena, word), &region);
  (void)aml_facts_latency(facts, word, AML_SV("westeurope"), &record);
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    (void)aml_facts_record(facts, (aml_facts_table)i, word, &record);
  }
}

static void ask_rows(fuzz_documents *documents, aml_facts *facts, aml_facts_table kind) {
  aml_sv rest = aml_table_records(facts->overrides[kind]);
  aml_sv row;
  for (int i = 0; i < ROWS && aml_table_next(&rest, &row); i++) {
    aml_sv key = aml_row_field(row, 0);
    aml_sv found;
    fuzz_check(
        aml_table_find(facts->overrides[kind], key, &found) && aml_sv_ieq(aml_row_field(found, 0), key));
    for (size_t column = 0; column < aml_row_width(row); column++) {
      ask(documents->arena, facts, aml_row_field(row, column));
    }
    (void)aml_facts_nearest(facts, kind, aml_sv_slice(key, 1, key.len));
  }
}

/* Leaves the headers of the built-in tables: their thousands of rows are ours, and cost more than all else.
 */
static void empty_built_in(aml_facts *facts) {
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    aml_sv *table = &facts->built_in[i];
    *table = aml_sv_slice(*table, 0, aml_sv_find_char(*table, '\n', 0) + 1);
  }
}

static void use_table(fuzz_documents *documents) {
  aml_error error;
  aml_sv text = documents->bytes;
  if (text.len == 0) {
    return;
  }
  aml_facts_table kind = (aml_facts_table)((unsigned char)text.data[0] % AML_FACTS_TABLES);
  aml_facts *facts = aml_facts_new(documents->arena, (aml_sv){NULL, 0}, &error);
  empty_built_in(facts);
  aml_sv header = facts->built_in[kind];
  header.len--;
  text = aml_sv_slice(text, 1, text.len);
  if (text.len > 0 && text.data[0] == '\n') { /* the header may be left out, so that the rows are tried */
    text = aml_sv_join(documents->arena, header, text);
  }
  char note[AML_TABLE_NOTE_MAX] = "";
  if (aml_table_read(documents->arena, text, header, &facts->overrides[kind], note)) {
    ask_rows(documents, facts, kind);
  } else {
    fuzz_check(note[0] != '\0');
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_parts_with(data, size, use_table);
  return 0;
}
