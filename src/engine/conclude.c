/* From raw findings to what is reported: severities, merging, order, counts, exit status. */
#include "engine/run_budget.h"
#include "source/paths.h"

static aml_sv path_of(const aml_engine *engine, aml_span span) {
  return aml_span_is_none(span) ? (aml_sv){NULL, 0}
                                : aml_sources_get(engine->inputs.sources, span.source)->path;
}

/* Sets the severity in force and leaves out what is off. What keeps something from being checked is told
 * whatever is selected: without it, exit status 2 would have no reason. */
static void apply_severities(aml_engine *engine) {
  size_t kept = 0;
  for (size_t i = 0; i < engine->findings.list.count; i++) {
    aml_finding *finding = engine->findings.list.items[i];
    aml_sv path = path_of(engine, finding->span);
    const aml_config *config = aml_engine_config_for(engine, path);
    aml_severity own = finding->severity;
    finding->severity = aml_engine_severity(engine, config, path, finding->rule, own);
    if (finding->is_incomplete && finding->severity == AML_SEVERITY_NONE) {
      finding->severity = own;
    }
    engine->remarks.is_incomplete = engine->remarks.is_incomplete || finding->is_incomplete;
    if (finding->severity != AML_SEVERITY_NONE) {
      engine->findings.list.items[kept++] = finding;
    }
  }
  engine->findings.list.count = kept;
}

static bool is_same_but_for_parameters(const aml_finding *a, const aml_finding *b) {
  return a->rule == b->rule && a->status == b->status && a->span.source == b->span.source &&
         a->span.begin == b->span.begin && a->span.end == b->span.end &&
         aml_sv_eq(a->message.text, b->message.text) && aml_sv_eq(a->property, b->property) &&
         a->severity == b->severity;
}

static aml_sv parameters_of(const aml_finding *finding) {
  if (finding->parameter_file_count > 0) {
    return finding->parameter_files[0];
  }
  return finding->resource == NULL ? (aml_sv){NULL, 0} : finding->resource->parameters;
}

static bool names_file(const aml_sv *names, size_t count, aml_sv name) {
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_eq(names[i], name)) {
      return true;
    }
  }
  return false;
}

/* Whether two findings are fixed by the same edits. */
static bool have_same_edits(const aml_finding *a, const aml_finding *b) {
  if (a->fix_count == 0 || b->fix_count == 0 || a->fixes[0].edit_count != b->fixes[0].edit_count) {
    return false;
  }
  for (size_t i = 0; i < a->fixes[0].edit_count; i++) {
    const aml_edit *x = &a->fixes[0].edits[i];
    const aml_edit *y = &b->fixes[0].edits[i];
    if (x->span.source != y->span.source || x->span.begin != y->span.begin || x->span.end != y->span.end ||
        !aml_sv_eq(x->text, y->text)) {
      return false;
    }
  }
  return true;
}

/* Findings [begin, end) say the same of one place: the first stays, with the names of all the parameter
 * files. It is fixed only where one edit fixes all of them: not where each file holds a value of its own. */
static void merge_range(aml_engine *engine, size_t begin, size_t end) {
  aml_finding *first = engine->findings.list.items[begin];
  aml_sv *names = NULL; /* most findings come without any */
  size_t count = 0;
  for (size_t i = begin; i < end; i++) {
    aml_sv name = parameters_of(engine->findings.list.items[i]);
    if (name.len > 0 && !names_file(names, count, name)) {
      names = names == NULL ? AML_NEW_ARRAY(&engine->arena, aml_sv, end - i) : names;
      names[count++] = name;
    }
    if (!have_same_edits(first, engine->findings.list.items[i])) {
      first->fix_count = 0;
    }
  }
  first->parameter_files = names;
  first->parameter_file_count = count;
}

/* Expects the sorted list. */
static void merge_parameter_sets(aml_engine *engine) {
  aml_finding **items = engine->findings.list.items;
  size_t kept = 0;
  for (size_t begin = 0; begin < engine->findings.list.count;) {
    size_t end = begin + 1;
    while (end < engine->findings.list.count && is_same_but_for_parameters(items[begin], items[end])) {
      end++;
    }
    merge_range(engine, begin, end);
    items[kept++] = items[begin];
    begin = end;
  }
  engine->findings.list.count = kept;
}

static void count_findings(aml_engine *engine) {
  aml_counts *counts = &engine->result.counts;
  counts->errors = counts->warnings = counts->notes = 0;
  counts->suppressed = counts->baselined = counts->undecided = 0;
  for (size_t i = 0; i < engine->findings.list.count; i++) {
    const aml_finding *finding = engine->findings.list.items[i];
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

static aml_severity threshold_at(aml_engine *engine, aml_sv path) {
  const aml_config *config = aml_engine_config_for(engine, path);
  if (engine->request.options.has_fail_on) {
    return engine->request.options.fail_on;
  }
  return config->has_fail_on ? config->fail_on : AML_SEVERITY_WARNING;
}

static int decide_exit_status(aml_engine *engine) {
  if (engine->remarks.is_incomplete) {
    return 2;
  }
  if (engine->request.options.fail_on_weakening && engine->changes.weakening_count > 0) {
    return 1;
  }
  for (size_t i = 0; i < engine->findings.list.count; i++) {
    const aml_finding *finding = engine->findings.list.items[i];
    aml_severity threshold = threshold_at(engine, path_of(engine, finding->span));
    if (finding->status == AML_ACTIVE && threshold != AML_SEVERITY_NONE && finding->severity >= threshold) {
      return 1;
    }
  }
  return 0;
}

/* The working folder seen from the root; empty where it is the root itself or elsewhere. */
static aml_sv folder_below_root(const aml_engine *engine) {
  aml_sv root = engine->inputs.discovery.root;
  aml_sv folder = engine->request.options.folder;
  bool is_below = aml_sv_starts(folder, root) && folder.len > root.len + 1 && folder.data[root.len] == '/';
  return is_below ? aml_sv_slice(folder, root.len + 1, folder.len) : (aml_sv){NULL, 0};
}

/* See aml_run. */
static aml_sv find_home(aml_engine *engine) {
  aml_arena *arena = &engine->arena;
  aml_map folders; /* that were looked at */
  aml_map_init(&folders, arena, AML_MAP_EXACT);
  aml_sv home = {NULL, 0};
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    const aml_file *file = engine->inputs.files.items[i];
    aml_sv folder = aml_path_folder(file->source->path);
    if (file->is_context || aml_map_find(&folders, folder) != NULL) {
      continue;
    }
    (void)aml_map_put(&folders, folder, engine);
    bool is_outside = aml_sv_starts(file->source->path, AML_SV("/"));
    aml_sv top = is_outside ? aml_discover_repository(arena, folder) : (aml_sv){NULL, 0};
    if (top.len == 0 || (home.len > 0 && !aml_sv_eq(home, top))) {
      return engine->inputs.discovery.root;
    }
    home = top;
  }
  return home.len > 0 ? home : engine->inputs.discovery.root;
}

/* What holds for a rule where no override of a path says otherwise: for reports, when all is checked. */
static void tell_effective_severities(aml_engine *engine) {
  const aml_config *config = aml_engine_config_for(engine, (aml_sv){NULL, 0});
  for (size_t i = 0; i < engine->criteria.rules->list.count; i++) {
    aml_rule *rule = engine->criteria.rules->list.items[i];
    rule->effective = aml_engine_severity(engine, config, (aml_sv){NULL, 0}, rule, rule->severity);
  }
}

void aml_engine_fill_run(aml_engine *engine) {
  count_findings(engine);
  engine->result.exit_status = decide_exit_status(engine);
  tell_effective_severities(engine);
  const aml_config *config = aml_engine_config_for(engine, (aml_sv){NULL, 0});
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
      .home = find_home(engine),
      .folder = folder_below_root(engine),
      .version = AML_SV(AMLINT_VERSION),
      .facts_version = aml_facts_version(engine->criteria.facts),
      .config_path = config->path,
      .settings = aml_engine_settings(engine, config, (aml_sv){NULL, 0}),
      .has_baseline = engine->acceptance.has_baseline,
      .is_incomplete = engine->remarks.is_incomplete,
      .exit_status = engine->result.exit_status};
  aml_engine_find_secrets(engine);
}

void aml_engine_conclude(aml_engine *engine) {
  aml_engine_note_conclusion(engine);
  aml_engine_collect_waivers(engine);
  aml_engine_check_waived_resources(engine);
  aml_engine_add_unread(engine);
  aml_engine_add_input_findings(engine);
  aml_engine_tell_left_out(engine);
  aml_findings_sort(&engine->findings, engine->inputs.sources);
  merge_parameter_sets(engine);
  aml_engine_withdraw_fixes(engine);
  aml_engine_apply_waivers(engine);
  apply_severities(engine);
  aml_findings_sort(&engine->findings, engine->inputs.sources);
  aml_engine_apply_baseline(engine);
  aml_engine_keep_changes(engine, &engine->findings, true); /* incompleteness is settled by now */
  aml_engine_fill_run(engine);
  aml_engine_collect_told(engine);
  engine->result.run.told = &engine->result.told;
}
