#include "cli/rule_texts.h"

#include "base/json.h"
#include "base/utf8.h"
#include "expr/value_text.h"
#include "report/place.h"

const char *aml_rule_level(aml_severity severity) {
  return severity == AML_SEVERITY_NONE ? "off" : aml_severity_name(severity);
}

const char *aml_rule_fix(const aml_shown_rule *shown) {
  static const char *const words[] = {
      [AML_EDITS_NONE] = "", [AML_EDITS_UNSAFE] = "unsafe", [AML_EDITS_SAFE] = "safe"};
  return words[aml_rule_edits_of(shown->tree)];
}

static const char *origin_of(const aml_rule *rule) {
  static const char *const names[] = {"built-in", "user", "azure-policy"};
  return names[rule->origin];
}

/* Declared parameters, {name: {type, default, description}}; NULL for none, and for an Azure policy, whose
 * assignment gives them. */
static const aml_value *parameters_of(const aml_shown_rule *shown) {
  bool has_tree = aml_value_is(shown->tree, AML_OBJECT) && shown->rule->origin != AML_RULE_AZURE_POLICY;
  const aml_value *all = has_tree ? aml_object_find(shown->tree, AML_SV("parameters")) : NULL;
  return aml_value_is(all, AML_OBJECT) && all->as.object.count > 0 ? all : NULL;
}

static aml_sv part_of(const aml_value *declaration, aml_sv name) {
  const aml_value *part = aml_value_is(declaration, AML_OBJECT) ? aml_object_find(declaration, name) : NULL;
  return aml_value_is(part, AML_STRING) ? part->as.string : (aml_sv){NULL, 0};
}

static aml_sv default_of(aml_arena *arena, const aml_value *declaration) {
  const aml_value *part =
      aml_value_is(declaration, AML_OBJECT) ? aml_object_find(declaration, AML_SV("default")) : NULL;
  return part == NULL ? (aml_sv){NULL, 0} : aml_value_json(arena, part, true);
}

/* What a finding fills in shows as <name>. */
static aml_sv show_placeholders(aml_arena *arena, aml_sv text) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    aml_strbuf_add_char(&out, c == '{' ? '<' : c == '}' ? '>' : c);
  }
  return aml_strbuf_view(&out);
}

static void write_optional(aml_json *json, const char *key, aml_sv text) {
  if (text.len > 0) {
    aml_json_member_string(json, key, aml_sv_trim(text));
  }
}

static void write_links(aml_json *json, const aml_rule *rule) {
  aml_json_key(json, AML_SV("references"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < rule->link_count; i++) {
    aml_json_begin_object(json);
    aml_json_member_string(json, "title", rule->links[i].title);
    aml_json_member_string(json, "url", rule->links[i].url);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_mappings(aml_json *json, const aml_rule *rule) {
  aml_json_key(json, AML_SV("mappings"));
  aml_json_begin_array(json);
  for (size_t i = 0; i < rule->mapping_count; i++) {
    aml_json_begin_object(json);
    aml_json_member_string(json, "framework", rule->mappings[i].framework);
    aml_json_member_string(json, "id", rule->mappings[i].id);
    write_optional(json, "title", rule->mappings[i].title);
    write_optional(json, "url", rule->mappings[i].url);
    aml_json_end_object(json);
  }
  aml_json_end_array(json);
}

static void write_details(aml_json *json, const aml_shown_rule *shown) {
  const aml_rule *rule = shown->rule;
  write_optional(json, "message", rule->message);
  if (rule->alternative_count > 0) {
    aml_json_key(json, AML_SV("alternativeMessages"));
    aml_json_begin_array(json);
    for (size_t i = 0; i < rule->alternative_count; i++) {
      aml_json_string(json, rule->alternatives[i]);
    }
    aml_json_end_array(json);
  }
  write_optional(json, "why", rule->why);
  write_optional(json, "howToFix", rule->help);
  write_optional(json, "howToFixCli", rule->help_cli);
  const aml_value *parameters = parameters_of(shown);
  if (parameters != NULL) {
    aml_json_key(json, AML_SV("parameters"));
    aml_value_write_json(json, parameters, true);
  }
  write_links(json, rule);
  write_mappings(json, rule);
  write_optional(json, "securitySeverity", rule->security_severity);
  write_optional(json, "precision", rule->precision);
  write_optional(json, "since", rule->version);
}

static void write_rule(aml_json *json, const aml_shown_rule *shown, aml_rule_detail detail) {
  const aml_rule *rule = shown->rule;
  aml_json_begin_object(json);
  aml_json_member_string(json, "id", rule->id);
  aml_json_member_string(json, "name", rule->name);
  aml_json_member_string(json, "title", rule->title);
  aml_json_member_string(json, "category", rule->category);
  aml_json_member_string(json, "severity", aml_sv_of(aml_rule_level(shown->severity)));
  aml_json_member_string(json, "ownSeverity", aml_sv_of(aml_rule_level(rule->severity)));
  aml_json_member_string(json, "profile", aml_sv_of(aml_profile_name(rule->profile)));
  aml_json_member_string(json, "origin", aml_sv_of(origin_of(rule)));
  write_optional(json, "file", shown->file);
  aml_sv fix = aml_sv_of(aml_rule_fix(shown));
  aml_json_key(json, AML_SV("fix"));
  if (fix.len > 0) {
    aml_json_string(json, fix);
  } else {
    aml_json_null(json);
  }
  if (detail == AML_RULE_WHOLE) {
    write_details(json, shown);
  }
  aml_json_end_object(json);
}

bool aml_rules_write_json(const aml_shown_rules *rules, aml_rule_detail detail, aml_write write, void *sink) {
  aml_json json;
  aml_json_init(&json, write, sink, AML_JSON_PRETTY);
  aml_json_begin_object(&json);
  aml_json_member_int(&json, "version", 1);
  aml_json_key(&json, AML_SV("rules"));
  aml_json_begin_array(&json);
  for (size_t i = 0; i < rules->count; i++) {
    write_rule(&json, &rules->items[i], detail);
  }
  aml_json_end_array(&json);
  aml_json_end_object(&json);
  return aml_json_finish(&json);
}

static void add_section(aml_strbuf *out, const char *heading, aml_sv text) {
  if (text.len > 0) {
    aml_strbuf_addf(out, "\n## %s\n\n%.*s\n", heading, AML_SV_ARG(aml_sv_trim(text)));
  }
}

/* A paragraph whose lines are at most `width` wide; 0 for as long as they are. */
static void add_wrapped(aml_strbuf *out, aml_sv text, size_t width) {
  size_t used = 0;
  while (text.len > 0) {
    size_t end = aml_sv_find_char(text, ' ', 0);
    bool ends_line = aml_sv_find_char(aml_sv_slice(text, 0, end), '\n', 0) != AML_NPOS;
    aml_sv word = aml_sv_split(&text, ' ');
    size_t length = aml_utf8_length(word);
    bool is_too_long = width > 0 && used > 0 && used + 1 + length > width;
    aml_strbuf_addf(out, "%s%.*s", used == 0 ? "" : is_too_long ? "\n" : " ", AML_SV_ARG(word));
    used = ends_line ? length : is_too_long || used == 0 ? length : used + 1 + length;
  }
  aml_strbuf_add_char(out, '\n');
}

static void add_paragraph(aml_strbuf *out, const char *heading, aml_sv text, size_t width) {
  if (text.len > 0) {
    aml_strbuf_addf(out, "\n%s\n", heading);
    add_wrapped(out, aml_sv_trim(text), width);
  }
}

static void add_parameters(aml_strbuf *out, const aml_shown_rule *shown) {
  const aml_value *all = parameters_of(shown);
  if (all == NULL) {
    return;
  }
  aml_strbuf_add(out, AML_SV("\nParameters\n"));
  for (size_t i = 0; i < all->as.object.count; i++) {
    const aml_member *member = &all->as.object.members[i];
    aml_sv by_default = default_of(out->arena, member->value);
    aml_sv description = part_of(member->value, AML_SV("description"));
    aml_strbuf_addf(out, "%.*s", AML_SV_ARG(member->name));
    if (by_default.len > 0) {
      aml_strbuf_addf(out, " (%.*s)", AML_SV_ARG(by_default));
    }
    aml_strbuf_addf(out, "%s%.*s\n", description.len > 0 ? ": " : "", AML_SV_ARG(description));
  }
}

void aml_rule_write_text(aml_strbuf *out, const aml_shown_rule *shown, size_t width) {
  const aml_rule *rule = shown->rule;
  aml_strbuf_addf(
      out, "%.*s %.*s\n%.*s.\n\n", AML_SV_ARG(rule->id), AML_SV_ARG(rule->name), AML_SV_ARG(rule->title));
  aml_strbuf_addf(out, "Severity: %s", aml_rule_level(rule->severity));
  if (shown->severity != rule->severity) {
    aml_strbuf_addf(out, " (here: %s)", aml_rule_level(shown->severity));
  }
  aml_strbuf_addf(
      out, ". Category: %.*s. Profile: %s.", AML_SV_ARG(rule->category), aml_profile_name(rule->profile));
  aml_sv fix = aml_sv_of(aml_rule_fix(shown));
  if (fix.len > 0) {
    aml_strbuf_addf(out, " 'amlint fix%s' fixes it.", aml_sv_eq(fix, AML_SV("safe")) ? "" : " --unsafe");
  }
  aml_strbuf_add_char(out, '\n');
  if (shown->file.len > 0) {
    aml_strbuf_addf(out, "From: %.*s\n", AML_SV_ARG(shown->file));
  }
  add_paragraph(out, "Why it matters", rule->why, width);
  add_paragraph(out, "How to fix it", show_placeholders(out->arena, rule->help), width);
  add_paragraph(out, "With the Azure CLI", show_placeholders(out->arena, rule->help_cli), 0);
  add_parameters(out, shown);
  aml_strbuf_add(out, rule->link_count > 0 ? AML_SV("\nReferences\n") : AML_SV(""));
  for (size_t i = 0; i < rule->link_count; i++) {
    aml_strbuf_addf(out, "%.*s\n  %.*s\n", AML_SV_ARG(rule->links[i].title), AML_SV_ARG(rule->links[i].url));
  }
  aml_strbuf_add(out, rule->mapping_count > 0 ? AML_SV("\nMappings\n") : AML_SV(""));
  for (size_t i = 0; i < rule->mapping_count; i++) {
    const aml_mapping *mapping = &rule->mappings[i];
    aml_strbuf_addf(out, "%.*s %.*s%s%.*s\n", AML_SV_ARG(mapping->framework), AML_SV_ARG(mapping->id),
        mapping->title.len > 0 ? "  " : "", AML_SV_ARG(mapping->title));
  }
}

/* Rules of users and policies, in the order of the pages of the built-in ones, which are made at build time.
 */
void aml_rule_write_markdown(aml_strbuf *out, const aml_shown_rule *shown) {
  const aml_rule *rule = shown->rule;
  if (rule->markdown.len > 0) {
    aml_strbuf_addf(out, "%.*s\n", AML_SV_ARG(aml_sv_trim(rule->markdown)));
    return;
  }
  aml_strbuf_addf(
      out, "# %.*s: %.*s\n\n| | |\n| --- | --- |\n", AML_SV_ARG(rule->id), AML_SV_ARG(rule->title));
  aml_strbuf_addf(out, "| name | `%.*s` |\n| category | %.*s |\n| severity | %s |\n| profile | %s |\n",
      AML_SV_ARG(rule->name), AML_SV_ARG(rule->category), aml_rule_level(rule->severity),
      aml_profile_name(rule->profile));
  for (size_t i = 0; i < rule->alternative_count; i++) {
    add_section(out, "Message in one case", rule->alternatives[i]);
  }
  add_section(out, "Message", rule->message);
  add_section(out, "Why it matters", rule->why);
  add_section(out, "How to fix it", rule->help);
  if (rule->help_cli.len > 0) {
    aml_strbuf_addf(out, "\n```sh\n%.*s\n```\n", AML_SV_ARG(aml_sv_trim(rule->help_cli)));
  }
  aml_strbuf_add(out, rule->link_count > 0 ? AML_SV("\n## References\n\n") : AML_SV(""));
  for (size_t i = 0; i < rule->link_count; i++) {
    aml_strbuf_addf(
        out, "- [%.*s](%.*s)\n", AML_SV_ARG(rule->links[i].title), AML_SV_ARG(rule->links[i].url));
  }
}

aml_sv aml_table_cell(aml_arena *arena, aml_sv text) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] == '|') {
      aml_strbuf_add_char(&out, '\\');
    }
    aml_strbuf_add_char(&out, text.data[i] == '\n' ? ' ' : text.data[i]);
  }
  return aml_strbuf_view(&out);
}

aml_sv aml_safe_lines(aml_arena *arena, aml_sv text) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  while (text.len > 0) {
    bool ends = aml_sv_find_char(text, '\n', 0) != AML_NPOS;
    aml_sv line = aml_sv_split(&text, '\n');
    aml_strbuf_add(&out, aml_text_safe(arena, line));
    if (ends) {
      aml_strbuf_add_char(&out, '\n');
    }
  }
  return aml_strbuf_view(&out);
}
