/* What exports hold of people. Private to inventory/. */
#ifndef AMLINT_INVENTORY_PERSONAL_H
#define AMLINT_INVENTORY_PERSONAL_H

#include "tree/value.h"

/* Whether "name@place" is in the text, also with the '@' as addresses of pages write it. */
bool aml_export_has_address(aml_sv text);

/* Whether an address of somebody, or a UUID, which may be that of somebody in a directory, is written in the
 * text. An id of a resource holds UUIDs of other things. The name of somebody has no form to know it by. */
bool aml_export_tells_person(aml_sv text);

/* The value without what it holds of people, and without members that are null: what a tool prints as null is
 * not there. What a member's name shows to be of somebody is unknown then; a text in which somebody is
 * written stays, for comparison, and is never shown (AML_VALUE_SECURE). */
const aml_value *aml_export_without_people(aml_arena *arena, const aml_value *value);

#endif
