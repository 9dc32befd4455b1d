/* Bodies: attributes and blocks, and how reading goes on behind what cannot be read. */
#include "hcl/reader.h"
#include "tree/reason.h"

typedef struct body {
  aml_object_builder members;
  unsigned flags;
} body;

/* Up to a closing brace, or the end. `outer`: where the block begins; AML_NPOS for the whole text. */
static void read_items(aml_hcl_reader *r, body *out, size_t outer);

/* ---- recovery ---- */

static size_t line_of(const aml_hcl_reader *r, size_t at) {
  while (at > 0 && r->text.data[at - 1] != '\n') {
    at--;
  }
  return at;
}

static size_t indent_at(const aml_hcl_reader *r, size_t line) {
  size_t at = line;
  while (at < r->end && (r->text.data[at] == ' ' || r->text.data[at] == '\t')) {
    at++;
  }
  return at - line;
}

/* Brackets that a line opens less those that it closes, outside of quotes, as far as can be told. */
static long balance_of(const aml_hcl_reader *r, size_t at, size_t end) {
  long balance = 0;
  bool is_text = false;
  for (; at < end; at++) {
    char c = r->text.data[at];
    is_text = c == '"' ? !is_text : is_text;
    if (!is_text && (c == '{' || c == '[' || c == '(')) {
      balance++;
    } else if (!is_text && (c == '}' || c == ']' || c == ')')) {
      balance--;
    } else if (!is_text && c == '#') {
      break;
    }
  }
  return balance;
}

/* Goes on at the first line behind the failure that can begin an item: where all brackets of the broken one
 * are closed, or one that stands no deeper than it. */
static void recover(aml_hcl_reader *r, size_t begin, size_t from) {
  size_t indent = indent_at(r, line_of(r, begin));
  size_t at = from < r->end ? from : r->end;
  long open = (long)r->opened;
  bool lines = r->has_lines;
  r->is_failed = false;
  r->has_lines = true;
  for (;;) {
    size_t end = aml_sv_find_char(aml_sv_slice(r->text, 0, r->end), '\n', at);
    end = end == AML_NPOS ? r->end : end;
    open += balance_of(r, at, end);
    aml_arena_spend(r->in.arena, 1);
    at = end < r->end ? end + 1 : end;
    char first = at + indent_at(r, at) < r->end ? r->text.data[at + indent_at(r, at)] : '\0';
    bool is_item = aml_ascii_alpha(first) || first == '_';
    bool is_end = first == '}' && indent_at(r, at) < indent;
    if (at >= r->end || open <= 0 || (is_item && indent_at(r, at) <= indent) || is_end) {
      break;
    }
  }
  r->behind = at;
  aml_hcl_move_to(r, at);
  r->has_lines = lines;
}

/* ---- items ---- */

static void add(body *out, aml_sv name, aml_span span, const aml_value *value) {
  aml_object_add(&out->members, name, span, value);
}

static void read_attribute(aml_hcl_reader *r, body *out, aml_sv name, aml_span name_span) {
  aml_hcl_advance(r);
  size_t begin = r->begin;
  const aml_expr *node = aml_hcl_expression(r);
  if (r->is_failed) {
    add(out, name, name_span,
        aml_value_unknown(
            r->in.arena, AML_SV(AML_REASON_UNREAD), AML_KINDS_ANY, aml_hcl_span(r, begin, r->at)));
    return;
  }
  add(out, name, name_span, aml_hcl_value_of(r, node, begin, r->behind));
  if (r->kind != AML_HCL_NEWLINE && r->kind != AML_HCL_END && r->kind != '}') {
    aml_hcl_fail_wanted(r, "the end of the line");
  }
}

typedef struct label {
  aml_sv text;
  aml_span span;
} label;

enum { LABELS_MAX = 8 };

static bool read_label(aml_hcl_reader *r, label *out) {
  size_t begin = r->begin;
  if (r->kind == AML_HCL_NAME) {
    *out = (label){aml_hcl_token_text(r), aml_hcl_span(r, begin, r->at)};
    aml_hcl_advance(r);
    return true;
  }
  const aml_expr *node = aml_hcl_quoted(r);
  if (!r->is_failed && node->kind != AML_EXPR_STRING) {
    aml_hcl_fail(r, begin, r->behind, "The label of a block cannot be computed.");
  }
  *out = (label){node->name, node->span};
  return !r->is_failed;
}

static const aml_value *read_block_body(aml_hcl_reader *r, size_t begin) {
  body inner = {0};
  bool lines = aml_hcl_mind_lines(r, true);
  size_t opened = r->opened;
  r->opened = 0;
  aml_object_begin(&inner.members, r->in.arena);
  size_t brace = r->begin;
  aml_hcl_advance(r);
  read_items(r, &inner, begin);
  r->opened = opened;
  if (r->kind != '}') {
    size_t at = r->begin;
    aml_hcl_fail(r, brace, brace + 1, "This block has no end: a closing brace is missing.");
    r->failed_at = at;
    r->is_unclosed = true;
    inner.flags = (unsigned)AML_VALUE_OPEN | (unsigned)AML_VALUE_CUT;
  } else {
    r->has_lines = lines;
    aml_hcl_advance(r);
  }
  return aml_object_end(&inner.members, aml_hcl_span(r, begin, r->behind), inner.flags);
}

static void read_block(aml_hcl_reader *r, body *out, aml_sv type, aml_span type_span, size_t begin) {
  label labels[LABELS_MAX];
  size_t count = 0;
  while (!r->is_failed && (r->kind == AML_HCL_NAME || r->kind == AML_HCL_QUOTE)) {
    if (count == LABELS_MAX) {
      aml_hcl_fail(r, r->begin, r->at, "A block has at most %d labels.", LABELS_MAX);
    } else if (read_label(r, &labels[count])) {
      count++;
    }
  }
  if (r->is_failed || r->kind != '{') {
    aml_hcl_fail_wanted(r, count == 0 ? "'=' or the body of a block" : "the body of a block, in braces");
    return;
  }
  if (!aml_hcl_enter(r)) {
    return;
  }
  const aml_value *value = read_block_body(r, begin);
  aml_hcl_leave(r);
  for (size_t i = count; i > 0; i--) {
    aml_object_builder holder;
    aml_object_begin_sized(&holder, r->in.arena, 1);
    aml_object_add(&holder, labels[i - 1].text, labels[i - 1].span, value);
    value = aml_object_end(&holder, value->span, 0);
  }
  add(out, type, type_span, value);
  if (!r->is_failed && r->kind != AML_HCL_NEWLINE && r->kind != AML_HCL_END && r->kind != '}') {
    aml_hcl_fail_wanted(r, "the end of the line");
  }
}

static void read_item(aml_hcl_reader *r, body *out) {
  size_t begin = r->begin;
  size_t depth = r->depth;
  r->opened = 0;
  if (r->kind != AML_HCL_NAME) {
    aml_hcl_fail_wanted(r, "the name of an argument or a block");
  } else {
    aml_sv name = aml_hcl_token_text(r);
    aml_span span = aml_hcl_span(r, r->begin, r->at);
    aml_hcl_advance(r);
    if (r->kind == '=') {
      read_attribute(r, out, name, span);
    } else {
      read_block(r, out, name, span, begin);
    }
  }
  if (r->is_failed) {
    out->flags = (unsigned)AML_VALUE_OPEN | (unsigned)AML_VALUE_CUT;
    r->depth = depth;
    if (!r->is_unclosed || !r->minds_indent || r->kind == AML_HCL_END) {
      recover(r, begin, r->failed_at > begin ? r->failed_at : begin + 1);
    }
    r->is_failed = false;
  }
}

/* Whether the item at the token begins a line that stands no deeper than the block which began there. */
static bool is_outside(const aml_hcl_reader *r, size_t outer) {
  size_t line = line_of(r, r->begin);
  size_t block = line_of(r, outer);
  return line != block && r->begin == line + indent_at(r, line) && indent_at(r, line) <= indent_at(r, block);
}

static void read_items(aml_hcl_reader *r, body *out, size_t outer) {
  bool is_root = outer == AML_NPOS;
  for (;;) {
    while (r->kind == AML_HCL_NEWLINE) {
      aml_hcl_advance(r);
    }
    bool is_end = r->kind == AML_HCL_END || (r->kind == '}' && !is_root);
    if (is_end || (!is_root && r->minds_indent && is_outside(r, outer))) {
      return;
    }
    r->is_unclosed = r->minds_indent ? false : r->is_unclosed;
    read_item(r, out);
  }
}

static const aml_value *read_root(aml_hcl_reader *r) {
  body root = {0};
  aml_object_begin(&root.members, r->in.arena);
  r->has_lines = true;
  aml_hcl_move_to(r, 0);
  read_items(r, &root, AML_NPOS);
  return aml_object_end(&root.members, aml_hcl_span(r, 0, r->text.len), root.flags);
}

const aml_value *aml_hcl_read(const aml_hcl_input *input) {
  aml_hcl_reader r;
  size_t diags = input->diags->list.count;
  size_t comments = input->tree == NULL ? 0 : input->tree->comments.count;
  aml_hcl_reader_init(&r, input);
  const aml_value *root = read_root(&r);
  if (r.is_unclosed) { /* then the lines' indentation tells which block lacks its brace */
    input->diags->list.count = diags;
    if (input->tree != NULL) {
      input->tree->comments.count = comments;
    }
    aml_hcl_reader_init(&r, input);
    r.minds_indent = true;
    root = read_root(&r);
  }
  return root;
}

static const aml_value *end_alone(aml_hcl_reader *r, const aml_expr *node) {
  if (r->failures > 0) {
    return aml_value_unknown(
        r->in.arena, AML_SV(AML_REASON_UNREAD), AML_KINDS_ANY, aml_hcl_span(r, 0, r->text.len));
  }
  return aml_hcl_value_of(r, node, 0, r->text.len);
}

const aml_value *aml_hcl_read_expression(const aml_hcl_input *input) {
  aml_hcl_reader r;
  aml_hcl_reader_init(&r, input);
  aml_hcl_move_to(&r, 0);
  const aml_expr *node = aml_hcl_expression(&r);
  if (!r.is_failed && r.kind != AML_HCL_END) {
    aml_hcl_fail_wanted(&r, "the end of the expression");
  }
  return end_alone(&r, node);
}

const aml_value *aml_hcl_read_template(const aml_hcl_input *input) {
  aml_hcl_reader r;
  aml_hcl_reader_init(&r, input);
  return end_alone(&r, aml_hcl_whole_template(&r));
}
