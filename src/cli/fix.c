/* amlint fix: applies the machine edits of findings. */
#include "engine/fix.h"
#include "cli/app.h"
#include "engine/core.h"

/* An edit may uncover another finding at the same place, so files are checked again until nothing more can be
 * done. */
enum { MOST_PASSES = 8 };

static int write_file(aml_app *app, const aml_fixed_file *file) {
  aml_sv bytes;
  if (file->source->file.len == 0) {
    aml_app_print(app, file->after);
    return AML_EXIT_CLEAN;
  }
  if (!aml_fix_encode(app->arena, file, &bytes)) {
    return aml_app_complain(app, "'%.*s' is in UTF-16, which is not written; convert it to UTF-8 first.",
        AML_SV_ARG(file->source->path));
  }
  aml_error error;
  if (aml_file_replace(app->arena, file->source->file, bytes, &error) != AML_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  return AML_EXIT_CLEAN;
}

static int show(aml_app *app, const aml_fixed *fixed) {
  for (size_t i = 0; i < fixed->files.count; i++) {
    aml_app_print(app, aml_fix_diff(app->arena, fixed->run, fixed->files.items[i]));
  }
  return fixed->files.count > 0 && aml_has(&app->arguments, AML_OPT_CHECK) ? AML_EXIT_FINDINGS
                                                                           : AML_EXIT_CLEAN;
}

/* One pass: lint, collect, write. *left says whether another pass may do more. */
static int run_pass(aml_app *app, aml_fixed *fixed, amlint_engine **engine) {
  *engine = aml_app_run_engine(app);
  if (*engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  bool takes_unsafe = aml_has(&app->arguments, AML_OPT_UNSAFE);
  aml_fix_collect(aml_engine_core(*engine), takes_unsafe ? AML_FIX_UNSAFE_TOO : AML_FIX_SAFE_ONLY, fixed);
  return AML_EXIT_CLEAN;
}

static void sum_up(aml_app *app, size_t applied, const aml_fixed *last) {
  aml_app_remark(app, "%zu fix%s applied.", applied, applied == 1 ? "" : "es");
  if (last->unsafe > 0) {
    bool is_one = last->unsafe == 1;
    aml_app_remark(app, "%zu more %s what is deployed in ways you should look at; '--unsafe' applies %s too.",
        last->unsafe, is_one ? "changes" : "change", is_one ? "it" : "them");
  }
}

int aml_command_fix(aml_app *app) {
  bool only_shows = aml_has(&app->arguments, AML_OPT_DIFF) || aml_has(&app->arguments, AML_OPT_CHECK);
  size_t applied = 0;
  aml_fixed fixed = {0};
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    amlint_engine *engine;
    int status = run_pass(app, &fixed, &engine);
    if (status != AML_EXIT_CLEAN) {
      return status;
    }
    if (only_shows) {
      return show(app, &fixed);
    }
    for (size_t i = 0; i < fixed.files.count; i++) {
      status = write_file(app, fixed.files.items[i]);
      if (status != AML_EXIT_CLEAN) {
        return status;
      }
    }
    applied += fixed.applied;
    if (fixed.files.count == 0 || fixed.files.items[0]->source->file.len == 0) {
      sum_up(app, applied, &fixed);
      int result = amlint_exit_status(engine);
      return result == AML_EXIT_FINDINGS ? AML_EXIT_CLEAN : result;
    }
  }
  return aml_app_complain(
      app, "Fixes still change each other after %d passes; the files are as they were left.", MOST_PASSES);
}
