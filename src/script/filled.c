#include "script/filled.h"

#include "base/number.h"
#include "base/strbuf.h"
#include "script/pieces.h"

/* A placeholder of the usual style, so that JSON's reader takes it for a value. */
#define MARK_BEGIN "${amlint-"
#define MARK_END   "}"

static aml_sv add_mark(aml_filling *filling, const aml_value *unknown) {
  AML_VEC_PUSH(filling->arena, &filling->unknown, unknown);
  return aml_sv_format(filling->arena, MARK_BEGIN "%zu" MARK_END, filling->unknown.count - 1);
}

/* The first mark at or behind `from`: [*begin, *end), and what it stands for. NULL for none. */
static const aml_value *find_mark(
    const aml_filling *filling, aml_sv text, size_t from, size_t *begin, size_t *end) {
  const aml_sv opening = AML_SV(MARK_BEGIN);
  for (*begin = aml_sv_find(text, opening, from); *begin != AML_NPOS;
       *begin = aml_sv_find(text, opening, *begin + 1)) {
    size_t digits = *begin + opening.len;
    *end = aml_sv_find_char(text, '}', digits);
    int64_t number;
    bool is_mark = *end != AML_NPOS && aml_int_parse(aml_sv_slice(text, digits, *end), &number) &&
                   number >= 0 && (size_t)number < filling->unknown.count;
    if (is_mark) {
      ++*end;
      return filling->unknown.items[number];
    }
  }
  return NULL;
}

aml_sv aml_filled_text(aml_filling *filling, const aml_value *value) {
  if (value->kind == AML_STRING) {
    return value->as.string;
  }
  const aml_unknown *unknown = value->as.unknown;
  return aml_sv_format(filling->arena, "%.*s%.*s%.*s", AML_SV_ARG(unknown->prefix),
      AML_SV_ARG(add_mark(filling, value)), AML_SV_ARG(unknown->suffix));
}

bool aml_filled_is_known(aml_sv text) {
  return aml_sv_find(text, AML_SV(MARK_BEGIN), 0) == AML_NPOS;
}

/* PowerShell hands quotes on with a backslash before each, which is no part of the text then. */
static bool has_escaped_quotes(const aml_word_parts *parts) {
  aml_sv first =
      parts->list.count > 0 ? aml_sv_trim(aml_value_text(parts->list.items[0].value)) : (aml_sv){0};
  return aml_sv_starts(first, AML_SV("{")) &&
         aml_sv_starts(aml_sv_trim(aml_sv_slice(first, 1, first.len)), AML_SV("\\\""));
}

typedef struct composing {
  aml_filling *filling;
  const aml_guest *host;
  bool drops_escapes;
  AML_VEC(aml_guest_part) parts;
} composing;

static void compose(composing *c, aml_sv text, aml_guest_range written) {
  const aml_guest_part part = {text, written};
  AML_VEC_PUSH(c->filling->arena, &c->parts, part);
}

/* A text without the backslashes before its quotes. */
static void compose_unescaped(composing *c, aml_sv text, aml_guest_range written) {
  bool is_itself = aml_sv_eq(text, aml_sv_slice(c->host->text, written.begin, written.end));
  for (size_t at = 0; at < text.len;) {
    size_t escape = aml_sv_find(text, AML_SV("\\\""), at);
    size_t end = escape == AML_NPOS ? text.len : escape;
    const aml_guest_range here = {written.begin + at, written.begin + end};
    compose(c, aml_sv_slice(text, at, end), is_itself ? here : written);
    at = end + (escape == AML_NPOS ? 0 : 1);
    if (escape != AML_NPOS) {
      const aml_guest_range quote = {written.begin + at, written.begin + at + 1};
      compose(c, aml_sv_slice(text, at, at + 1), is_itself ? quote : written);
      at++;
    }
  }
}

static const aml_guest *compose_all(
    aml_filling *filling, const aml_guest *host, const aml_word_parts *parts) {
  composing c = {.filling = filling, .host = host, .drops_escapes = has_escaped_quotes(parts)};
  for (size_t i = 0; i < parts->list.count; i++) {
    const aml_word_part *part = &parts->list.items[i];
    aml_sv text = aml_filled_text(filling, part->value);
    if (c.drops_escapes) {
      compose_unescaped(&c, text, part->written);
    } else {
      compose(&c, text, part->written);
    }
  }
  return aml_guest_compose(filling->arena, host, c.parts.items, c.parts.count);
}

/* "$(cat <<EOF ... EOF)": the here-document that a substitution prints; NULL for others. */
static const aml_guest *printed_heredoc(const aml_shell *shell, const aml_word *word, uint32_t *command) {
  if (word->count != 1 || word->pieces[0].kind != AML_PIECE_UNKNOWN) {
    return NULL;
  }
  const aml_guest *body = NULL;
  size_t inside = 0;
  for (uint32_t i = *command; i > 0 && inside < 2; i--) { /* they stand right before */
    const aml_command *inner = &shell->commands[i - 1];
    aml_sv name;
    if (inner->begin < word->pieces[0].begin) {
      break;
    }
    inside++;
    bool prints = inner->word_count == 1 && aml_word_literal(&inner->words[0], &name) &&
                  aml_sv_eq(name, AML_SV("cat")) && inner->redirection_count == 1;
    body = prints ? inner->redirections[0]->body : NULL;
    *command = i - 1;
  }
  return inside == 1 ? body : NULL;
}

const aml_guest *aml_filled_word(aml_filling *filling, uint32_t command, const aml_word *word) {
  const aml_shell *shell = aml_variables_shell(filling->variables);
  word = aml_variables_follow(filling->variables, &command, word);
  const aml_guest *body = printed_heredoc(shell, word, &command);
  if (body != NULL) {
    return aml_filled_heredoc(filling, command, body);
  }
  aml_word_parts parts = {0};
  aml_variables_parts(filling->variables, command, word, &parts);
  return compose_all(filling, shell->text, &parts);
}

const aml_guest *aml_filled_heredoc(aml_filling *filling, uint32_t command, const aml_guest *body) {
  const aml_word word = aml_word_of_heredoc(filling->arena, body);
  aml_word_parts parts = {0};
  aml_variables_parts(filling->variables, command, &word, &parts);
  return compose_all(filling, body, &parts);
}

const aml_value *aml_filled_value(const aml_filling *filling, aml_sv text, aml_span span) {
  size_t begin, end;
  const aml_value *first = find_mark(filling, text, 0, &begin, &end);
  if (first == NULL) {
    return aml_value_string(filling->arena, text, span);
  }
  aml_sv prefix = aml_sv_slice(text, 0, begin);
  size_t last = end;
  while (find_mark(filling, text, last, &begin, &end) != NULL) {
    last = end;
  }
  return aml_value_unknown_text(
      filling->arena, first->as.unknown->reason, prefix, aml_sv_slice(text, last, text.len), span);
}

static const aml_value *fill_array(const aml_filling *filling, const aml_value *array) {
  size_t count = array->as.array.count;
  const aml_value **items = AML_NEW_ARRAY(filling->arena, const aml_value *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = aml_filled_tree(filling, array->as.array.items[i]);
  }
  const aml_value *made = aml_value_array(filling->arena, items, count, array->span);
  return aml_value_moved(filling->arena, made, array->span, array->origin, array->flags);
}

/* A member whose name is not known may be any. */
static const aml_value *fill_object(const aml_filling *filling, const aml_value *object) {
  aml_object_builder made;
  aml_object_begin(&made, filling->arena);
  unsigned flags = object->flags;
  for (size_t i = 0; i < object->as.object.count; i++) {
    const aml_member *member = &object->as.object.members[i];
    if (!aml_filled_is_known(member->name)) {
      flags |= (unsigned)AML_VALUE_OPEN;
    } else {
      aml_object_add(&made, member->name, member->name_span, aml_filled_tree(filling, member->value));
    }
  }
  return aml_object_end(&made, object->span, flags);
}

/* As deep as readers go. */
const aml_value *aml_filled_tree(const aml_filling *filling, const aml_value *read) {
  if (read->kind == AML_STRING && !aml_filled_is_known(read->as.string)) {
    return aml_filled_value(filling, read->as.string, read->span);
  }
  if (read->kind == AML_UNKNOWN) { /* a mark in place of a value */
    size_t begin, end;
    const aml_value *unknown = find_mark(filling, read->as.unknown->reason, 0, &begin, &end);
    return unknown == NULL
               ? read
               : aml_value_unknown(filling->arena, unknown->as.unknown->reason, AML_KINDS_ANY, read->span);
  }
  if (read->kind == AML_ARRAY) {
    return fill_array(filling, read);
  }
  return read->kind == AML_OBJECT ? fill_object(filling, read) : read;
}
