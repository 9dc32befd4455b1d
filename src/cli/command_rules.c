/* amlint rules, --list-rules: which rules there are, and what they are set to. */
#include "cli/formats.h"
#include "cli/rule_texts.h"
#include "engine/core.h"
#include "report/place.h"

bool aml_rule_listing_load(aml_rule_listing *out, aml_app *app) {
  amlint_engine *handle = aml_app_configure_engine(app, AML_SV("."), AML_CONFIGURED_WITH_EXCEPTIONS);
  if (handle == NULL) {
    return false;
  }
  const aml_engine *core = aml_engine_core(handle);
  const aml_file *file = core->inputs.files.items[0];
  bool has_findings = aml_app_tell_input_findings(app, handle, AMLINT_SEVERITY_NOTE);
  aml_app_tell_notices(app, handle, AMLINT_SEVERITY_ERROR);
  *out = (aml_rule_listing){.app = app,
      .criteria = &core->criteria,
      .sources = core->inputs.sources,
      .config = file->config,
      .path = file->source->path,
      .has_trouble = has_findings || core->remarks.is_incomplete};
  return true;
}

aml_shown_rule aml_rule_listing_show(const aml_rule_listing *listing, const aml_rule *rule) {
  aml_shown_rule shown = {.rule = rule,
      .tree = aml_rule_tree(listing->app->arena, rule),
      .severity =
          aml_engine_severity(listing->criteria, listing->config, listing->path, rule, rule->severity)};
  if (!aml_span_is_none(rule->span)) {
    shown.file = aml_sources_get(listing->sources, rule->span.source)->path;
  }
  return shown;
}

typedef struct listing {
  aml_app *app;
  aml_shown_rules rules;
} listing;

static bool is_named(const aml_app *app, aml_option_id option, const aml_rule *rule) {
  const aml_words *words = &app->arguments.values[option];
  for (size_t i = 0; i < words->count; i++) {
    if (aml_rule_is_selected(rule, aml_sv_of(words->items[i]))) {
      return true;
    }
  }
  return false;
}

static void choose(listing *self, const aml_rule_listing *all) {
  const aml_ruleset *rules = all->criteria->rules;
  for (size_t i = 0; i < rules->list.count; i++) {
    const aml_rule *rule = rules->list.items[i];
    bool is_wanted =
        !aml_has(&self->app->arguments, AML_OPT_SELECT) || is_named(self->app, AML_OPT_SELECT, rule);
    if (is_wanted && !is_named(self->app, AML_OPT_IGNORE, rule)) {
      AML_VEC_PUSH(self->app->arena, &self->rules, aml_rule_listing_show(all, rule));
    }
  }
}

enum { COLUMNS = 5, WIDEST = 40 };

/* The cells before the title. */
static aml_sv cell(const aml_shown_rule *shown, size_t column) {
  switch (column) {
  case 0:
    return shown->rule->id;
  case 1:
    return aml_sv_of(aml_rule_level(shown->severity));
  case 2:
    return shown->rule->category;
  case 3: {
    aml_sv fix = aml_sv_of(aml_rule_fix(shown));
    return aml_sv_eq(fix, AML_SV("safe")) ? AML_SV("fix") : fix;
  }
  default:
    return shown->rule->name;
  }
}

static const char *severity_color(aml_severity severity) {
  static const char *const codes[] = {"\x1b[2m", "\x1b[1;36m", "\x1b[1;33m", "\x1b[1;31m"};
  return codes[severity];
}

static void add_line(aml_strbuf *out, const aml_shown_rule *shown, const size_t widths[COLUMNS],
    aml_color color, size_t room) {
  size_t used = 0;
  for (size_t column = 0; column < COLUMNS; column++) {
    aml_sv text = aml_text_safe(out->arena, cell(shown, column));
    bool is_colored = color == AML_COLOR_ON && column == 1;
    size_t gap = (text.len < widths[column] ? widths[column] - text.len : 0) + 2;
    aml_strbuf_addf(out, "%s%.*s%s%*s", is_colored ? severity_color(shown->severity) : "", AML_SV_ARG(text),
        is_colored ? "\x1b[0m" : "", (int)gap, "");
    used += text.len + gap;
  }
  aml_sv title = aml_text_safe(out->arena, shown->rule->title);
  bool is_cut = room > used + 20 && title.len > room - used;
  if (is_cut) { /* on a terminal a rule is a line */
    title = aml_sv_slice(title, 0, aml_align_back(title, (uint32_t)(room - used - 3)));
  }
  aml_strbuf_addf(out, "%.*s%s\n", AML_SV_ARG(title), is_cut ? "..." : "");
}

static aml_sv make_text(const listing *self, aml_color color, size_t room) {
  size_t widths[COLUMNS] = {0};
  for (size_t i = 0; i < self->rules.count; i++) {
    for (size_t column = 0; column < COLUMNS; column++) {
      size_t length = cell(&self->rules.items[i], column).len;
      length = length > WIDEST ? WIDEST : length;
      widths[column] = length > widths[column] ? length : widths[column];
    }
  }
  aml_strbuf out;
  aml_strbuf_init(&out, self->app->arena, SIZE_MAX);
  for (size_t i = 0; i < self->rules.count; i++) {
    add_line(&out, &self->rules.items[i], widths, color, room);
  }
  return aml_strbuf_view(&out);
}

static aml_sv make_markdown(const listing *self) {
  aml_strbuf out;
  aml_strbuf_init(&out, self->app->arena, SIZE_MAX);
  aml_strbuf_add(&out, AML_SV("| rule | name | severity | category | fix | what is wrong |\n| --- | --- | "
                              "--- | --- | --- | --- |\n"));
  for (size_t i = 0; i < self->rules.count; i++) {
    const aml_shown_rule *shown = &self->rules.items[i];
    const aml_sv cells[] = {shown->rule->id, shown->rule->name, aml_sv_of(aml_rule_level(shown->severity)),
        shown->rule->category, aml_sv_of(aml_rule_fix(shown)), shown->rule->title};
    for (size_t k = 0; k < sizeof cells / sizeof cells[0]; k++) {
      aml_sv text = aml_table_cell(out.arena, cells[k]);
      aml_strbuf_addf(&out, "| %.*s%s", AML_SV_ARG(text), text.len > 0 ? " " : "");
    }
    aml_strbuf_add(&out, AML_SV("|\n"));
  }
  return aml_safe_lines(self->app->arena, aml_strbuf_view(&out));
}

static aml_status write_rules(void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  const listing *self = ctx;
  if (aml_request_is(request, "json")) {
    return aml_rules_write_json(&self->rules, AML_RULE_LINE, write, sink) ? AML_OK : AML_ERR_IO;
  }
  bool is_for_terminal = request->file.len == 0;
  aml_color color = is_for_terminal && aml_app_wants_color(self->app) ? AML_COLOR_ON : AML_COLOR_OFF;
  aml_sv text = aml_request_is(request, "markdown")
                    ? make_markdown(self)
                    : make_text(self, color, is_for_terminal ? self->app->width : 0);
  return write(sink, text.data, text.len) ? AML_OK : AML_ERR_IO;
}

int aml_command_rules(aml_app *app) {
  aml_output_requests requests;
  aml_rule_listing all;
  if (app->arguments.command == AML_COMMAND_RULES && app->arguments.operands.count > 0) {
    return aml_app_complain(app,
        "'amlint rules' does not accept the argument '%s'; write 'amlint rules --select %s'.",
        app->arguments.operands.items[0], app->arguments.operands.items[0]);
  }
  if (!aml_app_read_requests(app, aml_command_at(AML_COMMAND_RULES)->formats, &requests) ||
      !aml_rule_listing_load(&all, app)) {
    return AML_EXIT_TROUBLE;
  }
  listing self = {.app = app};
  choose(&self, &all);
  const aml_output_writer writer = {&self, write_rules};
  int status = aml_app_write_requests(app, &requests, &writer);
  return all.has_trouble ? AML_EXIT_TROUBLE : status;
}
