#include "base/hash.h"

#include <nettle/md5.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

void aml_sha256_parts(const aml_sv *parts, size_t count, unsigned char out[AML_SHA256_SIZE]) {
  struct sha256_ctx context;
  sha256_init(&context);
  for (size_t i = 0; i < count; i++) {
    sha256_update(&context, parts[i].len, (const uint8_t *)parts[i].data);
  }
  sha256_digest(&context, AML_SHA256_SIZE, out);
}

struct aml_sha256_stream {
  struct sha256_ctx context;
};

aml_sha256_stream *aml_sha256_begin(aml_arena *arena) {
  aml_sha256_stream *stream = AML_NEW(arena, aml_sha256_stream);
  sha256_init(&stream->context);
  return stream;
}

void aml_sha256_add(aml_sha256_stream *stream, aml_sv bytes) {
  sha256_update(&stream->context, bytes.len, (const uint8_t *)bytes.data);
}

void aml_sha256_end(aml_sha256_stream *stream, unsigned char out[AML_SHA256_SIZE]) {
  sha256_digest(&stream->context, AML_SHA256_SIZE, out);
}

void aml_sha256(aml_sv bytes, unsigned char out[AML_SHA256_SIZE]) {
  aml_sha256_parts(&bytes, 1, out);
}

void aml_sha512(aml_sv bytes, unsigned char out[AML_SHA512_SIZE]) {
  struct sha512_ctx context;
  sha512_init(&context);
  sha512_update(&context, bytes.len, (const uint8_t *)bytes.data);
  sha512_digest(&context, AML_SHA512_SIZE, out);
}

void aml_md5(aml_sv bytes, unsigned char out[AML_MD5_SIZE]) {
  struct md5_ctx context;
  md5_init(&context);
  md5_update(&context, bytes.len, (const uint8_t *)bytes.data);
  md5_digest(&context, AML_MD5_SIZE, out);
}

void aml_sha1(aml_sv bytes, unsigned char out[AML_SHA1_SIZE]) {
  struct sha1_ctx context;
  sha1_init(&context);
  sha1_update(&context, bytes.len, (const uint8_t *)bytes.data);
  sha1_digest(&context, AML_SHA1_SIZE, out);
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
