/* A resource in Azure Resource Manager's own vocabulary, whichever file it came from. */
#ifndef AMLINT_GRAPH_RESOURCE_H
#define AMLINT_GRAPH_RESOURCE_H

#include "facts/facts.h"
#include "graph/form.h"
#include "tree/value.h"

typedef enum aml_condition {
  AML_CONDITION_TRUE,
  AML_CONDITION_UNKNOWN,
  AML_CONDITION_OFF_BY_DEFAULT /* a parameter's default switches it off: others do not see it, see
                                  aml_resource_sees */
} aml_condition;               /* resources that are switched off for good are not added */

/* The place in Azure at which a resource is deployed. Any part may be unknown: then it is empty and `unknown`
 * holds a reason. */
typedef struct aml_scope_path {
  aml_sv management_group;
  aml_sv subscription;          /* id, or empty for "the one deployed to" */
  aml_sv resource_group;        /* name, or empty for "the one deployed to" */
  bool has_resource_group;      /* false for resources at subscription level and above */
  bool is_uncertain;            /* the group or subscription is computed and unknown */
  bool is_default_subscription; /* named by what the deployment is set up with, as a provider of Terraform is:
                                   what names none may be in it, too */
  aml_sv
      deployment; /* identity of the group or subscription that has no known name ("the one deployed to", or a
                     computed one): same text, same place; e.g. the template's path, with the expression of a
                     nested deployment's group, or a workspace's key. Empty: nothing is known */
} aml_scope_path;

typedef struct aml_resource aml_resource;
struct aml_resource {
  const aml_resource_form *form; /* never NULL */
  aml_sv type;                   /* full: Microsoft.MachineLearningServices/workspaces/computes */
  const aml_value *name;         /* full: "w/c"; a string, or an unknown (with prefix) */
  aml_sv shown_name;    /* for people: the last segment, evaluated where known, else the expression */
  aml_sv symbolic_name; /* languageVersion 2.0; empty else */
  aml_sv api_version;
  const aml_value
      *body; /* {type, name, apiVersion, location, tags, sku, kind, identity, properties, ...}, evaluated */
  const aml_value *ineffective; /* object: path to value, of what its API version does not have and `body`
                                   therefore lacks; NULL where nothing is */
  const aml_value
      *written;       /* the object as it was read, where the body is made of it in other words; NULL else */
  aml_span span;      /* the whole declaration */
  aml_span name_span; /* of the name's value, for labels */
  aml_scope_path scope;
  const aml_resource *parent; /* as declared by nesting; found by name by the graph otherwise */
  const aml_value *extends;   /* extension resources: the id or "type/name" scope they apply to; NULL else */
  aml_condition condition;
  bool is_existing;        /* declared `existing`: context, never a finding's subject */
  bool is_only_evaluation; /* the run evaluates the template in no other way */
  aml_sv condition_text;   /* UNKNOWN: the expression as written; OFF_BY_DEFAULT: as the next */
  aml_sv condition_when;   /* what it says: "'second' is true" */
  aml_sv iteration;        /* "loop[3]" in copies; empty else */
  aml_sv parameters;       /* the parameter file this evaluation used, as shown; empty for none */
  aml_sv made_by; /* the file whose commands make it, or hand its file to who does; empty: none in the
                     run */
  aml_texts
      ignored; /* paths of the body that the tool leaves as it finds them, and all below; "*": every one */
  aml_sv workspace_key; /* the config's workspace entry, where the form belongs to one; or empty */
  size_t frame; /* number of the template evaluation it was declared in, from 1: where source, parameters
                   and frame agree, parameters('x') means the same. 0: no template */
  size_t order; /* position in the run: set by the graph */
};

/* Whether the other one exists where this one does. */
bool aml_resource_sees(const aml_resource *resource, const aml_resource *other);

/* "deployed only where 'second' is true", as a reason (tree/reason.h), for a resource with a condition. */
aml_sv aml_resource_when(aml_arena *arena, const aml_resource *resource);

/* Takes out of the body what the stated API version does not have, into `ineffective`. Secrets stay where
 * they are. Does nothing where type, kind or version are not known. `known`, an empty map at first, keeps
 * what the facts say for the resources to come; NULL: nothing does. What is put into `work` is of no use
 * later. */
void aml_resource_drop_ineffective(
    aml_resource *resource, const aml_facts *facts, aml_map *known, aml_arena *arena, aml_arena *work);
/* Whether the stated API version certainly does not have the property at a dotted path, or one above it. */
bool aml_resource_lacks_property(
    const aml_resource *resource, const aml_facts *facts, aml_arena *arena, aml_sv path);
/* What is known of the property at a path of a resource of this type and kind; false for nothing. */
bool aml_resource_property(const aml_resource *resource, const aml_facts *facts, aml_arena *arena,
    aml_sv path, aml_property_fact *out);

/* The list that front ends fill. */
typedef struct aml_resources {
  aml_arena *arena;
  AML_VEC(aml_resource *) list;
} aml_resources;

void aml_resources_init(aml_resources *resources, aml_arena *arena);
/* A zeroed resource of the form aml_form_arm, in the arena of the list, and not yet in it. */
aml_resource *aml_resource_new(const aml_resources *resources);
/* Appends a resource that is complete, with its body: the list is read also where memory ran out later. */
void aml_resources_add(aml_resources *resources, aml_resource *resource);

#endif
