/* What every format of drift says in the same words: states, cells, sentences. */
#include "report/drift_report.h"

#include "base/strbuf.h"
#include "report/place.h"

aml_sv aml_drift_headline(const aml_drift_report *report) {
  size_t counts[AML_DRIFT_IN_STEP + 1] = {0};
  size_t all = report->entries.count;
  for (size_t i = 0; i < all; i++) {
    counts[report->entries.items[i].state]++;
  }
  aml_strbuf text;
  aml_strbuf_init(&text, report->arena, SIZE_MAX);
  aml_strbuf_addf(&text, "%zu resource%s", all, all == 1 ? "" : "s");
  const char *before = ": ";
  for (size_t i = 0; i <= AML_DRIFT_IN_STEP; i++) {
    if (counts[i] > 0) {
      aml_strbuf_addf(&text, "%s%zu %s", before, counts[i], aml_drift_state_name((aml_drift_state)i));
      before = ", ";
    }
  }
  aml_strbuf_addf(&text, ".%s", report->is_incomplete ? " Not everything could be compared." : "");
  return aml_strbuf_view(&text);
}

aml_sv aml_drift_row_result(const aml_drift_entry *entry, const aml_drift_row *row) {
  if (!row->is_declared) {
    return AML_SV("not declared");
  }
  if (entry->evidence_file.len == 0) {
    return AML_SV("nothing runs");
  }
  if (row->is_left) {
    return AML_SV("not compared");
  }
  return row->differs == AML_TRUE    ? AML_SV("differs")
         : row->differs == AML_MAYBE ? AML_SV("not known")
                                     : AML_SV("as declared");
}

aml_sv aml_drift_place(const aml_drift_report *report, aml_sv file, uint32_t line) {
  aml_sv shown =
      aml_path_shown(report->arena, file); /* before the number: a secret has its form without it */
  return file.len == 0 ? file : aml_sv_format(report->arena, "%.*s:%u", AML_SV_ARG(shown), line);
}

typedef enum column {
  COLUMN_STATE,
  COLUMN_NAME,
  COLUMN_WORKSPACE,
  COLUMN_GROUP,
  COLUMN_SETTING,
  COLUMN_DECLARED,
  COLUMN_RUNS,
  COLUMN_RESULT,
  COLUMN_ACCEPTED,
  COLUMN_DECLARED_AT,
  COLUMN_EVIDENCE,
  COLUMN_EXPORTED,
  COLUMN_WHY,
} column;

const char *aml_drift_column(size_t index) {
  static const char *const names[AML_DRIFT_COLUMNS] = {"State", "Resource", "Workspace", "Resource group",
      "Setting", "Declared", "Runs", "Result", "Accepted by", "Declared at", "Evidence", "Exported", "Why"};
  return names[index];
}

static aml_sv day_text(const aml_drift_report *report, aml_day day) {
  char text[AML_DAY_TEXT_SIZE] = "";
  if (day != AML_DAY_NONE) {
    aml_day_text(day, text);
  }
  return aml_sv_dup(report->arena, aml_sv_of(text));
}

static aml_sv accepted_by(const aml_drift_entry *entry, const aml_drift_row *row) {
  return row != NULL && row->accepted_by.len > 0 ? row->accepted_by : entry->accepted_by;
}

aml_sv aml_drift_cell(
    const aml_drift_report *report, const aml_drift_entry *entry, const aml_drift_row *row, size_t index) {
  const aml_sv nothing = {NULL, 0};
  switch ((column)index) {
  case COLUMN_STATE:
    return aml_sv_of(aml_drift_state_name(entry->state));
  case COLUMN_NAME:
    return entry->name;
  case COLUMN_WORKSPACE:
    return entry->workspace;
  case COLUMN_GROUP:
    return entry->resource_group;
  case COLUMN_SETTING:
    return row == NULL ? nothing : row->setting;
  case COLUMN_DECLARED:
    return row == NULL ? nothing : row->declared;
  case COLUMN_RUNS:
    return row == NULL ? nothing : row->actual;
  case COLUMN_RESULT:
    return row == NULL ? nothing : aml_drift_row_result(entry, row);
  case COLUMN_ACCEPTED:
    return accepted_by(entry, row);
  case COLUMN_DECLARED_AT:
    return aml_drift_place(report, entry->declared_file, entry->declared_line);
  case COLUMN_EVIDENCE:
    return aml_drift_place(report, entry->evidence_file, entry->evidence_line);
  case COLUMN_EXPORTED:
    return day_text(report, entry->exported);
  case COLUMN_WHY:
    break;
  }
  return row != NULL && row->reason.len > 0 ? row->reason : entry->why;
}
