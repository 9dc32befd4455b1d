/* Options and paths of the command line to an engine that has run. */
#include <string.h>

#include "base/limits.h"
#include "base/number.h"
#include "cli/progress_line.h"
#include "engine/core.h"
#include "report/place.h"
#include "source/paths.h"

static amlint_list list_of(const aml_app *app, aml_option_id id) {
  const aml_words *words = &app->arguments.values[id];
  return (amlint_list){words->items, words->count};
}

enum { MOST_JOBS = 1024 };

/* --jobs; 0 where it is not given, false where it is no number of threads. */
static bool read_jobs(const aml_app *app, unsigned *out) {
  const char *text = aml_option_value(&app->arguments, AML_OPT_JOBS);
  int64_t number = 0;
  *out = 0;
  if (text != NULL && (!aml_int_parse(aml_sv_of(text), &number) || number < 1 || number > MOST_JOBS)) {
    return false;
  }
  *out = (unsigned)number;
  return true;
}

enum { MOST_SECONDS = 1000000 };

static bool read_timeout(const aml_app *app, unsigned *out) {
  const char *text = aml_option_value(&app->arguments, AML_OPT_TIMEOUT);
  int64_t number = 0;
  if (text != NULL && (!aml_int_parse(aml_sv_of(text), &number) || number < 1 || number > MOST_SECONDS)) {
    return false;
  }
  *out = (unsigned)number;
  return true;
}

/* "512M", "2G": a number of megabytes or gigabytes. */
static bool read_memory(const aml_app *app, size_t *out) {
  const char *text = aml_option_value(&app->arguments, AML_OPT_MAX_MEMORY);
  if (text == NULL) {
    return true;
  }
  aml_sv size = aml_sv_of(text);
  bool is_giga = aml_sv_iends(size, AML_SV("G"));
  int64_t number = 0;
  if ((!is_giga && !aml_sv_iends(size, AML_SV("M"))) ||
      !aml_int_parse(aml_sv_slice(size, 0, size.len - 1), &number) || number < 1 || number > MOST_SECONDS) {
    return false;
  }
  *out = (size_t)number << (is_giga ? 30 : 20);
  return true;
}

/* What bounds the run; false where a number is wrong, which has been said. */
static bool read_bounds(aml_app *app, amlint_options *options) {
  const aml_arguments *given = &app->arguments;
  if (!read_jobs(app, &options->jobs)) {
    (void)aml_app_complain(app, "Invalid value '%s' for '--jobs': expected a number from 1 to %d.",
        aml_option_value(given, AML_OPT_JOBS), MOST_JOBS);
    return false;
  }
  if (!read_timeout(app, &options->timeout)) {
    (void)aml_app_complain(app, "Invalid value '%s' for '--timeout': expected a number from 1 to %d.",
        aml_option_value(given, AML_OPT_TIMEOUT), MOST_SECONDS);
    return false;
  }
  if (!read_memory(app, &options->max_memory)) {
    (void)aml_app_complain(app,
        "Invalid value '%s' for '--max-memory': expected a number with M or G, such as 512M.",
        aml_option_value(given, AML_OPT_MAX_MEMORY));
    return false;
  }
  return true;
}

/* The day to judge by; NULL: the clock's. A command that takes none judges nothing, and asks no clock that
 * may be wrong. */
static const char *day_to_judge_by(const aml_app *app) {
  bool judges = aml_option_is_for(aml_option_at(AML_OPT_AS_OF), app->arguments.command);
  return judges ? aml_option_value(&app->arguments, AML_OPT_AS_OF) : "9999-12-31";
}

/* Where modules of registries are: where Bicep itself puts them, unless it is said otherwise. */
static const char *module_cache(const aml_app *app) {
  const char *given = aml_option_value(&app->arguments, AML_OPT_MODULE_CACHE);
  const char *home = app->environment("HOME");
  bool has_home = home != NULL && home[0] == '/';
  return given != NULL ? given
         : has_home    ? aml_sv_cstr(app->arena, aml_sv_join(app->arena, aml_sv_of(home), AML_SV("/.bicep")))
                       : NULL;
}

static amlint_options engine_options(const aml_app *app, unsigned jobs) {
  const aml_arguments *given = &app->arguments;
  return (amlint_options){
#define AML_KEPT_TEXT(member, option) .member = aml_option_value(given, AML_OPT_##option),
#define AML_KEPT_LIST(member, option) .member = list_of(app, AML_OPT_##option),
#define AML_KEPT_FLAG(member, option) .member = aml_has(given, AML_OPT_##option),
#include "engine/kept_options.def"
#undef AML_KEPT_TEXT
#undef AML_KEPT_LIST
#undef AML_KEPT_FLAG
      .version = AMLINT_OPTIONS_VERSION,
      .as_of = day_to_judge_by(app),
      .fail_on = aml_option_value(given, AML_OPT_FAIL_ON),
      .touched = aml_option_value(given, AML_OPT_TOUCHED),
      .module_cache = module_cache(app),
      .severities = list_of(app, AML_OPT_SEVERITY),
      .jobs = jobs};
}

const char *aml_app_seen_from_root(aml_app *app, aml_sv name) {
  aml_sv absolute = aml_path_join(app->arena, aml_app_folder(app), name);
  aml_sv path = aml_path_relative(app->arena, aml_discover_root(app->arena, aml_app_folder(app)), absolute);
  return aml_sv_cstr(app->arena, aml_path_is_outside(path) ? absolute : path);
}

static int add_inputs(aml_app *app, amlint_engine *engine) {
  amlint_error error;
  const aml_words *paths = &app->arguments.operands;
  if (paths->count == 0 && amlint_add_path(engine, ".", &error) != AMLINT_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  for (size_t i = 0; i < paths->count; i++) {
    amlint_status status;
    if (strcmp(paths->items[i], "-") == 0) {
      const char *name = aml_option_value(&app->arguments, AML_OPT_STDIN_FILENAME);
      aml_sv text;
      aml_error failure;
      if (aml_app_read_input(app, AML_LIMIT_FILE_BYTES, &text, &failure) != AML_OK) {
        return aml_app_complain(app, "%s", failure.text);
      }
      const char *path = aml_app_seen_from_root(app, aml_sv_of(name == NULL ? "<stdin>" : name));
      status = amlint_add_text(engine, path, text.data, text.len, &error);
    } else {
      status = amlint_add_path(engine, paths->items[i], &error);
    }
    if (status != AMLINT_OK) {
      return aml_app_complain(app, "%s", error.text);
    }
  }
  return AML_EXIT_CLEAN;
}

static void free_engine(void *engine) {
  amlint_engine_free(engine);
}

static amlint_engine *make_engine(aml_app *app, const amlint_options *options) {
  amlint_error error;
  amlint_engine *engine = amlint_engine_new(options, &error);
  if (engine == NULL) {
    (void)aml_app_complain(app, "%s", error.text);
    return NULL;
  }
  aml_arena_defer(app->arena, free_engine, engine);
  aml_arena_share_guard(&aml_engine_core(engine)->arena, app->arena); /* commands look inside */
  return engine;
}

static amlint_engine *run(aml_app *app, amlint_engine *engine) {
  amlint_error error;
  aml_progress_line *line = aml_progress_line_start(app);
  aml_engine_core(engine)->request.has_stack = true; /* see main.c */
  aml_engine_core(engine)->request.progress = aml_progress_line_counts(line);
  amlint_status status = amlint_run(engine, &error);
  aml_progress_line_stop(line);
  if (status != AMLINT_OK) {
    (void)aml_app_complain(app, "%s", error.text);
    return NULL;
  }
  return engine;
}

amlint_engine *aml_app_run_engine_on(aml_app *app, const aml_map *texts) {
  amlint_options options = engine_options(app, 0);
  if (!read_bounds(app, &options)) {
    return NULL;
  }
  amlint_engine *engine = make_engine(app, &options);
  if (engine == NULL) {
    return NULL;
  }
  aml_engine_core(engine)->inputs.texts = texts;
  aml_engine_core(engine)->request.is_recorded = aml_asks_for_record(&app->arguments);
  return add_inputs(app, engine) == AML_EXIT_CLEAN ? run(app, engine) : NULL;
}

amlint_engine *aml_app_run_engine(aml_app *app) {
  return aml_app_run_engine_on(app, NULL);
}

/* What concerns findings is not asked for. */
static void ask_for_no_findings(amlint_options *options) {
  options->exceptions = (amlint_list){NULL, 0};
  options->baseline = options->changed_since = NULL;
  options->no_baseline = true;
  options->staged = options->force_exclude = options->fail_on_weakening = false;
}

amlint_engine *aml_app_declare_engine(aml_app *app, const char *const *paths, size_t count) {
  amlint_options options = engine_options(app, 0);
  ask_for_no_findings(&options);
  /* These are the command's own. */
  options.policies = options.aliases = options.parameters = (amlint_list){NULL, 0};
  amlint_engine *engine = make_engine(app, &options);
  amlint_error error;
  for (size_t i = 0; engine != NULL && i < count; i++) {
    if (amlint_add_path(engine, paths[i], &error) != AMLINT_OK) {
      (void)aml_app_complain(app, "%s", error.text);
      return NULL;
    }
  }
  return engine == NULL ? NULL : run(app, engine);
}

amlint_engine *aml_app_configure_engine(aml_app *app, aml_sv folder, aml_configured configured) {
  /* An empty text in the folder finds what is in force there, and nothing else. */
  const char *path =
      aml_app_seen_from_root(app, aml_path_join(app->arena, folder, AML_SV(".amlint.resource")));
  amlint_options options = engine_options(app, 1);
  ask_for_no_findings(&options);
  amlint_engine *engine = make_engine(app, &options);
  amlint_error error;
  if (engine == NULL) {
    return NULL;
  }
  aml_engine_core(engine)->request.skips_waivers = configured == AML_CONFIGURED_ALONE;
  if (amlint_add_text(engine, path, "", 0, &error) != AMLINT_OK) {
    (void)aml_app_complain(app, "%s", error.text);
    return NULL;
  }
  return run(app, engine);
}

aml_sv aml_app_configured_path(aml_app *app, const aml_config *config, aml_sv name) {
  bool is_here = aml_sv_eq(config->folder, aml_app_folder(app)) || aml_sv_eq(config->folder, AML_SV("."));
  return is_here ? name : aml_path_join(app->arena, config->folder, name);
}

bool aml_app_tell_trouble(aml_app *app, amlint_engine *engine) {
  bool is_incomplete = aml_engine_core(engine)->remarks.is_incomplete;
  if (is_incomplete) {
    (void)aml_app_tell_input_findings(app, engine, AMLINT_SEVERITY_ERROR);
    aml_app_tell_notices(app, engine, AMLINT_SEVERITY_ERROR);
  }
  return is_incomplete;
}

bool aml_app_tell_input_findings(aml_app *app, amlint_engine *engine, amlint_severity least) {
  amlint_finding finding;
  const aml_engine *core = aml_engine_core(engine);
  bool has_some = false;
  for (size_t i = 0; i < amlint_finding_count(engine); i++) {
    if (!amlint_finding_at(engine, i, &finding)) {
      aml_arena_give_up(app->arena, AML_ERR_MEMORY); /* what is not told would look as if all were well */
    }
    bool is_of_input = aml_sv_starts(aml_sv_of(finding.rule), AML_SV("AML0"));
    if (finding.severity >= least && (is_of_input || core->findings.list.items[i]->is_incomplete)) {
      has_some = true;
      (void)aml_app_complain(app, "%s:%u:%u: [%s] %s", finding.location.file, finding.location.line,
          finding.location.column, finding.rule, finding.message);
    }
  }
  return has_some;
}

/* Where a notice stands in a file: "PATH:LINE:COLUMN: "; empty where nowhere. */
static aml_sv place_of(const aml_run *run, aml_span span) {
  if (aml_span_is_none(span)) {
    return (aml_sv){NULL, 0};
  }
  aml_place place = aml_place_of(run, span);
  return aml_sv_format(run->arena, "%.*s:%u:%u: ", AML_SV_ARG(aml_place_path(run, span)), place.begin.line,
      place.begin.column);
}

void aml_app_tell_notices(aml_app *app, amlint_engine *engine, amlint_severity least) {
  amlint_notice notice;
  bool is_verbose = aml_has(&app->arguments, AML_OPT_VERBOSE);
  const aml_engine *core = aml_engine_core(engine);
  for (size_t i = 0; amlint_notice_at(engine, i, &notice); i++) {
    if (core->remarks.notices.items[i].is_in_summary && !is_verbose) {
      continue;
    }
    aml_sv place = place_of(&core->result.run, core->remarks.notices.items[i].span);
    if (notice.severity == AMLINT_SEVERITY_ERROR) {
      (void)aml_app_complain(app, "%.*s%s", AML_SV_ARG(place), notice.message);
    } else if (notice.severity >= least) {
      aml_app_remark(app, "%.*s%s", AML_SV_ARG(place), notice.message);
    }
  }
}
