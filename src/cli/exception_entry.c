#include "cli/exception_entry.h"

#include "base/suggest.h"

aml_sv aml_app_option_text(const aml_app *app, aml_option_id id) {
  return aml_sv_of(aml_option_value(&app->arguments, id));
}

bool aml_app_option_day(aml_app *app, aml_option_id id, aml_day otherwise, aml_day *out) {
  aml_sv text = aml_app_option_text(app, id);
  *out = otherwise;
  if (text.len > 0 && !aml_day_parse(text, out)) {
    (void)aml_app_complain(app, "Invalid date '%.*s': expected YYYY-MM-DD.", AML_SV_ARG(text));
    return false;
  }
  return true;
}

static aml_texts option_texts(aml_app *app, aml_option_id id) {
  const aml_words *words = &app->arguments.values[id];
  aml_texts out = {0};
  for (size_t i = 0; i < words->count; i++) {
    AML_VEC_PUSH(app->arena, &out, aml_sv_of(words->items[i]));
  }
  return out;
}

static bool read_days(aml_app *app, aml_waiver *out) {
  aml_day today;
  return aml_app_read_day(app, NULL, &today) &&
         aml_app_option_day(app, AML_OPT_CREATED, today, &out->created) &&
         aml_app_option_day(app, AML_OPT_EXPIRES, AML_DAY_NONE, &out->until) &&
         aml_app_option_day(app, AML_OPT_REVIEW, AML_DAY_NONE, &out->review);
}

bool aml_exception_entry_make(aml_app *app, aml_sv id, aml_waiver *out) {
  *out = (aml_waiver){.kind = AML_EXTERNAL,
      .reach = AML_REACH_ENTRY,
      .id = id,
      .rules = option_texts(app, AML_OPT_RULE),
      .paths = option_texts(app, AML_OPT_PATH),
      .resource_name = aml_app_option_text(app, AML_OPT_RESOURCE_NAME),
      .resource_type = aml_app_option_text(app, AML_OPT_RESOURCE_TYPE),
      .scope = aml_app_option_text(app, AML_OPT_SCOPE),
      .property = aml_app_option_text(app, AML_OPT_PROPERTY),
      .value = aml_app_option_text(app, AML_OPT_VALUE),
      .has_value = aml_has(&app->arguments, AML_OPT_VALUE),
      .is_blanket = aml_has(&app->arguments, AML_OPT_BLANKET),
      .owner = aml_app_option_text(app, AML_OPT_OWNER),
      .approver = aml_app_option_text(app, AML_OPT_APPROVER),
      .reason = aml_app_option_text(app, AML_OPT_REASON),
      .ticket = aml_app_option_text(app, AML_OPT_TICKET),
      .risk = aml_app_option_text(app, AML_OPT_RISK),
      .evidence = option_texts(app, AML_OPT_EVIDENCE),
      .revoked = AML_DAY_NONE};
  if (!read_days(app, out)) {
    return false;
  }
  bool has_place = out->paths.count > 0 || out->resource_name.len > 0 || out->resource_type.len > 0 ||
                   out->scope.len > 0 || out->is_blanket;
  bool is_whole = out->rules.count > 0 && has_place && out->owner.len > 0 && out->reason.len > 0 &&
                  out->until != AML_DAY_NONE;
  if (!is_whole) {
    (void)aml_app_complain(app,
        "An exception needs --rule, --path (or --resource-name, --resource-type, --scope), --owner, --reason "
        "and --expires.");
  }
  return is_whole;
}

static aml_sv rule_word_at(const void *ctx, size_t i) {
  const aml_rule *rule = ((const aml_ruleset *)ctx)->list.items[i / 2];
  return i % 2 == 0 ? rule->id : rule->name;
}

/* Whether every rule exists: built in, or of the configuration. */
static bool has_known_rules(aml_app *app, const aml_waiver *entry, const aml_ruleset *rules) {
  for (size_t i = 0; i < entry->rules.count; i++) {
    aml_sv rule = entry->rules.items[i];
    if (aml_ruleset_find(rules, rule) != NULL || (entry->is_blanket && aml_waiver_is_pattern(rule))) {
      continue;
    }
    size_t near = aml_suggest(rule, 2 * rules->list.count, rule_word_at, rules);
    if (near == AML_NPOS) {
      (void)aml_app_complain(app, "Unknown rule '%.*s'; 'amlint rules' lists the rules.", AML_SV_ARG(rule));
    } else {
      (void)aml_app_complain(app, "Unknown rule '%.*s'; did you mean '%.*s'?", AML_SV_ARG(rule),
          AML_SV_ARG(rule_word_at(rules, near)));
    }
    return false;
  }
  return true;
}

/* Why the governance would not let it cover anything, or would complain of it; empty where all is well. */
static aml_sv refusal(
    aml_app *app, const aml_waiver *entry, const aml_governance *governance, const aml_ruleset *rules) {
  aml_sv missing = aml_waiver_missing_field(app->arena, entry, governance);
  if (missing.len > 0) {
    aml_sv advice = aml_waiver_field_advice(app->arena, entry, governance, missing);
    return aml_sv_format(
        app->arena, "The configuration's 'governance' requires more: %.*s.", AML_SV_ARG(advice));
  }
  if (entry->prohibition.len > 0) {
    return aml_sv_format(app->arena, "The configuration's 'governance' does not permit it: %.*s.",
        AML_SV_ARG(entry->prohibition));
  }
  if ((entry->flags & AML_WAIVER_EXPIRED) != 0) {
    return AML_SV("The exception would already have expired.");
  }
  if (entry->until < entry->created) {
    return AML_SV("The exception would expire before its '--created' date.");
  }
  if ((entry->flags & AML_WAIVER_TOO_LONG) != 0) {
    return aml_sv_format(app->arena,
        "The exception would run for %d days; the configuration's 'governance' allows %d.",
        aml_waiver_days(entry, entry->created), aml_waiver_most_days(entry, governance, rules));
  }
  return (entry->flags & AML_WAIVER_WILD) != 0 ? AML_SV("The exception uses a wildcard: confirm it with "
                                                        "'--blanket', and explain it with '--reason'.")
                                               : AML_SV("");
}

bool aml_exception_entry_check(
    aml_app *app, aml_waiver *entry, const aml_governance *governance, const aml_ruleset *rules) {
  if (!has_known_rules(app, entry, rules)) {
    return false;
  }
  aml_day today;
  if (!aml_app_read_day(app, NULL, &today)) {
    return false;
  }
  aml_waivers waivers;
  aml_waivers_init(&waivers, app->arena);
  AML_VEC_PUSH(app->arena, &waivers.list, entry);
  aml_waivers_judge(&waivers, governance, rules, today);
  aml_sv problem = refusal(app, entry, governance, rules);
  if (problem.len > 0) {
    (void)aml_app_complain(app, "%.*s", AML_SV_ARG(problem));
  }
  return problem.len == 0;
}
