#include "policy/definition.h"

static const aml_value *member(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find(object, aml_sv_of(name)) : NULL;
}

static const aml_value *body_of(const aml_value *root) {
  const aml_value *properties = root->kind == AML_OBJECT ? member(root, "properties") : NULL;
  return aml_value_is(properties, AML_OBJECT) && member(root, "if") == NULL ? properties : root;
}

bool aml_definition_is(const aml_value *root) {
  return member(body_of(root), "policyRule") != NULL ||
         (member(root, "if") != NULL && member(root, "then") != NULL);
}

static aml_policy_mode read_mode(aml_sv text) {
  if (text.len == 0 || aml_sv_ieq(text, AML_SV("All"))) {
    return AML_MODE_ALL;
  }
  return aml_sv_ieq(text, AML_SV("Indexed")) ? AML_MODE_INDEXED : AML_MODE_OTHER;
}

static void read_head(aml_definition *definition, const aml_value *root, const aml_value *body) {
  const aml_value *metadata = member(body, "metadata");
  definition->id = aml_value_text(member(root, "id"));
  definition->name = aml_value_text(member(root, "name"));
  definition->display_name = aml_value_text(member(body, "displayName"));
  definition->description = aml_value_text(member(body, "description"));
  definition->category = aml_value_text(member(metadata, "category"));
  definition->version = aml_value_text(member(metadata, "version"));
  definition->mode_text = aml_value_text(member(body, "mode"));
  definition->mode = read_mode(definition->mode_text);
  definition->span = root->span;
  definition->tree = root;
  if (definition->name.len == 0) {
    size_t slash = aml_sv_rfind_char(definition->id, '/');
    definition->name = aml_sv_slice(definition->id, slash == AML_NPOS ? 0 : slash + 1, definition->id.len);
  }
}

static void check_effect_name(aml_compiler *compiler, const aml_value *effect) {
  enum { COUNT = AML_EFFECT_DISABLED };
  aml_sv names[COUNT];
  if (aml_effect_of(effect->as.string) != AML_EFFECT_NONE) {
    return;
  }
  for (int i = 0; i < COUNT; i++) {
    names[i] = aml_sv_of(aml_effect_name((aml_effect)(i + 1)));
  }
  aml_compile_error(compiler, effect->span,
      aml_did_you_mean(compiler->arena, effect->as.string, names, COUNT), "Unknown effect '%.*s'.",
      AML_SV_ARG(effect->as.string));
}

/* What `modify` may not write is refused, as the service does when a definition is created. */
static void check_operations(aml_compiler *compiler, const aml_value *operations) {
  for (size_t i = 0; aml_value_is(operations, AML_ARRAY) && i < operations->as.array.count; i++) {
    const aml_value *field = member(operations->as.array.items[i], "field");
    const aml_alias *alias = aml_aliases_find(compiler->aliases, aml_value_text(field));
    if (alias != NULL && !alias->is_modifiable) {
      aml_compile_error(compiler, field->span, (aml_sv){0}, "The alias '%.*s' cannot be modified.",
          AML_SV_ARG(alias->name));
    }
  }
}

static aml_operand compile_optional(aml_compiler *compiler, const aml_value *value) {
  return value == NULL ? (aml_operand){0} : aml_operand_compile(compiler, value);
}

static void read_details(aml_compiler *compiler, aml_definition *definition, const aml_value *details) {
  definition->details = details;
  if (details->kind != AML_OBJECT) {
    return;
  }
  definition->related_type = compile_optional(compiler, member(details, "type"));
  definition->related_name = compile_optional(compiler, member(details, "name"));
  definition->related_group = compile_optional(compiler, member(details, "resourceGroupName"));
  definition->searches_subscription =
      aml_sv_ieq(aml_value_text(member(details, "existenceScope")), AML_SV("subscription"));
  const aml_value *existence = member(details, "existenceCondition");
  if (existence != NULL) {
    definition->existence = aml_condition_compile(compiler, existence);
  }
  const aml_value *effect = definition->effect.value;
  if (!aml_value_is(effect, AML_STRING) || definition->effect.kind != AML_OPERAND_LITERAL ||
      aml_effect_of(effect->as.string) == AML_EFFECT_MODIFY) {
    check_operations(compiler, member(details, "operations"));
  }
}

static void read_then(aml_compiler *compiler, aml_definition *definition, const aml_value *then) {
  const aml_value *effect = member(then, "effect");
  if (!aml_value_is(effect, AML_STRING)) {
    aml_compile_error(compiler, then->span, (aml_sv){0}, "'then' needs an 'effect'.");
    return;
  }
  definition->effect = aml_operand_compile(compiler, effect);
  if (definition->effect.kind == AML_OPERAND_LITERAL) {
    check_effect_name(compiler, effect);
  }
  const aml_value *details = member(then, "details");
  if (details != NULL) {
    read_details(compiler, definition, details);
  }
}

/* What belongs into `properties` may not stand beside it as well. */
static void refuse_both(aml_compiler *compiler, const aml_value *root, const aml_value *body) {
  for (size_t i = 0; i < body->as.object.count; i++) {
    const aml_member *outer = aml_object_member(root, body->as.object.members[i].name);
    if (outer != NULL) {
      aml_compile_error(compiler, outer->name_span, (aml_sv){0},
          "'%.*s' appears both in 'properties' and next to it.", AML_SV_ARG(outer->name));
    }
  }
}

static void read_rule(aml_compiler *compiler, aml_definition *definition, const aml_value *rule) {
  const aml_value *condition = member(rule, "if");
  const aml_value *then = member(rule, "then");
  if (rule->kind != AML_OBJECT || condition == NULL || then == NULL) {
    aml_compile_error(compiler, rule->span, (aml_sv){0}, "A policy rule needs 'if' and 'then'.");
    return;
  }
  definition->condition = aml_condition_compile(compiler, condition);
  if (definition->condition != NULL) {
    definition->types = aml_condition_types(compiler->arena, definition->condition);
  }
  read_then(compiler, definition, then);
}

static void read_parameters(aml_compiler *compiler, aml_definition *definition, const aml_value *body) {
  const aml_value *declared = member(body, "parameters");
  if (declared != NULL) {
    definition->parameters = aml_parameters_read(compiler, declared);
  }
  aml_sv *names = AML_NEW_ARRAY(compiler->arena, aml_sv, definition->parameters.count);
  for (size_t i = 0; i < definition->parameters.count; i++) {
    names[i] = definition->parameters.items[i].name;
  }
  compiler->parameters = (aml_names){names, definition->parameters.count};
  compiler->checks_parameters = true;
}

const aml_definition *aml_definition_read(aml_arena *arena, const aml_sources *sources,
    const aml_aliases *aliases, const aml_value *root, aml_diags *diags) {
  aml_compiler compiler = {
      .arena = arena, .diags = diags, .sources = sources, .dialect = AML_DIALECT_AZURE, .aliases = aliases};
  aml_definition *definition = AML_NEW(arena, aml_definition);
  definition->aliases = aliases;
  const aml_value *body = body_of(root);
  const aml_value *rule = member(body, "policyRule");
  if (body != root) {
    refuse_both(&compiler, root, body);
  }
  if (rule != NULL) {
    read_head(definition, root, body);
    read_parameters(&compiler, definition, body);
  } else {
    definition->span = root->span;
    definition->tree = root;
    rule = root;
    if (member(root, "if") == NULL && (member(body, "displayName") != NULL || body != root)) {
      aml_compile_error(&compiler, root->span, (aml_sv){0}, "The definition has no 'policyRule'.");
      return NULL;
    }
  }
  read_rule(&compiler, definition, rule);
  return compiler.errors == 0 ? definition : NULL;
}
