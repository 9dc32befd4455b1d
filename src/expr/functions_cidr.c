/* Networks in CIDR notation, IPv4 and IPv6. */
#include "base/network.h"
#include "expr/functions.h"

static const aml_value *fail_network(const aml_call *call) {
  return aml_call_fail(call, 0, "'%.*s' is not a network such as '10.0.0.0/16' or 'fd00::/48'.",
      AML_SV_ARG(call->args[0]->as.string));
}

/* IPv4 keeps the first and last address of a network for itself, unless there are only these. */
static bool has_reserved(const aml_network *n) {
  return n->first.bits == AML_IPV4_BITS && n->prefix < AML_IPV4_BITS - 1;
}

const aml_value *aml_fn_parse_cidr(const aml_call *call) {
  aml_network n;
  if (!aml_network_parse(call->args[0]->as.string, &n)) {
    return fail_network(call);
  }
  aml_address last = aml_network_last(&n);
  aml_address host = aml_address_low_bits(n.first.bits - n.prefix, n.first.bits);
  aml_address all = aml_address_low_bits(n.first.bits, n.first.bits);
  aml_address mask = {all.high & ~host.high, all.low & ~host.low, n.first.bits};
  bool is_ipv4 = n.first.bits == AML_IPV4_BITS;
  aml_address first_usable = has_reserved(&n) ? aml_address_add_number(n.first, 1) : n.first;
  aml_address last_usable = has_reserved(&n) ? aml_address_add_number(last, UINT64_MAX)
                            : is_ipv4        ? n.first
                                             : last;
  last_usable.high = is_ipv4 ? 0 : last_usable.high;

  aml_arena *arena = call->eval->arena;
  aml_object_builder parts;
  aml_object_begin(&parts, arena);
  const struct {
    const char *name;
    aml_address value;
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
          aml_make_string(call->eval, aml_address_text(arena, rows[i].value)));
    }
  }
  aml_object_add(&parts, AML_SV("cidr"), AML_NO_SPAN, aml_make_int(call->eval, n.prefix));
  return aml_make_object(call->eval, &parts, 0);
}

const aml_value *aml_fn_cidr_subnet(const aml_call *call) {
  aml_network n;
  if (!aml_network_parse(call->args[0]->as.string, &n)) {
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
  aml_address first =
      aml_address_add(n.first, aml_address_shifted((uint64_t)index, n.first.bits - (unsigned)prefix));
  first.bits = n.first.bits;
  aml_arena *arena = call->eval->arena;
  return aml_make_string(call->eval,
      aml_sv_format(arena, "%.*s/%lld", AML_SV_ARG(aml_address_text(arena, first)), (long long)prefix));
}

const aml_value *aml_fn_cidr_host(const aml_call *call) {
  aml_network n;
  if (!aml_network_parse(call->args[0]->as.string, &n)) {
    return fail_network(call);
  }
  int64_t index = call->args[1]->as.integer;
  aml_address host = aml_address_add_number(n.first, (uint64_t)index + 1);
  aml_address last = aml_network_last(&n);
  int order = aml_address_compare(host, last);
  bool is_outside = index < 0 || order > 0 || (order == 0 && has_reserved(&n));
  if (is_outside) {
    return aml_call_fail(
        call, 1, "The network has no usable host number %lld; hosts are counted from 0.", (long long)index);
  }
  return aml_make_string(call->eval, aml_address_text(call->eval->arena, host));
}

/* An address, a network, or "first-last". */
static bool parse_range(aml_sv text, aml_address *first, aml_address *last) {
  aml_network n;
  size_t dash = aml_sv_find_char(text, '-', 0);
  if (dash != AML_NPOS) {
    return aml_address_parse(aml_sv_trim(aml_sv_slice(text, 0, dash)), first) &&
           aml_address_parse(aml_sv_trim(aml_sv_slice(text, dash + 1, text.len)), last) &&
           first->bits == last->bits;
  }
  if (aml_network_parse(text, &n)) {
    *first = n.first;
    *last = aml_network_last(&n);
    return true;
  }
  bool is_address = aml_address_parse(text, first);
  *last = *first;
  return is_address;
}

/* Policy's own: whether the first range holds all of the second. */
const aml_value *aml_fn_ip_range_contains(const aml_call *call) {
  aml_address first[2] = {{.high = 0}, {.high = 0}};
  aml_address last[2] = {{.high = 0}, {.high = 0}};
  for (size_t i = 0; i < 2; i++) {
    aml_sv text = aml_sv_trim(call->args[i]->as.string);
    if (!parse_range(text, &first[i], &last[i])) {
      return aml_call_fail(call, i, "'%.*s' is not a range of IP addresses.", AML_SV_ARG(text));
    }
  }
  bool is_inside = first[0].bits == first[1].bits && aml_address_compare(first[0], first[1]) <= 0 &&
                   aml_address_compare(last[1], last[0]) <= 0;
  return aml_make_bool(call->eval, is_inside);
}
