/* The list of a template's resources: copies unrolled, children found, names and conditions evaluated. */
#include "arm/template_expansion.h"

static void list_resources(
    aml_arm_frame *frame, aml_arm_loop *loops, const aml_arm_instance *parent, const aml_value *list);

/* The first resource past the limit is counted, too: with it, listing ends everywhere. */
static bool has_ended(const aml_arm_run *run) {
  return run->instances > AML_LIMIT_RESOURCES;
}

static bool has_room(aml_arm_run *run, const aml_value *declared) {
  if (has_ended(run)) {
    return false;
  }
  run->instances++;
  if (has_ended(run)) {
    aml_arm_report_limit(run, declared->span, aml_sv_format(run->arena, "%d resources", AML_LIMIT_RESOURCES));
    return false;
  }
  return true;
}

static void index_deployment(aml_arm_frame *frame, aml_arm_instance *instance) {
  if (instance->is_off || !aml_arm_instance_is_deployment(instance)) {
    return;
  }
  if (instance->name->kind != AML_STRING) {
    AML_VEC_PUSH(frame->run->arena, &frame->unnamed_deployments, instance);
    return;
  }
  aml_arm_instance *other = aml_map_find(&frame->deployments, instance->name->as.string);
  if (other != NULL) {
    other->is_ambiguous = true;
  } else {
    aml_map_put(&frame->deployments, instance->name->as.string, instance);
  }
}

static void index_symbol(aml_arm_frame *frame, aml_arm_instance *instance, aml_arm_loop *own_loop) {
  if (instance->symbol.len == 0) {
    return;
  }
  aml_sv key = instance->symbol;
  if (own_loop != NULL && own_loop->is_known) {
    key = aml_sv_format(frame->run->arena, "%.*s[%zu]", AML_SV_ARG(instance->symbol), own_loop->number);
  }
  aml_map_put(&frame->symbols, key, instance);
}

/* What is being listed: one declaration, below one parent. */
typedef struct listing {
  aml_arm_frame *frame;
  aml_arm_loop *loops;
  const aml_arm_instance *parent;
  const aml_value *declared;
  aml_sv symbol;
} listing;

static void list_instance(const listing *of, aml_arm_loop *own_loop, const aml_arm_count *count) {
  aml_arm_frame *frame = of->frame;
  if (!has_room(frame->run, of->declared)) {
    return;
  }
  aml_arm_instance *instance = AML_NEW(frame->run->arena, aml_arm_instance);
  instance->site = (aml_arm_site){frame, own_loop != NULL ? own_loop : of->loops};
  instance->declared = of->declared;
  instance->symbol = of->symbol;
  instance->parent = of->parent;
  aml_arm_instance_decide(instance, count);
  frame->run->eval->silence += instance->is_off_by_default;
  aml_arm_instance_identify(instance);
  frame->run->eval->silence -= instance->is_off_by_default;
  if (instance->type.len == 0) {
    return;
  }
  AML_VEC_PUSH(frame->run->arena, &frame->instances, instance);
  index_deployment(frame, instance);
  index_symbol(frame, instance, own_loop);
  const aml_value *children = aml_object_find(of->declared, AML_SV("resources"));
  if (children != NULL) {
    list_resources(frame, instance->site.loops, instance, children);
  }
}

static void list_copies(const listing *of, const aml_value *copy) {
  aml_arm_site site = {of->frame, of->loops};
  const aml_value *declared_name = aml_object_find(copy, AML_SV("name"));
  const aml_value *name_value = declared_name == NULL ? NULL : aml_arm_evaluate_at(site, declared_name);
  aml_sv name = aml_value_is(name_value, AML_STRING) ? name_value->as.string : AML_SV("copy");
  aml_arm_count count = aml_arm_copy_count(site, copy, name);
  const aml_value *declared_count = aml_arm_declared(of->frame, aml_object_find(copy, AML_SV("count")));
  if (count.is_known && count.count == 0 && aml_arm_hangs_on_default(site, declared_count)) {
    count = (aml_arm_count){.none = declared_count};
  }
  size_t times = count.is_known ? count.count : 1;
  for (size_t i = 0; i < times && !has_ended(of->frame->run); i++) {
    aml_arm_loop *loop = AML_NEW(of->frame->run->arena, aml_arm_loop);
    *loop = aml_arm_loop_at(site, AML_ARM_LOOP_RESOURCE, name, copy, &count, i);
    list_instance(of, loop, &count);
  }
}

/* Resources of extensions (Kubernetes, Microsoft Graph) are none of Azure Resource Manager's. */
static bool is_foreign(const aml_value *template_, const aml_value *declared) {
  aml_sv alias = aml_value_text(aml_object_find(declared, AML_SV("extension")));
  const aml_value *extensions = aml_object_find(template_, AML_SV("extensions"));
  const aml_value *name = aml_object_find(aml_object_find(extensions, alias), AML_SV("name"));
  bool is_own = aml_sv_ieq(aml_value_text(name), AML_SV("AzureResourceManager")); /* the extension 'az' */
  return aml_object_find(declared, AML_SV("import")) != NULL || (alias.len > 0 && !is_own);
}

static void list_declaration(const listing *of) {
  const aml_value *declared = of->declared;
  if (declared->kind != AML_OBJECT) {
    bool is_broken = declared->kind == AML_UNKNOWN; /* the reader has said so */
    if (declared->kind != AML_NULL && !is_broken) {
      aml_arm_report(of->frame->run, "AML006", declared->span,
          "A resource is declared as an object, but this is of type '%s'.", aml_kind_name(declared->kind));
    }
    return;
  }
  if (is_foreign(of->frame->template_, declared)) {
    return;
  }
  const aml_value *copy = aml_object_find(declared, AML_SV("copy"));
  if (aml_value_is(copy, AML_OBJECT)) {
    list_copies(of, copy);
  } else {
    list_instance(of, NULL, NULL);
  }
}

static void list_resources(
    aml_arm_frame *frame, aml_arm_loop *loops, const aml_arm_instance *parent, const aml_value *list) {
  listing of = {.frame = frame, .loops = loops, .parent = parent};
  if (list->kind == AML_ARRAY) {
    for (size_t i = 0; i < list->as.array.count && !has_ended(frame->run); i++) {
      of.declared = list->as.array.items[i];
      list_declaration(&of);
    }
  } else if (list->kind == AML_OBJECT) {
    for (size_t i = 0; i < list->as.object.count && !has_ended(frame->run); i++) {
      of.declared = list->as.object.members[i].value;
      of.symbol = list->as.object.members[i].name;
      list_declaration(&of);
    }
  }
}

void aml_arm_instances_list(aml_arm_frame *frame) {
  if (frame->listed != AML_ARM_NEW) {
    return;
  }
  frame->listed = AML_ARM_BUSY;
  const aml_value *list = aml_object_find(frame->template_, AML_SV("resources"));
  if (list != NULL) {
    list_resources(frame, frame->loops, NULL, list);
  }
  frame->listed = AML_ARM_DONE;
}
