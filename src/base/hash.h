/* Digests, by Nettle, which uses the instructions of the processor for SHA-256 where it has them. */
#ifndef AMLINT_BASE_HASH_H
#define AMLINT_BASE_HASH_H

#include "base/sv.h"

/* Raw digests, in bytes. SHA-1 and MD5 serve formats and functions that ask for them (UUIDs of version 5,
 * Terraform's sha1() and md5()), never to keep anything safe. */
enum { AML_SHA512_SIZE = 64, AML_SHA256_SIZE = 32, AML_SHA1_SIZE = 20, AML_MD5_SIZE = 16 };

void aml_sha256(aml_sv bytes, unsigned char out[AML_SHA256_SIZE]);
/* Of several pieces, one after the other. */
void aml_sha256_parts(const aml_sv *parts, size_t count, unsigned char out[AML_SHA256_SIZE]);
/* Of bytes that come little by little; in the arena. */
typedef struct aml_sha256_stream aml_sha256_stream;
aml_sha256_stream *aml_sha256_begin(aml_arena *arena);
void aml_sha256_add(aml_sha256_stream *stream, aml_sv bytes);
void aml_sha256_end(aml_sha256_stream *stream, unsigned char out[AML_SHA256_SIZE]); /* nothing may follow */
void aml_sha512(aml_sv bytes, unsigned char out[AML_SHA512_SIZE]);
void aml_sha1(aml_sv bytes, unsigned char out[AML_SHA1_SIZE]);
void aml_md5(aml_sv bytes, unsigned char out[AML_MD5_SIZE]);

/* The UUID of version 5 (RFC 4122, 4.3) that a SHA-1 makes; terminated. */
enum { AML_UUID_SIZE = 16, AML_UUID_TEXT_SIZE = 37 };
void aml_uuid_of_digest(const unsigned char digest[AML_SHA1_SIZE], char out[AML_UUID_TEXT_SIZE]);
/* That of a name in a name space, which is a UUID itself; in the arena. */
aml_sv aml_uuid_of_name(aml_arena *arena, const unsigned char space[AML_UUID_SIZE], aml_sv name);

/* A digest as lower-case hexadecimal digits, two for each byte, terminated. */
void aml_digest_text(const unsigned char *digest, size_t size, char *out);
enum { AML_SHA256_HEX_SIZE = 2 * AML_SHA256_SIZE + 1 };
void aml_sha256_text(
    const unsigned char digest[AML_SHA256_SIZE], char out[AML_SHA256_HEX_SIZE]); /* terminated */
/* The SHA-256 as 64 lower-case hexadecimal digits in the arena. */
aml_sv aml_sha256_hex(aml_arena *arena, aml_sv bytes);

#endif
