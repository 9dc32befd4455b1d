/* What reports are made of, once the findings are known: counts, the exit status and the rest. */
#include "engine/engine.h"
#include "source/paths.h"

static aml_sv path_of(const aml_sources *sources, aml_span span) {
  return aml_span_is_none(span) ? (aml_sv){NULL, 0} : aml_sources_get(sources, span.source)->path;
}

static void count_findings(const aml_findings *findings, aml_counts *counts) {
  counts->errors = counts->warnings = counts->notes = 0;
  counts->suppressed = counts->baselined = counts->undecided = 0;
  for (size_t i = 0; i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    if (finding->status == AML_SUPPRESSED) {
      counts->suppressed++;
      counts->baselined += finding->is_baselined ? 1 : 0;
    } else if (finding->status == AML_UNDECIDED) {
      counts->undecided++;
    } else if (finding->severity == AML_SEVERITY_ERROR) {
      counts->errors++;
    } else if (finding->severity == AML_SEVERITY_WARNING) {
      counts->warnings++;
    } else {
      counts->notes++;
    }
  }
}

static aml_severity threshold_at(const aml_request *request, const aml_criteria *criteria, aml_sv path) {
  const aml_config *config = aml_engine_config_for(criteria, path);
  if (request->options.has_fail_on) {
    return request->options.fail_on;
  }
  return config->has_fail_on ? config->fail_on : AML_SEVERITY_WARNING;
}

static int decide_exit_status(const aml_request *request, const aml_criteria *criteria,
    const aml_inputs *inputs, const aml_changes *changes, const aml_findings *findings,
    const aml_remarks *remarks) {
  if (remarks->is_incomplete) {
    return 2;
  }
  if (request->options.fail_on_weakening && changes->weakening_count > 0) {
    return 1;
  }
  for (size_t i = 0; i < findings->list.count; i++) {
    const aml_finding *finding = findings->list.items[i];
    aml_severity threshold = threshold_at(request, criteria, path_of(inputs->sources, finding->span));
    if (finding->status == AML_ACTIVE && threshold != AML_SEVERITY_NONE && finding->severity >= threshold) {
      return 1;
    }
  }
  return 0;
}

/* The working folder seen from the root; empty where it is the root itself or elsewhere. */
static aml_sv folder_below_root(const aml_request *request, const aml_inputs *inputs) {
  aml_sv root = inputs->discovery.root;
  aml_sv folder = request->options.folder;
  bool is_below = aml_sv_starts(folder, root) && folder.len > root.len + 1 && folder.data[root.len] == '/';
  return is_below ? aml_sv_slice(folder, root.len + 1, folder.len) : (aml_sv){NULL, 0};
}

/* See aml_run. */
static aml_sv find_home(const aml_inputs *inputs) {
  aml_arena *arena = inputs->arena;
  aml_map folders; /* that were looked at */
  aml_map_init(&folders, arena, AML_MAP_EXACT);
  aml_sv home = {NULL, 0};
  for (size_t i = 0; i < inputs->files.count; i++) {
    const aml_file *file = inputs->files.items[i];
    aml_sv folder = aml_path_folder(file->source->path);
    if (file->is_context || aml_map_find(&folders, folder) != NULL) {
      continue;
    }
    (void)aml_map_put(&folders, folder, &folders);
    bool is_outside = aml_sv_starts(file->source->path, AML_SV("/"));
    aml_sv top = is_outside ? aml_discover_repository(arena, folder) : (aml_sv){NULL, 0};
    if (top.len == 0 || (home.len > 0 && !aml_sv_eq(home, top))) {
      return inputs->discovery.root;
    }
    home = top;
  }
  return home.len > 0 ? home : inputs->discovery.root;
}

/* What holds for a rule where no override of a path says otherwise: for reports, when all is checked. */
static void tell_effective_severities(aml_criteria *criteria) {
  const aml_config *config = aml_engine_config_for(criteria, (aml_sv){NULL, 0});
  for (size_t i = 0; i < criteria->rules->list.count; i++) {
    aml_rule *rule = criteria->rules->list.items[i];
    rule->effective = aml_engine_severity(criteria, config, (aml_sv){NULL, 0}, rule, rule->severity);
  }
}

aml_secret_search aml_engine_secrets_of(aml_engine *engine) {
  return (aml_secret_search){.request = &engine->request,
      .criteria = &engine->criteria,
      .inputs = &engine->inputs,
      .estate = &engine->estate,
      .remarks = &engine->remarks,
      .findings = &engine->findings,
      .result = &engine->result};
}

void aml_engine_fill_run(aml_engine *engine) {
  count_findings(&engine->findings, &engine->result.counts);
  engine->result.exit_status = decide_exit_status(&engine->request, &engine->criteria, &engine->inputs,
      &engine->changes, &engine->findings, &engine->remarks);
  tell_effective_severities(&engine->criteria);
  const aml_config *config = aml_engine_config_for(&engine->criteria, (aml_sv){NULL, 0});
  engine->result.run = (aml_run){.arena = &engine->arena,
      .front_ends = engine->inputs.front_ends,
      .sources = engine->inputs.sources,
      .rules = engine->criteria.rules,
      .findings = &engine->findings,
      .graph = engine->estate.declared,
      .notices = engine->remarks.notices.items,
      .notice_count = engine->remarks.notices.count,
      .left_out = engine->inputs.discovery.left_out.items,
      .left_out_count = engine->inputs.discovery.left_out.count,
      .unread = engine->result.unread.items,
      .unread_count = engine->result.unread.count,
      .counts = engine->result.counts,
      .as_of = engine->request.options.as_of,
      .root = engine->inputs.discovery.root,
      .home = find_home(&engine->inputs),
      .folder = folder_below_root(&engine->request, &engine->inputs),
      .version = AML_SV(AMLINT_VERSION),
      .facts_version = aml_facts_version(engine->criteria.facts),
      .config_path = config->path,
      .settings = aml_engine_settings(&engine->criteria, config, (aml_sv){NULL, 0}),
      .has_baseline = engine->acceptance.has_baseline,
      .is_incomplete = engine->remarks.is_incomplete,
      .exit_status = engine->result.exit_status,
      .jobs = engine->request.options.jobs};
  const aml_secret_search search = aml_engine_secrets_of(engine);
  aml_engine_find_secrets(&search);
}
