/* Words of a configuration that name what facts know (quota families, VM sizes, regions), and subscriptions.
 * One that is misspelt would never count, and nobody would see it. Rules say which of their parameters hold
 * such words. */
#include "base/placeholder.h"
#include "base/regex.h"
#include "engine/configure.h"

static bool is_known(const aml_facts *facts, aml_sv kind, aml_sv word, aml_sv *near) {
  *near = (aml_sv){0};
  if (aml_sv_eq(kind, AML_SV("family"))) {
    return aml_facts_family(facts, word, near);
  }
  if (aml_sv_eq(kind, AML_SV("region"))) {
    aml_region_fact region;
    *near = aml_facts_suggest_region(facts, word);
    return aml_facts_region(facts, word, &region);
  }
  aml_size_fact size;
  aml_series_fact series;
  *near = aml_facts_suggest_size(facts, word);
  return aml_sv_find_char(word, '*', 0) != AML_NPOS || aml_facts_size(facts, word, &size) ||
         aml_facts_series_of(facts, word, &series);
}

static bool is_listed(const aml_value *words, aml_sv word) {
  for (size_t i = 0; aml_value_is(words, AML_ARRAY) && i < words->as.array.count; i++) {
    if (aml_sv_ieq(aml_value_text(words->as.array.items[i]), word)) {
      return true;
    }
  }
  return false;
}

static const char *describe(aml_sv kind) {
  return aml_sv_eq(kind, AML_SV("family"))   ? "quota family"
         : aml_sv_eq(kind, AML_SV("region")) ? "Azure region"
                                             : "VM size";
}

static void check_word(
    const aml_criteria *criteria, aml_remarks *remarks, aml_sv kind, aml_sv word, aml_span span, aml_sv key) {
  aml_sv near;
  if (word.len == 0 || aml_is_placeholder(word) || is_known(criteria->facts, kind, word, &near)) {
    return;
  }
  aml_diag *diag = aml_diags_add(&remarks->diags, "AML012", span,
      "'%.*s' names '%.*s', which is not a known %s, so it has no effect.", AML_SV_ARG(key), AML_SV_ARG(word),
      describe(kind));
  diag->severity = AML_SEVERITY_WARNING; /* it may be newer than the facts */
  diag->help = near.len > 0
                   ? aml_sv_format(criteria->arena, "Did you mean '%.*s'?", AML_SV_ARG(near))
                   : AML_SV("Correct it; if it is newer than the facts, add it to a folder of facts.");
}

/* The keys of an object, the items of a list. `declared`: {names: family, also: [lowPriority]}. */
static void check_parameter(const aml_criteria *criteria, aml_remarks *remarks, const aml_value *declared,
    const aml_value *given, aml_sv key) {
  aml_sv kind = aml_value_text(aml_object_find(declared, AML_SV("names")));
  const aml_value *also = aml_object_find(declared, AML_SV("also"));
  for (size_t i = 0; aml_value_is(given, AML_OBJECT) && i < given->as.object.count; i++) {
    const aml_member *member = &given->as.object.members[i];
    if (!is_listed(also, member->name)) {
      check_word(criteria, remarks, kind, member->name, member->name_span, key);
    }
  }
  for (size_t i = 0; aml_value_is(given, AML_ARRAY) && i < given->as.array.count; i++) {
    const aml_value *item = given->as.array.items[i];
    if (!is_listed(also, aml_value_text(item))) {
      check_word(criteria, remarks, kind, aml_value_text(item), item->span, key);
    }
  }
}

static void check_settings(const aml_criteria *criteria, aml_remarks *remarks, const aml_value *settings) {
  for (size_t i = 0; aml_value_is(settings, AML_OBJECT) && i < settings->as.object.count; i++) {
    const aml_member *of_rule = &settings->as.object.members[i];
    const aml_rule *rule = aml_ruleset_find(criteria->rules, of_rule->name);
    const aml_value *tree = rule == NULL ? NULL : aml_rule_tree(criteria->arena, rule);
    const aml_value *declared = tree == NULL ? NULL : aml_object_find(tree, AML_SV("parameters"));
    for (size_t k = 0; aml_value_is(of_rule->value, AML_OBJECT) && k < of_rule->value->as.object.count; k++) {
      const aml_member *given = &of_rule->value->as.object.members[k];
      const aml_value *one = declared == NULL ? NULL : aml_object_find(declared, given->name);
      if (aml_value_is(one, AML_OBJECT) && aml_object_find(one, AML_SV("names")) != NULL) {
        check_parameter(criteria, remarks, one, given->value,
            aml_sv_format(
                criteria->arena, "parameters.%.*s.%.*s", AML_SV_ARG(of_rule->name), AML_SV_ARG(given->name)));
      }
    }
  }
}

static void check_location(
    const aml_criteria *criteria, aml_remarks *remarks, const aml_value *holder, const char *key) {
  const aml_value *location =
      aml_value_is(holder, AML_OBJECT) ? aml_object_find(holder, AML_SV("location")) : NULL;
  if (aml_value_is(location, AML_STRING)) {
    check_word(criteria, remarks, AML_SV("region"), location->as.string, location->span, aml_sv_of(key));
  }
}

/* A subscription that is no id is none that a resource id names. */
static void check_subscription(
    aml_remarks *remarks, const aml_value *holder, const char *key, const char *shown) {
  const aml_value *id = aml_value_is(holder, AML_OBJECT) ? aml_object_find(holder, aml_sv_of(key)) : NULL;
  if (!aml_value_is(id, AML_STRING) || aml_is_placeholder(id->as.string)) {
    return;
  }
  const aml_regex *form = aml_regex_new(
      remarks->arena, AML_SV("^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$"), AML_REGEX_BRIEF, NULL);
  if (aml_regex_match(form, remarks->arena, id->as.string) != AML_REGEX_NO) {
    return;
  }
  aml_diag *diag = aml_diags_add(&remarks->diags, "AML012", id->span,
      "'%s' is '%.*s', which is not a subscription id, so no resource id matches it.", shown,
      AML_SV_ARG(id->as.string));
  diag->severity = AML_SEVERITY_WARNING;
  diag->help = AML_SV("Give the id that 'az account show --query id' prints.");
}

static void check_workspace(const aml_criteria *criteria, aml_remarks *remarks, const aml_value *entry) {
  check_location(criteria, remarks, entry, "workspaces.location");
  check_subscription(remarks, entry, "subscription", "workspaces.subscription");
  if (aml_value_is(entry, AML_OBJECT)) {
    check_location(criteria, remarks, aml_object_find(entry, AML_SV("storageAccount")),
        "workspaces.storageAccount.location");
    check_location(criteria, remarks, aml_object_find(entry, AML_SV("containerRegistry")),
        "workspaces.containerRegistry.location");
    check_location(
        criteria, remarks, aml_object_find(entry, AML_SV("keyVault")), "workspaces.keyVault.location");
  }
}

static void check_context(const aml_criteria *criteria, aml_remarks *remarks, const aml_value *context) {
  if (aml_value_is(context, AML_OBJECT)) {
    check_location(criteria, remarks, aml_object_find(context, AML_SV("resourceGroup")),
        "context.resourceGroup.location");
    check_subscription(remarks, aml_object_find(context, AML_SV("subscription")), "subscriptionId",
        "context.subscription.subscriptionId");
  }
}

void aml_engine_check_config_names(
    const aml_criteria *criteria, aml_remarks *remarks, const aml_config *config) {
  check_context(criteria, remarks, config->context);
  check_settings(criteria, remarks, config->parameters);
  for (size_t i = 0; i < config->overrides.count; i++) {
    check_settings(criteria, remarks, config->overrides.items[i].parameters);
  }
  for (size_t i = 0; i < config->workspaces.count; i++) {
    check_workspace(criteria, remarks, config->workspaces.items[i].value);
  }
}
