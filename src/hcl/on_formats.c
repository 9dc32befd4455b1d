/* format() and formatlist(): the verbs of zclconf/go-cty, function/stdlib/format.go. */
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "hcl/arithmetic.h"
#include "hcl/function_bodies.h"

typedef struct verb {
  bool minus, plus, zero, space, sharp;
  int64_t width, precision; /* precision: -1 where none is said */
  char letter;
  size_t argument; /* from 0 */
} verb;

typedef struct formatting {
  const aml_hcl_call *call;
  aml_sv format;
  size_t at;
  size_t next; /* argument */
  const aml_value *const *args;
  size_t count;
  aml_strbuf out;
  const aml_value *failure;
} formatting;

enum { WIDTH_MAX = 4096 };

static int64_t read_count(formatting *f) {
  int64_t count = 0;
  while (f->at < f->format.len && aml_ascii_digit(f->format.data[f->at]) && count <= WIDTH_MAX) {
    count = count * 10 + (f->format.data[f->at++] - '0');
  }
  return count;
}

static char peek(const formatting *f) {
  return f->at < f->format.len ? f->format.data[f->at] : '\0';
}

/* Behind '%'. */
static verb read_verb(formatting *f) {
  verb v = {.precision = -1};
  for (;; f->at++) {
    char c = peek(f);
    if (c == '-') {
      v.minus = true;
    } else if (c == '+') {
      v.plus = true;
    } else if (c == '0') {
      v.zero = true;
    } else if (c == ' ') {
      v.space = true;
    } else if (c == '#') {
      v.sharp = true;
    } else {
      break;
    }
  }
  v.width = read_count(f);
  if (peek(f) == '.') {
    f->at++;
    v.precision = read_count(f);
  }
  v.argument = f->next;
  if (peek(f) == '[') {
    f->at++;
    int64_t number = read_count(f);
    v.argument = number > 0 ? (size_t)number - 1 : SIZE_MAX;
    f->at += peek(f) == ']' ? 1 : 0;
  }
  v.letter = peek(f);
  f->at += v.letter != '\0' ? 1 : 0;
  return v;
}

static void pad(formatting *f, const verb *v, aml_sv text, bool is_number) {
  size_t length = aml_utf8_length(text);
  size_t width = v->width > 0 ? (size_t)v->width : 0;
  size_t missing = width > length ? width - length : 0;
  bool with_zeros = v->zero && !v->minus && is_number;
  if (with_zeros && text.len > 0 && (text.data[0] == '-' || text.data[0] == '+')) {
    aml_strbuf_add_char(&f->out, text.data[0]);
    text = aml_sv_slice(text, 1, text.len);
  }
  for (size_t i = 0; i < missing && !v->minus; i++) {
    aml_strbuf_add_char(&f->out, with_zeros ? '0' : ' ');
  }
  aml_strbuf_add(&f->out, text);
  for (size_t i = 0; i < missing && v->minus; i++) {
    aml_strbuf_add_char(&f->out, ' ');
  }
}

static void fail(formatting *f, const char *text) {
  f->failure = f->failure != NULL ? f->failure : aml_hcl_call_fail(f->call, 0, "%s", text);
}

/* A whole number in base 2, 8 or 16, with its sign; the length. `out` has room for 80 bytes. */
static int write_in_base(const verb *v, long long whole, char *out) {
  enum { ROOM = 80 };
  unsigned long long number = whole < 0 ? 0ULL - (unsigned long long)whole : (unsigned long long)whole;
  int length = 0;
  if (whole < 0) {
    out[length++] = '-';
  }
  if (v->letter != 'b') {
    return length + snprintf(out + length, ROOM - 1,
                        v->letter == 'o'               ? "%llo"
                        : v->letter == 'x' && v->sharp ? "%#llx"
                        : v->letter == 'x'             ? "%llx"
                        : v->sharp                     ? "%#llX"
                                                       : "%llX",
                        number);
  }
  int bits = 1;
  while (bits < 64 && (number >> bits) != 0) {
    bits++;
  }
  for (int i = bits - 1; i >= 0; i--) {
    out[length++] = (number >> i) & 1 ? '1' : '0';
  }
  return length;
}

/* The number of a verb that writes whole numbers; false where it is none, or too large. */
static bool read_whole(formatting *f, const aml_value *number, long long *out) {
  double value = aml_hcl_double(number);
  if (number->kind == AML_INT) {
    *out = (long long)number->as.integer;
    return true;
  }
  if (value > 9e18 || value < -9e18) {
    f->failure = aml_eval_unknown(
        f->call->eval, AML_KIND_BIT(AML_STRING), "whole numbers beyond 64 bits are not written here");
    return false;
  }
  *out = (long long)value;
  bool is_large = value > 9e15 || value < -9e15; /* doubles have holes there */
  if (!aml_hcl_is_exact(number) || (is_large && !aml_hcl_is_dyadic(number))) {
    f->failure = aml_eval_unknown(f->call->eval, AML_KIND_BIT(AML_STRING), AML_HCL_MORE_DIGITS);
    return false;
  }
  if (value > (double)*out || value < (double)*out) {
    fail(f, "A verb of format() requires a whole number.");
    return false;
  }
  return true;
}

static void pad_formatted(formatting *f, const verb *v, const char *text, int length) {
  enum { ROOM = 512 };
  bool fits = length >= 0 && length < ROOM;
  pad(f, v, aml_sv_dup(f->call->eval->arena, (aml_sv){text, fits ? (size_t)length : 0}), true);
}

static int write_general(const verb *v, double number, char *text, size_t size) {
  int precision = v->precision > 100 ? 100 : (int)v->precision;
  return snprintf(text, size, v->plus ? "%+.*g" : "%.*g", precision, number);
}

static int write_fraction(const verb *v, double number, char *text, size_t size) {
  int precision = v->precision < 0 ? 6 : v->precision > 100 ? 100 : (int)v->precision;
  return snprintf(text, size,
      v->letter == 'f'   ? (v->plus ? "%+.*f" : "%.*f")
      : v->letter == 'e' ? (v->plus ? "%+.*e" : "%.*e")
                         : (v->plus ? "%+.*E" : "%.*E"),
      precision, number);
}

/* A number in so many digits as are asked for. Known where what HCL has and doubles have not makes no
 * difference. */
static void add_rounded(formatting *f, const verb *v, const aml_value *value, bool is_fraction) {
  const double apart = 1e-14;
  char text[512];
  char below[512];
  double number = aml_hcl_double(value);
  bool is_exact = aml_hcl_is_dyadic(value);
  double smaller = is_exact ? number : number * (1 - apart);
  double larger = is_exact ? number : number * (1 + apart);
  int length = is_fraction ? write_fraction(v, larger, text, sizeof text)
                           : write_general(v, larger, text, sizeof text);
  (void)(is_fraction ? write_fraction(v, smaller, below, sizeof below)
                     : write_general(v, smaller, below, sizeof below));
  if (strcmp(text, below) != 0) {
    f->failure = aml_eval_unknown(f->call->eval, AML_KIND_BIT(AML_STRING), AML_HCL_MORE_DIGITS);
    return;
  }
  for (int i = 0; v->letter == 'G' && i < length; i++) {
    text[i] = text[i] == 'e' ? 'E' : text[i];
  }
  pad_formatted(f, v, text, length);
}

/* As Go's %g: in the shortest way, with an exponent from a million on. */
static void add_general(formatting *f, const verb *v, const aml_value *value) {
  enum { SMALLEST = -4, LARGEST = 6 };
  char text[512];
  double number = aml_hcl_double(value);
  if (!aml_hcl_is_exact(value)) {
    f->failure = aml_eval_unknown(f->call->eval, AML_KIND_BIT(AML_STRING), AML_HCL_MORE_DIGITS);
    return;
  }
  size_t digits = aml_hcl_digits(number);
  int after = digits == 0 ? 0 : (int)digits - 1;
  (void)snprintf(text, sizeof text, "%.*e", after, number);
  const char *mark = strchr(text, 'e');
  int64_t exponent = 0;
  (void)(mark != NULL && aml_int_parse(aml_sv_of(mark + 1), &exponent));
  bool is_small = exponent >= SMALLEST && exponent < LARGEST;
  after = is_small ? after - (int)exponent : after;
  int length = snprintf(text, sizeof text,
      is_small ? (v->plus ? "%+.*f" : "%.*f") : (v->plus ? "%+.*e" : "%.*e"), after < 0 ? 0 : after, number);
  for (int i = 0; v->letter == 'G' && i < length; i++) {
    text[i] = text[i] == 'e' ? 'E' : text[i];
  }
  pad_formatted(f, v, text, length);
}

static void add_whole(formatting *f, const verb *v, const aml_value *number) {
  char text[512];
  long long whole = 0;
  if (!read_whole(f, number, &whole)) {
    return;
  }
  int length = v->letter == 'd' ? snprintf(text, sizeof text,
                                      v->plus    ? "%+lld"
                                      : v->space ? "% lld"
                                                 : "%lld",
                                      whole)
                                : write_in_base(v, whole, text);
  pad_formatted(f, v, text, length);
}

static void add_number(formatting *f, const verb *v, const aml_value *arg) {
  const aml_value *number = aml_hcl_to_number(f->call->eval, arg);
  if (number == NULL || number->kind == AML_NULL) {
    fail(f, "A verb of format() requires a number.");
  } else if (aml_sv_find_char(AML_SV("dboxX"), v->letter, 0) != AML_NPOS) {
    add_whole(f, v, number);
  } else if (aml_sv_find_char(AML_SV("feE"), v->letter, 0) != AML_NPOS) {
    add_rounded(f, v, number, true);
  } else if (v->precision >= 0) {
    add_rounded(f, v, number, false);
  } else {
    add_general(f, v, number);
  }
}

static void add_json(formatting *f, const verb *v, const aml_value *value, bool is_number) {
  const aml_value *json = aml_hcl_json(f->call->eval, value);
  if (json->kind == AML_STRING) {
    pad(f, v, json->as.string, is_number);
  } else {
    f->failure = json;
  }
}

static void add_text(formatting *f, const verb *v, const aml_value *arg) {
  const aml_value *text = arg->kind == AML_NULL ? NULL : aml_hcl_to_string(f->call->eval, arg);
  if (text == NULL) {
    fail(f, "A verb of format() requires a string.");
    return;
  }
  if (text->kind == AML_UNKNOWN) {
    f->failure = text;
    return;
  }
  aml_sv shown = text->as.string;
  if (v->precision >= 0) {
    shown = aml_sv_slice(shown, 0, aml_hcl_bytes_of(shown, (size_t)v->precision));
  }
  if (v->letter == 'q') {
    add_json(f, v, aml_make_string(f->call->eval, shown), false);
  } else {
    pad(f, v, shown, false);
  }
}

static void add_any(formatting *f, const verb *v, const aml_value *arg) {
  bool is_number = arg->kind == AML_INT || arg->kind == AML_FLOAT;
  if (arg->kind == AML_STRING && !v->sharp) {
    pad(f, v, arg->as.string, false);
  } else if (is_number && !v->sharp) {
    add_general(f, v, arg);
  } else {
    add_json(f, v, arg, is_number);
  }
}

static void add_verb(formatting *f) {
  const verb v = read_verb(f);
  if (v.letter == '%') {
    aml_strbuf_add_char(&f->out, '%');
    return;
  }
  if (v.width > WIDTH_MAX || v.precision > WIDTH_MAX) {
    f->failure = aml_eval_limit(f->call->eval, "%d characters in a verb of format()", WIDTH_MAX);
    return;
  }
  if (v.argument >= f->count) {
    fail(f, "format() has fewer arguments than verbs.");
    return;
  }
  const aml_value *arg = f->args[v.argument];
  f->next = v.argument + 1;
  const aml_value *truth = v.letter == 't' ? aml_hcl_to_bool(f->call->eval, arg) : NULL;
  if (v.letter == 't' && (truth == NULL || truth->kind == AML_NULL)) {
    fail(f, "The verb %t of format() requires true or false.");
  } else if (v.letter == 't') {
    pad(f, &v, truth->as.boolean ? AML_SV("true") : AML_SV("false"), false);
  } else if (v.letter == 's' || v.letter == 'q') {
    add_text(f, &v, arg);
  } else if (v.letter == 'v') {
    add_any(f, &v, arg);
  } else if (v.letter != '\0' && aml_sv_find_char(AML_SV("dxXoeEfgGb"), v.letter, 0) != AML_NPOS) {
    add_number(f, &v, arg);
  } else {
    fail(f, "format() has an unknown verb.");
  }
}

static const aml_value *format(
    const aml_hcl_call *call, aml_sv text, const aml_value *const *args, size_t count) {
  formatting f = {.call = call, .format = text, .args = args, .count = count};
  size_t used = 0;
  aml_strbuf_init(&f.out, call->eval->arena, AML_LIMIT_STRING);
  while (f.at < text.len && f.failure == NULL && !f.out.overflowed) {
    size_t percent = aml_sv_find_char(text, '%', f.at);
    size_t end = percent == AML_NPOS ? text.len : percent;
    aml_strbuf_add(&f.out, aml_sv_slice(text, f.at, end));
    f.at = end;
    if (percent != AML_NPOS) {
      f.at++;
      add_verb(&f);
      used = f.next > used ? f.next : used;
    }
  }
  if (f.failure == NULL && used < count) {
    fail(&f, "format() has more arguments than verbs.");
  }
  if (f.out.overflowed) {
    return aml_eval_limit(call->eval, "%d bytes in a computed string", AML_LIMIT_STRING);
  }
  return f.failure != NULL ? f.failure : aml_make_string(call->eval, aml_strbuf_view(&f.out));
}

const aml_value *aml_hcl_fn_format(const aml_hcl_call *call) {
  return format(call, call->args[0]->as.string, call->args + 1, call->count - 1);
}

const aml_value *aml_hcl_fn_formatlist(const aml_hcl_call *call) {
  aml_eval *eval = call->eval;
  size_t rows = SIZE_MAX;
  for (size_t i = 1; i < call->count; i++) {
    size_t length = call->args[i]->kind == AML_ARRAY ? call->args[i]->as.array.count : SIZE_MAX;
    if (length != SIZE_MAX && rows != SIZE_MAX && length != rows) {
      return aml_hcl_call_fail(call, i, "The lists must have the same length.");
    }
    rows = length != SIZE_MAX ? length : rows;
  }
  rows = rows == SIZE_MAX ? 1 : rows;
  const aml_value **items = AML_NEW_ARRAY(eval->arena, const aml_value *, rows);
  const aml_value **args = AML_NEW_ARRAY(eval->arena, const aml_value *, call->count);
  for (size_t row = 0; row < rows; row++) {
    for (size_t i = 1; i < call->count; i++) {
      const aml_value *arg = call->args[i];
      args[i - 1] = arg->kind == AML_ARRAY ? arg->as.array.items[row] : arg;
    }
    items[row] = format(call, call->args[0]->as.string, args, call->count - 1);
    if (items[row]->kind == AML_UNKNOWN || !aml_eval_spend(eval, call->count)) {
      return items[row];
    }
  }
  return aml_make_array(eval, items, rows, (unsigned)AML_HCL_LIST | (unsigned)AML_HCL_OF_STRINGS);
}
