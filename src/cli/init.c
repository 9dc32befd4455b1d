/* amlint init, amlint schema: files and schemas for users to start from. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/app.h"
#include "config/config.h"
#include "policy/rule_schema.h"
#include "source/paths.h"
#include "waiver/exceptions.h"

int aml_command_init(aml_app *app) {
  const aml_words *given = &app->arguments.operands;
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
  (void)aml_output_write(&file, aml_config_example, strlen(aml_config_example));
  aml_error error;
  aml_status status = aml_output_finish(&file, path, &error);
  if (close(fd) != 0 || status != AML_OK) {
    return aml_app_complain(app, "'%.*s' could not be written.", AML_SV_ARG(path));
  }
  aml_app_printf(
      app, "Wrote '%.*s'; now say in it which workspaces your files belong to.\n", AML_SV_ARG(path));
  return AML_EXIT_CLEAN;
}

static const char *const schema_names[] = {"config", "exceptions", "rule"};
enum { SCHEMA_COUNT = sizeof schema_names / sizeof schema_names[0] };

static aml_sv schema_name_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_sv_of(schema_names[i]);
}

static aml_sv schema_text(size_t i) {
  const aml_sv texts[SCHEMA_COUNT] = {
      aml_sv_of(aml_config_schema), aml_sv_of(aml_exceptions_schema), aml_rule_schema()};
  return texts[i];
}

int aml_command_schema(aml_app *app) {
  aml_sv wanted =
      app->arguments.operands.count == 0 ? (aml_sv){NULL, 0} : aml_sv_of(app->arguments.operands.items[0]);
  for (size_t i = 0; i < SCHEMA_COUNT; i++) {
    if (aml_sv_eq(schema_name_at(NULL, i), wanted)) {
      aml_app_print(app, schema_text(i));
      return AML_EXIT_CLEAN;
    }
  }
  size_t near = aml_suggest(wanted, SCHEMA_COUNT, schema_name_at, NULL);
  if (near == AML_NPOS) {
    return aml_app_complain(app, "Which schema? See 'amlint schema --help' for the names.");
  }
  return aml_app_complain(
      app, "There is no schema '%.*s'; did you mean '%s'?", AML_SV_ARG(wanted), schema_names[near]);
}
