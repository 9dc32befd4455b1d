/* Logic, comparison and choice. What decides is evaluated and nothing else. */
#include "expr/functions.h"

const aml_value *aml_fn_true(const aml_call *call) {
  return aml_make_bool(call->eval, true);
}

const aml_value *aml_fn_false(const aml_call *call) {
  return aml_make_bool(call->eval, false);
}

const aml_value *aml_fn_null(const aml_call *call) {
  return aml_make_null(call->eval);
}

const aml_value *aml_fn_not(const aml_call *call) {
  return aml_make_bool(call->eval, !call->args[0]->as.boolean);
}

/* A boolean argument of a lazy function: NULL after a failure, which is then in *failure. */
static const aml_value *eval_bool(const aml_call *call, size_t i, const aml_value **failure) {
  const aml_value *value = aml_eval_arg(call->eval, call->expr, i);
  if (value->kind == AML_BOOL || value->kind == AML_UNKNOWN) {
    return value;
  }
  aml_sv kind = aml_kinds_text(call->eval->arena, AML_KIND_BIT(value->kind));
  *failure = aml_call_fail(call, i, "The function '%.*s' takes a boolean as argument %zu, not %.*s.",
      AML_SV_ARG(call->function->name), i + 1, AML_SV_ARG(kind));
  return NULL;
}

/* and, or: `deciding` is the value that decides whatever the others are. */
static const aml_value *decide(const aml_call *call, bool deciding) {
  const aml_value *unknown = NULL;
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *failure = NULL;
    const aml_value *value = eval_bool(call, i, &failure);
    if (value == NULL) {
      return failure;
    }
    if (value->kind == AML_UNKNOWN) {
      unknown = unknown != NULL ? unknown : value;
    } else if (value->as.boolean == deciding) {
      return value;
    }
  }
  return unknown != NULL ? aml_unknown_because(call->eval, unknown, AML_KIND_BIT(AML_BOOL))
                         : aml_make_bool(call->eval, !deciding);
}

const aml_value *aml_fn_and(const aml_call *call) {
  return decide(call, false);
}

const aml_value *aml_fn_or(const aml_call *call) {
  return decide(call, true);
}

const aml_value *aml_fn_if(const aml_call *call) {
  const aml_value *failure = NULL;
  const aml_value *condition = eval_bool(call, 0, &failure);
  if (condition == NULL) {
    return failure;
  }
  if (condition->kind == AML_BOOL) {
    return aml_eval_arg(call->eval, call->expr, condition->as.boolean ? 1 : 2);
  }
  /* Only one of the two is evaluated in the end, so that a failure in either need not happen. */
  call->eval->silence++;
  const aml_value *when_true = aml_eval_arg(call->eval, call->expr, 1);
  const aml_value *when_false = aml_eval_arg(call->eval, call->expr, 2);
  call->eval->silence--;
  return aml_either(call->eval, condition, when_true, when_false);
}

const aml_value *aml_fn_coalesce(const aml_call *call) {
  const aml_value *unknown = NULL;
  aml_kinds kinds = 0;
  for (size_t i = 0; i < call->count; i++) {
    const aml_value *value = aml_eval_arg(call->eval, call->expr, i);
    if (value->kind == AML_UNKNOWN) {
      bool may_be_null = (value->as.unknown->kinds & AML_KIND_BIT(AML_NULL)) != 0;
      if (unknown == NULL && !may_be_null) {
        return value;
      }
      unknown = unknown != NULL ? unknown : value;
      kinds |= value->as.unknown->kinds;
      if (!may_be_null) {
        break;
      }
    } else if (value->kind != AML_NULL) {
      if (unknown == NULL) {
        return value;
      }
      kinds = (kinds & ~AML_KIND_BIT(AML_NULL)) | AML_KIND_BIT(value->kind);
      break;
    }
  }
  return unknown == NULL ? aml_make_null(call->eval) : aml_unknown_because(call->eval, unknown, kinds);
}

static const aml_value *fail_bool(const aml_call *call, aml_sv text) {
  return aml_call_fail(call, 0, "The string '%.*s' is neither 'true' nor 'false'.", AML_SV_ARG(text));
}

const aml_value *aml_fn_bool(const aml_call *call) {
  const aml_value *value = call->args[0];
  if (value->kind == AML_BOOL) {
    return value;
  }
  if (value->kind == AML_INT) {
    return aml_make_bool(call->eval, value->as.integer != 0);
  }
  if (value->kind == AML_FLOAT) {
    return aml_make_bool(call->eval, value->as.number < 0 || value->as.number > 0);
  }
  aml_sv text = aml_sv_trim(value->as.string);
  if (aml_sv_ieq(text, AML_SV("true")) || aml_sv_eq(text, AML_SV("1"))) {
    return aml_make_bool(call->eval, true);
  }
  if (aml_sv_ieq(text, AML_SV("false")) || aml_sv_eq(text, AML_SV("0"))) {
    return aml_make_bool(call->eval, false);
  }
  return fail_bool(call, value->as.string);
}

/* The first unknown of the two arguments, for the reason. */
static const aml_value *cause_of(const aml_call *call) {
  const aml_value *unknown = aml_find_unknown(call->args[0]);
  return unknown != NULL ? unknown : call->args[1];
}

const aml_value *aml_fn_equals(const aml_call *call) {
  return aml_make_truth(call->eval, aml_value_equal(call->args[0], call->args[1]), cause_of(call));
}

/* Negative, zero or positive in *order; false where the two cannot be compared. */
static bool compare(const aml_call *call, int *order) {
  const aml_value *a = call->args[0];
  const aml_value *b = call->args[1];
  if ((a->kind == AML_STRING) != (b->kind == AML_STRING)) {
    return false;
  }
  *order = a->kind == AML_STRING ? aml_culture_compare(a->as.string, b->as.string) : aml_number_compare(a, b);
  return true;
}

static const aml_value *order_is(const aml_call *call, bool less, bool equal, bool greater) {
  int order;
  if (!compare(call, &order)) {
    return aml_call_fail(call, AML_NPOS,
        "The function '%.*s' takes two numbers or two strings, not one of each.",
        AML_SV_ARG(call->function->name));
  }
  return aml_make_bool(call->eval, order < 0 ? less : order == 0 ? equal : greater);
}

const aml_value *aml_fn_less(const aml_call *call) {
  return order_is(call, true, false, false);
}

const aml_value *aml_fn_less_or_equals(const aml_call *call) {
  return order_is(call, true, true, false);
}

const aml_value *aml_fn_greater(const aml_call *call) {
  return order_is(call, false, false, true);
}

const aml_value *aml_fn_greater_or_equals(const aml_call *call) {
  return order_is(call, false, true, true);
}
