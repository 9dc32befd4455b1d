/* What reports are to tell besides findings, where they were asked to: rules that hold, and what the baseline
 * knows and is not there any more. */
#include "base/strbuf.h"
#include "engine/conclude.h"
#include "rule/spot.h"

static aml_sv path_of(const aml_inputs *inputs, aml_span span) {
  return aml_span_is_none(span) ? (aml_sv){NULL, 0} : aml_sources_get(inputs->sources, span.source)->path;
}

/* A rule and a resource, as one text; the same resource with other parameters is the same place. */
static aml_sv key_of(aml_arena *arena, const aml_rule *rule, const aml_resource *resource) {
  return aml_sv_format(
      arena, "%.*s %u %u", AML_SV_ARG(rule->id), resource->span.source, resource->span.begin);
}

static bool is_on(const aml_criteria *criteria, const aml_rule *rule, aml_sv path) {
  const aml_config *config = aml_engine_config_for(criteria, path);
  return aml_engine_severity(criteria, config, path, rule, rule->severity) != AML_SEVERITY_NONE;
}

static void add_pass(
    aml_arena *arena, aml_findings *more, const aml_resource *resource, const aml_pass *pass) {
  aml_finding *finding = aml_findings_add(more);
  finding->rule = pass->rule;
  finding->resource = resource;
  finding->span = aml_spot_of_resource(resource).span;
  finding->status = pass->is_concerned ? AML_PASSED : AML_NOT_APPLICABLE;
  finding->message = aml_message_of(arena,
      pass->is_concerned ? "'%.*s' complies with this rule." : "This rule does not apply to '%.*s'.",
      AML_SV_ARG(resource->shown_name));
}

/* What holds with one parameter file and not with another does not hold. */
static void add_passes(const aml_criteria *criteria, const aml_inputs *inputs, const aml_findings *findings,
    aml_findings *more) {
  aml_map seen;
  aml_map_init(&seen, inputs->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < findings->list.count; i++) {
    aml_finding *finding = findings->list.items[i];
    if (finding->resource != NULL) {
      (void)aml_map_put(&seen, key_of(inputs->arena, finding->rule, finding->resource), finding);
    }
  }
  for (size_t i = 0; i < findings->passes.count; i++) {
    const aml_passes *passes = &findings->passes.items[i];
    aml_sv path = path_of(inputs, passes->resource->span);
    for (size_t k = 0; path.len > 0 && k < passes->count; k++) {
      const aml_pass *pass = &passes->items[k];
      aml_sv key = key_of(inputs->arena, pass->rule, passes->resource);
      if (aml_map_find(&seen, key) == NULL && is_on(criteria, pass->rule, path)) {
        (void)aml_map_put(&seen, key, &seen);
        add_pass(inputs->arena, more, passes->resource, pass);
      }
    }
  }
}

/* It stands at its file where that is still there, else at its entry. */
static void add_gone(const aml_criteria *criteria, const aml_inputs *inputs, aml_findings *more,
    const aml_baseline_entry *entry) {
  const aml_rule *rule = aml_ruleset_find(criteria->rules, entry->rule);
  const aml_source *source = aml_sources_find(inputs->sources, entry->file);
  if (rule == NULL) {
    return; /* such a rule is not known any more */
  }
  aml_related *origin = AML_NEW(inputs->arena, aml_related);
  *origin = (aml_related){entry->span, AML_SV("its entry in the baseline")};
  aml_finding *finding = aml_findings_add(more);
  finding->rule = rule;
  finding->severity = rule->severity;
  finding->status = AML_GONE;
  finding->span = source == NULL ? entry->span : (aml_span){source->id, 0, 0};
  finding->property = entry->property;
  finding->message = aml_message_of(inputs->arena, "%.*s", AML_SV_ARG(entry->message));
  finding->fingerprint = entry->fingerprint;
  finding->related = origin;
  finding->related_count = 1;
}

aml_findings aml_engine_collect_told(const aml_request *request, const aml_criteria *criteria,
    const aml_inputs *inputs, const aml_acceptance *acceptance, const aml_findings *findings) {
  aml_findings more;
  aml_findings_init(&more, inputs->arena);
  if (request->options.keep_passed) {
    add_passes(criteria, inputs, findings, &more);
  }
  for (size_t i = 0; request->options.keep_gone && i < acceptance->baseline.list.count; i++) {
    const aml_baseline_entry *entry = acceptance->baseline.list.items[i];
    if (aml_baseline_is_gone(entry)) {
      add_gone(criteria, inputs, &more, entry);
    }
  }
  return more;
}

aml_findings aml_engine_join_told(
    const aml_sources *sources, const aml_findings *findings, const aml_findings *more) {
  if (more->list.count == 0) {
    return *findings;
  }
  aml_findings told;
  aml_findings_init(&told, more->arena);
  const aml_findings *both[] = {findings, more};
  for (size_t k = 0; k < 2; k++) {
    for (size_t i = 0; i < both[k]->list.count; i++) {
      AML_VEC_PUSH(told.arena, &told.list, both[k]->list.items[i]);
    }
  }
  aml_findings_sort(&told, sources);
  return told;
}
