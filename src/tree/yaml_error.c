/* How errors of YAML are said: libyaml's words become what was expected and what was found. */
#include <stdio.h>
#include <string.h>

#include "base/secret_quote.h"
#include "base/utf8.h"
#include "tree/yaml_reader.h"

enum { LONGEST_QUOTE = 40 }; /* bytes of the input that a message repeats */

typedef struct wording {
  const char *problem; /* what libyaml says begins with this */
  const char *message; /* a whole sentence, or what was expected */
  const char *help;
  bool has_found; /* what was found completes the message */
} wording;

static const wording wordings[] = {
    {"mapping values are not allowed in this context", "Expected the end of the value, found ':'.",
        "Put the string in quotes if the ':' belongs to it; otherwise check the indentation of this line.",
        false},
    {"block sequence entries are not allowed in this context", "Expected no list item here, found '-'.",
        "Begin the list on its own line, or put the string in quotes.", false},
    {"mapping keys are not allowed in this context", "Expected no key here, found '?'.",
        "Put the string in quotes.", false},
    {"could not find expected ':'", "Expected a key with ':' and a value",
        "Write 'key: value', or put a string of several lines in quotes.", true},
    {"did not find expected key", "Expected a key at the indentation of the ones before it",
        "Check the indentation of this line and the quotation marks in the lines before it.", true},
    {"did not find expected '-' indicator", "Expected '-' or less indentation",
        "Check the indentation of this line.", true},
    {"did not find expected ',' or ']'", "Expected ',' or ']'", "", true},
    {"did not find expected ',' or '}'", "Expected ',' or '}'", "", true},
    {"did not find expected node content", "Expected a value", "", true},
    {"did not find expected <document start>", "Expected '---' or the end of the file",
        "Check the indentation of this line.", true},
    {"found unexpected end of stream",
        "Expected a closing quotation mark for the string that begins here, found the end of the file.", "",
        false},
    {"found unexpected document indicator",
        "Expected a closing quotation mark for the string that begins here, found the end of the document.",
        "", false},
    {"found unknown escape character", "Expected an escape that YAML knows",
        "Write '\\\\' for a backslash, or use single quotes.", true},
    {"did not find expected hexdecimal number", "Expected hexadecimal digits in this escape", "", true},
    {"found invalid Unicode character escape code", "This escape does not represent a character.", "", false},
    {"found undefined tag handle", "The handle of this tag was not declared.", "", false},
    {"did not find expected comment or line break", "Expected the end of the line", "", true},
    {"control characters are not allowed", "Expected text",
        "YAML allows no control characters except tabs and line ends.", true},
    {"found character that cannot start any token", "Expected a value",
        "A string that begins with this character must be in quotes.", true},
    {"found incompatible YAML document", "Expected YAML 1.1 or 1.2, found another version.", "", false},
    {"found an indentation indicator equal to 0", "Expected an indentation from 1 to 9, found 0.", "", false},
};

static const wording *find_wording(const char *problem) {
  for (size_t i = 0; i < sizeof wordings / sizeof wordings[0]; i++) {
    if (strncmp(problem, wordings[i].problem, strlen(wordings[i].problem)) == 0) {
      return &wordings[i];
    }
  }
  return NULL;
}

/* The end of the run of visible characters at `at`, not longer than a message bears. */
static size_t find_word_end(aml_sv text, size_t at) {
  size_t end = at;
  while (end < text.len && end - at < LONGEST_QUOTE && (unsigned char)text.data[end] > ' ') {
    (void)aml_utf8_next(text, &end);
  }
  if (end == at && at < text.len) {
    (void)aml_utf8_next(text, &end);
  }
  return end;
}

static void describe_found(aml_sv text, size_t at, size_t end, char *out, size_t size) {
  if (at >= text.len) {
    (void)snprintf(out, size, "the end of the file");
    return;
  }
  unsigned char c = (unsigned char)text.data[at];
  if (aml_utf8_break(text, at) > 0) {
    (void)snprintf(out, size, "the end of the line");
  } else if (c == '\t') {
    (void)snprintf(out, size, "a tab");
  } else if (c <= ' ' || c == 0x7F) {
    (void)snprintf(out, size, "the byte '0x%02X'", c);
  } else {
    (void)snprintf(out, size, "'%.*s'", (int)(end - at), text.data + at);
  }
}

/* The first tab in the indentation of the line that holds `at`, or AML_NPOS. */
static size_t find_indenting_tab(aml_sv text, size_t at) {
  size_t begin = at > text.len ? text.len : at;
  while (begin > 0 && aml_utf8_break_before(text, begin) == 0) {
    begin--;
  }
  while (begin < text.len && text.data[begin] == ' ') {
    begin++;
  }
  return begin < text.len && begin <= at && text.data[begin] == '\t' ? begin : AML_NPOS;
}

static size_t skip_blanks(aml_sv text, size_t at) {
  while (at < text.len && aml_ascii_space(text.data[at])) {
    at++;
  }
  return at;
}

static bool is_conflict_mark(aml_sv rest) {
  return aml_sv_starts(rest, AML_SV("<<<<<<<")) || aml_sv_starts(rest, AML_SV("=======")) ||
         aml_sv_starts(rest, AML_SV(">>>>>>>"));
}

static aml_diag *add(
    aml_yaml_reader *reader, size_t begin, size_t end, const char *message, const char *help) {
  aml_diag *diag = aml_diags_add(reader->diags, "AML001", aml_yaml_span(reader, begin, end), "%s", message);
  aml_secret_quotes quotes = {0};
  aml_secret_quotes_find(&quotes, reader->source->bytes, begin);
  diag->message = aml_secret_quotes_mask_message(reader->diags->arena, &quotes, &diag->message);
  diag->help = aml_sv_of(help);
  diag->is_incomplete = true;
  return diag;
}

/* Causes that matter more than what libyaml stumbled over. */
static bool report_cause(aml_yaml_reader *reader, size_t at) {
  aml_sv text = reader->source->bytes;
  size_t tab = find_indenting_tab(text, at);
  if (tab != AML_NPOS) {
    (void)add(reader, tab, tab + 1, "A tab is used for indentation, where YAML allows only spaces.",
        "Replace the tab with spaces.");
    return true;
  }
  aml_sv rest = aml_sv_slice(text, at, text.len);
  if (is_conflict_mark(rest)) {
    (void)add(reader, at, at + 7, "This is an unresolved merge conflict.",
        "Choose one side and remove the conflict marks.");
    return true;
  }
  if (aml_sv_starts(rest, AML_SV("%")) && at > 0 && text.data[at - 1] == '{') {
    (void)add(reader, at - 1, at + 1, "Expected YAML, found '{%', which belongs to a template engine.",
        "Render the template first, then check the result.");
    return true;
  }
  return false;
}

void aml_yaml_report(aml_yaml_reader *reader, const aml_yaml_problem *problem) {
  aml_sv text = reader->source->bytes;
  reader->tree->is_broken = true;
  size_t at = problem->at > text.len ? text.len : problem->at;
  bool is_quote = strncmp(problem->problem, "found unexpected", 16) == 0;
  bool is_key = strncmp(problem->problem, "could not find expected ':'", 27) == 0;
  if ((is_quote || is_key) && problem->context != NULL) {
    at = problem->context_at; /* where the text or the key begins, not where it was missed */
  }
  if (!is_quote) {
    size_t visible = skip_blanks(text, at);
    if (report_cause(reader, at) || (visible != at && report_cause(reader, visible))) {
      return;
    }
  }
  size_t end = is_quote ? at + (at < text.len ? 1U : 0U) : find_word_end(text, at);
  const wording *words = find_wording(problem->problem);
  char found[LONGEST_QUOTE + 32];
  char message[256];
  describe_found(text, at, end, found, sizeof found);
  if (words == NULL) {
    (void)snprintf(message, sizeof message, "This is not YAML: %s, found %s.", problem->problem, found);
  } else if (words->has_found) {
    (void)snprintf(message, sizeof message, "%s, found %s.", words->message, found);
  } else {
    (void)snprintf(message, sizeof message, "%s", words->message);
  }
  aml_diag *diag = add(reader, at, end, message, words == NULL ? "" : words->help);
  bool has_context = problem->context != NULL && problem->context_at < at;
  if (has_context && strncmp(problem->context, "while parsing", 13) == 0) {
    diag->related = aml_yaml_span(reader, problem->context_at, problem->context_at + 1);
    diag->related_text = AML_SV("The value being read begins here.");
  }
}
