/* Messages and names: from this project's forms to SARIF's. */
#include "base/hash.h"
#include "report/sarif.h"

enum { MOST_LINKS = 3, ID_DIGITS = 8 };

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

static void add_literal(aml_strbuf *out, aml_sv text) {
  size_t from = 0;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    if (c == ']' && i + 1 < text.len && text.data[i + 1] == '(') {
      aml_strbuf_add(out, aml_sv_slice(text, from, i));
      aml_strbuf_add_char(out, '\\'); /* no link comes of what a file says */
      from = i;
    } else if (c == '{' || c == '}') {
      aml_strbuf_add(out, aml_sv_slice(text, from, i + 1));
      from = i; /* and once more */
    }
  }
  aml_strbuf_add(out, aml_sv_slice(text, from, text.len));
}

static void add_placeholder(aml_strbuf *out, size_t number, bool has_quotes) {
  aml_strbuf_addf(out, has_quotes ? "{%zu}" : "'{%zu}'", number);
}

/* Message strings end with a full stop (SARIF2001), and hold an argument. */
static aml_sv finish(aml_strbuf *out, size_t argument_count) {
  out->len = without_stop(aml_strbuf_view(out)).len;
  aml_strbuf_add(out, argument_count == 0 ? AML_SV(": '{0}'.") : AML_SV("."));
  return aml_strbuf_view(out);
}

/* Up to the next placeholder of a rule's template; *name is what that says, empty where there is none. Braces
 * of the literal are doubled already, as SARIF wants them. */
static aml_sv next_literal(aml_sv *rest, aml_sv *name) {
  size_t at = 0;
  while (at < rest->len &&
         !(rest->data[at] == '{' && !aml_sv_starts(aml_sv_slice(*rest, at, rest->len), AML_SV("{{")))) {
    at += aml_sv_starts(aml_sv_slice(*rest, at, rest->len), AML_SV("{{")) ? 2 : 1;
  }
  size_t close = aml_sv_find_char(*rest, '}', at);
  aml_sv literal = aml_sv_slice(*rest, 0, at);
  *name = close == AML_NPOS ? (aml_sv){NULL, 0} : aml_sv_slice(*rest, at + 1, close);
  *rest = aml_sv_slice(*rest, close == AML_NPOS ? rest->len : close + 1, rest->len);
  return literal;
}

aml_sv aml_sarif_message_string(aml_arena *arena, aml_sv template) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  size_t number = 0;
  for (aml_sv rest = aml_sv_trim(template); rest.len > 0;) {
    aml_sv name;
    aml_sv literal = next_literal(&rest, &name);
    aml_strbuf_add(&out, literal);
    if (name.len > 0) {
      bool is_quoted = aml_sv_ends(literal, AML_SV("'")) && aml_sv_starts(rest, AML_SV("'"));
      add_placeholder(&out, number++, is_quoted);
    }
  }
  return finish(&out, number);
}

/* The items of a list are one argument. */
static aml_sv form_of(aml_arena *arena, const aml_message *message) {
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  size_t from = 0;
  size_t number = 0;
  for (size_t i = 0; i < message->argument_count; i++) {
    const aml_argument *argument = &message->arguments[i];
    if (!argument->is_next) {
      add_literal(&out, aml_sv_slice(message->text, from, argument->begin));
      add_placeholder(&out, number++, argument->kind == AML_ARGUMENT_TEXT);
    }
    from = argument->end;
  }
  add_literal(&out, aml_sv_slice(message->text, from, message->text.len));
  return finish(&out, number);
}

/* Where a rule has more forms than are of use, the whole message is the argument. */
static const aml_sv any_form = AML_SV_CONST("Reported: '{0}'.");

static uint32_t find_form(const aml_sarif_rule *rule, aml_sv form) {
  uint32_t number = 0;
  while (number < rule->forms.count && !aml_sv_eq(rule->forms.items[number], form)) {
    number++;
  }
  return number;
}

uint32_t aml_sarif_classify(aml_sarif *s, aml_sarif_rule *rule, const aml_finding *finding) {
  aml_arena_mark mark = aml_arena_set_mark(s->arena);
  aml_sv form = form_of(s->arena, &finding->message);
  if (aml_sv_eq(form, rule->message)) {
    aml_arena_rewind(s->arena, &mark);
    return 0;
  }
  uint32_t number = find_form(rule, form);
  if (number == rule->forms.count && number + 1 >= AML_SARIF_MOST_FORMS) {
    form = any_form;
    number = find_form(rule, form);
  }
  if (number == rule->forms.count) {
    AML_VEC_PUSH(s->arena, &rule->forms, form);
  } else {
    aml_arena_rewind(s->arena, &mark);
  }
  return number + 1;
}

aml_sv aml_sarif_form_id(aml_arena *arena, aml_sv form) {
  return aml_sv_format(arena, "form-%.*s", ID_DIGITS, aml_sha256_hex(arena, form).data);
}

/* ---- arguments ---- */

/* What stands for the place where a message has no argument. */
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

static aml_texts arguments_of(aml_sarif *s, const aml_sarif_result *result) {
  const aml_finding *finding = result->finding;
  const aml_sarif_rule *rule = &s->rules.items[result->rule];
  aml_texts arguments = {0};
  if (result->form > 0 && aml_sv_eq(rule->forms.items[result->form - 1], any_form)) {
    AML_VEC_PUSH(s->arena, &arguments, without_stop(finding->message.text));
    return arguments;
  }
  for (size_t i = 0; i < finding->message.argument_count; i++) {
    aml_sv text = aml_message_argument(&finding->message, i);
    if (finding->message.arguments[i].is_next && arguments.items != NULL) {
      aml_sv *last = &arguments.items[arguments.count - 1];
      *last = aml_sv_format(s->arena, "%.*s, %.*s", AML_SV_ARG(*last), AML_SV_ARG(text));
    } else {
      AML_VEC_PUSH(s->arena, &arguments, text);
    }
  }
  if (arguments.count == 0) {
    AML_VEC_PUSH(s->arena, &arguments, subject_of(s, finding));
  }
  return arguments;
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
static void fill(aml_strbuf *out, aml_sv string, const aml_texts *arguments) {
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
    aml_strbuf_add(out, arguments->items[number]);
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

void aml_sarif_message(aml_sarif *s, const aml_sarif_result *result) {
  const aml_sarif_rule *rule = &s->rules.items[result->rule];
  aml_sv form = result->form == 0 ? rule->message : rule->forms.items[result->form - 1];
  aml_texts arguments = arguments_of(s, result);
  for (size_t i = 0; i < arguments.count; i++) {
    arguments.items[i] = break_links(s->arena, arguments.items[i]);
  }
  s->scratch.len = 0;
  fill(&s->scratch, form, &arguments);
  add_links(&s->scratch, result->finding);
  aml_json_key(&s->json, AML_SV("message"));
  aml_json_begin_object(&s->json);
  aml_json_member_string(&s->json, "text", aml_strbuf_view(&s->scratch));
  aml_json_member_string(
      &s->json, "id", result->form == 0 ? AML_SV("default") : aml_sarif_form_id(s->arena, form));
  aml_json_key(&s->json, AML_SV("arguments"));
  aml_json_begin_array(&s->json);
  for (size_t i = 0; i < arguments.count; i++) {
    aml_json_string(&s->json, arguments.items[i]);
  }
  aml_json_end_array(&s->json);
  aml_json_end_object(&s->json);
}
