/* Lists and dictionaries that are changed in place.
 *
 * Many values may stand for one object of the program: each name of it, an argument, an item of a list. What
 * they share are the items, whose address tells objects apart; a dictionary that grows under one name has new
 * items after each item that is set, and the values of before are out of date. */
#include "python/follow.h"

typedef struct aml_py_object {
  const void *current; /* the items that are in date; NULL where those are not in a value yet */
  bool is_lost;        /* it was changed in a way that was not followed */
} aml_py_object;

/* What tells a container from others, wherever its value stands. NULL for what is no container. */
static const void *items_of(const aml_value *data) {
  return data->kind == AML_OBJECT  ? (const void *)data->as.object.members
         : data->kind == AML_ARRAY ? (const void *)data->as.array.items
                                   : NULL;
}

static aml_py_object *find(const aml_py_run *run, const void *items) {
  return items == NULL ? NULL : aml_map_find(&run->changed, (aml_sv){(const char *)&items, sizeof items});
}

/* The object whose items they are now. */
static void note(aml_py_run *run, aml_py_object *object, const void *items) {
  const void **key = AML_NEW(run->arena, const void *);
  *key = items;
  object->current = items;
  (void)aml_map_put(&run->changed, (aml_sv){(const char *)key, sizeof *key}, object);
}

static aml_py_object *object_of(aml_py_run *run, const aml_value *data) {
  const void *items = items_of(data);
  aml_py_object *object = find(run, items);
  if (object == NULL && items != NULL) {
    object = AML_NEW(run->arena, aml_py_object);
    note(run, object, items);
  }
  return object;
}

void aml_py_mark_changed(aml_py_run *run, const aml_value *data) {
  aml_py_object *object = object_of(run, data);
  if (object != NULL) {
    object->is_lost = true;
  }
}

bool aml_py_is_changed(const aml_py_run *run, const aml_value *data) {
  const aml_py_object *object = find(run, items_of(data));
  return object != NULL && (object->is_lost || object->current != items_of(data));
}

/* As deep as values are. */
static void mark_all(aml_py_run *run, const aml_value *data) {
  aml_arena_spend(run->arena, 1);
  aml_py_mark_changed(run, data);
  for (size_t i = 0; data->kind == AML_ARRAY && i < data->as.array.count; i++) {
    mark_all(run, data->as.array.items[i]);
  }
  for (size_t i = 0; data->kind == AML_OBJECT && i < data->as.object.count; i++) {
    mark_all(run, data->as.object.members[i].value);
  }
}

void aml_py_mark_all(aml_py_run *run, const aml_py_value *value) {
  if (value->what == AML_PY_DATA) {
    mark_all(run, value->data);
  }
  if (value->what == AML_PY_DATA && value->path.len > 0) {
    (void)aml_map_put(&run->unseen, value->path, run);
  }
  for (const aml_py_maybe *one = value->may_be; one != NULL; one = one->next) {
    aml_arena_spend(run->arena, 1);
    mark_all(run, one->value->data); /* which of an object that a call has made is unknown */
  }
}

/* ---- Objects that calls have made ---- */

void aml_py_set_unknown(aml_py_run *run, aml_py_made *made, aml_sv name, aml_span span) {
  const aml_py_setting setting = {name, made->name_span,
      aml_py_unknown(run->arena, span,
          "'%.*s' may be set again by its name in a string; set it as an argument", AML_SV_ARG(name))};
  aml_py_setting_put(run->arena, made, &setting);
}

void aml_py_blur_one(aml_py_run *run, aml_py_made *made, aml_span span) {
  enum { SETTINGS_FOR_A_STEP = 8 };
  aml_arena_spend(run->arena, made->settings.count / SETTINGS_FOR_A_STEP);
  for (size_t i = 0; i < made->settings.count; i++) {
    aml_py_setting *one = &made->settings.items[i];
    bool is_kept = aml_sv_eq(one->name, AML_SV("name")); /* by which it is spoken of */
    if (!is_kept && aml_py_says_something(one->value)) {
      aml_py_set_unknown(run, made, one->name, span);
    }
  }
  made->open =
      aml_py_unknown(run->arena, span, "attributes are set here by names that are not known; write them out")
          ->data;
  made->is_blurred = true;
}

void aml_py_blur(aml_py_run *run, const aml_py_value *object, aml_span span) {
  for (; object != NULL && object->what == AML_PY_MADE; object = object->instead) {
    aml_py_blur_one(run, object->made, span);
  }
}

/* ---- What may be one of several objects ---- */

/* The list with another object. One that has too many grows no more: what else it may be is not known from
 * here on, as if all of it were changed. */
static const aml_py_maybe *add_maybe(aml_py_run *run, const aml_py_maybe *list, const aml_py_value *object) {
  enum { OBJECTS_MAX = 32 };
  size_t count = 0;
  for (const aml_py_maybe *one = list; one != NULL; one = one->next, count++) {
    if (one->value == object) {
      return list;
    }
  }
  if (count >= OBJECTS_MAX) {
    aml_py_mark_all(run, object);
    aml_py_blur(run, object, object->data->span);
    return list;
  }
  aml_py_maybe *made = AML_NEW(run->arena, aml_py_maybe);
  *made = (aml_py_maybe){object, list};
  return made;
}

const aml_py_value *aml_py_may_be(
    aml_py_run *run, const aml_py_value *value, const aml_py_value *const *others, size_t count) {
  const aml_py_maybe *list = value->may_be;
  for (size_t i = 0; i < count; i++) {
    const aml_py_value *other = others[i];
    bool is_object =
        other->what == AML_PY_MADE || (other->what == AML_PY_DATA && items_of(other->data) != NULL);
    for (const aml_py_maybe *inner = other->may_be; inner != NULL; inner = inner->next) {
      list = add_maybe(run, list, inner->value);
    }
    list = is_object ? add_maybe(run, list, other) : list;
  }
  if (list == value->may_be) {
    return value;
  }
  aml_py_value *made = AML_NEW(run->arena, aml_py_value);
  *made = *value;
  made->may_be = list;
  return made;
}

/* ---- Dictionaries that grow ---- */

struct aml_py_growing {
  aml_py_run *run;
  aml_py_object *object;
  const aml_py_value *owner; /* the value that stands for it as it is; others are of before */
  AML_VEC(aml_member) members;
  aml_map places; /* of the members by their names: their number and 1 */
  aml_span span;
  unsigned flags;
  const aml_py_value *settled; /* NULL since the last item was set */
};

static void set_member(aml_py_growing *growing, const aml_member *member) {
  uintptr_t place = (uintptr_t)aml_map_find(&growing->places, member->name);
  if (place > 0) {
    growing->members.items[place - 1] = *member;
    return;
  }
  AML_VEC_PUSH(growing->run->arena, &growing->members, *member);
  (void)aml_map_put(&growing->places, member->name, (void *)(uintptr_t)growing->members.count); // NOLINT
}

static aml_py_growing *begin_growing(aml_py_run *run, const aml_value *data) {
  enum { MEMBERS_FOR_A_STEP = 8 };
  aml_arena_spend(run->arena, data->as.object.count / MEMBERS_FOR_A_STEP);
  aml_py_growing *growing = AML_NEW(run->arena, aml_py_growing);
  *growing =
      (aml_py_growing){.run = run, .object = object_of(run, data), .span = data->span, .flags = data->flags};
  aml_map_init(&growing->places, run->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < data->as.object.count; i++) {
    set_member(growing, &data->as.object.members[i]);
  }
  return growing;
}

const aml_py_value *aml_py_with_member(
    aml_py_run *run, const aml_py_value *of, const aml_value *name, const aml_value *value) {
  aml_py_growing *growing = of->growing;
  bool is_in_date = growing != NULL ? growing->owner == of && !growing->object->is_lost &&
                                          (growing->settled == NULL ||
                                              growing->object->current == items_of(growing->settled->data))
                                    : of->data->kind == AML_OBJECT && !aml_py_is_changed(run, of->data);
  if (!is_in_date || name == NULL || name->kind != AML_STRING) {
    if (growing != NULL) {
      growing->object->is_lost = true;
    }
    aml_py_mark_all(run, of);
    return aml_py_unknown(run->arena, of->data->span, "an item is set whose name is not known; write it out");
  }
  growing = growing != NULL ? growing : begin_growing(run, of->data);
  growing->object->current = NULL;
  growing->settled = NULL;
  set_member(growing, &(aml_member){name->as.string, name->span, value});
  aml_py_value *made = AML_NEW(run->arena, aml_py_value);
  made->growing = growing;
  made->data =
      aml_py_unknown(run->arena, growing->span, "it is changed in a branch; set it in one place")->data;
  growing->owner = made;
  return made;
}

static const aml_value *out_of_date(aml_py_run *run, aml_span span) {
  return aml_value_unknown(run->arena,
      AML_SV("it is changed through another name, or later; set it in one place"), AML_KINDS_ANY, span);
}

const aml_py_value *aml_py_settled(const aml_py_value *value) {
  aml_py_growing *growing = value == NULL ? NULL : value->growing;
  if (growing == NULL) {
    return value;
  }
  aml_py_run *run = growing->run;
  if (growing->object->is_lost) {
    return aml_py_value_of(run->arena, out_of_date(run, value->data->span));
  }
  if (growing->owner != value) {
    return aml_py_value_of(run->arena, value->data);
  }
  if (growing->settled == NULL) {
    size_t count = growing->members.count;
    if (!aml_py_may_copy(run, count * sizeof(aml_member))) {
      return aml_py_too_much(run, growing->span);
    }
    aml_member *members = AML_NEW_ARRAY(run->arena, aml_member, count);
    for (size_t i = 0; i < count; i++) {
      members[i] = growing->members.items[i];
    }
    const aml_value *object = aml_value_object(run->arena, members, count, growing->span, NULL, NULL);
    object = aml_value_moved(run->arena, object, growing->span, NULL, growing->flags);
    growing->settled = aml_py_container(run->arena, object);
    if (items_of(growing->settled->data) != NULL) {
      note(run, growing->object, items_of(growing->settled->data));
    }
  }
  return growing->settled;
}

const aml_py_value *aml_py_copy(aml_py_run *run, const aml_py_value *value, aml_span span) {
  const aml_value *data = value->data;
  if (value->what != AML_PY_DATA || data->kind != AML_OBJECT) {
    return value;
  }
  size_t count = data->as.object.count;
  if (!aml_py_may_copy(run, count * sizeof(aml_member))) {
    return aml_py_too_much(run, span);
  }
  aml_member *members = AML_NEW_ARRAY(run->arena, aml_member, count);
  for (size_t i = 0; i < count; i++) {
    members[i] = data->as.object.members[i];
  }
  const aml_value *object = aml_value_object(run->arena, members, count, span, NULL, NULL);
  return aml_py_container(run->arena, aml_value_moved(run->arena, object, span, data->origin, data->flags));
}

/* ---- At the end ---- */

static const aml_value *in_date(aml_py_run *run, const aml_value *data);

static const aml_value *array_in_date(aml_py_run *run, const aml_value *array) {
  size_t count = array->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(run->arena, const aml_value *, count);
  bool is_same = true;
  for (size_t i = 0; i < count; i++) {
    items[i] = in_date(run, array->as.array.items[i]);
    is_same = is_same && items[i] == array->as.array.items[i];
  }
  return is_same ? array
                 : aml_value_moved(run->arena, aml_value_array(run->arena, items, count, array->span),
                       array->span, array->origin, array->flags);
}

static const aml_value *object_in_date(aml_py_run *run, const aml_value *object) {
  size_t count = object->as.object.count;
  aml_member *members = AML_NEW_ARRAY(run->arena, aml_member, count);
  bool is_same = true;
  for (size_t i = 0; i < count; i++) {
    members[i] = object->as.object.members[i];
    members[i].value = in_date(run, members[i].value);
    is_same = is_same && members[i].value == object->as.object.members[i].value;
  }
  return is_same ? object
                 : aml_value_moved(run->arena,
                       aml_value_object(run->arena, members, count, object->span, NULL, NULL), object->span,
                       object->origin, object->flags);
}

/* A value, or what is known of it after the last statement. As deep as values are. */
static const aml_value *in_date(aml_py_run *run, const aml_value *data) {
  aml_arena_spend(run->arena, 1);
  if (aml_py_is_changed(run, data)) {
    return out_of_date(run, data->span);
  }
  return data->kind == AML_ARRAY    ? array_in_date(run, data)
         : data->kind == AML_OBJECT ? object_in_date(run, data)
                                    : data;
}

static void settle_made(aml_py_run *run, aml_py_made *made, unsigned depth);

static void settle_value(aml_py_run *run, const aml_py_value **value, unsigned depth) {
  enum { DEPTH_MAX = 8 }; /* of objects in arguments of each other */
  if ((*value)->what == AML_PY_DATA) {
    const aml_value *data = in_date(run, (*value)->data);
    *value = data == (*value)->data ? *value : aml_py_value_of(run->arena, data);
  }
  for (const aml_py_value *one = *value; one != NULL && depth < DEPTH_MAX; one = one->instead) {
    if (one->what == AML_PY_MADE) {
      settle_made(run, one->made, depth + 1);
    }
  }
}

static void settle_made(aml_py_run *run, aml_py_made *made, unsigned depth) {
  for (size_t i = 0; i < made->settings.count; i++) {
    settle_value(run, &made->settings.items[i].value, depth);
  }
}

void aml_py_settle_all(aml_py_run *run) {
  for (size_t i = 0; run->changed.count > 0 && i < run->made.count; i++) {
    settle_made(run, run->made.items[i], 0);
  }
  for (size_t i = 0; run->changed.count > 0 && i < run->sent.count; i++) {
    settle_value(run, &run->sent.items[i].body, 0);
  }
}
