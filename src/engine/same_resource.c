#include "engine/same_resource.h"

#include "expr/expr.h"
#include "expr/value_text.h"
#include "tree/same_value.h"

static bool spend(aml_same *self) {
  bool is_open = self->left > 0;
  self->left -= is_open ? 1 : 0;
  return is_open;
}

static bool is_same_span(const aml_same *self, aml_span a, aml_span b) {
  return self->files[a.source] == self->other_files[b.source] && a.begin == b.begin && a.end == b.end;
}

/* What was evaluated stands at the span of its step. Endings are no deeper than expressions are nested. */
static bool is_same_origin(aml_same *self, const aml_origin *a, const aml_origin *b) {
  for (; a != NULL && b != NULL; a = a->from, b = b->from) {
    bool is_same_step = a->step == b->step && a->has_ending == b->has_ending && aml_sv_eq(a->name, b->name) &&
                        (a->expression == NULL) == (b->expression == NULL);
    if (!spend(self) || !is_same_step || !is_same_span(self, a->span, b->span) ||
        !is_same_origin(self, a->ending, b->ending)) {
      return false;
    }
  }
  return a == NULL && b == NULL;
}

/* aml_same_more: where a value is written and how it came there. Values are as deep as the bound on
 * expansion.
 */
static bool is_same_way(void *ctx, const aml_value *a, const aml_value *b) {
  aml_same *self = ctx;
  return spend(self) && is_same_span(self, a->span, b->span) && is_same_origin(self, a->origin, b->origin) &&
         (a->kind != AML_EXPRESSION || aml_expr_equal(a->as.expression.tree, b->as.expression.tree));
}

static bool is_same_place(void *ctx, const aml_member *a, const aml_member *b) {
  return is_same_span(ctx, a->name_span, b->name_span);
}

/* Runs share only values of which the spans are the same in both. */
static bool is_same_value(aml_same *self, const aml_value *a, const aml_value *b) {
  const aml_same_more more = {is_same_way, is_same_place, self};
  return aml_same_value(a, b, &more);
}

static bool is_same_scope(const aml_scope_path *a, const aml_scope_path *b) {
  return aml_sv_eq(a->management_group, b->management_group) && aml_sv_eq(a->subscription, b->subscription) &&
         aml_sv_eq(a->resource_group, b->resource_group) && a->has_resource_group == b->has_resource_group &&
         a->is_uncertain == b->is_uncertain && a->is_default_subscription == b->is_default_subscription &&
         aml_sv_eq(a->deployment, b->deployment);
}

static bool are_same_texts(const aml_texts *a, const aml_texts *b) {
  bool is_same = a->count == b->count;
  for (size_t i = 0; is_same && i < a->count; i++) {
    is_same = aml_sv_eq(a->items[i], b->items[i]);
  }
  return is_same;
}

static bool is_same_parent(const aml_same *self, const aml_resource *a, const aml_resource *b) {
  return a == NULL || b == NULL ? a == b : self->others[a->order] == b->order + 1;
}

static bool is_same_declaration(const aml_same *self, const aml_resource *a, const aml_resource *b) {
  return a->form == b->form && aml_sv_eq(a->type, b->type) && aml_sv_eq(a->shown_name, b->shown_name) &&
         aml_sv_eq(a->symbolic_name, b->symbolic_name) && aml_sv_eq(a->api_version, b->api_version) &&
         is_same_span(self, a->span, b->span) && is_same_span(self, a->name_span, b->name_span) &&
         is_same_scope(&a->scope, &b->scope) && is_same_parent(self, a->parent, b->parent) &&
         a->is_existing == b->is_existing && a->is_only_evaluation == b->is_only_evaluation;
}

static bool is_same_evaluation(const aml_resource *a, const aml_resource *b) {
  return a->condition == b->condition && aml_sv_eq(a->condition_text, b->condition_text) &&
         aml_sv_eq(a->condition_when, b->condition_when) && aml_sv_eq(a->iteration, b->iteration) &&
         aml_sv_eq(a->parameters, b->parameters) && aml_sv_eq(a->made_by, b->made_by) &&
         are_same_texts(&a->ignored, &b->ignored) && aml_sv_eq(a->workspace_key, b->workspace_key) &&
         (a->frame == 0) == (b->frame == 0);
}

aml_sv aml_resource_key(aml_arena *arena, const aml_sources *sources, const aml_resource *resource) {
  aml_sv path = {NULL, 0};
  if (!aml_span_is_none(resource->span)) {
    path = aml_sources_get(sources, resource->span.source)->path;
  }
  aml_sv name = resource->name == NULL ? resource->shown_name : aml_value_json(arena, resource->name, false);
  return aml_sv_format(arena, "%.*s\n%.*s\n%.*s\n%.*s\n%.*s", AML_SV_ARG(path), AML_SV_ARG(resource->type),
      AML_SV_ARG(name), AML_SV_ARG(resource->iteration), AML_SV_ARG(resource->parameters));
}

bool aml_same_resource(aml_same *self, const aml_resource *resource, const aml_resource *other) {
  self->left = AML_SAME_MOST;
  return is_same_declaration(self, resource, other) && is_same_evaluation(resource, other) &&
         is_same_value(self, resource->name, other->name) &&
         is_same_value(self, resource->body, other->body) &&
         is_same_value(self, resource->ineffective, other->ineffective) &&
         is_same_value(self, resource->written, other->written) &&
         is_same_value(self, resource->extends, other->extends);
}
