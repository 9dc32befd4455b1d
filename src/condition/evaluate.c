/* Evaluates compiled conditions in Kleene's logic, keeping the values that a verdict rests on. */
#include "base/codec.h"
#include "base/limits.h"
#include "condition/check.h"

void aml_check_begin(aml_check *check, const aml_resource *resource) {
  check->root = resource;
  check->subject = resource;
  if (check->evidence == NULL) {
    check->evidence = AML_NEW_ARRAY(check->arena, aml_evidence, AML_EVIDENCE_MAX);
  }
  aml_check_enter(check, NULL);
  check->scope = aml_check_scope(check);
  check->eval.arena = check->arena; /* the rest is zero: a check of a rule is short, and its state is large */
  check->eval.scope = &check->scope;
  check->eval.steps_left = AML_LIMIT_POLICY_STEPS;
}

void aml_check_enter(aml_check *check, const aml_frame *item) {
  check->root_frame = item;
  check->frame = item;
  if (check->let_count > 0) {
    check->let_values = AML_NEW_ARRAY(check->arena, const aml_value *, check->let_count);
  }
}

const aml_value *aml_check_operand(aml_check *check, const aml_operand *operand) {
  const aml_value *outer = check->eval.expression;
  const aml_value *value = operand->value;
  if (operand->kind == AML_OPERAND_EXPRESSION) {
    check->eval.expression = operand->value;
    value = aml_eval_expr(&check->eval, operand->value->as.expression.tree);
  } else if (operand->kind == AML_OPERAND_TREE) {
    value = aml_eval_tree(&check->eval, operand->value);
  }
  check->eval.expression = outer;
  return value;
}

static void add_evidence(aml_check *check, const aml_path *path, aml_sv prefix, const aml_hit *hit) {
  if (check->evidence_count < AML_EVIDENCE_MAX) {
    check->evidence[check->evidence_count++] = (aml_evidence){path, prefix, *hit, check->subject};
  }
}

/* Steps that one side of a comparison may take. */
static size_t weigh(const aml_value *value) {
  enum { BYTES_FOR_A_STEP = 64 };
  return aml_value_is(value, AML_STRING)  ? value->as.string.len / BYTES_FOR_A_STEP
         : aml_value_is(value, AML_ARRAY) ? value->as.array.count
                                          : 0;
}

static aml_truth apply(aml_check *check, const aml_condition_node *node, aml_operand_style style,
    const aml_value *left, const aml_value *right) {
  aml_arena_spend(check->arena, weigh(left) + weigh(right));
  aml_truth truth = aml_operator_apply(check->arena, node->op, style, left, right, node->regex);
  if (truth == AML_MAYBE) {
    bool is_limit = node->op->operation == AML_OP_MATCHES && !aml_value_is(left, AML_UNKNOWN) &&
                    !aml_value_is(right, AML_UNKNOWN);
    check->eval.hit_limit = check->eval.hit_limit || is_limit;
    aml_check_note(check, left);
    aml_check_note(check, right);
    if (check->reason.len == 0) {
      check->reason =
          is_limit
              ? AML_SV("the regular expression is malformed or takes too many steps; correct or simplify it")
              : AML_SV(AML_REASON_PART);
    }
  }
  return truth;
}

/* The commonest test: of a field that is kept, against a literal, which adds no evidence of its own. */
static bool test_kept_field(aml_check *check, const aml_condition_node *node, aml_truth *truth) {
  const aml_value *value;
  if (node->right.kind != AML_OPERAND_LITERAL || !aml_check_kept_value(check, node->field, &value)) {
    return false;
  }
  *truth = apply(check, node, node->field->style, value, node->right.value);
  return true;
}

/* All items must pass, as Azure takes a field with [*]; of a path without [*] there is just one. */
static aml_truth test_field(aml_check *check, const aml_condition_node *node) {
  aml_truth truth;
  if (test_kept_field(check, node, &truth)) {
    return truth;
  }
  aml_hit local;
  aml_hits hits = {&local, 0, 1};
  bool is_open = false;
  const aml_path *path;
  aml_sv prefix;
  aml_check_field(check, node->field, AML_WALK_REPORT_ABSENT, &hits, &is_open, &path, &prefix);
  const aml_value *right = aml_check_operand(check, &node->right);
  aml_truth all = AML_TRUE;
  size_t mark = check->evidence_count;
  for (size_t i = 0; i < hits.count && all != AML_FALSE; i++) {
    aml_truth one = apply(check, node, node->field->style, hits.items[i].value, right);
    if (one == AML_FALSE) {
      check->evidence_count = mark;
    }
    add_evidence(check, path, prefix, &hits.items[i]);
    all = one == AML_TRUE ? all : one;
  }
  return all;
}

static aml_truth test_value(aml_check *check, const aml_condition_node *node) {
  const aml_value *left = aml_check_operand(check, &node->value);
  return apply(check, node, AML_OPERANDS_PLAIN, left, aml_check_operand(check, &node->right));
}

typedef struct counter {
  int64_t certain, possible;
} counter;

static bool count_item(void *ctx, const aml_frame *item, aml_truth holds) {
  counter *n = ctx;
  (void)item;
  n->certain += holds == AML_TRUE;
  n->possible++;
  return true;
}

/* The comparison must come out the same for every number of items that is possible. */
static aml_truth test_count(aml_check *check, const aml_condition_node *node) {
  enum { MANY = 1000 };
  counter n = {0};
  aml_sv before = check->reason;
  bool is_open = aml_check_range(check, node->range, count_item, &n);
  const aml_value *right = aml_check_operand(check, &node->right);
  int64_t most = is_open ? n.certain + MANY : n.possible;
  most = most > n.certain + MANY ? n.certain + MANY : most;
  aml_truth first = AML_MAYBE;
  for (int64_t i = n.certain; i <= most; i++) {
    const aml_value *left = aml_value_int(check->arena, i, AML_NO_SPAN);
    aml_truth one = aml_operator_apply(check->arena, node->op, AML_OPERANDS_PLAIN, left, right, node->regex);
    if (one == AML_MAYBE || (i > n.certain && one != first)) {
      aml_check_note(check, right);
      if (check->reason.len == 0) {
        check->reason = AML_SV(AML_REASON_PART);
      }
      return AML_MAYBE;
    }
    first = one;
  }
  check->reason = before; /* what is not known does not matter */
  return first;
}

static aml_truth evaluate(aml_check *check, const aml_condition_node *node);

static const aml_condition_node *child_at(const aml_check *check, const aml_condition_node *node, size_t i) {
  return node->children[i] != NULL ? node->children[i] : aml_later_get(node->later[i], check->arena);
}

/* ALL with stop == FALSE, ANY with stop == TRUE. A child that settles the answer is the only evidence. */
static aml_truth evaluate_list(aml_check *check, const aml_condition_node *node, aml_truth stop) {
  aml_truth result = aml_truth_not(stop);
  size_t mark = check->evidence_count;
  for (size_t i = 0; i < node->child_count; i++) {
    size_t before = check->evidence_count;
    aml_truth one = evaluate(check, child_at(check, node, i));
    if (one == stop) {
      for (size_t k = before; k < check->evidence_count; k++) {
        check->evidence[mark + k - before] = check->evidence[k];
      }
      check->evidence_count = mark + check->evidence_count - before;
      return stop;
    }
    result = one == AML_MAYBE ? AML_MAYBE : result;
  }
  return result;
}

/* Recursion is bounded by the compiler's depth. */
static aml_truth evaluate(aml_check *check, const aml_condition_node *node) {
  aml_arena_spend(check->arena, 1);
  if (check->eval.steps_left == 0) {
    check->eval.hit_limit = true;
    if (check->reason.len == 0) {
      check->reason = AML_SV("the condition takes too many steps; simplify the rule");
    }
    return AML_MAYBE;
  }
  check->eval.steps_left--;
  switch (node->kind) {
  case AML_NODE_ALL:
    return evaluate_list(check, node, AML_FALSE);
  case AML_NODE_ANY:
    return evaluate_list(check, node, AML_TRUE);
  case AML_NODE_NOT:
    return aml_truth_not(evaluate(check, node->children[0]));
  case AML_NODE_FIELD:
    return test_field(check, node);
  case AML_NODE_VALUE:
    return test_value(check, node);
  case AML_NODE_COUNT:
    return test_count(check, node);
  }
  return AML_MAYBE;
}

aml_truth aml_check_condition(aml_check *check, const aml_condition_node *node) {
  if (check->frame == check->root_frame) {
    check->evidence_count = 0;
    check->reason = (aml_sv){0};
  }
  return evaluate(check, node);
}

size_t aml_check_find_let(const aml_check *check, aml_sv name) {
  for (size_t i = 0; i < check->let_count; i++) {
    if (aml_sv_ieq(check->lets[i].name, name)) {
      return i;
    }
  }
  return AML_NPOS;
}

typedef struct collector {
  aml_check *check;
  AML_VEC(const aml_value *) items;
  bool takes_first, is_open;
} collector;

static bool collect_item(void *ctx, const aml_frame *item, aml_truth holds) {
  collector *c = ctx;
  if (holds == AML_MAYBE) {
    c->is_open = true;
    return true;
  }
  AML_VEC_PUSH(c->check->arena, &c->items, item->value);
  return !c->takes_first;
}

static const aml_value *run_query(aml_check *check, const aml_let *let) {
  collector c = {check, {0}, let->takes_first, false};
  aml_sv outer = check->reason;
  check->reason = (aml_sv){0};
  bool is_open = aml_check_range(check, let->query, collect_item, &c) || c.is_open;
  aml_sv doubt = check->reason.len > 0 ? check->reason : AML_SV(AML_REASON_PART);
  check->reason = outer;
  if (!let->takes_first) {
    check->doubt = is_open ? doubt : check->doubt;
    const aml_value *all = aml_value_array(check->arena, c.items.items, c.items.count, AML_NO_SPAN);
    return is_open ? aml_value_moved(check->arena, all, AML_NO_SPAN, NULL, AML_VALUE_OPEN) : all;
  }
  if (c.items.count > 0) {
    return c.items.items[0];
  }
  return is_open ? aml_value_unknown(check->arena, doubt, AML_KINDS_ANY, AML_NO_SPAN)
                 : aml_value_null(check->arena, AML_NO_SPAN);
}

const aml_value *aml_check_let(aml_check *check, size_t i) {
  static const aml_value under_way = {.kind = AML_NULL}; /* stands for the value until there is one */
  if (check->let_values[i] == &under_way) {
    return aml_check_unknown(
        check, "'%.*s' is defined in terms of itself; correct the rule", AML_SV_ARG(check->lets[i].name));
  }
  if (check->let_values[i] != NULL) {
    return check->let_values[i];
  }
  check->let_values[i] = &under_way;
  const aml_resource *subject = check->subject;
  const aml_frame *frame = check->frame;
  size_t mark = check->evidence_count;
  check->subject = check->root;
  check->frame = check->root_frame;
  const aml_let *let =
      check->lets[i].later == NULL ? &check->lets[i] : aml_later_get(check->lets[i].later, check->arena);
  check->let_values[i] = let->query != NULL ? run_query(check, let) : aml_check_operand(check, &let->operand);
  check->subject = subject;
  check->frame = frame;
  check->evidence_count = mark;
  return check->let_values[i];
}
