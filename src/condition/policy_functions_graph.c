#include "condition/functions_more.h"

#include "base/limits.h"
#include "base/placeholder.h"
#include "base/secret.h"
#include "base/shorten.h"
#include "base/suggest.h"
#include "condition/relations.h"
#include "condition/ssh_key.h"
#include "condition/workspace.h"
#include "tree/placeholder_values.h"

static const aml_value *none(aml_eval *eval) {
  return aml_value_null(eval->arena, AML_NO_SPAN);
}

static const aml_value *body_of(const aml_check *check, aml_eval *eval, const aml_resource *resource) {
  if (!aml_resource_sees(check->root, resource)) {
    return aml_eval_unknown(eval, AML_KINDS_ANY, "'%.*s' is %.*s", AML_SV_ARG(resource->shown_name),
        AML_SV_ARG(aml_resource_when(eval->arena, resource)));
  }
  return resource->body;
}

const aml_value *aml_call_workspace(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  bool is_certain = true;
  aml_verdicts_saw(check->verdicts, AML_THING_WORKSPACE, (aml_sv){0});
  const aml_resource *found = check->context->graph == NULL ? NULL
                                                            : aml_workspace_of(check->context->graph,
                                                                  check->arena, check->root, &is_certain);
  if (found == NULL || !is_certain) {
    return aml_eval_unknown_as(eval, AML_KINDS_ANY, AML_SV(AML_REASON_WORKSPACE));
  }
  return body_of(check, eval, found);
}

const aml_value *aml_call_parent(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  bool is_certain = true;
  const aml_resource *found = check->context->graph == NULL
                                  ? NULL
                                  : aml_graph_parent(check->context->graph, check->root, &is_certain);
  aml_sv maybe = found == NULL || is_certain ? (aml_sv){0} : aml_relations_why_maybe(check, found);
  if (maybe.len > 0) {
    return aml_eval_unknown_as(eval, AML_KINDS_ANY, maybe);
  }
  if (found == NULL || !is_certain) {
    return aml_eval_unknown(eval, AML_KINDS_ANY,
        "the files checked do not declare what '%.*s' belongs to; check the file that does",
        AML_SV_ARG(check->root->shown_name));
  }
  return body_of(check, eval, found);
}

/* What an id names that the run does not hold, or of which it is not certain whether it is `maybe`. */
static const aml_value *unknown_resource(
    const aml_check *check, aml_eval *eval, const aml_value *id, const aml_resource *maybe) {
  if (id->kind == AML_UNKNOWN) {
    return aml_eval_unknown_as(eval, AML_KINDS_ANY, id->as.unknown->reason);
  }
  size_t slash = aml_sv_rfind_char(id->as.string, '/');
  aml_sv name = aml_sv_slice(id->as.string, slash == AML_NPOS ? 0 : slash + 1, id->as.string.len);
  aml_sv reason = maybe == NULL ? (aml_sv){0} : aml_relations_why_maybe(check, maybe);
  if (reason.len > 0) {
    return aml_eval_unknown_as(eval, AML_KINDS_ANY, reason);
  }
  return aml_eval_unknown(eval, AML_KINDS_ANY,
      "the files checked do not declare '%.*s'; check the file that declares it",
      AML_SV_ARG(aml_shorten(eval->arena, name)));
}

typedef const aml_resource *(*finder)(const aml_graph *graph, aml_arena *scratch, const aml_resource *from,
    const aml_value *id, aml_truth *certainty);

static const aml_value *call_finder(aml_check *check, aml_eval *eval, const aml_expr *call, finder find) {
  const aml_value *id = aml_eval_arg(eval, call, 0);
  if (id->kind == AML_NULL || check->context->graph == NULL) {
    return id;
  }
  aml_verdicts_saw_other(check->verdicts);
  if (id->kind == AML_OBJECT) { /* {"id": "..."} as templates write references */
    const aml_value *inner = aml_object_find(id, AML_SV("id"));
    id = inner != NULL ? inner : id;
  }
  if (id->kind != AML_STRING && id->kind != AML_UNKNOWN) {
    return aml_eval_fail(eval, call, "Expected a resource id, not %s.", aml_kind_name(id->kind));
  }
  aml_truth certainty;
  const aml_resource *found = find(check->context->graph, check->arena, check->root, id, &certainty);
  if (certainty == AML_TRUE) {
    return found != NULL ? body_of(check, eval, found) : unknown_resource(check, eval, id, NULL);
  }
  return unknown_resource(check, eval, id, found);
}

const aml_value *aml_call_resource(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return call_finder(check, eval, call, aml_graph_by_reference);
}

const aml_value *aml_call_parent_of(aml_check *check, aml_eval *eval, const aml_expr *call) {
  return call_finder(check, eval, call, aml_graph_parent_by_reference);
}

const aml_value *aml_call_group_of(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)check;
  const aml_value *id = aml_eval_arg(eval, call, 0);
  if (id->kind == AML_UNKNOWN) {
    return id;
  }
  aml_scope_path scope;
  if (!aml_relations_scope_of_id(aml_value_text(id), &scope) || scope.resource_group.len == 0) {
    return none(eval);
  }
  return aml_value_string(eval->arena, scope.resource_group, id->span);
}

const aml_value *aml_call_scope_kind(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  const aml_resource *subject = check->subject;
  aml_truth is_wide =
      check->context->graph == NULL ? AML_TRUE : aml_graph_is_scope_wide(check->context->graph, subject);
  if (is_wide == AML_MAYBE) {
    return aml_eval_unknown(eval, 1U << AML_STRING,
        "the scope that '%.*s' is deployed to is not known; describe it under 'context:' in amlint.yml",
        AML_SV_ARG(subject->shown_name));
  }
  const char *kind = is_wide == AML_FALSE                      ? "resource"
                     : subject->scope.has_resource_group       ? "resourceGroup"
                     : subject->scope.management_group.len > 0 ? "managementGroup"
                                                               : "subscription";
  return aml_value_string(eval->arena, aml_sv_of(kind), AML_NO_SPAN);
}

/* The value, or the fallback where it is not known. */
const aml_value *aml_call_known(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)check;
  const aml_value *value = aml_eval_arg(eval, call, 0);
  return value->kind == AML_UNKNOWN ? aml_eval_arg(eval, call, 1) : value;
}

static const aml_value *ask_of_text(aml_eval *eval, const aml_expr *call, bool (*ask)(aml_sv text)) {
  const aml_value *text = aml_eval_arg(eval, call, 0);
  if (text->kind == AML_UNKNOWN) {
    return text;
  }
  if (text->kind == AML_STRING) {
    aml_arena_spend(eval->arena, text->as.string.len / AML_SECRET_BYTES_FOR_A_STEP);
  }
  return aml_value_bool(eval->arena, text->kind == AML_STRING && ask(text->as.string), AML_NO_SPAN);
}

const aml_value *aml_call_holds_secret(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)check;
  return ask_of_text(eval, call, aml_secret_is_certain);
}

const aml_value *aml_call_is_secret_name(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)check;
  return ask_of_text(eval, call, aml_secret_is_named);
}

const aml_value *aml_call_ssh_key(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)check;
  const aml_value *text = aml_eval_arg(eval, call, 0);
  if (text->kind != AML_STRING) {
    return text->kind == AML_UNKNOWN ? text : none(eval);
  }
  aml_ssh_key key = aml_ssh_key_read(text->as.string);
  aml_object_builder object;
  aml_object_begin(&object, eval->arena);
  aml_object_add(&object, AML_SV("kind"), AML_NO_SPAN,
      aml_value_string(eval->arena, aml_sv_of(aml_ssh_key_kind_name(key.kind)), AML_NO_SPAN));
  aml_object_add(&object, AML_SV("bits"), AML_NO_SPAN, aml_value_int(eval->arena, key.bits, AML_NO_SPAN));
  return aml_object_end(&object, AML_NO_SPAN, 0);
}

const aml_value *aml_call_file_path(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  aml_span span = check->root->span;
  if (aml_span_is_none(span)) {
    return none(eval);
  }
  return aml_value_string(
      eval->arena, aml_sources_get(check->context->sources, span.source)->path, AML_NO_SPAN);
}

const aml_value *aml_call_declaration(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  aml_span span = check->subject->span;
  return aml_value_string(eval->arena,
      aml_sv_format(eval->arena, "%lu:%lu", (unsigned long)span.source, (unsigned long)span.begin),
      AML_NO_SPAN);
}

/* The field that the argument names; else NULL, with what the call gives in *result. */
static const aml_field *field_arg(
    aml_check *check, aml_eval *eval, const aml_expr *call, const aml_value **result) {
  const aml_policy_call *meaning = call->meaning;
  if (meaning != NULL && meaning->field != NULL) {
    return meaning->field;
  }
  const aml_value *text = aml_eval_arg(eval, call, 0);
  if (text->kind != AML_STRING) {
    *result = text->kind == AML_UNKNOWN ? text : none(eval);
    return NULL;
  }
  aml_verdicts_saw_other(check->verdicts);
  aml_field *field = AML_NEW(check->arena, aml_field);
  *field = aml_field_of(check->arena, check->dialect, check->aliases, text->as.string);
  return field;
}

const aml_value *aml_call_stated(aml_check *check, aml_eval *eval, const aml_expr *call) {
  const aml_value *result = NULL;
  const aml_field *field = field_arg(check, eval, call, &result);
  if (field == NULL) {
    return result;
  }
  const aml_value *value = aml_check_field_value(check, field);
  bool is_default = value != NULL && value->origin != NULL && value->origin->step == AML_STEP_SERVICE_DEFAULT;
  bool is_stated = value != NULL && value->kind != AML_NULL && !is_default;
  return aml_value_bool(eval->arena, is_stated, AML_NO_SPAN);
}

const aml_value *aml_call_key_name(aml_check *check, aml_eval *eval, const aml_expr *call) {
  const aml_value *result = NULL;
  const aml_field *field = field_arg(check, eval, call, &result);
  if (field == NULL) {
    return result;
  }
  aml_hit local = {0};
  aml_hits hits = {&local, 0, 1};
  bool is_open = false;
  const aml_path *path = NULL;
  aml_sv prefix = {0};
  aml_check_field(check, field, AML_WALK_SKIP_ABSENT, &hits, &is_open, &path, &prefix);
  aml_sv key = path == NULL ? field->text : aml_check_key(check, path, prefix, &local);
  return aml_value_string(eval->arena, key, AML_NO_SPAN);
}

const aml_value *aml_call_extends(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)call;
  return check->root->extends != NULL ? check->root->extends : none(eval);
}

const aml_value *aml_call_written(aml_check *check, aml_eval *eval, const aml_expr *call) {
  const aml_value *path = aml_eval_arg(eval, call, 0);
  if (path->kind == AML_UNKNOWN) {
    return path;
  }
  if (call->args[0]->kind == AML_EXPR_STRING) { /* written out, it lives as long as the rule */
    aml_verdicts_saw(check->verdicts, AML_THING_WRITTEN, call->args[0]->name);
  } else {
    aml_verdicts_saw_other(check->verdicts);
  }
  const aml_value *found = aml_written_value(check->root, aml_value_text(path));
  bool is_placeholder = aml_value_is(found, AML_STRING) && aml_is_placeholder(found->as.string);
  if (is_placeholder) {
    return aml_placeholder_value(eval->arena, found->as.string, found->span);
  }
  return found == NULL ? none(eval) : found;
}

static aml_sv name_at(const void *ctx, size_t i) {
  const aml_value *names = ctx;
  return aml_value_text(names->as.array.items[i]);
}

typedef size_t choose_name(
    aml_sv word, size_t count, aml_sv (*at)(const void *ctx, size_t i), const void *ctx);

static const aml_value *choose_among(aml_eval *eval, const aml_expr *call, choose_name *choose) {
  const aml_value *text = aml_eval_arg(eval, call, 0);
  const aml_value *names = aml_eval_arg(eval, call, 1);
  if (text->kind != AML_STRING || names->kind != AML_ARRAY) {
    return text->kind == AML_UNKNOWN ? text : names->kind == AML_UNKNOWN ? names : none(eval);
  }
  size_t chosen = choose(text->as.string, names->as.array.count, name_at, names);
  return chosen == AML_NPOS ? none(eval) : names->as.array.items[chosen];
}

const aml_value *aml_call_nearest(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)check;
  return choose_among(eval, call, aml_suggest);
}

const aml_value *aml_call_respelled(aml_check *check, aml_eval *eval, const aml_expr *call) {
  (void)check;
  return choose_among(eval, call, aml_respell);
}
