#include "base/secret_extent.h"

size_t aml_extent_line(aml_sv text, size_t at) {
  while (!aml_extent_ends_line(text, at)) {
    at++;
  }
  return at;
}

size_t aml_extent_next_line(aml_sv text, size_t at) {
  at = aml_extent_line(text, at);
  at += at + 1 < text.len && text.data[at] == '\r' && text.data[at + 1] == '\n' ? 2 : 1;
  return at < text.len ? at : text.len;
}

/* How a shell writes a quotation mark inside of such marks: '\'', with the backslash doubled in JSON; 0: not
 * here. */
static size_t inner_quote(aml_sv text, size_t at) {
  if (!aml_sv_starts(aml_sv_slice(text, at, text.len), AML_SV("'\\"))) {
    return 0;
  }
  size_t mark = at + 1;
  while (mark < text.len && text.data[mark] == '\\') {
    mark++;
  }
  return aml_sv_starts(aml_sv_slice(text, mark, text.len), AML_SV("''")) ? mark + 2 - at : 0;
}

size_t aml_extent_quote_at(aml_sv text, size_t at) {
  size_t inner = inner_quote(text, at);
  if (inner > 0) {
    return inner;
  }
  size_t mark = at;
  while (mark < text.len && text.data[mark] == '\\') {
    mark++;
  }
  bool is_quote = mark < text.len && (text.data[mark] == '"' || text.data[mark] == '\'');
  return is_quote ? mark - at + 1 : 0;
}

size_t aml_extent_indentation(aml_sv text, size_t at) {
  size_t begin = at;
  while (begin > 0 && text.data[begin - 1] != '\n' && text.data[begin - 1] != '\r') {
    begin--;
  }
  size_t in = begin;
  while (in < text.len &&
         (aml_extent_is_blank(text.data[in]) ||
             (text.data[in] == '-' && in + 1 < text.len && aml_extent_is_blank(text.data[in + 1])))) {
    in++;
  }
  return in - begin;
}

/* Whether a line may go on with the text above it: no key, no item, no comment. */
static bool continues_text(aml_sv line) {
  line = aml_sv_trim(line);
  bool is_other = line.len == 0 || line.data[0] == '#' || line.data[line.len - 1] == ':' ||
                  line.data[0] == '{' || line.data[0] == '}' || line.data[0] == ']' || line.data[0] == '"' ||
                  line.data[0] == '\'' || aml_sv_starts(line, AML_SV("- ")) ||
                  aml_sv_find(line, AML_SV(": "), 0) != AML_NPOS;
  return !is_other;
}

size_t aml_extent_deeper(aml_sv text, size_t end, size_t outer, bool is_block) {
  size_t at = aml_extent_next_line(text, end);
  while (at < text.len) {
    size_t inner = aml_extent_skip_blanks(text, at);
    size_t stop = aml_extent_line(text, inner);
    bool is_empty = inner == stop;
    if (!is_empty &&
        (inner - at <= outer || !(is_block || continues_text(aml_sv_slice(text, inner, stop))))) {
      break;
    }
    if (is_empty && !is_block) {
      break;
    }
    end = is_empty ? end : stop;
    at = aml_extent_next_line(text, stop);
  }
  return end;
}

bool aml_extent_is_in_flow(aml_sv text, size_t at) {
  enum { REACH = 4096 };
  size_t depth = 0;
  for (size_t i = at; i > 0 && at - i < REACH && text.data[i - 1] != '\n'; i--) {
    char c = text.data[i - 1];
    if (c == '}' || c == ']') {
      depth++;
    } else if (c == '{' || c == '[') {
      if (depth == 0) {
        return true;
      }
      depth--;
    }
  }
  return false;
}

size_t aml_extent_quoted(aml_sv text, size_t at, size_t length) {
  static const bool may_end[256] = {['"'] = true, ['\''] = true, ['\\'] = true, ['\n'] = true, ['\r'] = true};
  char mark = text.data[at + length - 1];
  for (size_t i = at + length; i < text.len; i++) {
    char c = text.data[i];
    if (!may_end[(unsigned char)c]) {
      continue; /* as nearly all */
    }
    if (c == '\n' || c == '\r') {
      break;
    }
    if (c == '\\' && length == 1 && mark == '"') {
      i++;
      continue;
    }
    size_t quote = aml_extent_quote(text, i);
    if (quote >= length && text.data[i + quote - 1] == mark) {
      return i;
    }
  }
  return aml_extent_line(text, at);
}

size_t aml_extent_broken(aml_sv text, size_t end, size_t quote) {
  size_t next = aml_extent_skip_blanks(text, end + quote < text.len ? end + quote : text.len);
  bool is_whole = aml_extent_ends_line(text, next) ||
                  aml_sv_find_char(AML_SV(",}]:#\\)"), text.data[next], 0) != AML_NPOS;
  return aml_extent_ends_line(text, end) || is_whole ? end : aml_extent_line(text, end);
}

static bool ends_plain(char c, bool is_assigned, bool is_flow) {
  if (is_assigned) {
    return aml_extent_is_blank(c) || c == ';' || c == '"' || c == '\'' || c == '&' || c == ',' || c == '<' ||
           c == '>' || c == '`' || c == ')' || c == ']' || c == '\\' || c == '|';
  }
  return is_flow && (c == ',' || c == '}' || c == ']');
}

size_t aml_extent_plain(aml_sv text, size_t at, bool is_assigned) {
  bool is_flow = !is_assigned && aml_extent_is_in_flow(text, at);
  size_t end = at;
  bool is_placeholder = aml_sv_starts(aml_sv_slice(text, at, text.len), AML_SV("$")) ||
                        text.data[at] == '<' || text.data[at] == '{' || text.data[at] == '#';
  if (is_placeholder && is_assigned) { /* may hold what ends others */
    size_t close = at;
    while (!aml_extent_ends_line(text, close) && text.data[close] != '}' && text.data[close] != ')' &&
           text.data[close] != '>') {
      close++;
    }
    if (!aml_extent_ends_line(text, close) &&
        (text.data[at] != '$' ||
            (at + 1 < text.len && (text.data[at + 1] == '{' || text.data[at + 1] == '(')))) {
      end = close + 1;
    }
  }
  while (!aml_extent_ends_line(text, end) && !ends_plain(text.data[end], is_assigned, is_flow)) {
    bool is_comment = text.data[end] == '#' && end > at && aml_extent_is_blank(text.data[end - 1]);
    if (is_comment) {
      break;
    }
    end++;
  }
  while (
      end > at && (aml_extent_is_blank(text.data[end - 1]) || (!is_assigned && text.data[end - 1] == ','))) {
    end--;
  }
  return end;
}

size_t aml_extent_skip_properties(aml_sv text, size_t at) {
  while (at < text.len && (text.data[at] == '&' || text.data[at] == '!')) {
    while (!aml_extent_ends_line(text, at) && !aml_extent_is_blank(text.data[at])) {
      at++;
    }
    at = aml_extent_skip_blanks(text, at);
  }
  return at;
}

bool aml_extent_is_block_head(aml_sv text, size_t at) {
  if (at >= text.len || (text.data[at] != '|' && text.data[at] != '>')) {
    return false;
  }
  for (at++;
       at < text.len && (aml_ascii_digit(text.data[at]) || text.data[at] == '+' || text.data[at] == '-');
       at++) {
  }
  at = aml_extent_skip_blanks(text, at);
  return aml_extent_ends_line(text, at) || text.data[at] == '#';
}

size_t aml_extent_closing(aml_sv text, size_t at) {
  size_t depth = 0;
  for (size_t i = at; i < text.len; i++) {
    char c = text.data[i];
    depth += c == '{' || c == '[';
    depth -= c == '}' || c == ']';
    if (depth == 0) {
      return i;
    }
  }
  return text.len;
}
