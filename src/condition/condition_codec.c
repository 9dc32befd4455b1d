#include "condition/condition_codec.h"

#include "condition/field_values.h"
#include "condition/policy_functions.h"
#include "expr/value_codec.h"

/* What a call may mean: nothing, a function of templates, or one of conditions, which are told by their rows.
 */
enum { NOTHING, OF_TEMPLATE, FIRST_ROW };

/* What is told of a function of conditions behind its number: most calls name neither a field nor a let. */
typedef enum named { NAMES_NOTHING, NAMES_FIELD, NAMES_LET, NAMED } named;

static size_t number_of(const aml_policy_call *call) {
  if (call == NULL || call->function == NULL) {
    return call == NULL ? NOTHING : OF_TEMPLATE;
  }
  size_t row = 0;
  while (aml_policy_function_at(row) != call->function) {
    row++;
  }
  named what = call->field != NULL ? NAMES_FIELD : call->let != AML_NPOS ? NAMES_LET : NAMES_NOTHING;
  return FIRST_ROW + row * NAMED + what;
}

static const void *code_meaning(aml_codec *codec, const void *meaning) {
  size_t number = (size_t)aml_codec_word(codec, number_of(meaning));
  if (number < FIRST_ROW) {
    return number == NOTHING ? NULL : &aml_policy_call_of_template;
  }
  aml_policy_call *call = AML_CODEC_ITEMS(codec, aml_policy_call, meaning, 1);
  named what = (number - FIRST_ROW) % NAMED;
  call->function = aml_policy_function_at((number - FIRST_ROW) / NAMED);
  if (what == NAMES_FIELD) {
    aml_field *field = AML_CODEC_ITEMS(codec, aml_field, call->field, 1);
    aml_codec_field(codec, field);
    call->field = field;
  }
  call->let = what == NAMES_LET ? (size_t)aml_codec_word(codec, call->let) : AML_NPOS;
  return call;
}

const aml_value *aml_codec_value(aml_codec *codec, const aml_value *value) {
  return aml_value_codec_optional(codec, value, code_meaning);
}

void aml_codec_names(aml_codec *codec, aml_names *names) {
  names->count = (size_t)aml_codec_word(codec, names->count);
  aml_sv *items = AML_CODEC_ITEMS(codec, aml_sv, names->items, names->count);
  for (size_t i = 0; i < names->count; i++) {
    items[i] = aml_codec_text(codec, items[i]);
  }
  names->items = items;
}

void aml_codec_operand(aml_codec *codec, aml_operand *operand) {
  operand->kind = (aml_operand_kind)aml_codec_word(codec, operand->kind);
  operand->value = aml_codec_value(codec, operand->value);
}

void aml_codec_path(aml_codec *codec, aml_path *path) {
  path->count = (size_t)aml_codec_word(codec, path->count);
  path->wildcards = (size_t)aml_codec_word(codec, path->wildcards);
  path->may_flatten = aml_codec_word(codec, path->may_flatten) != 0;
  aml_segment *segments = AML_CODEC_ITEMS(codec, aml_segment, path->segments, path->count);
  for (size_t i = 0; i < path->count; i++) {
    segments[i].kind = (aml_segment_kind)aml_codec_word(codec, segments[i].kind);
    segments[i].name = aml_codec_text(codec, segments[i].name);
    segments[i].index = (size_t)aml_codec_word(codec, segments[i].index);
  }
  path->segments = segments;
}

void aml_codec_field(aml_codec *codec, aml_field *field) {
  field->kind = (aml_field_kind)aml_codec_word(codec, field->kind);
  field->text = aml_codec_text(codec, field->text);
  field->type = aml_codec_text(codec, field->type);
  field->is_outer = aml_codec_word(codec, field->is_outer) != 0;
  field->style = (aml_operand_style)aml_codec_word(codec, field->style);
  aml_codec_path(codec, &field->path);
  if (field->kind == AML_FIELD_DYNAMIC) {
    aml_codec_operand(codec, &field->name);
  }
  aml_field_set_hash(field); /* which depends on the machine's order of bytes */
}

static void code_query(aml_codec *codec, aml_related_query *query) {
  query->type = aml_codec_text(codec, query->type);
  query->relation = (aml_relation)aml_codec_word(codec, query->relation);
  query->anchor = (aml_query_anchor)aml_codec_word(codec, query->anchor);
  aml_codec_operand(codec, &query->id);
}

const aml_range *aml_codec_range(aml_codec *codec, const aml_range *from) {
  aml_range *range = AML_CODEC_ONE(codec, aml_range, from);
  if (range == NULL) {
    return NULL;
  }
  range->kind = (aml_range_kind)aml_codec_word(codec, range->kind);
  range->name = aml_codec_text(codec, range->name);
  switch (range->kind) {
  case AML_RANGE_FIELD:
    aml_codec_field(codec, &range->field);
    break;
  case AML_RANGE_VALUE:
    aml_codec_operand(codec, &range->value);
    break;
  case AML_RANGE_RELATED:
    code_query(codec, &range->related);
    break;
  }
  range->where = aml_codec_condition(codec, range->where);
  return range;
}

static const void *code_child(aml_codec *codec, const void *from) {
  return aml_codec_condition(codec, from);
}

/* The first child often settles the answer, such as "it is a cluster". */
static void code_children(aml_codec *codec, aml_condition_node *node) {
  node->child_count = (size_t)aml_codec_word(codec, node->child_count);
  const aml_condition_node **children =
      AML_CODEC_ITEMS(codec, const aml_condition_node *, node->children, node->child_count);
  node->later = AML_CODEC_ITEMS(codec, aml_later *, NULL, node->child_count);
  for (size_t i = 0; i < node->child_count; i++) {
    children[i] = i == 0 ? aml_codec_condition(codec, children[i])
                         : aml_codec_later(codec, children[i], code_child, &node->later[i]);
  }
  node->children = children;
}

static size_t operator_row(const aml_operator *op) {
  size_t row = 0;
  while (aml_operator_at(row) != op) {
    row++;
  }
  return row;
}

static void code_subject(aml_codec *codec, aml_condition_node *node) {
  if (node->kind == AML_NODE_FIELD) {
    aml_field *field = AML_CODEC_ITEMS(codec, aml_field, node->field, 1);
    aml_codec_field(codec, field);
    node->field = field;
  } else if (node->kind == AML_NODE_VALUE) {
    aml_codec_operand(codec, &node->value);
  } else {
    node->range = aml_codec_range(codec, node->range);
  }
}

static void code_test(aml_codec *codec, aml_condition_node *node) {
  code_subject(codec, node);
  size_t row = codec->out == NULL ? 0 : operator_row(node->op);
  node->op = aml_operator_at((size_t)aml_codec_word(codec, row));
  aml_codec_operand(codec, &node->right);
  if (codec->out == NULL && node->op->operation == AML_OP_MATCHES &&
      node->right.kind == AML_OPERAND_LITERAL) {
    node->regex = aml_regex_new(codec->arena, aml_value_text(node->right.value),
        codec->is_brief ? AML_REGEX_BRIEF : AML_REGEX_DEFAULT, NULL);
  }
}

const aml_condition_node *aml_codec_condition(aml_codec *codec, const aml_condition_node *from) {
  aml_condition_node *node = AML_CODEC_ONE(codec, aml_condition_node, from);
  if (node == NULL) {
    return NULL;
  }
  node->kind = (aml_node_kind)aml_codec_word(codec, node->kind);
  if (node->kind == AML_NODE_ALL || node->kind == AML_NODE_ANY || node->kind == AML_NODE_NOT) {
    code_children(codec, node);
  } else {
    code_test(codec, node);
  }
  return node;
}
