#include "policy/binding.h"

static const aml_value *member(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find(object, aml_sv_of(name)) : NULL;
}

static aml_day read_end(aml_compiler *compiler, const aml_value *value) {
  aml_day day = AML_DAY_NONE;
  if (value != NULL && value->kind != AML_NULL &&
      !aml_day_parse(aml_sv_slice(aml_value_text(value), 0, 10), &day)) {
    aml_compile_error(compiler, value->span, (aml_sv){0}, "'expiresOn' is not a date.");
  }
  return day;
}

/* The day of approval, or that on which Azure made it. */
static aml_day read_start(const aml_value *metadata, const aml_value *system_data) {
  const aml_value *day = member(metadata, "approvedOn");
  day = day != NULL ? day : member(system_data, "createdAt");
  aml_day out = AML_DAY_NONE;
  return aml_day_parse(aml_sv_slice(aml_value_text(day), 0, 10), &out) ? out : AML_DAY_NONE;
}

const aml_exemption *aml_exemption_read(aml_compiler *compiler, const aml_value *root) {
  const aml_value *properties = member(root, "properties");
  const aml_value *body = aml_value_is(properties, AML_OBJECT) ? properties : root;
  aml_exemption *exemption = AML_NEW(compiler->arena, aml_exemption);
  aml_sv id = aml_value_text(member(root, "id"));
  size_t end = aml_sv_ifind(id, AML_SV("/providers/Microsoft.Authorization/policyExemptions/"), 0);
  const aml_value *metadata = member(body, "metadata");
  aml_day created = read_start(metadata, member(root, "systemData"));
  const aml_value *description = member(body, "description");
  *exemption = (aml_exemption){.id = id,
      .name = aml_value_text(member(root, "name")),
      .assignment = aml_value_text(member(body, "policyAssignmentId")),
      .scope = aml_scope_id_read(
          end == AML_NPOS ? aml_value_text(member(body, "scope")) : aml_sv_slice(id, 0, end)),
      .reason = aml_value_text(description != NULL ? description : member(body, "displayName")),
      .category = aml_value_text(member(body, "exemptionCategory")),
      .references = member(body, "policyDefinitionReferenceIds"),
      .selectors = member(body, "resourceSelectors"),
      .owner = aml_value_text(member(metadata, "requestedBy")),
      .approver = aml_value_text(member(metadata, "approvedBy")),
      .ticket = aml_value_text(member(metadata, "ticketRef")),
      .created = created,
      .until = read_end(compiler, member(body, "expiresOn")),
      .span = root->span};
  return compiler->errors == 0 ? exemption : NULL;
}

static bool names_reference(aml_arena *arena, const aml_exemption *exemption, aml_sv reference) {
  const aml_value *list = exemption->references;
  bool names_all = !aml_value_is(list, AML_ARRAY) || list->as.array.count == 0;
  return names_all || aml_selector_lists(arena, list, reference);
}

aml_suppression *aml_exemption_find(aml_arena *arena, const aml_policy *policy,
    const aml_check_context *context, const aml_resource *resource) {
  for (size_t i = 0; i < policy->exemption_count; i++) {
    const aml_exemption *one = policy->exemptions[i];
    aml_arena_spend(arena, 1);
    bool has_ended = one->until != AML_DAY_NONE && one->until < context->as_of;
    /* An exemption must certainly hold the resource: it hides something. */
    if (has_ended || !names_reference(arena, one, policy->reference) ||
        aml_scope_id_holds(arena, context, &one->scope, resource) != AML_TRUE ||
        aml_selectors_take(arena, one->selectors, policy->reference, resource) != AML_TRUE) {
      continue;
    }
    aml_suppression *suppression = AML_NEW(arena, aml_suppression);
    *suppression = (aml_suppression){.kind = AML_EXEMPTION,
        .id = one->name.len > 0 ? one->name : one->id,
        .reason = one->reason.len > 0 ? one->reason : one->category,
        .until = one->until,
        .span = one->span};
    return suppression;
  }
  return NULL;
}

bool aml_policies_exemption(const aml_policies *policies, size_t index, aml_exemption_record *out) {
  if (policies == NULL || index >= policies->exemptions.count) {
    return false;
  }
  const aml_exemption *one = policies->exemptions.items[index];
  *out = (aml_exemption_record){.name = one->name.len > 0 ? one->name : one->id,
      .scope = one->scope.text,
      .assignment = one->assignment,
      .reason = one->reason,
      .category = one->category,
      .owner = one->owner,
      .approver = one->approver,
      .ticket = one->ticket,
      .created = one->created,
      .until = one->until,
      .span = one->span};
  return true;
}
