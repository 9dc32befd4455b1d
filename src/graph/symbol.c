/* Expressions to symbolic texts. */
#include "base/limits.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "expr/expr.h"
#include "graph/name.h"

typedef struct conversion {
  aml_arena *arena;
  aml_strbuf out;
  const aml_resource *owner;
  aml_symbols symbols;
  aml_source_id source;
  const aml_origin *chain; /* what follows the EXPRESSION step */
  const aml_expr *whole;   /* the expression that the value is of */
  aml_sv ending;           /* how that value is known to end */
} conversion;

static void convert(conversion *c, const aml_expr *expr);

static bool has_mark(aml_sv text) {
  return aml_sv_find_char(text, AML_SYMBOL_BEGIN, 0) != AML_NPOS ||
         aml_sv_find_char(text, AML_SYMBOL_END, 0) != AML_NPOS;
}

/* Text from files may hold the bytes that we mark symbols with. */
static void mask_marks(aml_strbuf *out, size_t from) {
  for (size_t i = from; i < out->len; i++) {
    bool is_mark = out->data[i] == AML_SYMBOL_BEGIN || out->data[i] == AML_SYMBOL_END;
    out->data[i] = is_mark ? '?' : out->data[i];
  }
}

static void add_literal(conversion *c, aml_sv text) {
  size_t before = c->out.len;
  aml_strbuf_add(&c->out, text);
  mask_marks(&c->out, before);
}

static void begin_symbol(conversion *c) {
  aml_strbuf_add_char(&c->out, AML_SYMBOL_BEGIN);
}

static void end_symbol(conversion *c) {
  aml_strbuf_add_char(&c->out, AML_SYMBOL_END);
}

static bool is_declaration(const aml_origin *step, aml_sv name) {
  return step != NULL && (step->step == AML_STEP_PARAMETER || step->step == AML_STEP_VARIABLE) &&
         aml_sv_ieq(step->name, name);
}

/* Follows a reference along the chain, through what it merely passes on, to the parameter that it ends at:
 * one without an argument, so that it means the same in every frame. NULL where the chain ends elsewhere. */
static const aml_origin *find_declaration(conversion *c, aml_sv name) {
  const aml_origin *step = c->chain;
  while (is_declaration(step, name)) {
    const aml_origin *declaration = step;
    step = step->from;
    bool is_passed = declaration->step == AML_STEP_VARIABLE;
    while (step != NULL && (step->step == AML_STEP_ARGUMENT || step->step == AML_STEP_DEFAULT ||
                               step->step == AML_STEP_PARAMETER_FILE)) {
      is_passed = is_passed || step->step == AML_STEP_ARGUMENT;
      step = step->from;
    }
    if (step == NULL || step->step != AML_STEP_EXPRESSION) {
      return is_passed ? NULL : declaration;
    }
    if (!aml_expr_is_reference(step->expression->as.expression.tree, &name)) {
      return NULL;
    }
    step = step->from;
  }
  return NULL;
}

static void add_symbol(conversion *c, const aml_expr *expr) {
  aml_sv name = {0};
  const aml_origin *declaration = NULL;
  if (c->symbols == AML_SYMBOLS_BY_ORIGIN && aml_expr_is_reference(expr, &name)) {
    declaration = find_declaration(c, name);
  }
  begin_symbol(c);
  if (declaration != NULL && !aml_span_is_none(declaration->span)) {
    aml_strbuf_addf(&c->out, "@%u:%u", (unsigned)declaration->span.source, (unsigned)declaration->span.begin);
  } else {
    size_t before = c->out.len;
    aml_expr_print(&c->out, expr);
    mask_marks(&c->out, before);
    aml_strbuf_addf(&c->out, "@%u#%zu", (unsigned)c->source, c->owner->frame);
    if (aml_expr_calls(expr, AML_SV("copyIndex"))) {
      add_literal(c, c->owner->iteration);
    }
  }
  aml_strbuf_add(&c->out, AML_SV("|"));
  add_literal(c, c->owner->parameters);
  end_symbol(c);
}

/* format() with plain {0} places; false, with nothing added, for any other form. */
static bool add_format(conversion *c, const aml_expr *call) {
  if (call->arg_count == 0 || call->args[0]->kind != AML_EXPR_STRING) {
    return false;
  }
  aml_sv text = call->args[0]->name;
  size_t before = c->out.len;
  for (size_t i = 0; i < text.len;) {
    if (text.data[i] != '{' && text.data[i] != '}') {
      add_literal(c, aml_sv_slice(text, i, i + 1));
      i++;
      continue;
    }
    size_t close = aml_sv_find_char(text, '}', i);
    int64_t index = -1;
    if (close == AML_NPOS || !aml_int_parse(aml_sv_slice(text, i + 1, close), &index) || index < 0 ||
        (uint64_t)index + 1 >= call->arg_count) {
      c->out.len = before;
      return false;
    }
    convert(c, call->args[index + 1]);
    i = close + 1;
  }
  return true;
}

/* The names of a resourceId() between the segments of its type. */
static void add_interleaved(conversion *c, const aml_expr *call, size_t type_at) {
  aml_sv type = call->args[type_at]->name;
  add_literal(c, aml_sv_split(&type, '/'));
  for (size_t i = type_at + 1; i < call->arg_count && type.len > 0; i++) {
    aml_strbuf_add_char(&c->out, '/');
    add_literal(c, aml_sv_split(&type, '/'));
    aml_strbuf_add_char(&c->out, '/');
    convert(c, call->args[i]);
  }
}

static void add_scope_arguments(conversion *c, const aml_expr *call, size_t count, bool is_group) {
  aml_strbuf_add(&c->out, AML_SV("/subscriptions/"));
  if (count == 2 || !is_group) {
    convert(c, call->args[0]);
  }
  if (is_group) {
    aml_strbuf_add(&c->out, AML_SV("/resourceGroups/"));
    convert(c, call->args[count - 1]);
  }
}

/* What follows the scope of a resourceId(). The value tells it where only its scope is unknown; it names the
 * resource as that itself does, where the expression would name it by a parameter. */
static void add_below_scope(conversion *c, const aml_expr *call, size_t type_at) {
  aml_sv type = call->args[type_at]->name;
  aml_sv begin = aml_sv_join(c->arena, AML_SV("/providers/"), aml_sv_split(&type, '/'));
  if (call == c->whole && aml_sv_istarts(c->ending, begin)) {
    add_literal(c, c->ending);
    return;
  }
  aml_strbuf_add(&c->out, AML_SV("/providers/"));
  add_interleaved(c, call, type_at);
}

/* resourceId() and its like as an id; a scope that is left out becomes the symbol "group" or "subscription".
 */
static bool add_resource_id(conversion *c, const aml_expr *call) {
  bool is_group = aml_sv_ieq(call->name, AML_SV("resourceId"));
  if (!is_group && !aml_sv_ieq(call->name, AML_SV("subscriptionResourceId"))) {
    return false;
  }
  size_t type_at = 0;
  while (type_at < call->arg_count && (call->args[type_at]->kind != AML_EXPR_STRING ||
                                          aml_sv_find_char(call->args[type_at]->name, '/', 0) == AML_NPOS)) {
    type_at++;
  }
  if (type_at == call->arg_count || type_at > 2) {
    return false;
  }
  if (type_at > 0) {
    add_scope_arguments(c, call, type_at, is_group);
  } else {
    begin_symbol(c);
    aml_strbuf_add(&c->out, is_group ? AML_SV("group") : AML_SV("subscription"));
    end_symbol(c);
  }
  add_below_scope(c, call, type_at);
  return true;
}

static bool convert_call(conversion *c, const aml_expr *call) {
  if (aml_sv_ieq(call->name, AML_SV("concat"))) {
    for (size_t i = 0; i < call->arg_count; i++) {
      convert(c, call->args[i]);
    }
    return true;
  }
  /* Names are compared without case. */
  if (call->arg_count == 1 &&
      (aml_sv_ieq(call->name, AML_SV("toLower")) || aml_sv_ieq(call->name, AML_SV("toUpper")))) {
    convert(c, call->args[0]);
    return true;
  }
  if (aml_sv_ieq(call->name, AML_SV("format"))) {
    return add_format(c, call);
  }
  return add_resource_id(c, call);
}

static void convert(conversion *c, const aml_expr *expr) {
  if (expr->kind == AML_EXPR_STRING) {
    add_literal(c, expr->name);
    return;
  }
  if (expr->kind == AML_EXPR_INT) {
    aml_strbuf_add_int(&c->out, expr->as.integer);
    return;
  }
  if (expr->kind == AML_EXPR_CALL && convert_call(c, expr)) {
    return;
  }
  add_symbol(c, expr);
}

static bool makes_id(const aml_expr *expr) {
  static const char *const functions[] = {
      "resourceId", "subscriptionResourceId", "tenantResourceId", "extensionResourceId"};
  for (size_t i = 0; expr->kind == AML_EXPR_CALL && i < sizeof functions / sizeof functions[0]; i++) {
    if (aml_sv_ieq(expr->name, aml_sv_of(functions[i]))) {
      return true;
    }
  }
  return false;
}

/* What variables('ids').storage and parameters('ids')['storage'] take a part of, else the expression itself.
 * The chain of a part holds the steps of the whole, then its own. */
static const aml_expr *find_whole(const aml_expr *expr) {
  while (expr->kind == AML_EXPR_PROPERTY ||
         (expr->kind == AML_EXPR_INDEX && expr->args[0]->kind != AML_EXPR_CALL)) {
    expr = expr->base;
  }
  return expr;
}

/* The step at which an id was made that variables and defaults of the same frame merely handed on, alone or
 * inside an object or a list; else the step itself: names are compared as they are written. */
static const aml_origin *find_maker(const aml_origin *origin) {
  const aml_origin *step = origin;
  for (;;) {
    aml_sv name;
    const aml_expr *expr = step->expression->as.expression.tree;
    if (!aml_expr_is_reference(find_whole(expr), &name) || !is_declaration(step->from, name)) {
      return makes_id(expr) ? step : origin;
    }
    step = step->from->from;
    if (step != NULL && step->step == AML_STEP_DEFAULT) {
      step = step->from;
    }
    if (step == NULL || step->step != AML_STEP_EXPRESSION) {
      return origin;
    }
  }
}

static void convert_unknown(conversion *c, const aml_value *value) {
  if (value->as.unknown->lacks_subscription) { /* no name stands for one's own */
    add_literal(c, value->as.unknown->prefix);
    add_literal(c, value->as.unknown->suffix);
    return;
  }
  const aml_origin *origin = value->origin;
  if (origin != NULL && origin->step == AML_STEP_EXPRESSION) {
    origin = find_maker(origin);
    const aml_expr *expr = origin->expression->as.expression.tree;
    if (expr->kind != AML_EXPR_ILL_FORMED) {
      c->chain = origin->from;
      c->whole = expr;
      c->ending = value->as.unknown->suffix;
      convert(c, expr);
      return;
    }
  }
  add_literal(c, value->as.unknown->prefix);
  begin_symbol(c);
  end_symbol(c);
  add_literal(c, value->as.unknown->suffix);
}

/* The common case: nothing unknown, and none of the bytes that mark symbols. */
static bool is_plain(const aml_value *value) {
  return value->kind != AML_UNKNOWN && !has_mark(aml_value_text(value));
}

aml_sv aml_symbolic_text(
    aml_arena *arena, const aml_resource *owner, const aml_value *value, aml_symbols symbols) {
  if (is_plain(value)) {
    return aml_sv_lower(arena, aml_value_text(value));
  }
  conversion c = {.arena = arena, .owner = owner, .symbols = symbols, .source = value->span.source};
  aml_strbuf_init(&c.out, arena, AML_LIMIT_EXPR_LENGTH * 4);
  if (value->kind == AML_UNKNOWN) {
    convert_unknown(&c, value);
  } else {
    add_literal(&c, aml_value_text(value));
  }
  if (c.out.overflowed) {
    aml_strbuf_init(&c.out, arena, AML_LIMIT_EXPR_LENGTH);
    begin_symbol(&c);
    end_symbol(&c);
  }
  return aml_sv_lower(arena, aml_strbuf_view(&c.out));
}
