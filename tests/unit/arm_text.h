/* Templates as C texts, and what they expand to as text again.
 *
 * In templates a backquote stands for a double quote, so that expressions with their single quotes read as
 * they are. */
#ifndef AMLINT_TESTS_UNIT_ARM_TEXT_H
#define AMLINT_TESTS_UNIT_ARM_TEXT_H

#include "arm/template.h"
#include "base/number.h"
#include "test.h"
#include "tree_text.h"

/* The head of a template up to its resources; the test goes on with members and closes the brace. */
#define TEMPLATE(rest)                                                                                       \
  "{`$schema`:`https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#`,"            \
  "`contentVersion`:`1.0.0.0`," rest "}"
/* One resource with the given properties. */
#define RESOURCE(properties)                                                                                 \
  "{`type`:`Microsoft.Test/things`,`apiVersion`:`2024-01-01`,`name`:`t`,`properties`:" properties "}"

enum { LINKED_MAX = 4 };

typedef struct expansion {
  aml_arena *arena;
  aml_sources *sources;
  aml_diags diags;
  aml_resources resources;
  aml_arm_stats stats;
  aml_arm_context context;
  const aml_value *parameters;
  aml_sv linked_paths[LINKED_MAX];
  const aml_value *linked_roots[LINKED_MAX];
  size_t linked_count;
} expansion;

static inline const aml_value *read_root(expansion *run, const char *path, const char *text) {
  size_t length = strlen(text);
  char *bytes = AML_NEW_ARRAY(run->arena, char, length + 1);
  for (size_t i = 0; i < length; i++) {
    bytes[i] = text[i] == '`' ? '"' : text[i];
  }
  aml_source *source = aml_sources_add(run->sources, aml_sv_of(path), AML_SV(""));
  uint32_t bad_at = 0;
  aml_error error;
  assert_int_equal(
      aml_source_fill(source, run->arena, (aml_sv){bytes, length}, SIZE_MAX, &bad_at, &error), AML_OK);
  aml_diags diags;
  aml_diags_init(&diags, run->arena);
  aml_tree *tree = aml_tree_read_as(source, AML_SYNTAX_JSON, run->arena, &diags);
  assert_int_equal(diags.list.count, 0);
  assert_int_equal(tree->documents.count, 1);
  return tree->documents.items[0].root;
}

static inline void begin_expansion(expansion *run, aml_arena *arena) {
  *run = (expansion){.arena = arena, .sources = aml_sources_new(arena)};
  aml_diags_init(&run->diags, arena);
  aml_resources_init(&run->resources, arena);
}

static inline void give_parameters(expansion *run, const char *text) {
  run->parameters = read_root(run, "main.parameters.json", text);
}

static inline void link_file(expansion *run, const char *path, const char *text) {
  assert_true(run->linked_count < LINKED_MAX);
  run->linked_paths[run->linked_count] = aml_sv_of(path);
  run->linked_roots[run->linked_count++] = read_root(run, path, text);
}

static inline const aml_value *open_linked(void *ctx, aml_sv path) {
  const expansion *run = ctx;
  for (size_t i = 0; i < run->linked_count; i++) {
    if (aml_sv_eq(run->linked_paths[i], path)) {
      return run->linked_roots[i];
    }
  }
  return NULL;
}

static inline void expand(expansion *run, const char *text) {
  const aml_arm_files files = {.ctx = run, .open = open_linked};
  const aml_arm_input input = {.template_ = read_root(run, "folder/main.json", text),
      .template_path = AML_SV("folder/main.json"),
      .parameters = run->parameters,
      .parameters_path = run->parameters != NULL ? AML_SV("main.parameters.json") : AML_SV(""),
      .sources = run->sources,
      .files = &files,
      .context = &run->context};
  aml_arm_expand(&input, &run->resources, &run->diags, &run->stats);
}

static inline void expand_alone(expansion *run, aml_arena *arena, const char *text) {
  begin_expansion(run, arena);
  expand(run, text);
}

static inline const aml_resource *resource_at(const expansion *run, size_t i) {
  assert_true(i < run->resources.list.count);
  return run->resources.list.items[i];
}

/* Follows names and positions: "properties.items.0.o". NULL where there is nothing. */
static inline const aml_value *find_value(const expansion *run, size_t i, const char *path) {
  const aml_value *value = resource_at(run, i)->body;
  aml_sv rest = aml_sv_of(path);
  while (rest.len > 0 && value != NULL) {
    aml_sv step = aml_sv_split(&rest, '.');
    int64_t index = 0;
    if (value->kind == AML_ARRAY && aml_int_parse(step, &index)) {
      value = index >= 0 && (size_t)index < value->as.array.count ? value->as.array.items[index] : NULL;
    } else {
      value = aml_object_find(value, step);
    }
  }
  return value;
}

static inline const aml_value *value_at(const expansion *run, size_t i, const char *path) {
  return must_exist(find_value(run, i, path));
}

/* The value as text, "absent" for none. */
static inline aml_sv text_at(const expansion *run, size_t i, const char *path) {
  const aml_value *value = find_value(run, i, path);
  return value == NULL ? AML_SV("absent") : text_of_value(run->arena, value);
}

static inline aml_sv reason_at(const expansion *run, size_t i, const char *path) {
  const aml_value *value = find_value(run, i, path);
  return aml_value_is(value, AML_UNKNOWN) ? value->as.unknown->reason : AML_SV("known");
}

/* "type name" of each resource, separated by "; ", a '?' before those under an unknown condition. */
static inline aml_sv list_resources(const expansion *run) {
  aml_strbuf out;
  aml_strbuf_init(&out, run->arena, SIZE_MAX);
  for (size_t i = 0; i < run->resources.list.count; i++) {
    const aml_resource *resource = run->resources.list.items[i];
    aml_strbuf_addf(&out, "%s%s%.*s %.*s", i == 0 ? "" : "; ",
        resource->condition == AML_CONDITION_UNKNOWN ? "?" : "", AML_SV_ARG(resource->type),
        AML_SV_ARG(text_of_value(run->arena, resource->name)));
  }
  return aml_strbuf_view(&out);
}

/* "AML010 text" of each diagnostic, one to a line. */
static inline aml_sv list_diags(const expansion *run) {
  aml_strbuf out;
  aml_strbuf_init(&out, run->arena, SIZE_MAX);
  for (size_t i = 0; i < run->diags.list.count; i++) {
    const aml_diag *diag = &run->diags.list.items[i];
    aml_strbuf_addf(&out, "%s%s %.*s", i == 0 ? "" : "\n", diag->rule, AML_SV_ARG(diag->message.text));
  }
  return aml_strbuf_view(&out);
}

/* The source text at a diagnostic. */
static inline aml_sv marked_text(const expansion *run, size_t i) {
  assert_true(i < run->diags.list.count);
  return aml_span_text(run->sources, run->diags.list.items[i].span);
}

/* "EXPRESSION > PARAMETER size > DEFAULT" with the text at the end of the chain after a colon. */
static inline aml_sv chain_of(const expansion *run, const aml_value *value) {
  static const char *const names[] = {"EXPRESSION", "PARAMETER", "DEFAULT", "PARAMETER_FILE", "ARGUMENT",
      "VARIABLE", "COPY", "OUTPUT", "ALIAS", "MERGE", "SERVICE_DEFAULT", "CONFIG"};
  aml_strbuf out;
  aml_strbuf_init(&out, run->arena, SIZE_MAX);
  const aml_origin *last = NULL;
  for (const aml_origin *step = value->origin; step != NULL; step = step->from) {
    aml_strbuf_addf(&out, "%s%s", last == NULL ? "" : " > ", names[step->step]);
    if (step->step == AML_STEP_PARAMETER || step->step == AML_STEP_VARIABLE || step->step == AML_STEP_COPY) {
      aml_strbuf_addf(&out, " %.*s", AML_SV_ARG(step->name));
    }
    last = step;
  }
  if (last != NULL) {
    aml_strbuf_addf(&out, ": %.*s", AML_SV_ARG(aml_span_text(run->sources, last->span)));
  }
  return aml_strbuf_view(&out);
}

#endif
