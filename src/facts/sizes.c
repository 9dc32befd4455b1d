/* VM sizes and series: records, membership, successors. */
#include <string.h>

#include "base/number.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "facts/pattern.h"
#include "facts/store.h"

enum {
  SUCCESSORS_MAX = 64, /* series looked at on the way from a retired one to current ones */
  SUCCESSORS_SHOWN = 4
};

static aml_day read_day(aml_sv text) {
  aml_day day;
  return aml_day_parse(text, &day) ? day : AML_DAY_NONE;
}

static void read_size(aml_record record, aml_size_fact *out) {
  out->record = record;
  out->name = aml_record_cell(&record, AML_SV("name"));
  out->series = aml_record_cell(&record, AML_SV("series"));
  out->vcpus = aml_facts_int(aml_record_cell(&record, AML_SV("vcpus")));
  out->usable_vcpus = aml_facts_int(aml_record_cell(&record, AML_SV("usable_vcpus")));
  if (!aml_double_parse(aml_record_cell(&record, AML_SV("memory_gib")), &out->memory_gib)) {
    out->memory_gib = 0;
  }
  out->gpu_count = aml_record_cell(&record, AML_SV("gpu_count"));
  out->architecture = aml_record_cell(&record, AML_SV("architecture"));
  out->constrained_from = aml_record_cell(&record, AML_SV("constrained_from"));
}

static void read_series(aml_record record, aml_series_fact *out) {
  out->record = record;
  out->key = aml_record_cell(&record, AML_SV("key"));
  out->pattern = aml_record_cell(&record, AML_SV("pattern"));
  out->announced = read_day(aml_record_cell(&record, AML_SV("announced")));
  out->retires = read_day(aml_record_cell(&record, AML_SV("retires")));
  out->retires_in_region = aml_record_cell(&record, AML_SV("retires_in_region"));
  out->retires_in_cloud = aml_record_cell(&record, AML_SV("retires_in_cloud"));
  out->successors = aml_record_cell(&record, AML_SV("successors"));
  out->aml_documented = aml_record_cell(&record, AML_SV("aml_documented"));
}

bool aml_facts_size(const aml_facts *facts, aml_sv name, aml_size_fact *out) {
  aml_record record;
  bool is_known = aml_facts_record(facts, AML_FACTS_SIZES, name, &record);
  if (is_known) {
    read_size(record, out);
  }
  return is_known;
}

bool aml_facts_series(const aml_facts *facts, aml_sv key, aml_series_fact *out) {
  aml_record record;
  bool is_known = aml_facts_record(facts, AML_FACTS_SERIES, key, &record);
  if (is_known) {
    read_series(record, out);
  }
  return is_known;
}

static bool match_series(const aml_facts *facts, aml_sv table, aml_sv size, aml_series_fact *out) {
  aml_sv rest = aml_table_records(table);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    aml_record record = aml_facts_record_of(facts, AML_FACTS_SERIES, row);
    if (aml_size_pattern_match(aml_record_cell(&record, AML_SV("pattern")), size)) {
      read_series(aml_facts_record_of(facts, AML_FACTS_SERIES, row), out);
      return true;
    }
  }
  return false;
}

bool aml_facts_series_of(const aml_facts *facts, aml_sv size, aml_series_fact *out) {
  aml_record known;
  if (aml_facts_record(facts, AML_FACTS_SIZES, size, &known)) {
    return aml_facts_series(facts, aml_record_cell(&known, AML_SV("series")), out);
  }
  return match_series(facts, facts->overrides[AML_FACTS_SERIES], size, out) ||
         match_series(facts, facts->built_in[AML_FACTS_SERIES], size, out);
}

aml_aml_support aml_facts_support(const aml_series_fact *series) {
  if (series->aml_documented.len == 0) {
    return AML_SUPPORT_UNLISTED;
  }
  return aml_sv_eq(series->aml_documented, AML_SV("clusters and instances"))
             ? AML_SUPPORT_CLUSTERS_AND_INSTANCES
             : AML_SUPPORT_OTHER;
}

aml_day aml_facts_retires_in(const aml_facts *facts, const aml_series_fact *series, aml_sv region) {
  aml_region_fact place;
  if (!aml_facts_region(facts, region, &place)) {
    return series->retires;
  }
  for (aml_sv rest = series->retires_in_region; rest.len > 0;) {
    aml_sv day = aml_sv_split(&rest, ' ');
    if (aml_sv_ieq(aml_sv_split(&day, '='), place.name)) {
      return read_day(day);
    }
  }
  bool is_elsewhere = series->retires_in_cloud.len > 0 && !aml_sv_ieq(series->retires_in_cloud, place.cloud);
  return is_elsewhere ? AML_DAY_NONE : series->retires;
}

static bool is_current(const aml_series_fact *series, aml_day as_of) {
  return series->retires == AML_DAY_NONE || (series->announced != AML_DAY_NONE && as_of < series->announced);
}

/* Series reached from one that ends, in the order found. */
typedef struct chain {
  aml_series_fact series[SUCCESSORS_MAX];
  size_t count;
} chain;

static void add_successors(const aml_facts *facts, chain *found, aml_sv keys) {
  while (keys.len > 0 && found->count < SUCCESSORS_MAX) {
    aml_series_fact next;
    bool is_new = aml_facts_series(facts, aml_sv_split(&keys, ' '), &next);
    for (size_t i = 0; i < found->count && is_new; i++) {
      is_new = !aml_sv_ieq(found->series[i].key, next.key);
    }
    if (is_new) {
      found->series[found->count++] = next;
    }
  }
}

/* Fills *found with current successors alone: documented ones where there are any, else all. */
static void follow(const aml_facts *facts, aml_sv series, aml_day as_of, chain *found) {
  aml_series_fact start;
  found->count = 0;
  if (!aml_facts_series(facts, series, &start)) {
    return;
  }
  add_successors(facts, found, start.successors);
  for (size_t i = 0; i < found->count; i++) {
    if (!is_current(&found->series[i], as_of)) {
      add_successors(facts, found, found->series[i].successors);
    }
  }
  bool has_documented = false;
  for (size_t i = 0; i < found->count; i++) {
    has_documented |=
        is_current(&found->series[i], as_of) && aml_facts_support(&found->series[i]) != AML_SUPPORT_UNLISTED;
  }
  size_t kept = 0;
  for (size_t i = 0; i < found->count; i++) {
    const aml_series_fact *next = &found->series[i];
    if (is_current(next, as_of) && !aml_sv_ieq(next->key, start.key) &&
        (!has_documented || aml_facts_support(next) != AML_SUPPORT_UNLISTED)) {
      found->series[kept++] = *next;
    }
  }
  found->count = kept;
}

aml_sv aml_facts_successors(const aml_facts *facts, aml_arena *arena, aml_sv series, aml_day as_of) {
  chain found;
  follow(facts, series, as_of, &found);
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  for (size_t i = 0; i < found.count && i < SUCCESSORS_SHOWN; i++) {
    if (i > 0) {
      aml_strbuf_add(&text, AML_SV(", "));
    }
    aml_strbuf_add(&text, found.series[i].key);
  }
  return aml_strbuf_view(&text);
}

static int whole_gpus(const aml_size_fact *size) {
  return aml_facts_int(size->gpu_count);
}

/* Whether `size` replaces `old` and is smaller than the best so far. */
static bool is_better(const aml_size_fact *size, const aml_size_fact *old, const aml_size_fact *best) {
  bool is_enough = size->usable_vcpus >= old->usable_vcpus && whole_gpus(size) >= whole_gpus(old) &&
                   size->constrained_from.len == 0 && !aml_sv_ieq(size->architecture, AML_SV("arm64"));
  bool is_first = best->name.len == 0;
  bool is_smaller =
      size->vcpus < best->vcpus || (size->vcpus == best->vcpus && size->memory_gib < best->memory_gib);
  return is_enough && (is_first || is_smaller);
}

/* Rows of the series are found by the text between their first two commas: reading 1,600 rows for a few would
 * be slow. */
static void find_smallest(
    const aml_facts *facts, aml_sv table, aml_sv series, const aml_size_fact *old, aml_size_fact *best) {
  char wanted[AML_SIZE_NAME_MAX + 2];
  if (table.len == 0 || series.len + 2 > sizeof wanted) {
    return;
  }
  wanted[0] = ',';
  memcpy(wanted + 1, series.data, series.len);
  wanted[series.len + 1] = ',';
  const char *end = table.data + table.len;
  for (const char *at = table.data; at < end;) {
    const char *hit = memmem(at, (size_t)(end - at), wanted, series.len + 2);
    if (hit == NULL) {
      return;
    }
    const char *line = memrchr(table.data, '\n', (size_t)(hit - table.data));
    const char *next = memchr(hit, '\n', (size_t)(end - hit));
    line = line == NULL ? table.data : line + 1;
    at = next == NULL ? end : next + 1;
    aml_size_fact size;
    read_size(aml_facts_record_of(facts, AML_FACTS_SIZES, (aml_sv){line, (size_t)(at - line)}), &size);
    if (aml_sv_eq(size.series, series) && is_better(&size, old, best)) {
      *best = size;
    }
  }
}

aml_sv aml_facts_successor_size(const aml_facts *facts, aml_sv size, aml_day as_of) {
  aml_size_fact old;
  aml_size_fact best = {0};
  if (!aml_facts_size(facts, size, &old)) {
    return best.name;
  }
  chain found;
  follow(facts, old.series, as_of, &found);
  for (size_t i = 0; i < found.count && best.name.len == 0; i++) {
    aml_sv beginning = aml_size_pattern_beginning(found.series[i].pattern);
    aml_sv built_in = aml_table_range(facts->built_in[AML_FACTS_SIZES], beginning);
    find_smallest(facts, facts->overrides[AML_FACTS_SIZES], found.series[i].key, &old, &best);
    find_smallest(facts, built_in, found.series[i].key, &old, &best);
  }
  return best.name;
}

/* "D4s_v5" of "Standard_D4s_v5", however the first word is spelt. */
static aml_sv without_tier(aml_sv name) {
  size_t end = 0;
  while (end < name.len && name.data[end] != '_' && name.data[end] != '-' && name.data[end] != ' ') {
    end++;
  }
  bool is_tier = end < name.len && aml_edit_distance(aml_sv_slice(name, 0, end), AML_SV("Standard"), 2) <= 2;
  return is_tier ? aml_sv_slice(name, end + 1, name.len) : name;
}

static bool is_letter(char c) {
  return aml_ascii_lower(c) >= 'a' && aml_ascii_lower(c) <= 'z';
}

/* The letters that a size begins with say what kind of machine it is: "NC", "D". */
static bool is_same_kind(aml_sv a, aml_sv b) {
  size_t i = 0;
  while (i < a.len && i < b.len && is_letter(a.data[i]) &&
         aml_ascii_lower(a.data[i]) == aml_ascii_lower(b.data[i])) {
    i++;
  }
  return i > 0 && (i == a.len || !is_letter(a.data[i])) && (i == b.len || !is_letter(b.data[i]));
}

/* How unlikely it is that `known` was meant: edits count most, then other digits, then another length. */
static size_t count_doubts(aml_sv written, aml_sv known) {
  size_t most = written.len / 3 > 1 ? written.len / 3 : 1;
  size_t edits = aml_same_word(written, known)    ? 0
                 : aml_sv_istarts(known, written) ? 1 /* the version is missing */
                 : is_same_kind(written, known)   ? aml_edit_distance(written, known, most)
                                                  : SIZE_MAX;
  size_t others = aml_same_digits(written, known) ? 0 : 2;
  return edits > most ? SIZE_MAX : 4 * edits + others + (written.len == known.len ? 0 : 1);
}

static void find_likelier(aml_sv table, aml_sv written, size_t *least, aml_sv *best) {
  aml_sv rest = aml_table_records(table);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    aml_sv name = aml_row_field(row, 0);
    size_t doubts = count_doubts(written, without_tier(name));
    if (doubts < *least) {
      *least = doubts;
      *best = name;
    }
  }
}

aml_sv aml_facts_suggest_size(const aml_facts *facts, aml_sv name) {
  aml_sv written = without_tier(name);
  aml_sv best = {0};
  size_t least = SIZE_MAX;
  if (written.len > 1) {
    find_likelier(facts->overrides[AML_FACTS_SIZES], written, &least, &best);
    find_likelier(facts->built_in[AML_FACTS_SIZES], written, &least, &best);
  }
  return best;
}

/* With the tier or without: either may hold the slip. */
static void consider_sizes(aml_sv table, aml_spelling *whole, aml_spelling *bare) {
  aml_sv rest = aml_table_records(table);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    aml_sv name = aml_row_field(row, 0);
    aml_spelling_consider(whole, name, (aml_sv){0});
    aml_spelling_consider(bare, name, without_tier(name));
  }
}

aml_sv aml_facts_respell_size(const aml_facts *facts, aml_sv name) {
  aml_spelling whole = aml_spelling_of(name);
  aml_spelling bare = aml_spelling_of(without_tier(name));
  consider_sizes(facts->overrides[AML_FACTS_SIZES], &whole, &bare);
  consider_sizes(facts->built_in[AML_FACTS_SIZES], &whole, &bare);
  aml_sv meant = aml_spelling_result(bare.distance < whole.distance ? &bare : &whole);
  return is_same_kind(without_tier(name), without_tier(meant)) ? meant : (aml_sv){0};
}

static bool find_family(const aml_facts *facts, aml_sv table, aml_sv name, size_t *least, aml_sv *near) {
  aml_sv rest = aml_table_records(table);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    aml_record record = aml_facts_record_of(facts, AML_FACTS_SIZES, row);
    aml_sv family = aml_record_cell(&record, AML_SV("quota_family"));
    size_t distance = family.len == 0 ? SIZE_MAX : aml_edit_distance(name, family, *least - 1);
    if (aml_sv_ieq(name, family)) {
      return true;
    }
    if (distance < *least) {
      *least = distance;
      *near = family;
    }
  }
  return false;
}

bool aml_facts_family(const aml_facts *facts, aml_sv name, aml_sv *near) {
  size_t least = name.len / 3 + 1;
  *near = (aml_sv){0};
  return name.len > 0 && (find_family(facts, facts->overrides[AML_FACTS_SIZES], name, &least, near) ||
                             find_family(facts, facts->built_in[AML_FACTS_SIZES], name, &least, near));
}
