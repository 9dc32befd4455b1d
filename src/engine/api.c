/* The public API: options in, findings and reports out, all on one engine. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/pool.h"
#include "base/shorten.h"
#include "base/stack.h"
#include "engine/conclude.h"
#include "engine/core.h"
#include "engine/front_ends.h"
#include "engine/render.h"
#include "source/lines.h"
#include "source/paths.h"

struct amlint_engine {
  aml_engine core;
  amlint_finding *findings; /* made when first asked for */
};

aml_engine *aml_engine_core(amlint_engine *engine) {
  return &engine->core;
}

const char *amlint_version(void) {
  return AMLINT_VERSION;
}

static amlint_status fail(amlint_error *error, amlint_status status, const char *text) {
  if (error != NULL) {
    error->status = status;
    (void)snprintf(error->text, sizeof error->text, "%s", text);
  }
  return status;
}

static amlint_status fail_guard(amlint_error *error, aml_status status) {
  return status == AML_ERR_LIMIT ? fail(error, AMLINT_ERROR_LIMIT, "A memory limit was reached.")
                                 : fail(error, AMLINT_ERROR_MEMORY, "Out of memory.");
}

/* One call on the engine, run under the guard of its arena. */
typedef struct call {
  amlint_engine *engine;
  const amlint_options *options;
  const char *text;
  const char *bytes;
  size_t size;
  amlint_error *error;
  amlint_status status;
} call;

static void copy_list(aml_engine *core, aml_texts *out, amlint_list list) {
  for (size_t i = 0; i < list.count; i++) {
    AML_VEC_PUSH(&core->kept_arena, out, aml_sv_dup(&core->kept_arena, aml_sv_of(list.items[i])));
  }
}

static aml_sv copy_text(aml_engine *core, const char *text) {
  return aml_sv_dup(&core->kept_arena, aml_sv_of(text));
}

/* "error", "warning", "note" and the two words for none; false for any other. */
static bool read_severity(aml_sv text, aml_severity *out) {
  *out = aml_severity_of(text);
  return *out != AML_SEVERITY_NONE || aml_sv_ieq(text, AML_SV("off")) || aml_sv_ieq(text, AML_SV("never"));
}

__attribute__((format(printf, 2, 3))) static void refuse(call *self, const char *format, ...) {
  char message[256];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(message, sizeof message, format, args);
  va_end(args);
  self->status = fail(self->error, AMLINT_ERROR_INPUT, message);
}

static void copy_severities(call *self) {
  aml_engine *core = &self->engine->core;
  for (size_t i = 0; i < self->options->severities.count; i++) {
    aml_sv text = aml_sv_dup(&core->kept_arena, aml_sv_of(self->options->severities.items[i]));
    size_t equals = aml_sv_find_char(text, '=', 0);
    aml_config_severity line = {.rule = aml_sv_slice(text, 0, equals)};
    if (equals == AML_NPOS || !read_severity(aml_sv_slice(text, equals + 1, text.len), &line.severity)) {
      refuse(self, "Invalid severity '%s': expected RULE=error, RULE=warning, RULE=note or RULE=off.",
          self->options->severities.items[i]);
      return;
    }
    AML_VEC_PUSH(&core->kept_arena, &core->request.options.severities, line);
  }
}

static void copy_days_and_levels(call *self) {
  aml_engine_options *out = &self->engine->core.request.options;
  const amlint_options *options = self->options;
  aml_error error;
  out->is_today = options->as_of == NULL;
  if (aml_day_to_judge_by(options->as_of, &out->as_of, &error) != AML_OK) {
    refuse(self, "%s", error.text);
  }
  if (options->fail_on != NULL) {
    out->has_fail_on = true;
    if (!read_severity(aml_sv_of(options->fail_on), &out->fail_on)) {
      refuse(self, "Invalid threshold '%s': expected error, warning, note or never.", options->fail_on);
    }
  }
}

static void copy_touched(call *self) {
  static const struct {
    aml_sv word;
    aml_touched touched;
  } words[] = {{AML_SV_CONST(""), AML_TOUCHED_RESOURCE}, {AML_SV_CONST("line"), AML_TOUCHED_LINE},
      {AML_SV_CONST("resource"), AML_TOUCHED_RESOURCE}, {AML_SV_CONST("file"), AML_TOUCHED_FILE}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_eq(words[i].word, aml_sv_of(self->options->touched))) {
      self->engine->core.request.options.touched = words[i].touched;
      return;
    }
  }
  refuse(self, "Invalid unit of change '%s': expected line, resource or file.", self->options->touched);
}

static aml_sv working_folder(call *self) {
  char path[PATH_MAX];
  char real[PATH_MAX];
  char reason[128];
  const char *given = self->options->folder;
  const char *folder = given != NULL ? given : getcwd(path, sizeof path);
  if (folder != NULL && realpath(folder, real) != NULL) {
    return copy_text(&self->engine->core, real);
  }
  const char *why = strerror_r(errno, reason, sizeof reason);
  if (given != NULL) {
    refuse(self, "The folder '%s' was not found: %s.", given, why);
  } else {
    refuse(self, "The working folder was not found: %s.", why);
  }
  return (aml_sv){NULL, 0};
}

static void copy_as_given(aml_engine *core, const amlint_options *options) {
#define AML_KEPT_TEXT(member, option) core->request.options.member = copy_text(core, options->member);
#define AML_KEPT_LIST(member, option) copy_list(core, &core->request.options.member, options->member);
#define AML_KEPT_FLAG(member, option) core->request.options.member = options->member;
#include "engine/kept_options.def"
#undef AML_KEPT_TEXT
#undef AML_KEPT_LIST
#undef AML_KEPT_FLAG
}

/* What is kept for every run. */
static void create(void *ctx) {
  call *self = ctx;
  aml_engine *core = &self->engine->core;
  const amlint_options *options = self->options;
  aml_engine_options *out = &core->request.options;
  core->inputs.front_ends = &aml_all_front_ends;
  core->request.kept_rules = aml_rule_bodies_new(&core->kept_arena);
  copy_as_given(core, options);
  out->folder = working_folder(self);
  out->module_cache = options->module_cache == NULL
                          ? (aml_sv){NULL, 0}
                          : aml_path_join(&core->kept_arena, out->folder, aml_sv_of(options->module_cache));
  out->jobs = options->jobs == 0 ? aml_pool_processors() : options->jobs;
  out->max_memory = options->max_memory;
  out->timeout = options->timeout == 0 ? AML_RUN_SECONDS : options->timeout;
  copy_days_and_levels(self);
  copy_touched(self);
  copy_severities(self);
}

static void begin_run(void *ctx) {
  aml_engine_begin(ctx);
}

amlint_engine *amlint_engine_new(const amlint_options *options, amlint_error *error) {
  const amlint_options defaults = AMLINT_OPTIONS_INIT;
  options = options == NULL ? &defaults : options;
  if (options->version != AMLINT_OPTIONS_VERSION) {
    (void)fail(error, AMLINT_ERROR_INPUT, "The options belong to another version of the library.");
    return NULL;
  }
  amlint_engine *engine = calloc(1, sizeof *engine);
  if (engine == NULL) {
    (void)fail(error, AMLINT_ERROR_MEMORY, "Out of memory.");
    return NULL;
  }
  aml_engine_init(&engine->core);
  aml_arena_init(&engine->core.kept_arena, SIZE_MAX);
  call self = {.engine = engine, .options = options, .error = error};
  aml_status status = aml_guard_run(&engine->core.kept_arena, create, &self);
  if (status == AML_OK && self.status == AMLINT_OK) {
    status = aml_guard_run(&engine->core.arena, begin_run, &engine->core);
  }
  if (status != AML_OK) {
    (void)fail_guard(error, status);
  }
  if (status != AML_OK || self.status != AMLINT_OK) {
    amlint_engine_free(engine);
    return NULL;
  }
  return engine;
}

void amlint_engine_free(amlint_engine *engine) {
  if (engine == NULL) {
    return;
  }
  aml_engine_release(&engine->core);
  aml_arena_release(&engine->core.kept_arena);
  free(engine);
}

amlint_status amlint_engine_reset(amlint_engine *engine, amlint_error *error) {
  aml_engine *core = &engine->core;
  aml_engine_release(core);
  *engine = (amlint_engine){.core = {.kept_arena = core->kept_arena,
                                .inputs.front_ends = core->inputs.front_ends,
                                .request = {.options = core->request.options,
                                    .kept_rules = core->request.kept_rules,
                                    .progress = core->request.progress}}};
  aml_engine_init(core);
  aml_status status = aml_guard_run(&core->arena, begin_run, core);
  return status == AML_OK ? AMLINT_OK : fail_guard(error, status);
}

static amlint_status run_call(call *self, void (*body)(void *ctx)) {
  if (self->engine->core.has_run && body != NULL) {
    return fail(self->error, AMLINT_ERROR_INPUT, "The engine has already run; create a new one.");
  }
  aml_status status = aml_guard_run(&self->engine->core.arena, body, self);
  return status == AML_OK ? self->status : fail_guard(self->error, status);
}

static void add_path(void *ctx) {
  call *self = ctx;
  aml_engine *core = &self->engine->core;
  AML_VEC_PUSH(&core->arena, &core->request.paths, aml_sv_dup(&core->arena, aml_sv_of(self->text)));
}

amlint_status amlint_add_path(amlint_engine *engine, const char *path, amlint_error *error) {
  call self = {.engine = engine, .text = path, .error = error};
  return run_call(&self, add_path);
}

static void add_text(void *ctx) {
  call *self = ctx;
  aml_engine *core = &self->engine->core;
  aml_file *file = aml_engine_add_file(
      &core->inputs, aml_sv_dup(&core->arena, aml_sv_of(self->text)), (aml_sv){NULL, 0}, true);
  if (!file->is_given) {
    file->is_given = true;
    file->given = aml_sv_dup(&core->arena, (aml_sv){self->bytes, self->size});
  }
}

amlint_status amlint_add_text(
    amlint_engine *engine, const char *name, const char *bytes, size_t size, amlint_error *error) {
  call self = {.engine = engine, .text = name, .bytes = bytes, .size = size, .error = error};
  return run_call(&self, add_text);
}

static void run_stages(void *ctx) {
  call *self = ctx;
  aml_engine_run_stages(&self->engine->core);
}

static void run(void *ctx) {
  call *self = ctx;
  self->status = run_call(self, run_stages);
}

amlint_status amlint_run(amlint_engine *engine, amlint_error *error) {
  call self = {.engine = engine, .error = error};
  if (engine->core.request.has_stack) {
    run(&self);
  } else if (!aml_stack_run(run, &self)) {
    return fail(error, AMLINT_ERROR_MEMORY, "A thread with a stack of 8 MB could not be started.");
  }
  return self.status;
}

int amlint_exit_status(const amlint_engine *engine) {
  return engine->core.has_run ? engine->core.result.exit_status : 2;
}

size_t amlint_finding_count(const amlint_engine *engine) {
  return engine->core.findings.list.count;
}

amlint_counts amlint_get_counts(const amlint_engine *engine) {
  const aml_counts *from = &engine->core.result.counts;
  return (amlint_counts){.files_checked = from->files_checked,
      .files_passed_over = from->files_passed_over,
      .files_failed = from->files_failed,
      .files_unread = engine->core.result.unread.count,
      .errors = from->errors,
      .warnings = from->warnings,
      .notes = from->notes,
      .suppressed = from->suppressed,
      .undecided = from->undecided};
}

static amlint_location locate(aml_engine *core, aml_span span) {
  if (aml_span_is_none(span)) {
    return (amlint_location){.file = "", .line = 1, .column = 1, .end_line = 1, .end_column = 1};
  }
  aml_source *source = aml_sources_get(core->inputs.sources, span.source);
  aml_source_index_lines(source, &core->arena);
  aml_position begin = aml_source_locate(source, span.begin);
  aml_position end = aml_source_locate(source, span.end);
  return (amlint_location){.file = aml_sv_cstr(&core->arena, source->path),
      .line = begin.line,
      .column = begin.column,
      .end_line = end.line,
      .end_column = end.column,
      .offset = span.begin,
      .length = span.end - span.begin};
}

static void make_findings(void *ctx) {
  call *self = ctx;
  aml_engine *core = &self->engine->core;
  aml_engine_fingerprint(&core->findings, core->inputs.sources);
  amlint_finding *list = AML_NEW_ARRAY(&core->arena, amlint_finding, core->findings.list.count);
  for (size_t i = 0; i < core->findings.list.count; i++) {
    const aml_finding *from = core->findings.list.items[i];
    const aml_resource *resource = from->resource;
    list[i] = (amlint_finding){.rule = aml_sv_cstr(&core->arena, from->rule->id),
        .name = aml_sv_cstr(&core->arena, from->rule->name),
        .severity = (amlint_severity)from->severity,
        .status = (amlint_finding_status)from->status,
        .message = aml_sv_cstr(&core->arena, from->message.text),
        .help = aml_sv_cstr(&core->arena,
            from->help.len > 0 || from->status == AML_UNDECIDED ? from->help : from->rule->help),
        .location = locate(core, from->span),
        .resource_type = resource == NULL ? "" : aml_sv_cstr(&core->arena, resource->type),
        .resource_name = resource == NULL
                             ? ""
                             : aml_sv_cstr(&core->arena, aml_shorten(&core->arena, resource->shown_name)),
        .property = aml_sv_cstr(&core->arena, from->property),
        .fingerprint = aml_sv_cstr(&core->arena, from->fingerprint)};
  }
  self->engine->findings = list;
}

bool amlint_finding_at(amlint_engine *engine, size_t index, amlint_finding *out) {
  if (index >= engine->core.findings.list.count) {
    return false;
  }
  call self = {.engine = engine};
  if (engine->findings == NULL && aml_guard_run(&engine->core.arena, make_findings, &self) != AML_OK) {
    return false;
  }
  *out = engine->findings[index];
  return true;
}

bool amlint_notice_at(amlint_engine *engine, size_t index, amlint_notice *out) {
  if (index >= engine->core.remarks.notices.count) {
    return false;
  }
  const aml_notice *notice = &engine->core.remarks.notices.items[index];
  *out = (amlint_notice){(amlint_severity)notice->severity, notice->message.data};
  return true;
}

const char *amlint_format_at(size_t index) {
  const aml_reporter *reporter = aml_reporter_at(index);
  return reporter == NULL ? NULL : reporter->name;
}

const char *amlint_variable_at(size_t index) {
  return aml_report_variable_at(index);
}

/* "NAME=value" texts as an object. */
static const aml_value *make_environment(aml_arena *arena, const char *const *variables) {
  aml_object_builder builder;
  aml_object_begin(&builder, arena);
  for (; *variables != NULL; variables++) {
    aml_sv value = aml_sv_of(*variables);
    aml_sv name = aml_sv_split(&value, '=');
    aml_object_add(&builder, name, AML_NO_SPAN, aml_value_string(arena, value, AML_NO_SPAN));
  }
  return aml_object_end(&builder, AML_NO_SPAN, 0);
}

typedef struct reporting {
  aml_engine *core;
  const aml_reporter *reporter;
  aml_report_options options;
  const char *const *variables;
} reporting;

static bool make_report(void *ctx, aml_write write, void *sink) {
  reporting *self = ctx;
  if (self->reporter->takes_fingerprints) {
    aml_engine_fingerprint(&self->core->findings, self->core->inputs.sources);
  }
  if (self->reporter->takes_all_secrets) {
    const aml_secret_search search = aml_engine_secrets_of(self->core);
    aml_engine_find_all_secrets(&search);
  }
  if (self->variables != NULL) {
    self->options.environment = make_environment(&self->core->arena, self->variables);
  }
  return self->reporter->write(&self->core->result.run, &self->options, write, sink);
}

amlint_status amlint_report(amlint_engine *engine, const char *format, const amlint_report_options *options,
    amlint_write write, void *context, amlint_error *error) {
  const aml_reporter *reporter = aml_reporter_find(aml_sv_of(format));
  if (reporter == NULL) {
    return fail(error, AMLINT_ERROR_INPUT, "No format has this name.");
  }
  if (!engine->core.has_run) {
    return fail(error, AMLINT_ERROR_INPUT, "The engine has not run yet.");
  }
  reporting self = {.core = &engine->core, .reporter = reporter};
  if (options != NULL) {
    self.options = (aml_report_options){.color = options->color ? AML_COLOR_ON : AML_COLOR_OFF,
        .width = (int)options->width,
        .show_undecided = options->show_undecided,
        .show_suppressed = options->show_suppressed,
        .is_quiet = options->quiet,
        .is_verbose = options->verbose,
        .profile = aml_sv_of(options->profile),
        .category = aml_sv_of(options->category),
        .has_statistics = options->statistics,
        .embed = options->embed};
    self.variables = options->variables;
  }
  bool had_ended = engine->core.remarks.has_ended;
  const aml_rendering rendering = {"Writing the report", make_report, &self, write, context};
  aml_status status = aml_engine_render(&engine->core, &rendering);
  if (engine->core.remarks.has_ended && !had_ended) {
    engine->findings = NULL; /* there are others now */
  }
  if (status == AML_ERR_IO) {
    return fail(error, AMLINT_ERROR_IO, "The report could not be written.");
  }
  return status == AML_OK ? AMLINT_OK : fail_guard(error, status);
}
