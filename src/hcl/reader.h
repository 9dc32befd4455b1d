/* Private to src/hcl: the state of reading a text, and its tokens. */
#ifndef AMLINT_HCL_READER_H
#define AMLINT_HCL_READER_H

#include "hcl/function_row.h"
#include "hcl/syntax_hcl.h"

typedef enum aml_hcl_token_kind {
  AML_HCL_END = 256, /* below: the characters themselves */
  AML_HCL_NEWLINE,
  AML_HCL_NAME,
  AML_HCL_NUMBER,
  AML_HCL_QUOTE,   /* the opening one; what follows is a template */
  AML_HCL_HEREDOC, /* "<<", with what introduces it up to the line end */
  AML_HCL_EQUAL,
  AML_HCL_NOT_EQUAL,
  AML_HCL_AT_MOST,
  AML_HCL_AT_LEAST,
  AML_HCL_AND,
  AML_HCL_OR,
  AML_HCL_ARROW,
  AML_HCL_ELLIPSIS,
  AML_HCL_SCOPE,  /* "::" in the name of a provider's function */
  AML_HCL_STRANGE /* no token begins so */
} aml_hcl_token_kind;

typedef struct aml_hcl_reader {
  aml_hcl_input in;
  aml_sv text;
  size_t end;         /* of what is read: the text's, or that of a template in it */
  size_t at;          /* behind the token */
  unsigned kind;      /* of the token: a character, or an aml_hcl_token_kind */
  size_t begin;       /* of the token */
  size_t behind;      /* end of the token before */
  size_t comments_at; /* up to here comments have been noted */
  size_t kept_to;     /* where the last comment ends that was kept */
  bool has_lines;     /* line ends are tokens */
  bool is_failed;     /* an error was reported; whoever recovers clears it */
  size_t depth;       /* of expressions and blocks */
  size_t opened;      /* brackets that are open since the item began */
  size_t failures;    /* so far */
  size_t failed_at;   /* where the last one is */
  bool is_unclosed;   /* a block has no end */
  bool minds_indent;  /* a line that stands no deeper than its block ends it */
} aml_hcl_reader;

void aml_hcl_reader_init(aml_hcl_reader *r, const aml_hcl_input *input);

/* Goes on to the next token; at the end it stays there. */
void aml_hcl_advance(aml_hcl_reader *r);
/* Goes on from an offset. */
void aml_hcl_move_to(aml_hcl_reader *r, size_t at);
/* Whether line ends are tokens from here on; the token at hand is read again. Returns what was before. */
bool aml_hcl_mind_lines(aml_hcl_reader *r, bool has_lines);

static inline aml_sv aml_hcl_token_text(const aml_hcl_reader *r) {
  return aml_sv_slice(r->text, r->begin, r->at);
}
/* Most texts are files themselves, where offsets are what they are. */
static inline aml_span aml_hcl_span(const aml_hcl_reader *r, size_t begin, size_t end) {
  const aml_guest *text = r->in.text;
  return text->host == NULL && begin <= end && end <= text->text.len
             ? (aml_span){text->source, (uint32_t)begin, (uint32_t)end}
             : aml_guest_span(text, begin, end);
}

/* AML001, once until somebody recovers. */
__attribute__((format(printf, 4, 5))) void aml_hcl_fail(
    aml_hcl_reader *r, size_t begin, size_t end, const char *format, ...);
/* "a closing brace was expected, but ..." at the token. */
void aml_hcl_fail_wanted(aml_hcl_reader *r, const char *wanted);
/* One level deeper; false, with a failure, past the bound. Each true is followed by aml_hcl_leave. */
bool aml_hcl_enter(aml_hcl_reader *r);
static inline void aml_hcl_leave(aml_hcl_reader *r) {
  r->depth--;
}

/* expression.c, collection.c, template_hcl.c. After a failure they return any node. */
const aml_expr *aml_hcl_expression(aml_hcl_reader *r);
const aml_expr *aml_hcl_tuple(aml_hcl_reader *r);
const aml_expr *aml_hcl_object(aml_hcl_reader *r);
/* A template up to a closing quote, which is passed over. */
const aml_expr *aml_hcl_quoted(aml_hcl_reader *r);
const aml_expr *aml_hcl_heredoc(aml_hcl_reader *r);
/* All of what is read as a template. */
const aml_expr *aml_hcl_whole_template(aml_hcl_reader *r);

/* Nodes. */
typedef AML_VEC(const aml_expr *) aml_hcl_nodes;
const aml_expr *aml_hcl_node(
    const aml_hcl_reader *r, const aml_hcl_function *function, const aml_hcl_nodes *args, aml_span span);
/* The value of an attribute: a literal where the node is one. */
const aml_value *aml_hcl_value_of(const aml_hcl_reader *r, const aml_expr *node, size_t begin, size_t end);

/* The node of a part of a tuple or an object: its value stands where it is written. */
const aml_expr *aml_hcl_part(const aml_hcl_reader *r, const aml_expr *node, size_t begin, size_t end);

#endif
