/* What refers to what, by the configuration that a plan holds: {resources: [{address, expressions}],
 * module_calls: {name: {expressions, module}}, outputs: {name: {expression}}}, with `references` in each
 * expression, the most exact one first. */
#include "terraform/record.h"

enum { WAYS_MAX = 64 }; /* steps through modules that are followed */

static const aml_value *find(const aml_value *object, aml_sv name) {
  return aml_value_is(object, AML_OBJECT) ? aml_object_find_exact(object, name) : NULL;
}

/* The only thing that an expression refers to; empty where it computes something of several. */
static aml_sv reference_of(const aml_value *expression) {
  const aml_value *list = find(expression, AML_SV("references"));
  bool has_any = aml_value_is(list, AML_ARRAY) && list->as.array.count > 0;
  aml_sv first = has_any ? aml_value_text(list->as.array.items[0]) : (aml_sv){0};
  for (size_t i = 1; has_any && i < list->as.array.count; i++) {
    if (!aml_sv_starts(first, aml_value_text(list->as.array.items[i]))) {
      return (aml_sv){0}; /* the others are the same, less exactly */
    }
  }
  return first;
}

/* A module of the configuration, and where it stands among those of the plan. */
typedef struct place {
  const aml_value *module;
  aml_sv address; /* "module.a[0].module.b"; empty for the root */
} place;

/* The name in "module.name[0]", which is the last part of an address. */
static aml_sv call_name(aml_sv address, aml_sv *above) {
  size_t dot = aml_sv_rfind_char(address, '.');
  aml_sv name = dot == AML_NPOS ? address : aml_sv_slice(address, dot + 1, address.len);
  size_t word = dot == AML_NPOS ? 0 : aml_sv_rfind_char(aml_sv_slice(address, 0, dot), '.');
  *above = word == AML_NPOS || dot == AML_NPOS ? (aml_sv){0} : aml_sv_slice(address, 0, word);
  size_t bracket = aml_sv_find_char(name, '[', 0);
  return bracket == AML_NPOS ? name : aml_sv_slice(name, 0, bracket);
}

static const aml_value *call_in(const aml_value *module, aml_sv name) {
  return find(find(module, AML_SV("module_calls")), name);
}

static place place_at(const aml_tf_record *record, aml_sv address, size_t depth) {
  aml_sv above = {0};
  if (address.len == 0 || depth > WAYS_MAX) {
    return (place){address.len == 0 ? record->configuration : NULL, address};
  }
  aml_sv name = call_name(address, &above);
  const place outer = place_at(record, above, depth + 1);
  return (place){find(call_in(outer.module, name), AML_SV("module")), address};
}

static const aml_value *expressions_of(const aml_value *module, const aml_tf_recorded *resource) {
  const aml_value *list = find(module, AML_SV("resources"));
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    const aml_value *one = list->as.array.items[i];
    const aml_value *type = find(one, AML_SV("type"));
    const aml_value *name = find(one, AML_SV("name"));
    if (type != NULL && name != NULL && aml_sv_eq(aml_value_text(type), resource->type) &&
        aml_sv_eq(aml_value_text(name), resource->name)) {
      return find(one, AML_SV("expressions"));
    }
  }
  return NULL;
}

static aml_sv below(aml_arena *arena, aml_sv module, aml_sv name) {
  return module.len == 0 ? name : aml_sv_format(arena, "%.*s.%.*s", AML_SV_ARG(module), AML_SV_ARG(name));
}

/* One step along a reference that is no resource: to the argument of the call, or to the output of a module.
 * False where it goes no further. */
static bool follow(aml_arena *arena, const aml_tf_record *record, place *at, aml_sv *reference) {
  aml_sv rest = *reference;
  aml_sv root = aml_sv_split(&rest, '.');
  aml_sv name = aml_sv_split(&rest, '.');
  if (aml_sv_eq(root, AML_SV("var")) && at->address.len > 0 && rest.len == 0) {
    aml_sv above = {0};
    aml_sv call = call_name(at->address, &above);
    *at = place_at(record, above, 0);
    *reference = reference_of(find(find(call_in(at->module, call), AML_SV("expressions")), name));
    return reference->len > 0;
  }
  if (aml_sv_eq(root, AML_SV("module")) && rest.len > 0 && aml_sv_find_char(rest, '.', 0) == AML_NPOS) {
    aml_sv address = aml_sv_format(arena, "module.%.*s", AML_SV_ARG(name));
    *at = place_at(record, below(arena, at->address, address), 0);
    const aml_value *output = find(find(at->module, AML_SV("outputs")), rest);
    *reference = reference_of(find(output, AML_SV("expression")));
    return reference->len > 0;
  }
  return false;
}

aml_sv aml_tf_record_source(
    aml_arena *arena, const aml_tf_record *record, const aml_tf_recorded *resource, aml_sv argument) {
  place at = place_at(record, resource->module, 0);
  aml_sv reference = reference_of(find(expressions_of(at.module, resource), argument));
  for (int i = 0; i < WAYS_MAX && reference.len > 0; i++) {
    if (aml_sv_ends(reference, AML_SV(".id")) && !aml_sv_starts(reference, AML_SV("module."))) {
      return below(arena, at.address, aml_sv_slice(reference, 0, reference.len - 3));
    }
    if (!follow(arena, record, &at, &reference)) {
      break;
    }
  }
  return (aml_sv){0};
}
