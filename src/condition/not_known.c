/* Why the workspace of a resource is not known: what the files of the run say of workspaces, and what to do.
 */
#include "base/shorten.h"
#include "condition/relations.h"
#include "condition/workspace.h"
#include "expr/function.h"
#include "source/paths.h"

enum { LOOKED_AT = 1000 }; /* past so many workspaces in a run, more are not told apart */

typedef struct declared {
  const aml_resource *first; /* NULL: none */
  size_t count;
  bool is_configured; /* a configuration has one, or several */
} declared;

/* The first part of the name, which is its workspace's; empty where that is not known. */
static aml_sv workspace_name(const aml_resource *resource) {
  aml_sv rest = aml_value_is(resource->name, AML_STRING) ? resource->name->as.string : (aml_sv){0};
  aml_sv first = aml_sv_split(&rest, '/');
  return rest.len > 0 ? first : (aml_sv){0};
}

/* The workspaces that files declare, those of the name alone where it is not empty. */
static declared find_declared(const aml_graph *graph, aml_sv name) {
  declared found = {0};
  aml_resource_range all = aml_graph_of_type(graph, aml_workspace_type);
  for (size_t i = 0; i < all.count && i < LOOKED_AT; i++) {
    const aml_resource *workspace = all.items[i];
    bool is_meant = name.len == 0 || (aml_value_is(workspace->name, AML_STRING) &&
                                         aml_sv_ieq(workspace->name->as.string, name));
    if (is_meant && !workspace->is_existing) {
      found.first = found.count == 0 ? workspace : found.first;
      found.count++;
    }
    found.is_configured = found.is_configured || workspace->form->is_configured;
  }
  return found;
}

/* The name of its file without folders: reports and their readers may be at home in different ones. */
static aml_sv file_of(const aml_check *check, const aml_resource *resource) {
  return aml_shorten(
      check->arena, aml_path_name(aml_sources_get(check->context->sources, resource->span.source)->path));
}

aml_sv aml_relations_why_maybe(const aml_check *check, const aml_resource *found) {
  if (found->is_existing || aml_span_is_none(found->span)) {
    return (aml_sv){0};
  }
  if (aml_value_is(found->name, AML_UNKNOWN)) {
    return found->name->as.unknown->reason;
  }
  return aml_sv_format(check->arena,
      "whether the '%.*s' of '%.*s' is meant is not known, since it may be deployed to another resource "
      "group; "
      "name "
      "the groups under 'context:' or 'workspaces:' in amlint.yml",
      AML_SV_ARG(aml_shorten(check->arena, found->shown_name)), AML_SV_ARG(file_of(check, found)));
}

/* The name says which workspace it is. */
static aml_sv tell_of_named(const aml_check *check, aml_sv name) {
  declared same = find_declared(check->context->graph, name);
  aml_sv shown = aml_shorten(check->arena, name);
  if (same.count == 0) {
    return aml_sv_format(check->arena,
        "no file checked declares the workspace '%.*s'; check that file too, or name it under 'workspaces:' "
        "in "
        "amlint.yml",
        AML_SV_ARG(shown));
  }
  return aml_relations_why_maybe(check, same.first);
}

/* The file leaves the workspace to the command line. */
static aml_sv tell_of_unstated(const aml_check *check, declared all) {
  if (all.count > 1) {
    return AML_SV("the files declare several workspaces, and which one it belongs to is not stated; name it "
                  "under 'workspaces:' in amlint.yml");
  }
  return aml_sv_format(check->arena,
      "which workspace it belongs to is not stated, though '%.*s' declares '%.*s'; name the workspace under "
      "'workspaces:' in amlint.yml",
      AML_SV_ARG(file_of(check, all.first)), AML_SV_ARG(all.first->shown_name));
}

aml_sv aml_relations_why_no_workspace(const aml_check *check) {
  const aml_resource *resource = check->root;
  if (check->context->graph == NULL) {
    return AML_SV(AML_REASON_WORKSPACE);
  }
  aml_sv name = workspace_name(resource);
  bool is_certain;
  const aml_resource *found = aml_workspace_of(check->context->graph, check->arena, resource, &is_certain);
  if (name.len > 0 && found != NULL && aml_value_is(found->name, AML_UNKNOWN)) {
    return aml_relations_why_maybe(check, found);
  }
  if (name.len > 0) {
    return tell_of_named(check, name);
  }
  declared all = find_declared(check->context->graph, name);
  bool is_named_elsewhere = resource->form->where_to_name_scope != NULL;
  if (all.count == 0) {
    return all.is_configured && is_named_elsewhere ? AML_SV("no workspace under 'workspaces:' in amlint.yml "
                                                            "has this file among its 'paths'; add it there")
                                                   : AML_SV(AML_REASON_WORKSPACE);
  }
  return is_named_elsewhere || !aml_value_is(resource->name, AML_UNKNOWN)
             ? tell_of_unstated(check, all)
             : resource->name->as.unknown->reason;
}

/* What says to which resource `found` is related; NULL where that is only its group. */
static const aml_value *find_link(
    const aml_check *check, const aml_related_query *query, const aml_resource *found) {
  switch (query->relation) {
  case AML_RELATION_CHILDREN:
    return aml_value_is(found->name, AML_UNKNOWN) || query->anchor != AML_ANCHOR_THIS ? found->name
                                                                                      : check->root->name;
  case AML_RELATION_COVERING:
    return found->extends;
  case AML_RELATION_TARGETING:
    return aml_find_unknown(aml_object_find(found->body, AML_SV("properties")));
  case AML_RELATION_ANY:
  case AML_RELATION_GROUP:
  case AML_RELATION_TWINS:
  case AML_RELATION_LIKELY_TWINS:
  case AML_RELATION_NAMESAKES:
    break;
  }
  return NULL;
}

aml_sv aml_relations_why_doubtful(
    const aml_check *check, const aml_related_query *query, const aml_resource *found) {
  const aml_value *link = find_link(check, query, found);
  if (aml_value_is(link, AML_UNKNOWN)) {
    return link->as.unknown->reason;
  }
  return aml_sv_format(check->arena,
      "whether '%.*s' concerns it is not known; name the subscription and resource group of both under "
      "'context:' or 'workspaces:' in amlint.yml",
      AML_SV_ARG(found->shown_name));
}
