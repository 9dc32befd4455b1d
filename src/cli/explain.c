/* amlint explain, amlint rules: what the rules are. */
#include "cli/app.h"

#include "base/strbuf.h"
#include "base/suggest.h"
#include "policy/rules.h"
#include "source/discover.h"

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

/* What a finding fills in shows as <name>. */
static aml_sv show_placeholders(aml_app *app, aml_sv text) {
  aml_strbuf out;
  aml_strbuf_init(&out, app->arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    aml_strbuf_add_char(&out, c == '{' ? '<' : c == '}' ? '>' : c);
  }
  return aml_strbuf_view(&out);
}

static void print_rule(aml_app *app, const aml_rule *rule) {
  aml_app_printf(app, "%.*s %.*s\n%.*s.\n\nSeverity: %s. Category: %.*s.\n", AML_SV_ARG(rule->id),
      AML_SV_ARG(rule->name), AML_SV_ARG(rule->title), severity_name(rule->severity),
      AML_SV_ARG(rule->category));
  print_heading(app, "Why it matters", rule->why);
  print_heading(app, "How to mend it", show_placeholders(app, rule->mend));
  print_heading(app, "With the Azure CLI", show_placeholders(app, rule->mend_cli));
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

static void add_rule_file(aml_app *app, aml_ruleset *rules, const aml_found *found) {
  const aml_value *root =
      aml_app_read_tree(app, aml_sources_new(app->arena), aml_sv_cstr(app->arena, found->file));
  aml_diags diags;
  aml_diags_init(&diags, app->arena);
  if (root != NULL) {
    aml_ruleset_add(rules, root, AML_RULE_USER, &diags);
  }
  for (size_t i = 0; i < diags.list.count; i++) {
    (void)aml_app_complain(
        app, "%.*s: %.*s", AML_SV_ARG(found->path), AML_SV_ARG(diags.list.items[i].message));
  }
}

/* The built-in rules and those of --rules. */
static const aml_ruleset *load_rules(aml_app *app) {
  aml_ruleset *rules = aml_ruleset_new(app->arena);
  const aml_words *paths = &app->arguments.values[AML_OPT_RULES];
  for (size_t i = 0; i < paths->count; i++) {
    aml_discovery found;
    aml_discover_options how = {.working_folder = aml_app_folder(app), .no_ignore_files = true};
    aml_sv path = aml_sv_of(paths->items[i]);
    aml_discover(&found, app->arena, &path, 1, &how);
    for (size_t k = 0; k < found.files.count; k++) {
      add_rule_file(app, rules, &found.files.items[k]);
    }
  }
  return rules;
}

int aml_command_explain(aml_app *app) {
  if (app->arguments.operands.count == 0) {
    return aml_app_complain(app, "Which rule? Write 'amlint explain AML101'; 'amlint rules' lists them.");
  }
  const aml_ruleset *rules = load_rules(app);
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
  const aml_ruleset *rules = load_rules(app);
  for (size_t i = 0; i < rules->list.count; i++) {
    const aml_rule *rule = rules->list.items[i];
    aml_app_printf(app, "%-7.*s %-8s %-12.*s %-28.*s %.*s\n", AML_SV_ARG(rule->id),
        severity_name(rule->severity), AML_SV_ARG(rule->category), AML_SV_ARG(rule->name),
        AML_SV_ARG(rule->title));
  }
  return AML_EXIT_CLEAN;
}
