/* Azure Policy aliases: "<resource type>/<dotted path>" names one property of a type.
 *
 * A catalogue comes from what `az provider list --expand resourceTypes/aliases` prints. What no catalogue
 * knows follows the general rule: the path lies under "properties", but members of the resource's envelope
 * keep their place, and what is inside a compute of a workspace lies under "properties.properties". */
#ifndef AMLINT_CONDITION_ALIAS_H
#define AMLINT_CONDITION_ALIAS_H

#include "condition/path.h"
#include "source/diag.h"

typedef struct aml_alias_version { /* the path that holds for one API version */
  aml_sv api_version;
  aml_path path;
} aml_alias_version;

typedef struct aml_alias aml_alias;
struct aml_alias {
  aml_sv name, type;
  const aml_alias *next; /* the same name for another type, as old aliases without a type have it */
  aml_path path;         /* where no version is named */
  const aml_alias_version *versions; /* in order of the catalogue */
  size_t version_count;
  bool is_modifiable; /* `modify` may write it */
  bool has_metadata;  /* the catalogue says whether it is modifiable */
};

typedef struct aml_aliases aml_aliases;

/* Reads a catalogue: an array of providers, {"value": [...]}, or one provider. NULL with a diagnostic when it
 * has another shape. The tree is borrowed. */
aml_aliases *aml_aliases_read(aml_arena *arena, const aml_value *root, aml_diags *diags);

/* By name, ignoring case; NULL when it has none of that name. The array "X" follows from "X[*]". aliases may
 * be NULL. */
const aml_alias *aml_aliases_find(const aml_aliases *aliases, aml_sv name);
/* Whether the catalogue holds the aliases of a resource type at all. */
bool aml_aliases_has_type(const aml_aliases *aliases, aml_sv type);

/* Splits "A.B/c/d/e.f" into type "A.B/c/d" and tail "e.f"; false when it is no alias. */
bool aml_alias_split(aml_sv name, aml_sv *type, aml_sv *tail);

/* What the general rule puts before a tail: "", "properties." or "properties.properties." */
aml_sv aml_alias_prefix(aml_sv type, aml_sv tail);
/* The same for a tail that is no member of the envelope, of which it is known whether every compute has it.
 */
aml_sv aml_alias_prefix_below(aml_sv type, bool is_outer);
/* How many objects, all called "properties", such a prefix leads through. */
static inline size_t aml_alias_prefix_levels(aml_sv prefix) {
  return prefix.len / (sizeof "properties." - 1);
}

/* Whether a tail's first name is a property of computes of every kind, such as computeType. */
bool aml_alias_is_outer(aml_sv tail);

/* Whether a tail's first name is a member of the envelope: name, type, id, location, tags, sku, kind,
 * identity, zones, plan, managedBy, extendedLocation, apiVersion, scope, dependsOn, condition, etag,
 * systemData. */
bool aml_alias_is_envelope(aml_sv tail);

/* The alias of that name for a type; NULL when it has none for it. */
const aml_alias *aml_alias_for(const aml_alias *alias, aml_sv type);

/* The path to use for a resource of that API version; the default where the version is not listed. */
const aml_path *aml_alias_path(const aml_alias *alias, aml_sv api_version);

#endif
