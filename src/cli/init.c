/* amlint init: a configuration to start from. */
#include "cli/app.h"
#include "engine/embedded.h"
#include "source/paths.h"

int aml_command_init(aml_app *app) {
  const aml_words *given = &app->arguments.operands;
  if (given->count > 1) {
    return aml_app_complain(app, "Name one folder, or none for the working folder.");
  }
  aml_sv folder = given->count == 0 ? AML_SV(".") : aml_sv_of(given->items[0]);
  aml_sv path = aml_path_join(app->arena, folder, AML_SV("amlint.yml"));
  aml_error error;
  if (aml_file_create(app->arena, path, aml_embedded_example(), &error) != AML_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_app_printf(
      app, "Wrote '%.*s'; now say in it which workspaces your files belong to.\n", AML_SV_ARG(path));
  return AML_EXIT_CLEAN;
}
