/* What every format of the audit says in the same words: columns, names, days, sentences. */
#include "report/audit.h"

#include "base/strbuf.h"
#include "report/place.h"

int32_t aml_audit_age(const aml_audit *audit, const aml_audit_entry *entry) {
  return entry->created == AML_DAY_NONE ? INT32_MIN : audit->as_of - entry->created;
}

int32_t aml_audit_days_left(const aml_audit *audit, const aml_audit_entry *entry) {
  return entry->until == AML_DAY_NONE ? INT32_MIN : entry->until - audit->as_of;
}

typedef enum column {
  COLUMN_STATE,
  COLUMN_ID,
  COLUMN_RULES,
  COLUMN_COVERS,
  COLUMN_OWNER,
  COLUMN_APPROVER,
  COLUMN_TICKET,
  COLUMN_UNTIL,
  COLUMN_DAYS_LEFT,
  COLUMN_AGE,
  COLUMN_FINDINGS,
} column;

const char *aml_audit_column(size_t index) {
  static const char *const names[AML_AUDIT_COLUMNS] = {"State", "Exception", "Rules", "Covers", "Owner",
      "Approver", "Ticket", "Until", "Days left", "Age", "Findings"};
  return names[index];
}

bool aml_audit_is_number(size_t index) {
  return index == COLUMN_DAYS_LEFT || index == COLUMN_AGE || index == COLUMN_FINDINGS;
}

aml_sv aml_audit_day(const aml_audit *audit, aml_day day) {
  char text[AML_DAY_TEXT_SIZE];
  if (day == AML_DAY_NONE) {
    return (aml_sv){NULL, 0};
  }
  aml_day_text(day, text);
  return aml_sv_dup(audit->arena, aml_sv_of(text));
}

static aml_sv days_text(const aml_audit *audit, int32_t days) {
  return days == INT32_MIN ? (aml_sv){NULL, 0} : aml_sv_format(audit->arena, "%d", days);
}

/* Comments have no id: their place stands for it. */
aml_sv aml_audit_name(const aml_audit *audit, const aml_audit_entry *entry) {
  if (entry->id.len > 0) {
    return entry->id;
  }
  return aml_sv_format(audit->arena, "%.*s:%u", AML_SV_ARG(entry->file), entry->line);
}

aml_sv aml_audit_cell(const aml_audit *audit, const aml_audit_entry *entry, size_t index) {
  switch ((column)index) {
  case COLUMN_STATE:
    return entry->state;
  case COLUMN_ID:
    return aml_audit_name(audit, entry);
  case COLUMN_RULES:
    return entry->rules;
  case COLUMN_COVERS:
    return entry->covers;
  case COLUMN_OWNER:
    return entry->owner;
  case COLUMN_APPROVER:
    return entry->approver;
  case COLUMN_TICKET:
    return entry->ticket;
  case COLUMN_UNTIL:
    return aml_audit_day(audit, entry->until);
  case COLUMN_DAYS_LEFT:
    return days_text(audit, aml_audit_days_left(audit, entry));
  case COLUMN_AGE:
    return days_text(audit, aml_audit_age(audit, entry));
  case COLUMN_FINDINGS:
    return aml_sv_format(audit->arena, "%zu", entry->finding_count);
  }
  return (aml_sv){NULL, 0};
}

/* "AML101 (warning) Cluster keeps nodes running", of each rule. */
static aml_sv rules_text(const aml_audit *audit, const aml_audit_entry *entry) {
  aml_strbuf text;
  aml_strbuf_init(&text, audit->arena, SIZE_MAX);
  for (size_t i = 0; i < entry->rule_list.count; i++) {
    const aml_audit_rule *rule = &entry->rule_list.items[i];
    aml_strbuf_addf(&text, "%s%.*s (%s) %.*s", i == 0 ? "" : "; ", AML_SV_ARG(rule->id),
        rule->title.len > 0 ? aml_severity_name(rule->severity) : "unknown", AML_SV_ARG(rule->title));
  }
  return aml_strbuf_view(&text);
}

static aml_sv problems_text(const aml_audit *audit, const aml_audit_entry *entry) {
  aml_strbuf text;
  aml_strbuf_init(&text, audit->arena, SIZE_MAX);
  for (size_t i = 0; i < entry->problems.count; i++) {
    const aml_audit_problem *problem = &entry->problems.items[i];
    aml_strbuf_addf(
        &text, "%s%.*s %.*s", i == 0 ? "" : " ", AML_SV_ARG(problem->rule), AML_SV_ARG(problem->message));
  }
  return aml_strbuf_view(&text);
}

static aml_sv revocation_text(const aml_audit *audit, const aml_audit_entry *entry) {
  if (entry->revoked == AML_DAY_NONE) {
    return (aml_sv){NULL, 0};
  }
  return aml_sv_format(audit->arena, "%.*s%s%.*s%s%.*s", AML_SV_ARG(aml_audit_day(audit, entry->revoked)),
      entry->revoked_by.len > 0 ? " by " : "", AML_SV_ARG(entry->revoked_by),
      entry->revoked_reason.len > 0 ? ": " : "", AML_SV_ARG(entry->revoked_reason));
}

bool aml_audit_detail_at(
    const aml_audit *audit, const aml_audit_entry *entry, size_t index, aml_audit_detail *out) {
  const aml_audit_detail all[] = {{"Problem", problems_text(audit, entry)},
      {"Revoked", revocation_text(audit, entry)}, {"Reason", entry->reason},
      {"Rules", rules_text(audit, entry)}, {"Risk", entry->risk}, {"Evidence", entry->evidence},
      {"Created", aml_audit_day(audit, entry->created)}, {"Review", aml_audit_day(audit, entry->review)},
      {"Where", aml_sv_format(audit->arena, "%.*s:%u", AML_SV_ARG(entry->file), entry->line)}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    if (all[i].text.len > 0 && index-- == 0) {
      *out = all[i];
      return true;
    }
  }
  return false;
}

aml_sv aml_audit_headline(const aml_audit *audit) {
  size_t all = audit->entries.count;
  return aml_sv_format(audit->arena, "%zu of %zu exception%s waive%s %zu finding%s; %zu finding%s open.%s",
      audit->covering, all, all == 1 ? "" : "s", all == 1 ? "s" : "", audit->covered_findings,
      audit->covered_findings == 1 ? "" : "s", audit->active_findings,
      audit->active_findings == 1 ? " is" : "s are",
      audit->is_incomplete ? " Not everything could be checked." : "");
}

/* "EX-1, EX-2" */
static aml_sv join(const aml_audit *audit, const aml_texts *names) {
  aml_strbuf text;
  aml_strbuf_init(&text, audit->arena, SIZE_MAX);
  for (size_t i = 0; i < names->count; i++) {
    aml_strbuf_addf(&text, "%s%.*s", i == 0 ? "" : ", ", AML_SV_ARG(names->items[i]));
  }
  return aml_strbuf_view(&text);
}

aml_sv aml_audit_outlook_text(const aml_audit *audit, size_t index) {
  const aml_audit_outlook *outlook = &audit->outlook[index];
  if (outlook->names.count == 0) {
    return (aml_sv){NULL, 0};
  }
  return aml_sv_format(
      audit->arena, "Ending within %d days: %.*s.", outlook->days, AML_SV_ARG(join(audit, &outlook->names)));
}

aml_sv aml_audit_trend_text(const aml_audit *audit) {
  const aml_audit_trend *trend = audit->trend;
  if (trend == NULL) {
    return (aml_sv){NULL, 0};
  }
  const struct {
    const aml_texts *names;
    const char *word;
  } parts[] = {{&trend->added, "added"}, {&trend->removed, "removed"}, {&trend->renewed, "renewed"},
      {&trend->changed, "changed"}};
  aml_strbuf text;
  aml_strbuf_init(&text, audit->arena, SIZE_MAX);
  aml_strbuf_addf(&text, "Since %.*s: ", AML_SV_ARG(aml_audit_day(audit, trend->earlier)));
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    aml_strbuf_addf(&text, "%s%zu %s", i == 0 ? "" : ", ", parts[i].names->count, parts[i].word);
    if (parts[i].names->count > 0) {
      aml_strbuf_addf(&text, " (%.*s)", AML_SV_ARG(join(audit, parts[i].names)));
    }
  }
  aml_strbuf_add(&text, AML_SV("."));
  return aml_strbuf_view(&text);
}
