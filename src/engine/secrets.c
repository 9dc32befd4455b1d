/* Where secrets are written, whether or not a finding speaks of them: no report shows the text of these
 * places. Four looks: over the bytes of files, over what was read from them, along the origins of what
 * resources get, and at what rules for secrets found. */
#include "arm/secure_values.h"
#include "engine/engine.h"
#include "engine/secret_names.h"
#include "tree/guest_value.h"
#include "tree/secret_values.h"

typedef struct search {
  aml_engine *engine;
  AML_VEC(aml_span) spans;
} search;

static void add_span(search *self, aml_span span) {
  if (!aml_span_is_none(span)) {
    AML_VEC_PUSH(&self->engine->arena, &self->spans, span);
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
  const aml_guest *guest = aml_guest_of_written(&self->engine->arena, self->engine->sources, value);
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

/* The bytes of a file, whether or not it could be read: what is quoted of it may be any part. */
static void search_bytes(search *self, const aml_source *source) {
  const aml_config *config = aml_engine_config_for(self->engine, source->path);
  aml_secret_scan scan = {.text = source->bytes, .kind = AML_SECRET_IN_FILE};
  if (config != NULL) {
    scan.names = config->secret_name_map;
  }
  aml_secret_range range;
  while (aml_secret_next(&scan, &range)) {
    add_span(self, (aml_span){source->id, (uint32_t)range.begin, (uint32_t)range.end});
  }
}

/* With its guests: as deep as guests are. */
static void search_trees(search *self, const aml_file *file, const aml_config *config) {
  for (size_t i = 0; file->tree != NULL && i < file->tree->documents.count; i++) {
    search_written(self, config, file->tree->documents.items[i].root, AML_NO_SECRET);
  }
  for (size_t i = 0; i < file->guests.count; i++) {
    search_trees(self, file->guests.items[i], config);
  }
}

static void search_file(search *self, const aml_file *file) {
  search_trees(self, file, file->config);
  for (size_t i = 0; i < file->units.count; i++) {
    const aml_unit *unit = file->units.items[i];
    if (unit->parameters != NULL && unit->parameters->tree != NULL) {
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
  for (size_t i = 0; i < self->engine->findings.list.count; i++) {
    const aml_finding *finding = self->engine->findings.list.items[i];
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

void aml_engine_find_secrets(aml_engine *engine) {
  if (engine->findings.list.count == 0) {
    return;
  }
  search self = {.engine = engine};
  for (aml_source_id id = 1; id <= aml_sources_count(engine->sources); id++) {
    search_bytes(&self, aml_sources_get(engine->sources, id));
  }
  for (size_t i = 0; i < engine->files.count; i++) {
    search_file(&self, engine->files.items[i]);
  }
  for (size_t i = 0; i < aml_graph_count(engine->graph); i++) {
    search_evaluated(&self, aml_graph_at(engine->graph, i)->body);
  }
  search_findings(&self);
  aml_run_set_secrets(&engine->run, self.spans.items, self.spans.count);
  aml_engine_mask_texts(engine);
}
