/* What people call a resource whose name is put together: of "[concat(parameters('ws'), '/',
 * parameters('c'))]" they mean "[parameters('c')]". */
#include "arm/expansion.h"
#include "base/number.h"

static aml_sv after_slash(aml_sv text) {
  size_t slash = aml_sv_rfind_char(text, '/');
  return slash == AML_NPOS ? text : aml_sv_slice(text, slash + 1, text.len);
}

/* What the call says behind the last slash of its texts; the empty view where that is not plain to see. */
static aml_sv cut_concat(aml_arena *arena, aml_sv text, const aml_expr *call) {
  size_t i = call->arg_count;
  bool is_split = false;
  while (i > 0 && !is_split) {
    i--;
    is_split =
        call->args[i]->kind == AML_EXPR_STRING && aml_sv_find_char(call->args[i]->name, '/', 0) != AML_NPOS;
  }
  if (!is_split || i + 1 == call->arg_count) {
    return (aml_sv){0};
  }
  aml_sv head = after_slash(call->args[i]->name);
  size_t count = call->arg_count - i - 1;
  aml_sv rest = aml_sv_slice(text, call->args[i + 1]->begin, call->args[call->arg_count - 1]->end);
  if (head.len > 0) {
    return aml_sv_format(arena, "[concat('%.*s', %.*s)]", AML_SV_ARG(head), AML_SV_ARG(rest));
  }
  return aml_sv_format(arena, count == 1 ? "[%.*s]" : "[concat(%.*s)]", AML_SV_ARG(rest));
}

/* The same for format('{0}/{1}-ci', ...), where one plain placeholder stands behind the slash. */
static aml_sv cut_format(aml_arena *arena, aml_sv text, const aml_expr *call) {
  aml_sv form =
      call->arg_count > 1 && call->args[0]->kind == AML_EXPR_STRING ? call->args[0]->name : (aml_sv){0};
  aml_sv tail = after_slash(form);
  size_t open = aml_sv_find_char(tail, '{', 0);
  size_t close = aml_sv_find_char(tail, '}', 0);
  int64_t number = 0;
  bool is_plain = tail.len < form.len && open != AML_NPOS && close != AML_NPOS && open < close &&
                  aml_sv_find_char(tail, '{', open + 1) == AML_NPOS &&
                  aml_sv_find_char(tail, '}', close + 1) == AML_NPOS &&
                  aml_int_parse(aml_sv_slice(tail, open + 1, close), &number) && number >= 0 &&
                  (uint64_t)number + 1 < call->arg_count;
  if (!is_plain) {
    return (aml_sv){0};
  }
  const aml_expr *meant = call->args[number + 1];
  aml_sv argument = aml_sv_slice(text, meant->begin, meant->end);
  if (open == 0 && close + 1 == tail.len) {
    return aml_sv_format(arena, "[%.*s]", AML_SV_ARG(argument));
  }
  return aml_sv_format(arena, "[format('%.*s{0}%.*s', %.*s)]", AML_SV_ARG(aml_sv_slice(tail, 0, open)),
      AML_SV_ARG(aml_sv_slice(tail, close + 1, tail.len)), AML_SV_ARG(argument));
}

static aml_sv cut_expression(aml_arena *arena, aml_sv text) {
  aml_expr_error error;
  const aml_expr *expr = aml_expr_is(text) ? aml_expr_parse(arena, text, &error) : NULL;
  aml_sv cut = {0};
  if (expr != NULL && expr->kind == AML_EXPR_CALL && aml_sv_ieq(expr->name, AML_SV("concat"))) {
    cut = cut_concat(arena, text, expr);
  } else if (expr != NULL && expr->kind == AML_EXPR_CALL && aml_sv_ieq(expr->name, AML_SV("format"))) {
    cut = cut_format(arena, text, expr);
  }
  return cut.len > 0 ? cut : text;
}

aml_sv aml_arm_shown_name(const aml_arm_instance *instance) {
  const aml_value *name = instance->name;
  if (name->kind == AML_STRING && !aml_value_has(name, AML_VALUE_SECURE)) {
    return after_slash(name->as.string);
  }
  aml_sv suffix = name->kind == AML_UNKNOWN ? name->as.unknown->suffix : AML_SV("");
  size_t slash = aml_sv_rfind_char(suffix, '/');
  if (slash != AML_NPOS && slash + 1 < suffix.len) {
    return aml_sv_slice(suffix, slash + 1, suffix.len);
  }
  return cut_expression(
      instance->site.frame->run->arena, aml_value_text(aml_object_find(instance->declared, AML_SV("name"))));
}
