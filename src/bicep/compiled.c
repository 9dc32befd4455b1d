#include "bicep/compiled.h"

#include "arm/front_arm.h"

aml_file *aml_bicep_find_compiled(const aml_front_host *host, const aml_file *file) {
  aml_sv path = file->source->path;
  aml_sv stem = aml_sv_slice(path, 0, aml_sv_rfind_char(path, '.'));
  aml_file *made = aml_host_find(host, aml_sv_join(host->arena, stem, AML_SV(".json")));
  if (made == NULL || made->source->is_named || made->part_of != NULL || made->front != &aml_front_template) {
    return NULL;
  }
  aml_sv generator = aml_value_text(aml_value_path(aml_file_root(made), AML_SV("metadata._generator.name")));
  return aml_sv_ieq(generator, AML_SV("bicep")) ? made : NULL;
}

static bool is_nothing(const aml_value *value) {
  return value == NULL || value->kind == AML_NULL;
}

static bool is_same(const aml_value *written, const aml_value *made);

/* Whether each member of `a` is in `b` with the same value; `is_made`: `a` is the template's. What describes
 * it, which Bicep writes as a decorator, deploys nothing. */
static bool has_members(const aml_value *a, const aml_value *b, bool is_made) {
  bool is_fine = true;
  for (size_t i = 0; i < a->as.object.count && is_fine; i++) {
    const aml_value *value = a->as.object.members[i].value;
    aml_sv name = a->as.object.members[i].name;
    const aml_value *other = aml_object_find(b, name);
    bool is_description = other == NULL && aml_value_is(value, AML_OBJECT) && value->as.object.count == 1 &&
                          aml_sv_eq(name, AML_SV("metadata")) &&
                          aml_object_find(value, AML_SV("description")) != NULL;
    is_fine = is_made ? is_description || is_same(other, value) : is_nothing(value) || other != NULL;
  }
  return is_fine;
}

static bool has_items(const aml_value *written, const aml_value *made) {
  bool is_fine = written->as.array.count == made->as.array.count;
  for (size_t i = 0; i < made->as.array.count && is_fine; i++) {
    is_fine = is_same(written->as.array.items[i], made->as.array.items[i]);
  }
  return is_fine;
}

/* As deep as the reader lets values nest. The compiler writes types, and ids, as Azure spells them, and Azure
 * ignores case. */
static bool is_same(const aml_value *written, const aml_value *made) {
  if (is_nothing(written) || is_nothing(made)) {
    return is_nothing(written) && is_nothing(made);
  }
  if (made->kind == AML_UNKNOWN) {
    return true;
  }
  if (made->kind == AML_OBJECT && written->kind == AML_OBJECT) {
    return has_members(made, written, true) && has_members(written, made, false);
  }
  if (made->kind == AML_ARRAY && written->kind == AML_ARRAY) {
    return has_items(written, made);
  }
  if (made->kind == AML_STRING && written->kind == AML_STRING) {
    return aml_sv_ieq(written->as.string, made->as.string);
  }
  return aml_value_equal(written, made) == AML_TRUE;
}

static bool is_same_resource(const aml_resource *written, const aml_resource *made) {
  return aml_sv_ieq(written->type, made->type) && written->condition == made->condition &&
         is_same(written->name, made->name) && is_same(written->body, made->body);
}

/* What deploys others makes nothing by itself, and what exists is only mentioned. */
static bool is_made(const aml_resource *resource) {
  return !resource->is_existing && !aml_sv_ieq(resource->type, AML_SV("Microsoft.Resources/deployments"));
}

/* Mostly both have their resources in the same order. */
static bool makes(const aml_resources *all, const aml_resource *made, size_t *next) {
  for (size_t i = 0; i < all->list.count; i++) {
    size_t at = (*next + i) % all->list.count;
    if (is_same_resource(all->list.items[at], made)) {
      *next = at + 1;
      return true;
    }
  }
  return false;
}

static bool has_same_resources(const aml_unit *written, const aml_unit *made) {
  bool is_fine = written->status == AML_OK && made->status == AML_OK;
  size_t next = 0;
  for (size_t i = 0; i < made->resources.list.count && is_fine; i++) {
    const aml_resource *resource = made->resources.list.items[i];
    is_fine = !is_made(resource) || makes(&written->resources, resource, &next);
  }
  return is_fine;
}

/* The unit that is evaluated with the same parameter file. */
static const aml_unit *find_unit(const aml_file *file, const aml_file *parameters) {
  for (size_t i = 0; i < file->units.count; i++) {
    if (file->units.items[i]->parameters == parameters) {
      return file->units.items[i];
    }
  }
  return NULL;
}

/* A default that a parameter file replaces is in force where the template is deployed without it. */
static bool has_same_defaults(const aml_file *file, const aml_file *made) {
  const aml_value *own = aml_object_find(aml_file_root(file), AML_SV("parameters"));
  const aml_value *theirs = aml_object_find(aml_file_root(made), AML_SV("parameters"));
  bool is_fine = true;
  for (size_t i = 0; aml_value_is(theirs, AML_OBJECT) && i < theirs->as.object.count && is_fine; i++) {
    const aml_member *parameter = &theirs->as.object.members[i];
    const aml_value *value = aml_object_find(parameter->value, AML_SV("defaultValue"));
    const aml_value *written = aml_object_find(aml_object_find(own, parameter->name), AML_SV("defaultValue"));
    bool is_literal = !is_nothing(value) && value->kind != AML_EXPRESSION && value->kind != AML_OBJECT &&
                      value->kind != AML_ARRAY && !aml_sv_starts(aml_value_text(value), AML_SV("["));
    is_fine = !is_literal || is_same(written, value);
  }
  return is_fine;
}

bool aml_bicep_compiles_to(const aml_file *file, const aml_file *made) {
  bool is_fine = made->units.count > 0 && has_same_defaults(file, made);
  for (size_t i = 0; i < made->units.count && is_fine; i++) {
    const aml_unit *unit = made->units.items[i];
    const aml_unit *own = find_unit(file, unit->parameters);
    bool is_of_defaults = own == NULL && unit->parameters == NULL && made->units.count > 1;
    is_fine = is_of_defaults || (own != NULL && has_same_resources(own, unit));
  }
  return is_fine;
}
