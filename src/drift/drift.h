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

typedef struct aml_drift {
  aml_arena *arena;
  AML_VEC(aml_actual *) actual; /* each resource once, whatever number of exports tells of it */
  aml_map by_name;              /* "type\nname", in lower case, to the first of a chain of actuals */
  aml_map complete; /* workspaces ("subscription/group/name") of which an export tells every compute; in
                       lower case */
  aml_map partial;  /* those of which an export that tells of a part says so */
  const aml_actual **of_declared; /* by order in the graph of the declarations; NULL where none is known */
} aml_drift;

void aml_drift_init(aml_drift *drift, aml_arena *arena);

/* Adds what one export tells of. Of a resource that another one told of, too, what says more stays; of two
 * that say as much, the one exported later, and then the one that was added first. */
void aml_drift_add(aml_drift *drift, const aml_file *file, const aml_resources *resources);

/* Joins resources of the graph with those that run: by the whole id, without regard to case; where a
 * declaration does not say its group or subscription, by the names of workspace and resource, if only one
 * that runs has them. After all are added. */
void aml_drift_join(aml_drift *drift, const aml_graph *declared);

/* Whether exports tell of every compute of the workspace that the resource, a compute, is in. */
bool aml_drift_is_complete_for(const aml_drift *drift, const aml_resource *compute);
/* Whether a compute of that name (its last part) runs. */
bool aml_drift_runs(const aml_drift *drift, aml_sv name);

/* Findings of AML801 to AML803 for the pairs, and for those without a partner; of rules that the set has. */
void aml_drift_find(const aml_drift *drift, const aml_graph *declared, const aml_sources *sources,
    const aml_ruleset *rules, aml_findings *findings);

/* A difference of one property. */
typedef struct aml_difference {
  aml_sv path;                        /* of the declared body */
  const aml_value *declared, *actual; /* actual NULL: absent */
  aml_truth differs;                  /* never FALSE */
  aml_sv reason;                      /* MAYBE: what is not known (tree/reason.h) */
  bool is_security;                   /* the property decides who gets in */
} aml_difference;

typedef AML_VEC(aml_difference) aml_differences;

/* Compares what is declared, by what it means: words, regions and ids without regard to case, durations by
 * their length, absent as null, "", [] and {}. What only a tool's default says is not declared. */
void aml_drift_compare(
    aml_arena *arena, const aml_resource *declared, const aml_resource *actual, aml_differences *out);

#endif
