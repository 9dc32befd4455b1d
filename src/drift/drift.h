/* What runs, as exports tell it, beside what files declare: which is which, and where they differ. */
#ifndef AMLINT_DRIFT_DRIFT_H
#define AMLINT_DRIFT_DRIFT_H

#include "graph/graph.h"
#include "inventory/export.h"
#include "rule/finding.h"
#include "rule/ruleset.h"

/* A resource that runs. */
typedef struct aml_actual {
  const aml_resource *resource;
  const aml_file *file; /* the export */
  const aml_resource
      *declared; /* the first resource of the run that declares it; NULL: none does for certain */
  const aml_resource *candidate; /* where none does: one that perhaps does; NULL: none */
} aml_actual;

/* Two exports of one day, or of unknown days, that do not agree on a resource. */
typedef struct aml_disagreement {
  const aml_resource *used, *other;
  const aml_file *used_file, *other_file;
} aml_disagreement;

/* What is not compared. */
typedef struct aml_drift_leaves {
  const aml_texts *settings; /* by their path's last parts, or in the form's words */
  const aml_texts *tags;     /* by name; '*' at the end stands for any characters */
} aml_drift_leaves;

typedef struct aml_drift {
  aml_arena *arena;
  AML_VEC(aml_disagreement) disagreements;
  AML_VEC(aml_actual *) actual; /* each resource once, whatever number of exports tells of it */
  aml_map by_name;              /* "type\nname", in lower case, to the first of a chain of actuals */
  aml_map complete; /* workspaces ("subscription/group/name") of which an export tells every compute; in
                       lower case */
  aml_map partial;  /* those of which an export that tells of a part says so */
  aml_map absent;   /* computes ("subscription/group/name/name") that an export says not to exist */
  const aml_drift_leaves *leaves; /* by order in the graph of the declarations; NULL: all is compared */
  const aml_actual **of_declared; /* by order in the graph of the declarations; NULL where none is known */
  const struct aml_drift_settings
      *settings; /* of the pairs, by order in that graph; NULL: they are not compared yet */
} aml_drift;

void aml_drift_init(aml_drift *drift, aml_arena *arena);

/* Whether the export lists every compute of the workspaces that it has computes of. */
bool aml_drift_tells_all(const aml_file *file, const aml_resources *resources);

/* Adds what one export tells of. Of a resource that another one told of, too, what says more stays; of two
 * that say as much, the one exported later, and then the one that was added first. */
void aml_drift_add(aml_drift *drift, const aml_file *file, const aml_resources *resources);

/* Joins resources of the graph with those that run: by the whole id, without regard to case; where a
 * declaration does not say its group or subscription, by the names of workspace and resource, if only one
 * that runs has them. After all are added. */
void aml_drift_join(aml_drift *drift, const aml_graph *declared);

/* Whether exports tell of every compute of the workspace that the resource, a compute, is in. */
bool aml_drift_is_complete_for(const aml_drift *drift, const aml_resource *compute);
/* Whether an export says that there is no such compute. */
bool aml_drift_is_absent(const aml_drift *drift, const aml_resource *compute);
/* Whether a compute of that name (its last part) runs. */
bool aml_drift_runs(const aml_drift *drift, aml_sv name);

/* Findings of AML801 to AML803 for the pairs, and for those without a partner; of rules that the set has. */
void aml_drift_find(const aml_drift *drift, const aml_graph *declared, const aml_sources *sources,
    const aml_ruleset *rules, aml_findings *findings);

/* Findings of AML804 and AML807: what exports say of how clusters do. */
void aml_drift_find_health(const aml_drift *drift, const aml_ruleset *rules, aml_findings *findings);

/* How a resource stands between declaration and evidence. */
typedef enum aml_drift_state {
  AML_DRIFT_DIFFERS,    /* a declared setting runs differently */
  AML_DRIFT_UNDECLARED, /* it runs, and nothing declares it */
  AML_DRIFT_MISSING,    /* it is declared, and the evidence, which is complete, does not have it */
  AML_DRIFT_MAY_DIFFER, /* of a declared setting nobody knows how it runs */
  AML_DRIFT_MAY_BE_UNDECLARED,
  AML_DRIFT_NOT_TOLD, /* it is declared, and the evidence does not tell whether it runs */
  AML_DRIFT_IN_STEP,
} aml_drift_state;

/* "differs", "not declared" ...: for people and programs. */
const char *aml_drift_state_name(aml_drift_state state);

/* Whether the resource is a compute that is certainly a cluster of nodes. */
bool aml_drift_is_cluster(const aml_resource *resource);
/* "Cluster", "Compute" or "Workspace". */
const char *aml_drift_noun(const aml_resource *resource);
/* Whether it is one that a declaration makes: no mention of what others made. */
bool aml_drift_is_declaration(const aml_resource *resource);

/* Of what runs without a certain declaration: UNDECLARED or MAY_BE_UNDECLARED, then with the reason
 * (tree/reason.h). False where nobody asks for a declaration: it is no cluster. */
bool aml_drift_judge_undeclared(const aml_drift *drift, const aml_sources *sources, const aml_actual *actual,
    aml_drift_state *state, aml_sv *why);
/* Of a declaration without a partner: MISSING or NOT_TOLD, then with the reason. */
aml_drift_state aml_drift_judge_missing(const aml_drift *drift, const aml_resource *declared, aml_sv *why);

/* A setting of a declaration, of what runs, or of both. */
typedef struct aml_drift_setting {
  aml_sv path;                        /* of the declared body */
  const aml_value *declared, *actual; /* NULL: absent, or not told */
  aml_truth differs;                  /* FALSE where nothing is declared, and where nothing runs */
  aml_sv reason;                      /* MAYBE: what is not known (tree/reason.h) */
  bool is_security;                   /* the property decides who gets in */
  bool is_left;                       /* somebody says that it is not compared */
  bool is_names;                      /* an object of which only the names count */
} aml_drift_setting;

typedef struct aml_drift_settings {
  aml_drift_setting *items;
  size_t count, capacity;
} aml_drift_settings;

/* Compares by what is meant: words, regions and ids without regard to case, durations by their length, absent
 * as null, "", [] and {}. What only a tool's default says is not declared. Settings of which neither says
 * anything are left out. One of the two may be NULL: then it lists those of the other. `leaves` may be NULL.
 */
void aml_drift_compare(aml_arena *arena, const aml_resource *declared, const aml_resource *actual,
    const aml_drift_leaves *leaves, aml_drift_settings *out);
/* Compares all pairs, which are then looked up. After they are joined. */
void aml_drift_compare_pairs(aml_drift *drift, const aml_graph *declared);
/* The settings of a resource of the declarations' graph and of what runs as it. One of the two may be NULL.
 */
aml_drift_settings aml_drift_settings_of(
    const aml_drift *drift, aml_arena *arena, const aml_resource *declared, const aml_actual *actual);

/* What the resource's form calls a setting; tags with "tags." before the name. */
aml_sv aml_drift_key(aml_arena *arena, const aml_resource *resource, aml_sv path);

/* A value of a setting for people, of `max` code points at most. */
aml_sv aml_drift_show(aml_arena *arena, const aml_drift_setting *setting, const aml_value *value, size_t max);

/* How the two were joined, as a sentence without its full stop. */
const char *aml_drift_joined_by(const aml_resource *declared, const aml_actual *actual);

#endif
