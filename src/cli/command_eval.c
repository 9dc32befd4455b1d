/* amlint eval: one expression, or a policy on what a file declares. */
#include "arm/template.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "cli/eval_policy.h"
#include "cli/rule_texts.h"
#include "config/context_file.h"
#include "expr/lift.h"
#include "expr/value_text.h"
#include "source/lines.h"

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
  (void)aml_app_complain(app, "%.*s", AML_SV_ARG(diag->message.text));
  bool has_place = diag->span.end <= text.len && aml_sv_find_char(text, '\n', 0) == AML_NPOS;
  if (has_place) {
    aml_app_remark(app, "  %.*s", AML_SV_ARG(text));
    aml_app_remark(app, "  %*s^", (int)aml_utf8_length(aml_sv_slice(text, 0, diag->span.begin)), "");
  }
}

typedef struct result {
  aml_app *app;
  const aml_value *value;
} result;

static aml_status write_value(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  const result *self = ctx;
  if (aml_request_is(request, "text")) {
    bool is_scalar = self->value->kind != AML_ARRAY && self->value->kind != AML_OBJECT;
    aml_sv shown = is_scalar ? aml_value_show(self->app->arena, self->value, SIZE_MAX)
                             : aml_value_json(self->app->arena, self->value, true); /* with all reasons */
    aml_sv text = aml_sv_join(self->app->arena, aml_safe_lines(self->app->arena, shown), AML_SV("\n"));
    return write(sink, text.data, text.len) ? AML_OK : AML_ERR_IO;
  }
  aml_json json;
  aml_json_init(&json, write, sink, AML_JSON_PRETTY);
  aml_value_write_json(&json, self->value, true);
  return aml_json_finish(&json) ? AML_OK : AML_ERR_IO;
}

static int eval_expression(aml_app *app, aml_sv text, const aml_output_requests *requests) {
  aml_sources *sources = aml_sources_new(app->arena);
  aml_diags diags;
  aml_diags_init(&diags, app->arena);
  const char *context_path = aml_option_value(&app->arguments, AML_OPT_CONTEXT);
  const aml_value *context_value = NULL;
  if (context_path != NULL) {
    context_value = aml_app_read_tree(app, sources, context_path, NULL);
    if (context_value == NULL) {
      return AML_EXIT_TROUBLE;
    }
    if (!aml_context_has_shape(app->arena, context_value, "", &diags)) {
      return aml_app_complain_of(app, sources, &diags);
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
  result it = {.app = app, .value = value};
  const aml_output_writer writer = {&it, write_value};
  return aml_app_write_requests(app, requests, &writer);
}

int aml_command_eval(aml_app *app) {
  const aml_words *operands = &app->arguments.operands;
  aml_output_requests requests;
  if (!aml_app_read_command_requests(app, &requests)) {
    return AML_EXIT_TROUBLE;
  }
  if (aml_has(&app->arguments, AML_OPT_POLICY)) {
    return aml_app_eval_policy(app, &requests);
  }
  if (operands->count != 1) {
    return aml_app_complain(app, "Write one expression in quotes, as in: amlint eval \"[add(1, 2)]\".");
  }
  aml_sv text = aml_sv_of(operands->items[0]);
  if (text.len > AML_LIMIT_EXPR_LENGTH) {
    return aml_app_complain(
        app, "The expression is longer than the limit of %d characters.", AML_LIMIT_EXPR_LENGTH);
  }
  return eval_expression(app, aml_lift_bracketed(app->arena, text), &requests);
}
