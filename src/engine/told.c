/* What reports are to tell besides findings, where they were asked to: rules that hold, and what the baseline
 * knows and is not there any more. */
#include "base/strbuf.h"
#include "engine/engine.h"
#include "rule/spot.h"

static aml_sv path_of(const aml_engine *engine, aml_span span) {
  return aml_span_is_none(span) ? (aml_sv){NULL, 0}
                                : aml_sources_get(engine->inputs.sources, span.source)->path;
}

/* A rule and a resource, as one text; the same resource with other parameters is the same place. */
static aml_sv key_of(aml_engine *engine, const aml_rule *rule, const aml_resource *resource) {
  return aml_sv_format(
      &engine->arena, "%.*s %u %u", AML_SV_ARG(rule->id), resource->span.source, resource->span.begin);
}

static bool is_on(aml_engine *engine, const aml_rule *rule, aml_sv path) {
  const aml_config *config = aml_engine_config_for(engine, path);
  return aml_engine_severity(engine, config, path, rule, rule->severity) != AML_SEVERITY_NONE;
}

static void add_pass(aml_engine *engine, aml_findings *more, const aml_pass *pass) {
  aml_finding *finding = aml_findings_add(more);
  finding->rule = pass->rule;
  finding->resource = pass->resource;
  finding->span = aml_spot_of_resource(pass->resource).span;
  finding->status = pass->is_concerned ? AML_PASSED : AML_NOT_APPLICABLE;
  finding->message = aml_message_of(&engine->arena,
      pass->is_concerned ? "'%.*s' complies with this rule." : "This rule does not apply to '%.*s'.",
      AML_SV_ARG(pass->resource->shown_name));
}

/* What holds with one parameter file and not with another does not hold. */
static void add_passes(aml_engine *engine, aml_findings *more) {
  aml_map seen;
  aml_map_init(&seen, &engine->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < engine->findings.list.count; i++) {
    aml_finding *finding = engine->findings.list.items[i];
    if (finding->resource != NULL) {
      (void)aml_map_put(&seen, key_of(engine, finding->rule, finding->resource), finding);
    }
  }
  for (size_t i = 0; i < engine->findings.passes.count; i++) {
    aml_pass *pass = &engine->findings.passes.items[i];
    aml_sv path = path_of(engine, pass->resource->span);
    aml_sv key = key_of(engine, pass->rule, pass->resource);
    if (path.len > 0 && aml_map_find(&seen, key) == NULL && is_on(engine, pass->rule, path)) {
      (void)aml_map_put(&seen, key, pass);
      add_pass(engine, more, pass);
    }
  }
}

/* It stands at its file where that is still there, else at its entry. */
static void add_gone(aml_engine *engine, aml_findings *more, const aml_baseline_entry *entry) {
  const aml_rule *rule = aml_ruleset_find(engine->criteria.rules, entry->rule);
  const aml_source *source = aml_sources_find(engine->inputs.sources, entry->file);
  if (rule == NULL) {
    return; /* such a rule is not known any more */
  }
  aml_related *origin = AML_NEW(&engine->arena, aml_related);
  *origin = (aml_related){entry->span, AML_SV("its entry in the baseline")};
  aml_finding *finding = aml_findings_add(more);
  finding->rule = rule;
  finding->severity = rule->severity;
  finding->status = AML_GONE;
  finding->span = source == NULL ? entry->span : (aml_span){source->id, 0, 0};
  finding->property = entry->property;
  finding->message = aml_message_of(&engine->arena, "%.*s", AML_SV_ARG(entry->message));
  finding->fingerprint = entry->fingerprint;
  finding->related = origin;
  finding->related_count = 1;
}

void aml_engine_collect_told(aml_engine *engine) {
  aml_findings more;
  aml_findings_init(&more, &engine->arena);
  if (engine->request.options.keep_passed) {
    add_passes(engine, &more);
  }
  for (size_t i = 0; engine->request.options.keep_gone && i < engine->acceptance.baseline.list.count; i++) {
    const aml_baseline_entry *entry = engine->acceptance.baseline.list.items[i];
    if (aml_baseline_is_gone(entry)) {
      add_gone(engine, &more, entry);
    }
  }
  aml_engine_keep_changes(engine, &more, false);
  engine->result.told = engine->findings;
  if (more.list.count == 0) {
    return;
  }
  aml_findings_init(&engine->result.told, &engine->arena);
  for (size_t i = 0; i < engine->findings.list.count; i++) {
    AML_VEC_PUSH(&engine->arena, &engine->result.told.list, engine->findings.list.items[i]);
  }
  for (size_t i = 0; i < more.list.count; i++) {
    AML_VEC_PUSH(&engine->arena, &engine->result.told.list, more.list.items[i]);
  }
  aml_findings_sort(&engine->result.told, engine->inputs.sources);
}
