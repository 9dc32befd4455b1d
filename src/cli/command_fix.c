/* amlint fix: applies the machine edits of findings. */
#include "engine/fix.h"

#include <string.h>

#include "base/limits.h"
#include "cli/app.h"
#include "engine/core.h"
#include "engine/render.h"

/* An edit may uncover another finding at the same place, so files are checked again, in memory, until nothing
 * more can be done. */
enum { MOST_PASSES = 8 };

typedef struct fixing {
  aml_app *app;
  aml_map files; /* shown path to aml_fixed_file: all that was done so far */
  aml_map texts; /* shown path to aml_sv: the files' bytes after it */
  size_t applied, unsafe;
  amlint_engine *engine;   /* of the last pass */
  amlint_engine *troubled; /* of the last pass that was not complete: a disk or memory may fail in one and
                              serve in the next; NULL for none */
} fixing;

/* Adds what a pass did to one file. */
static int keep_file(fixing *m, aml_fixed_file *file) {
  aml_arena *arena = m->app->arena;
  aml_sv *bytes = AML_NEW(arena, aml_sv);
  if (!aml_fix_encode(arena, file, bytes)) {
    return aml_app_complain(m->app,
        "'%.*s' is not in UTF-8, and amlint writes nothing else; convert it first.",
        AML_SV_ARG(file->source->path));
  }
  (void)aml_map_put(&m->texts, file->source->path, bytes);
  aml_fixed_file *former = aml_map_find(&m->files, file->source->path);
  if (former == NULL) {
    (void)aml_map_put(&m->files, file->source->path, file);
  } else {
    aml_fix_merge(arena, former, file);
  }
  return AML_EXIT_CLEAN;
}

typedef struct collecting {
  aml_engine *core;
  aml_fix_safety safety;
  aml_fixed fixed;
} collecting;

/* Whether all configurations could be read: else what is fixed may be what one of them accepts. */
static bool is_configured(const aml_engine *core) {
  const aml_diags *diags = &core->remarks.diags;
  bool is_fine = true;
  for (size_t i = 0; i < diags->list.count && is_fine; i++) {
    const aml_diag *diag = &diags->list.items[i];
    bool is_of_configuration = strcmp(diag->rule, "AML012") == 0 || strcmp(diag->rule, "AML001") == 0;
    is_fine = !diag->is_incomplete || !is_of_configuration;
  }
  return is_fine;
}

/* Nothing is fixed of a run that ended before its time, or under another configuration than is meant. */
static void collect(void *ctx) {
  collecting *self = ctx;
  self->fixed = (aml_fixed){0};
  if (!self->core->remarks.has_ended && is_configured(self->core)) {
    aml_fix_collect(&self->core->result.run, self->safety, &self->fixed);
  }
}

/* One pass: lint and collect. */
static int run_pass(fixing *m, bool *is_done) {
  m->engine = aml_app_run_engine_on(m->app, &m->texts);
  if (m->engine == NULL) {
    return AML_EXIT_TROUBLE;
  }
  aml_engine *core = aml_engine_core(m->engine);
  bool takes_unsafe = aml_has(&m->app->arguments, AML_OPT_UNSAFE);
  collecting all = {.core = core, .safety = takes_unsafe ? AML_FIX_UNSAFE_TOO : AML_FIX_SAFE_ONLY};
  aml_status collected = aml_engine_run_within(core, "Collecting the fixes", collect, &all);
  if (collected != AML_OK) {
    aml_arena_give_up(m->app->arena, collected);
  }
  m->troubled = core->remarks.is_incomplete ? m->engine : m->troubled;
  aml_fixed fixed = all.fixed;
  m->applied += fixed.applied;
  m->unsafe = fixed.unsafe;
  *is_done = fixed.files.count == 0;
  int status = AML_EXIT_CLEAN;
  for (size_t i = 0; i < fixed.files.count && status == AML_EXIT_CLEAN; i++) {
    status = keep_file(m, fixed.files.items[i]);
  }
  return status;
}

static int run_passes(fixing *m) {
  bool is_done = false;
  for (int pass = 0; pass < MOST_PASSES && !is_done; pass++) {
    int status = run_pass(m, &is_done);
    if (status != AML_EXIT_CLEAN) {
      return status;
    }
  }
  return is_done
             ? AML_EXIT_CLEAN
             : aml_app_complain(m->app,
                   "The fixes still change each other after %d passes; no file was changed.", MOST_PASSES);
}

static int show(fixing *m) {
  for (size_t i = 0; i < m->files.count; i++) {
    aml_app_print(m->app, aml_fix_diff(m->app->arena, m->files.entries[i].value));
  }
  return m->files.count > 0 && aml_has(&m->app->arguments, AML_OPT_CHECK) ? AML_EXIT_FINDINGS
                                                                          : AML_EXIT_CLEAN;
}

/* What to do with a file: it still holds what the edits were made for, or it holds their result already (a
 * file may be here under two names), or neither. */
typedef enum aml_fix_turn { AML_FIX_WRITE, AML_FIX_IS_THERE, AML_FIX_TOO_LATE } aml_fix_turn;

/* Says what is wrong where it is too late. */
static aml_fix_turn look_again(const fixing *m, const aml_fixed_file *file) {
  const aml_source *source = file->source;
  aml_source now = {.id = source->id, .path = source->path, .file = source->file};
  aml_error error;
  aml_status status = aml_source_read(&now, m->app->arena, AML_LIMIT_FILE_BYTES, NULL, &error);
  if (status == AML_ERR_IO) {
    (void)aml_app_complain(m->app, "%s", error.text);
    return AML_FIX_TOO_LATE;
  }
  bool is_same = status == AML_OK && now.encoding == source->encoding;
  if (is_same && aml_sv_eq(now.bytes, file->before)) {
    return AML_FIX_WRITE;
  }
  if (is_same && aml_sv_eq(now.bytes, file->after)) {
    return AML_FIX_IS_THERE;
  }
  (void)aml_app_complain(
      m->app, "'%.*s' changed while it was being fixed; run the command again.", AML_SV_ARG(source->path));
  return AML_FIX_TOO_LATE;
}

static int write_file(fixing *m, const aml_fixed_file *file, aml_sv bytes) {
  aml_error error;
  aml_fix_turn turn = look_again(m, file);
  if (turn == AML_FIX_WRITE && aml_file_replace(m->app->arena, file->source->file, bytes, &error) != AML_OK) {
    return aml_app_complain(m->app, "%s", error.text);
  }
  return turn == AML_FIX_TOO_LATE ? AML_EXIT_TROUBLE : AML_EXIT_CLEAN;
}

/* Standard input goes to standard output whether or not it was changed, so that it can stand in a pipe. */
static int print_input(fixing *m, const aml_sv *changed) {
  aml_sv text;
  aml_error error;
  if (changed == NULL && aml_app_read_input(m->app, AML_LIMIT_FILE_BYTES, &text, &error) != AML_OK) {
    return aml_app_complain(m->app, "%s", error.text);
  }
  aml_app_print(m->app, changed == NULL ? text : *changed);
  return AML_EXIT_CLEAN;
}

static bool reads_input(const fixing *m) {
  const aml_words *paths = &m->app->arguments.operands;
  for (size_t i = 0; i < paths->count; i++) {
    if (strcmp(paths->items[i], "-") == 0) {
      return true;
    }
  }
  return false;
}

static int write_all(fixing *m) {
  const aml_sv *input = NULL;
  for (size_t i = 0; i < m->files.count; i++) {
    const aml_fixed_file *file = m->files.entries[i].value;
    const aml_sv *bytes = aml_map_find(&m->texts, m->files.entries[i].key);
    if (file->source->file.len == 0) {
      input = bytes;
    } else if (write_file(m, file, *bytes) != AML_EXIT_CLEAN) {
      return AML_EXIT_TROUBLE;
    }
  }
  return reads_input(m) ? print_input(m, input) : AML_EXIT_CLEAN;
}

static void sum_up(const fixing *m) {
  aml_app_remark(m->app, "%zu fix%s applied.", m->applied, m->applied == 1 ? "" : "es");
  if (m->unsafe > 0) {
    bool is_one = m->unsafe == 1;
    aml_app_remark(m->app, "%zu more %s what is deployed; after a review, apply %s with '--unsafe'.",
        m->unsafe, is_one ? "fix changes" : "fixes change", is_one ? "it" : "them");
  }
}

/* Whether anything could not be checked, which has been said. */
static bool tell_trouble(const fixing *m) {
  if (m->troubled == NULL) {
    return false;
  }
  (void)aml_app_tell_trouble(m->app, m->troubled);
  if (m->troubled != m->engine) {
    (void)aml_app_complain(
        m->app, "Not everything could be checked before the fixes; run the command again.");
  }
  return true;
}

int aml_command_fix(aml_app *app) {
  fixing m = {.app = app};
  aml_map_init(&m.files, app->arena, AML_MAP_EXACT);
  aml_map_init(&m.texts, app->arena, AML_MAP_EXACT);
  int status = run_passes(&m);
  if (status != AML_EXIT_CLEAN) {
    return status;
  }
  if (aml_has(&app->arguments, AML_OPT_DIFF) || aml_has(&app->arguments, AML_OPT_CHECK)) {
    status = show(&m);
    return tell_trouble(&m) ? AML_EXIT_TROUBLE : status;
  }
  if (write_all(&m) != AML_EXIT_CLEAN) {
    return AML_EXIT_TROUBLE;
  }
  sum_up(&m);
  return tell_trouble(&m) ? AML_EXIT_TROUBLE : AML_EXIT_CLEAN;
}
