/* Templates: texts in quotes and heredocs, with interpolations and directives. */
#include <string.h>

#include "base/limits.h"
#include "base/normal_form.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "hcl/reader.h"

typedef struct template {
  aml_hcl_reader *r;
  size_t at, end;   /* of the raw text; in quotes it ends with one */
  bool is_quoted;   /* it has escapes, and ends at a quote */
  bool is_document; /* a heredoc: what is trimmed ends with the line */
  size_t indent;    /* bytes of white space that each line lacks */
  bool is_line_start;
  bool trims_next; /* white space that follows is left out */
  aml_hcl_nodes *parts;
  aml_strbuf text;   /* the literal so far, */
  size_t text_begin; /* where it begins */
  bool has_text;
}
template;

typedef enum stop { STOP_END, STOP_ELSE, STOP_ENDIF, STOP_ENDFOR } stop;

static stop read_parts(template *t);

static void begin_text(template *t) {
  if (!t->has_text) {
    aml_strbuf_init(&t->text, t->r->in.arena, SIZE_MAX);
    t->text_begin = t->at;
    t->has_text = true;
  }
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Ends the literal; what it ends with is left out up to the text or, in a document, the line. */
static void end_text(template *t, bool trims) {
  if (!t->has_text) {
    return;
  }
  aml_sv text = aml_strbuf_view(&t->text);
  while (trims && text.len > 0 && is_blank(text.data[text.len - 1]) &&
         !(t->is_document && text.data[text.len - 1] == '\n')) {
    text.len--;
  }
  /* Of what is left out nothing remains, but that the whole is a string. */
  text = aml_normal_form(t->r->in.arena, text);
  const aml_expr *node = aml_expr_string(t->r->in.arena, text, aml_hcl_span(t->r, t->text_begin, t->at));
  AML_VEC_PUSH(t->r->in.arena, t->parts, node);
  t->has_text = false;
}

static void add_char(template *t, char c) {
  begin_text(t);
  if (t->trims_next && is_blank(c)) {
    t->trims_next = !(t->is_document && c == '\n');
    return;
  }
  t->trims_next = false;
  aml_strbuf_add_char(&t->text, c);
}

/* \uNNNN and \UNNNNNNNN, of which the digits begin at `at`. */
static size_t add_code_point(template *t, size_t at, size_t digits) {
  uint32_t code_point = 0;
  for (size_t i = 0; i < digits; i++) {
    int digit = at + i < t->end ? aml_hex_digit(t->r->text.data[at + i]) : -1;
    if (digit < 0) {
      aml_hcl_fail(t->r, at - 2, at + i, "The escape requires %zu hexadecimal digits.", digits);
      return at + i;
    }
    code_point = code_point << 4 | (uint32_t)digit;
  }
  begin_text(t);
  aml_strbuf_add_code_point(&t->text, code_point);
  return at + digits;
}

static void add_escape(template *t) {
  static const char names[] = "nrt\"\\";
  static const char meant[] = "\n\r\t\"\\";
  char c = t->at + 1 < t->end ? t->r->text.data[t->at + 1] : '\0';
  size_t which = strcspn(names, (const char[]){c, '\0'});
  if (c != '\0' && which < sizeof names - 1) {
    add_char(t, meant[which]);
    t->at += 2;
  } else if (c == 'u' || c == 'U') {
    t->trims_next = false;
    t->at = add_code_point(t, t->at + 2, c == 'u' ? 4 : 8);
  } else {
    aml_hcl_fail(t->r, t->at, t->at + 2, "Unknown escape; a backslash itself is written '\\\\'.");
    t->at += 2;
  }
}

/* ---- interpolations and directives ---- */

/* Goes on to the first token behind "${" or "%{"; *lines: what was minded before. */
static void open_sequence(template *t, bool *lines) {
  aml_hcl_reader *r = t->r;
  bool trims = t->at + 2 < t->end && r->text.data[t->at + 2] == '~';
  end_text(t, trims);
  *lines = r->has_lines;
  r->has_lines = false;
  r->at = t->at + (trims ? 3 : 2);
  aml_hcl_advance(r);
}

/* Behind the closing brace, which the token is, perhaps with '~' before it. */
static void close_sequence(template *t, bool lines) {
  aml_hcl_reader *r = t->r;
  bool trims = r->kind == AML_HCL_STRANGE && r->text.data[r->begin] == '~';
  if (trims) {
    aml_hcl_advance(r);
  }
  if (r->kind != '}') {
    aml_hcl_fail_wanted(r, "a closing brace");
  }
  t->at = r->at;
  t->trims_next = trims;
  t->is_line_start = false;
  r->has_lines = lines;
}

static void interpolate(template *t) {
  bool lines = false;
  open_sequence(t, &lines);
  const aml_expr *node = aml_hcl_expression(t->r);
  AML_VEC_PUSH(t->r->in.arena, t->parts, node);
  close_sequence(t, lines);
}

static const aml_expr *node_of_parts(template *t, const aml_hcl_nodes *parts, aml_span span) {
  return parts->count == 0 ? aml_expr_string(t->r->in.arena, AML_SV(""), span)
                           : aml_hcl_node(t->r, &aml_hcl_template, parts, span);
}

/* The template up to a directive that ends it. */
static const aml_expr *read_branch(template *t, stop *ended) {
  aml_hcl_nodes parts = {0};
  aml_hcl_nodes *outer = t->parts;
  size_t begin = t->at;
  t->parts = &parts;
  *ended = read_parts(t);
  t->parts = outer;
  return node_of_parts(t, &parts, aml_hcl_span(t->r, begin, t->at));
}

static void read_if(template *t, bool lines, size_t begin) {
  aml_arena *arena = t->r->in.arena;
  const aml_expr *condition = aml_hcl_expression(t->r);
  close_sequence(t, lines);
  stop ended = STOP_END;
  const aml_expr *yes = read_branch(t, &ended);
  const aml_expr *no = aml_expr_string(arena, AML_SV(""), yes->span);
  if (ended == STOP_ELSE) {
    no = read_branch(t, &ended);
  }
  if (ended != STOP_ENDIF) {
    aml_hcl_fail(t->r, begin, begin + 2, "This directive has no end: '%%{ endif }' is missing.");
  }
  aml_hcl_nodes args = {0};
  AML_VEC_PUSH(arena, &args, condition);
  AML_VEC_PUSH(arena, &args, yes);
  AML_VEC_PUSH(arena, &args, no);
  const aml_expr *node = aml_hcl_node(t->r, &aml_hcl_conditional, &args, aml_hcl_span(t->r, begin, t->at));
  AML_VEC_PUSH(arena, t->parts, node);
}

static const aml_expr *loop_name(aml_hcl_reader *r) {
  const aml_expr *name =
      aml_expr_string(r->in.arena, aml_hcl_token_text(r), aml_hcl_span(r, r->begin, r->at));
  if (r->kind != AML_HCL_NAME) {
    aml_hcl_fail_wanted(r, "the name of a loop's variable");
  }
  aml_hcl_advance(r);
  return name;
}

static void read_for(template *t, bool lines, size_t begin) {
  aml_hcl_reader *r = t->r;
  const aml_expr *value = loop_name(r);
  const aml_expr *key = aml_expr_string(r->in.arena, AML_SV(""), value->span);
  if (r->kind == ',') {
    aml_hcl_advance(r);
    key = value;
    value = loop_name(r);
  }
  if (r->kind != AML_HCL_NAME || !aml_sv_eq(aml_hcl_token_text(r), AML_SV("in"))) {
    aml_hcl_fail_wanted(r, "'in'");
  }
  aml_hcl_advance(r);
  const aml_expr *collection = aml_hcl_expression(r);
  close_sequence(t, lines);
  stop ended = STOP_END;
  const aml_expr *body = read_branch(t, &ended);
  if (ended != STOP_ENDFOR) {
    aml_hcl_fail(r, begin, begin + 2, "This directive has no end: '%%{ endfor }' is missing.");
  }
  aml_hcl_nodes args = {0};
  AML_VEC_PUSH(r->in.arena, &args, key);
  AML_VEC_PUSH(r->in.arena, &args, value);
  AML_VEC_PUSH(r->in.arena, &args, collection);
  AML_VEC_PUSH(r->in.arena, &args, body);
  const aml_expr *node = aml_hcl_node(r, &aml_hcl_template_for, &args, aml_hcl_span(r, begin, t->at));
  AML_VEC_PUSH(r->in.arena, t->parts, node);
}

/* A directive; what it ends, where it ends something, else STOP_END. */
static stop direct(template *t) {
  aml_hcl_reader *r = t->r;
  size_t begin = t->at;
  bool lines = false;
  open_sequence(t, &lines);
  aml_sv word = r->kind == AML_HCL_NAME ? aml_hcl_token_text(r) : (aml_sv){0};
  if (word.len > 0 && aml_hcl_enter(r)) {
    aml_hcl_advance(r);
    stop ended = aml_sv_eq(word, AML_SV("else"))     ? STOP_ELSE
                 : aml_sv_eq(word, AML_SV("endif"))  ? STOP_ENDIF
                 : aml_sv_eq(word, AML_SV("endfor")) ? STOP_ENDFOR
                                                     : STOP_END;
    if (aml_sv_eq(word, AML_SV("if"))) {
      read_if(t, lines, begin);
    } else if (aml_sv_eq(word, AML_SV("for"))) {
      read_for(t, lines, begin);
    } else if (ended != STOP_END) {
      close_sequence(t, lines);
    } else {
      aml_hcl_fail(r, begin, r->begin, "Unknown directive '%.*s'.", AML_SV_ARG(word));
    }
    aml_hcl_leave(r);
    return ended;
  }
  aml_hcl_fail_wanted(r, "'if' or 'for'");
  return STOP_END;
}

/* ---- literals ---- */

static bool is_wide_blank(uint32_t c) {
  return c == ' ' || c == '\t' || (c >= 0x2000 && c <= 0x200A) || c == 0xA0 || c == 0x3000;
}

/* How many characters of white space the line begins with; SIZE_MAX for one of nothing else. */
static size_t indent_of(aml_sv line) {
  size_t count = 0;
  size_t at = 0;
  size_t next = 0;
  while (at < line.len && is_wide_blank(aml_utf8_next(line, &next))) {
    count++;
    at = next;
  }
  return at == line.len || line.data[at] == '\r' ? SIZE_MAX : count;
}

/* White space that all lines begin with is left out; lines of nothing else keep theirs. */
static void skip_indent(template *t) {
  size_t next = t->at;
  size_t end = aml_sv_find_char(t->r->text, '\n', t->at);
  if (indent_of(aml_sv_slice(t->r->text, t->at, end < t->end ? end : t->end)) == SIZE_MAX) {
    return;
  }
  for (size_t i = 0; i < t->indent && t->at < t->end; i++) {
    if (!is_wide_blank(aml_utf8_next(t->r->text, &next))) {
      break;
    }
    t->at = next;
  }
}

static bool begins(const template *t, const char *mark) {
  return aml_sv_starts(aml_sv_slice(t->r->text, t->at, t->end), aml_sv_of(mark));
}

/* One character, or an escape of one. */
static void read_literal(template *t) {
  char c = t->r->text.data[t->at];
  if (t->is_quoted && c == '\\') {
    add_escape(t);
  } else if (begins(t, "$${") || begins(t, "%%{")) {
    t->trims_next = false;
    begin_text(t);
    aml_strbuf_add_char(&t->text, c);
    aml_strbuf_add_char(&t->text, '{');
    t->at += 3;
  } else if (t->is_quoted && c == '\n') {
    aml_hcl_fail(
        t->r, t->at, t->at + 1, "The string does not end on its line: the closing quote is missing.");
  } else if (t->is_document && c == '\r' && begins(t, "\r\n")) {
    t->at++;
  } else {
    add_char(t, c);
    t->is_line_start = c == '\n';
    t->at++;
  }
}

/* The end of what needs no look at each character. */
static size_t end_of_plain(aml_sv text, size_t at, size_t end) {
  static const bool is_special[256] = {
      ['\\'] = true, ['"'] = true, ['$'] = true, ['%'] = true, ['\n'] = true, ['\r'] = true};
  while (at < end && !is_special[(unsigned char)text.data[at]]) {
    at++;
  }
  return at;
}

static void read_plain(template *t) {
  size_t begin = t->at;
  size_t at = end_of_plain(t->r->text, begin, t->end);
  if (at > begin && !t->trims_next) {
    begin_text(t);
    aml_strbuf_add(&t->text, aml_sv_slice(t->r->text, begin, at));
    t->at = at;
  }
}

static stop read_parts(template *t) {
  while (!t->r->is_failed && t->at < t->end) {
    if (!t->is_line_start) {
      read_plain(t);
    }
    if (t->at >= t->end) {
      break;
    }
    if (t->is_line_start) {
      skip_indent(t);
      t->is_line_start = false;
      continue;
    }
    if (begins(t, "${")) {
      interpolate(t);
    } else if (begins(t, "%{")) {
      stop ended = direct(t);
      if (ended != STOP_END) {
        return ended;
      }
    } else if (t->is_quoted && t->r->text.data[t->at] == '"') {
      break;
    } else {
      read_literal(t);
    }
  }
  end_text(t, false);
  return STOP_END;
}

static void read_template(template *t, aml_hcl_nodes *parts) {
  t->parts = parts;
  if (read_parts(t) != STOP_END) {
    aml_hcl_fail(t->r, t->at, t->at, "This directive ends nothing.");
  }
}

/* The node of a template at the span: a literal or an interpolation alone is itself. */
static const aml_expr *end_template(aml_hcl_reader *r, const aml_hcl_nodes *parts, aml_span span) {
  if (parts->count == 0) {
    return aml_expr_string(r->in.arena, AML_SV(""), span);
  }
  if (parts->count == 1 && parts->items[0]->kind == AML_EXPR_STRING) {
    return aml_expr_string(r->in.arena, parts->items[0]->name, span);
  }
  return parts->count == 1 ? parts->items[0] : aml_hcl_node(r, &aml_hcl_template, parts, span);
}

/* Most strings are what stands between their quotes. NULL for others. */
static const aml_expr *plain_string(aml_hcl_reader *r) {
  size_t begin = r->begin;
  size_t end = end_of_plain(r->text, r->at, r->end);
  if (r->is_failed || end >= r->end || r->text.data[end] != '"') {
    return NULL;
  }
  aml_sv text = aml_normal_form(r->in.arena, aml_sv_slice(r->text, r->at, end));
  r->at = end + 1;
  aml_hcl_advance(r);
  return aml_expr_string(r->in.arena, text, aml_hcl_span(r, begin, r->behind));
}

const aml_expr *aml_hcl_quoted(aml_hcl_reader *r) {
  const aml_expr *plain = plain_string(r);
  if (plain != NULL) {
    return plain;
  }
  size_t begin = r->begin;
  bool lines = r->has_lines;
  aml_hcl_nodes parts = {0};
  template t = {.r = r, .at = r->at, .end = r->end, .is_quoted = true};
  read_template(&t, &parts);
  if (!r->is_failed && (t.at >= t.end || r->text.data[t.at] != '"')) {
    aml_hcl_fail(r, begin, t.at, "The string has no end: the closing quote is missing.");
  }
  r->has_lines = lines;
  r->at = t.at + (r->is_failed ? 0 : 1);
  aml_hcl_advance(r);
  return end_template(r, &parts, aml_hcl_span(r, begin, r->behind));
}

const aml_expr *aml_hcl_whole_template(aml_hcl_reader *r) {
  aml_hcl_nodes parts = {0};
  template t = {.r = r, .end = r->end};
  read_template(&t, &parts);
  return end_template(r, &parts, aml_hcl_span(r, 0, r->end));
}

/* ---- heredocs ---- */

/* Where the line with the mark begins; the end of the text where there is none. */
static size_t find_mark(const aml_hcl_reader *r, size_t from, aml_sv mark) {
  while (from < r->end) {
    size_t end = aml_sv_find_char(aml_sv_slice(r->text, 0, r->end), '\n', from);
    end = end == AML_NPOS ? r->end : end;
    if (aml_sv_eq(aml_sv_trim(aml_sv_slice(r->text, from, end)), mark)) {
      return from;
    }
    aml_arena_spend(r->in.arena, 1 + (end - from) / AML_LINE_BYTES_FOR_A_STEP); /* each mark looks anew */
    from = end + 1;
  }
  return r->end;
}

static size_t common_indent(const aml_hcl_reader *r, size_t from, size_t end) {
  size_t least = SIZE_MAX;
  aml_sv rest = aml_sv_slice(r->text, from, end);
  while (rest.len > 0) {
    size_t indent = indent_of(aml_sv_split(&rest, '\n'));
    least = indent < least ? indent : least;
  }
  return least == SIZE_MAX ? 0 : least;
}

const aml_expr *aml_hcl_heredoc(aml_hcl_reader *r) {
  size_t begin = r->begin;
  size_t from = r->at;
  bool is_flush = r->text.data[begin + 2] == '-';
  aml_sv mark = aml_sv_trim(aml_sv_slice(r->text, begin + (is_flush ? 3 : 2), from));
  size_t end = find_mark(r, from, mark);
  aml_hcl_nodes parts = {0};
  template t = {.r = r, .at = from, .end = end, .is_document = true, .is_line_start = true};
  if (end == r->end) {
    aml_hcl_fail(
        r, begin, from, "The heredoc has no end: a line with '%.*s' alone is missing.", AML_SV_ARG(mark));
  } else {
    t.indent = is_flush ? common_indent(r, from, end) : 0;
    size_t text_end = r->end;
    r->end = end;
    read_template(&t, &parts);
    r->end = text_end;
    end = aml_sv_find(aml_sv_slice(r->text, 0, r->end), mark, end) + mark.len;
  }
  r->at = r->is_failed ? t.at : end;
  aml_hcl_advance(r);
  return end_template(r, &parts, aml_hcl_span(r, begin, r->behind));
}
