#include "python/program_commands.h"

#include "base/strbuf.h"
#include "python/assignments.h"
#include "python/evaluating.h"
#include "python/room.h"
#include "script/mention.h"

typedef struct composing {
  aml_py_run *run;
  AML_VEC(aml_guest_part) parts;
  bool is_list;     /* words stand in single quotes */
  bool is_too_much; /* see aml_py_may_copy */
} composing;

bool aml_py_runs_commands(aml_sv name) {
  static const char *const names[] = {"system", "popen", "run", "call", "check_call", "check_output", "Popen",
      "getoutput", "getstatusoutput", "create_subprocess_shell"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (aml_sv_eq(name, aml_sv_of(names[i]))) {
      return true;
    }
  }
  return false;
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
  c->is_too_much = c->is_too_much || (is_longer && !aml_py_may_copy(c->run, text.len));
  if (text.len > 0) {
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
  for (uint32_t i = 0; i < of->count; i++) {
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
  bool is_text = value != NULL && value->data->kind == AML_STRING && c->parts.count == 0 && origin != NULL &&
                 aml_guest_find(c->run->text, origin->span, &range);
  if (!is_text || !begins_string(c->run->tokens.text, range.begin)) {
    add_value(c, of, value);
    return;
  }
  c->is_too_much = c->is_too_much || !aml_py_may_copy(c->run, value->data->as.string.len);
  (void)add_written(c, value->data->as.string, inside(c, range.begin), range.end);
}

static void add_expression(composing *c, const aml_py_expr *of, const aml_py_value *value) {
  if (of->form == AML_PY_TEXT) {
    add_text(c, of);
  } else if (of->form == AML_PY_SUM) {
    for (uint32_t i = 0; i < of->count; i++) {
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
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    if (!aml_ascii_alnum(c) && aml_sv_find_char(AML_SV("-_./:=@,"), c, 0) == AML_NPOS) {
      return false;
    }
  }
  return text.len > 0;
}

static void add_list(composing *c, const aml_py_expr *of) {
  c->is_list = true;
  for (uint32_t i = 0; i < of->count; i++) {
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

/* "az ...".split(), shlex.split("az ..."), "az ...".format(x): the text; itself else. */
static const aml_py_expr *text_in(const aml_py_expr *of) {
  bool is_method = of->form == AML_PY_CALL && of->left->form == AML_PY_ATTRIBUTE;
  if (!is_method) {
    return of;
  }
  bool is_split = aml_sv_eq(of->left->name, AML_SV("split"));
  bool is_format = aml_sv_eq(of->left->name, AML_SV("format"));
  const aml_py_expr *holder = of->left->left;
  return holder->form == AML_PY_TEXT && ((is_split && of->count == 0) || is_format) ? holder
         : is_split && of->count > 0 && of->items[0].value->form == AML_PY_TEXT     ? of->items[0].value
                                                                                    : of;
}

static const aml_guest *end(composing *c) {
  return c->parts.count == 0 || c->is_too_much
             ? NULL
             : aml_guest_compose(c->run->arena, c->run->text, c->parts.items, c->parts.count);
}

const aml_guest *aml_py_command_of(
    aml_py_run *run, const aml_py_expr *call, const aml_py_value *const *values) {
  const aml_py_expr *left = call->left;
  bool is_named = left->form == AML_PY_ATTRIBUTE || left->form == AML_PY_WORD;
  uint32_t i = find_argument(call);
  if (!is_named || !aml_py_runs_commands(left->name) || i == call->count) {
    return NULL;
  }
  composing c = {.run = run};
  const aml_py_expr *of = text_in(call->items[i].value);
  if (of->form == AML_PY_LIST) {
    add_list(&c, of);
  } else if (of->form == AML_PY_SUM && of->items[0].value->form == AML_PY_LIST) {
    add_lists(&c, of);
  } else if (of == call->items[i].value || of->form == AML_PY_TEXT) {
    add_expression(&c, of, of == call->items[i].value ? values[i] : NULL);
  }
  const aml_guest *guest = end(&c);
  return guest != NULL && aml_script_mentions(guest->text) ? guest : NULL;
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
      const aml_guest *guest = end(&c);
      if (guest != NULL) {
        AML_VEC_PUSH(run->arena, &run->commands, guest);
      }
    }
    aml_py_statement_end(run, &statement);
  }
}
