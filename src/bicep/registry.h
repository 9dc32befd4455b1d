/* Modules that lie in no file of the repository: where `bicep restore`, or somebody by hand, has put them. */
#ifndef AMLINT_BICEP_REGISTRY_H
#define AMLINT_BICEP_REGISTRY_H

#include "front/front_end.h"

/* The file of a module that is kept elsewhere (aml_arm_is_kept_elsewhere), as shown, opened: what
 * `bicep.modules` of the configuration names for it, or what lies in the folder that `bicep.cache` names, in
 * `cacheRootDirectory` of the nearest bicepconfig.json above the file at `from` where that is inside of the
 * root, or in the cache of the machine; aliases are those of that bicepconfig.json. `settings` is the
 * configuration's `bicep`, or NULL. Empty where it is not at hand, or the reference is none. Layout of the
 * folder: Azure/bicep, src/Bicep.Core/Registry/OciArtifactRegistry.cs, TemplateSpecModuleRegistry.cs and
 * Oci/TagEncoder.cs (2026-08). */
aml_sv aml_bicep_module_path(
    const aml_front_host *host, aml_arena *arena, const aml_value *settings, aml_sv from, aml_sv reference);

#endif
