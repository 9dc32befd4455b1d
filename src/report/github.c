/* Workflow commands of GitHub Actions, which become annotations. A step shows ten errors, ten warnings and
 * ten notices: the worst come first, and a notice says how many are not shown. */
#include "report/copies.h"
#include "report/format_writers.h"
#include "report/place.h"

enum { SHOWN_EACH = 10 };

static const char *const commands[] = {"notice", "notice", "warning", "error"};

/* The runner's own escapes: in the message of a command, and in its properties. */
static void write_escaped(aml_out *out, aml_sv text, bool is_property) {
  for (size_t at = 0; at < text.len;) {
    char piece[AML_SAFE_MAX];
    size_t n = aml_safe_next(text, &at, piece);
    for (size_t i = 0; i < n; i++) {
      switch (piece[i]) {
      case '%':
        aml_out_str(out, "%25");
        break;
      case ':':
        aml_out_str(out, is_property ? "%3A" : ":");
        break;
      case ',':
        aml_out_str(out, is_property ? "%2C" : ",");
        break;
      default:
        aml_out_char(out, piece[i]);
      }
    }
  }
}

static void write_number(aml_out *out, const char *name, uint32_t number) {
  aml_out_char(out, ',');
  aml_out_str(out, name);
  aml_out_char(out, '=');
  aml_out_int(out, number);
}

/* Columns only where the place is within a line: GitHub misplaces the annotation otherwise. */
static void write_place(aml_out *out, const aml_place *place) {
  aml_out_str(out, "file=");
  write_escaped(out, place->path, true);
  write_number(out, "line", place->begin.line);
  write_number(out, "endLine", aml_place_last_line(place));
  if (place->begin.line == place->end.line) {
    write_number(out, "col", place->begin.column);
    write_number(out, "endColumn", place->end.column);
  }
  aml_out_char(out, ',');
}

static void write_command(aml_out *out, const aml_run *run, const aml_finding *finding, aml_sv copies) {
  aml_place place = aml_place_of(run, finding->span);
  aml_severity severity = finding->status == AML_ACTIVE ? finding->severity : AML_SEVERITY_NOTE;
  aml_out_str(out, "::");
  aml_out_str(out, commands[severity]);
  aml_out_char(out, ' ');
  if (place.path.len > 0) {
    write_place(out, &place);
  }
  aml_out_str(out, "title=amlint(");
  write_escaped(out, finding->rule->id, true);
  aml_out_str(out, ")::");
  if (place.path.len > 0) { /* the log does not show the properties */
    write_escaped(out, place.path, false);
    aml_out_char(out, ':');
    aml_out_int(out, place.begin.line);
    aml_out_char(out, ':');
    aml_out_int(out, place.begin.column);
    aml_out_str(out, ": ");
  }
  if (finding->status != AML_ACTIVE) {
    aml_out_str(out, aml_finding_label(finding));
    aml_out_str(out, ": ");
  }
  write_escaped(out, finding->message.text, false);
  write_escaped(out, copies, false);
  aml_out_char(out, '\n');
}

static void write_notices(aml_out *out, const aml_run *run) {
  for (size_t i = 0; i < run->notice_count; i++) {
    const aml_notice *notice = &run->notices[i];
    aml_place place = aml_place_of(run, notice->span);
    aml_sv path = aml_notice_path(run, notice);
    aml_out_str(out, "::");
    aml_out_str(out, commands[notice->severity]);
    aml_out_char(out, ' ');
    if (place.path.len > 0) {
      write_place(out, &place);
    }
    aml_out_str(out, "title=amlint::");
    if (path.len > 0) {
      write_escaped(out, path, false);
      aml_out_str(out, ": ");
    }
    write_escaped(out, notice->message, false);
    aml_out_char(out, '\n');
  }
}

static size_t rank_of(const aml_finding *finding) {
  return finding->status == AML_ACTIVE ? (size_t)finding->severity : AML_SEVERITY_NONE;
}

static void write_rank(aml_out *out, const aml_run *run, const aml_report_options *options, size_t rank) {
  for (size_t i = 0, copies; i < run->findings->list.count; i += copies) {
    const aml_finding *finding = run->findings->list.items[i];
    copies = aml_copies_count(run->findings, i);
    if (rank_of(finding) == rank && aml_report_shows(options, finding)) {
      write_command(out, run, finding, aml_copies_text(run->arena, run->findings, i, copies));
    }
  }
}

/* What the step's limit hides; suppressed and undecided findings are notices, and so is the one that tells
 * the number. */
static size_t count_hidden(const aml_run *run, const aml_report_options *options) {
  size_t counts[AML_SEVERITY_ERROR + 1] = {0};
  for (size_t i = 0; i < run->findings->list.count; i += aml_copies_count(run->findings, i)) {
    const aml_finding *finding = run->findings->list.items[i];
    counts[rank_of(finding)] += aml_report_shows(options, finding);
  }
  for (size_t i = 0; i < run->notice_count; i++) {
    counts[run->notices[i].severity]++;
  }
  counts[AML_SEVERITY_NOTE] += counts[AML_SEVERITY_NONE];
  size_t hidden = 0;
  for (size_t rank = AML_SEVERITY_NOTE; rank <= AML_SEVERITY_ERROR; rank++) {
    hidden += counts[rank] > SHOWN_EACH ? counts[rank] - SHOWN_EACH : 0;
  }
  return hidden + (hidden > 0 && counts[AML_SEVERITY_NOTE] >= SHOWN_EACH);
}

/* In front of the other notices, among which it could be one too many itself. */
static void write_hidden(aml_out *out, size_t hidden) {
  if (hidden > 0) {
    aml_out_str(out, "::notice title=amlint::");
    aml_out_int(out, (int64_t)hidden);
    aml_out_str(out, hidden == 1 ? " more message is" : " more messages are");
    aml_out_str(out, " in the log of this step, but not among its annotations.\n");
  }
}

bool aml_report_github(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  write_rank(&out, run, options, AML_SEVERITY_ERROR);
  write_rank(&out, run, options, AML_SEVERITY_WARNING);
  write_hidden(&out, count_hidden(run, options));
  write_rank(&out, run, options, AML_SEVERITY_NOTE);
  write_rank(&out, run, options, AML_SEVERITY_NONE);
  write_notices(&out, run);
  return aml_out_finish(&out);
}
