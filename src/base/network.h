/* Addresses and networks of the Internet Protocol, in CIDR notation (RFC 4632, RFC 4291). */
#ifndef AMLINT_BASE_NETWORK_H
#define AMLINT_BASE_NETWORK_H

#include "base/sv.h"

enum { AML_IPV4_BITS = 32, AML_IPV6_BITS = 128 };

/* An address as one number of 128 bits; IPv4 in the lowest 32. */
typedef struct aml_address {
  uint64_t high, low;
  unsigned bits; /* 32 or 128 */
} aml_address;

typedef struct aml_network {
  aml_address first; /* host bits cleared */
  unsigned prefix;
} aml_network;

/* "10.0.0.4", "fd00::4"; all of the text. */
bool aml_address_parse(aml_sv text, aml_address *out);
/* As people write it, in the arena. */
aml_sv aml_address_text(aml_arena *arena, aml_address a);
/* The lowest `count` bits set. */
aml_address aml_address_low_bits(unsigned count, unsigned bits);
/* Modulo 2^128, with the bits of `a`. */
aml_address aml_address_add(aml_address a, aml_address b);
aml_address aml_address_add_number(aml_address a, uint64_t number);
/* The number shifted left by `by` bits. */
aml_address aml_address_shifted(uint64_t number, unsigned by);
/* Below, at or above 0. */
int aml_address_compare(aml_address a, aml_address b);
/* With all bits behind the prefix cleared. */
aml_address aml_address_first(aml_address a, unsigned prefix);

/* address/prefix */
bool aml_network_parse(aml_sv text, aml_network *out);
aml_address aml_network_last(const aml_network *n);

#endif
