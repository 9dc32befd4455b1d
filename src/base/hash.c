#include "base/hash.h"

#include <sha1.h>
#include <sha2.h>

void aml_sha256(aml_sv bytes, unsigned char out[AML_SHA256_SIZE]) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, (const uint8_t *)bytes.data, bytes.len);
  SHA256Final(out, &context);
}

void aml_sha1(aml_sv bytes, unsigned char out[AML_SHA1_SIZE]) {
  SHA1_CTX context;
  SHA1Init(&context);
  SHA1Update(&context, (const uint8_t *)bytes.data, bytes.len);
  SHA1Final(out, &context);
}

aml_sv aml_sha256_hex(aml_arena *arena, aml_sv bytes) {
  static const char digits[] = "0123456789abcdef";
  unsigned char digest[AML_SHA256_SIZE];
  aml_sha256(bytes, digest);
  char *text = AML_NEW_ARRAY(arena, char, 2 * AML_SHA256_SIZE + 1);
  for (size_t i = 0; i < AML_SHA256_SIZE; i++) {
    text[2 * i] = digits[digest[i] >> 4];
    text[2 * i + 1] = digits[digest[i] & 15];
  }
  return (aml_sv){text, 2 * AML_SHA256_SIZE};
}
