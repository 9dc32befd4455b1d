/* amlint explain: one rule, or several, in full. */
#include "base/suggest.h"
#include "cli/formats.h"
#include "cli/rule_texts.h"

enum { WIDEST = 100 }; /* that a paragraph is easy to read at */

typedef struct explanation {
  aml_app *app;
  const aml_rule_listing *listing;
  aml_shown_rules rules; /* in the order asked for, each once */
} explanation;

/* Ids, names and categories. */
static aml_sv word_at(const void *ctx, size_t i) {
  const aml_rule *rule = ((const aml_ruleset *)ctx)->list.items[i / 3];
  return i % 3 == 0 ? rule->id : i % 3 == 1 ? rule->name : rule->category;
}

static int complain_of_unknown(aml_app *app, const aml_ruleset *rules, aml_sv name) {
  size_t near = aml_suggest(name, rules->list.count * 3, word_at, rules);
  if (near == AML_NPOS) {
    return aml_app_complain(app, "Unknown rule '%.*s'; 'amlint rules' lists the rules.", AML_SV_ARG(name));
  }
  aml_sv word = word_at(rules, near);
  return aml_app_complain(
      app, "Unknown rule '%.*s'; did you mean '%.*s'?", AML_SV_ARG(name), AML_SV_ARG(word));
}

static void add_rule(explanation *self, const aml_rule *rule) {
  for (size_t i = 0; i < self->rules.count; i++) {
    if (self->rules.items[i].rule == rule) {
      return;
    }
  }
  AML_VEC_PUSH(self->app->arena, &self->rules, aml_rule_listing_show(self->listing, rule));
}

/* One rule by id or name, or else all that the word selects. False where it selects none, which has been
 * said. */
static bool add_word(explanation *self, aml_sv word) {
  const aml_ruleset *rules = self->listing->criteria->rules;
  const aml_rule *one = aml_ruleset_find(rules, word);
  if (one != NULL) {
    add_rule(self, one);
    return true;
  }
  bool has_some = false;
  for (size_t i = 0; i < rules->list.count; i++) {
    if (aml_rule_is_selected(rules->list.items[i], word)) {
      add_rule(self, rules->list.items[i]);
      has_some = true;
    }
  }
  if (!has_some) {
    (void)complain_of_unknown(self->app, rules, word);
  }
  return has_some;
}

static aml_status write_explanation(
    void *ctx, const aml_output_request *request, aml_write write, void *sink) {
  const explanation *self = ctx;
  if (aml_request_is(request, "json")) {
    return aml_rules_write_json(&self->rules, AML_RULE_WHOLE, write, sink) ? AML_OK : AML_ERR_IO;
  }
  size_t width = request->file.len > 0 || self->app->width == 0 ? 0
                 : self->app->width > WIDEST                    ? WIDEST
                                                                : self->app->width;
  aml_strbuf out;
  aml_strbuf_init(&out, self->app->arena, SIZE_MAX);
  for (size_t i = 0; i < self->rules.count; i++) {
    const aml_shown_rule *shown = &self->rules.items[i];
    aml_strbuf_add(&out, i > 0 ? AML_SV("\n") : AML_SV(""));
    if (aml_request_is(request, "markdown")) {
      aml_rule_write_markdown(&out, shown);
    } else {
      aml_rule_write_text(&out, shown, width);
    }
  }
  aml_sv text = aml_safe_lines(self->app->arena, aml_strbuf_view(&out));
  return write(sink, text.data, text.len) ? AML_OK : AML_ERR_IO;
}

int aml_command_explain(aml_app *app) {
  const aml_words *words = &app->arguments.operands;
  if (words->count == 0) {
    return aml_app_complain(
        app, "Name a rule, as in 'amlint explain AML101'; 'amlint rules' lists the rules.");
  }
  aml_output_requests requests;
  aml_rule_listing listing;
  if (!aml_app_read_command_requests(app, &requests) || !aml_rule_listing_load(&listing, app)) {
    return AML_EXIT_TROUBLE;
  }
  explanation self = {.app = app, .listing = &listing};
  for (size_t i = 0; i < words->count; i++) {
    if (!add_word(&self, aml_sv_of(words->items[i]))) {
      return AML_EXIT_TROUBLE;
    }
  }
  const aml_output_writer writer = {&self, write_explanation};
  int status = aml_app_write_requests(app, &requests, &writer);
  return listing.has_trouble ? AML_EXIT_TROUBLE : status;
}
