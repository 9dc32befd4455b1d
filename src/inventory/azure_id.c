/* Ids of resources and tenants, as Azure's tools print them. */
#include "base/strbuf.h"
#include "inventory/export.h"

typedef struct path { /* what is left of an id, and where it began */
  aml_sv id, rest;
} path;

static size_t offset_of(const path *p) {
  return p->id.len - p->rest.len;
}

/* Takes a segment of that name, in any letter case. */
static bool takes(path *p, const char *word) {
  aml_sv after = p->rest;
  if (!aml_sv_ieq(aml_sv_split(&after, '/'), aml_sv_of(word))) {
    return false;
  }
  p->rest = after;
  return true;
}

/* Pairs of a type and a name, up to the end or the next "providers". */
static bool read_pairs(aml_arena *arena, path *p, aml_azure_id *out) {
  aml_strbuf types;
  aml_strbuf names;
  aml_strbuf_init(&types, arena, SIZE_MAX);
  aml_strbuf_init(&names, arena, SIZE_MAX);
  while (p->rest.len > 0 && !aml_sv_istarts(p->rest, AML_SV("providers/"))) {
    const char *slash = aml_strbuf_view(&names).len > 0 ? "/" : "";
    aml_sv type = aml_sv_split(&p->rest, '/');
    aml_sv name = aml_sv_split(&p->rest, '/');
    if (type.len == 0 || name.len == 0) {
      return false;
    }
    aml_strbuf_addf(&types, "%s%.*s", slash, AML_SV_ARG(type));
    aml_strbuf_addf(&names, "%s%.*s", slash, AML_SV_ARG(name));
  }
  out->types = aml_strbuf_view(&types);
  out->names = aml_strbuf_view(&names);
  return out->names.len > 0;
}

bool aml_azure_id_read(aml_arena *arena, aml_sv id, aml_azure_id *out) {
  path p = {id, id};
  *out = (aml_azure_id){0};
  if (!takes(&p, "") || !takes(&p, "subscriptions")) {
    return false;
  }
  out->subscription = aml_sv_split(&p.rest, '/');
  if (takes(&p, "resourceGroups")) {
    out->resource_group = aml_sv_split(&p.rest, '/');
  }
  while (p.rest.len > 0) {
    out->extends = out->provider.len == 0 ? (aml_sv){NULL, 0} : aml_sv_slice(id, 0, offset_of(&p) - 1);
    bool is_provider = takes(&p, "providers");
    out->provider = aml_sv_split(&p.rest, '/');
    if (!is_provider || out->provider.len == 0 || !read_pairs(arena, &p, out)) {
      return false;
    }
  }
  return out->subscription.len > 0;
}

/* Identities of a resource are of the tenant of its subscription. */
aml_sv aml_export_tenant(const aml_value *item) {
  static const char *const paths[] = {
      "tenantId", "properties.tenantId", "identity.tenantId", "identity.tenant_id"};
  aml_sv found = {NULL, 0};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0] && found.len == 0; i++) {
    found = aml_value_text(aml_value_path(item, aml_sv_of(paths[i])));
    bool is_blank = aml_sv_ieq(found, AML_SV("00000000-0000-0000-0000-000000000000"));
    found = is_blank ? (aml_sv){NULL, 0} : found;
  }
  return found;
}
