/* The related resource that auditIfNotExists and deployIfNotExists look for. */
#include "expr/value_text.h"
#include "policy/definition.h"

typedef struct search {
  aml_check *check;
  const aml_definition *definition;
  aml_sv type, group;
  const aml_value *name; /* NULL: any */
  aml_related_view view;
} search;

/* As `eval` and its callers may give related resources: then it is meant. */
static bool is_nameless(const aml_resource *candidate) {
  return candidate->input == AML_FROM_POLICY_TEST && aml_object_find(candidate->body, AML_SV("name")) == NULL;
}

static aml_truth has_name(search *s, const aml_resource *candidate) {
  if (s->name == NULL || s->name->kind == AML_NULL || is_nameless(candidate)) {
    return AML_TRUE;
  }
  aml_truth in_full = aml_policy_equal(s->check->arena, candidate->name, s->name);
  if (in_full != AML_FALSE || !aml_value_is(candidate->name, AML_STRING)) {
    return in_full;
  }
  size_t slash = aml_sv_rfind_char(candidate->name->as.string, '/');
  aml_sv last = aml_sv_slice(candidate->name->as.string, slash + 1, candidate->name->as.string.len);
  return slash == AML_NPOS ? AML_FALSE
                           : aml_policy_equal(s->check->arena,
                                 aml_value_string(s->check->arena, last, AML_NO_SPAN), s->name);
}

/* Children belong to their parent, extensions to what they extend, others to the resource group. */
static aml_truth is_related(search *s, const aml_resource *candidate) {
  const aml_graph *graph = s->check->context->graph;
  const aml_resource *root = s->check->root;
  if (candidate == root || is_nameless(candidate)) {
    return AML_TRUE;
  }
  bool is_below = aml_sv_istarts(candidate->type, root->type) && candidate->type.len > root->type.len &&
                  candidate->type.data[root->type.len] == '/';
  if (is_below) {
    bool is_certain;
    const aml_resource *parent = aml_graph_parent(graph, candidate, &is_certain);
    return !is_certain ? AML_MAYBE : parent == root || parent == NULL ? AML_TRUE : AML_FALSE;
  }
  if (aml_graph_is_scope_wide(graph, candidate) == AML_FALSE) {
    return aml_graph_scope_covers(graph, candidate, root);
  }
  if (s->group.len > 0) {
    return aml_sv_ieq(candidate->scope.resource_group, s->group) ? AML_TRUE : AML_MAYBE;
  }
  bool is_meant = s->view == AML_RELATED_COMPLETE || s->definition->searches_subscription;
  return is_meant ? AML_TRUE : aml_scope_same_group(&candidate->scope, &root->scope);
}

static aml_truth both(aml_truth a, aml_truth b) {
  return a == AML_FALSE || b == AML_FALSE ? AML_FALSE : a == AML_TRUE && b == AML_TRUE ? AML_TRUE : AML_MAYBE;
}

/* Runs the existence condition with the candidate as subject; evidence and reasons of it are not kept. */
static aml_truth satisfies(search *s, const aml_resource *candidate) {
  aml_check *check = s->check;
  if (s->definition->existence == NULL) {
    return AML_TRUE;
  }
  aml_frame item = {.value = candidate->body, .changes_subject = true};
  const aml_resource *subject = check->subject;
  size_t mark = check->evidence_count;
  check->subject = candidate;
  check->frame = &item;
  aml_truth holds = aml_check_condition(check, s->definition->existence);
  check->frame = NULL;
  check->subject = subject;
  check->evidence_count = mark;
  return holds;
}

static const aml_value *operand_or_null(aml_check *check, const aml_operand *operand) {
  return operand->value == NULL ? NULL : aml_check_operand(check, operand);
}

aml_truth aml_existence_holds(aml_check *check, const aml_definition *definition, aml_related_view view) {
  search s = {.check = check, .definition = definition, .view = view};
  const aml_value *type = operand_or_null(check, &definition->related_type);
  if (type == NULL || type->kind != AML_STRING || check->context->graph == NULL) {
    aml_check_note(check, type);
    if (check->reason.len == 0) {
      check->reason = AML_SV(
          "the definition does not name the type of the resource that must exist; add 'type' to its details");
    }
    return AML_MAYBE;
  }
  s.type = type->as.string;
  s.name = operand_or_null(check, &definition->related_name);
  s.group = aml_value_text(operand_or_null(check, &definition->related_group));
  aml_resource_range all = aml_graph_of_type(check->context->graph, s.type);
  aml_truth any = AML_FALSE;
  for (size_t i = 0; i < all.count; i++) {
    if ((all.items[i] == check->root && s.name == NULL) || !aml_resource_sees(check->root, all.items[i])) {
      continue;
    }
    aml_truth relates = is_related(&s, all.items[i]);
    if (relates == AML_MAYBE && view == AML_RELATED_COMPLETE) {
      relates = AML_TRUE; /* they were given because they belong to it */
    }
    aml_truth one = both(has_name(&s, all.items[i]), relates);
    one = one == AML_FALSE ? AML_FALSE : both(one, satisfies(&s, all.items[i]));
    if (one == AML_TRUE) {
      return AML_TRUE;
    }
    any = one == AML_MAYBE ? AML_MAYBE : any;
  }
  if (any == AML_FALSE && view == AML_RELATED_PARTIAL) {
    check->reason = aml_sv_format(check->arena,
        "the files checked declare no '%.*s' for it, and one may exist in Azure; check the file that "
        "declares it",
        AML_SV_ARG(s.type));
    return AML_MAYBE;
  }
  if (any == AML_MAYBE && check->reason.len == 0) {
    check->reason = aml_sv_format(check->arena,
        "whether a '%.*s' in the files checked belongs to it is not known; name the resource groups under "
        "'context:' in amlint.yml",
        AML_SV_ARG(s.type));
  }
  return any;
}
