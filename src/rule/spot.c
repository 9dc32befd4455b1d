#include "rule/spot.h"

#include "base/hash.h"
#include "expr/expr.h"
#include "expr/value_text.h"

enum { SHOWN_MAX = 80 };

static bool is_inside(aml_span inner, aml_span outer) {
  return inner.source == outer.source && inner.source != 0 && inner.begin >= outer.begin &&
         inner.end <= outer.end;
}

aml_spot aml_spot_of_resource(const aml_resource *resource) {
  return (aml_spot){.span = aml_span_is_none(resource->name_span) ? resource->span : resource->name_span};
}

static const aml_value *step_down(const aml_value *at, const aml_segment *segment, size_t index) {
  if (segment->kind == AML_SEGMENT_NAME) {
    return at->kind == AML_OBJECT ? aml_object_find(at, segment->name) : NULL;
  }
  return at->kind == AML_ARRAY && index < at->as.array.count ? at->as.array.items[index] : NULL;
}

/* The innermost value on the way that is written inside the resource. */
static const aml_value *find_written(const aml_evidence *evidence) {
  const aml_resource *resource = evidence->resource;
  const aml_value *at = resource->body;
  const aml_value *best = NULL;
  aml_sv prefix = evidence->prefix;
  while (prefix.len > 0) {
    aml_sv name = aml_sv_split(&prefix, '.');
    at = aml_value_is(at, AML_OBJECT) ? aml_object_find(at, name) : NULL;
    best = at != NULL && is_inside(at->span, resource->span) ? at : best;
  }
  size_t wildcard = 0;
  for (size_t i = 0; i < evidence->path->count && at != NULL; i++) {
    const aml_segment *segment = &evidence->path->segments[i];
    size_t index = segment->kind == AML_SEGMENT_ALL ? evidence->hit.indexes[wildcard++] : segment->index;
    at = step_down(at, segment, index);
    best = at != NULL && is_inside(at->span, resource->span) ? at : best;
  }
  return best;
}

aml_spot aml_spot_of(aml_arena *arena, const aml_evidence *evidence) {
  aml_spot spot = aml_spot_of_resource(evidence->resource);
  if (evidence->path == NULL) {
    return spot;
  }
  spot.property = aml_path_text(arena, evidence->path, evidence->prefix, &evidence->hit);
  spot.value = evidence->hit.value;
  if (spot.value == NULL) {
    return spot;
  }
  const aml_value *written = find_written(evidence);
  if (written != NULL) {
    spot.outer = written;
    spot.span = written->span;
  } else if (!aml_span_is_none(spot.value->span) && aml_span_is_none(evidence->resource->span)) {
    spot.outer = spot.value;
    spot.span = spot.value->span;
  }
  return spot;
}

/* A search of the body for one value. */
typedef struct value_search {
  aml_arena *arena;
  const aml_resource *resource;
  const aml_value *wanted;
  bool by_span;             /* one of its kind that stands in its place will do */
  const aml_value *written; /* the innermost value on the way that stands in the resource */
} value_search;

static bool is_wanted(const value_search *s, const aml_value *value) {
  const aml_value *wanted = s->wanted;
  return s->by_span ? value->kind == wanted->kind && is_inside(value->span, wanted->span) &&
                          is_inside(wanted->span, value->span)
                    : value == wanted;
}

/* The path to the wanted value below `at`; false when it is not there. Depth is bounded by the readers. */
static bool find_path(value_search *s, const aml_value *at, aml_sv path, aml_sv *found) {
  const aml_value *outer = s->written;
  s->written = is_inside(at->span, s->resource->span) ? at : outer;
  if (is_wanted(s, at)) {
    *found = path;
    return true;
  }
  for (size_t i = 0; at->kind == AML_OBJECT && i < at->as.object.count; i++) {
    const aml_member *member = &at->as.object.members[i];
    aml_sv below = aml_sv_format(
        s->arena, "%.*s%s%.*s", AML_SV_ARG(path), path.len > 0 ? "." : "", AML_SV_ARG(member->name));
    if (find_path(s, member->value, below, found)) {
      return true;
    }
  }
  for (size_t i = 0; at->kind == AML_ARRAY && i < at->as.array.count; i++) {
    if (find_path(
            s, at->as.array.items[i], aml_sv_format(s->arena, "%.*s[%zu]", AML_SV_ARG(path), i), found)) {
      return true;
    }
  }
  s->written = outer;
  return false;
}

static bool find_in_resource(value_search *s, aml_sv *path) {
  const aml_resource *resource = s->resource;
  return find_path(s, resource->body, AML_SV(""), path) ||
         (resource->ineffective != NULL && find_path(s, resource->ineffective, AML_SV(""), path));
}

aml_spot aml_spot_of_value(aml_arena *arena, const aml_resource *resource, const aml_value *value) {
  aml_spot spot = aml_spot_of_resource(resource);
  value_search search = {.arena = arena, .resource = resource, .wanted = value};
  aml_sv path;
  bool is_found = find_in_resource(&search, &path);
  if (!is_found) { /* of values of one expression, which stand in one place, each is itself */
    search.by_span = true;
    is_found = find_in_resource(&search, &path);
  }
  if (!is_found) {
    return spot;
  }
  spot.property = path;
  spot.value = value;
  if (search.written != NULL && search.written != resource->body) {
    spot.outer = search.written;
    spot.span = search.written->span;
  }
  return spot;
}

static void add_step(aml_arena *arena, aml_related_list *out, aml_span span, aml_sv text) {
  aml_related step = {span, text};
  if (!aml_span_is_none(span)) {
    AML_VEC_PUSH(arena, out, step);
  }
}

/* `shown` is the value at this step; empty where something was computed from it on the way. */
static aml_sv explain_step(
    aml_arena *arena, const aml_way_words *words, const aml_origin *origin, aml_sv shown) {
  aml_sv name = origin->name;
  switch (origin->step) {
  case AML_STEP_PARAMETER:
    return aml_sv_format(arena, "The %s '%.*s' is declared here.", words->parameter, AML_SV_ARG(name));
  case AML_STEP_DEFAULT:
    return shown.len == 0 ? AML_SV("Its default value is here.")
                          : aml_sv_format(arena, "Its default value is '%.*s'.", AML_SV_ARG(shown));
  case AML_STEP_PARAMETER_FILE:
    return shown.len == 0
               ? aml_sv_format(arena, "The %s sets it here.", words->parameter_file)
               : aml_sv_format(arena, "The %s sets it to '%.*s'.", words->parameter_file, AML_SV_ARG(shown));
  case AML_STEP_ARGUMENT:
    return aml_sv_format(arena, "The %s passes it here.", words->caller);
  case AML_STEP_COMMAND:
    return shown.len == 0
               ? AML_SV("The command that uses the file sets it here.")
               : aml_sv_format(arena, "The command that uses the file sets it to '%.*s'.", AML_SV_ARG(shown));
  case AML_STEP_VARIABLE:
    return aml_sv_format(arena, "The %s '%.*s' is set here.", words->variable, AML_SV_ARG(name));
  case AML_STEP_COPY:
    return aml_sv_format(arena, "It is the copy '%.*s'.", AML_SV_ARG(name));
  case AML_STEP_OUTPUT:
    return aml_sv_format(arena, "It is an output of this %s.", words->callee);
  case AML_STEP_LOADED:
    return AML_SV("The loaded file sets it here.");
  case AML_STEP_ALIAS:
    return AML_SV("The anchored value is here.");
  case AML_STEP_MERGE:
    return AML_SV("It is merged in here.");
  case AML_STEP_CONFIG:
    return AML_SV("The configuration sets it here.");
  case AML_STEP_SERVICE_DEFAULT:
    return aml_sv_format(arena, "It is '%.*s': %.*s.", AML_SV_ARG(shown), AML_SV_ARG(name));
  case AML_STEP_RESOURCE:
    return aml_sv_format(arena, "It comes from '%.*s'.", AML_SV_ARG(name));
  case AML_STEP_EXPRESSION:
    break;
  }
  return (aml_sv){0};
}

static void explain_chain(
    aml_arena *arena, const aml_way_words *words, const aml_value *value, aml_related_list *out) {
  aml_sv shown = value->kind == AML_UNKNOWN ? AML_SV("") : aml_value_show(arena, value, SHOWN_MAX);
  for (const aml_origin *origin = value->origin; origin != NULL; origin = origin->from) {
    if (origin->step == AML_STEP_EXPRESSION) {
      shown = aml_expr_hands_on(origin->expression->as.expression.tree) ? shown : AML_SV("");
    } else {
      /* A default is written nowhere; its value stands where it would be. */
      bool is_default = origin->step == AML_STEP_SERVICE_DEFAULT && aml_span_is_none(origin->span);
      aml_span span = is_default ? value->span : origin->span;
      add_step(arena, out, span, explain_step(arena, words, origin, shown));
    }
  }
}

void aml_origin_explain(
    aml_arena *arena, const aml_resource *resource, const aml_value *value, aml_related_list *out) {
  explain_chain(arena, aml_form_ways(resource->form), value, out);
}

void aml_spot_explain(
    aml_arena *arena, const aml_resource *resource, const aml_spot *spot, aml_related_list *out) {
  const aml_way_words *words = aml_form_ways(resource->form);
  if (spot->value == NULL) {
    return;
  }
  explain_chain(arena, words, spot->outer != NULL ? spot->outer : spot->value, out);
  if (spot->outer != NULL && spot->outer != spot->value) {
    explain_chain(arena, words, spot->value, out);
    aml_sv shown = aml_value_show(arena, spot->value, SHOWN_MAX);
    if (spot->value->kind != AML_UNKNOWN && !is_inside(spot->value->span, spot->span)) {
      add_step(arena, out, spot->value->span,
          aml_sv_format(arena, "The value '%.*s' is written here.", AML_SV_ARG(shown)));
    }
  }
}

aml_sv aml_value_mark(aml_arena *arena, const aml_value *value) {
  if (value == NULL) {
    return (aml_sv){0};
  }
  aml_sv text = value->kind == AML_STRING ? value->as.string : aml_value_json(arena, value, false);
  return aml_value_has(value, AML_VALUE_SECURE) ? aml_sha256_hex(arena, text) : text;
}

aml_finding *aml_spot_add_finding(
    aml_findings *findings, const aml_rule *rule, const aml_resource *resource, const aml_spot *spot) {
  aml_finding *finding = aml_findings_add(findings);
  finding->rule = rule;
  finding->resource = resource;
  finding->span = spot->span;
  finding->property = spot->property;
  finding->value = aml_value_mark(findings->arena, spot->value);
  finding->is_absence = aml_spot_is_absence(spot);
  finding->condition = resource->condition == AML_CONDITION_UNKNOWN ? resource->condition_text : (aml_sv){0};
  if (resource->parameters.len > 0) {
    finding->parameter_files = &resource->parameters;
    finding->parameter_file_count = 1;
  }
  return finding;
}
