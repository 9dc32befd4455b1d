/* Private to src/terraform: resource types of providers in ARM's words. */
#ifndef AMLINT_TERRAFORM_ARGUMENTS_H
#define AMLINT_TERRAFORM_ARGUMENTS_H

#include "terraform/module.h"
#include "tree/draft.h"

/* What is done with a value on its way into the body. */
typedef enum aml_tf_conversion {
  AML_TF_AS_IS,
  AML_TF_TEXT,
  AML_TF_NUMBER,
  AML_TF_BOOL,
  AML_TF_NOT,           /* true is sent as false */
  AML_TF_ENABLED,       /* true is sent as "Enabled", false as "Disabled" */
  AML_TF_ID,            /* the empty text is nothing */
  AML_TF_IDENTITY_TYPE, /* without the blank behind the comma */
  AML_TF_IDENTITY_IDS,  /* a list, sent as an object with these names */
  AML_TF_PRESENT,       /* a block: "Enabled" where it is there */
  AML_TF_STATUS,        /* true is sent as "Enabled" below an object of its own */
} aml_tf_conversion;

typedef struct aml_tf_argument {
  const char *key;  /* "scale_settings.min_node_count": of the first block */
  const char *path; /* in the body; NULL ends a list */
  aml_tf_conversion conversion;
  const char *silent; /* what is sent where nothing is written: "true", "false", or a text; NULL: nothing */
  const char *whose;  /* that is, for people */
} aml_tf_argument;

typedef struct aml_tf_type {
  aml_sv name;              /* "azurerm_machine_learning_compute_cluster" */
  const char *arm;          /* the type in Azure */
  const char *api;          /* the version that the provider sends */
  const char *compute_type; /* properties.computeType, or a kind of datastore; NULL */
  const char *parent;       /* the argument with the parent's id, or name where `parent_type` is said */
  const char *parent_type;  /* of the resource that a parent's name names; NULL: it is an id */
  const aml_tf_argument *arguments; /* NULL: azapi's, whose bodies are in ARM's words */
} aml_tf_type;

/* The type of that name; NULL for none that is known. */
const aml_tf_type *aml_tf_type_find(aml_sv name);
/* Whether it is one of azapi that sends a body in ARM's words. */
bool aml_tf_has_body(const aml_tf_instance *instance);
/* That of an instance, which azapi names in an argument. Asks for the instance's arguments. */
const aml_tf_type *aml_tf_type_of(const aml_tf_instance *instance);

/* Notes in the resource what its block's ignore_changes names. */
void aml_tf_note_ignored(const aml_tf_instance *instance, const aml_tf_type *type, aml_resource *resource);

/* The value of an argument of what was written, through first blocks; NULL where it is absent or null.
 * *name_span (may be NULL): of its name. */
const aml_value *aml_tf_argument_of(const aml_value *written, const char *key, aml_span *name_span);
/* Puts all arguments of the type into the draft. `before_ssh`: the provider is older than 2.77.0. */
void aml_tf_put_arguments(
    aml_tf_instance *instance, const aml_tf_type *type, aml_draft *draft, bool before_ssh);
/* An id as the graph takes it: that of a resource of the run, whatever is not known of it. */
const aml_value *aml_tf_reference(const aml_tf_run *run, const aml_value *id);
/* The same for a property: not known as long as its subscription is not, which the graph does without. */
const aml_value *aml_tf_property_id(const aml_tf_run *run, const aml_value *id);

/* The configuration of a provider that a resource takes (providers.c). */
typedef struct aml_tf_configured {
  const aml_tf_provider *provider; /* NULL where there is none, or nobody knows which */
  aml_tf_frame *frame;             /* in which it stands */
  aml_sv name;                     /* there: "azurerm", "azurerm.prod"; empty where nobody knows */
  bool is_default;                 /* that of the root module without an alias */
} aml_tf_configured;
aml_tf_configured aml_tf_provider_of(const aml_tf_instance *instance);
/* Sets the subscription that the instance's provider deploys to in a scope that has none. */
void aml_tf_set_subscription(const aml_tf_instance *instance, aml_scope_path *scope);

/* Where a resource stands (resource_place.c). */
typedef struct aml_tf_place {
  aml_scope_path scope;
  const aml_value *name;   /* full: "w/c"; a string or an unknown */
  aml_tf_instance *parent; /* in this run; NULL */
} aml_tf_place;
aml_tf_place aml_tf_place_of(const aml_tf_instance *instance, const aml_tf_type *type);
/* A value as a scope's group: its name, or an identity of what is not known. */
void aml_tf_set_group(const aml_tf_run *run, const aml_value *group, aml_scope_path *scope);
/* Splits a known id: the scope, and in *rest what follows "/providers/"; false where it is none. */
bool aml_tf_split_id(aml_sv id, aml_scope_path *scope, aml_sv *rest);

/* What all resources have of their instance: name, place, spans, condition (make_resources.c). */
void aml_tf_begin_resource(aml_tf_instance *instance, aml_resource *resource, const aml_tf_place *place);
/* Whether it is there at all, where copies of it, or of a call around it, are not known or off by a default.
 */
void aml_tf_set_condition(const aml_tf_instance *instance, aml_resource *resource);
void aml_tf_place_lock(aml_tf_instance *instance, aml_resource *lock);

extern const aml_resource_form aml_form_azapi;
extern const aml_way_words aml_tf_ways; /* what Terraform calls variables, calls and so on */

/* Reports arguments that the provider does not have (AML005), and words and durations that it does not take
 * (AML008, AML009), for people; once for all copies (check_arguments.c). */
void aml_tf_check_arguments(
    const aml_tf_instance *instance, const aml_tf_type *type, const aml_resource *resource);

/* The document that an argument is: an object, or JSON, or a file of it; with the places of its values where
 * it is written out. NULL where nothing is written; an unknown where it is none (argument_documents.c). */
const aml_value *aml_tf_document(aml_tf_instance *instance, const char *key);
/* Resources of a template deployment (template_deployment.c). */
bool aml_tf_is_deployment(const aml_tf_instance *instance);
void aml_tf_make_deployment(aml_tf_instance *instance);

/* What azapi_resource and azapi_update_resource deploy (azapi.c). */
void aml_tf_make_azapi(aml_tf_instance *instance, const aml_tf_type *type);

#endif
