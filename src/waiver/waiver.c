#include "waiver/waiver.h"

void aml_waivers_init(aml_waivers *waivers, aml_arena *arena) {
  *waivers = (aml_waivers){.arena = arena};
}

aml_waiver *aml_waivers_add(aml_waivers *waivers) {
  aml_waiver *waiver = AML_NEW(waivers->arena, aml_waiver);
  waiver->created = AML_DAY_NONE;
  waiver->until = AML_DAY_NONE;
  waiver->review = AML_DAY_NONE;
  waiver->revoked = AML_DAY_NONE;
  AML_VEC_PUSH(waivers->arena, &waivers->list, waiver);
  return waiver;
}

void aml_waiver_add_problem(aml_arena *arena, aml_waiver *waiver, aml_sv rule, aml_sv message) {
  aml_waiver_problem problem = {rule, message};
  AML_VEC_PUSH(arena, &waiver->problems, problem);
}

bool aml_waiver_is_pattern(aml_sv text) {
  return aml_sv_find_char(text, '*', 0) != AML_NPOS || aml_sv_find_char(text, '?', 0) != AML_NPOS;
}

bool aml_waiver_is_path_pattern(aml_sv path) {
  return aml_waiver_is_pattern(path) || aml_sv_find_char(path, '[', 0) != AML_NPOS;
}

/* What is written plainly before the first wildcard, without what is cut by it. */
aml_sv aml_waiver_pattern_folder(aml_sv pattern) {
  size_t plain = 0;
  while (plain < pattern.len && aml_sv_find_char(AML_SV("*?[\\"), pattern.data[plain], 0) == AML_NPOS) {
    plain++;
  }
  size_t slash = aml_sv_rfind_char(aml_sv_slice(pattern, 0, plain), '/');
  return slash == AML_NPOS ? AML_SV("") : aml_sv_slice(pattern, 0, slash);
}

bool aml_waiver_matches(aml_sv text, aml_sv other) {
  size_t at = 0;
  size_t star = AML_NPOS; /* the last '*' passed, and what of `other` it has swallowed */
  size_t swallowed = 0;
  for (size_t i = 0; i < other.len;) {
    bool is_same = at < text.len && (text.data[at] == '?' || aml_sv_ieq(aml_sv_slice(text, at, at + 1),
                                                                 aml_sv_slice(other, i, i + 1)));
    if (at < text.len && text.data[at] == '*') {
      star = at++;
      swallowed = i;
    } else if (is_same) {
      at++;
      i++;
    } else if (star != AML_NPOS) {
      at = star + 1;
      i = ++swallowed;
    } else {
      return false;
    }
  }
  while (at < text.len && text.data[at] == '*') {
    at++;
  }
  return at == text.len;
}
