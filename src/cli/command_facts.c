/* amlint facts: what is known about a VM size, a series, a region. */
#include "base/suggest.h"
#include "cli/formats.h"
#include "facts/query.h"

static aml_sv kind_at(const void *ctx, size_t i) {
  (void)ctx;
  return aml_query_kind_name(i);
}

static int complain_of_usage(aml_app *app) {
  const aml_words *words = &app->arguments.operands;
  size_t count = 0;
  while (aml_query_kind_name(count).len > 0) {
    count++;
  }
  aml_query query;
  aml_sv word = words->count == 0 ? (aml_sv){NULL, 0} : aml_sv_of(words->items[0]);
  size_t near = word.len == 0 || aml_query_kind_parse(word, &query) ? AML_NPOS
                                                                    : aml_suggest(word, count, kind_at, NULL);
  if (near != AML_NPOS) {
    return aml_app_complain(app, "Unknown command 'facts %.*s'; did you mean '%.*s'?", AML_SV_ARG(word),
        AML_SV_ARG(aml_query_kind_name(near)));
  }
  return aml_app_complain(app,
      "Expected one of: size NAME, series NAME, region NAME, latency REGION REGION, limit NAME, TABLE KEY.");
}

typedef struct question {
  aml_app *app;
  const aml_facts *facts;
  aml_query query;
} question;

static aml_status write_answer(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  const question *self = ctx;
  aml_query_format format = aml_request_is(request, "json")       ? AML_QUERY_JSON
                            : aml_request_is(request, "markdown") ? AML_QUERY_MARKDOWN
                                                                  : AML_QUERY_TEXT;
  aml_sv answer;
  if (!aml_facts_query(self->facts, self->app->arena, &self->query, format, &answer)) {
    (void)aml_app_complain(self->app, "%.*s", AML_SV_ARG(answer));
    return AML_ERR_INPUT;
  }
  return write(sink, answer.data, answer.len) ? AML_OK : AML_ERR_IO;
}

int aml_command_facts(aml_app *app) {
  const aml_words *words = &app->arguments.operands;
  aml_output_requests requests;
  question self = {.app = app};
  if (!aml_app_read_command_requests(app, &requests)) {
    return AML_EXIT_TROUBLE;
  }
  if (words->count < 2 || !aml_query_kind_parse(aml_sv_of(words->items[0]), &self.query) ||
      words->count != (self.query.kind == AML_QUERY_LATENCY ? 3 : 2)) {
    return complain_of_usage(app);
  }
  self.query.name = aml_sv_of(words->items[1]);
  self.query.other = self.query.kind == AML_QUERY_LATENCY ? aml_sv_of(words->items[2]) : (aml_sv){NULL, 0};
  aml_error error;
  self.facts = aml_facts_new(app->arena, aml_sv_of(aml_option_value(&app->arguments, AML_OPT_FACTS)), &error);
  if (self.facts == NULL) {
    return aml_app_complain(app, "%s", error.text);
  }
  if (!aml_app_read_day(app, self.facts, &self.query.as_of)) {
    return AML_EXIT_TROUBLE;
  }
  const aml_output_writer writer = {&self, write_answer};
  return aml_app_write_requests(app, &requests, &writer);
}
