/* Expressions as texts. */
#include "base/limits.h"
#include "base/number.h"
#include "expr/expr.h"

static void print_string(aml_strbuf *out, aml_sv string) {
  aml_strbuf_add_char(out, '\'');
  for (size_t i = 0; i < string.len; i++) {
    if (string.data[i] == '\'') {
      aml_strbuf_add_char(out, '\'');
    }
    aml_strbuf_add_char(out, string.data[i]);
  }
  aml_strbuf_add_char(out, '\'');
}

static void print_double(aml_strbuf *out, double number) {
  char text[AML_NUMBER_TEXT_SIZE];
  aml_strbuf_add(out, (aml_sv){text, aml_double_text(number, text)});
}

static void print_value(aml_strbuf *out, const aml_value *value);

/* Arrays and objects as the calls that make them. */
static void print_container(aml_strbuf *out, const aml_value *value) {
  bool is_array = value->kind == AML_ARRAY;
  size_t count = is_array ? value->as.array.count : value->as.object.count;
  aml_strbuf_add(out, is_array ? AML_SV("createArray(") : AML_SV("createObject("));
  for (size_t i = 0; i < count && !out->overflowed; i++) {
    aml_strbuf_add(out, i > 0 ? AML_SV(",") : AML_SV(""));
    if (!is_array) {
      print_string(out, value->as.object.members[i].name);
      aml_strbuf_add_char(out, ',');
    }
    print_value(out, is_array ? value->as.array.items[i] : value->as.object.members[i].value);
  }
  aml_strbuf_add_char(out, ')');
}

static void print_value(aml_strbuf *out, const aml_value *value) {
  switch (value->kind) {
  case AML_BOOL:
    aml_strbuf_add(out, value->as.boolean ? AML_SV("true()") : AML_SV("false()"));
    break;
  case AML_INT:
    aml_strbuf_add_int(out, value->as.integer);
    break;
  case AML_FLOAT:
    print_double(out, value->as.number);
    break;
  case AML_STRING:
    print_string(out, value->as.string);
    break;
  case AML_ARRAY:
  case AML_OBJECT:
    print_container(out, value);
    break;
  case AML_EXPRESSION:
    aml_expr_print(out, value->as.expression.tree);
    break;
  case AML_NULL:
  case AML_UNKNOWN: /* nobody writes one */
    aml_strbuf_add(out, AML_SV("null()"));
    break;
  }
}

static void print_args(aml_strbuf *out, aml_sv name, const aml_expr *expr) {
  aml_strbuf_add(out, name);
  aml_strbuf_add_char(out, '(');
  for (size_t i = 0; i < expr->arg_count && !out->overflowed; i++) {
    aml_strbuf_add(out, i > 0 ? AML_SV(",") : AML_SV(""));
    aml_expr_print(out, expr->args[i]);
  }
  aml_strbuf_add_char(out, ')');
}

void aml_expr_print(aml_strbuf *out, const aml_expr *expr) {
  switch (expr->kind) {
  case AML_EXPR_STRING:
    print_string(out, expr->name);
    break;
  case AML_EXPR_INT:
    aml_strbuf_add_int(out, expr->as.integer);
    break;
  case AML_EXPR_FLOAT:
    print_double(out, expr->as.number);
    break;
  case AML_EXPR_VALUE:
    print_value(out, expr->as.value);
    break;
  case AML_EXPR_OBJECT:
    print_args(out, AML_SV("createObject"), expr);
    break;
  case AML_EXPR_CALL:
    print_args(out, expr->name, expr);
    break;
  case AML_EXPR_PROPERTY:
    aml_expr_print(out, expr->base);
    aml_strbuf_add(out, expr->is_safe ? AML_SV(".?") : AML_SV("."));
    aml_strbuf_add(out, expr->name);
    break;
  case AML_EXPR_INDEX:
    aml_expr_print(out, expr->base);
    aml_strbuf_add(out, expr->is_safe ? AML_SV("[?") : AML_SV("["));
    aml_expr_print(out, expr->args[0]);
    aml_strbuf_add_char(out, ']');
    break;
  case AML_EXPR_ILL_FORMED:
    aml_strbuf_add_char(out, '?');
    break;
  }
}

aml_sv aml_expr_inner_text(aml_arena *arena, const aml_value *expression) {
  if (!aml_value_is(expression, AML_EXPRESSION)) {
    return (aml_sv){0};
  }
  aml_sv text = expression->as.expression.text;
  if (text.len > 0) {
    return aml_sv_trim(aml_sv_slice(text, 1, text.len - 1));
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, AML_LIMIT_STRING);
  aml_expr_print(&out, expression->as.expression.tree);
  return aml_strbuf_view(&out);
}

aml_sv aml_expr_text(aml_arena *arena, const aml_value *expression) {
  if (!aml_value_is(expression, AML_EXPRESSION)) {
    return (aml_sv){0};
  }
  aml_sv text = expression->as.expression.text;
  return text.len > 0 ? text
                      : aml_sv_format(arena, "[%.*s]", AML_SV_ARG(aml_expr_inner_text(arena, expression)));
}
