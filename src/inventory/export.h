/* What Azure's tools print of what is deployed: exports that somebody named as evidence.
 *
 * The shapes are those of the tools' own output: `az ml compute|workspace list|show` (flat objects in snake
 * case), `az resource list|show`, `az group show` and `az lock list` (ARM's objects), REST lists
 * ({"value": [...], "nextLink"}), and Resource Graph (`az graph query`: {"data": [...], "count",
 * "total_records", "skip_token"}; `Search-AzGraph`: the array alone), `az deployment ... what-if` (what its
 * changes say to be there before, and not to be there), `az policy state|exemption list`, `az ml compute
 * list-usage`, `az quota list|show` and `az account list|show`, in JSON or YAML. In all of them an item says
 * by its `id` what it is and where. Templates that Azure exported and states of Terraform tell of what runs
 * in languages of their own, which others read. */
#ifndef AMLINT_INVENTORY_EXPORT_H
#define AMLINT_INVENTORY_EXPORT_H

#include "front/front_end.h"

/* What the items of an export are. */
typedef enum aml_export_sort {
  AML_EXPORT_RESOURCES,
  AML_EXPORT_STATES,     /* of Azure Policy, with a resourceId each */
  AML_EXPORT_EXEMPTIONS, /* of Azure Policy */
  AML_EXPORT_QUOTAS,     /* inventory/quota.h */
  AML_EXPORT_ACCOUNTS,   /* subscriptions, with the tenant that each is of */
} aml_export_sort;

typedef struct aml_export {
  const aml_value *const *items; /* each an object with an id, or one that names none (see `skipped`) */
  size_t count;
  bool is_list;         /* else it is what a command shows of one resource */
  bool is_truncated;    /* there is more than it holds */
  size_t untold;        /* of how many resources it says that they are there, and not how */
  const aml_sv *absent; /* ids of which it says that there is no such resource; may be of any form */
  size_t absent_count;
  aml_export_sort sort;
  const char *kind;        /* which command prints such a thing: "az ml compute list" */
  const aml_front_end *by; /* the row of the language that it is written in: then there are no items, and the
                              file's `content` is that row's; NULL: none */
  aml_sv tenant;           /* of what `by` has read, as aml_export_tenant says it of an item */
} aml_export;

/* The tenant that an item says to be of: by itself, or by its identity. Empty where it says none, or zeros.
 * Not for an output. */
aml_sv aml_export_tenant(const aml_value *item);

/* Where an id leads to. All views are of the id. */
typedef struct aml_azure_id {
  aml_sv subscription, resource_group; /* empty where the id names none */
  aml_sv provider;                     /* empty: a group or a subscription */
  aml_sv types, names;                 /* made in the arena: "workspaces/computes", "w/c" */
  aml_sv extends; /* of a lock and the like: the id of what it stands on, which is the scope itself where that
                     is a group or a subscription; empty else */
} aml_azure_id;

/* Reads "/subscriptions/S[/resourceGroups/G][/providers/P/T/N...]"; false for anything else. */
bool aml_azure_id_read(aml_arena *arena, aml_sv id, aml_azure_id *out);

/* Recognises a document by its shape. False, with the reason as the rest of a sentence behind "It ", where it
 * is none of the shapes above. */
bool aml_export_recognise(aml_arena *arena, const aml_value *root, aml_export *out, aml_sv *why);

/* The resource that an item tells of, added to the list: its form says that it is evidence, and its body is
 * in ARM's vocabulary. What the shape does not hold is unknown there, with a reason; what it holds of people
 * (principals, creators, assigned users, addresses) is unknown, too, so that nothing can print it. Adds
 * nothing for what is no resource (a group). */
void aml_export_expand(const aml_value *item, aml_resources *resources);

/* Reads only files that were named as evidence (aml_file.is_evidence), and all of these: what is of no known
 * shape is a diagnostic (AML017) that makes the run incomplete. Each has an `export`. */
extern const aml_front_end aml_front_evidence;

/* Reads exports that nobody named as evidence, and that no other row takes: computes and workspaces as ARM
 * has them, which are checked as if they were declared, and quotas. */
extern const aml_front_end aml_front_unnamed_export;

#endif
