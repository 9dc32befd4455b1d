/* A comment on a pull request, or the summary of a CI step: a sentence, a table with the worst first, and
 * folded away how to fix it and what counts less. Services cut comments at 65,536 characters, so rows and
 * texts are bounded, and what is left out is counted. */
#include "base/map.h"
#include "report/format_writers.h"
#include "report/gather.h"
#include "report/link.h"
#include "report/markdown_text.h"
#include "report/place.h"
#include "report/summary.h"
#include "source/paths.h"

enum {
  MOST_OPEN = 20,   /* rows that are not folded away */
  MOST_ROWS = 100,  /* of one table, in all */
  MOST_PLACES = 20, /* of one row */
  MOST_RULES = 40,  /* that are told how to fix */
  MOST_NOTICES = 20,
  MOST_TEXT = 240,    /* bytes of one text, before they are escaped */
  MOST_TARGET = 400,  /* bytes of a link's target */
  MOST_PATH = 130,    /* bytes of a path that becomes a link */
  ROWS_END = 40000,   /* bytes before the last row of the findings */
  HELP_END = 48000,   /* before the last rule's help */
  OTHERS_END = 54000, /* before the last row of what is suppressed or undecided */
};

typedef struct page {
  aml_out out;
  const aml_run *run;
  const aml_report_options *options;
  aml_sv blob;         /* see aml_blob_base */
  aml_entries entries; /* what is told, in the order of the run */
} page;

/* ---- texts ---- */

static void write_plain(aml_out *out, aml_sv text) {
  size_t written = 0;
  char before = 0;
  for (size_t at = 0; at < text.len;) {
    char piece[AML_SAFE_MAX];
    bool is_address = aml_sv_istarts(aml_sv_slice(text, at, text.len), AML_SV("www."));
    size_t n = aml_safe_next(text, &at, piece);
    aml_out_str(out, is_address ? "<!-- -->" : ""); /* would become a link */
    for (size_t i = 0; i < n; i++) {
      aml_markdown_byte(out, before, piece[i], i + 1 < n ? piece[i + 1] : at < text.len ? text.data[at] : 0);
      before = piece[i];
    }
    written += n;
    if (written > MOST_TEXT && at < text.len) {
      aml_out_str(out, "...");
      return;
    }
  }
}

/* "[words](target)", or the words alone where there is no target. */
static void begin_link(aml_out *out, aml_sv target) {
  aml_out_str(out, target.len > 0 ? "[" : "");
}

static void end_link(aml_out *out, aml_sv target) {
  if (target.len > 0) {
    aml_out_str(out, "](");
    aml_out_text(out, target);
    aml_out_char(out, ')');
  }
}

/* ---- rows ---- */

static void write_count(aml_out *out, size_t count, const char *noun) {
  aml_out_int(out, (int64_t)count);
  aml_out_char(out, ' ');
  aml_out_str(out, noun);
  aml_out_str(out, count == 1 ? "" : "s");
}

static void write_place(page *p, const aml_place *place) {
  if (place->path.len == 0) {
    return;
  }
  aml_sv target = AML_SV("");
  if (p->blob.len > 0 && place->path.len <= MOST_PATH && !aml_path_is_outside(place->path)) {
    aml_sv path = aml_uri_encode(p->run->arena, place->path, "/");
    target = aml_sv_format(
        p->run->arena, "%.*s%.*s#L%u", AML_SV_ARG(p->blob), AML_SV_ARG(path), place->begin.line);
  }
  begin_link(&p->out, target);
  write_plain(&p->out, place->path);
  aml_out_char(&p->out, ':');
  aml_out_int(&p->out, place->begin.line);
  end_link(&p->out, target);
}

static void write_rule(page *p, const aml_rule *rule) {
  aml_sv target = aml_rule_page(p->run->arena, rule);
  target = target.len <= MOST_TARGET ? target : AML_SV("");
  begin_link(&p->out, target);
  write_plain(&p->out, rule->id);
  end_link(&p->out, target);
  if (rule->name.len > 0 && !aml_sv_eq(rule->name, rule->id)) {
    aml_out_char(&p->out, ' ');
    write_plain(&p->out, rule->name);
  }
}

/* Why it does not count, on a line of its own. */
static void write_reason(page *p, const aml_finding *finding) {
  const aml_suppression *waiver = finding->suppressions;
  if (finding->status == AML_SUPPRESSED && waiver != NULL) {
    aml_out_str(&p->out, "<br>");
    write_plain(&p->out, waiver->reason.len > 0 ? waiver->reason : AML_SV("No reason is given."));
    if (waiver->owner.len > 0) {
      aml_out_str(&p->out, " (");
      write_plain(&p->out, waiver->owner);
      aml_out_char(&p->out, ')');
    }
  }
  bool is_said = aml_sv_find(finding->message.text, finding->undecided_reason, 0) != AML_NPOS;
  if (finding->status == AML_UNDECIDED && !is_said) {
    aml_out_str(&p->out, "<br>");
    write_plain(&p->out, finding->undecided_reason);
  }
}

/* The other places of which a rule says the same, on a line of their own. */
static void write_others_of(page *p, const aml_entry *entry) {
  for (size_t i = 1; i < entry->told.count; i++) {
    const aml_finding *finding = entry->told.items[i]->finding;
    if (i == MOST_PLACES) {
      aml_out_str(&p->out, " and ");
      write_count(&p->out, entry->told.count - i, "more");
      return;
    }
    aml_place place = aml_place_of(p->run, finding->span);
    aml_out_str(&p->out, i == 1 ? "<br>Also: " : ", ");
    write_place(p, &place);
    aml_out_str(&p->out, " '");
    write_plain(&p->out, aml_finding_resource_name(p->run->arena, finding));
    aml_out_char(&p->out, '\'');
    write_plain(&p->out, entry->told.items[i]->copies);
  }
}

/* One thing told; of a rule that says the same of many, `entry` with the others, else NULL. */
static void write_row(page *p, const aml_told *told, const aml_entry *entry) {
  const aml_finding *finding = told->finding;
  aml_place place = aml_place_of(p->run, finding->span); /* its line table stays behind the mark */
  aml_arena_mark mark = aml_arena_set_mark(p->run->arena);
  aml_out_str(&p->out, finding->severity == AML_SEVERITY_ERROR ? "| **error** | " : "| ");
  if (finding->severity != AML_SEVERITY_ERROR) {
    aml_out_str(&p->out, aml_severity_name(finding->severity));
    aml_out_str(&p->out, " | ");
  }
  write_place(p, &place);
  aml_out_str(&p->out, " | ");
  write_rule(p, finding->rule);
  aml_out_str(&p->out, " | ");
  write_plain(&p->out, finding->message.text);
  write_plain(&p->out, told->copies);
  write_reason(p, finding);
  aml_arena_rewind(p->run->arena, &mark);
  if (entry != NULL) {
    write_others_of(p, entry);
  }
  aml_out_str(&p->out, " |\n");
}

static void write_head(aml_out *out) {
  aml_out_str(out, "\n| | Where | Rule | Finding |\n| --- | --- | --- | --- |\n");
}

static void write_fold(aml_out *out, size_t count, const char *what) {
  aml_out_str(out, "\n<details><summary>");
  aml_out_int(out, (int64_t)count);
  aml_out_str(out, what);
  aml_out_str(out, "</summary>\n");
}

static void write_left_out(aml_out *out, size_t count) {
  if (count > 0) {
    aml_out_char(out, '\n');
    write_count(out, count, "finding");
    aml_out_str(out, count == 1 ? " is not shown here; the full report has it.\n"
                                : " are not shown here; the full report has them.\n");
  }
}

/* ---- the findings ---- */

static size_t count_shown(const page *p, aml_finding_status status) {
  size_t count = 0;
  for (size_t i = 0; i < p->run->findings->list.count; i++) {
    const aml_finding *finding = p->run->findings->list.items[i];
    count += finding->status == status && aml_report_shows(p->options, finding);
  }
  return count;
}

typedef struct table {
  aml_finding_status status;
  size_t total;      /* findings of that status */
  size_t open;       /* rows that are not folded away */
  size_t end;        /* bytes of the page before the last row */
  size_t rows, told; /* so far: rows, and findings that they tell */
} table;

static size_t count_told(const aml_entry *entry) {
  size_t count = 0;
  for (size_t i = 0; i < entry->told.count; i++) {
    count += entry->told.items[i]->count;
  }
  return count;
}

/* False where no row has room any more. */
static bool add_row(page *p, table *t, const aml_told *told, const aml_entry *entry) {
  if (t->rows == MOST_ROWS || p->out.total > t->end) {
    return false;
  }
  if (t->rows == t->open) {
    write_fold(&p->out, t->total - t->told, " more");
  }
  if (t->rows == t->open || t->rows == 0) {
    write_head(&p->out);
  }
  write_row(p, told, entry);
  t->rows++;
  t->told += entry == NULL ? told->count : count_told(entry);
  return true;
}

/* The rows of one status, the worst first. */
static void write_rows(page *p, table *t) {
  for (size_t rank = AML_SEVERITY_ERROR + 1; rank-- > 0;) {
    for (size_t i = 0; i < p->entries.list.count; i++) {
      const aml_entry *entry = p->entries.list.items[i];
      size_t count = entry->kind == AML_ENTRY_RULE ? 1 : entry->told.count;
      for (size_t k = 0; k < count; k++) {
        const aml_told *told = entry->told.items[k];
        bool is_wanted = told->finding->status == t->status && (size_t)told->finding->severity == rank;
        if (is_wanted && !add_row(p, t, told, entry->kind == AML_ENTRY_RULE ? entry : NULL)) {
          return;
        }
      }
    }
  }
}

static void write_findings(page *p) {
  table t = {AML_ACTIVE, count_shown(p, AML_ACTIVE), MOST_OPEN, ROWS_END, 0, 0};
  write_rows(p, &t);
  write_left_out(&p->out, t.total - t.told);
  aml_out_str(&p->out, t.rows > MOST_OPEN ? "\n</details>\n" : "");
}

/* What is suppressed or undecided, folded away. */
static void write_others(page *p, aml_finding_status status, const char *what) {
  size_t total = count_shown(p, status);
  if (total == 0) {
    return;
  }
  write_fold(&p->out, total, what);
  table t = {status, total, SIZE_MAX, OTHERS_END, 0, 0};
  write_rows(p, &t);
  write_left_out(&p->out, t.total - t.told);
  aml_out_str(&p->out, "\n</details>\n");
}

/* ---- how to fix it ---- */

static void write_help(page *p, const aml_finding *finding, aml_sv help) {
  aml_out_str(&p->out, "- ");
  aml_arena_mark mark = aml_arena_set_mark(p->run->arena);
  write_rule(p, finding->rule);
  aml_arena_rewind(p->run->arena, &mark);
  aml_out_str(&p->out, ": ");
  write_plain(&p->out, help);
  aml_out_char(&p->out, '\n');
}

/* Once for each rule, in the order of the run. */
static void write_helps(page *p) {
  aml_map told;
  aml_map_init(&told, p->run->arena, AML_MAP_EXACT);
  size_t count = 0;
  for (size_t i = 0; i < p->run->findings->list.count; i++) {
    aml_finding *finding = p->run->findings->list.items[i];
    aml_sv help = aml_finding_help(finding);
    if (finding->status != AML_ACTIVE || help.len == 0 || aml_map_find(&told, finding->rule->id) != NULL) {
      continue;
    }
    if (count == MOST_RULES || p->out.total > HELP_END) {
      break;
    }
    if (count == 0) {
      aml_out_str(&p->out, "\n<details><summary>How to fix it</summary>\n\n");
    }
    (void)aml_map_put(&told, finding->rule->id, finding);
    write_help(p, finding, help);
    count++;
  }
  aml_out_str(&p->out, count > 0 ? "\n</details>\n" : "");
}

static void write_notices(page *p) {
  for (size_t i = 0; i < p->run->notice_count; i++) {
    const aml_notice *notice = &p->run->notices[i];
    aml_sv path = aml_notice_path(p->run, notice);
    if (i == MOST_NOTICES || p->out.total > OTHERS_END) {
      aml_out_str(&p->out, "- and ");
      write_count(&p->out, p->run->notice_count - i, "more remark");
      aml_out_str(&p->out, "\n");
      return;
    }
    aml_out_str(&p->out, i == 0 ? "\n- **" : "- **");
    aml_out_str(&p->out, aml_severity_name(notice->severity));
    aml_out_str(&p->out, "** ");
    if (path.len > 0) {
      write_plain(&p->out, path);
      aml_out_str(&p->out, ": ");
    }
    write_plain(&p->out, notice->message);
    aml_out_char(&p->out, '\n');
  }
}

bool aml_report_markdown(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  page *p = AML_NEW(run->arena, page);
  p->run = run;
  p->options = options;
  p->blob = aml_blob_base(run->arena, options->environment);
  p->entries = aml_gather(run, options);
  aml_out_init(&p->out, write, ctx);
  /* The mark is for bots that replace their last comment. */
  aml_out_str(&p->out, "<!-- amlint -->\n### amlint: ");
  aml_summary_sentence(&p->out, run);
  aml_out_char(&p->out, '\n');
  write_findings(p);
  write_notices(p);
  write_helps(p);
  write_others(p, AML_SUPPRESSED, " suppressed");
  write_others(p, AML_UNDECIDED, " undecided");
  return aml_out_finish(&p->out);
}
