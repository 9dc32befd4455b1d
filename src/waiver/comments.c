/* Waivers written as comments.
 *
 *   comment = "amlint:" verb "[" rule { "," rule } "]" { key "=" ( word | '"' text '"' ) }
 *   verb    = "ignore" | "ignore-file"
 *   key     = "owner" | "approver" | "ticket" | "until" | "expires" | "created" | "review" | "reason" |
 * "risk"
 *
 * Where it stands says what it covers: behind a value, that line; alone, the next line that holds something;
 * before a resource, in its head (the keys that say what it is), or behind its lone opening brace, the whole
 * resource. */
#include "base/suggest.h"
#include "source/lines.h"
#include "waiver/waiver.h"

typedef struct comment_reader {
  aml_waivers *waivers;
  const aml_source *source;
  const aml_tree *tree;
  aml_diags *diags;
  aml_span span;      /* of the comment under way */
  aml_waiver *waiver; /* what it becomes */
  /* The run of blank lines and comments that the last lone comment stands in: comments of one run cover the
   * same, and looking it up anew for each of many would take squared time. */
  uint32_t run_end;  /* the line after it; 0: none yet */
  uint32_t run_head; /* where the resource begins in whose head it stands; 0: none */
} comment_reader;

static const aml_sv keys[] = {AML_SV_CONST("owner"), AML_SV_CONST("approver"), AML_SV_CONST("ticket"),
    AML_SV_CONST("reason"), AML_SV_CONST("risk"), AML_SV_CONST("until"), AML_SV_CONST("expires"),
    AML_SV_CONST("created"), AML_SV_CONST("review")};
enum { KEY_COUNT = sizeof keys / sizeof keys[0], FIRST_DAY = 5 };

static aml_sv key_at(const void *ctx, size_t i) {
  (void)ctx;
  return keys[i];
}

static void complain(comment_reader *self, const char *problem, aml_sv detail) {
  aml_diag *diag = aml_diags_add(
      self->diags, "AML902", self->span, "This waiver is ignored: %s '%.*s'.", problem, AML_SV_ARG(detail));
  diag->help = AML_SV("Write: amlint: ignore[AML101] owner=TEAM ticket=ID until=YYYY-MM-DD reason=\"why\".");
  self->waiver->flags |= AML_WAIVER_MALFORMED;
  aml_waiver_add_problem(self->waivers->arena, self->waiver, AML_SV("AML902"), diag->message.text);
}

static bool set_field(comment_reader *self, size_t key, aml_sv value) {
  aml_waiver *waiver = self->waiver;
  aml_sv *const texts[FIRST_DAY] = {
      &waiver->owner, &waiver->approver, &waiver->ticket, &waiver->reason, &waiver->risk};
  aml_day *const days[] = {&waiver->until, &waiver->until, &waiver->created, &waiver->review};
  if (key < FIRST_DAY ? texts[key]->len > 0 : *days[key - FIRST_DAY] != AML_DAY_NONE) {
    complain(self, "duplicate field", keys[key]);
    return false;
  }
  if (key < FIRST_DAY) {
    *texts[key] = value;
    return true;
  }
  if (!aml_day_parse(value, days[key - FIRST_DAY])) {
    complain(self, "expected a date, YYYY-MM-DD, not", value);
    return false;
  }
  return true;
}

/* The word at the beginning of a text: up to a blank, "=" or ":". */
static aml_sv first_word(aml_sv text) {
  size_t end = 0;
  while (end < text.len && aml_sv_find_char(AML_SV(" \t=:"), text.data[end], 0) == AML_NPOS) {
    end++;
  }
  return aml_sv_slice(text, 0, end);
}

/* What stands where a field is wanted: a name that there is not, or a field without its value. */
static void complain_of_field(comment_reader *self, aml_sv rest, bool lacks_equals) {
  aml_sv name = first_word(rest);
  size_t near = aml_suggest(name, KEY_COUNT, key_at, NULL);
  if (near != AML_NPOS && aml_sv_ieq(name, keys[near])) {
    aml_sv wanted = aml_sv_format(
        self->waivers->arena, "%.*s=%s", AML_SV_ARG(name), near < FIRST_DAY ? "..." : "YYYY-MM-DD");
    complain(self, "a field needs '=' and a value, as in", wanted);
  } else if (near != AML_NPOS) {
    complain(self,
        aml_sv_format(self->waivers->arena, "unknown field '%.*s'; the nearest is", AML_SV_ARG(name)).data,
        keys[near]);
  } else if (lacks_equals) {
    complain(self, "expected fields as name=value, with double quotes around values that contain spaces, not",
        rest);
  } else {
    complain(self, "unknown field", name);
  }
}

/* Takes one key=value from *rest; false when there is none that can be read. */
static bool take_field(comment_reader *self, aml_sv *rest) {
  size_t equals = aml_sv_find_char(*rest, '=', 0);
  aml_sv name = aml_sv_trim(aml_sv_slice(*rest, 0, equals));
  size_t key = 0;
  while (key < KEY_COUNT && !aml_sv_ieq(keys[key], name)) {
    key++;
  }
  if (equals == AML_NPOS || key == KEY_COUNT) {
    complain_of_field(self, *rest, equals == AML_NPOS);
    return false;
  }
  aml_sv value = aml_sv_slice(*rest, equals + 1, rest->len);
  if (value.len > 0 && value.data[0] == '"') {
    size_t quote = aml_sv_find_char(value, '"', 1);
    if (quote == AML_NPOS) {
      complain(self, "missing closing quote after", value);
      return false;
    }
    *rest = aml_sv_trim(aml_sv_slice(value, quote + 1, value.len));
    return set_field(self, key, aml_sv_slice(value, 1, quote));
  }
  size_t blank = 0;
  while (blank < value.len && value.data[blank] != ' ' && value.data[blank] != '\t') {
    blank++;
  }
  *rest = aml_sv_trim(aml_sv_slice(value, blank, value.len));
  return set_field(self, key, aml_sv_slice(value, 0, blank));
}

static bool take_rules(comment_reader *self, aml_sv *rest) {
  aml_waiver *waiver = self->waiver;
  size_t close = aml_sv_find_char(*rest, ']', 0);
  if (rest->len == 0 || rest->data[0] != '[' || close == AML_NPOS) {
    complain(self, "expected rules in brackets, as in ignore[AML101], not", *rest);
    return false;
  }
  aml_sv list = aml_sv_slice(*rest, 1, close);
  while (list.len > 0) {
    aml_sv rule = aml_sv_trim(aml_sv_split(&list, ','));
    if (rule.len > 0) {
      AML_VEC_PUSH(self->waivers->arena, &waiver->rules, rule);
    }
  }
  if (waiver->rules.count == 0) {
    complain(self, "no rules are listed in", aml_sv_slice(*rest, 0, close + 1));
    return false;
  }
  *rest = aml_sv_trim(aml_sv_slice(*rest, close + 1, rest->len));
  return true;
}

static bool is_blank_or_comment(comment_reader *self, size_t *next_comment, uint32_t begin, aml_sv line) {
  const aml_comment *comments = self->tree->comments.items;
  while (*next_comment < self->tree->comments.count && comments[*next_comment].span.end < begin) {
    ++*next_comment;
  }
  aml_sv text = aml_sv_trim(line);
  if (text.len == 0 || aml_sv_eq(text, AML_SV("---"))) {
    return true;
  }
  bool is_comment = *next_comment < self->tree->comments.count && comments[*next_comment].is_alone &&
                    comments[*next_comment].span.begin < begin + line.len;
  return is_comment;
}

/* The first line after the comment that holds more than comments. */
static uint32_t next_line(comment_reader *self, size_t comment) {
  uint32_t past = self->tree->comments.items[comment].past;
  uint32_t line = aml_source_locate(self->source, past > 0 ? past : self->span.end).line;
  for (size_t next = comment; line < self->source->line_count;) {
    line++;
    uint32_t begin;
    aml_sv text = aml_source_line(self->source, line, &begin);
    if (!is_blank_or_comment(self, &next, begin, text)) {
      break;
    }
  }
  return line;
}

/* Whether a line holds nothing but an opening brace (and a list's dash). */
static bool is_lone_brace(aml_sv line) {
  aml_sv text = aml_sv_trim(line);
  return aml_sv_eq(text, AML_SV("{")) || aml_sv_eq(text, AML_SV("- {"));
}

/* Whether the comment's own line holds nothing before it but an opening brace. */
static bool follows_brace(comment_reader *self, uint32_t line) {
  uint32_t begin;
  (void)aml_source_line(self->source, line, &begin);
  return is_lone_brace(aml_sv_slice(self->source->bytes, begin, self->span.begin));
}

/* Whether a line of YAML or JSON gives one of the keys that say what a resource is, rather than how it is set
 * up: `name: gpu`, `"type": "..."`, `- name: gpu`. */
static bool is_identity(aml_sv line) {
  static const aml_sv identity[] = {AML_SV_CONST("$schema"), AML_SV_CONST("name"), AML_SV_CONST("type"),
      AML_SV_CONST("apiVersion"), AML_SV_CONST("kind"), AML_SV_CONST("version"), AML_SV_CONST("display_name"),
      AML_SV_CONST("description"), AML_SV_CONST("comments")};
  aml_sv key = aml_sv_trim(aml_sv_slice(line, 0, aml_sv_find_char(line, ':', 0)));
  if (aml_sv_starts(key, AML_SV("- "))) {
    key = aml_sv_trim(aml_sv_slice(key, 1, key.len));
  }
  if (key.len > 1 && key.data[0] == '"' && key.data[key.len - 1] == '"') {
    key = aml_sv_slice(key, 1, key.len - 1);
  }
  for (size_t i = 0; key.len < line.len && i < sizeof identity / sizeof identity[0]; i++) {
    if (aml_sv_eq(key, identity[i])) {
      return true;
    }
  }
  return false;
}

/* The line on which the resource begins in whose head a comment that stands alone lies: of its lone opening
 * brace, or of the first of its keys, with nothing but keys that say what it is between. `next` is the line
 * behind the comment. 0 for none. */
static uint32_t find_head(comment_reader *self, uint32_t line, size_t index, uint32_t next) {
  enum { MOST_KEYS = 16 };
  const aml_comment *comments = self->tree->comments.items;
  uint32_t begin;
  bool may_be_inside = is_identity(aml_source_line(self->source, next, &begin));
  uint32_t head = 0;
  for (size_t keys_seen = 0; line > 1 && keys_seen <= MOST_KEYS;) {
    aml_sv text = aml_source_line(self->source, --line, &begin);
    if (aml_sv_trim(text).len == 0) {
      continue;
    }
    if (index > 0 && comments[index - 1].is_alone && comments[index - 1].span.begin >= begin) {
      index--;
      continue;
    }
    if (is_lone_brace(text)) {
      return line;
    }
    if (!may_be_inside || !is_identity(text)) {
      break;
    }
    head = line;
    keys_seen++;
    if (aml_sv_starts(aml_sv_trim(text), AML_SV("- "))) {
      break; /* the first key of a list's item */
    }
  }
  return head;
}

static void place(comment_reader *self, size_t index) {
  aml_waiver *waiver = self->waiver;
  uint32_t line = aml_source_locate(self->source, self->span.begin).line;
  if (waiver->reach == AML_REACH_FILE) {
    return;
  }
  bool is_alone = self->tree->comments.items[index].is_alone;
  if (is_alone && line >= self->run_end) {
    self->run_end = next_line(self, index);
    self->run_head = find_head(self, line, index, self->run_end);
  }
  waiver->line = is_alone ? self->run_end : line;
  waiver->head = is_alone ? self->run_head : 0;
  waiver->reach = is_alone || follows_brace(self, line) ? AML_REACH_RESOURCE : AML_REACH_LINE;
}

static const aml_sv mark = AML_SV_CONST("amlint:");

/* The length of the word at the beginning: letters and hyphens. */
static size_t word_length(aml_sv text) {
  size_t length = 0;
  while (length < text.len && (aml_ascii_alpha(text.data[length]) || text.data[length] == '-')) {
    length++;
  }
  return length;
}

/* Whether the text begins with a word by which linters are told to be silent. */
static bool asks_for_silence(aml_sv text) {
  static const aml_sv words[] = {AML_SV_CONST("ignore"), AML_SV_CONST("disable"), AML_SV_CONST("suppress"),
      AML_SV_CONST("skip"), AML_SV_CONST("waive"), AML_SV_CONST("allow"), AML_SV_CONST("exempt"),
      AML_SV_CONST("noqa"), AML_SV_CONST("nolint"), AML_SV_CONST("nosec")};
  aml_sv word = aml_sv_slice(text, 0, word_length(text));
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    bool is_it =
        aml_sv_istarts(word, words[i]) && (word.len == words[i].len || word.data[words[i].len] == '-');
    if (is_it) {
      return true;
    }
  }
  return false;
}

static bool names_rule(aml_sv text) {
  for (size_t at = 0; (at = aml_sv_find(text, AML_SV("AML"), at)) != AML_NPOS; at++) {
    size_t digits = at + 3;
    while (digits < text.len && aml_ascii_digit(text.data[digits])) {
      digits++;
    }
    if (digits == at + 6) {
      return true;
    }
  }
  return false;
}

/* Whether a comment that is no waiver was most likely meant to be one: 'amlint-ignore[...]',
 * 'amlint ignore AML101', 'noqa: AML101'. */
static bool is_near_miss(aml_sv text) {
  static const aml_sv name = AML_SV_CONST("amlint");
  if (!aml_sv_istarts(text, name)) {
    return asks_for_silence(text) && names_rule(text);
  }
  size_t at = name.len;
  while (at < text.len && aml_sv_find_char(AML_SV(" \t:-_."), text.data[at], 0) != AML_NPOS) {
    at++;
  }
  return at > name.len && asks_for_silence(aml_sv_slice(text, at, text.len));
}

/* Fills the waiver from what stands behind the mark. */
static void read_words(comment_reader *self, aml_sv rest) {
  static const aml_sv verbs[] = {AML_SV_CONST("ignore-file"), AML_SV_CONST("ignore")};
  size_t verb = aml_sv_starts(rest, verbs[0]) ? 0 : 1;
  self->waiver->reach = verb == 0 ? AML_REACH_FILE : AML_REACH_LINE;
  if (!aml_sv_starts(rest, verbs[verb])) {
    complain(self, "expected 'ignore' or 'ignore-file' after 'amlint:', not", rest);
    return;
  }
  rest = aml_sv_slice(rest, verbs[verb].len, rest.len);
  bool is_readable = take_rules(self, &rest);
  while (is_readable && rest.len > 0) {
    is_readable = take_field(self, &rest);
  }
}

static void read_comment(comment_reader *self, size_t index) {
  const aml_comment *comment = &self->tree->comments.items[index];
  bool is_waiver = aml_sv_starts(comment->text, mark);
  if (!is_waiver && !is_near_miss(comment->text)) {
    return;
  }
  self->span = comment->span;
  self->waiver = aml_waivers_add(self->waivers);
  self->waiver->kind = AML_IN_SOURCE;
  self->waiver->reach = AML_REACH_LINE;
  self->waiver->span = comment->span;
  self->waiver->path = self->source->path;
  if (is_waiver) {
    read_words(self, aml_sv_trim(aml_sv_slice(comment->text, mark.len, comment->text.len)));
  } else {
    complain(self, "expected 'amlint: ignore[', not",
        aml_sv_slice(comment->text, 0, aml_sv_find_char(comment->text, ' ', 0)));
  }
  place(self, index);
}

void aml_waivers_read_comments(
    aml_waivers *waivers, const aml_source *source, const aml_tree *tree, aml_diags *diags) {
  comment_reader self = {.waivers = waivers, .source = source, .tree = tree, .diags = diags};
  for (size_t i = 0; i < tree->comments.count; i++) {
    read_comment(&self, i);
  }
}
