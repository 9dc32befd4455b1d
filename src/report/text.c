#include "report/copies.h"
#include "report/excerpt.h"
#include "report/format_writers.h"
#include "report/gather.h"
#include "report/link.h"
#include "report/palette.h"
#include "report/pieces_out.h"
#include "report/preview.h"
#include "report/statistics.h"
#include "report/summary.h"
#include "report/text_plan.h"
#include "source/parts.h"

typedef struct printer {
  aml_out *out;
  const aml_run *run;
  const aml_report_options *options;
  const aml_palette *colors;
  aml_secrets secrets;
  size_t gutter; /* of the finding at hand */
} printer;

static const char *severity_color(const printer *p, const aml_finding *finding) {
  return aml_palette_label(p->colors, finding);
}

/* "path:8:24" */
static void print_position(printer *p, aml_span span) {
  aml_place place = aml_place_of(p->run, span);
  aml_out_safe(p->out, aml_place_path(p->run, span));
  aml_out_char(p->out, ':');
  aml_out_int(p->out, place.begin.line);
  aml_out_char(p->out, ':');
  aml_out_int(p->out, place.begin.column);
}

/* "path:8:24: error[AML301]: message", the form that compilers print and editors read. */
static void print_headline_of(printer *p, const aml_finding *finding, aml_sv message, aml_sv more) {
  aml_out *out = p->out;
  if (!aml_span_is_none(finding->span)) {
    aml_out_str(out, p->colors->place);
    print_position(p, finding->span);
    aml_out_str(out, ": ");
    aml_out_str(out, p->colors->off);
  }
  aml_out_str(out, severity_color(p, finding));
  aml_out_str(out, aml_finding_label(finding));
  aml_out_char(out, '[');
  aml_out_safe(out, finding->rule->id);
  aml_out_char(out, ']');
  aml_out_str(out, p->colors->off);
  aml_out_str(out, ": ");
  aml_out_safe(out, message);
  aml_out_safe(out, more);
  aml_out_char(out, '\n');
}

static void print_headline(printer *p, const aml_told *told) {
  print_headline_of(p, told->finding, told->finding->message.text, told->copies);
}

static bool is_whole_file(aml_span span) {
  return span.begin == 0 && span.end == 0;
}

/* Digits of the largest line number that the finding shows. */
static size_t choose_gutter(const printer *p, const aml_finding *finding) {
  uint32_t last = 0;
  for (size_t i = 0; i <= finding->related_count; i++) {
    aml_span span = i == 0 ? finding->span : finding->related[i - 1].span;
    uint32_t line = aml_place_of(p->run, span).begin.line;
    last = line > last ? line : last;
  }
  return aml_digit_count(last);
}

static void print_gutter(printer *p, const char *text) {
  aml_out_fill(p->out, ' ', p->gutter + 1);
  aml_out_str(p->out, p->colors->gutter);
  aml_out_str(p->out, text);
  aml_out_str(p->out, p->colors->off);
}

/* What people call the place in a notebook: "train.ipynb: cell 7, line 3". */
static void print_cell(printer *p, aml_span span) {
  const aml_source *source = aml_place_source(p->run, span);
  aml_sv text = source == NULL ? (aml_sv){NULL, 0} : aml_source_part_text(p->run->arena, source, span.begin);
  if (text.len > 0) {
    print_gutter(p, "--> ");
    aml_out_safe(p->out, aml_place_path(p->run, span));
    aml_out_str(p->out, ": ");
    aml_out_safe(p->out, text);
    aml_out_char(p->out, '\n');
  }
}

static void print_bar(printer *p) {
  print_gutter(p, "|");
  aml_out_char(p->out, '\n');
}

static void print_excerpt(printer *p, aml_span span, char mark, const char *mark_on, aml_sv label) {
  const aml_excerpt excerpt = {.source = aml_place_source(p->run, span),
      .span = span,
      .gutter = p->gutter,
      .width = p->options->width > 0 ? (size_t)p->options->width : 0,
      .mark = mark,
      .label = label,
      .gutter_on = p->colors->gutter,
      .mark_on = mark_on,
      .off = p->colors->off,
      .secrets = &p->secrets};
  if (excerpt.source->is_withheld) {
    return;
  }
  aml_excerpt_write(p->out, &excerpt);
}

/* "  = name: ", whose text the caller writes. */
static void print_note_name(printer *p, const char *name) {
  print_gutter(p, "= ");
  aml_out_str(p->out, p->colors->label);
  aml_out_str(p->out, name);
  aml_out_char(p->out, ':');
  aml_out_str(p->out, p->colors->off);
  aml_out_char(p->out, ' ');
}

static void print_note(printer *p, const char *name, aml_sv text) {
  if (text.len > 0) {
    print_note_name(p, name);
    aml_out_safe(p->out, aml_sv_trim(text));
    aml_out_char(p->out, '\n');
  }
}

static void print_related(printer *p, const aml_finding *finding) {
  aml_source_id shown = finding->span.source;
  for (size_t i = 0; i < finding->related_count; i++) {
    const aml_related *related = &finding->related[i];
    if (aml_span_is_none(related->span)) {
      print_note(p, "note", related->text);
      continue;
    }
    bool is_withheld = aml_place_source(p->run, related->span)->is_withheld; /* then nothing else names it */
    if (related->span.source == shown && !is_withheld) {
      print_bar(p);
    } else {
      print_gutter(p, "--> ");
      print_position(p, related->span);
      if (is_withheld) {
        aml_out_str(p->out, ": ");
        aml_out_safe(p->out, related->text);
      }
      aml_out_char(p->out, '\n');
      shown = related->span.source;
    }
    print_excerpt(p, related->span, '-', p->colors->gutter, related->text);
  }
}

/* Under which of several parameter files it holds. */
static void print_parameter_files(printer *p, const aml_finding *finding) {
  bool is_plain = finding->resource != NULL && finding->resource->is_only_evaluation;
  if (finding->parameter_file_count == 0 || is_plain) {
    return;
  }
  print_note_name(p, "parameters");
  aml_out_str(p->out, "occurs with ");
  for (size_t i = 0; i < finding->parameter_file_count; i++) {
    aml_out_str(p->out, i == 0 ? "'" : ", '");
    aml_out_safe(p->out, aml_path_from_folder(p->run, finding->parameter_files[i]));
    aml_out_char(p->out, '\'');
  }
  aml_out_char(p->out, '\n');
}

static void print_grant(printer *p, const char *before, aml_sv text) {
  if (text.len > 0) {
    aml_out_str(p->out, before);
    aml_out_safe(p->out, text);
  }
}

static void print_suppressions(printer *p, const aml_finding *finding) {
  for (const aml_suppression *s = finding->suppressions; s != NULL; s = s->next) {
    print_note_name(p, s->kind == AML_BASELINE ? "baseline" : "waived");
    aml_out_safe(p->out, s->reason.len > 0 ? s->reason : AML_SV("no reason is given"));
    print_grant(p, "; owner ", s->owner);
    print_grant(p, "; approved by ", s->approver);
    print_grant(p, "; ticket ", s->ticket);
    if (s->until != AML_DAY_NONE) {
      char day[AML_DAY_TEXT_SIZE];
      aml_day_text(s->until, day);
      aml_out_str(p->out, "; until ");
      aml_out_str(p->out, day);
    }
    aml_out_char(p->out, '\n');
  }
}

static void print_preview_line(void *ctx, bool is_new, aml_sv line) {
  printer *p = ctx;
  aml_out_fill(p->out, ' ', p->gutter + 3);
  aml_out_str(p->out, is_new ? p->colors->add : p->colors->remove);
  aml_out_str(p->out, is_new ? "+ " : "- ");
  for (size_t i = 0; i < line.len && line.data[i] == ' '; i++) {
    aml_out_char(p->out, ' ');
  }
  aml_out_safe(p->out, aml_sv_trim(line));
  aml_out_str(p->out, p->colors->off);
  aml_out_char(p->out, '\n');
}

static void print_fix(printer *p, const aml_finding *finding) {
  const aml_fix *fix = aml_fix_to_show(finding);
  if (fix == NULL) {
    return;
  }
  print_note(p, "fix", fix->description.len > 0 ? fix->description : AML_SV("edit"));
  if (!finding->is_secret) {
    aml_fix_preview(p->run, fix, &p->secrets, print_preview_line, p);
  }
}

/* With colour, what is printed leads to the rule's page (OSC 8, as terminals and gcc have it). */
static void print_command(printer *p, const aml_rule *rule) {
  bool is_link = p->options->color == AML_COLOR_ON;
  if (is_link) {
    aml_arena_mark mark = aml_arena_set_mark(p->run->arena);
    aml_out_str(p->out, "\x1b]8;;");
    aml_out_text(p->out, aml_rule_page(p->run->arena, rule));
    aml_out_str(p->out, "\x1b\\");
    aml_arena_rewind(p->run->arena, &mark);
  }
  aml_out_str(p->out, "amlint explain ");
  aml_out_safe(p->out, rule->id);
  aml_out_str(p->out, is_link ? "\x1b]8;;\x1b\\" : "");
}

/* Where the rule is explained: a built-in one by the program, others where they are written. */
static void print_see(printer *p, const aml_rule *rule) {
  print_note_name(p, "see");
  if (rule->origin == AML_RULE_BUILT_IN) {
    print_command(p, rule);
  } else {
    print_position(p, rule->span);
  }
  aml_out_char(p->out, '\n');
}

static void print_notes(printer *p, const aml_finding *finding, bool has_see) {
  bool is_said = aml_sv_find(finding->message.text, finding->undecided_reason, 0) != AML_NPOS;
  if (finding->status == AML_UNDECIDED && !is_said) {
    print_note(p, "undecided", finding->undecided_reason);
  }
  print_note(p, "condition", finding->condition);
  print_parameter_files(p, finding);
  print_suppressions(p, finding);
  print_note(p, "help", aml_finding_help(finding));
  print_note(p, "run", finding->cli);
  print_fix(p, finding);
  if (has_see) {
    print_see(p, finding->rule);
  }
}

static void print_finding(printer *p, const aml_told *told, bool has_see) {
  const aml_finding *finding = told->finding;
  p->gutter = choose_gutter(p, finding);
  print_headline(p, told);
  print_cell(p, finding->span);
  /* What is absent stands nowhere: the place is the name of what lacks it. */
  bool is_seen = !finding->is_absence || p->options->is_verbose;
  if (is_seen && !aml_span_is_none(finding->span) && !is_whole_file(finding->span)) {
    print_bar(p);
    print_excerpt(p, finding->span, '^', severity_color(p, finding), AML_SV(""));
  }
  print_related(p, finding);
  print_notes(p, finding, has_see);
}

typedef struct note_list { /* a note that is being printed, as many of its items in a line as fit */
  size_t column;
  bool has_any;
} note_list;

static note_list begin_list(printer *p, aml_sv name) {
  print_note_name(p, name.data);
  return (note_list){p->gutter + sizeof " = : " - 1 + name.len, false};
}

/* The item is safe to print. */
static void add_to_list(printer *p, note_list *list, aml_sv item) {
  enum { USUAL_WIDTH = 120 };
  size_t width = p->options->width > 0 ? (size_t)p->options->width : USUAL_WIDTH;
  size_t indent = p->gutter + 3;
  if (list->has_any) {
    bool fits = list->column + sizeof ", " + item.len <= width;
    aml_out_str(p->out, fits ? ", " : ",\n");
    aml_out_fill(p->out, ' ', fits ? 0 : indent);
    list->column = fits ? list->column + sizeof ", " - 1 : indent;
  }
  aml_out_text(p->out, item);
  list->column += item.len;
  list->has_any = true;
}

/* The other places of the entry. */
static void print_other_places(printer *p, const aml_planned *planned) {
  size_t count = planned->entry->told.count;
  note_list list = begin_list(p, aml_sv_format(p->run->arena, "%zu more", count - 1));
  for (size_t i = 1; i < count; i++) {
    add_to_list(p, &list, planned->places[i]);
  }
  aml_out_char(p->out, '\n');
}

/* What closes an entry of one rule. */
static void print_rule_notes(printer *p, const aml_planned *planned, aml_sv help) {
  const aml_entry *entry = planned->entry;
  const aml_finding *first = entry->told.items[0]->finding;
  size_t fixes = 0;
  for (size_t i = 0; i < entry->told.count; i++) {
    fixes += aml_fix_to_show(entry->told.items[i]->finding) != NULL ? 1 : 0;
  }
  print_note(p, "condition", first->condition);
  print_note(p, "help", help);
  if (fixes > 0) {
    print_note(p, "fix",
        aml_sv_format(p->run->arena, "'amlint fix' fixes %zu of these %zu; 'amlint fix --diff' shows how.",
            fixes, entry->told.count));
  }
  if (planned->has_see) {
    print_see(p, first->rule);
  }
}

/* One rule, many places, the same words: the help is that for the first. */
static void print_rule_entry(printer *p, const aml_planned *planned) {
  const aml_entry *entry = planned->entry;
  p->gutter = 1;
  print_headline(p, entry->told.items[0]);
  print_cell(p, entry->told.items[0]->finding->span);
  print_other_places(p, planned);
  print_rule_notes(p, planned, aml_finding_help(entry->told.items[0]->finding));
}

/* One rule, many places, words that differ: the help stands at the end, or with each where it differs, too.
 */
static void print_lines_entry(printer *p, const aml_planned_part *part) {
  const aml_entry *entry = part->of->entry;
  bool is_one = part->of->has_one_help;
  p->gutter = 1;
  for (size_t i = part->begin; i < part->end; i++) {
    aml_sv help = aml_finding_help(entry->told.items[i]->finding);
    print_headline(p, entry->told.items[i]);
    print_cell(p, entry->told.items[i]->finding->span);
    print_note(p, "help", is_one ? AML_SV("") : help);
  }
  if (part->end == entry->told.count) {
    aml_sv help = is_one ? aml_finding_help(entry->told.items[0]->finding) : AML_SV("");
    print_rule_notes(p, part->of, help);
  }
}

/* "help[AML305]: ..." */
static void print_help_of(printer *p, const aml_finding *finding) {
  aml_sv id = finding->rule->id;
  print_note(p, aml_sv_format(p->run->arena, "help[%.*s]", AML_SV_ARG(id)).data, aml_finding_help(finding));
}

/* One place, several rules. */
static void print_resource_entry(printer *p, const aml_planned *planned) {
  const aml_entry *entry = planned->entry;
  const aml_finding *worst = entry->told.items[0]->finding;
  p->gutter = choose_gutter(p, worst);
  for (size_t i = 0; i < entry->told.count; i++) {
    print_headline(p, entry->told.items[i]);
  }
  print_cell(p, worst->span);
  if (!is_whole_file(worst->span)) {
    print_bar(p);
    print_excerpt(p, worst->span, '^', severity_color(p, worst), AML_SV(""));
  }
  print_note(p, "condition", worst->condition);
  print_parameter_files(p, worst);
  for (size_t i = 0; i < entry->told.count; i++) {
    if (planned->has_help[i]) {
      print_help_of(p, entry->told.items[i]->finding);
    }
  }
}

static void print_cause_rules(printer *p, const aml_rule_ids *rules) {
  note_list list = begin_list(p, AML_SV("rules"));
  for (size_t i = 0; i < rules->list.count; i++) {
    add_to_list(p, &list, aml_text_safe(p->run->arena, rules->list.items[i]));
  }
  aml_out_char(p->out, '\n');
}

static void print_cause_resources(printer *p, const aml_told_list *resources) {
  note_list list = begin_list(p, aml_sv_format(p->run->arena, "%zu more", resources->list.count - 1));
  for (size_t i = 1; i < resources->list.count; i++) {
    add_to_list(p, &list, aml_told_place(p->run, resources->list.items[i]));
  }
  aml_out_char(p->out, '\n');
}

/* One reason, and the rules and resources that are not decided for it. */
static void print_cause_entry(printer *p, const aml_planned *planned) {
  const aml_entry *entry = planned->entry;
  const aml_finding *first = entry->told.items[0]->finding;
  aml_rule_ids rules = aml_entry_rules(p->run->arena, entry);
  aml_told_list resources = aml_entry_resources(p->run->arena, entry);
  p->gutter = 1;
  print_headline_of(p, first, aml_cause_text(p->run->arena, entry), AML_SV(""));
  if (rules.list.count > 1) {
    print_cause_rules(p, &rules);
  }
  if (resources.list.count > 1) {
    print_cause_resources(p, &resources);
  }
  print_note(p, "condition", first->condition);
  print_parameter_files(p, first);
  if (planned->has_see) {
    print_see(p, first->rule);
  }
}

static void print_part(printer *p, const aml_planned_part *part) {
  switch (part->of->entry->kind) {
  case AML_ENTRY_ONE:
    print_finding(p, part->of->entry->told.items[0], part->of->has_see);
    break;
  case AML_ENTRY_LINES:
    print_lines_entry(p, part);
    break;
  case AML_ENTRY_RULE:
    print_rule_entry(p, part->of);
    break;
  case AML_ENTRY_RESOURCE:
    print_resource_entry(p, part->of);
    break;
  case AML_ENTRY_CAUSE:
    print_cause_entry(p, part->of);
    break;
  }
  if (part->end == part->of->entry->told.count) {
    aml_out_char(p->out, '\n');
  }
}

typedef struct printing {
  const printer *shared;
  const aml_text_plan *plan;
} printing;

static bool print_piece(const void *ctx, const aml_run *run, size_t i, aml_write write, void *sink) {
  const printing *self = ctx;
  aml_out out;
  aml_out_init(&out, write, sink);
  printer p = *self->shared;
  p.run = run;
  p.out = &out;
  for (size_t k = self->plan->pieces.items[i]; k < self->plan->pieces.items[i + 1]; k++) {
    print_part(&p, &self->plan->parts.items[k]);
  }
  return aml_out_finish(&out);
}

static void join_piece(void *to, aml_sv text) {
  aml_out_text(to, text);
}

static bool print_entries(printer *p) {
  const aml_text_plan plan = aml_text_plan_of(p->run, p->options);
  const printing self = {p, &plan};
  const aml_pieces pieces = {plan.pieces.count - 1, print_piece, &self, join_piece, p->out};
  return aml_pieces_write(p->run, &pieces);
}

/* Editors and scripts read these lines, so each finding of a resource has its own. */
static bool print_headlines(printer *p) {
  aml_entries entries = aml_gather_lines(p->run, p->options);
  for (size_t i = 0; i < entries.list.count; i++) {
    const aml_entry *entry = entries.list.items[i];
    const aml_finding *finding = entry->told.items[0]->finding;
    (void)aml_place_of(p->run, finding->span); /* the table of lines that it makes stays */
    aml_arena_mark mark = aml_arena_set_mark(p->run->arena);
    print_headline_of(p, finding, aml_entry_line(p->run->arena, entry), AML_SV(""));
    aml_arena_rewind(p->run->arena, &mark);
  }
  return true;
}

static bool print_run(const aml_run *run, const aml_report_options *options, bool (*print)(printer *),
    aml_write write, void *ctx) {
  aml_out out;
  aml_out_init(&out, write, ctx);
  printer p = {.out = &out,
      .run = run,
      .options = options,
      .colors = aml_palette_of(options),
      .secrets = aml_secrets_of(run),
      .gutter = 1};
  bool is_printed = true;
  if (options->has_statistics) {
    aml_statistics_write(&out, run);
  } else {
    is_printed = print(&p);
  }
  if (!options->is_quiet) {
    aml_summary_write(&out, run, options);
  }
  return aml_out_finish(&out) && is_printed;
}

bool aml_report_text(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  return print_run(run, options, print_entries, write, ctx);
}

bool aml_report_compact(const aml_run *run, const aml_report_options *options, aml_write write, void *ctx) {
  return print_run(run, options, print_headlines, write, ctx);
}
