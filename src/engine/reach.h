/* How far a change reaches, seen from two runs that have been linked: over the files as they are, and as they
 * were before. What it does not reach is the same in both, to the last origin of its values, and shares no
 * file with anything that it reaches: rules that look at nothing else find the same on it, at places where
 * nothing else is found. */
#ifndef AMLINT_ENGINE_REACH_H
#define AMLINT_ENGINE_REACH_H

#include "rule/ruleset.h"

typedef struct aml_reach {
  const aml_reached *resources; /* by order in the graph; NULL: all are reached */
  aml_texts types;              /* of those that are another, or touched */
  bool shares_places; /* findings on both sides may stand at one place, where only names tell them apart */
} aml_reach;

typedef struct aml_reach_side { /* one of the runs */
  const aml_graph *graph;
  const aml_sources *sources;
} aml_reach_side;

typedef struct aml_reach_search {
  aml_arena *arena;
  aml_reach_side after, before; /* without a graph: nothing but the named files can matter */
  const aml_map *changed;       /* keys: paths of files that changed */
  const aml_map *watched;       /* keys: paths of files of which all is to be judged */
} aml_reach_search;

/* Whether it is bounded at all; then both are filled. Resources that hold much are always reached: only rules
 * that run tell whether they come to an end. n log n. */
bool aml_reach_find(const aml_reach_search *search, aml_reach *after, aml_reach *before);

#endif
