/* One run, from paths to findings. The public API (amlint/amlint.h) and the commands of the program are thin
 * layers over this. */
#ifndef AMLINT_ENGINE_ENGINE_H
#define AMLINT_ENGINE_ENGINE_H

#include "engine/acceptance.h"
#include "engine/bounds.h"
#include "engine/changes.h"
#include "engine/criteria.h"
#include "engine/result.h"

/* Everything that is known of one run, for those who own it whole; a stage takes the records that it reads
 * and those that it fills. */
typedef struct aml_engine {
  aml_arena arena; /* of one run: all but the kept arena and the request is in it, and gone after a reset */
  aml_arena kept_arena; /* that the request is in */
  aml_request request;
  aml_bounds bounds;
  aml_remarks remarks;
  aml_inputs inputs;
  aml_changes changes;
  aml_criteria criteria;
  aml_estate estate;
  aml_findings findings;
  aml_acceptance acceptance;
  aml_result result;
  struct { /* what there was when the conclusion began; see engine/brief.c */
    bool has_begun;
    size_t notices, diags, left_out;
  } before_conclusion;
  void (*run_again)(struct aml_engine *engine); /* all stages, for the run over the files before a change */
  bool has_run;
} aml_engine;

/* Adds the file to the run and returns it; the path is as shown, unique. A file already there is returned as
 * it is. */
aml_file *aml_engine_add_file(aml_engine *engine, aml_sv path, aml_sv open_as, bool is_named);

/* The file at a path relative to the root, loaded as context if it is not in the run; NULL where there is
 * none or it lies outside the root. Takes the lock; for use by any thread. */
aml_file *aml_engine_open_file(aml_engine *engine, aml_sv path);

/* One of the run that has been read, and is no context; NULL else. For one thread at a time. */
aml_file *aml_engine_find_file(const aml_engine *engine, aml_sv path);

/* aml_host_open_cached. Takes the lock; for use by any thread. */
aml_file *aml_engine_open_cached(aml_engine *engine, aml_sv path);

/* Does work in the engine's arena, which belongs to whoever holds the lock; the end of memory or budget stays
 * on the thread's own stack, and makes the run incomplete. For any thread. */
void aml_engine_locked(aml_engine *engine, void (*work)(void *ctx), void *ctx);

/* aml_host_list, and aml_host_list_all, which takes the lock. */
const aml_texts *aml_engine_list_read(aml_engine *engine, aml_sv folder);
const aml_folder_names *aml_engine_list_all(aml_engine *engine, aml_sv folder);

/* Whether a file is a copy of what is published elsewhere, which no fix edits: a module in a cache, of the
 * machine or of the repository, or one that the configuration names for a reference. */
bool aml_engine_is_copy(aml_engine *engine, const aml_file *file);

/* What becomes of a file by its name, and, where that leaves it to its first bytes, by its text. */
aml_take aml_engine_take(const aml_engine *engine, aml_sv path);
aml_take aml_engine_take_text(const aml_engine *engine, aml_sv path, aml_sv text);
/* Whether a file of that name is read. */
bool aml_engine_reads(const aml_engine *engine, aml_sv path);

/* The stages, each in a file of its own; aml_engine_run_stages runs them in order. Each may be called once.
 */
void aml_engine_begin(aml_engine *engine);     /* empty, on an arena that is set up */
void aml_engine_discover(aml_engine *engine);  /* agreed files and inputs */
void aml_engine_configure(aml_engine *engine); /* configurations, rules, facts */
void aml_engine_load(aml_engine *engine);      /* the inputs' bytes, to trees, in parallel */
void aml_engine_group(aml_engine *engine);     /* files, to units */
void aml_engine_expand(aml_engine *engine);    /* to resources, in parallel */
void aml_engine_link(aml_engine *engine);      /* the graph */
void aml_engine_check(aml_engine *engine);     /* rules, in parallel */
void aml_engine_conclude(aml_engine *engine);  /* severities, waivers, order, counts, exit status */
void aml_engine_run_stages(aml_engine *engine);

/* What rows may ask while they expand, of any thread. */
aml_front_host aml_engine_host(aml_engine *engine);

/* After a run whose budget ended, in a stage or in a report: what was found so far becomes what is reported,
 * AML_LIMIT_FINDINGS_AT_END findings at most, without severities of paths, waivers and baseline. `what` was
 * being done, as the beginning of a sentence. Takes time in proportion to the inputs, and no budget. */
void aml_engine_conclude_briefly(aml_engine *engine, const char *what);
/* Fills in what reports are made of; part of both conclusions. */
void aml_engine_fill_run(aml_engine *engine);

/* --config, or the defaults when isolated: then one configuration holds for all files. */
void aml_engine_choose_config(aml_engine *engine);
/* The configuration in force for a shown path. */
const aml_config *aml_engine_config_for(aml_engine *engine, aml_sv path);
/* `path`, relative to the folder of its configuration. */
aml_sv aml_engine_relative_to_config(const aml_config *config, aml_sv path);

/* What holds at some paths of a configuration: for the same rules, as long as the run. For one thread. */
typedef struct aml_levels aml_levels;
aml_levels_store *aml_levels_store_new(aml_arena *arena);
aml_levels *aml_engine_levels(const aml_engine *engine, const aml_config *config, aml_sv path);

/* Who: an option ("--severity"), a key of the configuration ("overrides"), "profile" or "rule". */
typedef struct aml_ruling {
  aml_severity severity; /* NONE: off */
  const char *by;
  aml_span span; /* of the line of the configuration, for "severity" and "overrides"; else none */
} aml_ruling;

/* What holds at a path for a rule whose own severity is `own`, and who says so. */
aml_ruling aml_engine_rule_on(
    const aml_engine *engine, const aml_config *config, aml_sv path, const aml_rule *rule, aml_severity own);
/* The severity that holds for a rule at a path; NONE where it is off. */
aml_severity aml_engine_severity(
    const aml_engine *engine, const aml_config *config, aml_sv path, const aml_rule *rule, aml_severity own);

/* Whether the system refused memory to any file of the run or to a check: what is missing then is no matter
 * of the files, and nothing follows from it. */
bool aml_engine_ran_out(const aml_engine *engine);

/* Gives the findings their fingerprints, once: who is about to read them asks for them, or to leave out
 * findings or to change what they are made of. Few runs need them. After the severities, which drop some. */
void aml_engine_fingerprint(aml_engine *engine);

/* Fills engine->told. After everything else is known. */
void aml_engine_collect_told(aml_engine *engine);

/* Fills the run's secrets, of the files that findings point at, and marks the findings that stand at one.
 * Call it once the run is filled in. */
void aml_engine_find_secrets(aml_engine *engine);
/* Adds those of all other files, once: for a report that says whether there are any. */
void aml_engine_find_all_secrets(aml_engine *engine);

/* Part of it: takes secrets out of what findings say, once their places are known. */
void aml_engine_mask_texts(aml_engine *engine);

/* Notices and diagnostics about selectors that no rule answers to, once all rules are loaded. */
void aml_engine_check_option_selectors(aml_engine *engine);
void aml_engine_check_config_selectors(aml_engine *engine, const aml_config *config);
/* Diagnostics about quota families, sizes and regions of a configuration that no fact knows. */
void aml_engine_check_config_names(aml_engine *engine, const aml_config *config);

/* The parameters of rules, {rule: {parameter: value}}, that hold at a path; NULL for none. */
const aml_value *aml_engine_settings(aml_engine *engine, const aml_config *config, aml_sv path);

/* --changed-since: what the change makes of the files that judge it. A notice for each weakening. */
void aml_engine_find_weakenings(aml_engine *engine);

/* How the run searches; good as long as the engine's options. */
aml_discover_options aml_engine_discover_options(const aml_engine *engine);

/* Parts of configure, of link and of check, for evidence: the files that are named so join the run, for what
 * they are; what they tell of is held against the graph, and lends it locks, workspaces and accounts; rules
 * run on it, and what a declaration breaks as well is said there. */
void aml_engine_name_evidence(aml_engine *engine, const aml_config *const *configs, size_t count);
aml_file_list aml_engine_evidence_files(
    aml_engine *engine);                              /* those that were read, by path, however named */
void aml_engine_collect_evidence(aml_engine *engine); /* before the graph is linked */
void aml_engine_link_evidence(aml_engine *engine);
/* Notices of evidence that no declaration is of the subscription of, and of evidence that is older than what
 * it is compared with, as far as git tells. After all are linked. */
void aml_engine_tell_foreign_evidence(aml_engine *engine);
void aml_engine_tell_older_evidence(aml_engine *engine); /* and after */
void aml_engine_check_evidence(aml_engine *engine);
/* Part of it: AML808. */
void aml_engine_check_policy_states(aml_engine *engine);
/* Part of conclude, before waivers are applied: AML805. */
void aml_engine_check_waived_resources(aml_engine *engine);
/* Part of link: what the configurations say to exist, each once. */
void aml_engine_add_configured(aml_engine *engine, aml_graph *graph);
/* Part of check: rules on every resource of a graph; findings are added. */
void aml_engine_check_graph(aml_engine *engine, const aml_graph *graph);

/* Part of configure: Azure Policy objects of the options and of the configurations become rules. */
void aml_engine_add_policies(aml_engine *engine, const aml_config *const *configs, size_t count);

/* Whether a file is none of ours: of no kind that we know, or broken without speaking of Azure ML. */
bool aml_engine_passes_over(const aml_file *file);

/* Whether a file holds Azure ML compute in a form that is not read. */
bool aml_engine_is_unread(const aml_file *file);

/* Parts of conclude. */
void aml_engine_add_unread(aml_engine *engine); /* AML014, the list for reports, what is left out; before the
                                                   input findings, which count files */
void aml_engine_tell_left_out(aml_engine *engine);      /* a notice, where files were left out */
void aml_engine_withdraw_fixes(aml_engine *engine);     /* those that would change more than what was found */
void aml_engine_add_input_findings(aml_engine *engine); /* diagnostics become findings */
void aml_engine_collect_waivers(aml_engine *engine);    /* before the input findings are made */
void aml_engine_apply_waivers(
    aml_engine *engine); /* expects the sorted list; adds AML9xx findings at its end */
void aml_engine_check_code_owners(aml_engine *engine); /* AML909; after the waivers are collected */
void aml_engine_apply_baseline(aml_engine *engine);    /* expects the sorted list */

#endif
