/* Evaluation of whole trees: expressions in strings and member names, escapes, property copies. What holds
 * none of these is shared, not copied. */
#include "arm/expansion.h"
#include "base/placeholder.h"
#include "tree/placeholder.h"
#include "tree/secret.h"

static const aml_value *unescape_string(aml_arena *arena, const aml_value *string) {
  aml_sv text = aml_expr_unescape(string->as.string);
  if (text.len == string->as.string.len) {
    return string;
  }
  aml_value *value = AML_NEW(arena, aml_value);
  *value = *string;
  value->as.string = text;
  value->flags |= AML_VALUE_BLOCK;
  return value;
}

static void count_outcome(aml_arm_run *run, const aml_value *value, size_t failures_before) {
  if (run->failures > failures_before) {
    run->stats->failed++;
  } else if (value->kind == AML_UNKNOWN) {
    run->stats->unknown++;
  } else {
    run->stats->evaluated++;
  }
}

/* aml_arm_evaluate_at for one string, which may be no expression. */
static const aml_value *evaluate_string(aml_arm_site site, const aml_value *string) {
  aml_arm_run *run = site.frame->run;
  if (aml_is_lone_placeholder(string->as.string) && !aml_expr_is(string->as.string)) {
    return aml_placeholder_value(run->arena, string->as.string, string->span);
  }
  if (!aml_expr_is(string->as.string)) {
    return unescape_string(run->arena, string);
  }
  aml_arena_at(run->arena, &string->span);
  aml_eval *eval = run->eval;
  const aml_scope *outer_scope = eval->scope;
  aml_arm_site outer_site = run->site;
  eval->scope = &site.frame->names->scope;
  run->site = site;
  size_t failures = run->failures;
  const aml_value *value = aml_eval_string(eval, string);
  eval->scope = outer_scope;
  run->site = outer_site;
  if (eval->hit_limit) {
    aml_arm_report_limit(run, string->span, eval->limit_text);
  }
  count_outcome(run, value, failures);
  return value;
}

static const aml_value *evaluate_tree(aml_arm_site site, const aml_value *value);

/* A password that is written out is as secret as one from a secure parameter. */
static const aml_value *evaluate_member(aml_arm_site site, const aml_member *member) {
  return aml_value_hide_named(site.frame->run->arena, member->name, evaluate_tree(site, member->value));
}

static const aml_value *evaluate_array(aml_arm_site site, const aml_value *array) {
  aml_arena *arena = site.frame->run->arena;
  const aml_value **items = NULL;
  for (size_t i = 0; i < array->as.array.count; i++) {
    const aml_value *item = array->as.array.items[i];
    const aml_value *evaluated = evaluate_tree(site, item);
    if (items == NULL && evaluated != item) {
      items = AML_NEW_ARRAY(arena, const aml_value *, array->as.array.count);
      for (size_t k = 0; k < i; k++) {
        items[k] = array->as.array.items[k];
      }
    }
    if (items != NULL) {
      items[i] = evaluated;
    }
  }
  if (items == NULL) {
    return array;
  }
  const aml_value *made = aml_value_array(arena, items, array->as.array.count, array->span);
  return aml_value_moved(arena, made, array->span, array->origin, array->flags);
}

/* Adds what the loops of a `copy` member make; *flags gets AML_VALUE_OPEN where a name is unknown. */
static void add_copies(
    aml_arm_site site, const aml_value *copies, aml_object_builder *builder, unsigned *flags) {
  for (size_t i = 0; i < copies->as.array.count; i++) {
    const aml_value *copy = copies->as.array.items[i];
    const aml_member *named = aml_object_member(copy, AML_SV("name"));
    const aml_value *name = evaluate_tree(site, named->value);
    if (name->kind == AML_STRING) {
      aml_object_set(
          builder, name->as.string, named->value->span, aml_arm_copy_values(site, copy, name->as.string));
    } else {
      *flags |= AML_VALUE_OPEN;
    }
  }
}

/* A name that another tool fills in may be any. */
static bool is_placeholder_name(const aml_member *member) {
  return !aml_expr_is(member->name) && aml_is_lone_placeholder(member->name);
}

static void add_member(
    aml_arm_site site, const aml_member *member, aml_object_builder *builder, unsigned *flags) {
  const aml_value *value = evaluate_tree(site, member->value);
  if (is_placeholder_name(member)) {
    *flags |= AML_VALUE_OPEN;
    return;
  }
  if (!aml_expr_is(member->name)) {
    aml_object_add(builder, aml_expr_unescape(member->name), member->name_span, value);
    return;
  }
  const aml_value *text = aml_value_string(site.frame->run->arena, member->name, member->name_span);
  const aml_value *name = evaluate_string(site, text);
  if (name->kind == AML_STRING) {
    aml_object_add(builder, name->as.string, member->name_span, value);
  } else {
    *flags |= AML_VALUE_OPEN;
  }
}

static bool is_copy_member(const aml_member *member) {
  return aml_sv_ieq(member->name, AML_SV("copy")) && aml_arm_copy_is_list(member->value);
}

/* Whether evaluating the object gives another one; members are evaluated into `values` meanwhile. */
static bool evaluate_members(aml_arm_site site, const aml_value *object, const aml_value **values) {
  bool is_changed = false;
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    if (is_copy_member(member) || aml_sv_starts(member->name, AML_SV("[")) || is_placeholder_name(member)) {
      is_changed = true;
      continue;
    }
    values[i] = evaluate_member(site, member);
    is_changed = is_changed || values[i] != member->value;
  }
  return is_changed;
}

static const aml_value *evaluate_object(aml_arm_site site, const aml_value *object) {
  enum { FEW = 16 };
  aml_arena *arena = site.frame->run->arena;
  size_t count = object->as.object.count;
  const aml_value *few[FEW] = {NULL};
  const aml_value **values = count <= FEW ? few : AML_NEW_ARRAY(arena, const aml_value *, count);
  if (!evaluate_members(site, object, values)) {
    return object;
  }
  unsigned flags = object->flags;
  aml_object_builder builder;
  aml_object_begin_sized(&builder, arena, count);
  for (size_t i = 0; i < count; i++) {
    const aml_member *member = &object->as.object.members[i];
    if (values[i] != NULL) {
      aml_object_add(&builder, member->name, member->name_span, values[i]);
    } else if (is_copy_member(member)) {
      add_copies(site, member->value, &builder, &flags);
    } else {
      add_member(site, member, &builder, &flags);
    }
  }
  return aml_object_end(&builder, object->span, flags);
}

static const aml_value *give_up(aml_arm_run *run, const aml_value *value, aml_sv what) {
  aml_arm_report_limit(run, value->span, what);
  return aml_value_unknown(run->arena,
      aml_sv_format(
          run->arena, "evaluating it exceeds the limit of %.*s; see what AML003 reports", AML_SV_ARG(what)),
      AML_KINDS_ANY, value->span);
}

static const aml_value *evaluate_container(aml_arm_site site, const aml_value *value) {
  aml_arm_run *run = site.frame->run;
  if (run->depth == AML_LIMIT_EXPANSION_DEPTH) {
    return give_up(run, value, aml_sv_format(run->arena, "%d levels of values", AML_LIMIT_EXPANSION_DEPTH));
  }
  run->depth++;
  const aml_value *result =
      value->kind == AML_ARRAY ? evaluate_array(site, value) : evaluate_object(site, value);
  run->depth--;
  return result;
}

static const aml_value *evaluate_tree(aml_arm_site site, const aml_value *value) {
  aml_arm_run *run = site.frame->run;
  if (site.loops != NULL && run->nodes_left == 0) {
    return give_up(run, value, aml_sv_format(run->arena, "%d copied values", AML_LIMIT_COPIED_VALUES));
  }
  run->nodes_left -= site.loops != NULL;
  if (value->kind == AML_STRING) {
    return evaluate_string(site, value);
  }
  bool is_container = value->kind == AML_ARRAY || value->kind == AML_OBJECT;
  return is_container ? evaluate_container(site, value) : value;
}

const aml_value *aml_arm_evaluate_at(aml_arm_site site, const aml_value *value) {
  return evaluate_tree(site, value);
}

const aml_value *aml_arm_member_at(aml_arm_site site, const aml_value *object, const char *name) {
  const aml_value *declared = aml_object_find(object, aml_sv_of(name));
  if (declared == NULL) {
    return NULL;
  }
  const aml_value *value = evaluate_tree(site, declared);
  return value->kind == AML_NULL ? NULL : value;
}
