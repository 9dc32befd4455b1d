#include "policy/policy_eval.h"

#include "expr/value_text.h"
#include "policy/policy_shape.h"
#include "rule/ruleset.h"

static aml_sv member_text(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_value_text(aml_object_find(object, aml_sv_of(name)))
                                          : (aml_sv){0};
}

/* Where the context says that the resource lies: what it leaves out may stand in an id beside it. */
static aml_scope_path read_scope(const aml_value *context, aml_sv type) {
  bool is_given = aml_value_is(context, AML_OBJECT);
  const aml_value *group = is_given ? aml_object_find(context, AML_SV("resourceGroup")) : NULL;
  const aml_value *subscription = is_given ? aml_object_find(context, AML_SV("subscription")) : NULL;
  aml_sv group_id = member_text(group, "id");
  aml_scope_path scope = {.subscription = member_text(subscription, "subscriptionId"),
      .resource_group = member_text(group, "name"),
      .deployment = AML_SV("eval"), /* what is given together lies in one place */
      .has_resource_group = !aml_sv_istarts(type, AML_SV("Microsoft.Resources/subscriptions"))};
  if (scope.subscription.len == 0) {
    aml_sv id = member_text(subscription, "id");
    scope.subscription = aml_id_segment(id.len > 0 ? id : group_id, AML_SV("subscriptions"));
  }
  if (scope.resource_group.len == 0) {
    scope.resource_group = aml_id_segment(group_id, AML_SV("resourceGroups"));
  }
  return scope;
}

static const aml_resource_form bare = {.name = "bare",
    .where_to_name_scope = "the subscription or resource group is not known; give both with '--context FILE'",
    .is_bare = true};

static aml_resource *make_resource(
    aml_arena *arena, const aml_policy_eval_input *input, const aml_value *body) {
  aml_resource *resource = AML_NEW(arena, aml_resource);
  aml_sv own = aml_value_text(aml_object_find(body, AML_SV("apiVersion")));
  resource->form = &bare;
  resource->body = body;
  resource->type = aml_value_text(aml_object_find(body, AML_SV("type")));
  const aml_value *name = aml_object_find(body, AML_SV("name"));
  resource->name = name != NULL ? name : aml_value_string(arena, (aml_sv){0}, AML_NO_SPAN);
  resource->shown_name = aml_value_text(resource->name);
  resource->api_version = input->api_version.len > 0 ? input->api_version : own;
  resource->scope = read_scope(input->context, resource->type);
  resource->span = body->span;
  resource->extends = aml_object_find(body, AML_SV("scope"));
  return resource;
}

/* A bare policyRule declares no parameters: what is given is what there is. */
static const aml_value *unwrap_given(aml_arena *arena, const aml_value *given) {
  aml_object_builder values;
  aml_object_begin(&values, arena);
  for (size_t i = 0; aml_value_is(given, AML_OBJECT) && i < given->as.object.count; i++) {
    const aml_member *member = &given->as.object.members[i];
    const aml_value *inner = member->value->kind == AML_OBJECT && member->value->as.object.count == 1
                                 ? aml_object_find(member->value, AML_SV("value"))
                                 : NULL;
    aml_object_set(&values, member->name, member->name_span, inner != NULL ? inner : member->value);
  }
  return aml_object_end(&values, AML_NO_SPAN, 0);
}

static const aml_value *given_parameters(const aml_policy_eval_input *input) {
  const aml_value *inner = aml_value_is(input->parameters, AML_OBJECT)
                               ? aml_object_find(input->parameters, AML_SV("parameters"))
                               : NULL;
  return aml_value_is(inner, AML_OBJECT) ? inner : input->parameters;
}

struct aml_eval_judge {
  aml_arena *arena;
  const aml_policy_eval_input *input;
  aml_check_context context;        /* its graph is that of the resource under way */
  const aml_definition *definition; /* NULL: it is a rule of ours */
  const aml_rule *rule;             /* NULL: it is not */
  const aml_value *values;          /* of the parameters */
};

static bool prepare_definition(aml_eval_judge *self, aml_diags *diags) {
  const aml_policy_eval_input *input = self->input;
  if (aml_policy_has_shape(
          self->arena, aml_azure_schema(self->arena), AML_POLICY_DEFINITION, input->policy, diags)) {
    self->definition = aml_definition_read(self->arena, input->sources, input->aliases, input->policy, diags);
  }
  if (self->definition == NULL) {
    return false;
  }
  aml_compiler compiler = {.arena = self->arena, .diags = diags, .dialect = AML_DIALECT_AZURE};
  const aml_value *given = given_parameters(input);
  self->values = self->definition->parameters.count > 0
                     ? aml_parameters_bind(&compiler, &self->definition->parameters, given)
                     : unwrap_given(self->arena, given);
  return compiler.errors == 0;
}

static bool prepare_rule(aml_eval_judge *self, aml_diags *diags) {
  const aml_policy_eval_input *input = self->input;
  aml_rule *rule = AML_NEW(self->arena, aml_rule);
  rule->origin =
      AML_RULE_USER; /* whose expressions are checked, as those of built-in ones are by the build */
  self->rule = rule;
  if (!aml_rule_read(self->arena, rule, aml_rule_schema(self->arena), input->policy, diags)) {
    return false;
  }
  aml_rule_compile(self->arena, rule, input->sources, diags);
  aml_compiler compiler = {.arena = self->arena, .diags = diags, .dialect = AML_DIALECT_RULE};
  self->values = aml_parameters_bind(&compiler, &rule->body->parameters, given_parameters(input));
  return !rule->body->is_broken && compiler.errors == 0;
}

aml_eval_judge *aml_policy_eval_prepare(
    aml_arena *arena, const aml_policy_eval_input *input, aml_diags *diags) {
  aml_eval_judge *self = AML_NEW(arena, aml_eval_judge);
  *self = (aml_eval_judge){.arena = arena,
      .input = input,
      .context = {.sources = input->sources,
          .facts = input->facts,
          .as_of = input->as_of,
          .surroundings = input->context}};
  bool is_rule = aml_value_is(input->policy, AML_OBJECT) && !aml_definition_is(input->policy) &&
                 aml_object_find(input->policy, AML_SV("severity")) != NULL;
  return (is_rule ? prepare_rule(self, diags) : prepare_definition(self, diags)) ? self : NULL;
}

/* On the resource, of which nothing was looked up yet. */
static aml_check *begin_check(aml_eval_judge *self, const aml_resource *resource) {
  aml_check *check = AML_NEW(self->arena, aml_check);
  *check = (aml_check){.arena = self->arena,
      .context = &self->context,
      .dialect = self->rule != NULL ? AML_DIALECT_RULE : AML_DIALECT_AZURE,
      .aliases = self->rule != NULL ? NULL : self->input->aliases,
      .parameters = self->values};
  if (self->rule != NULL) {
    check->lets = self->rule->body->lets;
    check->let_count = self->rule->body->let_count;
  }
  aml_check_begin(check, resource);
  return check;
}

aml_verdict aml_policy_eval_judge(
    aml_eval_judge *judge, const aml_graph *graph, const aml_resource *resource) {
  judge->context.graph = graph;
  aml_check *check = begin_check(judge, resource);
  if (judge->rule == NULL) {
    return aml_definition_judge(check, judge->definition, (aml_sv){0}, AML_RELATED_COMPLETE);
  }
  bool is_for = aml_rule_is_for(judge->rule, resource->type);
  aml_verdict verdict = {
      .applies = is_for ? aml_check_condition(check, judge->rule->body->condition) : AML_FALSE};
  verdict.effect_text = aml_sv_of(aml_severity_name(judge->rule->severity));
  verdict.reason = check->reason;
  return verdict;
}

/* The type of the resources that a definition asks for, which bodies that name none have; empty where it asks
 * for none. */
static aml_sv related_type(aml_eval_judge *self, const aml_resource *resource) {
  if (self->definition == NULL || self->definition->related_type.value == NULL) {
    return (aml_sv){0};
  }
  return aml_value_text(aml_check_operand(begin_check(self, resource), &self->definition->related_type));
}

const aml_graph *aml_policy_eval_graph(aml_eval_judge *judge, aml_resource *const *subjects, size_t count) {
  const aml_value *related = judge->input->related;
  const aml_sv type = count == 0 ? (aml_sv){0} : related_type(judge, subjects[0]);
  aml_graph *graph = aml_graph_new(judge->arena);
  aml_graph_add(graph, subjects, count);
  for (size_t i = 0; aml_value_is(related, AML_ARRAY) && i < related->as.array.count; i++) {
    if (related->as.array.items[i]->kind == AML_OBJECT) {
      aml_resource *resource = make_resource(judge->arena, judge->input, related->as.array.items[i]);
      resource->type = resource->type.len > 0 ? resource->type : type;
      aml_graph_add(graph, &resource, 1);
    }
  }
  aml_graph_link(graph, 1);
  return graph;
}

bool aml_policy_eval(
    aml_arena *arena, const aml_policy_eval_input *input, aml_diags *diags, aml_verdict *out) {
  if (!aml_value_is(input->resource, AML_OBJECT)) {
    aml_diags_add(diags, "AML011", input->resource->span, "The resource must be an object, not %s.",
        aml_kind_name(input->resource->kind))
        ->is_incomplete = true;
    return false;
  }
  aml_eval_judge *judge = aml_policy_eval_prepare(arena, input, diags);
  if (judge == NULL) {
    return false;
  }
  aml_resource *resource = make_resource(arena, input, input->resource);
  *out = aml_policy_eval_judge(judge, aml_policy_eval_graph(judge, &resource, 1), resource);
  return true;
}

bool aml_policy_eval_is_resource(const aml_value *root) {
  aml_sv type =
      aml_value_is(root, AML_OBJECT) ? aml_value_text(aml_object_find(root, AML_SV("type"))) : (aml_sv){0};
  return aml_sv_find_char(type, '/', 0) != AML_NPOS;
}

void aml_verdict_write(aml_json *json, const aml_verdict *verdict) {
  aml_json_begin_object(json);
  aml_verdict_write_members(json, verdict);
  aml_json_end_object(json);
}

void aml_verdict_write_members(aml_json *json, const aml_verdict *verdict) {
  static const char *const words[] = {[AML_FALSE] = "false", [AML_TRUE] = "true", [AML_MAYBE] = "unknown"};
  aml_json_key(json, AML_SV("effect"));
  if (verdict->applies == AML_TRUE && verdict->effect_text.len > 0) {
    aml_json_string(json, verdict->effect_text);
  } else {
    aml_json_null(json);
  }
  aml_json_member_string(json, "verdict", aml_sv_of(words[verdict->applies]));
  aml_json_key(json, AML_SV("details"));
  if (verdict->applies == AML_TRUE && verdict->details != NULL) {
    aml_value_write_json(json, verdict->details, true);
  } else {
    aml_json_null(json);
  }
  if (verdict->applies == AML_MAYBE) {
    aml_json_member_string(json, "reason", verdict->reason);
  }
}
