/* The build's own tool: turns rule files into constant C tables and into pages for people. */
#ifndef AMLINT_EMBED_H
#define AMLINT_EMBED_H

#include <stdio.h>

#include "tree/value.h"

typedef struct embed_rule {
  aml_sv path;           /* as given on the command line */
  const aml_value *root; /* the rule file */
  aml_sv whole;          /* as JSON */
  aml_sv compiled;       /* what it does, as the program reads it; empty where it has no condition */
  aml_sv page;           /* Markdown */
} embed_rule;

/* A member's text, trimmed; the empty view where there is none. */
aml_sv embed_text(const aml_value *object, const char *key);

/* The message templates of a rule, in their order; the last one holds where no other does. */
size_t embed_message_count(const aml_value *root);
aml_sv embed_message(const aml_value *root, size_t i);

/* Compiles the rule; false after a mistake, which is said on stderr. */
bool embed_compile(aml_arena *arena, embed_rule *rule);

/* The Markdown page of a rule. */
aml_sv embed_page(aml_arena *arena, const embed_rule *rule);

/* The table of all rules, for docs/rules/README.md; rules are sorted by id. */
aml_sv embed_index(aml_arena *arena, const embed_rule *rules, size_t count);

/* The C source with all rules, sorted by id. */
void embed_write(FILE *out, const embed_rule *rules, size_t count);

#endif
