#include "arm/front_arm.h"

#include "arm/template.h"
#include "base/limits.h"

static bool read_template(aml_file *file) {
  (void)aml_file_tree(file);
  return aml_arm_recognise(aml_file_root(file)) == AML_ARM_TEMPLATE;
}

static bool read_parameters(aml_file *file) {
  (void)aml_file_tree(file);
  return aml_arm_recognise(aml_file_root(file)) == AML_ARM_PARAMETERS;
}

/* The ctx of aml_arm_files. */
typedef struct opener {
  aml_front_host host;
  aml_unit *unit;
  aml_arm_find_module *find;
} opener;

static const aml_value *open_linked(void *ctx, aml_sv path) {
  const opener *self = ctx;
  const aml_file *file = aml_host_open(&self->host, path);
  return file == NULL || file->source->is_withheld || file->tree == NULL ? NULL : aml_file_root(file);
}

static aml_sv find_module(void *ctx, aml_sv from, aml_sv reference) {
  const opener *self = ctx;
  return self->find == NULL ? (aml_sv){NULL, 0} : self->find(&self->host, self->unit, from, reference);
}

static bool load_any(void *ctx, aml_sv path, aml_arm_loaded *out) {
  const opener *self = ctx;
  const aml_file *file = aml_host_open(&self->host, path);
  if (file == NULL) {
    return false;
  }
  bool is_failed = file->state == AML_FILE_FAILED;
  bool has_tree =
      file->tree != NULL && file->tree->is_read && file->tree->documents.count > 0 && !file->tree->is_broken;
  out->text = aml_file_text_again(file, &self->unit->arena);
  out->is_verbatim = file->is_given || file->source->encoding == AML_ENCODING_UTF8;
  out->root = has_tree && !is_failed ? aml_file_root(file) : NULL;
  out->is_json = out->root != NULL && file->tree->syntax == AML_SYNTAX_JSON;
  out->is_broken = file->tree != NULL && file->tree->is_read && file->tree->is_broken;
  return true;
}

static const aml_folder_names *list_all(void *ctx, aml_sv folder) {
  const opener *self = ctx;
  return aml_host_list_all(&self->host, folder);
}

static const aml_value *context_object(const aml_value *context, aml_sv name) {
  return context == NULL ? NULL : aml_object_find(context, name);
}

static aml_arm_context context_of(aml_unit *unit, aml_sv parameters) {
  const aml_value *context = unit->around->context;
  return (aml_arm_context){.subscription = context_object(context, AML_SV("subscription")),
      .resource_group = context_object(context, AML_SV("resourceGroup")),
      .management_group = context_object(context, AML_SV("managementGroup")),
      .tenant = context_object(context, AML_SV("tenant")),
      .deployment = context_object(context, AML_SV("deployment")),
      .environment = context_object(context, AML_SV("environment")),
      .deployer = context_object(context, AML_SV("deployer")),
      .template_links = unit->around->template_links,
      .deployment_key = aml_sv_format(
          &unit->arena, "%.*s|%.*s", AML_SV_ARG(unit->file->source->path), AML_SV_ARG(parameters))};
}

void aml_arm_expand_unit(const aml_front_host *host, aml_unit *unit) {
  aml_arm_expand_unit_with(host, unit, NULL);
}

void aml_arm_expand_unit_with(const aml_front_host *host, aml_unit *unit, aml_arm_find_module *find) {
  const aml_file *given = unit->parameters;
  const aml_use *use =
      unit->use != NULL && !(aml_use_is_plain(unit->use) && given != NULL) ? unit->use : NULL;
  aml_sv set = given != NULL ? given->source->path : use != NULL ? use->by : (aml_sv){NULL, 0};
  aml_sv way = use == NULL ? set : aml_sv_format(&unit->arena, "%.*s:%u", AML_SV_ARG(set), use->span.begin);
  aml_arm_context context = context_of(unit, way);
  opener self = {.host = *host, .unit = unit, .find = find};
  aml_arm_files files = {
      .ctx = &self, .open = open_linked, .load = load_any, .module = find_module, .list = list_all};
  aml_arm_input input = {.template_ = aml_file_root(unit->file),
      .template_path = unit->file->source->path,
      .parameters = use != NULL     ? use->parameters
                    : given == NULL ? NULL
                                    : aml_file_root(given),
      .parameters_path = set,
      .options = use == NULL ? NULL : use->settings,
      .command = use == NULL ? AML_NO_SPAN : use->span,
      .sources = host->sources,
      .files = &files,
      .context = &context};
  aml_arm_expand(&input, &unit->resources, &unit->diags, NULL);
  for (size_t i = 0; i < unit->resources.list.count; i++) {
    unit->resources.list.items[i]->parameters = set;
    unit->resources.list.items[i]->made_by = unit->use == NULL ? (aml_sv){0} : unit->use->by;
    unit->resources.list.items[i]->is_only_evaluation = unit->file->units.count == 1;
  }
}

static const char *const traces[] = {"deploymentTemplate.json", "Microsoft.MachineLearningServices", NULL};

const aml_front_end aml_front_template = {
    .name = "template",
    .noun = "template",
    .endings = ".json .jsonc .yml .yaml",
    .is_by_content = true,
    .traces = traces,
    .read = read_template,
    .makes_values_only = true,
    .may_be_linked = true,
    .takes_values = true,
    .has_metadata = true,
    .group = aml_arm_pair_parameters,
    .expand = aml_arm_expand_unit,
    .doing = "Expanding",
    .editor = &aml_json_editor,
};

const aml_front_end aml_front_parameters = {
    .name = "parameters",
    .noun = "parameter file",
    .endings = ".json .jsonc .yml .yaml",
    .is_by_content = true,
    .read = read_parameters,
    .gives_parameters = true,
    .makes_values_only = true,
    .may_be_linked = true,
    .bring = aml_arm_bring_template,
    .editor = &aml_json_editor,
};
