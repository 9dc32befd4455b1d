/* Conversions between types of HCL. */
#include <math.h>

#include "base/number.h"
#include "base/sort.h"
#include "base/strbuf.h"
#include "hcl/type.h"

const aml_hcl_type aml_hcl_any = {.kind = AML_HCL_TYPE_ANY};
const aml_hcl_type aml_hcl_string = {.kind = AML_HCL_TYPE_STRING};
const aml_hcl_type aml_hcl_number_type = {.kind = AML_HCL_TYPE_NUMBER};
const aml_hcl_type aml_hcl_bool = {.kind = AML_HCL_TYPE_BOOL};
const aml_hcl_type aml_hcl_any_list = {.kind = AML_HCL_TYPE_LIST, .element = &aml_hcl_any};
const aml_hcl_type aml_hcl_any_set = {.kind = AML_HCL_TYPE_SET, .element = &aml_hcl_any};
const aml_hcl_type aml_hcl_any_map = {.kind = AML_HCL_TYPE_MAP, .element = &aml_hcl_any};

/* ---- scalars ---- */

double aml_hcl_double(const aml_value *number) {
  return number->kind == AML_INT ? (double)number->as.integer : number->as.number;
}

const aml_value *aml_hcl_number(aml_eval *eval, double number) {
  bool is_whole = fabs(number) < 9e15 && trunc(number) >= number && trunc(number) <= number;
  return is_whole ? aml_make_int(eval, (int64_t)number) : aml_make_float(eval, number);
}

/* In place of the value, as secret as it and with its way. */
static const aml_value *in_place(aml_eval *eval, const aml_value *old, const aml_value *value) {
  unsigned secrecy = old->flags & (unsigned)AML_VALUE_SECURE;
  return aml_value_moved(eval->arena, value, old->span, old->origin, value->flags | secrecy);
}

/* The digits of the shortest decimal number that reads as one. */
typedef struct decimal {
  char digits[AML_NUMBER_TEXT_SIZE];
  size_t count; /* of those that count */
  int64_t
      point; /* so many digits are before it; none, and so many zeros behind it, where that is not above 0 */
  bool is_negative;
} decimal;

static void read_decimal(double number, decimal *out) {
  char bytes[AML_NUMBER_TEXT_SIZE];
  aml_sv text = {bytes, aml_double_text(number, bytes)}; /* as "-1.5e+21" */
  int64_t exponent = 0;
  size_t mark = aml_sv_find_char(text, 'e', 0);
  size_t end = mark == AML_NPOS ? text.len : mark;
  size_t dot = aml_sv_find_char(aml_sv_slice(text, 0, end), '.', 0);
  if (mark != AML_NPOS) {
    (void)aml_int_parse(aml_sv_slice(text, mark + 1, text.len), &exponent);
  }
  out->is_negative = text.data[0] == '-';
  out->count = 0;
  for (size_t i = out->is_negative ? 1 : 0; i < end; i++) {
    bool leads = text.data[i] == '.' || (out->count == 0 && text.data[i] == '0');
    out->digits[out->count] = text.data[i];
    out->count += leads ? 0 : 1;
  }
  out->point = exponent - (dot == AML_NPOS ? 0 : (int64_t)(end - dot - 1)) + (int64_t)out->count;
  while (out->count > 1 && out->digits[out->count - 1] == '0') {
    out->count--;
  }
}

/* Without an exponent: HCL writes all digits of a number, and has hundreds of them. */
static void add_decimal(aml_strbuf *out, const decimal *number) {
  aml_strbuf_add(out, number->is_negative ? AML_SV("-") : AML_SV(""));
  aml_strbuf_add(out, number->point <= 0 ? AML_SV("0.") : AML_SV(""));
  for (int64_t i = number->point; i < 0; i++) {
    aml_strbuf_add_char(out, '0');
  }
  for (size_t i = 0; i < number->count; i++) {
    aml_strbuf_add(out, i > 0 && (int64_t)i == number->point ? AML_SV(".") : AML_SV(""));
    aml_strbuf_add_char(out, number->digits[i]);
  }
  for (int64_t i = (int64_t)number->count; i < number->point; i++) {
    aml_strbuf_add_char(out, '0');
  }
}

size_t aml_hcl_digits(double number) {
  decimal read;
  read_decimal(number, &read);
  return read.count;
}

bool aml_hcl_is_long(aml_sv text, double number) {
  size_t count = 0;
  size_t zeros = 0; /* behind those that count */
  for (size_t i = 0; i < text.len && text.data[i] != 'e' && text.data[i] != 'E'; i++) {
    bool is_zero_digit = text.data[i] == '0';
    if (!aml_ascii_digit(text.data[i]) || (count == 0 && is_zero_digit)) {
      continue;
    }
    zeros = is_zero_digit ? zeros + 1 : 0;
    count++;
  }
  return count - zeros > AML_HCL_DIGITS && aml_hcl_digits(number) <= AML_HCL_DIGITS;
}

static const aml_value *text_of(aml_eval *eval, const aml_value *scalar) {
  if (scalar->kind == AML_BOOL) {
    return aml_make_string(eval, scalar->as.boolean ? AML_SV("true") : AML_SV("false"));
  }
  if (scalar->kind == AML_INT && scalar->as.integer == 0 && aml_value_has(scalar, AML_HCL_MINUS)) {
    return aml_make_string(eval, AML_SV("-0"));
  }
  if (scalar->kind == AML_INT) {
    return aml_make_string(eval, aml_sv_format(eval->arena, "%lld", (long long)scalar->as.integer));
  }
  decimal read;
  read_decimal(scalar->as.number, &read);
  if (read.count > AML_HCL_DIGITS) {
    return aml_eval_unknown(eval, AML_KIND_BIT(AML_STRING), AML_HCL_MORE_DIGITS);
  }
  aml_strbuf plain;
  aml_strbuf_init(&plain, eval->arena, SIZE_MAX);
  add_decimal(&plain, &read);
  return aml_make_string(eval, aml_strbuf_view(&plain));
}

const aml_value *aml_hcl_to_string(aml_eval *eval, const aml_value *value) {
  if (value->kind == AML_STRING || value->kind == AML_UNKNOWN || value->kind == AML_NULL) {
    return value;
  }
  bool is_scalar = value->kind == AML_BOOL || value->kind == AML_INT || value->kind == AML_FLOAT;
  return is_scalar ? in_place(eval, value, text_of(eval, value)) : NULL;
}

const aml_value *aml_hcl_to_number(aml_eval *eval, const aml_value *value) {
  if (value->kind == AML_INT || value->kind == AML_FLOAT || value->kind == AML_UNKNOWN ||
      value->kind == AML_NULL) {
    return value;
  }
  int64_t integer = 0;
  double number = 0;
  aml_sv text = aml_value_text(value);
  if (value->kind != AML_STRING || text.len == 0) {
    return NULL;
  }
  if (aml_int_parse(text, &integer)) {
    const aml_value *made = aml_make_int(eval, integer);
    unsigned sign = integer == 0 && text.data[0] == '-' ? (unsigned)AML_HCL_MINUS : 0U;
    return in_place(
        eval, value, aml_value_moved(eval->arena, made, made->span, made->origin, made->flags | sign));
  }
  text = text.data[0] == '+' ? aml_sv_slice(text, 1, text.len) : text;
  if (!aml_double_parse(text, &number)) {
    return NULL;
  }
  return in_place(eval, value,
      aml_hcl_is_long(text, number) ? aml_eval_unknown(eval, AML_KIND_BIT(AML_FLOAT), AML_HCL_MORE_DIGITS)
                                    : aml_hcl_number(eval, number));
}

const aml_value *aml_hcl_to_bool(aml_eval *eval, const aml_value *value) {
  if (value->kind == AML_BOOL || value->kind == AML_UNKNOWN || value->kind == AML_NULL) {
    return value;
  }
  aml_sv text = aml_value_text(value);
  bool is_true = aml_sv_eq(text, AML_SV("true")) || aml_sv_eq(text, AML_SV("1"));
  bool is_false = aml_sv_eq(text, AML_SV("false")) || aml_sv_eq(text, AML_SV("0"));
  return is_true || is_false ? in_place(eval, value, aml_make_bool(eval, is_true)) : NULL;
}

/* ---- lists, sets and maps ---- */

static unsigned element_flags_of_type(const aml_hcl_type *type) {
  return type->kind == AML_HCL_TYPE_STRING   ? AML_HCL_OF_STRINGS
         : type->kind == AML_HCL_TYPE_NUMBER ? AML_HCL_OF_NUMBERS
         : type->kind == AML_HCL_TYPE_BOOL   ? AML_HCL_OF_BOOLS
         : type->kind == AML_HCL_TYPE_ANY    ? AML_HCL_OF_ANY
                                             : 0U;
}

static bool is_number(const aml_value *value) {
  return value->kind == AML_INT || value->kind == AML_FLOAT;
}

static int compare_items(const void *a, const void *b) {
  const aml_value *x = *(const aml_value *const *)a;
  const aml_value *y = *(const aml_value *const *)b;
  if (x->kind == AML_STRING && y->kind == AML_STRING) {
    return aml_sv_cmp(x->as.string, y->as.string);
  }
  if (is_number(x) && is_number(y)) {
    return aml_number_compare(x, y);
  }
  if (x->kind == AML_BOOL && y->kind == AML_BOOL) {
    return (int)x->as.boolean - (int)y->as.boolean;
  }
  bool is_null = x->kind == AML_NULL || y->kind == AML_NULL; /* the last of all */
  return is_null ? (int)y->kind - (int)x->kind : (int)x->kind - (int)y->kind;
}

/* Items of a set: in order, each once. Of those that have no order, all that are not certainly the same stay
 * as they are; *is_open: some may be the same. */
static size_t order_set(aml_eval *eval, const aml_value **items, size_t count, bool *is_open) {
  enum { COMPARED_MAX = 64 };
  if (count == 0) {
    return 0;
  }
  aml_sort(eval->arena, items, count, sizeof items[0], compare_items);
  size_t kept = 1;
  for (size_t i = 1; i < count; i++) {
    bool is_scalar = items[i]->kind != AML_ARRAY && items[i]->kind != AML_OBJECT;
    size_t first = is_scalar ? kept - 1 : kept > COMPARED_MAX ? kept - COMPARED_MAX : 0;
    bool is_new = true;
    for (size_t j = first; j < kept && is_new; j++) {
      aml_truth same = aml_hcl_same(items[j], items[i]);
      is_new = same != AML_TRUE;
      *is_open = *is_open || same == AML_MAYBE;
    }
    if (is_new) {
      items[kept++] = items[i];
    }
  }
  return kept;
}

const aml_value *aml_hcl_make_list(aml_eval *eval, const aml_value *const *items, size_t count,
    const aml_hcl_type *element, unsigned flags) {
  const aml_hcl_type *type =
      element->kind == AML_HCL_TYPE_ANY ? aml_hcl_common_type(eval, items, count) : element;
  const aml_value **made = AML_NEW_ARRAY(eval->arena, const aml_value *, count);
  if (type == NULL || !aml_eval_spend(eval, count)) {
    return NULL;
  }
  for (size_t i = 0; i < count; i++) {
    made[i] = aml_hcl_convert(eval, items[i], type);
    if (made[i] == NULL) {
      return NULL;
    }
  }
  bool is_open = false;
  if ((flags & (unsigned)AML_HCL_COLLECTION) == AML_HCL_SET) {
    count = order_set(eval, made, count, &is_open);
  }
  unsigned of = element_flags_of_type(type);
  of = of == AML_HCL_OF_ANY && count > 0 ? 0 : of;
  return aml_make_array(eval, made, count, flags | of);
}

static const aml_value *array_to(
    aml_eval *eval, const aml_value *value, const aml_hcl_type *element, unsigned as) {
  if (value->kind != AML_ARRAY) {
    return NULL;
  }
  unsigned kept = value->flags & ((unsigned)AML_VALUE_SECURE | (unsigned)AML_VALUE_OPEN);
  const aml_value *made =
      aml_hcl_make_list(eval, value->as.array.items, value->as.array.count, element, as | kept);
  if (made == NULL) {
    return NULL;
  }
  unsigned of = value->flags & (unsigned)AML_HCL_ELEMENT;
  bool is_vague = made->as.array.count == 0 && (made->flags & (unsigned)AML_HCL_ELEMENT) == AML_HCL_OF_ANY;
  unsigned flags = is_vague && of != 0 ? (made->flags & ~(unsigned)AML_HCL_ELEMENT) | of : made->flags;
  return aml_value_moved(eval->arena, made, value->span, value->origin, flags);
}

static const aml_value *object_to_map(aml_eval *eval, const aml_value *value, const aml_hcl_type *element) {
  if (value->kind != AML_OBJECT) {
    return NULL;
  }
  size_t count = value->as.object.count;
  const aml_value **items = AML_NEW_ARRAY(eval->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = value->as.object.members[i].value;
  }
  element = element->kind == AML_HCL_TYPE_ANY ? aml_hcl_type_of_map(eval, items, count) : element;
  const aml_value *list =
      element == NULL ? NULL : aml_hcl_make_list(eval, items, count, element, AML_HCL_LIST);
  if (list == NULL) {
    return NULL;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, eval->arena, count);
  for (size_t i = 0; i < count; i++) {
    const aml_member *member = &value->as.object.members[i];
    aml_object_add(&builder, member->name, member->name_span, list->as.array.items[i]);
  }
  unsigned kept = value->flags & ~AML_HCL_FLAGS;
  unsigned of = list->flags & (unsigned)AML_HCL_ELEMENT;
  const aml_value *made = aml_object_end(&builder, value->span, kept | (unsigned)AML_HCL_MAP | of);
  return aml_value_moved(eval->arena, made, value->span, value->origin, made->flags);
}

/* ---- objects and tuples ---- */

static const aml_value *object_to(aml_eval *eval, const aml_value *value, const aml_hcl_type *type) {
  if (value->kind != AML_OBJECT) {
    return NULL;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, eval->arena, type->members.count);
  for (size_t i = 0; i < type->members.count; i++) {
    const aml_hcl_type_member *member = &type->members.items[i];
    const aml_member *given = aml_object_member_exact(value, member->name);
    bool is_said = given != NULL && (given->value->kind != AML_NULL || member->otherwise == NULL);
    if (!is_said && given == NULL && aml_value_has(value, AML_VALUE_OPEN)) {
      continue;
    }
    if (!is_said && given == NULL && !member->is_optional) {
      return NULL;
    }
    const aml_value *taken = member->otherwise != NULL ? member->otherwise : aml_make_null(eval);
    if (given != NULL && is_said) {
      taken = given->value;
    }
    const aml_value *made = aml_hcl_convert(eval, taken, member->type);
    if (made == NULL) {
      return NULL;
    }
    aml_object_add(&builder, member->name, given != NULL ? given->name_span : value->span, made);
  }
  const aml_value *made = aml_object_end(&builder, value->span, value->flags & ~AML_HCL_FLAGS);
  return aml_value_moved(eval->arena, made, value->span, value->origin, made->flags);
}

static const aml_value *tuple_to(aml_eval *eval, const aml_value *value, const aml_hcl_type *type) {
  if (value->kind != AML_ARRAY || value->as.array.count != type->members.count) {
    return NULL;
  }
  const aml_value **items = AML_NEW_ARRAY(eval->arena, const aml_value *, value->as.array.count);
  for (size_t i = 0; i < value->as.array.count; i++) {
    items[i] = aml_hcl_convert(eval, value->as.array.items[i], type->members.items[i].type);
    if (items[i] == NULL) {
      return NULL;
    }
  }
  const aml_value *made = aml_value_array(eval->arena, items, value->as.array.count, value->span);
  return aml_value_moved(eval->arena, made, value->span, value->origin, value->flags & ~AML_HCL_FLAGS);
}

const aml_value *aml_hcl_convert(aml_eval *eval, const aml_value *value, const aml_hcl_type *type) {
  if (value->kind == AML_UNKNOWN || value->kind == AML_NULL || type->kind == AML_HCL_TYPE_ANY) {
    return value;
  }
  if (!aml_eval_spend(eval, 1)) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, AML_REASON_LIMIT);
  }
  switch (type->kind) {
  case AML_HCL_TYPE_STRING:
    return aml_hcl_to_string(eval, value);
  case AML_HCL_TYPE_NUMBER:
    return aml_hcl_to_number(eval, value);
  case AML_HCL_TYPE_BOOL:
    return aml_hcl_to_bool(eval, value);
  case AML_HCL_TYPE_LIST:
    return array_to(eval, value, type->element, AML_HCL_LIST);
  case AML_HCL_TYPE_SET:
    return array_to(eval, value, type->element, AML_HCL_SET);
  case AML_HCL_TYPE_MAP:
    return object_to_map(eval, value, type->element);
  case AML_HCL_TYPE_OBJECT:
    return object_to(eval, value, type);
  case AML_HCL_TYPE_TUPLE:
    return tuple_to(eval, value, type);
  case AML_HCL_TYPE_ANY:
    break;
  }
  return value;
}
