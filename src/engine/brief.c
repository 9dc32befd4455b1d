/* What is reported of a run whose budget ended before its time. */
#include "base/limits.h"
#include "engine/conclude.h"
#include "engine/engine.h"

/* Once: a conclusion that is made anew begins with what there was then. */
void aml_engine_note_conclusion(aml_engine *engine) {
  if (!engine->before_conclusion.has_begun) {
    engine->before_conclusion.has_begun = true;
    engine->before_conclusion.notices = engine->remarks.notices.count;
    engine->before_conclusion.diags = engine->remarks.diags.list.count;
    engine->before_conclusion.left_out = engine->inputs.discovery.left_out.count;
  }
}

/* Of a conclusion that broke off nothing is kept that the next one makes again. */
static void forget_conclusion(aml_engine *engine) {
  aml_engine_note_conclusion(engine);
  engine->remarks.notices.count = engine->before_conclusion.notices;
  engine->remarks.diags.list.count = engine->before_conclusion.diags;
  engine->inputs.discovery.left_out.count = engine->before_conclusion.left_out;
  engine->result.unread.count = 0;
  engine->result.counts = (aml_counts){0};
}

/* Whatever stage has not been reached. */
static void fill_gaps(aml_engine *engine) {
  aml_error error;
  if (engine->criteria.rules == NULL) {
    engine->criteria.rules = aml_ruleset_new_sharing(&engine->arena, engine->request.kept_rules);
    engine->criteria.rules->sources = engine->inputs.sources;
  }
  if (engine->criteria.facts == NULL) {
    engine->criteria.facts = aml_facts_new(&engine->arena, (aml_sv){NULL, 0}, &error);
  }
  if (engine->estate.declared == NULL) {
    engine->estate.declared = aml_graph_new(&engine->arena);
  }
  if (engine->findings.arena == NULL) {
    aml_findings_init(&engine->findings, &engine->arena);
  }
  for (size_t i = 0; i < engine->inputs.files.count; i++) {
    aml_file *file = engine->inputs.files.items[i];
    file->config =
        file->config == NULL ? aml_engine_config_for(&engine->criteria, file->source->path) : file->config;
  }
}

/* What the input itself makes is told anew, what waivers make is not known to be all, and what a fix would
 * meet is not known either. Returns how many are not kept for their number. */
static size_t keep_rule_findings(aml_findings *findings) {
  size_t kept = 0;
  size_t dropped = 0;
  for (size_t i = 0; i < findings->list.count; i++) {
    aml_finding *finding = findings->list.items[i];
    bool is_of_rule = !aml_sv_starts(finding->rule->id, AML_SV("AML0")) &&
                      !aml_sv_starts(finding->rule->id, AML_SV("AML9"));
    dropped += is_of_rule && kept == AML_LIMIT_FINDINGS_AT_END;
    if (is_of_rule && kept < AML_LIMIT_FINDINGS_AT_END) {
      finding->fix_count = 0;
      if (finding->suppressions != NULL) { /* the first says enough: there may be thousands for each */
        finding->suppressions->next = NULL;
      }
      findings->list.items[kept++] = finding;
    }
  }
  findings->list.count = kept;
  return dropped;
}

/* The one that says why the run ended is the first of them. */
static size_t cut_input_findings(aml_findings *findings, size_t begin) {
  size_t most = begin + AML_LIMIT_FINDINGS_AT_END;
  size_t dropped = findings->list.count > most ? findings->list.count - most : 0;
  findings->list.count -= dropped;
  return dropped;
}

static void tell_dropped(aml_remarks *remarks, size_t count) {
  if (count > 0) {
    aml_engine_notice(remarks, AML_SEVERITY_WARNING, (aml_sv){NULL, 0},
        "%zu further findings are not shown, because the run was cut short.", count);
  }
}

void aml_engine_conclude_briefly(aml_engine *engine, const char *what) {
  aml_findings *findings = &engine->findings;
  aml_remarks *remarks = &engine->remarks;
  engine->arena.budget = NULL;
  remarks->has_ended = remarks->is_incomplete = true;
  forget_conclusion(engine);
  fill_gaps(engine);
  aml_engine_tell_end(&engine->bounds, &engine->criteria, remarks, what);
  size_t dropped = keep_rule_findings(findings);
  size_t begin = findings->list.count;
  aml_engine_add_unread(&engine->criteria, &engine->inputs, findings, &engine->result.unread, remarks);
  aml_engine_add_input_findings(
      &engine->bounds, &engine->criteria, &engine->inputs, findings, &engine->result.counts, remarks);
  tell_dropped(remarks, dropped + cut_input_findings(findings, begin));
  aml_findings_sort(findings, engine->inputs.sources);
  findings->has_fingerprints = false;
  aml_engine_fill_run(engine);
  engine->result.told = *findings;
  engine->result.run.told = &engine->result.told;
}
