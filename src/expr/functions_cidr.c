/* Networks in CIDR notation, IPv4 and IPv6. */
#include <arpa/inet.h>

#include "base/number.h"
#include "expr/functions.h"

enum { IPV4_BITS = 32, IPV6_BITS = 128 };

/* An address as one number of 128 bits; IPv4 in the lowest 32. */
typedef struct address {
  uint64_t high, low;
  unsigned bits; /* 32 or 128 */
} address;

typedef struct network {
  address first; /* host bits cleared */
  unsigned prefix;
} network;

static bool parse_address(aml_sv text, address *out) {
  char terminated[INET6_ADDRSTRLEN];
  unsigned char bytes[16];
  if (text.len >= sizeof terminated) {
    return false;
  }
  memcpy(terminated, text.data, text.len);
  terminated[text.len] = '\0';
  *out = (address){.high = 0};
  if (inet_pton(AF_INET, terminated, bytes) == 1) {
    out->bits = IPV4_BITS;
    for (size_t i = 0; i < 4; i++) {
      out->low = out->low << 8 | bytes[i];
    }
    return true;
  }
  if (inet_pton(AF_INET6, terminated, bytes) != 1) {
    return false;
  }
  out->bits = IPV6_BITS;
  for (size_t i = 0; i < 8; i++) {
    out->high = out->high << 8 | bytes[i];
    out->low = out->low << 8 | bytes[i + 8];
  }
  return true;
}

static aml_sv address_text(aml_arena *arena, address a) {
  char text[INET6_ADDRSTRLEN];
  unsigned char bytes[16];
  for (size_t i = 0; i < 8; i++) {
    bytes[7 - i] = (unsigned char)(a.high >> 8 * i & 0xFFU);
    bytes[15 - i] = (unsigned char)(a.low >> 8 * i & 0xFFU);
  }
  bool is_ipv4 = a.bits == IPV4_BITS;
  if (inet_ntop(is_ipv4 ? AF_INET : AF_INET6, is_ipv4 ? bytes + 12 : bytes, text, sizeof text) == NULL) {
    return AML_SV("");
  }
  return aml_sv_dup(arena, aml_sv_of(text));
}

/* The lowest `count` bits set. */
static address low_bits(unsigned count, unsigned bits) {
  address a = {.bits = bits};
  a.low = count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1;
  a.high = count <= 64 ? 0 : count >= 128 ? UINT64_MAX : ((uint64_t)1 << (count - 64)) - 1;
  return a;
}

static address add(address a, address b) {
  address sum = {.low = a.low + b.low, .bits = a.bits};
  sum.high = a.high + b.high + (sum.low < a.low ? 1 : 0);
  return sum;
}

static address add_number(address a, uint64_t number) {
  return add(a, (address){.low = number});
}

/* number shifted left by `by` bits. */
static address shifted(uint64_t number, unsigned by) {
  address a = {.bits = 0};
  if (by >= 64) {
    a.high = by >= 128 ? 0 : number << (by - 64);
  } else {
    a.low = number << by;
    a.high = by == 0 ? 0 : number >> (64 - by);
  }
  return a;
}

static int compare(address a, address b) {
  if (a.high != b.high) {
    return a.high < b.high ? -1 : 1;
  }
  return (a.low > b.low) - (a.low < b.low);
}

static address first_of(address a, unsigned prefix) {
  address host = low_bits(a.bits - prefix, a.bits);
  return (address){a.high & ~host.high, a.low & ~host.low, a.bits};
}

static address last_of(const network *n) {
  address host = low_bits(n->first.bits - n->prefix, n->first.bits);
  return (address){n->first.high | host.high, n->first.low | host.low, n->first.bits};
}

/* address/prefix */
static bool parse_network(aml_sv text, network *out) {
  size_t slash = aml_sv_find_char(text, '/', 0);
  address a;
  int64_t prefix;
  if (slash == AML_NPOS || !parse_address(aml_sv_slice(text, 0, slash), &a) ||
      !aml_int_parse(aml_sv_slice(text, slash + 1, text.len), &prefix) || prefix < 0 || prefix > a.bits) {
    return false;
  }
  out->prefix = (unsigned)prefix;
  out->first = first_of(a, out->prefix);
  return true;
}

static const aml_value *fail_network(const aml_call *call) {
  return aml_call_fail(call, 0, "'%.*s' is not a network such as '10.0.0.0/16' or 'fd00::/48'.",
      AML_SV_ARG(call->args[0]->as.string));
}

/* IPv4 keeps the first and last address of a network for itself, unless there are only these. */
static bool has_reserved(const network *n) {
  return n->first.bits == IPV4_BITS && n->prefix < IPV4_BITS - 1;
}

const aml_value *aml_fn_parse_cidr(const aml_call *call) {
  network n;
  if (!parse_network(call->args[0]->as.string, &n)) {
    return fail_network(call);
  }
  address last = last_of(&n);
  address host = low_bits(n.first.bits - n.prefix, n.first.bits);
  address all = low_bits(n.first.bits, n.first.bits);
  address mask = {all.high & ~host.high, all.low & ~host.low, n.first.bits};
  bool is_ipv4 = n.first.bits == IPV4_BITS;
  address first_usable = has_reserved(&n) ? add_number(n.first, 1) : n.first;
  address last_usable = has_reserved(&n) ? add_number(last, UINT64_MAX) : is_ipv4 ? n.first : last;
  last_usable.high = is_ipv4 ? 0 : last_usable.high;

  aml_arena *arena = call->eval->arena;
  aml_object_builder parts;
  aml_object_begin(&parts, arena);
  const struct {
    const char *name;
    address value;
    bool is_shown;
  } rows[] = {
      {"network", n.first, true},
      {"netmask", mask, true},
      {"broadcast", last, is_ipv4},
      {"firstUsable", first_usable, true},
      {"lastUsable", last_usable, true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (rows[i].is_shown) {
      aml_object_add(&parts, aml_sv_of(rows[i].name), AML_NO_SPAN,
          aml_make_string(call->eval, address_text(arena, rows[i].value)));
    }
  }
  aml_object_add(&parts, AML_SV("cidr"), AML_NO_SPAN, aml_make_int(call->eval, n.prefix));
  return aml_make_object(call->eval, &parts, 0);
}

const aml_value *aml_fn_cidr_subnet(const aml_call *call) {
  network n;
  if (!parse_network(call->args[0]->as.string, &n)) {
    return fail_network(call);
  }
  int64_t prefix = call->args[1]->as.integer;
  int64_t index = call->args[2]->as.integer;
  if (prefix < n.prefix || prefix > n.first.bits) {
    return aml_call_fail(call, 1, "The prefix %lld must be from %u, that of the network, to %u.",
        (long long)prefix, n.prefix, n.first.bits);
  }
  unsigned extra = (unsigned)prefix - n.prefix;
  if (index < 0 || (extra < 63 && (uint64_t)index >= (uint64_t)1 << extra)) {
    return aml_call_fail(call, 2,
        "The network has no subnet number %lld with that prefix; subnets are counted from 0.",
        (long long)index);
  }
  address first = add(n.first, shifted((uint64_t)index, n.first.bits - (unsigned)prefix));
  first.bits = n.first.bits;
  aml_arena *arena = call->eval->arena;
  return aml_make_string(call->eval,
      aml_sv_format(arena, "%.*s/%lld", AML_SV_ARG(address_text(arena, first)), (long long)prefix));
}

const aml_value *aml_fn_cidr_host(const aml_call *call) {
  network n;
  if (!parse_network(call->args[0]->as.string, &n)) {
    return fail_network(call);
  }
  int64_t index = call->args[1]->as.integer;
  address host = add_number(n.first, (uint64_t)index + 1);
  address last = last_of(&n);
  int order = compare(host, last);
  bool is_outside = index < 0 || order > 0 || (order == 0 && has_reserved(&n));
  if (is_outside) {
    return aml_call_fail(
        call, 1, "The network has no usable host number %lld; hosts are counted from 0.", (long long)index);
  }
  return aml_make_string(call->eval, address_text(call->eval->arena, host));
}

/* An address, a network, or "first-last". */
static bool parse_range(aml_sv text, address *first, address *last) {
  network n;
  size_t dash = aml_sv_find_char(text, '-', 0);
  if (dash != AML_NPOS) {
    return parse_address(aml_sv_trim(aml_sv_slice(text, 0, dash)), first) &&
           parse_address(aml_sv_trim(aml_sv_slice(text, dash + 1, text.len)), last) &&
           first->bits == last->bits;
  }
  if (parse_network(text, &n)) {
    *first = n.first;
    *last = last_of(&n);
    return true;
  }
  bool is_address = parse_address(text, first);
  *last = *first;
  return is_address;
}

/* Policy's own: whether the first range holds all of the second. */
const aml_value *aml_fn_ip_range_contains(const aml_call *call) {
  address first[2] = {{.high = 0}, {.high = 0}};
  address last[2] = {{.high = 0}, {.high = 0}};
  for (size_t i = 0; i < 2; i++) {
    aml_sv text = aml_sv_trim(call->args[i]->as.string);
    if (!parse_range(text, &first[i], &last[i])) {
      return aml_call_fail(call, i, "'%.*s' is not a range of IP addresses.", AML_SV_ARG(text));
    }
  }
  bool is_inside =
      first[0].bits == first[1].bits && compare(first[0], first[1]) <= 0 && compare(last[1], last[0]) <= 0;
  return aml_make_bool(call->eval, is_inside);
}
