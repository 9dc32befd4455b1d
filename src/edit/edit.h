/* Single edits of YAML and JSON texts that keep the style of what surrounds them. */
#ifndef AMLINT_EDIT_EDIT_H
#define AMLINT_EDIT_EDIT_H

#include "source/text_edit.h"
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

/* The text of a source with those of the edits that lie in it, which are in order and apart. */
aml_sv aml_edits_apply(
    aml_arena *arena, aml_sv text, aml_source_id source, const aml_edit *edits, size_t count);

/* Whether YAML takes the text for a string as it stands, whatever its version. Says no to more than it must.
 */
bool aml_yaml_is_plain(aml_sv text);

#endif
