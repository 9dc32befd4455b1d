#include "cli/formats.h"

#include "base/suggest.h"
#include "cli/help.h"
#include "report/audit.h"
#include "report/report.h"

/* What formats that are nothing else are for. */
static aml_sv usual_summary(aml_sv name) {
  static const struct {
    aml_sv name, summary;
  } usual[] = {{AML_SV_CONST("text"), AML_SV_CONST("for people")},
      {AML_SV_CONST("json"), AML_SV_CONST("for programs")},
      {AML_SV_CONST("markdown"), AML_SV_CONST("for documents and comments")},
      {AML_SV_CONST("csv"), AML_SV_CONST("for spreadsheets")},
      {AML_SV_CONST("sarif"), AML_SV_CONST("for code scanning: the findings alone")},
      {AML_SV_CONST("html"), AML_SV_CONST("one page, for a browser")}};
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
    if (aml_sv_eq(usual[i].name, name)) {
      return usual[i].summary;
    }
  }
  return (aml_sv){NULL, 0};
}

bool aml_format_at(const char *formats, size_t i, aml_format_name *out) {
  aml_sv words = aml_sv_of(formats);
  if (aml_sv_eq(words, AML_SV("@reports"))) {
    const aml_reporter *reporter = aml_reporter_at(i);
    *out = reporter == NULL ? (aml_format_name){0}
                            : (aml_format_name){aml_sv_of(reporter->name), aml_sv_of(reporter->summary)};
  } else if (aml_sv_eq(words, AML_SV("@audit"))) {
    const aml_audit_format *format = aml_audit_format_at(i);
    *out = format == NULL
               ? (aml_format_name){0}
               : (aml_format_name){aml_sv_of(format->name), usual_summary(aml_sv_of(format->name))};
  } else {
    *out = (aml_format_name){0};
    for (size_t k = 0; k <= i; k++) {
      out->name = aml_take_word(&words);
    }
    out->summary = usual_summary(out->name);
  }
  return out->name.len > 0;
}

static aml_sv format_name_at(const void *ctx, size_t i) {
  aml_format_name format;
  (void)aml_format_at(ctx, i, &format);
  return format.name;
}

static size_t count_formats(const char *formats) {
  size_t count = 0;
  for (aml_format_name format; aml_format_at(formats, count, &format);) {
    count++;
  }
  return count;
}

/* The names as "text, json or markdown". */
static aml_sv list_formats(aml_app *app, const char *formats, size_t count) {
  aml_sv list = format_name_at(formats, 0);
  for (size_t i = 1; i < count; i++) {
    aml_sv name = format_name_at(formats, i);
    list = aml_sv_format(
        app->arena, "%.*s%s%.*s", AML_SV_ARG(list), i + 1 == count ? " or " : ", ", AML_SV_ARG(name));
  }
  return list;
}

static bool check_format(aml_app *app, const char *formats, aml_sv name) {
  size_t count = count_formats(formats);
  for (size_t i = 0; i < count; i++) {
    if (aml_sv_eq(format_name_at(formats, i), name)) {
      return true;
    }
  }
  size_t near = aml_suggest(name, count, format_name_at, formats);
  if (near != AML_NPOS) {
    aml_sv word = format_name_at(formats, near);
    (void)aml_app_complain(
        app, "Unknown format '%.*s'; did you mean '%.*s'?", AML_SV_ARG(name), AML_SV_ARG(word));
    return false;
  }
  aml_sv list = list_formats(app, formats, count);
  (void)aml_app_complain(
      app, "Unknown format '%.*s' for this command; expected %.*s.", AML_SV_ARG(name), AML_SV_ARG(list));
  return false;
}

bool aml_app_read_requests(aml_app *app, const char *formats, aml_output_requests *out) {
  const aml_words *given = &app->arguments.values[AML_OPT_FORMAT];
  *out = (aml_output_requests){0};
  size_t to_stdout = 0;
  for (size_t i = 0; i < given->count; i++) {
    aml_sv text = aml_sv_of(given->items[i]);
    size_t colon = aml_sv_find_char(text, ':', 0);
    aml_output_request request = {.format = aml_sv_slice(text, 0, colon)};
    if (!check_format(app, formats, request.format)) {
      return false;
    }
    if (colon != AML_NPOS) {
      request.file = aml_sv_slice(text, colon + 1, text.len);
      if (request.file.len == 0) {
        (void)aml_app_complain(app, "'--format %.*s' needs a file name after the colon.", AML_SV_ARG(text));
        return false;
      }
    }
    to_stdout += request.file.len == 0 ? 1 : 0;
    AML_VEC_PUSH(app->arena, &out->list, request);
  }
  if (to_stdout > 1) {
    (void)aml_app_complain(
        app, "Only one '--format' may go to standard output; write NAME:FILE for the others.");
    return false;
  }
  if (given->count == 0) {
    AML_VEC_PUSH(app->arena, &out->list, ((aml_output_request){.format = format_name_at(formats, 0)}));
  }
  return true;
}

bool aml_app_read_command_requests(aml_app *app, aml_output_requests *out) {
  return aml_app_read_requests(app, aml_command_at(app->arguments.command)->formats, out);
}

static int write_one(aml_app *app, const aml_output_request *request, const aml_output_writer *writer) {
  if (request->file.len == 0) { /* a failed write is told by main, which finishes the stream */
    aml_status status = writer->write(writer->ctx, request, aml_output_write, app->out);
    return status == AML_OK || status == AML_ERR_IO ? AML_EXIT_CLEAN : AML_EXIT_TROUBLE;
  }
  aml_error error = {0};
  aml_replacement *file = aml_replacement_new(app->arena, &aml_file_system, request->file, &error);
  if (file == NULL) {
    return aml_app_complain(app, "%s", error.text);
  }
  aml_status status = writer->write(writer->ctx, request, aml_replacement_write, file);
  if (status != AML_OK && status != AML_ERR_IO) {
    aml_replacement_abandon(file);
    return AML_EXIT_TROUBLE;
  }
  /* A refused write sticks, and the commit tells why. */
  if (aml_replacement_commit(file, &error) != AML_OK) {
    return aml_app_complain(app, "%s", error.text);
  }
  return AML_EXIT_CLEAN;
}

int aml_app_write_requests(
    aml_app *app, const aml_output_requests *requests, const aml_output_writer *writer) {
  int status = AML_EXIT_CLEAN;
  for (size_t i = 0; i < requests->list.count; i++) {
    if (write_one(app, &requests->list.items[i], writer) != AML_EXIT_CLEAN) {
      status = AML_EXIT_TROUBLE;
    }
  }
  return status;
}

aml_status aml_app_render(aml_app *app, aml_engine *core, const aml_rendering *rendering) {
  aml_status status = aml_engine_render(core, rendering);
  if (status != AML_OK && status != AML_ERR_IO) {
    (void)aml_app_complain(app, "Out of memory.");
  }
  return status;
}

bool aml_request_is(const aml_output_request *request, const char *format) {
  return aml_sv_eq(request->format, aml_sv_of(format));
}
