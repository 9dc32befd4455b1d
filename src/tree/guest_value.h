/* The texts of trees as guests of the file that holds them (source/guest.h). */
#ifndef AMLINT_TREE_GUEST_VALUE_H
#define AMLINT_TREE_GUEST_VALUE_H

#include "source/guest.h"
#include "tree/read.h"

/* The text of a string of YAML or JSON, however it is written: plain, in quotes, or as a block. Of an array
 * of strings of JSON, as notebooks have them for lines: their texts one behind the other. `host` is what the
 * tree was read from.
 *
 * NULL where the text is not what is written at the value's span, as of what was computed, comes from
 * elsewhere, or stands for a placeholder: then there is no place to show but the value's own. O(length of
 * what is written). */
const aml_guest *aml_guest_of_value(
    aml_arena *arena, const aml_guest *host, aml_syntax syntax, const aml_value *value);

/* The same of a string, whatever the syntax, whose span is a source's; NULL too where the sources are. */
const aml_guest *aml_guest_of_written(aml_arena *arena, const aml_sources *sources, const aml_value *string);

/* The text of the string of JSON that is written by a range of the host, quotes included; NULL for none. */
const aml_guest *aml_guest_of_json(aml_arena *arena, const aml_guest *host, aml_guest_range written);

/* The place of the bytes [begin, end) of a string's text; the string's own span where it is not known better,
 * or the sources are NULL. The memory that it takes on the way is given back. */
aml_span aml_value_part(
    aml_arena *scratch, const aml_sources *sources, const aml_value *string, aml_guest_range part);

/* Reads a guest's text as aml_tree_read_as reads a source; spans, of diagnostics and comments too, are the
 * file's. What is to change in such a tree is changed through aml_guest_edit. The guest must outlive the
 * tree. */
aml_tree *aml_guest_read_tree(const aml_guest *guest, aml_syntax syntax, aml_arena *arena, aml_diags *diags);

#endif
