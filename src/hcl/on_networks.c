/* Networks, as hashicorp/terraform's internal/lang/funcs/cidr.go computes with them. */
#include "base/network.h"
#include "hcl/function_bodies.h"

enum { NEW_BITS_MAX = 32 /* of cidrsubnets() */ };

static const aml_value *fail_network(const aml_hcl_call *call) {
  return aml_hcl_call_fail(call, 0, "'%.*s' is not a network such as '10.0.0.0/16' or 'fd00::/48'.",
      AML_SV_ARG(call->args[0]->as.string));
}

static const aml_value *not_known(const aml_hcl_call *call) {
  return aml_eval_unknown(
      call->eval, call->function->returns, "this network is not computed here; state the value");
}

/* Go and C write some addresses below ::1:0:0 in two ways. */
static bool is_plain(aml_address address) {
  return address.bits == AML_IPV4_BITS || address.high != 0;
}

/* Terraform takes "010" for ten, which other readers refuse. */
static bool has_leading_zero(aml_sv text) {
  for (size_t i = 0; i + 1 < text.len; i++) {
    bool begins = i == 0 || text.data[i - 1] == '.' || text.data[i - 1] == '/';
    if (begins && text.data[i] == '0' && aml_ascii_digit(text.data[i + 1])) {
      return true;
    }
  }
  return false;
}

/* NULL where the network is read; else what the call gives. */
static const aml_value *read_network(const aml_hcl_call *call, aml_network *out) {
  aml_sv text = call->args[0]->as.string;
  if (!aml_network_parse(text, out)) {
    return has_leading_zero(text) ? not_known(call) : fail_network(call);
  }
  return is_plain(out->first) ? NULL : not_known(call);
}

static const aml_value *made_address(const aml_hcl_call *call, aml_address address) {
  return aml_make_string(call->eval, aml_address_text(call->eval->arena, address));
}

static const aml_value *made_network(const aml_hcl_call *call, aml_address first, unsigned prefix) {
  aml_sv text = aml_address_text(call->eval->arena, first);
  return aml_make_string(call->eval, aml_sv_format(call->eval->arena, "%.*s/%u", AML_SV_ARG(text), prefix));
}

static aml_address mask_of(unsigned prefix, unsigned bits) {
  aml_address all = aml_address_low_bits(bits, bits);
  aml_address host = aml_address_low_bits(bits - prefix, bits);
  return (aml_address){all.high & ~host.high, all.low & ~host.low, bits};
}

/* Hosts are counted from 0, or from the last one, which is -1. */
const aml_value *aml_hcl_fn_cidrhost(const aml_hcl_call *call) {
  aml_network n;
  const aml_value *failure = read_network(call, &n);
  if (failure != NULL) {
    return failure;
  }
  int64_t number = call->args[1]->as.integer;
  uint64_t distance = number < 0 ? ~(uint64_t)number : (uint64_t)number;
  aml_address most = aml_address_low_bits(n.first.bits - n.prefix, n.first.bits);
  if (aml_address_compare((aml_address){.low = distance}, most) > 0) {
    return aml_hcl_call_fail(call, 1, "The network has no host number %lld.", (long long)number);
  }
  aml_address last = aml_network_last(&n);
  aml_address back = {last.high - (last.low < distance ? 1 : 0), last.low - distance, last.bits};
  return made_address(call, number < 0 ? back : aml_address_add_number(n.first, distance));
}

const aml_value *aml_hcl_fn_cidrnetmask(const aml_hcl_call *call) {
  aml_network n;
  const aml_value *failure = read_network(call, &n);
  if (failure != NULL) {
    return failure;
  }
  if (n.first.bits != AML_IPV4_BITS) {
    return aml_hcl_call_fail(call, 0, "A network of IPv6 has no netmask.");
  }
  return made_address(call, mask_of(n.prefix, n.first.bits));
}

const aml_value *aml_hcl_fn_cidrsubnet(const aml_hcl_call *call) {
  aml_network n;
  const aml_value *failure = read_network(call, &n);
  if (failure != NULL) {
    return failure;
  }
  int64_t more = call->args[1]->as.integer;
  int64_t number = call->args[2]->as.integer;
  if (more < 0 || number < 0) {
    return not_known(call);
  }
  if (more > n.first.bits - n.prefix) {
    return aml_hcl_call_fail(
        call, 1, "The prefix of %u bits cannot be extended by %lld.", n.prefix, (long long)more);
  }
  if (more < 63 && (uint64_t)number >= (uint64_t)1 << (unsigned)more) {
    return aml_hcl_call_fail(
        call, 2, "The network has no subnet number %lld of that size.", (long long)number);
  }
  unsigned prefix = n.prefix + (unsigned)more;
  aml_address at = aml_address_add(n.first, aml_address_shifted((uint64_t)number, n.first.bits - prefix));
  return made_network(call, at, prefix);
}

/* The first address at or behind `at` that a network with the prefix can begin with. */
static aml_address align(aml_address at, unsigned prefix) {
  aml_address host = aml_address_low_bits(at.bits - prefix, at.bits);
  return aml_address_first(aml_address_add(at, host), prefix);
}

static bool is_inside(const aml_network *n, aml_address at) {
  return aml_address_compare(n->first, at) <= 0 && aml_address_compare(at, aml_network_last(n)) <= 0;
}

const aml_value *aml_hcl_fn_cidrsubnets(const aml_hcl_call *call) {
  aml_network n;
  const aml_value *failure = read_network(call, &n);
  if (failure != NULL) {
    return failure;
  }
  if (n.first.low == 0 && n.first.high == 0) {
    return not_known(call); /* Terraform's own search wraps around there */
  }
  const aml_value **items = AML_NEW_ARRAY(call->eval->arena, const aml_value *, call->count);
  aml_address next = n.first;
  for (size_t i = 1; i < call->count; i++) {
    int64_t more = call->args[i]->as.integer;
    if (more < 1 || more > NEW_BITS_MAX || more > n.first.bits - n.prefix) {
      return aml_hcl_call_fail(
          call, i, "The prefix of %u bits cannot be extended by %lld.", n.prefix, (long long)more);
    }
    unsigned prefix = n.prefix + (unsigned)more;
    aml_address at = align(next, prefix);
    if (!is_inside(&n, at) || (i > 1 && aml_address_compare(at, next) < 0)) {
      return aml_hcl_call_fail(
          call, i, "The network has no room for a subnet with a prefix of %u bits.", prefix);
    }
    items[i - 1] = made_network(call, at, prefix);
    next = aml_address_add_number(aml_network_last(&(aml_network){at, prefix}), 1);
  }
  return aml_make_array(
      call->eval, items, call->count - 1, (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_STRINGS);
}
