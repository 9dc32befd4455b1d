/* Consistency of the data in rules/facts, as it is compiled in. */
#include "test.h"

#include <stdio.h>

#include "base/date.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/regex.h"
#include "facts/pattern.h"
#include "facts/store.h"

static aml_facts *open_facts(aml_arena *arena) {
  aml_error error;
  aml_facts *facts = aml_facts_new(arena, (aml_sv){0}, &error);
  assert_non_null(facts);
  return facts;
}

static void test_sorted_and_unique(void **state) {
  aml_facts *facts = open_facts(*state);
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    aml_sv rest = aml_table_records(facts->built_in[i]);
    size_t width =
        aml_row_width(aml_sv_slice(facts->built_in[i], 0, aml_sv_find_char(facts->built_in[i], '\n', 0)));
    aml_sv row;
    aml_sv before = {0};
    size_t count = 0;
    for (; aml_table_next(&rest, &row); count++) {
      aml_sv key = aml_row_field(row, 0);
      if (aml_sv_icmp(before, key) >= 0 || aml_row_width(row) != width) {
        fail_msg("table %zu: '%.*s'", i, AML_SV_ARG(row));
      }
      before = key;
    }
    assert_true(count >= 30);
  }
}

/* What the build says the digests of the tables are is what they are. */
static void test_digest_is_that_of_the_bytes(void **state) {
  aml_facts *facts = open_facts(*state);
  unsigned char digests[2 * AML_FACTS_TABLES][AML_SHA256_SIZE];
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    aml_sha256(facts->overrides[i], digests[2 * i]);
    aml_sha256(facts->built_in[i], digests[2 * i + 1]);
  }
  assert_sv_equal(aml_facts_digest(*state, facts),
      aml_sha256_hex(*state, (aml_sv){(const char *)digests, sizeof digests}));
}

/* YYYY, YYYY-MM or YYYY-MM-DD, and never a day that is not there. */
static bool is_date(aml_sv text) {
  char day[11] = "2000-01-01";
  aml_day parsed;
  if (text.len != 4 && text.len != 7 && text.len != 10) {
    return false;
  }
  memcpy(day, text.data, text.len);
  return aml_day_parse(aml_sv_of(day), &parsed);
}

static void test_every_record_has_source_and_date(void **state) {
  aml_facts *facts = open_facts(*state);
  aml_sv newest = {0};
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    aml_sv rest = aml_table_records(facts->built_in[i]);
    aml_sv row;
    while (i != AML_FACTS_SOURCES && aml_table_next(&rest, &row)) {
      aml_record record = aml_facts_record_of(facts, (aml_facts_table)i, row);
      aml_sv sources = aml_record_cell(&record, AML_SV("source"));
      aml_sv as_of = aml_record_cell(&record, AML_SV("as_of"));
      if (!is_date(as_of) || sources.len == 0) {
        fail_msg("no date or source: '%.*s'", AML_SV_ARG(row));
      }
      if (aml_sv_cmp(as_of, newest) > 0) {
        newest = as_of;
      }
      while (sources.len > 0) {
        aml_record source;
        aml_sv id = aml_sv_split(&sources, ' ');
        if (!aml_facts_record(facts, AML_FACTS_SOURCES, id, &source) ||
            aml_record_cell(&source, AML_SV("source")).len == 0) {
          fail_msg("no source '%.*s'", AML_SV_ARG(id));
        }
      }
    }
  }
  assert_sv_equal(aml_facts_version(facts), newest);
}

/* Whether one of the tables has the column, and every cell in it is what tables.def says. */
static bool is_column(aml_facts *facts, aml_sv wanted) {
  bool is_there = false;
  for (size_t i = 0; i < AML_FACTS_TABLES; i++) {
    aml_sv rest = aml_table_records(facts->built_in[i]);
    aml_sv row;
    while (aml_table_next(&rest, &row)) {
      aml_record record = aml_facts_record_of(facts, (aml_facts_table)i, row);
      aml_sv name;
      aml_sv cell;
      while (aml_record_next(&record, &name, &cell)) {
        is_there |= aml_sv_eq(name, wanted);
        if (aml_sv_eq(name, wanted) && aml_column_wanted(name, cell) != NULL) {
          return false;
        }
      }
    }
  }
  return is_there;
}

static void test_columns_are_what_they_are_said_to_be(void **state) {
  aml_facts *facts = open_facts(*state);
  static const char *const columns[] = {
#define AML_FACTS_COLUMN(name, kind) #name,
#include "facts/tables.def"
#undef AML_FACTS_COLUMN
  };
  for (size_t i = 0; i < COUNT(columns); i++) {
    if (!is_column(facts, aml_sv_of(columns[i]))) {
      fail_msg("column '%s'", columns[i]);
    }
  }
}

static void test_dates_and_successors_of_series(void **state) {
  aml_facts *facts = open_facts(*state);
  aml_sv rest = aml_table_records(facts->built_in[AML_FACTS_SERIES]);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    aml_series_fact series;
    assert_true(aml_facts_series(facts, aml_row_field(row, 0), &series));
    if ((aml_record_cell(&series.record, AML_SV("retires")).len > 0) != (series.retires != AML_DAY_NONE) ||
        (series.announced != AML_DAY_NONE && series.announced >= series.retires)) {
      fail_msg("dates of '%.*s'", AML_SV_ARG(series.key));
    }
    for (aml_sv keys = series.successors; keys.len > 0;) {
      aml_series_fact next;
      assert_true(aml_facts_series(facts, aml_sv_split(&keys, ' '), &next));
    }
    for (aml_sv pairs = series.retires_in_region; pairs.len > 0;) {
      aml_sv day = aml_sv_split(&pairs, ' ');
      aml_region_fact region;
      aml_day parsed;
      assert_true(aml_facts_region(facts, aml_sv_split(&day, '='), &region));
      assert_true(aml_day_parse(day, &parsed));
    }
  }
}

typedef struct series_pattern {
  aml_sv key, pattern;
  aml_regex *regex;
} series_pattern;

enum { SERIES_MAX = 512 };

static size_t read_patterns(aml_facts *facts, aml_arena *arena, series_pattern *out) {
  aml_sv rest = aml_table_records(facts->built_in[AML_FACTS_SERIES]);
  aml_sv row;
  size_t count = 0;
  while (aml_table_next(&rest, &row)) {
    assert_true(count < SERIES_MAX);
    aml_error error;
    series_pattern *p = &out[count++];
    p->key = aml_row_field(row, 0);
    p->pattern = aml_row_field(row, 1);
    p->regex = aml_regex_new(arena, p->pattern, AML_REGEX_IGNORE_CASE, &error);
    assert_non_null(p->regex);
    assert_true(aml_size_pattern_is_valid(p->pattern));
  }
  return count;
}

/* Each size fits the pattern of its own series and of no other; PCRE2 says the same of every pair as our
 * matcher. */
static void test_each_size_fits_one_series(void **state) {
  aml_arena *arena = *state;
  aml_facts *facts = open_facts(arena);
  series_pattern *patterns = AML_NEW_ARRAY(arena, series_pattern, SERIES_MAX);
  size_t count = read_patterns(facts, arena, patterns);
  aml_sv rest = aml_table_records(facts->built_in[AML_FACTS_SIZES]);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    aml_sv name = aml_row_field(row, 0);
    size_t fitting = 0;
    for (size_t i = 0; i < count; i++) {
      bool fits = aml_size_pattern_match(patterns[i].pattern, name);
      assert_int_equal(fits, aml_regex_match(patterns[i].regex, arena, name) == AML_REGEX_YES);
      fitting += fits;
      if (fits && !aml_sv_eq(patterns[i].key, aml_row_field(row, 1))) {
        fail_msg("'%.*s' fits '%.*s'", AML_SV_ARG(name), AML_SV_ARG(patterns[i].key));
      }
    }
    if (fitting != 1) {
      fail_msg("'%.*s' fits %zu series", AML_SV_ARG(name), fitting);
    }
  }
}

static void test_numbers_of_sizes(void **state) {
  aml_facts *facts = open_facts(*state);
  aml_sv rest = aml_table_records(facts->built_in[AML_FACTS_SIZES]);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    aml_size_fact size;
    assert_true(aml_facts_size(facts, aml_row_field(row, 0), &size));
    bool is_constrained = size.constrained_from.len > 0;
    bool is_verified = aml_sv_eq(aml_record_cell(&size.record, AML_SV("verified")), AML_SV("true"));
    bool is_complete = size.vcpus > 0 && size.usable_vcpus > 0 && size.memory_gib > 0;
    bool has_gpu_without_count =
        aml_record_cell(&size.record, AML_SV("gpu_model")).len > 0 && aml_sv_eq(size.gpu_count, AML_SV("0"));
    if ((is_verified && !is_complete) || size.usable_vcpus > size.vcpus || has_gpu_without_count) {
      fail_msg("numbers of '%.*s'", AML_SV_ARG(size.name));
    }
    aml_size_fact parent;
    if (is_constrained && !aml_facts_size(facts, size.constrained_from, &parent)) {
      fail_msg("'%.*s' comes from an unknown size", AML_SV_ARG(size.name));
    }
  }
}

static void test_regions_of_latency(void **state) {
  aml_facts *facts = open_facts(*state);
  aml_sv rest = aml_table_records(facts->built_in[AML_FACTS_LATENCY]);
  aml_sv row;
  size_t count = 0;
  for (; aml_table_next(&rest, &row); count++) {
    aml_sv to = aml_row_field(row, 0);
    aml_sv from = aml_sv_split(&to, '/');
    aml_region_fact region;
    aml_record back;
    assert_true(aml_facts_region(facts, from, &region) && aml_facts_region(facts, to, &region));
    assert_true(aml_facts_latency(facts, to, from, &back));
    assert_true(aml_facts_int(aml_record_cell(&back, AML_SV("milliseconds"))) > 0);
  }
  assert_int_equal(count, 54 * 53); /* all ordered pairs of the 54 regions measured */
}

static void test_pairs_of_regions(void **state) {
  aml_facts *facts = open_facts(*state);
  aml_sv rest = aml_table_records(facts->built_in[AML_FACTS_REGIONS]);
  aml_sv row;
  while (aml_table_next(&rest, &row)) {
    aml_region_fact region;
    aml_region_fact pair;
    assert_true(aml_facts_region(facts, aml_row_field(row, 0), &region));
    if (region.paired.len > 0 && !aml_facts_region(facts, region.paired, &pair)) {
      fail_msg("pair of '%.*s'", AML_SV_ARG(region.name));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(test_sorted_and_unique),
      TEST_CASE(test_digest_is_that_of_the_bytes),
      TEST_CASE(test_every_record_has_source_and_date),
      TEST_CASE(test_columns_are_what_they_are_said_to_be),
      TEST_CASE(test_dates_and_successors_of_series),
      TEST_CASE(test_each_size_fits_one_series),
      TEST_CASE(test_numbers_of_sizes),
      TEST_CASE(test_regions_of_latency),
      TEST_CASE(test_pairs_of_regions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
