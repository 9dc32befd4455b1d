/* amlint facts: what is known about a VM size, a series, a region. */
#include "cli/app.h"
#include "facts/query.h"

static int complain_of_usage(aml_app *app) {
  return aml_app_complain(
      app, "Ask for one of: size NAME, series NAME, region NAME, latency REGION REGION, limit NAME.");
}

int aml_command_facts(aml_app *app) {
  const aml_words *words = &app->arguments.operands;
  const char *as_of = aml_option_value(&app->arguments, AML_OPT_AS_OF);
  aml_query query = {.as_of = aml_day_today()};
  if (as_of != NULL && !aml_day_parse(aml_sv_of(as_of), &query.as_of)) {
    return aml_app_complain(app, "'%s' is no date: write YYYY-MM-DD.", as_of);
  }
  if (words->count < 2 || !aml_query_kind_parse(aml_sv_of(words->items[0]), &query.kind) ||
      words->count != (query.kind == AML_QUERY_LATENCY ? 3 : 2)) {
    return complain_of_usage(app);
  }
  query.name = aml_sv_of(words->items[1]);
  query.other = query.kind == AML_QUERY_LATENCY ? aml_sv_of(words->items[2]) : (aml_sv){NULL, 0};
  const char *folder = aml_option_value(&app->arguments, AML_OPT_FACTS);
  aml_error error;
  aml_facts *facts = aml_facts_new(app->arena, aml_sv_of(folder), &error);
  if (facts == NULL) {
    return aml_app_complain(app, "%s", error.text);
  }
  const char *format = aml_option_value(&app->arguments, AML_OPT_FORMAT);
  bool is_json = format != NULL && aml_sv_eq(aml_sv_of(format), AML_SV("json"));
  if (format != NULL && !is_json && !aml_sv_eq(aml_sv_of(format), AML_SV("text"))) {
    return aml_app_complain(app, "'amlint facts' prints text or json, not '%s'.", format);
  }
  aml_sv answer;
  if (!aml_facts_query(facts, app->arena, &query, is_json ? AML_QUERY_JSON : AML_QUERY_TEXT, &answer)) {
    return aml_app_complain(app, "%.*s", AML_SV_ARG(answer));
  }
  aml_app_print(app, answer);
  return AML_EXIT_CLEAN;
}
