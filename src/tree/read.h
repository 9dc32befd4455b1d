/* Text to positioned trees: YAML and JSON (with comments, trailing commas, single quotes and line ends inside
 * strings, as ARM's reader accepts). Syntax errors are AML001 at the exact place, duplicate keys AML002,
 * bounds AML003. All that could be read is returned: an object or array of which a part was passed over is
 * marked AML_VALUE_OPEN, and a value that could not be read is an unknown. Spans cover the visible text: of a
 * quoted text with its quotes, of a block scalar with its header and without the line ends after it, of a
 * YAML value without anchor and tag; a value that is not written has an empty span behind its key's colon. */
#ifndef AMLINT_TREE_READ_H
#define AMLINT_TREE_READ_H

#include "base/placeholder.h"
#include "source/diag.h"
#include "tree/value.h"

typedef enum aml_syntax { AML_SYNTAX_JSON, AML_SYNTAX_YAML } aml_syntax;

typedef struct aml_comment { /* of YAML (hash), or of JSON (two slashes, or a block); text without the marks,
                                trimmed */
  aml_span span;
  aml_sv text;
  bool is_alone; /* nothing else stands before it on its line */
  uint32_t past; /* of one that is alone: it speaks of what follows this offset, such as the resource behind
                    its decorators; 0: of what follows itself */
} aml_comment;

typedef struct aml_document { /* one YAML document, or the one JSON value */
  const aml_value *root;      /* AML_NULL value for an empty document */
  size_t index;               /* from 0 within the file */
} aml_document;

typedef struct aml_tree {
  aml_syntax syntax;
  AML_VEC(aml_document) documents;
  AML_VEC(aml_comment) comments;      /* in order */
  aml_placeholder_spots placeholders; /* of the styles that were asked for: what they fill is not known */
  bool is_read;                       /* the documents are the text's own; else those of another language */
  bool is_broken;                     /* a syntax error or a bound: not all was read */
} aml_tree;

/* JSON where the first significant character is { or [ (after comments of JSON's kind), YAML otherwise; [ in
 * a .yml or .yaml file is YAML. A JSON text in a file named .yml is read as JSON too when it starts with {,
 * since YAML refuses some JSON (tabs, surrogate pairs). */
aml_syntax aml_syntax_guess(const aml_source *source);

/* Reads the whole source: as guessed, but a .yml or .yaml file that JSON's reader finds broken and YAML's
 * does not is YAML. Everything is allocated in the arena. */
aml_tree *aml_tree_read(const aml_source *source, aml_arena *arena, aml_diags *diags);
/* The same where placeholders may have further styles, too; NULL: none. AML003 where they cannot all be
 * found. */
aml_tree *aml_tree_read_with(
    const aml_source *source, const aml_placeholder_styles *styles, aml_arena *arena, aml_diags *diags);
aml_tree *aml_tree_read_as(const aml_source *source, aml_syntax syntax, aml_arena *arena, aml_diags *diags);

/* A JSON text inside another value (the json() function): lenient as ARM's reader. NULL with *error_at set
 * where it is ill-formed. */
const aml_value *aml_json_text_read(aml_arena *arena, aml_sv text, aml_span span, size_t *error_at);

/* Whether YAML takes the character for a line end, or does not take it at all: writers escape it. */
bool aml_yaml_is_special(uint32_t code_point);

/* The version of the library that reads YAML. */
const char *aml_yaml_library_version(void);

#endif
