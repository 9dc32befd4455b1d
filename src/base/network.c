#include "base/network.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/number.h"

bool aml_address_parse(aml_sv text, aml_address *out) {
  char terminated[INET6_ADDRSTRLEN];
  unsigned char bytes[16];
  if (text.len >= sizeof terminated) {
    return false;
  }
  memcpy(terminated, text.data, text.len);
  terminated[text.len] = '\0';
  *out = (aml_address){.high = 0};
  if (inet_pton(AF_INET, terminated, bytes) == 1) {
    out->bits = AML_IPV4_BITS;
    for (size_t i = 0; i < 4; i++) {
      out->low = out->low << 8 | bytes[i];
    }
    return true;
  }
  if (inet_pton(AF_INET6, terminated, bytes) != 1) {
    return false;
  }
  out->bits = AML_IPV6_BITS;
  for (size_t i = 0; i < 8; i++) {
    out->high = out->high << 8 | bytes[i];
    out->low = out->low << 8 | bytes[i + 8];
  }
  return true;
}

aml_sv aml_address_text(aml_arena *arena, aml_address a) {
  char text[INET6_ADDRSTRLEN];
  unsigned char bytes[16];
  for (size_t i = 0; i < 8; i++) {
    bytes[7 - i] = (unsigned char)(a.high >> 8 * i & 0xFFU);
    bytes[15 - i] = (unsigned char)(a.low >> 8 * i & 0xFFU);
  }
  bool is_ipv4 = a.bits == AML_IPV4_BITS;
  if (inet_ntop(is_ipv4 ? AF_INET : AF_INET6, is_ipv4 ? bytes + 12 : bytes, text, sizeof text) == NULL) {
    return AML_SV("");
  }
  return aml_sv_dup(arena, aml_sv_of(text));
}

aml_address aml_address_low_bits(unsigned count, unsigned bits) {
  aml_address a = {.bits = bits};
  a.low = count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1;
  a.high = count <= 64 ? 0 : count >= 128 ? UINT64_MAX : ((uint64_t)1 << (count - 64)) - 1;
  return a;
}

aml_address aml_address_add(aml_address a, aml_address b) {
  aml_address sum = {.low = a.low + b.low, .bits = a.bits};
  sum.high = a.high + b.high + (sum.low < a.low ? 1 : 0);
  return sum;
}

aml_address aml_address_add_number(aml_address a, uint64_t number) {
  return aml_address_add(a, (aml_address){.low = number});
}

aml_address aml_address_shifted(uint64_t number, unsigned by) {
  aml_address a = {.bits = 0};
  if (by >= 64) {
    a.high = by >= 128 ? 0 : number << (by - 64);
  } else {
    a.low = number << by;
    a.high = by == 0 ? 0 : number >> (64 - by);
  }
  return a;
}

int aml_address_compare(aml_address a, aml_address b) {
  if (a.high != b.high) {
    return a.high < b.high ? -1 : 1;
  }
  return (a.low > b.low) - (a.low < b.low);
}

aml_address aml_address_first(aml_address a, unsigned prefix) {
  aml_address host = aml_address_low_bits(a.bits - prefix, a.bits);
  return (aml_address){a.high & ~host.high, a.low & ~host.low, a.bits};
}

aml_address aml_network_last(const aml_network *n) {
  aml_address host = aml_address_low_bits(n->first.bits - n->prefix, n->first.bits);
  return (aml_address){n->first.high | host.high, n->first.low | host.low, n->first.bits};
}

bool aml_network_parse(aml_sv text, aml_network *out) {
  size_t slash = aml_sv_find_char(text, '/', 0);
  aml_address a;
  int64_t prefix;
  if (slash == AML_NPOS || !aml_address_parse(aml_sv_slice(text, 0, slash), &a) ||
      !aml_int_parse(aml_sv_slice(text, slash + 1, text.len), &prefix) || prefix < 0 || prefix > a.bits) {
    return false;
  }
  out->prefix = (unsigned)prefix;
  out->first = aml_address_first(a, out->prefix);
  return true;
}
