/* Parameters of rules and policies: declarations, defaults, allowed values. */
#include "base/regex.h"
#include "expr/lift.h"
#include "expr/value_text.h"
#include "rule/rule_body.h"

static bool fits_type(const aml_value *value, aml_sv type) {
  static const struct {
    aml_sv name;
    unsigned kinds;
  } types[] = {{AML_SV_CONST("string"), 1U << AML_STRING}, {AML_SV_CONST("integer"), 1U << AML_INT},
      {AML_SV_CONST("int"), 1U << AML_INT}, {AML_SV_CONST("boolean"), 1U << AML_BOOL},
      {AML_SV_CONST("bool"), 1U << AML_BOOL}, {AML_SV_CONST("float"), 1U << AML_INT | 1U << AML_FLOAT},
      {AML_SV_CONST("number"), 1U << AML_INT | 1U << AML_FLOAT}, {AML_SV_CONST("array"), 1U << AML_ARRAY},
      {AML_SV_CONST("object"), 1U << AML_OBJECT}, {AML_SV_CONST("dateTime"), 1U << AML_STRING}};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (aml_sv_ieq(type, types[i].name)) {
      return (types[i].kinds & (1U << value->kind)) != 0;
    }
  }
  return true;
}

/* Azure converts texts, numbers and the like into each other; a list or an object is never one of them. */
static bool fits_roughly(const aml_value *value, aml_sv type) {
  bool is_open = value->kind == AML_NULL || value->kind == AML_UNKNOWN || aml_lift_gives_expression(value);
  bool is_container = value->kind == AML_ARRAY || value->kind == AML_OBJECT;
  bool wants_container = aml_sv_ieq(type, AML_SV("array")) || aml_sv_ieq(type, AML_SV("object"));
  return is_open || fits_type(value, type) || !(is_container || wants_container);
}

static void check_type(aml_compiler *compiler, const aml_parameter *parameter, const aml_value *value) {
  bool is_rule = compiler->dialect == AML_DIALECT_RULE;
  if (!(is_rule ? fits_type(value, parameter->type) : fits_roughly(value, parameter->type))) {
    aml_compile_error(compiler, value->span, (aml_sv){0},
        "The parameter '%.*s' must be of type %.*s, not %s.", AML_SV_ARG(parameter->name),
        AML_SV_ARG(parameter->type), aml_kind_name(value->kind));
  }
}

/* What the value, each item or each member has to be, by the word under `holds`; NULL: it is. */
static const char *find_fault(aml_arena *arena, const aml_value *value, aml_sv holds) {
  if (aml_sv_eq(holds, AML_SV("count"))) {
    return value->kind == AML_INT && value->as.integer >= 0 ? NULL : "a whole number, 0 or more";
  }
  if (aml_sv_eq(holds, AML_SV("text"))) {
    return value->kind == AML_STRING && value->as.string.len > 0 ? NULL : "a string";
  }
  bool is_pattern =
      !aml_sv_eq(holds, AML_SV("pattern")) ||
      (value->kind == AML_STRING && aml_regex_new(arena, value->as.string, AML_REGEX_BRIEF, NULL) != NULL);
  return is_pattern ? NULL : "a regular expression";
}

static void check_held(aml_compiler *compiler, const aml_parameter *parameter, const aml_value *value) {
  bool is_array = value->kind == AML_ARRAY;
  bool is_object = value->kind == AML_OBJECT;
  size_t count = is_array ? value->as.array.count : is_object ? value->as.object.count : 1;
  for (size_t i = 0; i < count; i++) {
    const aml_value *held = is_array    ? value->as.array.items[i]
                            : is_object ? value->as.object.members[i].value
                                        : value;
    const char *wanted = find_fault(compiler->arena, held, parameter->holds);
    if (wanted != NULL) {
      aml_sv shown = aml_value_show(compiler->arena, held, 60);
      aml_compile_error(compiler, held->span, (aml_sv){0}, "The parameter '%.*s' is '%.*s'; expected %s.",
          AML_SV_ARG(parameter->name), AML_SV_ARG(shown), wanted);
    }
  }
}

/* The default and the allowed values; of an array these are its items. */
static void check_declared(aml_compiler *compiler, const aml_parameter *parameter) {
  bool is_array = aml_sv_ieq(parameter->type, AML_SV("array"));
  if (parameter->default_ != NULL) {
    check_type(compiler, parameter, parameter->default_);
  }
  for (size_t i = 0; parameter->allowed != NULL && !is_array && i < parameter->allowed->as.array.count; i++) {
    check_type(compiler, parameter, parameter->allowed->as.array.items[i]);
  }
}

static void read_parameter(aml_compiler *compiler, const aml_member *member, aml_parameter *out) {
  const aml_value *tree = member->value;
  out->name = member->name;
  out->span = member->name_span;
  const aml_value *metadata = aml_object_find(tree, AML_SV("metadata"));
  out->type = aml_value_text(aml_object_find(tree, AML_SV("type")));
  out->description =
      aml_value_text(aml_object_find(metadata != NULL ? metadata : tree, AML_SV("description")));
  bool is_rule = compiler->dialect == AML_DIALECT_RULE;
  out->default_ = aml_object_find(tree, is_rule ? AML_SV("default") : AML_SV("defaultValue"));
  out->allowed = aml_object_find(tree, is_rule ? AML_SV("allowed") : AML_SV("allowedValues"));
  out->holds = is_rule ? aml_value_text(aml_object_find(tree, AML_SV("holds"))) : (aml_sv){0};
  check_declared(compiler, out);
}

aml_parameters aml_parameters_read(aml_compiler *compiler, const aml_value *tree) {
  aml_parameter *items = AML_NEW_ARRAY(compiler->arena, aml_parameter, tree->as.object.count);
  for (size_t i = 0; i < tree->as.object.count; i++) {
    read_parameter(compiler, &tree->as.object.members[i], &items[i]);
  }
  return (aml_parameters){items, tree->as.object.count};
}

static bool is_allowed(aml_arena *arena, const aml_parameter *parameter, const aml_value *value) {
  if (parameter->allowed == NULL || value->kind == AML_UNKNOWN) {
    return true;
  }
  /* An array parameter names several of the allowed values. */
  if (value->kind == AML_ARRAY) {
    for (size_t i = 0; i < value->as.array.count; i++) {
      if (!is_allowed(arena, parameter, value->as.array.items[i])) {
        return false;
      }
    }
    return true;
  }
  for (size_t i = 0; i < parameter->allowed->as.array.count; i++) {
    if (aml_policy_equal(arena, parameter->allowed->as.array.items[i], value) == AML_TRUE) {
      return true;
    }
  }
  return false;
}

static void check_value(aml_compiler *compiler, const aml_parameter *parameter, const aml_value *value) {
  check_type(compiler, parameter, value);
  check_held(compiler, parameter, value);
  if (!is_allowed(compiler->arena, parameter, value)) {
    aml_sv shown = aml_value_show(compiler->arena, value, 60);
    aml_sv allowed = aml_value_show(compiler->arena, parameter->allowed, 200);
    aml_compile_error(compiler, value->span, (aml_sv){0},
        "The value '%.*s' of the parameter '%.*s' is not one of the allowed values: %.*s.", AML_SV_ARG(shown),
        AML_SV_ARG(parameter->name), AML_SV_ARG(allowed));
  }
}

static const aml_value *unwrap(const aml_value *value) {
  const aml_value *inner = value->kind == AML_OBJECT && value->as.object.count == 1
                               ? aml_object_find(value, AML_SV("value"))
                               : NULL;
  return inner != NULL ? inner : value;
}

static void refuse_undeclared(
    aml_compiler *compiler, const aml_parameters *parameters, const aml_value *given) {
  aml_sv *names = AML_NEW_ARRAY(compiler->arena, aml_sv, parameters->count);
  for (size_t i = 0; i < parameters->count; i++) {
    names[i] = parameters->items[i].name;
  }
  for (size_t i = 0; i < given->as.object.count; i++) {
    const aml_member *member = &given->as.object.members[i];
    bool is_known = false;
    for (size_t k = 0; k < parameters->count && !is_known; k++) {
      is_known = aml_sv_ieq(member->name, names[k]);
    }
    if (!is_known) {
      aml_compile_error(compiler, member->name_span,
          aml_did_you_mean(compiler->arena, member->name, names, parameters->count),
          "The rule has no parameter '%.*s'.", AML_SV_ARG(member->name));
    }
  }
}

const aml_value *aml_parameters_bind(
    aml_compiler *compiler, const aml_parameters *parameters, const aml_value *given) {
  aml_object_builder values;
  aml_object_begin(&values, compiler->arena);
  bool has_given = aml_value_is(given, AML_OBJECT);
  for (size_t i = 0; i < parameters->count; i++) {
    const aml_parameter *parameter = &parameters->items[i];
    const aml_value *value = has_given ? aml_object_find(given, parameter->name) : NULL;
    if (value != NULL) {
      value = unwrap(value);
      check_value(compiler, parameter, value);
    }
    value = value != NULL ? value : parameter->default_;
    if (value != NULL) {
      aml_object_set(&values, parameter->name, parameter->span, value);
    }
  }
  if (has_given) {
    refuse_undeclared(compiler, parameters, given);
  }
  return aml_object_end(&values, AML_NO_SPAN, 0);
}
