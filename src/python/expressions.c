#include "base/limits.h"
#include "python/syntax_python.h"

typedef AML_VEC(aml_py_part) parts;

static const aml_py_token *token_at(const aml_py_reader *reader, uint32_t i) {
  return &reader->tokens->items[i];
}

static bool is_end(const aml_py_reader *reader) {
  return reader->at >= reader->past || reader->is_full;
}

bool aml_py_at(const aml_py_reader *reader, const char *text) {
  return !is_end(reader) && aml_py_is(reader->tokens, reader->at, text);
}

static void skip_line_ends(aml_py_reader *reader) {
  while (reader->is_inside && !is_end(reader) && token_at(reader, reader->at)->kind >= AML_PY_LINE_END) {
    reader->at++;
  }
}

void aml_py_step(aml_py_reader *reader) {
  reader->last_end = token_at(reader, reader->at)->end;
  reader->at++;
  skip_line_ends(reader);
}

static bool take(aml_py_reader *reader, const char *text) {
  bool is_there = aml_py_at(reader, text);
  if (is_there) {
    aml_py_step(reader);
  }
  return is_there;
}

static bool is_kind(const aml_py_reader *reader, aml_py_kind kind) {
  return !is_end(reader) && token_at(reader, reader->at)->kind == kind;
}

static uint32_t begin_of_next(const aml_py_reader *reader) {
  const aml_py_tokens *tokens = reader->tokens;
  return reader->at < tokens->count ? tokens->items[reader->at].begin : (uint32_t)tokens->text.len;
}

aml_py_expr *aml_py_new(aml_py_reader *reader, aml_py_form form, uint32_t begin) {
  aml_py_expr *expr = AML_NEW(reader->arena, aml_py_expr);
  reader->is_full = reader->is_full || reader->arena->used > reader->room;
  expr->form = form;
  expr->begin = begin;
  expr->end = reader->last_end < begin ? begin : reader->last_end;
  return expr;
}

static aml_py_expr *make_with(aml_py_reader *reader, aml_py_form form, uint32_t begin, const parts *items) {
  aml_py_expr *expr = aml_py_new(reader, form, begin);
  expr->items = items->items;
  expr->count = (uint32_t)items->count;
  return expr;
}

static void add_value(aml_py_reader *reader, parts *items, const aml_py_expr *value) {
  AML_VEC_PUSH(reader->arena, items, ((aml_py_part){.value = value}));
}

/* Passes over a token; over all that an opening bracket holds. */
static void skip_token(aml_py_reader *reader) {
  const aml_py_token *token = token_at(reader, reader->at);
  if (token->close > reader->at && token->close < reader->past) {
    reader->at = token->is_closed ? token->close : token->close - 1;
  } else if (token->close > reader->at) {
    reader->at = reader->past - 1;
  }
  aml_py_step(reader);
}

void aml_py_note_deep(aml_py_reader *reader, uint32_t at) {
  if (!reader->is_too_deep) {
    reader->is_too_deep = true;
    reader->deep_at = at;
  }
}

/* What is left up to the next comma is not read: it stands deeper than anything is. */
static void give_up(aml_py_reader *reader) {
  if (is_end(reader)) {
    return;
  }
  aml_py_note_deep(reader, reader->at);
  while (!is_end(reader) && !aml_py_at(reader, ",")) {
    skip_token(reader);
  }
}

/* Words that no expression begins with, or goes on with. */
static bool is_keyword(aml_sv word) {
  static const char *const words[] = {"if", "else", "for", "in", "is", "and", "or", "as", "from", "import",
      "def", "class", "return", "while", "with", "try", "except", "finally", "elif", "raise", "del", "pass",
      "global", "nonlocal", "assert", "break", "continue"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_eq(word, aml_sv_of(words[i]))) {
      return true;
    }
  }
  return false;
}

static bool is_name(const aml_py_reader *reader) {
  return is_kind(reader, AML_PY_NAME) && !is_keyword(aml_py_text(reader->tokens, reader->at));
}

static bool begins_expression(const aml_py_reader *reader) {
  static const char *const signs[] = {"(", "[", "{", "-", "+", "~", "...", "*", "**"};
  if (is_end(reader) || token_at(reader, reader->at)->kind >= AML_PY_LINE_END) {
    return false;
  }
  if (token_at(reader, reader->at)->kind != AML_PY_OPERATOR) {
    return !is_kind(reader, AML_PY_NAME) || is_name(reader);
  }
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
    if (aml_py_at(reader, signs[i])) {
      return true;
    }
  }
  return false;
}

/* Whether a keyword argument begins here: a name and "=". */
static bool is_keyword_argument(const aml_py_reader *reader) {
  return is_kind(reader, AML_PY_NAME) && reader->at + 1 < reader->past &&
         aml_py_is(reader->tokens, reader->at + 1, "=");
}

/* ---- What brackets hold ---- */

static const aml_py_expr *read_operand(aml_py_reader *reader);
static const aml_py_expr *read_chain(aml_py_reader *reader, bool is_product);

/* The names that stand before "in", which a loop binds. */
static void read_targets(aml_py_reader *reader, parts *items) {
  while (!is_end(reader) && !aml_py_at(reader, "in")) {
    if (is_name(reader)) {
      AML_VEC_PUSH(reader->arena, items, ((aml_py_part){.name = aml_py_text(reader->tokens, reader->at)}));
    }
    aml_py_step(reader);
  }
  (void)take(reader, "in");
}

/* "for x in y if z", behind the item that it makes several of. */
static const aml_py_expr *read_comprehension(aml_py_reader *reader, const aml_py_part *item) {
  parts items = {0};
  uint32_t begin = item->value->begin;
  while (aml_py_at(reader, "for") || aml_py_at(reader, "async") || aml_py_at(reader, "if")) {
    if (take(reader, "if")) {
      add_value(reader, &items, read_chain(reader, false));
    } else if (take(reader, "for")) {
      read_targets(reader, &items);
      add_value(reader, &items, read_operand(reader));
    } else {
      aml_py_step(reader);
    }
  }
  if (item->key != NULL) {
    add_value(reader, &items, item->key);
  }
  add_value(reader, &items, item->value);
  return make_with(reader, AML_PY_COMPREHENSION, begin, &items);
}

/* What follows an item up to its comma and is none of it: a colon of a slice, a missing comma. */
static void read_rest_of_part(aml_py_reader *reader, aml_py_part *part) {
  parts items = {0};
  uint32_t begin = part->value->begin;
  while (!is_end(reader) && !aml_py_at(reader, ",") && !is_keyword_argument(reader)) {
    if (begins_expression(reader)) {
      add_value(reader, &items, aml_py_read_expression(reader));
    } else {
      skip_token(reader);
    }
  }
  if (items.count > 0) {
    add_value(reader, &items, part->value);
    part->value = make_with(reader, AML_PY_OTHER, begin, &items);
  }
}

static void read_part(aml_py_reader *reader, aml_py_part *part) {
  while (aml_py_at(reader, "*") || aml_py_at(reader, "**")) {
    unsigned stars = part->stars + (aml_py_at(reader, "*") ? 1U : 2U);
    part->stars = stars > 3 ? 3 : (uint8_t)stars;
    aml_py_step(reader);
  }
  if (is_keyword_argument(reader)) {
    part->name = aml_py_text(reader->tokens, reader->at);
    part->name_begin = token_at(reader, reader->at)->begin;
    aml_py_step(reader);
    aml_py_step(reader);
  }
  part->value = aml_py_read_expression(reader);
  if (part->stars == 0 && part->name.len == 0 && take(reader, ":")) {
    part->key = part->value;
    part->value = aml_py_read_expression(reader);
  }
  if (aml_py_at(reader, "for") || aml_py_at(reader, "async")) {
    part->value = read_comprehension(reader, part);
    part->key = NULL;
  }
  read_rest_of_part(reader, part);
}

/* How many parts the commas up to the end of a bracket tell apart: at least as many as there are. */
static size_t count_parts(const aml_py_reader *inner) {
  size_t count = is_end(inner) ? 0 : 1;
  for (uint32_t i = inner->at; i < inner->past;) {
    const aml_py_token *token = token_at(inner, i);
    count += aml_py_is(inner->tokens, i, ",") ? 1 : 0;
    i = token->close > i ? token->close : i + 1;
  }
  return count;
}

/* What the bracket at reader->at holds; then reader->at is behind it. *has_comma: a comma stands in it. */
static parts read_parts(aml_py_reader *reader, bool *has_comma) {
  parts items = {0};
  const aml_py_token *open = token_at(reader, reader->at);
  aml_py_reader inner = *reader;
  inner.at = reader->at;
  inner.is_inside = true;
  inner.past = open->close > reader->at ? open->close : reader->at + 1;
  inner.past = inner.past > reader->past ? reader->past : inner.past;
  aml_py_step(&inner);
  skip_token(reader);
  *has_comma = false;
  AML_VEC_RESERVE(reader->arena, &items, count_parts(&inner));
  while (!is_end(&inner)) {
    if (take(&inner, ",")) {
      *has_comma = true;
      continue;
    }
    aml_py_part part = {0};
    read_part(&inner, &part);
    AML_VEC_PUSH(reader->arena, &items, part);
  }
  reader->is_full = inner.is_full;
  if (inner.is_too_deep) {
    aml_py_note_deep(reader, inner.deep_at);
  }
  return items;
}

static bool has_keys(const parts *items) {
  for (size_t i = 0; i < items->count; i++) {
    if (items->items[i].key != NULL || items->items[i].stars == 2) {
      return true;
    }
  }
  return items->count == 0;
}

/* A parenthesis, a list, a dictionary or a set. */
static const aml_py_expr *read_display(aml_py_reader *reader) {
  uint32_t begin = begin_of_next(reader);
  bool is_round = aml_py_at(reader, "(");
  bool is_curly = aml_py_at(reader, "{");
  bool has_comma;
  const parts items = read_parts(reader, &has_comma);
  bool is_plain = items.count == 1 && items.items[0].stars == 0 && items.items[0].name.len == 0;
  if (is_round && is_plain && !has_comma) {
    return items.items[0].value;
  }
  if (is_plain && items.items[0].value->form == AML_PY_COMPREHENSION) {
    return items.items[0].value;
  }
  aml_py_expr *made =
      make_with(reader, is_curly && has_keys(&items) ? AML_PY_DICT : AML_PY_LIST, begin, &items);
  made->is_verbatim = is_round;
  return made;
}

/* ---- Operands ---- */

static const aml_py_expr *read_word(aml_py_reader *reader) {
  uint32_t begin = begin_of_next(reader);
  aml_sv name = aml_py_text(reader->tokens, reader->at);
  aml_py_step(reader);
  aml_py_expr *word = aml_py_new(reader, AML_PY_WORD, begin);
  word->name = name;
  if (!take(reader, ":=")) {
    return word;
  }
  const aml_py_expr *value = aml_py_read_expression(reader);
  aml_py_expr *binding = aml_py_new(reader, AML_PY_BINDING, begin);
  binding->name = name;
  binding->left = value;
  return binding;
}

/* "lambda x, y=1: value" */
static const aml_py_expr *read_lambda(aml_py_reader *reader) {
  uint32_t begin = begin_of_next(reader);
  while (!is_end(reader) && !aml_py_at(reader, ":")) {
    skip_token(reader);
  }
  (void)take(reader, ":");
  const aml_py_expr *value = aml_py_read_expression(reader);
  aml_py_expr *lambda = aml_py_new(reader, AML_PY_LAMBDA, begin);
  lambda->left = value;
  return lambda;
}

static const aml_py_expr *read_prefixed(aml_py_reader *reader) {
  uint32_t begin = begin_of_next(reader);
  bool is_negative = aml_py_at(reader, "-");
  aml_sv prefix = aml_py_text(reader->tokens, reader->at);
  aml_py_step(reader);
  const aml_py_expr *of = begins_expression(reader) ? read_operand(reader) : NULL;
  parts items = {0};
  if (of == NULL) {
    return aml_py_new(reader, AML_PY_OTHER, begin);
  }
  if (!is_negative) {
    add_value(reader, &items, of);
    bool is_known =
        aml_sv_eq(prefix, AML_SV("not")) || aml_sv_eq(prefix, AML_SV("+")) || aml_sv_eq(prefix, AML_SV("~"));
    aml_py_expr *made = make_with(reader, is_known ? AML_PY_PREFIX : AML_PY_OTHER, begin, &items);
    made->name = prefix;
    return made;
  }
  aml_py_expr *negative = aml_py_new(reader, AML_PY_NEGATIVE, begin);
  negative->left = of;
  return negative;
}

static const aml_py_expr *read_atom(aml_py_reader *reader) {
  static const char *const prefixes[] = {"-", "+", "~", "not", "await", "yield", "*", "**"};
  uint32_t begin = begin_of_next(reader);
  if (aml_py_at(reader, "lambda")) {
    return read_lambda(reader);
  }
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
    if (aml_py_at(reader, prefixes[i])) {
      return read_prefixed(reader);
    }
  }
  if (is_kind(reader, AML_PY_STRING)) {
    return aml_py_read_text(reader);
  }
  if (is_name(reader)) {
    return read_word(reader);
  }
  if (aml_py_at(reader, "(") || aml_py_at(reader, "[") || aml_py_at(reader, "{")) {
    return read_display(reader);
  }
  bool is_number = is_kind(reader, AML_PY_NUMBER);
  if (!is_end(reader)) {
    aml_py_step(reader);
  }
  return aml_py_new(reader, is_number ? AML_PY_NUMERAL : AML_PY_OTHER, begin);
}

static const aml_py_expr *read_attribute(aml_py_reader *reader, const aml_py_expr *of) {
  aml_py_step(reader);
  if (!is_kind(reader, AML_PY_NAME)) {
    return of;
  }
  aml_sv name = aml_py_text(reader->tokens, reader->at);
  aml_py_step(reader);
  aml_py_expr *made = aml_py_new(reader, AML_PY_ATTRIBUTE, of->begin);
  made->left = of;
  made->name = name;
  return made;
}

static const aml_py_expr *read_item(aml_py_reader *reader, const aml_py_expr *of) {
  bool has_comma;
  const parts items = read_parts(reader, &has_comma);
  aml_py_expr *made = make_with(reader, AML_PY_OTHER, of->begin, &items);
  bool is_one = items.count == 1 && items.items[0].key == NULL && !has_comma;
  made->form = AML_PY_ITEM;
  made->left = of;
  made->right = is_one ? items.items[0].value : NULL;
  return made;
}

static const aml_py_expr *read_call(aml_py_reader *reader, const aml_py_expr *of) {
  bool has_comma;
  const parts items = read_parts(reader, &has_comma);
  aml_py_expr *call = make_with(reader, AML_PY_CALL, of->begin, &items);
  call->left = of;
  return call;
}

static bool is_link(const aml_py_reader *reader) {
  return aml_py_at(reader, ".") || aml_py_at(reader, "(") || aml_py_at(reader, "[");
}

/* An atom with what follows it: attributes, calls, items. Depth is counted once for each bracket and prefix.
 */
static const aml_py_expr *read_operand(aml_py_reader *reader) {
  uint32_t begin = begin_of_next(reader);
  if (reader->depth >= AML_LIMIT_EXPR_DEPTH) {
    give_up(reader);
    return aml_py_new(reader, AML_PY_OTHER, begin);
  }
  reader->depth++;
  const aml_py_expr *expr = read_atom(reader);
  for (unsigned links = 0; links < AML_LIMIT_EXPR_DEPTH && is_link(reader); links++) {
    expr = aml_py_at(reader, ".")   ? read_attribute(reader, expr)
           : aml_py_at(reader, "(") ? read_call(reader, expr)
                                    : read_item(reader, expr);
  }
  if (is_link(reader)) {
    parts items = {0};
    add_value(reader, &items, expr);
    give_up(reader);
    expr = make_with(reader, AML_PY_OTHER, begin, &items);
  }
  reader->depth--;
  return expr;
}

/* ---- Operators ---- */

/* Passes over an operator between two operands, which *found is; false where there is none. *sign is the only
 * one of its kind that was seen, 0 where there were several. */
static bool take_operator(aml_py_reader *reader, bool is_product, char *sign, aml_sv *found) {
  static const char *const products[] = {"*", "/", "//", "%", "@", "**"};
  static const char *const others[] = {
      "+", "-", "<<", ">>", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "and", "or", "in", "is", "not"};
  const char *const *list = is_product ? products : others;
  size_t count = is_product ? sizeof products / sizeof products[0] : sizeof others / sizeof others[0];
  for (size_t i = 0; i < count; i++) {
    if (aml_py_at(reader, list[i])) {
      bool is_first = *sign == ' ';
      bool is_simple = list[i][0] != '\0' && list[i][1] == '\0';
      *sign = is_simple && (is_first || *sign == list[i][0]) ? list[i][0] : '\0';
      *found = aml_sv_of(list[i]);
      aml_py_step(reader);
      if (aml_sv_eq(*found, AML_SV("not"))) {
        *found = take(reader, "in") ? AML_SV("not in") : (aml_sv){0};
      } else if (aml_sv_eq(*found, AML_SV("is")) && take(reader, "not")) {
        *found = AML_SV("is not");
      }
      return true;
    }
  }
  return false;
}

/* Operands with operators of one level between them; the operand alone where there are none. */
static const aml_py_expr *read_chain(aml_py_reader *reader, bool is_product) {
  uint32_t begin = begin_of_next(reader);
  const aml_py_expr *first = is_product ? read_operand(reader) : read_chain(reader, true);
  char sign = ' ';
  bool is_whole = true;
  aml_sv found;
  parts items = {0};
  while (take_operator(reader, is_product, &sign, &found)) {
    if (items.count == 0) { /* most operands stand alone, and need no list */
      add_value(reader, &items, first);
    }
    is_whole = is_whole && found.len > 0;
    if (begins_expression(reader) || aml_py_at(reader, "not")) {
      add_value(reader, &items, is_product ? read_operand(reader) : read_chain(reader, true));
      items.items[items.count - 1].name = found;
    } else {
      is_whole = false;
    }
  }
  if (items.count <= 1) {
    return first;
  }
  aml_py_form form = !is_whole     ? AML_PY_OTHER
                     : sign == '+' ? AML_PY_SUM
                     : sign == '*' ? AML_PY_PRODUCT
                                   : AML_PY_CHAIN;
  return make_with(reader, form, begin, &items);
}

const aml_py_expr *aml_py_read_expression(aml_py_reader *reader) {
  uint32_t begin = begin_of_next(reader);
  const aml_py_expr *value = read_chain(reader, false);
  if (!aml_py_at(reader, "if") || reader->depth >= AML_LIMIT_EXPR_DEPTH) {
    return value;
  }
  aml_py_step(reader);
  reader->depth++;
  const aml_py_expr *condition = read_chain(reader, false);
  const aml_py_expr *otherwise = take(reader, "else") ? aml_py_read_expression(reader) : NULL;
  reader->depth--;
  if (otherwise == NULL) {
    parts items = {0};
    add_value(reader, &items, value);
    add_value(reader, &items, condition);
    return make_with(reader, AML_PY_OTHER, begin, &items);
  }
  aml_py_expr *choice = aml_py_new(reader, AML_PY_CHOICE, begin);
  choice->left = value;
  choice->right = condition;
  choice->third = otherwise;
  return choice;
}

const aml_py_expr *aml_py_read_expressions(aml_py_reader *reader) {
  uint32_t begin = begin_of_next(reader);
  parts items = {0};
  bool has_comma = false, has_others = false;
  while (!is_end(reader)) {
    if (take(reader, ",")) {
      has_comma = true;
    } else if (begins_expression(reader) || aml_py_at(reader, "not") || aml_py_at(reader, "lambda")) {
      has_others = has_others || (items.count > 0 && !has_comma);
      add_value(reader, &items, aml_py_read_expression(reader));
    } else {
      has_others = true;
      skip_token(reader);
    }
  }
  if (items.count == 1 && !has_comma && !has_others) {
    return items.items[0].value;
  }
  aml_py_expr *made = make_with(reader, has_others ? AML_PY_OTHER : AML_PY_LIST, begin, &items);
  made->is_verbatim = !has_others;
  return made;
}
