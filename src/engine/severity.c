/* Which severity holds for a rule at a path: the rule's own, then profile, configuration, overrides, options;
 * later ones win. */
#include "engine/engine.h"
#include "source/paths.h"

static aml_severity apply_lines(
    const aml_config_severity *lines, size_t count, const aml_rule *rule, aml_severity severity) {
  for (size_t i = 0; i < count; i++) {
    if (aml_rule_is_selected(rule, lines[i].rule)) {
      severity = lines[i].severity;
    }
  }
  return severity;
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

static aml_severity apply_overrides(
    const aml_config *config, aml_sv path, const aml_rule *rule, aml_severity severity) {
  for (size_t i = 0; i < config->overrides.count; i++) {
    const aml_config_override *override = &config->overrides.items[i];
    if (matches_paths(override->paths, path)) {
      severity = apply_lines(override->severities.items, override->severities.count, rule, severity);
    }
  }
  return severity;
}

static aml_profile profile_named(aml_sv name) {
  return aml_sv_ieq(name, AML_SV("minimal"))  ? AML_PROFILE_MINIMAL
         : aml_sv_ieq(name, AML_SV("strict")) ? AML_PROFILE_STRICT
                                              : AML_PROFILE_DEFAULT;
}

static bool is_in_profile(const aml_engine_options *options, const aml_config *config, const aml_rule *rule) {
  return rule->profile <= profile_named(options->profile.len > 0 ? options->profile : config->profile);
}

/* Whether --select, or else the configuration's `select`, or else the profile takes the rule. */
static bool is_selected(const aml_engine_options *options, const aml_config *config, const aml_rule *rule) {
  if (options->select.count > 0) {
    return aml_rule_is_selected_by_any(rule, &options->select);
  }
  if (config->select.count > 0) {
    return aml_rule_is_selected_by_any(rule, &config->select);
  }
  return is_in_profile(options, config, rule);
}

static bool is_ignored(const aml_engine_options *options, const aml_config *config, const aml_rule *rule) {
  if (aml_rule_is_selected_by_any(rule, &options->ignore)) {
    return true;
  }
  return options->select.count == 0 && aml_rule_is_selected_by_any(rule, &config->ignore);
}

aml_severity aml_engine_severity(
    const aml_engine *engine, const aml_config *config, aml_sv path, const aml_rule *rule, aml_severity own) {
  const aml_engine_options *options = &engine->options;
  if (is_ignored(options, config, rule)) {
    return AML_SEVERITY_NONE;
  }
  bool takes = is_selected(options, config, rule);
  if (!takes && options->select.count > 0) {
    return AML_SEVERITY_NONE; /* what the command line asks for is all that is asked for */
  }
  own = takes ? own : AML_SEVERITY_NONE;
  aml_severity severity = apply_lines(config->severities.items, config->severities.count, rule, own);
  severity = apply_overrides(config, aml_engine_relative_to_config(config, path), rule, severity);
  return apply_lines(options->severities.items, options->severities.count, rule, severity);
}

/* {rule: {parameter: value}} with the parameters of `more` put over those of `base`. */
static const aml_value *merge_settings(aml_arena *arena, const aml_value *base, const aml_value *more) {
  if (!aml_value_is(more, AML_OBJECT)) {
    return base;
  }
  aml_object_builder merged;
  aml_object_begin(&merged, arena);
  for (size_t i = 0; aml_value_is(base, AML_OBJECT) && i < base->as.object.count; i++) {
    const aml_member *member = &base->as.object.members[i];
    aml_object_set(&merged, member->name, member->name_span, member->value);
  }
  for (size_t i = 0; i < more->as.object.count; i++) {
    const aml_member *rule = &more->as.object.members[i];
    const aml_value *former = aml_value_is(base, AML_OBJECT) ? aml_object_find(base, rule->name) : NULL;
    aml_object_builder parameters;
    aml_object_begin(&parameters, arena);
    for (size_t k = 0; aml_value_is(former, AML_OBJECT) && k < former->as.object.count; k++) {
      const aml_member *member = &former->as.object.members[k];
      aml_object_set(&parameters, member->name, member->name_span, member->value);
    }
    for (size_t k = 0; rule->value->kind == AML_OBJECT && k < rule->value->as.object.count; k++) {
      const aml_member *member = &rule->value->as.object.members[k];
      aml_object_set(&parameters, member->name, member->name_span, member->value);
    }
    aml_object_set(&merged, rule->name, rule->name_span, aml_object_end(&parameters, rule->value->span, 0));
  }
  return aml_object_end(&merged, more->span, 0);
}

const aml_value *aml_engine_settings(aml_engine *engine, const aml_config *config, aml_sv path) {
  const aml_value *settings = config->parameters;
  aml_sv relative = aml_engine_relative_to_config(config, path);
  for (size_t i = 0; i < config->overrides.count; i++) {
    if (matches_paths(config->overrides.items[i].paths, relative)) {
      settings = merge_settings(&engine->arena, settings, config->overrides.items[i].parameters);
    }
  }
  return settings;
}
