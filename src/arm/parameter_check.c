/* Types of parameters, and whether a value may stand for one. */
#include "arm/template_expansion.h"
#include "base/utf8.h"

enum { CHECK_DEPTH = 16, REF_DEPTH = 32 };

typedef struct type_name {
  aml_sv name;
  aml_kinds kinds;
  bool is_secure;
} type_name;

static const type_name type_names[] = {
    {AML_SV_CONST("string"), 1U << AML_STRING, false},
    {AML_SV_CONST("securestring"), 1U << AML_STRING, true},
    {AML_SV_CONST("int"), 1U << AML_INT, false},
    {AML_SV_CONST("bool"), 1U << AML_BOOL, false},
    {AML_SV_CONST("object"), 1U << AML_OBJECT, false},
    {AML_SV_CONST("secureobject"), 1U << AML_OBJECT, true},
    {AML_SV_CONST("array"), 1U << AML_ARRAY, false},
};

static const type_name *find_type(const aml_value *declaration) {
  aml_sv name = aml_value_text(aml_object_find(declaration, AML_SV("type")));
  for (size_t i = 0; i < sizeof type_names / sizeof type_names[0]; i++) {
    if (aml_sv_ieq(type_names[i].name, name)) {
      return &type_names[i];
    }
  }
  return NULL;
}

static bool is_set(const aml_value *declaration, const char *name) {
  const aml_value *flag = aml_object_find(declaration, aml_sv_of(name));
  return aml_value_is(flag, AML_BOOL) && flag->as.boolean;
}

aml_kinds aml_arm_type_kinds(const aml_value *declaration) {
  const type_name *type = find_type(declaration);
  if (type == NULL) {
    return AML_KINDS_ANY;
  }
  return type->kinds | (is_set(declaration, "nullable") ? 1U << AML_NULL : 0);
}

bool aml_arm_type_is_secure(const aml_value *declaration) {
  const type_name *type = find_type(declaration);
  return type != NULL && type->is_secure;
}

/* The definition's members with those of the referring declaration on top. */
static const aml_value *overlay(aml_arena *arena, const aml_value *base, const aml_value *over) {
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  for (size_t i = 0; i < base->as.object.count; i++) {
    const aml_member *member = &base->as.object.members[i];
    aml_object_add(&builder, member->name, member->name_span, member->value);
  }
  for (size_t i = 0; i < over->as.object.count; i++) {
    const aml_member *member = &over->as.object.members[i];
    if (!aml_sv_ieq(member->name, AML_SV("$ref"))) {
      aml_object_set(&builder, member->name, member->name_span, member->value);
    }
  }
  return aml_object_end(&builder, over->span, 0);
}

/* Counts n comparisons; false, with AML003, when the bound is reached: what is left is not objected to. */
static bool spend_checks(aml_arm_run *run, aml_span span, size_t n) {
  if (run->checks_left >= n) {
    run->checks_left -= n;
    return true;
  }
  run->checks_left = 0;
  aml_arm_report_limit(
      run, span, aml_sv_format(run->arena, "%d comparisons of parameter values", AML_LIMIT_VALUE_CHECKS));
  return false;
}

/* What holds of a value whatever it is made of: what refers to other definitions of its file is left out. */
static const aml_value *keep_plain(aml_arena *arena, const aml_value *definition) {
  static const aml_sv names[] = {AML_SV_CONST("$ref"), AML_SV_CONST("type"), AML_SV_CONST("nullable"),
      AML_SV_CONST("allowedValues"), AML_SV_CONST("minValue"), AML_SV_CONST("maxValue"),
      AML_SV_CONST("minLength"), AML_SV_CONST("maxLength")};
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const aml_member *member = aml_object_member(definition, names[i]);
    if (member != NULL) {
      aml_object_add(&builder, member->name, member->name_span, member->value);
    }
  }
  return aml_object_end(&builder, definition->span, 0);
}

/* The definition that a reference means, in the frame's file or, "path#/definitions/x", in another one,
 * where *frame moves. NULL where there is none. */
static const aml_value *find_definition(const aml_arm_frame **frame, aml_sv ref) {
  static const aml_sv prefix = AML_SV_CONST("#/definitions/");
  size_t at = aml_sv_ifind(ref, prefix, 0);
  if (at == AML_NPOS || (at > 0 && !(*frame)->is_lowered)) {
    return NULL;
  }
  const aml_arm_frame *there = at == 0 ? *frame : aml_arm_import_frame(*frame, aml_sv_slice(ref, 0, at));
  if (there == NULL) {
    return NULL;
  }
  *frame = there;
  const aml_value *definitions = aml_object_find(there->template_, AML_SV("definitions"));
  const aml_value *found = aml_object_find(definitions, aml_sv_slice(ref, at + prefix.len, ref.len));
  return aml_value_is(found, AML_OBJECT) ? found : NULL;
}

const aml_value *aml_arm_definition_resolve(const aml_arm_frame *frame, const aml_value *declaration) {
  const aml_arm_frame *own = frame;
  for (int i = 0; i < REF_DEPTH; i++) {
    aml_sv ref = aml_value_text(aml_object_find(declaration, AML_SV("$ref")));
    const aml_arm_frame *from = frame;
    const aml_value *definition = ref.len == 0 ? NULL : find_definition(&frame, ref);
    if (definition == NULL) {
      return declaration;
    }
    definition = frame == own ? definition : keep_plain(from->run->arena, definition);
    if (!spend_checks(own->run, declaration->span, definition->as.object.count)) {
      return declaration;
    }
    declaration = overlay(own->run->arena, definition, declaration);
  }
  return declaration;
}

typedef struct check {
  const aml_arm_frame *frame;
  aml_arena *arena;
  int depth;
} check;

static aml_arm_complaint check_value(check *state, const aml_value *declaration, const aml_value *value);

static bool is_fine(aml_arm_complaint complaint) {
  return complaint.text.len == 0;
}

#define COMPLAIN(state, value, ...)                                                                          \
  ((aml_arm_complaint){.span = (value)->span, .text = aml_sv_format((state)->arena, __VA_ARGS__)})

/* Text compares without case here: a value that differs in case only is not worth an alarm. */
static aml_truth is_same(const aml_value *a, const aml_value *b) {
  if (a->kind == AML_STRING && b->kind == AML_STRING) {
    return aml_sv_ieq(a->as.string, b->as.string) ? AML_TRUE : AML_FALSE;
  }
  return aml_value_equal(a, b);
}

static bool may_be_among(check *state, const aml_value *allowed, const aml_value *value) {
  for (size_t i = 0; i < allowed->as.array.count; i++) {
    if (!spend_checks(state->frame->run, value->span, 1)) {
      return true;
    }
    if (is_same(allowed->as.array.items[i], value) != AML_FALSE) {
      return true;
    }
  }
  return false;
}

static aml_arm_complaint check_allowed(check *state, const aml_value *declaration, const aml_value *value) {
  const aml_value *allowed = aml_object_find(declaration, AML_SV("allowedValues"));
  if (!aml_value_is(allowed, AML_ARRAY) || may_be_among(state, allowed, value)) {
    return (aml_arm_complaint){0};
  }
  if (value->kind == AML_ARRAY) {
    size_t fitting = 0;
    while (fitting < value->as.array.count && may_be_among(state, allowed, value->as.array.items[fitting])) {
      fitting++;
    }
    return fitting == value->as.array.count
               ? (aml_arm_complaint){0}
               : COMPLAIN(state, value, "contains an item that is not one of the allowed values");
  }
  if (value->kind == AML_STRING && !aml_value_has(value, AML_VALUE_SECURE) &&
      !aml_arm_type_is_secure(declaration)) {
    return COMPLAIN(
        state, value, "is '%.*s', which is not one of the allowed values", AML_SV_ARG(value->as.string));
  }
  return COMPLAIN(state, value, "is not one of the allowed values");
}

static aml_arm_complaint check_range(check *state, const aml_value *declaration, const aml_value *value,
    int64_t size, const char *min_name, const char *max_name) {
  const aml_value *min = aml_object_find(declaration, aml_sv_of(min_name));
  const aml_value *max = aml_object_find(declaration, aml_sv_of(max_name));
  const char *what = value->kind == AML_INT ? "is" : "has the length";
  if (aml_value_is(min, AML_INT) && size < min->as.integer) {
    return COMPLAIN(state, value, "%s %lld, below the '%s' of %lld", what, (long long)size, min_name,
        (long long)min->as.integer);
  }
  if (aml_value_is(max, AML_INT) && size > max->as.integer) {
    return COMPLAIN(state, value, "%s %lld, above the '%s' of %lld", what, (long long)size, max_name,
        (long long)max->as.integer);
  }
  return (aml_arm_complaint){0};
}

/* What is wrong below a member or an item is wrong at the path that begins with it. */
static aml_arm_complaint below(check *state, aml_arm_complaint complaint, aml_sv step) {
  complaint.path = aml_sv_join(state->arena, step, complaint.path);
  return complaint;
}

static aml_arm_complaint check_member(check *state, const aml_value *type, const aml_member *member) {
  aml_arm_complaint complaint = check_value(state, type, member->value);
  return is_fine(complaint)
             ? complaint
             : below(state, complaint, aml_sv_format(state->arena, ".%.*s", AML_SV_ARG(member->name)));
}

static aml_arm_complaint check_items(check *state, const aml_value *declaration, const aml_value *array) {
  const aml_value *items = aml_object_find(declaration, AML_SV("items"));
  const aml_value *first = aml_object_find(declaration, AML_SV("prefixItems"));
  aml_arm_complaint complaint = {0};
  for (size_t i = 0; is_fine(complaint) && i < array->as.array.count; i++) {
    bool is_prefix = aml_value_is(first, AML_ARRAY) && i < first->as.array.count;
    const aml_value *item_type = is_prefix ? first->as.array.items[i] : items;
    if (aml_value_is(item_type, AML_OBJECT)) {
      complaint = check_value(state, item_type, array->as.array.items[i]);
      if (!is_fine(complaint)) {
        return below(state, complaint, aml_sv_format(state->arena, "[%zu]", i));
      }
    }
  }
  return complaint;
}

/* The members that a discriminated type declares for this value; NULL where there are none or it is open. */
static const aml_value *find_variant(check *state, const aml_value *declaration, const aml_value *object) {
  const aml_value *discriminator = aml_object_find(declaration, AML_SV("discriminator"));
  const aml_value *name = aml_object_find(discriminator, AML_SV("propertyName"));
  const aml_value *tag = aml_object_find(object, aml_value_text(name));
  const aml_value *mapping = aml_object_find(discriminator, AML_SV("mapping"));
  const aml_value *variant = aml_object_find(mapping, aml_value_text(tag));
  return variant == NULL ? NULL : aml_arm_definition_resolve(state->frame, variant);
}

static aml_arm_complaint check_declared_members(
    check *state, const aml_value *properties, const aml_value *object) {
  aml_arm_complaint complaint = {0};
  for (size_t i = 0; is_fine(complaint) && i < properties->as.object.count; i++) {
    const aml_member *declared = &properties->as.object.members[i];
    const aml_value *type = aml_arm_definition_resolve(state->frame, declared->value);
    const aml_value *value = aml_object_find(object, declared->name);
    if (value != NULL) {
      const aml_member member = {.name = declared->name, .value = value};
      complaint = check_member(state, type, &member);
    } else if (!is_set(type, "nullable") && !aml_value_has(object, AML_VALUE_OPEN)) {
      complaint = COMPLAIN(state, object, "lacks the member '%.*s'", AML_SV_ARG(declared->name));
    }
  }
  return complaint;
}

static aml_arm_complaint check_other_members(
    check *state, const aml_value *declaration, const aml_value *properties, const aml_value *object) {
  const aml_value *others = aml_object_find(declaration, AML_SV("additionalProperties"));
  aml_arm_complaint complaint = {0};
  for (size_t i = 0; others != NULL && is_fine(complaint) && i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    if (aml_object_find(properties, member->name) != NULL) {
      continue;
    }
    if (others->kind == AML_OBJECT) {
      complaint = check_member(state, others, member);
    } else if (others->kind == AML_BOOL && !others->as.boolean) {
      complaint = (aml_arm_complaint){.span = member->name_span,
          .text = aml_sv_format(
              state->arena, "has a member '%.*s' that its type does not have", AML_SV_ARG(member->name))};
    }
  }
  return complaint;
}

static aml_arm_complaint check_members(check *state, const aml_value *declaration, const aml_value *object) {
  if (aml_object_find(declaration, AML_SV("discriminator")) != NULL) {
    const aml_value *variant = find_variant(state, declaration, object);
    return variant == NULL ? (aml_arm_complaint){0} : check_value(state, variant, object);
  }
  const aml_value *properties = aml_object_find(declaration, AML_SV("properties"));
  aml_arm_complaint complaint = {0};
  if (aml_value_is(properties, AML_OBJECT)) {
    complaint = check_declared_members(state, properties, object);
  }
  return is_fine(complaint) ? check_other_members(state, declaration, properties, object) : complaint;
}

static aml_arm_complaint check_content(check *state, const aml_value *declaration, const aml_value *value) {
  if (value->kind == AML_INT) {
    return check_range(state, declaration, value, value->as.integer, "minValue", "maxValue");
  }
  if (value->kind == AML_STRING) {
    int64_t length = (int64_t)aml_utf16_length(value->as.string);
    return check_range(state, declaration, value, length, "minLength", "maxLength");
  }
  if (value->kind == AML_ARRAY) {
    int64_t length = (int64_t)value->as.array.count;
    aml_arm_complaint complaint = check_range(state, declaration, value, length, "minLength", "maxLength");
    return is_fine(complaint) ? check_items(state, declaration, value) : complaint;
  }
  return value->kind == AML_OBJECT ? check_members(state, declaration, value) : (aml_arm_complaint){0};
}

static bool is_whole(const aml_value *value) {
  return value->kind == AML_FLOAT && value->as.number >= -9e15 && value->as.number <= 9e15 &&
         value->as.number == (double)(int64_t)value->as.number;
}

static aml_arm_complaint check_value(check *state, const aml_value *declaration, const aml_value *value) {
  declaration = aml_arm_definition_resolve(state->frame, declaration);
  const type_name *type = find_type(declaration);
  aml_kinds kinds = aml_arm_type_kinds(declaration);
  if (value->kind == AML_UNKNOWN || value->kind == AML_NULL || state->depth == CHECK_DEPTH) {
    return (aml_arm_complaint){0};
  }
  bool is_int = is_whole(value) && (kinds & (1U << AML_INT));
  if (type != NULL && !(kinds & (1U << value->kind)) && !is_int) {
    return COMPLAIN(state, value, "is declared as '%.*s' but its value is of type '%s'",
        AML_SV_ARG(type->name), aml_kind_name(value->kind));
  }
  aml_arm_complaint complaint = check_allowed(state, declaration, value);
  if (is_fine(complaint)) {
    state->depth++;
    complaint = check_content(state, declaration, value);
    state->depth--;
  }
  return complaint;
}

aml_arm_complaint aml_arm_parameter_complaint(
    const aml_arm_frame *frame, const aml_value *declaration, const aml_value *value) {
  check state = {.frame = frame, .arena = frame->run->arena};
  return check_value(&state, declaration, value);
}
