/* Which severity holds for a rule at a path: the rule's own, then profile, configuration, overrides, options;
 * later ones win. Paths for which the same overrides of a configuration hold have the same rulings, and each
 * ruling is made once. */
#include "base/limits.h"
#include "config/path_patterns.h"
#include "engine/criteria.h"

/* What holds at some paths. */
struct aml_levels {
  const aml_config *config;
  aml_indexes overrides;
  const aml_config_override *profiled; /* the last override that names a profile; NULL where none does */
  aml_profile profile;         /* that of the command line, of that override or of the configuration */
  AML_VEC(aml_ruling) rulings; /* by the rules' numbers; one without `by` is not made yet */
  const aml_value *settings;
  bool has_settings; /* they are made */
};

/* Of one configuration. */
typedef struct config_levels {
  const aml_config *config;
  aml_map by_path, by_overrides; /* to aml_levels */
  aml_levels *plain;             /* where no override holds */
} config_levels;

struct aml_levels_store {
  aml_arena *arena;
  const aml_engine_options *options;
  aml_map by_config;   /* bytes of a configuration's address to config_levels */
  config_levels *last; /* that was asked for; NULL at first: one configuration is asked for in a row */
};

aml_levels_store *aml_levels_store_new(aml_arena *arena, const aml_engine_options *options) {
  aml_levels_store *store = AML_NEW(arena, aml_levels_store);
  store->arena = arena;
  store->options = options;
  aml_map_init(&store->by_config, arena, AML_MAP_EXACT);
  return store;
}

/* The address as a key, good as long as the variable that holds it. */
static aml_sv address_key(const void *const *object) {
  return (aml_sv){(const char *)object, sizeof *object};
}

static const aml_config_override *find_profiled(const aml_config *config, const aml_indexes *overrides) {
  for (size_t i = overrides->count; i > 0; i--) {
    const aml_config_override *override = &config->overrides.items[overrides->items[i - 1]];
    if (override->profile.len > 0) {
      return override;
    }
  }
  return NULL;
}

static aml_levels *new_levels(
    const aml_levels_store *store, const aml_config *config, aml_indexes overrides) {
  aml_sv given = store->options->profile;
  aml_levels *levels = AML_NEW(store->arena, aml_levels);
  levels->config = config;
  levels->overrides = overrides;
  levels->profiled = given.len > 0 ? NULL : find_profiled(config, &overrides);
  levels->profile = aml_profile_of(given.len > 0              ? given
                                   : levels->profiled != NULL ? levels->profiled->profile
                                                              : config->profile);
  return levels;
}

static config_levels *levels_of_config(aml_levels_store *store, const aml_config *config) {
  if (store->last != NULL && store->last->config == config) {
    return store->last;
  }
  const void *address = config;
  config_levels *found = aml_map_find(&store->by_config, address_key(&address));
  if (found == NULL) {
    found = AML_NEW(store->arena, config_levels);
    found->config = config;
    aml_map_init(&found->by_path, store->arena, AML_MAP_EXACT);
    aml_map_init(&found->by_overrides, store->arena, AML_MAP_EXACT);
    found->plain = new_levels(store, config, (aml_indexes){0});
    aml_map_put(&store->by_config, aml_sv_dup(store->arena, address_key(&address)), found);
  }
  store->last = found;
  return found;
}

static aml_levels *find_levels(
    const aml_levels_store *store, const aml_config *config, config_levels *of_config, aml_sv relative) {
  aml_indexes overrides;
  aml_config_overrides_at(config, store->arena, relative, &overrides);
  if (overrides.count == 0) {
    return of_config->plain;
  }
  aml_sv key = {(const char *)overrides.items, overrides.count * sizeof *overrides.items};
  aml_levels *levels = aml_map_find(&of_config->by_overrides, key);
  if (levels == NULL) {
    levels = new_levels(store, config, overrides);
    aml_map_put(&of_config->by_overrides, key, levels);
  }
  return levels;
}

aml_levels *aml_engine_levels(const aml_criteria *criteria, const aml_config *config, aml_sv path) {
  config_levels *of_config = levels_of_config(criteria->levels, config);
  if (config->overrides.count == 0) {
    return of_config->plain;
  }
  aml_sv relative = aml_engine_relative_to_config(config, path);
  aml_levels *levels = aml_map_find(&of_config->by_path, relative);
  if (levels == NULL) {
    levels = find_levels(criteria->levels, config, of_config, relative);
    aml_map_put(&of_config->by_path, aml_sv_dup(criteria->levels->arena, relative), levels);
  }
  return levels;
}

static void apply_lines(const aml_config_severity *lines, size_t count, const aml_rule *rule, const char *by,
    aml_ruling *ruling) {
  for (size_t i = 0; i < count; i++) {
    if (aml_rule_is_selected(rule, lines[i].rule)) {
      *ruling = (aml_ruling){.severity = lines[i].severity, .by = by, .span = lines[i].span};
    }
  }
}

static void apply_overrides(
    aml_arena *payer, const aml_levels *levels, const aml_rule *rule, aml_ruling *ruling) {
  for (size_t i = 0; i < levels->overrides.count; i++) {
    const aml_config_override *override = &levels->config->overrides.items[levels->overrides.items[i]];
    aml_arena_spend(payer, 1 + override->severities.count / AML_SELECTORS_FOR_A_STEP);
    apply_lines(override->severities.items, override->severities.count, rule, "overrides", ruling);
  }
}

static aml_ruling own(const aml_rule *rule, const char *by) {
  return (aml_ruling){.severity = rule->severity,
      .by = by,
      .span = AML_NO_SPAN,
      .is_own = rule->severity != AML_SEVERITY_NONE};
}

static aml_ruling off(const char *by) {
  return (aml_ruling){.severity = AML_SEVERITY_NONE, .by = by, .span = AML_NO_SPAN};
}

static aml_ruling by_profile(const aml_levels *levels, const aml_rule *rule, const char *by) {
  bool is_selected = levels->config->select.count > 0;
  if ((is_selected && levels->profiled == NULL) || rule->profile <= levels->profile) {
    return own(rule, by);
  }
  aml_ruling ruling = off("profile");
  ruling.span = levels->profiled != NULL ? levels->profiled->span : AML_NO_SPAN;
  return ruling;
}

/* What --select, or else the configuration's `select`, or else the profile makes of the rule's own severity.
 */
static aml_ruling choose(const aml_engine_options *options, const aml_levels *levels, const aml_rule *rule) {
  const aml_config *config = levels->config;
  if (options->select.count > 0) {
    return aml_rule_is_selected_by_any(rule, &options->select) ? own(rule, "--select") : off("--select");
  }
  if (config->select.count > 0) {
    return aml_rule_is_selected_by_any(rule, &config->select) ? by_profile(levels, rule, "select")
                                                              : off("select");
  }
  return by_profile(levels, rule, "rule");
}

static aml_ruling make_ruling(const aml_levels_store *store, const aml_levels *levels, const aml_rule *rule) {
  const aml_engine_options *options = store->options;
  const aml_config *config = levels->config;
  aml_arena_spend(store->arena, 1 + (config->ignore.count + config->select.count + config->severities.count) /
                                        AML_SELECTORS_FOR_A_STEP);
  if (aml_rule_is_selected_by_any(rule, &options->ignore)) {
    return off("--ignore");
  }
  if (options->select.count == 0 && aml_rule_is_selected_by_any(rule, &config->ignore)) {
    return off("ignore");
  }
  aml_ruling ruling = choose(options, levels, rule);
  if (options->select.count > 0 && !aml_rule_is_selected_by_any(rule, &options->select)) {
    return ruling; /* what the command line asks for is all that is asked for */
  }
  apply_lines(config->severities.items, config->severities.count, rule, "severity", &ruling);
  apply_overrides(store->arena, levels, rule, &ruling);
  apply_lines(options->severities.items, options->severities.count, rule, "--severity", &ruling);
  return ruling;
}

static const aml_ruling *ruling_of(const aml_levels_store *store, aml_levels *levels, const aml_rule *rule) {
  aml_arena *arena = store->arena;
  while (levels->rulings.count <= rule->number) {
    AML_VEC_PUSH(arena, &levels->rulings, (aml_ruling){.by = NULL});
  }
  aml_ruling *ruling = &levels->rulings.items[rule->number];
  if (ruling->by == NULL) {
    *ruling = make_ruling(store, levels, rule);
  }
  return ruling;
}

aml_ruling aml_engine_rule_on(const aml_criteria *criteria, const aml_config *config, aml_sv path,
    const aml_rule *rule, aml_severity own) {
  aml_ruling ruling = *ruling_of(criteria->levels, aml_engine_levels(criteria, config, path), rule);
  ruling.severity = ruling.is_own ? own : ruling.severity;
  if (config->floor == NULL) {
    return ruling;
  }
  aml_ruling least = aml_engine_rule_on(criteria, config->floor, path, rule, own);
  return ruling.severity < least.severity ? least : ruling;
}

aml_severity aml_engine_severity(const aml_criteria *criteria, const aml_config *config, aml_sv path,
    const aml_rule *rule, aml_severity own) {
  return aml_engine_rule_on(criteria, config, path, rule, own).severity;
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

/* Overrides that hold for the same paths make the same settings. */
static const aml_value *merge_all(aml_arena *arena, const aml_levels *levels) {
  const aml_config *config = levels->config;
  merging self = {.arena = arena};
  const aml_value *last = NULL; /* the last override that says something */
  for (size_t i = 0; i < levels->overrides.count; i++) {
    const aml_config_override *override = &config->overrides.items[levels->overrides.items[i]];
    if (!aml_value_is(override->parameters, AML_OBJECT)) {
      continue;
    }
    if (last == NULL) {
      aml_map_init(&self.rules, arena, AML_MAP_IGNORE_CASE);
      merge_settings(&self, config->parameters);
    }
    last = override->parameters;
    merge_settings(&self, last);
  }
  return last == NULL ? config->parameters : end_merging(&self, last->span);
}

const aml_value *aml_engine_settings(const aml_criteria *criteria, const aml_config *config, aml_sv path) {
  aml_levels *levels = aml_engine_levels(criteria, config, path);
  if (!levels->has_settings) {
    levels->settings = merge_all(criteria->levels->arena, levels);
    levels->has_settings = true;
  }
  return levels->settings;
}
