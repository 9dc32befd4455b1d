#include "base/hash.h"

#include <sha1.h>
#include <sha2.h>

void aml_sha256_parts(const aml_sv *parts, size_t count, unsigned char out[AML_SHA256_SIZE]) {
  SHA2_CTX context;
  SHA256Init(&context);
  for (size_t i = 0; i < count; i++) {
    SHA256Update(&context, (const uint8_t *)parts[i].data, parts[i].len);
  }
  SHA256Final(out, &context);
}

void aml_sha256(aml_sv bytes, unsigned char out[AML_SHA256_SIZE]) {
  aml_sha256_parts(&bytes, 1, out);
}

void aml_sha1(aml_sv bytes, unsigned char out[AML_SHA1_SIZE]) {
  SHA1_CTX context;
  SHA1Init(&context);
  SHA1Update(&context, (const uint8_t *)bytes.data, bytes.len);
  SHA1Final(out, &context);
}

void aml_sha256_text(const unsigned char digest[AML_SHA256_SIZE], char out[AML_SHA256_HEX_SIZE]) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < AML_SHA256_SIZE; i++) {
    out[2 * i] = digits[digest[i] >> 4];
    out[2 * i + 1] = digits[digest[i] & 15];
  }
  out[AML_SHA256_HEX_SIZE - 1] = '\0';
}

aml_sv aml_sha256_hex(aml_arena *arena, aml_sv bytes) {
  unsigned char digest[AML_SHA256_SIZE];
  aml_sha256(bytes, digest);
  char *text = AML_NEW_ARRAY(arena, char, AML_SHA256_HEX_SIZE);
  aml_sha256_text(digest, text);
  return (aml_sv){text, AML_SHA256_HEX_SIZE - 1};
}
