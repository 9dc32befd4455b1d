/* What people call a resource: its name where that is known; else what it is put together of, with what is
 * not known as "${computeName}". Of "[concat(parameters('ws'), '/', parameters('c'), '-gpu')]" they mean
 * "${c}-gpu". */
#include "arm/template_expansion.h"
#include "base/number.h"
#include "base/strbuf.h"

enum { STEPS_MAX = 1000 }; /* formats in formats may use each other twice and twice again */

typedef struct writer {
  aml_strbuf out;
  size_t steps;
} writer;

static aml_sv after_slash(aml_sv text) {
  size_t slash = aml_sv_rfind_char(text, '/');
  return slash == AML_NPOS ? text : aml_sv_slice(text, slash + 1, text.len);
}

/* The name in parameters('name') or variables('name'); else of the function. */
static aml_sv name_of_call(const aml_expr *call) {
  aml_sv name;
  return aml_expr_is_reference(call, &name) ? name : call->name;
}

/* Functions that leave the text of their first argument what people know it by. */
static bool is_wrapper(const aml_expr *call) {
  static const char *const names[] = {
      "toLower", "toUpper", "trim", "string", "take", "substring", "replace", "first", "last", "coalesce"};
  for (size_t i = 0; call->arg_count > 0 && i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_ieq(call->name, aml_sv_of(names[i]))) {
      return true;
    }
  }
  return false;
}

static void write_expression(writer *w, const aml_expr *expr);

/* "{0}" of a format, at `at`: its argument. False where nothing of the kind stands there. */
static bool write_placeholder(writer *w, const aml_expr *call, aml_sv form, size_t *at) {
  size_t close = aml_sv_find_char(form, '}', *at);
  aml_sv inner = close == AML_NPOS ? (aml_sv){0} : aml_sv_slice(form, *at + 1, close);
  aml_sv digits = aml_sv_slice(inner, 0, aml_sv_find_char(inner, ':', 0));
  int64_t number;
  if (!aml_int_parse(digits, &number) || number < 0 || (uint64_t)number + 1 >= call->arg_count) {
    return false;
  }
  write_expression(w, call->args[number + 1]);
  *at = close + 1;
  return true;
}

static void write_format(writer *w, const aml_expr *call) {
  aml_sv form = call->args[0]->name;
  for (size_t at = 0; at < form.len;) {
    if (form.data[at] != '{' || !write_placeholder(w, call, form, &at)) {
      aml_strbuf_add_char(&w->out, form.data[at++]);
    }
  }
}

static void write_call(writer *w, const aml_expr *call) {
  if (aml_sv_ieq(call->name, AML_SV("concat"))) {
    for (size_t i = 0; i < call->arg_count; i++) {
      write_expression(w, call->args[i]);
    }
  } else if (aml_sv_ieq(call->name, AML_SV("format")) && call->arg_count > 1 &&
             call->args[0]->kind == AML_EXPR_STRING) {
    write_format(w, call);
  } else if (is_wrapper(call)) {
    write_expression(w, call->args[0]);
  } else {
    aml_strbuf_addf(&w->out, "${%.*s}", AML_SV_ARG(name_of_call(call)));
  }
}

/* "${cluster.name}" of parameters('cluster').name; of an item, the list. */
static void write_access(writer *w, const aml_expr *expr) {
  aml_sv path = {0};
  for (; expr->kind == AML_EXPR_PROPERTY || expr->kind == AML_EXPR_INDEX; expr = expr->base) {
    if (expr->kind == AML_EXPR_PROPERTY) {
      path = aml_sv_format(w->out.arena, ".%.*s%.*s", AML_SV_ARG(expr->name), AML_SV_ARG(path));
    }
  }
  if (expr->kind == AML_EXPR_CALL) {
    aml_strbuf_addf(&w->out, "${%.*s%.*s}", AML_SV_ARG(name_of_call(expr)), AML_SV_ARG(path));
  }
}

static void write_expression(writer *w, const aml_expr *expr) {
  if (w->steps++ >= STEPS_MAX) {
    return;
  }
  switch (expr->kind) {
  case AML_EXPR_STRING:
    aml_strbuf_add(&w->out, expr->name);
    break;
  case AML_EXPR_INT:
    aml_strbuf_add_int(&w->out, expr->as.integer);
    break;
  case AML_EXPR_FLOAT:
  case AML_EXPR_VALUE:
  case AML_EXPR_OBJECT:
  case AML_EXPR_ILL_FORMED:
    break; /* no text of a name */
  case AML_EXPR_CALL:
    write_call(w, expr);
    break;
  case AML_EXPR_PROPERTY:
  case AML_EXPR_INDEX:
    write_access(w, expr);
    break;
  }
}

static aml_sv describe(aml_arena *arena, const aml_value *declared) {
  if (!aml_value_is(declared, AML_EXPRESSION)) {
    return declared == NULL ? (aml_sv){0} : aml_value_text(declared);
  }
  writer w = {.steps = 0};
  aml_strbuf_init(&w.out, arena, AML_LIMIT_EXPR_LENGTH);
  write_expression(&w, declared->as.expression.tree);
  aml_sv name = after_slash(aml_strbuf_view(&w.out));
  return name.len > 0 ? name : aml_expr_text(arena, declared);
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
  const aml_arm_frame *frame = instance->site.frame;
  aml_sv text = describe(
      frame->run->arena, aml_arm_declared(frame, aml_object_find(instance->declared, AML_SV("name"))));
  return text.len > 0 ? text : AML_SV("(no name)");
}
