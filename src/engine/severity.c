/* Which severity holds for a rule at a path: the rule's own, then profile, configuration, overrides, options;
 * later ones win. */
#include "engine/engine.h"
#include "source/paths.h"

static void apply_lines(const aml_config_severity *lines, size_t count, const aml_rule *rule, const char *by,
    aml_ruling *ruling) {
  for (size_t i = 0; i < count; i++) {
    if (aml_rule_is_selected(rule, lines[i].rule)) {
      *ruling = (aml_ruling){lines[i].severity, by, lines[i].span};
    }
  }
}

static bool matches_paths(const aml_value *paths, aml_sv path) {
  if (paths == NULL || paths->kind != AML_ARRAY) {
    return false;
  }
  for (size_t i = 0; i < paths->as.array.count; i++) {
    if (aml_glob_match(aml_value_text(paths->as.array.items[i]), path)) {
      return true;
    }
  }
  return false;
}

static void apply_overrides(const aml_config *config, aml_sv path, const aml_rule *rule, aml_ruling *ruling) {
  for (size_t i = 0; i < config->overrides.count; i++) {
    const aml_config_override *override = &config->overrides.items[i];
    if (matches_paths(override->paths, path)) {
      apply_lines(override->severities.items, override->severities.count, rule, "overrides", ruling);
    }
  }
}

static bool is_in_profile(const aml_engine_options *options, const aml_config *config, const aml_rule *rule) {
  return rule->profile <= aml_profile_of(options->profile.len > 0 ? options->profile : config->profile);
}

/* What --select, or else the configuration's `select`, or else the profile makes of the rule's own severity.
 */
static aml_ruling choose(
    const aml_engine_options *options, const aml_config *config, const aml_rule *rule, aml_severity own) {
  if (options->select.count > 0) {
    bool takes = aml_rule_is_selected_by_any(rule, &options->select);
    return (aml_ruling){takes ? own : AML_SEVERITY_NONE, "--select", AML_NO_SPAN};
  }
  if (config->select.count > 0) {
    bool takes = aml_rule_is_selected_by_any(rule, &config->select);
    return (aml_ruling){takes ? own : AML_SEVERITY_NONE, "select", AML_NO_SPAN};
  }
  return is_in_profile(options, config, rule) ? (aml_ruling){own, "rule", AML_NO_SPAN}
                                              : (aml_ruling){AML_SEVERITY_NONE, "profile", AML_NO_SPAN};
}

static aml_ruling rule_on(
    const aml_engine *engine, const aml_config *config, aml_sv path, const aml_rule *rule, aml_severity own) {
  const aml_engine_options *options = &engine->options;
  if (aml_rule_is_selected_by_any(rule, &options->ignore)) {
    return (aml_ruling){AML_SEVERITY_NONE, "--ignore", AML_NO_SPAN};
  }
  if (options->select.count == 0 && aml_rule_is_selected_by_any(rule, &config->ignore)) {
    return (aml_ruling){AML_SEVERITY_NONE, "ignore", AML_NO_SPAN};
  }
  aml_ruling ruling = choose(options, config, rule, own);
  if (options->select.count > 0 && !aml_rule_is_selected_by_any(rule, &options->select)) {
    return ruling; /* what the command line asks for is all that is asked for */
  }
  apply_lines(config->severities.items, config->severities.count, rule, "severity", &ruling);
  apply_overrides(config, aml_engine_relative_to_config(config, path), rule, &ruling);
  apply_lines(options->severities.items, options->severities.count, rule, "--severity", &ruling);
  return ruling;
}

aml_ruling aml_engine_rule_on(
    const aml_engine *engine, const aml_config *config, aml_sv path, const aml_rule *rule, aml_severity own) {
  aml_ruling ruling = rule_on(engine, config, path, rule, own);
  if (config->floor == NULL) {
    return ruling;
  }
  aml_ruling least = aml_engine_rule_on(engine, config->floor, path, rule, own);
  return ruling.severity < least.severity ? least : ruling;
}

aml_severity aml_engine_severity(
    const aml_engine *engine, const aml_config *config, aml_sv path, const aml_rule *rule, aml_severity own) {
  return aml_engine_rule_on(engine, config, path, rule, own).severity;
}

/* {rule: {parameter: value}} of a configuration with those of its overrides put over them. */
typedef struct merging {
  aml_arena *arena;
  aml_map rules; /* name to merged_rule */
} merging;

typedef struct merged_rule {
  aml_span name_span, span;
  aml_object_builder parameters;
} merged_rule;

static void merge_rule(merging *self, const aml_member *rule) {
  merged_rule *merged = aml_map_find(&self->rules, rule->name);
  if (merged == NULL) {
    merged = AML_NEW(self->arena, merged_rule);
    aml_object_begin(&merged->parameters, self->arena);
    aml_map_put(&self->rules, rule->name, merged);
  }
  merged->name_span = rule->name_span;
  merged->span = rule->value->span;
  aml_object_set_all(&merged->parameters, rule->value);
}

static void merge_settings(merging *self, const aml_value *settings) {
  for (size_t i = 0; aml_value_is(settings, AML_OBJECT) && i < settings->as.object.count; i++) {
    merge_rule(self, &settings->as.object.members[i]);
  }
}

static const aml_value *end_merging(merging *self, aml_span span) {
  aml_object_builder settings;
  aml_object_begin(&settings, self->arena);
  for (size_t i = 0; i < self->rules.count; i++) {
    merged_rule *merged = self->rules.entries[i].value;
    aml_object_add(&settings, self->rules.entries[i].key, merged->name_span,
        aml_object_end(&merged->parameters, merged->span, 0));
  }
  return aml_object_end(&settings, span, 0);
}

const aml_value *aml_engine_settings(aml_engine *engine, const aml_config *config, aml_sv path) {
  aml_sv relative = aml_engine_relative_to_config(config, path);
  merging self = {.arena = &engine->arena};
  const aml_value *last = NULL; /* the last override that says something */
  for (size_t i = 0; i < config->overrides.count; i++) {
    const aml_config_override *override = &config->overrides.items[i];
    if (!aml_value_is(override->parameters, AML_OBJECT) || !matches_paths(override->paths, relative)) {
      continue;
    }
    if (last == NULL) {
      aml_map_init(&self.rules, &engine->arena, AML_MAP_IGNORE_CASE);
      merge_settings(&self, config->parameters);
    }
    last = override->parameters;
    merge_settings(&self, last);
  }
  return last == NULL ? config->parameters : end_merging(&self, last->span);
}
