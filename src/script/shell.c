/* Commands: lists, pipelines, compound commands. */
#include "script/shell.h"

#include "base/limits.h"
#include "script/script_reader.h"

void aml_shell_say_open(aml_shell_reader *reader, size_t begin, const char *what) {
  aml_span span = aml_guest_span(reader->script, begin, begin + 1);
  aml_diags_add(reader->diags, "AML001", span,
      "This %s is not closed, so the rest may not have been read as the shell reads it.", what)
      ->is_incomplete = true;
}

static void say_depth(aml_shell_reader *reader, const char *what, int most) {
  aml_span span = aml_guest_span(reader->script, reader->at, reader->at + 1);
  aml_diags_add(reader->diags, "AML003", span,
      "The script was read only up to here: it has more than the limit of %d nested %s.", most, what)
      ->is_incomplete = true;
  reader->at = reader->text.len;
}

bool aml_shell_descend(aml_shell_reader *reader) {
  if (reader->depth < AML_LIMIT_SHELL_DEPTH) {
    reader->depth++;
    return true;
  }
  say_depth(reader, "substitutions", AML_LIMIT_SHELL_DEPTH);
  return false;
}

void aml_shell_enter(aml_shell_reader *reader, aml_block_kind kind, char closer) {
  const aml_block block = {.kind = kind,
      .parent = reader->block,
      .depth = reader->blocks.items[reader->block].depth + 1,
      .first = (uint32_t)reader->commands.count,
      .closer = closer};
  AML_VEC_PUSH(reader->arena, &reader->blocks, block);
  reader->block = (uint32_t)reader->blocks.count - 1;
  if (block.depth == AML_LIMIT_DEPTH) {
    say_depth(reader, "blocks", AML_LIMIT_DEPTH);
  }
}

void aml_shell_leave(aml_shell_reader *reader) {
  aml_block *block = &reader->blocks.items[reader->block];
  block->past = (uint32_t)reader->commands.count;
  reader->block = block->parent;
}

typedef struct command_list {
  aml_shell_reader *reader;
  uint32_t base;       /* the block in which it began */
  bool is_conditional; /* the next command is behind && or || */
  bool is_piped;       /* the next command is behind | */
  bool is_function;    /* the next block is a function's body */
} command_list;

/* Leaves the innermost block where `closer` ends it; else that is just a word too many. */
static void leave(command_list *list, char closer) {
  aml_shell_reader *reader = list->reader;
  if (reader->block != list->base && reader->blocks.items[reader->block].closer == closer) {
    aml_shell_leave(reader);
  }
}

static void read_bodies(aml_shell_reader *reader) {
  for (size_t i = 0; i < reader->pending.count; i++) {
    const aml_pending *pending = &reader->pending.items[i];
    size_t at = reader->at;
    pending->owner->body = aml_heredoc_guest(reader->arena, reader->script, &pending->heredoc, &at);
    if (pending->owner->body == NULL) {
      aml_shell_say_open(reader, pending->owner->target.begin, "here-document");
      break; /* its text may be anything: what follows is read as commands all the same */
    }
    reader->at = at;
  }
  reader->pending.count = 0;
}

void aml_shell_skip_comment(aml_shell_reader *reader) {
  size_t begin = reader->at;
  size_t end = aml_sv_find_char(reader->text, '\n', begin);
  end = end == AML_NPOS ? reader->text.len : end;
  reader->at = end;
  end -= reader->text.data[end - 1] == '\r' ? 1 : 0;
  if (aml_sv_find(aml_sv_slice(reader->text, begin, end), AML_SV("amlint"), 0) == AML_NPOS) {
    return;
  }
  size_t before = begin;
  while (before > 0 && (reader->text.data[before - 1] == ' ' || reader->text.data[before - 1] == '\t')) {
    before--;
  }
  const aml_shell_comment comment = {.begin = (uint32_t)begin,
      .end = (uint32_t)end,
      .is_alone = before == 0 || reader->text.data[before - 1] == '\n'};
  AML_VEC_PUSH(reader->arena, &reader->comments, comment);
}

static bool is_line_join(const aml_shell_reader *reader, size_t *length) {
  bool has_return = aml_shell_peek(reader, 1) == '\r';
  *length = has_return ? 3 : 2;
  return aml_shell_peek(reader, 0) == '\\' && aml_shell_peek(reader, has_return ? 2 : 1) == '\n';
}

/* Blanks, joined lines and comments; not line ends. */
static void skip_blanks(aml_shell_reader *reader) {
  while (reader->at < reader->text.len) {
    char c = aml_shell_peek(reader, 0);
    size_t length = 1;
    if (c == '#') {
      aml_shell_skip_comment(reader);
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\0' || is_line_join(reader, &length)) {
      reader->at += length;
    } else {
      return;
    }
  }
}

typedef struct command_builder {
  AML_VEC(aml_assignment) assignments;
  AML_VEC(aml_word) words;
  AML_VEC(const aml_redirection *) redirections;
  size_t begin;
} command_builder;

bool aml_word_assigns(aml_arena *arena, const aml_word *word, aml_assignment *out) {
  if (word->count == 0 || word->pieces[0].kind != AML_PIECE_TEXT || word->pieces[0].is_quoted) {
    return false;
  }
  aml_sv text = word->pieces[0].text;
  size_t length = aml_shell_name_length(text);
  size_t at = length;
  bool is_element = false;
  if (at < text.len && text.data[at] == '[') {
    size_t end = aml_sv_find_char(text, ']', at);
    is_element = end != AML_NPOS;
    at = is_element ? end + 1 : at;
  }
  bool appends = at < text.len && text.data[at] == '+';
  at += appends ? 1 : 0;
  if (length == 0 || at >= text.len || text.data[at] != '=') {
    return false;
  }
  *out = (aml_assignment){
      aml_sv_slice(text, 0, length), appends, is_element, aml_word_after(arena, word, at + 1)};
  return true;
}

static bool begins_redirection(const aml_shell_reader *reader) {
  char c = aml_shell_peek(reader, 0);
  bool is_both = c == '&' && aml_shell_peek(reader, 1) == '>';
  return is_both || c == '<' || c == '>';
}

/* "2>&1", "> file", "<<EOF", "&> file", from its first '<', '>' or '&' on. */
static void read_redirection(aml_shell_reader *reader, command_builder *command) {
  aml_redirection *made = AML_NEW(reader->arena, aml_redirection);
  aml_pending pending = {.owner = made};
  size_t begin = reader->at;
  if (aml_heredoc_open(reader->arena, reader->text, &reader->at, &pending.heredoc)) {
    made->target = (aml_word){.begin = (uint32_t)begin, .end = (uint32_t)reader->at};
    AML_VEC_PUSH(reader->arena, &reader->pending, pending);
    AML_VEC_PUSH(reader->arena, &command->redirections, made);
    return;
  }
  made->is_output = aml_shell_peek(reader, 0) != '<';
  char last = '\0';
  for (; aml_shell_is_one_of(reader, "<>&|"); reader->at++) {
    made->appends = last == '>' && aml_shell_peek(reader, 0) == '>';
    last = aml_shell_peek(reader, 0);
  }
  skip_blanks(reader);
  made->target = aml_shell_read_word(reader);
  if (last != '&') { /* "2>&1" names no file */
    AML_VEC_PUSH(reader->arena, &command->redirections, made);
  }
}

/* "2" right before ">" belongs to that. */
static bool is_descriptor(const aml_shell_reader *reader, const aml_word *word) {
  aml_sv text;
  return aml_shell_is_one_of(reader, "<>") && word->end - word->begin == 1 && aml_word_literal(word, &text) &&
         text.len == 1 && aml_ascii_digit(text.data[0]);
}

static void add_command(command_list *list, const command_builder *built) {
  aml_shell_reader *reader = list->reader;
  bool is_pipe = aml_shell_peek(reader, 0) == '|' && aml_shell_peek(reader, 1) != '|';
  const aml_command command = {.assignments = built->assignments.items,
      .assignment_count = (uint32_t)built->assignments.count,
      .words = built->words.items,
      .word_count = (uint32_t)built->words.count,
      .redirections = built->redirections.items,
      .redirection_count = (uint32_t)built->redirections.count,
      .block = reader->block,
      .is_conditional = list->is_conditional,
      .is_piped = list->is_piped || is_pipe,
      .begin = (uint32_t)built->begin,
      .end = (uint32_t)reader->at};
  AML_VEC_PUSH(reader->arena, &reader->commands, command);
}

/* The rest of a simple command whose first word was read. */
static void read_simple(command_list *list, const aml_word *first) {
  aml_shell_reader *reader = list->reader;
  command_builder built = {.begin = first->begin};
  aml_word word = *first;
  for (;;) {
    aml_assignment assignment;
    if (built.words.count == 0 && aml_word_assigns(reader->arena, &word, &assignment)) {
      AML_VEC_PUSH(reader->arena, &built.assignments, assignment);
    } else if (word.end > word.begin && !is_descriptor(reader, &word)) {
      AML_VEC_PUSH(reader->arena, &built.words, word);
    }
    skip_blanks(reader);
    while (begins_redirection(reader)) {
      size_t before = reader->at;
      word = aml_shell_read_word(reader); /* "<(command)" and "<name>" are words */
      if (reader->at > before) {
        AML_VEC_PUSH(reader->arena, &built.words, word);
      } else {
        read_redirection(reader, &built);
      }
      skip_blanks(reader);
    }
    if (reader->at >= reader->text.len || aml_shell_is_one_of(reader, "\n;&|()")) {
      break;
    }
    word = aml_shell_read_word(reader);
  }
  add_command(list, &built);
  list->is_conditional = false;
  list->is_piped = false;
}

/* (( )): a command of two words. */
static void read_arithmetic(command_list *list) {
  aml_shell_reader *reader = list->reader;
  size_t begin = reader->at;
  size_t end = aml_shell_arithmetic_end(reader, begin);
  if (end == AML_NPOS) {
    reader->at++;
    aml_shell_enter(reader, AML_BLOCK_SUBSHELL, ')');
    return;
  }
  aml_piece *pieces = AML_NEW_ARRAY(reader->arena, aml_piece, 2);
  aml_word *words = AML_NEW_ARRAY(reader->arena, aml_word, 2);
  const size_t places[] = {begin, begin + 2, end - 2};
  for (size_t i = 0; i < 2; i++) {
    pieces[i] = (aml_piece){.kind = i == 0 ? AML_PIECE_TEXT : AML_PIECE_UNKNOWN,
        .text = aml_sv_slice(reader->text, places[i], places[i + 1]),
        .begin = (uint32_t)places[i],
        .end = (uint32_t)places[i + 1]};
    words[i] = (aml_word){
        .pieces = &pieces[i], .count = 1, .begin = (uint32_t)places[i], .end = (uint32_t)places[i + 1]};
  }
  reader->at = end;
  command_builder built = {.begin = begin};
  built.words.items = words;
  built.words.count = 2;
  add_command(list, &built);
}

/* One pattern of a case and its parenthesis, or "esac". */
static void read_pattern(command_list *list) {
  aml_shell_reader *reader = list->reader;
  skip_blanks(reader);
  if (aml_shell_is_one_of(reader, "\n;&|(<>")) {
    reader->at++;
  } else if (aml_shell_peek(reader, 0) == ')') {
    reader->at++;
    aml_shell_enter(reader, AML_BLOCK_BRANCH, AML_CLOSER_PATTERN);
  } else if (reader->at < reader->text.len) {
    size_t before = reader->at;
    const aml_word word = aml_shell_read_word(reader);
    aml_sv text;
    if (aml_word_literal(&word, &text) && aml_sv_eq(text, AML_SV("esac"))) {
      leave(list, AML_CLOSER_ESAC);
    }
    reader->at += reader->at == before ? 1 : 0;
  }
}

/* What a reserved word does to the blocks, and what else there is to it. */
typedef struct keyword {
  const char *text;
  const char *leaves; /* closers of the blocks that it ends, from the inner one on */
  char closer;        /* of the block that it begins; NUL for none */
  aml_block_kind kind;
  void (*take)(command_list *list, const aml_word *word); /* NULL: a command follows */
} keyword;

static void open_group(command_list *list, const aml_word *word) {
  (void)word;
  aml_block_kind kind = list->is_function      ? AML_BLOCK_FUNCTION
                        : list->is_piped       ? AML_BLOCK_SUBSHELL
                        : list->is_conditional ? AML_BLOCK_BRANCH
                                               : AML_BLOCK_SCRIPT;
  aml_shell_enter(list->reader, kind, '}');
  list->is_function = false;
  list->is_conditional = false;
  list->is_piped = false;
}

/* "for NAME in WORDS" is a command of its own; "for ((...))" is one of arithmetic. */
static void read_loop_words(command_list *list, const aml_word *word) {
  skip_blanks(list->reader);
  if (aml_shell_peek(list->reader, 0) != '(') {
    read_simple(list, word);
  }
}

/* "case WORD in", up to the first pattern. */
static void read_case(command_list *list, const aml_word *word) {
  (void)word;
  aml_shell_reader *reader = list->reader;
  skip_blanks(reader);
  (void)aml_shell_read_word(reader);
  for (skip_blanks(reader); aml_shell_peek(reader, 0) == '\n'; skip_blanks(reader)) {
    reader->at++;
  }
  (void)aml_shell_read_word(reader);
  aml_shell_enter(reader, AML_BLOCK_BRANCH, AML_CLOSER_ESAC);
}

static void read_function(command_list *list, const aml_word *word) {
  (void)word;
  skip_blanks(list->reader);
  (void)aml_shell_read_word(list->reader);
  list->is_function = true;
}

static void skip_test(command_list *list, const aml_word *word) {
  (void)word;
  aml_shell_reader *reader = list->reader;
  size_t end = reader->has_no_test_end ? AML_NPOS : aml_sv_find(reader->text, AML_SV("]]"), reader->at);
  reader->has_no_test_end = end == AML_NPOS;
  reader->at = end == AML_NPOS ? reader->at : end + 2;
}

static const char of_if[] = {AML_CLOSER_FI, '\0'};
static const char of_loop[] = {AML_CLOSER_DONE, '\0'};
static const char of_case[] = {AML_CLOSER_PATTERN, AML_CLOSER_ESAC, '\0'};
static const keyword keywords[] = {
    {"if", "", '\0', AML_BLOCK_SCRIPT, NULL},
    {"then", "", AML_CLOSER_FI, AML_BLOCK_BRANCH, NULL},
    {"elif", of_if, '\0', AML_BLOCK_SCRIPT, NULL},
    {"else", of_if, AML_CLOSER_FI, AML_BLOCK_BRANCH, NULL},
    {"fi", of_if, '\0', AML_BLOCK_SCRIPT, NULL},
    {"while", "", AML_CLOSER_DONE, AML_BLOCK_LOOP, NULL},
    {"until", "", AML_CLOSER_DONE, AML_BLOCK_LOOP, NULL},
    {"for", "", AML_CLOSER_DONE, AML_BLOCK_LOOP, read_loop_words},
    {"select", "", AML_CLOSER_DONE, AML_BLOCK_LOOP, read_loop_words},
    {"do", "", '\0', AML_BLOCK_SCRIPT, NULL},
    {"done", of_loop, '\0', AML_BLOCK_SCRIPT, NULL},
    {"case", "", '\0', AML_BLOCK_SCRIPT, read_case},
    {"esac", of_case, '\0', AML_BLOCK_SCRIPT, NULL},
    {"{", "", '\0', AML_BLOCK_SCRIPT, open_group},
    {"}", "}", '\0', AML_BLOCK_SCRIPT, NULL},
    {"function", "", '\0', AML_BLOCK_SCRIPT, read_function},
    {"[[", "", '\0', AML_BLOCK_SCRIPT, skip_test},
    {"!", "", '\0', AML_BLOCK_SCRIPT, NULL},
    {"time", "", '\0', AML_BLOCK_SCRIPT, NULL},
};

static const keyword *find_keyword(const aml_word *word) {
  aml_sv text;
  if (!aml_word_literal(word, &text) || text.len != word->end - word->begin) {
    return NULL; /* quoted, it is a name */
  }
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
    if (aml_sv_eq(text, aml_sv_of(keywords[i].text))) {
      return &keywords[i];
    }
  }
  return NULL;
}

static void take_keyword(command_list *list, const keyword *found, const aml_word *word) {
  for (const char *closer = found->leaves; *closer != '\0'; closer++) {
    leave(list, *closer);
  }
  if (found->closer != '\0') {
    aml_shell_enter(list->reader, found->kind, found->closer);
  }
  if (found->take != NULL) {
    found->take(list, word);
  }
}

/* "name()" at the beginning of a command; reader->at is behind the name. */
static bool skip_parentheses(aml_shell_reader *reader) {
  size_t at = reader->at;
  skip_blanks(reader);
  if (aml_shell_peek(reader, 0) == '(') {
    reader->at++;
    skip_blanks(reader);
    if (aml_shell_peek(reader, 0) == ')') {
      reader->at++;
      return true;
    }
  }
  reader->at = at;
  return false;
}

static void read_command(command_list *list) {
  aml_shell_reader *reader = list->reader;
  const aml_word word = aml_shell_read_word(reader);
  const keyword *found = find_keyword(&word);
  if (found != NULL) {
    take_keyword(list, found, &word);
  } else if (word.end > word.begin && skip_parentheses(reader)) {
    list->is_function = true;
  } else {
    read_simple(list, &word);
  }
}

/* What stands between commands; false where a command begins. */
static bool read_operator(command_list *list) {
  aml_shell_reader *reader = list->reader;
  char c = aml_shell_peek(reader, 0);
  char next = aml_shell_peek(reader, 1);
  bool is_double = (c == '&' || c == '|' || c == ';') && next == c;
  if (c == '\n') {
    reader->at++;
    read_bodies(reader);
  } else if (c == '(' && next == '(') {
    read_arithmetic(list);
  } else if (c == '(') {
    reader->at++;
    aml_shell_enter(reader, AML_BLOCK_SUBSHELL, ')');
  } else if (c == ')') {
    reader->at++;
    leave(list, ')');
  } else if (c == ';' && (is_double || next == '&')) {
    reader->at += 2;
    leave(list, AML_CLOSER_PATTERN);
  } else if (c == ';' || (c == '&' && !is_double && next != '>')) {
    reader->at++;
  } else if (c == '|' || is_double) {
    list->is_piped = !is_double;
    list->is_conditional = is_double;
    reader->at += is_double ? 2 : 1;
  } else {
    return false;
  }
  return true;
}

void aml_shell_read_commands(aml_shell_reader *reader, char closer) {
  command_list list = {.reader = reader, .base = reader->block};
  for (skip_blanks(reader); reader->at < reader->text.len; skip_blanks(reader)) {
    aml_arena_spend(reader->arena, 1);
    if (reader->blocks.items[reader->block].closer == AML_CLOSER_ESAC) {
      read_pattern(&list);
      continue;
    }
    if (closer != '\0' && aml_shell_peek(reader, 0) == closer && reader->block == list.base) {
      reader->at++;
      break;
    }
    if (!read_operator(&list)) {
      read_command(&list);
    }
  }
  while (reader->block != list.base) {
    aml_shell_leave(reader);
  }
}

aml_shell_reader aml_shell_begin(aml_arena *arena, const aml_guest *text, unsigned flags, aml_diags *diags) {
  aml_shell_reader reader = {
      .arena = arena, .diags = diags, .script = text, .text = text->text, .flags = flags};
  const aml_block script = {.kind = AML_BLOCK_SCRIPT};
  AML_VEC_PUSH(arena, &reader.blocks, script);
  return reader;
}

const aml_shell *aml_shell_end(aml_shell_reader *reader) {
  reader->blocks.items[0].past = (uint32_t)reader->commands.count;
  aml_shell *shell = AML_NEW(reader->arena, aml_shell);
  *shell = (aml_shell){.text = reader->script,
      .commands = reader->commands.items,
      .count = (uint32_t)reader->commands.count,
      .blocks = reader->blocks.items,
      .block_count = (uint32_t)reader->blocks.count,
      .comments = reader->comments.items,
      .comment_count = (uint32_t)reader->comments.count};
  return shell;
}

const aml_shell *aml_shell_read(aml_arena *arena, const aml_guest *text, unsigned flags, aml_diags *diags) {
  aml_shell_reader reader = aml_shell_begin(arena, text, flags, diags);
  aml_shell_read_commands(&reader, '\0');
  return aml_shell_end(&reader);
}
