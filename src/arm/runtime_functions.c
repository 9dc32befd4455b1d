/* Functions that ask the cloud: reference(), list*() and their like. What the run itself can answer, the
 * outputs of a nested deployment and the identity of a resource, is answered; all else is unknown. */
#include "arm/template_expansion.h"

enum { CANDIDATES = 256 }; /* deployments without known names that one reference is compared with */

/* Whether two sites are in the same iteration of their innermost loops, or one of them in none. */
static bool is_same_iteration(aml_arm_loop *a, aml_arm_loop *b) {
  return a == NULL || b == NULL || (a->is_known && b->is_known && a->number == b->number);
}

/* The expression of a deployment's name, which is not known; NULL where it is none. */
static const aml_expr *name_expr_of(const aml_arm_instance *instance) {
  const aml_value *name =
      aml_arm_declared(instance->site.frame, aml_object_find(instance->declared, AML_SV("name")));
  return aml_value_is(name, AML_EXPRESSION) ? name->as.expression.tree : NULL;
}

/* The deployment whose name, though not known, is the same expression as the last argument of resourceId in
 * reference(resourceId('Microsoft.Resources/deployments', <name>)). */
static aml_arm_instance *find_by_expression(const aml_arm_frame *frame, const aml_expr *id) {
  if (id->kind != AML_EXPR_CALL || id->arg_count == 0) {
    return NULL;
  }
  const aml_expr *name = id->args[id->arg_count - 1];
  aml_arm_instance *found = NULL;
  size_t count = frame->unnamed_deployments.count;
  for (size_t i = 0; i < count && i < CANDIDATES; i++) {
    aml_arm_instance *instance = frame->unnamed_deployments.items[i];
    const aml_expr *own = name_expr_of(instance);
    if (own == NULL || !aml_expr_equal(own, name) ||
        !is_same_iteration(instance->site.loops, frame->run->site.loops)) {
      continue;
    }
    if (found != NULL) {
      return NULL;
    }
    found = instance;
  }
  return found;
}

/* What follows the last "/providers/Microsoft.Resources/deployments/" of an id, known or known at its end. */
static aml_sv deployment_of_id(const aml_value *id) {
  static const aml_sv mark = AML_SV_CONST("/providers/Microsoft.Resources/deployments/");
  aml_sv text = id->kind == AML_UNKNOWN ? id->as.unknown->suffix : aml_value_text(id);
  size_t at = aml_sv_ifind(text, mark, 0);
  if (at == AML_NPOS) {
    return AML_SV("");
  }
  aml_sv name = aml_sv_slice(text, at + mark.len, text.len);
  return aml_sv_find_char(name, '/', 0) == AML_NPOS ? name : AML_SV("");
}

static aml_arm_instance *find_deployment_in(aml_arm_frame *frame, const aml_value *id, const aml_expr *expr) {
  if (frame->listed != AML_ARM_DONE) {
    return NULL;
  }
  aml_arm_instance *found = NULL;
  if (id->kind == AML_STRING) {
    found = aml_map_find(&frame->symbols, id->as.string);
    if (found == NULL && aml_sv_find_char(id->as.string, '/', 0) == AML_NPOS) {
      found = aml_map_find(&frame->deployments, id->as.string);
    }
  }
  aml_sv name = deployment_of_id(id);
  if (found == NULL && name.len > 0) {
    found = aml_map_find(&frame->deployments, name);
  }
  if (found == NULL && id->kind == AML_UNKNOWN) {
    found = find_by_expression(frame, expr);
  }
  return found;
}

/* The deployment that a reference means, in this template or, for outer scope, in those around it. */
static aml_arm_instance *find_deployment(aml_arm_run *run, const aml_value *id, const aml_expr *expr) {
  aml_arm_frame *frame = run->site.frame;
  aml_arm_instance *found = find_deployment_in(frame, id, expr);
  while (found == NULL && frame->names != frame) {
    frame = frame->parent;
    found = find_deployment_in(frame, id, expr);
  }
  bool is_usable = found != NULL && !found->is_off && !found->is_ambiguous && !found->is_existing &&
                   aml_arm_instance_is_deployment(found);
  return is_usable ? found : NULL;
}

static const aml_value *state_of(aml_arm_run *run, const aml_value *outputs, bool is_full) {
  aml_object_builder properties;
  aml_object_begin(&properties, run->arena);
  aml_object_add(&properties, AML_SV("outputs"), AML_NO_SPAN, outputs);
  const aml_value *state = aml_object_end(&properties, AML_NO_SPAN, AML_VALUE_OPEN);
  if (!is_full) {
    return state;
  }
  aml_object_builder full;
  aml_object_begin(&full, run->arena);
  aml_object_add(&full, AML_SV("properties"), AML_NO_SPAN, state);
  return aml_object_end(&full, AML_NO_SPAN, AML_VALUE_OPEN);
}

static const aml_value *call_reference(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_arm_run *run = names->run;
  if (call->arg_count < 1 || call->arg_count > 3) {
    return aml_eval_fail(
        eval, call, "The function 'reference' takes 1 to 3 arguments, not %zu.", call->arg_count);
  }
  const aml_value *id = aml_eval_arg(eval, call, 0);
  if (id->kind != AML_STRING && id->kind != AML_UNKNOWN) {
    return aml_eval_fail(eval, call,
        "The function 'reference' takes a name or an id, not a value of type '%s'.", aml_kind_name(id->kind));
  }
  aml_arm_instance *deployment = find_deployment(run, id, call->args[0]);
  aml_arm_frame *frame = deployment != NULL ? aml_arm_deployment_frame(deployment) : NULL;
  if (frame != NULL) {
    aml_arm_instances_list(frame);
  }
  const aml_value *outputs = frame != NULL ? aml_arm_frame_outputs(frame) : NULL;
  if (outputs == NULL) {
    return aml_eval_unknown(eval, 1U << AML_OBJECT,
        "reference() reads the state of a deployed resource; pass the value as a parameter to have it "
        "checked");
  }
  bool is_full =
      call->arg_count == 3 && aml_sv_ieq(aml_value_text(aml_eval_arg(eval, call, 2)), AML_SV("full"));
  return state_of(run, outputs, is_full);
}

static const aml_value *call_references(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  (void)names;
  (void)call;
  return aml_eval_unknown(eval, 1U << AML_ARRAY,
      "references() reads the state of deployed resources; pass the values as a parameter to have them "
      "checked");
}

/* resourceInfo('symbol'): what is certain about a resource of this template without deploying it. */
static const aml_value *call_resource_info(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  aml_arm_run *run = names->run;
  if (call->arg_count != 1) {
    return aml_eval_fail(
        eval, call, "The function 'resourceInfo' takes one argument, not %zu.", call->arg_count);
  }
  const aml_value *symbol = aml_eval_arg(eval, call, 0);
  aml_arm_frame *frame = run->site.frame;
  const aml_arm_instance *instance =
      symbol->kind == AML_STRING ? aml_map_find(&frame->symbols, symbol->as.string) : NULL;
  if (instance == NULL) {
    return aml_eval_unknown(eval, 1U << AML_OBJECT,
        "resourceInfo() names a resource that this template does not declare; declare it or correct the "
        "name");
  }
  aml_object_builder info;
  aml_object_begin(&info, run->arena);
  aml_object_add(&info, AML_SV("name"), AML_NO_SPAN, instance->name);
  aml_object_add(
      &info, AML_SV("type"), AML_NO_SPAN, aml_value_string(run->arena, instance->type, AML_NO_SPAN));
  return aml_object_end(&info, AML_NO_SPAN, AML_VALUE_OPEN);
}

const aml_value *aml_arm_call_runtime(aml_arm_frame *names, aml_eval *eval, const aml_expr *call) {
  static const aml_arm_named_call functions[] = {
      {AML_SV_CONST("reference"), call_reference},
      {AML_SV_CONST("references"), call_references},
      {AML_SV_CONST("resourceInfo"), call_resource_info},
  };
  return aml_arm_call_named(functions, sizeof functions / sizeof functions[0], names, eval, call);
}
