#include "policy/definition.h"

static const struct {
  const char *name;
  aml_severity severity;
} effects[] = {
    [AML_EFFECT_NONE] = {"", AML_SEVERITY_NONE},
    [AML_EFFECT_AUDIT] = {"audit", AML_SEVERITY_WARNING},
    [AML_EFFECT_DENY] = {"deny", AML_SEVERITY_ERROR},
    [AML_EFFECT_MODIFY] = {"modify", AML_SEVERITY_NOTE},
    [AML_EFFECT_APPEND] = {"append", AML_SEVERITY_NOTE},
    [AML_EFFECT_AUDIT_IF_NOT_EXISTS] = {"auditIfNotExists", AML_SEVERITY_WARNING},
    [AML_EFFECT_DEPLOY_IF_NOT_EXISTS] = {"deployIfNotExists", AML_SEVERITY_NOTE},
    [AML_EFFECT_AUDIT_ACTION] = {"auditAction", AML_SEVERITY_NOTE},
    [AML_EFFECT_ENFORCE_SETTING] = {"enforceSetting", AML_SEVERITY_NOTE},
    [AML_EFFECT_DENY_ACTION] = {"denyAction", AML_SEVERITY_NOTE},
    [AML_EFFECT_MANUAL] = {"manual", AML_SEVERITY_NOTE},
    [AML_EFFECT_MUTATE] = {"mutate", AML_SEVERITY_NOTE},
    [AML_EFFECT_ADD_TO_NETWORK_GROUP] = {"addToNetworkGroup", AML_SEVERITY_NOTE},
    [AML_EFFECT_DISABLED] = {"disabled", AML_SEVERITY_NONE},
};
enum { EFFECT_COUNT = sizeof effects / sizeof effects[0] };

aml_effect aml_effect_of(aml_sv name) {
  for (size_t i = 1; i < EFFECT_COUNT; i++) {
    if (aml_sv_ieq(name, aml_sv_of(effects[i].name))) {
      return (aml_effect)i;
    }
  }
  return AML_EFFECT_NONE;
}

const char *aml_effect_name(aml_effect effect) {
  return effects[effect].name;
}

aml_severity aml_effect_severity(aml_effect effect) {
  return effects[effect].severity;
}

/* The value of one operation; everything else of it stays as written, conditions of operations included. */
static const aml_value *resolve_operation(aml_check *check, const aml_value *operation) {
  aml_object_builder out;
  if (operation->kind != AML_OBJECT) {
    return operation;
  }
  aml_object_begin(&out, check->arena);
  for (size_t i = 0; i < operation->as.object.count; i++) {
    const aml_member *member = &operation->as.object.members[i];
    const aml_value *value = aml_sv_ieq(member->name, AML_SV("value"))
                                 ? aml_eval_tree(&check->eval, member->value)
                                 : member->value;
    aml_object_add(&out, member->name, member->name_span, value);
  }
  return aml_object_end(&out, operation->span, 0);
}

static const aml_value *resolve_operations(aml_check *check, const aml_value *list) {
  if (list->kind != AML_ARRAY) {
    return list;
  }
  const aml_value **items = AML_NEW_ARRAY(check->arena, const aml_value *, list->as.array.count);
  for (size_t i = 0; i < list->as.array.count; i++) {
    items[i] = resolve_operation(check, list->as.array.items[i]);
  }
  return aml_value_array(check->arena, items, list->as.array.count, list->span);
}

/* Details as a caller wants them: resolved, without the parts that only the service acts on. */
static const aml_value *resolve_details(aml_check *check, const aml_value *details) {
  aml_object_builder out;
  if (details->kind == AML_ARRAY) {
    return resolve_operations(check, details);
  }
  if (details->kind != AML_OBJECT) {
    return details;
  }
  aml_object_begin(&out, check->arena);
  for (size_t i = 0; i < details->as.object.count; i++) {
    const aml_member *member = &details->as.object.members[i];
    if (aml_sv_ieq(member->name, AML_SV("existenceCondition")) ||
        aml_sv_ieq(member->name, AML_SV("deployment"))) {
      continue;
    }
    const aml_value *value = aml_sv_ieq(member->name, AML_SV("operations"))
                                 ? resolve_operations(check, member->value)
                                 : aml_eval_tree(&check->eval, member->value);
    aml_object_add(&out, member->name, member->name_span, value);
  }
  return aml_object_end(&out, details->span, 0);
}

static void read_effect(aml_check *check, const aml_definition *definition, aml_sv given, aml_verdict *out) {
  out->effect_text = given;
  if (given.len == 0) {
    const aml_value *value = aml_check_operand(check, &definition->effect);
    aml_check_note(check, value);
    out->effect_text = aml_value_text(value);
  }
  out->effect = aml_effect_of(out->effect_text);
  if (out->effect == AML_EFFECT_NONE &&
      check->reason.len == 0) { /* a parameter's value, which is free text */
    check->reason = aml_sv_format(
        check->arena, "Azure Policy has no effect '%.*s'; correct it", AML_SV_ARG(out->effect_text));
  }
}

static bool looks_for_related(aml_effect effect) {
  return effect == AML_EFFECT_AUDIT_IF_NOT_EXISTS || effect == AML_EFFECT_DEPLOY_IF_NOT_EXISTS;
}

aml_verdict aml_definition_judge(
    aml_check *check, const aml_definition *definition, aml_sv effect, aml_related_view view) {
  aml_verdict verdict = {.applies = aml_check_condition(check, definition->condition)};
  if (verdict.applies == AML_FALSE) {
    return verdict;
  }
  read_effect(check, definition, effect, &verdict);
  if (verdict.effect == AML_EFFECT_DISABLED) {
    verdict.applies = AML_FALSE;
    return verdict;
  }
  if (looks_for_related(verdict.effect)) {
    aml_truth exists = aml_existence_holds(check, definition, view);
    if (exists == AML_TRUE) {
      verdict.applies = AML_FALSE;
      return verdict;
    }
    verdict.applies = exists == AML_MAYBE ? AML_MAYBE : verdict.applies;
  }
  if (verdict.effect == AML_EFFECT_NONE) {
    verdict.applies = AML_MAYBE;
  }
  verdict.reason = check->reason;
  if (definition->details != NULL) {
    aml_lifter lifter = {.arena = check->arena};
    check->eval.lifter = &lifter;
    verdict.details = resolve_details(check, definition->details);
    check->eval.lifter = NULL;
  }
  return verdict;
}
