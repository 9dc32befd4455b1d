/* Scripts of PowerShell, as far as commands, their words and plain assignments go. */
#include "base/strbuf.h"
#include "script/pieces.h"
#include "script/shell.h"

typedef struct ps_command {
  AML_VEC(aml_assignment) assignments;
  AML_VEC(aml_word) words;
  size_t begin;
  bool is_conditional, is_piped;
} ps_command;

static void read_statements(aml_shell_reader *reader, char closer);

static aml_sv since(const aml_shell_reader *reader, size_t begin) {
  return aml_sv_slice(reader->text, begin, reader->at);
}

/* Names do not mind case. "$env:NAME" is a variable of the environment, as a shell has it. */
static void add_variable(aml_word_builder *word, aml_sv name, size_t begin) {
  aml_sv of_environment = AML_SV("env:");
  bool is_environment = aml_sv_istarts(name, of_environment);
  aml_sv known = is_environment ? aml_sv_slice(name, of_environment.len, name.len)
                                : aml_sv_lower(word->reader->arena, name);
  aml_word_add_piece(word, AML_PIECE_VARIABLE, known, begin);
}

/* A variable of what surrounds the script, which is filled in before PowerShell sees it. */
static void add_outer(aml_word_builder *word, aml_sv name, size_t begin) {
  aml_word_add_piece(word, AML_PIECE_VARIABLE, name, begin);
  word->pieces.items[word->pieces.count - 1].is_outer = true;
}

static void skip_to(aml_shell_reader *reader, size_t begin, const char *end, const char *what) {
  aml_sv wanted = aml_sv_of(end);
  size_t found = aml_sv_find(reader->text, wanted, reader->at);
  if (found == AML_NPOS) {
    aml_shell_say_open(reader, begin, what);
    found = aml_sv_find_char(reader->text, '\n', begin);
    reader->at = found == AML_NPOS ? reader->text.len : found;
    return;
  }
  reader->at = found + wanted.len;
}

/* "( )", "$( )", "@( )", "@{ }" in a word: what it holds runs, and gives what nobody knows. */
static void read_group(aml_word_builder *word, size_t opening, char closer) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  if (!aml_shell_descend(reader)) {
    return;
  }
  reader->at += opening;
  aml_shell_enter(reader, AML_BLOCK_SUBSHELL, '\0');
  read_statements(reader, closer);
  aml_shell_leave(reader);
  reader->depth--;
  aml_word_add_unknown(word, begin);
}

/* What may follow a variable and makes something else of it: ".name", "[0]". */
static bool goes_on(const aml_shell_reader *reader) {
  char next = aml_shell_peek(reader, 1);
  return aml_shell_peek(reader, 0) == '[' ||
         (aml_shell_peek(reader, 0) == '.' && (aml_ascii_alpha(next) || next == '_'));
}

static void skip_members(aml_shell_reader *reader) {
  while (goes_on(reader)) {
    char c = aml_shell_peek(reader, 0);
    reader->at++;
    if (c == '[') {
      size_t end = aml_sv_find_char(reader->text, ']', reader->at);
      reader->at = end == AML_NPOS ? reader->text.len : end + 1;
    } else {
      reader->at += aml_shell_name_length(aml_sv_slice(reader->text, reader->at, reader->text.len));
    }
  }
}

/* $name, ${name}, $env:name. */
static void read_variable(aml_word_builder *word, aml_sv rest, bool is_braced) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  aml_sv name = is_braced ? aml_sv_slice(rest, 1, rest.len) : rest;
  size_t length = aml_shell_name_length(name);
  bool is_environment = aml_sv_istarts(name, AML_SV("env:"));
  if (is_environment) {
    enum { PREFIX = 4 };
    length = PREFIX + aml_shell_name_length(aml_sv_slice(name, PREFIX, name.len));
  }
  if (length == 0) {
    reader->at++;
    aml_word_add_text(word, begin, reader->at);
    return;
  }
  if (is_braced && aml_sv_find_char(rest, '}', 1) != 1 + length) { /* other characters, or no end */
    reader->at += 2;
    skip_to(reader, begin, "}", "brace");
    aml_word_add_unknown(word, begin);
    return;
  }
  reader->at += 1 + length + (is_braced ? 2 : 0);
  if (goes_on(reader) && !word->is_quoted) {
    skip_members(reader);
    aml_word_add_unknown(word, begin);
    return;
  }
  add_variable(word, aml_sv_slice(name, 0, length), begin);
}

static void read_dollar(aml_word_builder *word);

/* "${expression}" of a template, and "$${", which is PowerShell's "${"; false for others. */
static bool read_of_template(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  unsigned flags = reader->flags;
  if ((flags & AML_SHELL_TEMPLATE) == 0) {
    return false;
  }
  if (aml_shell_peek(reader, 1) != '$' || aml_shell_peek(reader, 2) != '{') {
    return aml_word_read_hosted(word);
  }
  reader->at++;
  reader->flags &= ~(unsigned)AML_SHELL_TEMPLATE;
  read_dollar(word);
  reader->flags = flags;
  return true;
}

static void read_dollar(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  aml_sv rest = aml_sv_slice(reader->text, begin + 1, reader->text.len);
  if (aml_sv_starts(rest, AML_SV("("))) {
    size_t macro = aml_shell_macro_length(reader);
    if (macro == 0) {
      read_group(word, 2, ')');
      return;
    }
    enum { DOLLAR_AND_OPENING = 2 };
    reader->at += macro;
    add_outer(word, aml_sv_slice(reader->text, begin + DOLLAR_AND_OPENING, reader->at - 1), begin);
    return;
  }
  if (read_of_template(word)) {
    return;
  }
  bool is_braced = aml_sv_starts(rest, AML_SV("{"));
  if (is_braced && aml_sv_starts(rest, AML_SV("{{"))) {
    enum { OPENING = 3, CLOSING = 2 };
    reader->at += OPENING;
    skip_to(reader, begin, "}}", "expression");
    aml_sv outer = aml_shell_outer_name(aml_sv_slice(reader->text, begin + OPENING, reader->at - CLOSING));
    if (outer.len > 0) {
      add_outer(word, outer, begin);
    } else {
      aml_word_add_unknown(word, begin);
    }
    return;
  }
  read_variable(word, rest, is_braced);
}

/* In single quotes, where two of them are one. */
static void read_single(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at++;
  for (;;) {
    size_t end = aml_sv_find_char(reader->text, '\'', reader->at);
    if (end == AML_NPOS) {
      skip_to(reader, begin, "'", "quote");
      aml_word_add_unknown(word, begin);
      return;
    }
    bool is_doubled = end + 1 < reader->text.len && reader->text.data[end + 1] == '\'';
    bool is_filled_in = (reader->flags & AML_SHELL_TEMPLATE) != 0 &&
                        aml_sv_find(aml_sv_slice(reader->text, begin, end), AML_SV("${"), 0) != AML_NPOS;
    if (is_filled_in) { /* whatever quotes are around it */
      reader->at = end + 1;
      aml_word_add_unknown(word, begin);
      return;
    }
    aml_word_add_text(word, reader->at, is_doubled ? end + 1 : end);
    reader->at = end + (is_doubled ? 2 : 1);
    if (!is_doubled) {
      return;
    }
  }
}

/* A backtick and what it escapes; `n and its like are characters that are not in the text. */
static void read_escaped(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  size_t escaped = begin + 1;
  bool is_letter = aml_sv_find_char(AML_SV("0abefnrtuv"), aml_shell_peek(reader, 1), 0) != AML_NPOS;
  reader->at = escaped < reader->text.len ? escaped + 1 : escaped;
  if (is_letter) {
    aml_word_add_unknown(word, begin);
  } else {
    aml_word_add_text(word, escaped, reader->at);
  }
}

static void read_double(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at++;
  word->is_quoted = true;
  while (reader->at < reader->text.len && aml_shell_peek(reader, 0) != '"') {
    char c = aml_shell_peek(reader, 0);
    if (c == '$') {
      read_dollar(word);
    } else if (c == '`') {
      read_escaped(word);
    } else {
      size_t from = reader->at;
      while (reader->at < reader->text.len && !aml_shell_is_one_of(reader, "$`\"")) {
        reader->at++;
      }
      aml_word_add_text(word, from, reader->at);
    }
  }
  word->is_quoted = false;
  if (reader->at >= reader->text.len) {
    reader->at = reader->text.len;
    aml_shell_say_open(reader, begin, "quote");
    return;
  }
  reader->at++;
}

/* @' and @" up to their ends at the beginning of a line; "@name" is a list of arguments. */
static bool read_at(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  char next = aml_shell_peek(reader, 1);
  if (next == '\'' || next == '"') {
    reader->at += 2;
    skip_to(reader, begin, next == '"' ? "\n\"@" : "\n'@", "here-string");
    aml_word_add_unknown(word, begin);
    return true;
  }
  if (next == '(' || next == '{') {
    read_group(word, 2, next == '(' ? ')' : '}');
    return true;
  }
  size_t length = aml_shell_name_length(aml_sv_slice(reader->text, begin + 1, reader->text.len));
  if (length == 0) {
    return false;
  }
  reader->at += 1 + length;
  add_variable(word, aml_sv_slice(reader->text, begin + 1, begin + 1 + length), begin);
  word->pieces.items[word->pieces.count - 1].is_list = true;
  return true;
}

static bool ends_word(const aml_shell_reader *reader) {
  char c = aml_shell_peek(reader, 0);
  return c == '\0' || aml_ascii_space(c) || aml_shell_is_one_of(reader, ";|&(){},");
}

static bool is_line_join(const aml_shell_reader *reader) {
  size_t at = aml_shell_peek(reader, 1) == '\r' ? 2 : 1;
  return aml_shell_peek(reader, 0) == '`' && aml_shell_peek(reader, at) == '\n';
}

static void read_bare(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  if (aml_shell_peek(reader, 0) == '`') {
    read_escaped(word);
    return;
  }
  size_t begin = reader->at++;
  while (!ends_word(reader) && !aml_shell_is_one_of(reader, "`'\"$")) {
    reader->at++;
  }
  aml_word_add_text(word, begin, reader->at);
}

/* A word; of "a,b" each part is one. */
static aml_word read_word(aml_shell_reader *reader) {
  aml_word_builder word = {.reader = reader, .never_split = true};
  aml_word out = {.begin = (uint32_t)reader->at};
  while (reader->at < reader->text.len && !is_line_join(reader)) {
    char c = aml_shell_peek(reader, 0);
    if (c == '\'') {
      read_single(&word);
    } else if (c == '"') {
      read_double(&word);
    } else if (c == '$') {
      read_dollar(&word);
    } else if (c == '(') {
      read_group(&word, 1, ')');
    } else if (ends_word(reader)) {
      break;
    } else if (c != '@' || !read_at(&word)) {
      read_bare(&word);
    }
  }
  out.pieces = word.pieces.items;
  out.count = (uint32_t)word.pieces.count;
  out.end = (uint32_t)reader->at;
  return out;
}

/* Blanks, joined lines and comments; not line ends. */
static void skip_blanks(aml_shell_reader *reader) {
  while (reader->at < reader->text.len) {
    char c = aml_shell_peek(reader, 0);
    if (c == '<' && aml_shell_peek(reader, 1) == '#') {
      size_t begin = reader->at;
      reader->at += 2;
      skip_to(reader, begin, "#>", "comment");
    } else if (c == '#') {
      aml_shell_skip_comment(reader);
    } else if (is_line_join(reader)) {
      reader->at += aml_shell_peek(reader, 1) == '\r' ? 3 : 2;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\0') {
      reader->at++;
    } else {
      return;
    }
  }
}

/* The variable that a piece like "$name.member", "$name['key']" begins with. */
static aml_sv name_of_member(const aml_shell_reader *reader, const aml_piece *piece) {
  aml_sv rest = aml_sv_slice(piece->text, 1, piece->text.len);
  return aml_sv_lower(reader->arena, aml_sv_slice(rest, 0, aml_shell_name_length(rest)));
}

/* "NAME =", "NAME +=" behind a '$': moves behind it. A comparison is none. "NAME.x =" and "NAME.Add(" change
 * what the variable holds. */
static bool read_target(aml_shell_reader *reader, aml_assignment *out) {
  size_t back = reader->at;
  aml_word_builder word = {.reader = reader, .never_split = true};
  if (aml_shell_peek(reader, 0) != '$') {
    return false;
  }
  read_dollar(&word);
  const aml_piece *piece = word.pieces.count == 1 ? &word.pieces.items[0] : NULL;
  bool is_variable = piece != NULL && piece->kind == AML_PIECE_VARIABLE;
  bool is_member = piece != NULL && piece->kind == AML_PIECE_UNKNOWN && name_of_member(reader, piece).len > 0;
  bool is_method = is_member && aml_shell_peek(reader, 0) == '(';
  skip_blanks(reader);
  bool appends = aml_shell_peek(reader, 0) == '+' && aml_shell_peek(reader, 1) == '=';
  bool is_assigned = appends || (aml_shell_peek(reader, 0) == '=' && aml_shell_peek(reader, 1) != '=');
  if (!(is_variable || is_member) || !(is_assigned || is_method)) {
    reader->at = back;
    return false;
  }
  reader->at += is_method ? 0 : appends ? 2 : 1;
  skip_blanks(reader);
  *out = (aml_assignment){.name = is_member ? name_of_member(reader, piece) : piece->text,
      .appends = appends && is_variable,
      .is_element = is_member};
  return true;
}

static void add_command(aml_shell_reader *reader, const ps_command *built) {
  if (built->words.count + built->assignments.count == 0) {
    return;
  }
  const aml_command command = {.assignments = built->assignments.items,
      .assignment_count = (uint32_t)built->assignments.count,
      .words = built->words.items,
      .word_count = (uint32_t)built->words.count,
      .block = reader->block,
      .is_conditional = built->is_conditional,
      .is_piped = built->is_piped,
      .begin = (uint32_t)built->begin,
      .end = (uint32_t)reader->at};
  AML_VEC_PUSH(reader->arena, &reader->commands, command);
}

static bool ends_statement(const aml_shell_reader *reader) {
  return reader->at >= reader->text.len || aml_shell_is_one_of(reader, "\n;|&(){}");
}

/* Words up to the end of the statement. */
static void read_words(aml_shell_reader *reader, ps_command *command) {
  for (skip_blanks(reader); !(ends_statement(reader) && aml_shell_peek(reader, 0) != '(');
       skip_blanks(reader)) {
    size_t before = reader->at;
    const aml_word word = read_word(reader);
    if (reader->at == before) {
      reader->at++; /* "," and other operators */
      continue;
    }
    AML_VEC_PUSH(reader->arena, &command->words, word);
  }
}

/* What kind of value follows "$x =": a text is one word up to the end of the statement; a command's name is
 * bare. */
static void read_value(aml_shell_reader *reader, ps_command *command, aml_assignment *assignment) {
  size_t begin = reader->at;
  char first = aml_shell_peek(reader, 0);
  bool is_command = aml_ascii_alpha(first) || first == '&';
  reader->at += first == '&' ? 1 : 0;
  ps_command value = {.begin = begin};
  read_words(reader, &value);
  bool is_text = !is_command && value.words.count == 1;
  if (is_text) {
    assignment->value = value.words.items[0];
  } else {
    aml_piece *piece = AML_NEW(reader->arena, aml_piece);
    *piece = (aml_piece){.kind = AML_PIECE_UNKNOWN,
        .is_quoted = true,
        .text = since(reader, begin),
        .begin = (uint32_t)begin,
        .end = (uint32_t)reader->at};
    assignment->value = (aml_word){.pieces = piece, .count = 1, .begin = piece->begin, .end = piece->end};
  }
  AML_VEC_PUSH(reader->arena, &command->assignments, *assignment);
  add_command(reader, command);
  if (is_command) {
    value.is_conditional = command->is_conditional;
    add_command(reader, &value);
  }
}

/* What a word makes of the braces that follow on its line. */
static aml_block_kind kind_of(aml_sv word) {
  static const struct {
    const char *word;
    aml_block_kind kind;
  } kinds[] = {{"function", AML_BLOCK_FUNCTION}, {"filter", AML_BLOCK_FUNCTION}, {"foreach", AML_BLOCK_LOOP},
      {"for", AML_BLOCK_LOOP}, {"while", AML_BLOCK_LOOP}, {"do", AML_BLOCK_LOOP},
      {"foreach-object", AML_BLOCK_LOOP}, {"%", AML_BLOCK_LOOP}, {"try", AML_BLOCK_SCRIPT},
      {"finally", AML_BLOCK_SCRIPT}};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (aml_sv_ieq(word, aml_sv_of(kinds[i].word))) {
      return kinds[i].kind;
    }
  }
  return AML_BLOCK_BRANCH;
}

/* "foreach ($x in ...)": the variable takes several values. */
static void add_loop_variable(aml_shell_reader *reader, const ps_command *command) {
  aml_sv name;
  bool is_loop = command->words.count > 1 && aml_word_literal(&command->words.items[0], &name) &&
                 aml_sv_ieq(name, AML_SV("foreach"));
  if (!is_loop) {
    return;
  }
  const aml_piece *group = command->words.items[1].count > 0 ? &command->words.items[1].pieces[0] : NULL;
  size_t dollar = group == NULL ? AML_NPOS : aml_sv_find_char(group->text, '$', 0);
  if (dollar == AML_NPOS) {
    return;
  }
  aml_sv rest = aml_sv_slice(group->text, dollar + 1, group->text.len);
  aml_sv variable = aml_sv_lower(reader->arena, aml_sv_slice(rest, 0, aml_shell_name_length(rest)));
  ps_command loop = {.begin = command->begin};
  const aml_assignment assignment = {.name = variable, .value = command->words.items[1]};
  AML_VEC_PUSH(reader->arena, &loop.assignments, assignment);
  add_command(reader, &loop);
}

static void read_block(aml_shell_reader *reader, const ps_command *command) {
  aml_sv word = {0};
  if (command->words.count > 0) {
    (void)aml_word_literal(&command->words.items[0], &word);
  }
  reader->at++;
  aml_shell_enter(reader, kind_of(word), '}');
  add_loop_variable(reader, command);
}

/* One statement; reader->at is at its first byte. */
static void read_statement(aml_shell_reader *reader, bool is_conditional, bool is_piped) {
  ps_command command = {.begin = reader->at, .is_conditional = is_conditional, .is_piped = is_piped};
  aml_assignment assignment;
  if (read_target(reader, &assignment)) {
    read_value(reader, &command, &assignment);
    return;
  }
  reader->at += aml_shell_peek(reader, 0) == '&' ? 1 : 0;
  read_words(reader, &command);
  command.is_piped =
      command.is_piped || (aml_shell_peek(reader, 0) == '|' && aml_shell_peek(reader, 1) != '|');
  add_command(reader, &command);
  if (aml_shell_peek(reader, 0) == '{') {
    read_block(reader, &command);
  }
}

static void read_statements(aml_shell_reader *reader, char closer) {
  uint32_t base = reader->block;
  bool is_conditional = false;
  bool is_piped = false;
  for (skip_blanks(reader); reader->at < reader->text.len; skip_blanks(reader)) {
    aml_arena_spend(reader->arena, 1);
    char c = aml_shell_peek(reader, 0);
    bool is_double = (c == '&' || c == '|') && aml_shell_peek(reader, 1) == c;
    if (c == closer && closer != '\0' && reader->block == base) {
      reader->at++;
      break;
    }
    if (is_double || c == '|') {
      is_conditional = is_double;
      is_piped = !is_double;
      reader->at += is_double ? 2 : 1;
    } else if (c == '}') {
      reader->at++;
      if (reader->block != base) {
        aml_shell_leave(reader);
      }
    } else if (c == '{') {
      const ps_command nothing = {.begin = reader->at};
      read_block(reader, &nothing);
    } else if (c == '\n' || c == ';' || c == ')') {
      reader->at++;
    } else {
      read_statement(reader, is_conditional, is_piped);
      is_conditional = false;
      is_piped = false;
    }
  }
  while (reader->block != base) {
    aml_shell_leave(reader);
  }
}

const aml_shell *aml_powershell_read(
    aml_arena *arena, const aml_guest *text, unsigned flags, aml_diags *diags) {
  aml_shell_reader reader = aml_shell_begin(arena, text, flags, diags);
  read_statements(&reader, '\0');
  return aml_shell_end(&reader);
}
