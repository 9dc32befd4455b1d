/* Evaluates whole trees. What holds nothing to evaluate is shared, not copied. */
#include "expr/function.h"

static bool enter(aml_eval *eval, const aml_value *value, const aml_value **instead) {
  const aml_tree_rules *rules = eval->scope->tree;
  if (rules != NULL) {
    return rules->enter(eval->scope->ctx, eval, value, instead);
  }
  if (value->kind != AML_ARRAY && value->kind != AML_OBJECT) {
    return true;
  }
  if (!aml_eval_spend(eval, 1)) {
    *instead = aml_eval_unknown(eval, AML_KINDS_ANY, AML_REASON_LIMIT);
    return false;
  }
  if (eval->depth >= AML_LIMIT_EVAL_DEPTH) {
    *instead = aml_eval_limit(eval, "%d levels of evaluation inside each other", AML_LIMIT_EVAL_DEPTH);
    return false;
  }
  eval->depth++;
  return true;
}

static void leave(aml_eval *eval) {
  const aml_tree_rules *rules = eval->scope->tree;
  if (rules != NULL) {
    rules->leave(eval->scope->ctx, eval);
  } else {
    eval->depth--;
  }
}

static const aml_value *eval_expression(aml_eval *eval, const aml_value *expression) {
  const aml_tree_rules *rules = eval->scope->tree;
  return rules != NULL ? rules->expression(eval->scope->ctx, eval, expression)
                       : aml_eval_value(eval, expression);
}

static const aml_value *eval_text(aml_eval *eval, const aml_value *written) {
  const aml_tree_rules *rules = eval->scope->tree;
  const aml_value *value = eval->lifter != NULL ? aml_lift(eval->lifter, written) : written;
  if (value->kind == AML_EXPRESSION) {
    return eval_expression(eval, value);
  }
  return rules != NULL ? rules->text(eval->scope->ctx, eval, written, value) : value;
}

static const aml_value *eval_array(aml_eval *eval, const aml_value *array) {
  const aml_value **items = NULL;
  size_t count = array->as.array.count;
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = array->as.array.items[i];
    const aml_value *result = aml_eval_tree(eval, item);
    if (result != item && items == NULL) {
      items = AML_NEW_ARRAY(eval->arena, const aml_value *, count);
      for (size_t j = 0; j < i; j++) {
        items[j] = array->as.array.items[j];
      }
    }
    if (items != NULL) {
      items[i] = result;
    }
  }
  if (items == NULL) {
    return array;
  }
  const aml_value *made = aml_value_array(eval->arena, items, count, array->span);
  return aml_value_moved(eval->arena, made, array->span, array->origin, array->flags);
}

static bool is_special(const aml_eval *eval, const aml_member *member) {
  const aml_tree_rules *rules = eval->scope->tree;
  return rules != NULL && rules->is_special(eval->scope->ctx, member);
}

static const aml_value *value_of_member(aml_eval *eval, aml_sv name, const aml_value *value) {
  const aml_tree_rules *rules = eval->scope->tree;
  return rules != NULL ? rules->member(eval->scope->ctx, eval, name, value) : value;
}

/* Adds a member whose name was lifted; the object is open where the name is not known. */
static void add_named(aml_eval *eval, const aml_member *member, const aml_value *name,
    aml_object_builder *builder, unsigned *flags) {
  const aml_value *value = aml_eval_tree(eval, member->value);
  const aml_value *known = name->kind == AML_EXPRESSION ? eval_expression(eval, name) : name;
  if (known->kind == AML_STRING) {
    aml_sv text = known->as.string;
    aml_object_add(builder, text, member->name_span, value_of_member(eval, text, value));
  } else {
    *flags |= (unsigned)AML_VALUE_OPEN;
  }
}

/* The members that keep their names are evaluated into `values`, and NULL is left for the others, whose
 * lifted names are put into `names`. Whether the object stays as it is. */
static bool eval_members(
    aml_eval *eval, const aml_value *object, const aml_value **values, const aml_value **names) {
  bool is_same = true;
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    names[i] = eval->lifter != NULL ? aml_lift_name(eval->lifter, member) : NULL;
    if (names[i] != NULL || is_special(eval, member)) {
      is_same = false;
      continue;
    }
    values[i] = value_of_member(eval, member->name, aml_eval_tree(eval, member->value));
    is_same = is_same && values[i] == member->value;
  }
  return is_same;
}

static const aml_value *eval_object(aml_eval *eval, const aml_value *object) {
  enum { FEW = 16 };
  size_t count = object->as.object.count;
  const aml_value *few[2 * FEW] = {NULL};
  const aml_value **values = count <= FEW ? few : AML_NEW_ARRAY(eval->arena, const aml_value *, 2 * count);
  const aml_value **names = values + count;
  if (eval_members(eval, object, values, names)) {
    return object;
  }
  unsigned flags = object->flags;
  aml_object_builder builder;
  aml_object_begin_sized(&builder, eval->arena, count);
  for (size_t i = 0; i < count; i++) {
    const aml_member *member = &object->as.object.members[i];
    if (values[i] != NULL) {
      aml_object_add(&builder, member->name, member->name_span, values[i]);
    } else if (names[i] != NULL) {
      add_named(eval, member, names[i], &builder, &flags);
    } else {
      eval->scope->tree->add_special(eval->scope->ctx, eval, member, &builder, &flags);
    }
  }
  const aml_value *made = aml_object_end(&builder, object->span, flags);
  return object->origin == NULL ? made
                                : aml_value_moved(eval->arena, made, object->span, object->origin, flags);
}

const aml_value *aml_eval_tree(aml_eval *eval, const aml_value *value) {
  const aml_value *instead = value;
  if (!enter(eval, value, &instead)) {
    return instead;
  }
  if (value->kind == AML_STRING) {
    return eval_text(eval, value);
  }
  if (value->kind == AML_EXPRESSION) {
    return eval_expression(eval, value);
  }
  if (value->kind != AML_ARRAY && value->kind != AML_OBJECT) {
    return value;
  }
  const aml_value *result = value->kind == AML_ARRAY ? eval_array(eval, value) : eval_object(eval, value);
  leave(eval);
  return result;
}

/* An object or array inside of an expression: its expressions see the variables of the lambdas around. */
const aml_value *aml_eval_inside(aml_eval *eval, const aml_value *value) {
  const aml_binding *outer = eval->tree_bindings;
  aml_lifter *lifter = eval->lifter;
  eval->tree_bindings = eval->bindings;
  eval->lifter = NULL; /* it was made by who knows what its texts are */
  const aml_value *result = aml_eval_tree(eval, value);
  eval->lifter = lifter;
  eval->tree_bindings = outer;
  return result;
}

const aml_value *aml_eval_object_node(aml_eval *eval, const aml_expr *expr) {
  aml_object_builder builder;
  unsigned flags = 0;
  aml_object_begin_sized(&builder, eval->arena, expr->arg_count / 2);
  for (size_t i = 0; i + 1 < expr->arg_count; i += 2) {
    const aml_value *value = aml_eval_expr(eval, expr->args[i + 1]);
    const aml_value *name = aml_eval_expr(eval, expr->args[i]);
    if (name->kind == AML_STRING) {
      aml_sv text = name->as.string;
      aml_object_add(&builder, text, expr->args[i]->span, value_of_member(eval, text, value));
    } else {
      flags |= (unsigned)AML_VALUE_OPEN;
    }
  }
  return aml_object_end(&builder, expr->span, flags);
}
