/* Calls of functions and operators: arguments are evaluated, counted and converted; references; access. */
#include "hcl/scope_hcl.h"

#include "base/normal_form.h"
#include "hcl/type.h"
#include "tree/secret_values.h"

static aml_hcl_context *context_of(const aml_eval *eval) {
  return eval->scope->ctx;
}

/* ---- arguments ---- */

/* What an argument may be, by its letter. */
static const aml_value *fit(const aml_hcl_call *call, char letter, const aml_value *arg) {
  switch (letter) {
  case 's':
    return aml_hcl_to_string(call->eval, arg);
  case 'n':
    return aml_hcl_to_number(call->eval, arg);
  case 'i': {
    const aml_value *number = aml_hcl_to_number(call->eval, arg);
    return number != NULL && number->kind == AML_FLOAT ? NULL : number;
  }
  case 'b':
    return aml_hcl_to_bool(call->eval, arg);
  case 'l':
    return arg->kind == AML_ARRAY || arg->kind == AML_UNKNOWN || arg->kind == AML_NULL ? arg : NULL;
  case 'v':
    return aml_hcl_convert(call->eval, arg, &aml_hcl_any_list);
  case 'w':
    return aml_hcl_convert(call->eval, arg, &aml_hcl_any_set);
  case 'm':
    return arg->kind == AML_OBJECT || arg->kind == AML_UNKNOWN || arg->kind == AML_NULL ? arg : NULL;
  default:
    return arg;
  }
}

static const char *wanted_by(char letter) {
  switch (letter) {
  case 's':
    return "a string";
  case 'n':
    return "a number";
  case 'i':
    return "a whole number";
  case 'b':
    return "true or false";
  case 'l':
    return "a list";
  case 'v':
  case 'w':
    return "a list of values of the same type";
  default:
    return "a map or an object";
  }
}

/* The letter of the i-th argument; 0 past the last. *is_required: it must be there. */
static char letter_of(const aml_hcl_function *function, size_t i, bool *is_required) {
  char letter = 0;
  *is_required = true;
  for (const char *c = function->args; *c != '\0'; c++) {
    if (*c == '?') {
      *is_required = false;
    } else if (*c == '*') {
      *is_required = false;
      return letter;
    } else {
      letter = *c;
      bool is_any_number = c[1] == '*';
      if (i == 0) {
        *is_required = *is_required && !is_any_number;
        return letter;
      }
      i -= is_any_number ? 0 : 1;
    }
  }
  return 0;
}

static const aml_value *check_count(const aml_hcl_call *call) {
  bool is_required = false;
  char next = letter_of(call->function, call->count, &is_required);
  if (next != 0 && is_required) {
    return aml_hcl_call_fail(call, AML_NPOS, "The function '%.*s' requires more than %zu argument%s.",
        AML_SV_ARG(call->expr->name), call->count, call->count == 1 ? "" : "s");
  }
  if (call->count > 0 && letter_of(call->function, call->count - 1, &is_required) == 0) {
    return aml_hcl_call_fail(call, AML_NPOS, "The function '%.*s' takes fewer than %zu argument%s.",
        AML_SV_ARG(call->expr->name), call->count, call->count == 1 ? "" : "s");
  }
  return NULL;
}

/* Converts the arguments. Returns what the call gives where it ends there. */
static const aml_value *fit_arguments(const aml_hcl_call *call, const aml_value **args) {
  const aml_value *unknown = NULL;
  for (size_t i = 0; i < call->count; i++) {
    bool is_required = false;
    char letter = letter_of(call->function, i, &is_required);
    bool takes_null = letter >= 'A' && letter <= 'Z';
    letter = aml_ascii_lower(letter);
    if (args[i]->kind == AML_NULL && !takes_null) {
      return aml_hcl_call_fail(
          call, i, "Argument %zu of '%.*s' must not be null.", i + 1, AML_SV_ARG(call->expr->name));
    }
    const aml_value *made = fit(call, letter, args[i]);
    if (made == NULL) {
      return aml_hcl_call_fail(call, i, "Argument %zu of '%.*s' must be %s.", i + 1,
          AML_SV_ARG(call->expr->name), wanted_by(letter));
    }
    args[i] = made;
    bool is_deep = (call->function->flags & AML_HCL_DEEP) != 0;
    const aml_value *found = is_deep ? aml_find_unknown(made) : made->kind == AML_UNKNOWN ? made : NULL;
    unknown = unknown == NULL ? found : unknown;
  }
  bool is_partial = (call->function->flags & AML_HCL_PARTIAL) != 0;
  return unknown == NULL || is_partial ? NULL
                                       : aml_unknown_because(call->eval, unknown, call->function->returns);
}

/* The arguments as evaluated, with those of a list behind "..." in place of it. NULL with *ended set where
 * the call ends there. */
static const aml_value **evaluate(aml_hcl_call *call, const aml_value **ended) {
  const aml_expr *expr = call->expr;
  aml_eval *eval = call->eval;
  const aml_expr *last = expr->arg_count == 0 ? NULL : expr->args[expr->arg_count - 1];
  bool is_spread = last != NULL && last->meaning == &aml_hcl_spread;
  const aml_value *list = is_spread ? aml_eval_expr(eval, last->args[0]) : NULL;
  if (is_spread && list->kind != AML_ARRAY) {
    *ended = list->kind == AML_UNKNOWN
                 ? aml_unknown_because(eval, list, call->function->returns)
                 : aml_hcl_call_fail(call, expr->arg_count - 1, "The value before '...' must be a list.");
    return NULL;
  }
  size_t plain = expr->arg_count - (is_spread ? 1 : 0);
  call->count = plain + (is_spread ? list->as.array.count : 0);
  const aml_value **args = AML_NEW_ARRAY(eval->arena, const aml_value *, call->count);
  for (size_t i = 0; i < call->count; i++) {
    args[i] = i < plain ? aml_eval_arg(eval, expr, i) : list->as.array.items[i - plain];
  }
  return args;
}

/* As secret as what it was computed from, and on the way of the first argument that has one. */
static const aml_value *inherit(const aml_hcl_call *call, const aml_value *result) {
  unsigned flags = result->flags;
  const aml_origin *origin = result->origin;
  for (size_t i = 0; i < call->count; i++) {
    bool is_deep = (call->function->flags & AML_HCL_DEEP) != 0;
    bool is_secret =
        is_deep ? aml_holds_secret(call->args[i]) : aml_value_has(call->args[i], AML_VALUE_SECURE);
    flags |= is_secret ? (unsigned)AML_VALUE_SECURE : 0U;
    origin = origin == NULL ? call->args[i]->origin : origin;
  }
  bool is_same = flags == result->flags && origin == result->origin;
  return is_same ? result : aml_value_moved(call->eval->arena, result, result->span, origin, flags);
}

/* All strings of HCL are in Unicode's normal form C. */
static const aml_value *in_normal_form(const aml_hcl_call *call, const aml_value *result) {
  if (result->kind != AML_STRING) {
    return result;
  }
  aml_arena *arena = call->eval->arena;
  aml_sv text = aml_normal_form(arena, result->as.string);
  return text.data == result->as.string.data
             ? result
             : aml_value_moved(arena, aml_value_string(arena, text, result->span), result->span,
                   result->origin, result->flags);
}

/* Work is in proportion to what goes in and comes out. */
static const aml_value *pay(const aml_hcl_call *call, const aml_value *result) {
  enum { BYTES_FOR_STEP = 256 };
  size_t items = aml_hcl_count(result);
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *arg = call->args[i];
    items += arg->kind == AML_STRING ? arg->as.string.len / BYTES_FOR_STEP : aml_hcl_count(arg);
  }
  return aml_eval_spend(call->eval, items)
             ? result
             : aml_eval_unknown(call->eval, call->function->returns, AML_REASON_LIMIT);
}

static const aml_value *call_function(aml_eval *eval, const aml_expr *expr) {
  aml_hcl_call call = {.eval = eval, .function = expr->meaning, .expr = expr, .count = expr->arg_count};
  if ((call.function->flags & AML_HCL_LAZY) != 0) {
    return in_normal_form(&call, call.function->body(&call));
  }
  const aml_value *ended = NULL;
  const aml_value **args = evaluate(&call, &ended);
  if (args == NULL) {
    return ended;
  }
  call.args = args;
  ended = check_count(&call);
  ended = ended != NULL ? ended : fit_arguments(&call, args);
  return inherit(
      &call, ended != NULL ? ended : in_normal_form(&call, pay(&call, call.function->body(&call))));
}

/* ---- references ---- */

static const aml_hcl_binding *find_binding(const aml_eval *eval, aml_sv name) {
  const aml_hcl_binding *binding = context_of(eval)->bindings;
  while (binding != NULL && !aml_sv_eq(binding->name, name)) {
    binding = binding->outer;
  }
  return binding;
}

static const aml_value *access_names(
    aml_eval *eval, const aml_value *value, const aml_expr *expr, size_t from) {
  for (size_t i = from; i < expr->arg_count; i++) {
    const aml_value *name = aml_value_string(eval->arena, expr->args[i]->name, expr->args[i]->span);
    value = aml_hcl_access(eval, value, name, expr);
  }
  return value;
}

static const aml_value *refer(aml_eval *eval, aml_sv root, const aml_expr *expr, size_t first) {
  aml_hcl_context *context = context_of(eval);
  const aml_hcl_binding *bound = find_binding(eval, root);
  if (bound != NULL) {
    return access_names(eval, bound->value, expr, first);
  }
  aml_hcl_path path = {
      .root = root, .names = expr->args + first, .count = expr->arg_count - first, .where = expr};
  const aml_hcl_binding *bindings = context->bindings;
  const aml_value *value = context->find == NULL ? NULL : context->find(context->ctx, eval, &path);
  context->bindings = bindings;
  if (value == NULL) {
    return aml_eval_fail(eval, expr, "The variable '%.*s' does not exist here.", AML_SV_ARG(root));
  }
  return access_names(eval, value, expr, first + path.used);
}

static const aml_value *find_reference(const aml_hcl_call *call) {
  return refer(call->eval, call->expr->args[0]->name, call->expr, 1);
}

const aml_hcl_function aml_hcl_reference = {
    AML_SV_CONST("reference"), "", AML_KINDS_ANY, find_reference, AML_HCL_LAZY};

static const aml_value *find_item(const aml_hcl_call *call) {
  const aml_hcl_binding *bound = find_binding(call->eval, AML_SV("*"));
  return bound != NULL ? bound->value : aml_make_null(call->eval);
}

const aml_hcl_function aml_hcl_item = {AML_SV_CONST("item"), "", AML_KINDS_ANY, find_item, AML_HCL_LAZY};

static const aml_value *spread(const aml_hcl_call *call) {
  return aml_hcl_call_fail(call, AML_NPOS, "'...' is allowed only after the last argument of a call.");
}

const aml_hcl_function aml_hcl_spread = {AML_SV_CONST("..."), "", AML_KINDS_ANY, spread, AML_HCL_LAZY};

static const aml_value *call_undefined(const aml_hcl_call *call) {
  aml_hcl_context *context = context_of(call->eval);
  const aml_value *value = context->call == NULL ? NULL : context->call(context->ctx, call);
  if (value != NULL) {
    return value;
  }
  return aml_hcl_call_fail(
      call, AML_NPOS, "The function '%.*s' does not exist.", AML_SV_ARG(call->expr->name));
}

const aml_hcl_function aml_hcl_undefined = {
    AML_SV_CONST("undefined"), "", AML_KINDS_ANY, call_undefined, AML_HCL_LAZY};

static const aml_value *call(void *ctx, aml_eval *eval, const aml_expr *expr) {
  const aml_hcl_context *context = ctx;
  if (expr->meaning != NULL) {
    return call_function(eval, expr);
  }
  bool is_parameter = aml_sv_eq(expr->name, AML_SV("parameters"));
  return refer(eval, is_parameter ? context->dialect->parameters : context->dialect->variables, expr, 0);
}

const aml_value *aml_hcl_eval_bound(
    aml_eval *eval, const aml_expr *node, const aml_hcl_binding *key, aml_hcl_binding *value) {
  aml_hcl_context *context = context_of(eval);
  const aml_hcl_binding *outer = context->bindings;
  aml_hcl_binding first = *key;
  first.outer = outer;
  value->outer = &first;
  context->bindings = value;
  const aml_value *result = aml_eval_expr(eval, node);
  context->bindings = outer;
  return result;
}

/* ---- access ---- */

static const aml_value *access_member(
    aml_eval *eval, const aml_value *base, aml_sv name, const aml_expr *where) {
  if (aml_object_find_exact(base, name) != NULL) {
    return aml_value_hide_named(eval->arena, name, aml_access_member(eval, base, name));
  }
  if (aml_value_has(base, AML_VALUE_OPEN)) {
    const aml_value *missing = aml_eval_unknown(eval, AML_KINDS_ANY,
        "'%.*s' is known only after it has been applied; give a plan in JSON with '--parameters FILE'",
        AML_SV_ARG(name));
    return aml_value_moved(eval->arena, missing, missing->span, base->origin, missing->flags);
  }
  return aml_eval_fail(eval, where, "The attribute '%.*s' does not exist.", AML_SV_ARG(name));
}

const aml_value *aml_hcl_access(
    aml_eval *eval, const aml_value *base, const aml_value *key, const aml_expr *where) {
  if (base->kind == AML_UNKNOWN || key->kind == AML_UNKNOWN) {
    return aml_unknown_because(eval, base->kind == AML_UNKNOWN ? base : key, AML_KINDS_ANY);
  }
  if (base->kind == AML_OBJECT) {
    const aml_value *name = aml_hcl_to_string(eval, key);
    if (name != NULL && name->kind == AML_STRING) {
      return access_member(eval, base, name->as.string, where);
    }
  }
  if (base->kind == AML_ARRAY && !aml_hcl_is_set(base)) {
    const aml_value *index = aml_hcl_to_number(eval, key);
    if (index != NULL && index->kind == AML_INT) {
      const aml_value *item = aml_access_item(eval, base, index->as.integer);
      return item != NULL ? item
                          : aml_eval_fail(eval, where, "Item %lld does not exist: the list has %zu.",
                                (long long)index->as.integer, base->as.array.count);
    }
  }
  return aml_eval_fail(eval, where, "This has no such attribute or item.");
}

static const aml_value *access_by(
    void *ctx, aml_eval *eval, const aml_expr *expr, const aml_value *base, const aml_value *key) {
  (void)ctx;
  return aml_hcl_access(eval, base, key, expr);
}

/* ---- the scope ---- */

static void fail(void *ctx, aml_eval *eval, aml_span span, aml_sv message) {
  const aml_hcl_context *context = ctx;
  if (context->fail != NULL) {
    context->fail(context->ctx, eval, span, message);
  }
}

aml_scope aml_hcl_scope(aml_hcl_context *context) {
  return (aml_scope){.ctx = context, .call = call, .fail = fail, .access = access_by};
}

const aml_value *aml_hcl_eval(
    aml_eval *eval, const aml_scope *scope, const aml_hcl_binding *bindings, const aml_value *value) {
  const aml_scope *outer = eval->scope;
  aml_hcl_context *context = scope->ctx;
  const aml_hcl_binding *before = context->bindings;
  eval->scope = scope;
  context->bindings = bindings;
  const aml_value *result = aml_eval_tree(eval, value);
  context->bindings = before;
  eval->scope = outer;
  return result;
}
