/* Ids of resources, and what only the surroundings can answer. */
#include "expr/functions.h"

/* A property of what `call` answers for a function without arguments: subscription().id. NULL where there is
 * no answer. */
static const aml_value *ask_property(aml_eval *eval, aml_sv function, aml_sv property) {
  if (eval->scope->call == NULL) {
    return NULL;
  }
  aml_expr *call = AML_NEW(eval->arena, aml_expr);
  *call = (aml_expr){.kind = AML_EXPR_CALL, .name = function, .height = 1};
  const aml_value *object = eval->scope->call(eval->scope->ctx, eval, call);
  if (object == NULL || object->kind == AML_UNKNOWN) {
    return object;
  }
  return object->kind == AML_OBJECT ? aml_access_member(eval, object, property) : NULL;
}

/* What an id begins with. Never NULL; an unknown keeps what such ids begin with in any case. */
static const aml_value *base_id(aml_eval *eval, aml_base_id which) {
  const aml_scope *scope = eval->scope;
  const aml_value *id = scope->base_id != NULL ? scope->base_id(scope->ctx, eval, which) : NULL;
  if (id != NULL) {
    return id;
  }
  switch (which) {
  case AML_BASE_DEPLOYMENT:
  case AML_BASE_RESOURCE_GROUP:
    id = ask_property(eval, AML_SV("resourceGroup"), AML_SV("id"));
    break;
  case AML_BASE_SUBSCRIPTION:
    id = ask_property(eval, AML_SV("subscription"), AML_SV("id"));
    break;
  case AML_BASE_MANAGEMENT_GROUP:
    id = ask_property(eval, AML_SV("managementGroup"), AML_SV("id"));
    break;
  }
  if (id != NULL && id->kind == AML_STRING) {
    return id;
  }
  aml_sv prefix = which == AML_BASE_MANAGEMENT_GROUP
                      ? AML_SV("/providers/Microsoft.Management/managementGroups/")
                      : AML_SV("/subscriptions/");
  bool has_text = id != NULL && id->kind == AML_UNKNOWN && id->as.unknown->prefix.len > 0;
  return has_text ? id
                  : aml_unknown_text(eval,
                        id != NULL ? id
                                   : aml_eval_unknown(eval, AML_KIND_BIT(AML_STRING),
                                         "the scope of the deployment is not known; describe it under "
                                         "'context:' in amlint.yml"),
                        prefix, AML_SV(""));
}

/* Where the resource type stands among the arguments: the first text with a slash in it. A resource group or
 * subscription before it has none. AML_NPOS where an unknown hides it or there is none. */
static size_t find_type(const aml_call *call, size_t from, size_t most) {
  for (size_t i = from; i < call->count && i <= most; i++) {
    if (call->args[i]->kind == AML_UNKNOWN) {
      bool shows = aml_sv_find_char(call->args[i]->as.unknown->prefix, '/', 0) != AML_NPOS;
      if (shows) {
        return AML_NPOS;
      }
      continue;
    }
    if (aml_sv_find_char(call->args[i]->as.string, '/', 0) != AML_NPOS) {
      return i;
    }
  }
  return AML_NPOS;
}

static size_t count_char(aml_sv text, char c) {
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++) {
    count += text.data[i] == c ? 1 : 0;
  }
  return count;
}

/* The service overlooks a slash at the end of a type, and public templates have it. */
static aml_sv without_last_slash(aml_sv type) {
  return aml_sv_ends(type, AML_SV("/")) ? aml_sv_slice(type, 0, type.len - 1) : type;
}

/* Adds "/providers/A.B/c/<name>/d/<name>". The failure, or NULL. */
static const aml_value *add_type_and_names(aml_pieces *id, const aml_call *call, size_t type_at) {
  aml_sv type = without_last_slash(call->args[type_at]->as.string);
  size_t wanted = count_char(type, '/');
  size_t given = 0;
  bool is_known = true;
  for (size_t i = type_at + 1; i < call->count; i++) {
    is_known = is_known && call->args[i]->kind == AML_STRING;
    given += 1 + (call->args[i]->kind == AML_STRING ? count_char(call->args[i]->as.string, '/') : 0);
  }
  if (is_known ? given != wanted : call->count - type_at - 1 > wanted) {
    return aml_call_fail(call, type_at,
        "The type '%.*s' needs %zu name%s, one for each segment after the namespace, not %zu.",
        AML_SV_ARG(type), wanted, wanted == 1 ? "" : "s", given);
  }
  aml_pieces_text(id, AML_SV("/providers/"));
  aml_pieces_text(id, aml_sv_split(&type, '/'));
  if (!is_known && call->count - type_at - 1 != wanted) { /* one unknown stands for several names */
    aml_pieces_value(id,
        aml_eval_unknown(call->eval, AML_KIND_BIT(AML_STRING),
            "a name in the id is not known; give it a value with '--parameters FILE'"),
        '"');
    return NULL;
  }
  for (size_t i = type_at + 1; i < call->count; i++) {
    aml_sv names = call->args[i]->kind == AML_STRING ? call->args[i]->as.string : AML_SV("");
    do {
      aml_pieces_text(id, AML_SV("/"));
      aml_pieces_text(id, aml_sv_split(&type, '/'));
      aml_pieces_text(id, AML_SV("/"));
      if (call->args[i]->kind == AML_STRING) {
        aml_pieces_text(id, aml_sv_split(&names, '/'));
      } else {
        aml_pieces_value(id, call->args[i], '"');
      }
    } while (names.len > 0);
  }
  return NULL;
}

static const aml_value *first_unknown(const aml_call *call) {
  for (size_t i = 0; i < call->count; i++) {
    if (call->args[i]->kind == AML_UNKNOWN) {
      return call->args[i];
    }
  }
  return NULL;
}

static const aml_value *without_type(const aml_call *call) {
  const aml_value *unknown = first_unknown(call);
  return unknown != NULL
             ? aml_unknown_text(call->eval, unknown, AML_SV("/"), AML_SV(""))
             : aml_call_fail(call, AML_NPOS,
                   "The function '%.*s' needs a resource type such as 'Microsoft.Storage/storageAccounts'.",
                   AML_SV_ARG(call->function->name));
}

const aml_value *aml_fn_resource_id(const aml_call *call) {
  size_t type_at = find_type(call, 0, 2);
  if (type_at == AML_NPOS) {
    return without_type(call);
  }
  aml_pieces id;
  aml_pieces_begin(&id, call);
  if (type_at == 0) {
    aml_pieces_value(&id, base_id(call->eval, AML_BASE_DEPLOYMENT), '"');
  } else {
    if (type_at == 2) {
      aml_pieces_text(&id, AML_SV("/subscriptions/"));
      aml_pieces_value(&id, call->args[0], '"');
    } else {
      aml_pieces_value(&id, base_id(call->eval, AML_BASE_SUBSCRIPTION), '"');
    }
    aml_pieces_text(&id, AML_SV("/resourceGroups/"));
    aml_pieces_value(&id, call->args[type_at - 1], '"');
  }
  const aml_value *failure = add_type_and_names(&id, call, type_at);
  return failure != NULL ? failure : aml_pieces_end(&id);
}

/* The families with at most one argument before the type, which stands behind `prefix` in the id. */
static const aml_value *scoped_id(const aml_call *call, aml_base_id base, aml_sv prefix) {
  size_t type_at = find_type(call, 0, 1);
  if (type_at == AML_NPOS) {
    return without_type(call);
  }
  aml_pieces id;
  aml_pieces_begin(&id, call);
  if (type_at == 0) {
    aml_pieces_value(&id, base_id(call->eval, base), '"');
  } else {
    aml_pieces_text(&id, prefix);
    aml_pieces_value(&id, call->args[0], '"');
  }
  const aml_value *failure = add_type_and_names(&id, call, type_at);
  return failure != NULL ? failure : aml_pieces_end(&id);
}

const aml_value *aml_fn_subscription_resource_id(const aml_call *call) {
  return scoped_id(call, AML_BASE_SUBSCRIPTION, AML_SV("/subscriptions/"));
}

const aml_value *aml_fn_management_group_resource_id(const aml_call *call) {
  return scoped_id(
      call, AML_BASE_MANAGEMENT_GROUP, AML_SV("/providers/Microsoft.Management/managementGroups/"));
}

const aml_value *aml_fn_tenant_resource_id(const aml_call *call) {
  if (find_type(call, 0, 0) == AML_NPOS) {
    return without_type(call);
  }
  aml_pieces id;
  aml_pieces_begin(&id, call);
  const aml_value *failure = add_type_and_names(&id, call, 0);
  return failure != NULL ? failure : aml_pieces_end(&id);
}

const aml_value *aml_fn_extension_resource_id(const aml_call *call) {
  if (find_type(call, 1, 1) == AML_NPOS) {
    return without_type(call);
  }
  aml_pieces id;
  aml_pieces_begin(&id, call);
  aml_pieces_value(&id, call->args[0], '"');
  const aml_value *failure = add_type_and_names(&id, call, 1);
  return failure != NULL ? failure : aml_pieces_end(&id);
}

/* What the scope did not answer. */
const aml_value *aml_fn_of_surroundings(const aml_call *call) {
  return aml_eval_unknown(call->eval, aml_function_kinds(call->function->returns),
      "%.*s() depends on where the expression is; write the value itself", AML_SV_ARG(call->function->name));
}

const aml_value *aml_fn_of_deployment(const aml_call *call) {
  return aml_eval_unknown(call->eval, aml_function_kinds(call->function->returns),
      "%.*s() depends on where and by whom the template is deployed; describe it under 'context:' in "
      "amlint.yml, or with '--context FILE'",
      AML_SV_ARG(call->function->name));
}

const aml_value *aml_fn_of_cloud(const aml_call *call) {
  return aml_eval_unknown(call->eval, aml_function_kinds(call->function->returns),
      "%.*s() is answered by Azure during the deployment; pass the value as a parameter to have it checked",
      AML_SV_ARG(call->function->name));
}

const aml_value *aml_fn_of_moment(const aml_call *call) {
  return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_STRING),
      "%.*s() differs with every deployment; pass the value as a parameter to have it checked",
      AML_SV_ARG(call->function->name));
}

const aml_value *aml_fn_fail(const aml_call *call) {
  return aml_call_fail(
      call, AML_NPOS, "The template fails with the message '%.*s'.", AML_SV_ARG(call->args[0]->as.string));
}
