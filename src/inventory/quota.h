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

typedef AML_VEC(aml_quota) aml_quotas;

#define AML_QUOTA_LOW_PRIORITY "lowPriority"

/* Whether the object says a quota or a usage: a limit, and the name of what it is for. */
bool aml_export_has_limit(const aml_value *object);

/* Where the id of a quota or of a usage leads to: such an id need not end with a name. The region is empty
 * where it is of something else than computes in a region. False for what is no id. */
bool aml_quota_id_read(aml_sv id, aml_sv *subscription, aml_sv *region);

/* Adds the quotas of an export (AML_EXPORT_QUOTAS) for computes in a region. Those of virtual machines, and
 * of single workspaces, are others, and left out. */
void aml_export_quotas(aml_arena *arena, const struct aml_export *export, aml_quotas *out);

/* How many vCPUs of a family a resource of that scope and region may use. Where it is not known where it is,
 * that holds which all exports agree on. False where they do not; *limit is -1 where none says it. */
bool aml_quotas_find(
    const aml_quotas *quotas, const aml_scope_path *scope, aml_sv region, aml_sv family, int64_t *limit);

#endif
