/* Copy loops: how often they run, what copyIndex() answers, and the arrays that property and variable loops
 * make. */
#include "arm/template_expansion.h"

bool aml_arm_copy_is_list(const aml_value *value) {
  if (!aml_value_is(value, AML_ARRAY) || value->as.array.count == 0) {
    return false;
  }
  for (size_t i = 0; i < value->as.array.count; i++) {
    const aml_value *item = value->as.array.items[i];
    if (aml_object_find(item, AML_SV("name")) == NULL || aml_object_find(item, AML_SV("count")) == NULL) {
      return false;
    }
  }
  return true;
}

aml_arm_count aml_arm_copy_count(aml_arm_site site, const aml_value *copy, aml_sv name) {
  aml_arm_run *run = site.frame->run;
  const aml_value *declared = aml_arm_declared(site.frame, aml_object_find(copy, AML_SV("count")));
  if (declared == NULL) {
    aml_arm_report(
        run, "AML007", aml_arm_opening(copy), "The copy loop '%.*s' has no 'count'.", AML_SV_ARG(name));
    return (aml_arm_count){.is_known = true};
  }
  const aml_value *count = aml_arm_evaluate_at(site, declared);
  if (count->kind == AML_UNKNOWN) {
    return (aml_arm_count){.unknown = declared};
  }
  if (count->kind != AML_INT || count->as.integer < 0) {
    aml_arm_report(run, "AML013", declared->span,
        "The count of the copy loop '%.*s' is %s; it must be a whole number that is not negative.",
        AML_SV_ARG(name), count->kind == AML_INT ? "negative" : aml_kind_name(count->kind));
    return (aml_arm_count){.is_known = true};
  }
  if (count->as.integer > AML_LIMIT_COPY) {
    aml_arm_report(run, "AML003", declared->span,
        "The copy loop '%.*s' runs %lld times, more than the limit of %d; none of its copies was checked.",
        AML_SV_ARG(name), (long long)count->as.integer, AML_LIMIT_COPY)
        ->is_incomplete = true;
    return (aml_arm_count){.is_known = true};
  }
  return (aml_arm_count){.is_known = true, .count = (size_t)count->as.integer};
}

aml_arm_loop aml_arm_loop_at(aml_arm_site site, aml_arm_loop_kind kind, aml_sv name, const aml_value *copy,
    const aml_arm_count *count, size_t number) {
  return (aml_arm_loop){.outer = site.loops,
      .kind = kind,
      .name = name,
      .is_known = count->is_known,
      .number = number,
      .span = copy->span};
}

aml_sv aml_arm_loop_label(aml_arena *arena, const aml_arm_loop *loop) {
  return loop->is_known ? aml_sv_format(arena, "%.*s[%zu]", AML_SV_ARG(loop->name), loop->number)
                        : aml_sv_format(arena, "%.*s[?]", AML_SV_ARG(loop->name));
}

static aml_sv unknown_number(aml_arena *arena, aml_sv name) {
  return aml_sv_format(arena,
      "how often the copy loop '%.*s' runs is not known; give its count a value with '--parameters FILE'",
      AML_SV_ARG(name));
}

/* What copyIndex() answers there: an integer from 0 with its origin, or an unknown. */
static const aml_value *make_index(aml_arena *arena, aml_arm_loop *loop) {
  if (loop->index == NULL) {
    const aml_value *value = loop->is_known ? aml_value_int(arena, (int64_t)loop->number, loop->span)
                                            : aml_value_unknown(arena, unknown_number(arena, loop->name),
                                                  1U << AML_INT, loop->span);
    const aml_origin *origin =
        aml_origin_new(arena, AML_STEP_COPY, aml_arm_loop_label(arena, loop), loop->span, NULL);
    loop->index = aml_value_moved(arena, value, loop->span, origin, 0);
  }
  return loop->index;
}

static const aml_value *unknown_copies(aml_arm_run *run, const aml_value *copy, aml_sv name) {
  return aml_value_unknown(run->arena, unknown_number(run->arena, name), 1U << AML_ARRAY, copy->span);
}

const aml_value *aml_arm_copy_values(aml_arm_site site, const aml_value *copy, aml_sv name) {
  aml_arm_run *run = site.frame->run;
  const aml_value *input = aml_object_find(copy, AML_SV("input"));
  if (input == NULL) {
    aml_arm_report(
        run, "AML007", aml_arm_opening(copy), "The copy loop '%.*s' has no 'input'.", AML_SV_ARG(name));
    return unknown_copies(run, copy, name);
  }
  aml_arm_count count = aml_arm_copy_count(site, copy, name);
  if (!count.is_known) {
    return unknown_copies(run, copy, name);
  }
  const aml_value **items = AML_NEW_ARRAY(run->arena, const aml_value *, count.count);
  size_t made = 0;
  while (made < count.count && run->nodes_left > 0) {
    aml_arm_loop loop = aml_arm_loop_at(site, AML_ARM_LOOP_VALUE, name, copy, &count, made);
    items[made++] = aml_arm_evaluate_at((aml_arm_site){site.frame, &loop}, input);
  }
  if (made < count.count) {
    aml_arm_report_limit(
        run, copy->span, aml_sv_format(run->arena, "%d copied values", AML_LIMIT_COPIED_VALUES));
  }
  const aml_value *array = aml_value_array(run->arena, items, made, copy->span);
  unsigned flags = made < count.count ? AML_VALUE_OPEN : 0;
  return flags == 0 ? array : aml_value_moved(run->arena, array, copy->span, NULL, flags);
}

/* The loop that copyIndex() without a name means: that of the resource, else the innermost. */
static aml_arm_loop *find_default(aml_arm_loop *loops) {
  for (aml_arm_loop *loop = loops; loop != NULL; loop = loop->outer) {
    if (loop->kind == AML_ARM_LOOP_RESOURCE) {
      return loop;
    }
  }
  return loops;
}

static aml_arm_loop *find_named(aml_arm_loop *loops, aml_sv name) {
  while (loops != NULL && !aml_sv_ieq(loops->name, name)) {
    loops = loops->outer;
  }
  return loops;
}

static const aml_value *add_offset(
    aml_arm_run *run, aml_eval *eval, const aml_expr *call, aml_arm_loop *loop, const aml_value *offset) {
  const aml_value *index = make_index(run->arena, loop);
  if (offset == NULL || index->kind == AML_UNKNOWN) {
    return index;
  }
  if (offset->kind == AML_UNKNOWN) {
    return aml_eval_unknown(eval, 1U << AML_INT, "%.*s", AML_SV_ARG(offset->as.unknown->reason));
  }
  int64_t sum = 0;
  if (offset->kind != AML_INT || __builtin_add_overflow(index->as.integer, offset->as.integer, &sum)) {
    return aml_eval_fail(eval, call, "The offset of copyIndex() must be an integer.");
  }
  const aml_value *value = aml_value_int(run->arena, sum, index->span);
  return aml_value_moved(run->arena, value, value->span, index->origin, 0);
}

const aml_value *aml_arm_call_copy_index(aml_arm_run *run, aml_eval *eval, const aml_expr *call) {
  aml_arm_loop *loops = run->site.loops;
  const aml_value *first = call->arg_count > 0 ? aml_eval_arg(eval, call, 0) : NULL;
  const aml_value *second = call->arg_count > 1 ? aml_eval_arg(eval, call, 1) : NULL;
  if (aml_value_is(first, AML_STRING)) {
    aml_arm_loop *loop = find_named(loops, first->as.string);
    return loop != NULL ? add_offset(run, eval, call, loop, second)
                        : aml_eval_fail(eval, call, "No copy loop '%.*s' encloses this expression.",
                              AML_SV_ARG(first->as.string));
  }
  if (loops == NULL) {
    return aml_eval_fail(eval, call, "The function 'copyIndex' is outside any copy loop.");
  }
  return add_offset(run, eval, call, find_default(loops), first);
}
