/* Plans and states as they are read. */
#include "terraform/record.h"

typedef struct reading {
  aml_arena *arena;
  aml_tf_record *record;
  aml_map unknown; /* by address: `after_unknown` of its change */
} reading;

static const aml_value *find(const aml_value *object, const char *name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find_exact(object, aml_sv_of(name)) : NULL;
}

static aml_sv text_of(const aml_value *object, const char *name) {
  const aml_value *text = find(object, name);
  return text == NULL ? (aml_sv){0} : aml_value_text(text);
}

static size_t count_of(const aml_value *list) {
  return aml_value_is(list, AML_ARRAY) ? list->as.array.count : 0;
}

/* ---- what is known only after applying ---- */

static const aml_value *after_apply(const reading *r, aml_span span) {
  return aml_value_unknown(r->arena,
      AML_SV("the plan says that it is known only after it has been applied; state the value"), AML_KINDS_ANY,
      span);
}

static const aml_value *with_unknowns(
    const reading *r, const aml_value *value, const aml_value *unknown, aml_span span);

static const aml_value *items_with_unknowns(
    const reading *r, const aml_value *list, const aml_value *unknown) {
  size_t count = list->as.array.count > count_of(unknown) ? list->as.array.count : count_of(unknown);
  const aml_value **items = AML_NEW_ARRAY(r->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = i < list->as.array.count ? list->as.array.items[i] : NULL;
    const aml_value *mark = i < count_of(unknown) ? unknown->as.array.items[i] : NULL;
    const aml_value *made = mark == NULL ? item : with_unknowns(r, item, mark, list->span);
    items[i] = made != NULL ? made : aml_value_null(r->arena, list->span);
  }
  return aml_value_array(r->arena, items, count, list->span);
}

static const aml_value *members_with_unknowns(
    const reading *r, const aml_value *object, const aml_value *unknown, aml_span span) {
  aml_object_builder builder;
  aml_object_begin(&builder, r->arena);
  if (aml_value_is(object, AML_OBJECT)) {
    aml_object_set_all(&builder, object);
  }
  for (size_t i = 0; i < unknown->as.object.count; i++) {
    const aml_member *mark = &unknown->as.object.members[i];
    const aml_member *known =
        aml_value_is(object, AML_OBJECT) ? aml_object_member_exact(object, mark->name) : NULL;
    const aml_value *made = with_unknowns(r, known == NULL ? NULL : known->value, mark->value, span);
    if (made != NULL) {
      aml_object_set(&builder, mark->name, known == NULL ? span : known->name_span, made);
    }
  }
  return aml_object_end(&builder, object == NULL ? span : object->span, 0);
}

/* The value with unknowns where `unknown` has true; NULL for nothing. Depth is that of the reader. */
static const aml_value *with_unknowns(
    const reading *r, const aml_value *value, const aml_value *unknown, aml_span span) {
  if (unknown->kind == AML_BOOL) {
    return unknown->as.boolean ? after_apply(r, span) : value;
  }
  if (unknown->kind == AML_OBJECT && unknown->as.object.count > 0 &&
      (value == NULL || value->kind == AML_OBJECT || value->kind == AML_NULL)) {
    return members_with_unknowns(r, value, unknown, span);
  }
  return unknown->kind == AML_ARRAY && aml_value_is(value, AML_ARRAY) ? items_with_unknowns(r, value, unknown)
                                                                      : value;
}

/* ---- resources ---- */

static aml_sv key_text_of(aml_arena *arena, const aml_value *index) {
  if (index == NULL || index->kind == AML_NULL) {
    return (aml_sv){0};
  }
  return index->kind == AML_INT ? aml_sv_format(arena, "[%lld]", (long long)index->as.integer)
                                : aml_sv_format(arena, "[\"%.*s\"]", AML_SV_ARG(aml_value_text(index)));
}

/* Adds a resource whose type and name are said. */
static void add(
    reading *r, const aml_value *said, aml_sv module, const aml_value *index, const aml_value *values) {
  const aml_value *type = find(said, "type");
  if (!aml_value_is(type, AML_STRING) || !aml_value_is(values, AML_OBJECT)) {
    return;
  }
  aml_tf_recorded *made = AML_NEW(r->arena, aml_tf_recorded);
  *made = (aml_tf_recorded){.module = module,
      .type = type->as.string,
      .name = text_of(said, "name"),
      .key_text = key_text_of(r->arena, index),
      .is_data = aml_sv_eq(text_of(said, "mode"), AML_SV("data")),
      .span = type->span};
  made->address = aml_sv_format(r->arena, "%.*s%s%s%.*s.%.*s%.*s", AML_SV_ARG(module),
      module.len > 0 ? "." : "", made->is_data ? "data." : "", AML_SV_ARG(made->type), AML_SV_ARG(made->name),
      AML_SV_ARG(made->key_text));
  const aml_value *unknown = aml_map_find(&r->unknown, made->address);
  made->values = unknown == NULL ? values : with_unknowns(r, values, unknown, values->span);
  AML_VEC_PUSH(r->arena, &r->record->resources, made);
  (void)aml_map_put(&r->record->by_address, made->address, made);
}

/* "planned_values" and "values": a module, and those below it. Depth is that of the reader. */
static void add_module(reading *r, const aml_value *module) {
  const aml_value *resources = find(module, "resources");
  const aml_value *children = find(module, "child_modules");
  for (size_t i = 0; i < count_of(resources); i++) {
    const aml_value *one = resources->as.array.items[i];
    add(r, one, text_of(module, "address"), find(one, "index"), find(one, "values"));
  }
  for (size_t i = 0; i < count_of(children); i++) {
    add_module(r, children->as.array.items[i]);
  }
}

static void add_changes(reading *r, const aml_value *changes) {
  for (size_t i = 0; i < count_of(changes); i++) {
    const aml_value *one = changes->as.array.items[i];
    const aml_value *unknown = find(find(one, "change"), "after_unknown");
    aml_sv address = text_of(one, "address");
    if (unknown != NULL && address.len > 0) {
      (void)aml_map_put(&r->unknown, address, (void *)(uintptr_t)unknown);
    }
  }
}

/* A state file: resources with instances. */
static void add_stated(reading *r, const aml_value *resources) {
  for (size_t i = 0; i < count_of(resources); i++) {
    const aml_value *one = resources->as.array.items[i];
    const aml_value *instances = find(one, "instances");
    for (size_t k = 0; k < count_of(instances); k++) {
      const aml_value *instance = instances->as.array.items[k];
      add(r, one, text_of(one, "module"), find(instance, "index_key"), find(instance, "attributes"));
    }
  }
}

static const aml_value *values_of_variables(aml_arena *arena, const aml_value *variables) {
  aml_object_builder builder;
  if (!aml_value_is(variables, AML_OBJECT)) {
    return NULL;
  }
  aml_object_begin_sized(&builder, arena, variables->as.object.count);
  for (size_t i = 0; i < variables->as.object.count; i++) {
    const aml_member *one = &variables->as.object.members[i];
    const aml_value *value = find(one->value, "value");
    if (value != NULL) {
      aml_object_add(&builder, one->name, one->name_span, value);
    }
  }
  return aml_object_end(&builder, variables->span, 0);
}

static aml_tf_record *read_shown(reading *r, const aml_value *root, const aml_value *planned) {
  const aml_value *configuration = find(root, "configuration");
  aml_tf_record *record = r->record;
  record->is_state = planned == NULL;
  record->variables = values_of_variables(r->arena, find(root, "variables"));
  record->configuration = find(configuration, "root_module");
  record->azurerm = find(find(find(configuration, "provider_config"), "azurerm"), "version_constraint");
  add_changes(r, find(root, "resource_changes"));
  add_module(r, find(planned != NULL ? planned : find(root, "values"), "root_module"));
  return record;
}

static bool is_shown(const aml_value *root) {
  return find(root, "format_version") != NULL && find(root, "terraform_version") != NULL &&
         (find(root, "planned_values") != NULL || find(root, "values") != NULL);
}

static bool is_state_file(const aml_value *root) {
  const aml_value *version = find(root, "version");
  return aml_value_is(version, AML_INT) && version->as.integer == 4 &&
         find(root, "terraform_version") != NULL && find(root, "resources") != NULL;
}

bool aml_tf_is_record(const aml_value *root) {
  return is_shown(root) || is_state_file(root);
}

aml_tf_record *aml_tf_record_read(aml_arena *arena, const aml_value *root) {
  if (!aml_tf_is_record(root)) {
    return NULL;
  }
  reading r = {.arena = arena, .record = AML_NEW(arena, aml_tf_record)};
  aml_map_init(&r.unknown, arena, AML_MAP_EXACT);
  aml_map_init(&r.record->by_address, arena, AML_MAP_EXACT);
  if (is_shown(root)) {
    return read_shown(&r, root, find(root, "planned_values"));
  }
  r.record->is_state = true;
  add_stated(&r, find(root, "resources"));
  return r.record;
}
