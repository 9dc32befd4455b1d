#include "source/source.h"

#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"

static void decodes(void **state) {
  static const struct {
    aml_sv raw;
    aml_status status;
    aml_encoding encoding;
    aml_sv text;
    uint32_t bad_at;
  } cases[] = {
      {AML_SV_CONST("a: 1\n"), AML_OK, AML_ENCODING_UTF8, AML_SV_CONST("a: 1\n"), 0},
      {AML_SV_CONST(""), AML_OK, AML_ENCODING_UTF8, AML_SV_CONST(""), 0},
      {AML_SV_CONST("\xEF\xBB\xBF{}"), AML_OK, AML_ENCODING_UTF8_BOM, AML_SV_CONST("{}"), 0},
      {AML_SV_CONST("\xFF\xFE{\0}\0"), AML_OK, AML_ENCODING_UTF16_LE, AML_SV_CONST("{}"), 0},
      {AML_SV_CONST("{\0}\0"), AML_OK, AML_ENCODING_UTF16_LE, AML_SV_CONST("{}"), 0},
      {AML_SV_CONST("\0{\x20\xAC"), AML_OK, AML_ENCODING_UTF16_BE, AML_SV_CONST("{\xE2\x82\xAC"), 0},
      {AML_SV_CONST("{\0}\0\0"), AML_OK, AML_ENCODING_UTF8, AML_SV_CONST("{\0}\0\0"), 0},
      {AML_SV_CONST("{\0\0\0}\0\0\0"), AML_OK, AML_ENCODING_UTF8, AML_SV_CONST("{\0\0\0}\0\0\0"), 0},
      {AML_SV_CONST("{\0\0\xD8"), AML_ERR_INPUT, AML_ENCODING_UTF8, AML_SV_CONST("{\0\0\xD8"), 3},
      {AML_SV_CONST("\xFE\xFF\0{\x20\xAC"), AML_OK, AML_ENCODING_UTF16_BE, AML_SV_CONST("{\xE2\x82\xAC"), 0},
      {AML_SV_CONST("\xFF\xFE\x3D\xD8\x00\xDE"), AML_OK, AML_ENCODING_UTF16_LE,
          AML_SV_CONST("\xF0\x9F\x98\x80"), 0},
      {AML_SV_CONST("\xFF\xFE{\0\x3D\xD8"), AML_ERR_INPUT, AML_ENCODING_UTF16_LE,
          AML_SV_CONST("\xFF\xFE{\0\x3D\xD8"), 4},
      {AML_SV_CONST("\xFF\xFE{\0}"), AML_ERR_INPUT, AML_ENCODING_UTF16_LE, AML_SV_CONST("\xFF\xFE{\0}"), 4},
      {AML_SV_CONST("ab\xFFz"), AML_ERR_INPUT, AML_ENCODING_UTF8, AML_SV_CONST("ab\xFFz"), 2},
      {AML_SV_CONST("ab\xC3"), AML_ERR_INPUT, AML_ENCODING_UTF8, AML_SV_CONST("ab\xC3"), 2},
      {AML_SV_CONST("0123456789"), AML_ERR_LIMIT, AML_ENCODING_UTF8, AML_SV_CONST(""), 0},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    aml_source source = {.path = AML_SV("f")};
    aml_error error;
    uint32_t bad_at = 0;
    assert_int_equal(aml_source_fill(&source, *state, cases[i].raw, 9, &bad_at, &error), cases[i].status);
    assert_int_equal(source.encoding, cases[i].encoding);
    assert_sv_equal(source.bytes, cases[i].text);
    assert_int_equal(bad_at, cases[i].bad_at);
  }
}

static aml_status read_path(void **state, const char *path, aml_error *error) {
  aml_source source = {.path = aml_sv_of(path), .file = aml_sv_of(path)};
  return aml_source_read(&source, *state, 1000, NULL, error);
}

static void refuses_what_is_no_file(void **state) {
  char folder[] = "/tmp/amlint-source-XXXXXX";
  assert_non_null(mkdtemp(folder));
  aml_sv pipe = aml_sv_format(*state, "%s/pipe", folder);
  assert_int_equal(mkfifo(pipe.data, 0600), 0);
  aml_error error;
  assert_int_equal(read_path(state, pipe.data, &error), AML_ERR_IO);
  assert_non_null(strstr(error.text, "is a pipe"));
  assert_int_equal(read_path(state, folder, &error), AML_ERR_IO);
  assert_non_null(strstr(error.text, "is a folder"));
  assert_int_equal(read_path(state, "/dev/zero", &error), AML_ERR_IO);
  assert_non_null(strstr(error.text, "is a device"));
  assert_int_equal(unlink(pipe.data), 0);
  assert_int_equal(read_path(state, pipe.data, &error), AML_ERR_IO);
  assert_non_null(strstr(error.text, "cannot be opened: No such file"));
  assert_int_equal(rmdir(folder), 0);
}

static void reads_files(void **state) {
  char path[] = "/tmp/amlint-source-XXXXXX";
  int fd = mkstemp(path);
  assert_int_equal(write(fd, "\xEF\xBB\xBF{}\n", 6), 6);
  assert_int_equal(close(fd), 0);
  aml_source source = {.path = AML_SV("x"), .file = aml_sv_of(path)};
  assert_int_equal(aml_source_read(&source, *state, 6, NULL, NULL), AML_OK);
  assert_sv_equal(source.bytes, AML_SV("{}\n"));
  assert_int_equal(aml_source_read(&source, *state, 5, NULL, NULL), AML_ERR_LIMIT);
  assert_int_equal(unlink(path), 0);
}

static void keeps_ids_and_paths(void **state) {
  aml_sources *sources = aml_sources_new(*state);
  enum { MANY = 1000 };
  for (uint32_t i = 1; i <= MANY; i++) {
    aml_source *added = aml_sources_add(sources, aml_sv_format(*state, "d/%u.yml", i), AML_SV("/r"));
    assert_int_equal(added->id, i);
  }
  assert_int_equal(aml_sources_count(sources), MANY);
  for (uint32_t i = 1; i <= MANY; i++) {
    aml_source *found = aml_sources_find(sources, aml_sv_format(*state, "d/%u.yml", i));
    assert_ptr_equal(found, aml_sources_get(sources, i));
    assert_int_equal(found->id, i);
  }
  assert_null(aml_sources_find(sources, AML_SV("d/0.yml")));
  aml_source *first = aml_sources_get(sources, 1);
  first->bytes = AML_SV("hello");
  assert_sv_equal(aml_span_text(sources, (aml_span){1, 1, 3}), AML_SV("el"));
  assert_int_equal(aml_span_text(sources, AML_NO_SPAN).len, 0);
}

static void *add_many(void *ctx) {
  for (size_t i = 0; i < 500; i++) {
    const aml_source *source = aml_sources_add_shared(ctx, AML_SV("same"), AML_SV(""));
    if (source == NULL || aml_sources_get(ctx, source->id) != source) {
      return NULL;
    }
  }
  return ctx;
}

/* A list that follows another one holds nothing by itself: what is added gets the id that is kept for it. */
static void follows_another_list(void **state) {
  aml_sources *other = aml_sources_new(*state);
  (void)aml_sources_add(other, AML_SV("a"), AML_SV(""));
  (void)aml_sources_add(other, AML_SV("b"), AML_SV(""));
  (void)aml_sources_add(other, AML_SV("a"), AML_SV(""));
  aml_sources *sources = aml_sources_new(*state);
  aml_sources_follow(sources, other);
  assert_null(aml_sources_find(sources, AML_SV("b")));
  assert_int_equal(aml_sources_add(sources, AML_SV("c"), AML_SV(""))->id, 4);
  assert_int_equal(aml_sources_add_shared(sources, AML_SV("b"), AML_SV("/r/b"))->id, 2);
  assert_sv_equal(aml_sources_get(sources, 2)->file, AML_SV("/r/b"));
  assert_int_equal(aml_sources_add(sources, AML_SV("a"), AML_SV(""))->id, 1);
  assert_int_equal(aml_sources_add(sources, AML_SV("a"), AML_SV(""))->id, 3);
  assert_int_equal(aml_sources_add(sources, AML_SV("a"), AML_SV(""))->id, 5);
  assert_int_equal(aml_sources_find(sources, AML_SV("a"))->id, 1);
}

static void serves_threads(void **state) {
  aml_sources *sources = aml_sources_new(*state);
  pthread_t threads[4];
  for (size_t i = 0; i < COUNT(threads); i++) {
    assert_int_equal(pthread_create(&threads[i], NULL, add_many, sources), 0);
  }
  for (size_t i = 0; i < COUNT(threads); i++) {
    void *result;
    assert_int_equal(pthread_join(threads[i], &result), 0);
    assert_ptr_equal(result, sources);
  }
  assert_int_equal(aml_sources_count(sources), 2000);
  assert_int_equal(aml_sources_find(sources, AML_SV("same"))->id, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(decodes),
      TEST_CASE(refuses_what_is_no_file),
      TEST_CASE(reads_files),
      TEST_CASE(keeps_ids_and_paths),
      TEST_CASE(follows_another_list),
      TEST_CASE(serves_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
