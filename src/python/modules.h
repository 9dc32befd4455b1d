/* Modules of the same repository, for what they bind to names. Private to python/. */
#ifndef AMLINT_PYTHON_MODULES_H
#define AMLINT_PYTHON_MODULES_H

#include "front/front_end.h"
#include "python/follow.h"

typedef struct aml_py_modules {
  const aml_front_host *host;
  const aml_file *file;
  aml_sv path;   /* of the file that imports */
  aml_map known; /* aml_py_run of each module that was looked for; its scope is NULL where there is none */
} aml_py_modules;

void aml_py_modules_init(
    aml_py_modules *modules, aml_arena *arena, const aml_front_host *host, const aml_file *file);

/* As run->look_up, with aml_py_modules as its context. A module is looked for beside the file, as a relative
 * import says, and at the root; its own imports are not followed. */
/* aml_py_star of them. */
bool aml_py_module_star(void *ctx, aml_arena *arena, aml_sv module, aml_sv name, const aml_py_value **value);
const aml_py_value *aml_py_module_value(void *ctx, aml_arena *arena, aml_sv module, aml_sv name);

#endif
