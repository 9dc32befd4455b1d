#include "cli/app.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/strbuf.h"
#include "report/place.h"
#include "source/lines.h"
#include "tree/read.h"

static void write_all(int fd, aml_sv text) {
  while (text.len > 0) {
    ssize_t n = write(fd, text.data, text.len);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return;
    }
    text = aml_sv_slice(text, (size_t)n, text.len);
  }
}

__attribute__((format(printf, 2, 0))) static void say(aml_app *app, const char *format, va_list args) {
  char text[2048];
  (void)vsnprintf(text, sizeof text, format, args);
  aml_sv line =
      aml_sv_format(app->arena, "amlint: %.*s\n", AML_SV_ARG(aml_text_safe(app->arena, aml_sv_of(text))));
  write_all(app->err, line);
}

int aml_app_complain(aml_app *app, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(app, format, args);
  va_end(args);
  return AML_EXIT_TROUBLE;
}

void aml_app_remark(aml_app *app, const char *format, ...) {
  if (aml_has(&app->arguments, AML_OPT_QUIET)) {
    return;
  }
  va_list args;
  va_start(args, format);
  say(app, format, args);
  va_end(args);
}

void aml_app_print(aml_app *app, aml_sv text) {
  (void)aml_output_write(app->out, text.data, text.len);
}

void aml_app_printf(aml_app *app, const char *format, ...) {
  va_list args;
  va_start(args, format);
  aml_arena_mark mark = aml_arena_set_mark(app->arena);
  aml_app_print(app, aml_sv_vformat(app->arena, format, args));
  aml_arena_rewind(app->arena, &mark);
  va_end(args);
}

static bool is_set(const aml_app *app, const char *name) {
  const char *value = app->environment(name);
  return value != NULL && value[0] != '\0';
}

static bool is_forced(const aml_app *app, const char *name) {
  return is_set(app, name) && strcmp(app->environment(name), "0") != 0;
}

bool aml_app_wants_color(const aml_app *app) {
  const char *when = aml_option_value(&app->arguments, AML_OPT_COLOR);
  if (when != NULL && strcmp(when, "auto") != 0) {
    return strcmp(when, "always") == 0;
  }
  if (is_set(app, "NO_COLOR")) {
    return false;
  }
  if (is_forced(app, "FORCE_COLOR") || is_forced(app, "CLICOLOR_FORCE")) {
    return true;
  }
  const char *clicolor = app->environment("CLICOLOR");
  const char *terminal = app->environment("TERM");
  bool is_refused = clicolor != NULL && strcmp(clicolor, "0") == 0;
  bool is_dumb = terminal == NULL || terminal[0] == '\0' || strcmp(terminal, "dumb") == 0;
  return app->is_out_terminal && !is_refused && !is_dumb;
}

aml_status aml_app_read_input(aml_app *app, size_t max, aml_sv *out, aml_error *error) {
  aml_strbuf text;
  if (app->has_input) {
    *out = app->input;
    return AML_OK;
  }
  aml_strbuf_init(&text, app->arena, max);
  char bytes[65536];
  for (;;) {
    ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return aml_fail(error, AML_ERR_IO, "Standard input cannot be read: %s.", strerror(errno));
    }
    if (n == 0) {
      break;
    }
    aml_strbuf_add(&text, (aml_sv){bytes, (size_t)n});
    if (text.overflowed) {
      return aml_fail(error, AML_ERR_LIMIT, "Standard input is larger than the limit of %zu bytes.", max);
    }
  }
  app->has_input = true;
  app->input = aml_strbuf_view(&text);
  *out = app->input;
  return AML_OK;
}

bool aml_app_read_day(aml_app *app, const aml_facts *facts, aml_day *out) {
  const char *given = aml_option_value(&app->arguments, AML_OPT_AS_OF);
  aml_error error;
  facts = facts != NULL || given != NULL ? facts : aml_facts_new(app->arena, (aml_sv){NULL, 0}, &error);
  bool is_read = aml_day_to_judge_by(given, out, &error) == AML_OK &&
                 (given != NULL || (facts != NULL && aml_facts_admit(facts, *out, &error) == AML_OK));
  if (!is_read) {
    (void)aml_app_complain(app, "%s", error.text);
  }
  return is_read;
}

void aml_app_print_safe(aml_app *app, aml_sv text) {
  aml_app_print(app, aml_text_safe(app->arena, text));
}

int aml_app_complain_of(aml_app *app, const aml_sources *sources, const aml_diags *diags) {
  for (size_t i = 0; i < diags->list.count; i++) {
    const aml_diag *diag = &diags->list.items[i];
    aml_source *source = aml_span_is_none(diag->span) ? NULL : aml_sources_get(sources, diag->span.source);
    if (source == NULL) {
      (void)aml_app_complain(app, "%.*s", AML_SV_ARG(diag->message.text));
      continue;
    }
    aml_source_index_lines(source, app->arena);
    aml_position at = aml_source_locate(source, diag->span.begin);
    (void)aml_app_complain(app, "%.*s:%u:%u: %.*s%s%.*s", AML_SV_ARG(source->path), at.line, at.column,
        AML_SV_ARG(diag->message.text), diag->help.len > 0 ? " " : "", AML_SV_ARG(diag->help));
  }
  return AML_EXIT_TROUBLE;
}

const aml_value *aml_app_read_tree(aml_app *app, aml_sources *sources, const char *path, const char *noun) {
  aml_source *source = aml_sources_add(sources, aml_sv_of(path), aml_sv_of(path));
  uint32_t bad_at = 0;
  aml_error error;
  if (aml_source_read(source, app->arena, AML_LIMIT_FILE_BYTES, &bad_at, &error) != AML_OK) {
    (void)aml_app_complain(app, "%s: %s", path, error.text);
    return NULL;
  }
  aml_diags diags;
  aml_diags_init(&diags, app->arena);
  aml_tree *tree = aml_tree_read(source, app->arena, &diags);
  if (diags.list.count > 0 && noun != NULL) {
    diags.list.count = 1;
    diags.list.items[0].message =
        aml_message_of(app->arena, "This is not a valid %s: the text is malformed here.", noun);
    diags.list.items[0].help = (aml_sv){NULL, 0};
  }
  if (diags.list.count > 0) {
    (void)aml_app_complain_of(app, sources, &diags);
    return NULL;
  }
  return tree->documents.items[0].root;
}

aml_sv aml_app_folder(aml_app *app) {
  char path[PATH_MAX];
  return getcwd(path, sizeof path) == NULL ? (aml_sv){NULL, 0} : aml_sv_dup(app->arena, aml_sv_of(path));
}
