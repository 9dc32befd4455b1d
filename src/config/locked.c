#include "config/locked.h"

#include "config/config.h"

typedef struct holding {
  aml_arena *arena;
  const aml_value *settings;
  aml_diags *diags;
} holding;

static bool holds_text(const aml_value *list, aml_sv text) {
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    if (aml_sv_ieq(aml_value_text(list->as.array.items[i]), text)) {
      return true;
    }
  }
  return false;
}

static bool holds_all(const aml_value *list, const aml_value *of) {
  for (size_t i = 0; i < of->as.array.count; i++) {
    if (!holds_text(list, aml_value_text(of->as.array.items[i]))) {
      return false;
    }
  }
  return true;
}

bool aml_config_locks(const aml_value *settings, const char *key) {
  return settings != NULL && holds_text(aml_object_find_exact(settings, AML_SV("locked")), aml_sv_of(key));
}

static void refuse(const holding *h, aml_sv key, aml_span span) {
  aml_diag *diag = aml_diags_add(h->diags, "AML012", span,
      "'%.*s' is weaker here than in the extended file that locks it; the locked value stays in effect.",
      AML_SV_ARG(key));
  diag->is_incomplete = true;
}

/* The place of a text among the words, from weak to strict. */
static int rank_of(const aml_value *value, const char *otherwise, const char *const words[]) {
  aml_sv text = value == NULL ? aml_sv_of(otherwise) : aml_value_text(value);
  for (int i = 0; words[i] != NULL; i++) {
    if (aml_sv_ieq(text, aml_sv_of(words[i]))) {
      return i;
    }
  }
  return -1;
}

static bool is_milder(
    const aml_value *was, const aml_value *is, const char *otherwise, const char *const words[]) {
  return rank_of(is, otherwise, words) < rank_of(was, otherwise, words);
}

static int64_t number_of(const aml_value *value, int64_t otherwise) {
  return value != NULL && aml_value_is(value, AML_INT) ? value->as.integer : otherwise;
}

/* By the severity of rules; 0 is no bound. */
static bool runs_longer(const aml_value *was, const aml_value *is) {
  enum { DEFAULT = 366 };
  for (size_t i = 0; i < is->as.object.count; i++) {
    const aml_member *member = &is->as.object.members[i];
    const aml_value *former = was == NULL ? NULL : aml_object_find_exact(was, member->name);
    int64_t before = number_of(former, DEFAULT);
    int64_t after = number_of(member->value, DEFAULT);
    if (before > 0 && (after == 0 || after > before)) {
      return true;
    }
  }
  return false;
}

static bool is_off(const aml_value *value) {
  return aml_value_is(value, AML_BOOL) && !value->as.boolean;
}

static bool lacks_default_field(const aml_value *list) {
  return !holds_text(list, AML_SV("owner")) || !holds_text(list, AML_SV("reason")) ||
         !holds_text(list, AML_SV("expires"));
}

/* Whether a member of `governance` asks for less than before; was: NULL for its default. */
static bool is_looser(aml_sv key, const aml_value *was, const aml_value *is) {
  static const char *const inlines[] = {"allowed", "off", NULL};
  if (aml_sv_eq(key, AML_SV("neverWaive"))) {
    return was != NULL && !holds_all(is, was);
  }
  if (aml_sv_eq(key, AML_SV("requiredFields"))) {
    return was == NULL ? lacks_default_field(is) : !holds_all(is, was);
  }
  if (aml_sv_eq(key, AML_SV("approvers"))) {
    return was != NULL && was->as.array.count > 0 && (is->as.array.count == 0 || !holds_all(was, is));
  }
  if (aml_sv_eq(key, AML_SV("inline"))) {
    return is_milder(was, is, "allowed", inlines);
  }
  if (aml_sv_eq(key, AML_SV("maxDays"))) {
    return runs_longer(was, is);
  }
  if (aml_sv_eq(key, AML_SV("warnBeforeDays"))) {
    return number_of(is, 0) < number_of(was, 14);
  }
  if (aml_sv_eq(key, AML_SV("minReasonLength"))) {
    return number_of(is, 0) < number_of(was, 10);
  }
  if (aml_sv_eq(key, AML_SV("ticketPattern"))) {
    return was != NULL && !aml_sv_eq(aml_value_text(was), aml_value_text(is));
  }
  return was != NULL && !is_off(was) && is_off(is); /* fourEyes, codeowners */
}

static const aml_value *hold_governance(const holding *h, const aml_value *is) {
  const aml_value *was = aml_object_find_exact(h->settings, AML_SV("governance"));
  bool locks_all = aml_config_locks(h->settings, "governance");
  aml_object_builder kept;
  aml_object_begin(&kept, h->arena);
  for (size_t i = 0; i < is->as.object.count; i++) {
    const aml_member *member = &is->as.object.members[i];
    const aml_value *former = was == NULL ? NULL : aml_object_find_exact(was, member->name);
    bool is_locked =
        locks_all || holds_text(aml_object_find_exact(h->settings, AML_SV("locked")), member->name);
    if (is_locked && is_looser(member->name, former, member->value)) {
      refuse(h, member->name, member->value->span);
    } else {
      aml_object_set(&kept, member->name, member->name_span, member->value);
    }
  }
  return aml_object_end(&kept, is->span, 0);
}

static const char *const profiles[] = {"minimal", "default", "strict", NULL};

/* Of what some of the files have besides, what is locked for all. Severities have a floor of their own. */
static const aml_value *hold_override(const holding *h, const aml_value *is) {
  const aml_value *locked = aml_object_find_exact(h->settings, AML_SV("locked"));
  aml_object_builder kept;
  aml_object_begin(&kept, h->arena);
  for (size_t i = 0; aml_value_is(is, AML_OBJECT) && i < is->as.object.count; i++) {
    const aml_member *member = &is->as.object.members[i];
    const aml_value *was = aml_object_find_exact(h->settings, member->name);
    bool is_milder_profile =
        aml_sv_eq(member->name, AML_SV("profile")) && is_milder(was, member->value, "default", profiles);
    bool is_weaker = is_milder_profile || aml_sv_eq(member->name, AML_SV("parameters"));
    if (is_weaker && holds_text(locked, member->name)) {
      refuse(h, member->name, member->value->span);
    } else {
      aml_object_set(&kept, member->name, member->name_span, member->value);
    }
  }
  return aml_object_end(&kept, is->span, 0);
}

static const aml_value *hold_overrides(const holding *h, const aml_value *is) {
  const aml_value **items = AML_NEW_ARRAY(h->arena, const aml_value *, is->as.array.count);
  for (size_t i = 0; i < is->as.array.count; i++) {
    items[i] = hold_override(h, is->as.array.items[i]);
  }
  return aml_value_array(h->arena, items, is->as.array.count, is->span);
}

/* Whether a key at the top weakens. Lists are added to, so that a longer `select` takes more rules, unless
 * there was none, which takes all of the profile. */
static bool is_weaker(aml_sv key, const aml_value *was, const aml_value *is) {
  static const char *const unreads[] = {"ignore", "note", "error", NULL};
  static const char *const documents[] = {"ignore", "check", NULL};
  static const char *const thresholds[] = {"never", "error", "warning", "note", NULL};
  if (aml_sv_eq(key, AML_SV("select"))) {
    return was == NULL;
  }
  if (aml_sv_eq(key, AML_SV("profile"))) {
    return is_milder(was, is, "default", profiles);
  }
  if (aml_sv_eq(key, AML_SV("failOn"))) {
    return is_milder(was, is, "warning", thresholds);
  }
  if (aml_sv_eq(key, AML_SV("unread"))) {
    return is_milder(was, is, "error", unreads);
  }
  if (aml_sv_eq(key, AML_SV("documents"))) {
    return is_milder(was, is, "ignore", documents);
  }
  if (aml_sv_eq(key, AML_SV("maxAgeDays"))) {
    return number_of(is, 0) > number_of(was, AML_CONFIG_MAX_AGE_DAYS);
  }
  return true; /* every other list, such as ignore and exclude: whatever is added */
}

const aml_value *aml_config_hold(
    aml_arena *arena, const aml_value *settings, const aml_value *root, aml_diags *diags) {
  const aml_value *locked = settings == NULL ? NULL : aml_object_find_exact(settings, AML_SV("locked"));
  if (locked == NULL) {
    return root;
  }
  const holding h = {arena, settings, diags};
  aml_object_builder kept;
  aml_object_begin(&kept, arena);
  for (size_t i = 0; i < root->as.object.count; i++) {
    const aml_member *member = &root->as.object.members[i];
    const aml_value *value = member->value;
    if (aml_sv_eq(member->name, AML_SV("governance"))) {
      value = hold_governance(&h, value);
    } else if (aml_sv_eq(member->name, AML_SV("overrides")) && aml_value_is(value, AML_ARRAY)) {
      value = hold_overrides(&h, value);
    } else if (!aml_sv_eq(member->name, AML_SV("severity")) && holds_text(locked, member->name) &&
               is_weaker(member->name, aml_object_find_exact(settings, member->name), value)) {
      refuse(&h, member->name, value->span);
      continue;
    }
    aml_object_set(&kept, member->name, member->name_span, value);
  }
  return aml_object_end(&kept, root->span, 0);
}
