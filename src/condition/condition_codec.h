/* Compiled conditions and their parts to bytes and back (base/codec.h): those of rules that are compiled in,
 * for which no catalogue of aliases was at hand. Regular expressions are compiled anew while reading. */
#ifndef AMLINT_CONDITION_CONDITION_CODEC_H
#define AMLINT_CONDITION_CONDITION_CODEC_H

#include "base/codec.h"
#include "condition/condition.h"

/* These two may be absent: NULL. While reading NULL is handed in. */
const aml_condition_node *aml_codec_condition(aml_codec *codec, const aml_condition_node *from);
const aml_range *aml_codec_range(aml_codec *codec, const aml_range *from);

void aml_codec_operand(aml_codec *codec, aml_operand *operand);
void aml_codec_field(aml_codec *codec, aml_field *field);
void aml_codec_path(aml_codec *codec, aml_path *path);
void aml_codec_names(aml_codec *codec, aml_names *names);
/* A value, which may hold expressions; NULL where there is none. */
const aml_value *aml_codec_value(aml_codec *codec, const aml_value *value);

#endif
