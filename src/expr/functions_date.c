/* Dates: ISO 8601 in, .NET's formats out, in UTC. */
#include "expr/date_format.h"
#include "expr/functions.h"

static const aml_value *fail_date(const aml_call *call, aml_sv text) {
  return aml_call_fail(call, 0, "'%.*s' is not a date and time in ISO 8601.", AML_SV_ARG(text));
}

/* yyyy-MM-dd HH:mm:ssZ, what utcNow('u') gives. */
static bool is_universal(aml_sv text) {
  return text.len == 20 && text.data[10] == ' ' && text.data[19] == 'Z';
}

/* Without a format the documentation promises that of the base, while its own samples show the service's
 * default for a base like that of utcNow('u'). Only what a sample shows is taken for certain; policies are
 * known to answer in ISO 8601. */
static const aml_value *write_without_format(const aml_call *call, aml_instant at) {
  if (call->eval->scope->is_policy) {
    return aml_make_string(call->eval, aml_instant_iso(call->eval->arena, at));
  }
  if (!is_universal(call->args[0]->as.string)) {
    return aml_eval_unknown(call->eval, AML_KIND_BIT(AML_STRING),
        "the format of dateTimeAdd() without a third argument is not documented; add the format as the third "
        "argument");
  }
  aml_strbuf text;
  aml_text_begin(call, &text);
  (void)aml_instant_format(&text, at, AML_SV("M/d/yyyy h:mm:ss tt"));
  return aml_text_end(call, &text);
}

const aml_value *aml_fn_date_time_add(const aml_call *call) {
  aml_instant at;
  aml_duration duration;
  if (!aml_instant_parse(call->args[0]->as.string, &at)) {
    return fail_date(call, call->args[0]->as.string);
  }
  if (!aml_duration_parse(call->args[1]->as.string, &duration)) {
    return aml_call_fail(call, 1, "'%.*s' is not a duration in ISO 8601 such as 'P3Y' or '-PT1H'.",
        AML_SV_ARG(call->args[1]->as.string));
  }
  if (!aml_instant_add(at, &duration, &at)) {
    return aml_call_fail(
        call, 1, "'%.*s' leads to a date outside the years 1 to 9999.", AML_SV_ARG(call->args[1]->as.string));
  }
  if (call->count < 3) {
    return write_without_format(call, at);
  }
  aml_strbuf text;
  aml_text_begin(call, &text);
  if (!aml_instant_format(&text, at, call->args[2]->as.string)) {
    return aml_call_fail(call, 2, "'%.*s' is not a date format.", AML_SV_ARG(call->args[2]->as.string));
  }
  return aml_text_end(call, &text);
}

/* The seconds of 9999-12-31T23:59:59Z. */
#define EPOCH_MAX INT64_C(253402300799)
#define EPOCH_MIN INT64_C(-62135596800)

const aml_value *aml_fn_date_time_from_epoch(const aml_call *call) {
  int64_t seconds = call->args[0]->as.integer;
  if (seconds < EPOCH_MIN || seconds > EPOCH_MAX) {
    return aml_call_fail(call, 0, "%lld is a time outside the years 1 to 9999.", (long long)seconds);
  }
  return aml_make_string(call->eval, aml_instant_iso(call->eval->arena, aml_instant_of_unix(seconds)));
}

const aml_value *aml_fn_date_time_to_epoch(const aml_call *call) {
  aml_instant at;
  if (!aml_instant_parse(call->args[0]->as.string, &at)) {
    return fail_date(call, call->args[0]->as.string);
  }
  return aml_make_int(call->eval, aml_instant_to_unix(at));
}

/* Policy's own. */
const aml_value *aml_fn_add_days(const aml_call *call) {
  aml_instant at;
  if (!aml_instant_parse(call->args[0]->as.string, &at)) {
    return fail_date(call, call->args[0]->as.string);
  }
  int64_t days = call->args[1]->as.integer;
  aml_duration duration = {.negative = days < 0, .days = days < 0 ? -days : days};
  if (days == INT64_MIN || !aml_instant_add(at, &duration, &at)) {
    return aml_call_fail(call, 1, "%lld days lead to a date outside the years 1 to 9999.", (long long)days);
  }
  return aml_make_string(call->eval, aml_instant_iso(call->eval->arena, at));
}
