/* Edits the text of a YAML file of exceptions, touching nothing but the entry in question: comments, order
 * and quoting stay. Where the file is written in a way that does not allow that, each of these fails. */
#ifndef AMLINT_WAIVER_EXCEPTIONS_EDIT_H
#define AMLINT_WAIVER_EXCEPTIONS_EDIT_H

#include "waiver/waiver.h"

/* The text with one more entry at the end of the list, which may be empty; `text` may be empty or hold only
 * comments: then the list is made. `root` is its tree, NULL for an empty text. Fails when an entry of that id
 * is there or when the list is not written in block style. */
AML_MUST_USE aml_status aml_exceptions_text_add(aml_arena *arena, aml_sv text, const aml_value *root,
    const aml_waiver *entry, aml_sv *out, aml_error *error);

/* The text with another `expires` for the entry of that id. */
AML_MUST_USE aml_status aml_exceptions_text_renew(aml_arena *arena, aml_sv text, const aml_value *root,
    aml_sv id, aml_day until, aml_sv *out, aml_error *error);

/* The text with `revoked: {on, by, reason}` as the last key of the entry of that id, taken from
 * waiver->revoked, revoked_by and revoked_reason. Fails where it is revoked already. */
AML_MUST_USE aml_status aml_exceptions_text_revoke(aml_arena *arena, aml_sv text, const aml_value *root,
    const aml_waiver *waiver, aml_sv *out, aml_error *error);

/* The text without the entry of that id, and without the comment lines right before it. */
AML_MUST_USE aml_status aml_exceptions_text_remove(
    aml_arena *arena, aml_sv text, const aml_value *root, aml_sv id, aml_sv *out, aml_error *error);

#endif
