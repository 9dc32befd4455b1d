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

int main(void) {
  const struct CMUnitTest tests[] = {TEST_CASE(gives_the_standard_digests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
