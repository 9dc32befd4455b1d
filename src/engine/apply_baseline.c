/* The baseline in force: what it knows, and what of it is gone. */
#include "engine/own_file.h"
#include "engine/waiver_checked.h"
#include "source/lines.h"
#include "source/paths.h"

/* Whether the run would find what the entry stands for, were it still there: a run over a part of the tree,
 * or with that rule off, cannot tell. */
static bool was_checked(aml_engine *engine, const aml_baseline_entry *entry) {
  if (engine->changes.is_asked || !aml_engine_is_whole(engine)) {
    return false;
  }
  /* A file that does not exist may have been renamed, which a rule that is off would not find. */
  const aml_rule *rule = aml_ruleset_find(engine->criteria.rules, entry->rule);
  const aml_config *config = aml_engine_config_for(engine, entry->file);
  return rule == NULL ||
         (aml_engine_severity(engine, config, entry->file, rule, rule->severity) != AML_SEVERITY_NONE &&
             aml_engine_ran_on_path(engine, entry->file, rule));
}

static bool file_exists(void *ctx, aml_sv path) {
  aml_engine *engine = ctx;
  return aml_map_find(&engine->inputs.files_by_path, path) != NULL || aml_engine_is_left_out(engine, path);
}

void aml_engine_apply_baseline(aml_engine *engine) {
  aml_baseline_init(&engine->acceptance.baseline, &engine->arena);
  const aml_config *config = aml_engine_config_for(engine, (aml_sv){NULL, 0});
  aml_sv name =
      engine->request.options.baseline.len > 0 ? engine->request.options.baseline : config->baseline;
  if (name.len == 0 || engine->request.options.no_baseline) {
    return;
  }
  aml_sv folder = engine->request.options.baseline.len > 0 ? engine->request.options.folder : config->folder;
  aml_sv open_as = aml_path_join(&engine->arena, folder, name);
  aml_source *source;
  size_t problems = engine->remarks.diags.list.count;
  const aml_value *root = aml_engine_read_own_file(engine, open_as, &aml_own_baseline, &source);
  if (root != NULL) {
    aml_baseline_read(&engine->acceptance.baseline, root, &engine->remarks.diags);
    engine->acceptance.has_baseline = true;
  }
  aml_engine_fingerprint(engine);
  for (; problems < engine->remarks.diags.list.count; problems++) {
    engine->remarks.is_incomplete = true;
    const aml_diag *diag = &engine->remarks.diags.list.items[problems];
    aml_sv message = diag->message.text;
    aml_sv quoted = aml_sv_format(&engine->arena, "'%.*s'", AML_SV_ARG(source->path));
    if (!aml_span_is_none(diag->span)) {
      aml_source_index_lines(source, &engine->arena);
      quoted = aml_sv_format(&engine->arena, "%.*s:%u", AML_SV_ARG(source->path),
          aml_source_locate(source, diag->span.begin).line);
    }
    bool names_file = aml_sv_starts(message, quoted);
    aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, source->path, "%.*s%s%.*s",
        AML_SV_ARG(names_file ? AML_SV("") : quoted), names_file ? "" : ": ", AML_SV_ARG(message))
        ->is_configuration = true;
  }
  aml_baseline_apply(&engine->acceptance.baseline, &engine->findings);
  if (aml_engine_is_whole(engine)) { /* of a part nobody knows what has moved where */
    const aml_file_oracle files = {file_exists, engine};
    aml_baseline_follow_renames(&engine->acceptance.baseline, &engine->findings, &files);
  }
  size_t gone = 0;
  for (size_t i = 0; i < engine->acceptance.baseline.list.count; i++) {
    aml_baseline_entry *entry = engine->acceptance.baseline.list.items[i];
    entry->is_unchecked = entry->finding == NULL && !was_checked(engine, entry);
    gone += aml_baseline_is_gone(entry) ? 1 : 0;
  }
  if (gone > 0) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_NOTE, source->path,
        "%zu finding%s of the baseline '%.*s' %s gone; 'amlint baseline prune' removes %s.", gone,
        gone == 1 ? "" : "s", AML_SV_ARG(source->path), gone == 1 ? "is" : "are", gone == 1 ? "it" : "them")
        ->is_configuration = true;
  }
}
