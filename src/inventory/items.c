/* One item of an export to a resource in ARM's vocabulary. */
#include "azureml/azureml.h"
#include "inventory/export.h"
#include "inventory/personal.h"

static aml_sv key_of_cli(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  return aml_form_cli_yaml.key_for(arena, resource, path);
}

static const aml_resource_form form_arm = {.name = "evidence", .is_checked = true, .is_evidence = true};
static const aml_resource_form form_cli = {.name = "evidence of the CLI",
    .key_for = key_of_cli,
    .fix_words = AML_FIX_IN_CLI_KEYS,
    .is_checked = true,
    .is_evidence = true};

/* A copy of the object with a value at a dotted path; objects that lack on the way are made. */
static const aml_value *with(aml_arena *arena, const aml_value *object, aml_sv path, const aml_value *value) {
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  aml_object_set_all(&builder, object);
  aml_sv rest = path;
  aml_sv name = aml_sv_split(&rest, '.');
  const aml_value *inner = aml_object_find(object, name);
  aml_object_set(&builder, name, value->span, rest.len == 0 ? value : with(arena, inner, rest, value));
  if (object == NULL || object->kind != AML_OBJECT) {
    return aml_object_end(&builder, value->span, 0);
  }
  return aml_object_end(&builder, object->span, object->flags);
}

static const aml_value *not_told(aml_arena *arena, const char *reason, aml_span span) {
  return aml_value_unknown(arena, aml_sv_of(reason), AML_KINDS_ANY, span);
}

/* What the CLI prints besides what it reads, and what it does not print: there is no word for the local
 * authentication and for a region of the cluster's own (azure-ai-ml, AmlCompute._load_from_rest). A port that
 * it prints as false is closed: NotSpecified is a word of requests, which the service answers with what
 * became of it. */
static const aml_value *complete_compute(aml_arena *arena, const aml_value *body, const aml_value *item) {
  static const struct {
    const char *key, *path;
  } states[] = {{"provisioning_state", "properties.provisioningState"},
      {"provisioning_errors", "properties.provisioningErrors"}, {"created_on", "properties.createdOn"}};
  for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
    const aml_value *value = aml_object_find_exact(item, aml_sv_of(states[i].key));
    body = value == NULL ? body : with(arena, body, aml_sv_of(states[i].path), value);
  }
  body = with(arena, body, AML_SV("properties.disableLocalAuth"),
      not_told(arena,
          "the CLI does not print whether keys and passwords are accepted; export it with 'az resource show'",
          item->span));
  return with(arena, body, AML_SV("properties.computeLocation"),
      not_told(arena,
          "the CLI prints one region, which may be the workspace's; export it with 'az resource show'",
          item->span));
}

static bool is_computes(const aml_azure_id *id) {
  return aml_sv_ieq(id->provider, AML_SV("Microsoft.MachineLearningServices")) &&
         aml_sv_ieq(id->types, AML_SV("workspaces/computes"));
}

static bool is_workspace(const aml_azure_id *id) {
  return aml_sv_ieq(id->provider, AML_SV("Microsoft.MachineLearningServices")) &&
         aml_sv_ieq(id->types, AML_SV("workspaces"));
}

/* The kind of a flat object of `az ml`; NONE for ARM's own. */
static aml_yaml_kind kind_of_flat(const aml_value *item, const aml_azure_id *id) {
  if (aml_object_find(item, AML_SV("properties")) != NULL) {
    return AML_YAML_NONE;
  }
  aml_yaml_kind kind = aml_azureml_recognise(item);
  if (is_computes(id)) {
    return kind;
  }
  bool is_flat =
      is_workspace(id) && (aml_object_find_exact(item, AML_SV("managed_network")) != NULL ||
                              aml_object_find_exact(item, AML_SV("public_network_access")) != NULL ||
                              aml_object_find_exact(item, AML_SV("storage_account")) != NULL);
  return is_flat ? AML_YAML_WORKSPACE : AML_YAML_NONE;
}

/* What the translator says of words of declarations is nothing to say of an export. */
static void expand_flat(
    const aml_value *item, aml_yaml_kind kind, const aml_azure_id *id, aml_resources *resources) {
  aml_diags unsaid;
  aml_diags_init(&unsaid, resources->arena);
  const aml_azureml_context context = {.form = &form_cli,
      .file = id->names,
      .name = not_told(resources->arena, "the export does not name the workspace", item->span),
      .location = not_told(resources->arena, "the export does not state the region", item->span),
      .scope = {.has_resource_group = true,
          .subscription = id->subscription,
          .resource_group = id->resource_group}};
  size_t before = resources->list.count;
  aml_azureml_translate(item, kind, &context, resources, &unsaid);
  for (size_t i = before; i < resources->list.count && is_computes(id); i++) {
    aml_resource *resource = resources->list.items[i];
    resource->body = complete_compute(resources->arena, resource->body, item);
  }
}

static aml_sv type_of(aml_arena *arena, const aml_azure_id *id) {
  return is_computes(id) ? AML_SV("Microsoft.MachineLearningServices/workspaces/computes")
         : is_workspace(id)
             ? AML_SV("Microsoft.MachineLearningServices/workspaces")
             : aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(id->provider), AML_SV_ARG(id->types));
}

/* `az lock list` lifts what stands below `properties` elsewhere. */
static const aml_value *properties_of(aml_arena *arena, const aml_value *item, const aml_value *clean) {
  const aml_value *properties = aml_object_find(clean, AML_SV("properties"));
  const aml_value *level = aml_object_find(clean, AML_SV("level"));
  if (properties != NULL) {
    return properties;
  }
  return level != NULL ? with(arena, NULL, AML_SV("level"), level)
                       : not_told(arena,
                             "the export lists resources without their properties; export them with 'az ml "
                             "compute list'",
                             item->span);
}

/* Whether the export may have left out columns: then what is absent may be there. */
static bool is_projected(const aml_value *item) {
  return aml_object_find(item, AML_SV("properties")) == NULL &&
         aml_object_find(item, AML_SV("level")) == NULL;
}

static void expand_arm(
    const aml_value *item, const aml_value *clean, const aml_azure_id *id, aml_resources *resources) {
  aml_arena *arena = resources->arena;
  aml_resource *resource = aml_resource_new(resources);
  const aml_member *at = aml_object_member(item, AML_SV("name"));
  aml_span span = at != NULL ? at->value->span : aml_object_find(item, AML_SV("id"))->span;
  resource->form = &form_arm;
  resource->type = type_of(arena, id);
  resource->name = aml_value_string(arena, id->names, span);
  size_t slash = aml_sv_rfind_char(id->names, '/');
  resource->shown_name = slash == AML_NPOS ? id->names : aml_sv_slice(id->names, slash + 1, id->names.len);
  resource->span = item->span;
  resource->name_span = span;
  resource->scope = (aml_scope_path){.subscription = id->subscription,
      .resource_group = id->resource_group,
      .has_resource_group = id->resource_group.len > 0};
  resource->extends = id->extends.len == 0 ? NULL : aml_value_string(arena, id->extends, span);
  aml_object_builder body;
  aml_object_begin(&body, arena);
  aml_object_set_all(&body, clean);
  aml_object_set(&body, AML_SV("type"), span, aml_value_string(arena, resource->type, span));
  aml_object_set(&body, AML_SV("name"), span, resource->name);
  aml_object_set(&body, AML_SV("properties"), span, properties_of(arena, item, clean));
  resource->body = aml_object_end(&body, item->span, is_projected(item) ? AML_VALUE_OPEN : 0);
  aml_resources_add(resources, resource);
}

/* What is named after an address is nothing that a rule is for: Azure ML has no such names, and locks
 * neither. */
void aml_export_expand(const aml_value *item, aml_resources *resources) {
  aml_azure_id id;
  aml_sv text = aml_value_text(aml_object_find(item, AML_SV("id")));
  bool is_read = aml_azure_id_read(resources->arena, text, &id);
  if (!is_read || id.provider.len == 0 || aml_export_has_address(text)) {
    return;
  }
  const aml_value *clean = aml_export_without_people(resources->arena, item);
  aml_yaml_kind kind = kind_of_flat(item, &id);
  if (kind != AML_YAML_NONE) {
    expand_flat(clean, kind, &id, resources);
  } else {
    expand_arm(item, clean, &id, resources);
  }
}
