#include "base/hash.h"

#include "test.h"

/* Vectors of FIPS 180-4. */
static void gives_the_standard_digests(void **state) {
  assert_sv_equal(aml_sha256_hex(*state, AML_SV("")),
      AML_SV("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  assert_sv_equal(aml_sha256_hex(*state, (aml_sv){NULL, 0}),
      AML_SV("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  assert_sv_equal(aml_sha256_hex(*state, AML_SV("abc")),
      AML_SV("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  static const unsigned char sha1_abc[AML_SHA1_SIZE] = {0xa9, 0x99, 0x3e, 0x36, 0x47, 0x06, 0x81, 0x6a, 0xba,
      0x3e, 0x25, 0x71, 0x78, 0x50, 0xc2, 0x6c, 0x9c, 0xd0, 0xd8, 0x9d};
  unsigned char digest[AML_SHA1_SIZE];
  aml_sha1(AML_SV("abc"), digest);
  assert_memory_equal(digest, sha1_abc, sizeof digest);
}

/* A vector of FIPS 180-4 of two blocks, in pieces of every size. */
static void takes_bytes_little_by_little(void **state) {
  aml_sv text = AML_SV("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
  for (size_t size = 1; size <= text.len; size++) {
    unsigned char digest[AML_SHA256_SIZE];
    char hex[AML_SHA256_HEX_SIZE];
    aml_sha256_stream *stream = aml_sha256_begin(*state);
    for (size_t at = 0; at < text.len; at += size) {
      aml_sha256_add(stream, aml_sv_slice(text, at, at + size < text.len ? at + size : text.len));
    }
    aml_sha256_end(stream, digest);
    aml_sha256_text(digest, hex);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST_CASE(gives_the_standard_digests), TEST_CASE(takes_bytes_little_by_little)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
