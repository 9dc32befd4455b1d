/* Where secrets are written, whether or not a finding speaks of them: no report shows the text of these
 * places. Three looks: over the files as written, along the origins of what resources get, and at what rules
 * for secrets found. */
#include <string.h>

#include "engine/engine.h"

typedef struct search {
  aml_engine *engine;
  AML_VEC(aml_span) spans;
} search;

static void add_span(search *self, aml_span span) {
  if (!aml_span_is_none(span)) {
    AML_VEC_PUSH(&self->engine->arena, &self->spans, span);
  }
}

/* "[parameters('x')]" and the like tell where a secret comes from, and nothing of it: one name in quotes. */
static bool is_plain_reference(aml_sv text) {
  bool is_look_up =
      aml_sv_istarts(text, AML_SV("[parameters(")) || aml_sv_istarts(text, AML_SV("[variables("));
  size_t quotes = 0;
  for (size_t i = 0; is_look_up && i < text.len; i++) {
    quotes += text.data[i] == '\'';
  }
  return is_look_up && quotes == 2;
}

/* Adds the place of a value that is a secret, unless nothing can be read off it. */
static void add_value(search *self, const aml_value *value) {
  if (value == NULL || value->kind == AML_NULL || value->kind == AML_BOOL) {
    return;
  }
  if (value->kind != AML_STRING || !is_plain_reference(value->as.string)) {
    add_span(self, value->span);
  }
}

static bool is_secure_type(const aml_value *declaration) {
  aml_sv type = aml_value_text(aml_object_find(declaration, AML_SV("type")));
  return aml_sv_ieq(type, AML_SV("securestring")) || aml_sv_ieq(type, AML_SV("secureObject"));
}

/* The values given to the secure parameters of a template. */
static void add_given(search *self, const aml_value *template_, const aml_value *given) {
  const aml_value *declared = aml_object_find(template_, AML_SV("parameters"));
  if (!aml_value_is(declared, AML_OBJECT) || !aml_value_is(given, AML_OBJECT)) {
    return;
  }
  for (size_t i = 0; i < declared->as.object.count; i++) {
    const aml_member *parameter = &declared->as.object.members[i];
    if (is_secure_type(parameter->value)) {
      add_value(self, aml_object_find(aml_object_find(given, parameter->name), AML_SV("value")));
    }
  }
}

/* Trees are no deeper than the readers' bound. */
static void search_written(search *self, const aml_config *config, const aml_value *value) {
  for (size_t i = 0; value->kind == AML_ARRAY && i < value->as.array.count; i++) {
    search_written(self, config, value->as.array.items[i]);
  }
  if (value->kind != AML_OBJECT) {
    return;
  }
  if (is_secure_type(value)) {
    add_value(self, aml_object_find(value, AML_SV("defaultValue")));
  }
  add_given(self, aml_object_find(value, AML_SV("template")), aml_object_find(value, AML_SV("parameters")));
  for (size_t i = 0; i < value->as.object.count; i++) {
    const aml_member *member = &value->as.object.members[i];
    if (member->value->kind == AML_STRING && aml_engine_is_secret_name(config, member->name)) {
      add_value(self, member->value);
    }
    search_written(self, config, member->value);
  }
}

static void search_file(search *self, const aml_file *file) {
  for (size_t i = 0; file->tree != NULL && i < file->tree->documents.count; i++) {
    search_written(self, file->config, file->tree->documents.items[i].root);
  }
  for (size_t i = 0; i < file->expansions.count; i++) {
    const aml_expansion *expansion = file->expansions.items[i];
    if (expansion->parameters != NULL && expansion->parameters->tree != NULL) {
      const aml_value *given = aml_object_find(aml_file_root(expansion->parameters), AML_SV("parameters"));
      add_given(self, aml_file_root(file), given);
    }
  }
}

static bool is_written(aml_step step) {
  return step == AML_STEP_DEFAULT || step == AML_STEP_PARAMETER_FILE || step == AML_STEP_ARGUMENT ||
         step == AML_STEP_VARIABLE || step == AML_STEP_ALIAS;
}

/* Evaluated values are as deep as the bound on expansion. */
static void search_evaluated(search *self, const aml_value *value) {
  if (aml_value_has(value, AML_VALUE_SECURE)) {
    for (const aml_origin *from = value->origin; from != NULL; from = from->from) {
      if (is_written(from->step)) {
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
    if (finding->secret != NULL) {
      add_value(self, finding->secret);
      search_evaluated(self, finding->secret);
    }
  }
}

static bool is_secret_place(const aml_run *run, aml_span span) {
  if (aml_span_is_none(span)) {
    return false;
  }
  const aml_span *secret = aml_run_secret_at(run, span.source, span.begin);
  return secret != NULL && secret->begin <= span.begin && span.end <= secret->end;
}

/* What a report may say of a place: nothing that quotes a secret there, or one inside. NULL: all. */
static const char *shy_text(const aml_run *run, aml_span span) {
  if (is_secret_place(run, span)) {
    return "The secret is written here.";
  }
  const aml_span *secret = aml_span_is_none(span) ? NULL : aml_run_secret_at(run, span.source, span.begin);
  return secret != NULL && secret->begin < span.end ? "A secret is written in here." : NULL;
}

static void mark_finding(aml_engine *engine, aml_finding *finding) {
  finding->is_secret = finding->is_secret || is_secret_place(&engine->run, finding->span);
  aml_related *shown = NULL;
  for (size_t i = 0; i < finding->related_count; i++) {
    const char *text = shy_text(&engine->run, finding->related[i].span);
    if (text == NULL) {
      continue;
    }
    if (shown == NULL) {
      shown = AML_NEW_ARRAY(&engine->arena, aml_related, finding->related_count);
      memcpy(shown, finding->related, finding->related_count * sizeof *shown);
      finding->related = shown;
    }
    shown[i].text = aml_sv_of(text);
  }
}

void aml_engine_find_secrets(aml_engine *engine) {
  if (engine->findings.list.count == 0) {
    return;
  }
  search self = {.engine = engine};
  for (size_t i = 0; i < engine->files.count; i++) {
    search_file(&self, engine->files.items[i]);
  }
  for (size_t i = 0; i < aml_graph_count(engine->graph); i++) {
    search_evaluated(&self, aml_graph_at(engine->graph, i)->body);
  }
  search_findings(&self);
  aml_run_set_secrets(&engine->run, self.spans.items, self.spans.count);
  for (size_t i = 0; i < engine->findings.list.count; i++) {
    mark_finding(engine, engine->findings.list.items[i]);
  }
}
