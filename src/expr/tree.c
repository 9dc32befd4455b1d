/* Evaluates whole trees. */
#include "expr/function.h"

static const aml_value *eval_children(aml_eval *eval, const aml_value *value);

const aml_value *aml_eval_tree(aml_eval *eval, const aml_value *value) {
  if (value->kind == AML_STRING) {
    if (aml_expr_is(value->as.string)) {
      return aml_eval_string(eval, value);
    }
    aml_sv text = aml_expr_unescape(value->as.string);
    if (text.len == value->as.string.len) {
      return value;
    }
    const aml_value *literal = aml_value_string(eval->arena, text, value->span);
    return aml_value_moved(eval->arena, literal, value->span, value->origin, value->flags);
  }
  if (value->kind != AML_ARRAY && value->kind != AML_OBJECT) {
    return value;
  }
  if (!aml_eval_spend(eval, 1)) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, AML_REASON_LIMIT);
  }
  if (eval->depth >= AML_LIMIT_EVAL_DEPTH) {
    return aml_eval_limit(eval, "%d levels of evaluation inside each other", AML_LIMIT_EVAL_DEPTH);
  }
  eval->depth++;
  const aml_value *result = eval_children(eval, value);
  eval->depth--;
  return result;
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
  return aml_value_moved(eval->arena, made, array->span, array->origin, made->flags | array->flags);
}

/* Adds one member to what is built; false where its name is not known. */
static bool add_member(
    aml_eval *eval, aml_object_builder *builder, const aml_member *member, const aml_value *value) {
  aml_sv name = member->name;
  if (aml_expr_is(name)) {
    const aml_value *text = aml_eval_string(eval, aml_value_string(eval->arena, name, member->name_span));
    if (text->kind != AML_STRING) {
      return false;
    }
    name = text->as.string;
  } else {
    name = aml_expr_unescape(name);
  }
  aml_object_add(builder, name, member->name_span, value);
  return true;
}

/* Whether evaluation leaves the name as it is. */
static bool is_plain_name(aml_sv name) {
  return name.len == 0 || name.data[0] != '[';
}

static const aml_value *eval_object(aml_eval *eval, const aml_value *object) {
  size_t count = object->as.object.count;
  const aml_member *members = object->as.object.members;
  const aml_value **values = AML_NEW_ARRAY(eval->arena, const aml_value *, count);
  bool is_same = true;
  for (size_t i = 0; i < count; i++) {
    values[i] = aml_eval_tree(eval, members[i].value);
    is_same = is_same && values[i] == members[i].value && is_plain_name(members[i].name);
  }
  if (is_same) {
    return object;
  }
  aml_object_builder builder;
  aml_object_begin(&builder, eval->arena);
  unsigned flags = object->flags;
  for (size_t i = 0; i < count; i++) {
    if (!add_member(eval, &builder, &members[i], values[i])) {
      flags |= (unsigned)AML_VALUE_OPEN;
    }
  }
  const aml_value *made = aml_object_end(&builder, object->span, flags);
  return aml_value_moved(eval->arena, made, object->span, object->origin, made->flags | flags);
}

static const aml_value *eval_children(aml_eval *eval, const aml_value *value) {
  return value->kind == AML_ARRAY ? eval_array(eval, value) : eval_object(eval, value);
}
