/* Texts with placeholders: "Cluster '{name}' keeps '{scaleSettings.minNodeCount}' nodes." */
#include "base/limits.h"
#include "base/secret.h"
#include "base/shorten.h"
#include "base/strbuf.h"
#include "expr/value_text.h"
#include "rule/rule_body.h"

enum { SHOWN_MAX = 120, TEXT_MAX = 4096 };

static size_t find_name(aml_names names, aml_sv name) {
  for (size_t i = 0; i < names.count; i++) {
    if (aml_sv_ieq(names.items[i], name)) {
      return i;
    }
  }
  return AML_NPOS;
}

/* "series.retires": the first name, and the path of the rest. */
static aml_sv split_head(aml_sv text, aml_sv *rest) {
  size_t end = 0;
  while (end < text.len && text.data[end] != '.' && text.data[end] != '[') {
    end++;
  }
  *rest = aml_sv_slice(text, end < text.len && text.data[end] == '.' ? end + 1 : end, text.len);
  return aml_sv_slice(text, 0, end);
}

/* Takes "node|nodes" off "{n:node|nodes}". */
static aml_sv split_noun(aml_sv name, aml_part *part) {
  size_t colon = aml_sv_find_char(name, ':', 0);
  size_t bar = colon == AML_NPOS ? AML_NPOS : aml_sv_find_char(name, '|', colon);
  if (bar == AML_NPOS) {
    return name;
  }
  part->one = aml_sv_slice(name, colon + 1, bar);
  part->many = aml_sv_slice(name, bar + 1, name.len);
  return aml_sv_slice(name, 0, colon);
}

static void compile_placeholder(aml_compiler *compiler, const aml_value *at, aml_sv name, aml_part *part) {
  aml_sv rest;
  name = split_noun(name, part);
  aml_sv head = split_head(name, &rest);
  const char *error = NULL;
  size_t let = find_name(compiler->lets, head);
  part->text = name;
  if (let != AML_NPOS) {
    part->kind = AML_PART_LET;
    part->let = let;
  } else if (find_name(compiler->parameters, head) != AML_NPOS) {
    part->kind = AML_PART_PARAMETER;
    part->text = head;
  } else if (aml_sv_eq(head, AML_SV("current"))) {
    part->kind = AML_PART_ITEM;
  } else {
    part->kind = AML_PART_FIELD;
    part->field = aml_field_of(compiler->arena, compiler->dialect, compiler->aliases, name);
    aml_field_look(compiler, &part->field);
    if (part->field.kind == AML_FIELD_UNRESOLVED) {
      error = "is not a property";
    }
  }
  if (part->kind != AML_PART_FIELD) {
    (void)aml_path_parse(compiler->arena, rest, &part->path, &error);
  }
  if (error != NULL) {
    aml_compile_error(
        compiler, at->span, (aml_sv){0}, "The placeholder '{%.*s}' %s.", AML_SV_ARG(name), error);
  }
}

aml_text aml_text_compile(aml_compiler *compiler, const aml_value *text) {
  AML_VEC(aml_part) parts = {0};
  if (text->kind != AML_STRING) {
    aml_compile_error(
        compiler, text->span, (aml_sv){0}, "Expected a string, not %s.", aml_kind_name(text->kind));
    return (aml_text){0};
  }
  aml_sv all = aml_sv_trim(text->as.string);
  size_t from = 0;
  for (size_t at = 0; at < all.len; at++) {
    char c = all.data[at];
    if (c != '{' && c != '}') {
      continue;
    }
    bool is_doubled = at + 1 < all.len && all.data[at + 1] == c;
    size_t close = is_doubled || c == '}' ? at : aml_sv_find_char(all, '}', at);
    aml_part before = {.kind = AML_PART_TEXT, .text = aml_sv_slice(all, from, is_doubled ? at + 1 : at)};
    if (close == AML_NPOS || (c == '}' && !is_doubled)) {
      aml_compile_error(compiler, text->span, (aml_sv){0},
          "A single brace has no meaning; write '{{' or '}}' for a brace itself.");
      break;
    }
    AML_VEC_PUSH(compiler->arena, &parts, before);
    if (!is_doubled) {
      aml_part part = {.is_quoted = at > 0 && all.data[at - 1] == '\'' && close + 1 < all.len &&
                                    all.data[close + 1] == '\''};
      compile_placeholder(compiler, text, aml_sv_slice(all, at + 1, close), &part);
      AML_VEC_PUSH(compiler->arena, &parts, part);
    }
    at = is_doubled ? at + 1 : close;
    from = at + 1;
  }
  aml_part last = {.kind = AML_PART_TEXT, .text = aml_sv_slice(all, from, all.len)};
  AML_VEC_PUSH(compiler->arena, &parts, last);
  return (aml_text){parts.items, parts.count};
}

/* What lies below a value on a path, itself on the path without segments; NULL when nothing does. */
static const aml_value *follow(aml_check *check, const aml_value *from, const aml_path *path) {
  aml_hit local;
  aml_hits hits = {&local, 0, 1};
  bool is_open = false;
  if (from == NULL) {
    return NULL;
  }
  aml_path_walk(check->arena, path, 0, from, NULL, 0, AML_WALK_SKIP_ABSENT, &hits, &is_open);
  return hits.count > 0 ? hits.items[0].value : NULL;
}

static const aml_value *find_value(aml_check *check, const aml_part *part) {
  switch (part->kind) {
  case AML_PART_LET:
    return follow(check, aml_check_let(check, part->let), &part->path);
  case AML_PART_PARAMETER:
    return follow(check, aml_object_find(check->parameters, part->text), &part->path);
  case AML_PART_ITEM:
    return follow(check, check->frame == NULL ? NULL : check->frame->value, &part->path);
  case AML_PART_FIELD:
    return aml_check_field_value(check, &part->field);
  case AML_PART_TEXT:
    break;
  }
  return NULL;
}

/* Whether there is a value to be shown, rather than words about why there is none. */
static bool is_shown(const aml_value *value) {
  return value != NULL && value->kind != AML_NULL && value->kind != AML_UNKNOWN;
}

/* A list of scalars, but for one whose text is a secret; an empty one is shown as such. */
static bool is_list(const aml_value *value) {
  return value->kind == AML_ARRAY && value->as.array.count > 0 && !aml_value_has(value, AML_VALUE_SECURE);
}

/* The resource's own name is always known by something. */
static bool is_shown_name(const aml_check *check, const aml_part *part) {
  return part->kind == AML_PART_FIELD && part->field.kind == AML_FIELD_NAME &&
         check->root->shown_name.len > 0;
}

static aml_argument_kind kind_of(const aml_part *part, const aml_value *value) {
  bool is_number = value->kind == AML_INT || value->kind == AML_FLOAT;
  return part->is_quoted ? AML_ARGUMENT_TEXT : is_number ? AML_ARGUMENT_COUNT : AML_ARGUMENT_WORDS;
}

static void add_list(aml_message_writer *out, aml_argument_kind kind, const aml_value *list) {
  for (size_t i = 0; i < list->as.array.count && !out->is_cut; i++) {
    const aml_value *item = list->as.array.items[i];
    bool is_known = item->kind != AML_UNKNOWN;
    aml_sv text =
        is_known ? aml_value_show(out->out.arena, item, SHOWN_MAX) : AML_SV("one that is not known");
    aml_message_add_item(out, is_known ? kind : AML_ARGUMENT_WORDS, i, text);
  }
}

static const aml_value *answer_masked(const aml_asked *asked) {
  return aml_value_string(asked->arena, aml_secret_mask(asked->arena, asked->a), AML_NO_SPAN);
}

/* Names and common values stand in many messages, and to search them for secrets is most of making one. */
static aml_sv mask(const void *ctx, aml_arena *arena, aml_sv text) {
  const aml_check *check = ctx;
  const aml_asked asked = {.arena = arena, .steps = text.len / AML_SECRET_BYTES_FOR_A_STEP, .a = text};
  return aml_answers_get(check->answers, answer_masked, &asked)->as.string;
}

void aml_rule_begin_message(const aml_check *check, aml_arena *arena, aml_message_writer *out) {
  aml_message_begin(out, arena);
  out->mask = mask;
  out->mask_ctx = check;
}

/* As aml_value_show. */
static aml_sv show(const aml_check *check, aml_arena *arena, const aml_value *value) {
  bool is_plain = value->kind == AML_STRING && !aml_value_has(value, AML_VALUE_SECURE);
  return is_plain ? aml_shorten_to(arena, mask(check, arena, value->as.string), SHOWN_MAX)
                  : aml_value_show(arena, value, SHOWN_MAX);
}

static void add_value(aml_check *check, aml_message_writer *out, const aml_part *part) {
  if (is_shown_name(check, part)) {
    aml_message_add_argument(
        out, part->is_quoted ? AML_ARGUMENT_TEXT : AML_ARGUMENT_WORDS, check->root->shown_name);
    return;
  }
  const aml_value *value = find_value(check, part);
  if (!is_shown(value)) { /* why it is not known is no part of a sentence about something else */
    aml_message_add_argument(out, AML_ARGUMENT_WORDS,
        value == NULL || value->kind == AML_NULL ? AML_SV("not set") : AML_SV("a value that is not known"));
  } else if (is_list(value)) {
    add_list(out, kind_of(part, value), value);
  } else if (part->one.len > 0) {
    aml_sv number = show(check, out->out.arena, value);
    bool is_one = aml_sv_eq(number, AML_SV("1"));
    aml_message_add_argument(out, AML_ARGUMENT_COUNT,
        aml_sv_format(
            out->out.arena, "%.*s %.*s", AML_SV_ARG(number), AML_SV_ARG(is_one ? part->one : part->many)));
  } else {
    aml_message_add_argument(out, kind_of(part, value), show(check, out->out.arena, value));
  }
}

/* The quotes around a placeholder are its argument's. */
aml_message aml_text_fill(aml_check *check, aml_arena *arena, const aml_text *text) {
  aml_message_writer out;
  aml_rule_begin_message(check, arena, &out);
  for (size_t i = 0; i < text->count; i++) {
    const aml_part *part = &text->parts[i];
    if (part->kind != AML_PART_TEXT) {
      add_value(check, &out, part);
      continue;
    }
    bool is_behind = i > 0 && text->parts[i - 1].is_quoted;
    bool is_before = i + 1 < text->count && text->parts[i + 1].is_quoted;
    aml_message_add(&out, aml_sv_slice(part->text, is_behind ? 1 : 0, part->text.len - (is_before ? 1 : 0)));
  }
  return aml_message_end(&out);
}

/* As one word of a shell: single quotes where anything in it could mean more than itself. */
static void add_word(aml_strbuf *out, aml_sv word) {
  bool is_plain = word.len > 0;
  for (size_t i = 0; i < word.len && is_plain; i++) {
    char c = word.data[i];
    is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '_' || c == '.' || c == '/' || c == ':';
  }
  if (is_plain) {
    aml_strbuf_add(out, word);
    return;
  }
  aml_strbuf_add_char(out, '\'');
  aml_strbuf_add_for_single_quotes(out, word);
  aml_strbuf_add_char(out, '\'');
}

static aml_sv show_word(aml_check *check, aml_arena *arena, const aml_part *part, const aml_value *value) {
  if (is_shown_name(check, part)) {
    return aml_shorten(arena, check->root->shown_name);
  }
  if (!is_list(value)) {
    return aml_value_show(arena, value, SHOWN_MAX);
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, TEXT_MAX);
  for (size_t i = 0; i < value->as.array.count; i++) {
    aml_strbuf_add(&out, i == 0 ? AML_SV("") : AML_SV(", "));
    aml_strbuf_add(&out, aml_value_show(arena, value->as.array.items[i], SHOWN_MAX));
  }
  return aml_strbuf_view(&out);
}

/* What is not known has to be filled in, as whatever else stands between such brackets in a command. */
static void add_word_of(aml_check *check, aml_strbuf *out, aml_arena *arena, const aml_part *part) {
  const aml_value *value = find_value(check, part);
  aml_sv shown = !is_shown(value) ? AML_SV("") : show_word(check, arena, part, value);
  bool is_cut = aml_sv_find(shown, AML_SV("…"), 0) != AML_NPOS; /* it would name something else */
  if (is_shown(value) && !is_cut) {
    add_word(out, shown);
  } else {
    aml_strbuf_addf(out, "<%.*s>", AML_SV_ARG(part->text));
  }
}

aml_sv aml_text_fill_command(aml_check *check, aml_arena *arena, const aml_text *text) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, TEXT_MAX);
  for (size_t i = 0; i < text->count; i++) {
    const aml_part *part = &text->parts[i];
    if (part->kind == AML_PART_TEXT) {
      aml_strbuf_add(&out, part->text);
    } else {
      add_word_of(check, &out, arena, part);
    }
  }
  return aml_strbuf_view(&out);
}
