/* Values as text: JSON for people and for string(), and canonical forms for comparing. */
#ifndef AMLINT_EXPR_VALUE_TEXT_H
#define AMLINT_EXPR_VALUE_TEXT_H

#include "base/json.h"
#include "base/strbuf.h"
#include "tree/value.h"

/* Writes a value as JSON; an unknown as {"$unknown": what is not known}, a secure one as "***" when
 * hide_secrets. */
void aml_value_write_json(aml_json *json, const aml_value *value, bool hide_secrets);

/* Compact JSON text in the arena, as ARM's string() gives for arrays and objects. */
aml_sv aml_value_json(aml_arena *arena, const aml_value *value, bool hide_secrets);

/* Compact JSON as .NET writes it, with `quote` (' or ") around texts and names. All of it must be known. */
void aml_value_write_text(aml_strbuf *out, const aml_value *value, char quote);

/* For messages: a string without quotes, a number, true, null, compact JSON for the rest, cut at
 * max_code_points as by aml_shorten_to; a secure value as ***; an unknown as "unknown (reason)". Inside
 * arrays and objects an ellipsis stands for what is unknown: "[1,…]". */
aml_sv aml_value_show(aml_arena *arena, const aml_value *value, size_t max_code_points);

#endif
