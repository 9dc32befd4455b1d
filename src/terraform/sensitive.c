/* What plans and states say to be sensitive. */
#include "terraform/record.h"

/* Which member says of which other one what is sensitive in it. */
static const struct {
  const char *values, *marks;
} pairs[] = {{"values", "sensitive_values"}, {"before", "before_sensitive"}, {"after", "after_sensitive"},
    {"attributes", "sensitive_attributes"}, {"value", "sensitive"}};

static const aml_value *secret(aml_arena *arena, const aml_value *value) {
  return aml_value_moved(arena, value, value->span, value->origin, value->flags | (unsigned)AML_VALUE_SECURE);
}

/* The first attribute of a path: all of it counts, whatever follows. */
static aml_sv first_of(const aml_value *path) {
  bool has_step = aml_value_is(path, AML_ARRAY) && path->as.array.count > 0;
  const aml_value *step = has_step ? path->as.array.items[0] : NULL;
  const aml_value *name =
      aml_value_is(step, AML_OBJECT) ? aml_object_find_exact(step, AML_SV("value")) : NULL;
  return name == NULL ? (aml_sv){0} : aml_value_text(name);
}

/* A state file has paths: [[{"type": "get_attr", "value": "admin_password"}]]. */
static bool is_on_a_path(const aml_value *paths, aml_sv name) {
  for (size_t i = 0; i < paths->as.array.count; i++) {
    if (aml_sv_eq(first_of(paths->as.array.items[i]), name)) {
      return true;
    }
  }
  return false;
}

static const aml_value *apply(aml_arena *arena, const aml_value *value, const aml_value *marks);

static const aml_value *apply_to_members(aml_arena *arena, const aml_value *object, const aml_value *marks) {
  aml_object_builder builder;
  aml_object_begin_sized(&builder, arena, object->as.object.count);
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    const aml_value *mark = marks->kind == AML_OBJECT ? aml_object_find_exact(marks, member->name) : NULL;
    bool is_named = marks->kind == AML_ARRAY && is_on_a_path(marks, member->name);
    const aml_value *made = is_named       ? secret(arena, member->value)
                            : mark != NULL ? apply(arena, member->value, mark)
                                           : member->value;
    aml_object_add(&builder, member->name, member->name_span, made);
  }
  return aml_object_end(&builder, object->span, object->flags);
}

static const aml_value *apply_to_items(aml_arena *arena, const aml_value *list, const aml_value *marks) {
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, list->as.array.count);
  for (size_t i = 0; i < list->as.array.count; i++) {
    items[i] = i < marks->as.array.count ? apply(arena, list->as.array.items[i], marks->as.array.items[i])
                                         : list->as.array.items[i];
  }
  return aml_value_array(arena, items, list->as.array.count, list->span);
}

/* The value with what is true in the marks marked. Depth is that of the reader. */
static const aml_value *apply(aml_arena *arena, const aml_value *value, const aml_value *marks) {
  if (marks->kind == AML_BOOL) {
    return marks->as.boolean ? secret(arena, value) : value;
  }
  if (value->kind == AML_OBJECT && (marks->kind == AML_OBJECT || marks->kind == AML_ARRAY)) {
    return apply_to_members(arena, value, marks);
  }
  return value->kind == AML_ARRAY && marks->kind == AML_ARRAY ? apply_to_items(arena, value, marks) : value;
}

static const aml_value *mark_member(aml_arena *arena, const aml_value *object, const aml_member *member) {
  const aml_value *value = aml_tf_mark_sensitive(arena, member->value);
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    const aml_value *marks = aml_sv_eq(member->name, aml_sv_of(pairs[i].values))
                                 ? aml_object_find_exact(object, aml_sv_of(pairs[i].marks))
                                 : NULL;
    value = marks != NULL ? apply(arena, value, marks) : value;
  }
  return value;
}

/* `variables` of a plan are in the clear; its configuration says which are sensitive. */
static const aml_value *mark_variables(aml_arena *arena, const aml_value *root, const aml_value *variables) {
  const aml_value *declared = aml_value_path(root, AML_SV("configuration.root_module.variables"));
  aml_object_builder builder;
  aml_object_begin_sized(&builder, arena, variables->as.object.count);
  for (size_t i = 0; i < variables->as.object.count; i++) {
    const aml_member *member = &variables->as.object.members[i];
    const aml_value *flag =
        aml_value_is(declared, AML_OBJECT) ? aml_object_find_exact(declared, member->name) : NULL;
    flag = aml_value_is(flag, AML_OBJECT) ? aml_object_find_exact(flag, AML_SV("sensitive")) : NULL;
    const aml_value *inner = aml_value_is(member->value, AML_OBJECT)
                                 ? aml_object_find_exact(member->value, AML_SV("value"))
                                 : NULL;
    const aml_value *made = member->value;
    if (inner != NULL && flag != NULL && flag->kind == AML_BOOL && flag->as.boolean) {
      aml_object_builder one;
      aml_object_begin_sized(&one, arena, 1);
      aml_object_add(&one, AML_SV("value"), inner->span, secret(arena, inner));
      made = aml_object_end(&one, member->value->span, 0);
    }
    aml_object_add(&builder, member->name, member->name_span, made);
  }
  return aml_object_end(&builder, variables->span, variables->flags);
}

static const aml_value *mark_items(aml_arena *arena, const aml_value *list) {
  const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, list->as.array.count);
  for (size_t i = 0; i < list->as.array.count; i++) {
    items[i] = aml_tf_mark_sensitive(arena, list->as.array.items[i]);
  }
  return aml_value_array(arena, items, list->as.array.count, list->span);
}

const aml_value *aml_tf_mark_sensitive(aml_arena *arena, const aml_value *root) {
  if (root->kind == AML_ARRAY) {
    return mark_items(arena, root);
  }
  if (root->kind != AML_OBJECT) {
    return root;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, arena, root->as.object.count);
  for (size_t i = 0; i < root->as.object.count; i++) {
    const aml_member *member = &root->as.object.members[i];
    const aml_value *value = mark_member(arena, root, member);
    if (aml_sv_eq(member->name, AML_SV("variables")) && value->kind == AML_OBJECT) {
      value = mark_variables(arena, root, value);
    }
    aml_object_add(&builder, member->name, member->name_span, value);
  }
  return aml_object_end(&builder, root->span, root->flags);
}
