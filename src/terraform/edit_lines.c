/* Arguments that are put into a block, or taken out of it, by whole lines, as `terraform fmt` leaves them:
 * the "=" of neighbouring lines are below each other, so a name that is too long for those is set apart. */
#include "terraform/edit_lines.h"

/* The lines between the braces of a block or an object. */
typedef struct body {
  aml_sv text;        /* of the source */
  size_t open, close; /* offsets of the braces */
} body;

/* Behind the string that begins there. Its sequences hold expressions, in which there are strings again. */
static size_t skip_string(aml_sv text, size_t at, size_t end) {
  enum { LEVELS_MAX = 64 };
  size_t braces[LEVELS_MAX]; /* that are open in each sequence around */
  size_t level = 0;
  bool is_text = true;
  for (size_t i = at + 1; i < end; i++) {
    char c = text.data[i];
    bool is_mark = is_text && (c == '$' || c == '%');
    bool opens = is_mark && i + 1 < end && text.data[i + 1] == '{';
    if (c == '"' && is_text && level == 0) {
      return i + 1;
    }
    if (opens && level == LEVELS_MAX) {
      return end;
    }
    if (c == '"') {
      is_text = !is_text;
    } else if (opens) {
      braces[level++] = 1;
      is_text = false;
      i++;
    } else if (is_text) {
      bool is_escape =
          c == '\\' || (is_mark && i + 1 < end && text.data[i + 1] == c); /* "$${" opens nothing */
      i += is_escape ? 1 : 0;
    } else if (c == '{') {
      braces[level - 1]++;
    } else if (c == '}' && --braces[level - 1] == 0) {
      level--;
      is_text = true;
    }
  }
  return end;
}

/* Behind a string or a comment that begins at `at`; `at` where none does. */
static size_t skip_text(aml_sv text, size_t at, size_t end) {
  char c = text.data[at];
  char next = at + 1 < end ? text.data[at + 1] : '\0';
  if (c == '"') {
    return skip_string(text, at, end);
  }
  if (c == '#' || (c == '/' && next == '/')) {
    size_t line = aml_sv_find_char(text, '\n', at);
    return line == AML_NPOS || line > end ? end : line;
  }
  if (c == '/' && next == '*') {
    size_t closing = aml_sv_find(text, AML_SV("*/"), at + 2);
    return closing == AML_NPOS || closing > end ? end : closing + 2;
  }
  return at;
}

/* The braces of what a span holds; false where that is not written so, or has here-documents in it. */
static bool find_body(const aml_edit_text *text, aml_span span, body *out) {
  aml_sv source = aml_sources_get(text->sources, span.source)->bytes;
  size_t open = aml_sv_find_char(source, '{', span.begin);
  if (text->guest != NULL || span.end > source.len || open == AML_NPOS || open >= span.end) {
    return false;
  }
  size_t depth = 0;
  for (size_t at = open; at < span.end;) {
    size_t behind = skip_text(source, at, span.end);
    char c = source.data[at];
    if (behind > at) {
      at = behind;
      continue;
    }
    if (c == '<' && at + 1 < span.end && source.data[at + 1] == '<') {
      return false;
    }
    depth += c == '{';
    depth -= c == '}';
    if (depth == 0) {
      *out = (body){source, open, at};
      return true;
    }
    at++;
  }
  return false;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static size_t line_end(const body *b, size_t at) {
  size_t end = aml_sv_find_char(b->text, '\n', at);
  return end == AML_NPOS || end > b->close ? b->close : end;
}

/* A line `name = value` that ends with its value, directly in the body. */
typedef struct line {
  size_t begin, end; /* end: of its text, without its end of line */
  size_t indent;     /* bytes */
  size_t sign;       /* of the "=", from the beginning */
} line;

static bool is_name(char c) {
  return aml_ascii_alnum(c) || c == '_' || c == '-';
}

static bool read_line(const body *b, size_t begin, line *out) {
  size_t end = line_end(b, begin);
  size_t at = begin;
  while (at < end && is_blank(b->text.data[at])) {
    at++;
  }
  size_t indent = at - begin;
  size_t name = at;
  while (at < end && is_name(b->text.data[at])) {
    at++;
  }
  bool is_named = at > name;
  while (at < end && is_blank(b->text.data[at])) {
    at++;
  }
  bool is_sign = is_named && at + 1 < end && b->text.data[at] == '=' && b->text.data[at + 1] != '=';
  size_t depth = 0;
  size_t sign = at - begin;
  while (is_sign && at < end) {
    size_t behind = skip_text(b->text, at, end);
    char c = b->text.data[at];
    if (behind == at && c == '<' && at + 1 < end && b->text.data[at + 1] == '<') {
      return false; /* a heredoc goes on below */
    }
    depth += behind == at && (c == '{' || c == '[' || c == '(');
    depth -= behind == at && depth > 0 && (c == '}' || c == ']' || c == ')');
    at = behind > at ? behind : at + 1;
  }
  bool has_return = end > begin && b->text.data[end - 1] == '\r';
  *out = (line){begin, has_return ? end - 1 : end, indent, sign};
  return is_sign && depth == 0;
}

/* The last line of the body that is one argument; false for none. */
static bool last_line(const body *b, line *out) {
  bool is_found = false;
  size_t depth = 0;
  for (size_t at = b->open; at < b->close;) {
    size_t behind = skip_text(b->text, at, b->close);
    char c = b->text.data[at];
    if (behind > at) {
      at = behind;
      continue;
    }
    depth += c == '{' || c == '[' || c == '(';
    depth -= (c == '}' || c == ']' || c == ')') && depth > 0;
    at++;
    line one;
    if (c == '\n' && depth == 1 && at < b->close && read_line(b, at, &one)) {
      *out = one;
      is_found = true;
    }
  }
  return is_found;
}

static aml_sv end_of_lines(const body *b) {
  size_t end = aml_sv_find_char(b->text, '\n', b->open);
  bool has_return = end != AML_NPOS && end > 0 && b->text.data[end - 1] == '\r';
  return has_return ? AML_SV("\r\n") : AML_SV("\n");
}

static void add_blanks(aml_strbuf *out, size_t count) {
  for (size_t i = 0; i < count; i++) {
    aml_strbuf_add_char(out, ' ');
  }
}

/* The line of the block's first brace. */
static aml_sv own_indent(const body *b) {
  size_t begin = b->open;
  while (begin > 0 && b->text.data[begin - 1] != '\n') {
    begin--;
  }
  size_t end = begin;
  while (end < b->open && is_blank(b->text.data[end])) {
    end++;
  }
  return aml_sv_slice(b->text, begin, end);
}

/* In a body without an argument on a line of its own: behind the opening brace. */
static bool insert_first(
    const aml_edit_text *text, const body *b, uint32_t source, aml_sv name, aml_sv value, aml_edit *out) {
  aml_sv newline = end_of_lines(b);
  size_t end = line_end(b, b->open);
  aml_sv rest = aml_sv_trim(aml_sv_slice(b->text, b->open + 1, end));
  if (rest.len > 0 || end == b->close) {
    return false; /* on one line, or with a comment */
  }
  aml_sv indent = own_indent(b);
  aml_sv made = aml_sv_format(text->arena, "%.*s%.*s  %.*s = %.*s", AML_SV_ARG(newline), AML_SV_ARG(indent),
      AML_SV_ARG(name), AML_SV_ARG(value));
  const aml_span place = {source, (uint32_t)(b->open + 1), (uint32_t)(b->open + 1)};
  return aml_edit_put(text, place, made, out);
}

bool aml_tf_insert_argument(
    const aml_edit_text *text, aml_span block, aml_sv name, aml_sv value, aml_edit *out) {
  body b;
  line last;
  if (!find_body(text, block, &b)) {
    return false;
  }
  if (!last_line(&b, &last)) {
    return insert_first(text, &b, block.source, name, value, out);
  }
  aml_sv newline = end_of_lines(&b);
  aml_strbuf made;
  aml_strbuf_init(&made, text->arena, SIZE_MAX);
  bool fits = last.sign > last.indent + name.len; /* a blank before the sign at least */
  aml_strbuf_add(&made, newline);
  if (!fits) {
    aml_strbuf_add(&made, newline);
  }
  aml_strbuf_add(&made, aml_sv_slice(b.text, last.begin, last.begin + last.indent));
  aml_strbuf_add(&made, name);
  add_blanks(&made, fits ? last.sign - last.indent - name.len : 1);
  aml_strbuf_add(&made, AML_SV("= "));
  aml_strbuf_add(&made, value);
  const aml_span place = {block.source, (uint32_t)last.end, (uint32_t)last.end};
  return aml_edit_put(text, place, aml_strbuf_view(&made), out);
}

bool aml_tf_insert_block(
    const aml_edit_text *text, aml_span block, const aml_tf_new_block *made, aml_edit *out) {
  body b;
  if (!find_body(text, block, &b)) {
    return false;
  }
  aml_sv newline = end_of_lines(&b);
  aml_sv indent = own_indent(&b);
  size_t begin = b.close;
  while (begin > b.open && is_blank(b.text.data[begin - 1])) {
    begin--;
  }
  if (b.text.data[begin - 1] != '\n') {
    return false; /* the brace closes a line of something else */
  }
  aml_sv lines = aml_sv_format(text->arena, "%.*s%.*s  %.*s {%.*s%.*s    %.*s = %.*s%.*s%.*s  }%.*s",
      AML_SV_ARG(newline), AML_SV_ARG(indent), AML_SV_ARG(made->type), AML_SV_ARG(newline),
      AML_SV_ARG(indent), AML_SV_ARG(made->name), AML_SV_ARG(made->value), AML_SV_ARG(newline),
      AML_SV_ARG(indent), AML_SV_ARG(newline));
  const aml_span place = {block.source, (uint32_t)begin, (uint32_t)begin};
  return aml_edit_put(text, place, lines, out);
}

bool aml_tf_remove_argument(const aml_edit_text *text, const aml_member *member, aml_edit *out) {
  aml_sv source = aml_sources_get(text->sources, member->name_span.source)->bytes;
  size_t begin = member->name_span.begin;
  while (begin > 0 && is_blank(source.data[begin - 1])) {
    begin--;
  }
  line one;
  const body all = {source, 0, source.len};
  if (text->guest != NULL || begin == 0 || source.data[begin - 1] != '\n' || !read_line(&all, begin, &one)) {
    return false;
  }
  size_t end = aml_sv_find_char(source, '\n', begin);
  const aml_span place = {
      member->name_span.source, (uint32_t)begin, (uint32_t)(end == AML_NPOS ? source.len : end + 1)};
  return aml_edit_put(text, place, (aml_sv){0}, out);
}
