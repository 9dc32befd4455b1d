/* Where secrets are written, whether or not a finding speaks of them: no report shows the text of these
 * places. Four looks: over the bytes of files, over what was read from them, along the origins of what
 * resources get, and at what rules for secrets found. Only files that a finding points at are looked through,
 * for reports show nothing of others; one that says of all files whether they hold any asks for the rest. */
#include "engine/secrets.h"
#include "arm/secure_values.h"
#include "base/pool.h"
#include "base/sort.h"
#include "base/spread.h"
#include "engine/secret_names.h"
#include "tree/guest_value.h"
#include "tree/secret_values.h"

typedef struct search {
  const aml_secret_search *on;
  aml_arena *arena;
  bool *is_wanted; /* by source: places in it are looked for */
  size_t count;    /* of them, and of the place that is none */
  AML_VEC(aml_span) spans;
} search;

static void add_span(search *self, aml_span span) {
  if (!aml_span_is_none(span) && self->is_wanted[span.source]) {
    AML_VEC_PUSH(self->arena, &self->spans, span);
  }
}

/* Adds the place of a value that is a secret, and of the anchor that it is an alias of, unless nothing can be
 * read off it. */
static void add_value(void *ctx, const aml_value *value) {
  search *self = ctx;
  if (value == NULL || value->kind == AML_NULL || value->kind == AML_BOOL) {
    return;
  }
  if (value->kind == AML_STRING && aml_secret_is_reference(value->as.string)) {
    return;
  }
  add_span(self, value->span);
  for (const aml_origin *from = value->origin; from != NULL; from = from->from) {
    if (aml_engine_is_written_step(from->step)) {
      add_span(self, from->span);
    }
  }
}

static bool is_scalar(const aml_value *value) {
  return value->kind != AML_OBJECT && value->kind != AML_ARRAY;
}

/* Adds the secrets that a text holds by their form: each where it stands, or all of the text where its
 * writing does not show that. */
static void add_parts(search *self, const aml_value *value) {
  const aml_guest *guest = aml_guest_of_written(self->arena, self->on->inputs->sources, value);
  aml_secret_scan scan = {.text = value->as.string};
  aml_secret_range range;
  if (guest == NULL) {
    add_span(self, value->span);
    return;
  }
  while (aml_secret_next(&scan, &range)) {
    add_span(self, aml_guest_span(guest, range.begin, range.end));
  }
}

/* Whether a text hides a secret behind escapes, so that nothing of it is seen in the file's own bytes. */
static bool is_escaped_secret(const aml_value *value) {
  enum { QUOTES = 2 };
  return value->kind == AML_STRING && value->span.end - value->span.begin > value->as.string.len + QUOTES &&
         aml_secret_is_in(value->as.string);
}

static void search_written(search *self, const aml_config *config, const aml_value *value, aml_secrecy in);

static void search_member(search *self, const aml_config *config, const aml_member *member, aml_secrecy in) {
  aml_secrecy inner = aml_secrecy_of_member(member, aml_engine_is_secret_name(config, member->name), in);
  if (is_scalar(member->value) && inner == AML_IN_SECRET) {
    add_value(self, member->value);
  }
  search_written(self, config, member->value, inner);
}

static void search_items(search *self, const aml_config *config, const aml_value *array, aml_secrecy in) {
  for (size_t i = 0; i < array->as.array.count; i++) {
    const aml_value *item = array->as.array.items[i];
    if (in == AML_IN_SECRET && is_scalar(item)) {
      add_value(self, item);
    }
    search_written(self, config, item, in);
  }
}

/* Trees are no deeper than the readers' bound. */
static void search_written(search *self, const aml_config *config, const aml_value *value, aml_secrecy in) {
  if (value->kind == AML_ARRAY) {
    search_items(self, config, value, in);
  } else if (value->kind != AML_OBJECT) {
    if (is_escaped_secret(value)) {
      add_parts(self, value);
    }
    return;
  }
  if (value->kind != AML_OBJECT) {
    return;
  }
  aml_arm_visit_secure(value, add_value, self);
  in = in == AML_NO_SECRET && aml_engine_names_secret(config, value) ? AML_IN_GIVEN : in;
  for (size_t i = 0; i < value->as.object.count; i++) {
    search_member(self, config, &value->as.object.members[i], in);
  }
}

/* With its guests: as deep as guests are. Values are in the file that they were read from. */
static void search_trees(search *self, const aml_file *file, const aml_config *config) {
  for (size_t i = 0; file->tree != NULL && i < file->tree->documents.count; i++) {
    search_written(self, config, file->tree->documents.items[i].root, AML_NO_SECRET);
  }
  for (size_t i = 0; i < file->guests.count; i++) {
    search_trees(self, file->guests.items[i], config);
  }
}

static void search_file(search *self, const aml_file *file) {
  if (self->is_wanted[file->source->id]) {
    search_trees(self, file, file->config);
  }
  for (size_t i = 0; i < file->units.count; i++) {
    const aml_unit *unit = file->units.items[i];
    if (unit->parameters != NULL && unit->parameters->tree != NULL &&
        self->is_wanted[unit->parameters->source->id]) {
      const aml_value *given = aml_object_find(aml_file_root(unit->parameters), AML_SV("parameters"));
      aml_arm_visit_given(aml_file_root(file), given, add_value, self);
    }
  }
}

/* Evaluated values are as deep as the bound on expansion. */
static void search_evaluated(search *self, const aml_value *value) {
  if (aml_value_has(value, AML_VALUE_SECURE)) {
    for (const aml_origin *from = value->origin; from != NULL; from = from->from) {
      if (aml_engine_is_written_step(from->step)) {
        add_span(self, from->span);
      }
    }
    return;
  }
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    search_evaluated(self, value->as.array.items[i]);
  }
  for (size_t i = 0; value->kind == AML_OBJECT && i < value->as.object.count; i++) {
    search_evaluated(self, value->as.object.members[i].value);
  }
}

/* ---- the looks that can be taken side by side ---- */

enum {
  SLICE = 64, /* resources of one job */
  /* Starting a thread takes as long as searching this many bytes. */
  BYTES_FOR_A_THREAD = 1 << 16,
  TREE_BYTES_FOR_ONE = 4, /* bytes of a file whose values take as long to search as one byte */
};

/* A job: a source's bytes, a file's values or, where it has neither, resources from `first` on. */
typedef struct part {
  const aml_source *source;
  const aml_map *names; /* that the configuration calls secret; NULL for none */
  const aml_file *file;
  size_t first;
  size_t weight; /* bytes */
  const aml_span *spans;
  size_t count;
} part;

typedef struct part_list {
  const search *shared;
  AML_VEC(part) parts;
} part_list;

/* The bytes of a file, whether or not it could be read: what is quoted of it may be any part. */
static void search_bytes(search *self, const part *one) {
  aml_secret_scan scan = {.text = one->source->bytes, .kind = AML_SECRET_IN_FILE, .names = one->names};
  aml_secret_range range;
  while (aml_secret_next(&scan, &range)) {
    add_span(self, (aml_span){one->source->id, (uint32_t)range.begin, (uint32_t)range.end});
  }
}

static void search_resources(search *self, size_t first) {
  const aml_graph *graph = self->on->estate->declared;
  for (size_t i = first; i < aml_graph_count(graph) && i < first + SLICE; i++) {
    search_evaluated(self, aml_graph_at(graph, i)->body);
  }
}

static void search_part(void *ctx, size_t worker, size_t i, aml_arena *arena) {
  (void)worker;
  part_list *list = ctx;
  part *one = &list->parts.items[i];
  const search *shared = list->shared; /* which may have found some before */
  search own = {.on = shared->on, .arena = arena, .is_wanted = shared->is_wanted, .count = shared->count};
  if (one->source != NULL) {
    search_bytes(&own, one);
  } else if (one->file != NULL) {
    search_file(&own, one->file);
  } else {
    search_resources(&own, one->first);
  }
  one->spans = own.spans.items;
  one->count = own.spans.count;
}

static void list_bytes(part_list *list, aml_arena *scratch) {
  const aml_secret_search *on = list->shared->on;
  for (aml_source_id id = 1; id < list->shared->count; id++) {
    if (list->shared->is_wanted[id]) {
      const aml_source *source = aml_sources_get(on->inputs->sources, id);
      const aml_config *config = aml_engine_config_for(on->criteria, source->path);
      const part one = {.source = source,
          .names = config == NULL ? NULL : config->secret_name_map,
          .weight = source->bytes.len};
      AML_VEC_PUSH(scratch, &list->parts, one);
    }
  }
}

static void list_values(part_list *list, aml_arena *scratch) {
  const aml_secret_search *on = list->shared->on;
  for (size_t i = 0; i < on->inputs->files.count; i++) {
    const aml_file *file = on->inputs->files.items[i];
    const part one = {.file = file, .weight = file->source->bytes.len / TREE_BYTES_FOR_ONE};
    AML_VEC_PUSH(scratch, &list->parts, one);
  }
  for (size_t i = 0; i < aml_graph_count(on->estate->declared); i += SLICE) {
    AML_VEC_PUSH(scratch, &list->parts, ((part){.first = i}));
  }
}

/* The longest first, so that no thread waits for one that was begun last. */
static int compare_parts(const void *left, const void *right) {
  const part *a = left;
  const part *b = right;
  return (a->weight < b->weight) - (a->weight > b->weight);
}

/* On as many threads as it pays for; little is searched at once. */
static void run_parts(part_list *list, size_t bytes, aml_arena *scratch, aml_arena *found) {
  size_t jobs = list->shared->on->request->options.jobs;
  const aml_spread spread = {
      aml_pool_useful(jobs, bytes, BYTES_FOR_A_THREAD), list->parts.count, search_part, list};
  if (bytes < BYTES_FOR_A_THREAD) {
    for (size_t i = 0; i < list->parts.count; i++) {
      search_part(list, 0, i, found);
    }
    return;
  }
  aml_sort(scratch, list->parts.items, list->parts.count, sizeof *list->parts.items, compare_parts);
  aml_spread_run(found, &spread);
}

/* Where one look is refused memory, so is this one: no secret is left out. */
static void search_parts(search *self) {
  aml_arena *scratch = aml_arena_new_scratch(self->arena);
  aml_arena *found = aml_arena_new_scratch(self->arena);
  part_list list = {.shared = self};
  list_bytes(&list, scratch);
  list_values(&list, scratch);
  size_t bytes = 0;
  for (size_t i = 0; i < list.parts.count; i++) {
    bytes += list.parts.items[i].weight;
  }
  run_parts(&list, bytes, scratch, found);
  for (size_t i = 0; i < list.parts.count; i++) {
    for (size_t k = 0; k < list.parts.items[i].count; k++) {
      add_span(self, list.parts.items[i].spans[k]);
    }
  }
  aml_arena_release(found);
  aml_arena_release(scratch);
}

/* What rules have found to be secrets: where it is used and where it is written. */
static void search_findings(search *self) {
  for (size_t i = 0; i < self->on->findings->list.count; i++) {
    const aml_finding *finding = self->on->findings->list.items[i];
    if (finding->secret == NULL) {
      continue;
    }
    if (aml_span_is_none(finding->whole)) {
      add_value(self, finding->secret);
    } else {
      add_parts(self, finding->secret);
    }
    search_evaluated(self, finding->secret);
  }
}

static void point_at(bool *is_quoted, aml_span span) {
  is_quoted[span.source] = true;
}

/* Marks the files that a report may show any text of, for a finding. */
static void mark_quoted(bool *is_quoted, const aml_finding *finding) {
  point_at(is_quoted, finding->span);
  point_at(is_quoted, finding->whole);
  for (size_t i = 0; i < finding->related_count; i++) {
    point_at(is_quoted, finding->related[i].span);
  }
  for (size_t i = 0; i < finding->fix_count; i++) {
    for (size_t k = 0; k < finding->fixes[i].edit_count; k++) {
      point_at(is_quoted, finding->fixes[i].edits[k].span);
    }
  }
  for (const aml_suppression *one = finding->suppressions; one != NULL; one = one->next) {
    point_at(is_quoted, one->span);
  }
}

/* By source. What is told besides findings is not known yet, so then it is all of them. */
static bool *find_quoted(const aml_secret_search *on, size_t count) {
  bool *is_quoted = AML_NEW_ARRAY(on->result->arena, bool, count);
  bool is_all = on->request->options.keep_passed || on->request->options.keep_gone;
  for (size_t id = 0; id < count; id++) {
    is_quoted[id] = is_all;
  }
  for (size_t i = 0; i < on->findings->list.count; i++) {
    mark_quoted(is_quoted, on->findings->list.items[i]);
  }
  for (size_t i = 0; i < on->remarks->notices.count; i++) {
    point_at(is_quoted, on->remarks->notices.items[i].span);
  }
  return is_quoted;
}

static void search_wanted(search *self) {
  const aml_secret_search *on = self->on;
  search_parts(self);
  search_findings(self);
  aml_run_set_secrets(&on->result->run, self->spans.items, self->spans.count);
}

void aml_engine_find_secrets(const aml_secret_search *on) {
  on->result->searched.sources = NULL;
  if (on->findings->list.count == 0) {
    return;
  }
  on->result->searched.count = aml_sources_count(on->inputs->sources) + 1;
  on->result->searched.sources = find_quoted(on, on->result->searched.count);
  search self = {.on = on,
      .arena = on->result->arena,
      .is_wanted = on->result->searched.sources,
      .count = on->result->searched.count};
  search_wanted(&self);
  aml_engine_mask_texts(on->inputs->sources, on->findings, &on->result->run, on->request->options.jobs);
}

void aml_engine_find_all_secrets(const aml_secret_search *on) {
  if (on->result->searched.sources == NULL) {
    return;
  }
  search self = {.on = on,
      .arena = on->result->arena,
      .is_wanted = on->result->searched.sources,
      .count = on->result->searched.count};
  for (size_t id = 0; id < self.count; id++) {
    self.is_wanted[id] = !self.is_wanted[id];
  }
  for (size_t i = 0; i < on->result->run.secret_count; i++) {
    AML_VEC_PUSH(on->result->arena, &self.spans, on->result->run.secrets[i]);
  }
  on->result->searched.sources = NULL;
  search_wanted(&self);
}
