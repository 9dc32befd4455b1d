/* Values and expressions to bytes and back (base/codec.h): what rules hold that are compiled in. Neither
 * places nor the ways of values are kept, since those of a rule stand in no file that a user has. */
#ifndef AMLINT_EXPR_VALUE_CODEC_H
#define AMLINT_EXPR_VALUE_CODEC_H

#include "base/codec.h"
#include "expr/expr.h"

/* Describes what calls mean to whoever evaluates them (aml_expr.meaning); NULL where there is no such. */
typedef const void *aml_meaning_codec(aml_codec *codec, const void *meaning);

/* While writing, a value without flags; it and all in it are known. While reading NULL is handed in. */
const aml_value *aml_value_codec(aml_codec *codec, const aml_value *value, aml_meaning_codec *meaning);
/* The same where the value may be NULL. */
const aml_value *aml_value_codec_optional(
    aml_codec *codec, const aml_value *value, aml_meaning_codec *meaning);

#endif
