#include "waiver/waiver.h"

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
