/* Compiles what a rule does: names, condition, places, texts, fixes. Its tree has the shape that
 * rule.schema.json asks for: aml_rule_read saw to that. */
#include "rule/rule_body.h"

static void compile_lets(aml_compiler *compiler, aml_rule_body *body, const aml_value *tree) {
  aml_let *lets = AML_NEW_ARRAY(compiler->arena, aml_let, tree->as.object.count);
  aml_sv *names = AML_NEW_ARRAY(compiler->arena, aml_sv, tree->as.object.count);
  for (size_t i = 0; i < tree->as.object.count; i++) {
    names[i] = tree->as.object.members[i].name;
    lets[i].name = names[i];
  }
  compiler->lets = (aml_names){names, tree->as.object.count};
  for (size_t i = 0; i < tree->as.object.count; i++) {
    const aml_value *value = tree->as.object.members[i].value;
    const aml_value *first = aml_value_is(value, AML_OBJECT) ? aml_object_find(value, AML_SV("first")) : NULL;
    const aml_value *each = aml_value_is(value, AML_OBJECT) ? aml_object_find(value, AML_SV("each")) : NULL;
    if (first != NULL || each != NULL) {
      lets[i].takes_first = first != NULL;
      lets[i].query = aml_range_compile(compiler, first != NULL ? first : each);
    } else {
      lets[i].operand = aml_operand_compile(compiler, value);
    }
  }
  body->lets = lets;
  body->let_count = tree->as.object.count;
}

static void compile_stages(aml_compiler *compiler, aml_telling *telling, const aml_value *tree) {
  if (tree == NULL || tree->kind != AML_ARRAY) {
    return;
  }
  aml_stage *stages = AML_NEW_ARRAY(compiler->arena, aml_stage, tree->as.array.count);
  for (size_t i = 0; i < tree->as.array.count; i++) {
    const aml_value *when = aml_object_find(tree->as.array.items[i], AML_SV("when"));
    stages[i].severity =
        aml_severity_of(aml_value_text(aml_object_find(tree->as.array.items[i], AML_SV("is"))));
    stages[i].when = when == NULL ? NULL : aml_condition_compile(compiler, when);
  }
  telling->stages = stages;
  telling->stage_count = tree->as.array.count;
}

static bool tells_name(const aml_text *text) {
  bool is_told = false;
  for (size_t i = 0; i < text->count && !is_told; i++) {
    const aml_part *part = &text->parts[i];
    is_told = part->kind == AML_PART_FIELD &&
              (part->field.kind == AML_FIELD_NAME || part->field.kind == AML_FIELD_FULL_NAME);
  }
  return is_told;
}

/* A text, or a list of cases; the last one has no condition. */
static void compile_messages(aml_compiler *compiler, aml_telling *telling, const aml_value *tree) {
  bool is_list = tree->kind == AML_ARRAY;
  size_t count = is_list ? tree->as.array.count : 1;
  aml_alternative *messages = AML_NEW_ARRAY(compiler->arena, aml_alternative, count);
  compiler->looks.tells_name = true;
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = is_list ? tree->as.array.items[i] : tree;
    const aml_value *when = is_list ? aml_object_find(item, AML_SV("when")) : NULL;
    const aml_value *text = is_list ? aml_object_find(item, AML_SV("is")) : item;
    messages[i].when = when == NULL ? NULL : aml_condition_compile(compiler, when);
    messages[i].text = aml_text_compile(compiler, text);
    compiler->looks.tells_name = compiler->looks.tells_name && tells_name(&messages[i].text);
  }
  telling->messages = messages;
  telling->message_count = count;
}

static void compile_at(aml_compiler *compiler, aml_telling *telling, const aml_value *tree) {
  bool is_list = tree->kind == AML_ARRAY;
  size_t count = is_list ? tree->as.array.count : 1;
  aml_field *fields = AML_NEW_ARRAY(compiler->arena, aml_field, count);
  for (size_t i = 0; i < count; i++) {
    fields[i] = aml_field_compile(compiler, is_list ? tree->as.array.items[i] : tree);
  }
  telling->at = fields;
  telling->at_count = count;
}

static void compile_pointer(aml_compiler *compiler, const aml_value *tree, aml_pointer *out) {
  const aml_value *value = aml_object_find(tree, AML_SV("value"));
  const aml_value *field = aml_object_find(tree, AML_SV("field"));
  const aml_value *text = aml_object_find(tree, AML_SV("text"));
  out->is_field = field != NULL;
  if (field != NULL) {
    out->field = aml_field_compile(compiler, field);
  } else {
    out->value = aml_operand_compile(compiler, value);
  }
  out->text = aml_text_compile(compiler, text);
}

static void compile_pointers(aml_compiler *compiler, aml_telling *telling, const aml_value *tree) {
  bool is_list = tree->kind == AML_ARRAY;
  size_t count = is_list ? tree->as.array.count : 1;
  aml_pointer *pointers = AML_NEW_ARRAY(compiler->arena, aml_pointer, count);
  for (size_t i = 0; i < count; i++) {
    compile_pointer(compiler, is_list ? tree->as.array.items[i] : tree, &pointers[i]);
  }
  telling->pointers = pointers;
  telling->pointer_count = count;
}

/* The full path, "properties.properties.x", of a path as rules write it; the type must be one for that. */
static aml_sv full_path(aml_compiler *compiler, const aml_rule_body *body, aml_sv path) {
  if (aml_alias_is_envelope(path)) {
    return path;
  }
  aml_sv type = body->type_count > 0 ? body->types[0] : (aml_sv){0};
  return aml_sv_join(compiler->arena, aml_alias_prefix(type, path), path);
}

typedef AML_VEC(aml_fix_step) step_list;

static void compile_sets(aml_compiler *compiler, const aml_rule_body *body, const aml_value *tree,
    aml_fix_step_kind kind, step_list *list) {
  for (size_t i = 0; tree != NULL && i < tree->as.object.count; i++) {
    const aml_member *member = &tree->as.object.members[i];
    aml_sv path = kind == AML_FIX_SET ? full_path(compiler, body, member->name) : member->name;
    aml_fix_step step = {kind, path, aml_operand_compile(compiler, member->value)};
    AML_VEC_PUSH(compiler->arena, list, step);
  }
}

static void compile_removes(aml_compiler *compiler, const aml_rule_body *body, const aml_value *tree,
    aml_fix_step_kind kind, step_list *list) {
  size_t count = tree == NULL ? 0 : tree->kind == AML_ARRAY ? tree->as.array.count : 1;
  for (size_t i = 0; i < count; i++) {
    const aml_value *item = tree->kind == AML_ARRAY ? tree->as.array.items[i] : tree;
    aml_sv path = aml_value_text(item);
    aml_fix_step step = {kind, kind == AML_FIX_REMOVE ? full_path(compiler, body, path) : path, {0}};
    AML_VEC_PUSH(compiler->arena, list, step);
  }
}

static void compile_fix_steps(
    aml_compiler *compiler, const aml_rule_body *body, aml_telling *telling, const aml_value *tree) {
  step_list list = {0};
  const aml_value *safe = aml_object_find(tree, AML_SV("safe"));
  compile_sets(compiler, body, aml_object_find(tree, AML_SV("set")), AML_FIX_SET, &list);
  compile_removes(compiler, body, aml_object_find(tree, AML_SV("remove")), AML_FIX_REMOVE, &list);
  compile_sets(compiler, body, aml_object_find(tree, AML_SV("yaml")), AML_FIX_YAML_SET, &list);
  compile_removes(compiler, body, aml_object_find(tree, AML_SV("yamlRemove")), AML_FIX_YAML_REMOVE, &list);
  telling->fix_steps = list.items;
  telling->fix_step_count = list.count;
  telling->is_fix_safe = aml_value_is(safe, AML_BOOL) && safe->as.boolean;
}

static aml_names parameter_names(aml_arena *arena, const aml_parameters *parameters) {
  aml_sv *names = AML_NEW_ARRAY(arena, aml_sv, parameters->count);
  for (size_t i = 0; i < parameters->count; i++) {
    names[i] = parameters->items[i].name;
  }
  return (aml_names){names, parameters->count};
}

static void compile_fix(
    aml_compiler *compiler, const aml_rule_body *body, aml_telling *telling, const aml_value *fix) {
  const aml_value *part;
  if (!aml_value_is(fix, AML_OBJECT)) {
    telling->help = aml_text_compile(compiler, fix);
    return;
  }
  if ((part = aml_object_find(fix, AML_SV("words"))) != NULL) {
    telling->help = aml_text_compile(compiler, part);
  }
  if ((part = aml_object_find(fix, AML_SV("cli"))) != NULL) {
    telling->cli = aml_text_compile(compiler, part);
  }
  compile_fix_steps(compiler, body, telling, fix);
}

static const aml_telling *compile_telling(
    aml_compiler *compiler, const aml_rule_body *body, const aml_value *tree) {
  aml_telling *telling = AML_NEW(compiler->arena, aml_telling);
  const aml_value *part;
  compile_stages(compiler, telling, aml_object_find(tree, AML_SV("severity")));
  if ((part = aml_object_find(tree, AML_SV("at"))) != NULL) {
    compile_at(compiler, telling, part);
  }
  if ((part = aml_object_find(tree, AML_SV("related"))) != NULL) {
    compile_pointers(compiler, telling, part);
  }
  if ((part = aml_object_find(tree, AML_SV("message"))) != NULL) {
    compile_messages(compiler, telling, part);
  }
  if ((part = aml_object_find(tree, AML_SV("fix"))) != NULL) {
    compile_fix(compiler, body, telling, part);
  }
  return telling;
}

static void compile_parts(aml_compiler *compiler, aml_rule_body *body, const aml_value *tree) {
  const aml_value *part;
  if ((part = aml_object_find(tree, AML_SV("let"))) != NULL) {
    compile_lets(compiler, body, part);
  }
  if ((part = aml_object_find(tree, AML_SV("each"))) != NULL) {
    body->each = aml_range_compile(compiler, part);
  }
  body->condition = aml_condition_compile(compiler, aml_object_find(tree, AML_SV("if")));
  body->telling = compile_telling(compiler, body, tree);
}

void aml_rule_compile(aml_arena *arena, aml_rule *rule, const aml_sources *sources, aml_diags *diags) {
  aml_rule_body *body = rule->body;
  if (body->is_compiled) {
    return;
  }
  aml_compiler compiler = {.arena = arena,
      .diags = diags,
      .sources = sources,
      .dialect = AML_DIALECT_RULE,
      .checks_parameters = true};
  const aml_value *declared = aml_object_find(body->tree, AML_SV("parameters"));
  if (declared != NULL) {
    body->parameters = aml_parameters_read(&compiler, declared);
    compiler.parameters = parameter_names(arena, &body->parameters);
  }
  compile_parts(&compiler, body, body->tree);
  body->values = aml_parameters_bind(&compiler, &body->parameters, NULL);
  body->targeting = (aml_names){compiler.targeting.items, compiler.targeting.count};
  body->looks = compiler.looks;
  body->looks.types = (aml_names){compiler.looked_at.items, compiler.looked_at.count};
  body->is_compiled = true;
  body->is_broken = compiler.errors > 0;
}
