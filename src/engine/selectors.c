/* A selector that selects nothing is a mistake: a rule misspelt in `--select` or in a configuration must not
 * pass for a quiet one. */
#include "base/limits.h"
#include "base/suggest.h"
#include "engine/configure.h"

/* Ids at even places, names at odd ones. */
static aml_sv word_at(const void *ctx, size_t i) {
  const aml_ruleset *rules = ctx;
  const aml_rule *rule = rules->list.items[i / 2];
  return i % 2 == 0 ? rule->id : rule->name;
}

static bool selects_something(const aml_criteria *criteria, aml_sv selector) {
  for (size_t i = 0; i < criteria->rules->list.count; i++) {
    if (aml_rule_is_selected(criteria->rules->list.items[i], selector)) {
      return true;
    }
  }
  return false;
}

/* What is wrong with a selector, as a sentence; empty when nothing is, and when a file that could not be used
 * may hold the rule: that has been told. */
static aml_sv find_fault(const aml_criteria *criteria, const aml_remarks *remarks, aml_sv selector) {
  if (remarks->lacks_rules || selects_something(criteria, selector)) {
    return AML_SV("");
  }
  aml_arena_spend(criteria->arena, AML_STEPS_FOR_A_SUGGESTION);
  size_t near = aml_suggest(selector, 2 * criteria->rules->list.count, word_at, criteria->rules);
  if (near == AML_NPOS) {
    return aml_sv_format(criteria->arena, "No rule has the id, name or category '%.*s'; see 'amlint rules'.",
        AML_SV_ARG(selector));
  }
  aml_sv word = word_at(criteria->rules, near);
  return aml_sv_format(criteria->arena, "No rule has the id, name or category '%.*s'; did you mean '%.*s'?",
      AML_SV_ARG(selector), AML_SV_ARG(word));
}

static void check_option(const aml_criteria *criteria, aml_remarks *remarks, aml_sv selector) {
  aml_sv fault = find_fault(criteria, remarks, selector);
  if (fault.len > 0) {
    aml_engine_notice(remarks, AML_SEVERITY_ERROR, (aml_sv){NULL, 0}, "%.*s", AML_SV_ARG(fault))
        ->is_configuration = true;
    remarks->is_incomplete = true;
  }
}

static void check_word(const aml_criteria *criteria, aml_remarks *remarks, aml_sv selector, aml_span span) {
  aml_sv fault = find_fault(criteria, remarks, selector);
  if (fault.len > 0) {
    aml_diags_add(&remarks->diags, "AML012", span, "%.*s", AML_SV_ARG(fault))->is_incomplete = true;
  }
}

/* A text or a list of texts; other kinds are the configuration reader's to tell of. */
static void check_words(
    const aml_criteria *criteria, aml_remarks *remarks, const aml_config *config, aml_sv path) {
  const aml_value *words = aml_value_is(config->root, AML_OBJECT) ? aml_value_path(config->root, path) : NULL;
  if (aml_value_is(words, AML_STRING)) {
    check_word(criteria, remarks, words->as.string, words->span);
  }
  for (size_t i = 0; aml_value_is(words, AML_ARRAY) && i < words->as.array.count; i++) {
    const aml_value *word = words->as.array.items[i];
    if (word->kind == AML_STRING) {
      check_word(criteria, remarks, word->as.string, word->span);
    }
  }
}

static void check_severities(
    const aml_criteria *criteria, aml_remarks *remarks, const aml_config_severities *severities) {
  for (size_t i = 0; i < severities->count; i++) {
    check_word(criteria, remarks, severities->items[i].rule, severities->items[i].span);
  }
}

/* Parameters belong to one rule each, so that a category or the beginning of an id names none. */
static void check_parameters(
    const aml_criteria *criteria, aml_remarks *remarks, const aml_value *parameters) {
  for (size_t i = 0; aml_value_is(parameters, AML_OBJECT) && i < parameters->as.object.count; i++) {
    const aml_member *member = &parameters->as.object.members[i];
    if (aml_ruleset_find(criteria->rules, member->name) != NULL) {
      continue;
    }
    if (selects_something(criteria, member->name)) {
      aml_diags_add(&remarks->diags, "AML012", member->name_span,
          "'%.*s' is not a single rule, but parameters are set for one rule at a time.",
          AML_SV_ARG(member->name))
          ->is_incomplete = true;
    } else {
      check_word(criteria, remarks, member->name, member->name_span);
    }
  }
}

void aml_engine_check_option_selectors(
    const aml_request *request, const aml_criteria *criteria, aml_remarks *remarks) {
  const aml_engine_options *options = &request->options;
  for (size_t i = 0; i < options->select.count; i++) {
    check_option(criteria, remarks, options->select.items[i]);
  }
  for (size_t i = 0; i < options->ignore.count; i++) {
    check_option(criteria, remarks, options->ignore.items[i]);
  }
  for (size_t i = 0; i < options->severities.count; i++) {
    check_option(criteria, remarks, options->severities.items[i].rule);
  }
}

static void tell_locked(aml_remarks *remarks, aml_sv what, aml_span span) {
  aml_diag *diag = aml_diags_add(&remarks->diags, "AML012", span,
      "'severity' is locked by an extended file, and '%.*s' is weaker here; the locked value stays in "
      "effect.",
      AML_SV_ARG(what));
  diag->is_incomplete = true;
}

/* Lines of the files that extend, which come behind those of the floor. */
static void check_lines(const aml_criteria *criteria, aml_remarks *remarks, const aml_config *config,
    const aml_config_severities *lines, size_t first) {
  for (size_t i = first; i < lines->count; i++) {
    for (size_t k = 0; k < criteria->rules->list.count; k++) {
      const aml_rule *rule = criteria->rules->list.items[k];
      aml_sv root = {NULL, 0};
      if (aml_rule_is_selected(rule, lines->items[i].rule) &&
          lines->items[i].severity <
              aml_engine_severity(criteria, config->floor, root, rule, rule->severity)) {
        tell_locked(remarks, lines->items[i].rule, lines->items[i].span);
        break;
      }
    }
  }
}

/* Whether the floor has a rule on that the selector takes, or, with is_taken false, that no item of `select`
 * takes. */
static bool is_on_in_floor(
    const aml_criteria *criteria, const aml_config *config, aml_sv selector, bool is_taken) {
  for (size_t i = 0; i < criteria->rules->list.count; i++) {
    const aml_rule *rule = criteria->rules->list.items[i];
    bool takes =
        is_taken ? aml_rule_is_selected(rule, selector) : !aml_rule_is_selected_by_any(rule, &config->select);
    aml_sv root = {NULL, 0};
    if (takes &&
        aml_engine_severity(criteria, config->floor, root, rule, rule->severity) != AML_SEVERITY_NONE) {
      return true;
    }
  }
  return false;
}

static void check_selection(const aml_criteria *criteria, aml_remarks *remarks, const aml_config *config) {
  const aml_value *ignore = aml_object_find_exact(config->root, AML_SV("ignore"));
  const aml_value *select = aml_object_find_exact(config->root, AML_SV("select"));
  for (size_t i = 0; aml_value_is(ignore, AML_ARRAY) && i < ignore->as.array.count; i++) {
    const aml_value *item = ignore->as.array.items[i];
    if (is_on_in_floor(criteria, config, aml_value_text(item), true)) {
      tell_locked(remarks, AML_SV("ignore"), item->span);
    }
  }
  if (select != NULL && is_on_in_floor(criteria, config, (aml_sv){NULL, 0}, false)) {
    tell_locked(remarks, AML_SV("select"), select->span);
  }
}

static void check_floor(const aml_criteria *criteria, aml_remarks *remarks, const aml_config *config) {
  const aml_config *lowest = config->floor;
  while (lowest->floor != NULL) {
    lowest = lowest->floor;
  }
  check_selection(criteria, remarks, config);
  check_lines(criteria, remarks, config, &config->severities, lowest->severities.count);
  for (size_t i = lowest->overrides.count; i < config->overrides.count; i++) {
    check_lines(criteria, remarks, config, &config->overrides.items[i].severities, 0);
  }
}

void aml_engine_check_config_selectors(
    const aml_criteria *criteria, aml_remarks *remarks, const aml_config *config) {
  check_words(criteria, remarks, config, AML_SV("select"));
  check_words(criteria, remarks, config, AML_SV("ignore"));
  check_words(criteria, remarks, config, AML_SV("governance.neverWaive"));
  check_severities(criteria, remarks, &config->severities);
  check_parameters(criteria, remarks, config->parameters);
  for (size_t i = 0; i < config->overrides.count; i++) {
    check_severities(criteria, remarks, &config->overrides.items[i].severities);
    check_parameters(criteria, remarks, config->overrides.items[i].parameters);
  }
  if (config->floor != NULL) {
    check_floor(criteria, remarks, config);
  }
}
