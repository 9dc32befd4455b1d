/* amlint eval: one expression, or one policy on one resource. */
#include "arm/template.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "cli/app.h"
#include "expr/expr.h"
#include "expr/value_text.h"

static const aml_value *member_of(const aml_value *context, aml_sv name) {
  return context == NULL ? NULL : aml_object_find(context, name);
}

static aml_arm_context context_of(const aml_value *from) {
  return (aml_arm_context){.subscription = member_of(from, AML_SV("subscription")),
      .resource_group = member_of(from, AML_SV("resourceGroup")),
      .management_group = member_of(from, AML_SV("managementGroup")),
      .tenant = member_of(from, AML_SV("tenant")),
      .deployment = member_of(from, AML_SV("deployment")),
      .environment = member_of(from, AML_SV("environment")),
      .deployer = member_of(from, AML_SV("deployer"))};
}

/* The text with a mark under the character that is wrong. */
static void show_error(aml_app *app, aml_sv text, const aml_diag *diag) {
  (void)aml_app_complain(app, "%.*s", AML_SV_ARG(diag->message));
  bool has_place = diag->span.end <= text.len && aml_sv_find_char(text, '\n', 0) == AML_NPOS;
  if (has_place) {
    aml_app_remark(app, "  %.*s", AML_SV_ARG(text));
    aml_app_remark(app, "  %*s^", (int)aml_utf8_length(aml_sv_slice(text, 0, diag->span.begin)), "");
  }
}

static int eval_expression(aml_app *app, aml_sv text) {
  aml_sources *sources = aml_sources_new(app->arena);
  aml_diags diags;
  aml_diags_init(&diags, app->arena);
  const char *context_path = aml_option_value(&app->arguments, AML_OPT_CONTEXT);
  const aml_value *context_value = NULL;
  if (context_path != NULL) {
    context_value = aml_app_read_tree(app, sources, context_path);
    if (context_value == NULL) {
      return AML_EXIT_TROUBLE;
    }
  }
  aml_arm_context context = context_of(context_value);
  aml_source *source = aml_sources_add(sources, AML_SV("<expression>"), (aml_sv){NULL, 0});
  source->bytes = text;
  const aml_value *string = aml_value_string(app->arena, text, (aml_span){source->id, 0, (uint32_t)text.len});
  const aml_value *value = aml_arm_evaluate(&context, sources, string, app->arena, &diags);
  if (diags.list.count > 0) {
    show_error(app, text, &diags.list.items[0]);
    return AML_EXIT_TROUBLE;
  }
  aml_json json;
  aml_json_init(&json, aml_output_write, app->out, AML_JSON_PRETTY);
  aml_value_write_json(&json, value, true);
  return aml_json_finish(&json) ? AML_EXIT_CLEAN : AML_EXIT_TROUBLE;
}

int aml_command_eval(aml_app *app) {
  const aml_words *operands = &app->arguments.operands;
  if (operands->count != 1) {
    return aml_app_complain(app, "Write one expression in quotes, as in: amlint eval \"[add(1, 2)]\".");
  }
  aml_sv text = aml_sv_of(operands->items[0]);
  if (text.len > AML_LIMIT_EXPR_LENGTH) {
    return aml_app_complain(
        app, "The expression is longer than the limit of %d characters.", AML_LIMIT_EXPR_LENGTH);
  }
  if (!aml_expr_is(text)) {
    text = aml_sv_format(app->arena, "[%.*s]", AML_SV_ARG(text));
  }
  return eval_expression(app, text);
}
