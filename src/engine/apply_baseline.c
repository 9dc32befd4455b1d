/* The baseline in force: what it knows, and what of it is gone. */
#include "engine/conclude.h"
#include "engine/waiver_checked.h"
#include "source/lines.h"
#include "source/paths.h"

/* Whether the run would find what the entry stands for, were it still there: a run over a part of the tree,
 * or with that rule off, cannot tell. */
static bool was_checked(const aml_criteria *criteria, const aml_inputs *inputs, const aml_changes *changes,
    const aml_baseline_entry *entry) {
  if (changes->is_asked || !aml_engine_is_whole(inputs)) {
    return false;
  }
  /* A file that does not exist may have been renamed, which a rule that is off would not find. */
  const aml_rule *rule = aml_ruleset_find(criteria->rules, entry->rule);
  const aml_config *config = aml_engine_config_for(criteria, entry->file);
  return rule == NULL ||
         (aml_engine_severity(criteria, config, entry->file, rule, rule->severity) != AML_SEVERITY_NONE &&
             aml_engine_ran_on_path(criteria, inputs, entry->file, rule));
}

typedef struct looking {
  const aml_inputs *inputs;
} looking;

static bool file_exists(void *ctx, aml_sv path) {
  const aml_inputs *inputs = ((const looking *)ctx)->inputs;
  return aml_map_find(&inputs->files_by_path, path) != NULL || aml_engine_is_left_out(inputs, path);
}

/* Diagnostics from `first` on are about the baseline: without it nobody knows what is new. */
static void tell_problems(const aml_inputs *inputs, aml_source *source, size_t first, aml_remarks *remarks) {
  for (size_t i = first; i < remarks->diags.list.count; i++) {
    remarks->is_incomplete = true;
    const aml_diag *diag = &remarks->diags.list.items[i];
    aml_sv message = diag->message.text;
    aml_sv quoted = aml_sv_format(inputs->arena, "'%.*s'", AML_SV_ARG(source->path));
    if (!aml_span_is_none(diag->span)) {
      aml_source_index_lines(source, inputs->arena);
      quoted = aml_sv_format(inputs->arena, "%.*s:%u", AML_SV_ARG(source->path),
          aml_source_locate(source, diag->span.begin).line);
    }
    bool names_file = aml_sv_starts(message, quoted);
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, source->path, "%.*s%s%.*s",
        AML_SV_ARG(names_file ? AML_SV("") : quoted), names_file ? "" : ": ", AML_SV_ARG(message))
        ->is_configuration = true;
  }
}

static void apply(const aml_applying *on, aml_baseline *baseline) {
  aml_baseline_apply(baseline, on->findings);
  if (aml_engine_is_whole(on->inputs)) { /* of a part nobody knows what has moved where */
    looking here = {on->inputs};
    const aml_file_oracle files = {file_exists, &here};
    aml_baseline_follow_renames(baseline, on->findings, &files);
  }
}

static void tell_gone(const aml_applying *on, aml_baseline *baseline, aml_sv path) {
  size_t gone = 0;
  for (size_t i = 0; i < baseline->list.count; i++) {
    aml_baseline_entry *entry = baseline->list.items[i];
    entry->is_unchecked =
        entry->finding == NULL && !was_checked(on->criteria, on->inputs, on->changes, entry);
    gone += aml_baseline_is_gone(entry) ? 1 : 0;
  }
  if (gone > 0) {
    aml_engine_notice(on->remarks, AML_SEVERITY_NOTE, path,
        "%zu finding%s of the baseline '%.*s' %s gone; 'amlint baseline prune' removes %s.", gone,
        gone == 1 ? "" : "s", AML_SV_ARG(path), gone == 1 ? "is" : "are", gone == 1 ? "it" : "them")
        ->is_configuration = true;
  }
}

void aml_engine_apply_baseline(const aml_applying *on) {
  const aml_engine_options *options = &on->request->options;
  aml_baseline *baseline = &on->acceptance->baseline;
  aml_baseline_init(baseline, on->inputs->arena);
  const aml_config *config = aml_engine_config_for(on->criteria, (aml_sv){NULL, 0});
  aml_sv name = options->baseline.len > 0 ? options->baseline : config->baseline;
  if (name.len == 0 || options->no_baseline) {
    return;
  }
  aml_sv folder = options->baseline.len > 0 ? options->folder : config->folder;
  aml_sv open_as = aml_path_join(on->inputs->arena, folder, name);
  aml_source *source;
  size_t problems = on->remarks->diags.list.count;
  const aml_value *root = aml_engine_read_own_file(on->reader, open_as, &aml_own_baseline, &source);
  if (root != NULL) {
    aml_baseline_read(baseline, root, &on->remarks->diags);
    on->acceptance->has_baseline = true;
  }
  aml_engine_fingerprint(on->findings, on->inputs->sources);
  tell_problems(on->inputs, source, problems, on->remarks);
  apply(on, baseline);
  tell_gone(on, baseline, source->path);
}
