/* Which configuration of a provider a resource takes, and the subscription that it deploys to. */
#include "base/concat.h"
#include "terraform/arguments.h"
#include "tree/reason.h"

/* "azurerm.prod" of a reference, which older texts write in quotes; empty for all else. */
static aml_sv name_of_node(aml_arena *arena, const aml_expr *node);

static aml_sv name_of(aml_arena *arena, const aml_value *value) {
  return value->kind == AML_STRING       ? value->as.string
         : value->kind == AML_EXPRESSION ? name_of_node(arena, value->as.expression.tree)
                                         : (aml_sv){0};
}

static aml_sv name_of_node(aml_arena *arena, const aml_expr *node) {
  if (node->kind == AML_EXPR_STRING) {
    return node->name;
  }
  if (node->kind == AML_EXPR_VALUE) {
    return name_of(arena, node->as.value);
  }
  aml_sv name = {0};
  for (size_t i = 0; node->meaning == &aml_hcl_reference && i < node->arg_count; i++) {
    name = i == 0 ? node->args[i]->name : AML_SV_CONCAT(arena, name, AML_SV("."), node->args[i]->name);
  }
  return name;
}

/* What a call's `providers` says that the name is for the caller. */
static aml_sv passed_as(aml_arena *arena, const aml_value *providers, aml_sv name) {
  if (providers->kind == AML_OBJECT) {
    const aml_value *given = aml_object_find_exact(providers, name);
    return given == NULL ? (aml_sv){0} : name_of(arena, given);
  }
  const aml_expr *tree = providers->kind == AML_EXPRESSION ? providers->as.expression.tree : NULL;
  bool is_object = tree != NULL && tree->meaning == &aml_hcl_object_of;
  for (size_t i = 0; is_object && i + 1 < tree->arg_count; i += 2) {
    if (aml_sv_eq(name_of_node(arena, tree->args[i]), name)) {
      return name_of_node(arena, tree->args[i + 1]);
    }
  }
  return (aml_sv){0};
}

static const aml_tf_provider *find_provider(const aml_tf_module *module, aml_sv name) {
  for (size_t i = 0; i < module->providers.count; i++) {
    const aml_tf_provider *one = &module->providers.items[i];
    aml_sv rest = name;
    if (aml_sv_eq(aml_sv_split(&rest, '.'), one->name) && aml_sv_eq(rest, one->alias)) {
      return one;
    }
  }
  return NULL;
}

/* The name that the block gives, or else the beginning of its type. */
static aml_sv name_for(const aml_tf_instance *instance) {
  const aml_value *given = aml_object_find_exact(instance->block->body, AML_SV("provider"));
  aml_sv type = instance->block->type;
  return given != NULL ? name_of(instance->frame->run->arena, given)
                       : aml_sv_slice(type, 0, aml_sv_find_char(type, '_', 0));
}

aml_tf_configured aml_tf_provider_of(const aml_tf_instance *instance) {
  aml_tf_configured out = {.frame = instance->frame, .name = name_for(instance)};
  aml_arena *arena = instance->frame->run->arena;
  while (out.name.len > 0) {
    out.provider = find_provider(out.frame->module, out.name);
    if (out.provider != NULL || out.frame->call == NULL) {
      break;
    }
    const aml_value *passed = aml_object_find_exact(out.frame->call->block->body, AML_SV("providers"));
    bool is_inherited = passed == NULL && aml_sv_find_char(out.name, '.', 0) == AML_NPOS;
    out.name = passed != NULL ? passed_as(arena, passed, out.name) : is_inherited ? out.name : (aml_sv){0};
    out.frame = out.frame->call->frame;
  }
  out.is_default =
      out.frame->call == NULL && out.name.len > 0 && aml_sv_find_char(out.name, '.', 0) == AML_NPOS;
  return out;
}

/* The subscription that a configuration names: a string or an unknown; NULL where it leaves that to the
 * environment. */
static const aml_value *subscription_of(const aml_tf_configured *of) {
  const aml_value *body = of->provider == NULL ? NULL : of->provider->body;
  const aml_value *given = body == NULL ? NULL : aml_object_find_exact(body, AML_SV("subscription_id"));
  const aml_value *value = given == NULL ? NULL : aml_tf_eval(of->frame, NULL, NULL, given);
  bool is_said = value != NULL &&
                 ((value->kind == AML_STRING && value->as.string.len > 0) || value->kind == AML_UNKNOWN);
  return is_said ? value : NULL;
}

/* Whether two configurations name what is one subscription, though nobody knows which. */
static bool have_same_source(const aml_value *a, const aml_value *b) {
  return a != NULL && b != NULL && a->kind == AML_UNKNOWN && b->kind == AML_UNKNOWN &&
         aml_sv_eq(a->as.unknown->reason, b->as.unknown->reason);
}

void aml_tf_set_subscription(const aml_tf_instance *instance, aml_scope_path *scope) {
  const aml_tf_run *run = instance->frame->run;
  const aml_tf_configured own = aml_tf_provider_of(instance);
  const aml_value *subscription = subscription_of(&own);
  aml_tf_configured root = {.frame = instance->frame, .name = own.name, .is_default = true};
  while (root.frame->call != NULL) {
    root.frame = root.frame->call->frame;
  }
  aml_sv rest = own.name;
  root.provider = find_provider(root.frame->module, aml_sv_split(&rest, '.'));
  const aml_value *usual = own.is_default ? subscription : subscription_of(&root);
  bool is_usual = own.is_default || subscription == NULL || have_same_source(subscription, usual) ||
                  (usual != NULL && usual->kind == AML_STRING && subscription->kind == AML_STRING &&
                      aml_sv_ieq(usual->as.string, subscription->as.string));
  if (subscription != NULL && subscription->kind == AML_STRING) {
    scope->subscription = subscription->as.string;
    scope->is_default_subscription = is_usual;
  } else if (!is_usual) { /* another than the usual one, perhaps */
    scope->is_uncertain = true;
    scope->deployment = AML_SV_CONCAT(run->arena, scope->deployment, AML_SV("|"), own.name);
  }
}
