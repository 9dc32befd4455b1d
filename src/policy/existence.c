/* The related resource that auditIfNotExists and deployIfNotExists look for. */
#include "condition/fold.h"
#include "expr/value_text.h"
#include "policy/definition.h"

typedef struct search {
  aml_check *check;
  const aml_definition *definition;
  aml_sv type;
  const aml_value *name, *group; /* NULL: any; the resource's own */
  aml_related_view view;
} search;

/* As `eval` and its callers may give related resources: then it is meant. */
static bool is_nameless(const aml_resource *candidate) {
  return candidate->form->is_bare && aml_object_find(candidate->body, AML_SV("name")) == NULL;
}

/* Whether the name is that of a child of what stands before "/?". */
static aml_truth is_child_of(search *s, const aml_value *name, aml_sv wildcard) {
  if (!aml_value_is(name, AML_STRING)) {
    return AML_MAYBE;
  }
  size_t slash = aml_sv_rfind_char(name->as.string, '/');
  aml_sv parent = aml_sv_slice(wildcard, 0, wildcard.len - 2);
  bool is_child =
      slash != AML_NPOS && aml_fold_eq(s->check->arena, aml_sv_slice(name->as.string, 0, slash), parent);
  return is_child ? AML_TRUE : AML_FALSE;
}

static aml_truth has_name(search *s, const aml_resource *candidate) {
  if (s->name == NULL || s->name->kind == AML_NULL || is_nameless(candidate)) {
    return AML_TRUE;
  }
  if (aml_sv_ends(aml_value_text(s->name), AML_SV("/?"))) {
    return is_child_of(s, candidate->name, s->name->as.string);
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

static bool is_single(const aml_value *name) {
  return aml_value_is(name, AML_STRING) && aml_sv_find_char(name->as.string, '/', 0) == AML_NPOS;
}

static aml_truth is_below_root(search *s, const aml_resource *candidate) {
  const aml_resource *root = s->check->root;
  bool is_certain;
  const aml_resource *parent = aml_graph_parent(s->check->context->graph, candidate, &is_certain);
  if (!is_certain) {
    return AML_MAYBE;
  }
  /* As `eval` may be given them: a child of a resource without a name, or with its own last name only. */
  bool is_bare =
      parent == NULL && (is_nameless(root) || (candidate->form->is_bare && is_single(candidate->name)));
  return parent == root || is_bare ? AML_TRUE : AML_FALSE;
}

/* Where the definition says to look: in the subscription, in a group of it, or in the resource's own group.
 */
static aml_truth is_in_place(search *s, const aml_resource *candidate) {
  aml_scope_path place = s->check->root->scope;
  if (s->view == AML_RELATED_COMPLETE) {
    return AML_MAYBE; /* who gave them decides it */
  }
  if (s->definition->searches_subscription) {
    return aml_scope_same_subscription(&candidate->scope, &place);
  }
  if (aml_value_is(s->group, AML_UNKNOWN)) {
    aml_check_note(s->check, s->group);
    return aml_scope_same_subscription(&candidate->scope, &place) == AML_FALSE ? AML_FALSE : AML_MAYBE;
  }
  aml_sv group = aml_value_text(s->group);
  if (group.len > 0) {
    place.resource_group = group;
    place.has_resource_group = true;
  }
  return aml_scope_same_group(&candidate->scope, &place);
}

/* Children belong to their parent, extensions to what they extend, others to a place. */
static aml_truth is_related(search *s, const aml_resource *candidate) {
  const aml_graph *graph = s->check->context->graph;
  const aml_resource *root = s->check->root;
  if (candidate == root || is_nameless(candidate)) {
    return AML_TRUE;
  }
  bool is_below = aml_sv_istarts(candidate->type, root->type) && candidate->type.len > root->type.len &&
                  candidate->type.data[root->type.len] == '/';
  if (is_below) {
    return is_below_root(s, candidate);
  }
  if (aml_graph_is_scope_wide(graph, candidate) == AML_FALSE) {
    return aml_graph_scope_covers(graph, candidate, root);
  }
  return is_in_place(s, candidate);
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
  s.group = operand_or_null(check, &definition->related_group);
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
