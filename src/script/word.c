/* Words: quotes, escapes, expansions. */
#include "base/strbuf.h"
#include "script/pieces.h"

bool aml_shell_is_among(aml_sv text, const char *const *words) {
  for (; *words != NULL; words++) {
    if (aml_sv_eq(text, aml_sv_of(*words))) {
      return true;
    }
  }
  return false;
}

/* A line end, perhaps with the carriage return of a checkout before it; 0 where there is none. */
static size_t line_end_length(const aml_shell_reader *reader, size_t ahead) {
  if (aml_shell_peek(reader, ahead) == '\n') {
    return 1;
  }
  return aml_shell_peek(reader, ahead) == '\r' && aml_shell_peek(reader, ahead + 1) == '\n' ? 2 : 0;
}

static void read_escape(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  if (aml_shell_interpolation_length(reader, 1) > 0) { /* of what it escapes a part only is known later */
    reader->at++;
    aml_word_add_unknown(word, reader->at - 1);
    return;
  }
  size_t joined = line_end_length(reader, 1);
  if (joined > 0) {
    reader->at += 1 + joined;
    return;
  }
  size_t begin = reader->at + 1;
  reader->at += reader->at + 1 < reader->text.len ? 2 : 1;
  aml_word_add_text(word, begin, reader->at);
}

static void read_single(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at++;
  if (aml_sv_find_char(reader->text, '\'', reader->at) == AML_NPOS) {
    aml_shell_say_open(reader, begin, "quote");
    size_t end = aml_sv_find_char(reader->text, '\n', begin);
    reader->at = end == AML_NPOS ? reader->text.len : end;
    aml_word_add_unknown(word, begin);
    return;
  }
  word->is_quoted = true;
  while (reader->at < reader->text.len && aml_shell_peek(reader, 0) != '\'') {
    size_t from = reader->at;
    if (aml_word_read_hosted(word)) { /* the host does not mind the quotes */
      continue;
    }
    do {
      reader->at++;
    } while (reader->at < reader->text.len && !aml_shell_is_one_of(reader, "'$"));
    aml_word_add_text(word, from, reader->at);
  }
  word->is_quoted = false;
  reader->at += reader->at < reader->text.len ? 1 : 0;
}

/* $'...': what backslashes stand for there. */
void aml_word_read_ansi(aml_word_builder *word) {
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
    reader->at += reader->at + 1 < reader->text.len ? 1 : 0;
  }
  bool is_closed = reader->at < reader->text.len;
  reader->at += is_closed ? 1 : 0;
  if (!is_closed) {
    aml_shell_say_open(reader, begin, "quote");
  }
  word->is_quoted = true;
  if (is_known && is_closed) {
    aml_word_add_piece(word, AML_PIECE_TEXT, aml_strbuf_view(&text), begin);
  } else {
    aml_word_add_unknown(word, begin);
  }
  word->is_quoted = false;
}

/* In double quotes a backslash stands for itself but before these. */
static bool is_escaped_in_quotes(const aml_shell_reader *reader) {
  char next = aml_shell_peek(reader, 1);
  return next == '$' || next == '`' || next == '"' || next == '\\' || line_end_length(reader, 1) > 0;
}

/* What is in double quotes, from behind the first to the second, or the end of the text. */
void aml_word_read_quoted(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  while (reader->at < reader->text.len && aml_shell_peek(reader, 0) != '"') {
    char c = aml_shell_peek(reader, 0);
    if (c == '\\' && is_escaped_in_quotes(reader)) {
      read_escape(word);
    } else if (c == '$') {
      aml_word_read_dollar(word);
    } else if (c == '`') {
      aml_word_read_substitution(word, 1);
    } else {
      size_t begin = reader->at++;
      while (reader->at < reader->text.len &&
             aml_sv_find_char(AML_SV("\\$`\""), aml_shell_peek(reader, 0), 0) == AML_NPOS) {
        reader->at++;
      }
      aml_word_add_text(word, begin, reader->at);
    }
  }
}

/* Where the second quote is missing, the first such one costs its line, and any other the rest. */
static void read_double(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at++;
  size_t commands = reader->commands.count;
  size_t blocks = reader->blocks.count;
  size_t pieces = word->pieces.count;
  word->is_quoted = true;
  aml_word_read_quoted(word);
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
    aml_word_add_unknown(word, begin);
  }
}

static bool ends_word(char c) {
  return c == '\0' || aml_ascii_space(c) || aml_sv_find_char(AML_SV(";&|<>()"), c, 0) != AML_NPOS;
}

/* {a,b} and {1..3} are several words; anything else in braces is itself. */
static bool read_alternatives(aml_word_builder *word) {
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
  aml_word_add_unknown(word, begin);
  return true;
}

/* <( ) and >( ), and in documents <name>. False where it is a redirection. */
static bool read_angle(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at;
  if (aml_shell_peek(reader, 1) == '(') {
    aml_word_read_substitution(word, 2);
    return true;
  }
  aml_sv rest = aml_sv_slice(reader->text, reader->at + 1, reader->text.len);
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
  aml_word_add_unknown(word, begin);
  return true;
}

/* Plain bytes up to what means something. */
static void read_plain(aml_word_builder *word) {
  aml_shell_reader *reader = word->reader;
  size_t begin = reader->at++;
  while (!ends_word(aml_shell_peek(reader, 0)) &&
         aml_sv_find_char(AML_SV("\\'\"$`{="), aml_shell_peek(reader, 0), 0) == AML_NPOS) {
    reader->at++;
  }
  aml_word_add_text(word, begin, reader->at);
}

/* Whether what was read is NAME= or NAME+=, and a list begins. */
static bool begins_array(const aml_word_builder *word) {
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

bool aml_word_read_next(aml_word_builder *word) {
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
    aml_word_read_dollar(word);
    return true;
  case '`':
    aml_word_read_substitution(word, 1);
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
  aml_word_builder word = {.reader = reader};
  aml_word out = {.begin = (uint32_t)reader->at};
  while (reader->at < reader->text.len && aml_word_read_next(&word)) {
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

aml_word aml_word_of_heredoc(aml_arena *arena, const aml_guest *body) {
  aml_diags unused;
  aml_diags_init(&unused, arena);
  aml_shell_reader reader = aml_shell_begin(arena, body, 0, &unused);
  aml_word_builder word = {.reader = &reader, .is_quoted = true};
  while (reader.at < body->text.len) {
    size_t begin = reader.at;
    if (!aml_heredoc_is_expanded(body, begin)) {
      reader.at++;
      while (reader.at < body->text.len && !aml_heredoc_is_expanded(body, reader.at)) {
        reader.at++;
      }
      aml_word_add_text(&word, begin, reader.at);
    } else if (body->text.data[begin] == '$') {
      aml_word_read_dollar(&word);
    } else {
      aml_word_read_substitution(&word, 1);
    }
  }
  return (aml_word){
      .pieces = word.pieces.items, .count = (uint32_t)word.pieces.count, .end = (uint32_t)body->text.len};
}
