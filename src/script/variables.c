#include "script/variables.h"

#include "base/placeholder.h"
#include "base/sort.h"
#include "base/strbuf.h"
#include "expr/value_text.h"
#include "script/assigned.h"
#include "tree/placeholder_values.h"
#include "tree/secret_values.h"

enum { TEXT_MAX = 65536, DEPTH_MAX = 32, PARTS_MAX = 4096 };

struct aml_variables {
  aml_arena *arena;
  const aml_shell *shell;
  aml_environment *environment;
  const void *host;
  aml_assigned_list assigned;
  unsigned depth; /* of variables that hold variables */
};

aml_variables *aml_variables_new(
    aml_arena *arena, const aml_shell *shell, aml_environment *environment, const void *host) {
  aml_variables *variables = AML_NEW(arena, aml_variables);
  *variables = (aml_variables){.arena = arena, .shell = shell, .environment = environment, .host = host};
  aml_assigned_collect(&variables->assigned, arena, shell);
  return variables;
}

const aml_shell *aml_variables_shell(const aml_variables *variables) {
  return variables->shell;
}

aml_arena *aml_variables_arena(const aml_variables *variables) {
  return variables->arena;
}

/* What a text is made of, piece by piece. */
typedef struct text_builder {
  aml_variables *variables;
  aml_strbuf known;  /* all of it, or what stands before the first unknown piece */
  aml_strbuf suffix; /* behind the last unknown piece */
  aml_sv reason;     /* why a piece is unknown; empty where all is known */
  bool is_open;      /* an unknown piece may be several words */
  bool is_filled;    /* an unknown piece is not empty */
  bool is_begun;     /* something is there, if only quotes */
  const aml_origin *origin;
  size_t pieces;
  unsigned secrecy; /* of a piece: AML_VALUE_SECURE */
} text_builder;

static text_builder begin_text(aml_variables *variables) {
  text_builder text = {.variables = variables};
  aml_strbuf_init(&text.known, variables->arena, TEXT_MAX);
  aml_strbuf_init(&text.suffix, variables->arena, TEXT_MAX);
  return text;
}

static void add_known(text_builder *text, aml_sv bytes) {
  aml_strbuf_add(text->reason.len == 0 ? &text->known : &text->suffix, bytes);
  text->is_begun = true;
}

/* `may_split`: at blanks, of which what is filled has none. */
static void add_unknown(text_builder *text, const aml_unknown *unknown, bool may_split) {
  if (text->reason.len == 0) {
    aml_strbuf_add(&text->known, unknown->prefix);
    text->reason = unknown->reason;
  }
  text->suffix.len = 0;
  aml_strbuf_add(&text->suffix, unknown->suffix);
  text->is_open = text->is_open || (may_split && !unknown->is_filled);
  text->is_filled = text->is_filled || unknown->is_filled;
  text->is_begun = true;
}

static void add_value(text_builder *text, const aml_value *value, bool may_split) {
  text->secrecy |= value->flags & (unsigned)AML_VALUE_SECURE;
  if (value->kind == AML_STRING) {
    add_known(text, value->as.string);
  } else {
    add_unknown(text, value->as.unknown, may_split);
  }
}

/* The text so far as a value; the builder is empty afterwards. */
static const aml_value *end_text(text_builder *text, aml_span span) {
  aml_variables *variables = text->variables;
  aml_arena *arena = variables->arena;
  bool is_long = text->known.overflowed || text->suffix.overflowed;
  if (is_long && text->reason.len == 0) {
    text->reason = AML_SV("the value is too long to be followed; shorten it");
  }
  const aml_value *value =
      text->reason.len == 0
          ? aml_value_string(arena, aml_strbuf_view(&text->known), span)
          : aml_value_unknown_text(arena, text->reason, is_long ? (aml_sv){0} : aml_strbuf_view(&text->known),
                is_long ? (aml_sv){0} : aml_strbuf_view(&text->suffix), span);
  value = text->is_filled && text->reason.len > 0 ? aml_value_filled(arena, value) : value;
  unsigned flags = value->flags | text->secrecy;
  if (text->pieces == 1 && text->origin != NULL) {
    value = aml_value_moved(arena, value, span, text->origin, flags);
  } else if (text->pieces > 1 || text->origin != NULL) {
    value = aml_value_moved(arena, value, span, text->origin, flags | (unsigned)AML_VALUE_BLOCK);
  }
  *text = begin_text(variables);
  return value;
}

static const aml_value *unknown_of(aml_variables *variables, aml_sv reason, aml_span span) {
  return aml_value_unknown_text(variables->arena, reason, (aml_sv){0}, (aml_sv){0}, span);
}

static aml_span span_of(const aml_variables *variables, uint32_t begin, uint32_t end) {
  return aml_guest_span(variables->shell->text, begin, end);
}

static aml_span span_of_word(const aml_variables *variables, const aml_word *word) {
  return span_of(variables, word->begin, word->end);
}

/* What an assignment gave the variable, as one text; each is evaluated once. */
static const aml_value *assigned_text(aml_variables *variables, aml_assigned *assigned) {
  if (assigned->text == NULL) {
    aml_sv reason = assigned->reason;
    if (reason.len == 0 && variables->depth >= DEPTH_MAX) {
      reason = AML_SV("its value comes through too many variables to be followed");
    }
    assigned->text = reason.len > 0 ? unknown_of(variables, reason, span_of_word(variables, assigned->value))
                                    : aml_variables_text(variables, assigned->command, assigned->value);
  }
  return assigned->text;
}

static bool is_same_text(const aml_value *a, const aml_value *b) {
  return a->kind == AML_STRING && b->kind == AML_STRING && aml_sv_eq(a->as.string, b->as.string);
}

/* A value of the host as the text that a script gets; what the host fills in first is unknown. */
static const aml_value *as_text(aml_arena *arena, const aml_value *value) {
  bool is_runtime = value->kind == AML_STRING && aml_sv_starts(value->as.string, AML_SV("$["));
  if (is_runtime || (value->kind == AML_STRING && aml_is_placeholder(value->as.string))) {
    return aml_placeholder_value(arena, value->as.string, value->span);
  }
  if (value->kind == AML_STRING || value->kind == AML_UNKNOWN) {
    return value;
  }
  const aml_value *text = aml_value_string(arena, aml_value_json(arena, value, false), value->span);
  return aml_value_moved(arena, text, value->span, value->origin, AML_VALUE_BLOCK);
}

/* What the environment holds, from the host or from outside. */
static const aml_value *environment_text(
    aml_variables *variables, aml_sv name, bool is_outer, aml_span span) {
  const aml_asked asked = {name, is_outer, span};
  const aml_value *value =
      variables->environment == NULL ? NULL : variables->environment(variables->host, &asked);
  if (value != NULL) {
    value = aml_value_hide_named(variables->arena, name, as_text(variables->arena, value));
    aml_span from = value->span;
    bool is_here = is_outer && from.source == span.source && from.begin >= span.begin && from.end <= span.end;
    const aml_origin *origin =
        is_here ? value->origin
                : aml_origin_new(variables->arena, AML_STEP_VARIABLE, name, from, value->origin);
    return aml_value_moved(variables->arena, value, span, origin, value->flags);
  }
  aml_sv reason = aml_sv_format(variables->arena,
      "variable '%.*s' is not set in this file; set it there to have this checked", AML_SV_ARG(name));
  return unknown_of(variables, reason, span);
}

static const aml_value *variable_text(aml_variables *variables, uint32_t command, aml_sv name, aml_span span);

const aml_value *aml_variables_at_end(aml_variables *variables, aml_sv name) {
  aml_assigned *assigned = NULL;
  aml_sv doubt = {0};
  uint32_t end = variables->shell->count;
  if (aml_assigned_before(&variables->assigned, end, name, &assigned, &doubt) != AML_ASSIGNED_NOT) {
    return variable_text(variables, end, name, AML_NO_SPAN);
  }
  const aml_asked asked = {name, false, AML_NO_SPAN};
  return variables->environment == NULL ? NULL : variables->environment(variables->host, &asked);
}

/* Of an assignment that may not have run: known where it makes no difference. */
static const aml_value *either_text(
    aml_variables *variables, aml_assigned *assigned, aml_sv name, aml_span span) {
  const aml_value *now = assigned_text(variables, assigned);
  const aml_value *before = variable_text(variables, assigned->command, name, span);
  if (is_same_text(now, before)) {
    return now;
  }
  aml_sv reason = aml_sv_format(variables->arena,
      "variable '%.*s' is set in a branch that may not run; set it in one place", AML_SV_ARG(name));
  return unknown_of(variables, reason, span);
}

static const aml_value *appended_text(
    aml_variables *variables, aml_assigned *assigned, aml_sv name, aml_span span) {
  text_builder text = begin_text(variables);
  add_value(&text, variable_text(variables, assigned->command, name, span), true);
  add_value(&text, assigned_text(variables, assigned), true);
  return end_text(&text, span);
}

/* What a variable holds where a command reads it at `span`. */
static const aml_value *variable_text(
    aml_variables *variables, uint32_t command, aml_sv name, aml_span span) {
  aml_assigned *assigned = NULL;
  aml_sv doubt = {0};
  const aml_value *value = NULL;
  if (variables->depth >= DEPTH_MAX) {
    return unknown_of(variables, AML_SV("its value comes through too many variables to be followed"), span);
  }
  variables->depth++;
  switch (aml_assigned_before(&variables->assigned, command, name, &assigned, &doubt)) {
  case AML_ASSIGNED_NOT:
    value = environment_text(variables, name, false, span);
    break;
  case AML_ASSIGNED_UNCLEAR:
    value = unknown_of(variables, doubt, span);
    break;
  case AML_ASSIGNED_PERHAPS:
    value = either_text(variables, assigned, name, span);
    break;
  case AML_ASSIGNED_SURELY:
    value = assigned->appends ? appended_text(variables, assigned, name, span)
                              : assigned_text(variables, assigned);
    break;
  }
  variables->depth--;
  if (assigned == NULL) {
    return value;
  }
  value = aml_value_hide_named(variables->arena, name, value);
  const aml_origin *origin = aml_origin_new(
      variables->arena, AML_STEP_VARIABLE, name, span_of_word(variables, assigned->value), value->origin);
  return aml_value_moved(variables->arena, value, span, origin, value->flags);
}

/* ${name:-word}: where the variable is known, as the shell has it; else unknown, and its default is said. */
static const aml_value *piece_text(aml_variables *variables, uint32_t command, const aml_piece *piece) {
  aml_span span = span_of(variables, piece->begin, piece->end);
  aml_environment *environment = variables->environment;
  variables->environment = piece->is_inner ? NULL : environment;
  const aml_value *value = piece->is_outer ? environment_text(variables, piece->text, true, span)
                                           : variable_text(variables, command, piece->text, span);
  variables->environment = environment;
  if (piece->otherwise == NULL || (value->kind == AML_STRING && value->as.string.len > 0)) {
    return value;
  }
  const aml_value *otherwise = aml_variables_text(variables, command, piece->otherwise);
  if (value->kind == AML_STRING || otherwise->kind != AML_STRING) {
    return value->kind == AML_STRING ? otherwise : value;
  }
  bool is_secret =
      aml_value_has(aml_value_hide_named(variables->arena, piece->text, otherwise), AML_VALUE_SECURE);
  aml_sv shown = is_secret ? AML_SV(AML_SECRET_MASK) : otherwise->as.string;
  aml_sv reason = aml_sv_format(variables->arena,
      "variable '%.*s' is not set in this file, and '%.*s' is only its default; set it to have this checked",
      AML_SV_ARG(piece->text), AML_SV_ARG(shown));
  return unknown_of(variables, reason, span);
}

static const aml_value *unknown_piece(aml_variables *variables, const aml_piece *piece) {
  enum { SHOWN = 40 };
  aml_sv shown = aml_sv_shorten(variables->arena, piece->text, SHOWN);
  for (size_t i = 0; i < shown.len; i++) {
    if (shown.data[i] == '\n' || shown.data[i] == '\r') {
      shown.len = i;
    }
  }
  aml_sv reason = aml_sv_format(variables->arena,
      "'%.*s' is known only when the script runs; write the value itself to have it checked",
      AML_SV_ARG(shown));
  return unknown_of(variables, reason, span_of(variables, piece->begin, piece->end));
}

/* What a piece that is no text stands for. */
static const aml_value *expanded_piece(aml_variables *variables, uint32_t command, const aml_piece *piece) {
  return piece->kind == AML_PIECE_VARIABLE ? piece_text(variables, command, piece)
                                           : unknown_piece(variables, piece);
}

const aml_value *aml_variables_text(aml_variables *variables, uint32_t command, const aml_word *word) {
  text_builder text = begin_text(variables);
  for (uint32_t i = 0; i < word->count; i++) {
    const aml_piece *piece = &word->pieces[i];
    text.pieces++;
    if (piece->kind == AML_PIECE_TEXT) {
      add_known(&text, piece->text);
      continue;
    }
    const aml_value *value = expanded_piece(variables, command, piece);
    text.origin = text.origin == NULL ? value->origin : text.origin;
    add_value(&text, value, true);
  }
  if (word->item_count > 0) { /* an array that is asked for as a text, $x, gives its first item */
    add_value(&text, aml_variables_text(variables, command, &word->items[0]), true);
  }
  return end_text(&text, span_of_word(variables, word));
}

typedef struct expansion { /* of a word without quotes around it */
  aml_variables *variables;
  text_builder text;
  aml_span span;
  size_t made;
  aml_shell_arguments *out;
} expansion;

static void end_argument(expansion *e) {
  if (!e->text.is_begun) {
    return;
  }
  bool is_open = e->text.is_open;
  const aml_value *value = end_text(&e->text, e->span);
  const aml_shell_argument argument = {value, is_open && value->kind != AML_STRING, NULL};
  AML_VEC_PUSH(e->variables->arena, &e->out->list, argument);
  e->made++;
}

/* Adds a text that the shell splits at blanks. */
static void add_split(expansion *e, const aml_value *value) {
  aml_sv bytes = value->as.string;
  size_t begin = 0;
  for (size_t i = 0; i <= bytes.len; i++) {
    if (i < bytes.len && !aml_ascii_space(bytes.data[i])) {
      continue;
    }
    if (i > begin) {
      add_known(&e->text, aml_sv_slice(bytes, begin, i));
      e->text.origin = value->origin;
      e->text.secrecy |= value->flags & (unsigned)AML_VALUE_SECURE;
      e->text.pieces++;
    }
    if (i < bytes.len) {
      end_argument(e);
    }
    begin = i + 1;
  }
}

static void add_argument(
    aml_variables *variables, const aml_value *value, bool is_open, aml_shell_arguments *out) {
  const aml_shell_argument argument = {.value = value, .is_open = is_open && value->kind != AML_STRING};
  AML_VEC_PUSH(variables->arena, &out->list, argument);
}

/* "${name[@]}": the items of a list where they are known. */
static void expand_list(
    aml_variables *variables, uint32_t command, const aml_piece *piece, aml_shell_arguments *out) {
  aml_assigned *assigned = NULL;
  aml_sv doubt = {0};
  aml_assigned_answer answer =
      aml_assigned_before(&variables->assigned, command, piece->text, &assigned, &doubt);
  if (answer != AML_ASSIGNED_SURELY || assigned->reason.len > 0 || variables->depth >= DEPTH_MAX) {
    add_argument(variables, unknown_piece(variables, piece), true, out);
    return;
  }
  variables->depth++;
  if (assigned->appends) {
    expand_list(variables, assigned->command, piece, out);
  }
  for (uint32_t i = 0; i < assigned->value->item_count; i++) {
    aml_variables_expand(variables, assigned->command, &assigned->value->items[i], out);
  }
  if (!assigned->value->is_array) {
    add_argument(variables, assigned_text(variables, assigned), true, out);
  }
  variables->depth--;
}

void aml_variables_expand(
    aml_variables *variables, uint32_t command, const aml_word *word, aml_shell_arguments *out) {
  if (word->count == 1 && word->pieces[0].is_list) {
    expand_list(variables, command, &word->pieces[0], out);
    return;
  }
  expansion e = {variables, begin_text(variables), span_of_word(variables, word), 0, out};
  e.text.is_begun = word->count == 0;
  for (uint32_t i = 0; i < word->count; i++) {
    const aml_piece *piece = &word->pieces[i];
    if (piece->kind == AML_PIECE_TEXT) {
      add_known(&e.text, piece->text);
      e.text.pieces++;
      continue;
    }
    const aml_value *value = expanded_piece(variables, command, piece);
    if (value->kind == AML_STRING && !piece->is_quoted) {
      add_split(&e, value);
    } else {
      add_value(&e.text, value, !piece->is_quoted);
      e.text.origin = e.text.origin == NULL ? value->origin : e.text.origin;
      e.text.pieces++;
    }
  }
  size_t before = out->list.count;
  end_argument(&e);
  if (e.made == 1 && out->list.count == before + 1) {
    out->list.items[before].word = word;
  }
}

const aml_value *aml_shell_value_after(aml_arena *arena, const aml_value *value, size_t bytes) {
  aml_sv text = value->kind == AML_STRING ? value->as.string : value->as.unknown->prefix;
  aml_sv left = aml_sv_slice(text, bytes, text.len);
  const aml_value *rest = value->kind == AML_STRING ? aml_value_string(arena, left, value->span)
                                                    : aml_value_unknown_text(arena, value->as.unknown->reason,
                                                          left, value->as.unknown->suffix, value->span);
  return aml_value_moved(arena, rest, value->span, value->origin,
      rest->flags | (value->flags & (unsigned)AML_VALUE_SECURE) | (unsigned)AML_VALUE_BLOCK);
}

aml_shell_argument aml_shell_argument_after(
    aml_variables *variables, uint32_t command, const aml_shell_argument *argument, size_t bytes) {
  aml_shell_argument rest = *argument;
  const aml_word *word = argument->word;
  if (word != NULL && word->count > 0 && word->pieces[0].kind == AML_PIECE_TEXT &&
      word->pieces[0].text.len >= bytes) {
    aml_word *tail = AML_NEW(variables->arena, aml_word);
    *tail = aml_word_after(variables->arena, word, bytes);
    rest.word = tail;
    rest.value = aml_variables_text(variables, command, tail);
    return rest;
  }
  rest.value = aml_shell_value_after(variables->arena, argument->value, bytes);
  rest.word = NULL;
  return rest;
}

/* The only assignment that a variable certainly has its value from, where it is a plain one. */
static const aml_assigned *plain_assignment(
    aml_variables *variables, uint32_t command, const aml_piece *piece) {
  aml_assigned *assigned = NULL;
  aml_sv doubt = {0};
  bool is_plain = piece->kind == AML_PIECE_VARIABLE && !piece->is_list && !piece->is_outer &&
                  aml_assigned_before(&variables->assigned, command, piece->text, &assigned, &doubt) ==
                      AML_ASSIGNED_SURELY &&
                  assigned->reason.len == 0 && !assigned->appends && !assigned->value->is_array;
  return is_plain ? assigned : NULL;
}

const aml_word *aml_variables_follow(aml_variables *variables, uint32_t *command, const aml_word *word) {
  for (unsigned depth = 0; word->count == 1 && depth < DEPTH_MAX; depth++) {
    const aml_assigned *assigned = plain_assignment(variables, *command, &word->pieces[0]);
    if (assigned == NULL) {
      break;
    }
    *command = assigned->command;
    word = assigned->value;
  }
  return word;
}

static void add_parts(aml_variables *variables, uint32_t command, const aml_word *word, aml_word_parts *out);

/* Of a variable that is known in part, the parts of what was assigned, all of them written by its name. */
static void add_inner_parts(aml_variables *variables, uint32_t command, const aml_piece *piece,
    const aml_value *value, aml_word_parts *out) {
  const aml_assigned *assigned = plain_assignment(variables, command, piece);
  size_t first = out->list.count;
  bool is_short = first < PARTS_MAX && variables->depth < DEPTH_MAX;
  if (value->kind == AML_UNKNOWN && assigned != NULL && is_short) {
    variables->depth++;
    add_parts(variables, assigned->command, assigned->value, out);
    variables->depth--;
  } else {
    const aml_word_part part = {.value = value};
    AML_VEC_PUSH(variables->arena, &out->list, part);
  }
  for (size_t i = first; i < out->list.count; i++) {
    out->list.items[i].written = (aml_guest_range){piece->begin, piece->end};
  }
}

/* Recursion is bounded by DEPTH_MAX, and its work by PARTS_MAX: each call adds a part at least. */
static void add_parts(aml_variables *variables, uint32_t command, const aml_word *word, aml_word_parts *out) {
  for (uint32_t i = 0; i < word->count; i++) {
    const aml_piece *piece = &word->pieces[i];
    if (piece->kind != AML_PIECE_TEXT) {
      add_inner_parts(variables, command, piece, expanded_piece(variables, command, piece), out);
      continue;
    }
    aml_span span = span_of(variables, piece->begin, piece->end);
    const aml_word_part part = {
        aml_value_string(variables->arena, piece->text, span), {piece->begin, piece->end}};
    AML_VEC_PUSH(variables->arena, &out->list, part);
  }
}

void aml_variables_parts(
    aml_variables *variables, uint32_t command, const aml_word *word, aml_word_parts *out) {
  add_parts(variables, command, word, out);
}
