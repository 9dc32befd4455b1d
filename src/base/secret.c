/* Looks through a text for secrets: by form, and behind names that tell of one. */
#include "base/secret.h"

#include "base/secret_call.h"
#include "base/secret_command.h"
#include "base/secret_extent.h"
#include "base/secret_form.h"
#include "base/secret_markup.h"
#include "base/secret_opening.h"
#include "base/secret_pair.h"
#include "base/secret_phrase.h"
#include "base/secret_sentence.h"
#include "base/secret_tail.h"
#include "base/secret_word.h"
#include "base/strbuf.h"

enum { LONGEST_NAME = AML_SECRET_LONGEST_NAME, LEAST_CERTAIN = 12 };

/* The value on the lines below the name. */
static bool find_below(
    aml_sv text, const aml_secret_pair *p, size_t at, bool is_block, aml_secret_range *out) {
  size_t end = aml_extent_deeper(text, at, aml_extent_indentation(text, p->name_begin), is_block);
  *out = (aml_secret_range){aml_extent_skip_blanks(text, aml_extent_next_line(text, at)), end};
  return end > at && out->begin < end;
}

/* The items of a list that a file opens behind a name; false where they are objects or lists themselves. */
static bool find_items(aml_sv text, size_t at, aml_secret_range *out) {
  size_t begin = at + 1;
  while (begin < text.len && aml_ascii_space(text.data[begin])) {
    begin++;
  }
  *out = (aml_secret_range){begin, aml_extent_closing(text, at)};
  return begin < out->end && text.data[begin] != '{' && text.data[begin] != '[';
}

/* Over where a line was folded behind a '=': to the next line of a file, if that is indented deeper, over the
 * blank that became of it in a text. */
static size_t skip_fold(const aml_secret_scan *scan, const aml_secret_pair *p, size_t at) {
  aml_sv text = scan->text;
  if (scan->kind == AML_SECRET_IN_FILE) {
    size_t next = aml_extent_ends_line(text, at) ? aml_extent_next_line(text, at) : at;
    size_t inner = aml_extent_skip_blanks(text, next);
    return next > at && inner - next > aml_extent_indentation(text, p->name_begin) ? inner : at;
  }
  bool is_folded =
      text.data[at] == ' ' && at > 1 && !aml_extent_is_blank(text.data[at - 2]) && at + 1 < text.len;
  return is_folded && !aml_extent_is_blank(text.data[at + 1]) ? at + 1 : at;
}

/* The text behind a '=' that letters or three marks quote, or the only argument of a call: f"x", N'x', $'x',
 * base64("x"). */
static bool find_quoted_value(const aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  enum { LEAST = 6 };
  aml_sv text = scan->text;
  size_t quote = aml_extent_quote(text, at);
  aml_secret_range read;
  bool is_read = aml_secret_read_quoted(text, at, &read);
  if (is_read && read.begin > at + quote) {
    *out = read;
    return scan->kind == AML_SECRET_IN_FILE || !aml_secret_closes_quotation(text, read.begin - 1);
  }
  size_t end = quote > 0 || at >= text.len ? at : aml_extent_plain(text, at, true);
  bool is_call =
      end > at && end < text.len && text.data[end - 1] == '(' && aml_secret_read_quoted(text, end, &read);
  aml_sv callee = aml_secret_name_before(text, end > 0 ? end - 1 : 0);
  size_t dot = aml_sv_rfind_char(callee, '.');
  callee = dot == AML_NPOS ? callee : aml_sv_slice(callee, dot + 1, callee.len);
  if (!is_call || aml_secret_is_getter(callee) ||
      !aml_secret_looks_random(aml_sv_slice(text, read.begin, read.end), LEAST)) {
    return false;
  }
  *out = read;
  return true;
}

/* Where the value may begin: behind the separator, over what may stand between. */
static size_t begin_of_value(const aml_secret_scan *scan, const aml_secret_pair *p) {
  aml_sv text = scan->text;
  size_t at = p->separator + 1;
  bool is_assigned = text.data[p->separator] == '=';
  bool is_arrow = is_assigned && at < text.len && text.data[at] == '>'; /* "NAME => x" */
  at += is_arrow ? 1 : 0;
  bool skips_blanks = scan->kind == AML_SECRET_IN_FILE || !is_assigned || is_arrow;
  at = skips_blanks ? aml_extent_skip_blanks(text, at) : at;
  return is_assigned && at < text.len ? skip_fold(scan, p, at) : at;
}

/* Where the value of a pair stands; false where it is no text. */
static bool find_value(const aml_secret_scan *scan, const aml_secret_pair *p, aml_secret_range *out) {
  aml_sv text = scan->text;
  bool is_assigned = text.data[p->separator] == '=';
  bool is_file = scan->kind == AML_SECRET_IN_FILE;
  size_t at = begin_of_value(scan, p);
  if (is_assigned && at < text.len && find_quoted_value(scan, at, out)) {
    return true;
  }
  if (is_file && !is_assigned) {
    at = aml_extent_skip_properties(text, at);
    if (aml_extent_ends_line(text, at) || aml_extent_is_block_head(text, at)) {
      bool is_block = !aml_extent_ends_line(text, at);
      return find_below(text, p, aml_extent_line(text, at), is_block, out);
    }
  }
  size_t quote = aml_extent_quote(text, at);
  bool is_empty = !is_file && quote > 0 && aml_secret_closes_quotation(text, at + quote - 1);
  if (aml_extent_ends_line(text, at) || is_empty) {
    return false;
  }
  if (quote > 0) {
    size_t end = aml_extent_quoted(text, at, quote);
    end = is_file && !is_assigned ? aml_extent_broken(text, end, quote) : end;
    bool is_open = aml_extent_ends_line(text, end);
    end = is_open && is_file
              ? aml_extent_deeper(text, end, aml_extent_indentation(text, p->name_begin), false)
              : end;
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
  size_t end = aml_extent_plain(text, at, is_assigned);
  bool goes_on =
      is_file && !is_assigned && aml_extent_ends_line(text, end) && !aml_extent_is_in_flow(text, at);
  end = goes_on ? aml_extent_deeper(text, end, aml_extent_indentation(text, p->name_begin), false) : end;
  *out = (aml_secret_range){at, end};
  return true;
}

static bool is_bracket(aml_sv text, size_t at) {
  return at < text.len && (text.data[at] == '{' || text.data[at] == '[');
}

static bool is_item(aml_sv text, size_t at) {
  return at + 1 < text.len && text.data[at] == '-' && aml_extent_is_blank(text.data[at + 1]);
}

/* From the end of a line over the items below it that are indented no less than `outer`, as a list of YAML
 * may be, and over what they hold. */
static size_t end_of_items(aml_sv text, size_t end, size_t outer) {
  for (size_t at = aml_extent_next_line(text, end); at < text.len; at = aml_extent_next_line(text, end)) {
    size_t inner = aml_extent_skip_blanks(text, at);
    if (!is_item(text, inner) || inner - at < outer) {
      break;
    }
    end = aml_extent_deeper(text, aml_extent_line(text, inner), inner - at, true);
  }
  return end;
}

/* Where an object or a list ends that a file opens behind a name: at the bracket that closes it, or where the
 * lines are no longer indented deeper. */
static size_t find_object_end(aml_sv text, const aml_secret_pair *p) {
  size_t at = aml_extent_skip_blanks(text, p->separator + 1);
  if (!aml_extent_ends_line(text, at)) {
    return is_bracket(text, at) ? aml_extent_closing(text, at) : at;
  }
  size_t outer = aml_extent_indentation(text, p->name_begin);
  size_t end = aml_extent_deeper(text, at, outer, true);
  return end > at ? end : end_of_items(text, at, outer);
}

/* Whether a list of YAML stands below the name. */
static bool opens_list(aml_sv text, const aml_secret_pair *p) {
  size_t at = aml_extent_skip_blanks(text, p->separator + 1);
  size_t next = aml_extent_next_line(text, at);
  return aml_extent_ends_line(text, at) && next < text.len &&
         is_item(text, aml_extent_skip_blanks(text, next));
}

/* A signature of a shared access signature: "?sig=", "&sig=", also as JSON or a URL escapes the '&'. */
static bool is_signature(aml_sv name) {
  return aml_sv_ieq(name, AML_SV("sig")) || aml_sv_iends(name, AML_SV("26sig"));
}

static bool is_named(const aml_secret_scan *scan, aml_sv name) {
  return (scan->names != NULL && aml_map_find(scan->names, name) != NULL) || aml_secret_is_named(name);
}

/* Keeps in mind what a file opens here: credentials, or a parameter with a telling name and {value} or
 * {defaultValue}. One at a time, so that objects in objects take no squared time. */
static void enter(aml_secret_scan *scan, const aml_secret_pair *p, bool is_secret) {
  size_t at = aml_extent_skip_blanks(scan->text, p->separator + 1);
  bool opens = aml_extent_ends_line(scan->text, at) || is_bracket(scan->text, at);
  if (opens && aml_secret_is_container(p->name) && p->separator >= scan->container_end) {
    scan->container_end = find_object_end(scan->text, p);
  } else if (opens && is_secret && p->separator >= scan->container_end && opens_list(scan->text, p)) {
    scan->container_end = find_object_end(scan->text, p);
  } else if (opens && is_secret && p->separator >= scan->given_end) {
    scan->given_end = find_object_end(scan->text, p);
  }
}

static bool is_telling(aml_secret_scan *scan, const aml_secret_pair *p) {
  bool is_assigned = scan->text.data[p->separator] == '=';
  bool is_file = scan->kind == AML_SECRET_IN_FILE;
  if (p->name.len == 0) {
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

/* Whether a name stands where a file has a key, or a comment: not in the middle of a text. */
static bool is_key_place(aml_sv text, size_t name) {
  size_t at = name;
  while (at > 0 && aml_extent_is_blank(text.data[at - 1])) {
    at--;
  }
  return at == 0 || aml_sv_find_char(AML_SV("\n\r{,[-?#'/*;:"), text.data[at - 1], 0) != AML_NPOS;
}

/* Whether a pair is one of people's rather than of a program's: "Password: x", "PASSWORD = x". */
static bool is_spoken(const aml_secret_scan *scan, const aml_secret_pair *p) {
  bool is_assigned = scan->text.data[p->separator] == '=';
  bool has_blank = p->separator > 0 && (aml_extent_is_blank(scan->text.data[p->separator - 1]) ||
                                           scan->text.data[p->separator - 1] == ':');
  if (scan->kind == AML_SECRET_IN_FILE) {
    return !is_assigned && !p->is_quoted && !is_key_place(scan->text, p->name_begin);
  }
  return is_assigned ? has_blank : !p->is_quoted;
}

/* Whether a program computes it: "get(x)", "os.environ[x]", "args.token". */
static bool is_code(aml_sv text, aml_secret_range range) {
  aml_sv value = aml_sv_slice(text, range.begin, range.end);
  char next = range.end < text.len ? text.data[range.end] : '\0';
  bool is_member = aml_sv_find_char(value, '.', 0) != AML_NPOS && aml_secret_is_named(value);
  return is_member || next == '[' || aml_sv_find_char(value, '(', 0) != AML_NPOS ||
         aml_sv_find_char(value, '[', 0) != AML_NPOS;
}

/* What people write behind a name and ':' or '=': a text in quotation marks, the last word, or one that is no
 * word. */
static bool find_spoken(aml_sv text, size_t separator, aml_secret_range *out) {
  enum { LEAST = 6 };
  size_t at = separator + 1;
  at += at < text.len && text.data[separator] == '=' && text.data[at] == '>' ? 1 : 0; /* "NAME => x" */
  at = aml_extent_skip_blanks(text, at);
  size_t quote = aml_extent_quote(text, at);
  if (aml_extent_ends_line(text, at) || (quote > 0 && aml_secret_closes_quotation(text, at + quote - 1))) {
    return false;
  }
  bool is_marked = aml_secret_read_quoted(text, at, out) && out->begin > at + quote; /* f"x" */
  quote = is_marked ? 1 : quote;
  if (!is_marked) {
    *out = (aml_secret_range){
        at + quote, quote > 0 ? aml_extent_quoted(text, at, quote) : aml_extent_plain(text, at, true)};
  }
  aml_sv value = aml_sv_slice(text, out->begin, out->end);
  size_t behind = out->end + quote < text.len ? out->end + quote : text.len;
  bool is_last = aml_extent_ends_line(text, aml_extent_skip_blanks(text, behind)) ||
                 !aml_extent_is_blank(text.data[behind]) || (quote > 0 && text.data[separator] == '=');
  return value.len > 0 && (is_last || aml_secret_looks_random(value, LEAST)) &&
         (quote > 0 || !is_code(text, *out)) && !aml_secret_is_reference(value);
}

/* "${NAME:-x}": what a shell falls back on. */
static bool find_fallback(aml_sv text, size_t at, aml_secret_range *out) {
  size_t begin = at + 2;
  bool has_text = begin < text.len && (text.data[at + 1] == '-' || text.data[at + 1] == '=');
  size_t end =
      has_text ? aml_sv_find_char(aml_sv_slice(text, 0, begin + LONGEST_NAME), '}', begin) : AML_NPOS;
  *out = (aml_secret_range){begin, end};
  return end != AML_NPOS && end > begin && !aml_secret_is_reference(aml_sv_slice(text, begin, end));
}

/* Whether a name stands in a text that ends behind the separator: 'getpass("Password: ")'. */
static bool is_prompt(aml_sv text, const aml_secret_pair *p) {
  char mark = p->name_begin > 0 ? text.data[p->name_begin - 1] : '\0';
  size_t next = aml_extent_skip_blanks(text, p->separator + 1);
  bool is_whole =
      p->name_begin + p->name.len < text.len && aml_extent_quote(text, p->name_begin + p->name.len) > 0;
  return (mark == '"' || mark == '\'') && !is_whole && next < text.len && text.data[next] == mark;
}

static bool may_be_telling(const aml_secret_scan *scan, size_t separator) {
  return scan->names != NULL || separator < scan->container_end ||
         aml_secret_may_tell_before(scan->text, separator);
}

static bool find_pair(aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  aml_sv text = scan->text;
  bool is_double = at + 1 < text.len && (text.data[at + 1] == '=' || text.data[at + 1] == ':');
  bool is_half = at > 0 && (text.data[at - 1] == '=' || text.data[at - 1] == '!');
  if (is_double || is_half || !may_be_telling(scan, at)) {
    return false;
  }
  aml_secret_pair p = aml_secret_read_pair(text, at);
  if (!is_telling(scan, &p) && !aml_secret_is_told_otherwise(text, &p)) {
    return false;
  }
  if (aml_sv_ends(aml_sv_slice(text, 0, p.name_begin), AML_SV("${"))) {
    size_t colon = text.data[at] == ':' ? at : at - 1;
    return text.data[colon] == ':' && find_fallback(text, colon, out);
  }
  if (is_prompt(text, &p) || aml_secret_is_declaration(text, &p)) {
    return false;
  }
  if (is_spoken(scan, &p)) {
    bool is_word =
        aml_sv_ieq(p.name, AML_SV("pass")) && at + 1 < text.len && aml_extent_is_blank(text.data[at + 1]);
    return !is_word && find_spoken(text, at, out); /* "these findings pass: x" */
  }
  bool has_blank = at > 0 && aml_extent_is_blank(text.data[at - 1]);
  if (!find_value(scan, &p, out) || out->end <= out->begin ||
      (text.data[at] == '=' && has_blank && is_code(text, *out))) {
    return false;
  }
  bool is_list = text.data[aml_extent_skip_blanks(text, at + 1)] == '['; /* whose items are not told apart */
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
  aml_secret_pair p = aml_secret_read_pair(text, at);
  size_t begin = at + (is_twice ? 5 : 3);
  bool is_masked = aml_sv_istarts(aml_sv_slice(text, begin, text.len), AML_SV("%2A%2A%2A"));
  if (begin >= text.len || is_masked || !(is_named(scan, p.name) || is_signature(p.name))) {
    return false;
  }
  *out = (aml_secret_range){begin, aml_extent_plain(text, begin, true)};
  return out->end > begin && !aml_secret_is_reference(aml_sv_slice(text, begin, out->end));
}

/* "password hunter2": a line with a name and a value, in which what stands between them was forgotten, or as
 * settings of some programs have it; in a comment and in quotation marks too. `at` is the byte before, or 0.
 */
static bool find_bare(const aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  enum { LEAST = 6 };
  aml_sv text = scan->text;
  char c = text.data[at];
  size_t begin = c == '\n'                           ? aml_extent_skip_indentation(text, at + 1)
                 : c == '#' || c == '"' || c == '\'' ? aml_extent_skip_blanks(text, at + 1)
                                                     : aml_extent_skip_blanks(text, at);
  bool is_in_list = begin + 1 < text.len && text.data[begin] == '-' && text.data[begin + 1] == ' ';
  begin = is_in_list ? aml_extent_skip_blanks(text, begin + 2) : begin;
  size_t end = begin;
  while (end < text.len && aml_secret_is_name_char(text.data[end]) && end - begin < LONGEST_NAME) {
    end++;
  }
  if (end >= text.len || !aml_extent_is_blank(text.data[end]) ||
      !is_named(scan, aml_sv_slice(text, begin, end))) {
    return false;
  }
  out->begin = out->end = aml_extent_skip_blanks(text, end);
  while (!aml_extent_ends_line(text, out->end) && !aml_extent_is_blank(text.data[out->end]) &&
         aml_extent_quote(text, out->end) == 0) {
    out->end++;
  }
  aml_sv value = aml_sv_slice(text, out->begin, out->end);
  size_t behind = aml_extent_skip_blanks(text, out->end);
  bool is_last =
      aml_extent_ends_line(text, behind) || (behind == out->end && aml_extent_quote(text, behind) > 0);
  return is_last && aml_secret_looks_random(value, LEAST) && aml_ascii_alnum(value.data[0]) &&
         !aml_secret_is_reference(value);
}

/* "- VALUE" on a line of its own, below a name whose list holds secrets. `at` is the end of the line before.
 */
static bool find_list_item(const aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  aml_sv text = scan->text;
  if (text.data[at] != '\n' || at >= scan->container_end) {
    return false;
  }
  size_t mark = aml_extent_skip_blanks(text, at + 1);
  if (!is_item(text, mark)) {
    return false;
  }
  while (is_item(text, mark)) { /* items of items too */
    mark = aml_extent_skip_blanks(text, mark + 1);
  }
  size_t begin = aml_extent_skip_properties(text, mark);
  size_t end = aml_extent_line(text, begin);
  if (aml_extent_is_block_head(text, begin)) {
    size_t outer = aml_extent_skip_blanks(text, at + 1) - (at + 1);
    *out = (aml_secret_range){aml_extent_skip_blanks(text, aml_extent_next_line(text, end)),
        aml_extent_deeper(text, end, outer, true)};
    return out->end > out->begin;
  }
  size_t quote = aml_extent_quote(text, begin);
  bool is_other = begin == end || is_bracket(text, begin) || text.data[begin] == '*';
  if (is_other) {
    return false;
  }
  *out = (aml_secret_range){begin + quote,
      quote > 0 ? aml_extent_quoted(text, begin, quote) : aml_extent_plain(text, begin, false)};
  aml_sv value = aml_sv_slice(text, out->begin, out->end);
  bool is_pair = aml_sv_find(value, AML_SV(": "), 0) != AML_NPOS || aml_sv_ends(value, AML_SV(":")) ||
                 (quote > 0 && out->end + quote < text.len && text.data[out->end + quote] == ':');
  return value.len > 0 && !is_pair && !aml_secret_is_reference(value);
}

/* "password <- 'x'", as R assigns. */
static bool find_arrow(const aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  aml_sv text = scan->text;
  size_t begin = aml_extent_skip_blanks(text, at + 2 < text.len ? at + 2 : text.len);
  return aml_sv_starts(aml_sv_slice(text, at, at + 2), AML_SV("<-")) &&
         is_named(scan, aml_secret_read_pair(text, at).name) && aml_extent_quote(text, begin) > 0 &&
         aml_secret_read_quoted(text, begin, out) &&
         !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}

static bool find_phrase(const aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  aml_sv text = scan->text;
  return aml_secret_may_open_phrase(text, at) && aml_secret_find_phrase(text, at, out);
}

static bool begins_line(aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  return (scan->kind == AML_SECRET_IN_FILE && find_list_item(scan, at, out)) || find_bare(scan, at, out);
}

/* Quotation marks are many, so what does not stand beside one is seen at once. */
static bool find_at_quote(const aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  aml_sv text = scan->text;
  char next = at + 1 < text.len ? text.data[at + 1] : '\0';
  bool may_be_named = at > 0 && aml_extent_is_blank(text.data[at - 1]);
  bool may_hold_name = aml_extent_is_blank(next) || aml_secret_is_name_char(next);
  return (may_be_named && aml_secret_find_quoted(text, at, out)) ||
         (may_hold_name && find_bare(scan, at, out));
}

/* By the name before it, which a mark or a word gives away. */
static bool find_by_mark(aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  switch (scan->text.data[at]) {
  case ':':
    return find_pair(scan, at, out) || aml_secret_find_command(scan->text, at, out);
  case '=':
    return find_pair(scan, at, out);
  case '(':
    return aml_secret_find_argument(scan->text, at, out);
  case '>':
    return aml_secret_find_element(scan->text, at, out);
  case '"':
  case '\'':
    return find_at_quote(scan, at, out);
  case '#':
    return find_bare(scan, at, out);
  case '<':
    return find_arrow(scan, at, out) || aml_secret_find_input(scan->text, at, out);
  case '|':
    return aml_secret_find_input(scan->text, at, out);
  case '%':
    return find_escaped_pair(scan, at, out);
  case '-':
  case '/':
  case '@':
    return aml_secret_find_command(scan->text, at, out);
  case '\n':
  case '+':
  case '~':
    return false;
  default:
    return find_phrase(scan, at, out) || aml_secret_find_command(scan->text, at, out);
  }
}

/* The first byte of a text is looked at whatever it is. */
static bool is_opening(aml_sv text, size_t at) {
  return at > 0 || aml_secret_is_opening(text, at);
}

static bool find_named(aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  bool is_line = scan->text.data[at] == '\n' || at == 0;
  return (is_line && begins_line(scan, at, out)) ||
         (is_opening(scan->text, at) && find_by_mark(scan, at, out));
}

static bool find_form(aml_sv text, size_t at, aml_secret_range *out) {
  return is_opening(text, at) && aml_secret_find_form(text, at, out);
}

/* Whether a colon may be that of an address, of a line of .pgpass, or behind a telling name: of all openings
 * colons are the most. */
static bool may_be_colon(const aml_secret_scan *scan, size_t at) {
  char next = at + 1 < scan->text.len ? scan->text.data[at + 1] : '\0';
  return next == '/' || next == '*' || aml_ascii_digit(next) || may_be_telling(scan, at);
}

static bool find_at(aml_secret_scan *scan, size_t at, aml_secret_range *out) {
  char c = scan->text.data[at];
  if (at > 0 && (c == '"' || c == '\'')) { /* no form begins with one */
    return find_at_quote(scan, at, out);
  }
  return (c != ':' || may_be_colon(scan, at)) &&
         (find_form(scan->text, at, out) || find_named(scan, at, out));
}

/* Most texts are short words. None is a secret by its form, of which the shortest, a JSON web token, has 16
 * bytes, and what a name tells stands behind a sign. */
static bool is_short_word(aml_sv text) {
  enum { SHORT = 16 };
  size_t at = 0;
  while (at < text.len && text.len < SHORT && aml_secret_is_name_char(text.data[at])) {
    at++;
  }
  return at == text.len;
}

bool aml_secret_next(aml_secret_scan *scan, aml_secret_range *out) {
  if (is_short_word(scan->text)) {
    return false;
  }
  aml_secret_openings openings = {.text = scan->text};
  for (size_t at = scan->at; (at = aml_secret_next_opening(&openings, at)) < scan->text.len; at++) {
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
  aml_secret_openings openings = {.text = text};
  size_t next = 0; /* behind the last one by its name; forms may stand inside of it */
  for (size_t at = 0; (at = aml_secret_next_opening(&openings, at)) < text.len; at++) {
    if (find_form(text, at, out)) {
      return true;
    }
    if (at < next || !find_named(&scan, at, out)) {
      continue;
    }
    if (aml_secret_looks_random(aml_sv_slice(text, out->begin, out->end), LEAST_CERTAIN) ||
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
