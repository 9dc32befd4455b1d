/* Text as Azure Policy compares it: letter case is folded over all of Unicode, expansions included ("Straße"
 * equals "STRASSE"). ASCII texts are compared in place; others are folded into the arena. */
#ifndef AMLINT_CONDITION_FOLD_H
#define AMLINT_CONDITION_FOLD_H

#include "base/sv.h"

/* The folded text; `s` itself when it is ASCII without capitals. */
aml_sv aml_fold_text(aml_arena *arena, aml_sv s);

/* Folded texts: equality, order by bytes (negative, zero or positive), and whether `part` occurs. */
bool aml_fold_eq(aml_arena *arena, aml_sv a, aml_sv b);
int aml_fold_cmp(aml_arena *arena, aml_sv a, aml_sv b);
bool aml_fold_contains(aml_arena *arena, aml_sv text, aml_sv part);

/* `like`: '*' stands for any characters, '?' for one; the rest for itself, ignoring case. */
bool aml_fold_like(aml_arena *arena, aml_sv text, aml_sv pattern);

typedef enum aml_match_case { AML_MATCH_EXACT, AML_MATCH_FOLDED } aml_match_case;

/* `match`: '#' stands for a digit, '?' for a letter, '.' for any character; the rest for itself. */
bool aml_fold_match(aml_arena *arena, aml_sv text, aml_sv pattern, aml_match_case how);

#endif
