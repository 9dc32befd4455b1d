#include "source/heredoc.h"

#include "base/limits.h"

enum { STRIPS_TABS = 1 }; /* in a guest's indent */

/* What ends a word of the shell. */
static bool ends_word(char c) {
  return aml_ascii_space(c) || aml_sv_find_char(AML_SV(";&|<>()"), c, 0) != AML_NPOS;
}

/* Reads the word with its quotes; false where one of them is open, or the word empty and unquoted. */
static bool read_word(aml_sv text, size_t *at, aml_strbuf *out, bool *is_quoted) {
  char quote = '\0';
  size_t i = *at;
  for (; i < text.len && (quote != '\0' || !ends_word(text.data[i])); i++) {
    char c = text.data[i];
    if (quote == '\0' && c == '\\' && i + 1 < text.len) {
      *is_quoted = true;
      aml_strbuf_add_char(out, text.data[++i]);
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      *is_quoted = true;
      quote = c;
    } else if (c == '\n' || c == '\r') {
      return false;
    } else if (c == quote) {
      quote = '\0';
    } else {
      aml_strbuf_add_char(out, c);
    }
  }
  *at = i;
  return quote == '\0' && (out->len > 0 || *is_quoted);
}

bool aml_heredoc_open(aml_arena *arena, aml_sv text, size_t *at, aml_heredoc *out) {
  aml_sv rest = aml_sv_slice(text, *at, text.len);
  if (!aml_sv_starts(rest, AML_SV("<<")) || aml_sv_starts(rest, AML_SV("<<<"))) {
    return false;
  }
  *out = (aml_heredoc){.strips_tabs = rest.len > 2 && rest.data[2] == '-'};
  size_t i = *at + (out->strips_tabs ? 3 : 2);
  while (i < text.len && (text.data[i] == ' ' || text.data[i] == '\t')) {
    i++;
  }
  aml_strbuf word;
  aml_strbuf_init(&word, arena, SIZE_MAX);
  if (!read_word(text, &i, &word, &out->is_quoted)) {
    return false;
  }
  out->delimiter = aml_strbuf_view(&word);
  *at = i;
  return true;
}

typedef struct body_line {
  size_t begin, end, next; /* without the tabs that are stripped, and the line end; with both */
  bool is_delimiter;
  bool goes_on; /* with the next, for a backslash stands before the line end */
} body_line;

/* The line at `at`; `goes_on` says whether the one before it does. A carriage return behind the delimiter is
 * let be: the script was checked out so. */
static body_line read_line(aml_sv text, size_t at, const aml_heredoc *doc, bool goes_on) {
  body_line line = {.begin = at};
  while (doc->strips_tabs && !goes_on && line.begin < text.len && text.data[line.begin] == '\t') {
    line.begin++;
  }
  line.end = aml_sv_find_char(text, '\n', line.begin);
  line.end = line.end == AML_NPOS ? text.len : line.end;
  line.next = line.end < text.len ? line.end + 1 : line.end;
  aml_sv shown = aml_sv_slice(text, line.begin, line.end);
  shown.len -= shown.len > 0 && shown.data[shown.len - 1] == '\r' ? 1 : 0;
  line.is_delimiter = !goes_on && aml_sv_eq(shown, doc->delimiter);
  size_t slashes = line.end;
  while (slashes > line.begin && text.data[slashes - 1] == '\\') {
    slashes--;
  }
  line.goes_on = !doc->is_quoted && (line.end - slashes) % 2 == 1;
  return line;
}

/* Whether a backslash at `at` is none of the text; what it stands before stays, but for a line end. */
static bool escapes(aml_sv text, size_t at) {
  char next = at + 1 < text.len ? text.data[at + 1] : '\0';
  return text.data[at] == '\\' && (next == '$' || next == '`' || next == '\\' || next == '\n');
}

/* One line of an unquoted here-document, to behind its line end. */
static void read_escaped(aml_guest_builder *builder, size_t begin, size_t end) {
  aml_sv text = builder->written;
  for (size_t at = begin; at < end; at++) {
    if (!escapes(text, at)) {
      continue;
    }
    aml_guest_copy(builder, begin, at);
    if (text.data[at + 1] != '\n') {
      aml_guest_put(builder, aml_sv_slice(text, at + 1, at + 2), at, at + 2);
    }
    begin = at + 2;
    at++;
  }
  aml_guest_copy(builder, begin < end ? begin : end, end);
}

static bool read_body(aml_guest_builder *builder, bool is_quoted) {
  const aml_heredoc doc = {builder->mark, is_quoted, builder->indent == STRIPS_TABS};
  bool goes_on = false;
  for (size_t at = 0; at < builder->written.len;) {
    body_line line = read_line(builder->written, at, &doc, goes_on);
    if (line.is_delimiter) {
      return false;
    }
    if (is_quoted) {
      aml_guest_copy(builder, line.begin, line.next);
    } else {
      read_escaped(builder, line.begin, line.next);
    }
    goes_on = line.goes_on;
    at = line.next;
  }
  bool is_ended = builder->written.len == 0 || aml_sv_ends(builder->written, AML_SV("\n"));
  return !builder->is_edited ||
         (is_ended && !goes_on); /* else the delimiter would be a part of the last line */
}

static bool read_quoted(aml_guest_builder *builder) {
  return read_body(builder, true);
}

static bool read_unquoted(aml_guest_builder *builder) {
  return read_body(builder, false);
}

static bool write_quoted(const aml_guest_change *change, aml_strbuf *out) {
  aml_strbuf_add(out, change->text);
  return true;
}

static bool write_unquoted(const aml_guest_change *change, aml_strbuf *out) {
  for (size_t i = 0; i < change->text.len; i++) {
    char c = change->text.data[i];
    if (c == '\\' || c == '$' || c == '`') {
      aml_strbuf_add_char(out, '\\');
    }
    aml_strbuf_add_char(out, c);
  }
  return true;
}

static const aml_guest_style quoted = {true, read_quoted, write_quoted};
static const aml_guest_style unquoted = {true, read_unquoted, write_unquoted};

const aml_guest *aml_heredoc_guest(
    aml_arena *arena, const aml_guest *host, const aml_heredoc *heredoc, size_t *at) {
  aml_guest_place place = {.written = {*at, *at},
      .style = heredoc->is_quoted ? &quoted : &unquoted,
      .indent = heredoc->strips_tabs ? STRIPS_TABS : 0,
      .mark = heredoc->delimiter};
  for (bool goes_on = false; place.written.end < host->text.len;) {
    body_line line = read_line(host->text, place.written.end, heredoc, goes_on);
    if (line.is_delimiter) {
      *at = line.next;
      return aml_guest_new(arena, host, &place);
    }
    aml_arena_spend(
        arena, 1 + (line.next - line.begin) / AML_LINE_BYTES_FOR_A_STEP); /* each mark looks anew */
    goes_on = line.goes_on;
    place.written.end = line.next;
  }
  return NULL;
}

bool aml_heredoc_is_expanded(const aml_guest *heredoc, size_t offset) {
  char c = offset < heredoc->text.len ? heredoc->text.data[offset] : '\0';
  return heredoc->style == &unquoted && (c == '$' || c == '`') && aml_guest_is_itself(heredoc, offset);
}
