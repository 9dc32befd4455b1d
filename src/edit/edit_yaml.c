/* The tree says where keys and values stand, and the text around them in what style. */
#include "base/strbuf.h"
#include "base/utf8.h"
#include "edit/edit.h"
#include "expr/value_text.h"
#include "tree/read.h"

typedef struct editor {
  aml_arena *arena;
  aml_source_id source;
  aml_sv text;
} editor;

static bool set_edit(const editor *e, size_t begin, size_t end, aml_sv text, aml_edit *out) {
  *out = (aml_edit){{e->source, (uint32_t)begin, (uint32_t)end}, text};
  return true;
}

/* Whether a member's value is written here by itself: it is no alias, has no anchor by which it would stand
 * elsewhere too, and no tag that says how to read it. */
static bool is_plain_place(const editor *e, const aml_member *member) {
  const aml_value *value = member->value;
  aml_sv text = aml_sv_slice(e->text, member->name_span.end, value->span.end);
  aml_sv before = aml_sv_slice(text, 0, text.len - (value->span.end - value->span.begin));
  bool has_mark =
      aml_sv_find_char(before, '&', 0) != AML_NPOS || aml_sv_find_char(before, '!', 0) != AML_NPOS;
  bool is_marked =
      before.len < text.len && aml_sv_find_char(AML_SV("&!"), text.data[before.len], 0) != AML_NPOS;
  return value->origin == NULL && !has_mark && !is_marked;
}

static bool is_block_scalar(const editor *e, const aml_value *value) {
  return value->span.begin < value->span.end &&
         aml_sv_find_char(AML_SV("|>"), e->text.data[value->span.begin], 0) != AML_NPOS;
}

/* Where the line after `at` begins. False where readers differ about that: some take a lone CR, NEL, U+2028
 * or U+2029 for the end of a line. */
static bool find_next_line(aml_sv text, size_t at, size_t *next) {
  for (; at < text.len && text.data[at] != '\n'; at++) {
    size_t length = aml_utf8_break(text, at);
    if (length > 0 && text.data[at + length - 1] != '\n') {
      return false;
    }
  }
  *next = at < text.len ? at + 1 : at;
  return true;
}

/* The column of what begins at `at`, if only blanks stand before it on its line, or dashes where
 * `allowed` has them. */
static bool find_indent(const editor *e, size_t at, aml_sv allowed, size_t *indent) {
  size_t begin = at;
  while (begin > 0 && aml_sv_find_char(allowed, e->text.data[begin - 1], 0) != AML_NPOS) {
    begin--;
  }
  *indent = at - begin;
  return begin == 0 || e->text.data[begin - 1] == '\n';
}

bool aml_yaml_is_plain(aml_sv text) {
  if (text.len == 0 || !(aml_ascii_alpha(text.data[0]) || text.data[0] == '_')) {
    return false;
  }
  static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (aml_sv_ieq(text, aml_sv_of(words[i]))) {
      return false;
    }
  }
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    if (!aml_ascii_alnum(c) && c != '_' && c != '-' && c != '.' && c != '/') {
      return false;
    }
  }
  return true;
}

static bool has_special(aml_sv text) {
  bool has_special = false;
  for (size_t i = 0; i < text.len && !has_special;) {
    has_special = aml_yaml_is_special(aml_utf8_next(text, &i));
  }
  return has_special;
}

/* As JSON, in which what YAML does not take as it stands is escaped: it stands inside of double quotes there.
 */
static aml_sv write_json(aml_arena *arena, const aml_value *value) {
  aml_sv json = aml_value_json(arena, value, false);
  if (!has_special(json)) {
    return json;
  }
  aml_strbuf out;
  aml_strbuf_init(&out, arena, SIZE_MAX);
  for (size_t i = 0; i < json.len;) {
    size_t begin = i;
    uint32_t c = aml_utf8_next(json, &i);
    if (aml_yaml_is_special(c)) {
      aml_strbuf_addf(&out, "\\u%04X", c);
    } else {
      aml_strbuf_add(&out, aml_sv_slice(json, begin, i));
    }
  }
  return aml_strbuf_view(&out);
}

static aml_sv write_string(aml_arena *arena, aml_sv text, char quote) {
  if (quote == '\'' && aml_sv_find_char(text, '\'', 0) == AML_NPOS && !has_special(text)) {
    return aml_sv_format(arena, "'%.*s'", AML_SV_ARG(text));
  }
  if (quote == '\0' && aml_yaml_is_plain(text)) {
    return text;
  }
  return write_json(arena, aml_value_string(arena, text, AML_NO_SPAN));
}

static aml_sv write_value(aml_arena *arena, const aml_value *value, char quote) {
  return value->kind == AML_STRING ? write_string(arena, value->as.string, quote) : write_json(arena, value);
}

static char quote_at(aml_sv text, size_t at) {
  return at < text.len && (text.data[at] == '"' || text.data[at] == '\'') ? text.data[at] : '\0';
}

/* "a:\n  b: value" for the path a.b. */
static void write_key(
    aml_strbuf *out, aml_sv path, size_t indent, const aml_value *value, aml_sv line_break) {
  while (path.len > 0) {
    aml_sv key = aml_sv_split(&path, '.');
    for (size_t i = 0; i < indent; i++) {
      aml_strbuf_add_char(out, ' ');
    }
    aml_strbuf_add(out, write_string(out->arena, key, '\0'));
    aml_strbuf_add(out, path.len > 0 ? AML_SV(":") : AML_SV(": "));
    if (path.len == 0) {
      aml_strbuf_add(out, write_value(out->arena, value, '\0'));
    }
    aml_strbuf_add(out, line_break);
    indent += 2;
  }
}

/* What is written last in a value. */
static const aml_value *find_last(const aml_value *value) {
  for (;;) {
    if (value->kind == AML_OBJECT && value->as.object.count > 0) {
      value = value->as.object.members[value->as.object.count - 1].value;
    } else if (value->kind == AML_ARRAY && value->as.array.count > 0) {
      value = value->as.array.items[value->as.array.count - 1];
    } else {
      return value;
    }
  }
}

/* Whether a line put behind a value leaves it as it is: a block scalar may keep all line ends that follow. */
static bool is_closed(const editor *e, const aml_value *value, size_t end) {
  if (!is_block_scalar(e, value)) {
    return true;
  }
  aml_sv text = aml_sv_slice(e->text, value->span.begin, value->span.end);
  aml_sv header = aml_sv_slice(text, 0, aml_sv_find_char(text, '\n', 0));
  return e->text.data[end - 1] == '\n' && aml_sv_find_char(header, '+', 0) == AML_NPOS;
}

/* As the first line ends: to look through the whole file for each edit takes squared time. */
static aml_sv find_line_break(aml_sv text) {
  size_t at = aml_sv_find_char(text, '\n', 0);
  return at != AML_NPOS && at > 0 && text.data[at - 1] == '\r' ? AML_SV("\r\n") : AML_SV("\n");
}

/* A new last line of a mapping in block style. */
static bool insert_line(
    const editor *e, const aml_value *mapping, aml_sv path, const aml_value *value, aml_edit *out) {
  const aml_member *members = mapping->as.object.members;
  size_t indent;
  size_t at;
  if (!find_indent(e, members[0].name_span.begin, AML_SV(" -"), &indent) ||
      !find_next_line(e->text, mapping->span.end, &at) || !is_closed(e, find_last(mapping), at)) {
    return false;
  }
  aml_sv line_break = find_line_break(e->text);
  aml_strbuf buffer;
  aml_strbuf_init(&buffer, e->arena, SIZE_MAX);
  if (e->text.data[at - 1] != '\n') {
    aml_strbuf_add(&buffer, line_break);
  }
  write_key(&buffer, path, indent, value, line_break);
  return set_edit(e, at, at, aml_strbuf_view(&buffer), out);
}

/* ", key: value" behind the last member of a mapping in braces. */
static bool insert_in_braces(
    const editor *e, const aml_value *mapping, aml_sv key, const aml_value *value, aml_edit *out) {
  const aml_member *members = mapping->as.object.members;
  size_t end = mapping->span.end - 1;
  while (aml_ascii_space(e->text.data[end - 1])) {
    end--;
  }
  if (members[mapping->as.object.count - 1].value->span.end != end) {
    return false; /* a comma, a comment, or no value at all stands last */
  }
  char quote = quote_at(e->text, members[0].name_span.begin);
  aml_sv name = write_string(e->arena, key, quote);
  aml_sv text = write_value(e->arena, value, quote);
  return set_edit(
      e, end, end, aml_sv_format(e->arena, ", %.*s: %.*s", AML_SV_ARG(name), AML_SV_ARG(text)), out);
}

static bool insert_key(
    const editor *e, const aml_value *mapping, aml_sv path, const aml_value *value, aml_edit *out) {
  if (mapping->as.object.count == 0 || aml_value_has(mapping, AML_VALUE_OPEN)) {
    return false;
  }
  aml_sv before = aml_sv_slice(e->text, mapping->span.begin, mapping->as.object.members[0].name_span.begin);
  if (aml_sv_find_char(before, '{', 0) == AML_NPOS) {
    return insert_line(e, mapping, path, value, out);
  }
  return aml_sv_find_char(path, '.', 0) == AML_NPOS && insert_in_braces(e, mapping, path, value, out);
}

/* Puts a value behind the colon of a key that has none. */
static bool fill_value(const editor *e, const aml_member *member, const aml_value *value, aml_edit *out) {
  size_t at = member->name_span.end;
  while (at < e->text.len && e->text.data[at] == ' ') {
    at++;
  }
  if (at >= e->text.len || e->text.data[at] != ':') {
    return false;
  }
  aml_sv text = write_value(e->arena, value, '\0');
  return set_edit(e, at + 1, at + 1, aml_sv_join(e->arena, AML_SV(" "), text), out);
}

static bool replace_value(const editor *e, const aml_member *member, const aml_value *value, aml_edit *out) {
  const aml_value *old = member->value;
  bool is_scalar = old->kind != AML_OBJECT && old->kind != AML_ARRAY && old->kind != AML_UNKNOWN;
  if (!is_scalar || !is_plain_place(e, member) || is_block_scalar(e, old)) {
    return false;
  }
  if (old->span.begin == old->span.end) {
    return fill_value(e, member, value, out);
  }
  char quote = quote_at(e->text, old->span.begin);
  return set_edit(e, old->span.begin, old->span.end, write_value(e->arena, value, quote), out);
}

static size_t count_members(const aml_value *mapping, aml_sv name) {
  size_t count = 0;
  for (size_t i = 0; i < mapping->as.object.count; i++) {
    count += aml_sv_eq(mapping->as.object.members[i].name, name) ? 1 : 0;
  }
  return count;
}

/* Takes whole lines out. Something must stay in the mapping, and no alias may lose its anchor. */
static bool remove_key(const editor *e, const aml_value *mapping, const aml_member *member, aml_edit *out) {
  size_t indent;
  size_t end;
  if (mapping->as.object.count == 1 || count_members(mapping, member->name) > 1 ||
      !find_indent(e, member->name_span.begin, AML_SV(" "), &indent) ||
      !find_next_line(e->text, member->value->span.end, &end)) {
    return false;
  }
  size_t begin = member->name_span.begin - indent;
  bool may_be_anchored = aml_sv_find_char(aml_sv_slice(e->text, begin, end), '&', 0) != AML_NPOS;
  bool is_in_braces = e->text.data[mapping->span.begin] == '{';
  return !may_be_anchored && !is_in_braces && set_edit(e, begin, end, (aml_sv){0}, out);
}

/* A member that came by a merge key is written elsewhere. */
static bool is_merged(const aml_member *member) {
  return member->value->origin != NULL && member->value->origin->step == AML_STEP_MERGE;
}

bool aml_edit_yaml(aml_arena *arena, const aml_sources *sources, const aml_value *mapping, aml_sv path,
    const aml_value *value, aml_edit *out) {
  if (sources == NULL || mapping == NULL || aml_span_is_none(mapping->span)) {
    return false;
  }
  const editor e = {arena, mapping->span.source, aml_sources_get(sources, mapping->span.source)->bytes};
  while (mapping->kind == AML_OBJECT) {
    aml_sv rest = path;
    aml_sv key = aml_sv_split(&rest, '.');
    const aml_member *member = aml_object_member_exact(mapping, key);
    if (member == NULL || is_merged(member)) {
      bool hides_nothing = member == NULL || rest.len == 0;
      return value != NULL && hides_nothing && insert_key(&e, mapping, path, value, out);
    }
    if (rest.len == 0) {
      return value != NULL ? replace_value(&e, member, value, out) : remove_key(&e, mapping, member, out);
    }
    if (!is_plain_place(&e, member)) {
      return false;
    }
    mapping = member->value;
    path = rest;
  }
  return false;
}
