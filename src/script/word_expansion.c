/* What '$' and '`' begin in words: variables, substitutions, arithmetic, and what hosts fill in. */
#include "base/interpolation.h"
#include "script/pieces.h"

size_t aml_shell_name_length(aml_sv text) {
  size_t length = 0;
  while (length < text.len && (text.data[length] == '_' || aml_ascii_alpha(text.data[length]) ||
                                  (length > 0 && aml_ascii_digit(text.data[length])))) {
    length++;
  }
  return length;
}

static aml_sv rest_of(const aml_shell_reader *reader, size_t ahead) {
  return aml_sv_slice(reader->text, reader->at + ahead, reader->text.len);
}

/* To behind the text that ends it, which is not looked into; false where there is none. */
static bool skip_past(aml_shell_reader *reader, size_t ahead, aml_sv end) {
  size_t found = aml_sv_find(reader->text, end, reader->at + ahead);
  if (found == AML_NPOS) {
    return false;
  }
  reader->at = found + end.len;
  return true;
}

/* "$( )" or "` `" at reader->at: its commands are the script's. */
void aml_word_read_substitution(aml_word_builder *word, size_t opening) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  if (!aml_shell_descend(reader)) {
    return;
  }
  reader->at += opening;
  aml_shell_enter(reader, AML_BLOCK_SUBSHELL, '\0');
  if (opening == 1) {
    aml_sv whole = reader->text;
    size_t end = reader->at;
    while (end < whole.len && whole.data[end] != '`') {
      end += whole.data[end] == '\\' && end + 1 < whole.len ? 2 : 1;
    }
    reader->text.len = end;
    aml_shell_read_commands(reader, '\0');
    reader->text = whole;
    reader->at = end < whole.len ? end + 1 : end;
    if (end == whole.len) {
      aml_shell_say_open(reader, begin, "command substitution");
    }
  } else {
    aml_shell_read_commands(reader, ')');
  }
  aml_shell_leave(reader);
  reader->depth--;
  aml_word_add_unknown(word, begin);
}

size_t aml_shell_arithmetic_end(aml_shell_reader *reader, size_t at) {
  unsigned depth = 0;
  for (size_t end = at; end < reader->text.len && !reader->has_no_arithmetic; end++) {
    depth += reader->text.data[end] == '(' ? 1 : 0;
    if (reader->text.data[end] == ')' && --depth == 0) {
      return reader->text.data[end - 1] == ')' ? end + 1 : AML_NPOS;
    }
  }
  reader->has_no_arithmetic = true; /* so that nobody looks for its end again */
  return AML_NPOS;
}

/* $((...)): nothing in it runs that this program looks for. */
static void read_arithmetic(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  size_t end = aml_shell_arithmetic_end(reader, begin + 1);
  if (end == AML_NPOS) {
    aml_word_read_substitution(word, 2);
    return;
  }
  reader->at = end;
  aml_word_add_unknown(word, begin);
}

/* To the brace that closes the one before reader->at, over quotes and braces in it; false where none does. */
static bool skip_braces(aml_shell_reader *reader) {
  size_t depth = 1;
  for (; reader->at < reader->text.len; reader->at++) {
    char c = reader->text.data[reader->at];
    depth += c == '{' ? 1 : 0;
    depth -= c == '}' ? 1 : 0;
    reader->at += c == '\\' ? 1 : 0;
    if (depth == 0) {
      return true;
    }
  }
  reader->at = reader->text.len;
  return false;
}

/* The word of ${name:-word}, from reader->at to `end`; NULL where it is too deep. */
static const aml_word *read_otherwise(aml_shell_reader *reader, size_t end, bool is_quoted) {
  if (!aml_shell_descend(reader)) {
    return NULL;
  }
  aml_sv whole = reader->text;
  reader->text.len = end;
  aml_word_builder inner = {.reader = reader, .is_quoted = is_quoted};
  size_t begin = reader->at;
  if (is_quoted) {
    aml_word_read_quoted(&inner);
  }
  while (!is_quoted && reader->at < end && aml_word_read_next(&inner)) {
  }
  if (reader->at < end) { /* several words, or quotes in quotes */
    reader->at = end;
    inner.pieces.count = 0;
    aml_word_add_unknown(&inner, begin);
  }
  reader->text = whole;
  reader->depth--;
  aml_word *made = AML_NEW(reader->arena, aml_word);
  *made = (aml_word){.pieces = inner.pieces.items,
      .count = (uint32_t)inner.pieces.count,
      .begin = (uint32_t)begin,
      .end = (uint32_t)end};
  return made;
}

/* ${...}, but for GitHub's and Azure Pipelines' ${{ }}. */
static void read_braced(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  reader->at += 2;
  size_t length = aml_shell_name_length(rest_of(reader, 0));
  aml_sv name = aml_sv_slice(reader->text, reader->at, reader->at + length);
  size_t behind = reader->at + length;
  if (!skip_braces(reader)) {
    aml_shell_say_open(reader, begin, "brace");
    aml_word_add_unknown(word, begin);
    return;
  }
  size_t end = reader->at++;
  aml_sv tail = aml_sv_slice(reader->text, behind, end);
  bool is_list = aml_sv_eq(tail, AML_SV("[@]")) || aml_sv_eq(tail, AML_SV("[*]"));
  size_t colon = aml_sv_starts(tail, AML_SV(":")) ? 1 : 0;
  char operation = tail.len > colon ? tail.data[colon] : '\0';
  bool has_otherwise = operation == '-' || operation == '=';
  if (length == 0 || !(tail.len == 0 || is_list || has_otherwise || operation == '?')) {
    aml_word_add_unknown(word, begin);
    return;
  }
  aml_word_add_piece(word, AML_PIECE_VARIABLE, name, begin);
  aml_piece *piece = &word->pieces.items[word->pieces.count - 1];
  piece->is_list = is_list;
  if (has_otherwise) {
    size_t back = reader->at;
    reader->at = behind + colon + 1;
    const aml_word *otherwise = read_otherwise(reader, end, word->is_quoted);
    reader->at = back;
    piece->otherwise = otherwise;
  }
}

/* Whether a text may be the name of an input or a parameter, which may hold '-'. */
static bool is_input_name(aml_sv name) {
  for (size_t i = 0; i < name.len; i++) {
    if (!aml_ascii_alnum(name.data[i]) && name.data[i] != '_' && name.data[i] != '-') {
      return false;
    }
  }
  return name.len > 0;
}

/* "inputs.name", "github.event.inputs.name", "parameters['name']", without "github.event."; empty for others.
 */
static aml_sv input_name(aml_sv text) {
  static const char *const contexts[] = {"inputs.", "parameters.", "inputs['", "parameters['"};
  aml_sv event = AML_SV("github.event.");
  aml_sv whole = aml_sv_starts(text, event) ? aml_sv_slice(text, event.len, text.len) : text;
  for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++) {
    aml_sv context = aml_sv_of(contexts[i]);
    bool is_quoted = aml_sv_ends(context, AML_SV("'"));
    size_t tail = is_quoted && aml_sv_ends(whole, AML_SV("']")) ? 2 : 0;
    if (aml_sv_starts(whole, context) && whole.len > context.len + tail &&
        is_input_name(aml_sv_slice(whole, context.len, whole.len - tail))) {
      return whole;
    }
  }
  return (aml_sv){0};
}

aml_sv aml_shell_outer_name(aml_sv expression) {
  static const char *const contexts[] = {"env.", "variables.", "env['", "variables['"};
  aml_sv text = aml_sv_trim(expression);
  for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++) {
    aml_sv context = aml_sv_of(contexts[i]);
    if (aml_sv_starts(text, context)) {
      bool is_quoted = aml_sv_ends(context, AML_SV("'")) && aml_sv_ends(text, AML_SV("']"));
      aml_sv name = aml_sv_slice(text, context.len, text.len - (is_quoted ? 2 : 0));
      return aml_shell_name_length(name) == name.len ? name : (aml_sv){0};
    }
  }
  return input_name(text);
}

/* A variable of what surrounds the script. */
static void add_outer(aml_word_builder *word, aml_sv name, size_t begin) {
  aml_word_add_piece(word, AML_PIECE_VARIABLE, name, begin);
  word->pieces.items[word->pieces.count - 1].is_outer = true;
}

size_t aml_shell_macro_length(const aml_shell_reader *reader) {
  enum { OPENING = 2 };
  aml_sv inner = rest_of(reader, OPENING);
  size_t length = 0;
  while (length < inner.len && (aml_ascii_alnum(inner.data[length]) ||
                                   aml_sv_find_char(AML_SV("_.-"), inner.data[length], 0) != AML_NPOS)) {
    length++;
  }
  bool is_macro = (reader->flags & AML_SHELL_MACROS) != 0 && length > 0 && length < inner.len &&
                  inner.data[length] == ')';
  return is_macro ? OPENING + length + 1 : 0;
}

/* $(name), which the pipeline replaces before a shell sees it; false for other things in parentheses. */
static bool read_macro(aml_word_builder *word) {
  enum { OPENING = 2 };
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  size_t length = aml_shell_macro_length(reader);
  if (length == 0) {
    return false;
  }
  reader->at += length;
  add_outer(word, aml_sv_slice(reader->text, begin + OPENING, begin + length - 1), begin);
  return true;
}

/* "${{ expression }}" of a workflow or a pipeline. */
static void read_expression(aml_word_builder *word) {
  enum { OPENING = 3, CLOSING = 2 };
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  bool is_closed = skip_past(reader, OPENING, AML_SV("}}"));
  reader->at = is_closed ? reader->at : reader->text.len;
  aml_sv name = is_closed
                    ? aml_shell_outer_name(aml_sv_slice(reader->text, begin + OPENING, reader->at - CLOSING))
                    : (aml_sv){0};
  if (name.len > 0) {
    add_outer(word, name, begin);
  } else {
    aml_word_add_unknown(word, begin);
  }
}

static void read_name(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  size_t length = aml_shell_name_length(rest_of(reader, 1));
  aml_sv name = aml_sv_slice(reader->text, begin + 1, begin + 1 + length);
  char next = aml_shell_peek(reader, 1);
  if (length > 0) {
    reader->at += 1 + length;
    aml_word_add_piece(word, AML_PIECE_VARIABLE, name, begin);
  } else if (aml_ascii_digit(next) ||
             (next != '\0' && aml_sv_find_char(AML_SV("@*#?$!-"), next, 0) != AML_NPOS)) {
    reader->at += 2;
    aml_word_add_unknown(word, begin);
  } else {
    reader->at++;
    aml_word_add_text(word, begin, reader->at);
  }
}

/* "$(name)", "${name}", "$@" of make, which it replaces before a shell sees the line. */
static void read_of_make(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  char opening = aml_shell_peek(reader, 1);
  if (opening != '(' && opening != '{') {
    reader->at += reader->at + 1 < reader->text.len ? 2 : 1;
    aml_word_add_unknown(word, begin);
    return;
  }
  char closing = opening == '(' ? ')' : '}';
  size_t depth = 0;
  for (reader->at++; reader->at < reader->text.len; reader->at++) {
    char c = aml_shell_peek(reader, 0);
    depth += c == opening ? 1 : 0;
    depth -= c == closing ? 1 : 0;
    if (depth == 0) {
      reader->at++;
      break;
    }
  }
  aml_sv name = aml_sv_slice(reader->text, begin + 2, reader->at - 1);
  if (name.len > 0 && aml_shell_name_length(name) == name.len) {
    add_outer(word, name, begin);
  } else {
    aml_word_add_unknown(word, begin);
  }
}

/* "$$" of make and of templates, which is the '$' of the shell: what follows is no variable of the host's. */
static void read_dollars(aml_word_builder *word) {
  size_t before = word->pieces.count;
  unsigned flags = word->reader->flags;
  word->reader->flags &= ~(unsigned)(AML_SHELL_MAKE | AML_SHELL_TEMPLATE);
  word->reader->at++;
  aml_word_read_dollar(word);
  word->reader->flags = flags;
  for (size_t i = before; i < word->pieces.count; i++) {
    word->pieces.items[i].is_inner = (flags & AML_SHELL_MAKE) != 0;
  }
}

size_t aml_shell_interpolation_length(aml_shell_reader *reader, size_t ahead) {
  aml_sv rest = rest_of(reader, ahead);
  bool is_one = (reader->flags & AML_SHELL_TEMPLATE) != 0 && !reader->has_open_template &&
                aml_interpolation_begins(rest);
  size_t length = is_one ? aml_interpolation_length(rest) : 0;
  reader->has_open_template = reader->has_open_template || (is_one && length == 0);
  return length;
}

/* "${expression}", "${~ expression ~}" */
static void read_interpolation(aml_word_builder *word, size_t length) {
  enum { OPENING = 2, CLOSING = 1 };
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  reader->at += length;
  aml_sv inner = aml_sv_slice(reader->text, begin + OPENING, reader->at - CLOSING);
  size_t first = aml_sv_starts(inner, AML_SV("~")) ? 1 : 0;
  size_t past = inner.len - (aml_sv_ends(inner, AML_SV("~")) ? 1 : 0);
  add_outer(word, aml_sv_trim(aml_sv_slice(inner, first, past)), begin);
}

bool aml_word_read_hosted(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  if (aml_shell_peek(reader, 0) != '$') {
    return false;
  }
  bool is_doubled = aml_shell_peek(reader, 1) == '$';
  if (is_doubled && (reader->flags & (AML_SHELL_MAKE | AML_SHELL_TEMPLATE)) != 0) { /* one, as it is */
    bool is_escape = (reader->flags & AML_SHELL_MAKE) != 0 || aml_shell_peek(reader, 2) == '{';
    reader->at += is_escape ? 2 : 1;
    aml_word_add_text(word, reader->at - 1, reader->at);
    return true;
  }
  if ((reader->flags & AML_SHELL_MAKE) != 0) {
    read_of_make(word);
    return true;
  }
  size_t length = aml_shell_interpolation_length(reader, 0);
  if (length > 0) {
    read_interpolation(word, length);
  }
  return reader->at > begin || read_macro(word);
}

/* Where no quotes tell the host's '$' from the shell's. */
static bool read_of_host(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  bool is_doubled = aml_shell_peek(reader, 1) == '$';
  bool is_make = (reader->flags & AML_SHELL_MAKE) != 0;
  bool is_template = (reader->flags & AML_SHELL_TEMPLATE) != 0;
  if (is_doubled && (is_make || (is_template && aml_shell_peek(reader, 2) == '{'))) {
    read_dollars(word);
    return true;
  }
  return (is_make || (is_template && !is_doubled)) && aml_word_read_hosted(word);
}

void aml_word_read_dollar(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  aml_sv rest = rest_of(reader, 1);
  if (read_of_host(word)) {
    return;
  }
  if (aml_sv_starts(rest, AML_SV("{{"))) {
    read_expression(word);
  } else if (aml_sv_starts(rest, AML_SV("{"))) {
    read_braced(word);
  } else if (aml_sv_starts(rest, AML_SV("(("))) {
    read_arithmetic(word);
  } else if (aml_sv_starts(rest, AML_SV("("))) {
    if (!read_macro(word)) {
      aml_word_read_substitution(word, 2);
    }
  } else if (aml_sv_starts(rest, AML_SV("[")) && (reader->flags & AML_SHELL_MACROS) != 0) {
    reader->at = skip_past(reader, 2, AML_SV("]")) ? reader->at : reader->text.len;
    aml_word_add_unknown(word, begin);
  } else if (aml_sv_starts(rest, AML_SV("'")) && !word->is_quoted) {
    aml_word_read_ansi(word);
  } else {
    read_name(word);
  }
}
