#include "engine/reach.h"

#include "engine/same_resource.h"

enum {
  MUCH = 400,           /* values of a resource, with what they come from */
  MUCH_TEXT = 4096,     /* bytes of all its texts */
  MOST_PLACES = 1 << 16 /* looked at for one resource */
};

/* Files are nodes, whichever of the runs has them: one for each path. Node 0 is no file. */
typedef struct finding_reach {
  const aml_reach_search *on;
  size_t node_count;
  aml_source_id *leads; /* by node: another one of its component, or itself */
  bool *is_changed;     /* by node */
  bool *is_watched;     /* by node */
  bool *is_home;        /* by node: resources that are judged stand there, not only values of them */
  aml_map guests;       /* of other nodes: node and name to a home of a resource of that name, by its id */
  bool shares_places;   /* there are such */
  bool *is_reached;     /* by the node that leads its component */
  aml_map by_path;      /* nodes, in place of pointers */
  size_t *befores, *afters; /* by order: order + 1 of the one in the other run that stands for it; or 0 */
} finding_reach;

typedef struct side { /* one of the runs */
  const aml_graph *graph;
  const aml_sources *sources;
  const aml_source_id *nodes; /* by id of a source */
  size_t count;
  bool *differs;        /* by order: a change touches what it is made of, or made it another */
  aml_reached *reached; /* by order */
} side;

static aml_source_id node_of(const side *in, aml_span span) {
  return in->nodes[span.source];
}

static aml_source_id lead_of(finding_reach *self, aml_source_id node) {
  while (self->leads[node] != node) {
    self->leads[node] = self->leads[self->leads[node]];
    node = self->leads[node];
  }
  return node;
}

/* The lesser id leads. Halved paths alone keep this below n log n. */
static void join(finding_reach *self, aml_source_id a, aml_source_id b) {
  aml_source_id x = lead_of(self, a);
  aml_source_id y = lead_of(self, b);
  self->leads[x < y ? y : x] = x < y ? x : y;
}

/* ---- nodes ---- */

static aml_source_id make_node(finding_reach *self, aml_sv path) {
  aml_source_id node = (aml_source_id)(uintptr_t)aml_map_find(&self->by_path, path);
  if (node == 0) {
    node = (aml_source_id)self->node_count++;
    (void)aml_map_put(&self->by_path, path, (void *)(uintptr_t)node);
    self->leads[node] = node;
    self->is_changed[node] = aml_map_find(self->on->changed, path) != NULL;
    self->is_watched[node] = aml_map_find(self->on->watched, path) != NULL;
  }
  return node;
}

static side make_side(finding_reach *self, const aml_reach_side *from) {
  aml_arena *arena = self->on->arena;
  size_t sources = from->graph == NULL ? 0 : aml_sources_count(from->sources);
  size_t count = from->graph == NULL ? 0 : aml_graph_count(from->graph);
  aml_source_id *nodes = AML_NEW_ARRAY(arena, aml_source_id, sources + 1);
  for (aml_source_id id = 1; id <= sources; id++) {
    nodes[id] = make_node(self, aml_sources_get(from->sources, id)->path);
  }
  return (side){.graph = from->graph,
      .sources = from->sources,
      .nodes = nodes,
      .count = count,
      .differs = AML_NEW_ARRAY(arena, bool, count + 1),
      .reached = AML_NEW_ARRAY(arena, aml_reached, count + 1)};
}

static void begin(finding_reach *self) {
  const aml_reach_search *on = self->on;
  size_t before = on->before.graph == NULL ? 0 : aml_sources_count(on->before.sources);
  size_t most = aml_sources_count(on->after.sources) + before + 1;
  self->node_count = 1;
  self->leads = AML_NEW_ARRAY(on->arena, aml_source_id, most);
  self->is_changed = AML_NEW_ARRAY(on->arena, bool, most);
  self->is_watched = AML_NEW_ARRAY(on->arena, bool, most);
  self->is_home = AML_NEW_ARRAY(on->arena, bool, most);
  self->is_reached = AML_NEW_ARRAY(on->arena, bool, most);
  aml_map_init(&self->by_path, on->arena, AML_MAP_EXACT);
  aml_map_init(&self->guests, on->arena, AML_MAP_IGNORE_CASE);
}

/* ---- pairs ---- */

/* The resources of a file stand for each other in their order. */
static void pair(finding_reach *self, const side *after, const side *before) {
  aml_arena *arena = self->on->arena;
  size_t *next = AML_NEW_ARRAY(arena, size_t, before->count + 1); /* by order in the run before; order + 1 */
  size_t *first = AML_NEW_ARRAY(arena, size_t, self->node_count);
  self->befores = AML_NEW_ARRAY(arena, size_t, after->count + 1);
  self->afters = AML_NEW_ARRAY(arena, size_t, before->count + 1);
  for (size_t i = before->count; i > 0; i--) {
    aml_source_id node = node_of(before, aml_graph_at(before->graph, i - 1)->span);
    next[i - 1] = first[node];
    first[node] = i;
  }
  for (size_t i = 0; i < after->count; i++) {
    aml_source_id node = node_of(after, aml_graph_at(after->graph, i)->span);
    if (first[node] > 0) {
      self->befores[i] = first[node];
      self->afters[first[node] - 1] = i + 1;
      first[node] = next[first[node] - 1];
    }
  }
}

/* ---- names ---- */

static bool is_computed(const aml_origin *origin) {
  for (; origin != NULL && origin->step != AML_STEP_EXPRESSION; origin = origin->from) {
  }
  return origin != NULL;
}

/* The last part of the name; empty where it is not certain, or the same expression may be it, too. */
static aml_sv last_name(const aml_resource *resource) {
  const aml_value *name = resource->name;
  if (name == NULL || is_computed(name->origin)) {
    return (aml_sv){NULL, 0};
  }
  aml_sv text = name->kind == AML_UNKNOWN ? name->as.unknown->suffix : aml_value_text(name);
  size_t slash = aml_sv_rfind_char(text, '/');
  bool is_whole = slash != AML_NPOS || name->kind == AML_STRING;
  return is_whole ? aml_sv_slice(text, slash == AML_NPOS ? 0 : slash + 1, text.len) : (aml_sv){NULL, 0};
}

/* ---- what resources are made of ---- */

typedef struct look { /* at one resource */
  finding_reach *self;
  const side *in;
  const aml_resource *resource;
  aml_source_id node; /* of the resource itself */
  aml_source_id last; /* that was joined */
  bool is_judged;     /* what exists already is no finding's subject, so it shares no place with others */
  size_t places, bytes;
  bool is_of_changed, is_of_watched;
} look;

/* In a file that only values come from, a parameter file or a configuration, findings are told apart by the
 * names of their resources, which messages and fingerprints hold. Not those whose name is computed. */
static void join_guest(look *at, aml_source_id node) {
  finding_reach *self = at->self;
  if (last_name(at->resource).len == 0) {
    join(self, at->node, node);
    return;
  }
  aml_sv key = aml_sv_format(self->on->arena, "%u\n%.*s", node, AML_SV_ARG(at->resource->shown_name));
  const void *other = aml_map_find(&self->guests, key);
  self->shares_places = true;
  if (other != NULL) {
    join(self, at->node, (aml_source_id)(uintptr_t)other);
  } else {
    (void)aml_map_put(&self->guests, key, (void *)(uintptr_t)at->node); /* a number, in place of a pointer */
  }
}

static void see_span(look *at, aml_span span) {
  aml_source_id node = node_of(at->in, span);
  at->places++;
  if (node == 0 || node == at->node || node == at->last) {
    return;
  }
  at->last = node;
  at->is_of_changed = at->is_of_changed || at->self->is_changed[node];
  at->is_of_watched = at->is_of_watched || at->self->is_watched[node];
  if (at->is_judged && at->self->is_home[node]) {
    join(at->self, at->node, node);
  } else if (at->is_judged) {
    join_guest(at, node);
  }
}

static void see_origin(look *at, const aml_origin *origin) {
  for (; origin != NULL && at->places < MOST_PLACES; origin = origin->from) {
    see_span(at, origin->span);
    see_origin(at, origin->ending);
  }
}

/* Values are as deep as the bound on expansion. */
static void see_value(look *at, const aml_value *value) {
  if (value == NULL || at->places >= MOST_PLACES) {
    return;
  }
  see_span(at, value->span);
  see_origin(at, value->origin);
  at->bytes += value->kind == AML_STRING ? value->as.string.len : 0;
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    see_value(at, value->as.array.items[i]);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    see_span(at, value->as.object.members[i].name_span);
    see_value(at, value->as.object.members[i].value);
  }
}

/* False where nobody can tell, since there is too much of it, or it is judged and stands in no file. */
static bool see_resource(finding_reach *self, const side *in, size_t i) {
  const aml_resource *resource = aml_graph_at(in->graph, i);
  look at = {.self = self,
      .in = in,
      .resource = resource,
      .node = node_of(in, resource->span),
      .is_judged = !resource->is_existing,
      .is_of_changed = aml_map_find(self->on->changed, resource->parameters) != NULL};
  see_span(&at, resource->name_span);
  const aml_value *const values[] = {
      resource->name, resource->body, resource->ineffective, resource->written, resource->extends};
  for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
    see_value(&at, values[k]);
  }
  in->differs[i] = in->differs[i] || at.is_of_changed || self->is_changed[at.node];
  bool is_alone = at.is_judged && (at.is_of_watched || at.places > MUCH || at.bytes > MUCH_TEXT);
  in->reached[i] = is_alone ? AML_REACHED : AML_NOT_REACHED;
  return at.places < MOST_PLACES && (at.node != 0 || !at.is_judged);
}

/* Nobody knows which of several of one name in a file is the one of before, so they count as others. */
static void find_doubles(finding_reach *self, const side *in) {
  size_t *counts = AML_NEW_ARRAY(self->on->arena, size_t, self->node_count); /* by node */
  aml_map seen;
  aml_map_init(&seen, self->on->arena, AML_MAP_EXACT);
  for (size_t i = 0; i < in->count; i++) {
    counts[node_of(in, aml_graph_at(in->graph, i)->span)]++;
  }
  for (size_t i = 0; i < in->count; i++) {
    const aml_resource *resource = aml_graph_at(in->graph, i);
    aml_source_id node = node_of(in, resource->span);
    if (counts[node] > 1 &&
        aml_map_put(&seen, aml_resource_key(self->on->arena, in->sources, resource), self) != NULL) {
      self->is_watched[node] = true;
    }
  }
}

static void find_homes(finding_reach *self, const side *in) {
  for (size_t i = 0; i < in->count; i++) {
    const aml_resource *resource = aml_graph_at(in->graph, i);
    aml_source_id node = node_of(in, resource->span);
    self->is_home[node] = self->is_home[node] || !resource->is_existing;
  }
}

static bool see_graph(finding_reach *self, const side *in) {
  bool is_known = true;
  for (size_t i = 0; is_known && i < in->count; i++) {
    is_known = see_resource(self, in, i);
  }
  return is_known;
}

/* ---- what differs ---- */

/* False where those that are the same do not come in the same order, by which rules choose among several. */
static bool compare(const finding_reach *self, const side *after, const side *before) {
  aml_same same = {.files = after->nodes, .other_files = before->nodes, .others = self->befores};
  size_t last = 0;
  for (size_t i = 0; i < after->count; i++) {
    size_t other = self->befores[i];
    const aml_resource *parent = aml_graph_at(after->graph, i)->parent;
    bool is_below_same = parent == NULL || (parent->order < i && !after->differs[parent->order]);
    bool is_same =
        other > 0 && is_below_same &&
        aml_same_resource(&same, aml_graph_at(after->graph, i), aml_graph_at(before->graph, other - 1));
    if (is_same && other < last) {
      return false;
    }
    last = is_same ? other : last;
    after->differs[i] = after->differs[i] || !is_same;
    if (other > 0) {
      before->differs[other - 1] = before->differs[other - 1] || !is_same;
    }
  }
  for (size_t i = 0; i < before->count; i++) {
    before->differs[i] = before->differs[i] || self->afters[i] == 0;
  }
  return true;
}

/* ---- what is reached ---- */

static void mark_files(finding_reach *self) {
  for (size_t i = 1; i < self->node_count; i++) {
    if (self->is_changed[i] || self->is_watched[i]) {
      self->is_reached[lead_of(self, (aml_source_id)i)] = true;
    }
  }
}

/* From resources to all that shares a file with them. */
static void mark_resources(finding_reach *self, const side *in) {
  for (size_t i = 0; i < in->count; i++) {
    const aml_resource *resource = aml_graph_at(in->graph, i);
    in->reached[i] = in->differs[i] ? AML_REACHED : in->reached[i];
    if (in->reached[i] == AML_REACHED && !resource->is_existing) {
      self->is_reached[lead_of(self, node_of(in, resource->span))] = true;
    }
  }
}

static void spread(finding_reach *self, const side *in) {
  for (size_t i = 0; i < in->count; i++) {
    aml_source_id node = node_of(in, aml_graph_at(in->graph, i)->span);
    bool is_shared = node != 0 && self->is_reached[lead_of(self, node)];
    in->reached[i] = is_shared ? AML_REACHED : in->reached[i];
  }
}

/* ---- what differs, by type and name ---- */

typedef struct differing {
  aml_map types; /* to a type_names */
  aml_texts list;
} differing;

typedef struct type_names {
  aml_map names;   /* last ones, of those that differ */
  bool may_be_any; /* one of which the name is not known differs */
} type_names;

static void add_differing(aml_arena *arena, differing *all, const aml_resource *resource) {
  type_names *of_type = aml_map_find(&all->types, resource->type);
  if (of_type == NULL) {
    of_type = AML_NEW(arena, type_names);
    aml_map_init(&of_type->names, arena, AML_MAP_IGNORE_CASE);
    (void)aml_map_put(&all->types, resource->type, of_type);
    AML_VEC_PUSH(arena, &all->list, resource->type);
  }
  aml_sv name = last_name(resource);
  of_type->may_be_any = of_type->may_be_any || name.len == 0;
  (void)aml_map_put(&of_type->names, name, of_type);
}

static void collect_differing(finding_reach *self, const side *in, differing *all) {
  for (size_t i = 0; i < in->count; i++) {
    if (in->differs[i]) {
      add_differing(self->on->arena, all, aml_graph_at(in->graph, i));
    }
  }
}

static void mark_namesakes(const side *in, const differing *all) {
  for (size_t i = 0; i < in->count; i++) {
    const aml_resource *resource = aml_graph_at(in->graph, i);
    const type_names *of_type =
        in->reached[i] == AML_REACHED ? NULL : aml_map_find(&all->types, resource->type);
    if (of_type != NULL) {
      aml_sv name = last_name(resource);
      bool may_be_one = of_type->may_be_any || name.len == 0 || aml_map_find(&of_type->names, name) != NULL;
      in->reached[i] = may_be_one ? AML_NAMESAKE_REACHED : AML_NOT_REACHED;
    }
  }
}

bool aml_reach_find(const aml_reach_search *search, aml_reach *after, aml_reach *before) {
  finding_reach self = {.on = search};
  begin(&self);
  const side now = make_side(&self, &search->after);
  const side then = make_side(&self, &search->before);
  pair(&self, &now, &then);
  find_homes(&self, &now);
  find_homes(&self, &then);
  if (!see_graph(&self, &now) || !see_graph(&self, &then) ||
      (then.graph != NULL && !compare(&self, &now, &then))) {
    return false;
  }
  find_doubles(&self, &now);
  find_doubles(&self, &then);
  mark_files(&self);
  mark_resources(&self, &now);
  mark_resources(&self, &then);
  spread(&self, &now);
  spread(&self, &then);
  differing all = {0};
  aml_map_init(&all.types, search->arena, AML_MAP_IGNORE_CASE);
  collect_differing(&self, &now, &all);
  collect_differing(&self, &then, &all);
  mark_namesakes(&now, &all);
  mark_namesakes(&then, &all);
  *after = (aml_reach){now.reached, all.list, self.shares_places};
  *before = (aml_reach){then.reached, all.list, self.shares_places};
  return true;
}
