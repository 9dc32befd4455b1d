/* Rules and settings that a change makes weaker. */
#include "engine/weakening.h"

/* Every place at which somebody may have decided on a rule, the one in force first. */
static aml_weakening_spot find_spot(
    const aml_weakening *w, aml_sv path, const aml_rule *was, const aml_rule *is) {
  static const char *const keys[] = {"ignore", "select", "profile"};
  aml_weakening_search search = aml_weakening_search_begin(w);
  aml_ruling before = aml_engine_rule_on(w->before.criteria, w->was, path, was, was->severity);
  if (is != NULL) {
    aml_weakening_try(&search, aml_engine_rule_on(w->after.criteria, w->is, path, is, is->severity).span);
  }
  aml_weakening_try_gone(&search, before.span);
  for (size_t i = 0; i < sizeof keys / sizeof keys[0] && is != NULL; i++) {
    aml_weakening_try_key(&search, keys[i], NULL);
  }
  if (is != NULL && is->source != NULL) {
    aml_weakening_try(&search, is->source->span);
  }
  aml_weakening_try_gone(&search, was->span);
  aml_weakening_try_key(&search, "rules", NULL);
  aml_weakening_try_key(&search, "policies", NULL);
  return aml_weakening_search_end(&search);
}

static bool is_rewritten(const aml_rule *was, const aml_rule *is) {
  return was->source != NULL && (is->source == NULL || aml_value_equal(was->source, is->source) != AML_TRUE);
}

typedef enum loss { NOTHING, OFF, LOWERED, GONE, REWRITTEN, LOSSES } loss;

static loss compare_rule(const aml_weakening *w, aml_sv path, const aml_rule *was, const aml_rule *is) {
  aml_severity before = aml_engine_severity(w->before.criteria, w->was, path, was, was->severity);
  if (before == AML_SEVERITY_NONE) {
    return NOTHING;
  }
  if (is == NULL) {
    return GONE;
  }
  aml_severity after = aml_engine_severity(w->after.criteria, w->is, path, is, is->severity);
  return after == AML_SEVERITY_NONE ? OFF
         : after < before           ? LOWERED
         : is_rewritten(was, is)    ? REWRITTEN
                                    : NOTHING;
}

void aml_weakening_of_rules(const aml_weakening *w, aml_sv path) {
  static const char *const whats[LOSSES] = {
      NULL, "switches rules off", "lowers the severity of rules", "removes rules", "rewrites rules"};
  aml_weakening_names names[LOSSES];
  for (size_t i = 0; i < LOSSES; i++) {
    names[i] = aml_weakening_names_begin(w, whats[i]);
  }
  for (size_t i = 0; i < w->before.criteria->rules->list.count; i++) {
    const aml_rule *was = w->before.criteria->rules->list.items[i];
    const aml_rule *is = aml_ruleset_find(w->after.criteria->rules, was->id);
    loss what = compare_rule(w, path, was, is);
    if (what != NOTHING) {
      aml_weakening_names_add(&names[what], find_spot(w, path, was, is), was->id);
    }
  }
  bool is_by_path = w->was->overrides.count + w->is->overrides.count > 0 && path.len > 0;
  aml_sv of =
      is_by_path ? aml_sv_format(w->inputs->arena, "for '%.*s'", AML_SV_ARG(path)) : (aml_sv){NULL, 0};
  for (size_t i = 0; i < LOSSES; i++) {
    aml_weakening_names_tell(&names[i], of);
  }
}

/* Keys that change what rules conclude, in either direction: who reviews it can tell. */
static const char *const assumptions[] = {
    "parameters", "workspaces", "context", "templateLinks", "bicep", "placeholders", "evidence"};

static const aml_value *setting(const aml_config *config, aml_sv key) {
  return config->settings == NULL ? NULL : aml_object_find_exact(config->settings, key);
}

/* "never" is the mildest. */
static int mildness(const aml_config *config) {
  aml_severity threshold = config->has_fail_on ? config->fail_on : AML_SEVERITY_WARNING;
  return threshold == AML_SEVERITY_NONE ? AML_SEVERITY_ERROR + 1 : (int)threshold;
}

static aml_weakening_spot spot_of_key(const aml_weakening *w, const char *key, const char *below) {
  aml_weakening_search search = aml_weakening_search_begin(w);
  aml_weakening_try_key(&search, key, below);
  return aml_weakening_search_end(&search);
}

static bool holds_all(const aml_texts *list, const aml_texts *of) {
  for (size_t i = 0; i < of->count; i++) {
    bool is_there = false;
    for (size_t k = 0; k < list->count && !is_there; k++) {
      is_there = aml_sv_ieq(list->items[k], of->items[i]);
    }
    if (!is_there) {
      return false;
    }
  }
  return true;
}

/* What is compared with evidence, and how old that may be. */
static void tell_of_drift(const aml_weakening *w) {
  const struct {
    bool is_looser;
    const char *key;
  } rows[] = {{!holds_all(&w->was->drift_ignore, &w->is->drift_ignore), "driftIgnore"},
      {!holds_all(&w->was->ignore_tags, &w->is->ignore_tags), "ignoreTags"},
      {w->is->max_age_days > w->was->max_age_days, "maxAgeDays"}};
  aml_weakening_names looser = aml_weakening_names_begin(w, "lets more differences from the evidence pass");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (rows[i].is_looser) {
      aml_weakening_names_add(&looser, spot_of_key(w, rows[i].key, NULL), aml_sv_of(rows[i].key));
    }
  }
  aml_weakening_names_tell(&looser, (aml_sv){NULL, 0});
}

void aml_weakening_of_settings(const aml_weakening *w) {
  if (mildness(w->is) > mildness(w->was)) {
    aml_weakening_tell(
        w, spot_of_key(w, "failOn", NULL), "lets more findings pass: 'failOn' is less strict than before");
  }
  if (w->is->unread < w->was->unread) {
    aml_weakening_tell(
        w, spot_of_key(w, "unread", NULL), "lets more files go unread: 'unread' is less strict than before");
  }
  if (w->was->documents && !w->is->documents) {
    aml_weakening_tell(w, spot_of_key(w, "documents", NULL),
        "leaves commands in documents unchecked: 'documents' is no longer 'check'");
  }
  tell_of_drift(w);
  aml_weakening_names changed = aml_weakening_names_begin(w, "changes the settings of rules");
  for (size_t i = 0; i < sizeof assumptions / sizeof assumptions[0]; i++) {
    aml_sv key = aml_sv_of(assumptions[i]);
    const aml_value *was = setting(w->was, key);
    const aml_value *is = setting(w->is, key);
    bool is_same = was == NULL || is == NULL ? was == is : aml_value_equal(was, is) == AML_TRUE;
    if (!is_same) {
      aml_weakening_names_add(&changed, spot_of_key(w, assumptions[i], NULL), key);
    }
  }
  aml_weakening_names_tell(&changed, (aml_sv){NULL, 0});
}

/* 0 is no bound. */
static bool runs_longer(const aml_governance *was, const aml_governance *is) {
  for (size_t i = 0; i < sizeof was->most_days / sizeof was->most_days[0]; i++) {
    bool was_bound = was->most_days[i] > 0;
    if (was_bound && (is->most_days[i] == 0 || is->most_days[i] > was->most_days[i])) {
      return true;
    }
  }
  return false;
}

static bool allows_more_tickets(const aml_config *was, const aml_config *is) {
  const aml_value *before =
      was->governance == NULL ? NULL : aml_object_find(was->governance, AML_SV("ticketPattern"));
  const aml_value *after =
      is->governance == NULL ? NULL : aml_object_find(is->governance, AML_SV("ticketPattern"));
  return before != NULL && (after == NULL || aml_value_equal(before, after) != AML_TRUE);
}

void aml_weakening_of_governance(const aml_weakening *w) {
  aml_governance was;
  aml_governance is;
  aml_governance_read(&was, w->inputs->arena, w->was->governance);
  aml_governance_read(&is, w->inputs->arena, w->is->governance);
  const struct {
    bool is_looser;
    const char *key;
  } rows[] = {{!holds_all(&is.required, &was.required), "requiredFields"},
      {runs_longer(&was, &is), "maxDays"}, {!holds_all(&is.never_waive, &was.never_waive), "neverWaive"},
      {was.approvers.count > 0 && (is.approvers.count == 0 || !holds_all(&was.approvers, &is.approvers)),
          "approvers"},
      {was.forbids_comments && !is.forbids_comments, "inline"},
      {is.warn_days < was.warn_days, "warnBeforeDays"},
      {is.least_reason < was.least_reason, "minReasonLength"},
      {allows_more_tickets(w->was, w->is), "ticketPattern"}, {was.four_eyes && !is.four_eyes, "fourEyes"},
      {was.code_owners && !is.code_owners, "codeowners"}};
  aml_weakening_names looser = aml_weakening_names_begin(w, "loosens governance");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (rows[i].is_looser) {
      aml_weakening_names_add(&looser, spot_of_key(w, "governance", rows[i].key), aml_sv_of(rows[i].key));
    }
  }
  aml_weakening_names_tell(&looser, (aml_sv){NULL, 0});
}
