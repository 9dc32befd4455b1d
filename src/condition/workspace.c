#include "condition/workspace.h"

#include "base/limits.h"

const aml_sv aml_workspace_type = AML_SV_CONST("Microsoft.MachineLearningServices/workspaces");

/* The workspace of a deployment whose endpoint is not in the run: by the first part of its name. */
static const aml_resource *find_by_first_name(
    const aml_graph *graph, aml_arena *arena, const aml_resource *resource) {
  aml_sv below = aml_sv_slice(resource->type, aml_workspace_type.len, resource->type.len);
  bool is_deep =
      aml_sv_istarts(resource->type, aml_workspace_type) && aml_sv_find_char(below, '/', 1) != AML_NPOS;
  if (!is_deep || !aml_value_is(resource->name, AML_STRING)) {
    return NULL;
  }
  aml_sv rest = resource->name->as.string;
  aml_sv first = aml_sv_split(&rest, '/');
  aml_sv id = aml_sv_format(arena, "%.*s/%.*s", AML_SV_ARG(aml_workspace_type), AML_SV_ARG(first));
  return aml_graph_by_id(graph, arena, resource, id);
}

const aml_resource *aml_workspace_of(
    const aml_graph *graph, aml_arena *scratch, const aml_resource *resource, bool *is_certain) {
  *is_certain = true;
  for (size_t depth = 0; resource != NULL && depth < AML_LIMIT_DEPTH; depth++) {
    if (aml_sv_ieq(resource->type, aml_workspace_type)) {
      return resource;
    }
    bool is_sure;
    const aml_resource *parent = aml_graph_parent(graph, resource, &is_sure);
    *is_certain = *is_certain && is_sure;
    resource = parent != NULL ? parent : find_by_first_name(graph, scratch, resource);
  }
  return NULL;
}
