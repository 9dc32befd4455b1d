#include "inventory/quota.h"

#include <string.h>

#include "base/strbuf.h"
#include "base/suggest.h"
#include "inventory/export.h"

/* REST says currentValue where the CLI may say current_value. */
static const aml_value *find(const aml_value *object, const char *name) {
  for (size_t i = 0; aml_value_is(object, AML_OBJECT) && i < object->as.object.count; i++) {
    if (aml_same_word(object->as.object.members[i].name, aml_sv_of(name))) {
      return object->as.object.members[i].value;
    }
  }
  return NULL;
}

bool aml_export_has_limit(const aml_value *object) {
  const aml_value *limit = find(object, "limit");
  return limit != NULL && limit->kind != AML_NULL && aml_value_is(find(object, "name"), AML_OBJECT);
}

/* A number, or {"limitObjectType": "LimitValue", "value": 10}. */
static bool read_limit(const aml_value *limit, int64_t *out) {
  const aml_value *value = aml_value_is(limit, AML_OBJECT) ? find(limit, "value") : limit;
  if (aml_value_is(value, AML_FLOAT) && value->as.number >= 0 && value->as.number < 1e15) {
    *out = (int64_t)value->as.number;
    return true;
  }
  *out = aml_value_is(value, AML_INT) ? value->as.integer : -1;
  return *out >= 0;
}

/* The part of an id behind `before`; empty where it does not have that. */
static aml_sv part_after(aml_sv id, aml_sv before) {
  size_t at = aml_sv_ifind(id, before, 0);
  aml_sv rest = at == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(id, at + before.len, id.len);
  return aml_sv_split(&rest, '/');
}

bool aml_quota_id_read(aml_sv id, aml_sv *subscription, aml_sv *region) {
  bool is_id = aml_sv_istarts(id, AML_SV("/subscriptions/"));
  *subscription = part_after(id, AML_SV("/subscriptions/"));
  *region = part_after(id, AML_SV("/providers/Microsoft.MachineLearningServices/locations/"));
  return is_id && subscription->len > 0;
}

static bool is_low_priority(aml_sv name) {
  return aml_sv_ifind(name, AML_SV("LowPriority"), 0) != AML_NPOS ||
         aml_sv_ifind(name, AML_SV("Low Priority"), 0) != AML_NPOS ||
         aml_sv_ifind(name, AML_SV("Low-Priority"), 0) != AML_NPOS;
}

static void add_quota(aml_arena *arena, const aml_value *item, aml_quotas *out) {
  const aml_value *properties = aml_object_find(item, AML_SV("properties"));
  const aml_value *object = aml_export_has_limit(item) ? item : properties;
  aml_sv id = aml_value_text(aml_object_find(item, AML_SV("id")));
  aml_quota quota = {.family = aml_value_text(find(find(object, "name"), "value"))};
  bool is_read = aml_quota_id_read(id, &quota.subscription, &quota.region) &&
                 read_limit(find(object, "limit"), &quota.limit);
  if (!is_read || quota.region.len == 0 || quota.family.len == 0) {
    return;
  }
  quota.family = is_low_priority(quota.family) ? AML_SV(AML_QUOTA_LOW_PRIORITY) : quota.family;
  aml_quotas_add(arena, out, &quota);
}

void aml_export_quotas(aml_arena *arena, const struct aml_export *export, aml_quotas *out) {
  for (size_t i = 0; i < export->count; i++) {
    add_quota(arena, export->items[i], out);
  }
}

typedef struct agreement { /* of the quotas of one place */
  int64_t limit;
  bool is_broken;
} agreement;

/* Adds a word without the separators that do not tell words apart (aml_same_word), and what ends it. */
static void add_word(aml_strbuf *text, aml_sv word) {
  for (size_t i = 0; i < word.len; i++) {
    if (strchr("_- ", word.data[i]) == NULL) {
      aml_strbuf_add_char(text, word.data[i]);
    }
  }
  aml_strbuf_add_char(text, '\n');
}

static aml_sv key_of(aml_arena *arena, aml_sv family, aml_sv subscription, aml_sv region) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  add_word(&text, family);
  add_word(&text, region);
  aml_strbuf_add(&text, subscription);
  return aml_strbuf_view(&text);
}

void aml_quotas_add(aml_arena *arena, aml_quotas *quotas, const aml_quota *quota) {
  static const aml_sv any = {NULL, 0};
  const aml_sv places[][2] = {
      {quota->subscription, quota->region}, {quota->subscription, any}, {any, quota->region}, {any, any}};
  if (quotas->count++ == 0) {
    aml_map_init(&quotas->by_place, arena, AML_MAP_IGNORE_CASE);
  }
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    aml_sv key = key_of(arena, quota->family, places[i][0], places[i][1]);
    agreement *agreed = aml_map_find(&quotas->by_place, key);
    if (agreed == NULL) {
      agreed = AML_NEW(arena, agreement);
      agreed->limit = quota->limit;
      (void)aml_map_put(&quotas->by_place, key, agreed);
    }
    agreed->is_broken = agreed->is_broken || agreed->limit != quota->limit;
  }
}

bool aml_quotas_find(const aml_quotas *quotas, aml_arena *arena, const aml_scope_path *scope, aml_sv region,
    aml_sv family, int64_t *limit) {
  const agreement *agreed = quotas->count == 0 ? NULL
                                               : aml_map_find(&quotas->by_place,
                                                     key_of(arena, family, scope->subscription, region));
  *limit = agreed == NULL ? -1 : agreed->limit;
  return agreed == NULL || !agreed->is_broken;
}
