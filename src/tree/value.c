#include "tree/value.h"

#include <assert.h>

enum { MEMBERS_WITHOUT_INDEX = 32 }; /* up to so many, looking at each is as quick as hashing */

/* Indexes map a name to the position of its last member, plus 1. */
static void *position_to_entry(size_t position) {
  return (void *)(uintptr_t)(position + 1);
}

static size_t entry_to_position(const void *entry) {
  return entry == NULL ? AML_NPOS : (size_t)(uintptr_t)entry - 1;
}

const aml_member *aml_object_member(const aml_value *object, aml_sv name) {
  if (!aml_value_is(object, AML_OBJECT)) {
    return NULL;
  }
  const aml_member *members = object->as.object.members;
  if (object->as.object.index != NULL) {
    size_t at = entry_to_position(aml_map_find(object->as.object.index, name));
    return at == AML_NPOS ? NULL : &members[at];
  }
  for (size_t i = object->as.object.count; i > 0; i--) {
    if (aml_sv_ieq(members[i - 1].name, name)) {
      return &members[i - 1];
    }
  }
  return NULL;
}

const aml_member *aml_object_member_exact(const aml_value *object, aml_sv name) {
  const aml_member *last = aml_object_member(object, name);
  if (last == NULL || aml_sv_eq(last->name, name)) {
    return last;
  }
  /* Names that differ in case only stand beside each other: rare, so looking at each will do. */
  const aml_member *members = object->as.object.members;
  for (size_t i = (size_t)(last - members); i > 0; i--) {
    if (aml_sv_eq(members[i - 1].name, name)) {
      return &members[i - 1];
    }
  }
  return NULL;
}

static const aml_value *value_of(const aml_member *member) {
  return member == NULL ? NULL : member->value;
}

const aml_value *aml_object_find(const aml_value *object, aml_sv name) {
  return value_of(aml_object_member(object, name));
}

const aml_value *aml_object_find_exact(const aml_value *object, aml_sv name) {
  return value_of(aml_object_member_exact(object, name));
}

const aml_value *aml_value_path(const aml_value *from, aml_sv dotted) {
  while (dotted.len > 0 && from != NULL) {
    from = aml_object_find(from, aml_sv_split(&dotted, '.'));
  }
  return from;
}

aml_sv aml_value_text(const aml_value *value) {
  return aml_value_is(value, AML_STRING) ? value->as.string : (aml_sv){NULL, 0};
}

const char *aml_kind_name(aml_kind kind) {
  switch (kind) {
  case AML_NULL:
    return "null";
  case AML_BOOL:
    return "boolean";
  case AML_INT:
    return "integer";
  case AML_FLOAT:
    return "float";
  case AML_STRING:
    return "string";
  case AML_ARRAY:
    return "array";
  case AML_OBJECT:
    return "object";
  case AML_EXPRESSION:
    return "expression";
  case AML_UNKNOWN:
    break;
  }
  return "unknown";
}

static aml_value *new_value(aml_arena *arena, aml_kind kind, aml_span span) {
  aml_value *value = AML_NEW(arena, aml_value);
  value->kind = kind;
  value->span = span;
  return value;
}

const aml_value *aml_value_null(aml_arena *arena, aml_span span) {
  return new_value(arena, AML_NULL, span);
}

const aml_value *aml_value_bool(aml_arena *arena, bool boolean, aml_span span) {
  aml_value *value = new_value(arena, AML_BOOL, span);
  value->as.boolean = boolean;
  return value;
}

const aml_value *aml_value_int(aml_arena *arena, int64_t integer, aml_span span) {
  aml_value *value = new_value(arena, AML_INT, span);
  value->as.integer = integer;
  return value;
}

const aml_value *aml_value_float(aml_arena *arena, double number, aml_span span) {
  aml_value *value = new_value(arena, AML_FLOAT, span);
  value->as.number = number;
  return value;
}

const aml_value *aml_value_string(aml_arena *arena, aml_sv string, aml_span span) {
  aml_value *value = new_value(arena, AML_STRING, span);
  value->as.string = string;
  return value;
}

const aml_value *aml_value_array(
    aml_arena *arena, const aml_value *const *items, size_t count, aml_span span) {
  aml_value *value = new_value(arena, AML_ARRAY, span);
  value->as.array.items = items;
  value->as.array.count = count;
  return value;
}

const aml_value *aml_value_expression(
    aml_arena *arena, const struct aml_expr *tree, aml_sv text, aml_span span) {
  aml_value *value = new_value(arena, AML_EXPRESSION, span);
  value->as.expression.tree = tree;
  value->as.expression.text = text;
  return value;
}

static const aml_value *make_unknown(aml_arena *arena, aml_unknown content, aml_span span) {
  aml_unknown *unknown = AML_NEW(arena, aml_unknown);
  *unknown = content;
  aml_value *value = new_value(arena, AML_UNKNOWN, span);
  value->as.unknown = unknown;
  return value;
}

const aml_value *aml_value_unknown(aml_arena *arena, aml_sv reason, aml_kinds kinds, aml_span span) {
  return make_unknown(arena, (aml_unknown){.reason = reason, .kinds = kinds}, span);
}

const aml_value *aml_value_unknown_text(
    aml_arena *arena, aml_sv reason, aml_sv prefix, aml_sv suffix, aml_span span) {
  aml_unknown unknown = {.reason = reason, .kinds = 1U << AML_STRING, .prefix = prefix, .suffix = suffix};
  return make_unknown(arena, unknown, span);
}

const aml_value *aml_value_filled(aml_arena *arena, const aml_value *value) {
  aml_unknown unknown = *value->as.unknown;
  unknown.is_filled = true;
  const aml_value *filled = make_unknown(arena, unknown, value->span);
  return aml_value_moved(arena, filled, value->span, value->origin, value->flags);
}

static void report_few_clashes(const aml_member *members, size_t count, aml_object_clash *clash, void *ctx) {
  uint64_t seen = 0; /* a bit for each length and first letter: most objects need no comparison at all */
  for (size_t i = 0; i < count; i++) {
    aml_sv name = members[i].name;
    unsigned first = name.len > 0 ? (unsigned char)aml_ascii_lower(name.data[0]) : 0;
    uint64_t bit = (uint64_t)1 << ((first + name.len * 7) % 64);
    for (size_t k = (seen & bit) != 0 ? i : 0; k > 0; k--) {
      if (aml_sv_ieq(members[k - 1].name, name)) {
        clash(ctx, &members[k - 1], &members[i]);
        break;
      }
    }
    seen |= bit;
  }
}

static aml_value *new_object(aml_arena *arena, const aml_member *members, size_t count, aml_span span,
    aml_object_clash *clash, void *ctx) {
  aml_value *object = new_value(arena, AML_OBJECT, span);
  object->as.object.members = members;
  object->as.object.count = count;
  if (count <= MEMBERS_WITHOUT_INDEX) {
    if (clash != NULL) {
      report_few_clashes(members, count, clash, ctx);
    }
    return object;
  }
  aml_map *index = AML_NEW(arena, aml_map);
  aml_map_init(index, arena, AML_MAP_IGNORE_CASE);
  aml_map_reserve(index, count);
  for (size_t i = 0; i < count; i++) {
    size_t former = entry_to_position(aml_map_put(index, members[i].name, position_to_entry(i)));
    if (former != AML_NPOS && clash != NULL) {
      clash(ctx, &members[former], &members[i]);
    }
  }
  object->as.object.index = index;
  return object;
}

const aml_value *aml_value_object(aml_arena *arena, const aml_member *members, size_t count, aml_span span,
    aml_object_clash *clash, void *ctx) {
  return new_object(arena, members, count, span, clash, ctx);
}

void aml_object_begin(aml_object_builder *builder, aml_arena *arena) {
  *builder = (aml_object_builder){.arena = arena};
}

void aml_object_begin_sized(aml_object_builder *builder, aml_arena *arena, size_t count) {
  aml_object_begin(builder, arena);
  builder->members.items = AML_NEW_ARRAY(arena, aml_member, count);
  builder->members.capacity = count;
}

void aml_object_add(aml_object_builder *builder, aml_sv name, aml_span name_span, const aml_value *value) {
  aml_member member = {name, name_span, value};
  AML_VEC_PUSH(builder->arena, &builder->members, member);
  if (builder->is_indexed) {
    (void)aml_map_put(&builder->index, name, position_to_entry(builder->members.count - 1));
  }
}

static size_t find_last(aml_object_builder *builder, aml_sv name) {
  if (builder->members.count > MEMBERS_WITHOUT_INDEX && !builder->is_indexed) {
    aml_map_init(&builder->index, builder->arena, AML_MAP_IGNORE_CASE);
    for (size_t i = 0; i < builder->members.count; i++) {
      (void)aml_map_put(&builder->index, builder->members.items[i].name, position_to_entry(i));
    }
    builder->is_indexed = true;
  }
  if (builder->is_indexed) {
    return entry_to_position(aml_map_find(&builder->index, name));
  }
  for (size_t i = builder->members.count; i > 0; i--) {
    if (aml_sv_ieq(builder->members.items[i - 1].name, name)) {
      return i - 1;
    }
  }
  return AML_NPOS;
}

void aml_object_set(aml_object_builder *builder, aml_sv name, aml_span name_span, const aml_value *value) {
  size_t at = find_last(builder, name);
  if (at == AML_NPOS) {
    aml_object_add(builder, name, name_span, value);
  } else {
    builder->members.items[at] = (aml_member){name, name_span, value};
  }
}

void aml_object_set_all(aml_object_builder *builder, const aml_value *object) {
  for (size_t i = 0; aml_value_is(object, AML_OBJECT) && i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    aml_object_set(builder, member->name, member->name_span, member->value);
  }
}

const aml_value *aml_object_end(aml_object_builder *builder, aml_span span, unsigned flags) {
  aml_value *object;
  if (builder->is_indexed) {
    aml_map *index = AML_NEW(builder->arena, aml_map);
    *index = builder->index;
    object = new_value(builder->arena, AML_OBJECT, span);
    object->as.object.members = builder->members.items;
    object->as.object.count = builder->members.count;
    object->as.object.index = index;
  } else {
    object = new_object(builder->arena, builder->members.items, builder->members.count, span, NULL, NULL);
  }
  object->flags = flags & 0xFFFFFFU;
  return object;
}

const aml_value *aml_value_moved(
    aml_arena *arena, const aml_value *value, aml_span span, const aml_origin *origin, unsigned flags) {
  aml_value *moved = AML_NEW(arena, aml_value);
  *moved = *value;
  moved->span = span;
  moved->origin = origin;
  moved->flags = flags & 0xFFFFFFU;
  return moved;
}

const aml_origin *aml_origin_new(
    aml_arena *arena, aml_step step, aml_sv name, aml_span span, const aml_origin *from) {
  aml_origin *origin = AML_NEW(arena, aml_origin);
  *origin = (aml_origin){.step = step, .name = name, .span = span, .from = from};
  return origin;
}

const aml_origin *aml_origin_of_expression(
    aml_arena *arena, const aml_value *expression, const aml_origin *from) {
  assert(expression->kind == AML_EXPRESSION);
  aml_origin *origin = AML_NEW(arena, aml_origin);
  *origin = (aml_origin){
      .step = AML_STEP_EXPRESSION, .expression = expression, .span = expression->span, .from = from};
  return origin;
}

const aml_origin *aml_origin_of_ending(aml_arena *arena, const aml_origin *origin) {
  const aml_origin *part = origin;
  while (part != NULL && !part->has_ending) {
    part = part->from;
  }
  if (part == NULL) {
    return origin;
  }
  const aml_origin *first = part->ending;
  const aml_origin **end = &first;
  for (const aml_origin *step = origin; step != part; step = step->from) {
    aml_origin *copy = AML_NEW(arena, aml_origin);
    *copy = *step;
    copy->from = part->ending;
    *end = copy;
    end = &copy->from;
  }
  return first;
}

/* Steps that hand a value on as it is. Whether they did is checked against the text at the end. */
static bool hands_on(aml_step step) {
  return step == AML_STEP_EXPRESSION || step == AML_STEP_PARAMETER || step == AML_STEP_VARIABLE ||
         step == AML_STEP_ARGUMENT;
}

static bool is_literal_step(aml_step step) {
  return step == AML_STEP_DEFAULT || step == AML_STEP_PARAMETER_FILE || step == AML_STEP_VARIABLE ||
         step == AML_STEP_ARGUMENT;
}

bool aml_value_written_at(const aml_value *value, aml_span *span) {
  const aml_origin *last = value->origin;
  if (last == NULL) {
    *span = value->span;
    return !aml_span_is_none(*span);
  }
  for (; last->from != NULL; last = last->from) {
    if (!hands_on(last->step)) {
      return false;
    }
  }
  *span = last->span;
  return is_literal_step(last->step) && !aml_span_is_none(*span);
}
