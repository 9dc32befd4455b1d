#include "condition/ssh_key.h"

enum { BLOB_MAX = 4096 }; /* bytes; RSA of 16384 bits needs half of it */

/* Decodes base64 into out, which has BLOB_MAX bytes; 0 when the text is not base64 or too long. */
static size_t decode(aml_sv text, unsigned char *out) {
  while (text.len > 0 && text.data[text.len - 1] == '=') {
    text.len--;
  }
  if (text.len % 4 == 1 || text.len / 4 * 3 + 3 > BLOB_MAX) {
    return 0;
  }
  uint32_t bits = 0;
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    int digit = aml_base64_digit(text.data[i]);
    if (digit < 0) {
      return 0;
    }
    bits = bits << 6 | (uint32_t)digit;
    if (i % 4 != 0) {
      out[len++] = (unsigned char)(bits >> (6 - 2 * (i % 4)));
    }
  }
  return len;
}

/* Cuts a field off a blob: four bytes of length, then that many. */
static bool take_field(aml_sv *blob, aml_sv *field) {
  if (blob->len < 4) {
    return false;
  }
  const unsigned char *b = (const unsigned char *)blob->data;
  size_t len = (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3];
  if (len > blob->len - 4) {
    return false;
  }
  *field = aml_sv_slice(*blob, 4, 4 + len);
  *blob = aml_sv_slice(*blob, 4 + len, blob->len);
  return true;
}

/* Significant bits of a number with the highest byte first. */
static int count_bits(aml_sv number) {
  size_t i = 0;
  while (i < number.len && number.data[i] == 0) {
    i++;
  }
  int bits = (int)(8 * (number.len - i));
  for (unsigned char high = 0x80; i < number.len && ((unsigned char)number.data[i] & high) == 0; high >>= 1) {
    bits--;
  }
  return bits;
}

static aml_ssh_key_kind kind_of(aml_sv type) {
  if (aml_sv_eq(type, AML_SV("ssh-rsa"))) {
    return AML_SSH_RSA;
  }
  if (aml_sv_eq(type, AML_SV("ssh-dss"))) {
    return AML_SSH_DSA;
  }
  if (aml_sv_eq(type, AML_SV("ssh-ed25519"))) {
    return AML_SSH_ED25519;
  }
  return aml_sv_starts(type, AML_SV("ecdsa-sha2-")) ? AML_SSH_ECDSA : AML_SSH_OTHER;
}

static aml_ssh_key read_blob(aml_sv type, aml_sv blob) {
  aml_ssh_key key = {AML_SSH_NONE, 0};
  aml_sv inner;
  aml_sv first;
  if (!take_field(&blob, &inner) || !aml_sv_eq(inner, type) || !take_field(&blob, &first)) {
    return key;
  }
  aml_ssh_key_kind kind = kind_of(type);
  aml_sv second = {0};
  if (kind == AML_SSH_RSA && !take_field(&blob, &second)) {
    return key;
  }
  aml_sv rest = blob;
  for (aml_sv field; rest.len > 0;) {
    if (!take_field(&rest, &field)) {
      return key;
    }
  }
  key.kind = kind;
  key.bits = kind == AML_SSH_RSA ? count_bits(second) : kind == AML_SSH_DSA ? count_bits(first) : 0;
  return key;
}

/* "-----BEGIN PUBLIC KEY-----" and the like, or the "---- BEGIN SSH2 PUBLIC KEY ----" of RFC 4716. */
static aml_ssh_key_kind read_pem(aml_sv text) {
  if (aml_sv_find(text, AML_SV("PRIVATE KEY"), 0) != AML_NPOS) {
    return AML_SSH_PRIVATE_KEY;
  }
  bool is_public = aml_sv_find(text, AML_SV("PUBLIC KEY"), 0) != AML_NPOS;
  bool is_whole =
      aml_sv_find(text, AML_SV("-END "), 0) != AML_NPOS || aml_sv_find(text, AML_SV("- END "), 0) != AML_NPOS;
  return is_public && is_whole ? AML_SSH_PEM : AML_SSH_NONE;
}

aml_ssh_key aml_ssh_key_read(aml_sv text) {
  text = aml_sv_trim(text);
  if (aml_sv_starts(text, AML_SV("----"))) {
    return (aml_ssh_key){read_pem(text), 0};
  }
  aml_sv rest = text;
  aml_sv type = aml_sv_split(&rest, ' ');
  rest = aml_sv_trim(rest);
  unsigned char bytes[BLOB_MAX];
  size_t len = decode(aml_sv_split(&rest, ' '), bytes);
  return read_blob(type, (aml_sv){(const char *)bytes, len});
}

const char *aml_ssh_key_kind_name(aml_ssh_key_kind kind) {
  static const char *const names[] = {
      [AML_SSH_NONE] = "none",
      [AML_SSH_PRIVATE_KEY] = "private",
      [AML_SSH_RSA] = "RSA",
      [AML_SSH_DSA] = "DSA",
      [AML_SSH_ECDSA] = "ECDSA",
      [AML_SSH_ED25519] = "Ed25519",
      [AML_SSH_OTHER] = "other",
      [AML_SSH_PEM] = "PEM",
  };
  return names[kind];
}
