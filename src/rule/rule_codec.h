/* What a rule does, to bytes and back (base/codec.h): rules that are compiled in are compiled when the
 * program is built, and only read by it. Private to rule/ and to the tool that embeds the rules. */
#ifndef AMLINT_RULE_RULE_CODEC_H
#define AMLINT_RULE_RULE_CODEC_H

#include "base/codec.h"
#include "rule/rule_body.h"

/* All that aml_rule_compile makes of a rule file. Types are not part of it. */
void aml_codec_rule_body(aml_codec *codec, aml_rule_body *body);

#endif
