#include "expr/lift.h"

#include "expr/parse.h"
#include "tree/guest_value.h"

static bool is_expression(aml_sv text) {
  return text.len >= 2 && text.data[0] == '[' && text.data[1] != '[' && text.data[text.len - 1] == ']';
}

/* "[[x]", which stands for "[x]". */
static bool is_escaped(aml_sv text) {
  return text.len >= 3 && text.data[0] == '[' && text.data[1] == '[' && text.data[text.len - 1] == ']';
}

static bool is_as_it_is(aml_sv text) {
  return text.len < 2 || text.data[0] != '[' || text.data[text.len - 1] != ']';
}

bool aml_lift_gives_expression(const aml_value *value) {
  return aml_value_is(value, AML_EXPRESSION) ||
         (aml_value_is(value, AML_STRING) && is_expression(value->as.string));
}

aml_sv aml_lift_bracketed(aml_arena *arena, aml_sv text) {
  return is_expression(text) ? text : aml_sv_format(arena, "[%.*s]", AML_SV_ARG(text));
}

/* Where a text is written: between the quotes, or from the first byte of its span, where that is the text
 * itself, as it nearly always is; else its guest knows. */
static aml_expr_place find_place(aml_lifter *lifter, const aml_value *string) {
  aml_expr_place place = {.whole = string->span};
  aml_sv text = string->as.string;
  if (lifter->sources == NULL || aml_span_is_none(string->span)) {
    return place;
  }
  aml_sv written = aml_span_text(lifter->sources, string->span);
  size_t quote = written.len == text.len + 2 ? 1 : 0;
  place.is_verbatim = aml_sv_eq(aml_sv_slice(written, quote, written.len - quote), text);
  place.begin = string->span.begin + (uint32_t)quote;
  if (!place.is_verbatim) {
    place.guest = aml_guest_of_written(lifter->arena, lifter->sources, string);
  }
  return place;
}

/* Texts are known by where their bytes are: those of one place are one view, however often it is asked for.
 */
typedef struct lifted {
  const char *data;
  const aml_value *string, *expression;
} lifted;

static bool is_same_place(const aml_value *a, const aml_value *b) {
  return a->as.string.len == b->as.string.len && a->span.source == b->span.source &&
         a->span.begin == b->span.begin && a->span.end == b->span.end && a->flags == b->flags &&
         a->origin == b->origin;
}

static const aml_value *parse(aml_lifter *lifter, const aml_value *string) {
  aml_sv text = string->as.string;
  aml_expr_place place = find_place(lifter, string);
  const aml_expr *tree = aml_expr_parse(lifter->arena, text, &place, lifter->names);
  aml_value *value = AML_NEW(lifter->arena, aml_value);
  *value = (aml_value){.kind = AML_EXPRESSION,
      .flags = string->flags,
      .span = string->span,
      .origin = string->origin,
      .as.expression = {tree, text}};
  return value;
}

static const aml_value *find_or_parse(aml_lifter *lifter, const aml_value *string) {
  if (lifter->known == NULL) {
    lifter->known = AML_NEW(lifter->arena, aml_map);
    aml_map_init(lifter->known, lifter->arena, AML_MAP_EXACT);
  }
  const char *data = string->as.string.data;
  lifted *known = aml_map_find(lifter->known, (aml_sv){(const char *)&data, sizeof data});
  if (known != NULL && is_same_place(known->string, string)) {
    return known->expression;
  }
  if (known == NULL) {
    known = AML_NEW(lifter->arena, lifted);
    known->data = data;
    (void)aml_map_put(lifter->known, (aml_sv){(const char *)&known->data, sizeof known->data}, known);
  }
  known->string = string;
  known->expression = parse(lifter, string);
  return known->expression;
}

static const aml_value *unescape(const aml_lifter *lifter, const aml_value *string) {
  aml_value *literal = AML_NEW(lifter->arena, aml_value);
  *literal = *string;
  literal->as.string = aml_sv_slice(string->as.string, 1, string->as.string.len);
  literal->flags |= AML_VALUE_BLOCK;
  return literal;
}

const aml_value *aml_lift(aml_lifter *lifter, const aml_value *value) {
  if (value->kind != AML_STRING || is_as_it_is(value->as.string)) {
    return value;
  }
  if (is_expression(value->as.string)) {
    return lifter->remembers ? find_or_parse(lifter, value) : parse(lifter, value);
  }
  return is_escaped(value->as.string) ? unescape(lifter, value) : value;
}

const aml_value *aml_lift_name(aml_lifter *lifter, const aml_member *member) {
  if (is_as_it_is(member->name)) {
    return NULL;
  }
  return aml_lift(lifter, aml_value_string(lifter->arena, member->name, member->name_span));
}

static const aml_value *lift_array(aml_lifter *lifter, const aml_value *array) {
  const aml_value **items = NULL;
  size_t count = array->as.array.count;
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = array->as.array.items[i];
    const aml_value *meant = aml_lift_tree(lifter, item);
    if (meant != item && items == NULL) {
      items = AML_NEW_ARRAY(lifter->arena, const aml_value *, count);
      for (size_t k = 0; k < i; k++) {
        items[k] = array->as.array.items[k];
      }
    }
    if (items != NULL) {
      items[i] = meant;
    }
  }
  if (items == NULL) {
    return array;
  }
  const aml_value *made = aml_value_array(lifter->arena, items, count, array->span);
  return aml_value_moved(lifter->arena, made, array->span, array->origin, array->flags);
}

static const aml_expr *node_of(aml_arena *arena, const aml_value *value) {
  return value->kind == AML_EXPRESSION ? value->as.expression.tree : aml_expr_value(arena, value);
}

/* An object with computed names, of values that were lifted. */
static const aml_value *compute_names(
    aml_lifter *lifter, const aml_value *object, const aml_value *const *values) {
  aml_arena *arena = lifter->arena;
  size_t count = object->as.object.count;
  const aml_expr **args = AML_NEW_ARRAY(arena, const aml_expr *, 2 * count);
  for (size_t i = 0; i < count; i++) {
    const aml_member *member = &object->as.object.members[i];
    const aml_value *name = aml_lift_name(lifter, member);
    name = name != NULL ? name : aml_value_string(arena, member->name, member->name_span);
    args[2 * i] =
        name->kind == AML_STRING ? aml_expr_string(arena, name->as.string, name->span) : node_of(arena, name);
    args[2 * i + 1] = node_of(arena, values[i]);
  }
  const aml_expr *tree = aml_expr_object(arena, (aml_expr_list){args, 2 * count}, object->span);
  return aml_value_expression(arena, tree, (aml_sv){0}, object->span);
}

static const aml_value *lift_object(aml_lifter *lifter, const aml_value *object) {
  enum { FEW = 16 };
  size_t count = object->as.object.count;
  const aml_member *members = object->as.object.members;
  const aml_value *few[FEW];
  const aml_value **values = count <= FEW ? few : AML_NEW_ARRAY(lifter->arena, const aml_value *, count);
  bool is_same = true;
  bool is_named = true;
  for (size_t i = 0; i < count; i++) {
    values[i] = aml_lift_tree(lifter, members[i].value);
    is_same = is_same && values[i] == members[i].value;
    is_named = is_named && is_as_it_is(members[i].name);
  }
  if (!is_named) {
    return compute_names(lifter, object, values);
  }
  if (is_same) {
    return object;
  }
  aml_object_builder builder;
  aml_object_begin_sized(&builder, lifter->arena, count);
  for (size_t i = 0; i < count; i++) {
    aml_object_add(&builder, members[i].name, members[i].name_span, values[i]);
  }
  const aml_value *made = aml_object_end(&builder, object->span, object->flags);
  return aml_value_moved(lifter->arena, made, object->span, object->origin, object->flags);
}

const aml_value *aml_lift_tree(aml_lifter *lifter, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    return lift_array(lifter, value);
  }
  return value->kind == AML_OBJECT ? lift_object(lifter, value) : aml_lift(lifter, value);
}
