/* Schoolbook arithmetic: numbers are short, and fractions in arithmetic are rare. */
#include "base/float512.h"

#include <math.h>

enum { LIMB_BITS = 32, WIDE_BITS = AML_WIDE_LIMBS * LIMB_BITS };

/* ---- whole numbers ---- */

static int bit_length(const aml_wide *wide) {
  for (int i = AML_WIDE_LIMBS - 1; i >= 0; i--) {
    if (wide->limbs[i] != 0) {
      return (i + 1) * LIMB_BITS - __builtin_clz(wide->limbs[i]);
    }
  }
  return 0;
}

static bool bit_at(const aml_wide *wide, int bit) {
  return (wide->limbs[bit / LIMB_BITS] >> (bit % LIMB_BITS)) & 1U;
}

/* To the left by `by` bits, to the right where that is negative; what leaves is lost. */
static aml_wide shifted(const aml_wide *wide, int by) {
  aml_wide out = {{0}};
  int limbs = by >= 0 ? by / LIMB_BITS : -((-by + LIMB_BITS - 1) / LIMB_BITS);
  int bits = by - limbs * LIMB_BITS;
  for (int i = 0; i < AML_WIDE_LIMBS; i++) {
    int from = i - limbs;
    uint64_t high = from >= 0 && from < AML_WIDE_LIMBS ? wide->limbs[from] : 0;
    uint64_t low = from >= 1 && from <= AML_WIDE_LIMBS ? wide->limbs[from - 1] : 0;
    out.limbs[i] = (uint32_t)((high << bits) | (bits > 0 ? low >> (LIMB_BITS - bits) : 0));
  }
  return out;
}

static int compare_wide(const aml_wide *a, const aml_wide *b) {
  for (int i = AML_WIDE_LIMBS - 1; i >= 0; i--) {
    if (a->limbs[i] != b->limbs[i]) {
      return a->limbs[i] < b->limbs[i] ? -1 : 1;
    }
  }
  return 0;
}

static void add_wide(aml_wide *a, const aml_wide *b) {
  uint64_t carry = 0;
  for (int i = 0; i < AML_WIDE_LIMBS; i++) {
    carry += (uint64_t)a->limbs[i] + b->limbs[i];
    a->limbs[i] = (uint32_t)carry;
    carry >>= LIMB_BITS;
  }
}

/* b is at most a. */
static void subtract_wide(aml_wide *a, const aml_wide *b) {
  int64_t carry = 0;
  for (int i = 0; i < AML_WIDE_LIMBS; i++) {
    carry += (int64_t)a->limbs[i] - b->limbs[i];
    a->limbs[i] = (uint32_t)(carry & UINT32_MAX);
    carry = carry < 0 ? -1 : 0;
  }
}

static aml_wide product(const aml_wide *a, const aml_wide *b) {
  aml_wide out = {{0}};
  for (int i = 0; i < AML_WIDE_LIMBS; i++) {
    uint64_t carry = 0;
    for (int k = 0; a->limbs[i] != 0 && i + k < AML_WIDE_LIMBS; k++) {
      carry += (uint64_t)a->limbs[i] * b->limbs[k] + out.limbs[i + k];
      out.limbs[i + k] = (uint32_t)carry;
      carry >>= LIMB_BITS;
    }
  }
  return out;
}

/* a / b; a becomes the rest. */
static aml_wide quotient(aml_wide *a, const aml_wide *b) {
  aml_wide out = {{0}};
  for (int at = bit_length(a) - bit_length(b); at >= 0; at--) {
    const aml_wide part = shifted(b, at);
    if (compare_wide(&part, a) <= 0) {
      subtract_wide(a, &part);
      out.limbs[at / LIMB_BITS] |= 1U << (at % LIMB_BITS);
    }
  }
  return out;
}

static aml_wide whole(uint64_t number) {
  const aml_wide out = {{(uint32_t)number, (uint32_t)(number >> LIMB_BITS)}};
  return out;
}

/* ---- rounding ---- */

static const aml_wide one = {{1}};

/* number * 2^exponent, and a little more where has_rest. */
static void round_to(const aml_wide *number, int exponent, bool has_rest, aml_float512 *out) {
  int length = bit_length(number);
  int surplus = length - AML_FLOAT512_BITS;
  out->mantissa = shifted(number, -surplus);
  out->exponent = length == 0 ? 0 : exponent + surplus;
  if (surplus <= 0) {
    return;
  }
  bool is_half = bit_at(number, surplus - 1);
  bool is_above = has_rest;
  for (int i = 0; i < surplus - 1 && !is_above; i++) {
    is_above = bit_at(number, i);
  }
  if (is_half && (is_above || bit_at(&out->mantissa, 0))) {
    add_wide(&out->mantissa, &one);
    if (bit_length(&out->mantissa) > AML_FLOAT512_BITS) {
      out->mantissa = shifted(&out->mantissa, -1);
      out->exponent++;
    }
  }
}

/* over / under * 2^exponent */
static void round_ratio(const aml_wide *over, const aml_wide *under, int exponent, aml_float512 *out) {
  int more = AML_FLOAT512_BITS + 2 + bit_length(under) - bit_length(over);
  more = more > 0 ? more : 0;
  aml_wide rest = shifted(over, more);
  const aml_wide ratio = quotient(&rest, under);
  round_to(&ratio, exponent - more, bit_length(&rest) > 0, out);
}

/* ---- numbers ---- */

void aml_float512_decimal(uint64_t digits, int exponent, bool is_negative, aml_float512 *out) {
  const aml_wide ten = whole(10);
  const aml_wide number = whole(digits);
  aml_wide power = one;
  for (int i = 0; i < exponent || i < -exponent; i++) {
    power = product(&power, &ten);
  }
  out->is_negative = is_negative && digits != 0;
  if (exponent >= 0) {
    const aml_wide all = product(&number, &power);
    round_to(&all, 0, false, out);
  } else {
    round_ratio(&number, &power, 0, out);
  }
}

static bool is_zero(const aml_float512 *number) {
  return bit_length(&number->mantissa) == 0;
}

bool aml_float512_add(const aml_float512 *a, const aml_float512 *b, aml_float512 *out) {
  if (is_zero(a) || is_zero(b)) {
    *out = is_zero(a) ? *b : *a;
    return true;
  }
  int low = a->exponent < b->exponent ? a->exponent : b->exponent;
  int apart = a->exponent + b->exponent - 2 * low;
  if (apart > WIDE_BITS - AML_FLOAT512_BITS - 2) {
    return false;
  }
  aml_wide left = shifted(&a->mantissa, a->exponent - low);
  aml_wide right = shifted(&b->mantissa, b->exponent - low);
  bool is_right_larger = compare_wide(&left, &right) < 0;
  aml_wide *larger = is_right_larger ? &right : &left;
  out->is_negative = is_right_larger ? b->is_negative : a->is_negative;
  if (a->is_negative == b->is_negative) {
    add_wide(larger, is_right_larger ? &left : &right);
  } else {
    subtract_wide(larger, is_right_larger ? &left : &right);
  }
  const aml_wide sum = *larger;
  round_to(&sum, low, false, out);
  out->is_negative = out->is_negative && !is_zero(out);
  return true;
}

bool aml_float512_multiply(const aml_float512 *a, const aml_float512 *b, aml_float512 *out) {
  const aml_wide all = product(&a->mantissa, &b->mantissa);
  bool is_negative = a->is_negative != b->is_negative;
  round_to(&all, a->exponent + b->exponent, false, out);
  out->is_negative = is_negative && !is_zero(out);
  return true;
}

bool aml_float512_divide(const aml_float512 *a, const aml_float512 *b, aml_float512 *out) {
  if (is_zero(b)) {
    return false;
  }
  bool is_negative = a->is_negative != b->is_negative;
  round_ratio(&a->mantissa, &b->mantissa, a->exponent - b->exponent, out);
  out->is_negative = is_negative && !is_zero(out);
  return true;
}

bool aml_float512_modulo(const aml_float512 *a, const aml_float512 *b, aml_float512 *out) {
  aml_float512 ratio;
  if (!aml_float512_divide(a, b, &ratio) || ratio.exponent > 0) {
    return false;
  }
  const aml_wide part =
      ratio.exponent < -AML_FLOAT512_BITS ? whole(0) : shifted(&ratio.mantissa, ratio.exponent);
  aml_float512 times = {.is_negative = ratio.is_negative};
  round_to(&part, 0, false, &times);
  times.is_negative = times.is_negative && !is_zero(&times);
  aml_float512 taken;
  (void)aml_float512_multiply(b, &times, &taken);
  taken.is_negative = !taken.is_negative;
  return aml_float512_add(a, &taken, out);
}

double aml_float512_double(const aml_float512 *number) {
  enum { TOP = 64 };
  const aml_wide top = shifted(&number->mantissa, TOP - AML_FLOAT512_BITS);
  uint64_t bits = top.limbs[0] | ((uint64_t)top.limbs[1] << LIMB_BITS);
  double size = ldexp((double)bits, number->exponent + AML_FLOAT512_BITS - TOP);
  return number->is_negative ? -size : size;
}

int aml_float512_compare(const aml_float512 *a, const aml_float512 *b) {
  int sign_a = is_zero(a) ? 0 : a->is_negative ? -1 : 1;
  int sign_b = is_zero(b) ? 0 : b->is_negative ? -1 : 1;
  if (sign_a != sign_b || sign_a == 0) {
    return sign_a - sign_b;
  }
  int order = a->exponent != b->exponent ? (a->exponent < b->exponent ? -1 : 1)
                                         : compare_wide(&a->mantissa, &b->mantissa);
  return sign_a * order;
}
