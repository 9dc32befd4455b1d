#include "engine/audit.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/strbuf.h"
#include "report/place.h"
#include "report/repository.h"
#include "source/lines.h"

static aml_sv join(aml_arena *arena, const aml_sv *items, size_t count) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  for (size_t i = 0; i < count; i++) {
    aml_strbuf_add(&text, i == 0 ? (aml_sv){NULL, 0} : AML_SV(", "));
    aml_strbuf_add(&text, items[i]);
  }
  return aml_strbuf_view(&text);
}

static uint32_t line_of(aml_engine *engine, aml_span span) {
  if (aml_span_is_none(span)) {
    return 1;
  }
  aml_source *source = aml_sources_get(engine->sources, span.source);
  aml_source_index_lines(source, &engine->arena);
  return aml_source_locate(source, span.begin).line;
}

static aml_sv path_of(const aml_engine *engine, aml_span span) {
  return aml_span_is_none(span) ? (aml_sv){NULL, 0} : aml_sources_get(engine->sources, span.source)->path;
}

/* In words: "file a.yml", "resource gpu in a.yml", "line 7 of a.yml". */
static aml_sv describe_reach(aml_engine *engine, const aml_waiver *waiver) {
  aml_arena *arena = &engine->arena;
  switch (waiver->reach) {
  case AML_REACH_FILE:
    return aml_sv_format(arena, "file %.*s", AML_SV_ARG(waiver->path));
  case AML_REACH_LINE:
    return aml_sv_format(arena, "line %u of %.*s", waiver->line, AML_SV_ARG(waiver->path));
  case AML_REACH_RESOURCE:
    return aml_sv_format(arena, "from line %u of %.*s", waiver->line, AML_SV_ARG(waiver->path));
  case AML_REACH_ENTRY:
    break;
  }
  aml_texts parts = {0};
  if (waiver->resource_name.len > 0) {
    AML_VEC_PUSH(arena, &parts, aml_sv_format(arena, "resource %.*s", AML_SV_ARG(waiver->resource_name)));
  }
  if (waiver->paths.count > 0) {
    AML_VEC_PUSH(arena, &parts, join(arena, waiver->paths.items, waiver->paths.count));
  }
  if (waiver->scope.len > 0) {
    AML_VEC_PUSH(arena, &parts, aml_sv_format(arena, "scope %.*s", AML_SV_ARG(waiver->scope)));
  }
  if (waiver->property.len > 0) {
    AML_VEC_PUSH(arena, &parts, waiver->property);
  }
  if (waiver->has_value) {
    AML_VEC_PUSH(arena, &parts, aml_sv_format(arena, "value %.*s", AML_SV_ARG(waiver->value)));
  }
  return parts.count == 0 ? AML_SV("everything") : join(arena, parts.items, parts.count);
}

static const aml_audit_cover *covers_of(aml_engine *engine, aml_finding *const *findings, size_t count) {
  aml_audit_cover *out = AML_NEW_ARRAY(&engine->arena, aml_audit_cover, count);
  for (size_t i = 0; i < count; i++) {
    const aml_finding *finding = findings[i];
    out[i] = (aml_audit_cover){.rule = finding->rule->id,
        .file = path_of(engine, finding->span),
        .resource = finding->resource == NULL ? (aml_sv){NULL, 0} : finding->resource->shown_name,
        .message = finding->message,
        .line = line_of(engine, finding->span),
        .severity = finding->severity};
  }
  return out;
}

static aml_sv kind_name(const aml_waiver *waiver) {
  return waiver->kind == AML_IN_SOURCE   ? AML_SV("comment")
         : waiver->kind == AML_EXEMPTION ? AML_SV("exemption")
                                         : AML_SV("exception");
}

static void add_waiver(aml_engine *engine, aml_audit *out, const aml_waiver *waiver) {
  aml_audit_entry entry = {.kind = kind_name(waiver),
      .state = aml_sv_of(aml_waiver_state(waiver)),
      .id = waiver->id,
      .rules = join(&engine->arena, waiver->rules.items, waiver->rules.count),
      .covers = describe_reach(engine, waiver),
      .owner = waiver->owner,
      .approver = waiver->approver,
      .reason = waiver->reason,
      .ticket = waiver->ticket,
      .risk = waiver->risk,
      .evidence = join(&engine->arena, waiver->evidence.items, waiver->evidence.count),
      .created = waiver->created,
      .until = waiver->until,
      .review = waiver->review,
      .file = path_of(engine, waiver->span),
      .line = line_of(engine, waiver->span),
      .findings = covers_of(engine, waiver->covered.items, waiver->covered.count),
      .finding_count = waiver->covered.count};
  AML_VEC_PUSH(&engine->arena, &out->entries, entry);
}

static void add_baseline_entry(aml_engine *engine, aml_audit *out, const aml_baseline_entry *from) {
  aml_audit_entry entry = {.kind = AML_SV("baseline"),
      .state = from->finding == NULL ? AML_SV("gone") : AML_SV("active"),
      .id = aml_sv_slice(from->fingerprint, 0, 12),
      .rules = from->rule,
      .covers = from->resource.len > 0 ? aml_sv_format(&engine->arena, "resource %.*s, %.*s",
                                             AML_SV_ARG(from->resource), AML_SV_ARG(from->file))
                                       : from->file,
      .reason = AML_SV("known when the baseline was taken"),
      .created = from->since,
      .until = AML_DAY_NONE,
      .review = AML_DAY_NONE,
      .file = path_of(engine, from->span),
      .line = line_of(engine, from->span)};
  if (from->finding != NULL) {
    aml_finding *one[] = {from->finding};
    entry.findings = covers_of(engine, one, 1);
    entry.finding_count = 1;
  }
  AML_VEC_PUSH(&engine->arena, &out->entries, entry);
}

/* Worst first: what needs a hand before what runs well. */
static size_t rank_of(aml_sv state) {
  static const aml_sv order[] = {AML_SV_CONST("malformed"), AML_SV_CONST("expired"),
      AML_SV_CONST("not permitted"), AML_SV_CONST("incomplete"), AML_SV_CONST("unjustified wildcard"),
      AML_SV_CONST("ends soon"), AML_SV_CONST("unused"), AML_SV_CONST("gone"), AML_SV_CONST("blanket"),
      AML_SV_CONST("active")};
  size_t i = 0;
  while (i < sizeof order / sizeof order[0] && !aml_sv_eq(order[i], state)) {
    i++;
  }
  return i;
}

static int compare_entries(const void *a, const void *b) {
  const aml_audit_entry *x = a;
  const aml_audit_entry *y = b;
  size_t left = rank_of(x->state);
  size_t right = rank_of(y->state);
  if (left != right) {
    return left < right ? -1 : 1;
  }
  int order = aml_sv_cmp(x->file, y->file);
  if (order != 0) {
    return order;
  }
  return x->line != y->line ? (x->line < y->line ? -1 : 1) : aml_sv_cmp(x->id, y->id);
}

static int compare_totals(const void *a, const void *b) {
  return aml_sv_cmp(((const aml_audit_total *)a)->key, ((const aml_audit_total *)b)->key);
}

typedef struct totals_builder {
  aml_arena *arena;
  aml_map by_key; /* to index + 1, as a pointer to the total's place in a list of pointers */
} totals_builder;

static void count(totals_builder *self, aml_sv key, size_t entries, size_t findings) {
  aml_audit_total *total = aml_map_find(&self->by_key, key);
  if (total == NULL) {
    total = AML_NEW(self->arena, aml_audit_total);
    total->key = key;
    aml_map_put(&self->by_key, key, total);
  }
  total->entries += entries;
  total->findings += findings;
}

static void finish_totals(totals_builder *self, aml_audit_totals *out) {
  for (size_t i = 0; i < self->by_key.count; i++) {
    AML_VEC_PUSH(self->arena, out, *(const aml_audit_total *)self->by_key.entries[i].value);
  }
  if (out->count > 1) {
    qsort(out->items, out->count, sizeof(aml_audit_total), compare_totals);
  }
}

/* By the rule's id, though the entry may name it otherwise. */
static void count_rules(totals_builder *rules, const aml_ruleset *known, const aml_audit_entry *entry) {
  aml_sv rest = entry->rules;
  while (rest.len > 0) {
    aml_sv name = aml_sv_trim(aml_sv_split(&rest, ','));
    const aml_rule *found = aml_ruleset_find(known, name);
    aml_sv rule = found == NULL ? name : found->id;
    size_t findings = 0;
    for (size_t i = 0; i < entry->finding_count; i++) {
      findings += aml_sv_ieq(entry->findings[i].rule, rule) ? 1 : 0;
    }
    count(rules, rule, 1, findings);
  }
}

static void add_totals(aml_engine *engine, aml_audit *out) {
  totals_builder builders[4];
  for (size_t i = 0; i < 4; i++) {
    builders[i].arena = &engine->arena;
    aml_map_init(&builders[i].by_key, &engine->arena, AML_MAP_EXACT);
  }
  for (size_t i = 0; i < out->entries.count; i++) {
    const aml_audit_entry *entry = &out->entries.items[i];
    count(&builders[0], entry->owner, 1, entry->finding_count);
    count(&builders[1], entry->state, 1, entry->finding_count);
    count_rules(&builders[2], engine->rules, entry);
    aml_sv seen = {NULL, 0};
    for (size_t k = 0; k < entry->finding_count; k++) {
      aml_sv severity = aml_sv_of(aml_severity_name(entry->findings[k].severity));
      count(&builders[3], severity, aml_sv_eq(seen, severity) ? 0 : 1, 1);
      seen = severity;
    }
  }
  finish_totals(&builders[0], &out->by_owner);
  finish_totals(&builders[1], &out->by_state);
  finish_totals(&builders[2], &out->by_rule);
  finish_totals(&builders[3], &out->by_severity);
}

/* What identifies an exception over time: its id, or else its rules and what it covers. */
static aml_sv identity_of(aml_arena *arena, aml_sv id, aml_sv rules, aml_sv covers) {
  return id.len > 0 ? id : aml_sv_format(arena, "%.*s\n%.*s", AML_SV_ARG(rules), AML_SV_ARG(covers));
}

static aml_sv text_of(const aml_value *entry, const char *key) {
  const aml_value *value = aml_object_find_exact(entry, aml_sv_of(key));
  return value == NULL ? (aml_sv){NULL, 0} : aml_value_text(value);
}

static aml_status add_trend(aml_engine *engine, const aml_value *earlier, aml_audit *out, aml_error *error) {
  const aml_value *list = aml_object_find_exact(earlier, AML_SV("exceptions"));
  const aml_value *as_of = aml_value_path(earlier, AML_SV("evidence.asOf"));
  aml_audit_trend *trend = AML_NEW(&engine->arena, aml_audit_trend);
  if (!aml_value_is(list, AML_ARRAY) || as_of == NULL ||
      !aml_day_parse(aml_value_text(as_of), &trend->earlier)) {
    return aml_fail(error, AML_ERR_INPUT, "The earlier audit is no JSON audit of amlint.");
  }
  aml_map before;
  aml_map_init(&before, &engine->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < list->as.array.count; i++) {
    const aml_value *entry = list->as.array.items[i];
    aml_sv *until = AML_NEW(&engine->arena, aml_sv);
    *until = text_of(entry, "until");
    aml_map_put(&before,
        identity_of(&engine->arena, text_of(entry, "id"), text_of(entry, "rules"), text_of(entry, "covers")),
        until);
    const aml_value *findings = aml_object_find_exact(entry, AML_SV("findings"));
    trend->findings_before += aml_value_is(findings, AML_ARRAY) ? findings->as.array.count : 0;
  }
  trend->entries_before = list->as.array.count;
  size_t kept = 0;
  for (size_t i = 0; i < out->entries.count; i++) {
    const aml_audit_entry *entry = &out->entries.items[i];
    const aml_sv *until =
        aml_map_find(&before, identity_of(&engine->arena, entry->id, entry->rules, entry->covers));
    aml_day day = AML_DAY_NONE;
    kept += until != NULL ? 1 : 0;
    trend->added += until == NULL ? 1 : 0;
    if (until != NULL && aml_day_parse(*until, &day) && entry->until != AML_DAY_NONE && entry->until > day) {
      trend->renewed++;
    }
  }
  trend->removed = before.count - (kept < before.count ? kept : before.count);
  out->trend = trend;
  return AML_OK;
}

/* A digest of everything that the rules say, so that two audits by the same rules can be told. */
static aml_sv digest_rules(aml_engine *engine) {
  aml_strbuf text;
  aml_strbuf_init(&text, &engine->arena, SIZE_MAX);
  for (size_t i = 0; i < engine->rules->list.count; i++) {
    const aml_rule *rule = engine->rules->list.items[i];
    aml_strbuf_addf(&text, "%.*s\n%.*s\n%d\n%.*s\n", AML_SV_ARG(rule->id), AML_SV_ARG(rule->title),
        (int)rule->severity, AML_SV_ARG(rule->message));
  }
  return aml_sha256_hex(&engine->arena, aml_strbuf_view(&text));
}

static void add_evidence(aml_engine *engine, aml_audit *out) {
  const aml_config *config = aml_engine_config_for(engine, (aml_sv){NULL, 0});
  out->as_of = engine->options.as_of;
  out->version = AML_SV(AMLINT_VERSION);
  out->rules_digest = digest_rules(engine);
  out->facts_version = aml_facts_version(engine->facts);
  out->config_path = config->path;
  if (config->source != 0) {
    out->config_digest =
        aml_sha256_hex(&engine->arena, aml_sources_get(engine->sources, config->source)->bytes);
  }
  out->commit = aml_repository_read(&engine->arena, engine->discovery.root).revision;
}

aml_status aml_engine_audit(aml_engine *engine, const aml_value *earlier, aml_audit *out, aml_error *error) {
  *out = (aml_audit){.arena = &engine->arena};
  for (size_t i = 0; i < engine->waivers.count; i++) {
    for (size_t k = 0; k < engine->waivers.items[i]->waivers.list.count; k++) {
      add_waiver(engine, out, engine->waivers.items[i]->waivers.list.items[k]);
    }
  }
  for (size_t i = 0; i < engine->baseline.list.count; i++) {
    add_baseline_entry(engine, out, engine->baseline.list.items[i]);
  }
  if (out->entries.count > 1) {
    qsort(out->entries.items, out->entries.count, sizeof(aml_audit_entry), compare_entries);
  }
  add_totals(engine, out);
  add_evidence(engine, out);
  out->covered_findings = engine->counts.suppressed;
  out->active_findings = engine->counts.errors + engine->counts.warnings + engine->counts.notes;
  return earlier == NULL ? AML_OK : add_trend(engine, earlier, out, error);
}
