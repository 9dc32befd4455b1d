/* The formats that commands know, and --format: the same rules for every command. */
#ifndef AMLINT_CLI_FORMATS_H
#define AMLINT_CLI_FORMATS_H

#include "cli/app.h"
#include "engine/render.h"

typedef struct aml_format_name {
  aml_sv name;
  aml_sv summary; /* may be empty */
} aml_format_name;

/* Format i of what a command's table calls its formats, the usual one first; false past the end. */
bool aml_format_at(const char *formats, size_t i, aml_format_name *out);

typedef struct aml_output_request { /* one --format */
  aml_sv format;
  aml_sv file; /* empty: standard output */
} aml_output_request;

typedef struct aml_output_requests {
  AML_VEC(aml_output_request) list; /* at least one */
} aml_output_requests;

/* Reads every --format; the usual one of `formats` where there is none. False, with the trouble said, for an
 * unknown name and for two that go to standard output. Call it before the work is done. */
bool aml_app_read_requests(aml_app *app, const char *formats, aml_output_requests *out);
/* The same with the formats of the command line's command. */
bool aml_app_read_command_requests(aml_app *app, aml_output_requests *out);

typedef struct aml_output_writer {
  void *ctx;
  /* AML_OK; AML_ERR_IO where the sink refused, which is not to be told of; another failure when it has been
   * told. */
  aml_status (*write)(void *ctx, const aml_output_request *request, aml_write write, void *sink);
} aml_output_writer;

/* Writes everything asked for, files whole or not at all; what fails is said. AML_EXIT_CLEAN or
 * AML_EXIT_TROUBLE. */
int aml_app_write_requests(
    aml_app *app, const aml_output_requests *requests, const aml_output_writer *writer);

/* The report of a run's findings that was asked for, as aml_output_writer.write has it. */
aml_status aml_app_write_report(
    aml_app *app, amlint_engine *engine, const aml_output_request *request, aml_write write, void *sink);

/* aml_engine_render, for a writer: what fails but a sink is said. */
aml_status aml_app_render(aml_app *app, aml_engine *core, const aml_rendering *rendering);

/* A sink that adds to an aml_strbuf. */
bool aml_app_keep_text(void *text, const char *bytes, size_t n);

/* Whether the format is that one. */
bool aml_request_is(const aml_output_request *request, const char *format);

#endif
