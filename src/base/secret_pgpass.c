/* The format is that of libpq, "The Password File": five fields, of which the first four may be '*'; '\'
 * stands before a ':' and a '\' of a field. */
#include "base/secret_pgpass.h"

#include "base/secret_extent.h"

enum { LONGEST_FIELD = 256, LONGEST_PORT = 5 };

static bool is_of_host(char c) {
  return aml_ascii_alnum(c) || c == '.' || c == '-' || c == '_' || c == '*' || c == '/';
}

/* Whether a text names a host: by its name, its address, '*', or the folder of its socket. A path before it
 * may be that of a file whose name or whose line this is ("src/a.py:12:a:b:c"); there only ports of four
 * digits count. */
static bool is_host(aml_sv text, aml_sv port) {
  bool has_letter_or_dot = aml_sv_eq(text, AML_SV("*"));
  for (size_t i = 0; i < text.len; i++) {
    has_letter_or_dot = has_letter_or_dot || aml_ascii_alpha(text.data[i]) || text.data[i] == '.';
  }
  bool has_slash = aml_sv_find_char(text, '/', 0) != AML_NPOS;
  return has_letter_or_dot && (!has_slash || port.len >= 4 || aml_sv_eq(port, AML_SV("*")));
}

/* Where the field at `at` ends: at its ':', at a blank or a mark that no name has, or with the line. */
static size_t end_of_field(aml_sv text, size_t at) {
  size_t end = at;
  while (end < text.len && end - at < LONGEST_FIELD && text.data[end] != ':' && text.data[end] != '"' &&
         text.data[end] != '\'' && !aml_ascii_space(text.data[end])) {
    end += text.data[end] == '\\' ? 2 : 1;
  }
  return end < text.len ? end : text.len;
}

/* Whether the field [begin, end) is '*', or a name with a letter, and another field follows. */
static bool is_name(aml_sv text, size_t begin, size_t end) {
  bool has_letter = false;
  for (size_t i = begin; i < end; i++) {
    has_letter = has_letter || aml_ascii_alpha(text.data[i]);
  }
  bool is_any = aml_sv_eq(aml_sv_slice(text, begin, end), AML_SV("*"));
  return (has_letter || is_any) && end < text.len && text.data[end] == ':';
}

static size_t skip_digits(aml_sv text, size_t at) {
  while (at < text.len && text.data[at] >= '0' && text.data[at] <= '9') {
    at++;
  }
  return at;
}

/* Where the port at `at` ends, before its ':'; AML_NPOS: it is none. */
static size_t end_of_port(aml_sv text, size_t at) {
  size_t end = skip_digits(text, at);
  end += end == at && end < text.len && text.data[end] == '*' ? 1 : 0;
  bool is_port = end > at && end - at <= LONGEST_PORT && end < text.len && text.data[end] == ':';
  return is_port ? end : AML_NPOS;
}

/* Whether ":5:1", a place, stands at `at`, as behind the name of a file, which ended there. */
static bool is_place(aml_sv text, size_t at) {
  size_t line = skip_digits(text, at + 1);
  if (line == at + 1 || line >= text.len || text.data[line] != ':') {
    return false;
  }
  size_t end = skip_digits(text, line + 1);
  size_t next = end < text.len && text.data[end] == ':' ? end + 1 : end;
  return end > line + 1 && (next >= text.len || aml_ascii_space(text.data[next]) || text.data[next] == ',');
}

/* Where the password at `at` ends, in a line that begins with it or behind a mark; AML_NPOS: a sixth field
 * follows. */
static size_t end_of_password(aml_sv text, size_t at, char before) {
  size_t end = at;
  bool is_quoted = before == '"' || before == '\'' || before == '`';
  bool is_whole_line = before == '\n';
  while (!aml_extent_ends_line(text, end) && !(is_quoted && text.data[end] == before) &&
         !(!is_quoted && !is_whole_line && aml_extent_is_blank(text.data[end]))) {
    char next = end + 1 < text.len ? text.data[end + 1] : '\0';
    if (text.data[end] == ':') {
      return is_place(text, end) ? end : AML_NPOS;
    }
    if (text.data[end] == '\\' && next != ':' && next != '\\') { /* "\n", in a string of a language */
      break;
    }
    end += text.data[end] == '\\' ? 2 : 1;
  }
  return end < text.len ? end : text.len;
}

bool aml_secret_find_pgpass(aml_sv text, size_t at, aml_secret_range *out) {
  char first = at + 1 < text.len ? text.data[at + 1] : '\0';
  size_t port = aml_ascii_digit(first) || first == '*' ? end_of_port(text, at + 1) : AML_NPOS;
  if (port == AML_NPOS) {
    return false;
  }
  size_t database = end_of_field(text, port + 1);
  size_t user = is_name(text, port + 1, database) ? end_of_field(text, database + 1) : AML_NPOS;
  if (user == AML_NPOS || !is_name(text, database + 1, user)) {
    return false;
  }
  size_t begin = at;
  while (begin > 0 && at - begin < LONGEST_FIELD && is_of_host(text.data[begin - 1])) {
    begin--;
  }
  size_t head = begin; /* of the line, if only blanks stand there */
  while (head > 0 && at - head < LONGEST_FIELD && aml_extent_is_blank(text.data[head - 1])) {
    head--;
  }
  char before = head == 0 ? '\n' : text.data[head - 1];
  before = before != '\n' && head < begin ? ' ' : before;
  bool is_begun = aml_ascii_space(before) || aml_sv_find_char(AML_SV("\"'`=\\,[("), before, 0) != AML_NPOS;
  size_t end = end_of_password(text, user + 1, before);
  if (!is_begun || !is_host(aml_sv_slice(text, begin, at), aml_sv_slice(text, at + 1, port)) ||
      end == AML_NPOS) {
    return false;
  }
  *out = (aml_secret_range){user + 1, end};
  return end > user + 1 && !aml_secret_is_reference(aml_sv_slice(text, out->begin, out->end));
}
