/* Rules and settings that a change makes weaker. */
#include "base/strbuf.h"
#include "engine/weakening.h"

enum { MOST_NAMES = 5 };

typedef struct names {
  aml_strbuf text;
  size_t count;
} names;

static void add_name(names *list, aml_sv name) {
  if (list->count < MOST_NAMES) {
    aml_strbuf_addf(&list->text, "%s'%.*s'", list->count == 0 ? "" : ", ", AML_SV_ARG(name));
  }
  list->count++;
}

static names begin_names(const aml_weakening *w) {
  names list = {.count = 0};
  aml_strbuf_init(&list.text, &w->run->arena, SIZE_MAX);
  return list;
}

static aml_sv end_names(names *list) {
  if (list->count > MOST_NAMES) {
    aml_strbuf_addf(&list->text, " and %zu more", list->count - MOST_NAMES);
  }
  return aml_strbuf_view(&list->text);
}

/* The file to look at: the configuration in force now, or the one that is gone. */
static aml_sv place_of(const aml_weakening *w) {
  return w->is->path.len > 0 ? w->is->path : w->was->path;
}

static void tell_names(const aml_weakening *w, names *list, aml_sv path, const char *what) {
  if (list->count == 0) {
    return;
  }
  aml_sv text = end_names(list);
  aml_sv where = path.len == 0 ? path : aml_sv_format(&w->run->arena, " for '%.*s'", AML_SV_ARG(path));
  aml_weakening_tell(w, place_of(w), "This change %s%.*s: %.*s.", what, AML_SV_ARG(where), AML_SV_ARG(text));
}

void aml_weakening_of_rules(const aml_weakening *w, aml_sv path) {
  names off = begin_names(w);
  names lowered = begin_names(w);
  names gone = begin_names(w);
  names changed = begin_names(w);
  for (size_t i = 0; i < w->before->rules->list.count; i++) {
    const aml_rule *was = w->before->rules->list.items[i];
    const aml_rule *is = aml_ruleset_find(w->after->rules, was->id);
    aml_severity before = aml_engine_severity(w->before, w->was, path, was, was->severity);
    aml_severity after =
        is == NULL ? AML_SEVERITY_NONE : aml_engine_severity(w->after, w->is, path, is, is->severity);
    if (before == AML_SEVERITY_NONE) {
      continue;
    }
    if (is == NULL) {
      add_name(&gone, was->id);
    } else if (after == AML_SEVERITY_NONE) {
      add_name(&off, was->id);
    } else if (after < before) {
      add_name(&lowered, was->id);
    } else if (was->source != NULL &&
               (is->source == NULL || aml_value_equal(was->source, is->source) != AML_TRUE)) {
      add_name(&changed, was->id);
    }
  }
  bool is_by_path = w->was->overrides.count + w->is->overrides.count > 0;
  aml_sv shown = is_by_path ? path : (aml_sv){NULL, 0};
  tell_names(w, &off, shown, "switches rules off");
  tell_names(w, &lowered, shown, "lowers the severity of rules");
  tell_names(w, &gone, shown, "takes rules away");
  tell_names(w, &changed, shown, "rewrites rules");
}

/* Keys that change what rules conclude, in either direction: who reviews it can tell. */
static const aml_sv assumptions[] = {AML_SV_CONST("parameters"), AML_SV_CONST("workspaces"),
    AML_SV_CONST("context"), AML_SV_CONST("templateLinks")};

static const aml_value *setting(const aml_config *config, aml_sv key) {
  return config->settings == NULL ? NULL : aml_object_find_exact(config->settings, key);
}

/* "never" is the mildest. */
static int mildness(const aml_config *config) {
  aml_severity threshold = config->has_fail_on ? config->fail_on : AML_SEVERITY_WARNING;
  return threshold == AML_SEVERITY_NONE ? AML_SEVERITY_ERROR + 1 : (int)threshold;
}

void aml_weakening_of_settings(const aml_weakening *w) {
  if (mildness(w->is) > mildness(w->was)) {
    aml_weakening_tell(
        w, place_of(w), "This change lets more findings pass: 'failOn' is less strict than before.");
  }
  if (w->is->unread < w->was->unread) {
    aml_weakening_tell(
        w, place_of(w), "This change lets more files go unread: 'unread' is less strict than before.");
  }
  names changed = begin_names(w);
  for (size_t i = 0; i < sizeof assumptions / sizeof assumptions[0]; i++) {
    const aml_value *was = setting(w->was, assumptions[i]);
    const aml_value *is = setting(w->is, assumptions[i]);
    bool is_same = was == NULL || is == NULL ? was == is : aml_value_equal(was, is) == AML_TRUE;
    if (!is_same) {
      add_name(&changed, assumptions[i]);
    }
  }
  tell_names(w, &changed, (aml_sv){NULL, 0}, "gives rules other settings");
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
  aml_governance_read(&was, &w->run->arena, w->was->governance);
  aml_governance_read(&is, &w->run->arena, w->is->governance);
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
  names looser = begin_names(w);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (rows[i].is_looser) {
      add_name(&looser, aml_sv_of(rows[i].key));
    }
  }
  tell_names(w, &looser, (aml_sv){NULL, 0}, "loosens governance");
}
