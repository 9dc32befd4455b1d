/* What evaluation does in templates beyond expressions (aml_tree_rules): placeholders, property copies,
 * secrets by their names, and the bounds on what copies make. */
#include "arm/template_expansion.h"
#include "base/placeholder.h"
#include "tree/placeholder_values.h"
#include "tree/secret_values.h"

static aml_arm_run *run_of(void *ctx) {
  const aml_arm_frame *names = ctx;
  return names->run;
}

static const aml_value *give_up(aml_arm_run *run, const aml_value *value, aml_sv what) {
  aml_arm_report_limit(run, value->span, what);
  return aml_value_unknown(run->arena,
      aml_sv_format(
          run->arena, "evaluating it exceeds the limit of %.*s; see what AML003 reports", AML_SV_ARG(what)),
      AML_KINDS_ANY, value->span);
}

static bool enter(void *ctx, aml_eval *eval, const aml_value *value, const aml_value **instead) {
  (void)eval;
  aml_arm_run *run = run_of(ctx);
  bool is_copied = run->site.loops != NULL;
  if (is_copied && run->nodes_left == 0) {
    *instead = give_up(run, value, aml_sv_format(run->arena, "%d copied values", AML_LIMIT_COPIED_VALUES));
    return false;
  }
  run->nodes_left -= is_copied;
  if (value->kind != AML_ARRAY && value->kind != AML_OBJECT) {
    return true;
  }
  if (run->depth == AML_LIMIT_EXPANSION_DEPTH) {
    *instead =
        give_up(run, value, aml_sv_format(run->arena, "%d levels of values", AML_LIMIT_EXPANSION_DEPTH));
    return false;
  }
  run->depth++;
  return true;
}

static void leave(void *ctx, aml_eval *eval) {
  (void)eval;
  run_of(ctx)->depth--;
}

static const aml_value *evaluate_text(
    void *ctx, aml_eval *eval, const aml_value *written, const aml_value *literal) {
  (void)eval;
  return aml_is_lone_placeholder(written->as.string)
             ? aml_placeholder_value(run_of(ctx)->arena, written->as.string, written->span)
             : literal;
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

static const aml_value *evaluate_expression(void *ctx, aml_eval *eval, const aml_value *expression) {
  aml_arm_run *run = run_of(ctx);
  aml_arena_at(run->arena, &expression->span);
  size_t failures = run->failures;
  const aml_value *value = aml_eval_value(eval, expression);
  if (eval->hit_limit) {
    aml_arm_report_limit(run, expression->span, eval->limit_text);
  }
  count_outcome(run, value, failures);
  return value;
}

/* A password that is written out is as secret as one from a secure parameter. */
static const aml_value *hide_member(void *ctx, aml_eval *eval, aml_sv name, const aml_value *value) {
  (void)eval;
  return aml_value_hide_named(run_of(ctx)->arena, name, value);
}

static bool is_copy_member(const aml_member *member) {
  return aml_sv_ieq(member->name, AML_SV("copy")) && aml_arm_copy_is_list(member->value);
}

/* A name that another tool fills in may be any. */
static bool is_special(void *ctx, const aml_member *member) {
  const aml_arm_frame *names = ctx;
  return (!names->is_lowered && is_copy_member(member)) || aml_is_lone_placeholder(member->name);
}

/* Adds what the loops of a `copy` member make; *flags gets AML_VALUE_OPEN where a name is unknown. */
static void add_copies(
    aml_arm_site site, const aml_value *copies, aml_object_builder *builder, unsigned *flags) {
  for (size_t i = 0; i < copies->as.array.count; i++) {
    const aml_value *copy = copies->as.array.items[i];
    const aml_member *named = aml_object_member(copy, AML_SV("name"));
    const aml_value *name = aml_arm_evaluate_at(site, named->value);
    if (name->kind == AML_STRING) {
      aml_object_set(
          builder, name->as.string, named->value->span, aml_arm_copy_values(site, copy, name->as.string));
    } else {
      *flags |= AML_VALUE_OPEN;
    }
  }
}

static void add_special(
    void *ctx, aml_eval *eval, const aml_member *member, aml_object_builder *builder, unsigned *flags) {
  const aml_arm_frame *names = ctx;
  if (!names->is_lowered && is_copy_member(member)) {
    add_copies(run_of(ctx)->site, member->value, builder, flags);
  } else {
    (void)aml_eval_tree(eval, member->value); /* what is wrong in it is reported */
    *flags |= AML_VALUE_OPEN;
  }
}

const aml_tree_rules aml_arm_tree_rules = {.enter = enter,
    .leave = leave,
    .text = evaluate_text,
    .expression = evaluate_expression,
    .member = hide_member,
    .is_special = is_special,
    .add_special = add_special};

const aml_value *aml_arm_evaluate_at(aml_arm_site site, const aml_value *value) {
  aml_arm_run *run = site.frame->run;
  aml_eval *eval = run->eval;
  const aml_scope *outer_scope = eval->scope;
  aml_lifter *outer_lifter = eval->lifter;
  const struct aml_binding *outer_bindings = eval->tree_bindings;
  aml_arm_site outer_site = run->site;
  eval->scope = &site.frame->names->scope;
  eval->lifter = site.frame->is_lowered ? NULL : &run->lifter;
  eval->tree_bindings = NULL;
  run->site = site;
  const aml_value *result = aml_eval_tree(eval, value);
  eval->scope = outer_scope;
  eval->lifter = outer_lifter;
  eval->tree_bindings = outer_bindings;
  run->site = outer_site;
  return result;
}

const aml_value *aml_arm_declared(const aml_arm_frame *frame, const aml_value *value) {
  return value == NULL || frame->is_lowered ? value : aml_lift(&frame->run->lifter, value);
}

const aml_value *aml_arm_member_at(aml_arm_site site, const aml_value *object, const char *name) {
  const aml_value *declared = aml_object_find(object, aml_sv_of(name));
  if (declared == NULL) {
    return NULL;
  }
  const aml_value *value = aml_arm_evaluate_at(site, declared);
  return value->kind == AML_NULL ? NULL : value;
}
