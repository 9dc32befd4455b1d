#include "report/audit.h"

#include <stdio.h>

static const aml_audit_format formats[] = {{"text", aml_audit_write_text}, {"json", aml_audit_write_json},
    {"csv", aml_audit_write_csv}, {"markdown", aml_audit_write_markdown}, {"html", aml_audit_write_html}};

const aml_audit_format *aml_audit_format_at(size_t i) {
  return i < sizeof formats / sizeof formats[0] ? &formats[i] : NULL;
}

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

static aml_sv day_text(const aml_audit *audit, aml_day day) {
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
    return day_text(audit, entry->until);
  case COLUMN_DAYS_LEFT:
    return days_text(audit, aml_audit_days_left(audit, entry));
  case COLUMN_AGE:
    return days_text(audit, aml_audit_age(audit, entry));
  case COLUMN_FINDINGS:
    return aml_sv_format(audit->arena, "%zu", entry->finding_count);
  }
  return (aml_sv){NULL, 0};
}
