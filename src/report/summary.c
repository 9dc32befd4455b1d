#include "report/summary.h"

#include "base/date.h"

static void write_count(aml_out *out, size_t count, const char *noun) {
  aml_out_int(out, (int64_t)count);
  aml_out_char(out, ' ');
  aml_out_str(out, noun);
  if (count != 1) {
    aml_out_char(out, 's');
  }
}

typedef struct part {
  size_t count;
  const char *noun;
} part;

/* "1 error, 2 warnings": the parts that are not zero. */
static void write_parts(aml_out *out, const part *parts, size_t n, const char *before, const char *after) {
  bool has_any = false;
  for (size_t i = 0; i < n; i++) {
    if (parts[i].count > 0) {
      aml_out_str(out, has_any ? ", " : before);
      write_count(out, parts[i].count, parts[i].noun);
      has_any = true;
    }
  }
  aml_out_str(out, has_any ? after : "");
}

/* Participles take no plural. */
static void write_state(aml_out *out, size_t count, const char *state, bool *has_any) {
  if (count > 0) {
    aml_out_str(out, *has_any ? ", " : "; ");
    aml_out_int(out, (int64_t)count);
    aml_out_char(out, ' ');
    aml_out_str(out, state);
    *has_any = true;
  }
}

/* "2 Bicep files not read" for each form: of those that the configuration ignores, or of the others. */
static void write_unread(aml_out *out, const aml_run *run, bool is_ignored, bool *has_any) {
  for (size_t i = 0; i < run->front_ends->count; i++) {
    const aml_front_end *form = run->front_ends->rows[i];
    size_t ignored = aml_run_unread(run, form, true) - aml_run_unread(run, form, false);
    size_t count = is_ignored ? ignored : aml_run_unread(run, form, false);
    if (count > 0) {
      aml_out_str(out, *has_any ? ", " : "; ");
      write_count(out, count, form->noun);
      aml_out_str(out, is_ignored ? " ignored" : " not read");
      *has_any = true;
    }
  }
}

/* Those that findings may stand in. */
static size_t count_files(const aml_run *run) {
  size_t count = run->counts.files_checked + run->counts.files_failed;
  for (size_t i = 0; i < run->unread_count; i++) {
    count += run->unread[i].is_ignored ? 0 : 1;
  }
  return count;
}

void aml_summary_sentence(aml_out *out, const aml_run *run) {
  const aml_counts *counts = &run->counts;
  size_t total = counts->errors + counts->warnings + counts->notes;
  if (total == 0) {
    aml_out_str(out, "No findings");
  } else {
    const part severities[] = {
        {counts->errors, "error"}, {counts->warnings, "warning"}, {counts->notes, "note"}};
    write_count(out, total, "finding");
    write_parts(out, severities, sizeof severities / sizeof severities[0], " (", ")");
  }
  aml_out_str(out, " in ");
  write_count(out, count_files(run), "file");
  bool has_any = false;
  write_state(out, counts->suppressed, "suppressed", &has_any);
  write_state(out, counts->undecided, "undecided", &has_any);
  write_state(
      out, run->left_out_count, run->left_out_count == 1 ? "file left out" : "files left out", &has_any);
  write_unread(out, run, false, &has_any);
  if (counts->files_failed > 0) {
    aml_out_str(out, has_any ? ", " : "; ");
    write_count(out, counts->files_failed, "file");
    aml_out_str(out, " could not be checked");
  } else if (run->is_incomplete) {
    aml_out_str(out, has_any ? ", " : "; ");
    aml_out_str(out, "not everything could be checked");
  }
}

void aml_summary_write(aml_out *out, const aml_run *run, const aml_report_options *options) {
  aml_summary_sentence(out, run);
  aml_out_char(out, '\n');
  if (!options->is_verbose) {
    return;
  }
  aml_out_int(out, (int64_t)run->counts.files_passed_over);
  aml_out_str(out, run->counts.files_passed_over == 1 ? " file of another kind" : " files of other kinds");
  bool has_any = false;
  write_unread(out, run, true, &has_any);
  aml_out_str(out, "; config ");
  if (run->config_path.len > 0) {
    aml_out_char(out, '\'');
    aml_out_safe(out, run->config_path);
    aml_out_char(out, '\'');
  } else {
    aml_out_str(out, "none");
  }
  aml_out_str(out, "; facts ");
  aml_out_safe(out, run->facts_version);
  if (run->as_of != AML_DAY_NONE) {
    char day[AML_DAY_TEXT_SIZE];
    aml_day_text(run->as_of, day);
    aml_out_str(out, "; as of ");
    aml_out_str(out, day);
  }
  aml_out_char(out, '\n');
}
