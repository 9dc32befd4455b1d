#include "python/composed_commands.h"

#include "base/strbuf.h"
#include "python/assignments.h"
#include "script/mention.h"

typedef struct composing {
  aml_py_run *run;
  AML_VEC(aml_guest_part) parts;
  AML_VEC(aml_guest_range) literals; /* of texts that names were given, in the program */
  bool is_list;                      /* words stand in single quotes, */
  bool is_joined;                    /* but not where they are joined to a text */
  bool is_too_much;                  /* see take_room */
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

/* Whether a value was handed on a few times only: each name that it is given next asks again. */
static bool is_near(const aml_value *data) {
  enum { STEPS_MAX = 64 };
  const aml_origin *at = data->origin;
  for (size_t i = 0; i < STEPS_MAX && at != NULL; i++) {
    at = at->from;
  }
  return at == NULL;
}

/* The text that a name was given is read where the name stands. */
static void note_literal(composing *c, const aml_value *data) {
  aml_span span;
  aml_guest_range range;
  bool is_text = data->kind == AML_STRING && is_near(data);
  if (c->run->is_read && is_text && aml_value_written_at(data, &span) &&
      aml_guest_find(c->run->text, span, &range)) {
    AML_VEC_PUSH(c->run->arena, &c->literals, range);
  }
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
    note_literal(c, data);
    return;
  }
  aml_sv name = of->form == AML_PY_WORD ? of->name : AML_SV("value");
  aml_sv written = aml_sv_format(c->run->arena, c->is_list ? "'\"${%.*s}\"'" : "${%.*s}", AML_SV_ARG(name));
  add(c, written, of->begin, of->end);
}

const aml_py_value *aml_py_value_again(aml_py_run *run, const aml_py_expr *of) {
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

/* A command that a name was given, in the midst of another text: all of it stands for the name. */
static void add_inner(composing *c, const aml_py_expr *of, aml_py_command *command) {
  command->is_part = true;
  add(c, command->guest->text, of->begin, of->end);
}

static void add_text(composing *c, const aml_py_expr *of) {
  size_t at = inside(c, of->begin);
  for (uint32_t i = 0; i < of->count && !c->is_too_much; i++) {
    const aml_py_part *part = &of->items[i];
    const aml_py_expr *next = i + 1 < of->count ? of->items[i + 1].value : NULL;
    if (part->value == NULL) {
      at = add_written(c, part->name, at, next != NULL ? next->begin - 1 : of->end);
      continue;
    }
    const aml_py_value *value = part->is_changed ? NULL : aml_py_value_again(c->run, part->value);
    if (value != NULL && value->command != NULL && !c->is_list) {
      add_inner(c, part->value, value->command);
    } else {
      add_value(c, part->value, value);
    }
    at = part->value->end + 1;
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
      add_expression(c, of->items[i].value, aml_py_value_again(c->run, of->items[i].value));
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
  c->is_list = !c->is_joined;
  for (uint32_t i = 0; i < of->count && !c->is_too_much; i++) {
    const aml_py_expr *word = of->items[i].value;
    if (of->items[i].stars > 0) { /* any number of words */
      add(c, AML_SV(" ${value}"), word->begin, word->end);
      continue;
    }
    const aml_py_value *value = aml_py_value_again(c->run, word);
    bool is_bare = c->is_joined || is_plain(word, value);
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

/* ---- Commands ---- */

const aml_py_expr *aml_py_text_in(const aml_py_expr *of) {
  static const char *const methods[] = {"split", "strip", "lstrip", "rstrip", "encode", NULL};
  static const char *const functions[] = {"split", "dedent", NULL};
  bool is_named =
      of->form == AML_PY_CALL && (of->left->form == AML_PY_ATTRIBUTE || of->left->form == AML_PY_WORD);
  if (!is_named) {
    return of;
  }
  const aml_py_expr *holder = of->left->form == AML_PY_ATTRIBUTE ? of->left->left : of->left;
  const aml_py_expr *first = of->count == 1 && of->items[0].stars == 0 ? of->items[0].value : NULL;
  bool is_text = of->left->form == AML_PY_ATTRIBUTE && holder->form == AML_PY_TEXT;
  bool is_method = of->left->form == AML_PY_ATTRIBUTE && (is_text || holder->form == AML_PY_WORD);
  bool is_given = first != NULL && (first->form == AML_PY_TEXT || first->form == AML_PY_WORD);
  bool is_list = first != NULL && first->form == AML_PY_LIST;
  bool is_blank = is_text && holder->count == 1 && aml_sv_eq(holder->items[0].name, AML_SV(" "));
  aml_sv name = of->left->name;
  return is_method && of->count == 0 && aml_sv_is_one_of(name, methods) ? holder
         : is_text && aml_sv_eq(name, AML_SV("format"))                 ? holder
         : is_blank && is_list && aml_sv_eq(name, AML_SV("join"))       ? first
         : !is_text && is_given && aml_sv_is_one_of(name, functions)    ? first
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
  *command = (aml_py_command){.guest = guest,
      .parts = c->parts.items,
      .count = c->parts.count,
      .literals = c->literals.items,
      .literal_count = c->literals.count,
      .span = aml_py_span_of(c->run, of)};
  return command;
}

aml_py_command *aml_py_compose(aml_py_run *run, const aml_py_expr *written, const aml_py_value *value) {
  const aml_py_expr *of = aml_py_text_in(written);
  composing c = {.run = run, .is_joined = of != written && of->form == AML_PY_LIST};
  value = of == written ? value : of->form == AML_PY_WORD ? aml_py_value_again(run, of) : NULL;
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

aml_py_command *aml_py_compose_text(aml_py_run *run, const aml_py_expr *text) {
  composing c = {.run = run};
  add_text(&c, text);
  return end(&c, text);
}
