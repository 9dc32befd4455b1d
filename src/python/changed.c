/* Lists and dictionaries that were changed in place. */
#include "python/follow.h"

/* What tells a container from others, wherever its value stands: its items. NULL for one without any. */
static const void *items_of(const aml_value *data) {
  return data->kind == AML_OBJECT  ? (const void *)data->as.object.members
         : data->kind == AML_ARRAY ? (const void *)data->as.array.items
                                   : NULL;
}

void aml_py_mark_changed(aml_py_run *run, const aml_value *data) {
  const void **key = AML_NEW(run->arena, const void *);
  *key = items_of(data);
  if (*key != NULL) {
    (void)aml_map_put(&run->changed, (aml_sv){(const char *)key, sizeof *key}, run);
  }
}

bool aml_py_is_changed(const aml_py_run *run, const aml_value *data) {
  const void *key = items_of(data);
  return key != NULL && aml_map_find(&run->changed, (aml_sv){(const char *)&key, sizeof key}) != NULL;
}
