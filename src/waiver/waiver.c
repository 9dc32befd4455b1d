#include "waiver/waiver.h"

#include "source/discover.h"

void aml_waivers_init(aml_waivers *waivers, aml_arena *arena) {
  *waivers = (aml_waivers){.arena = arena};
}

aml_waiver *aml_waivers_add(aml_waivers *waivers) {
  aml_waiver *waiver = AML_NEW(waivers->arena, aml_waiver);
  waiver->created = AML_DAY_NONE;
  waiver->until = AML_DAY_NONE;
  waiver->review = AML_DAY_NONE;
  AML_VEC_PUSH(waivers->arena, &waivers->list, waiver);
  return waiver;
}

bool aml_waiver_is_pattern(aml_sv text) {
  return aml_sv_find_char(text, '*', 0) != AML_NPOS || aml_sv_find_char(text, '?', 0) != AML_NPOS;
}

bool aml_waiver_is_path_pattern(aml_sv path) {
  return aml_waiver_is_pattern(path) || aml_sv_find_char(path, '[', 0) != AML_NPOS;
}

bool aml_waiver_matches(aml_sv text, aml_sv other) {
  return aml_waiver_is_pattern(text) ? aml_glob_match(text, other) : aml_sv_ieq(text, other);
}
