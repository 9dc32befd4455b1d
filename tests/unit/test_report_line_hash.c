#include "report/line_hash.h"

#include "base/strbuf.h"
#include "source/lines.h"
#include "test.h"

static aml_source make_source(aml_sv bytes, aml_encoding encoding) {
  return (aml_source){.id = 1, .bytes = bytes, .encoding = encoding};
}

/* The definition in closed form, over units that the test spells out. */
static uint64_t define(const uint16_t *units, size_t count) {
  uint64_t hash = 0;
  for (size_t i = 0; i < 100; i++) {
    hash = hash * 37 + (i < count ? units[i] : 0);
  }
  return hash;
}

static void hashes_one_line(
    aml_arena *arena, aml_sv bytes, aml_encoding encoding, const uint16_t *units, size_t unit_count) {
  aml_source source = make_source(bytes, encoding);
  size_t count;
  const aml_line_hash *hashes = aml_line_hashes(arena, &source, &count);
  assert_int_equal(count, 1);
  assert_true(hashes[0].hash == define(units, unit_count));
}

static void hashes_as_defined(void **state) {
  static const uint16_t first[] = {'a', ':', '\n', '\n', 0xD83D, 0xDE00, 0xFFFD, 'x', 0xFFFF};
  aml_source source = make_source(AML_SV(" a :\t\r\n\r\xF0\x9F\x98\x80\xE2\x82x"), AML_ENCODING_UTF8);
  size_t count;
  const aml_line_hash *hashes = aml_line_hashes(*state, &source, &count);
  assert_int_equal(count, 3);
  assert_true(hashes[0].hash == define(first, COUNT(first)));
  assert_true(hashes[1].hash == define(first + 3, COUNT(first) - 3));
  assert_true(hashes[2].hash == define(first + 4, COUNT(first) - 4));
  static const uint16_t with_mark[] = {0xFEFF, 'a', 0xFFFF};
  hashes_one_line(*state, AML_SV("a"), AML_ENCODING_UTF8_BOM, with_mark, COUNT(with_mark));
}

static void hashes_ill_formed_bytes(void **state) {
  /* Beginnings of sequences, each U+FFFD, and two surrogates' bytes and what is above U+10FFFF, each two or
   * more.
   */
  static const uint16_t ill[] = {0xFFFD, 'a', 0xFFFD, 'b', 0xFFFD, 0xFFFD, 'c', 0xFFFD, 0xFFFD, 'd', 0xFFFF};
  hashes_one_line(*state,
      AML_SV("\xE2\xA5"
             "a"
             "\xF4\x8F\xBF"
             "b"
             "\xED\xA0"
             "c"
             "\xF4\x90"
             "d"),
      AML_ENCODING_UTF8, ill, COUNT(ill));
  /* The first and the last byte that begins a sequence of three, as CPython's decoder takes them. */
  static const uint16_t three[] = {0xFFFD, 'a', 0xFFFD, 'b', 0xFFFF};
  hashes_one_line(*state,
      AML_SV("\xEF\xBF"
             "a"
             "\xE0\xA0"
             "b"),
      AML_ENCODING_UTF8, three, COUNT(three));
}

/* The values in the sample log of the SARIF study, whose file is here in full; the validator agrees with
 * them. */
static void hashes_the_known_file(void **state) {
  aml_source source = make_source(
      AML_SV(
          "# training cluster for team vision\n"
          "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
          "name: gpu-cluster\ntype: amlcompute\nsize: Standard_NC6s_v3\nmin_instances: 1\nmax_instances: 4\n"
          "enable_node_public_ip: true\n"),
      AML_ENCODING_UTF8);
  size_t count;
  const aml_line_hash *hashes = aml_line_hashes(*state, &source, &count);
  assert_int_equal(count, 9);
  assert_true(hashes[5].hash == 0xcd545d7842113f2e && hashes[5].ordinal == 1);
  assert_true(hashes[7].hash == 0xd736e5be8b1be35d && hashes[7].ordinal == 1);
}

static void numbers_equal_lines(void **state) {
  aml_strbuf text;
  aml_strbuf_init(&text, *state, SIZE_MAX);
  for (int i = 0; i < 300; i++) {
    aml_strbuf_add(&text, AML_SV("- a\n"));
  }
  aml_source source = make_source(aml_strbuf_view(&text), AML_ENCODING_UTF8);
  size_t count;
  const aml_line_hash *hashes = aml_line_hashes(*state, &source, &count);
  assert_int_equal(count, 301);
  /* "-a\n" is three units: 34 lines are in view, and so the last ones differ. */
  assert_int_equal(hashes[0].ordinal, 1);
  assert_int_equal(hashes[250].ordinal, 251);
  assert_true(hashes[250].hash == hashes[0].hash);
  assert_int_equal(hashes[299].ordinal, 1);
}

static aml_sv make_text(aml_arena *arena, uint64_t *random) {
  static const char *const pieces[] = {"a", "b", " ", "\t", "\n", "\r", "\r\n", "\xC3\xA4",
      "\xF0\x9F\x98\x80", "\xFF", "\xE2\x82", "\xED\xA0\x80", "\xF4\x90", "\xC0\xAF", "\xF0\x9F",
      "- name: x\n", "\n", "\x0C", "\xE2\x80\xA8", "[1]"};
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  size_t length = 0;
  for (size_t n = 0; n <= length; n++) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    length = n == 0 ? *random % 300 : length;
    aml_strbuf_add(&text, aml_sv_of(pieces[(*random >> 8) % COUNT(pieces)]));
  }
  return aml_strbuf_view(&text);
}

/* Lines here and lines there are the same ones, whatever ends them. */
static void counts_lines_as_the_index_does(void **state) {
  uint64_t random = 88172645463325252U;
  for (int i = 0; i < 500; i++) {
    aml_source source = make_source(make_text(*state, &random), AML_ENCODING_UTF8);
    aml_source_index_lines(&source, *state);
    size_t count;
    (void)aml_line_hashes(*state, &source, &count);
    assert_int_equal(count, source.line_count);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(hashes_as_defined),
      TEST_CASE(hashes_ill_formed_bytes),
      TEST_CASE(hashes_the_known_file),
      TEST_CASE(numbers_equal_lines),
      TEST_CASE(counts_lines_as_the_index_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
