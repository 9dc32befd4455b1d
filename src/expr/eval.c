#include "expr/eval.h"

#include <string.h>

#include "expr/function.h"

const aml_value *aml_eval_value(aml_eval *eval, const aml_value *expression) {
  const aml_value *outer_expression = eval->expression;
  const aml_binding *outer_bindings = eval->bindings;
  eval->expression = expression;
  eval->bindings = eval->tree_bindings;
  const aml_value *value = aml_check_size(eval, aml_eval_expr(eval, expression->as.expression.tree));
  eval->expression = outer_expression;
  eval->bindings = outer_bindings;
  const aml_origin *origin = aml_origin_of_expression(eval->arena, expression, value->origin);
  unsigned secrecy = expression->flags & (unsigned)AML_VALUE_SECURE;
  return aml_value_moved(eval->arena, value, expression->span, origin, value->flags | secrecy);
}

/* Which letter describes the argument behind the one that `last` describes (0 for the first); 0 past the
 * last. *args: the letters from there on. */
static char next_letter(const char **args, char last) {
  if (**args == '?') {
    ++*args;
  }
  if (**args == '*') {
    return last;
  }
  return **args == 0 ? 0 : *(*args)++;
}

static void count_arguments(const aml_function *function, size_t *min, size_t *max) {
  *min = 0;
  *max = 0;
  bool is_required = true;
  for (const char *c = function->args; *c != 0; c++) {
    if (*c == '?') {
      is_required = false;
    } else if (*c == '*') {
      *min -= is_required ? 1 : 0;
      *max = SIZE_MAX;
    } else {
      ++*max;
      *min += is_required ? 1 : 0;
    }
  }
}

bool aml_function_takes(const aml_function *function, size_t count) {
  size_t min;
  size_t max;
  if (function == NULL) {
    return false;
  }
  count_arguments(function, &min, &max);
  return count >= min && count <= max;
}

static const aml_value *fail_count(const aml_call *call) {
  size_t min;
  size_t max;
  count_arguments(call->function, &min, &max);
  aml_arena *arena = call->eval->arena;
  aml_sv wanted = min == max        ? aml_sv_format(arena, "%zu", min)
                  : max == SIZE_MAX ? aml_sv_format(arena, "at least %zu", min)
                                    : aml_sv_format(arena, "%zu to %zu", min, max);
  return aml_call_fail(call, AML_NPOS, "The function '%.*s' takes %.*s argument%s, not %zu.",
      AML_SV_ARG(call->function->name), AML_SV_ARG(wanted), max == 1 ? "" : "s", call->count);
}

static const aml_value *check_type(const aml_call *call, size_t i, char letter) {
  aml_kinds kinds = aml_letter_kinds(letter);
  if (letter == 'n' && !call->eval->scope->is_policy) {
    kinds &= ~AML_KIND_BIT(AML_FLOAT);
  }
  const aml_value *arg = call->args[i];
  if (arg->kind == AML_UNKNOWN || (kinds & AML_KIND_BIT(arg->kind)) != 0) {
    return NULL;
  }
  aml_sv wanted = aml_kinds_text(call->eval->arena, kinds);
  aml_sv found = aml_kinds_text(call->eval->arena, AML_KIND_BIT(arg->kind));
  return aml_call_fail(call, i, "The function '%.*s' takes %.*s as argument %zu, not %.*s.",
      AML_SV_ARG(call->function->name), AML_SV_ARG(wanted), i + 1, AML_SV_ARG(found));
}

static bool is_lambda(const aml_expr *expr) {
  return expr->kind == AML_EXPR_CALL && aml_sv_ieq(expr->name, AML_SV("lambda"));
}

/* Evaluates the arguments into `args` and checks them. Returns what the whole call gives when it ends there:
 * a failure, or an unknown because of an argument. */
static const aml_value *evaluate_arguments(const aml_call *call, const aml_value **args) {
  const aml_value *unknown = NULL;
  bool walks = (call->function->flags & AML_FUNCTION_WALKS) != 0;
  const char *letters = call->function->args;
  char letter = 0;
  for (size_t i = 0; i < call->count; i++) {
    letter = next_letter(&letters, letter);
    if (letter == 'l') {
      if (!is_lambda(call->expr->args[i])) {
        return aml_call_fail(call, i, "The function '%.*s' takes a lambda() as argument %zu.",
            AML_SV_ARG(call->function->name), i + 1);
      }
      continue;
    }
    args[i] =
        walks ? aml_eval_arg(call->eval, call->expr, i) : aml_eval_expr(call->eval, call->expr->args[i]);
    const aml_value *failure = check_type(call, i, letter);
    if (failure != NULL) {
      return failure;
    }
    unknown = unknown == NULL && args[i]->kind == AML_UNKNOWN ? args[i] : unknown;
  }
  bool is_partial = (call->function->flags & AML_FUNCTION_PARTIAL) != 0;
  return unknown == NULL || is_partial
             ? NULL
             : aml_unknown_because(call->eval, unknown, aml_function_kinds(call->function->returns));
}

static bool is_secret_argument(const aml_function *function, const aml_value *arg) {
  if ((function->flags & AML_FUNCTION_BUILDS) != 0) {
    return false;
  }
  return (function->flags & AML_FUNCTION_PRINTS) != 0 ? aml_holds_secret(arg)
                                                      : aml_value_has(arg, AML_VALUE_SECURE);
}

/* The first argument of concat() or format() from which the text behind the last '/' comes. */
static size_t find_ending(const aml_call *call, bool is_format) {
  aml_sv text = aml_value_text(call->args[0]);
  size_t slash = aml_sv_rfind_char(text, '/');
  if (is_format) { /* "{0}/{1}": places are taken to be in order */
    size_t from = slash == AML_NPOS ? 0 : slash;
    size_t before = 1;
    for (size_t i = 0; i < from; i++) {
      before += text.data[i] == '{';
    }
    return before;
  }
  for (size_t i = call->count; i > 0; i--) {
    text = call->args[i - 1] == NULL ? (aml_sv){0} : aml_value_text(call->args[i - 1]);
    slash = aml_sv_rfind_char(text, '/');
    if (slash != AML_NPOS) {
      return slash + 1 < text.len ? i - 1 : i;
    }
  }
  return 0;
}

/* The way of a composed text, with the way of its ending where that is another one. */
static const aml_origin *note_ending(const aml_call *call, const aml_origin *origin) {
  bool is_format = aml_sv_ieq(call->expr->name, AML_SV("format"));
  bool is_composed = is_format || aml_sv_ieq(call->expr->name, AML_SV("concat"));
  if (origin == NULL || !is_composed || call->count == 0) {
    return origin;
  }
  const aml_origin *ending = NULL;
  for (size_t i = find_ending(call, is_format); i < call->count && ending == NULL; i++) {
    const aml_origin *way = call->args[i] == NULL ? NULL : call->args[i]->origin;
    ending = way == NULL ? NULL : aml_origin_of_ending(call->eval->arena, way);
  }
  if (ending == origin) {
    return origin;
  }
  aml_origin *noted = AML_NEW(call->eval->arena, aml_origin);
  *noted = *origin;
  noted->has_ending = true;
  noted->ending = ending;
  return noted;
}

/* A result is as secret as what it was computed from, and came from where the first argument came from that
 * came from anywhere. */
static const aml_value *inherit(const aml_call *call, const aml_value *result) {
  unsigned flags = result->flags;
  const aml_origin *origin = result->origin;
  aml_span here = aml_eval_here(call->eval);
  bool is_made_here = result->span.source == here.source && result->span.begin == here.begin;
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *arg = call->args[i];
    if (arg == NULL) {
      continue;
    }
    flags |= is_secret_argument(call->function, arg) ? (unsigned)AML_VALUE_SECURE : 0U;
    origin = origin == NULL && is_made_here ? arg->origin : origin;
  }
  origin = origin != result->origin ? note_ending(call, origin) : origin;
  bool is_same = flags == result->flags && origin == result->origin;
  return is_same ? result : aml_value_moved(call->eval->arena, result, result->span, origin, flags);
}

static aml_sv function_name_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(aml_expr_function_name(i));
}

static const aml_value *fail_unknown_function(aml_eval *eval, const aml_expr *expr) {
  size_t count = 0;
  while (aml_expr_function_name(count) != NULL) {
    count++;
  }
  size_t near = aml_eval_suggest(eval, expr->name, count, function_name_at, NULL);
  if (near == AML_NPOS) {
    return aml_eval_fail_at(
        eval, expr->name_span, "The function '%.*s' does not exist.", AML_SV_ARG(expr->name));
  }
  return aml_eval_fail_at(eval, expr->name_span, "The function '%.*s' does not exist; did you mean '%s'?",
      AML_SV_ARG(expr->name), aml_expr_function_name(near));
}

static const aml_value *ask_scope(aml_eval *eval, const aml_expr *expr) {
  const aml_scope *scope = eval->scope;
  return scope->call != NULL ? scope->call(scope->ctx, eval, expr) : NULL;
}

/* A name that is not in the table: the scope's, one of the list functions that every provider has, or wrong.
 */
static const aml_value *call_foreign(aml_eval *eval, const aml_expr *expr) {
  const aml_value *answer = ask_scope(eval, expr);
  if (answer != NULL) {
    return answer;
  }
  if (aml_sv_istarts(expr->name, AML_SV("list"))) {
    const aml_value *secret = aml_eval_unknown(eval, AML_KINDS_ANY,
        "%.*s() reads secrets of a deployed resource; refer to a key vault instead", AML_SV_ARG(expr->name));
    return aml_value_moved(
        eval->arena, secret, secret->span, secret->origin, secret->flags | (unsigned)AML_VALUE_SECURE);
  }
  return fail_unknown_function(eval, expr);
}

static const aml_value *eval_call(aml_eval *eval, const aml_expr *expr) {
  if (expr->is_bare && !eval->scope->is_policy) {
    return aml_eval_fail(eval, expr, "In templates, '%.*s' is written as a call: '%.*s()'.",
        AML_SV_ARG(expr->name), AML_SV_ARG(expr->name));
  }
  const aml_function *function = expr->as.function;
  if (function == NULL || ((function->flags & AML_FUNCTION_POLICY) != 0 && !eval->scope->is_policy)) {
    return call_foreign(eval, expr);
  }
  aml_call call = {.eval = eval, .function = function, .expr = expr, .count = expr->arg_count};
  if (!expr->fits) {
    return fail_count(&call);
  }
  if ((function->flags & AML_FUNCTION_ASKS_SCOPE) != 0) {
    const aml_value *answer = ask_scope(eval, expr);
    if (answer != NULL) {
      return answer;
    }
  }
  if ((function->flags & AML_FUNCTION_LAZY) != 0) {
    return function->body(&call);
  }
  const aml_value **args = AML_NEW_ARRAY(eval->arena, const aml_value *, call.count);
  call.args = args;
  const aml_value *result = evaluate_arguments(&call, args);
  return inherit(&call, result != NULL ? result : function->body(&call));
}

static const aml_value *note_secret(aml_eval *eval, const aml_value *value) {
  if (value->kind == AML_STRING && aml_value_has(value, AML_VALUE_SECURE)) {
    eval->secrets[eval->secret_count++ % AML_EVAL_SECRETS] = value;
  }
  return value;
}

static const aml_value *fail_ill_formed(aml_eval *eval, const aml_expr *expr) {
  eval->is_unreadable = true;
  aml_eval_fail_at(eval, expr->span, "%.*s", AML_SV_ARG(expr->name));
  eval->is_unreadable = false;
  return aml_eval_unknown(eval, AML_KINDS_ANY, "the expression has a syntax error; correct it");
}

static const aml_value *eval_node(aml_eval *eval, const aml_expr *expr) {
  switch (expr->kind) {
  case AML_EXPR_INT:
    return aml_make_int(eval, expr->as.integer);
  case AML_EXPR_FLOAT:
    return aml_make_float(eval, expr->as.number);
  case AML_EXPR_VALUE:
    return aml_eval_inside(eval, expr->as.value);
  case AML_EXPR_OBJECT:
    return aml_eval_object_node(eval, expr);
  case AML_EXPR_CALL:
    return eval_call(eval, expr);
  case AML_EXPR_PROPERTY:
  case AML_EXPR_INDEX:
    return aml_eval_access(eval, expr);
  case AML_EXPR_STRING:
  case AML_EXPR_ILL_FORMED:
    break;
  }
  return fail_ill_formed(eval, expr);
}

const aml_value *aml_eval_expr(aml_eval *eval, const aml_expr *expr) {
  if (!aml_eval_spend(eval, 1)) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, AML_REASON_LIMIT);
  }
  if (eval->depth >= AML_LIMIT_EVAL_DEPTH) {
    return aml_eval_limit(eval, "%d levels of evaluation inside each other", AML_LIMIT_EVAL_DEPTH);
  }
  if (expr->kind == AML_EXPR_STRING) { /* as many as all others together */
    return aml_make_string(eval, expr->name);
  }
  eval->depth++;
  bool is_foreign = expr->kind == AML_EXPR_CALL && expr->as.function == NULL && !expr->is_bare;
  const aml_value *value = is_foreign ? call_foreign(eval, expr) : eval_node(eval, expr); /* rules: mostly */
  eval->depth--;
  return note_secret(eval, value);
}

const aml_value *aml_eval_arg(aml_eval *eval, const aml_expr *call, size_t i) {
  return aml_check_size(eval, aml_eval_expr(eval, call->args[i]));
}
