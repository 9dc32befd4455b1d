/* azapi_resource, azapi_update_resource and azapi_resource_action: bodies in ARM's words, as an object or as
 * JSON. */
#include "graph/update_body.h"
#include "terraform/arguments.h"
#include "tree/reason.h"

const aml_resource_form aml_form_azapi = {
    .name = "azapi",
    .ways = &aml_tf_ways,
    .is_kept = true,
    .is_open_where_unread = true,
    .where_to_name_scope = "the subscription that the provider deploys to is not known",
};

/* What an update leaves out stays as it is. */
static const aml_resource_form form_update = {
    .name = "azapi-update",
    .ways = &aml_tf_ways,
    .is_kept = true,
    .where_to_name_scope = "the subscription that the provider deploys to is not known",
};

static const aml_tf_argument outer[] = {{"location", "location", AML_TF_TEXT, NULL, NULL},
    {"identity.type", "identity.type", AML_TF_IDENTITY_TYPE, NULL, NULL},
    {"identity.identity_ids", "identity.userAssignedIdentities", AML_TF_IDENTITY_IDS, NULL, NULL},
    {"tags", "tags", AML_TF_AS_IS, NULL, NULL}, {NULL, NULL, AML_TF_AS_IS, NULL, NULL}};

static void put(aml_draft *draft, const char *path, aml_span span, const aml_value *value) {
  aml_draft_put(draft, aml_sv_of(path), NULL, span, value);
}

static void put_body(aml_draft *draft, const aml_value *body) {
  for (size_t i = 0; aml_value_is(body, AML_OBJECT) && i < body->as.object.count; i++) {
    const aml_member *member = &body->as.object.members[i];
    if (aml_sv_find_char(member->name, '.', 0) == AML_NPOS && member->name.len > 0) {
      aml_draft_put(draft, member->name, NULL, member->name_span, member->value);
    }
  }
}

/* ---- defaults of the provider ---- */

/* Types that have a place of their own; azapi looks it up in their schemas. */
static bool is_placed(aml_sv type) {
  bool is_top = aml_sv_find_char(type, '/', 0) == aml_sv_rfind_char(type, '/');
  bool is_extension = aml_sv_istarts(type, AML_SV("Microsoft.Authorization/")) ||
                      aml_sv_ieq(type, AML_SV("Microsoft.Insights/diagnosticSettings"));
  return (is_top && !is_extension) || aml_sv_iends(type, AML_SV("/workspaces/computes")) ||
         aml_sv_iends(type, AML_SV("/onlineEndpoints")) || aml_sv_iends(type, AML_SV("/batchEndpoints"));
}

/* default_location and default_tags stand in for what the resource and its body leave out. */
static void put_defaults(
    const aml_tf_instance *instance, aml_draft *draft, const aml_value *body, aml_sv type) {
  static const struct {
    const char *argument, *path;
  } defaults[] = {{"default_location", "location"}, {"default_tags", "tags"}};
  const aml_tf_configured of = aml_tf_provider_of(instance);
  const aml_value *provider = of.provider == NULL ? NULL : of.provider->body;
  for (size_t i = 0; provider != NULL && is_placed(type) && i < 2; i++) {
    const aml_value *given = aml_object_find_exact(provider, aml_sv_of(defaults[i].argument));
    bool is_written =
        aml_tf_argument_of(instance->written, defaults[i].path, NULL) != NULL ||
        (aml_value_is(body, AML_OBJECT) && aml_object_find(body, aml_sv_of(defaults[i].path)) != NULL);
    const aml_value *value = given == NULL || is_written ? NULL : aml_tf_eval(of.frame, NULL, NULL, given);
    if (value != NULL && value->kind != AML_NULL) {
      put(draft, defaults[i].path, instance->block->name_span, value);
    }
  }
}

/* Whether it changes what is there: all but a request that puts the whole. */
static bool is_partial(const aml_tf_instance *instance) {
  const aml_value *method = aml_tf_argument_of(instance->written, "method", NULL);
  bool is_put = method != NULL && aml_sv_ieq(aml_value_text(method), AML_SV("PUT"));
  return aml_sv_eq(instance->block->type, AML_SV("azapi_update_resource")) ||
         (aml_sv_eq(instance->block->type, AML_SV("azapi_resource_action")) && !is_put);
}

void aml_tf_make_azapi(aml_tf_instance *instance, const aml_tf_type *type) {
  aml_tf_run *run = instance->frame->run;
  const aml_tf_place place = aml_tf_place_of(instance, type);
  bool is_update = is_partial(instance);
  if (place.parent != NULL) {
    aml_tf_make(place.parent);
  }
  aml_resource *resource = aml_resource_new(&run->unit->resources);
  aml_draft *draft = aml_draft_new(run->arena);
  instance->resource = resource;
  aml_tf_begin_resource(instance, resource, &place);
  resource->form = is_update ? &form_update : &aml_form_azapi;
  resource->type = aml_sv_of(type->arm);
  resource->api_version = aml_sv_of(type->api);
  resource->parent = place.parent == NULL ? NULL : place.parent->resource;
  aml_span span = resource->name_span;
  put(draft, "type", span, aml_value_string(run->arena, resource->type, span));
  put(draft, "name", span, resource->name);
  put(draft, "apiVersion", span, aml_value_string(run->arena, resource->api_version, span));
  const aml_tf_type words = {.arguments = outer};
  aml_tf_put_arguments(instance, &words, draft, false);
  const aml_value *body = aml_tf_document(instance, "body");
  put_body(draft, body);
  if (!is_update) {
    put_defaults(instance, draft, body, resource->type);
  }
  if (aml_value_is(body, AML_UNKNOWN)) {
    const aml_value *any =
        aml_value_unknown(run->arena, body->as.unknown->reason, AML_KIND_BIT(AML_OBJECT), body->span);
    put(draft, "properties", span, any);
  }
  bool is_open =
      is_update || (body != NULL && (body->kind != AML_OBJECT || aml_value_has(body, AML_VALUE_OPEN)));
  const aml_value *like = instance->written;
  if (is_open) { /* what is not written stays as it is, or is not known */
    like = aml_value_moved(run->arena, like, like->span, NULL, like->flags | (unsigned)AML_VALUE_OPEN);
  }
  resource->body = aml_draft_finish(draft, like);
  resource->body = is_update ? aml_body_of_update(run->arena, resource->body) : resource->body;
  aml_resources_add(&run->unit->resources, resource);
}
