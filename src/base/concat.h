/* Texts put together, many times faster than by a format. */
#ifndef AMLINT_BASE_CONCAT_H
#define AMLINT_BASE_CONCAT_H

#include "base/sv.h"

/* All parts, one behind the other, in the arena, followed by a NUL that is not counted. */
aml_sv aml_sv_concat(aml_arena *arena, const aml_sv *parts, size_t count);
#define AML_SV_CONCAT(arena, ...)                                                                            \
  aml_sv_concat(arena, (const aml_sv[]){__VA_ARGS__}, sizeof((const aml_sv[]){__VA_ARGS__}) / sizeof(aml_sv))

#endif
