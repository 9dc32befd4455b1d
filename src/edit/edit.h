/* Single edits of YAML and JSON texts that keep the style of what surrounds them. */
#ifndef AMLINT_EDIT_EDIT_H
#define AMLINT_EDIT_EDIT_H

#include "source/edit.h"
#include "tree/value.h"

/* Sets or, with value NULL, removes the key "a.b" of a mapping as it was read from YAML (NULL for none).
 * False where that cannot be done for certain: aliases and anchors, block scalars, line ends that readers
 * disagree about. */
bool aml_edit_yaml(aml_arena *arena, const aml_sources *sources, const aml_value *mapping, aml_sv path,
    const aml_value *value, aml_edit *out);

/* Replaces a scalar literal written at `span` in JSON. */
bool aml_edit_json_scalar(
    aml_arena *arena, const aml_sources *sources, aml_span span, const aml_value *value, aml_edit *out);
/* Puts a new first member, `path` below the object written at `span`, creating objects on the way. */
bool aml_edit_json_insert(aml_arena *arena, const aml_sources *sources, aml_span span, aml_sv path,
    const aml_value *value, aml_edit *out);
/* Takes out a member with the comma that belongs to it. */
bool aml_edit_json_remove(const aml_sources *sources, const aml_member *member, aml_edit *out);

#endif
