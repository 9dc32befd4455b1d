#include "python/values.h"

#include "base/limits.h"
#include "expr/function.h"

enum {
  ARGUMENTS_DEPTH = 8, /* objects in arguments of each other */
  SETTINGS_MAX =
      4096,         /* of such objects together, where they are data; and more of one that holds no others */
  INSTEADS_MAX = 16 /* branches of one name */
};

aml_py_setting *aml_py_setting_find(const aml_py_made *made, aml_sv name) {
  if (made->index != NULL) {
    uintptr_t place = (uintptr_t)aml_map_find(made->index, name);
    return place == 0 ? NULL : &made->settings.items[place - 1];
  }
  for (size_t i = made->settings.count; i > 0; i--) {
    if (aml_sv_eq(made->settings.items[i - 1].name, name)) {
      return &made->settings.items[i - 1];
    }
  }
  return NULL;
}

static void index_setting(aml_py_made *made, size_t at) {
  (void)aml_map_put(made->index, made->settings.items[at].name, (void *)(uintptr_t)(at + 1)); // NOLINT
}

void aml_py_setting_add(aml_arena *arena, aml_py_made *made, const aml_py_setting *setting) {
  enum { WITHOUT_INDEX = 16 };
  AML_VEC_PUSH(arena, &made->settings, *setting);
  size_t count = made->settings.count;
  if (made->index != NULL) {
    index_setting(made, count - 1);
  } else if (count > WITHOUT_INDEX) {
    made->index = AML_NEW(arena, aml_map);
    aml_map_init(made->index, arena, AML_MAP_EXACT);
    for (size_t i = 0; i < count; i++) {
      index_setting(made, i);
    }
  }
}

void aml_py_setting_put(aml_arena *arena, aml_py_made *made, const aml_py_setting *setting) {
  aml_py_setting *former = aml_py_setting_find(made, setting->name);
  if (former != NULL) {
    *former = *setting;
  } else {
    aml_py_setting_add(arena, made, setting);
  }
}

static const aml_value *data_of(aml_arena *arena, const aml_py_value *value, unsigned depth);

static bool is_one(const aml_py_value *value, unsigned depth) {
  return value->what == AML_PY_MADE && value->instead == NULL && depth < ARGUMENTS_DEPTH;
}

static size_t count_settings(const aml_py_value *value, unsigned depth, size_t most) {
  size_t count = is_one(value, depth) ? value->made->settings.count : 0;
  for (size_t i = 0; count > 0 && count < most && i < value->made->settings.count; i++) {
    count += count_settings(value->made->settings.items[i].value, depth + 1, most - count);
  }
  return count;
}

size_t aml_py_count_settings(const aml_py_value *value) {
  return count_settings(value, 0, SETTINGS_MAX);
}

static const aml_value *arguments_of(aml_arena *arena, const aml_py_made *made, unsigned depth) {
  aml_object_builder object;
  aml_object_begin_sized(&object, arena, made->settings.count);
  for (size_t i = 0; i < made->settings.count; i++) {
    const aml_py_setting *one = &made->settings.items[i];
    const aml_value *value = data_of(arena, one->value, depth + 1);
    if (value->kind != AML_NULL) {
      aml_object_add(&object, one->name, one->name_span, value);
    }
  }
  return aml_object_end(&object, made->span, made->open != NULL ? (unsigned)AML_VALUE_OPEN : 0);
}

static const aml_value *data_of(aml_arena *arena, const aml_py_value *value, unsigned depth) {
  return is_one(value, depth) ? arguments_of(arena, value->made, depth) : value->data;
}

const aml_value *aml_py_arguments(aml_arena *arena, const aml_py_made *made) {
  return arguments_of(arena, made, 0);
}

const aml_value *aml_py_data(aml_arena *arena, const aml_py_value *value) {
  bool is_too_much = value->what == AML_PY_MADE && aml_py_count_settings(value) >= SETTINGS_MAX;
  return is_too_much ? value->data : data_of(arena, value, 0);
}

const aml_py_value *aml_py_value_of(aml_arena *arena, const aml_value *data) {
  aml_py_value *value = AML_NEW(arena, aml_py_value);
  value->data = data;
  return value;
}

const aml_py_value *aml_py_imported(aml_arena *arena, aml_sv path, aml_span span) {
  aml_py_value *value = AML_NEW(arena, aml_py_value);
  value->what = AML_PY_IMPORTED;
  value->path = path;
  value->data =
      aml_py_unknown(arena, span, "'%.*s' is imported; write the value itself", AML_SV_ARG(path))->data;
  return value;
}

/* A container without items has some address of its own for them, by which it is told from others. */
static const aml_value *with_address(aml_arena *arena, const aml_value *data) {
  bool is_empty = (data->kind == AML_OBJECT && data->as.object.count == 0) ||
                  (data->kind == AML_ARRAY && data->as.array.count == 0);
  if (!is_empty) {
    return data;
  }
  aml_value *own = AML_NEW(arena, aml_value);
  *own = *data;
  if (data->kind == AML_OBJECT) {
    own->as.object.members = AML_NEW(arena, aml_member);
  } else {
    own->as.array.items = AML_NEW(arena, const aml_value *);
  }
  return own;
}

const aml_py_value *aml_py_container(aml_arena *arena, const aml_value *data) {
  enum { VALUES_FOR_A_STEP = 64 };
  size_t count = aml_count_values(data);
  aml_arena_spend(arena, (count == 0 ? (size_t)AML_LIMIT_VALUE_NODES : count) / VALUES_FOR_A_STEP);
  return count > 0 ? aml_py_value_of(arena, with_address(arena, data))
                   : aml_py_unknown(arena, data->span,
                         "it holds more than %d values, which are not followed; write the value itself",
                         AML_LIMIT_VALUE_NODES);
}

const aml_py_value *aml_py_unknown(aml_arena *arena, aml_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  aml_sv reason = aml_sv_vformat(arena, format, args);
  va_end(args);
  return aml_py_value_of(arena, aml_value_unknown(arena, reason, AML_KINDS_ANY, span));
}

static bool is_same(const aml_py_value *one, const aml_py_value *other) {
  if (one->what != other->what) {
    return false;
  }
  return one->what == AML_PY_DATA       ? aml_value_equal(one->data, other->data) == AML_TRUE
         : one->what == AML_PY_IMPORTED ? aml_sv_eq(one->path, other->path)
                                        : one->made == other->made;
}

/* Both, where both were made by calls. */
static const aml_py_value *chain(aml_arena *arena, const aml_py_value *one, const aml_py_value *other) {
  size_t length = 0;
  const aml_py_value *made = one;
  for (; other != NULL && length < INSTEADS_MAX; other = other->instead, length++) {
    aml_py_value *link = AML_NEW(arena, aml_py_value);
    *link = *other;
    link->instead = made;
    made = link;
  }
  return made;
}

const aml_py_value *aml_py_either(
    aml_arena *arena, aml_sv name, const aml_py_value *one, const aml_py_value *other) {
  if (one == other || is_same(one, other)) {
    return one;
  }
  if (one->what == AML_PY_MADE && other->what == AML_PY_MADE) {
    return chain(arena, one, other);
  }
  if (one->what != AML_PY_DATA || other->what != AML_PY_DATA) {
    return one->what != AML_PY_DATA ? one : other; /* "AmlCompute = None" where the import fails */
  }
  return aml_py_unknown(arena, other->data->span,
      "'%.*s' is not the same in all branches; give it one value to have this checked", AML_SV_ARG(name));
}
