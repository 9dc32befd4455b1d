/* How resources stand between declaration and evidence, and how that is said. */
#include "base/shorten.h"
#include "base/strbuf.h"
#include "drift/drift.h"
#include "expr/value_text.h"
#include "source/paths.h"

const char *aml_drift_state_name(aml_drift_state state) {
  switch (state) {
  case AML_DRIFT_DIFFERS:
    return "differs";
  case AML_DRIFT_UNDECLARED:
    return "not declared";
  case AML_DRIFT_MISSING:
    return "missing";
  case AML_DRIFT_MAY_DIFFER:
    return "may differ";
  case AML_DRIFT_MAY_BE_UNDECLARED:
    return "perhaps not declared";
  case AML_DRIFT_NOT_TOLD:
    return "not in the evidence";
  case AML_DRIFT_IN_STEP:
    break;
  }
  return "as declared";
}

static bool is_compute(const aml_resource *resource) {
  return aml_sv_iends(resource->type, AML_SV("/computes"));
}

bool aml_drift_is_cluster(const aml_resource *resource) {
  const aml_value *type = aml_value_path(resource->body, AML_SV("properties.computeType"));
  return is_compute(resource) && aml_sv_ieq(aml_value_text(type), AML_SV("AmlCompute"));
}

const char *aml_drift_noun(const aml_resource *resource) {
  return aml_drift_is_cluster(resource) ? "Cluster" : is_compute(resource) ? "Compute" : "Workspace";
}

bool aml_drift_is_declaration(const aml_resource *resource) {
  bool is_workspace = aml_sv_ieq(resource->type, AML_SV("Microsoft.MachineLearningServices/workspaces"));
  bool is_seen = resource->is_existing || resource->form->is_evidence;
  return !is_seen && (is_compute(resource) || is_workspace);
}

/* A list without properties does not say of what kind a compute is. */
static bool may_be_cluster(const aml_resource *resource) {
  const aml_value *properties = aml_object_find(resource->body, AML_SV("properties"));
  return is_compute(resource) && aml_value_is(properties, AML_UNKNOWN);
}

static aml_sv path_of(const aml_sources *sources, const aml_resource *resource) {
  return resource->span.source == 0 ? AML_SV("amlint.yml")
                                    : aml_sources_get(sources, resource->span.source)->path;
}

bool aml_drift_judge_undeclared(const aml_drift *drift, const aml_sources *sources, const aml_actual *actual,
    aml_drift_state *state, aml_sv *why) {
  bool is_sure = aml_drift_is_cluster(actual->resource);
  const aml_resource *candidate = actual->candidate;
  if (!is_sure && !may_be_cluster(actual->resource)) {
    return false;
  }
  *state = is_sure && candidate == NULL ? AML_DRIFT_UNDECLARED : AML_DRIFT_MAY_BE_UNDECLARED;
  *why = (aml_sv){NULL, 0};
  if (candidate != NULL) {
    bool is_named = candidate->name->kind == AML_STRING;
    aml_sv reason = is_named ? AML_SV("it does not say in which resource group or subscription it is; name "
                                      "them under 'workspaces:' in amlint.yml")
                             : candidate->name->as.unknown->reason;
    aml_sv path = path_of(sources, candidate);
    *why = aml_sv_format(drift->arena, "'%.*s' may declare it: %.*s", AML_SV_ARG(path), AML_SV_ARG(reason));
  } else if (!is_sure) {
    *why = AML_SV("the export does not say whether it is a cluster; use 'az ml compute list'");
  }
  return true;
}

aml_drift_state aml_drift_judge_missing(const aml_drift *drift, const aml_resource *declared, aml_sv *why) {
  *why = (aml_sv){NULL, 0};
  if (declared->name->kind == AML_UNKNOWN) {
    *why = declared->name->as.unknown->reason;
  } else if (!is_compute(declared) ||
             (!aml_drift_is_complete_for(drift, declared) && !aml_drift_is_absent(drift, declared))) {
    *why = AML_SV("no evidence lists all that is in its workspace");
  } else if (declared->condition != AML_CONDITION_TRUE) {
    *why = aml_resource_when(drift->arena, declared);
  }
  return why->len == 0 ? AML_DRIFT_MISSING : AML_DRIFT_NOT_TOLD;
}

aml_sv aml_drift_key(aml_arena *arena, const aml_resource *resource, aml_sv path) {
  return aml_sv_starts(path, AML_SV("tags.")) ? path : aml_form_key(arena, resource, path);
}

/* Of ids the last part: the rest is long, and mostly the same. */
static aml_sv join_names(aml_arena *arena, const aml_value *object) {
  aml_strbuf text;
  aml_strbuf_init(&text, arena, SIZE_MAX);
  for (size_t i = 0; i < object->as.object.count; i++) {
    aml_sv name = object->as.object.members[i].name;
    aml_strbuf_addf(&text, "%s%.*s", i == 0 ? "" : ", ", AML_SV_ARG(aml_path_name(name)));
  }
  return aml_strbuf_view(&text);
}

aml_sv aml_drift_show(
    aml_arena *arena, const aml_drift_setting *setting, const aml_value *value, size_t max) {
  if (value == NULL || value->kind == AML_UNKNOWN) {
    return value == NULL ? (aml_sv){NULL, 0} : AML_SV("(not known)");
  }
  bool is_names = setting->is_names && value->kind == AML_OBJECT;
  return is_names ? aml_shorten_to(arena, join_names(arena, value), max) : aml_value_show(arena, value, max);
}

const char *aml_drift_joined_by(const aml_resource *declared, const aml_actual *actual) {
  return aml_scope_same_group(&declared->scope, &actual->resource->scope) == AML_TRUE
             ? "This is what runs"
             : "This is what runs, matched only by the names of workspace and compute";
}
