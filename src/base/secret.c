/* Looks through a text for secrets: by form, and behind names that tell of one. */
#include "base/secret.h"

#include "base/secret_form.h"
#include "base/secret_sentence.h"
#include "base/strbuf.h"

enum { LONGEST_NAME = 80, LEAST_CERTAIN = 12 };

static bool is_name(char c) {
  return aml_ascii_alnum(c) || c == '_' || c == '-' || c == '.';
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static bool is_line_end(aml_sv text, size_t at) {
  return at >= text.len || text.data[at] == '\n' || text.data[at] == '\r';
}

static size_t skip_blanks(aml_sv text, size_t at) {
  while (at < text.len && is_blank(text.data[at])) {
    at++;
  }
  return at;
}

static size_t end_of_line(aml_sv text, size_t at) {
  while (!is_line_end(text, at)) {
    at++;
  }
  return at;
}

/* The beginning of the next line; the text's end where there is none. */
static size_t next_line(aml_sv text, size_t at) {
  at = end_of_line(text, at);
  at += at + 1 < text.len && text.data[at] == '\r' && text.data[at + 1] == '\n' ? 2 : 1;
  return at < text.len ? at : text.len;
}

/* How long the quotation mark at `at` is, with the backslashes before it, as in JSON inside JSON; 0: none. */
static size_t quote_length(aml_sv text, size_t at) {
  size_t mark = at;
  while (mark < text.len && text.data[mark] == '\\') {
    mark++;
  }
  bool is_quote = mark < text.len && (text.data[mark] == '"' || text.data[mark] == '\'');
  return is_quote ? mark - at + 1 : 0;
}

typedef struct pair {
  aml_sv name;
  size_t name_begin;
  size_t separator; /* of the text: where ':' or '=' stands */
  bool is_quoted;   /* the name, in double quotes */
} pair;

/* What is named before the separator; blanks may stand inside of quotation marks only. */
static pair read_name(aml_sv text, size_t separator) {
  size_t end = separator;
  while (end > 0 && separator - end < LONGEST_NAME && is_blank(text.data[end - 1])) {
    end--;
  }
  char quote = end > 0 && (text.data[end - 1] == '"' || text.data[end - 1] == '\'') ? text.data[end - 1] : 0;
  end -= quote != 0 ? 1 : 0;
  while (quote != 0 && end > 0 && text.data[end - 1] == '\\') {
    end--;
  }
  size_t begin = end;
  while (begin > 0 && end - begin < LONGEST_NAME &&
         (is_name(text.data[begin - 1]) || (quote != 0 && text.data[begin - 1] == ' '))) {
    begin--;
  }
  return (pair){aml_sv_slice(text, begin, end), begin, separator, quote == '"'};
}

/* How far the line of `at` is indented; list marks count as indentation, as in YAML. */
static size_t indentation(aml_sv text, size_t at) {
  size_t begin = at;
  while (begin > 0 && text.data[begin - 1] != '\n' && text.data[begin - 1] != '\r') {
    begin--;
  }
  size_t in = begin;
  while (in < text.len && (is_blank(text.data[in]) ||
                              (text.data[in] == '-' && in + 1 < text.len && is_blank(text.data[in + 1])))) {
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

/* From the end of a line over those below that are indented deeper than `outer`: all of them where what
 * stands there is a block, else as far as they go on with the text. */
static size_t extend(aml_sv text, size_t end, size_t outer, bool is_block) {
  size_t at = next_line(text, end);
  while (at < text.len) {
    size_t inner = skip_blanks(text, at);
    size_t stop = end_of_line(text, inner);
    bool is_empty = inner == stop;
    if (!is_empty &&
        (inner - at <= outer || !(is_block || continues_text(aml_sv_slice(text, inner, stop))))) {
      break;
    }
    if (is_empty && !is_block) {
      break;
    }
    end = is_empty ? end : stop;
    at = next_line(text, stop);
  }
  return end;
}

/* Inside of brackets that were opened on the same line a value ends at a comma. */
static bool is_in_flow(aml_sv text, size_t at) {
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

/* Behind the closing quotation mark's like, or the end of the line. */
static size_t end_of_quoted(aml_sv text, size_t at, size_t length) {
  char mark = text.data[at + length - 1];
  for (size_t i = at + length; !is_line_end(text, i); i++) {
    if (text.data[i] == '\\' && length == 1 && mark == '"') {
      i++;
    } else if (quote_length(text, i) >= length && text.data[i + quote_length(text, i) - 1] == mark) {
      return i;
    }
  }
  return end_of_line(text, at);
}

/* A quotation mark that nothing follows which may follow a text was meant to be in it: then all of the line
 * is taken for the text. */
static size_t end_of_broken(aml_sv text, size_t end, size_t quote) {
  size_t next = skip_blanks(text, end + quote < text.len ? end + quote : text.len);
  bool is_whole =
      is_line_end(text, next) || aml_sv_find_char(AML_SV(",}]:#\\)"), text.data[next], 0) != AML_NPOS;
  return is_line_end(text, end) || is_whole ? end : end_of_line(text, end);
}

static bool ends_plain(char c, bool is_assigned, bool is_flow) {
  if (is_assigned) {
    return is_blank(c) || c == ';' || c == '"' || c == '\'' || c == '&' || c == ',' || c == '<' || c == '>' ||
           c == '`' || c == ')' || c == ']' || c == '\\' || c == '|';
  }
  return is_flow && (c == ',' || c == '}' || c == ']');
}

/* A plain text of a file, without the comment and the comma behind it. */
static size_t end_of_plain(aml_sv text, size_t at, bool is_assigned) {
  bool is_flow = !is_assigned && is_in_flow(text, at);
  size_t end = at;
  bool is_placeholder = aml_sv_starts(aml_sv_slice(text, at, text.len), AML_SV("$")) ||
                        text.data[at] == '<' || text.data[at] == '{' || text.data[at] == '#';
  if (is_placeholder && is_assigned) { /* may hold what ends others */
    size_t close = at;
    while (!is_line_end(text, close) && text.data[close] != '}' && text.data[close] != ')' &&
           text.data[close] != '>') {
      close++;
    }
    if (!is_line_end(text, close) &&
        (text.data[at] != '$' ||
            (at + 1 < text.len && (text.data[at + 1] == '{' || text.data[at + 1] == '(')))) {
      end = close + 1;
    }
  }
  while (!is_line_end(text, end) && !ends_plain(text.data[end], is_assigned, is_flow)) {
    bool is_comment = text.data[end] == '#' && end > at && is_blank(text.data[end - 1]);
    if (is_comment) {
      break;
    }
    end++;
  }
  while (end > at && (is_blank(text.data[end - 1]) || (!is_assigned && text.data[end - 1] == ','))) {
    end--;
  }
  return end;
}

/* Anchors and tags before a value of YAML. */
static size_t skip_properties(aml_sv text, size_t at) {
  while (at < text.len && (text.data[at] == '&' || text.data[at] == '!')) {
    while (!is_line_end(text, at) && !is_blank(text.data[at])) {
      at++;
    }
    at = skip_blanks(text, at);
  }
  return at;
}

/* The value on the lines below the name. */
static bool find_below(aml_sv text, const pair *p, size_t at, bool is_block, aml_secret_range *out) {
  size_t end = extend(text, at, indentation(text, p->name_begin), is_block);
  *out = (aml_secret_range){skip_blanks(text, next_line(text, at)), end};
  return end > at && out->begin < end;
}

static bool is_block_head(aml_sv text, size_t at) {
  if (at >= text.len || (text.data[at] != '|' && text.data[at] != '>')) {
    return false;
  }
  for (at++;
       at < text.len && (aml_ascii_digit(text.data[at]) || text.data[at] == '+' || text.data[at] == '-');
       at++) {
  }
  at = skip_blanks(text, at);
  return is_line_end(text, at) || text.data[at] == '#';
}

/* Behind what brackets enclose from `at` on; the end of the text where nothing closes it. */
static size_t find_closing(aml_sv text, size_t at) {
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

/* The items of a list that a file opens behind a name; false where they are objects or lists themselves. */
static bool find_items(aml_sv text, size_t at, aml_secret_range *out) {
  size_t begin = at + 1;
  while (begin < text.len && aml_ascii_space(text.data[begin])) {
    begin++;
  }
  *out = (aml_secret_range){begin, find_closing(text, at)};
  return begin < out->end && text.data[begin] != '{' && text.data[begin] != '[';
}

/* Over where a line was folded behind a '=': to the next line of a file, if that is indented deeper, over the
 * blank that became of it in a text. */
static size_t skip_fold(const aml_secret_scan *scan, const pair *p, size_t at) {
  aml_sv text = scan->text;
  if (scan->kind == AML_SECRET_IN_FILE) {
    size_t next = is_line_end(text, at) ? next_line(text, at) : at;
    size_t inner = skip_blanks(text, next);
    return next > at && inner - next > indentation(text, p->name_begin) ? inner : at;
  }
  bool is_folded = text.data[at] == ' ' && at > 1 && !is_blank(text.data[at - 2]) && at + 1 < text.len;
  return is_folded && !is_blank(text.data[at + 1]) ? at + 1 : at;
}

/* Where the value of a pair stands; false where it is no text. */
static bool find_value(const aml_secret_scan *scan, const pair *p, aml_secret_range *out) {
  aml_sv text = scan->text;
  bool is_assigned = text.data[p->separator] == '=';
  bool is_file = scan->kind == AML_SECRET_IN_FILE;
  size_t at = is_file || !is_assigned ? skip_blanks(text, p->separator + 1) : p->separator + 1;
  if (is_assigned && at < text.len) {
    at = skip_fold(scan, p, at);
  }
  if (is_file && !is_assigned) {
    at = skip_properties(text, at);
    if (is_line_end(text, at) || is_block_head(text, at)) {
      bool is_block = !is_line_end(text, at);
      return find_below(text, p, end_of_line(text, at), is_block, out);
    }
  }
  size_t quote = quote_length(text, at);
  bool is_empty = !is_file && quote > 0 && aml_secret_closes_quotation(text, at + quote - 1);
  if (is_line_end(text, at) || is_empty) {
    return false;
  }
  if (quote > 0) {
    size_t end = end_of_quoted(text, at, quote);
    end = is_file && !is_assigned ? end_of_broken(text, end, quote) : end;
    bool is_open = is_line_end(text, end);
    end = is_open && is_file ? extend(text, end, indentation(text, p->name_begin), false) : end;
    *out = (aml_secret_range){at + quote, end};
    return true;
  }
  char c = text.data[at];
  if (c == '[' && is_file && !is_assigned) {
    return find_items(text, at, out);
  }
  bool is_structure =
      !is_assigned &&
      (c == '[' || c == '*' || (c == '{' && !aml_sv_starts(aml_sv_slice(text, at, at + 2), AML_SV("{{"))));
  if (is_structure) {
    return false;
  }
  size_t end = end_of_plain(text, at, is_assigned);
  bool goes_on = is_file && !is_assigned && is_line_end(text, end) && !is_in_flow(text, at);
  end = goes_on ? extend(text, end, indentation(text, p->name_begin), false) : end;
  *out = (aml_secret_range){at, end};
  return true;
}

static bool is_bracket(aml_sv text, size_t at) {
  return at < text.len && (text.data[at] == '{' || text.data[at] == '[');
}

/* Where an object or a list ends that a file opens behind a name: at the bracket that closes it, or where the
 * lines are no longer indented deeper. */
static size_t find_object_end(aml_sv text, const pair *p) {
  size_t at = skip_blanks(text, p->separator + 1);
  if (is_line_end(text, at)) {
    return extend(text, at, indentation(text, p->name_begin), true);
  }
  return is_bracket(text, at) ? find_closing(text, at) : at;
}

/* A signature of a shared access signature: "?sig=", "&sig=", also as JSON or a URL escapes the '&'. */
static bool is_signature(aml_sv name) {
  return aml_sv_ieq(name, AML_SV("sig")) || aml_sv_iends(name, AML_SV("26sig"));
}

static bool is_named(const aml_secret_scan *scan, aml_sv name) {
  for (size_t i = 0; i < scan->name_count; i++) {
    if (aml_sv_ieq(scan->names[i], name)) {
      return true;
    }
  }
  return aml_secret_is_named(name);
}

/* Keeps in mind what a file opens here: credentials, or a parameter with a telling name and {value} or
 * {defaultValue}. One at a time, so that objects in objects take no squared time. */
static void enter(aml_secret_scan *scan, const pair *p, bool is_secret) {
  size_t at = skip_blanks(scan->text, p->separator + 1);
  bool opens = is_line_end(scan->text, at) || is_bracket(scan->text, at);
  if (opens && aml_secret_is_container(p->name) && p->separator >= scan->container_end) {
    scan->container_end = find_object_end(scan->text, p);
  } else if (opens && is_secret && p->separator >= scan->given_end) {
    scan->given_end = find_object_end(scan->text, p);
  }
}

static bool is_telling(aml_secret_scan *scan, const pair *p) {
  bool is_assigned = scan->text.data[p->separator] == '=';
  bool is_file = scan->kind == AML_SECRET_IN_FILE;
  if (p->name.len == 0 || (!is_assigned && !p->is_quoted && !is_file)) {
    return false;
  }
  bool is_secret = is_named(scan, p->name) || (is_assigned && is_signature(p->name));
  if (is_assigned || !is_file) {
    return is_secret;
  }
  bool is_inside = p->separator < scan->container_end && !aml_secret_is_kind(p->name);
  bool is_given = p->separator < scan->given_end &&
                  (aml_sv_ieq(p->name, AML_SV("value")) || aml_sv_ieq(p->name, AML_SV("defaultValue")));
  enter(scan, p, is_secret);
  return is_inside || is_given || is_secret || aml_secret_is_container(p->name);
}

static bool find_pair(aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  aml_sv text = scan->text;
  bool is_double = at + 1 < text.len && (text.data[at + 1] == '=' || text.data[at + 1] == ':');
  bool is_half = at > 0 && (text.data[at - 1] == '=' || text.data[at - 1] == '!');
  if (is_double || is_half) {
    return false;
  }
  pair p = read_name(text, at);
  if (!is_telling(scan, &p) || !find_value(scan, &p, out) || out->end <= out->begin) {
    return false;
  }
  bool is_list = text.data[skip_blanks(text, at + 1)] == '['; /* whose items are not told apart */
  return is_list || !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}

/* "AccountKey%3Dx" and "%26sig%3Dx" of an address inside of an address, which may be escaped twice. */
static bool find_escaped_pair(const aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  aml_sv text = scan->text;
  aml_sv rest = aml_sv_slice(text, at, at + 5);
  bool is_twice = aml_sv_ieq(rest, AML_SV("%253D"));
  if (!is_twice && !aml_sv_istarts(rest, AML_SV("%3D"))) {
    return false;
  }
  pair p = read_name(text, at);
  size_t begin = at + (is_twice ? 5 : 3);
  bool is_masked = aml_sv_istarts(aml_sv_slice(text, begin, text.len), AML_SV("%2A%2A%2A"));
  if (begin >= text.len || is_masked || !(is_named(scan, p.name) || is_signature(p.name))) {
    return false;
  }
  *out = (aml_secret_range){begin, end_of_plain(text, begin, true)};
  return out->end > begin && !aml_secret_is_reference(aml_sv_slice(text, begin, out->end));
}

/* "--account-key VALUE" of a command line; with '=' it is a pair like others. */
static bool find_option(aml_sv text, size_t at, aml_secret_range *out) {
  bool is_option = at + 2 < text.len && text.data[at + 1] == '-' && aml_ascii_alpha(text.data[at + 2]) &&
                   (at == 0 || !is_name(text.data[at - 1]));
  size_t end = at + 2;
  while (is_option && end < text.len && is_name(text.data[end]) && end - at < LONGEST_NAME) {
    end++;
  }
  if (!is_option || end >= text.len || !is_blank(text.data[end]) ||
      !aml_secret_is_named(aml_sv_slice(text, at + 2, end))) {
    return false;
  }
  size_t begin = skip_blanks(text, end);
  size_t quote = quote_length(text, begin);
  bool is_last = quote > 0 && aml_secret_closes_quotation(text, begin + quote - 1);
  begin += quote;
  if (is_last || is_line_end(text, begin) || text.data[begin] == '-') {
    return false;
  }
  *out = (aml_secret_range){
      begin, quote > 0 ? end_of_quoted(text, begin - quote, quote) : end_of_plain(text, begin, true)};
  aml_sv value = aml_sv_slice(text, out->begin, out->end);
  bool is_word = true; /* of prose: "--admin-password is needed" */
  for (size_t i = 0; i < value.len; i++) {
    is_word = is_word && value.data[i] >= 'a' && value.data[i] <= 'z';
  }
  return value.len > 0 && !is_word && !aml_secret_is_reference(value);
}

/* No word: letters and digits, at least so many bytes. */
static bool looks_random(aml_sv value, size_t least) {
  bool has_digit = false, has_letter = false;
  for (size_t i = 0; i < value.len; i++) {
    has_digit = has_digit || aml_ascii_digit(value.data[i]);
    has_letter = has_letter || (aml_ascii_alnum(value.data[i]) && !aml_ascii_digit(value.data[i]));
  }
  return value.len >= least && has_digit && has_letter;
}

/* "password hunter2": a line of a file with a name and a value, in which what stands between them was
 * forgotten. `at` is the end of the line before, or 0. */
static bool find_bare(const aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  enum { LEAST = 6 };
  aml_sv text = scan->text;
  size_t begin = skip_blanks(text, text.data[at] == '\n' ? at + 1 : at);
  begin = aml_sv_starts(aml_sv_slice(text, begin, begin + 2), AML_SV("- ")) ? skip_blanks(text, begin + 2)
                                                                            : begin;
  size_t end = begin;
  while (end < text.len && is_name(text.data[end]) && end - begin < LONGEST_NAME) {
    end++;
  }
  if (end >= text.len || !is_blank(text.data[end]) || !is_named(scan, aml_sv_slice(text, begin, end))) {
    return false;
  }
  out->begin = out->end = skip_blanks(text, end);
  while (!is_line_end(text, out->end) && !is_blank(text.data[out->end])) {
    out->end++;
  }
  aml_sv value = aml_sv_slice(text, out->begin, out->end);
  return is_line_end(text, skip_blanks(text, out->end)) && looks_random(value, LEAST) &&
         aml_ascii_alnum(value.data[0]) && !aml_secret_is_reference(value);
}

/* By the name before it. */
static bool find_named(aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  char c = scan->text.data[at];
  bool begins_line = scan->kind == AML_SECRET_IN_FILE && (c == '\n' || at == 0);
  return ((c == ':' || c == '=') && find_pair(scan, at, out)) || (begins_line && find_bare(scan, at, out)) ||
         (c == '%' && find_escaped_pair(scan, at, out)) || (c == '-' && find_option(scan->text, at, out));
}

/* Where a secret may be recognised next by the byte that stands there; most are passed by. A letter counts
 * only where a word begins, but for that of "PuTTY". */
static size_t next_telling(aml_sv text, size_t at) {
  enum { MARK = 1, LETTER };
  static const unsigned char kinds[256] = {[':'] = MARK,
      ['='] = MARK,
      ['-'] = MARK,
      ['~'] = MARK,
      ['\n'] = MARK,
      ['P'] = MARK,
      ['%'] = MARK,
      ['L'] = LETTER,
      ['A'] = LETTER,
      ['B'] = LETTER,
      ['b'] = LETTER,
      ['d'] = LETTER,
      ['e'] = LETTER,
      ['g'] = LETTER,
      ['h'] = LETTER,
      ['n'] = LETTER,
      ['p'] = LETTER,
      ['s'] = LETTER,
      ['x'] = LETTER};
  for (; at > 0 && at < text.len; at++) { /* the first byte begins a line */
    unsigned char kind = kinds[(unsigned char)text.data[at]];
    if (kind == MARK || (kind == LETTER && aml_secret_begins_token(text, at))) {
      break;
    }
  }
  return at;
}

static bool find_at(aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  return aml_secret_find_form(scan->text, at, out) || find_named(scan, at, out);
}

bool aml_secret_next(aml_secret_scan *scan, aml_secret_range *out) {
  for (size_t at = scan->at; (at = next_telling(scan->text, at)) < scan->text.len; at++) {
    if (!find_at(scan, at, out)) {
      continue;
    }
    out->begin = out->begin > scan->at ? out->begin : scan->at;
    if (scan->kind == AML_SECRET_IN_PROSE) {
      out->end = aml_secret_end_in_sentence(scan->text, out->begin, out->end);
    }
    if (out->end > out->begin) {
      scan->at = out->end > at ? out->end : at + 1;
      return true;
    }
  }
  scan->at = scan->text.len;
  return false;
}

bool aml_secret_is_in(aml_sv text) {
  aml_secret_scan scan = {.text = text};
  aml_secret_range range;
  return aml_secret_next(&scan, &range);
}

/* Of a value in `range` of the text: no word stands there by chance. */
static bool is_behind_password(aml_sv text, aml_secret_range range) {
  enum { LEAST = 6, REACH = 9 };
  aml_sv before = aml_sv_slice(text, range.begin > REACH ? range.begin - REACH : 0, range.begin);
  bool is_named = aml_sv_iends(before, AML_SV("password=")) || aml_sv_iends(before, AML_SV("passwd=")) ||
                  aml_sv_iends(before, AML_SV("pwd="));
  return is_named && range.end - range.begin >= LEAST;
}

bool aml_secret_find_certain(aml_sv text, aml_secret_range *out) {
  aml_secret_scan scan = {.text = text};
  size_t next = 0; /* behind the last one by its name; forms may stand inside of it */
  for (size_t at = 0; (at = next_telling(text, at)) < text.len; at++) {
    if (aml_secret_find_form(text, at, out)) {
      return true;
    }
    if (at < next || !find_named(&scan, at, out)) {
      continue;
    }
    if (looks_random(aml_sv_slice(text, out->begin, out->end), LEAST_CERTAIN) ||
        is_behind_password(text, *out)) {
      return true;
    }
    next = out->end;
  }
  return false;
}

bool aml_secret_is_certain(aml_sv text) {
  aml_secret_range range;
  return aml_secret_find_certain(text, &range);
}

aml_sv aml_secret_mask(aml_arena *arena, aml_sv text) {
  aml_secret_scan scan = {.text = text};
  aml_secret_range range;
  if (!aml_secret_next(&scan, &range)) {
    return text;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  size_t at = 0;
  do {
    aml_strbuf_add(&out, aml_sv_slice(text, at, range.begin));
    aml_strbuf_add(&out, AML_SV(AML_SECRET_MASK));
    at = range.end;
  } while (aml_secret_next(&scan, &range));
  aml_strbuf_add(&out, aml_sv_slice(text, at, text.len));
  return aml_strbuf_view(&out);
}
