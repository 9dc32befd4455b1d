#include "waiver/govern.h"

#include "base/limits.h"
#include "base/utf8.h"

enum { DEFAULT_MOST_DAYS = 366, DEFAULT_WARN_DAYS = 14, DEFAULT_LEAST_REASON = 10 };

static aml_texts read_texts(aml_arena *arena, const aml_value *from, const char *key) {
  aml_texts out = {0};
  const aml_value *list = from == NULL ? NULL : aml_object_find(from, aml_sv_of(key));
  for (size_t i = 0; aml_value_is(list, AML_ARRAY) && i < list->as.array.count; i++) {
    AML_VEC_PUSH(arena, &out, aml_value_text(list->as.array.items[i]));
  }
  return out;
}

static bool read_bool(const aml_value *from, const char *key) {
  const aml_value *value = from == NULL ? NULL : aml_object_find(from, aml_sv_of(key));
  return aml_value_is(value, AML_BOOL) && value->as.boolean;
}

static int32_t read_number(const aml_value *from, const char *dotted, int32_t otherwise) {
  const aml_value *value = from == NULL ? NULL : aml_value_path(from, aml_sv_of(dotted));
  bool fits = aml_value_is(value, AML_INT) && value->as.integer >= 0 && value->as.integer <= INT32_MAX;
  return fits ? (int32_t)value->as.integer : otherwise;
}

void aml_governance_read(aml_governance *out, aml_arena *arena, const aml_value *governance) {
  *out = (aml_governance){.warn_days = read_number(governance, "warnBeforeDays", DEFAULT_WARN_DAYS),
      .least_reason = (size_t)read_number(governance, "minReasonLength", DEFAULT_LEAST_REASON),
      .required = read_texts(arena, governance, "requiredFields"),
      .never_waive = read_texts(arena, governance, "neverWaive"),
      .approvers = read_texts(arena, governance, "approvers")};
  if (governance == NULL || aml_object_find(governance, AML_SV("requiredFields")) == NULL) {
    AML_VEC_PUSH(arena, &out->required, AML_SV("owner"));
    AML_VEC_PUSH(arena, &out->required, AML_SV("reason"));
    AML_VEC_PUSH(arena, &out->required, AML_SV("expires"));
    if (out->approvers.count > 0) { /* leaving the field out would be a way around the list */
      AML_VEC_PUSH(arena, &out->required, AML_SV("approver"));
    }
  }
  out->code_owners = read_bool(governance, "codeowners");
  out->four_eyes = read_bool(governance, "fourEyes");
  if (out->four_eyes) {
    AML_VEC_PUSH(arena, &out->required, AML_SV("owner"));
    AML_VEC_PUSH(arena, &out->required, AML_SV("approver"));
  }
  out->most_days[AML_SEVERITY_ERROR] = read_number(governance, "maxDays.error", DEFAULT_MOST_DAYS);
  out->most_days[AML_SEVERITY_WARNING] = read_number(governance, "maxDays.warning", DEFAULT_MOST_DAYS);
  out->most_days[AML_SEVERITY_NOTE] = read_number(governance, "maxDays.note", DEFAULT_MOST_DAYS);
  const aml_value *inline_ = governance == NULL ? NULL : aml_object_find(governance, AML_SV("inline"));
  out->forbids_comments = inline_ != NULL && aml_sv_ieq(aml_value_text(inline_), AML_SV("off"));
  const aml_value *pattern = governance == NULL ? NULL : aml_object_find(governance, AML_SV("ticketPattern"));
  if (aml_value_is(pattern, AML_STRING)) {
    out->ticket = aml_regex_new(arena, pattern->as.string, AML_REGEX_DEFAULT, NULL);
    out->ticket_pattern = pattern->as.string;
  }
}

static bool any_is_wild(const aml_waiver *waiver) {
  for (size_t i = 0; i < waiver->rules.count; i++) {
    if (aml_waiver_is_pattern(waiver->rules.items[i])) {
      return true;
    }
  }
  for (size_t i = 0; i < waiver->paths.count; i++) {
    if (aml_waiver_is_path_pattern(waiver->paths.items[i])) {
      return true;
    }
  }
  return aml_waiver_is_pattern(waiver->resource_name) || aml_waiver_is_pattern(waiver->resource_type) ||
         aml_waiver_is_pattern(waiver->scope);
}

/* Whether the field of that name holds something. Unknown names are the configuration's mistake, told there.
 */
static bool has_field(const aml_waiver *waiver, aml_sv field) {
  const struct {
    aml_sv name;
    bool is_there;
  } fields[] = {{AML_SV("owner"), waiver->owner.len > 0}, {AML_SV("approver"), waiver->approver.len > 0},
      {AML_SV("reason"), waiver->reason.len > 0}, {AML_SV("ticket"), waiver->ticket.len > 0},
      {AML_SV("created"), waiver->created != AML_DAY_NONE},
      {AML_SV("expires"), waiver->until != AML_DAY_NONE}, {AML_SV("review"), waiver->review != AML_DAY_NONE},
      {AML_SV("risk"), waiver->risk.len > 0}, {AML_SV("evidence"), waiver->evidence.count > 0},
      {AML_SV("id"), waiver->id.len > 0}};
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
    if (aml_sv_ieq(fields[i].name, field)) {
      return fields[i].is_there;
    }
  }
  return true;
}

static aml_regex_answer match_ticket(
    aml_arena *arena, const aml_waiver *waiver, const aml_governance *governance) {
  return governance->ticket == NULL || waiver->ticket.len == 0
             ? AML_REGEX_YES
             : aml_regex_match(governance->ticket, arena, waiver->ticket);
}

bool aml_waiver_has_unknown_ticket(
    aml_arena *arena, const aml_waiver *waiver, const aml_governance *governance) {
  return match_ticket(arena, waiver, governance) == AML_REGEX_LIMIT;
}

aml_sv aml_waiver_missing_field(
    aml_arena *arena, const aml_waiver *waiver, const aml_governance *governance) {
  /* A comment has a place instead of an identifier. */
  aml_arena_spend(arena, 1 + governance->required.count / AML_SELECTORS_FOR_A_STEP);
  for (size_t i = 0; i < governance->required.count; i++) {
    aml_sv field = governance->required.items[i];
    bool is_asked = waiver->kind != AML_IN_SOURCE || !aml_sv_ieq(field, AML_SV("id"));
    if (is_asked && !has_field(waiver, field)) {
      return field;
    }
  }
  if (waiver->reason.len > 0 && aml_utf8_length(waiver->reason) < governance->least_reason) {
    return AML_SV("reason");
  }
  return match_ticket(arena, waiver, governance) == AML_REGEX_NO ? AML_SV("ticket") : (aml_sv){NULL, 0};
}

static bool holds_text(const aml_texts *list, aml_sv text) {
  for (size_t i = 0; i < list->count; i++) {
    if (aml_sv_ieq(list->items[i], text)) {
      return true;
    }
  }
  return false;
}

/* The rule that may never be waived but is reached by a text of the list `rules`, where a pattern reaches
 * each that it matches; empty where there is none. */
static aml_sv reached_never_waived(const aml_governance *governance, const aml_ruleset *rules, aml_sv text) {
  const aml_texts *never = &governance->never_waive;
  if (!aml_waiver_is_pattern(text)) {
    const aml_rule *rule = aml_ruleset_find(rules, text);
    bool is_hit = rule == NULL ? holds_text(never, text) : aml_rule_is_selected_by_any(rule, never);
    return is_hit ? text : AML_SV("");
  }
  for (size_t i = 0; never->count > 0 && i < rules->list.count; i++) {
    const aml_rule *rule = rules->list.items[i];
    bool is_hit = aml_waiver_matches(text, rule->id) || aml_waiver_matches(text, rule->name);
    if (is_hit && aml_rule_is_selected_by_any(rule, never)) {
      return rule->id;
    }
  }
  return AML_SV("");
}

/* Names as people write them: "@ann" is "Ann". */
static bool is_same_person(aml_sv a, aml_sv b) {
  a = aml_sv_trim(a);
  b = aml_sv_trim(b);
  a = aml_sv_slice(a, aml_sv_starts(a, AML_SV("@")) ? 1 : 0, a.len);
  b = aml_sv_slice(b, aml_sv_starts(b, AML_SV("@")) ? 1 : 0, b.len);
  return a.len > 0 && aml_sv_ieq(a, b);
}

/* Why the waiver is not permitted, as the end of a sentence; empty where it is. */
static aml_sv judge_permission(
    aml_arena *arena, const aml_waiver *waiver, const aml_governance *governance, const aml_ruleset *rules) {
  if (governance->forbids_comments && waiver->kind == AML_IN_SOURCE) {
    return AML_SV("exceptions in comments are switched off");
  }
  aml_arena_spend(arena, 1 + governance->approvers.count / AML_SELECTORS_FOR_A_STEP);
  for (size_t i = 0; i < waiver->rules.count; i++) {
    size_t rows = aml_waiver_is_pattern(waiver->rules.items[i]) ? rules->list.count : 1;
    aml_arena_spend(arena, rows * (1 + governance->never_waive.count) / AML_SELECTORS_FOR_A_STEP);
    aml_sv rule = reached_never_waived(governance, rules, waiver->rules.items[i]);
    if (rule.len > 0) {
      return aml_sv_format(arena, "the rule '%.*s' may never be waived", AML_SV_ARG(rule));
    }
  }
  if (governance->four_eyes && is_same_person(waiver->owner, waiver->approver)) {
    return aml_sv_format(
        arena, "its owner '%.*s' also approved it, but two people are required", AML_SV_ARG(waiver->owner));
  }
  bool is_approved = governance->approvers.count == 0 || waiver->approver.len == 0 ||
                     holds_text(&governance->approvers, waiver->approver);
  return is_approved
             ? AML_SV("")
             : aml_sv_format(arena, "'%.*s' is not one of the approvers", AML_SV_ARG(waiver->approver));
}

int32_t aml_waiver_most_days(
    const aml_waiver *waiver, const aml_governance *governance, const aml_ruleset *rules) {
  int32_t most = 0;
  for (size_t i = 0; i < waiver->rules.count; i++) {
    const aml_rule *rule = aml_ruleset_find(rules, waiver->rules.items[i]);
    int32_t days = governance->most_days[rule == NULL ? AML_SEVERITY_ERROR : rule->severity];
    most = days > 0 && (most == 0 || days < most) ? days : most;
  }
  return most;
}

int32_t aml_waiver_days(const aml_waiver *waiver, aml_day as_of) {
  aml_day from = waiver->created == AML_DAY_NONE || waiver->created > as_of ? as_of : waiver->created;
  return waiver->until - from;
}

static unsigned judge_dates(
    const aml_waiver *waiver, const aml_governance *governance, const aml_ruleset *rules, aml_day as_of) {
  if (waiver->revoked != AML_DAY_NONE && waiver->revoked <= as_of) {
    return AML_WAIVER_REVOKED; /* what else is wrong with it has no consequence any more */
  }
  if (waiver->until == AML_DAY_NONE) {
    return 0;
  }
  int32_t most = aml_waiver_most_days(waiver, governance, rules);
  unsigned flags = most > 0 && aml_waiver_days(waiver, as_of) > most ? AML_WAIVER_TOO_LONG : 0;
  if (waiver->until < as_of) {
    return flags | AML_WAIVER_EXPIRED;
  }
  if (waiver->review != AML_DAY_NONE && waiver->review < as_of) {
    flags |= AML_WAIVER_REVIEW_OVERDUE;
  }
  return (int64_t)waiver->until - as_of <= governance->warn_days ? flags | AML_WAIVER_ENDS_SOON : flags;
}

void aml_waivers_judge(
    aml_waivers *waivers, const aml_governance *governance, const aml_ruleset *rules, aml_day as_of) {
  for (size_t i = 0; i < waivers->list.count; i++) {
    aml_waiver *waiver = waivers->list.items[i];
    if ((waiver->flags & AML_WAIVER_MALFORMED) != 0) {
      continue; /* what is wrong with it has been said */
    }
    if (waiver->kind == AML_EXEMPTION) { /* Azure's to govern, but for its end */
      waiver->flags |= judge_dates(waiver, governance, rules, as_of) & ~(unsigned)AML_WAIVER_TOO_LONG;
      continue;
    }
    waiver->flags |= judge_dates(waiver, governance, rules, as_of);
    if ((waiver->flags & AML_WAIVER_REVOKED) != 0) {
      continue;
    }
    if (aml_waiver_missing_field(waivers->arena, waiver, governance).len > 0) {
      waiver->flags |= AML_WAIVER_INCOMPLETE;
    }
    waiver->prohibition = judge_permission(waivers->arena, waiver, governance, rules);
    if (waiver->prohibition.len > 0) {
      waiver->flags |= AML_WAIVER_NOT_PERMITTED;
    }
    if (any_is_wild(waiver)) {
      bool is_said = waiver->is_blanket && waiver->reason.len > 0;
      waiver->flags |= is_said ? AML_WAIVER_BLANKET : AML_WAIVER_WILD;
    }
  }
}

aml_sv aml_waiver_field_advice(
    aml_arena *arena, const aml_waiver *waiver, const aml_governance *governance, aml_sv field) {
  if (aml_sv_eq(field, AML_SV("reason")) && waiver->reason.len > 0) {
    return aml_sv_format(arena, "its 'reason' has %zu characters, but at least %zu are required",
        aml_utf8_length(waiver->reason), governance->least_reason);
  }
  if (aml_sv_eq(field, AML_SV("ticket")) && waiver->ticket.len > 0) {
    return aml_sv_format(arena, "its 'ticket' is '%.*s', which does not match '%.*s'",
        AML_SV_ARG(waiver->ticket), AML_SV_ARG(governance->ticket_pattern));
  }
  return aml_sv_format(arena, "it has no '%.*s'", AML_SV_ARG(field));
}

static const struct {
  unsigned flag;
  const char *state;
} states[] = {{AML_WAIVER_MALFORMED, "malformed"}, {AML_WAIVER_EXPIRED, "expired"},
    {AML_WAIVER_NOT_PERMITTED, "not permitted"}, {AML_WAIVER_INCOMPLETE, "incomplete"},
    {AML_WAIVER_WILD, "unjustified wildcard"}, {AML_WAIVER_TOO_LONG, "too long"},
    {AML_WAIVER_UNUSED, "unused"}, {AML_WAIVER_REVIEW_OVERDUE, "review overdue"},
    {AML_WAIVER_OVERLAPPING, "overlapping"}, {AML_WAIVER_ENDS_SOON, "ends soon"}, {0, "gone"},
    {AML_WAIVER_NOT_CHECKED, "not checked"}, {AML_WAIVER_BLANKET, "blanket"}, {0, "active"},
    {AML_WAIVER_REVOKED, "revoked"}};
enum { STATE_COUNT = sizeof states / sizeof states[0] };

const char *aml_waiver_state(const aml_waiver *waiver) {
  for (size_t i = 0; i < STATE_COUNT; i++) {
    if ((waiver->flags & states[i].flag) != 0) {
      return states[i].state;
    }
  }
  return "active";
}

const char *aml_waiver_state_at(size_t i) {
  return i < STATE_COUNT ? states[i].state : NULL;
}
