/* Rules for people and programs: what `explain`, `rules`, --list-rules and --print-config write. */
#ifndef AMLINT_CLI_RULE_TEXTS_H
#define AMLINT_CLI_RULE_TEXTS_H

#include "base/strbuf.h"
#include "cli/app.h"
#include "engine/criteria.h"

typedef struct aml_shown_rule {
  const aml_rule *rule;
  const aml_value *tree; /* of the rule file; may be NULL */
  aml_severity severity; /* in force for the working folder; NONE: off */
  aml_sv file;           /* of a user's rule, as shown; empty for a built-in one */
} aml_shown_rule;

typedef struct aml_rule_listing {
  aml_app *app;
  const aml_criteria *criteria; /* whose rules they are */
  const aml_sources *sources;
  const aml_config *config; /* of the working folder */
  aml_sv path;              /* of a file in it, for overrides */
  bool has_trouble;         /* which has been said */
} aml_rule_listing;

/* The built-in rules, those of the working folder's configuration and those of the options. False when there
 * are none at all, which has been said. */
bool aml_rule_listing_load(aml_rule_listing *out, aml_app *app);

/* The rule with its tree and the severity that holds at the listing's path. */
aml_shown_rule aml_rule_listing_show(const aml_rule_listing *listing, const aml_rule *rule);

/* "error", "warning", "note", "off". */
const char *aml_rule_level(aml_severity severity);
/* "safe", "unsafe", or "" where there are no edits. */
const char *aml_rule_fix(const aml_shown_rule *shown);

typedef enum aml_rule_detail { AML_RULE_LINE, AML_RULE_WHOLE } aml_rule_detail;

typedef AML_VEC(aml_shown_rule) aml_shown_rules;

/* One object with a list of them; false when the sink refused. */
AML_MUST_USE bool aml_rules_write_json(
    const aml_shown_rules *rules, aml_rule_detail detail, aml_write write, void *sink);
/* A page, whose paragraphs are wrapped at a width; 0: not at all. */
void aml_rule_write_text(aml_strbuf *out, const aml_shown_rule *shown, size_t width);
/* A page. */
void aml_rule_write_markdown(aml_strbuf *out, const aml_shown_rule *shown);

/* A cell of a Markdown table, on one line. */
aml_sv aml_table_cell(aml_arena *arena, aml_sv text);

/* Text whose lines are made safe for a terminal, each by itself. */
aml_sv aml_safe_lines(aml_arena *arena, aml_sv text);

#endif
