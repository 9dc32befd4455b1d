#include "engine/audit_record.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/shorten.h"
#include "base/sort.h"
#include "base/strbuf.h"
#include "engine/audit_totals.h"
#include "expr/value_text.h"
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

static uint32_t line_of(const aml_inputs *inputs, aml_span span) {
  if (aml_span_is_none(span)) {
    return 1;
  }
  aml_source *source = aml_sources_get(inputs->sources, span.source);
  aml_source_index_lines(source, inputs->arena);
  return aml_source_locate(source, span.begin).line;
}

static aml_sv path_of(const aml_inputs *inputs, aml_span span) {
  return aml_span_is_none(span) ? (aml_sv){NULL, 0} : aml_sources_get(inputs->sources, span.source)->path;
}

/* In words: "file a.yml", "resource gpu in a.yml", "line 7 of a.yml". */
static aml_sv describe_reach(aml_arena *arena, const aml_waiver *waiver) {
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

static aml_audit_cover *covers_of(const aml_inputs *inputs, aml_finding *const *findings, size_t count) {
  aml_arena_spend(inputs->arena, count * AML_STEPS_FOR_A_FINDING);
  aml_audit_cover *out = AML_NEW_ARRAY(inputs->arena, aml_audit_cover, count);
  for (size_t i = 0; i < count; i++) {
    const aml_finding *finding = findings[i];
    out[i] = (aml_audit_cover){.rule = finding->rule->id,
        .file = path_of(inputs, finding->span),
        .resource = aml_finding_resource_name(inputs->arena, finding),
        .message = finding->message.text,
        .line = line_of(inputs, finding->span),
        .severity = finding->severity};
  }
  return out;
}

static aml_sv kind_name(const aml_waiver *waiver) {
  return waiver->kind == AML_IN_SOURCE   ? AML_SV("comment")
         : waiver->kind == AML_EXEMPTION ? AML_SV("exemption")
                                         : AML_SV("exception");
}

static void add_rule(const aml_criteria *criteria, aml_audit_entry *entry, aml_sv name) {
  const aml_rule *rule = aml_ruleset_find(criteria->rules, name);
  aml_audit_rule one = {.id = name};
  if (rule != NULL) {
    one = (aml_audit_rule){rule->id, rule->title, rule->severity};
  }
  entry->severity = one.severity > entry->severity ? one.severity : entry->severity;
  AML_VEC_PUSH(criteria->arena, &entry->rule_list, one);
}

static void add_rules(const aml_criteria *criteria, aml_audit_entry *entry, const aml_texts *names) {
  for (size_t i = 0; i < names->count; i++) {
    add_rule(criteria, entry, names->items[i]);
  }
}

static void add_problems(aml_arena *arena, aml_audit_entry *entry, const aml_waiver *waiver) {
  for (size_t i = 0; i < waiver->problems.count; i++) {
    aml_audit_problem problem = {waiver->problems.items[i].rule, waiver->problems.items[i].message};
    AML_VEC_PUSH(arena, &entry->problems, problem);
  }
}

/* Counts the findings that the entry at `span` hides, where nothing hides them before it. */
static void count_hidden(
    aml_audit_entry *entry, aml_audit_cover *covers, aml_finding *const *findings, aml_span span) {
  for (size_t i = 0; i < entry->finding_count; i++) {
    const aml_suppression *first = findings[i]->suppressions;
    covers[i].is_counted =
        first != NULL && first->span.source == span.source && first->span.begin == span.begin;
    entry->counted += covers[i].is_counted ? 1 : 0;
  }
  entry->findings = covers;
}

static void shorten(aml_arena *arena, aml_audit_entry *entry) {
  aml_sv *texts[] = {&entry->id, &entry->rules, &entry->covers, &entry->owner, &entry->approver,
      &entry->reason, &entry->ticket, &entry->risk, &entry->evidence, &entry->revoked_by,
      &entry->revoked_reason};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    *texts[i] = aml_shorten_to(arena, *texts[i], AML_SHOWN_TEXT);
  }
  for (size_t i = 0; i < entry->rule_list.count; i++) {
    entry->rule_list.items[i].id = aml_shorten(arena, entry->rule_list.items[i].id);
  }
  for (size_t i = 0; i < entry->problems.count; i++) {
    aml_audit_problem *problem = &entry->problems.items[i];
    problem->message = aml_shorten_quoted(arena, problem->message);
  }
}

/* `room`: how many of the findings that it covers may be listed. Returns how many are. */
static size_t add_waiver(const aml_criteria *criteria, const aml_inputs *inputs, aml_audit *out,
    const aml_waiver *waiver, size_t room) {
  aml_audit_entry entry = {.kind = kind_name(waiver),
      .state = aml_sv_of(aml_waiver_state(waiver)),
      .is_void = (waiver->flags & AML_WAIVER_VOID) != 0,
      .revoked = waiver->revoked,
      .revoked_by = waiver->revoked_by,
      .revoked_reason = waiver->revoked_reason,
      .id = waiver->id,
      .rules = join(inputs->arena, waiver->rules.items, waiver->rules.count),
      .covers = describe_reach(inputs->arena, waiver),
      .owner = waiver->owner,
      .approver = waiver->approver,
      .reason = waiver->reason,
      .ticket = waiver->ticket,
      .risk = waiver->risk,
      .evidence = join(inputs->arena, waiver->evidence.items, waiver->evidence.count),
      .created = waiver->created,
      .until = waiver->until,
      .review = waiver->review,
      .file = path_of(inputs, waiver->span),
      .line = line_of(inputs, waiver->span),
      .finding_count = room < waiver->covered.count ? room : waiver->covered.count};
  count_hidden(&entry, covers_of(inputs, waiver->covered.items, entry.finding_count), waiver->covered.items,
      waiver->span);
  add_rules(criteria, &entry, &waiver->rules);
  add_problems(inputs->arena, &entry, waiver);
  shorten(inputs->arena, &entry);
  AML_VEC_PUSH(inputs->arena, &out->entries, entry);
  return entry.finding_count;
}

static void add_baseline_entry(
    const aml_criteria *criteria, const aml_inputs *inputs, aml_audit *out, const aml_baseline_entry *from) {
  aml_audit_entry entry = {.kind = AML_SV("baseline"),
      .state = from->is_unchecked           ? AML_SV("not checked")
               : aml_baseline_is_gone(from) ? AML_SV("gone")
                                            : AML_SV("active"),
      .id = aml_sv_slice(from->fingerprint, 0, 12),
      .rules = from->rule,
      .covers = from->resource.len > 0 ? aml_sv_format(inputs->arena, "resource %.*s, %.*s",
                                             AML_SV_ARG(from->resource), AML_SV_ARG(from->file))
                                       : from->file,
      .reason = AML_SV("known when the baseline was created"),
      .created = from->since,
      .until = AML_DAY_NONE,
      .review = AML_DAY_NONE,
      .revoked = AML_DAY_NONE,
      .file = path_of(inputs, from->span),
      .line = line_of(inputs, from->span)};
  if (from->finding != NULL) {
    aml_finding *one[] = {from->finding};
    entry.finding_count = 1;
    count_hidden(&entry, covers_of(inputs, one, 1), one, from->span);
  }
  add_rule(criteria, &entry, from->rule);
  AML_VEC_PUSH(inputs->arena, &out->entries, entry);
}

/* Of a run that has ended, the first of them: whoever wrote the exceptions decides how many there are. */
static void add_entries(const aml_criteria *criteria, const aml_inputs *inputs,
    const aml_acceptance *acceptance, const aml_remarks *remarks, aml_audit *out) {
  size_t most = remarks->has_ended ? AML_LIMIT_FINDINGS_AT_END : SIZE_MAX;
  size_t room = most;
  for (size_t i = 0; i < acceptance->waivers.count; i++) {
    const aml_waivers *waivers = &acceptance->waivers.items[i]->waivers;
    for (size_t k = 0; k < waivers->list.count && out->entries.count < most; k++) {
      room -= add_waiver(criteria, inputs, out, waivers->list.items[k], room);
    }
  }
  for (size_t i = 0; i < acceptance->baseline.list.count && out->entries.count < most; i++) {
    add_baseline_entry(criteria, inputs, out, acceptance->baseline.list.items[i]);
  }
}

/* Worst first: what needs a hand before what runs well. */
static size_t rank_of(aml_sv state) {
  size_t i = 0;
  while (aml_waiver_state_at(i) != NULL && !aml_sv_eq(aml_sv_of(aml_waiver_state_at(i)), state)) {
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

/* A digest of everything that the rules say, so that two audits by the same rules can be told. */
static aml_sv digest_rules(const aml_criteria *criteria) {
  aml_strbuf text;
  aml_strbuf_init(&text, criteria->arena, SIZE_MAX);
  for (size_t i = 0; i < criteria->rules->list.count; i++) {
    const aml_rule *rule = criteria->rules->list.items[i];
    aml_strbuf_addf(&text, "%.*s\n%.*s\n%d\n%.*s\n", AML_SV_ARG(rule->id), AML_SV_ARG(rule->title),
        (int)rule->severity, AML_SV_ARG(rule->message));
    if (rule->source != NULL) { /* one of the user: the built-in ones are those of the version */
      aml_strbuf_add(&text, aml_value_json(criteria->arena, rule->source, false));
    }
  }
  return aml_sha256_hex(criteria->arena, aml_strbuf_view(&text));
}

static void add_evidence(
    const aml_request *request, const aml_criteria *criteria, const aml_inputs *inputs, aml_audit *out) {
  const aml_config *config = aml_engine_config_for(criteria, (aml_sv){NULL, 0});
  out->as_of = request->options.as_of;
  out->version = AML_SV(AMLINT_VERSION);
  out->rules_digest = digest_rules(criteria);
  out->facts_version = aml_facts_version(criteria->facts);
  out->config_path = config->path;
  if (config->source != 0) {
    out->config_digest =
        aml_sha256_hex(inputs->arena, aml_sources_get(inputs->sources, config->source)->bytes);
  }
  out->commit = aml_repository_read(inputs->arena, inputs->discovery.root).revision;
}

aml_status aml_engine_audit(
    const aml_engine *engine, const aml_value *earlier, aml_audit *out, aml_error *error) {
  *out = (aml_audit){.arena = engine->result.arena, .is_incomplete = engine->remarks.is_incomplete};
  add_entries(&engine->criteria, &engine->inputs, &engine->acceptance, &engine->remarks, out);
  aml_sort(
      engine->result.arena, out->entries.items, out->entries.count, sizeof(aml_audit_entry), compare_entries);
  aml_audit_add_totals(out);
  add_evidence(&engine->request, &engine->criteria, &engine->inputs,
      out); /* the day among it, from which the outlook counts */
  aml_audit_add_outlook(out);
  out->covered_findings = engine->result.counts.suppressed;
  out->active_findings =
      engine->result.counts.errors + engine->result.counts.warnings + engine->result.counts.notes;
  return earlier == NULL || engine->remarks.has_ended ? AML_OK : aml_audit_add_trend(out, earlier, error);
}
