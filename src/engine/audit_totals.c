#include "engine/audit_totals.h"

#include "base/sort.h"
#include "config/shape.h"
#include "engine/audit_record.h"
#include "report/place.h"

AML_EMBEDDED(aml_schema_of_earlier_audits)

static int compare_totals(const void *a, const void *b) {
  return aml_sv_cmp(((const aml_audit_total *)a)->key, ((const aml_audit_total *)b)->key);
}

typedef struct totals_builder {
  aml_arena *arena;
  aml_map by_key;
} totals_builder;

static aml_audit_total *total_of(totals_builder *self, aml_sv key) {
  aml_audit_total *total = aml_map_find(&self->by_key, key);
  if (total == NULL) {
    total = AML_NEW(self->arena, aml_audit_total);
    total->key = key;
    aml_map_put(&self->by_key, key, total);
  }
  return total;
}

static void count(totals_builder *self, aml_sv key, const aml_audit_entry *entry) {
  aml_audit_total *total = total_of(self, key);
  total->entries++;
  total->findings += entry->counted;
  total->would_cover += entry->is_void ? entry->finding_count : 0;
}

static void finish_totals(totals_builder *self, aml_audit_totals *out) {
  for (size_t i = 0; i < self->by_key.count; i++) {
    AML_VEC_PUSH(self->arena, out, *(const aml_audit_total *)self->by_key.entries[i].value);
  }
  aml_sort(self->arena, out->items, out->count, sizeof(aml_audit_total), compare_totals);
}

/* Findings by their own rule, which an entry may have named by a pattern. */
static void count_rules(totals_builder *rules, const aml_audit_entry *entry) {
  for (size_t i = 0; i < entry->rule_list.count; i++) {
    total_of(rules, entry->rule_list.items[i].id)->entries++;
  }
  for (size_t i = 0; i < entry->finding_count; i++) {
    aml_audit_total *total = total_of(rules, entry->findings[i].rule);
    total->findings += entry->findings[i].is_counted ? 1 : 0;
    total->would_cover += entry->is_void ? 1 : 0;
  }
}

void aml_audit_add_totals(aml_audit *audit) {
  totals_builder builders[4];
  for (size_t i = 0; i < 4; i++) {
    builders[i].arena = audit->arena;
    aml_map_init(&builders[i].by_key, audit->arena, AML_MAP_EXACT);
  }
  for (size_t i = 0; i < audit->entries.count; i++) {
    const aml_audit_entry *entry = &audit->entries.items[i];
    audit->covering += entry->counted > 0 ? 1 : 0;
    count(&builders[0], entry->owner, entry);
    count(&builders[1], entry->state, entry);
    count_rules(&builders[2], entry);
    count(&builders[3],
        entry->severity == AML_SEVERITY_NONE ? AML_SV("unknown rule")
                                             : aml_sv_of(aml_severity_name(entry->severity)),
        entry);
  }
  finish_totals(&builders[0], &audit->by_owner);
  finish_totals(&builders[1], &audit->by_state);
  finish_totals(&builders[2], &audit->by_rule);
  finish_totals(&builders[3], &audit->by_severity);
}

typedef struct ending {
  int32_t days;
  aml_sv name;
} ending;

static int compare_endings(const void *a, const void *b) {
  const ending *x = a;
  const ending *y = b;
  return x->days != y->days ? (x->days < y->days ? -1 : 1) : aml_sv_cmp(x->name, y->name);
}

void aml_audit_add_outlook(aml_audit *audit) {
  static const int32_t stretches[AML_AUDIT_OUTLOOK] = {30, 60, 90};
  AML_VEC(ending) endings = {0};
  for (size_t i = 0; i < audit->entries.count; i++) {
    const aml_audit_entry *entry = &audit->entries.items[i];
    int32_t left = aml_audit_days_left(audit, entry);
    if (!entry->is_void && left >= 0 && left <= stretches[AML_AUDIT_OUTLOOK - 1]) {
      ending one = {left, aml_audit_name(audit, entry)};
      AML_VEC_PUSH(audit->arena, &endings, one);
    }
  }
  aml_sort(audit->arena, endings.items, endings.count, sizeof(ending), compare_endings);
  for (size_t i = 0, next = 0; i < AML_AUDIT_OUTLOOK; i++) {
    audit->outlook[i].days = stretches[i];
    for (; next < endings.count && endings.items[next].days <= stretches[i]; next++) {
      AML_VEC_PUSH(audit->arena, &audit->outlook[i].names, endings.items[next].name);
    }
  }
}

/* What identifies an entry over time: its id, or else its rules and what it covers. */
static aml_sv identity_of(aml_arena *arena, aml_sv id, aml_sv rules, aml_sv covers) {
  return id.len > 0 ? id : aml_sv_format(arena, "%.*s\n%.*s", AML_SV_ARG(rules), AML_SV_ARG(covers));
}

static aml_sv text_of(const aml_value *entry, const char *key) {
  const aml_value *value = aml_object_find_exact(entry, aml_sv_of(key));
  return value == NULL ? (aml_sv){NULL, 0} : aml_value_text(value);
}

/* The name of an entry of an earlier audit, as aml_audit_name gives it. */
static aml_sv earlier_name(aml_arena *arena, const aml_value *entry) {
  aml_sv id = text_of(entry, "id");
  const aml_value *line = aml_object_find_exact(entry, AML_SV("line"));
  return id.len > 0 ? id
                    : aml_sv_format(arena, "%.*s:%lld", AML_SV_ARG(text_of(entry, "file")),
                          aml_value_is(line, AML_INT) ? (long long)line->as.integer : 0);
}

typedef struct earlier_entry {
  const aml_value *entry;
  bool is_still_there;
} earlier_entry;

/* Whether anything was decided anew but the end. */
static bool was_changed(const aml_audit *audit, const aml_audit_entry *now, const aml_value *then) {
  const struct {
    const char *key;
    aml_sv text;
  } fields[] = {{"rules", now->rules}, {"covers", now->covers}, {"owner", now->owner},
      {"approver", now->approver}, {"reason", now->reason}, {"ticket", now->ticket}, {"risk", now->risk},
      {"evidence", now->evidence}, {"review", aml_audit_day(audit, now->review)},
      {"revoked", aml_audit_day(audit, now->revoked)}};
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
    if (!aml_sv_eq(text_of(then, fields[i].key), fields[i].text)) {
      return true;
    }
  }
  return false;
}

static void compare_entry(
    aml_audit *audit, aml_audit_trend *trend, const aml_audit_entry *now, earlier_entry *then) {
  aml_sv name = aml_audit_name(audit, now);
  if (then == NULL) {
    AML_VEC_PUSH(audit->arena, &trend->added, name);
    return;
  }
  then->is_still_there = true;
  aml_day day = AML_DAY_NONE;
  bool had_end = aml_day_parse(text_of(then->entry, "until"), &day);
  if (had_end && now->until != AML_DAY_NONE && now->until > day) {
    AML_VEC_PUSH(audit->arena, &trend->renewed, name);
  } else if (was_changed(audit, now, then->entry) || (had_end ? day : AML_DAY_NONE) != now->until) {
    AML_VEC_PUSH(audit->arena, &trend->changed, name);
  }
}

/* The entries of the earlier audit by what identifies them. */
static void read_earlier(aml_audit *audit, const aml_value *list, aml_map *out, aml_audit_trend *trend) {
  aml_map_init(out, audit->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < list->as.array.count; i++) {
    earlier_entry *entry = AML_NEW(audit->arena, earlier_entry);
    entry->entry = list->as.array.items[i];
    aml_sv id = text_of(entry->entry, "id");
    aml_map_put(out,
        identity_of(audit->arena, id, text_of(entry->entry, "rules"), text_of(entry->entry, "covers")),
        entry);
    const aml_value *findings = aml_object_find_exact(entry->entry, AML_SV("findings"));
    trend->findings_before += aml_value_is(findings, AML_ARRAY) ? findings->as.array.count : 0;
  }
  trend->entries_before = list->as.array.count;
}

bool aml_audit_has_shape(aml_arena *arena, const aml_value *earlier, aml_diags *diags) {
  const aml_shape shape = {
      .schema = aml_shape_schema(arena, aml_schema_of_earlier_audits, aml_schema_of_earlier_audits_size),
      .rule = "AML902",
      .noun = "The earlier audit"};
  if (aml_object_find_exact(earlier, AML_SV("evidence")) == NULL ||
      aml_object_find_exact(earlier, AML_SV("exceptions")) ==
          NULL) { /* another file, of which nothing is shown */
    aml_diags_add(diags, "AML902", earlier->span, "The earlier audit is not a JSON audit written by amlint.")
        ->is_incomplete = true;
    return false;
  }
  return aml_shape_check(&shape, NULL, earlier, "", arena, diags) == 0;
}

aml_status aml_audit_add_trend(aml_audit *audit, const aml_value *earlier, aml_error *error) {
  const aml_value *list = aml_object_find_exact(earlier, AML_SV("exceptions"));
  const aml_value *as_of = aml_value_path(earlier, AML_SV("evidence.asOf"));
  aml_audit_trend *trend = AML_NEW(audit->arena, aml_audit_trend);
  if (!aml_value_is(list, AML_ARRAY) || as_of == NULL ||
      !aml_day_parse(aml_value_text(as_of), &trend->earlier)) {
    return aml_fail(error, AML_ERR_INPUT, "The earlier audit is not a JSON audit written by amlint.");
  }
  aml_map before;
  read_earlier(audit, list, &before, trend);
  for (size_t i = 0; i < audit->entries.count; i++) {
    const aml_audit_entry *now = &audit->entries.items[i];
    compare_entry(audit, trend, now,
        aml_map_find(&before, identity_of(audit->arena, now->id, now->rules, now->covers)));
  }
  for (size_t i = 0; i < before.count; i++) {
    const earlier_entry *then = before.entries[i].value;
    if (!then->is_still_there) {
      AML_VEC_PUSH(audit->arena, &trend->removed, earlier_name(audit->arena, then->entry));
    }
  }
  audit->trend = trend;
  return AML_OK;
}
