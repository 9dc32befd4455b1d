/* Compiles conditions: allOf, anyOf, not, and tests of a field, a value or a count. */
#include "base/limits.h"
#include "condition/condition.h"
#include "expr/lift.h"

static const aml_condition_node *compile(aml_compiler *compiler, const aml_value *tree);

static bool is_key(aml_sv name, const char *key) {
  return aml_sv_ieq(name, aml_sv_of(key));
}

/* Refuses keys of an object that are not among the known ones. */
static void check_keys(aml_compiler *compiler, const aml_value *tree, const aml_sv *known, size_t count) {
  for (size_t i = 0; i < tree->as.object.count; i++) {
    const aml_member *member = &tree->as.object.members[i];
    bool is_known = false;
    for (size_t k = 0; k < count && !is_known; k++) {
      is_known = aml_sv_ieq(member->name, known[k]);
    }
    if (!is_known) {
      aml_compile_error(compiler, member->name_span,
          aml_did_you_mean(compiler->arena, member->name, known, count), "'%.*s' is not expected here.",
          AML_SV_ARG(member->name));
    }
  }
}

static aml_condition_node *new_node(aml_compiler *compiler, aml_node_kind kind, const aml_value *tree) {
  aml_condition_node *node = AML_NEW(compiler->arena, aml_condition_node);
  node->kind = kind;
  node->span = tree->span;
  return node;
}

static const aml_condition_node *compile_list(
    aml_compiler *compiler, const aml_value *tree, aml_node_kind kind, const aml_member *member) {
  static const aml_sv known[] = {AML_SV_CONST("allOf"), AML_SV_CONST("anyOf")};
  check_keys(compiler, tree, kind == AML_NODE_ALL ? &known[0] : &known[1], 1);
  if (member->value->kind != AML_ARRAY) {
    aml_compile_error(compiler, member->value->span, (aml_sv){0},
        "'%.*s' must be a list of conditions, not %s.", AML_SV_ARG(member->name),
        aml_kind_name(member->value->kind));
    return NULL;
  }
  size_t count = member->value->as.array.count;
  if (count == 0 && compiler->dialect == AML_DIALECT_RULE) { /* always true or never: not what was meant */
    aml_compile_error(
        compiler, member->value->span, (aml_sv){0}, "'%.*s' must not be empty.", AML_SV_ARG(member->name));
  }
  aml_condition_node *node = new_node(compiler, kind, tree);
  const aml_condition_node **children = AML_NEW_ARRAY(compiler->arena, const aml_condition_node *, count);
  for (size_t i = 0; i < count; i++) {
    children[i] = compile(compiler, member->value->as.array.items[i]);
  }
  node->children = children;
  node->child_count = count;
  return node;
}

static const aml_condition_node *compile_not(
    aml_compiler *compiler, const aml_value *tree, const aml_member *member) {
  static const aml_sv known[] = {AML_SV_CONST("not")};
  check_keys(compiler, tree, known, 1);
  aml_condition_node *node = new_node(compiler, AML_NODE_NOT, tree);
  const aml_condition_node **child = AML_NEW(compiler->arena, const aml_condition_node *);
  *child = compile(compiler, member->value);
  node->children = child;
  node->child_count = 1;
  return node;
}

/* What operators that look at texts, or put in order, can be given: the service's schema of policies has
 * texts and numbers there. */
static void check_scalar(aml_compiler *compiler, const aml_operator *op, const aml_value *right) {
  bool is_text_or_number = right->kind == AML_STRING || right->kind == AML_INT || right->kind == AML_FLOAT;
  bool takes_others = op->operation == AML_OP_EQUALS || op->operation == AML_OP_IN ||
                      op->operation == AML_OP_EXISTS || op->operation == AML_OP_MATCHES;
  if (!is_text_or_number && !takes_others) {
    aml_compile_error(compiler, right->span, (aml_sv){0}, "'%s' must be given a string or a number, not %s.",
        op->name, aml_kind_name(right->kind));
  }
}

static void compile_regex(aml_compiler *compiler, aml_condition_node *node, const aml_value *right) {
  aml_error error = {0};
  if (right->kind != AML_STRING) {
    aml_compile_error(compiler, right->span, (aml_sv){0}, "'%s' must be given a regular expression, not %s.",
        node->op->name, aml_kind_name(right->kind));
    return;
  }
  node->regex = aml_regex_new(compiler->arena, right->as.string, AML_REGEX_DEFAULT, &error);
  if (node->regex == NULL) {
    aml_compile_error(
        compiler, right->span, (aml_sv){0}, "The regular expression is malformed: %s", error.text);
  }
}

/* The operator's argument; what can be known to be wrong is said. */
static void compile_right(aml_compiler *compiler, aml_condition_node *node, const aml_value *right) {
  node->right = aml_operand_compile(compiler, right);
  bool is_literal = node->right.kind != AML_OPERAND_EXPRESSION;
  if (node->op->operation == AML_OP_IN && is_literal && right->kind != AML_ARRAY) {
    aml_compile_error(compiler, right->span, (aml_sv){0}, "'%s' must be given a list, not %s.",
        node->op->name, aml_kind_name(right->kind));
  }
  if (node->op->operation == AML_OP_EXISTS && is_literal && right->kind != AML_BOOL &&
      !aml_sv_ieq(aml_value_text(right), AML_SV("true")) &&
      !aml_sv_ieq(aml_value_text(right), AML_SV("false"))) {
    aml_compile_error(compiler, right->span, (aml_sv){0}, "'exists' must be given true or false.");
  }
  if (node->op->operation == AML_OP_MATCHES && is_literal) {
    compile_regex(compiler, node, node->right.value);
  }
  if (node->right.kind != AML_OPERAND_EXPRESSION) {
    check_scalar(compiler, node->op, right);
  }
}

static void report_key(aml_compiler *compiler, const aml_member *member) {
  aml_texts known = {0};
  for (size_t i = 0; aml_operator_at(i) != NULL; i++) {
    if (compiler->dialect == AML_DIALECT_RULE || !aml_operator_at(i)->is_ours) {
      AML_VEC_PUSH(compiler->arena, &known, aml_sv_of(aml_operator_at(i)->name));
    }
  }
  static const char *const others[] = {"allOf", "anyOf", "not", "field", "value", "count"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    AML_VEC_PUSH(compiler->arena, &known, aml_sv_of(others[i]));
  }
  aml_compile_error(compiler, member->name_span,
      aml_did_you_mean(compiler->arena, member->name, known.items, known.count),
      "'%.*s' is not an operator of conditions.", AML_SV_ARG(member->name));
}

typedef struct test_parts { /* the members of a test */
  const aml_member *subject, *op;
  aml_node_kind kind;
  size_t subjects, ops;
} test_parts;

static test_parts split_test(aml_compiler *compiler, const aml_value *tree) {
  test_parts parts = {0};
  for (size_t i = 0; i < tree->as.object.count; i++) {
    const aml_member *member = &tree->as.object.members[i];
    const aml_operator *op = aml_operator_find(member->name);
    bool is_field = is_key(member->name, "field");
    bool is_value = is_key(member->name, "value");
    if (is_field || is_value || is_key(member->name, "count")) {
      parts.subject = member;
      parts.kind = is_field ? AML_NODE_FIELD : is_value ? AML_NODE_VALUE : AML_NODE_COUNT;
      parts.subjects++;
    } else if (op != NULL && (compiler->dialect == AML_DIALECT_RULE || !op->is_ours)) {
      parts.op = member;
      parts.ops++;
    } else {
      report_key(compiler, member);
    }
  }
  return parts;
}

static const aml_condition_node *compile_test(aml_compiler *compiler, const aml_value *tree) {
  size_t errors = compiler->errors;
  test_parts parts = split_test(compiler, tree);
  if (errors != compiler->errors) {
    return NULL;
  }
  if (parts.subjects != 1 || parts.ops != 1) {
    const char *problem = parts.subjects == 0  ? "A condition needs 'field', 'value', 'count', 'allOf', "
                                                 "'anyOf' or 'not'."
                          : parts.subjects > 1 ? "A condition tests one of 'field', 'value' and 'count' only."
                          : parts.ops == 0     ? "The condition has no operator, such as 'equals'."
                                               : "The condition has more than one operator.";
    aml_compile_error(compiler, tree->span, (aml_sv){0}, "%s", problem);
    return NULL;
  }
  aml_condition_node *node = new_node(compiler, parts.kind, tree);
  node->op = aml_operator_find(parts.op->name);
  if (parts.kind == AML_NODE_FIELD) {
    aml_field *field = AML_NEW(compiler->arena, aml_field);
    *field = aml_field_compile(compiler, parts.subject->value);
    node->field = field;
  } else if (parts.kind == AML_NODE_VALUE) {
    node->value = aml_operand_compile(compiler, parts.subject->value);
  } else {
    node->range = aml_range_compile(compiler, parts.subject->value);
  }
  compile_right(compiler, node, parts.op->value);
  return errors == compiler->errors ? node : NULL;
}

static const aml_condition_node *compile(aml_compiler *compiler, const aml_value *tree) {
  if (tree->kind != AML_OBJECT) {
    aml_compile_error(compiler, tree->span, (aml_sv){0}, "A condition must be an object, not %s.",
        aml_kind_name(tree->kind));
    return NULL;
  }
  if (compiler->depth >= AML_LIMIT_DEPTH) {
    aml_compile_error(
        compiler, tree->span, (aml_sv){0}, "Conditions are nested more than %d deep.", AML_LIMIT_DEPTH);
    return NULL;
  }
  compiler->depth++;
  const aml_condition_node *node = NULL;
  const aml_member *member;
  if ((member = aml_object_member(tree, AML_SV("allOf"))) != NULL) {
    node = compile_list(compiler, tree, AML_NODE_ALL, member);
  } else if ((member = aml_object_member(tree, AML_SV("anyOf"))) != NULL) {
    node = compile_list(compiler, tree, AML_NODE_ANY, member);
  } else if ((member = aml_object_member(tree, AML_SV("not"))) != NULL) {
    node = compile_not(compiler, tree, member);
  } else {
    node = compile_test(compiler, tree);
  }
  compiler->depth--;
  return node;
}

const aml_condition_node *aml_condition_compile(aml_compiler *compiler, const aml_value *tree) {
  size_t errors = compiler->errors;
  const aml_condition_node *node = compile(compiler, tree);
  return errors == compiler->errors ? node : NULL;
}

static const struct relation_key {
  const char *key;
  aml_relation relation;
} relation_keys[] = {{"childOf", AML_RELATION_CHILDREN}, {"covering", AML_RELATION_COVERING},
    {"targeting", AML_RELATION_TARGETING}, {"inGroupOf", AML_RELATION_GROUP}, {"twinOf", AML_RELATION_TWINS},
    {"likelyTwinOf", AML_RELATION_LIKELY_TWINS}, {"namesakeOf", AML_RELATION_NAMESAKES}};

static void compile_anchor(aml_compiler *compiler, const aml_value *value, aml_related_query *query) {
  aml_sv text = aml_value_text(value);
  if (aml_sv_ieq(text, AML_SV("this"))) {
    query->anchor = AML_ANCHOR_THIS;
  } else if (aml_sv_ieq(text, AML_SV("workspace"))) {
    query->anchor = AML_ANCHOR_WORKSPACE;
  } else if (aml_sv_ieq(text, AML_SV("parent"))) {
    query->anchor = AML_ANCHOR_PARENT;
  } else if (aml_lift_gives_expression(value)) {
    query->anchor = AML_ANCHOR_ID;
    query->id = aml_operand_compile(compiler, value);
  } else {
    aml_compile_error(compiler, value->span, (aml_sv){0},
        "Expected 'this', 'workspace', 'parent' or an expression that returns a resource id.");
  }
}

/* Which of several resources a name or an id means hangs on all that may be meant: they are of the type of
 * the anchor. What a lock holds for is seen by the names of both. */
static void look_at(aml_compiler *compiler, const aml_related_query *query) {
  aml_looks *looks = &compiler->looks;
  bool is_this = query->anchor == AML_ANCHOR_THIS;
  bool is_id = query->anchor == AML_ANCHOR_ID;
  looks->above = looks->above || (!is_this && !is_id);
  switch (query->relation) {
  case AML_RELATION_ANY:
  case AML_RELATION_COVERING:
    break;
  case AML_RELATION_GROUP:
    looks->anywhere = looks->anywhere || is_id;
    break;
  case AML_RELATION_CHILDREN:
  case AML_RELATION_TARGETING:
    looks->anywhere = looks->anywhere || is_id;
    looks->among_own = looks->among_own || is_this;
    break;
  case AML_RELATION_TWINS:
  case AML_RELATION_LIKELY_TWINS:
  case AML_RELATION_NAMESAKES:
    looks->above = true;
    looks->at_namesakes = looks->at_namesakes || is_this;
    looks->anywhere = looks->anywhere || is_id;
    if (is_this) {
      return;
    }
    break;
  }
  AML_VEC_PUSH(compiler->arena, &compiler->looked_at, query->type);
}

static void compile_related(
    aml_compiler *compiler, const aml_value *tree, const aml_value *type, aml_related_query *query) {
  query->type = aml_value_text(type);
  size_t relations = 0;
  for (size_t i = 0; i < sizeof relation_keys / sizeof relation_keys[0]; i++) {
    const aml_value *anchor = aml_object_find(tree, aml_sv_of(relation_keys[i].key));
    if (anchor != NULL) {
      query->relation = relation_keys[i].relation;
      compile_anchor(compiler, anchor, query);
      relations++;
    }
  }
  if (query->relation == AML_RELATION_TARGETING) {
    AML_VEC_PUSH(compiler->arena, &compiler->targeting, query->type);
  }
  look_at(compiler, query);
  if (query->type.len == 0) {
    aml_compile_error(compiler, type->span, (aml_sv){0}, "'related' must name a resource type.");
  }
  if (relations > 1) {
    aml_compile_error(compiler, tree->span, (aml_sv){0}, "Only one relation can be asked for at a time.");
  }
}

/* The thing gone through: exactly one of field, value and related. */
static void compile_subject(aml_compiler *compiler, const aml_value *tree, aml_range *range) {
  const aml_value *field = aml_object_find(tree, AML_SV("field"));
  const aml_value *value = aml_object_find(tree, AML_SV("value"));
  const aml_value *related =
      compiler->dialect == AML_DIALECT_RULE ? aml_object_find(tree, AML_SV("related")) : NULL;
  if ((field != NULL) + (value != NULL) + (related != NULL) != 1) {
    aml_compile_error(compiler, tree->span, (aml_sv){0},
        "Exactly one of 'field' and 'value'%s is required here.",
        compiler->dialect == AML_DIALECT_RULE ? " and 'related'" : "");
  } else if (field != NULL) {
    range->kind = AML_RANGE_FIELD;
    range->field = aml_field_compile(compiler, field);
    if (compiler->dialect == AML_DIALECT_AZURE && aml_object_find(tree, AML_SV("name")) != NULL) {
      aml_compile_error(compiler, tree->span, (aml_sv){0}, "'name' goes with 'value', not with 'field'.");
    }
  } else if (value != NULL) {
    range->kind = AML_RANGE_VALUE;
    range->value = aml_operand_compile(compiler, value);
    if (range->value.kind == AML_OPERAND_LITERAL && value->kind != AML_ARRAY && value->kind != AML_OBJECT) {
      aml_compile_error(
          compiler, value->span, (aml_sv){0}, "Expected a list, not %s.", aml_kind_name(value->kind));
    }
  } else {
    range->kind = AML_RANGE_RELATED;
    compile_related(compiler, tree, related, &range->related);
  }
}

const aml_range *aml_range_compile(aml_compiler *compiler, const aml_value *tree) {
  static const aml_sv known[] = {AML_SV_CONST("field"), AML_SV_CONST("value"), AML_SV_CONST("name"),
      AML_SV_CONST("where"), AML_SV_CONST("related"), AML_SV_CONST("childOf"), AML_SV_CONST("covering"),
      AML_SV_CONST("targeting"), AML_SV_CONST("inGroupOf"), AML_SV_CONST("twinOf"),
      AML_SV_CONST("likelyTwinOf"), AML_SV_CONST("namesakeOf")};
  aml_range *range = AML_NEW(compiler->arena, aml_range);
  if (tree->kind != AML_OBJECT) {
    aml_compile_error(compiler, tree->span, (aml_sv){0}, "Expected an object with 'field' or 'value'.");
    return range;
  }
  bool is_ours = compiler->dialect == AML_DIALECT_RULE;
  check_keys(compiler, tree, known, is_ours ? sizeof known / sizeof known[0] : 4);
  compile_subject(compiler, tree, range);
  const aml_value *name = aml_object_find(tree, AML_SV("name"));
  if (name != NULL) {
    range->name = aml_value_text(name);
    if (range->name.len == 0) {
      aml_compile_error(compiler, name->span, (aml_sv){0}, "'name' must be a string.");
    }
  }
  const aml_value *where = aml_object_find(tree, AML_SV("where"));
  if (where != NULL) {
    range->where = compile(compiler, where);
  }
  return range;
}

aml_names aml_condition_types(aml_arena *arena, const aml_condition_node *node) {
  aml_names none = {0};
  if (node->kind == AML_NODE_ALL) {
    for (size_t i = 0; i < node->child_count; i++) {
      aml_names found = aml_condition_types(arena, node->children[i]);
      if (found.count > 0) {
        return found;
      }
    }
    return none;
  }
  if (node->kind != AML_NODE_FIELD || node->field->kind != AML_FIELD_TYPE || node->op->is_negated ||
      node->right.kind != AML_OPERAND_LITERAL) {
    return none;
  }
  const aml_value *right = node->right.value;
  size_t count = right->kind == AML_ARRAY ? right->as.array.count : 1;
  aml_sv *items = AML_NEW_ARRAY(arena, aml_sv, count);
  if (node->op->operation == AML_OP_EQUALS && right->kind == AML_STRING) {
    items[0] = right->as.string;
    return (aml_names){items, 1};
  }
  if (node->op->operation != AML_OP_IN) {
    return none;
  }
  for (size_t i = 0; i < count; i++) {
    items[i] = aml_value_text(right->as.array.items[i]);
  }
  return (aml_names){items, count};
}
