#include "condition/alias.h"

#include "condition/azure_schema.h"

#include "config/shape.h"

struct aml_aliases {
  aml_map by_name; /* lower-case rules: names ignore case */
  aml_map types;
};

static const aml_sv computes_type = AML_SV_CONST("Microsoft.MachineLearningServices/workspaces/computes");

static aml_sv first_name(aml_sv tail) {
  size_t end = 0;
  while (end < tail.len && tail.data[end] != '.' && tail.data[end] != '[') {
    end++;
  }
  return aml_sv_slice(tail, 0, end);
}

static bool is_one_of(aml_sv name, const aml_sv *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_ieq(name, names[i])) {
      return true;
    }
  }
  return false;
}

bool aml_alias_is_envelope(aml_sv tail) {
  static const aml_sv names[] = {AML_SV_CONST("name"), AML_SV_CONST("type"), AML_SV_CONST("id"),
      AML_SV_CONST("location"), AML_SV_CONST("tags"), AML_SV_CONST("sku"), AML_SV_CONST("kind"),
      AML_SV_CONST("identity"), AML_SV_CONST("zones"), AML_SV_CONST("plan"), AML_SV_CONST("managedBy"),
      AML_SV_CONST("extendedLocation"), AML_SV_CONST("apiVersion"), AML_SV_CONST("scope"),
      AML_SV_CONST("dependsOn"), AML_SV_CONST("condition"), AML_SV_CONST("etag"), AML_SV_CONST("systemData"),
      AML_SV_CONST("fullName"), AML_SV_CONST("properties")};
  return is_one_of(first_name(tail), names, sizeof names / sizeof names[0]);
}

/* Words of templates, which no resource in Azure has: an alias of that name means a property. So does "type",
 * as extensions have one: the resource's own is the field of that name. */
static bool is_word_of_templates(aml_sv tail) {
  static const aml_sv names[] = {AML_SV_CONST("condition"), AML_SV_CONST("dependsOn"), AML_SV_CONST("scope"),
      AML_SV_CONST("fullName"), AML_SV_CONST("apiVersion")};
  return aml_sv_ieq(tail, AML_SV("type")) ||
         is_one_of(first_name(tail), names, sizeof names / sizeof names[0]);
}

bool aml_alias_is_outer(aml_sv tail) {
  static const aml_sv names[] = {AML_SV_CONST("computeType"), AML_SV_CONST("computeLocation"),
      AML_SV_CONST("description"), AML_SV_CONST("disableLocalAuth"), AML_SV_CONST("isAttachedCompute"),
      AML_SV_CONST("provisioningErrors"), AML_SV_CONST("provisioningState"), AML_SV_CONST("resourceId"),
      AML_SV_CONST("createdOn"), AML_SV_CONST("modifiedOn")};
  return is_one_of(first_name(tail), names, sizeof names / sizeof names[0]);
}

aml_sv aml_alias_prefix_below(aml_sv type, bool is_outer) {
  return !is_outer && aml_sv_ieq(type, computes_type) ? AML_SV("properties.properties.")
                                                      : AML_SV("properties.");
}

aml_sv aml_alias_prefix(aml_sv type, aml_sv tail) {
  if (aml_alias_is_envelope(tail) && !is_word_of_templates(tail)) {
    return AML_SV("");
  }
  return aml_alias_prefix_below(type, aml_alias_is_outer(tail));
}

bool aml_alias_split(aml_sv name, aml_sv *type, aml_sv *tail) {
  aml_sv head =
      aml_sv_slice(name, 0, aml_sv_find_char(name, '[', 0)); /* names in brackets may hold anything */
  size_t slash = aml_sv_find_char(head, '/', 0);
  size_t dot = aml_sv_find_char(head, '.', 0);
  if (slash == AML_NPOS || dot == AML_NPOS || dot > slash) {
    return false;
  }
  size_t last = aml_sv_rfind_char(head, '/');
  *type = aml_sv_slice(name, 0, last);
  *tail = aml_sv_slice(name, last + 1, name.len);
  return tail->len > 0;
}

const aml_alias *aml_aliases_find(const aml_aliases *aliases, aml_sv name) {
  return aliases == NULL ? NULL : aml_map_find(&aliases->by_name, name);
}

bool aml_aliases_has_type(const aml_aliases *aliases, aml_sv type) {
  return aliases != NULL && aml_map_find(&aliases->types, type) != NULL;
}

const aml_alias *aml_alias_for(const aml_alias *alias, aml_sv type) {
  while (alias != NULL && !aml_sv_ieq(alias->type, type)) {
    alias = alias->next;
  }
  return alias;
}

const aml_path *aml_alias_path(const aml_alias *alias, aml_sv api_version) {
  for (size_t i = 0; i < alias->version_count; i++) {
    if (aml_sv_ieq(alias->versions[i].api_version, api_version)) {
      return &alias->versions[i].path;
    }
  }
  return &alias->path;
}

static void read_versions(aml_arena *arena, const aml_value *paths, aml_alias *alias) {
  AML_VEC(aml_alias_version) list = {0};
  for (size_t i = 0; aml_value_is(paths, AML_ARRAY) && i < paths->as.array.count; i++) {
    const aml_value *entry = paths->as.array.items[i];
    const aml_value *versions = aml_object_find(entry, AML_SV("apiVersions"));
    aml_alias_version version = {0};
    const char *error;
    if (!aml_path_parse(
            arena, aml_value_text(aml_object_find(entry, AML_SV("path"))), &version.path, &error)) {
      continue;
    }
    for (size_t k = 0; aml_value_is(versions, AML_ARRAY) && k < versions->as.array.count; k++) {
      version.api_version = aml_value_text(versions->as.array.items[k]);
      AML_VEC_PUSH(arena, &list, version);
    }
  }
  alias->versions = list.items;
  alias->version_count = list.count;
}

static void put_alias(aml_aliases *aliases, aml_alias *alias) {
  alias->next = aml_map_put(&aliases->by_name, alias->name, alias);
}

/* One alias of the catalogue; older exports leave defaultPath out and list paths only. */
static void read_alias(aml_aliases *aliases, aml_arena *arena, const aml_value *entry, aml_sv type) {
  aml_alias *alias = AML_NEW(arena, aml_alias);
  alias->name = aml_value_text(aml_object_find(entry, AML_SV("name")));
  aml_sv own;
  aml_sv tail;
  /* A parent lists its children's aliases too; old aliases name no type and hold for all of the namespace. */
  bool names_type = aml_alias_split(alias->name, &own, &tail) && aml_sv_find_char(own, '/', 0) != AML_NPOS;
  alias->type = names_type && aml_sv_istarts(own, type) ? own : type;
  const aml_value *paths = aml_object_find(entry, AML_SV("paths"));
  aml_sv path = aml_value_text(aml_object_find(entry, AML_SV("defaultPath")));
  if (path.len == 0 && aml_value_is(paths, AML_ARRAY) && paths->as.array.count > 0) {
    path = aml_value_text(aml_object_find(paths->as.array.items[0], AML_SV("path")));
  }
  const char *error;
  if (alias->name.len == 0 || path.len == 0 || !aml_path_parse(arena, path, &alias->path, &error)) {
    return;
  }
  const aml_value *metadata = aml_object_find(entry, AML_SV("defaultMetadata"));
  alias->has_metadata = aml_value_is(metadata, AML_OBJECT);
  aml_sv attributes = aml_value_text(aml_object_find(metadata, AML_SV("attributes")));
  alias->is_modifiable = aml_sv_ifind(attributes, AML_SV("Modifiable"), 0) != AML_NPOS;
  read_versions(arena, paths, alias);
  put_alias(aliases, alias);
}

/* Where the n-th "[*]" of a name begins; its length where there are fewer. */
static size_t find_star(aml_sv name, size_t n) {
  size_t at = aml_sv_find(name, AML_SV("[*]"), 0);
  for (; n > 0 && at != AML_NPOS; n--) {
    at = aml_sv_find(name, AML_SV("[*]"), at + 1);
  }
  return at == AML_NPOS ? name.len : at;
}

static aml_path path_before_star(const aml_path *path, size_t n) {
  aml_path head = {.segments = path->segments, .wildcards = n};
  for (size_t seen = 0; head.count < path->count; head.count++) {
    if (path->segments[head.count].kind == AML_SEGMENT_ALL && seen++ == n) {
      break;
    }
  }
  return head;
}

/* "X[*]" and "X[*].y" say where the array X is; what an alias of the catalogue says goes before. */
static void derive_aliases(aml_aliases *aliases, aml_arena *arena, const aml_alias *from) {
  for (size_t n = 0; n < from->path.wildcards && find_star(from->name, n) < from->name.len; n++) {
    aml_sv name = aml_sv_slice(from->name, 0, find_star(from->name, n));
    if (aml_alias_for(aml_aliases_find(aliases, name), from->type) != NULL) {
      continue;
    }
    aml_alias *alias = AML_NEW(arena, aml_alias);
    aml_alias_version *versions = AML_NEW_ARRAY(arena, aml_alias_version, from->version_count);
    for (size_t i = 0; i < from->version_count; i++) {
      versions[i] =
          (aml_alias_version){from->versions[i].api_version, path_before_star(&from->versions[i].path, n)};
    }
    *alias = (aml_alias){.name = name,
        .type = from->type,
        .path = path_before_star(&from->path, n),
        .versions = versions,
        .version_count = from->version_count};
    put_alias(aliases, alias);
  }
}

static void read_provider(aml_aliases *aliases, aml_arena *arena, const aml_shape *shape,
    const aml_value *provider, aml_diags *diags) {
  if (aml_shape_check(shape, "provider", provider, "", arena, diags) > 0) {
    return;
  }
  aml_sv namespace_ = aml_value_text(aml_object_find(provider, AML_SV("namespace")));
  const aml_value *types = aml_object_find(provider, AML_SV("resourceTypes"));
  for (size_t i = 0; aml_value_is(types, AML_ARRAY) && i < types->as.array.count; i++) {
    const aml_value *entry = types->as.array.items[i];
    const aml_value *list = aml_object_find(entry, AML_SV("aliases"));
    aml_sv name = aml_value_text(aml_object_find(entry, AML_SV("resourceType")));
    aml_sv type = aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(namespace_), AML_SV_ARG(name));
    if (aml_value_is(list, AML_ARRAY) && list->as.array.count > 0) {
      aml_map_put(&aliases->types, type, aliases);
    }
    for (size_t k = 0; aml_value_is(list, AML_ARRAY) && k < list->as.array.count; k++) {
      read_alias(aliases, arena, list->as.array.items[k], type);
    }
  }
}

/* After all have been read, so that what the catalogue says itself is known. */
static void derive_all(aml_aliases *aliases, aml_arena *arena) {
  size_t count = aliases->by_name.count;
  for (size_t i = 0; i < count; i++) {
    for (const aml_alias *one = aliases->by_name.entries[i].value; one != NULL; one = one->next) {
      derive_aliases(aliases, arena, one);
    }
  }
}

aml_aliases *aml_aliases_read(aml_arena *arena, const aml_value *root, aml_diags *diags) {
  const aml_value *list = aml_value_is(root, AML_OBJECT) ? aml_object_find(root, AML_SV("value")) : root;
  aml_aliases *aliases = AML_NEW(arena, aml_aliases);
  const aml_shape shape = {
      .schema = aml_azure_schema(arena), .rule = "AML011", .noun = "The provider", .is_azure = true};
  aml_map_init(&aliases->by_name, arena, AML_MAP_IGNORE_CASE);
  aml_map_init(&aliases->types, arena, AML_MAP_IGNORE_CASE);
  if (aml_value_is(list, AML_ARRAY)) {
    for (size_t i = 0; i < list->as.array.count; i++) {
      read_provider(aliases, arena, &shape, list->as.array.items[i], diags);
    }
  } else if (aml_value_is(root, AML_OBJECT) && aml_object_find(root, AML_SV("resourceTypes")) != NULL) {
    read_provider(aliases, arena, &shape, root, diags);
  } else {
    aml_diag *diag = aml_diags_add(diags, "AML011", root->span,
        "This is not a catalogue of aliases: expected an array of resource providers.");
    diag->help = AML_SV("Create it with 'az provider list --expand resourceTypes/aliases -o json'.");
    diag->is_incomplete = true;
    return NULL;
  }
  derive_all(aliases, arena);
  return aliases;
}
