#include "base/concat.h"

#include <string.h>

aml_sv aml_sv_concat(aml_arena *arena, const aml_sv *parts, size_t count) {
  size_t length = 0;
  for (size_t i = 0; i < count; i++) {
    length += parts[i].len;
  }
  char *copy = AML_NEW_ARRAY(arena, char, length + 1);
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    if (parts[i].len > 0) {
      memcpy(copy + at, parts[i].data, parts[i].len);
    }
    at += parts[i].len;
  }
  return (aml_sv){copy, length};
}
