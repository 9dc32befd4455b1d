/* Nested and linked deployments: their frames, and their outputs. */
#include "arm/template_expansion.h"

static bool is_inner_scope(const aml_value *properties) {
  const aml_value *scope = aml_value_path(properties, AML_SV("expressionEvaluationOptions.scope"));
  return aml_sv_ieq(aml_value_text(scope), AML_SV("inner"));
}

typedef struct found_template {
  const aml_value *root;
  aml_sv path;
  bool is_linked;
  bool is_computed; /* it is the value of an expression */
} found_template;

/* The template of a deployment: inline, or linked and at hand. `root` is NULL where there is none. */
static found_template find_template(aml_arm_instance *instance, const aml_value *properties) {
  found_template found = {.path = instance->site.frame->path};
  const aml_value *declared = aml_object_find(instance->declared, AML_SV("properties"));
  const aml_value *inline_template = aml_object_find(declared, AML_SV("template"));
  if (inline_template != NULL && inline_template->kind != AML_OBJECT) {
    inline_template = aml_arm_evaluate_at(instance->site, inline_template);
    found.is_computed = true;
  }
  if (aml_value_is(inline_template, AML_OBJECT)) {
    found.root = inline_template;
    return found;
  }
  const aml_value *link = aml_object_find(properties, AML_SV("templateLink"));
  if (aml_value_is(link, AML_OBJECT)) {
    found.is_linked = true;
    const aml_value *declared_link = aml_object_find(declared, AML_SV("templateLink"));
    found.root = aml_arm_link_open(instance->site, declared_link, link, &found.path);
    found.root = aml_value_is(found.root, AML_OBJECT) ? found.root : NULL;
  }
  return found;
}

static void take_arguments(aml_arm_frame *frame, aml_arm_instance *instance, const aml_value *properties) {
  const aml_member *list = aml_object_member(properties, AML_SV("parameters"));
  const aml_value *link = aml_object_find(properties, AML_SV("parametersLink"));
  const aml_member *own = aml_object_member(instance->declared, AML_SV("properties"));
  if (!aml_value_is(link, AML_OBJECT)) {
    aml_arm_parameters_from_arguments(
        frame, list != NULL ? list->value : NULL, list != NULL ? list->name_span : own->name_span);
    return;
  }
  const aml_value *declared = aml_object_find(own->value, AML_SV("parametersLink"));
  aml_sv path = frame->path;
  const aml_value *file = aml_arm_link_open(instance->site, declared, link, &path);
  frame->has_open_arguments = file == NULL;
  if (file != NULL) {
    aml_arm_parameters_from_file(frame, file);
  }
}

static void place_frame(aml_arm_frame *frame, const aml_arm_instance *instance) {
  aml_arm_place_move(instance, instance->body, &frame->place, &frame->level);
  aml_arm_level own = aml_arm_template_level(frame->template_);
  if (own != AML_ARM_GROUP) {
    frame->level = own;
  }
  frame->place.has_resource_group = frame->level == AML_ARM_GROUP;
  if (!frame->place.has_resource_group) {
    frame->place.resource_group = AML_SV("");
  }
}

static size_t count_members(const aml_value *template_, aml_sv name) {
  const aml_value *members = aml_object_find(template_, name);
  return aml_value_is(members, AML_OBJECT) ? members->as.object.count : 0;
}

/* Each copy of a deployment declares its template's parameters and variables anew: these are copied values.
 */
static bool has_room(aml_arm_run *run, const aml_value *template_) {
  size_t size =
      count_members(template_, AML_SV("parameters")) + count_members(template_, AML_SV("variables"));
  if (size > run->nodes_left) {
    aml_arm_report_limit(
        run, template_->span, aml_sv_format(run->arena, "%d copied values", AML_LIMIT_COPIED_VALUES));
    return false;
  }
  run->nodes_left -= size;
  return true;
}

/* A module of Bicep that is deployed by itself, which its compiler refuses. Linked templates may be: they
 * have conditions. */
static bool is_circular(const aml_arm_instance *instance, const found_template *found) {
  bool is_module = instance->site.frame->is_lowered && aml_value_has(found->root, AML_VALUE_LOWERED);
  for (const aml_arm_frame *at = instance->site.frame; is_module && at != NULL; at = at->parent) {
    if (at->template_ == found->root) {
      return true;
    }
  }
  return false;
}

static void report_circle(const aml_arm_instance *instance, const aml_value *properties) {
  const aml_value *link = aml_object_find(properties, AML_SV("templateLink"));
  aml_arm_report(instance->site.frame->run, "AML013", link->span, "The module '%.*s' deploys itself.",
      AML_SV_ARG(aml_value_text(aml_object_find(link, AML_SV("module")))));
}

static aml_arm_frame *open_frame(aml_arm_instance *instance) {
  aml_arm_frame *parent = instance->site.frame;
  aml_arm_run *run = parent->run;
  const aml_value *body = aml_arm_instance_body(instance);
  const aml_value *properties = aml_object_find(body, AML_SV("properties"));
  if (!aml_value_is(properties, AML_OBJECT)) {
    return NULL;
  }
  if (parent->depth >= AML_LIMIT_NESTED_DEPLOYMENTS) {
    aml_arm_report_limit(run, instance->declared->span,
        aml_sv_format(run->arena, "%d levels of nested deployments", AML_LIMIT_NESTED_DEPLOYMENTS));
    return NULL;
  }
  found_template found = find_template(instance, properties);
  if (found.root != NULL && found.is_linked && is_circular(instance, &found)) {
    report_circle(instance, properties);
    return NULL;
  }
  if (found.root == NULL || !has_room(run, found.root)) {
    return NULL;
  }
  aml_arm_frame *frame = aml_arm_frame_new(run, parent, found.root);
  frame->path = found.path;
  if (found.is_linked) {
    frame->is_lowered = aml_value_has(found.root, AML_VALUE_LOWERED);
  } else if (found.is_computed) { /* a template as templates are written, such as a file that was loaded */
    frame->is_lowered = false;
  }
  frame->deployment_name = instance->name;
  frame->label = instance->symbol;
  frame->deployment_shown = aml_arm_shown_name(instance);
  frame->iteration = aml_arm_iteration_text(instance);
  frame->condition = instance->condition;
  frame->condition_text = instance->condition_text;
  frame->condition_when = instance->condition_when;
  place_frame(frame, instance);
  if (found.is_linked || is_inner_scope(properties)) {
    aml_arm_frame_declare(frame);
    take_arguments(frame, instance, properties);
  } else {
    frame->names = parent->names;
    frame->loops = instance->site.loops;
  }
  return frame;
}

aml_arm_frame *aml_arm_deployment_frame(aml_arm_instance *instance) {
  if (instance->nested_state == AML_ARM_BUSY || instance->state == AML_ARM_BUSY) {
    return NULL;
  }
  if (instance->nested_state == AML_ARM_NEW) {
    instance->nested_state = AML_ARM_BUSY;
    instance->nested = open_frame(instance);
    instance->nested_state = AML_ARM_DONE;
  }
  return instance->nested;
}

static const aml_value *output_value(aml_arm_site site, const aml_member *output) {
  aml_arm_run *run = site.frame->run;
  const aml_value *copy = aml_object_find(output->value, AML_SV("copy"));
  const aml_value *declared = aml_object_find(output->value, AML_SV("value"));
  if (aml_value_is(copy, AML_OBJECT)) {
    return aml_arm_copy_values(site, copy, output->name);
  }
  if (declared == NULL) {
    return aml_value_null(run->arena, output->name_span);
  }
  const aml_value *value = aml_arm_evaluate_at(site, declared);
  const aml_origin *origin =
      aml_origin_new(run->arena, AML_STEP_OUTPUT, output->name, declared->span, value->origin);
  unsigned secure = aml_arm_type_is_secure(output->value) ? AML_VALUE_SECURE : 0;
  return aml_value_moved(run->arena, value, value->span, origin, value->flags | secure);
}

static bool is_left_out(aml_arm_site site, const aml_value *output) {
  const aml_value *condition = aml_arm_member_at(site, output, "condition");
  return aml_value_is(condition, AML_BOOL) && !condition->as.boolean;
}

static const aml_value *evaluate_outputs(aml_arm_frame *frame) {
  aml_arena *arena = frame->run->arena;
  aml_arm_site site = {frame, frame->loops};
  const aml_value *declared = aml_object_find(frame->template_, AML_SV("outputs"));
  aml_object_builder outputs;
  aml_object_begin(&outputs, arena);
  size_t count = aml_value_is(declared, AML_OBJECT) ? declared->as.object.count : 0;
  for (size_t i = 0; i < count; i++) {
    const aml_member *output = &declared->as.object.members[i];
    if (output->value->kind != AML_OBJECT || is_left_out(site, output->value)) {
      continue;
    }
    aml_object_builder entry;
    aml_object_begin(&entry, arena);
    const aml_value *type = aml_object_find(output->value, AML_SV("type"));
    if (type != NULL) {
      aml_object_add(&entry, AML_SV("type"), type->span, type);
    }
    aml_object_add(&entry, AML_SV("value"), output->name_span, output_value(site, output));
    aml_object_add(&outputs, output->name, output->name_span, aml_object_end(&entry, output->value->span, 0));
  }
  aml_span span = declared != NULL ? declared->span : AML_NO_SPAN;
  return aml_object_end(&outputs, span, 0);
}

const aml_value *aml_arm_frame_outputs(aml_arm_frame *frame) {
  if (frame->outputs_state == AML_ARM_BUSY) {
    return NULL;
  }
  if (frame->outputs_state == AML_ARM_NEW) {
    aml_eval *eval = frame->run->eval;
    size_t silence = eval->silence;
    eval->silence = 0; /* the deployment computes them in any case */
    frame->outputs_state = AML_ARM_BUSY;
    frame->outputs = evaluate_outputs(frame);
    frame->outputs_state = AML_ARM_DONE;
    eval->silence = silence;
  }
  return frame->outputs;
}
