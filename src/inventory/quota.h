/* What exports say of quotas: how many vCPUs a subscription may use for computes in a region. */
#ifndef AMLINT_INVENTORY_QUOTA_H
#define AMLINT_INVENTORY_QUOTA_H

#include "graph/resource.h"

struct aml_export;

typedef struct aml_quota {
  aml_sv subscription, region;
  aml_sv family; /* as the export spells it; AML_QUOTA_LOW_PRIORITY for all nodes of low priority */
  int64_t limit; /* vCPUs */
} aml_quota;

typedef struct aml_quotas {
  aml_map by_place; /* private: a family with its subscription and region, with one of them, and with none, to
                       what all that are so say; initialised by the first quota */
  size_t count;
} aml_quotas;

#define AML_QUOTA_LOW_PRIORITY "lowPriority"

/* Whether the object says a quota or a usage: a limit, and the name of what it is for. */
bool aml_export_has_limit(const aml_value *object);

/* Where the id of a quota or of a usage leads to: such an id need not end with a name. The region is empty
 * where it is of something else than computes in a region. False for what is no id. */
bool aml_quota_id_read(aml_sv id, aml_sv *subscription, aml_sv *region);

/* Adds the quotas of an export (AML_EXPORT_QUOTAS) for computes in a region. Those of virtual machines, and
 * of single workspaces, are others, and left out. */
void aml_export_quotas(aml_arena *arena, const struct aml_export *export, aml_quotas *out);

void aml_quotas_add(aml_arena *arena, aml_quotas *quotas, const aml_quota *quota);

/* How many vCPUs of a family a resource of that scope and region may use. Where it is not known where it is,
 * that holds which all exports agree on. False where they do not; *limit is -1 where none says it. The key
 * that it looks up is made in the arena. */
bool aml_quotas_find(const aml_quotas *quotas, aml_arena *arena, const aml_scope_path *scope, aml_sv region,
    aml_sv family, int64_t *limit);

#endif
