/* Digests, and what is named by one. */
#include "base/hash.h"
#include "base/strbuf.h"
#include "expr/functions.h"
#include "hcl/function_bodies.h"

enum { DIGEST_MAX = AML_SHA512_SIZE };

typedef struct algorithm {
  void (*digest)(aml_sv bytes, unsigned char *out);
  size_t size;
} algorithm;

static const algorithm md5 = {aml_md5, AML_MD5_SIZE}, sha1 = {aml_sha1, AML_SHA1_SIZE},
                       sha256 = {aml_sha256, AML_SHA256_SIZE}, sha512 = {aml_sha512, AML_SHA512_SIZE};

static const aml_value *in_hex(const aml_hcl_call *call, const algorithm *by) {
  unsigned char digest[DIGEST_MAX];
  char *text = AML_NEW_ARRAY(call->eval->arena, char, 2 * DIGEST_MAX + 1);
  by->digest(call->args[0]->as.string, digest);
  aml_digest_text(digest, by->size, text);
  return aml_make_string(call->eval, (aml_sv){text, 2 * by->size});
}

static const aml_value *in_base64(const aml_hcl_call *call, const algorithm *by) {
  unsigned char digest[DIGEST_MAX];
  by->digest(call->args[0]->as.string, digest);
  const aml_value *bytes = aml_make_string(call->eval, (aml_sv){(const char *)digest, by->size});
  const aml_call encode = {.eval = call->eval, .expr = call->expr, .args = &bytes, .count = 1};
  return aml_fn_base64(&encode);
}

const aml_value *aml_hcl_fn_md5(const aml_hcl_call *call) {
  return in_hex(call, &md5);
}

const aml_value *aml_hcl_fn_sha1(const aml_hcl_call *call) {
  return in_hex(call, &sha1);
}

const aml_value *aml_hcl_fn_sha256(const aml_hcl_call *call) {
  return in_hex(call, &sha256);
}

const aml_value *aml_hcl_fn_sha512(const aml_hcl_call *call) {
  return in_hex(call, &sha512);
}

const aml_value *aml_hcl_fn_base64sha256(const aml_hcl_call *call) {
  return in_base64(call, &sha256);
}

const aml_value *aml_hcl_fn_base64sha512(const aml_hcl_call *call) {
  return in_base64(call, &sha512);
}

/* ---- UUIDs ---- */

/* RFC 4122, appendix C: they differ in their first part only. */
static const struct {
  aml_sv name;
  unsigned char last; /* of the first four bytes */
} spaces[] = {{AML_SV_CONST("dns"), 0x10}, {AML_SV_CONST("url"), 0x11}, {AML_SV_CONST("oid"), 0x12},
    {AML_SV_CONST("x500"), 0x14}};

/* "6ba7b810-9dad-11d1-80b4-00c04fd430c8" */
static bool read_uuid(aml_sv text, unsigned char out[AML_UUID_SIZE]) {
  enum { LENGTH = 36 };
  size_t count = 0;
  for (size_t i = 0; i < text.len && text.len == LENGTH; i++) {
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (text.data[i] != '-') {
        return false;
      }
      continue;
    }
    int digit = aml_hex_digit(text.data[i]);
    if (digit < 0) {
      return false;
    }
    out[count / 2] = (unsigned char)(count % 2 == 0 ? digit << 4 : out[count / 2] | digit);
    count++;
  }
  return count == 2 * (size_t)AML_UUID_SIZE;
}

static bool find_space(aml_sv name, unsigned char out[AML_UUID_SIZE]) {
  if (read_uuid(name, out)) {
    return true;
  }
  for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
    if (aml_sv_eq(name, spaces[i].name)) {
      bool is_read = read_uuid(AML_SV("6ba7b800-9dad-11d1-80b4-00c04fd430c8"), out);
      out[3] = spaces[i].last;
      return is_read;
    }
  }
  return false;
}

const aml_value *aml_hcl_fn_uuidv5(const aml_hcl_call *call) {
  unsigned char space[AML_UUID_SIZE] = {0};
  if (!find_space(call->args[0]->as.string, space)) {
    return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_STRING),
        "only the name spaces 'dns', 'url', 'oid', 'x500' and UUIDs are known here; state the value");
  }
  return aml_make_string(call->eval, aml_uuid_of_name(call->eval->arena, space, call->args[1]->as.string));
}
