#include "inventory/quota.h"

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
  AML_VEC_PUSH(arena, out, quota);
}

void aml_export_quotas(aml_arena *arena, const struct aml_export *export, aml_quotas *out) {
  for (size_t i = 0; i < export->count; i++) {
    add_quota(arena, export->items[i], out);
  }
}

bool aml_quotas_find(
    const aml_quotas *quotas, const aml_scope_path *scope, aml_sv region, aml_sv family, int64_t *limit) {
  *limit = -1;
  for (size_t i = 0; i < quotas->count; i++) {
    const aml_quota *one = &quotas->items[i];
    bool is_elsewhere =
        (scope->subscription.len > 0 && !aml_sv_ieq(scope->subscription, one->subscription)) ||
        (region.len > 0 && !aml_same_word(region, one->region));
    if (is_elsewhere || !aml_same_word(family, one->family)) {
      continue;
    }
    if (*limit >= 0 && *limit != one->limit) {
      return false;
    }
    *limit = one->limit;
  }
  return true;
}
