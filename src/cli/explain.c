/* amlint explain, amlint rules: what the rules are. */
#include "cli/app.h"

#include "base/suggest.h"
#include "policy/rules.h"

static const char *severity_name(aml_severity severity) {
  static const char *const names[] = {"off", "note", "warning", "error"};
  return names[severity];
}

static aml_sv rule_id_at(const void *ctx, size_t i) {
  const aml_ruleset *rules = ctx;
  return rules->list.items[i / 2]->id.len == 0 || i % 2 == 1 ? rules->list.items[i / 2]->name
                                                             : rules->list.items[i / 2]->id;
}

static int complain_of_unknown(aml_app *app, const aml_ruleset *rules, aml_sv name) {
  size_t near = aml_suggest(name, rules->list.count * 2, rule_id_at, rules);
  if (near == AML_NPOS) {
    return aml_app_complain(app, "There is no rule '%.*s'; 'amlint rules' lists them.", AML_SV_ARG(name));
  }
  return aml_app_complain(app, "There is no rule '%.*s'; did you mean '%.*s'?", AML_SV_ARG(name),
      AML_SV_ARG(rule_id_at(rules, near)));
}

static void print_heading(aml_app *app, const char *heading, aml_sv text) {
  if (text.len > 0) {
    aml_app_printf(app, "\n%s\n%.*s\n", heading, AML_SV_ARG(aml_sv_trim(text)));
  }
}

static void print_rule(aml_app *app, const aml_rule *rule) {
  aml_app_printf(app, "%.*s %.*s\n%.*s.\n\nSeverity: %s. Category: %.*s.\n", AML_SV_ARG(rule->id),
      AML_SV_ARG(rule->name), AML_SV_ARG(rule->title), severity_name(rule->severity),
      AML_SV_ARG(rule->category));
  print_heading(app, "Why it matters", rule->why);
  print_heading(app, "How to mend it", rule->mend);
  print_heading(app, "With the Azure CLI", rule->mend_cli);
  if (rule->link_count > 0) {
    aml_app_print(app, AML_SV("\nReferences\n"));
  }
  for (size_t i = 0; i < rule->link_count; i++) {
    aml_app_printf(app, "%.*s\n  %.*s\n", AML_SV_ARG(rule->links[i].title), AML_SV_ARG(rule->links[i].url));
  }
  if (rule->mapping_count > 0) {
    aml_app_print(app, AML_SV("\nMappings\n"));
  }
  for (size_t i = 0; i < rule->mapping_count; i++) {
    const aml_mapping *mapping = &rule->mappings[i];
    aml_app_printf(app, "%.*s %.*s  %.*s\n", AML_SV_ARG(mapping->framework), AML_SV_ARG(mapping->id),
        AML_SV_ARG(mapping->title));
  }
}

int aml_command_explain(aml_app *app) {
  if (app->arguments.operands.count == 0) {
    return aml_app_complain(app, "Which rule? Write 'amlint explain AML101'; 'amlint rules' lists them.");
  }
  const aml_ruleset *rules = aml_ruleset_new(app->arena);
  for (size_t i = 0; i < app->arguments.operands.count; i++) {
    aml_sv name = aml_sv_of(app->arguments.operands.items[i]);
    const aml_rule *rule = aml_ruleset_find(rules, name);
    if (rule == NULL) {
      return complain_of_unknown(app, rules, name);
    }
    if (i > 0) {
      aml_app_print(app, AML_SV("\n"));
    }
    print_rule(app, rule);
  }
  return AML_EXIT_CLEAN;
}

int aml_command_rules(aml_app *app) {
  const aml_ruleset *rules = aml_ruleset_new(app->arena);
  for (size_t i = 0; i < rules->list.count; i++) {
    const aml_rule *rule = rules->list.items[i];
    aml_app_printf(app, "%-7.*s %-8s %-12.*s %-28.*s %.*s\n", AML_SV_ARG(rule->id),
        severity_name(rule->severity), AML_SV_ARG(rule->category), AML_SV_ARG(rule->name),
        AML_SV_ARG(rule->title));
  }
  return AML_EXIT_CLEAN;
}
