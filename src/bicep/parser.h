/* Private to the parser of Bicep: its state, and what its files offer each other.
 *
 * Functions that read a form return its node, or NULL with a failure noted, where the text does not go on as
 * the form does. aml_bicep_recover, which every line of the grammar goes through that can be left alone,
 * reports the failure and goes on at one of the tokens that it is given. */
#ifndef AMLINT_BICEP_PARSER_H
#define AMLINT_BICEP_PARSER_H

#include <string.h>

#include "bicep/syntax_bicep.h"

typedef AML_VEC(const aml_bicep_node *) aml_bicep_nodes;

typedef struct aml_bicep_parser {
  aml_arena *arena;
  aml_sv text;
  const aml_bicep_token *tokens;
  size_t at;
  size_t depth;
  bool is_parameters;
  bool has_error;   /* since the declaration began */
  bool is_silent;   /* a failure is the result of one that was reported */
  aml_sv failure;   /* empty: none is pending */
  bool is_limit;    /* the pending one is a bound */
  size_t failed_at; /* token */
  AML_VEC(aml_bicep_error) errors;
} aml_bicep_parser;

/* ---- parser.c ---- */

static inline const aml_bicep_token *aml_bicep_peek(const aml_bicep_parser *p) {
  return &p->tokens[p->at];
}
static inline bool aml_bicep_is(const aml_bicep_parser *p, aml_bicep_token_kind kind) {
  return p->tokens[p->at].kind == kind;
}
static inline aml_sv aml_bicep_token_text(const aml_bicep_parser *p, const aml_bicep_token *token) {
  return (aml_sv){p->text.data + token->begin, token->end - token->begin};
}
/* Whether the next token is that word; here, so that the length of a literal is not counted each time. */
static inline bool aml_bicep_is_word(const aml_bicep_parser *p, const char *word) {
  const aml_bicep_token *token = aml_bicep_peek(p);
  return token->kind == AML_BICEP_IDENTIFIER && token->end - token->begin == strlen(word) &&
         memcmp(p->text.data + token->begin, word, strlen(word)) == 0;
}
/* The next token, which is read; the last one is never left behind. */
const aml_bicep_token *aml_bicep_next(aml_bicep_parser *p);
/* Reads the token where it is the next. */
bool aml_bicep_take(aml_bicep_parser *p, aml_bicep_token_kind kind);
/* The same, and a failure with the sentence where it is not: then NULL. */
const aml_bicep_token *aml_bicep_expect(aml_bicep_parser *p, aml_bicep_token_kind kind, const char *message);
/* A failure at the next token. NULL. */
const aml_bicep_node *aml_bicep_fail(aml_bicep_parser *p, const char *message);
void aml_bicep_skip_new_lines(aml_bicep_parser *p);
/* The first token from `at` on that is no line end. */
size_t aml_bicep_past_new_lines(const aml_bicep_parser *p, size_t at);
/* One level further down; false with a failure where that is too deep. */
bool aml_bicep_enter(aml_bicep_parser *p);
void aml_bicep_leave(aml_bicep_parser *p);

/* A node from the token at `first` to the last one that was read. */
aml_bicep_node *aml_bicep_node_new(aml_bicep_parser *p, aml_bicep_kind kind, uint32_t begin);
/* Gives it parts, its end and its height; NULL, with a failure, where it is too high. */
const aml_bicep_node *aml_bicep_node_end(
    aml_bicep_parser *p, aml_bicep_node *node, const aml_bicep_nodes *parts);
const aml_bicep_node *aml_bicep_node_of(aml_bicep_parser *p, aml_bicep_node *node, const aml_bicep_node *a,
    const aml_bicep_node *b, const aml_bicep_node *c);
void aml_bicep_node_name(const aml_bicep_parser *p, aml_bicep_node *node, const aml_bicep_token *token);

/* The node, or, where it is NULL, one of what is passed over up to one of the tokens of the set, bits 1 <<
 * kind; the failure is reported unless one that led to it was. `is_consumed`: that token too. */
const aml_bicep_node *aml_bicep_recover(
    aml_bicep_parser *p, const aml_bicep_node *node, size_t first, uint64_t set, bool is_consumed);
#define AML_BICEP_BIT(kind) (UINT64_C(1) << (kind))

/* Elements of an object, an array or a type: apart by line ends or commas, up to the closing token, which is
 * not read. `element` reads one; what is wrong costs that one. */
typedef const aml_bicep_node *aml_bicep_element(aml_bicep_parser *p);
void aml_bicep_elements(
    aml_bicep_parser *p, aml_bicep_token_kind closing, aml_bicep_element *element, aml_bicep_nodes *out);

/* ---- parse_expression.c ---- */

const aml_bicep_node *aml_bicep_expression(aml_bicep_parser *p);
const aml_bicep_node *aml_bicep_string(aml_bicep_parser *p); /* with holes or without */
const aml_bicep_node *aml_bicep_object(aml_bicep_parser *p);
const aml_bicep_node *aml_bicep_body(aml_bicep_parser *p);           /* of a resource, a module or a test */
const aml_bicep_node *aml_bicep_call_or_member(aml_bicep_parser *p); /* of a decorator */
const aml_bicep_node *aml_bicep_number(aml_bicep_parser *p);         /* the next token is one */
/* An identifier as a NAME; a failure with the sentence where there is none. */
const aml_bicep_node *aml_bicep_name(aml_bicep_parser *p, const char *message);

/* ---- parse_type.c ---- */

const aml_bicep_node *aml_bicep_type(aml_bicep_parser *p, const char *message);

/* ---- parse_declaration.c ---- */

/* Decorators and the line ends behind them: a LIST, or NULL where there is none. */
const aml_bicep_node *aml_bicep_decorators(aml_bicep_parser *p);
const aml_bicep_node *aml_bicep_declaration(aml_bicep_parser *p);
/* Whether the token is a word that begins one. */
bool aml_bicep_is_declaration(const aml_bicep_parser *p, size_t at);
/* `resource` with its decorators, which may stand inside of a resource. */
const aml_bicep_node *aml_bicep_resource(
    aml_bicep_parser *p, const aml_bicep_node *decorators, uint32_t from);

#endif
