#include "bicep/parser.h"

#include "base/limits.h"
#include "base/sort.h"

const aml_bicep_token *aml_bicep_next(aml_bicep_parser *p) {
  const aml_bicep_token *token = &p->tokens[p->at];
  p->at += token->kind != AML_BICEP_END;
  return token;
}

bool aml_bicep_take(aml_bicep_parser *p, aml_bicep_token_kind kind) {
  bool is_next = aml_bicep_is(p, kind);
  if (is_next) {
    (void)aml_bicep_next(p);
  }
  return is_next;
}

const aml_bicep_node *aml_bicep_fail(aml_bicep_parser *p, const char *message) {
  p->failure = aml_sv_of(message);
  p->failed_at = p->at;
  p->is_limit = false;
  return NULL;
}

const aml_bicep_token *aml_bicep_expect(aml_bicep_parser *p, aml_bicep_token_kind kind, const char *message) {
  if (!aml_bicep_is(p, kind)) {
    (void)aml_bicep_fail(p, message);
    return NULL;
  }
  return aml_bicep_next(p);
}

size_t aml_bicep_past_new_lines(const aml_bicep_parser *p, size_t at) {
  while (p->tokens[at].kind == AML_BICEP_NEW_LINE) {
    at++;
  }
  return at;
}

void aml_bicep_skip_new_lines(aml_bicep_parser *p) {
  p->at = aml_bicep_past_new_lines(p, p->at);
}

static bool fail_depth(aml_bicep_parser *p) {
  p->failure =
      aml_sv_format(p->arena, "This is nested deeper than the limit of %d levels.", AML_LIMIT_BICEP_DEPTH);
  p->failed_at = p->at;
  p->is_limit = true;
  return false;
}

bool aml_bicep_enter(aml_bicep_parser *p) {
  if (p->depth == AML_LIMIT_BICEP_DEPTH) {
    return fail_depth(p);
  }
  p->depth++;
  return true;
}

void aml_bicep_leave(aml_bicep_parser *p) {
  p->depth--;
}

/* ---- nodes ---- */

aml_bicep_node *aml_bicep_node_new(aml_bicep_parser *p, aml_bicep_kind kind, uint32_t begin) {
  aml_bicep_node *node = AML_NEW(p->arena, aml_bicep_node);
  node->kind = (uint8_t)kind;
  node->begin = begin;
  node->end = p->at > 0 ? p->tokens[p->at - 1].end : 0;
  node->height = 1;
  return node;
}

const aml_bicep_node *aml_bicep_node_end(
    aml_bicep_parser *p, aml_bicep_node *node, const aml_bicep_nodes *parts) {
  node->end = p->tokens[p->at - 1].end;
  node->parts = parts->items;
  node->count = (uint32_t)parts->count;
  size_t height = 0;
  for (size_t i = 0; i < parts->count; i++) {
    const aml_bicep_node *part = parts->items[i];
    height = part != NULL && part->height > height ? part->height : height;
  }
  node->height = (uint16_t)(height + 1);
  if (height >= 2U * AML_LIMIT_BICEP_DEPTH) {
    (void)fail_depth(p);
    return NULL;
  }
  return node;
}

const aml_bicep_node *aml_bicep_node_of(aml_bicep_parser *p, aml_bicep_node *node, const aml_bicep_node *a,
    const aml_bicep_node *b, const aml_bicep_node *c) {
  const aml_bicep_node *const given[] = {a, b, c};
  size_t count = c != NULL ? 3 : b != NULL ? 2 : 1;
  const aml_bicep_node **items = AML_NEW_ARRAY(p->arena, const aml_bicep_node *, count);
  memcpy(items, given, count * sizeof *items);
  const aml_bicep_nodes parts = {.items = items, .count = count};
  return aml_bicep_node_end(p, node, &parts);
}

void aml_bicep_node_name(const aml_bicep_parser *p, aml_bicep_node *node, const aml_bicep_token *token) {
  node->name = aml_bicep_token_text(p, token);
  node->name_begin = token->begin;
  node->name_end = token->end;
}

/* ---- failures ---- */

static void report_failure(aml_bicep_parser *p) {
  const aml_bicep_token *token = &p->tokens[p->failed_at];
  bool is_cut = token->kind == AML_BICEP_STRING_RIGHT && token->begin == token->end;
  bool is_told = token->kind == AML_BICEP_UNRECOGNISED || is_cut; /* the lexer has said so */
  if (!p->is_silent && !is_told) {
    bool is_empty = token->kind == AML_BICEP_NEW_LINE || token->kind == AML_BICEP_END;
    const aml_bicep_error error = {.begin = token->begin,
        .end = is_empty ? token->begin : token->end,
        .message = p->failure,
        .is_limit = p->is_limit};
    AML_VEC_PUSH(p->arena, &p->errors, error);
  }
  p->failure = (aml_sv){NULL, 0};
  p->has_error = true;
}

const aml_bicep_node *aml_bicep_recover(
    aml_bicep_parser *p, const aml_bicep_node *node, size_t first, uint64_t set, bool is_consumed) {
  if (node != NULL) {
    return node;
  }
  report_failure(p);
  while (!aml_bicep_is(p, AML_BICEP_END) && (set & AML_BICEP_BIT(aml_bicep_peek(p)->kind)) == 0) {
    p->at++;
  }
  if (is_consumed) {
    (void)aml_bicep_next(p);
  }
  aml_bicep_node *skipped = aml_bicep_node_new(p, AML_BICEP_SKIPPED, p->tokens[first].begin);
  skipped->end = skipped->end < skipped->begin ? skipped->begin : skipped->end;
  return skipped;
}

/* ---- elements ---- */

/* Between two elements: a line end, or one comma; or the closing token. */
static const aml_bicep_node *read_separator(aml_bicep_parser *p, aml_bicep_token_kind closing) {
  static const aml_bicep_node none = {.kind = AML_BICEP_NULL};
  if (aml_bicep_is(p, closing) || aml_bicep_take(p, AML_BICEP_NEW_LINE)) {
    return &none;
  }
  if (!aml_bicep_is(p, AML_BICEP_COMMA)) {
    return aml_bicep_fail(p, "Expected a line end or a comma.");
  }
  (void)aml_bicep_next(p);
  return aml_bicep_is(p, AML_BICEP_NEW_LINE)
             ? aml_bicep_fail(p, "A comma cannot be followed by a line end: remove the comma.")
             : &none;
}

void aml_bicep_elements(
    aml_bicep_parser *p, aml_bicep_token_kind closing, aml_bicep_element *element, aml_bicep_nodes *out) {
  while (!aml_bicep_is(p, closing) && !aml_bicep_is(p, AML_BICEP_END)) {
    if (aml_bicep_take(p, AML_BICEP_NEW_LINE)) {
      continue;
    }
    size_t first = p->at;
    const aml_bicep_node *one = aml_bicep_recover(
        p, element(p), first, AML_BICEP_BIT(AML_BICEP_NEW_LINE) | AML_BICEP_BIT(closing), false);
    AML_VEC_PUSH(p->arena, out, one);
    first = p->at;
    bool was_silent = p->is_silent;
    p->is_silent = was_silent || one->kind == AML_BICEP_SKIPPED;
    (void)aml_bicep_recover(p, read_separator(p, closing), first,
        AML_BICEP_BIT(AML_BICEP_NEW_LINE) | AML_BICEP_BIT(closing), false);
    p->is_silent = was_silent;
  }
}

/* ---- a file ---- */

static int by_place(const void *a, const void *b) {
  const aml_bicep_error *one = a;
  const aml_bicep_error *other = b;
  return one->begin < other->begin ? -1 : one->begin > other->begin;
}

static void merge_errors(aml_bicep_parser *p, aml_bicep_tokens *tokens) {
  for (size_t i = 0; i < p->errors.count; i++) {
    AML_VEC_PUSH(p->arena, &tokens->errors, p->errors.items[i]);
  }
  aml_sort(p->arena, tokens->errors.items, tokens->errors.count, sizeof *tokens->errors.items, by_place);
}

/* ---- brackets that nothing closes ---- */

static aml_bicep_token_kind closing_of(uint8_t kind) {
  return kind == AML_BICEP_LEFT_BRACE    ? AML_BICEP_RIGHT_BRACE
         : kind == AML_BICEP_LEFT_SQUARE ? AML_BICEP_RIGHT_SQUARE
         : kind == AML_BICEP_LEFT_PAREN  ? AML_BICEP_RIGHT_PAREN
                                         : AML_BICEP_END;
}

/* Whether a declaration seems to begin at a token: at the beginning of a line, where no property and no item
 * of this form can. */
static bool seems_declaration(const aml_bicep_parser *p, size_t at) {
  const uint64_t may_follow = AML_BICEP_BIT(AML_BICEP_IDENTIFIER) | AML_BICEP_BIT(AML_BICEP_STRING) |
                              AML_BICEP_BIT(AML_BICEP_ASSIGN) | AML_BICEP_BIT(AML_BICEP_LEFT_BRACE) |
                              AML_BICEP_BIT(AML_BICEP_ASTERISK);
  const aml_bicep_token *token = &p->tokens[at];
  char before = token->begin == 0 ? '\n' : p->text.data[token->begin - 1];
  if (token->kind == AML_BICEP_END || (before != '\n' && before != '\r')) {
    return false;
  }
  uint8_t next = p->tokens[at + 1].kind;
  return token->kind == AML_BICEP_AT
             ? next == AML_BICEP_IDENTIFIER
             : aml_bicep_is_declaration(p, at) && (may_follow & AML_BICEP_BIT(next)) != 0;
}

typedef AML_VEC(size_t) indices;

/* The openings that nothing closes, in order; what closes none that is open counts for nothing. */
static indices find_unclosed(const aml_bicep_parser *p) {
  indices open = {0};
  for (size_t i = 0; p->tokens[i].kind != AML_BICEP_END; i++) {
    uint8_t kind = p->tokens[i].kind;
    bool is_closing =
        kind == AML_BICEP_RIGHT_BRACE || kind == AML_BICEP_RIGHT_SQUARE || kind == AML_BICEP_RIGHT_PAREN;
    if (closing_of(kind) != AML_BICEP_END) {
      AML_VEC_PUSH(p->arena, &open, i);
    } else if (is_closing && open.count > 0 &&
               closing_of(p->tokens[open.items[open.count - 1]].kind) == kind) {
      open.count--;
    }
  }
  return open;
}

/* Where reading begins again behind each of them, in order. */
static indices find_cuts(const aml_bicep_parser *p) {
  const indices unclosed = find_unclosed(p);
  indices cuts = {0};
  size_t at = 0;
  for (size_t i = 0; i < unclosed.count; i++) {
    at = unclosed.items[i] > at ? unclosed.items[i] : at;
    while (p->tokens[at].kind != AML_BICEP_END && !seems_declaration(p, at)) {
      at++;
    }
    if (p->tokens[at].kind == AML_BICEP_END) {
      break;
    }
    if (cuts.count == 0 || cuts.items[cuts.count - 1] < at) {
      AML_VEC_PUSH(p->arena, &cuts, at);
    }
  }
  return cuts;
}

/* ---- declarations ---- */

/* A file while it is read: `cuts`, once an error made us look for them, are tokens at which a declaration
 * ends that lacks a bracket. */
typedef struct reading {
  aml_bicep_parser p;
  aml_bicep_token *tokens;
  aml_bicep_nodes declarations;
  bool has_cuts;
  indices cuts;
  size_t cut; /* the next one */
} reading;

static const aml_bicep_node *read_declaration(reading *r) {
  aml_bicep_parser *p = &r->p;
  size_t first = p->at;
  p->has_error = false;
  p->is_silent = false;
  const aml_bicep_node *one =
      aml_bicep_recover(p, aml_bicep_declaration(p), first, AML_BICEP_BIT(AML_BICEP_NEW_LINE), false);
  if (one->kind != AML_BICEP_SKIPPED && !aml_bicep_is(p, AML_BICEP_NEW_LINE) &&
      !aml_bicep_is(p, AML_BICEP_END)) {
    first = p->at;
    (void)aml_bicep_recover(p, aml_bicep_fail(p, "Expected a line end after the declaration."), first,
        AML_BICEP_BIT(AML_BICEP_NEW_LINE), true);
  }
  return one;
}

/* The same, up to the next cut, which the parser takes for the end of the file. */
static const aml_bicep_node *read_to_cut(reading *r) {
  while (r->cut < r->cuts.count && r->cuts.items[r->cut] <= r->p.at) {
    r->cut++;
  }
  if (r->cut == r->cuts.count) {
    return read_declaration(r);
  }
  aml_bicep_token *end = &r->tokens[r->cuts.items[r->cut]];
  uint8_t kind = end->kind;
  end->kind = AML_BICEP_END;
  const aml_bicep_node *one = read_declaration(r);
  end->kind = kind;
  return one;
}

static void read_next(reading *r) {
  aml_bicep_parser *p = &r->p;
  size_t first = p->at;
  size_t errors = p->errors.count;
  const aml_bicep_node *one = read_to_cut(r);
  if (p->errors.count > errors && !r->has_cuts) {
    r->has_cuts = true;
    r->cuts = find_cuts(p);
    if (r->cuts.count > 0) {
      p->at = first;
      p->errors.count = errors;
      one = read_to_cut(r);
    }
  }
  AML_VEC_PUSH(p->arena, &r->declarations, one);
}

void aml_bicep_parse(aml_bicep_syntax *syntax, aml_arena *arena, aml_sv text, bool is_parameters) {
  *syntax = (aml_bicep_syntax){.text = text};
  aml_bicep_tokens_read(&syntax->tokens, arena, text);
  reading r = {.tokens = syntax->tokens.list.items};
  r.p = (aml_bicep_parser){.arena = arena, .text = text, .tokens = r.tokens, .is_parameters = is_parameters};
  while (!aml_bicep_is(&r.p, AML_BICEP_END)) {
    if (!aml_bicep_take(&r.p, AML_BICEP_NEW_LINE)) {
      read_next(&r);
    }
  }
  merge_errors(&r.p, &syntax->tokens);
  syntax->declarations = r.declarations.items;
  syntax->count = r.declarations.count;
}
