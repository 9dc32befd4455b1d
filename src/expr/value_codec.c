#include "expr/value_codec.h"

#include "expr/function.h"

static void code_expr(aml_codec *codec, aml_expr *expr, aml_meaning_codec *meaning);

static const aml_expr *code_expr_at(aml_codec *codec, const aml_expr *from, aml_meaning_codec *meaning) {
  aml_expr *expr = AML_CODEC_ITEMS(codec, aml_expr, from, 1);
  code_expr(codec, expr, meaning);
  return expr;
}

/* The functions of templates are told by their rows; 0 is none. */
static void code_call(aml_codec *codec, aml_expr *call, aml_meaning_codec *meaning) {
  size_t row = call->as.function == NULL ? 0 : aml_function_row(call->as.function) + 1;
  row = (size_t)aml_codec_word(codec, row);
  call->as.function = row == 0 ? NULL : aml_function_at(row - 1);
  call->meaning = meaning(codec, call->meaning);
}

static void code_args(aml_codec *codec, aml_expr *expr, aml_meaning_codec *meaning) {
  expr->arg_count = (size_t)aml_codec_word(codec, expr->arg_count);
  const aml_expr **args = AML_CODEC_ITEMS(codec, const aml_expr *, expr->args, expr->arg_count);
  for (size_t i = 0; i < expr->arg_count; i++) {
    args[i] = code_expr_at(codec, args[i], meaning);
  }
  expr->args = args;
}

static void code_expr(aml_codec *codec, aml_expr *expr, aml_meaning_codec *meaning) {
  expr->kind = (aml_expr_kind)aml_codec_word(codec, expr->kind);
  expr->height = (uint8_t)aml_codec_word(codec, expr->height);
  switch (expr->kind) {
  case AML_EXPR_INT:
    expr->as.integer = (int64_t)aml_codec_word(codec, (uint64_t)expr->as.integer);
    return;
  case AML_EXPR_FLOAT:
    expr->as.number = aml_codec_float(codec, expr->as.number);
    return;
  case AML_EXPR_VALUE:
    expr->as.value = aml_value_codec(codec, expr->as.value, meaning);
    return;
  case AML_EXPR_STRING:
  case AML_EXPR_ILL_FORMED:
    expr->name = aml_codec_text(codec, expr->name);
    return;
  case AML_EXPR_OBJECT:
    code_args(codec, expr, meaning);
    return;
  case AML_EXPR_CALL:
    expr->name = aml_codec_text(codec, expr->name);
    expr->is_bare = aml_codec_word(codec, expr->is_bare) != 0;
    expr->fits = aml_codec_word(codec, expr->fits) != 0;
    code_call(codec, expr, meaning);
    code_args(codec, expr, meaning);
    return;
  case AML_EXPR_PROPERTY:
    expr->name = aml_codec_text(codec, expr->name);
    expr->is_safe = aml_codec_word(codec, expr->is_safe) != 0;
    expr->base = code_expr_at(codec, expr->base, meaning);
    return;
  case AML_EXPR_INDEX:
    expr->is_safe = aml_codec_word(codec, expr->is_safe) != 0;
    expr->base = code_expr_at(codec, expr->base, meaning);
    code_args(codec, expr, meaning);
    return;
  }
}

static const aml_value *code_array(aml_codec *codec, const aml_value *from, aml_meaning_codec *meaning) {
  size_t count = (size_t)aml_codec_word(codec, from->as.array.count);
  const aml_value **items = AML_CODEC_ITEMS(codec, const aml_value *, from->as.array.items, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = aml_value_codec(codec, items[i], meaning);
  }
  return aml_value_array(codec->arena, items, count, AML_NO_SPAN);
}

static const aml_value *code_object(aml_codec *codec, const aml_value *from, aml_meaning_codec *meaning) {
  size_t count = (size_t)aml_codec_word(codec, from->as.object.count);
  aml_member *members = AML_CODEC_ITEMS(codec, aml_member, from->as.object.members, count);
  for (size_t i = 0; i < count; i++) {
    members[i].name = aml_codec_text(codec, members[i].name);
    members[i].value = aml_value_codec(codec, members[i].value, meaning);
  }
  return aml_value_object(codec->arena, members, count, AML_NO_SPAN, NULL, NULL);
}

static const aml_value *code_expression(aml_codec *codec, const aml_value *from, aml_meaning_codec *meaning) {
  aml_sv text = aml_codec_text(codec, from->as.expression.text);
  const aml_expr *tree = code_expr_at(codec, from->as.expression.tree, meaning);
  return aml_value_expression(codec->arena, tree, text, AML_NO_SPAN);
}

const aml_value *aml_value_codec(aml_codec *codec, const aml_value *value, aml_meaning_codec *meaning) {
  const aml_value blank = {.kind = AML_NULL};
  const aml_value *from = codec->out == NULL || value == NULL ? &blank : value;
  switch ((aml_kind)aml_codec_word(codec, from->kind)) {
  case AML_BOOL:
    return aml_value_bool(codec->arena, aml_codec_word(codec, from->as.boolean) != 0, AML_NO_SPAN);
  case AML_INT:
    return aml_value_int(
        codec->arena, (int64_t)aml_codec_word(codec, (uint64_t)from->as.integer), AML_NO_SPAN);
  case AML_FLOAT:
    return aml_value_float(codec->arena, aml_codec_float(codec, from->as.number), AML_NO_SPAN);
  case AML_STRING:
    return aml_value_string(codec->arena, aml_codec_text(codec, from->as.string), AML_NO_SPAN);
  case AML_ARRAY:
    return code_array(codec, from, meaning);
  case AML_OBJECT:
    return code_object(codec, from, meaning);
  case AML_EXPRESSION:
    return code_expression(codec, from, meaning);
  case AML_NULL:
  case AML_UNKNOWN: /* nothing that is written down is unknown */
    break;
  }
  return aml_value_null(codec->arena, AML_NO_SPAN);
}

const aml_value *aml_value_codec_optional(
    aml_codec *codec, const aml_value *value, aml_meaning_codec *meaning) {
  return aml_codec_word(codec, value != NULL) == 0 ? NULL : aml_value_codec(codec, value, meaning);
}
