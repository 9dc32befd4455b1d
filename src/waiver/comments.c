/* Waivers written as comments.
 *
 *   comment = "amlint:" verb "[" rule { "," rule } "]" { key "=" ( word | '"' text '"' ) }
 *   verb    = "ignore" | "ignore-file"
 *   key     = "owner" | "approver" | "ticket" | "until" | "created" | "reason" | "risk"
 *
 * Where it stands says what it covers: behind a value, that line; alone, the next line that holds something;
 * before a resource, behind its lone opening brace or first after it, the whole resource. */
#include "base/suggest.h"
#include "source/lines.h"
#include "waiver/waiver.h"

typedef struct comment_reader {
  aml_waivers *waivers;
  const aml_source *source;
  const aml_tree *tree;
  aml_diags *diags;
  aml_span span; /* of the comment under way */
  /* The run of blank lines and comments that the last lone comment stands in: comments of one run cover the
   * same, and looking it up anew for each of many would take squared time. */
  uint32_t run_end;  /* the line after it; 0: none yet */
  uint32_t run_head; /* the lone brace before it; 0: none */
} comment_reader;

static const aml_sv keys[] = {AML_SV_CONST("owner"), AML_SV_CONST("approver"), AML_SV_CONST("ticket"),
    AML_SV_CONST("until"), AML_SV_CONST("created"), AML_SV_CONST("reason"), AML_SV_CONST("risk")};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static aml_sv key_at(const void *ctx, size_t i) {
  (void)ctx;
  return keys[i];
}

static void complain(comment_reader *self, const char *problem, aml_sv detail) {
  aml_diag *diag = aml_diags_add(self->diags, "AML902", self->span,
      "This waiver cannot be read, so it covers nothing: %s '%.*s'.", problem, AML_SV_ARG(detail));
  diag->help = AML_SV("Write: amlint: ignore[AML101] owner=TEAM ticket=ID until=YYYY-MM-DD reason=\"why\".");
}

static bool read_day(comment_reader *self, aml_sv text, aml_day *out) {
  if (!aml_day_parse(text, out)) {
    complain(self, "a date is written YYYY-MM-DD, not", text);
    return false;
  }
  return true;
}

static bool set_field(comment_reader *self, aml_waiver *waiver, size_t key, aml_sv value) {
  aml_sv *const texts[KEY_COUNT] = {
      &waiver->owner, &waiver->approver, &waiver->ticket, NULL, NULL, &waiver->reason, &waiver->risk};
  if (texts[key] != NULL) {
    *texts[key] = value;
    return true;
  }
  return read_day(self, value, aml_sv_eq(keys[key], AML_SV("until")) ? &waiver->until : &waiver->created);
}

/* Takes one key=value from *rest; false when there is none that can be read. */
static bool take_field(comment_reader *self, aml_waiver *waiver, aml_sv *rest) {
  size_t equals = aml_sv_find_char(*rest, '=', 0);
  aml_sv name = aml_sv_trim(aml_sv_slice(*rest, 0, equals));
  size_t key = 0;
  while (key < KEY_COUNT && !aml_sv_ieq(keys[key], name)) {
    key++;
  }
  if (equals == AML_NPOS || key == KEY_COUNT) {
    size_t near = aml_suggest(name, KEY_COUNT, key_at, NULL);
    complain(self,
        near == AML_NPOS
            ? "there is no field"
            : aml_sv_format(self->waivers->arena, "did you mean '%.*s' instead of", AML_SV_ARG(keys[near]))
                  .data,
        name);
    return false;
  }
  aml_sv value = aml_sv_slice(*rest, equals + 1, rest->len);
  if (value.len > 0 && value.data[0] == '"') {
    size_t quote = aml_sv_find_char(value, '"', 1);
    if (quote == AML_NPOS) {
      complain(self, "a quote is missing after", value);
      return false;
    }
    *rest = aml_sv_trim(aml_sv_slice(value, quote + 1, value.len));
    return set_field(self, waiver, key, aml_sv_slice(value, 1, quote));
  }
  size_t blank = 0;
  while (blank < value.len && value.data[blank] != ' ' && value.data[blank] != '\t') {
    blank++;
  }
  *rest = aml_sv_trim(aml_sv_slice(value, blank, value.len));
  return set_field(self, waiver, key, aml_sv_slice(value, 0, blank));
}

static bool take_rules(comment_reader *self, aml_waiver *waiver, aml_sv *rest) {
  size_t close = aml_sv_find_char(*rest, ']', 0);
  if (rest->len == 0 || rest->data[0] != '[' || close == AML_NPOS) {
    complain(self, "the rules stand in brackets, as in ignore[AML101], not", *rest);
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
    complain(self, "no rule is named in", aml_sv_slice(*rest, 0, close + 1));
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
  uint32_t line = aml_source_locate(self->source, self->span.end).line;
  for (size_t next = comment + 1; line < self->source->line_count;) {
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

/* The line of the lone opening brace that comes before a comment that stands alone, with nothing but blank
 * lines and comments between; 0 for none. */
static uint32_t find_head(comment_reader *self, uint32_t line, size_t index) {
  const aml_comment *comments = self->tree->comments.items;
  while (line > 1) {
    uint32_t begin;
    aml_sv text = aml_source_line(self->source, --line, &begin);
    if (aml_sv_trim(text).len == 0) {
      continue;
    }
    bool is_comment = index > 0 && comments[index - 1].is_alone && comments[index - 1].span.begin >= begin;
    if (!is_comment) {
      return is_lone_brace(text) ? line : 0;
    }
    index--;
  }
  return 0;
}

static void place(comment_reader *self, aml_waiver *waiver, size_t index) {
  uint32_t line = aml_source_locate(self->source, self->span.begin).line;
  if (waiver->reach == AML_REACH_FILE) {
    return;
  }
  bool is_alone = self->tree->comments.items[index].is_alone;
  if (is_alone && line >= self->run_end) {
    self->run_end = next_line(self, index);
    self->run_head = find_head(self, line, index);
  }
  waiver->line = is_alone ? self->run_end : line;
  waiver->head = is_alone ? self->run_head : 0;
  waiver->reach = is_alone || follows_brace(self, line) ? AML_REACH_RESOURCE : AML_REACH_LINE;
}

static void read_comment(comment_reader *self, size_t index) {
  static const aml_sv mark = AML_SV_CONST("amlint:");
  static const aml_sv verbs[] = {AML_SV_CONST("ignore-file"), AML_SV_CONST("ignore")};
  const aml_comment *comment = &self->tree->comments.items[index];
  if (!aml_sv_starts(comment->text, mark)) {
    return;
  }
  self->span = comment->span;
  aml_sv rest = aml_sv_trim(aml_sv_slice(comment->text, mark.len, comment->text.len));
  size_t verb = aml_sv_starts(rest, verbs[0]) ? 0 : 1;
  aml_waiver waiver = {.kind = AML_IN_SOURCE,
      .reach = verb == 0 ? AML_REACH_FILE : AML_REACH_LINE,
      .span = comment->span,
      .path = self->source->path,
      .created = AML_DAY_NONE,
      .until = AML_DAY_NONE,
      .review = AML_DAY_NONE};
  bool is_readable = aml_sv_starts(rest, verbs[verb]);
  if (is_readable) {
    rest = aml_sv_slice(rest, verbs[verb].len, rest.len);
    is_readable = take_rules(self, &waiver, &rest);
  } else {
    complain(self, "after 'amlint:' stands 'ignore' or 'ignore-file', not", rest);
  }
  while (is_readable && rest.len > 0) {
    is_readable = take_field(self, &waiver, &rest);
  }
  waiver.flags = is_readable ? 0 : AML_WAIVER_MALFORMED;
  place(self, &waiver, index);
  *aml_waivers_add(self->waivers) = waiver;
}

void aml_waivers_read_comments(
    aml_waivers *waivers, const aml_source *source, const aml_tree *tree, aml_diags *diags) {
  comment_reader self = {.waivers = waivers, .source = source, .tree = tree, .diags = diags};
  for (size_t i = 0; i < tree->comments.count; i++) {
    read_comment(&self, i);
  }
}
