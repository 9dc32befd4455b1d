#include "base/hash.h"

#include <md5.h>
#include <sha1.h>
#include <sha2.h>
#include <stdio.h>
#include <string.h>

void aml_sha256_parts(const aml_sv *parts, size_t count, unsigned char out[AML_SHA256_SIZE]) {
  SHA2_CTX context;
  SHA256Init(&context);
  for (size_t i = 0; i < count; i++) {
    SHA256Update(&context, (const uint8_t *)parts[i].data, parts[i].len);
  }
  SHA256Final(out, &context);
}

struct aml_sha256_stream {
  SHA2_CTX context;
};

aml_sha256_stream *aml_sha256_begin(aml_arena *arena) {
  aml_sha256_stream *stream = AML_NEW(arena, aml_sha256_stream);
  SHA256Init(&stream->context);
  return stream;
}

void aml_sha256_add(aml_sha256_stream *stream, aml_sv bytes) {
  SHA256Update(&stream->context, (const uint8_t *)bytes.data, bytes.len);
}

void aml_sha256_end(aml_sha256_stream *stream, unsigned char out[AML_SHA256_SIZE]) {
  SHA256Final(out, &stream->context);
}

void aml_sha256(aml_sv bytes, unsigned char out[AML_SHA256_SIZE]) {
  aml_sha256_parts(&bytes, 1, out);
}

void aml_sha512(aml_sv bytes, unsigned char out[AML_SHA512_SIZE]) {
  SHA2_CTX context;
  SHA512Init(&context);
  SHA512Update(&context, (const uint8_t *)bytes.data, bytes.len);
  SHA512Final(out, &context);
}

void aml_md5(aml_sv bytes, unsigned char out[AML_MD5_SIZE]) {
  MD5_CTX context;
  MD5Init(&context);
  MD5Update(&context, (const uint8_t *)bytes.data, bytes.len);
  MD5Final(out, &context);
}

void aml_sha1(aml_sv bytes, unsigned char out[AML_SHA1_SIZE]) {
  SHA1_CTX context;
  SHA1Init(&context);
  SHA1Update(&context, (const uint8_t *)bytes.data, bytes.len);
  SHA1Final(out, &context);
}

void aml_digest_text(const unsigned char *digest, size_t size, char *out) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < size; i++) {
    out[2 * i] = digits[digest[i] >> 4];
    out[2 * i + 1] = digits[digest[i] & 15];
  }
  out[2 * size] = '\0';
}

void aml_sha256_text(const unsigned char digest[AML_SHA256_SIZE], char out[AML_SHA256_HEX_SIZE]) {
  aml_digest_text(digest, AML_SHA256_SIZE, out);
}

aml_sv aml_sha256_hex(aml_arena *arena, aml_sv bytes) {
  unsigned char digest[AML_SHA256_SIZE];
  aml_sha256(bytes, digest);
  char *text = AML_NEW_ARRAY(arena, char, AML_SHA256_HEX_SIZE);
  aml_sha256_text(digest, text);
  return (aml_sv){text, AML_SHA256_HEX_SIZE - 1};
}

void aml_uuid_of_digest(const unsigned char digest[AML_SHA1_SIZE], char out[AML_UUID_TEXT_SIZE]) {
  unsigned char d[AML_UUID_SIZE];
  memcpy(d, digest, sizeof d);
  d[6] = (unsigned char)((d[6] & 0x0FU) | 0x50U); /* version 5 */
  d[8] = (unsigned char)((d[8] & 0x3FU) | 0x80U); /* variant of RFC 4122 */
  (void)snprintf(out, AML_UUID_TEXT_SIZE,
      "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", d[0], d[1], d[2], d[3], d[4],
      d[5], d[6], d[7], d[8], d[9], d[10], d[11], d[12], d[13], d[14], d[15]);
}

aml_sv aml_uuid_of_name(aml_arena *arena, const unsigned char space[AML_UUID_SIZE], aml_sv name) {
  unsigned char digest[AML_SHA1_SIZE];
  char text[AML_UUID_TEXT_SIZE];
  aml_sha1(aml_sv_join(arena, (aml_sv){(const char *)space, AML_UUID_SIZE}, name), digest);
  aml_uuid_of_digest(digest, text);
  return aml_sv_dup(arena, aml_sv_of(text));
}
