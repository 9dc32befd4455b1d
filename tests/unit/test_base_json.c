#include "base/json.h"

#include <cjson/cJSON.h>
#include <math.h>

#include "base/number.h"
#include "base/strbuf.h"
#include "kept_bytes.h"
#include "test.h"

typedef struct fixture {
  aml_strbuf text;
  aml_json json;
} fixture;

static void begin(fixture *f, aml_arena *arena, aml_json_style style) {
  aml_strbuf_init(&f->text, arena, SIZE_MAX);
  aml_json_init(&f->json, keep, &f->text, style);
}

static aml_sv end(fixture *f) {
  assert_true(aml_json_finish(&f->json));
  return aml_strbuf_view(&f->text);
}

static void write_sample(aml_json *json) {
  aml_json_begin_object(json);
  aml_json_member_string(json, "name", AML_SV("gpu"));
  aml_json_member_int(json, "count", INT64_MIN);
  aml_json_key(json, AML_SV("empty"));
  aml_json_begin_array(json);
  aml_json_end_array(json);
  aml_json_key(json, AML_SV("list"));
  aml_json_begin_array(json);
  aml_json_double(json, 0.1);
  aml_json_null(json);
  aml_json_begin_object(json);
  aml_json_end_object(json);
  aml_json_bool(json, true);
  aml_json_end_array(json);
  aml_json_member_bool(json, "last", false);
  aml_json_end_object(json);
}

static void writes_both_styles(void **state) {
  fixture f;
  begin(&f, *state, AML_JSON_PRETTY);
  write_sample(&f.json);
  assert_sv_equal(end(&f), AML_SV("{\n"
                                  "  \"name\": \"gpu\",\n"
                                  "  \"count\": -9223372036854775808,\n"
                                  "  \"empty\": [],\n"
                                  "  \"list\": [\n"
                                  "    0.1,\n"
                                  "    null,\n"
                                  "    {},\n"
                                  "    true\n"
                                  "  ],\n"
                                  "  \"last\": false\n"
                                  "}\n"));
  begin(&f, *state, AML_JSON_COMPACT);
  write_sample(&f.json);
  assert_sv_equal(end(&f), AML_SV("{\"name\":\"gpu\",\"count\":-9223372036854775808,\"empty\":[],"
                                  "\"list\":[0.1,null,{},true],\"last\":false}"));
}

static bool watch(void *ctx, const char *bytes, size_t n) {
  aml_strbuf_add(ctx, (aml_sv){bytes, n});
  return true;
}

/* Whatever the style: what is watched is the compact text. */
static void shows_all_but_the_layout(void **state) {
  fixture f;
  aml_strbuf seen;
  begin(&f, *state, AML_JSON_COMPACT);
  write_sample(&f.json);
  aml_sv compact = end(&f);
  begin(&f, *state, AML_JSON_PRETTY);
  aml_strbuf_init(&seen, *state, SIZE_MAX);
  aml_json_buffer buffer;
  aml_json_watch(&f.json, &buffer, watch, &seen);
  write_sample(&f.json);
  aml_json_unwatch(&f.json);
  (void)end(&f);
  assert_sv_equal(aml_strbuf_view(&seen), compact);
}

/* Longer than what is kept back. */
static void shows_long_texts_whole(void **state) {
  enum { LENGTH = 3 * AML_JSON_BUFFER + 1 };
  fixture f;
  aml_strbuf seen;
  aml_json_buffer buffer;
  aml_sv text = aml_sv_format(*state, "%0*d", LENGTH, 0);
  begin(&f, *state, AML_JSON_PRETTY);
  aml_strbuf_init(&seen, *state, SIZE_MAX);
  aml_json_watch(&f.json, &buffer, watch, &seen);
  aml_json_begin_array(&f.json);
  aml_json_string(&f.json, text);
  aml_json_end_array(&f.json);
  aml_json_unwatch(&f.json);
  assert_sv_equal(end(&f), aml_sv_format(*state, "[\n  \"%.*s\"\n]\n", AML_SV_ARG(text)));
  assert_sv_equal(aml_strbuf_view(&seen), aml_sv_format(*state, "[\"%.*s\"]", AML_SV_ARG(text)));
}

static void indents_deep_levels(void **state) {
  enum { DEEP = 20 };
  fixture f;
  begin(&f, *state, AML_JSON_PRETTY);
  for (int i = 0; i < DEEP; i++) {
    aml_json_begin_array(&f.json);
  }
  aml_json_bool(&f.json, true);
  for (int i = 0; i < DEEP; i++) {
    aml_json_end_array(&f.json);
  }
  aml_sv text = end(&f);
  for (size_t level = 1; level <= DEEP; level++) {
    aml_sv line = aml_sv_format(*state, "\n%*s%s\n", (int)(2 * level), "", level < DEEP ? "[" : "true");
    assert_int_not_equal(aml_sv_find(text, line, 0), AML_NPOS);
  }
}

static void writes_words(void **state) {
  fixture f;
  begin(&f, *state, AML_JSON_COMPACT);
  aml_json_begin_object(&f.json);
  aml_json_member_word(&f.json, "state", "drifted");
  aml_json_member_string(&f.json, "path", AML_SV("a b/c [1]\x7F\xC3\xA4"));
  aml_json_end_object(&f.json);
  assert_sv_equal(end(&f), AML_SV("{\"state\":\"drifted\",\"path\":\"a b/c [1]\x7F\xC3\xA4\"}"));
}

static void escapes_strings(void **state) {
  static const struct {
    aml_sv text, written;
  } cases[] = {
      {AML_SV_CONST("a\"b\\c/"), AML_SV_CONST("\"a\\\"b\\\\c/\"")},
      {AML_SV_CONST("\b\f\n\r\t\x01\x1f\x7f"), AML_SV_CONST("\"\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\"")},
      {AML_SV_CONST("##[a##VSO[b#[["), AML_SV_CONST("\"##\\u005ba##VSO\\u005bb#[[\"")},
      {AML_SV_CONST("a\0b"), AML_SV_CONST("\"a\xEF\xBF\xBD"
                                          "b\"")},
      {AML_SV_CONST("\xC3\xA4\xF0\x9F\x98\x80\xE2\x80\xA8"),
          AML_SV_CONST("\"\xC3\xA4\xF0\x9F\x98\x80\xE2\x80\xA8\"")},
      {AML_SV_CONST("x\xFFy\xC3"), AML_SV_CONST("\"x\xEF\xBF\xBDy\xEF\xBF\xBD\"")},
      {AML_SV_CONST("\xED\xA0\x80"), AML_SV_CONST("\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"")},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    fixture f;
    begin(&f, *state, AML_JSON_COMPACT);
    aml_json_string(&f.json, cases[i].text);
    assert_sv_equal(end(&f), cases[i].written);
  }
}

/* cJSON reads back every byte that a string can hold, beside the two that are replaced. */
static void is_read_back_by_cjson(void **state) {
  aml_strbuf expected;
  aml_strbuf_init(&expected, *state, SIZE_MAX);
  for (uint32_t c = 1; c < 0x11000; c += c < 0x800 ? 1 : 97) {
    if (c < 0xD800 || c > 0xDFFF) {
      aml_strbuf_add_code_point(&expected, c);
    }
  }
  fixture f;
  begin(&f, *state, AML_JSON_PRETTY);
  aml_json_begin_object(&f.json);
  aml_json_key(&f.json, aml_strbuf_view(&expected));
  aml_json_string(&f.json, aml_strbuf_view(&expected));
  aml_json_end_object(&f.json);
  cJSON *root = cJSON_Parse(aml_sv_cstr(*state, end(&f)));
  assert_non_null(root);
  assert_sv_equal(aml_sv_of(root->child->string), aml_strbuf_view(&expected));
  assert_sv_equal(aml_sv_of(root->child->valuestring), aml_strbuf_view(&expected));
  cJSON_Delete(root);
}

static void says_deep_nesting(void **state) {
  for (int depth = AML_JSON_DEPTH; depth <= AML_JSON_DEPTH + 1; depth++) {
    fixture f;
    begin(&f, *state, AML_JSON_COMPACT);
    for (int i = 0; i < depth; i++) {
      aml_json_begin_array(&f.json);
    }
    for (int i = 0; i < depth; i++) {
      aml_json_end_array(&f.json);
    }
    assert_int_equal(aml_json_finish(&f.json), depth == AML_JSON_DEPTH);
  }
}

static bool refuse_second(void *ctx, const char *bytes, size_t n) {
  (void)bytes;
  (void)n;
  int *calls = ctx;
  return ++*calls < 2;
}

static void stops_when_the_sink_refuses(void **state) {
  (void)state;
  aml_json json;
  int calls = 0;
  aml_json_init(&json, refuse_second, &calls, AML_JSON_COMPACT);
  aml_json_begin_array(&json);
  for (int i = 0; i < 10000; i++) {
    aml_json_int(&json, i);
  }
  aml_json_end_array(&json);
  assert_false(aml_json_finish(&json));
  assert_int_equal(calls, 2);
}

/* As ECMAScript writes them, which most JSON in the world follows. */
static void writes_shortest_doubles(void **state) {
  (void)state;
  static const struct {
    double number;
    const char *text;
  } cases[] = {
      {0, "0"},
      {-0.0, "-0"},
      {1, "1"},
      {-1.5, "-1.5"},
      {0.1, "0.1"},
      {1e14, "100000000000000"},
      {1e21, "1e21"},
      {123456.789, "123456.789"},
      {1.25e-5, "0.0000125"},
      {1e-7, "1e-7"},
      {5e-324, "5e-324"},
      {1.7976931348623157e308, "1.7976931348623157e308"},
      {2.0 / 3, "0.6666666666666666"},
      {9007199254740993.0, "9007199254740992"},
      {1.5e300, "1.5e300"},
      {120, "120"},
      {0.5, "0.5"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char text[AML_NUMBER_TEXT_SIZE];
    size_t n = aml_double_text(cases[i].number, text);
    assert_string_equal(text, cases[i].text);
    assert_int_equal(n, strlen(cases[i].text));
  }
}

static void doubles_survive_the_round_trip(void **state) {
  (void)state;
  uint64_t bits = 88172645463325252U;
  for (int i = 0; i < 5000; i++) {
    bits ^= bits << 13; /* xorshift: any sequence that meets many exponents will do */
    bits ^= bits >> 7;
    bits ^= bits << 17;
    double number;
    memcpy(&number, &bits, sizeof number);
    if (!isfinite(number)) {
      continue;
    }
    char text[AML_NUMBER_TEXT_SIZE];
    size_t n = aml_double_text(number, text);
    double back;
    assert_true(aml_double_parse((aml_sv){text, n}, &back));
    double oracle = strtod(text, NULL);
    assert_memory_equal(&back, &number, sizeof number);
    assert_memory_equal(&oracle, &number, sizeof number);
  }
}

static void reads_numbers(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool is_good;
    double number;
  } cases[] = {
      {"0", true, 0},
      {"-0.0e5", true, 0},
      {"12.50", true, 12.5},
      {"1E3", true, 1000},
      {"1e-2", true, .01},
      {"1e+2", true, 100},
      {"0.000001", true, 1e-6},
      {"100000000000000000000", true, 1e20},
      {"", false, 0},
      {"-", false, 0},
      {"01", false, 0},
      {"1.", false, 0},
      {".5", false, 0},
      {"1e", false, 0},
      {"+1", false, 0},
      {"1 ", false, 0},
      {"0x10", false, 0},
      {"NaN", false, 0},
      {"1,5", false, 0},
      {"1e-999999999999", true, 0},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    double number = 0;
    bool is_good = aml_double_parse(aml_sv_of(cases[i].text), &number);
    if (is_good != cases[i].is_good || (is_good && fabs(number - cases[i].number) > 0)) {
      fail_msg("'%s' gives %g", cases[i].text, number);
    }
  }
  double number;
  assert_false(aml_double_parse(AML_SV("-1e999"), &number));
  assert_true(isinf(number) && number < 0);
}

/* 2^53 + 1 lies half-way between two doubles: only the last of a thousand digits says which is nearer. */
static void minds_the_last_digit(void **state) {
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  aml_strbuf_add(&text, AML_SV("9007199254740993."));
  for (int i = 0; i < 2000; i++) {
    aml_strbuf_add_char(&text, '0');
  }
  double number;
  assert_true(aml_double_parse(aml_strbuf_view(&text), &number));
  assert_true(number <= 9007199254740992.0);
  aml_strbuf_add_char(&text, '1');
  assert_true(aml_double_parse(aml_strbuf_view(&text), &number));
  assert_true(number >= 9007199254740994.0);
}

static void reads_integers(void **state) {
  (void)state;
  int64_t n;
  assert_true(aml_int_parse(AML_SV("-9223372036854775808"), &n) && n == INT64_MIN);
  assert_true(aml_int_parse(AML_SV("9223372036854775807"), &n) && n == INT64_MAX);
  assert_true(aml_int_parse(AML_SV("+007"), &n) && n == 7);
  static const char *const bad[] = {
      "", "-", "+", "9223372036854775808", "-9223372036854775809", "1.0", " 1", "1a"};
  for (size_t i = 0; i < COUNT(bad); i++) {
    assert_false(aml_int_parse(aml_sv_of(bad[i]), &n));
  }
}

static void add_item(aml_json *json, int64_t number) {
  aml_json_begin_object(json);
  aml_json_member_int(json, "n", number);
  aml_json_end_object(json);
}

/* Items of an array that other writers write are as if one had written all. */
static void joins_items(void **state) {
  static const aml_json_style styles[] = {AML_JSON_PRETTY, AML_JSON_COMPACT};
  static const char *const expected[] = {"{\n  \"a\": [\n    {\n      \"n\": 0\n    },\n    {\n      \"n\": "
                                         "1\n    },\n    {\n      \"n\": 2\n    }\n  "
                                         "],\n  \"b\": 1\n}\n",
      "{\"a\":[{\"n\":0},{\"n\":1},{\"n\":2}],\"b\":1}"};
  for (size_t i = 0; i < COUNT(styles); i++) {
    for (size_t own = 0; own < 2; own++) { /* items that the first writer writes itself */
      aml_strbuf out;
      aml_strbuf_init(&out, *state, SIZE_MAX);
      aml_json json;
      aml_json_init(&json, keep, &out, styles[i]);
      aml_json_begin_object(&json);
      aml_json_key(&json, AML_SV("a"));
      aml_json_begin_array(&json);
      if (own == 1) {
        add_item(&json, 0);
      }
      for (size_t k = own; k < 3; k++) {
        aml_strbuf items;
        aml_json other;
        aml_strbuf_init(&items, *state, SIZE_MAX);
        aml_json_begin_items(&other, &json, k > 0, keep, &items);
        add_item(&other, (int64_t)k);
        assert_true(aml_json_end_items(&other));
        aml_json_add_items(&json, aml_strbuf_view(&items));
      }
      aml_json_end_array(&json);
      aml_json_member_int(&json, "b", 1);
      aml_json_end_object(&json);
      assert_true(aml_json_finish(&json));
      assert_string_equal(aml_strbuf_view(&out).data, expected[i]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(writes_both_styles),
      TEST_CASE(shows_all_but_the_layout),
      TEST_CASE(shows_long_texts_whole),
      TEST_CASE(joins_items),
      TEST_CASE(indents_deep_levels),
      TEST_CASE(writes_words),
      TEST_CASE(escapes_strings),
      TEST_CASE(is_read_back_by_cjson),
      TEST_CASE(says_deep_nesting),
      TEST_CASE(stops_when_the_sink_refuses),
      TEST_CASE(writes_shortest_doubles),
      TEST_CASE(doubles_survive_the_round_trip),
      TEST_CASE(reads_numbers),
      TEST_CASE(minds_the_last_digit),
      TEST_CASE(reads_integers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
