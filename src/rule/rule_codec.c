#include "rule/rule_codec.h"

#include "condition/condition_codec.h"

static void code_part(aml_codec *codec, aml_part *part) {
  part->kind = (aml_part_kind)aml_codec_word(codec, part->kind);
  part->text = aml_codec_text(codec, part->text);
  if (part->kind == AML_PART_TEXT) {
    return;
  }
  part->let = (size_t)aml_codec_word(codec, part->let);
  part->is_quoted = aml_codec_word(codec, part->is_quoted) != 0;
  part->one = aml_codec_text(codec, part->one);
  part->many = aml_codec_text(codec, part->many);
  if (part->kind == AML_PART_FIELD) {
    aml_codec_field(codec, &part->field);
  } else {
    aml_codec_path(codec, &part->path);
  }
}

static void code_text(aml_codec *codec, aml_text *text) {
  text->count = (size_t)aml_codec_word(codec, text->count);
  aml_part *parts = AML_CODEC_ITEMS(codec, aml_part, text->parts, text->count);
  for (size_t i = 0; i < text->count; i++) {
    code_part(codec, &parts[i]);
  }
  text->parts = parts;
}

static void code_parameters(aml_codec *codec, aml_parameters *parameters) {
  parameters->count = (size_t)aml_codec_word(codec, parameters->count);
  aml_parameter *items = AML_CODEC_ITEMS(codec, aml_parameter, parameters->items, parameters->count);
  for (size_t i = 0; i < parameters->count; i++) {
    items[i].name = aml_codec_text(codec, items[i].name);
    items[i].type = aml_codec_text(codec, items[i].type);
    items[i].holds = aml_codec_text(codec, items[i].holds);
    items[i].description = aml_codec_text(codec, items[i].description);
    items[i].default_ = aml_codec_value(codec, items[i].default_);
    items[i].allowed = aml_codec_value(codec, items[i].allowed);
  }
  parameters->items = items;
}

/* All but the name. */
static const void *code_let(aml_codec *codec, const void *from) {
  aml_let *let = AML_CODEC_ITEMS(codec, aml_let, from, 1);
  let->takes_first = aml_codec_word(codec, let->takes_first) != 0;
  let->query = aml_codec_range(codec, let->query);
  if (let->query == NULL) {
    aml_codec_operand(codec, &let->operand);
  }
  return let;
}

static void code_lets(aml_codec *codec, aml_rule_body *body) {
  body->let_count = (size_t)aml_codec_word(codec, body->let_count);
  aml_let *lets = AML_CODEC_ITEMS(codec, aml_let, body->lets, body->let_count);
  for (size_t i = 0; i < body->let_count; i++) {
    aml_sv name = aml_codec_text(codec, lets[i].name);
    const aml_let *let = aml_codec_later(codec, &lets[i], code_let, &lets[i].later);
    lets[i] = let == NULL ? lets[i] : *let;
    lets[i].name = name;
  }
  body->lets = lets;
}

static void code_looks(aml_codec *codec, aml_looks *looks) {
  aml_codec_names(codec, &looks->types);
  looks->at_namesakes = aml_codec_word(codec, looks->at_namesakes) != 0;
  looks->among_own = aml_codec_word(codec, looks->among_own) != 0;
  looks->above = aml_codec_word(codec, looks->above) != 0;
  looks->tells_name = aml_codec_word(codec, looks->tells_name) != 0;
  looks->anywhere = aml_codec_word(codec, looks->anywhere) != 0;
}

static void code_stages(aml_codec *codec, aml_telling *telling) {
  telling->stage_count = (size_t)aml_codec_word(codec, telling->stage_count);
  aml_stage *stages = AML_CODEC_ITEMS(codec, aml_stage, telling->stages, telling->stage_count);
  for (size_t i = 0; i < telling->stage_count; i++) {
    stages[i].when = aml_codec_condition(codec, stages[i].when);
    stages[i].severity = (aml_severity)aml_codec_word(codec, stages[i].severity);
  }
  telling->stages = stages;
}

static void code_at(aml_codec *codec, aml_telling *telling) {
  telling->at_count = (size_t)aml_codec_word(codec, telling->at_count);
  aml_field *fields = AML_CODEC_ITEMS(codec, aml_field, telling->at, telling->at_count);
  for (size_t i = 0; i < telling->at_count; i++) {
    aml_codec_field(codec, &fields[i]);
  }
  telling->at = fields;
}

static void code_pointers(aml_codec *codec, aml_telling *telling) {
  telling->pointer_count = (size_t)aml_codec_word(codec, telling->pointer_count);
  aml_pointer *pointers = AML_CODEC_ITEMS(codec, aml_pointer, telling->pointers, telling->pointer_count);
  for (size_t i = 0; i < telling->pointer_count; i++) {
    pointers[i].is_field = aml_codec_word(codec, pointers[i].is_field) != 0;
    if (pointers[i].is_field) {
      aml_codec_field(codec, &pointers[i].field);
    } else {
      aml_codec_operand(codec, &pointers[i].value);
    }
    code_text(codec, &pointers[i].text);
  }
  telling->pointers = pointers;
}

static void code_messages(aml_codec *codec, aml_telling *telling) {
  telling->message_count = (size_t)aml_codec_word(codec, telling->message_count);
  aml_alternative *messages =
      AML_CODEC_ITEMS(codec, aml_alternative, telling->messages, telling->message_count);
  for (size_t i = 0; i < telling->message_count; i++) {
    messages[i].when = aml_codec_condition(codec, messages[i].when);
    code_text(codec, &messages[i].text);
  }
  telling->messages = messages;
  code_text(codec, &telling->help);
  code_text(codec, &telling->cli);
}

static void code_fix(aml_codec *codec, aml_telling *telling) {
  telling->is_fix_safe = aml_codec_word(codec, telling->is_fix_safe) != 0;
  telling->fix_step_count = (size_t)aml_codec_word(codec, telling->fix_step_count);
  aml_fix_step *steps = AML_CODEC_ITEMS(codec, aml_fix_step, telling->fix_steps, telling->fix_step_count);
  for (size_t i = 0; i < telling->fix_step_count; i++) {
    steps[i].kind = (aml_fix_step_kind)aml_codec_word(codec, steps[i].kind);
    steps[i].path = aml_codec_text(codec, steps[i].path);
    aml_codec_operand(codec, &steps[i].value);
  }
  telling->fix_steps = steps;
}

static const void *code_telling(aml_codec *codec, const void *from) {
  aml_telling *telling = AML_CODEC_ITEMS(codec, aml_telling, from, 1);
  code_stages(codec, telling);
  code_at(codec, telling);
  code_pointers(codec, telling);
  code_messages(codec, telling);
  code_fix(codec, telling);
  return telling;
}

void aml_codec_rule_body(aml_codec *codec, aml_rule_body *body) {
  code_parameters(codec, &body->parameters);
  body->values = aml_codec_value(codec, body->values);
  code_lets(codec, body);
  aml_codec_names(codec, &body->targeting);
  code_looks(codec, &body->looks);
  body->each = aml_codec_range(codec, body->each);
  body->condition = aml_codec_condition(codec, body->condition);
  body->telling = aml_codec_later(codec, body->telling, code_telling, &body->later);
}
