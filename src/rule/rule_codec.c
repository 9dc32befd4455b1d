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

static void code_lets(aml_codec *codec, aml_rule_body *body) {
  body->let_count = (size_t)aml_codec_word(codec, body->let_count);
  aml_let *lets = AML_CODEC_ITEMS(codec, aml_let, body->lets, body->let_count);
  for (size_t i = 0; i < body->let_count; i++) {
    lets[i].name = aml_codec_text(codec, lets[i].name);
    lets[i].takes_first = aml_codec_word(codec, lets[i].takes_first) != 0;
    lets[i].query = aml_codec_range(codec, lets[i].query);
    if (lets[i].query == NULL) {
      aml_codec_operand(codec, &lets[i].operand);
    }
  }
  body->lets = lets;
}

static void code_stages(aml_codec *codec, aml_rule_body *body) {
  body->stage_count = (size_t)aml_codec_word(codec, body->stage_count);
  aml_stage *stages = AML_CODEC_ITEMS(codec, aml_stage, body->stages, body->stage_count);
  for (size_t i = 0; i < body->stage_count; i++) {
    stages[i].when = aml_codec_condition(codec, stages[i].when);
    stages[i].severity = (aml_severity)aml_codec_word(codec, stages[i].severity);
  }
  body->stages = stages;
}

static void code_at(aml_codec *codec, aml_rule_body *body) {
  body->at_count = (size_t)aml_codec_word(codec, body->at_count);
  aml_field *fields = AML_CODEC_ITEMS(codec, aml_field, body->at, body->at_count);
  for (size_t i = 0; i < body->at_count; i++) {
    aml_codec_field(codec, &fields[i]);
  }
  body->at = fields;
}

static void code_pointers(aml_codec *codec, aml_rule_body *body) {
  body->pointer_count = (size_t)aml_codec_word(codec, body->pointer_count);
  aml_pointer *pointers = AML_CODEC_ITEMS(codec, aml_pointer, body->pointers, body->pointer_count);
  for (size_t i = 0; i < body->pointer_count; i++) {
    pointers[i].is_field = aml_codec_word(codec, pointers[i].is_field) != 0;
    if (pointers[i].is_field) {
      aml_codec_field(codec, &pointers[i].field);
    } else {
      aml_codec_operand(codec, &pointers[i].value);
    }
    code_text(codec, &pointers[i].text);
  }
  body->pointers = pointers;
}

static void code_messages(aml_codec *codec, aml_rule_body *body) {
  body->message_count = (size_t)aml_codec_word(codec, body->message_count);
  aml_alternative *messages = AML_CODEC_ITEMS(codec, aml_alternative, body->messages, body->message_count);
  for (size_t i = 0; i < body->message_count; i++) {
    messages[i].when = aml_codec_condition(codec, messages[i].when);
    code_text(codec, &messages[i].text);
  }
  body->messages = messages;
  code_text(codec, &body->help);
  code_text(codec, &body->cli);
}

static void code_fix(aml_codec *codec, aml_rule_body *body) {
  body->is_fix_safe = aml_codec_word(codec, body->is_fix_safe) != 0;
  body->fix_step_count = (size_t)aml_codec_word(codec, body->fix_step_count);
  aml_fix_step *steps = AML_CODEC_ITEMS(codec, aml_fix_step, body->fix_steps, body->fix_step_count);
  for (size_t i = 0; i < body->fix_step_count; i++) {
    steps[i].kind = (aml_fix_step_kind)aml_codec_word(codec, steps[i].kind);
    steps[i].path = aml_codec_text(codec, steps[i].path);
    aml_codec_operand(codec, &steps[i].value);
  }
  body->fix_steps = steps;
}

void aml_codec_rule_body(aml_codec *codec, aml_rule_body *body) {
  code_parameters(codec, &body->parameters);
  body->values = aml_codec_value(codec, body->values);
  code_lets(codec, body);
  aml_codec_names(codec, &body->targeting);
  body->each = aml_codec_range(codec, body->each);
  body->condition = aml_codec_condition(codec, body->condition);
  code_stages(codec, body);
  code_at(codec, body);
  code_pointers(codec, body);
  code_messages(codec, body);
  code_fix(codec, body);
}
