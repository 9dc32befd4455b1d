#include "python/program_commands.h"

#include "base/strbuf.h"
#include "python/assignments.h"
#include "python/escapes.h"
#include "python/evaluating.h"
#include "python/room.h"
#include "script/mention.h"

typedef struct composing {
  aml_py_run *run;
  AML_VEC(aml_guest_part) parts;
  bool is_list;     /* words stand in single quotes */
  bool is_too_much; /* see take_room */
} composing;

/* Whether the program may have as many bytes more of commands whose text stands elsewhere: else a short line
 * would make a long command, again and again. */
static bool take_room(composing *c, size_t bytes) {
  enum { COMPOSED_MAX = 1 << 20 };
  c->is_too_much = c->is_too_much || bytes > COMPOSED_MAX - c->run->composed;
  c->run->composed += c->is_too_much ? 0 : bytes;
  return !c->is_too_much;
}

/* What a word in single quotes has in place of a text that has some itself. */
static aml_sv in_quotes(aml_arena *arena, aml_sv text) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  aml_strbuf_add_for_single_quotes(&out, text);
  return aml_strbuf_view(&out);
}

/* Parts come in the order of the text; what is written elsewhere stands for itself alone. */
static void add(composing *c, aml_sv text, size_t begin, size_t end) {
  size_t last = c->parts.count == 0 ? 0 : c->parts.items[c->parts.count - 1].written.end;
  begin = begin < last ? last : begin;
  end = end < begin ? begin : end;
  bool is_longer = text.len > end - begin; /* than what stands there */
  if (text.len > 0 && take_room(c, is_longer ? text.len - (end - begin) : 0)) {
    AML_VEC_PUSH(c->run->arena, &c->parts, ((aml_guest_part){text, {begin, end}}));
  }
}

/* The same of what a word says. */
static void add_said(composing *c, aml_sv text, size_t begin, size_t end) {
  bool has_quote = c->is_list && aml_sv_find_char(text, '\'', 0) != AML_NPOS;
  add(c, has_quote ? in_quotes(c->run->arena, text) : text, begin, end);
}

/* ---- Texts ---- */

/* Behind the end of one string and the beginning of the next, which Python joins; `at` where none is there.
 */
static size_t skip_joint(aml_sv text, size_t at, size_t end) {
  size_t i = at;
  while (i < end && (text.data[i] == '"' || text.data[i] == '\'')) {
    i++;
  }
  size_t closed = i;
  while (i < end && (aml_ascii_space(text.data[i]) || text.data[i] == '\\')) {
    i++;
  }
  while (i < end && aml_ascii_alpha(text.data[i]) && i - closed < 16) {
    i++;
  }
  size_t opened = i;
  while (i < end && (text.data[i] == '"' || text.data[i] == '\'')) {
    i++;
  }
  return closed > at && i > opened ? i : at;
}

/* Finds how a piece of a text is written, from `at` on: what stands for itself, and what an escape writes.
 * Returns where it ends. */
static size_t add_written(composing *c, aml_sv piece, size_t at, size_t end) {
  aml_sv text = c->run->tokens.text;
  size_t from = 0;
  for (size_t i = 0; i < piece.len;) {
    size_t same = 0;
    while (i + same < piece.len && at + same < end && piece.data[i + same] == text.data[at + same] &&
           text.data[at + same] != '\\') {
      same++;
    }
    add_said(c, aml_sv_slice(piece, i, i + same), at, at + same);
    i += same;
    at += same;
    from = i;
    if (i == piece.len) {
      break;
    }
    bool is_escape = at + 1 < end && text.data[at] == '\\';
    if (is_escape && (text.data[at + 1] == '\n' || text.data[at + 1] == '\r')) { /* joins lines */
      at += text.data[at + 1] == '\r' && at + 2 < end && text.data[at + 2] == '\n' ? 3 : 2;
      continue;
    }
    bool is_raw = is_escape && piece.data[i] == '\\' && text.data[at + 1] != '\\';
    size_t joint = skip_joint(text, at, end);
    if (!is_escape && joint > at) {
      at = joint;
      continue;
    }
    if (!is_escape) {
      break;
    }
    size_t length = is_raw ? 1 : 2;
    add_said(c, aml_sv_slice(piece, i, i + 1), at, at + length);
    i++;
    from = i;
    at += length;
  }
  add_said(c, aml_sv_slice(piece, from, piece.len), at, end);
  return from < piece.len ? end : at;
}

/* A part that is not written here: its text where that is known, or a variable that nothing sets. */
static void add_value(composing *c, const aml_py_expr *of, const aml_py_value *value) {
  const aml_value *data = value == NULL ? NULL : value->data;
  bool is_known = data != NULL && (data->kind == AML_STRING || data->kind == AML_INT) &&
                  !aml_value_has(data, AML_VALUE_SECURE);
  if (is_known) {
    aml_sv text = data->kind == AML_STRING
                      ? data->as.string
                      : aml_sv_format(c->run->arena, "%lld", (long long)data->as.integer);
    add_said(c, text, of->begin, of->end);
    return;
  }
  aml_sv name = of->form == AML_PY_WORD ? of->name : AML_SV("value");
  aml_sv written = aml_sv_format(c->run->arena, c->is_list ? "'\"${%.*s}\"'" : "${%.*s}", AML_SV_ARG(name));
  add(c, written, of->begin, of->end);
}

/* What can be evaluated again, since it calls nothing. */
static const aml_py_value *value_again(aml_py_run *run, const aml_py_expr *of) {
  bool is_plain = of->form == AML_PY_WORD || of->form == AML_PY_NUMERAL ||
                  (of->form == AML_PY_ATTRIBUTE && of->left->form == AML_PY_WORD);
  return is_plain ? aml_py_evaluate(run, of) : NULL;
}

/* The beginning of what the string at `at` holds. */
static size_t inside(const composing *c, size_t at) {
  size_t quotes;
  aml_sv prefix;
  aml_sv text = c->run->tokens.text;
  return at + aml_py_string_begin(aml_sv_slice(text, at, text.len), &quotes, &prefix);
}

static void add_text(composing *c, const aml_py_expr *of) {
  size_t at = inside(c, of->begin);
  for (uint32_t i = 0; i < of->count && !c->is_too_much; i++) {
    const aml_py_part *part = &of->items[i];
    const aml_py_expr *next = i + 1 < of->count ? of->items[i + 1].value : NULL;
    if (part->value == NULL) {
      at = add_written(c, part->name, at, next != NULL ? next->begin - 1 : of->end);
    } else {
      add_value(c, part->value, part->is_changed ? NULL : value_again(c->run, part->value));
      at = part->value->end + 1;
    }
  }
}

static bool begins_string(aml_sv text, size_t at) {
  enum { LETTERS_MAX = 2 };
  size_t letters = 0;
  while (letters < LETTERS_MAX && at + letters < text.len && aml_ascii_alpha(text.data[at + letters])) {
    letters++;
  }
  char quote = at + letters < text.len ? text.data[at + letters] : '\0';
  return quote == '"' || quote == '\'';
}

/* The string that a name was given, where that is written out; its place is that of the name else. */
static void add_named(composing *c, const aml_py_expr *of, const aml_py_value *value) {
  const aml_origin *origin = value == NULL ? NULL : value->data->origin;
  aml_guest_range range;
  if (value != NULL && value->command != NULL && c->parts.count == 0) {
    aml_py_command *command = value->command;
    command->is_part = true;
    bool has_room = take_room(c, command->guest->text.len + command->count * sizeof *command->parts);
    for (size_t i = 0; i < command->count && has_room; i++) {
      AML_VEC_PUSH(c->run->arena, &c->parts, command->parts[i]);
    }
    return;
  }
  bool is_text = value != NULL && value->data->kind == AML_STRING && c->parts.count == 0 && origin != NULL &&
                 aml_guest_find(c->run->text, origin->span, &range);
  if (!is_text || !begins_string(c->run->tokens.text, range.begin)) {
    add_value(c, of, value);
    return;
  }
  if (take_room(c, value->data->as.string.len)) {
    (void)add_written(c, value->data->as.string, inside(c, range.begin), range.end);
  }
}

static void add_expression(composing *c, const aml_py_expr *of, const aml_py_value *value) {
  if (of->form == AML_PY_TEXT) {
    add_text(c, of);
  } else if (of->form == AML_PY_SUM) {
    for (uint32_t i = 0; i < of->count && !c->is_too_much; i++) {
      add_expression(c, of->items[i].value, value_again(c->run, of->items[i].value));
    }
  } else if (of->form == AML_PY_WORD) {
    add_named(c, of, value);
  } else {
    add_value(c, of, value);
  }
}

/* ---- Lists ---- */

/* Whether a word is the same with and without quotes. */
static bool is_plain(const aml_py_expr *word, const aml_py_value *value) {
  bool is_text = word->form == AML_PY_TEXT && word->count == 1 && word->items[0].value == NULL;
  bool is_known = word->form != AML_PY_TEXT && value != NULL && value->data->kind == AML_STRING;
  aml_sv text = is_text ? word->items[0].name : is_known ? value->data->as.string : (aml_sv){NULL, 0};
  enum { LONG = 1024 };
  for (size_t i = 0; i < text.len && text.len < LONG; i++) {
    char c = text.data[i];
    if (!aml_ascii_alnum(c) && aml_sv_find_char(AML_SV("-_./:=@,"), c, 0) == AML_NPOS) {
      return false;
    }
  }
  return text.len > 0 && text.len < LONG;
}

static void add_list(composing *c, const aml_py_expr *of) {
  c->is_list = true;
  for (uint32_t i = 0; i < of->count && !c->is_too_much; i++) {
    const aml_py_expr *word = of->items[i].value;
    if (of->items[i].stars > 0) { /* any number of words */
      add(c, AML_SV(" ${value}"), word->begin, word->end);
      continue;
    }
    const aml_py_value *value = value_again(c->run, word);
    bool is_bare = is_plain(word, value);
    size_t open = word->form == AML_PY_TEXT ? inside(c, word->begin) : word->begin;
    add(c, c->parts.count == 0 ? AML_SV("") : AML_SV(" "), open, open);
    add(c, is_bare ? AML_SV("") : AML_SV("'"), open, open);
    add_expression(c, word, value);
    add(c, is_bare ? AML_SV("") : AML_SV("'"), word->end, word->end);
  }
}

/* "[...] + options": what is no list that is written out may hold any number of words. */
static void add_lists(composing *c, const aml_py_expr *sum) {
  for (uint32_t i = 0; i < sum->count; i++) {
    const aml_py_expr *of = sum->items[i].value;
    if (of->form == AML_PY_LIST) {
      add_list(c, of);
    } else {
      add(c, AML_SV(" ${value}"), of->begin, of->end);
    }
  }
}

/* ---- Calls ---- */

/* The argument that is the command: the first, or "args". */
static uint32_t find_argument(const aml_py_expr *call) {
  for (uint32_t i = 0; i < call->count; i++) {
    aml_sv name = call->items[i].name;
    bool is_it =
        (name.len == 0 && i == 0) || aml_sv_eq(name, AML_SV("args")) || aml_sv_eq(name, AML_SV("cmd"));
    if (is_it && call->items[i].stars == 0) {
      return i;
    }
  }
  return call->count;
}

/* "az ...".split(), shlex.split("az ..."), "az ...".format(x), the same of a name: the text; itself else. */
static const aml_py_expr *text_in(const aml_py_expr *of) {
  bool is_method = of->form == AML_PY_CALL && of->left->form == AML_PY_ATTRIBUTE;
  if (!is_method) {
    return of;
  }
  bool is_split = aml_sv_eq(of->left->name, AML_SV("split"));
  bool is_format = aml_sv_eq(of->left->name, AML_SV("format"));
  const aml_py_expr *holder = of->left->left;
  bool is_text = holder->form == AML_PY_TEXT || holder->form == AML_PY_WORD;
  const aml_py_expr *first = of->count > 0 ? of->items[0].value : NULL;
  bool is_given = first != NULL && (first->form == AML_PY_TEXT || first->form == AML_PY_WORD);
  return is_text && is_split && of->count == 0                 ? holder
         : holder->form == AML_PY_TEXT && is_format            ? holder
         : is_split && is_given && holder->form == AML_PY_WORD ? first
                                                               : of;
}

/* NULL where there is nothing, or too much, or no command that is looked at. */
static aml_py_command *end(composing *c, const aml_py_expr *of) {
  if (c->parts.count == 0 || c->is_too_much) {
    return NULL;
  }
  const aml_guest *guest = aml_guest_compose(c->run->arena, c->run->text, c->parts.items, c->parts.count);
  if (guest == NULL || !aml_script_mentions(guest->text)) {
    return NULL;
  }
  aml_py_command *command = AML_NEW(c->run->arena, aml_py_command);
  *command = (aml_py_command){
      .guest = guest, .parts = c->parts.items, .count = c->parts.count, .span = aml_py_span_of(c->run, of)};
  return command;
}

/* What an expression writes; `value`, where that is of a name, is what it stands for. */
static aml_py_command *compose(aml_py_run *run, const aml_py_expr *written, const aml_py_value *value) {
  composing c = {.run = run};
  const aml_py_expr *of = text_in(written);
  value = of == written ? value : of->form == AML_PY_WORD ? value_again(run, of) : NULL;
  if (value != NULL && value->command != NULL) {
    return value->command;
  }
  if (of->form == AML_PY_LIST) {
    add_list(&c, of);
  } else if (of->form == AML_PY_SUM && of->items[0].value->form == AML_PY_LIST) {
    add_lists(&c, of);
  } else {
    add_expression(&c, of, value);
  }
  return end(&c, written);
}

static void tell(aml_py_run *run, aml_span span, aml_sv written) {
  aml_py_tell_unread(run, span, written, "amlint does not read this command",
      "Write the command in a script, or define the compute with the classes of the SDK.");
}

/* Whether a text mentions a command, or may: a long one is looked at once, however often it is run, and only
 * so many. */
static bool mentions(aml_py_run *run, aml_sv text) {
  enum { LONG = 256, ALL_MAX = 4 << 20 };
  if (text.len < LONG) {
    return aml_script_mentions(text);
  }
  aml_sv *key = AML_NEW(run->arena, aml_sv);
  *key = text;
  const aml_sv bytes = {(const char *)key, sizeof *key};
  const bool *known = aml_map_find(&run->mentions, bytes);
  if (known == NULL) {
    bool *found = AML_NEW(run->arena, bool);
    run->looked_at += text.len;
    *found = run->looked_at > ALL_MAX || aml_script_mentions(text);
    (void)aml_map_put(&run->mentions, bytes, found);
    known = found;
  }
  return *known;
}

/* Whether a value says that the command is one of those that make compute: one text, or words. */
static bool says_command(aml_py_run *run, const aml_value *value) {
  enum { WORDS_MAX = 64, SHORT = 64 };
  if (value->kind != AML_ARRAY) {
    return mentions(run, value->kind == AML_UNKNOWN ? value->as.unknown->prefix : aml_value_text(value));
  }
  aml_strbuf words; /* that are short: "az", "ml"; a long one may be a command itself */
  aml_strbuf_init(&words, run->syntax, SIZE_MAX);
  bool is_any = false;
  for (size_t i = 0; i < value->as.array.count && i < WORDS_MAX && !is_any; i++) {
    aml_sv word = aml_value_text(value->as.array.items[i]);
    is_any = word.len > SHORT && mentions(run, word);
    aml_strbuf_add(&words, word.len > SHORT ? AML_SV("value") : word);
    aml_strbuf_add_char(&words, ' ');
  }
  return is_any || aml_script_mentions(aml_strbuf_view(&words));
}

static void run_command(aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  static const char *const runners[] = {"system", "popen", "run", "call", "check_call", "check_output",
      "Popen", "getoutput", "getstatusoutput", "create_subprocess_shell", "execute", NULL};
  const aml_py_expr *left = call->left;
  bool is_named = left->form == AML_PY_ATTRIBUTE || left->form == AML_PY_WORD;
  uint32_t i = find_argument(call);
  if (!is_named || !aml_sv_is_one_of(left->name, runners) || i == call->count) {
    return;
  }
  const aml_py_expr *of = call->items[i].value;
  aml_py_command *command = compose(run, of, values[i]);
  bool is_known = command != NULL;
  if (is_known && (command->is_taken || run->take_command(run, command))) {
    command->is_taken = true;
    return;
  }
  aml_sv written = aml_py_written(run, of);
  if (is_known || says_command(run, values[i]->data) || aml_script_mentions(written)) {
    tell(run, aml_py_span_of(run, call), aml_py_written(run, call));
  }
  run->runs_unknown = run->runs_unknown || values[i]->data->kind == AML_UNKNOWN;
}

/* ---- Commands that have names ---- */

static const aml_py_value *with_command(aml_py_run *run, const aml_py_expr *of, const aml_py_value *value) {
  const aml_py_expr *text = text_in(of);
  bool may_be = text->form == AML_PY_TEXT || text->form == AML_PY_SUM || text->form == AML_PY_LIST;
  if (value->what != AML_PY_DATA || !may_be || value->command != NULL) {
    return value;
  }
  aml_py_command *command = compose(run, of, value);
  if (command == NULL) {
    return value;
  }
  AML_VEC_PUSH(run->arena, &run->named, command);
  aml_py_value *with = AML_NEW(run->arena, aml_py_value);
  *with = *value;
  with->command = command;
  return with;
}

const aml_py_command_reader aml_py_reads_commands = {run_command, with_command};

/* "az ml compute create", rather than the first words of a command. */
static bool makes_something(aml_sv text) {
  static const char *const words[] = {" create", " update", " rest ", " put", "-resource"};
  bool is_any = false;
  for (size_t i = 0; i < sizeof words / sizeof words[0] && aml_sv_starts(text, AML_SV("az ")); i++) {
    is_any = is_any || aml_sv_find(text, aml_sv_of(words[i]), 0) != AML_NPOS;
  }
  return is_any;
}

void aml_py_tell_named(aml_py_run *run) {
  for (size_t i = 0; run->runs_unknown && i < run->named.count; i++) {
    const aml_py_command *one = run->named.items[i];
    aml_sv text = aml_sv_trim(one->guest->text);
    if (!one->is_taken && !one->is_part && makes_something(text)) {
      tell(run, one->span, aml_sv_slice(text, 0, aml_sv_find_char(text, '\n', 0)));
    }
  }
}

/* ---- Texts that are scripts ---- */

/* Whether each line begins a command of "az", or goes on with one. */
static bool is_script(aml_sv text) {
  size_t count = 0;
  bool goes_on = false;
  while (text.len > 0) {
    aml_sv line = aml_sv_trim(aml_sv_split(&text, '\n'));
    if (!goes_on && line.len > 0 && !aml_sv_starts(line, AML_SV("az "))) {
      return false;
    }
    count += !goes_on && line.len > 0 ? 1 : 0;
    goes_on = aml_sv_ends(line, AML_SV("\\"));
  }
  return count > 1;
}

void aml_py_add_scripts(aml_py_run *run) {
  const aml_py_tokens *tokens = &run->tokens;
  for (uint32_t i = 1; i < tokens->count; i++) {
    bool is_given = aml_py_is(tokens, i - 1, "return") || aml_py_is(tokens, i - 1, "=");
    if (tokens->items[i].kind != AML_PY_STRING || !is_given) {
      continue;
    }
    const aml_py_statement statement = aml_py_statement_begin(run, i, i + 1);
    const aml_py_expr *text = aml_py_read_from(run, i, i + 1);
    bool is_one = text->form == AML_PY_TEXT && text->count == 1 && text->items[0].value == NULL;
    if (is_one && is_script(text->items[0].name) && aml_script_mentions(text->items[0].name)) {
      composing c = {.run = run};
      add_text(&c, text);
      aml_py_command *command = end(&c, text);
      if (command != NULL) {
        (void)run->take_command(run, command);
      }
    }
    aml_py_statement_end(run, &statement);
  }
}
