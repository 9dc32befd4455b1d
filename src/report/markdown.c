/* A comment on a pull request, or the summary of a CI step: a sentence and a table, the worst first. Services
 * cut comments at 65,536 characters, so rows and texts are bounded, and what is left out is counted. */
#include "report/formats.h"
#include "report/place.h"
#include "report/summary.h"

enum { MOST_ROWS = 100, MOST_TEXT = 240, MOST_BYTES = 56000 /* before the last row */ };

/* Text from files with nothing in it that Markdown, HTML or a service takes for markup: no links, no
 * mentions, no references to issues, no cells. */
static void write_piece(aml_out *out, aml_sv piece) {
  for (size_t i = 0; i < piece.len; i++) {
    char c = piece.data[i];
    if (aml_sv_find_char(AML_SV("@#:&<>|`"), c, 0) != AML_NPOS) {
      aml_out_str(out, "&#");
      aml_out_int(out, c);
      aml_out_char(out, ';');
    } else if (aml_sv_find_char(AML_SV("\\*_{}[]()!~$"), c, 0) != AML_NPOS) {
      aml_out_char(out, '\\');
      aml_out_char(out, c);
    } else {
      aml_out_char(out, c);
    }
  }
}

static void write_plain(aml_out *out, aml_sv text) {
  size_t written = 0;
  for (size_t at = 0; at < text.len;) {
    char piece[AML_SAFE_MAX];
    bool is_address = aml_sv_istarts(aml_sv_slice(text, at, text.len), AML_SV("www."));
    size_t n = aml_safe_next(text, &at, piece);
    aml_out_str(out, is_address ? "<!-- -->" : ""); /* would become a link */
    write_piece(out, (aml_sv){piece, n});
    written += n;
    if (written > MOST_TEXT && at < text.len) {
      aml_out_str(out, "...");
      return;
    }
  }
}

static void write_row(aml_out *out, const aml_run *run, const aml_finding *finding) {
  aml_place place = aml_place_of(run, finding->span);
  aml_out_str(out, "| ");
  aml_out_str(out, aml_finding_label(finding));
  aml_out_str(out, " | ");
  if (place.path.len > 0) {
    write_plain(out, place.path);
    aml_out_str(out, ", line ");
    aml_out_int(out, place.begin.line);
  }
  aml_out_str(out, " | ");
  write_plain(out, finding->rule->id);
  aml_out_char(out, ' ');
  write_plain(out, finding->rule->name);
  aml_out_str(out, " | ");
  write_plain(out, finding->message);
  aml_sv help = aml_finding_help(finding);
  if (help.len > 0) {
    aml_out_str(out, "<br>");
    write_plain(out, help);
  }
  aml_out_str(out, " |\n");
}

static size_t rank_of(const aml_finding *finding) {
  return finding->status == AML_ACTIVE ? (size_t)finding->severity : AML_SEVERITY_NONE;
}

static void write_table(aml_out *out, const aml_run *run, const aml_report_options *options) {
  size_t rows = 0;
  size_t left_out = 0;
  for (size_t rank = AML_SEVERITY_ERROR + 1; rank-- > 0;) {
    for (size_t i = 0; i < run->findings->list.count; i++) {
      const aml_finding *finding = run->findings->list.items[i];
      if (rank_of(finding) != rank || !aml_report_shows(options, finding)) {
        continue;
      }
      if (rows == 0) {
        aml_out_str(out, "\n| | Where | Rule | What |\n| --- | --- | --- | --- |\n");
      }
      bool is_full = rows == MOST_ROWS || out->total > MOST_BYTES || left_out > 0;
      left_out += is_full;
      rows += !is_full;
      if (!is_full) {
        write_row(out, run, finding);
      }
    }
  }
  if (left_out > 0) {
    aml_out_str(out, "\nand ");
    aml_out_int(out, (int64_t)left_out);
    aml_out_str(out, " more.\n");
  }
}

static void write_notices(aml_out *out, const aml_run *run) {
  for (size_t i = 0; i < run->notice_count; i++) {
    const aml_notice *notice = &run->notices[i];
    aml_place place = aml_place_of(run, notice->span);
    aml_sv path = place.path.len > 0 ? place.path : notice->path;
    aml_out_str(out, i == 0 ? "\n- **" : "- **");
    aml_out_str(out, aml_severity_name(notice->severity));
    aml_out_str(out, "** ");
    if (path.len > 0) {
      write_plain(out, path);
      aml_out_str(out, ": ");
    }
    write_plain(out, notice->message);
    aml_out_char(out, '\n');
  }
}

bool aml_report_markdown(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  /* The mark is for bots that replace their last comment. */
  aml_out_str(&out, "<!-- amlint -->\n### amlint: ");
  aml_summary_sentence(&out, &run->counts);
  aml_out_char(&out, '\n');
  write_table(&out, run, options);
  write_notices(&out, run);
  return aml_out_finish(&out);
}
