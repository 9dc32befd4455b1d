/* Answers checked by hand against the tables' own sources. */
#include "test.h"

#include <stdio.h>
#include <unistd.h>

#include "facts/facts.h"
#include "facts/query.h"

static aml_facts *open_facts(aml_arena *arena) {
  aml_error error;
  aml_facts *facts = aml_facts_new(arena, (aml_sv){0}, &error);
  assert_non_null(facts);
  return facts;
}

static void test_sizes_in_any_case(void **state) {
  aml_facts *facts = open_facts(*state);
  aml_size_fact size;
  assert_true(aml_facts_size(facts, AML_SV("STANDARD_nc6S_V3"), &size));
  assert_sv_equal(size.name, AML_SV("Standard_NC6s_v3"));
  assert_sv_equal(size.series, AML_SV("NCv3"));
  assert_int_equal(size.vcpus, 6);
  assert_true(size.memory_gib == 112);
  assert_sv_equal(size.gpu_count, AML_SV("1"));
  assert_sv_equal(aml_record_cell(&size.record, AML_SV("gpu_model")), AML_SV("NVIDIA Tesla V100"));
  assert_true(aml_facts_size(facts, AML_SV("Standard_E4-2s_v3"), &size));
  assert_int_equal(size.vcpus, 4);
  assert_int_equal(size.usable_vcpus, 2);
  assert_true(aml_facts_size(facts, AML_SV("standard_nv6ads_a10_v5"), &size));
  assert_sv_equal(size.gpu_count, AML_SV("1/6"));
  assert_false(aml_facts_size(facts, AML_SV("Standard_NC6_v3"), &size));
  assert_false(aml_facts_size(facts, AML_SV(""), &size));
}

static void test_ends_of_series(void **state) {
  aml_facts *facts = open_facts(*state);
  static const struct {
    const char *size, *key;
    int year, month, day;
  } cases[] = {
      {"Standard_NC6s_v3", "NCv3", 2025, 9, 30},
      {"Standard_DS3_v2", "DSv2", 2028, 5, 1},
      {"STANDARD_NC6", "NC", 2023, 9, 6},
      {"Standard_NV12s_v3", "NVv3", 2026, 9, 30},
      {"Standard_F4s_v2", "Fsv2", 2028, 11, 15},
      {"Standard_D4s_v3", "Dsv3", 2029, 11, 15},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_series_fact series;
    assert_true(aml_facts_series_of(facts, aml_sv_of(cases[i].size), &series));
    assert_sv_equal(series.key, aml_sv_of(cases[i].key));
    assert_int_equal(series.retires, aml_day_of(cases[i].year, cases[i].month, cases[i].day));
  }
  aml_series_fact current;
  assert_true(aml_facts_series_of(facts, AML_SV("Standard_D4s_v5"), &current));
  assert_int_equal(current.retires, AML_DAY_NONE);
  /* In no list, but the name fits. */
  assert_true(aml_facts_series_of(facts, AML_SV("Standard_D999s_v5"), &current));
  assert_sv_equal(current.key, AML_SV("Dsv5"));
  assert_false(aml_facts_series_of(facts, AML_SV("Standard_XYZ1"), &current));
}

static void test_end_depends_on_region(void **state) {
  aml_facts *facts = open_facts(*state);
  aml_series_fact series;
  assert_true(aml_facts_series(facts, AML_SV("ncv3"), &series));
  assert_int_equal(aml_facts_retires_in(facts, &series, AML_SV("West Europe")), aml_day_of(2025, 9, 30));
  assert_int_equal(aml_facts_retires_in(facts, &series, AML_SV("")), aml_day_of(2025, 9, 30));
  assert_int_equal(aml_facts_retires_in(facts, &series, AML_SV("US Gov Virginia")), aml_day_of(2026, 12, 31));
  assert_int_equal(aml_facts_retires_in(facts, &series, AML_SV("jioindiawest")), aml_day_of(2027, 6, 30));
  assert_true(aml_facts_series(facts, AML_SV("Dsv3"), &series));
  assert_int_equal(aml_facts_retires_in(facts, &series, AML_SV("usgovvirginia")), AML_DAY_NONE);
  assert_int_equal(aml_facts_retires_in(facts, &series, AML_SV("eastus")), aml_day_of(2029, 11, 15));
}

static void test_successors(void **state) {
  aml_arena *arena = *state;
  aml_facts *facts = open_facts(arena);
  aml_day today = aml_day_of(2026, 11, 27);
  static const struct {
    const char *series, *successors;
  } cases[] = {
      {"NCv3", "NCads_H100_v5, NCasT4_v3"},     /* NVads are not documented for Azure ML */
      {"ND", "NCasT4_v3, NDv2, NCads_H100_v5"}, /* NCv3 is retired itself: its successors */
      {"NV", "NCasT4_v3"},                      /* NVv3 and NVv4 are retired: through NVv3 */
      {"DSv2", "Dsv5, Ddsv5, Dasv5, Dadsv5"},   /* none documented: the first four */
      {"A_Basic", "Bsv2, Basv2, Dsv5, Ddv5"},   /* through Av2, which is announced */
      {"M192isv2", ""},
      {"Dsv5", ""},
      {"nosuch", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv successors = aml_facts_successors(facts, arena, aml_sv_of(cases[i].series), today);
    assert_sv_equal(successors, aml_sv_of(cases[i].successors));
  }
  /* Before its own end was announced (2025-04-15) NVv3 was a successor of NV, and documented as NVv4 was not.
   */
  assert_sv_equal(aml_facts_successors(facts, arena, AML_SV("NV"), aml_day_of(2025, 1, 1)), AML_SV("NVv3"));
}

static void test_successor_sizes(void **state) {
  aml_arena *arena = *state;
  aml_facts *facts = open_facts(arena);
  aml_day today = aml_day_of(2026, 11, 27);
  static const struct {
    const char *size, *successor;
  } cases[] = {
      {"Standard_DS3_v2", "Standard_D4s_v5"},
      {"Standard_NC6s_v3", "Standard_NC40ads_H100_v5"},
      {"Standard_NC6", "Standard_NC8as_T4_v3"},
      {"Standard_NC24s_v3", "Standard_NC64as_T4_v3"}, /* four GPUs, but H100 sizes have one or two */
      {"Standard_nosuch", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_sv size = aml_facts_successor_size(facts, aml_sv_of(cases[i].size), today);
    assert_sv_equal(size, aml_sv_of(cases[i].successor));
  }
}

static void test_suggestions(void **state) {
  aml_facts *facts = open_facts(*state);
  static const char *const sizes[][2] = {
      {"Standard_NC6s_v33", "Standard_NC6s_v3"},
      {"ds3_v2", "Standard_DS3_v2"},
      {"D4s_v5", "Standard_D4s_v5"},
      {"Standard_DS3v2", "Standard_DS3_v2"},
      {"Standrd_D4s_v5", "Standard_D4s_v5"},
      {"Standard-D4s-v5", "Standard_D4s_v5"},
      {"Standard_E4sd_v5", "Standard_E4ds_v5"}, /* letters change places sooner than digits change */
      {"Standard_D8_ds_v5", "Standard_D8ds_v5"},
      {"Standard_NC4as_T4", "Standard_NC4as_T4_v3"},
      {"Standard_NC24ads_A100", "Standard_NC24ads_A100_v4"},
      {"Standard_ND40s_v2", "Standard_ND40rs_v2"},
      {"Standard_ND96zz_v9", ""}, /* a D size has no GPU */
      {"Standard_F4s_v3", "Standard_F4s_v2"},
      {"Standard_", ""},
      {"small", ""},
      {"", ""},
      {"completely different", ""},
  };
  for (size_t i = 0; i < COUNT(sizes); i++) {
    assert_sv_equal(aml_facts_suggest_size(facts, aml_sv_of(sizes[i][0])), aml_sv_of(sizes[i][1]));
  }
  assert_sv_equal(aml_facts_suggest_region(facts, AML_SV("West Eurpe")), AML_SV("westeurope"));
  assert_sv_equal(aml_facts_suggest_region(facts, AML_SV("eatsus")), AML_SV("eastus"));
  assert_sv_equal(aml_facts_suggest_region(facts, AML_SV("")), AML_SV(""));
}

static void test_regions_and_latency(void **state) {
  aml_arena *arena = *state;
  aml_facts *facts = open_facts(arena);
  aml_region_fact region;
  assert_true(aml_facts_region(facts, AML_SV("West Europe"), &region));
  assert_sv_equal(region.name, AML_SV("westeurope"));
  aml_record record;
  assert_true(aml_facts_region_record(facts, AML_SV("West Europe"), &record));
  assert_sv_equal(aml_record_cell(&record, AML_SV("geography_group")), AML_SV("Europe"));
  assert_false(aml_facts_region(facts, AML_SV("west-europe"), &region));
  assert_true(aml_facts_region(facts, AML_SV("europe"), &region));
  assert_sv_equal(region.availability, AML_SV("logical"));
  assert_sv_equal(aml_region_normalise(arena, AML_SV("West US 2")), AML_SV("westus2"));
  aml_record latency;
  assert_true(aml_facts_latency(facts, AML_SV("East US"), AML_SV("WestEurope"), &latency));
  assert_sv_equal(aml_record_cell(&latency, AML_SV("milliseconds")), AML_SV("89"));
  assert_sv_equal(aml_record_cell(&latency, AML_SV("statistic")), AML_SV("P95"));
  assert_sv_equal(aml_record_cell(&latency, AML_SV("as_of")), AML_SV("2026-07-30"));
  assert_false(aml_facts_latency(facts, AML_SV("eastus"), AML_SV("chilecentral"), &latency));
  assert_false(aml_facts_latency(facts, AML_SV("eastus"), AML_SV("eastus"), &latency));
}

static void test_limits(void **state) {
  aml_facts *facts = open_facts(*state);
  aml_record limit;
  assert_true(aml_facts_record(facts, AML_FACTS_LIMITS, AML_SV("cluster.name.length.max"), &limit));
  assert_sv_equal(aml_record_cell(&limit, AML_SV("value")), AML_SV("24"));
  assert_false(aml_facts_record(facts, AML_FACTS_LIMITS, AML_SV("cluster.colour"), &limit));
}

static void test_query_text(void **state) {
  aml_arena *arena = *state;
  aml_facts *facts = open_facts(arena);
  aml_query query = {
      .kind = AML_QUERY_SIZE, .name = AML_SV("standard_nc6s_v3"), .as_of = aml_day_of(2026, 11, 27)};
  aml_sv text;
  assert_true(aml_facts_query(facts, arena, &query, AML_QUERY_TEXT, &text));
  assert_true(aml_sv_starts(text, AML_SV("name: Standard_NC6s_v3\nvcpus: 6\nmemory_gib: 112\ngpus: 1\n")));
  assert_true(aml_sv_find(text, AML_SV("status: retired on 2025-09-30, 423 days ago\n"), 0) != AML_NPOS);
  assert_true(aml_sv_find(text, AML_SV("\nsource: kubernetes/autoscaler "), 0) != AML_NPOS);
  query = (aml_query){.kind = AML_QUERY_REGION, .name = AML_SV("westeurop")};
  assert_false(aml_facts_query(facts, arena, &query, AML_QUERY_TEXT, &text));
  assert_sv_equal(text, AML_SV("No region 'westeurop' is known; did you mean 'westeurope'?"));
}

static void test_query_json(void **state) {
  aml_arena *arena = *state;
  aml_facts *facts = open_facts(arena);
  aml_query query = {.kind = AML_QUERY_LATENCY, .name = AML_SV("East US"), .other = AML_SV("westeurope")};
  aml_sv text;
  assert_true(aml_facts_query(facts, arena, &query, AML_QUERY_JSON, &text));
  assert_true(aml_sv_starts(
      text, AML_SV("{\n  \"from\": \"eastus\",\n  \"to\": \"westeurope\",\n  \"milliseconds\": 89,\n")));
  assert_true(aml_sv_ends(text, AML_SV("\n}\n")));
}

static void write_file(const char *folder, const char *name, const char *text) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static void remove_file(const char *folder, const char *name) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  assert_int_equal(unlink(path), 0);
}

static void test_properties_by_version(void **state) {
  aml_facts *facts = open_facts(*state);
  static const struct {
    const char *key, *version;
    bool is_in;
  } cases[] = {
      {"workspaces/computes AmlCompute properties.properties.enableNodePublicIp", "2020-05-15-preview", true},
      {"workspaces/computes AmlCompute properties.properties.enableNodePublicIp", "2020-08-01", false},
      {"workspaces/computes AmlCompute properties.properties.enableNodePublicIp", "2021-01-01", true},
      {"workspaces/computes amlcompute properties.disablelocalauth", "2021-01-01", false},
      {"workspaces/computes AmlCompute properties.disableLocalAuth", "2021-04-01", true},
      {"workspaces/computes AmlCompute properties.properties.remoteLoginPortPublicAccess", "2018-11-19",
          false},
      {"workspaces - properties.managedNetwork", "2023-04-01", false},
      {"workspaces - properties.managedNetwork", "2023-04-01-preview", true},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_property_fact fact;
    assert_true(aml_facts_property(facts, aml_sv_of(cases[i].key), &fact));
    assert_true(aml_facts_api_version(facts, aml_sv_of(cases[i].version)));
    assert_int_equal(aml_property_is_in(&fact, aml_sv_of(cases[i].version)), cases[i].is_in);
  }
  aml_property_fact none;
  assert_false(aml_facts_property(facts, AML_SV("workspaces/computes AmlCompute properties.x"), &none));
  assert_false(aml_facts_api_version(facts, AML_SV("2020-07-07")));
}

static void test_overrides(void **state) {
  aml_arena *arena = *state;
  char folder[] = "/tmp/amlint-facts-XXXXXX";
  assert_non_null(mkdtemp(folder));
  write_file(folder, "regions.csv",
      "# "
      "ours\nname,display_name,geography,geography_group,paired,cloud,availability,zones,source,as_of,"
      "verified,note\n"
      "moonbase1,Moon Base 1,Moon,,,AzureCloud,public,3,general-knowledge,2027-01-01,true,\n"
      "westeurope,Western Europe,,,,AzureCloud,public,3,general-knowledge,2027-01-01,true,\n");
  aml_error error;
  aml_facts *facts = aml_facts_new(arena, aml_sv_of(folder), &error);
  assert_non_null(facts);
  aml_region_fact region;
  assert_true(aml_facts_region(facts, AML_SV("Moon Base 1"), &region));
  assert_true(aml_facts_region(facts, AML_SV("westeurope"), &region));
  aml_record record;
  assert_true(aml_facts_region_record(facts, AML_SV("westeurope"), &record));
  assert_sv_equal(aml_record_cell(&record, AML_SV("display_name")), AML_SV("Western Europe"));
  assert_true(aml_facts_region(facts, AML_SV("eastus"), &region));
  assert_sv_equal(aml_facts_version(facts), AML_SV("2026-11-28 with overrides"));

  write_file(folder, "regions.csv", "name,display_name\nx,y\n");
  assert_null(aml_facts_new(arena, aml_sv_of(folder), &error));
  assert_int_equal(error.status, AML_ERR_INPUT);
  assert_non_null(strstr(error.text, "/regions.csv' is not a table of facts: line 1: the header"));
  remove_file(folder, "regions.csv");
  assert_int_equal(rmdir(folder), 0);
  assert_null(aml_facts_new(arena, aml_sv_of(folder), &error));
  assert_int_equal(error.status, AML_ERR_IO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(test_sizes_in_any_case),
      TEST_CASE(test_ends_of_series),
      TEST_CASE(test_end_depends_on_region),
      TEST_CASE(test_successors),
      TEST_CASE(test_successor_sizes),
      TEST_CASE(test_suggestions),
      TEST_CASE(test_regions_and_latency),
      TEST_CASE(test_limits),
      TEST_CASE(test_query_text),
      TEST_CASE(test_query_json),
      TEST_CASE(test_properties_by_version),
      TEST_CASE(test_overrides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
