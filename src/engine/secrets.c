/* Where secrets are written, whether or not a finding speaks of them: no report shows the text of these
 * places. Four looks: over the bytes of files, over what was read from them, along the origins of what
 * resources get, and at what rules for secrets found. Only files that a finding points at are looked through,
 * for reports show nothing of others; one that says of all files whether they hold any asks for the rest. */
#include "engine/secrets.h"
#include "arm/secure_values.h"
#include "base/pool.h"
#include "engine/secret_names.h"
#include "tree/guest_value.h"
#include "tree/secret_values.h"

typedef struct search {
  const aml_secret_search *on;
  bool *is_wanted; /* by source: places in it are looked for */
  size_t count;    /* of them, and of the place that is none */
  AML_VEC(aml_span) spans;
} search;

static void add_span(search *self, aml_span span) {
  if (!aml_span_is_none(span) && self->is_wanted[span.source]) {
    AML_VEC_PUSH(self->on->result->arena, &self->spans, span);
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
  const aml_guest *guest = aml_guest_of_written(self->on->result->arena, self->on->inputs->sources, value);
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

typedef struct part { /* of the search over bytes: a job of the pool, in an arena of its own */
  const aml_source *source;
  const aml_map *names; /* that the configuration calls secret; NULL for none */
  aml_arena arena;
  AML_VEC(aml_span) spans;
  aml_status status;
} part;

static void close_part(void *object) {
  part *self = object;
  aml_arena_release(&self->arena);
}

/* The bytes of a file, whether or not it could be read: what is quoted of it may be any part. */
static void search_part(void *ctx) {
  part *self = ctx;
  aml_secret_scan scan = {.text = self->source->bytes, .kind = AML_SECRET_IN_FILE, .names = self->names};
  aml_secret_range range;
  while (aml_secret_next(&scan, &range)) {
    aml_span span = {self->source->id, (uint32_t)range.begin, (uint32_t)range.end};
    AML_VEC_PUSH(&self->arena, &self->spans, span);
  }
}

static void run_part(void *ctx, size_t worker, size_t i) {
  (void)worker;
  part *self = &((part *)ctx)[i];
  self->status = aml_guard_run(&self->arena, search_part, self);
}

/* Starting a thread takes as long as searching this many bytes. */
enum { BYTES_FOR_A_THREAD = 1 << 16 };

/* How many there are; *bytes is what they are to search. */
static size_t list_parts(const search *self, aml_arena *scratch, part *parts, size_t *bytes) {
  const aml_secret_search *on = self->on;
  size_t count = 0;
  for (aml_source_id id = 1; id < self->count; id++) {
    if (!self->is_wanted[id]) {
      continue;
    }
    part *one = &parts[count++];
    one->source = aml_sources_get(on->inputs->sources, id);
    const aml_config *config = aml_engine_config_for(on->criteria, one->source->path);
    one->names = config == NULL ? NULL : config->secret_name_map;
    *bytes += one->source->bytes.len;
    aml_arena_init(&one->arena, SIZE_MAX);
    aml_arena_defer(scratch, close_part, one);
  }
  return count;
}

/* On as many threads as it pays for. Where one of them was refused memory, so is this one: no secret is left
 * out. */
static void search_bytes(search *self) {
  const aml_secret_search *on = self->on;
  aml_arena *scratch = aml_arena_new_scratch(on->result->arena);
  part *parts = AML_NEW_ARRAY(scratch, part, self->count);
  size_t bytes = 0;
  size_t count = list_parts(self, scratch, parts, &bytes);
  size_t threads = 1 + bytes / BYTES_FOR_A_THREAD;
  threads = threads < on->request->options.jobs ? threads : on->request->options.jobs;
  aml_pool_run(threads, count, run_part, parts);
  for (size_t i = 0; i < count; i++) {
    if (parts[i].status != AML_OK) {
      aml_arena_give_up(on->result->arena, parts[i].status);
    }
    for (size_t k = 0; k < parts[i].spans.count; k++) {
      add_span(self, parts[i].spans.items[k]);
    }
    aml_arena_release(&parts[i].arena);
  }
  aml_arena_release(scratch);
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
  search_bytes(self);
  for (size_t i = 0; i < on->inputs->files.count; i++) {
    search_file(self, on->inputs->files.items[i]);
  }
  for (size_t i = 0; i < aml_graph_count(on->estate->declared); i++) {
    search_evaluated(self, aml_graph_at(on->estate->declared, i)->body);
  }
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
  search self = {.on = on, .is_wanted = on->result->searched.sources, .count = on->result->searched.count};
  search_wanted(&self);
  aml_engine_mask_texts(on->inputs->sources, on->findings, &on->result->run, on->request->options.jobs);
}

void aml_engine_find_all_secrets(const aml_secret_search *on) {
  if (on->result->searched.sources == NULL) {
    return;
  }
  search self = {.on = on, .is_wanted = on->result->searched.sources, .count = on->result->searched.count};
  for (size_t id = 0; id < self.count; id++) {
    self.is_wanted[id] = !self.is_wanted[id];
  }
  for (size_t i = 0; i < on->result->run.secret_count; i++) {
    AML_VEC_PUSH(on->result->arena, &self.spans, on->result->run.secrets[i]);
  }
  on->result->searched.sources = NULL;
  search_wanted(&self);
}
