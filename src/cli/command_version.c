/* --version. */
#include "base/regex.h"
#include "cli/app.h"
#include "facts/facts.h"
#include "tree/read.h"

#ifdef __clang__
#  define COMPILER "" /* whose version begins with its name */
#else
#  define COMPILER "gcc "
#endif

int aml_app_show_version(aml_app *app) {
  aml_app_printf(app, "amlint %s\n", amlint_version());
  if (aml_has(&app->arguments, AML_OPT_VERBOSE)) {
    aml_error error;
    const aml_facts *facts = aml_facts_new(app->arena, (aml_sv){NULL, 0}, &error);
    aml_sv facts_version = facts == NULL ? AML_SV("?") : aml_facts_version(facts);
    aml_sv regex_version = aml_regex_library_version(app->arena);
    aml_app_printf(app, "facts %.*s\nlibyaml %s\nPCRE2 %.*s\nbuilt by %s%s, %s\n", AML_SV_ARG(facts_version),
        aml_yaml_library_version(), AML_SV_ARG(regex_version), COMPILER, __VERSION__, AMLINT_BUILD_KIND);
  }
  return AML_EXIT_CLEAN;
}
