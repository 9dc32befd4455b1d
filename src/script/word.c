/* Words: quotes, escapes, expansions. */
#include "base/strbuf.h"
#include "script/reader.h"

typedef struct word_builder {
  aml_shell_reader *reader;
  AML_VEC(aml_piece) pieces;
  bool is_quoted; /* what is added now is */
} word_builder;

static void add_piece(word_builder *word, aml_piece_kind kind, aml_sv text, size_t begin) {
  const aml_piece piece = {.kind = kind,
      .is_quoted = word->is_quoted,
      .text = text,
      .begin = (uint32_t)begin,
      .end = (uint32_t)word->reader->at};
  AML_VEC_PUSH(word->reader->arena, &word->pieces, piece);
}

/* The bytes [begin, end) as they stand; one piece with those right before them. */
static void add_text(word_builder *word, size_t begin, size_t end) {
  if (begin == end) {
    return;
  }
  aml_sv text = aml_sv_slice(word->reader->text, begin, end);
  aml_piece *last = word->pieces.count > 0 ? &word->pieces.items[word->pieces.count - 1] : NULL;
  if (last != NULL && last->kind == AML_PIECE_TEXT && last->is_quoted == word->is_quoted &&
      last->end == begin && last->text.data + last->text.len == text.data) {
    last->text.len += text.len;
    last->end = (uint32_t)end;
    return;
  }
  add_piece(word, AML_PIECE_TEXT, text, begin);
  word->pieces.items[word->pieces.count - 1].end = (uint32_t)end;
}

static void add_unknown(word_builder *word, size_t begin) {
  add_piece(word, AML_PIECE_UNKNOWN, aml_sv_slice(word->reader->text, begin, word->reader->at), begin);
}

size_t aml_shell_name_length(aml_sv text) {
  size_t length = 0;
  while (length < text.len && (text.data[length] == '_' || aml_ascii_alpha(text.data[length]) ||
                                  (length > 0 && aml_ascii_digit(text.data[length])))) {
    length++;
  }
  return length;
}

bool aml_shell_is_among(aml_sv text, const char *const *words) {
  for (; *words != NULL; words++) {
    if (aml_sv_eq(text, aml_sv_of(*words))) {
      return true;
    }
  }
  return false;
}

static aml_sv rest_of(const aml_shell_reader *reader, size_t ahead) {
  return aml_sv_slice(reader->text, reader->at + ahead, reader->text.len);
}

/* A line end, perhaps with the carriage return of a checkout before it; 0 where there is none. */
static size_t line_end_length(const aml_shell_reader *reader, size_t ahead) {
  if (aml_shell_peek(reader, ahead) == '\n') {
    return 1;
  }
  return aml_shell_peek(reader, ahead) == '\r' && aml_shell_peek(reader, ahead + 1) == '\n' ? 2 : 0;
}

static void read_escape(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t joined = line_end_length(reader, 1);
  if (joined > 0) {
    reader->at += 1 + joined;
    return;
  }
  size_t begin = reader->at + 1;
  reader->at += reader->at + 1 < reader->text.len ? 2 : 1;
  add_text(word, begin, reader->at);
}

static void read_single(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at++;
  size_t end = aml_sv_find_char(reader->text, '\'', reader->at);
  if (end == AML_NPOS) {
    aml_shell_say_open(reader, begin, "quote");
    end = aml_sv_find_char(reader->text, '\n', begin);
    end = end == AML_NPOS ? reader->text.len : end;
    reader->at = end;
    add_unknown(word, begin);
    return;
  }
  aml_sv inner = aml_sv_slice(reader->text, begin, end);
  bool is_filled_in =
      ((reader->flags & AML_SHELL_MAKE) != 0 && aml_sv_find_char(inner, '$', 0) != AML_NPOS) ||
      ((reader->flags & AML_SHELL_MACROS) != 0 && aml_sv_find(inner, AML_SV("$("), 0) != AML_NPOS);
  if (is_filled_in) { /* the host does not mind the quotes */
    reader->at = end + 1;
    add_unknown(word, begin);
    return;
  }
  word->is_quoted = true;
  add_text(word, reader->at, end);
  word->is_quoted = false;
  reader->at = end + 1;
}

/* $'...': what backslashes stand for there. */
static void read_ansi(word_builder *word) {
  static const char letters[] = "n\nt\tr\r\\\\'\'\"\"";
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  aml_strbuf text;
  aml_strbuf_init(&text, reader->arena, SIZE_MAX);
  bool is_known = true;
  for (reader->at += 2; reader->at < reader->text.len && aml_shell_peek(reader, 0) != '\''; reader->at++) {
    char c = aml_shell_peek(reader, 0);
    if (c != '\\') {
      aml_strbuf_add_char(&text, c);
      continue;
    }
    c = aml_shell_peek(reader, 1);
    size_t at = 0;
    while (at + 2 < sizeof letters && letters[at] != c) {
      at += 2;
    }
    is_known = is_known && at + 2 < sizeof letters;
    aml_strbuf_add_char(&text, letters[at + 2 < sizeof letters ? at + 1 : 0]);
    reader->at++;
  }
  bool is_closed = reader->at < reader->text.len;
  reader->at += is_closed ? 1 : 0;
  if (!is_closed) {
    aml_shell_say_open(reader, begin, "quote");
  }
  word->is_quoted = true;
  if (is_known && is_closed) {
    add_piece(word, AML_PIECE_TEXT, aml_strbuf_view(&text), begin);
  } else {
    add_unknown(word, begin);
  }
  word->is_quoted = false;
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
static void read_substitution(word_builder *word, size_t opening) {
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
  add_unknown(word, begin);
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
static void read_arithmetic(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  size_t end = aml_shell_arithmetic_end(reader, begin + 1);
  if (end == AML_NPOS) {
    read_substitution(word, 2);
    return;
  }
  reader->at = end;
  add_unknown(word, begin);
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

static void read_quoted(word_builder *word);
static bool read_next(word_builder *word);

/* The word of ${name:-word}, from reader->at to `end`; NULL where it is too deep. */
static const aml_word *read_otherwise(aml_shell_reader *reader, size_t end, bool is_quoted) {
  if (!aml_shell_descend(reader)) {
    return NULL;
  }
  aml_sv whole = reader->text;
  reader->text.len = end;
  word_builder inner = {.reader = reader, .is_quoted = is_quoted};
  size_t begin = reader->at;
  if (is_quoted) {
    read_quoted(&inner);
  }
  while (!is_quoted && reader->at < end && read_next(&inner)) {
  }
  if (reader->at < end) { /* several words, or quotes in quotes */
    reader->at = end;
    inner.pieces.count = 0;
    add_unknown(&inner, begin);
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
static void read_braced(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  reader->at += 2;
  size_t length = aml_shell_name_length(rest_of(reader, 0));
  aml_sv name = aml_sv_slice(reader->text, reader->at, reader->at + length);
  size_t behind = reader->at + length;
  if (!skip_braces(reader)) {
    aml_shell_say_open(reader, begin, "brace");
    add_unknown(word, begin);
    return;
  }
  size_t end = reader->at++;
  aml_sv tail = aml_sv_slice(reader->text, behind, end);
  bool is_list = aml_sv_eq(tail, AML_SV("[@]")) || aml_sv_eq(tail, AML_SV("[*]"));
  size_t colon = aml_sv_starts(tail, AML_SV(":")) ? 1 : 0;
  char operation = tail.len > colon ? tail.data[colon] : '\0';
  bool has_otherwise = operation == '-' || operation == '=';
  if (length == 0 || !(tail.len == 0 || is_list || has_otherwise || operation == '?')) {
    add_unknown(word, begin);
    return;
  }
  add_piece(word, AML_PIECE_VARIABLE, name, begin);
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
static bool read_macro(word_builder *word) {
  enum { OPENING = 2 };
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  size_t length = aml_shell_macro_length(reader);
  if (length == 0) {
    return false;
  }
  reader->at += length;
  add_piece(word, AML_PIECE_VARIABLE, aml_sv_slice(reader->text, begin + OPENING, begin + length - 1), begin);
  return true;
}

static void read_name(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  size_t length = aml_shell_name_length(rest_of(reader, 1));
  aml_sv name = aml_sv_slice(reader->text, begin + 1, begin + 1 + length);
  char next = aml_shell_peek(reader, 1);
  if (length > 0) {
    reader->at += 1 + length;
    add_piece(word, AML_PIECE_VARIABLE, name, begin);
  } else if (aml_ascii_digit(next) ||
             (next != '\0' && aml_sv_find_char(AML_SV("@*#?$!-"), next, 0) != AML_NPOS)) {
    reader->at += 2;
    add_unknown(word, begin);
  } else {
    reader->at++;
    add_text(word, begin, reader->at);
  }
}

/* "$(name)", "${name}", "$@" of make, which it replaces before a shell sees the line. */
static void read_of_make(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  char opening = aml_shell_peek(reader, 1);
  if (opening != '(' && opening != '{') {
    reader->at += reader->at + 1 < reader->text.len ? 2 : 1;
    add_unknown(word, begin);
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
    add_piece(word, AML_PIECE_VARIABLE, name, begin);
  } else {
    add_unknown(word, begin);
  }
}

static void read_dollar(word_builder *word);

/* "$$" of make, which is the '$' of the shell: what follows is no variable of make's. */
static void read_dollars(word_builder *word) {
  size_t before = word->pieces.count;
  unsigned flags = word->reader->flags;
  word->reader->flags &= ~(unsigned)AML_SHELL_MAKE;
  word->reader->at++;
  read_dollar(word);
  word->reader->flags = flags;
  for (size_t i = before; i < word->pieces.count; i++) {
    word->pieces.items[i].is_inner = true;
  }
}

static void read_dollar(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  aml_sv rest = rest_of(reader, 1);
  if ((reader->flags & AML_SHELL_MAKE) != 0) {
    if (aml_sv_starts(rest, AML_SV("$"))) {
      read_dollars(word);
    } else {
      read_of_make(word);
    }
    return;
  }
  if (aml_sv_starts(rest, AML_SV("{{"))) {
    reader->at = skip_past(reader, 3, AML_SV("}}")) ? reader->at : reader->text.len;
    add_unknown(word, begin);
  } else if (aml_sv_starts(rest, AML_SV("{"))) {
    read_braced(word);
  } else if (aml_sv_starts(rest, AML_SV("(("))) {
    read_arithmetic(word);
  } else if (aml_sv_starts(rest, AML_SV("("))) {
    if (!read_macro(word)) {
      read_substitution(word, 2);
    }
  } else if (aml_sv_starts(rest, AML_SV("[")) && (reader->flags & AML_SHELL_MACROS) != 0) {
    reader->at = skip_past(reader, 2, AML_SV("]")) ? reader->at : reader->text.len;
    add_unknown(word, begin);
  } else if (aml_sv_starts(rest, AML_SV("'")) && !word->is_quoted) {
    read_ansi(word);
  } else {
    read_name(word);
  }
}

/* In double quotes a backslash stands for itself but before these. */
static bool is_escaped_in_quotes(const aml_shell_reader *reader) {
  char next = aml_shell_peek(reader, 1);
  return next == '$' || next == '`' || next == '"' || next == '\\' || line_end_length(reader, 1) > 0;
}

/* What is in double quotes, from behind the first to the second, or the end of the text. */
static void read_quoted(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  while (reader->at < reader->text.len && aml_shell_peek(reader, 0) != '"') {
    char c = aml_shell_peek(reader, 0);
    if (c == '\\' && is_escaped_in_quotes(reader)) {
      read_escape(word);
    } else if (c == '$') {
      read_dollar(word);
    } else if (c == '`') {
      read_substitution(word, 1);
    } else {
      size_t begin = reader->at++;
      while (reader->at < reader->text.len &&
             aml_sv_find_char(AML_SV("\\$`\""), aml_shell_peek(reader, 0), 0) == AML_NPOS) {
        reader->at++;
      }
      add_text(word, begin, reader->at);
    }
  }
}

/* Where the second quote is missing, the first such one costs its line, and any other the rest. */
static void read_double(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at++;
  size_t commands = reader->commands.count;
  size_t blocks = reader->blocks.count;
  size_t pieces = word->pieces.count;
  word->is_quoted = true;
  read_quoted(word);
  word->is_quoted = false;
  if (reader->at < reader->text.len) {
    reader->at++;
    return;
  }
  aml_shell_say_open(reader, begin, "quote");
  if (!reader->has_recovered && reader->depth == 0) {
    reader->has_recovered = true;
    reader->commands.count = commands;
    reader->blocks.count = blocks;
    word->pieces.count = pieces;
    size_t end = aml_sv_find_char(reader->text, '\n', begin);
    reader->at = end == AML_NPOS ? reader->text.len : end;
    add_unknown(word, begin);
  }
}

static bool ends_word(char c) {
  return c == '\0' || aml_ascii_space(c) || aml_sv_find_char(AML_SV(";&|<>()"), c, 0) != AML_NPOS;
}

/* {a,b} and {1..3} are several words; anything else in braces is itself. */
static bool read_alternatives(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  size_t end = begin + 1;
  bool is_several = false;
  for (; end < reader->text.len && reader->text.data[end] != '}' && !ends_word(reader->text.data[end]);
       end++) {
    char c = reader->text.data[end];
    if (c == '{') {
      return false;
    }
    is_several = is_several || c == ',' || (c == '.' && reader->text.data[end - 1] == '.');
  }
  bool is_closed = end < reader->text.len && reader->text.data[end] == '}';
  if (!is_closed || !(is_several || (reader->flags & AML_SHELL_BRACES) != 0)) {
    return false;
  }
  reader->at = end + 1;
  add_unknown(word, begin);
  return true;
}

/* <( ) and >( ), and in documents <name>. False where it is a redirection. */
static bool read_angle(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  if (aml_shell_peek(reader, 1) == '(') {
    read_substitution(word, 2);
    return true;
  }
  aml_sv rest = rest_of(reader, 1);
  size_t end = 0;
  while (end < rest.len && (aml_ascii_alnum(rest.data[end]) ||
                               aml_sv_find_char(AML_SV("-_ ./"), rest.data[end], 0) != AML_NPOS)) {
    end++;
  }
  bool is_name = (reader->flags & AML_SHELL_ANGLES) != 0 && aml_shell_peek(reader, 0) == '<' && end > 0 &&
                 end < rest.len && rest.data[end] == '>' && aml_ascii_alnum(rest.data[0]);
  if (!is_name) {
    return false;
  }
  reader->at += end + 2;
  add_unknown(word, begin);
  return true;
}

/* Plain bytes up to what means something. */
static void read_plain(word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at++;
  while (!ends_word(aml_shell_peek(reader, 0)) &&
         aml_sv_find_char(AML_SV("\\'\"$`{="), aml_shell_peek(reader, 0), 0) == AML_NPOS) {
    reader->at++;
  }
  add_text(word, begin, reader->at);
}

/* Whether what was read is NAME= or NAME+=, and a list begins. */
static bool begins_array(const word_builder *word) {
  if (word->pieces.count != 1 || word->pieces.items[0].kind != AML_PIECE_TEXT) {
    return false;
  }
  aml_sv text = word->pieces.items[0].text;
  size_t name = aml_shell_name_length(text);
  aml_sv tail = aml_sv_slice(text, name, text.len);
  return name > 0 && (aml_sv_eq(tail, AML_SV("=")) || aml_sv_eq(tail, AML_SV("+=")));
}

/* The words between the parentheses of NAME=(a b). */
static void read_items(aml_shell_reader *reader, aml_word *out) {
  size_t begin = reader->at;
  if (!aml_shell_descend(reader)) {
    return;
  }
  reader->at++;
  AML_VEC(aml_word) items = {0};
  while (reader->at < reader->text.len && aml_shell_peek(reader, 0) != ')') {
    char c = aml_shell_peek(reader, 0);
    if (c == '#') {
      size_t end = aml_sv_find_char(reader->text, '\n', reader->at);
      reader->at = end == AML_NPOS ? reader->text.len : end;
    } else if (aml_ascii_space(c) || (ends_word(c) && c != '<')) {
      reader->at++;
    } else {
      size_t before = reader->at;
      const aml_word item = aml_shell_read_word(reader);
      AML_VEC_PUSH(reader->arena, &items, item);
      reader->at += reader->at == before ? 1 : 0;
    }
  }
  if (reader->at < reader->text.len) {
    reader->at++;
  } else {
    aml_shell_say_open(reader, begin, "parenthesis");
  }
  reader->depth--;
  out->is_array = true;
  out->items = items.items;
  out->item_count = (uint32_t)items.count;
}

static bool read_next(word_builder *word) {
  switch (aml_shell_peek(word->reader, 0)) {
  case '\\':
    read_escape(word);
    return true;
  case '\'':
    read_single(word);
    return true;
  case '"':
    read_double(word);
    return true;
  case '$':
    read_dollar(word);
    return true;
  case '`':
    read_substitution(word, 1);
    return true;
  case '{':
    if (!read_alternatives(word)) {
      read_plain(word);
    }
    return true;
  case '<':
  case '>':
    return read_angle(word);
  default:
    if (ends_word(aml_shell_peek(word->reader, 0))) {
      return false;
    }
    read_plain(word);
    return true;
  }
}

aml_word aml_shell_read_word(aml_shell_reader *reader) {
  word_builder word = {.reader = reader};
  aml_word out = {.begin = (uint32_t)reader->at};
  while (reader->at < reader->text.len && read_next(&word)) {
  }
  if (aml_shell_peek(reader, 0) == '(' && begins_array(&word)) {
    read_items(reader, &out);
  }
  out.pieces = word.pieces.items;
  out.count = (uint32_t)word.pieces.count;
  out.end = (uint32_t)reader->at;
  return out;
}

bool aml_word_literal(const aml_word *word, aml_sv *text) {
  if (word->count > 1 || word->is_array || (word->count == 1 && word->pieces[0].kind != AML_PIECE_TEXT)) {
    return false;
  }
  *text = word->count == 1 ? word->pieces[0].text : (aml_sv){0};
  return true;
}

aml_word aml_word_after(aml_arena *arena, const aml_word *word, size_t bytes) {
  aml_word rest = *word;
  aml_piece *pieces = AML_NEW_ARRAY(arena, aml_piece, word->count);
  for (uint32_t i = 0; i < word->count; i++) {
    pieces[i] = word->pieces[i];
  }
  pieces[0].text = aml_sv_slice(pieces[0].text, bytes, pieces[0].text.len);
  pieces[0].begin += (uint32_t)bytes;
  bool is_used_up = pieces[0].text.len == 0;
  rest.pieces = is_used_up ? pieces + 1 : pieces;
  rest.count -= is_used_up ? 1 : 0;
  rest.begin = word->begin + (uint32_t)bytes;
  return rest;
}
