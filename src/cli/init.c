/* amlint init: a configuration to start from. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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
  /* O_EXCL: a configuration that is already there is never written over. */
  int fd = open(aml_sv_cstr(app->arena, path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) {
    return aml_app_complain(app, "'%.*s' cannot be made: %s.", AML_SV_ARG(path),
        errno == EEXIST ? "it exists already" : strerror(errno));
  }
  aml_output file;
  aml_output_init(&file, fd);
  aml_sv example = aml_embedded_example();
  (void)aml_output_write(&file, example.data, example.len);
  aml_error error;
  aml_status status = aml_output_finish(&file, path, &error);
  if (close(fd) != 0 || status != AML_OK) {
    return aml_app_complain(app, "'%.*s' could not be written.", AML_SV_ARG(path));
  }
  aml_app_printf(
      app, "Wrote '%.*s'; now say in it which workspaces your files belong to.\n", AML_SV_ARG(path));
  return AML_EXIT_CLEAN;
}
