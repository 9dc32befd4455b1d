#include "script/uses.h"

#include "azureml/front_azureml.h"
#include "base/limits.h"
#include "script/command_resources.h"
#include "script/named.h"
#include "script/scripts.h"

/* ---- Units ---- */

typedef struct bringing {
  const aml_front_host *host;
  aml_file *file; /* that holds the commands */
} bringing;

static bool is_same_use(const aml_use *a, const aml_use *b) {
  if (a == NULL || b == NULL || (aml_use_is_plain(a) && aml_use_is_plain(b))) {
    return a == b || (a != NULL && b != NULL);
  }
  return aml_sv_eq(a->by, b->by) && a->parameters == b->parameters &&
         aml_value_has(a->settings, AML_VALUE_OPEN) == aml_value_has(b->settings, AML_VALUE_OPEN) &&
         aml_value_equal(a->settings, b->settings) == AML_TRUE;
}

static void add_unit(const bringing *b, aml_file *used, aml_file *parameters, const aml_use *use) {
  const aml_file *holder = aml_file_holder(used);
  for (size_t i = 0; i < holder->units.count; i++) {
    const aml_unit *unit = holder->units.items[i];
    if (unit->file == used && unit->parameters == parameters && is_same_use(unit->use, use)) {
      return;
    }
  }
  if (holder->units.count == AML_LIMIT_PARAMETER_FILES) {
    aml_diags_add(b->file->diags, "AML003", use == NULL ? AML_NO_SPAN : use->span,
        "More than %d commands and parameter files belong to '%.*s'; this one and later ones are not "
        "evaluated.",
        AML_LIMIT_PARAMETER_FILES, AML_SV_ARG(used->source->path))
        ->is_incomplete = true;
    return;
  }
  aml_unit *unit = aml_host_add_unit(b->host, used, parameters);
  unit->use = use;
}

/* What the CLI refuses is told at the option; for the file it is not known. Settings are as deep as paths of
 * --set may be. */
static const aml_value *without_wrong(aml_arena *arena, const aml_value *settings, const aml_diags *diags) {
  aml_object_builder kept;
  aml_object_begin(&kept, arena);
  for (size_t i = 0; i < settings->as.object.count; i++) {
    const aml_member *member = &settings->as.object.members[i];
    const aml_value *value = member->value;
    bool is_wrong = false;
    for (size_t d = 0; d < diags->list.count; d++) {
      aml_span span = diags->list.items[d].span;
      is_wrong = is_wrong || (span.source == value->span.source && span.begin == value->span.begin &&
                                 span.end == value->span.end);
    }
    if (is_wrong) {
      value = aml_value_unknown(arena,
          AML_SV("the CLI rejects the value that the command gives; correct the command"), AML_KINDS_ANY,
          value->span);
    } else if (value->kind == AML_OBJECT) {
      value = without_wrong(arena, value, diags);
    }
    aml_object_add(&kept, member->name, member->name_span, value);
  }
  return aml_object_end(&kept, settings->span, settings->flags);
}

static const aml_value *right_settings(const bringing *b, aml_yaml_kind kind, const aml_value *settings) {
  aml_arena *arena = b->host->arena;
  aml_diags diags;
  aml_diags_init(&diags, arena);
  aml_resources unused;
  aml_resources_init(&unused, arena);
  const aml_azureml_context nowhere = {
      .name = aml_value_unknown(arena, AML_SV("nobody asks"), 1U << AML_STRING, AML_NO_SPAN)};
  const aml_value *open = aml_value_moved(arena, settings, settings->span, settings->origin, AML_VALUE_OPEN);
  aml_azureml_translate(open, kind, &nowhere, &unused, &diags);
  return without_wrong(arena, settings, &diags);
}

void aml_use_definition(
    const aml_front_host *host, aml_file *file, aml_file *used, const aml_value *settings, aml_span span) {
  const bringing b = {host, file};
  aml_yaml_kind kind = aml_azureml_kind_of_file(used);
  if (kind == AML_YAML_NONE || used->left_out_by.len > 0) {
    return;
  }
  used->is_context = false;
  aml_use *use = AML_NEW(host->arena, aml_use);
  *use = (aml_use){.by = file->source->path,
      .span = span,
      .settings = kind == AML_YAML_JOB ? settings : right_settings(&b, kind, settings)};
  add_unit(&b, used, NULL, use);
}

static void use_template(const bringing *b, const aml_az_call *call, aml_file *used) {
  aml_use *use = AML_NEW(b->host->arena, aml_use);
  *use = (aml_use){.by = b->file->source->path, .span = call->span};
  aml_file *parameters = aml_use_of_template(b->host, b->file, call, used, use);
  used->is_context = false;
  add_unit(b, used, parameters, use);
}

/* A body in a file is a part of the request. */
static void bring_body(const bringing *b, const aml_value *name) {
  aml_file *body = aml_use_open(b->host, b->host->arena, b->file, name);
  if (body != NULL && body->front == NULL && body->left_out_by.len == 0 && body->tree != NULL) {
    body->part_of = b->file;
  }
}

static void bring_call(const bringing *b, aml_variables *variables, const aml_az_call *call) {
  const aml_value *body = aml_request_file(call, variables);
  if (body != NULL) {
    bring_body(b, body);
  }
  const aml_value *name = aml_az_file_named(call);
  aml_file *used = name == NULL ? NULL : aml_use_find(b->host, b->host->arena, b->file, name);
  if (used == NULL || used->left_out_by.len > 0) {
    return;
  }
  if (call->command->verb == AML_AZ_DEPLOYMENT_CREATE) {
    if (used->front->takes_values) {
      use_template(b, call, used);
    }
  } else {
    aml_use_definition(b->host, b->file, used, aml_az_settings(b->host->arena, call), call->span);
  }
}

void aml_scripts_bring(const aml_front_host *host, aml_file *file) {
  aml_scripts_bring_in(host, file, NULL, NULL);
}

void aml_scripts_bring_in(
    const aml_front_host *host, aml_file *file, aml_environment *environment, const void *ctx) {
  const bringing b = {host, file};
  const aml_scripts *all = file->content;
  aml_diags unused;
  aml_diags_init(&unused, host->arena);
  aml_scripts_reading reading = {.arena = host->arena, .environment = environment, .host = ctx};
  for (size_t i = 0; i < all->list.count; i++) {
    const aml_script *one = &all->list.items[i];
    aml_variables *variables = aml_scripts_next(&reading, one);
    for (uint32_t c = 0; one->names_files && c < one->shell->count; c++) {
      aml_az_call call;
      if (aml_az_read(variables, c, &unused, &call)) {
        bring_call(&b, variables, &call);
      }
    }
  }
  for (size_t i = 0; i < file->guests.count; i++) {
    aml_file *guest = file->guests.items[i];
    if (guest->front->bring != NULL) {
      guest->front->bring(host, guest); /* as deep as guests are */
    }
  }
}
