#include "base/number.h"
#include "condition/functions_more.h"
#include "condition/relations.h"

static const aml_value *none(aml_eval *eval) {
  return aml_value_null(eval->arena, AML_NO_SPAN);
}

/* The i-th argument's text; NULL with *result set where it is unknown, null or no string. */
static bool read_arg(aml_eval *eval, const aml_expr *call, size_t i, aml_sv *text, const aml_value **result) {
  const aml_value *arg = aml_eval_arg(eval, call, i);
  if (arg->kind == AML_STRING) {
    *text = arg->as.string;
    return true;
  }
  /* Whatever the argument may be, the answer may be null. */
  *result = arg->kind == AML_UNKNOWN
                ? aml_eval_unknown(eval, AML_KINDS_ANY, "%.*s", AML_SV_ARG(arg->as.unknown->reason))
                : none(eval);
  return false;
}

static void add_text(aml_object_builder *object, const char *name, aml_sv text) {
  const aml_value *value = text.len == 0 ? aml_value_null(object->arena, AML_NO_SPAN)
                                         : aml_value_string(object->arena, text, AML_NO_SPAN);
  aml_object_add(object, aml_sv_of(name), AML_NO_SPAN, value);
}

static void add_int(aml_object_builder *object, const char *name, int64_t number) {
  aml_object_add(object, aml_sv_of(name), AML_NO_SPAN, aml_value_int(object->arena, number, AML_NO_SPAN));
}

/* 0 stands for "not known" in the tables: null here. */
static void add_count(aml_object_builder *object, const char *name, int64_t number) {
  if (number > 0) {
    add_int(object, name, number);
  } else {
    add_text(object, name, (aml_sv){0});
  }
}

static void add_day(aml_object_builder *object, const char *name, aml_day day) {
  char text[AML_DAY_TEXT_SIZE];
  if (day == AML_DAY_NONE) {
    add_text(object, name, (aml_sv){0});
    return;
  }
  aml_day_text(day, text);
  add_text(object, name, aml_sv_dup(object->arena, aml_sv_of(text)));
}

const aml_value *aml_call_size(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  aml_size_fact fact;
  if (!read_arg(eval, call, 0, &name, &result)) {
    return result;
  }
  if (!aml_facts_size(check->context->facts, name, &fact)) {
    return none(eval);
  }
  aml_object_builder object;
  aml_object_begin(&object, eval->arena);
  add_text(&object, "name", fact.name);
  add_text(&object, "series", fact.series);
  add_count(&object, "vcpus", fact.vcpus);
  aml_object_add(
      &object, AML_SV("memoryGiB"), AML_NO_SPAN, aml_value_float(eval->arena, fact.memory_gib, AML_NO_SPAN));
  add_text(&object, "gpuCount", fact.gpu_count);
  add_text(&object, "gpuModel", fact.gpu_model);
  add_text(&object, "quotaFamily", fact.quota_family);
  add_text(&object, "architecture", fact.architecture);
  add_text(&object, "constrainedFrom", fact.constrained_from);
  add_text(&object, "source", fact.source);
  add_text(&object, "asOf", fact.as_of);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

static const char *support_name(aml_aml_support support) {
  switch (support) {
  case AML_SUPPORT_CLUSTERS_AND_INSTANCES:
    return "clusters and instances";
  case AML_SUPPORT_OTHER:
    return "other";
  case AML_SUPPORT_UNLISTED:
    break;
  }
  return "unlisted";
}

const aml_value *aml_call_series(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  aml_series_fact fact;
  if (!read_arg(eval, call, 0, &name, &result)) {
    return result;
  }
  if (!aml_facts_series_of(check->context->facts, name, &fact) &&
      !aml_facts_series(check->context->facts, name, &fact)) {
    return none(eval);
  }
  aml_object_builder object;
  aml_object_begin(&object, eval->arena);
  add_text(&object, "key", fact.key);
  add_text(&object, "category", fact.category);
  add_text(&object, "processor", fact.processor);
  add_day(&object, "announced", fact.announced);
  add_day(&object, "retires", fact.retires);
  add_text(&object, "retiresText", fact.retires_text);
  add_text(&object, "capacityRestricted", fact.capacity_restricted);
  add_text(&object, "closedToNew", fact.closed_to_new);
  add_text(&object, "retiresInCloud", fact.retires_in_cloud);
  add_text(&object, "accelerator", fact.accelerator);
  add_text(&object, "successors", fact.successors);
  add_text(&object, "azureml", fact.aml_documented);
  add_text(&object, "support", aml_sv_of(support_name(aml_facts_support(&fact))));
  add_text(&object, "note", fact.note);
  add_text(&object, "source", fact.source);
  add_text(&object, "asOf", fact.as_of);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

static const aml_value *text_or_null(aml_eval *eval, aml_sv text) {
  return text.len == 0 ? none(eval) : aml_value_string(eval->arena, text, AML_NO_SPAN);
}

const aml_value *aml_call_successors(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  aml_series_fact fact;
  if (!read_arg(eval, call, 0, &name, &result)) {
    return result;
  }
  if (aml_facts_series_of(check->context->facts, name, &fact)) {
    name = fact.key;
  }
  return text_or_null(
      eval, aml_facts_successors(check->context->facts, eval->arena, name, check->context->as_of));
}

const aml_value *aml_call_successor_size(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  return read_arg(eval, call, 0, &name, &result)
             ? text_or_null(
                   eval, aml_facts_successor_size(check->context->facts, name, check->context->as_of))
             : result;
}

/* The day on which a size's series ends in a region; where the region is not known, the general date. */
const aml_value *aml_call_retires(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  aml_series_fact fact;
  char text[AML_DAY_TEXT_SIZE];
  if (!read_arg(eval, call, 0, &name, &result)) {
    return result;
  }
  if (!aml_facts_series_of(check->context->facts, name, &fact)) {
    return none(eval);
  }
  const aml_value *region = aml_eval_arg(eval, call, 1);
  aml_day day = aml_facts_retires_in(check->context->facts, &fact, aml_value_text(region));
  if (day == AML_DAY_NONE) {
    return none(eval);
  }
  aml_day_text(day, text);
  return aml_value_string(eval->arena, aml_sv_dup(eval->arena, aml_sv_of(text)), AML_NO_SPAN);
}

const aml_value *aml_call_limit(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv key;
  const aml_value *result = NULL;
  aml_limit_fact fact;
  double number;
  if (!read_arg(eval, call, 0, &key, &result)) {
    return result;
  }
  if (!aml_facts_limit(check->context->facts, key, &fact)) {
    return none(eval);
  }
  aml_object_builder object;
  aml_object_begin(&object, eval->arena);
  if (aml_double_parse(fact.value, &number)) {
    aml_object_add(&object, AML_SV("value"), AML_NO_SPAN, aml_value_float(eval->arena, number, AML_NO_SPAN));
  } else {
    add_text(&object, "value", fact.value);
  }
  add_text(&object, "unit", fact.unit);
  add_text(&object, "statement", fact.statement);
  add_text(&object, "source", fact.source);
  add_text(&object, "asOf", fact.as_of);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

const aml_value *aml_call_source(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv id;
  const aml_value *result = NULL;
  aml_source_fact fact;
  if (!read_arg(eval, call, 0, &id, &result)) {
    return result;
  }
  if (!aml_facts_source(check->context->facts, id, &fact)) {
    return none(eval);
  }
  aml_object_builder object;
  aml_object_begin(&object, eval->arena);
  add_text(&object, "id", fact.id);
  add_text(&object, "asOf", fact.as_of);
  add_text(&object, "text", fact.text);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

const aml_value *aml_call_suggest_size(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  return read_arg(eval, call, 0, &name, &result)
             ? text_or_null(eval, aml_facts_suggest_size(check->context->facts, name))
             : result;
}

const aml_value *aml_call_suggest_region(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  return read_arg(eval, call, 0, &name, &result)
             ? text_or_null(eval, aml_facts_suggest_region(check->context->facts, name))
             : result;
}

const aml_value *aml_call_respell_size(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  return read_arg(eval, call, 0, &name, &result)
             ? text_or_null(eval, aml_facts_respell_size(check->context->facts, name))
             : result;
}

const aml_value *aml_call_respell_region(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  return read_arg(eval, call, 0, &name, &result)
             ? text_or_null(eval, aml_facts_respell_region(check->context->facts, name))
             : result;
}

const aml_value *aml_call_region(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv name;
  const aml_value *result = NULL;
  aml_region_fact fact;
  if (!read_arg(eval, call, 0, &name, &result)) {
    return result;
  }
  if (!aml_facts_region(check->context->facts, name, &fact)) {
    return none(eval);
  }
  aml_object_builder object;
  aml_object_begin(&object, eval->arena);
  add_text(&object, "name", fact.name);
  add_text(&object, "displayName", fact.display_name);
  add_text(&object, "geography", fact.geography);
  add_text(&object, "paired", fact.paired);
  add_text(&object, "cloud", fact.cloud);
  add_text(&object, "availability", fact.availability);
  add_int(&object, "zones", fact.zones);
  add_text(&object, "source", fact.source);
  add_text(&object, "asOf", fact.as_of);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

const aml_value *aml_call_latency(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv from;
  aml_sv to;
  const aml_value *result = NULL;
  aml_latency_fact fact;
  if (!read_arg(eval, call, 0, &from, &result) || !read_arg(eval, call, 1, &to, &result)) {
    return result;
  }
  if (!aml_facts_latency(check->context->facts, from, to, &fact)) {
    return none(eval);
  }
  aml_object_builder object;
  aml_object_begin(&object, eval->arena);
  add_int(&object, "milliseconds", fact.milliseconds);
  add_text(&object, "statistic", fact.statistic);
  add_text(&object, "windowEnd", fact.window_end);
  add_text(&object, "source", fact.source);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

static bool stands_in(const aml_resource *resource, const aml_value *value) {
  return value->span.source == resource->span.source && !aml_span_is_none(value->span) &&
         value->span.begin >= resource->span.begin && value->span.end <= resource->span.end;
}

/* Whether both values come from one evaluation of one template: this resource's own, or its and its
 * workspace's. */
static bool are_of_one_frame(aml_check *check, const aml_value *a, const aml_value *b) {
  bool is_certain = true;
  const aml_resource *root = check->root;
  const aml_resource *workspace =
      check->context->graph == NULL ? NULL : aml_relations_workspace(check, root, &is_certain);
  bool is_workspaces = workspace != NULL && is_certain && workspace->frame == root->frame;
  return root->frame != 0 && (is_workspaces || (stands_in(root, a) && stands_in(root, b)));
}

/* One expression in one evaluation: the regions are the same, whatever they are. */
static bool are_same_expression(aml_check *check, const aml_value *a, const aml_value *b) {
  return are_of_one_frame(check, a, b) && a->origin != NULL && b->origin != NULL &&
         a->origin->step == AML_STEP_EXPRESSION && b->origin->step == AML_STEP_EXPRESSION &&
         aml_expr_equal(a->origin->expression->as.expression.tree, b->origin->expression->as.expression.tree);
}

const aml_value *aml_call_same_region(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv a;
  aml_sv b;
  const aml_value *result = NULL;
  if (!read_arg(eval, call, 0, &a, &result) || !read_arg(eval, call, 1, &b, &result)) {
    const aml_value *x = aml_eval_arg(eval, call, 0);
    const aml_value *y = aml_eval_arg(eval, call, 1);
    bool is_same = x->kind == AML_UNKNOWN && y->kind == AML_UNKNOWN && are_same_expression(check, x, y);
    return is_same ? aml_value_bool(eval->arena, true, AML_NO_SPAN) : result;
  }
  bool is_same = aml_sv_ieq(aml_region_normalise(eval->arena, a), aml_region_normalise(eval->arena, b));
  return aml_value_bool(eval->arena, is_same, AML_NO_SPAN);
}

const aml_value *aml_call_seconds(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)check;
  aml_sv text;
  const aml_value *result = NULL;
  aml_duration duration;
  if (!read_arg(eval, call, 0, &text, &result)) {
    return result;
  }
  return aml_duration_parse(text, &duration)
             ? aml_value_int(eval->arena, aml_duration_seconds(&duration), AML_NO_SPAN)
             : none(eval);
}

const aml_value *aml_call_property(aml_check *check, aml_eval *eval, const aml_expr *call) {
  aml_sv path;
  const aml_value *result = NULL;
  aml_property_fact fact;
  if (!read_arg(eval, call, 0, &path, &result)) {
    return result;
  }
  if (!aml_resource_property(check->root, check->context->facts, eval->arena, path, &fact)) {
    return none(eval);
  }
  aml_object_builder object;
  aml_object_begin(&object, eval->arena);
  add_text(&object, "first", fact.first);
  add_text(&object, "firstStable", fact.first_stable);
  add_text(&object, "last", fact.last);
  add_text(&object, "source", fact.source);
  add_text(&object, "asOf", fact.as_of);
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

const aml_value *aml_call_ineffective(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  if (check->root->ineffective != NULL) {
    return check->root->ineffective;
  }
  aml_object_builder empty;
  aml_object_begin(&empty, eval->arena);
  return aml_object_end(&empty, AML_NO_SPAN, 0);
}
