/* JSON as ARM's own reader takes it: values, containers and how to go on after an error. */
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/placeholder.h"
#include "tree/json_reader.h"
#include "tree/placeholder_values.h"
#include "tree/reason.h"

enum { LONGEST_PLACEHOLDER = 200 };

typedef struct container { /* an open object or array */
  size_t begin;            /* its bracket */
  size_t first;            /* where its members or items begin on the stack */
  bool is_cut;             /* some of its text was passed over */
} container;

static const aml_value *read_value(aml_json_reader *reader, int depth);

/* What hostile texts hold in masses shares its reason. */
static const aml_unknown unreadable = {.reason = AML_SV_CONST(AML_REASON_UNREAD), .kinds = AML_KINDS_ANY};

static const aml_value *make_unreadable(aml_json_reader *reader, size_t begin) {
  aml_value *value = AML_NEW(reader->arena, aml_value);
  value->kind = AML_UNKNOWN;
  value->span = aml_json_span(reader, begin, reader->at);
  value->as.unknown = &unreadable;
  return value;
}

/* Moves to the next ',', closing bracket or end that belongs to the container we are in, over whole
 * containers. */
static void skip_to_separator(aml_json_reader *reader) {
  size_t depth = 0;
  while (reader->at < reader->end) {
    char c = reader->text[reader->at];
    if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
      return;
    }
    if (c == '{' || c == '[') {
      depth++;
    } else if (c == '}' || c == ']') {
      depth--;
    }
    aml_json_skip_token(reader);
  }
}

/* Moves behind the container that begins here, without reading it. */
static void skip_container(aml_json_reader *reader) {
  size_t depth = 0;
  do {
    char c = reader->text[reader->at];
    if (c == '{' || c == '[') {
      depth++;
    } else if (c == '}' || c == ']') {
      depth--;
    }
    aml_json_skip_token(reader);
  } while (depth > 0 && reader->at < reader->end);
}

static void report_clash(void *ctx, const aml_member *former, const aml_member *latter) {
  aml_json_reader *reader = ctx;
  aml_diag *diag;
  if (aml_sv_eq(former->name, latter->name)) {
    diag = aml_diags_add(reader->diags, "AML002", latter->name_span,
        "The name '%.*s' appears twice in this object, and only the last one counts.",
        AML_SV_ARG(latter->name));
  } else {
    diag = aml_diags_add(reader->diags, "AML002", latter->name_span,
        "The names '%.*s' and '%.*s' differ in case only, which Azure Resource Manager ignores, so only the "
        "last one counts.",
        AML_SV_ARG(former->name), AML_SV_ARG(latter->name));
  }
  diag->help = AML_SV("Remove or rename one of the two.");
  diag->related = former->name_span;
  diag->related_text = AML_SV("It appears here first.");
}

/* The value with the flag that says whether all of it was read. */
static const aml_value *flag_cut(aml_json_reader *reader, const aml_value *value, const container *open) {
  return open->is_cut
             ? aml_value_moved(reader->arena, value, value->span, NULL, AML_VALUE_OPEN | AML_VALUE_CUT)
             : value;
}

static const aml_value *finish_object(aml_json_reader *reader, const container *open) {
  size_t count = reader->members.count - open->first;
  aml_member *members = NULL;
  if (count > 0) {
    members = AML_NEW_ARRAY(reader->arena, aml_member, count);
    memcpy(members, reader->members.items + open->first, count * sizeof *members);
  }
  reader->members.count = open->first;
  const aml_value *object = aml_value_object(reader->arena, members, count,
      aml_json_span(reader, open->begin, reader->at), reader->diags == NULL ? NULL : report_clash, reader);
  return flag_cut(reader, object, open);
}

static const aml_value *finish_array(aml_json_reader *reader, const container *open) {
  size_t count = reader->items.count - open->first;
  const aml_value **items = NULL;
  if (count > 0) {
    items = AML_NEW_ARRAY(reader->arena, const aml_value *, count);
    memcpy(items, reader->items.items + open->first, count * sizeof *items);
  }
  reader->items.count = open->first;
  const aml_value *array =
      aml_value_array(reader->arena, items, count, aml_json_span(reader, open->begin, reader->at));
  return flag_cut(reader, array, open);
}

/* Whether the container is over: at its closing bracket, which is taken, at the end,
 * or at the other kind of bracket, which closes it as well and is left to an outer container that waits for
 * it. */
static bool is_closed(aml_json_reader *reader, container *open) {
  bool is_object = reader->text[open->begin] == '{';
  char c = aml_json_peek(reader);
  if (c == (is_object ? '}' : ']')) {
    reader->at++;
    return true;
  }
  if (reader->at < reader->end && c != '}' && c != ']') {
    return false;
  }
  aml_json_fail_in(reader, is_object ? "'}'" : "']'", open->begin);
  open->is_cut = true;
  bool is_awaited = c == '}' ? reader->open_objects > 0 : reader->open_arrays > 0;
  if (reader->at < reader->end && !is_awaited) {
    reader->at++;
  }
  return true;
}

/* A comma before the closing bracket: Azure's readers take it, those of strict JSON do not. */
static void note_last_comma(aml_json_reader *reader, size_t comma) {
  char c = aml_json_peek(reader);
  if (reader->diags == NULL || (c != '}' && c != ']')) {
    return;
  }
  aml_diag *diag = aml_diags_add(reader->diags, "AML015", aml_json_span(reader, comma, comma + 1),
      "A comma follows the last %s, which JSON does not allow.", c == '}' ? "member" : "item");
  diag->help = AML_SV("Delete the comma: strict readers reject the file.");
}

/* What follows a value in a container: a comma, or the end, or an error that is skipped. */
static void read_separator(aml_json_reader *reader, container *open) {
  aml_json_skip_blanks(reader);
  char c = aml_json_peek(reader);
  if (c == ',') {
    size_t comma = reader->at++;
    aml_json_skip_blanks(reader);
    note_last_comma(reader, comma);
  } else if (c != '}' && c != ']' && reader->at < reader->end) {
    bool is_object = reader->text[open->begin] == '{';
    aml_json_fail_in(reader, is_object ? "',' or '}'" : "',' or ']'", open->begin);
    bool is_comma_missing = is_object ? c == '"' : c == '"' || c == '{' || c == '[';
    if (!is_comma_missing) {
      open->is_cut = true;
      skip_to_separator(reader);
      if (aml_json_peek(reader) == ',') {
        reader->at++;
      }
    }
  }
  aml_json_skip_blanks(reader);
}

/* The name of a member. False where there is none: then the text was skipped. */
static bool read_name(aml_json_reader *reader, container *open, aml_json_string *name) {
  char c = aml_json_peek(reader);
  if (c == '"' || c == '\'') {
    *name = aml_json_read_string(reader);
    return true;
  }
  if (c == '_' || c == '$' || aml_ascii_alpha(c)) {
    size_t begin = reader->at;
    size_t end = aml_json_word_end(reader, begin);
    aml_diag *diag = aml_json_fail(reader, begin, end,
        "Expected the name of a member in quotes, found '%.*s' without quotes.", (int)(end - begin),
        reader->text + begin);
    if (diag != NULL) {
      diag->help = AML_SV("Put the name in double quotes.");
    }
    *name = (aml_json_string){{reader->text + begin, end - begin}, aml_json_span(reader, begin, end), false};
    reader->at = end;
    return true;
  }
  aml_json_fail_in(reader, "the name of a member or '}'", open->begin);
  open->is_cut = open->is_cut || c != ',';
  skip_to_separator(reader);
  if (aml_json_peek(reader) == ',') {
    reader->at++;
  }
  aml_json_skip_blanks(reader);
  return false;
}

static const aml_value *read_member_value(aml_json_reader *reader, aml_sv name, int depth) {
  aml_json_skip_blanks(reader);
  if (aml_json_peek(reader) == ':') {
    reader->at++;
    aml_json_skip_blanks(reader);
    return read_value(reader, depth);
  }
  size_t begin = reader->at;
  char c = aml_json_peek(reader);
  char expected[64];
  (void)snprintf(expected, sizeof expected, "':' after the name '%.*s'", (int)(name.len > 30 ? 30 : name.len),
      name.data);
  aml_diag *diag = aml_json_fail_expected(reader, name.len > 30 ? "':' after the name" : expected);
  if (c == '=') {
    reader->at++;
    aml_json_skip_blanks(reader);
    c = aml_json_peek(reader);
    if (diag != NULL) {
      diag->help = AML_SV("JSON writes ':' between a name and its value.");
    }
  }
  bool is_value = c == '"' || c == '\'' || c == '{' || c == '[' || c == '-' || aml_ascii_alnum(c);
  return is_value ? read_value(reader, depth) : make_unreadable(reader, begin);
}

static const aml_value *read_object(aml_json_reader *reader, int depth) {
  container open = {.begin = reader->at++, .first = reader->members.count};
  reader->open_objects++;
  aml_json_skip_blanks(reader);
  while (!is_closed(reader, &open)) {
    aml_json_string name;
    if (!read_name(reader, &open, &name)) {
      continue;
    }
    aml_member member = {name.text, name.span, read_member_value(reader, name.text, depth + 1)};
    AML_VEC_PUSH(reader->arena, &reader->members, member);
    read_separator(reader, &open);
  }
  reader->open_objects--;
  return finish_object(reader, &open);
}

static const aml_value *read_array(aml_json_reader *reader, int depth) {
  container open = {.begin = reader->at++, .first = reader->items.count};
  reader->open_arrays++;
  aml_json_skip_blanks(reader);
  while (!is_closed(reader, &open)) {
    const aml_value *item = read_value(reader, depth + 1);
    AML_VEC_PUSH(reader->arena, &reader->items, item);
    read_separator(reader, &open);
  }
  reader->open_arrays--;
  return finish_array(reader, &open);
}

static bool take_word(aml_json_reader *reader, const char *word, size_t length) {
  size_t end = reader->at + length;
  if (length > reader->end - reader->at || memcmp(reader->text + reader->at, word, length) != 0 ||
      (end < reader->end && (aml_ascii_alnum(reader->text[end]) || reader->text[end] == '_'))) {
    return false;
  }
  reader->at = end;
  return true;
}

static const aml_value *read_unexpected(aml_json_reader *reader) {
  size_t begin = reader->at;
  char c = aml_json_peek(reader);
  bool is_word = aml_ascii_alpha(c);
  aml_diag *diag = aml_json_fail_expected(reader, "a value");
  if (c != ',' && c != '}' && c != ']' && reader->at < reader->end) {
    size_t end = aml_json_word_end(reader, begin);
    aml_sv word = {reader->text + begin, end - begin};
    if (diag != NULL && (aml_sv_ieq(word, AML_SV("true")) || aml_sv_ieq(word, AML_SV("false")) ||
                            aml_sv_ieq(word, AML_SV("null")))) {
      diag->help = AML_SV("JSON writes 'true', 'false' and 'null' in lower case.");
    } else if (diag != NULL && is_word) {
      diag->help = AML_SV("A string must be in double quotes.");
    }
    reader->at = end;
    skip_to_separator(reader);
  }
  return make_unreadable(reader, begin);
}

/* What another tool fills in before the file is used may stand where JSON wants a value. */
static const aml_value *read_placeholder(aml_json_reader *reader, size_t end) {
  size_t begin = reader->at;
  reader->at = end;
  return aml_placeholder_value(
      reader->arena, (aml_sv){reader->text + begin, end - begin}, aml_json_span(reader, begin, end));
}

static const aml_value *read_string_value(aml_json_reader *reader) {
  size_t begin = reader->at;
  aml_json_string string = aml_json_read_string(reader);
  aml_value *value = AML_NEW(reader->arena, aml_value);
  value->kind = AML_STRING;
  value->flags = string.is_rewritten ? AML_VALUE_BLOCK : 0;
  value->span = string.span;
  value->as.string = string.text;
  bool is_filled = reader->tree != NULL && aml_placeholder_spots_fill(&reader->tree->placeholders,
                                               (aml_sv){reader->text, reader->end}, begin, reader->at);
  return is_filled ? aml_placeholder_value(reader->arena, string.text, string.span) : value;
}

static const aml_value *read_container(aml_json_reader *reader, int depth) {
  if (depth >= AML_LIMIT_DEPTH) {
    size_t begin = reader->at;
    aml_json_fail_depth(reader);
    skip_container(reader);
    return aml_value_unknown(reader->arena,
        AML_SV("the value is nested too deeply to be read; see what AML003 reports"), AML_KINDS_ANY,
        aml_json_span(reader, begin, reader->at));
  }
  return reader->text[reader->at] == '{' ? read_object(reader, depth) : read_array(reader, depth);
}

/* A digit, perhaps with a sign or a point before it. */
static bool is_number_start(const aml_json_reader *reader) {
  size_t at = reader->at;
  for (int i = 0; i < 2 && at < reader->end && strchr("+-.", reader->text[at]) != NULL; i++) {
    at++;
  }
  return at < reader->end && aml_ascii_digit(reader->text[at]);
}

static const aml_value *read_value(aml_json_reader *reader, int depth) {
  size_t begin = reader->at;
  size_t placeholder = aml_placeholder_end((aml_sv){reader->text, reader->end}, begin);
  if (placeholder == 0 && reader->tree != NULL) {
    placeholder = aml_placeholder_spots_end(&reader->tree->placeholders, begin);
  }
  if (placeholder != 0) {
    return read_placeholder(reader, placeholder);
  }
  switch (aml_json_peek(reader)) {
  case '"':
  case '\'':
    return read_string_value(reader);
  case '{':
  case '[':
    return read_container(reader, depth);
  case 't':
    if (take_word(reader, "true", 4)) {
      return aml_value_bool(reader->arena, true, aml_json_span(reader, begin, reader->at));
    }
    break;
  case 'f':
    if (take_word(reader, "false", 5)) {
      return aml_value_bool(reader->arena, false, aml_json_span(reader, begin, reader->at));
    }
    break;
  case 'n':
    if (take_word(reader, "null", 4)) {
      return aml_value_null(reader->arena, aml_json_span(reader, begin, reader->at));
    }
    break;
  default:
    if (is_number_start(reader)) {
      return aml_json_read_number(reader);
    }
    break;
  }
  return read_unexpected(reader);
}

/* A NUL means that the file is no text, or UTF-16 without its mark: what follows is not looked at. */
static void cut_at_nul(aml_json_reader *reader) {
  const char *nul = reader->end == 0 ? NULL : memchr(reader->text, '\0', reader->end);
  if (nul == NULL) {
    return;
  }
  size_t at = (size_t)(nul - reader->text);
  aml_diag *diag = aml_json_fail(reader, at, at + 1, "Expected JSON, found a byte with the value 0.");
  if (diag != NULL && at < 4) {
    diag->help = AML_SV("The file seems to be UTF-16 without a byte order mark: save it as UTF-8.");
  }
  reader->end = at;
  reader->is_end_reported = true;
}

static const aml_value *read_text(aml_json_reader *reader) {
  cut_at_nul(reader);
  aml_json_skip_blanks(reader);
  if (reader->at == reader->end) {
    return aml_value_null(reader->arena, aml_json_span(reader, reader->at, reader->at));
  }
  const aml_value *root = read_value(reader, 0);
  aml_json_skip_blanks(reader);
  if (reader->at < reader->end) {
    (void)aml_json_fail_expected(reader, "the end of the file after its value");
  }
  return root;
}

void aml_json_read(
    aml_tree *tree, const aml_source *source, const aml_guest *guest, aml_arena *arena, aml_diags *diags) {
  aml_json_reader reader = {.arena = arena,
      .text = source->bytes.data,
      .end = source->bytes.len,
      .source = source->id,
      .guest = guest,
      .tree = tree,
      .diags = diags,
      .error_at = AML_NPOS,
      .last_error_at = AML_NPOS,
      .spanning_string = AML_NPOS};
  aml_document document = {.root = read_text(&reader)};
  AML_VEC_PUSH(arena, &tree->documents, document);
}

const aml_value *aml_json_text_read(aml_arena *arena, aml_sv text, aml_span span, size_t *error_at) {
  aml_json_reader reader = {.arena = arena,
      .text = text.data,
      .end = text.len,
      .fixed_span = span,
      .error_at = AML_NPOS,
      .last_error_at = AML_NPOS,
      .spanning_string = AML_NPOS};
  const aml_value *value = read_text(&reader);
  if (reader.error_at == AML_NPOS && aml_sv_trim(text).len == 0) {
    reader.error_at = 0;
  }
  if (reader.error_at == AML_NPOS) {
    return value;
  }
  if (error_at != NULL) {
    *error_at = reader.error_at;
  }
  return NULL;
}
