/* What a resource has by its stated API version: properties that the version does not know have no effect. */
#include "base/concat.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "graph/resource.h"
#include "tree/secret_values.h"

typedef struct pruning {
  const aml_facts *facts;
  aml_arena *arena; /* what stays */
  aml_arena *work;
  aml_map *known; /* keys to aml_property_fact, or NULL */
  aml_sv head;    /* "workspaces/computes AmlCompute " */
  aml_sv version;
  aml_strbuf key; /* the head and the path to where pruning is */
  aml_object_builder dropped;
  size_t count;
} pruning;

/* The property that tells kinds of a type apart. */
static aml_sv kind_of(const aml_resource *resource, aml_sv type) {
  static const struct {
    const char *type, *path;
  } kinds[] = {{"workspaces/computes", "properties.computeType"},
      {"workspaces/datastores", "properties.datastoreType"},
      {"workspaces/connections", "properties.authType"}, {"workspaces/jobs", "properties.jobType"},
      {"workspaces/onlineEndpoints/deployments", "properties.endpointComputeType"}};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (aml_sv_ieq(type, aml_sv_of(kinds[i].type))) {
      aml_sv kind = aml_value_text(aml_value_path(resource->body, aml_sv_of(kinds[i].path)));
      return kind.len > 0 ? kind : AML_SV("-");
    }
  }
  return AML_SV("-");
}

/* How keys of the facts begin for the resource; empty for types of other providers. */
static aml_sv make_head(aml_arena *arena, const aml_resource *resource) {
  static const aml_sv provider = AML_SV_CONST("Microsoft.MachineLearningServices/");
  if (!aml_sv_istarts(resource->type, provider) || !aml_value_is(resource->body, AML_OBJECT)) {
    return (aml_sv){0};
  }
  aml_sv type = aml_sv_slice(resource->type, provider.len, resource->type.len);
  aml_sv kind = kind_of(resource, type);
  return aml_sv_format(arena, "%.*s %.*s ", AML_SV_ARG(type), AML_SV_ARG(kind));
}

/* The key is a head and a dotted path. What the facts do not know is kept as well, but files may hold any
 * number of such names. */
static bool find_fact(const pruning *p, aml_sv key, aml_property_fact *out) {
  enum { MOST_KEPT = 4096 };
  const aml_property_fact *known = p->known == NULL ? NULL : aml_map_find(p->known, key);
  if (known != NULL) {
    *out = *known;
    return known->first.len > 0; /* as every property has, that the facts know */
  }
  bool is_known = aml_facts_property(p->facts, key, out);
  if (p->known != NULL && p->known->count < MOST_KEPT) {
    aml_property_fact *kept = AML_NEW(p->known->arena, aml_property_fact);
    *kept = is_known ? *out : *kept;
    aml_map_put(p->known, aml_sv_dup(p->known->arena, key), kept);
  }
  return is_known;
}

static bool find_property(const pruning *p, aml_sv path, aml_property_fact *out) {
  return find_fact(p, aml_sv_join(p->work, p->head, path), out);
}

/* False where nothing can be said: then type or version are not among those read. */
static bool begin(pruning *p, const aml_resource *resource, const aml_facts *facts, aml_arena *work) {
  *p = (pruning){.facts = facts, .work = work, .version = resource->api_version};
  if (facts == NULL || resource->api_version.len == 0 || !aml_facts_api_version(facts, p->version)) {
    return false;
  }
  p->head = make_head(work, resource);
  return p->head.len > 0;
}

/* Whether the version has resources of this kind at all. Where it has none, nobody knows what becomes of one.
 */
static bool has_kind(const pruning *p) {
  aml_property_fact all;
  return find_property(p, AML_SV("properties"), &all) && aml_property_is_in(&all, p->version);
}

/* The key of what is named so below the one of that length, which is handed down in place of the key. */
static aml_sv key_of(pruning *p, size_t outer, aml_sv name) {
  p->key.len = outer;
  if (outer > p->head.len) {
    aml_strbuf_add_char(&p->key, '.');
  }
  aml_strbuf_add(&p->key, name);
  return aml_strbuf_view(&p->key);
}

static const aml_value *prune(pruning *p, const aml_value *value);

static const aml_value *prune_items(pruning *p, const aml_value *array) {
  aml_strbuf_add(&p->key, AML_SV("[*]"));
  size_t key = p->key.len;
  const aml_value **items = NULL;
  for (size_t i = 0; i < array->as.array.count; i++) {
    const aml_value *item = array->as.array.items[i];
    p->key.len = key;
    const aml_value *next = prune(p, item);
    if (next != item && items == NULL) {
      items = AML_NEW_ARRAY(p->arena, const aml_value *, array->as.array.count);
      memcpy(items, array->as.array.items, array->as.array.count * sizeof *items);
    }
    if (items != NULL) {
      items[i] = next;
    }
  }
  return items == NULL
             ? array
             : aml_value_moved(p->arena, aml_value_array(p->arena, items, array->as.array.count, array->span),
                   array->span, array->origin, array->flags);
}

/* A member as it goes on, or NULL where it is dropped. Of what is not known nothing below is looked at. */
static const aml_value *prune_member(pruning *p, const aml_member *member, size_t outer) {
  aml_property_fact fact;
  if (!find_fact(p, key_of(p, outer, member->name), &fact) &&
      (outer == p->head.len || !find_fact(p, key_of(p, outer, AML_SV("*")), &fact))) {
    return member->value;
  }
  if (aml_property_is_in(&fact, p->version)) {
    return prune(p, member->value);
  }
  if (aml_value_has(member->value, AML_VALUE_SECURE) || aml_secret_is_named(member->name)) {
    return member->value;
  }
  aml_sv named = key_of(p, outer, member->name);
  aml_object_set(&p->dropped, aml_sv_dup(p->arena, aml_sv_slice(named, p->head.len, named.len)),
      member->name_span, member->value);
  p->count++;
  return NULL;
}

/* Adds the first `count` members as they are. */
static void keep_members(pruning *p, const aml_value *object, size_t count, aml_object_builder *out) {
  aml_object_begin_sized(out, p->arena, object->as.object.count);
  for (size_t i = 0; i < count; i++) {
    const aml_member *member = &object->as.object.members[i];
    aml_object_add(out, member->name, member->name_span, member->value);
  }
}

/* What stands at the key. Recursion is as deep as paths of the facts are. What loses nothing is not copied.
 */
static const aml_value *prune(pruning *p, const aml_value *value) {
  if (value->kind == AML_ARRAY) {
    return prune_items(p, value);
  }
  if (value->kind != AML_OBJECT) {
    return value;
  }
  size_t key = p->key.len;
  aml_object_builder kept;
  bool is_same = true;
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    const aml_value *next = prune_member(p, member, key);
    if (is_same && next != member->value) {
      keep_members(p, value, i, &kept);
      is_same = false;
    }
    if (!is_same && next != NULL) {
      aml_object_add(&kept, member->name, member->name_span, next);
    }
  }
  return is_same ? value
                 : aml_value_moved(p->arena, aml_object_end(&kept, value->span, value->flags), value->span,
                       value->origin, value->flags);
}

void aml_resource_drop_ineffective(
    aml_resource *resource, const aml_facts *facts, aml_map *known, aml_arena *arena, aml_arena *work) {
  pruning p;
  if (!begin(&p, resource, facts, work)) {
    return;
  }
  p.arena = arena;
  p.known = known;
  if (!has_kind(&p)) {
    return;
  }
  aml_object_begin(&p.dropped, arena);
  aml_strbuf_init(&p.key, work, SIZE_MAX);
  aml_strbuf_add(&p.key, p.head);
  resource->body = prune(&p, resource->body);
  if (p.count > 0) {
    resource->ineffective = aml_object_end(&p.dropped, AML_NO_SPAN, 0);
  }
}

bool aml_resource_lacks_property(
    const aml_resource *resource, const aml_facts *facts, aml_arena *arena, aml_sv path) {
  pruning p;
  bool lacks = false;
  bool is_known = begin(&p, resource, facts, arena);
  for (size_t end = 0; is_known && !lacks && end < path.len; end++) {
    end = aml_sv_find_char(path, '.', end);
    end = end == AML_NPOS ? path.len : end;
    aml_property_fact fact;
    lacks = find_property(&p, aml_sv_slice(path, 0, end), &fact) && !aml_property_is_in(&fact, p.version);
  }
  return lacks;
}

bool aml_resource_property(const aml_resource *resource, const aml_facts *facts, aml_arena *arena,
    aml_sv path, aml_property_fact *out) {
  pruning p = {.facts = facts, .work = arena, .head = make_head(arena, resource)};
  return facts != NULL && find_property(&p, path, out);
}
