/* Loading, selecting and running rules. */
#ifndef AMLINT_RULE_RULESET_H
#define AMLINT_RULE_RULESET_H

#include "base/date.h"
#include "condition/answers.h"
#include "condition/context.h"
#include "rule/finding.h"

typedef struct aml_ruleset {
  aml_arena *arena;
  AML_VEC(aml_rule *) list;   /* sorted by id */
  size_t put;                 /* private: how many were put into it, those that others replaced included */
  const aml_sources *sources; /* for places inside strings of rule files; may be NULL */
  aml_map *by_type, *targets; /* private: made by aml_rules_prepare */
  aml_map *by_name;           /* private: rules by id */
  const aml_value *schema;    /* private: of rule files; NULL until one is added */
  struct aml_codec_store
      *store; /* private: what built-in rules do (base/codec.h); NULL where there are none */
} aml_ruleset;

/* What built-in rules do, for the sets that share it: compiled conditions, each read once however many sets
 * follow each other. It outlives them, and one thread at a time uses it and them. */
typedef struct aml_rule_bodies {
  struct aml_codec_store *store; /* private: see base/codec.h */
  aml_rule_body **items;         /* private: as aml_builtin_rules; NULL for rules without a condition */
} aml_rule_bodies;
aml_rule_bodies *aml_rule_bodies_new(aml_arena *arena);

/* All built-in rules. Costs microseconds: what a rule does is read when it first runs. */
aml_ruleset *aml_ruleset_new(aml_arena *arena);
aml_ruleset *aml_ruleset_new_sharing(aml_arena *arena, const aml_rule_bodies *bodies);

/* Adds the rules of one file (a rule of ours). Mistakes are diagnostics (AML011) and the rule is left out.
 * Compiled at once. */
void aml_ruleset_add(aml_ruleset *rules, const aml_value *root, aml_rule_origin origin, aml_diags *diags);

/* Whether a rule is for resources of a type: its types name it, or it names none. */
bool aml_rule_is_for(const aml_rule *rule, aml_sv type);

/* Whether a selector, as options and configurations hold them, names the rule: by its id, the beginning of
 * its id ("AML3"), its name, its category or "all", ignoring case. An empty selector names none. */
bool aml_rule_is_selected(const aml_rule *rule, aml_sv selector);
/* Whether any of several does. */
bool aml_rule_is_selected_by_any(const aml_rule *rule, const aml_texts *selectors);

/* By id or name, ignoring case; NULL when there is none. */
aml_rule *aml_ruleset_find(const aml_ruleset *rules, aml_sv id_or_name);

/* Whether a tree is meant to be a rule: it has an id and says something as a rule does, and most of its keys
 * are those of a rule. */
bool aml_rule_recognise(const aml_value *root);

/* The rule file as a tree, without texts for people where it is built in; NULL where findings come from
 * elsewhere in the program. */
const aml_value *aml_rule_tree(aml_arena *arena, const aml_rule *rule);

/* Whether findings of the rule come with edits for machines, and whether these change nothing else. */
typedef enum aml_rule_edits { AML_EDITS_NONE, AML_EDITS_UNSAFE, AML_EDITS_SAFE } aml_rule_edits;
aml_rule_edits aml_rule_edits_of(const aml_value *tree); /* of aml_rule_tree; may be NULL */

/* The parameters that settings ({rule: {parameter: value}}, by id or name) have for a rule; NULL for none. */
const aml_value *aml_rule_settings(const aml_value *settings, const aml_rule *rule);

/* Compiles what is needed for the types that occur in the graph; single-threaded, before aml_rules_check. */
void aml_rules_prepare(aml_ruleset *rules, const aml_check_context *context, aml_diags *diags);

/* Tells mistakes in rule parameters of the settings of one more context, each mistake once; after prepare. */
void aml_rules_check_settings(aml_ruleset *rules, const aml_value *settings, aml_diags *diags);

/* Of a change that reaches a part of the graph only. */
typedef struct aml_narrowing {
  aml_texts types;  /* of resources that differ */
  bool needs_names; /* those whose messages do not name the resource may find another */
  bool is_reported; /* there is a report of the run, which hides the secrets that rules find */
} aml_narrowing;

/* Says which rules may find something else on what a change does not reach. Those of users count among them,
 * for only running them tells whether they come to an end. Those that find secrets run as well where there is
 * a report. After prepare. */
void aml_rules_narrow(aml_ruleset *rules, const aml_narrowing *to);

/* Runs every effective rule on resource i of the graph. Thread-safe: writes only to findings, whose arena it
 * uses. */
void aml_rules_check(
    const aml_ruleset *rules, const aml_check_context *context, size_t i, aml_findings *findings);

/* The same; on what a change does not reach, only of the rules that may find something else there. `answers`
 * are kept from one resource to the next, and belong to the arena of the findings. */
typedef enum aml_reached {
  AML_NOT_REACHED,
  AML_NAMESAKE_REACHED, /* nor is it, but another of its type and last name differs */
  AML_REACHED
} aml_reached;
void aml_rules_check_part(const aml_ruleset *rules, const aml_check_context *context, size_t i,
    aml_reached reached, aml_answers *answers, aml_findings *findings);

#endif
