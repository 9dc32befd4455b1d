/* What a plan or a state knows of the instances of a run. */
#include "base/number.h"
#include "terraform/record.h"

/* A value of the record at a place of the configuration, with all that is in it. Depth is that of the reader.
 */
static const aml_value *moved_there(
    aml_arena *arena, const aml_value *known, aml_span span, const aml_origin *origin) {
  const aml_value *made = known;
  if (known->kind == AML_ARRAY) {
    const aml_value **items = AML_NEW_ARRAY(arena, const aml_value *, known->as.array.count);
    for (size_t i = 0; i < known->as.array.count; i++) {
      items[i] = moved_there(arena, known->as.array.items[i], span, origin);
    }
    made = aml_value_array(arena, items, known->as.array.count, span);
  } else if (known->kind == AML_OBJECT) {
    aml_object_builder builder;
    aml_object_begin_sized(&builder, arena, known->as.object.count);
    for (size_t i = 0; i < known->as.object.count; i++) {
      const aml_member *member = &known->as.object.members[i];
      aml_object_add(&builder, member->name, span, moved_there(arena, member->value, span, origin));
    }
    made = aml_object_end(&builder, span, known->flags);
  }
  return aml_value_moved(arena, made, span, origin, known->flags);
}

static const aml_value *fill(
    const aml_tf_run *run, aml_sv name, const aml_value *value, const aml_value *known);

static const aml_value *fill_members(const aml_tf_run *run, const aml_value *object, const aml_value *known) {
  aml_object_builder builder;
  aml_object_begin_sized(&builder, run->arena, object->as.object.count);
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    const aml_value *other = aml_object_find_exact(known, member->name);
    aml_object_add(&builder, member->name, member->name_span,
        other == NULL ? member->value : fill(run, member->name, member->value, other));
  }
  return aml_object_end(&builder, object->span, object->flags);
}

static const aml_value *fill_items(
    const aml_tf_run *run, aml_sv name, const aml_value *list, const aml_value *known) {
  const aml_value **items = AML_NEW_ARRAY(run->arena, const aml_value *, list->as.array.count);
  for (size_t i = 0; i < list->as.array.count; i++) {
    items[i] = fill(run, name, list->as.array.items[i], known->as.array.items[i]);
  }
  const aml_value *made = aml_value_array(run->arena, items, list->as.array.count, list->span);
  return aml_value_moved(run->arena, made, list->span, list->origin, list->flags);
}

static const aml_value *fill(
    const aml_tf_run *run, aml_sv name, const aml_value *value, const aml_value *known) {
  bool is_one_block = known->kind == AML_ARRAY && known->as.array.count == 1 && value->kind == AML_OBJECT;
  if (is_one_block) {
    return fill(run, name, value, known->as.array.items[0]);
  }
  if (value->kind == AML_UNKNOWN && known->kind != AML_UNKNOWN && aml_tf_source_of(run, value) == NULL) {
    const aml_origin *way =
        aml_origin_new(run->arena, AML_STEP_PARAMETER_FILE, name, known->span, value->origin);
    return moved_there(run->arena, known, value->span, way);
  }
  if (value->kind == AML_OBJECT && known->kind == AML_OBJECT) {
    return fill_members(run, value, known);
  }
  bool is_list = value->kind == AML_ARRAY && known->kind == AML_ARRAY;
  return is_list && value->as.array.count == known->as.array.count ? fill_items(run, name, value, known)
                                                                   : value;
}

const aml_value *aml_tf_fill(const aml_tf_instance *instance, const aml_value *written) {
  const aml_tf_run *run = instance->frame->run;
  const aml_tf_recorded *known =
      run->record == NULL ? NULL : aml_map_find(&run->record->by_address, instance->address);
  return known == NULL ? written : fill(run, (aml_sv){0}, written, known->values);
}

void aml_tf_recorded_keys(const aml_tf_run *run, aml_sv address, aml_texts *out) {
  for (size_t i = 0; run->record != NULL && i < run->record->resources.count; i++) {
    aml_sv full = run->record->resources.items[i]->address;
    aml_sv rest = aml_sv_slice(full, aml_sv_starts(full, address) ? address.len : full.len, full.len);
    bool is_text = aml_sv_starts(rest, AML_SV("[\""));
    aml_sv closing = is_text ? AML_SV("\"]") : AML_SV("]");
    size_t end = aml_sv_starts(rest, AML_SV("[")) ? aml_sv_find(rest, closing, is_text ? 2 : 1) : AML_NPOS;
    bool is_new = end != AML_NPOS;
    aml_sv key = is_new ? aml_sv_slice(rest, 0, end + closing.len) : (aml_sv){0};
    for (size_t k = 0; is_new && k < out->count; k++) {
      is_new = !aml_sv_eq(out->items[k], key);
    }
    if (is_new) {
      AML_VEC_PUSH(run->arena, out, key);
    }
  }
}

/* ---- alone ---- */

/* The id of what an argument refers to by the plan's configuration; the value itself where that does not say.
 */
static const aml_value *linked(const aml_tf_instance *instance, const aml_member *member) {
  aml_tf_run *run = instance->frame->run;
  aml_sv address = aml_tf_record_source(run->arena, run->record, instance->recorded, member->name);
  aml_tf_instance *source = address.len == 0 ? NULL : aml_map_find(&run->instances, address);
  const aml_value *object = source == NULL ? NULL : aml_tf_object(source);
  const aml_value *id = object == NULL ? NULL : aml_object_find_exact(object, AML_SV("id"));
  if (id == NULL) {
    return member->value;
  }
  const aml_origin *way =
      aml_origin_new(run->arena, AML_STEP_RESOURCE, address, source->block->name_span, NULL);
  return aml_value_moved(run->arena, id, member->value->span, way, id->flags);
}

/* A state has the region of the workspace where the configuration has that of the nodes. */
static bool is_other_region(const aml_tf_instance *instance, aml_sv argument) {
  return instance->frame->run->record->is_state && aml_sv_eq(argument, AML_SV("location")) &&
         aml_sv_starts(instance->block->type, AML_SV("azurerm_machine_learning_compute_"));
}

const aml_value *aml_tf_recorded_arguments(const aml_tf_instance *instance) {
  aml_tf_run *run = instance->frame->run;
  const aml_value *values = instance->recorded->values;
  aml_object_builder builder;
  aml_object_begin_sized(&builder, run->arena, values->as.object.count);
  for (size_t i = 0; i < values->as.object.count; i++) {
    const aml_member *member = &values->as.object.members[i];
    bool is_unknown = member->value->kind == AML_UNKNOWN;
    const aml_value *made = is_unknown ? linked(instance, member) : member->value;
    if (is_other_region(instance, member->name)) {
      made = aml_value_unknown(run->arena,
          AML_SV("a state does not contain the region of the nodes; check the configuration"),
          AML_KIND_BIT(AML_STRING), made->span);
    }
    if (!is_unknown || !aml_sv_eq(member->name, AML_SV("id"))) {
      aml_object_add(&builder, member->name, member->name_span, made);
    }
  }
  return aml_object_end(&builder, values->span, values->flags);
}
