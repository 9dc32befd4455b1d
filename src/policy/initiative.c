/* From definitions, initiatives and assignments to the rules in force. */
#include "base/limits.h"
#include "base/shorten.h"
#include "policy/binding.h"
#include "rule/by_type.h"

static const aml_value *member(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find(object, aml_sv_of(name)) : NULL;
}

static aml_sv last_segment(aml_sv id) {
  size_t slash = aml_sv_rfind_char(id, '/');
  return slash == AML_NPOS ? id : aml_sv_slice(id, slash + 1, id.len);
}

static bool is_named(aml_sv id, aml_sv own_id, aml_sv own_name) {
  return aml_sv_ieq(id, own_id) || aml_sv_ieq(last_segment(id), own_name); /* what names it is not empty */
}

/* Names that are looked through one by one are paid for. */
static void pay_search(const aml_policies *policies, size_t count) {
  aml_arena_spend(policies->arena, 1 + count / AML_SELECTORS_FOR_A_STEP);
}

static const aml_definition *find_definition(const aml_policies *policies, aml_sv id) {
  pay_search(policies, policies->definitions.count);
  for (size_t i = 0; i < policies->definitions.count; i++) {
    const aml_definition *one = policies->definitions.items[i];
    if (is_named(id, one->id, one->name)) {
      return one;
    }
  }
  return NULL;
}

static const aml_initiative *find_initiative(const aml_policies *policies, aml_sv id) {
  pay_search(policies, policies->initiatives.count);
  for (size_t i = 0; i < policies->initiatives.count; i++) {
    const aml_initiative *one = policies->initiatives.items[i];
    if (is_named(id, one->id, one->name)) {
      return one;
    }
  }
  return NULL;
}

typedef struct builder {
  aml_policies *policies;
  aml_ruleset *rules;
  aml_diags *diags;
} builder;

static aml_compiler make_compiler(const builder *b) {
  return (aml_compiler){.arena = b->policies->arena,
      .diags = b->diags,
      .sources = b->policies->sources,
      .dialect = AML_DIALECT_AZURE,
      .aliases = b->policies->aliases};
}

static void report_missing(const builder *b, aml_span span, aml_sv what, aml_sv id) {
  aml_diag *diag = aml_diags_add(b->diags, "AML011", span, "The %.*s '%.*s' is not among the policy files.",
      AML_SV_ARG(what), AML_SV_ARG(id));
  diag->help = AML_SV("Add the export of it, or leave this object out.");
  diag->is_incomplete = true;
}

/* "[Preview]: Tags must be set" gives "preview-tags-must-be-set". */
static aml_sv make_name(aml_arena *arena, aml_sv title) {
  char *out = AML_NEW_ARRAY(arena, char, title.len + 1);
  size_t n = 0;
  for (size_t i = 0; i < title.len; i++) {
    if (aml_ascii_alnum(title.data[i])) {
      out[n++] = aml_ascii_lower(title.data[i]);
    } else if (n > 0 && out[n - 1] != '-') {
      out[n++] = '-';
    }
  }
  n -= n > 0 && out[n - 1] == '-';
  return (aml_sv){out, n};
}

static aml_severity severity_of(const aml_policy *policy) {
  const aml_operand *effect = &policy->definition->effect;
  aml_sv text = aml_value_text(effect->value);
  if (effect->kind == AML_OPERAND_EXPRESSION) {
    aml_sv parameter = aml_expr_referred(effect->value->as.expression.tree, AML_SV("parameters"));
    text = aml_value_text(aml_object_find(policy->values, parameter));
  }
  aml_effect found = aml_effect_of(text);
  if (found == AML_EFFECT_DENY && policy->assignment != NULL && !policy->assignment->is_enforced) {
    return AML_SEVERITY_WARNING;
  }
  return found == AML_EFFECT_NONE || found == AML_EFFECT_DISABLED ? AML_SEVERITY_WARNING
                                                                  : aml_effect_severity(found);
}

static const aml_mapping *make_mapping(aml_arena *arena, const aml_definition *definition) {
  aml_mapping *mapping = AML_NEW(arena, aml_mapping);
  *mapping = (aml_mapping){.framework = AML_SV("Azure Policy"),
      .id = aml_shorten(arena, definition->name),
      .title = aml_shorten(arena, definition->display_name)};
  return mapping;
}

/* The assignment counts, for its name is what people know; the version is the initiative's. */
static const aml_pack *make_pack(
    const builder *b, const aml_assignment *assignment, const aml_initiative *initiative) {
  if (assignment == NULL && initiative == NULL) {
    return NULL;
  }
  aml_pack *pack = AML_NEW(b->policies->arena, aml_pack);
  pack->name = aml_shorten(b->policies->arena, assignment != NULL ? assignment->name : initiative->name);
  pack->title = aml_shorten(
      b->policies->arena, assignment != NULL ? assignment->display_name : initiative->display_name);
  const aml_value *tree = initiative == NULL ? NULL : initiative->tree;
  const aml_value *properties = member(tree, "properties");
  tree = properties != NULL ? properties : tree;
  pack->version = aml_value_text(member(member(tree, "metadata"), "version"));
  return pack;
}

static void add_rule(builder *b, const aml_policy *policy, const aml_pack *pack) {
  aml_arena *arena = b->policies->arena;
  const aml_definition *definition = policy->definition;
  aml_rule *rule = AML_NEW(arena, aml_rule);
  aml_sv id = aml_shorten(arena, definition->name);
  aml_sv title = definition->display_name.len > 0 ? aml_shorten(arena, definition->display_name) : id;
  *rule = (aml_rule){.id = id,
      .name = make_name(arena, title),
      .title = title,
      .category = definition->category.len > 0 ? definition->category : AML_SV("policy"),
      .severity = severity_of(policy),
      .origin = AML_RULE_AZURE_POLICY,
      .profile = AML_PROFILE_MINIMAL,
      .why = aml_shorten_to(arena, definition->description, AML_SHOWN_TEXT),
      .mappings = make_mapping(arena, definition),
      .mapping_count = 1,
      .precision = AML_SV("high"),
      .version = definition->version,
      .pack = pack,
      .span = definition->span,
      .source = definition->tree};
  if (pack != NULL && pack->name.len > 0) {
    rule->id = aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(pack->name),
        AML_SV_ARG(policy->reference.len > 0 ? policy->reference : id));
  }
  rule->effective = rule->severity;
  rule->body = AML_NEW(arena, aml_rule_body);
  rule->body->tree = definition->tree;
  rule->body->types = definition->types.items;
  rule->body->type_count = definition->types.count;
  rule->body->is_compiled = true;
  rule->body->values = policy->values;
  rule->body->judge = &policy->judge;
  aml_ruleset_put(b->rules, rule);
}

static void add_member(aml_object_builder *object, const char *name, aml_sv text) {
  aml_object_add(object, aml_sv_of(name), AML_NO_SPAN, aml_value_string(object->arena, text, AML_NO_SPAN));
}

static const aml_value *describe(
    const builder *b, const aml_policy *policy, const aml_initiative *initiative) {
  aml_object_builder object;
  aml_object_begin(&object, b->policies->arena);
  add_member(&object, "assignmentId", policy->assignment != NULL ? policy->assignment->id : (aml_sv){0});
  add_member(&object, "definitionId", policy->definition->id);
  add_member(&object, "setDefinitionId", initiative != NULL ? initiative->id : (aml_sv){0});
  add_member(&object, "definitionReferenceId", policy->reference);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

static aml_sv find_message(const aml_policies *policies, const aml_assignment *assignment, aml_sv reference) {
  const aml_value *list = assignment == NULL ? NULL : assignment->messages;
  pay_search(policies, aml_value_is(list, AML_ARRAY) ? list->as.array.count : 0);
  aml_sv general = {0};
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    const aml_value *one = list->as.array.items[i];
    aml_sv id = aml_value_text(member(one, "policyDefinitionReferenceId"));
    aml_sv text = aml_value_text(member(one, "message"));
    if (id.len == 0) {
      general = text;
    } else if (aml_sv_ieq(id, reference)) {
      return text;
    }
  }
  return general;
}

static void find_exemptions(const builder *b, aml_policy *policy) {
  AML_VEC(const aml_exemption *) list = {0};
  const aml_assignment *assignment = policy->assignment;
  pay_search(b->policies, b->policies->exemptions.count);
  for (size_t i = 0; assignment != NULL && i < b->policies->exemptions.count; i++) {
    const aml_exemption *one = b->policies->exemptions.items[i];
    if (is_named(one->assignment, assignment->id, assignment->name)) {
      AML_VEC_PUSH(b->policies->arena, &list, one);
    }
  }
  policy->exemptions = list.items;
  policy->exemption_count = list.count;
}

/* One definition in force. `given` are the parameters it is given; NULL: none. */
static void add_policy(builder *b, const aml_definition *definition, const aml_value *given,
    const aml_assignment *assignment, const aml_initiative *initiative, aml_sv reference) {
  aml_arena_at(b->policies->arena, assignment != NULL ? &assignment->tree->span : &definition->span);
  aml_arena_spend(b->policies->arena, AML_STEPS_FOR_A_POLICY);
  aml_compiler compiler = make_compiler(b);
  aml_policy *policy = AML_NEW(b->policies->arena, aml_policy);
  *policy = (aml_policy){.judge = aml_policy_judge,
      .definition = definition,
      .values = aml_parameters_bind(&compiler, &definition->parameters, given),
      .assignment = assignment,
      .reference = reference,
      .message = find_message(b->policies, assignment, reference)};
  if (compiler.errors > 0) {
    return;
  }
  policy->policy = describe(b, policy, initiative);
  find_exemptions(b, policy);
  add_rule(b, policy, make_pack(b, assignment, initiative));
}

/* The parameters an initiative passes on: expressions over its own. */
static const aml_value *pass_on(builder *b, const aml_value *tree, const aml_value *values) {
  aml_compiler compiler = make_compiler(b);
  aml_arena *arena = b->policies->arena;
  if (tree == NULL) {
    return NULL;
  }
  aml_operand operand = aml_operand_compile(&compiler, tree);
  if (compiler.errors > 0) {
    return NULL;
  }
  aml_check_context context = {0};
  aml_resource nothing = {.form = &aml_form_arm, .body = aml_value_null(arena, AML_NO_SPAN)};
  aml_check check = {.arena = arena, .context = &context, .dialect = AML_DIALECT_AZURE, .parameters = values};
  aml_check_begin(&check, &nothing);
  return aml_check_operand(&check, &operand);
}

static void add_initiative(builder *b, const aml_initiative *initiative, const aml_assignment *assignment) {
  aml_compiler compiler = make_compiler(b);
  const aml_value *values = aml_parameters_bind(
      &compiler, &initiative->parameters, assignment == NULL ? NULL : assignment->parameters);
  for (size_t i = 0; compiler.errors == 0 && i < initiative->members->as.array.count; i++) {
    const aml_value *one = initiative->members->as.array.items[i];
    aml_sv id = aml_value_text(member(one, "policyDefinitionId"));
    const aml_definition *definition = find_definition(b->policies, id);
    if (definition == NULL) {
      report_missing(b, one->span, AML_SV("definition"), id);
      continue;
    }
    add_policy(b, definition, pass_on(b, member(one, "parameters"), values), assignment, initiative,
        aml_value_text(member(one, "policyDefinitionReferenceId")));
  }
}

static void add_assignment(builder *b, const aml_assignment *assignment) {
  const aml_definition *definition = find_definition(b->policies, assignment->target);
  const aml_initiative *initiative = find_initiative(b->policies, assignment->target);
  if (definition != NULL) {
    add_policy(b, definition, assignment->parameters, assignment, NULL, (aml_sv){0});
  } else if (initiative != NULL) {
    add_initiative(b, initiative, assignment);
  } else {
    report_missing(b, assignment->tree->span, AML_SV("definition or initiative"), assignment->target);
  }
}

static bool is_in_initiative(const aml_policies *policies, const aml_definition *definition) {
  for (size_t i = 0; i < policies->initiatives.count; i++) {
    const aml_value *list = policies->initiatives.items[i]->members;
    pay_search(policies, list->as.array.count);
    for (size_t k = 0; k < list->as.array.count; k++) {
      aml_sv id = aml_value_text(member(list->as.array.items[k], "policyDefinitionId"));
      if (is_named(id, definition->id, definition->name)) {
        return true;
      }
    }
  }
  return false;
}

void aml_policies_build(aml_policies *policies, aml_ruleset *rules, aml_diags *diags) {
  builder b = {policies, rules, diags};
  for (size_t i = 0; i < policies->assignments.count; i++) {
    add_assignment(&b, policies->assignments.items[i]);
  }
  if (policies->assignments.count > 0) {
    return;
  }
  for (size_t i = 0; i < policies->initiatives.count; i++) {
    add_initiative(&b, policies->initiatives.items[i], NULL);
  }
  for (size_t i = 0; i < policies->definitions.count; i++) {
    if (!is_in_initiative(policies, policies->definitions.items[i])) {
      add_policy(&b, policies->definitions.items[i], NULL, NULL, NULL, (aml_sv){0});
    }
  }
}
