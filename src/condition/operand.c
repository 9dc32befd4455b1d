/* Compiles what stands for a value: literals, expressions, trees with expressions inside, fields. */
#include "base/limits.h"
#include "base/suggest.h"
#include "condition/field_values.h"
#include "condition/policy_functions.h"
#include "expr/eval.h"

void aml_compile_error(aml_compiler *compiler, aml_span span, aml_sv help, const char *format, ...) {
  va_list args;
  va_start(args, format);
  aml_diag *diag = aml_diags_vadd(compiler->diags, "AML011", span, format, args);
  va_end(args);
  diag->help = help;
  diag->is_incomplete = true;
  compiler->errors++;
}

static aml_sv name_at(const void *ctx, size_t i) {
  return ((const aml_sv *)ctx)[i];
}

aml_sv aml_did_you_mean(aml_arena *arena, aml_sv word, const aml_sv *known, size_t count) {
  size_t best = count == 0 ? AML_NPOS : aml_suggest(word, count, name_at, known);
  return best == AML_NPOS ? (aml_sv){0}
                          : aml_sv_format(arena, "Did you mean '%.*s'?", AML_SV_ARG(known[best]));
}

static void report_function(aml_compiler *compiler, const aml_expr *call) {
  aml_texts known = {0};
  for (size_t i = 0; aml_expr_function_name(i) != NULL; i++) {
    AML_VEC_PUSH(compiler->arena, &known, aml_sv_of(aml_expr_function_name(i)));
  }
  for (size_t i = 0; aml_policy_function_at(i) != NULL; i++) {
    if (aml_policy_function_at(i)->dialect <= compiler->dialect) {
      AML_VEC_PUSH(compiler->arena, &known, aml_policy_function_at(i)->name);
    }
  }
  aml_compile_error(compiler, call->span,
      aml_did_you_mean(compiler->arena, call->name, known.items, known.count),
      "The function '%.*s' does not exist.", AML_SV_ARG(call->name));
}

static bool is_template_function(aml_sv name) {
  for (size_t i = 0; aml_expr_function_name(i) != NULL; i++) {
    if (aml_sv_ieq(name, aml_sv_of(aml_expr_function_name(i)))) {
      return true;
    }
  }
  return false;
}

/* parameters('x') and let('x') with a literal name must name something declared. */
static void check_reference(aml_compiler *compiler, const aml_expr *call) {
  bool is_let = aml_sv_ieq(call->name, AML_SV("let"));
  if ((!is_let && !aml_sv_ieq(call->name, AML_SV("parameters"))) || call->arg_count != 1 ||
      call->args[0]->kind != AML_EXPR_STRING || (!is_let && !compiler->checks_parameters)) {
    return;
  }
  aml_names names = is_let ? compiler->lets : compiler->parameters;
  aml_sv wanted = call->args[0]->name;
  for (size_t i = 0; i < names.count; i++) {
    if (aml_sv_ieq(names.items[i], wanted)) {
      return;
    }
  }
  aml_compile_error(compiler, call->args[0]->span,
      aml_did_you_mean(compiler->arena, wanted, names.items, names.count), "%s '%.*s' is not declared.",
      is_let ? "The name" : "The parameter", AML_SV_ARG(wanted));
}

/* The name of a field that is computed may be that of the id. */
static void look_by_call(aml_compiler *compiler, const aml_policy_function *function, const aml_expr *call) {
  aml_looks *looks = &compiler->looks;
  looks->above = looks->above || function->look == AML_LOOK_ABOVE;
  looks->anywhere = looks->anywhere || function->look == AML_LOOK_ANYWHERE;
  if (function->look != AML_LOOK_BY_NAME || call->arg_count == 0) {
    return;
  }
  bool is_plain = call->args[0]->kind == AML_EXPR_STRING && !aml_sv_ieq(call->args[0]->name, AML_SV("id"));
  looks->above = looks->above || !is_plain;
}

static void check_call(void *ctx, const aml_expr *call) {
  aml_compiler *compiler = ctx;
  aml_span span = call->span;
  const aml_policy_function *ours = aml_policy_function_find(compiler->dialect, call->name);
  if (ours != NULL) {
    look_by_call(compiler, ours, call);
  }
  if (compiler->dialect == AML_DIALECT_AZURE && aml_policy_function_is_refused(call->name)) {
    aml_compile_error(compiler, span, (aml_sv){0}, "The function '%.*s' is not available in policy rules.",
        AML_SV_ARG(call->name));
  } else if (ours == NULL && !is_template_function(call->name)) {
    report_function(compiler, call);
  } else if (ours != NULL && (call->arg_count < ours->least || call->arg_count > ours->most)) {
    aml_compile_error(compiler, span, (aml_sv){0},
        "The function '%.*s' takes %zu to %zu arguments, but is given %zu.", AML_SV_ARG(ours->name),
        ours->least, ours->most, call->arg_count);
  } else {
    check_reference(compiler, call);
  }
}

static const void *find_call(void *ctx, const aml_expr *call) {
  return aml_policy_call_find(ctx, call);
}

static const aml_value *lift(aml_compiler *compiler, const aml_value *value) {
  const aml_expr_names names = {compiler, find_call};
  aml_lifter lifter = {.arena = compiler->arena, .sources = compiler->sources, .names = &names};
  return aml_lift_tree(&lifter, value);
}

/* Of a text, which is ill-formed as a whole. */
static bool is_well_formed(aml_compiler *compiler, const aml_expr *expr) {
  if (expr->kind == AML_EXPR_ILL_FORMED) {
    aml_compile_error(
        compiler, expr->span, (aml_sv){0}, "The expression is malformed: %.*s", AML_SV_ARG(expr->name));
  }
  return expr->kind != AML_EXPR_ILL_FORMED;
}

/* Checks what a lifted tree computes. Depth is bounded by the reader's AML_LIMIT_DEPTH. */
static void check_lifted(aml_compiler *compiler, const aml_value *value) {
  if (value->kind == AML_EXPRESSION && is_well_formed(compiler, value->as.expression.tree)) {
    aml_expr_each_call(value->as.expression.tree, check_call, compiler);
  }
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    check_lifted(compiler, value->as.array.items[i]);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    check_lifted(compiler, value->as.object.members[i].value);
  }
}

aml_operand aml_operand_compile(aml_compiler *compiler, const aml_value *value) {
  const aml_value *lifted = lift(compiler, value);
  if (lifted != value) {
    check_lifted(compiler, lifted);
  }
  if (lifted->kind == AML_EXPRESSION && lifted->as.expression.tree->kind != AML_EXPR_ILL_FORMED) {
    return (aml_operand){AML_OPERAND_EXPRESSION, lifted};
  }
  bool is_tree = lifted != value && lifted->kind != AML_STRING && lifted->kind != AML_EXPRESSION;
  return (aml_operand){
      is_tree ? AML_OPERAND_TREE : AML_OPERAND_LITERAL, lifted->kind == AML_EXPRESSION ? value : lifted};
}

/* "tags.a.b" is the tag "a.b": everything after the dot, unless a bracket follows. */
static bool read_tag(aml_arena *arena, aml_sv text, aml_field *field) {
  if (!aml_sv_istarts(text, AML_SV("tags.")) || aml_sv_find_char(text, '[', 0) != AML_NPOS) {
    return false;
  }
  aml_segment *segments = AML_NEW_ARRAY(arena, aml_segment, 2);
  segments[0] = (aml_segment){AML_SEGMENT_NAME, AML_SV("tags"), 0};
  segments[1] = (aml_segment){AML_SEGMENT_NAME, aml_sv_slice(text, 5, text.len), 0};
  field->kind = AML_FIELD_PATH;
  field->path = (aml_path){segments, 2, 0, false};
  return segments[1].name.len > 0;
}

static bool read_special(aml_sv text, aml_field *field) {
  static const struct {
    aml_sv name;
    aml_field_kind kind;
  } special[] = {{AML_SV_CONST("name"), AML_FIELD_NAME}, {AML_SV_CONST("fullName"), AML_FIELD_FULL_NAME},
      {AML_SV_CONST("type"), AML_FIELD_TYPE}, {AML_SV_CONST("id"), AML_FIELD_ID},
      {AML_SV_CONST("apiVersion"), AML_FIELD_API_VERSION}};
  for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
    if (aml_sv_ieq(text, special[i].name)) {
      field->kind = special[i].kind;
      return true;
    }
  }
  return false;
}

static const char *read_alias(
    aml_arena *arena, const aml_aliases *aliases, aml_sv text, aml_sv type, aml_sv tail, aml_field *field) {
  const char *error = NULL;
  field->alias = aml_aliases_find(aliases, text);
  field->kind = AML_FIELD_ALIAS;
  field->type = type;
  if (field->alias != NULL) {
    field->type = field->alias->type;
    field->path = field->alias->path;
  } else if (aml_aliases_has_type(aliases, type)) {
    field->kind = AML_FIELD_UNRESOLVED;
  } else {
    aml_sv full = aml_sv_join(arena, aml_alias_prefix(type, tail), tail);
    (void)aml_path_parse(arena, full, &field->path, &error);
    field->path.may_flatten = true;
  }
  return error;
}

/* NULL or what is wrong with the text. */
static const char *read_field(
    aml_arena *arena, aml_dialect dialect, const aml_aliases *aliases, aml_sv text, aml_field *field) {
  const char *error = NULL;
  aml_sv type;
  aml_sv tail;
  field->text = text;
  if (text.len == 0) {
    return "is empty";
  }
  if (read_special(text, field) || read_tag(arena, text, field)) {
    return NULL;
  }
  if (aml_sv_ieq(text, AML_SV("location"))) {
    field->style = AML_OPERANDS_REGIONS;
  }
  if (aml_alias_split(text, &type, &tail)) {
    return read_alias(arena, aliases, text, type, tail, field);
  }
  bool is_short = dialect == AML_DIALECT_RULE && !aml_alias_is_envelope(text);
  field->kind = is_short ? AML_FIELD_SHORT : AML_FIELD_PATH;
  field->is_outer = is_short && aml_alias_is_outer(text);
  (void)aml_path_parse(arena, text, &field->path, &error);
  return error;
}

aml_field aml_field_of(aml_arena *arena, aml_dialect dialect, const aml_aliases *aliases, aml_sv text) {
  aml_field field = {0};
  if (read_field(arena, dialect, aliases, text, &field) != NULL) {
    field.kind = AML_FIELD_UNRESOLVED;
  }
  if (dialect == AML_DIALECT_RULE) {
    aml_field_set_hash(&field);
  }
  return field;
}

/* Once for each alias, however often it is used. */
static void report_alias(aml_compiler *compiler, const aml_value *text) {
  aml_message message = aml_message_of(compiler->arena,
      "The alias '%.*s' is not in the catalogue of aliases; what depends on it is undecided.",
      AML_SV_ARG(text->as.string));
  for (size_t i = 0; i < compiler->diags->list.count; i++) {
    if (aml_sv_ieq(compiler->diags->list.items[i].message.text, message.text)) {
      return;
    }
  }
  aml_diags_add_message(compiler->diags, "AML011", text->span, &message)->is_incomplete = true;
}

void aml_field_look(aml_compiler *compiler, const aml_field *field) {
  bool may_be_id = field->kind == AML_FIELD_ID || field->kind == AML_FIELD_DYNAMIC;
  compiler->looks.above = compiler->looks.above || may_be_id;
}

aml_field aml_field_compile(aml_compiler *compiler, const aml_value *text) {
  aml_field field = {0};
  if (text->kind != AML_STRING) {
    aml_compile_error(
        compiler, text->span, (aml_sv){0}, "The field must be a string, not %s.", aml_kind_name(text->kind));
    return field;
  }
  if (aml_lift_gives_expression(text)) {
    field.kind = AML_FIELD_DYNAMIC;
    field.text = text->as.string;
    field.name = aml_operand_compile(compiler, text);
    aml_field_look(compiler, &field);
    return field;
  }
  const char *error =
      read_field(compiler->arena, compiler->dialect, compiler->aliases, text->as.string, &field);
  if (error != NULL) {
    aml_compile_error(
        compiler, text->span, (aml_sv){0}, "The field '%.*s' %s.", AML_SV_ARG(text->as.string), error);
  } else if (field.kind == AML_FIELD_UNRESOLVED) {
    report_alias(compiler, text);
  }
  if (compiler->dialect == AML_DIALECT_RULE) {
    aml_field_set_hash(&field);
  }
  aml_field_look(compiler, &field);
  return field;
}
