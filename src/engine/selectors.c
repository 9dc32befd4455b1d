/* A selector that selects nothing is a mistake: a rule misspelt in `--select` or in a configuration must not
 * pass for a quiet one. */
#include "base/limits.h"
#include "base/suggest.h"
#include "engine/engine.h"

/* Ids at even places, names at odd ones. */
static aml_sv word_at(const void *ctx, size_t i) {
  const aml_ruleset *rules = ctx;
  const aml_rule *rule = rules->list.items[i / 2];
  return i % 2 == 0 ? rule->id : rule->name;
}

static bool selects_something(const aml_engine *engine, aml_sv selector) {
  for (size_t i = 0; i < engine->criteria.rules->list.count; i++) {
    if (aml_rule_is_selected(engine->criteria.rules->list.items[i], selector)) {
      return true;
    }
  }
  return false;
}

/* What is wrong with a selector, as a sentence; empty when nothing is, and when a file that could not be used
 * may hold the rule: that has been told. */
static aml_sv find_fault(aml_engine *engine, aml_sv selector) {
  if (engine->remarks.lacks_rules || selects_something(engine, selector)) {
    return AML_SV("");
  }
  aml_arena_spend(&engine->arena, AML_STEPS_FOR_A_SUGGESTION);
  size_t near =
      aml_suggest(selector, 2 * engine->criteria.rules->list.count, word_at, engine->criteria.rules);
  if (near == AML_NPOS) {
    return aml_sv_format(&engine->arena, "No rule has the id, name or category '%.*s'; see 'amlint rules'.",
        AML_SV_ARG(selector));
  }
  aml_sv word = word_at(engine->criteria.rules, near);
  return aml_sv_format(&engine->arena, "No rule has the id, name or category '%.*s'; did you mean '%.*s'?",
      AML_SV_ARG(selector), AML_SV_ARG(word));
}

static void check_option(aml_engine *engine, aml_sv selector) {
  aml_sv fault = find_fault(engine, selector);
  if (fault.len > 0) {
    aml_engine_notice(&engine->remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0}, "%.*s", AML_SV_ARG(fault))
        ->is_configuration = true;
    engine->remarks.is_incomplete = true;
  }
}

static void check_word(aml_engine *engine, aml_sv selector, aml_span span) {
  aml_sv fault = find_fault(engine, selector);
  if (fault.len > 0) {
    aml_diags_add(&engine->remarks.diags, "AML012", span, "%.*s", AML_SV_ARG(fault))->is_incomplete = true;
  }
}

/* A text or a list of texts; other kinds are the configuration reader's to tell of. */
static void check_words(aml_engine *engine, const aml_config *config, aml_sv path) {
  const aml_value *words = aml_value_is(config->root, AML_OBJECT) ? aml_value_path(config->root, path) : NULL;
  if (aml_value_is(words, AML_STRING)) {
    check_word(engine, words->as.string, words->span);
  }
  for (size_t i = 0; aml_value_is(words, AML_ARRAY) && i < words->as.array.count; i++) {
    const aml_value *word = words->as.array.items[i];
    if (word->kind == AML_STRING) {
      check_word(engine, word->as.string, word->span);
    }
  }
}

static void check_severities(aml_engine *engine, const aml_config_severities *severities) {
  for (size_t i = 0; i < severities->count; i++) {
    check_word(engine, severities->items[i].rule, severities->items[i].span);
  }
}

/* Parameters belong to one rule each, so that a category or the beginning of an id names none. */
static void check_parameters(aml_engine *engine, const aml_value *parameters) {
  for (size_t i = 0; aml_value_is(parameters, AML_OBJECT) && i < parameters->as.object.count; i++) {
    const aml_member *member = &parameters->as.object.members[i];
    if (aml_ruleset_find(engine->criteria.rules, member->name) != NULL) {
      continue;
    }
    if (selects_something(engine, member->name)) {
      aml_diags_add(&engine->remarks.diags, "AML012", member->name_span,
          "'%.*s' is not a single rule, but parameters are set for one rule at a time.",
          AML_SV_ARG(member->name))
          ->is_incomplete = true;
    } else {
      check_word(engine, member->name, member->name_span);
    }
  }
}

void aml_engine_check_option_selectors(aml_engine *engine) {
  const aml_engine_options *options = &engine->request.options;
  for (size_t i = 0; i < options->select.count; i++) {
    check_option(engine, options->select.items[i]);
  }
  for (size_t i = 0; i < options->ignore.count; i++) {
    check_option(engine, options->ignore.items[i]);
  }
  for (size_t i = 0; i < options->severities.count; i++) {
    check_option(engine, options->severities.items[i].rule);
  }
}

static void tell_locked(aml_engine *engine, aml_sv what, aml_span span) {
  aml_diag *diag = aml_diags_add(&engine->remarks.diags, "AML012", span,
      "'severity' is locked by an extended file, and '%.*s' is weaker here; the locked value stays in "
      "effect.",
      AML_SV_ARG(what));
  diag->is_incomplete = true;
}

/* Lines of the files that extend, which come behind those of the floor. */
static void check_lines(
    aml_engine *engine, const aml_config *config, const aml_config_severities *lines, size_t first) {
  for (size_t i = first; i < lines->count; i++) {
    for (size_t k = 0; k < engine->criteria.rules->list.count; k++) {
      const aml_rule *rule = engine->criteria.rules->list.items[k];
      aml_sv root = {NULL, 0};
      if (aml_rule_is_selected(rule, lines->items[i].rule) &&
          lines->items[i].severity < aml_engine_severity(engine, config->floor, root, rule, rule->severity)) {
        tell_locked(engine, lines->items[i].rule, lines->items[i].span);
        break;
      }
    }
  }
}

/* Whether the floor has a rule on that the selector takes, or, with is_taken false, that no item of `select`
 * takes. */
static bool is_on_in_floor(aml_engine *engine, const aml_config *config, aml_sv selector, bool is_taken) {
  for (size_t i = 0; i < engine->criteria.rules->list.count; i++) {
    const aml_rule *rule = engine->criteria.rules->list.items[i];
    bool takes =
        is_taken ? aml_rule_is_selected(rule, selector) : !aml_rule_is_selected_by_any(rule, &config->select);
    aml_sv root = {NULL, 0};
    if (takes &&
        aml_engine_severity(engine, config->floor, root, rule, rule->severity) != AML_SEVERITY_NONE) {
      return true;
    }
  }
  return false;
}

static void check_selection(aml_engine *engine, const aml_config *config) {
  const aml_value *ignore = aml_object_find_exact(config->root, AML_SV("ignore"));
  const aml_value *select = aml_object_find_exact(config->root, AML_SV("select"));
  for (size_t i = 0; aml_value_is(ignore, AML_ARRAY) && i < ignore->as.array.count; i++) {
    const aml_value *item = ignore->as.array.items[i];
    if (is_on_in_floor(engine, config, aml_value_text(item), true)) {
      tell_locked(engine, AML_SV("ignore"), item->span);
    }
  }
  if (select != NULL && is_on_in_floor(engine, config, (aml_sv){NULL, 0}, false)) {
    tell_locked(engine, AML_SV("select"), select->span);
  }
}

static void check_floor(aml_engine *engine, const aml_config *config) {
  const aml_config *lowest = config->floor;
  while (lowest->floor != NULL) {
    lowest = lowest->floor;
  }
  check_selection(engine, config);
  check_lines(engine, config, &config->severities, lowest->severities.count);
  for (size_t i = lowest->overrides.count; i < config->overrides.count; i++) {
    check_lines(engine, config, &config->overrides.items[i].severities, 0);
  }
}

void aml_engine_check_config_selectors(aml_engine *engine, const aml_config *config) {
  check_words(engine, config, AML_SV("select"));
  check_words(engine, config, AML_SV("ignore"));
  check_words(engine, config, AML_SV("governance.neverWaive"));
  check_severities(engine, &config->severities);
  check_parameters(engine, config->parameters);
  for (size_t i = 0; i < config->overrides.count; i++) {
    check_severities(engine, &config->overrides.items[i].severities);
    check_parameters(engine, config->overrides.items[i].parameters);
  }
  if (config->floor != NULL) {
    check_floor(engine, config);
  }
}
