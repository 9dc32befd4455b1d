/* Messages and names: from this project's forms to SARIF's. */
#include <assert.h>

#include "report/sarif.h"

enum { MOST_ARGS = 32, MOST_LINKS = 3 };

/* ---- names ---- */

aml_sv aml_sarif_pascal(aml_arena *arena, aml_sv name) {
  enum { MOST = 200 }; /* GitHub takes 255 */
  aml_strbuf out;
  aml_strbuf_init(&out, arena, MOST);
  bool is_word_start = true;
  size_t in_word = 0;
  for (size_t i = 0; i < name.len && out.len < MOST; i++) {
    char c = name.data[i];
    if (!aml_ascii_alnum(c)) {
      is_word_start = true;
      continue;
    }
    if (out.len == 0 && aml_ascii_digit(c)) {
      aml_strbuf_add(&out, AML_SV("Rule"));
      in_word = 4;
    }
    /* A capital must not follow another: a word of one letter takes in the next word. */
    bool is_capital = aml_ascii_alpha(c) && is_word_start && in_word != 1;
    char lower = aml_ascii_lower(c);
    aml_strbuf_add_char(&out, is_capital ? (char)(lower - ('a' - 'A')) : lower);
    in_word = is_capital ? 1 : in_word + 1;
    is_word_start = false;
  }
  if (in_word == 1 || out.len == 0) {
    aml_strbuf_add(&out, out.len == 0 ? AML_SV("Rule") : AML_SV("0"));
  }
  return aml_strbuf_view(&out);
}

static aml_sv without_stop(aml_sv text) {
  text = aml_sv_trim(text);
  while (text.len > 0 && aml_sv_find_char(AML_SV(".!?:;, "), text.data[text.len - 1], 0) != AML_NPOS) {
    text.len--;
  }
  return text;
}

aml_sv aml_sarif_sentence(aml_arena *arena, aml_sv text) {
  text = aml_sv_trim(text);
  bool has_stop = text.len > 0 && aml_sv_find_char(AML_SV(".!?"), text.data[text.len - 1], 0) != AML_NPOS;
  return has_stop ? text : aml_sv_join(arena, text, AML_SV("."));
}

/* ---- message strings ---- */

static bool ends_with_mark(aml_sv text) {
  text = aml_sv_trim(text);
  return text.len > 0 && (text.data[text.len - 1] == '?' || text.data[text.len - 1] == '!');
}

/* Message strings end with a full stop (SARIF2001), so what suggests by a question says it as a statement:
 * "Did you mean 'x'?" becomes "Perhaps you meant 'x'." */
static aml_sv make_statement(aml_arena *arena, aml_sv text) {
  static const aml_sv question = AML_SV_CONST("did you mean ");
  text = aml_sv_trim(text);
  size_t at = AML_NPOS;
  for (size_t next = aml_sv_ifind(text, question, 0); next != AML_NPOS;
       next = aml_sv_ifind(text, question, next + 1)) {
    at = next;
  }
  if (at == AML_NPOS || !aml_sv_ends(text, AML_SV("?"))) {
    return text;
  }
  aml_sv before = aml_sv_slice(text, 0, at);
  aml_sv meant = aml_sv_slice(text, at + question.len, text.len - 1);
  return aml_sv_format(arena, "%.*s%s you meant %.*s.", AML_SV_ARG(before),
      text.data[at] == 'D' ? "Perhaps" : "perhaps", AML_SV_ARG(meant));
}

static void add_literal(aml_strbuf *out, aml_sv text) {
  for (size_t i = 0; i < text.len; i++) {
    aml_strbuf_add_char(out, text.data[i]);
    if (text.data[i] == '{' || text.data[i] == '}') {
      aml_strbuf_add_char(out, text.data[i]);
    }
  }
}

static void add_placeholder(aml_strbuf *out, size_t number, bool has_quotes) {
  aml_strbuf_addf(out, has_quotes ? "{%zu}" : "'{%zu}'", number);
}

static aml_sv end_with_stop(aml_strbuf *out) {
  aml_sv text = aml_strbuf_view(out);
  text = without_stop(text);
  out->len = text.len;
  aml_strbuf_add_char(out, '.');
  return aml_strbuf_view(out);
}

/* One piece of a rule's template: literal text, then perhaps a placeholder. */
typedef struct piece {
  aml_sv literal; /* with braces still doubled */
  bool has_placeholder;
} piece;

/* Cuts the next piece off *rest. "{{" and "}}" belong to the literal. */
static piece next_piece(aml_sv *rest) {
  size_t at = 0;
  while (at < rest->len && rest->data[at] != '{') {
    at++;
  }
  while (at + 1 < rest->len && rest->data[at] == '{' && rest->data[at + 1] == '{') {
    for (at += 2; at < rest->len && rest->data[at] != '{'; at++) {
    }
  }
  size_t close = at < rest->len ? aml_sv_find_char(*rest, '}', at) : AML_NPOS;
  if (close == AML_NPOS) {
    piece last = {*rest, false};
    *rest = aml_sv_slice(*rest, rest->len, rest->len);
    return last;
  }
  piece p = {aml_sv_slice(*rest, 0, at), true};
  *rest = aml_sv_slice(*rest, close + 1, rest->len);
  return p;
}

static bool has_placeholders(aml_sv message) {
  return next_piece(&message).has_placeholder;
}

static bool is_quoted(const piece *p, aml_sv rest) {
  return aml_sv_ends(p->literal, AML_SV("'")) && aml_sv_starts(rest, AML_SV("'"));
}

/* A template that quotes some placeholders and not others ("'{nodes}' {noun}") means the others for words of
 * the sentence, which SARIF's quotes would turn into values. */
static bool has_words_for_placeholders(aml_sv template) {
  bool has_values = false;
  bool has_words = false;
  for (aml_sv rest = aml_sv_trim(template); rest.len > 0;) {
    piece p = next_piece(&rest);
    has_values |= p.has_placeholder && is_quoted(&p, rest);
    has_words |= p.has_placeholder && !is_quoted(&p, rest);
  }
  return has_values && has_words;
}

/* Literals of a template already double their braces, as SARIF does. */
static aml_sv convert_template(aml_arena *arena, aml_sv template) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  size_t number = 0;
  for (aml_sv rest = aml_sv_trim(template); rest.len > 0;) {
    piece p = next_piece(&rest);
    aml_strbuf_add(&out, p.literal);
    if (p.has_placeholder) {
      add_placeholder(&out, number++, is_quoted(&p, rest));
    }
  }
  return end_with_stop(&out);
}

/* "A tag is missing." as "A tag is missing: '{0}'." */
static aml_sv add_subject(aml_arena *arena, aml_sv message) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  add_literal(&out, without_stop(message));
  aml_strbuf_add(&out, AML_SV(": '{0}'."));
  return aml_strbuf_view(&out);
}

aml_sv aml_sarif_message_string(aml_arena *arena, const aml_rule *rule) {
  if (has_placeholders(rule->message)) {
    return convert_template(arena, make_statement(arena, rule->message));
  }
  return add_subject(arena, rule->message.len > 0 ? make_statement(arena, rule->message) : rule->title);
}

/* ---- arguments ---- */

typedef struct arguments {
  aml_sv items[MOST_ARGS];
  size_t count;
} arguments;

/* What stands for the place where a message quotes nothing. */
static aml_sv subject_of(const aml_sarif *s, const aml_finding *finding) {
  if (finding->property.len > 0) {
    return finding->property;
  }
  if (finding->resource != NULL && finding->resource->shown_name.len > 0) {
    return aml_finding_resource_name(s->arena, finding);
  }
  bool has_file = !aml_span_is_none(finding->span);
  return has_file ? aml_sources_get(s->run->sources, finding->span.source)->path : finding->rule->name;
}

/* The literal with single braces, as it occurs in a message. */
static aml_sv undouble(aml_arena *arena, aml_sv literal) {
  if (aml_sv_find(literal, AML_SV("{{"), 0) == AML_NPOS &&
      aml_sv_find(literal, AML_SV("}}"), 0) == AML_NPOS) {
    return literal;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < literal.len; i++) {
    char c = literal.data[i];
    aml_strbuf_add_char(&out, c);
    i += (c == '{' || c == '}') && i + 1 < literal.len && literal.data[i + 1] == c;
  }
  return aml_strbuf_view(&out);
}

/* Reads the message as an instance of the rule's template; false when it is none. */
static bool match_template(aml_arena *arena, aml_sv template, aml_sv message, arguments *args) {
  aml_sv rest = aml_sv_trim(template);
  message = aml_sv_trim(message);
  args->count = 0;
  bool is_open = false; /* a placeholder waits for the text behind it */
  while (rest.len > 0 || is_open) {
    piece p = next_piece(&rest);
    aml_sv literal = undouble(arena, p.literal);
    bool is_last = !p.has_placeholder && rest.len == 0;
    size_t at = is_last && is_open ? (message.len >= literal.len ? message.len - literal.len : AML_NPOS)
                                   : aml_sv_find(message, literal, 0);
    if (at == AML_NPOS || (!is_open && at != 0) ||
        !aml_sv_starts(aml_sv_slice(message, at, message.len), literal)) {
      return false;
    }
    if (is_open) {
      args->items[args->count++] = aml_sv_slice(message, 0, at);
    }
    message = aml_sv_slice(message, at + literal.len, message.len);
    is_open = p.has_placeholder;
    if (is_open && args->count == MOST_ARGS) {
      return false;
    }
  }
  return message.len == 0;
}

static bool is_quote_begin(aml_sv text, size_t at) {
  return text.data[at] == '\'' && (at == 0 || !aml_ascii_alnum(text.data[at - 1]));
}

static bool is_quote_end(aml_sv text, size_t at) {
  return text.data[at] == '\'' && (at + 1 == text.len || !aml_ascii_alnum(text.data[at + 1]));
}

/* Where the expression that begins with the bracket at `at` is followed by a quote, or `at`. Quotes inside
 * belong to its strings. */
static size_t skip_expression(aml_sv text, size_t at) {
  size_t depth = 0;
  bool is_string = false;
  for (size_t i = at; i < text.len; i++) {
    char c = text.data[i];
    is_string = is_string != (c == '\'');
    if (!is_string && c != '\'') {
      depth += c == '[';
      depth -= c == ']' && depth > 0;
    }
    if (depth == 0) {
      return i + 1 < text.len && text.data[i + 1] == '\'' ? i + 1 : at;
    }
  }
  return at;
}

/* Takes what stands between quotes for the arguments. With NULL for `form` only these are collected. */
static void split_at_quotes(aml_sv message, aml_strbuf *form, arguments *args) {
  args->count = 0;
  size_t from = 0;
  for (size_t at = 0; at < message.len && args->count < MOST_ARGS; at++) {
    if (!is_quote_begin(message, at)) {
      continue;
    }
    size_t end = at + 1;
    end = end < message.len && message.data[end] == '[' ? skip_expression(message, end) : end;
    while (end < message.len && !is_quote_end(message, end)) {
      end++;
    }
    if (end == message.len) {
      break;
    }
    if (form != NULL) {
      add_literal(form, aml_sv_slice(message, from, at + 1));
      add_placeholder(form, args->count, true);
    }
    args->items[args->count++] = aml_sv_slice(message, at + 1, end);
    from = end;
    at = end;
  }
  if (form != NULL) {
    add_literal(form, aml_sv_slice(message, from, message.len));
  }
}

/* For messages that cannot be told apart from their values, and for those that end in a question mark or an
 * exclamation mark, which a message string could not keep: the whole message is the argument. */
static const aml_sv any_form = AML_SV_CONST("Reported: '{0}'.");

static aml_sv whole_message(aml_sv message) {
  message = aml_sv_trim(message);
  message.len -= aml_sv_ends(message, AML_SV(".")) ? 1 : 0;
  return message;
}

static aml_sv form_of(aml_sarif *s, aml_sv message, arguments *args) {
  if (ends_with_mark(message)) {
    return any_form;
  }
  aml_strbuf form;
  aml_strbuf_init(&form, s->arena, SIZE_MAX);
  split_at_quotes(without_stop(message), &form, args);
  if (aml_sv_find(aml_strbuf_view(&form), AML_SV("{{"), 0) != AML_NPOS) {
    return any_form; /* a value in braces that no quotes hold */
  }
  return args->count > 0 ? end_with_stop(&form) : add_subject(s->arena, message);
}

static uint32_t find_form(const aml_sarif_rule *rule, aml_sv form) {
  uint32_t number = 0;
  while (number < rule->forms.count && !aml_sv_eq(rule->forms.items[number], form)) {
    number++;
  }
  return number;
}

uint32_t aml_sarif_classify(aml_sarif *s, aml_sarif_rule *rule, const aml_finding *finding) {
  arguments args;
  aml_sv template = rule->rule->message;
  aml_sv message = make_statement(s->arena, finding->message);
  bool is_own = has_placeholders(template)
                    ? match_template(s->arena, template, finding->message, &args)
                    : aml_sv_eq(without_stop(template), without_stop(finding->message));
  if (is_own && !has_words_for_placeholders(template) && !ends_with_mark(message)) {
    return 0;
  }
  aml_sv form = form_of(s, message, &args);
  uint32_t number = find_form(rule, form);
  if (number + 1 >= AML_SARIF_MOST_FORMS) {
    if (is_own) {
      return 0;
    }
    form = any_form;
    number = find_form(rule, form);
  }
  if (number == rule->forms.count) {
    AML_VEC_PUSH(s->arena, &rule->forms, form);
  }
  return number + 1;
}

/* ---- the message object ---- */

/* In message texts "[words](target)" is a link: one that comes from a file must not become one. */
static aml_sv break_links(aml_arena *arena, aml_sv text) {
  if (aml_sv_find(text, AML_SV("]("), 0) == AML_NPOS) {
    return text;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] == ']' && i + 1 < text.len && text.data[i + 1] == '(') {
      aml_strbuf_add_char(&out, '\\');
    }
    aml_strbuf_add_char(&out, text.data[i]);
  }
  return aml_strbuf_view(&out);
}

/* Puts the arguments in their places. */
static void fill(aml_strbuf *out, aml_sv string, const arguments *args) {
  for (size_t i = 0; i < string.len; i++) {
    char c = string.data[i];
    bool is_doubled = (c == '{' || c == '}') && i + 1 < string.len && string.data[i + 1] == c;
    if (c != '{' || is_doubled) {
      aml_strbuf_add_char(out, c);
      i += is_doubled;
      continue;
    }
    size_t number = 0;
    for (i++; i < string.len && string.data[i] != '}'; i++) {
      number = number * 10 + (size_t)(string.data[i] - '0');
    }
    assert(number < args->count);
    aml_strbuf_add(out, args->items[number]);
  }
}

static void add_links(aml_strbuf *out, const aml_finding *finding) {
  size_t shown = 0;
  for (size_t i = 0, id = 0; i < finding->related_count && shown < MOST_LINKS; i++) {
    const aml_related *related = &finding->related[i];
    if (aml_span_is_none(related->span)) {
      continue;
    }
    id++;
    aml_strbuf_add(out, shown == 0 ? AML_SV(" See [") : AML_SV(", ["));
    aml_sv words = without_stop(related->text);
    words = words.len > 0 ? words : AML_SV("here");
    for (size_t j = 0; j < words.len; j++) {
      if (words.data[j] == '[' || words.data[j] == ']' || words.data[j] == '\\') {
        aml_strbuf_add_char(out, '\\');
      }
      aml_strbuf_add_char(out, words.data[j]);
    }
    aml_strbuf_addf(out, "](%zu)", id);
    shown++;
  }
  if (shown > 0) {
    aml_strbuf_add_char(out, '.');
  }
}

static void collect_arguments(aml_sarif *s, const aml_sarif_result *result, arguments *args) {
  const aml_sarif_rule *rule = &s->rules.items[result->rule];
  const aml_finding *finding = result->finding;
  args->count = 0;
  if (result->form == 0 && has_placeholders(rule->rule->message)) {
    (void)match_template(s->arena, rule->rule->message, finding->message, args);
  } else if (result->form > 0 && aml_sv_eq(rule->forms.items[result->form - 1], any_form)) {
    args->items[args->count++] = whole_message(finding->message);
  } else if (result->form > 0) {
    split_at_quotes(without_stop(make_statement(s->arena, finding->message)), NULL, args);
  }
  if (args->count == 0) {
    args->items[args->count++] = subject_of(s, finding);
  }
  for (size_t i = 0; i < args->count; i++) {
    args->items[i] = break_links(s->arena, args->items[i]);
  }
}

void aml_sarif_message(aml_sarif *s, const aml_sarif_result *result) {
  const aml_sarif_rule *rule = &s->rules.items[result->rule];
  arguments args;
  collect_arguments(s, result, &args);
  s->scratch.len = 0;
  fill(&s->scratch, result->form == 0 ? rule->message : rule->forms.items[result->form - 1], &args);
  add_links(&s->scratch, result->finding);
  aml_json_key(&s->json, AML_SV("message"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "text", aml_strbuf_view(&s->scratch));
  s->scratch.len = 0;
  aml_strbuf_addf(&s->scratch, result->form == 0 ? "default" : "form%u", result->form);
  aml_json_member_string(&s->json, "id", aml_strbuf_view(&s->scratch));
  aml_json_key(&s->json, AML_SV("arguments"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < args.count; i++) {
    aml_json_string(&s->json, args.items[i]);
  }
  aml_json_end_array(&s->json);
  aml_json_end_object(&s->json);
}
